"""Whole projects: run folders, ``site.yaml``, and a change of one run."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from pathlib import Path

from exports.chance import Chance
from exports.events import stream
from exports.records import CONFIGURATIONS, Json, artifacts, coverage, junit, meta
from exports.source_code import source_file
from exports.test_code import conftest, test_file

EVENTS = 5000
"""Telemetry events of a run."""
SOURCE_LINES = (60, 110, 140, 150, 170, 180, 190, 200, 200)
TEST_LINES = (40, 120, 130, 150, 160)
"""Physical lines of the produced files, 2,000 together; the first test file is ``conftest.py``."""
COHORT = 100
"""Runs of one statement of work."""
FIRST_DAY = dt.date(2026, 1, 1)

_SITE = """\
title: Speed
tagline: Invented runs of a fixed size, for measuring how fast a site is built.
demonstration: Every run of this site is invented by a script.
boards:
  - family: favur
    rubric: favur/15
    runs: runs
"""
_TEST_NAME = re.compile(r"^ *def (test_\w+)", re.MULTILINE)


def write_project(folder: Path, runs: int, seed: int = 0) -> None:
    """Write a project with ``runs`` exports into ``folder``, which must be empty or absent."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    for number in range(runs):
        write_run(folder, number, seed)
    (folder / "site.yaml").write_text(_SITE, encoding="utf-8")


def change_run(folder: Path, number: int, seed: int, revision: int) -> None:
    """Replace one run by another of the same id: new sources, new tests, new events."""
    write_run(folder, number, seed, revision)


def change_source(folder: Path, number: int, seed: int, revision: int) -> None:
    """Replace one source file of a run, and its line in the manifest; no median of the cohort hangs on it."""
    run = folder / "runs" / f"run-{number:05}"
    record = json.loads((run / "meta.json").read_text("utf-8"))
    item = next(item for item in record["deliverables"] if item["kind"] == "source" and item["loc"])
    text = source_file(Chance(f"{seed}/{number}/source/{revision}"), item["loc"])
    item |= _deliverable(item["path"], text)
    (run / "workspace" / item["path"]).write_bytes(text.encode())
    (run / "meta.json").write_bytes(_json(record).encode())


def write_run(folder: Path, number: int, seed: int, revision: int = 0) -> Path:
    """Write one export and return its folder. ``revision`` gives the same run other content."""
    chance = Chance(f"{seed}/{number}/{revision}")
    run_id = f"run-{number:05}"
    date = (FIRST_DAY + dt.timedelta(days=number % 270)).isoformat()
    large, small, _ = CONFIGURATIONS[number % len(CONFIGURATIONS)]
    events = stream(chance, EVENTS, date, (large, small))
    workspace, tests = _workspace(chance)
    manifest = [_deliverable(path, text) for path, text in workspace.items()]
    sow = number // COHORT + 1
    sizes = {item["path"]: item["loc"] for item in manifest if item["kind"] == "source"}
    files = {f"workspace/{path}": text for path, text in workspace.items()}
    files["telemetry/events.jsonl"] = "\n".join(events.lines) + "\n"
    identity = {"run_id": run_id, "sow": {"id": f"work-{sow:03}", "title": f"Statement of work {sow}"}}
    files["meta.json"] = _json(identity | meta(chance, number, date, events, manifest))
    files["results/junit.xml"] = junit(chance, tests)
    files["results/coverage.json"] = _json(coverage(chance, sizes))
    files |= {f"artifacts/{role}.json": _json(record) for role, record in artifacts(chance).items()}
    run = folder / "runs" / run_id
    for place in sorted({path.rpartition("/")[0] for path in files}):
        (run / place).mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        (run / path).write_bytes(text.encode())
    return run


def _workspace(chance: Chance) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the produced files by path, and the tests among them as (module, name)."""
    files = {"README.md": _prose(chance, 30), "docs/design.md": _prose(chance, 60), "product/__init__.py": ""}
    for index, lines in enumerate(SOURCE_LINES):
        files[f"product/{chance.noun()}_{index}.py"] = source_file(chance, lines)
    files["tests/conftest.py"] = conftest(chance, TEST_LINES[0])
    tests: list[tuple[str, str]] = []
    for index, lines in enumerate(TEST_LINES[1:]):
        name = f"test_{chance.noun()}_{index}"
        place = "tests/integration/" if index == 3 and chance.hit(0.5) else "tests/"
        text = files[f"{place}{name}.py"] = test_file(chance, lines)
        tests += [(f"tests.{name}", test) for test in _TEST_NAME.findall(text)]
    return files, tests


def _prose(chance: Chance, lines: int) -> str:
    sentences = (
        f"The {chance.noun()} and the {chance.noun()} {chance.verb()} every {chance.noun()}, "
        f"{chance.whole(2, 99)} times."
        for _ in range(lines)
    )
    return f"# {chance.noun().title()}\n\n" + "\n".join(sentences) + "\n"


def _deliverable(path: str, text: str) -> Json:
    kind = "doc" if path.endswith(".md") else "test" if path.startswith("tests/") else "source"
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"path": path, "kind": kind, "sha256": digest, "loc": text.count("\n")}


def _json(record: Json) -> str:
    return json.dumps(record, indent=1) + "\n"
