"""Read a suite: a folder with ``suite.yaml``, or one JSON array of cases without texts.

Everything that is wrong is reported, not only the first fault. A suite with an error is not used at all: its
cases are what runs are held against.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from site_builder.errors import Loaded, Problem
from site_builder.records.blueprint import Asset, Case, Condition, Suite
from site_builder.sources.files import MOST_ENTRIES, Folder, shown
from site_builder.sources.importers.blueprint.suite_checks import case_faults, coverage_faults, secret_faults
from site_builder.sources.importers.blueprint.suite_format import (
    BareCase,
    WrittenAsset,
    WrittenCase,
    WrittenSuite,
)
from site_builder.sources.importers.blueprint.suite_texts import Texts, read_texts
from site_builder.sources.json_text import read_json
from site_builder.sources.listing import list_file
from site_builder.sources.unlisted import unlisted_problem, why_unlisted
from site_builder.sources.yaml import load_yaml

SUITE_FILE = "suite.yaml"
ASSETS_FILE = "assets.json"
CASES_FOLDER = "cases"
DESCRIBED = "`site-builder docs blueprint-suite`"

Written = TypeVar("Written", bound=msgspec.Struct)


def read_suite(path: Path, label: str) -> Loaded[Suite]:
    """Read the suite at ``path``; ``label`` is its path as readers of problems know it."""
    if path.is_file():
        return _read_bare(path, label)
    folder = Folder(path, label)
    if not folder.listing.complete:
        return Loaded(None, (_too_many(folder),))
    if not folder.has(SUITE_FILE):
        return Loaded(None, (_no_suite(folder),))
    loaded = load_yaml(path / SUITE_FILE, WrittenSuite, f"{label}/{SUITE_FILE}", DESCRIBED)
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    return _read_folder(folder, loaded.value)


def _read_folder(folder: Folder, written: WrittenSuite) -> Loaded[Suite]:
    problems: list[Problem] = []
    assets = tuple(_asset(item) for item in _array(folder, ASSETS_FILE, WrittenAsset, problems))
    risks = {asset.path: asset.risk_level for asset in assets}
    files, cases = [], []
    for name in (n for n in folder.below(CASES_FOLDER) if n.endswith(".json") and n.count("/") == 1):
        item = _object(folder, name, WrittenCase, problems)
        if item is not None:
            files.append(name)
            cases.append(_case(item, risks))
    conditions = tuple(
        Condition(id=c.id, title=c.title, about=c.about, input=tuple(c.input), frozen=c.frozen)
        for c in written.conditions
    )
    if not cases and not problems:
        problems.append(_no_case(folder))
    problems += case_faults(folder, tuple(zip(files, cases, strict=True)), assets)
    problems += coverage_faults(folder, cases, assets)
    texts = Texts() if problems else read_texts(folder, conditions, cases, assets)
    problems += texts.problems
    suite = Suite(
        id=written.id,
        version=written.version,
        title=written.title,
        summary=written.summary,
        cases=tuple(cases),
        conditions=conditions,
        assets=assets,
        texts=texts.texts,
        pins=texts.pins,
        digest=_digest(folder, [SUITE_FILE, ASSETS_FILE, *files, *texts.texts]),
    )
    problems += secret_faults(folder, files, suite)
    return Loaded(None if any(p.severity == "error" for p in problems) else suite, tuple(problems))


SUITE_NAME = "suite"
"""What a suite is called in a folder of runs, which says nothing."""


def _read_bare(path: Path, label: str) -> Loaded[Suite]:
    folder = Folder(path.parent, label.rpartition("/")[0] or ".", listing=list_file(path.parent, path.name))
    problems: list[Problem] = []
    written = list(_array(folder, path.name, BareCase, problems))
    cases = tuple(Case(**msgspec.structs.asdict(item)) for item in written)
    if not cases and not problems:
        problems.append(_no_case(folder, path.name))
    problems += case_faults(folder, tuple((path.name, case) for case in cases), None)
    name = path.name.removesuffix(".json")
    within = label.split("/")[-2:-1]  # every such file of a runs folder is called alike
    title = within[0] if within and name == SUITE_NAME else name
    suite = Suite(id=name, version="0", title=title, cases=cases, digest=_digest(folder, [path.name]))
    problems += secret_faults(folder, [path.name] * len(cases), suite)
    return Loaded(None if any(p.severity == "error" for p in problems) else suite, tuple(problems))


def _array(folder: Folder, name: str, record: type[Written], problems: list[Problem]) -> Iterator[Written]:
    """Yield the records of a file that holds a JSON array; faults go to ``problems``."""
    loaded = read_json(folder, name)
    problems += loaded.problems
    if loaded.value is None and loaded.problems:
        return
    if not isinstance(loaded.value, list):
        message = "The file must hold a JSON array."
        problems.append(folder.problem(name, "suite.not-an-array", message, "Put the entries into brackets."))
        return
    for index, item in enumerate(loaded.value):
        converted = _converted(folder, name, item, record, f"/{index}")
        if isinstance(converted, Problem):
            problems.append(converted)
        else:
            yield converted


def _object(folder: Folder, name: str, record: type[Written], problems: list[Problem]) -> Written | None:
    loaded = read_json(folder, name)
    problems += loaded.problems
    if loaded.value is None and loaded.problems:
        return None
    converted = _converted(folder, name, loaded.value, record, "")
    if isinstance(converted, Problem):
        problems.append(converted)
        return None
    return converted


def _converted(
    folder: Folder, name: str, item: Any, record: type[Written], pointer: str
) -> Written | Problem:
    if isinstance(item, dict):
        required = [field.name for field in msgspec.structs.fields(record) if field.required]
        missing = sorted(set(required) - set(item))
        if missing:
            message = f"These keys are missing: {', '.join(missing)}."
            return folder.problem(name, "suite.keys-missing", message, "Add them.", pointer=pointer)
    try:
        return msgspec.convert(item, record)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        message = f"{text.rstrip('.')}."
        inner = place.rstrip("`").replace(".", "/").replace("[", "/").replace("]", "")
        advice = f"See {DESCRIBED} for what is allowed at this place."
        return folder.problem(name, "suite.invalid-record", message, advice, pointer=pointer + inner)


def _case(item: WrittenCase, risks: dict[str, Any]) -> Case:
    return Case(
        id=item.id,
        category=item.category,
        title=item.title,
        task=item.task,
        risk=risks.get(item.prompt, "standard"),
        criteria=item.acceptance_criteria,
        failure_signals=item.failure_signals,
        prompt=item.prompt,
        skill=item.skill,
        contract=item.contract,
    )


def _asset(item: WrittenAsset) -> Asset:
    return Asset(**msgspec.structs.asdict(item))


def _digest(folder: Folder, paths: list[str]) -> str:
    whole = hashlib.sha256()
    for path in sorted(set(paths)):
        whole.update(f"{path}\n{folder.digest(path)}\n".encode())
    return f"sha256:{whole.hexdigest()}"


def _no_suite(folder: Folder) -> Problem:
    why = why_unlisted(folder.root)
    if why:
        return unlisted_problem(shown(folder.label), why, "the suite in it cannot be read")
    message = (
        f"There is no {SUITE_FILE} here." if folder.root.is_dir() else "There is no such file or folder."
    )
    return folder.problem("", "suite.missing", message, f"Name the folder that holds {SUITE_FILE}.")


def _too_many(folder: Folder) -> Problem:
    message = f"The folder holds more than {MOST_ENTRIES:,} files, folders and links; nothing of it is used."
    return folder.problem("", "suite.too-many-files", message, "Keep the suite in it, and nothing else.")


def _no_case(folder: Folder, name: str = CASES_FOLDER) -> Problem:
    return folder.problem(name, "suite.no-cases", "The suite has no case.", "Add at least one case.")
