"""Suites: what is read, everything that can be wrong with one, and baselines that were edited."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.errors import Loaded
from site_builder.records.blueprint import Suite
from site_builder.sources.importers.blueprint.suite import read_suite
from site_builder.studies.blueprint.composition import assets_by_path, compose, parts
from site_builder.studies.blueprint.dry_run import BLOCKED, dry_run, written
from site_builder.studies.blueprint.words import count_words
from tests.cases.roots import REPOSITORY

HARBOUR = REPOSITORY / "runs" / "blueprint" / "harbour-office" / "suite"
FIRST = "cases/01-berth-promised-twice.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "suite")
    return tmp_path / "suite"


def read(folder: Path) -> Loaded[Suite]:
    return read_suite(folder, "suite")


def codes(folder: Path) -> list[str]:
    loaded = read(folder)
    assert (loaded.value is None) == any(p.severity == "error" for p in loaded.problems)
    return [problem.code for problem in loaded.problems]


def change(path: Path, **fields: Any) -> None:
    record = json.loads(path.read_text("utf-8"))
    for name, value in fields.items():
        if value is ...:
            del record[name]
        else:
            record[name] = value
    path.write_text(json.dumps(record), "utf-8")


def test_the_demonstration_suite_has_twelve_cases_of_every_risk() -> None:
    suite = read(HARBOUR).value
    assert suite is not None
    assert len(suite.cases) == 12
    assert {case.risk for case in suite.cases} == {"standard", "elevated", "high"}
    assert [condition.id for condition in suite.conditions] == [
        "minimal",
        "kernel",
        "v2.1-prompt",
        "v3-prompt",
        "v3-workflow",
    ]
    assert [condition.frozen for condition in suite.conditions] == [False, False, True, False, False]


def test_an_input_is_its_texts_and_the_task_with_each_text_once() -> None:
    suite = read(HARBOUR).value
    assert suite is not None
    assets = assets_by_path(suite)
    case, workflow = suite.cases[0], suite.conditions[4]
    assert parts(workflow, case, assets) == (
        "baselines/workflow.md",
        "prompts/find-the-cause.md",
        "skills/trace-a-fault.md",
        "contracts/report-of-work.md",
        "controls/evidence.md",
        "controls/house-rules.md",
    )
    whole = compose(suite, workflow, case, assets)
    assert whole.endswith(case.task)
    assert whole.count("Evidence\n") == 1
    assert dry_run(suite).cases[0].prompt_words["v3-workflow"] == count_words(whole)


Break = Callable[[Path], object]
TWICE = ["done", "done"]
REPEATED = ["suite.duplicate-criterion"]
UNPINNED = ["suite.baseline-not-pinned"] * 6
BROKEN: list[tuple[str, Break, list[str]]] = [
    ("no suite.yaml", lambda f: (f / "suite.yaml").unlink(), ["suite.missing"]),
    ("yaml", lambda f: (f / "suite.yaml").write_text("id: ["), ["yaml.invalid"]),
    ("case is no JSON", lambda f: (f / FIRST).write_text("{,}"), ["file.not-json"]),
    ("case is a list", lambda f: (f / FIRST).write_text("[]"), ["suite.invalid-record"]),
    ("keys missing", lambda f: change(f / FIRST, category=..., title=...), ["suite.keys-missing"]),
    ("id is a list", lambda f: change(f / FIRST, id=["x"]), ["suite.invalid-record"]),
    ("id is blank", lambda f: change(f / FIRST, id=" "), ["suite.invalid-record"]),
    ("id leads elsewhere", lambda f: change(f / FIRST, id="../x"), ["suite.invalid-record"]),
    ("task is a number", lambda f: change(f / FIRST, task=3), ["suite.invalid-record"]),
    ("no criteria", lambda f: change(f / FIRST, acceptance_criteria=[]), ["suite.invalid-record"]),
    ("criteria are text", lambda f: change(f / FIRST, acceptance_criteria="one"), ["suite.invalid-record"]),
    ("criteria twice", lambda f: change(f / FIRST, acceptance_criteria=TWICE), REPEATED),
    ("no signals", lambda f: change(f / FIRST, failure_signals=[]), ["suite.invalid-record"]),
    ("id twice", lambda f: change(f / FIRST, id="tide-an-hour-late"), ["suite.duplicate-case"]),
    ("no such skill", lambda f: change(f / FIRST, skill="skills/none.md"), ["suite.path-missing"]),
    ("path leads out", lambda f: change(f / FIRST, skill="../suite.yaml"), ["suite.path-missing"]),
    ("not an asset", lambda f: change(f / FIRST, skill="suite.yaml"), ["suite.asset-unknown"]),
    ("asset twice", lambda f: change(f / FIRST, skill="prompts/find-the-cause.md"), ["suite.asset-twice"]),
    ("no manifest", lambda f: (f / "assets.json").unlink(), ["file.missing"]),
    ("manifest is no list", lambda f: (f / "assets.json").write_text("{}"), ["suite.not-an-array"]),
    ("manifest is no JSON", lambda f: (f / "assets.json").write_text("[nope]"), ["file.not-json"]),
    ("no cases", lambda f: shutil.rmtree(f / "cases"), ["suite.no-cases", "suite.prompt-uncovered"]),
    ("no baseline", lambda f: (f / "baselines/v2.1/ready-to-sail.md").unlink(), ["file.missing"]),
    ("no pins", lambda f: (f / "frozen.sha256").unlink(), ["file.missing", *UNPINNED]),
    ("no kernel", lambda f: (f / "baselines/kernel.md").unlink(), ["file.missing"]),
    ("text is no UTF-8", lambda f: (f / "baselines/kernel.md").write_bytes(b"\xff"), ["file.not-utf8"]),
    ("secret", lambda f: (f / "baselines/kernel.md").write_text("mail ann@harbour.org"), ["text.secret"]),
    ("secret in a case", lambda f: change(f / FIRST, task="see /home/annlee/x"), ["text.secret"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "break_it", "expected"), BROKEN, ids=[name for name, _, _ in BROKEN])
def test_a_broken_suite_is_refused_with_a_problem(
    folder: Path, name: str, break_it: Break, expected: list[str]
) -> None:
    break_it(folder)
    found = codes(folder)
    assert [code for code in found if code in expected][: len(expected)] == expected, found
    assert all(problem.message.endswith(".") for problem in read(folder).problems)


def test_a_suite_in_a_folder_of_too_many_files_is_not_used_in_part(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("site_builder.sources.files.MOST_ENTRIES", len(list(folder.rglob("*"))) - 1)
    assert codes(folder) == ["suite.too-many-files"]
    assert read(folder).value is None


def test_a_bare_suite_is_read_whatever_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case: dict[str, Any] = {"id": "a", "category": "c", "risk": "high", "title": "A", "task": "Do it."}
    case |= {"criteria": ["done"], "failure_signals": ["not done"]}
    (tmp_path / "suite.json").write_text(json.dumps([case]), "utf-8")
    (tmp_path / "run").mkdir()
    monkeypatch.setattr("site_builder.sources.files.MOST_ENTRIES", 1)
    assert read(tmp_path / "suite.json").value is not None


def test_all_faults_of_a_suite_are_reported_not_only_the_first(folder: Path) -> None:
    change(folder / FIRST, title=...)
    change(folder / "cases/02-tide-an-hour-late.json", task="")
    change(folder / "cases/03-idle-minutes-of-cranes.json", contract="none.md")
    assert {"suite.keys-missing", "suite.invalid-record", "suite.path-missing"} <= set(codes(folder))


def test_a_prompt_without_a_case_is_named(folder: Path) -> None:
    for path in folder.glob("cases/1*.json"):
        path.unlink()
    change(folder / "cases/09-lock-gates-release.json", prompt="prompts/find-the-cause.md")
    problem = read(folder).problems[0]
    assert problem.code == "suite.prompt-uncovered"
    assert "prompts/keep-it-secret.md, prompts/ready-to-sail.md" in problem.message


def test_an_edited_baseline_is_an_error_also_when_its_length_is_unchanged(folder: Path) -> None:
    baseline = folder / "baselines/v2.1/find-the-cause.md"
    text = baseline.read_text("utf-8")
    edited = text.replace("Refer to", "Prefer a")
    assert edited != text
    for changed in (edited, text.replace("step by step", "inch by inch"), text + "\n"):
        baseline.write_text(changed, "utf-8")
        assert codes(folder) == ["suite.baseline-edited"]
    same_length = text.replace("clearly", "closely")
    assert len(same_length) == len(text)
    baseline.write_text(same_length, "utf-8")
    assert codes(folder) == ["suite.baseline-edited"]


def test_a_pin_that_nothing_uses_is_a_warning(folder: Path) -> None:
    pins = folder / "frozen.sha256"
    pins.write_text(pins.read_text("utf-8") + f"{'0' * 64}  baselines/v2.1/old.md\n", "utf-8")
    assert codes(folder) == ["suite.pin-unused"]


def test_unknown_keys_of_cases_are_left_alone(folder: Path) -> None:
    before = read(folder).value
    change(folder / FIRST, reviewer_hint="see page 3")
    after = read(folder).value
    assert before is not None
    assert after is not None
    assert dry_run(after).cases == dry_run(before).cases


def test_the_digest_of_a_suite_covers_cases_and_texts_and_nothing_else(folder: Path) -> None:
    suite = read(folder).value
    assert suite is not None
    (folder / "notes.txt").write_text("x", "utf-8")
    same = read(folder).value
    (folder / "controls/scope.md").write_text("Scope\n", "utf-8")
    other = read(folder).value
    assert same is not None
    assert other is not None
    assert same.digest == suite.digest != other.digest


def test_a_dry_run_blocks_every_metric_of_behaviour() -> None:
    suite = read(HARBOUR).value
    assert suite is not None
    record = json.loads(written(dry_run(suite)))
    assert record["model"] is None
    assert record["configuration"] is None
    assert {case["behavioural_metrics"] for case in record["cases"]} == {BLOCKED}
    numbers = {
        key
        for case in record["cases"]
        for key, value in case.items()
        if isinstance(value, int | float) or (isinstance(value, dict) and key != "prompt_words" and any(
            isinstance(inner, int | float) for inner in value.values()
        ))
    }  # fmt: skip
    assert numbers == set()


def test_a_suite_of_cases_alone_is_one_array(tmp_path: Path) -> None:
    case = {
        "id": "one",
        "category": "c",
        "risk": "high",
        "title": "t",
        "task": "do",
        "criteria": ["it is done"],
        "failure_signals": ["it is not"],
    }
    path = tmp_path / "suite.json"
    path.write_text(json.dumps([case]), "utf-8")
    suite = read_suite(path, "suite.json").value
    assert suite is not None
    assert suite.cases[0].risk == "high"
    assert suite.conditions == ()
    named = read_suite(path, "runs/harbour/suite.json").value
    assert named is not None
    assert (named.id, named.title, suite.title) == ("suite", "harbour", "suite")
    path.write_text(json.dumps([case, case | {"risk": "extreme"}, {"id": "two"}]), "utf-8")
    found = read_suite(path, "suite.json")
    assert found.value is None
    assert [problem.code for problem in found.problems] == ["suite.invalid-record", "suite.keys-missing"]
    assert found.problems[0].pointer == "/1/risk"
