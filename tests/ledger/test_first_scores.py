"""The first score of a run is pinned once, and everything that no longer agrees with it is said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild
from site_builder.records.ledger import CohortEntry, ScoreEntry
from site_builder.scoring import result_cache
from site_builder.sources.ledger import Tail, read_ledger
from site_builder.sources.ledger_append import chain
from tests.build.projects import REPOSITORY, SITE, meta, small_project, write_run
from tests.ledger.projects import (
    add_run,
    correct,
    edit,
    entry,
    ledger,
    loaded,
    pinned_project,
    problems,
    score,
)
from tests.scorecrux.sessions import document


def test_every_new_run_is_pinned_with_what_its_layout_names_unrounded(tmp_path: Path) -> None:
    project = small_project(tmp_path, 4)
    pinned = score(project)
    cohort, *scores = pinned.added
    assert isinstance(cohort, CohortEntry)
    assert cohort.runs == ("run-1", "run-2", "run-3", "run-4")
    assert [one.run for one in scores if isinstance(one, ScoreEntry)] == list(cohort.runs)
    data = loaded(project)
    for one in scores:
        assert isinstance(one, ScoreEntry)
        here = entry(data, one.run)
        assert (one.cohort, one.digest, one.rubric) == (1, here.run.digest, "favur/15")
        assert one.values["composite"] == here.scored.value("composite")
        assert one.lower == here.scored["composite"].lower
        assert {"site-builder", "ruff"} <= set(one.tools)
    assert problems(project) == []


def test_withheld_values_are_in_no_ledger(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    withheld = {s.id for s in loaded(project).boards[0].graph.steps if s.node.withheld is not None}
    assert withheld
    for line in ledger(project).splitlines():
        entry = json.loads(line)
        assert not withheld & set(entry.get("values", ()))
        kept = {node for node, median in entry.get("medians", {}).items() if "withheld" in median}
        assert kept == withheld & set(entry.get("medians", ()))
        assert all(entry["medians"][node]["value"] is None for node in kept)


def test_a_cohort_with_withheld_medians_is_recomputed_while_its_exports_are_those(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    add_run(project, 5)
    assert problems(project) == []
    shutil.rmtree(project / "runs/run-4")
    assert [p.code for p in problems(project)] == ["ledger.not-recomputable", "ledger.run-gone"]


def test_a_second_time_adds_nothing_and_says_so(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    before = ledger(project)
    again = score(project, 1)
    assert (again.added, again.known, again.problems) == ((), 4, ())
    assert again.words == ["Nothing to add to runs/ledger.jsonl: 4 were pinned before."]
    assert ledger(project) == before


def test_a_run_on_two_boards_is_counted_once_and_not_before_it_is_pinned(
    tmp_path: Path,
) -> None:
    again = "  - family: favur\n    rubric: favur/15\n    runs: runs\n    cohort: circles\n    id: second\n"
    project = small_project(tmp_path, 4, SITE + again)
    first = score(project)
    assert (len([one for one in first.added if isinstance(one, ScoreEntry)]), first.known) == (4, 0)
    assert score(project, 1).known == 4
    edit(project, "run-2", coverage_percent=11)
    correct(project, "run-2", 2)
    corrected = score(project, 3)
    assert [one.run for one in corrected.added if isinstance(one, ScoreEntry)] == ["run-2"]
    assert corrected.known == 3


def test_a_dry_run_says_what_would_be_added_and_adds_nothing(tmp_path: Path) -> None:
    project = small_project(tmp_path, 3)
    would = score(project, dry_run=True)
    assert not (project / "runs/ledger.jsonl").exists()
    assert score(project).added == would.added


def test_a_new_run_is_pinned_and_old_entries_stay(tmp_path: Path) -> None:
    """R21, R36."""
    project = pinned_project(tmp_path)
    before = ledger(project)
    add_run(project, 5)
    pinned = score(project, 1)
    assert ledger(project).startswith(before)
    assert [type(one).__name__ for one in pinned.added] == ["CohortEntry", "ScoreEntry"]
    assert problems(project) == []
    then, now = loaded(project).ledger.cohorts.values()
    assert (then.runs, now.runs) == (now.runs[:-1], ("run-1", "run-2", "run-3", "run-4", "run-5"))
    assert then.medians != now.medians, "old scores were recomputed with the medians of their own day"


def test_pins_are_looked_at_without_evaluating_while_medians_and_rubric_are_those(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = pinned_project(tmp_path)
    calls: list[object] = []
    real = result_cache.evaluate

    def counted(*arguments: object) -> object:
        calls.append(arguments)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(result_cache, "evaluate", counted)
    assert problems(project) == []
    assert len(calls) == 4, "each run once, for the board"


def test_another_rubric_of_the_board_adds_a_further_entry_and_the_first_stays_first(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    site = project / "site.yaml"
    site.write_text(site.read_text("utf-8").replace("favur/15", "favur/6"), encoding="utf-8")
    assert len(score(project, 1).added) == 5
    history = loaded(project).ledger.of("favur", "run-1")
    assert [one.rubric for one in history.scores] == ["favur/15", "favur/6"]
    assert history.first is history.scores[0]
    assert problems(project) == []


def test_a_changed_export_is_a_problem_until_it_is_corrected(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    edit(project, "run-2", coverage_percent=11)
    problem, note = sorted(problems(project), key=lambda one: one.severity)
    assert (note.code, note.severity) == ("ledger.not-recomputable", "note")
    assert (problem.code, problem.pointer, problem.run) == ("ledger.changed-export", "line 3", "run-2")
    assert "Entry 3" in problem.message
    assert "correct run-2" in problem.advice
    refused = score(project, 1)
    assert refused.added == ()
    assert "ledger.changed-export" in [p.code for p in refused.problems]
    correct(project, "run-2")
    assert problems(project) == [], "the correction explains why the first cohort cannot be taken again"
    (added,) = [one for one in score(project, 2).added if isinstance(one, ScoreEntry)]
    history = loaded(project).ledger.of("favur", "run-2")
    assert [one.entry for one in history.scores] == [3, added.entry]
    assert history.scores[0].digest != history.scores[1].digest == history.digest


def test_of_two_exports_with_one_id_the_pinned_one_is_the_run_whatever_the_folders_are_called(
    tmp_path: Path,
) -> None:
    project = pinned_project(tmp_path)
    before = entry(loaded(project), "run-2")
    usurper = meta("run-2", 2) | {"coverage_percent": 99}
    write_run(project / "runs/a-better-run-2", usurper)
    data = loaded(project)
    assert entry(data, "run-2").run == before.run
    assert [(one.folder, one.run_id) for one in data.left_out] == [("runs/a-better-run-2", "run-2")]
    assert [one.code for one in data.problems if one.run == "runs/a-better-run-2"] == ["favur.duplicate-run"]
    assert [one for one in data.problems if one.run == "run-2"] == []
    assert problems(project) == []


def test_a_correction_says_which_of_two_exports_with_one_id_is_the_run(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    edit(project, "run-2", coverage_percent=99)
    correct(project, "run-2")
    write_run(project / "runs/a-run-2", meta("run-2", 2))  # as it was before the correction
    assert entry(loaded(project), "run-2").run.folder == "runs/run-2"


def test_without_an_entry_in_the_ledger_the_earlier_folder_has_the_id(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    for folder in ("run-9", "b-run-9", "a-run-9"):
        write_run(project / "runs" / folder, meta("run-9", 9) | {"configuration": folder})
    data = loaded(project)
    assert entry(data, "run-9").run.folder == "runs/a-run-9"
    assert [one.folder for one in data.left_out] == ["runs/b-run-9", "runs/run-9"]


def test_a_pinned_value_that_does_not_recompute_is_named(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    read = read_ledger(project)
    import msgspec

    forged = [
        msgspec.structs.replace(
            one, values=one.values | {"composite": 99.0}, tools=one.tools | {"ruff": "0.1"}
        )
        if isinstance(one, ScoreEntry) and one.run == "run-3"
        else one
        for one in read.ledger.entries
    ]
    (project / "runs/ledger.jsonl").write_bytes(chain(forged, Tail())[1])
    (problem,) = problems(project)
    assert (problem.code, problem.pointer) == ("ledger.value-differs", "line 4")
    assert "composite of run-3 under favur/15 as 99" in problem.message
    assert "ruff" in problem.message


def test_a_pinned_rubric_that_is_gone_or_another_is_named(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    read = read_ledger(project)
    import msgspec

    def under(rubric: str, digest: str) -> list[str]:
        entries = [
            msgspec.structs.replace(one, rubric=rubric, rubric_digest=digest)
            if isinstance(one, ScoreEntry | CohortEntry)
            else one
            for one in read.ledger.entries
        ]
        (project / "runs/ledger.jsonl").write_bytes(chain(entries, Tail())[1])
        return [f"{p.code} {p.pointer}" for p in problems(project)]

    digest = "sha256:" + "1" * 64
    assert under("favur/99", digest) == ["ledger.rubric-gone line 2"]
    assert under("favur/15", digest) == ["ledger.rubric-changed line 2"]


def test_a_run_that_is_gone_is_said(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    shutil.rmtree(project / "runs/run-4")
    _, problem = problems(project)
    assert (problem.code, problem.severity) == ("ledger.run-gone", "warning")


def test_scores_under_a_draft_are_refused(tmp_path: Path) -> None:
    project = small_project(tmp_path, 3)
    text = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text("utf-8")
    folder = project / "rubric_versions/favur"
    folder.mkdir(parents=True)
    for path in (REPOSITORY / "rubric_versions/favur").glob("*.toml"):
        shutil.copy(path, folder)
    (folder / "99.yaml").write_text(text.replace('version: "15"', 'version: "99"'), encoding="utf-8")
    site = project / "site.yaml"
    site.write_text(site.read_text("utf-8").replace("favur/15", "favur/99"), encoding="utf-8")
    refused = score(project)
    assert refused.added == ()
    assert [p.code for p in refused.problems] == ["ledger.draft-rubric"]
    assert not (project / "runs/ledger.jsonl").exists()


def test_nothing_is_pinned_while_the_ledger_is_broken(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    spoilt = ledger(project).replace(b"run-2", b"run-9", 1)
    (project / "runs/ledger.jsonl").write_bytes(spoilt)
    with pytest.raises(CannotBuild, match=r"ledger\.edited"):
        score(project, 1)
    assert ledger(project) == spoilt


def test_the_ledger_is_no_export(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    lines = [json.dumps(document(f"s-{n}")) for n in range(3)]
    (tmp_path / "runs/all.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "site.yaml").write_text(
        "title: T\ntagline: t\nboards:\n  - {family: scorecrux, rubric: scorecrux/1.3, runs: runs}\n",
        encoding="utf-8",
    )
    before = loaded(tmp_path)
    assert len(score(tmp_path).added) == 4
    after = loaded(tmp_path)
    assert (after.left_out, after.problems) == (before.left_out, before.problems)


def test_a_new_rubric_is_the_reason_and_links_to_what_the_versions_do_differently(tmp_path: Path) -> None:
    """R21, R22."""
    project = pinned_project(tmp_path)
    site = project / "site.yaml"
    text = site.read_text("utf-8").replace("rubric: favur/15", "rubric: favur/6\n    also: [favur/15]")
    site.write_text(text, encoding="utf-8")
    build(project, jobs=1)
    page = project / "dist/runs/run-1"
    reasons = json.loads((page / "index.json").read_bytes())["since_first"]["reasons"]
    assert reasons[0].startswith(
        "New rubric: this board ranks by favur/6, the first score is under favur/15."
    )
    assert 'href="../../methodology/favur/6..15/index.html">what changed</a>' in (
        page / "index.html"
    ).read_text("utf-8")
    board = (project / "dist/boards/circles/index.html").read_text("utf-8")
    assert board.count("The first score of every ranked run differs") == 1
    assert "first score differs" not in board
