"""Levels of verification: each computed from what is true, with its evidence linked (R29, R30, R31)."""

from __future__ import annotations

import csv
import json
import time
from pathlib import Path
from typing import Any

from site_builder.building import build
from tests.build.projects import REPOSITORY, contents, meta, small_project, write_run
from tests.ledger.projects import edit, loaded
from tests.scorecrux.sessions import document

REPORT = "the figures of run-1, made again\n"


def attest(project: Path, evidence: str, run: str = "run-1") -> None:
    site = project / "site.yaml"
    site.write_text(
        site.read_text("utf-8")
        + f"attestations:\n  - run: {run}\n    level: re-run\n    evidence: {evidence}\n"
        + "    by: the maintainers\n    date: 2026-10-01\n",
        encoding="utf-8",
    )


def page(site: Path, run: str) -> dict[str, Any]:
    return json.loads((site / f"runs/{run}/index.json").read_bytes())  # type: ignore[no-any-return]


def built(project: Path) -> Path:
    build(project, jobs=1)
    return project / "dist"


def test_a_run_without_faults_is_schema_checked_and_re_scored_and_not_re_run(tmp_path: Path) -> None:
    """R29."""
    site = built(small_project(tmp_path, 3))
    said = page(site, "run-1")["verification"]
    assert said["level"] == "re-scored"
    assert {name: one["holds"] for name, one in said["levels"].items()} == {
        "self-reported": True,
        "schema-checked": True,
        "re-scored": True,
        "re-run": False,
    }
    html = (site / "runs/run-1/index.html").read_text("utf-8")
    for one in said["levels"].values():
        assert not one["holds"] or f'href="{one["evidence"]}"' in html


def test_a_complaint_about_the_export_costs_the_level_of_its_schema_alone(tmp_path: Path) -> None:
    project = small_project(tmp_path, 3)
    edit(project, "run-1", coverage_percent="ninety")
    said = page(built(project), "run-1")["verification"]
    assert (said["level"], said["levels"]["schema-checked"]["holds"]) == ("re-scored", False)
    assert "1 problem" in said["levels"]["schema-checked"]["why"]


def test_a_tampered_total_is_said_and_costs_the_level(tmp_path: Path) -> None:
    """R30."""
    tampered = document("tampered")
    tampered["composite"] = {"Cx_em": 99.0}
    (tmp_path / "runs").mkdir()
    lines = [json.dumps(one) for one in (tampered, document("honest"), document("other"))]
    (tmp_path / "runs/all.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "site.yaml").write_text(
        "title: T\ntagline: t\nboards:\n  - {family: scorecrux, rubric: scorecrux/1.3, runs: runs}\n",
        encoding="utf-8",
    )
    codes = {p.code for p in loaded(tmp_path).problems if p.run == "tampered"}
    assert "scorecrux.reported-differs" in codes
    site = built(tmp_path)
    assert page(site, "tampered")["verification"]["level"] != "re-scored"
    assert page(site, "honest")["verification"]["level"] == "re-scored"
    assert (
        "1 result that the export states"
        in page(site, "tampered")["verification"]["levels"]["re-scored"]["why"]
    )


def test_only_an_attestation_makes_a_run_one_that_was_re_run_and_its_file_is_published(
    tmp_path: Path,
) -> None:
    project = small_project(tmp_path, 3)
    (project / "evidence").mkdir()
    (project / "evidence/run-1.txt").write_text(REPORT, encoding="utf-8")
    attest(project, "evidence/run-1.txt")
    time.sleep(0.1)  # a file changed within the clock's resolution never counts as unchanged
    site = built(project)
    said = page(site, "run-1")["verification"]
    assert said["level"] == "re-run"
    link = said["levels"]["re-run"]["evidence"]
    assert (site / link).read_text("utf-8") == REPORT
    assert f'href="../../{link}"' in (site / "runs/run-1/index.html").read_text("utf-8")
    assert page(site, "run-2")["verification"]["level"] == "re-scored"
    assert build(project, jobs=1).up_to_date
    (project / "evidence/run-1.txt").write_text(REPORT + "more\n", encoding="utf-8")
    assert not build(project, jobs=1).up_to_date


