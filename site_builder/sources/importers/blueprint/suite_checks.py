"""What must hold between the parts of a suite: ids once, references that exist, every prompt with a case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from site_builder.errors import Problem
from site_builder.records.blueprint import Asset, Case, Suite
from site_builder.sources.files import Folder, shown
from site_builder.sources.secrets import scan, secret_problem
from site_builder.studies.blueprint.composition import SELECTED

ASSETS_FILE = "assets.json"


def case_faults(
    folder: Folder, cases: Sequence[tuple[str, Case]], assets: Sequence[Asset] | None
) -> Iterator[Problem]:
    """Yield what is wrong with (file, case) pairs; without ``assets`` the cases refer to none."""
    taken: dict[str, str] = {}
    known = {asset.path for asset in assets or ()}
    for name, case in cases:
        if case.id in taken:
            message = f"The case id {case.id} is already that of {taken[case.id]}."
            yield folder.problem(
                name, "suite.duplicate-case", message, "Give each case its own id.", pointer="/id"
            )
        taken.setdefault(case.id, name)
        if len(set(case.criteria)) != len(case.criteria):
            message = f"An acceptance criterion of {case.id} is written twice."
            advice = "Reviews name criteria by their text; word each one differently."
            yield folder.problem(name, "suite.duplicate-criterion", message, advice)
        if assets is not None:
            yield from _references(folder, name, case, known)


def _references(folder: Folder, name: str, case: Case, known: set[str]) -> Iterator[Problem]:
    paths = [getattr(case, field) for field in SELECTED]
    for field, path in zip(SELECTED, paths, strict=True):
        if not folder.has(path):
            message = f"The file {path} does not exist in the suite."
            advice = "Correct the path; it is relative to suite.yaml."
            yield folder.problem(name, "suite.path-missing", message, advice, pointer=f"/{field}")
        elif path not in known:
            message = f"The file {path} is not listed in {ASSETS_FILE}."
            advice = "List it, with its type and risk level."
            yield folder.problem(name, "suite.asset-unknown", message, advice, pointer=f"/{field}")
    if len(set(paths)) != len(paths):
        message = f"The case {case.id} selects one asset twice."
        yield folder.problem(name, "suite.asset-twice", message, "Select three different assets.")


def coverage_faults(folder: Folder, cases: Sequence[Case], assets: Sequence[Asset]) -> Iterator[Problem]:
    """Yield assets listed twice, and prompts under test without a case."""
    for key in ("id", "path"):
        seen: set[str] = set()
        for index, asset in enumerate(assets):
            value = getattr(asset, key)
            if value in seen:
                message = f"The {key} {value} is listed twice."
                advice = "List each asset once."
                where = f"/{index}/{key}"
                yield folder.problem(ASSETS_FILE, "suite.duplicate-asset", message, advice, pointer=where)
            seen.add(value)
    covered = {case.prompt for case in cases}
    uncovered = sorted(asset.path for asset in assets if asset.type == "prompt" and asset.path not in covered)
    if uncovered:
        message = f"No case covers these prompts: {', '.join(uncovered)}."
        advice = "Write a case for each, or take them out of the suite."
        yield folder.problem(ASSETS_FILE, "suite.prompt-uncovered", message, advice)


def secret_faults(folder: Folder, files: Sequence[str], suite: Suite) -> Iterator[Problem]:
    """Yield a problem for every case and text of the suite that holds what must not be published."""
    for name, case in zip(files, suite.cases, strict=True):
        fields = {"task": case.task, "title": case.title, "category": case.category}
        fields |= {f"acceptance_criteria/{i}": text for i, text in enumerate(case.criteria)}
        fields |= {f"failure_signals/{i}": text for i, text in enumerate(case.failure_signals)}
        for field, text in fields.items():
            if findings := scan(text):
                file = shown(f"{folder.label}/{name}")
                yield secret_problem(findings, file, f"The case {case.id}", pointer=f"/{field}")
    for path, text in suite.texts.items():
        if findings := scan(text):
            yield secret_problem(findings, shown(f"{folder.label}/{path}"), "This text of the suite")
