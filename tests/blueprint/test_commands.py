"""The commands ``dry-run`` and ``gate`` on an application of their own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from site_builder.cli.commands import app
from site_builder.errors import CannotBuild
from tests.blueprint.builders import reviews, suite, write_run
from tests.cases.roots import REPOSITORY

HARBOUR = REPOSITORY / "runs" / "blueprint" / "harbour-office"
PASSES, FAILS = HARBOUR / "2026-09-14-aurora-large", HARBOUR / "2026-09-23-cobalt-mini"
TEXT_ONLY = HARBOUR / "2026-10-05-delta-local"


def call(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR / "suite", tmp_path / "suite")
    return tmp_path / "suite"


def test_the_record_of_the_demonstration_suite_is_current() -> None:
    code, out, _ = call("dry-run", HARBOUR / "suite", "--check")
    assert code == 0
    assert "12 cases under 5 conditions" in out
    assert "blocked" in out


def test_a_suite_of_which_no_run_can_pass_is_warned_of(folder: Path) -> None:
    written = folder / "suite.yaml"
    text = written.read_text("utf-8")
    assets = (folder / "assets.json").read_text("utf-8")
    written.write_text(text.replace("id: kernel", "id: kernal"), "utf-8")
    (folder / "assets.json").write_text(assets.replace('"high"', '"elevated"'), "utf-8")
    code, out, err = call("dry-run", folder)
    assert (code, "Dry run passed" in out) == (0, True)
    assert "warning" in err
    assert "conditions that it judges are absent (kernel). Not judged: kernal." in err
    assert "Name the conditions minimal, kernel, v2.1-prompt, v3-prompt, v3-workflow." in err
    assert "[suite.no-gated-risk]" in err
    written.write_text(text, "utf-8")
    (folder / "assets.json").write_text(assets, "utf-8")
    assert call("dry-run", folder)[2] == ""


def test_other_conditions_of_a_run_are_told_the_five_in_their_order(tmp_path: Path) -> None:
    run = shutil.copytree(PASSES, tmp_path / "run")
    told = json.loads((run / "run.json").read_text("utf-8"))
    told["conditions"] = told["conditions"][::-1]
    (run / "run.json").write_text(json.dumps(told), "utf-8")
    scores = json.loads((run / "reviews.json").read_text("utf-8"))
    scores[0]["condition"] = "kernal"
    (run / "reviews.json").write_text(json.dumps(scores), "utf-8")
    code, out, _ = call("gate", run, "--suite", HARBOUR / "suite", "--json")
    said = {reason["code"]: reason["message"] for reason in json.loads(out)["rejections"]}
    five = "minimal, kernel, v2.1-prompt, v3-prompt, v3-workflow."
    assert code == 2
    assert said["RUN_CONDITIONS"].endswith(f" in their order: {five}")
    assert said["CONDITION_UNKNOWN"].endswith(f" among {five}")


def test_an_empty_list_of_inputs_is_called_that(folder: Path) -> None:
    written = folder / "suite.yaml"
    lines = written.read_text("utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if line.strip().startswith("input: ["))
    lines[first] = lines[first].split("[")[0] + "[]"
    written.write_text("\n".join(lines) + "\n", "utf-8")
    code, _, err = call("dry-run", folder)
    assert code == 1
    assert "and needs at least one entry. See `site-builder docs blueprint-suite` for" in err


def test_a_stale_or_missing_record_is_found_and_not_overwritten(folder: Path) -> None:
    record = folder / "dry-run.json"
    record.write_text(record.read_text("utf-8") + " ", "utf-8")
    stale = record.read_bytes()
    code, _, err = call("dry-run", folder, "--check", "--output", record)
    assert code == 1
    assert "suite.record-stale" in err
    assert record.read_bytes() == stale
    record.unlink()
    assert call("dry-run", folder, "--check")[0] == 1
    assert not record.exists()


def test_the_record_is_written_into_new_folders_and_is_the_same_each_time(
    folder: Path, tmp_path: Path
) -> None:
    new = tmp_path / "a" / "b" / "record.json"
    assert call("dry-run", folder, "--output", new)[0] == 0
    assert new.read_bytes() == (HARBOUR / "suite" / "dry-run.json").read_bytes()
    assert call("dry-run", folder, "--output", tmp_path)[0] == 1


def test_a_wrong_suite_is_listed_and_ends_with_one(folder: Path) -> None:
    (folder / "baselines/v2.1/ready-to-sail.md").write_text("Sail.\n", "utf-8")
    code, _, err = call("dry-run", folder, "--output", folder / "new.json")
    assert code == 1
    assert "suite.baseline-edited" in err
    assert not (folder / "new.json").exists()
    code, out, _ = call("dry-run", folder, "--json")
    assert code == 1
    assert json.loads(out)["problems"][0]["code"] == "suite.baseline-edited"


def test_a_dry_run_as_json_is_its_record() -> None:
    code, out, _ = call("dry-run", HARBOUR / "suite", "--json")
    assert code == 0
    assert json.loads(out) == json.loads((HARBOUR / "suite" / "dry-run.json").read_text("utf-8"))


def test_passed_failed_and_rejected_are_told_apart() -> None:
    assert call("gate", PASSES)[0] == 0
    assert call("gate", FAILS)[0] == 1
    assert call("gate", TEXT_ONLY)[0] == 0
    assert call("gate", TEXT_ONLY, "--rubric", "blueprint/2.0.0")[0] == 2
    assert call("gate", HARBOUR / "suite", "--suite", HARBOUR / "suite")[0] == 2


def test_people_read_the_verdict_first_and_each_check_with_its_margin() -> None:
    _, out, _ = call("gate", FAILS)
    lines = out.splitlines()
    assert lines[0].startswith("Failed: 2026-09-23-cobalt-mini under blueprint/3.0")
    assert sum("fails" in line for line in lines) == 2
    assert sum("margin" in line for line in lines) == 8
    _, out, _ = call("gate", TEXT_ONLY, "--rubric", "blueprint/2.0.0")
    assert "cost_usd" in out
    assert "180 times" in out


def test_machines_get_one_document_with_outcome_checks_and_local_additions() -> None:
    code, out, _ = call("gate", PASSES, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["outcome"] == "passed"
    assert len(found["checks"]) == 8
    assert len(found["outputs"]) == 60
    assert set(found["local_additions"]) == {
        "about",
        "agreement",
        "disagreements",
        "parts",
        "differences",
        "growth",
        "reviewers",
    }
    assert str(REPOSITORY) not in out


def test_a_rejected_run_as_json_lists_the_reasons_in_their_form() -> None:
    code, out, _ = call("gate", TEXT_ONLY, "--json", "--upstream-shape")
    found = json.loads(out)
    assert code == 2
    assert found["outcome"] == "rejected"
    assert found["rejections"][0]["reason"] == ["REVIEW_FIELDS_MISSING", "cost_usd"]
    assert "checks" not in found


def test_the_published_shape_has_its_keys_in_their_order_and_belongs_to_one_rubric() -> None:
    _, out, _ = call("gate", PASSES, "--upstream-shape")
    assert list(json.loads(out)) == ["suite_version", "run", "aggregates", "release_gate", "limitation"]
    assert call("gate", PASSES, "--upstream-shape", "--rubric", "blueprint/3.0")[0] == 2


def test_a_run_without_a_suite_or_with_an_unknown_rubric_is_refused_with_advice(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", suite())
    with pytest.raises(CannotBuild, match="no suite beside"):
        call("gate", run)
    with pytest.raises(CannotBuild, match=r"There is no such folder.*gate\.no-run"):
        call("gate", tmp_path / "nowhere")
    with pytest.raises(CannotBuild, match=r"blueprint/2\.0\.0, blueprint/3\.0"):
        call("gate", PASSES, "--rubric", "blueprint/9")
    with pytest.raises(CannotBuild, match='no rubric "favur/15" of this family'):
        call("gate", PASSES, "--rubric", "favur/15")


def test_a_withheld_text_is_a_problem_and_does_not_change_the_decision(tmp_path: Path) -> None:
    shutil.copytree(HARBOUR / "suite", tmp_path / "suite")
    shutil.copytree(PASSES, tmp_path / PASSES.name)
    (tmp_path / PASSES.name / "outputs.sha256").unlink()
    path = tmp_path / PASSES.name / "outputs/tide-an-hour-late/minimal.md"
    path.write_text(path.read_text("utf-8") + "\nask tom.reed@pilots.port\n", "utf-8")
    code, out, err = call("gate", tmp_path / PASSES.name)
    assert code == 0
    assert "text.secret" in err
    assert "tom.reed" not in out + err


def test_reviews_without_a_suite_file_use_the_one_that_is_named(tmp_path: Path) -> None:
    of = suite("high")
    run = write_run(tmp_path / "run", of, reviews(of))
    case = of.cases[0]
    record = {
        "id": case.id,
        "category": case.category,
        "risk": case.risk,
        "title": case.title,
        "task": case.task,
        "criteria": case.criteria,
        "failure_signals": case.failure_signals,
    }
    (tmp_path / "small.json").write_text(json.dumps([record]), "utf-8")
    assert call("gate", run, "--suite", tmp_path / "small.json")[0] == 0