def test_an_attestation_without_evidence_or_run_does_not_count(tmp_path: Path) -> None:
    for number, (evidence, run, code) in enumerate(
        (
            ("missing.txt", "run-1", "site.no-evidence"),
            ("../outside.txt", "run-1", "site.no-evidence"),
            ("javascript:alert(1)", "run-1", "site.no-evidence"),
            ("https://example.org/report", "run-9", "site.unknown-attestation"),
        )
    ):
        project = small_project(tmp_path / str(number), 3)
        attest(project, f'"{evidence}"', run)
        (tmp_path / str(number) / "../outside.txt").write_text("x", encoding="utf-8")
        assert code in {p.code for p in loaded(project).problems}
        assert page(built(project), "run-1")["verification"]["level"] == "re-scored"


def test_boards_have_the_level_in_csv_json_and_as_a_filter(tmp_path: Path) -> None:
    project = small_project(tmp_path, 3)
    attest(project, "https://example.org/report")
    site = built(project)
    rows = {
        r["run"]: r for r in csv.DictReader((site / "data/circles/board.csv").read_text("utf-8").splitlines())
    }
    assert {name: row["verification"] for name, row in rows.items()} == {
        "run-1": "re-run",
        "run-2": "re-scored",
        "run-3": "re-scored",
    }
    board = json.loads((site / "data/circles/board.json").read_bytes())
    assert {row["run"]: row["verification"] for row in board["rows"]}["run-1"] == "re-run"
    html = (site / "boards/circles/index.html").read_text("utf-8")
    assert '<select name="verification">' in html
    assert 'data-verification="re-run"' in html
    assert 'href="../../runs/run-1/index.html#verification"' in html


def test_commit_and_command_are_shown_where_exported_and_a_dirty_one_is_labelled(tmp_path: Path) -> None:
    """R31."""
    project = small_project(tmp_path, 3)
    harness = {"name": "fleet", "version": "2.1", "commit": "3f2a9c1-dirty", "command": "fleet run <circles>"}
    write_run(project / "runs/run-1", meta("run-1", 1) | {"harness": harness})
    assert not [p for p in loaded(project).problems if p.code == "favur.unknown-field"]
    site = built(project)
    run = page(site, "run-1")
    assert (run["harness_commit"], run["harness_command"]) == ("3f2a9c1-dirty", "fleet run <circles>")
    html = (site / "runs/run-1/index.html").read_text("utf-8")
    assert "3f2a9c1-dirty" in html
    assert "uncommitted changes" in html
    assert "fleet run &lt;circles&gt;" in html
    other = (site / "runs/run-2/index.html").read_text("utf-8")
    assert "uncommitted changes" not in other


def test_the_demonstration_shows_commits_and_commands_and_a_harness_with_changes() -> None:
    """R31: some runs state them, some do not, and one was made with changes that nobody committed."""
    runs = [entry.run for board in loaded(REPOSITORY).boards for entry in board.entries]
    favur = [run for run in runs if run.family == "favur"]
    assert {bool(run.harness_commit) for run in favur} == {True, False}
    assert all(bool(run.harness_commit) == bool(run.harness_command) for run in favur)
    assert [run.run_id for run in favur if run.harness_commit.endswith("-dirty")] == ["solar-drift-1"]


def test_every_page_states_or_links_what_it_rests_on(tmp_path: Path) -> None:
    site = built(small_project(tmp_path, 3))
    for path, content in contents(site).items():
        if path.endswith(".html"):
            footer = content.decode("utf-8").split("<footer")[1]
            assert "<dt>Data of</dt>" in footer, path
            assert "<dt>Made by</dt>" in footer, path
            assert "<dt>Site</dt>" in footer, path
