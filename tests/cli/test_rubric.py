"""The life of a rubric version, as the commands lead through it."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
import yaml

from site_builder.errors import CannotBuild
from site_builder.sources.locks import add_to_lock
from site_builder.sources.methodology_changes import entry_for, with_entry
from site_builder.sources.rubric_text import Fields, new_version
from tests.build.projects import REPOSITORY, SITE, command, contents, in_this_process, small_project

RUBRICS = sorted((REPOSITORY / "rubric_versions").glob("*/*.yaml"))
DAY = "2026-11-30"
UNCAPPED = """
  code_quality:
    title: "Code quality"
    op: weighted_mean
"""
CAPPED = """
  code_quality:
    title: "Code quality"
    op: scale
    inputs: {x: code_quality.of_cap}
    constants: {by: 0.9}
    unit: "0–1"
    direction: higher
    range: [0, 1]
    description: "The mean of its components, at most nine tenths."
    basis: {kind: inferred, reason: "decided here"}
  code_quality.of_cap:
    title: "Share of the cap"
    op: ramp
    inputs: {x: code_quality.mean}
    constants: {full: 0.9}
    unit: "0–1"
    direction: higher
    description: "The mean of the components, nine tenths being full."
    basis: {kind: inferred, reason: "decided here"}
  code_quality.mean:
    title: "Code quality before the cap"
    op: weighted_mean
"""
REASON = """changes:
  - nodes: [code_quality, code_quality.of_cap, code_quality.mean]
    why: Above nine tenths the linter measures taste; what lies beyond it earns nothing more.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return small_project(tmp_path / "project")


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def start(project: Path, *arguments: str) -> Path:
    done = in_this_process("rubric", "new", "favur/15", *arguments, "--date", DAY, cwd=project)
    assert done.returncode == 0, done.stderr
    return project / "rubric_versions/favur/16.yaml"


def write_entry(project: Path) -> None:
    changes = project / "content/changes.md"
    lines = changes.read_text("utf-8").splitlines()
    text = ["Speed is capped." if line.startswith("REPLACE THIS LINE") else line for line in lines]
    changes.write_text("\n".join(text) + "\n", encoding="utf-8")


def standing(project: Path) -> dict[str, bytes]:
    """Return the data of the board, without what runs say of changes between versions of the rubric."""
    files = contents(project / "dist/data/circles")
    runs = [json.loads(line) for line in files["runs.jsonl"].splitlines()]
    plain = [{key: value for key, value in run.items() if key != "shifts"} for run in runs]
    return files | {"runs.jsonl": json.dumps(plain).encode()}


def problems(done_stdout: str) -> list[tuple[str, str, str]]:
    return [(p["file"], p["pointer"], p["code"]) for p in json.loads(done_stdout)["problems"]]


def test_the_help_of_each_command_shows_it_at_work(tmp_path: Path) -> None:
    for name in ("list", "new", "release"):
        assert (
            f"  site-builder rubric {name}" in in_this_process("rubric", name, "--help", cwd=tmp_path).stdout
        )


def test_the_list_says_what_is_released_and_who_ranks_by_it(project: Path) -> None:
    start(project)
    done = in_this_process("rubric", "list", "--json", cwd=project)
    assert done.returncode == 0, done.stderr
    rows = {row["id"]: row for row in json.loads(done.stdout)["rubrics"]}
    assert rows["favur/15"]["released"] == "2026-05-01"
    assert rows["favur/15"]["boards"] == ["runs"]
    assert rows["favur/15"]["supersedes"] == "6"
    assert rows["favur/16"]["released"] is None
    assert rows["favur/16"]["file"] == "rubric_versions/favur/16.yaml"
    told = in_this_process("rubric", "list", cwd=project).stdout
    assert "favur/16         draft" in told
    assert "released 2026-05-01" in told


def test_a_new_version_is_a_copy_with_everything_beside_it(project: Path) -> None:
    done = in_this_process("rubric", "new", "favur/15", "--json", "--date", DAY, cwd=project)
    assert json.loads(done.stdout) == {
        "rubric": "favur/16",
        "file": "rubric_versions/favur/16.yaml",
        "supersedes": "favur/15",
        "copied": ["rubric_versions/favur/standard_ruff.toml"],
        "changes": "content/changes.md",
    }
    made = (project / "rubric_versions/favur/16.yaml").read_text("utf-8")
    source = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text("utf-8")
    assert made.partition("\nnodes:\n")[2] == source.partition("\nnodes:\n")[2]
    for line in (
        'version: "16"',
        'supersedes: "15"',
        "title: Favur rubric 16",
        f'date: "{DAY}"',
        "changes: []",
    ):
        assert f"\n{line}\n" in made
    changes = (project / "content/changes.md").read_text("utf-8")
    assert f"### favur/16 ({DAY})\n\nREPLACE THIS LINE" in changes
    assert changes.startswith("## Methodology\n")
    built = in_this_process("build", "--json", cwd=project)
    assert built.returncode == 0
    assert {p["code"] for p in json.loads(built.stdout)["problems"]} == {"content.to-replace"}


def test_a_new_version_says_what_to_do_next(project: Path) -> None:
    told = in_this_process("rubric", "new", "favur/15", cwd=project).stdout
    for step in ("edit rubric_versions/favur/16.yaml", "rubric impact favur/16", "rubric release favur/16"):
        assert step in told
    today = dt.datetime.now(dt.UTC).date()
    data = yaml.safe_load((project / "rubric_versions/favur/16.yaml").read_text("utf-8"))
    assert abs((today - dt.date.fromisoformat(data["date"])).days) <= 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("favur/15", "favur/15"), "exists already"),
        (("favur/15", "favur/7"), "does not come after favur/15"),
        (("favur/15", "scorecrux/16"), "same family"),
        (("favur/15", "favur/x"), "same family"),
        (("favur/14",), "there is no rubric favur/14 to start from. Name one of"),
        (("favur/15", "--date", "tomorrow"), "no day"),
    ],
)
def test_what_cannot_be_started_is_refused_and_nothing_is_written(
    project: Path, arguments: tuple[str, ...], words: str
) -> None:
    before = contents(project)
    done = in_this_process("rubric", "new", *arguments, cwd=project)
    assert done.returncode == 2
    assert words in done.stderr
    assert contents(project) == before


def test_starting_twice_overwrites_nothing(project: Path) -> None:
    path = start(project)
    edit(path, ("title: Favur rubric 16", "title: Mine"))
    before = contents(project)
    assert in_this_process("rubric", "new", "favur/15", "favur/16", cwd=project).returncode == 2
    assert contents(project) == before
    assert in_this_process("rubric", "new", "favur/15", cwd=project).returncode == 0
    assert (project / "rubric_versions/favur/17.yaml").is_file()


@pytest.mark.parametrize("path", RUBRICS, ids=lambda path: "/".join(path.parts[-2:]))
def test_every_rubric_of_the_program_can_be_the_start_of_another(path: Path) -> None:
    text = path.read_text("utf-8")
    made = new_version(text, Fields("99.1", dt.date(2027, 1, 2), path.stem), path.name)
    before, after = yaml.safe_load(text), yaml.safe_load(made)
    named = ("format", "version", "title", "date", "supersedes", "changes")
    assert {key: before[key] for key in before if key not in named} == {
        key: after[key] for key in after if key not in named
    }
    assert (after["version"], after["date"], after["supersedes"]) == ("99.1", "2027-01-02", path.stem)
    comments = [line for line in text.splitlines() if line.startswith("  #")]
    assert [line for line in made.splitlines() if line.startswith("  #")] == comments


def test_a_file_that_cannot_be_told_apart_by_lines_is_refused() -> None:
    text = '{format: proofboard-rubric/1, version: "1", title: One, date: "2026-01-01"}\n'
    with pytest.raises(CannotBuild, match="No new version can be made"):
        new_version(text, Fields("2", dt.date(2027, 1, 2), "1"), "x/1.yaml")


def test_values_over_several_lines_are_replaced_whole() -> None:
    text = (
        'format: proofboard-rubric/2\nversion: "1"\ntitle: >-\n  A long\n  title 1\n\nsupersedes: null\n'
        "changes:\n- nodes: [a]\n  why: b\ndate: '2026-01-01' # said so\nnodes: {}\n"
    )
    made = new_version(text, Fields("2", dt.date(2027, 1, 2), "1"), "x/1.yaml")
    assert yaml.safe_load(made)["title"] == "A long title 2"
    assert 'title: A long title 2\n\ndate: "2027-01-02"\nchanges: []\n' in made


def test_a_release_lists_everything_that_is_missing_and_writes_nothing(project: Path) -> None:
    path = start(project)
    edit(path, ("minimum_coverage: 0.25", "minimum_coverage: 0.3"))
    before = contents(project)
    done = in_this_process("rubric", "release", "favur/16", "--date", "2026-11-29", "--json", cwd=project)
    assert done.returncode == 2
    found = problems(done.stdout)
    assert set(found) == {
        ("rubric_versions/favur/16.yaml", "/changes", "rubric.not-ready"),
        ("rubric_versions/favur/16.yaml", "/date", "rubric.not-ready"),
        ("content/changes.md", "line 6", "rubric.not-ready"),
    }
    assert "minimum_coverage" in done.stdout
    assert contents(project) == before


def test_many_unexplained_clauses_are_counted_by_their_first_words(project: Path) -> None:
    path = start(project)
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("title: Favur rubric 16", "title: X").replace('supersedes: "15"', 'supersedes: "6"')
    )
    done = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert "clauses differ (" in done.stderr
    assert "roles (" in done.stderr


def test_a_reason_that_fits_nothing_and_a_missing_entry_are_refused(project: Path) -> None:
    path = start(project)
    edit(path, ("changes: []", "changes: [{nodes: [sped], why: mistyped}]"))
    (project / "content/changes.md").write_text("## Methodology\n", encoding="utf-8")
    done = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert done.returncode == 2
    assert "fits sped" in done.stderr
    assert "no entry for favur/16" in done.stderr


@pytest.mark.parametrize("pattern", ["*", "**", "*.*", "[a-z]*"])
def test_a_pattern_that_fits_everything_is_no_reason(project: Path, pattern: str) -> None:
    path = start(project)
    edit(path, ("minimum_coverage: 0.25", "minimum_coverage: 0.3"))
    edit(path, ("changes: []", f"changes: [{{nodes: ['{pattern}'], why: everything is better}}]"))
    write_entry(project)
    done = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert done.returncode == 2
    assert f"{pattern} fits whatever differs" in done.stderr


def test_a_line_to_replace_is_on_no_page(project: Path) -> None:
    start(project)
    changes = project / "content/changes.md"
    edit(changes, ("REPLACE THIS LINE", "**REPLACE THIS LINE**"))
    built = in_this_process("build", "--json", cwd=project)
    assert {p["code"] for p in json.loads(built.stdout)["problems"]} == {"content.to-replace"}
    site = {path: data for path, data in contents(project / "dist").items() if b"REPLACE THIS" in data}
    assert list(site) == []
    assert b"Still to be written." in (project / "dist/changes/index.html").read_bytes()
    assert "still to be written" in in_this_process("rubric", "release", "favur/16", cwd=project).stderr


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('supersedes: "15"', "supersedes: null"), "does not say which version"),
        (('supersedes: "15"', 'supersedes: "14"'), "not a released version before it"),
        ((f'date: "{DAY}"', 'date: "2026-01-01"'), "before favur/15"),
    ],
)
def test_what_a_draft_says_of_its_past_has_to_be_true(
    project: Path, change: tuple[str, str], words: str
) -> None:
    edit(start(project), change)
    write_entry(project)
    done = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert done.returncode == 2
    assert words in done.stderr


def test_a_broken_draft_and_an_unknown_one_are_refused(project: Path) -> None:
    edit(start(project), ("op: band", "op: bond"))
    assert "bond" in in_this_process("rubric", "release", "favur/16", cwd=project).stderr
    done = in_this_process("rubric", "release", "favur/99", cwd=project)
    assert done.returncode == 2
    assert "no such draft" in done.stderr


def test_a_draft_goes_from_new_over_impact_to_release_and_then_never_changes(project: Path) -> None:
    """R21: after a release a change of the scorer is a change of version; R36: what stood stands."""
    (project / "site.yaml").write_text(f"{SITE}    also: [favur/6]\n", encoding="utf-8")
    assert in_this_process("score", cwd=project).returncode == 0
    pinned = (project / "runs/ledger.jsonl").read_bytes()
    assert in_this_process("build", cwd=project).returncode == 0
    before = standing(project)
    path = start(project)
    edit(path, (UNCAPPED, CAPPED))
    assert in_this_process("build", cwd=project).returncode == 0
    assert standing(project) == before
    refused = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert "3 clauses differ (code_quality, code_quality.mean, code_quality.of_cap)" in refused.stderr
    edit(path, ("changes: []\n", REASON))
    write_entry(project)
    impact = json.loads(in_this_process("rubric", "impact", "favur/16", "--json", cwd=project).stdout)
    assert (impact["draft"], impact["against"]) == ("favur/16", "favur/15")
    (board,) = impact["boards"]
    assert {run["run"] for run in board["runs"]} == {"run-1", "run-2", "run-3"}
    assert not (project / "rubric_versions/LOCK").exists()

    released = in_this_process("rubric", "release", "favur/16", "--json", cwd=project)
    assert released.returncode == 0, released.stdout
    document = json.loads(released.stdout)
    assert (document["day"], document["again"]) == (DAY, False)
    lock = (project / "rubric_versions/LOCK").read_text("utf-8")
    assert f"favur/16 {document['digest']} {DAY}\n" in lock
    again = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert again.returncode == 0
    assert "nothing changed" in again.stdout
    assert (project / "rubric_versions/LOCK").read_text("utf-8") == lock

    assert in_this_process("build", cwd=project).returncode == 0
    assert standing(project) == before
    feed = (project / "dist/changes/feed.xml").read_text("utf-8")
    assert "Favur rubric 16" in feed
    (project / "site.yaml").write_text(SITE.replace("favur/15", "favur/16"), encoding="utf-8")
    built = json.loads(command("build", "--json", cwd=project).stdout)
    assert [board["rubric"] for board in built["boards"]] == ["favur/16"]
    assert built["problems"] == []
    assert command("verify", "dist", cwd=project).returncode == 0
    assert (project / "runs/ledger.jsonl").read_bytes() == pinned, "old pins are as they were"

    edit(path, ("title: Favur rubric 16", "title: Better"))
    for words in (("build",), ("rubric", "release", "favur/16"), ("check",)):
        done = in_this_process(*words, cwd=project)
        assert done.returncode == 2
        assert "rubric.released-changed" in done.stderr


def test_lines_are_added_in_order_and_comments_stay(tmp_path: Path) -> None:
    from site_builder.records.release import Release

    digest = f"sha256:{'a' * 64}"
    for rubric in ("b/1", "a/2.10", "a/2.9", "c/1"):
        add_to_lock(tmp_path, rubric, Release("2026-01-01", digest))
    lines = (tmp_path / "LOCK").read_text("utf-8").splitlines()
    assert [line.split()[0] for line in lines if not line.startswith("#")] == [
        "a/2.9",
        "a/2.10",
        "b/1",
        "c/1",
    ]
    assert lines[0].startswith("# Released rubrics")
    assert [path.name for path in tmp_path.iterdir()] == ["LOCK"]


def test_entries_of_the_changes_are_found_by_the_id_in_their_heading() -> None:
    text = "## Methodology\n\nText.\n\n### favur/16 (2026-11-30)\n\nWhat changed.\n\n### favur/15\n\nOlder.\n"
    assert entry_for("favur/16", text) == ("2026-11-30", "What changed.", 5)
    assert entry_for("favur/15", text) == ("", "Older.", 9)
    assert entry_for("favur/1", text) is None
    added = with_entry(text, "favur/17", "2027-01-01", "New.")
    assert added.index("favur/17") < added.index("favur/16")
    assert entry_for("favur/17", added) == ("2027-01-01", "New.", 5)
    assert with_entry("", "a/1", "2027-01-01", "New.") == "### a/1 (2027-01-01)\n\nNew.\n"


def test_a_draft_in_which_nothing_differs_is_not_released(project: Path) -> None:
    start(project)
    write_entry(project)
    done = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert done.returncode == 2
    assert "Nothing in it differs from favur/15 but its name and day. Keep favur/15, or change" in done.stderr
    assert not (project / "rubric_versions/LOCK").exists()


def test_a_version_of_other_words_alone_is_released_and_says_so(project: Path) -> None:
    edit(start(project), ("  A run of an agent fleet", "  In other words, a run of an agent fleet"))
    write_entry(project)
    done = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "No clause differs from the version before, only words: every score stays as it is." in done.stdout


def test_words_that_name_a_number_of_the_version_before_are_refused(project: Path) -> None:
    """Weights are changed in one line; the words beside them are shown on pages as well."""
    path = start(project)
    edit(
        path,
        ("{role_mean: 75, completion: 25}", "{role_mean: 60, completion: 40}"),
        ("constants: {by: 7.5}", "constants: {by: 6.0}"),
        ("range: [0, 75]", "range: [0, 60]"),
        ("constants: {by: 2.5}", "constants: {by: 4.0}"),
        ("range: [0, 25]", "range: [0, 40]"),
        (
            "changes: []\n",
            "changes: [{nodes: [composite, role_points, completion_points], why: Finished counts.}]\n",
        ),
    )
    write_entry(project)
    refused = in_this_process("rubric", "release", "favur/16", "--json", cwd=project)
    assert refused.returncode == 2
    assert {pointer for _, pointer, _ in problems(refused.stdout)} == {
        "/nodes/role_points/unit",
        "/nodes/completion_points/unit",
        "/nodes/composite/description",
        "/summary",
    }
    edit(path, ("points of 75", "points of 60"), ("points of 25", "points of 40"))
    edit(path, ("75 points of roles and 25 of", "60 points of roles and 40 of"))
    edit(path, ("Up to 75 points are", "Up to 60 points are"), ("up to 25 points say", "up to 40 points say"))
    released = in_this_process("rubric", "release", "favur/16", cwd=project)
    assert released.returncode == 0, released.stderr


def test_a_board_is_not_built_with_parts_that_do_not_add_up(project: Path) -> None:
    """What a change of weights alone gives; its effect may be looked at all the same."""
    path = start(project)
    edit(path, ("{role_mean: 75, completion: 25}", "{role_mean: 60, completion: 40}"))
    assert in_this_process("rubric", "impact", "favur/16", cwd=project).returncode == 0
    assert in_this_process("build", cwd=project).returncode == 0
    (project / "site.yaml").write_text(SITE.replace("favur/15", "favur/16"), encoding="utf-8")
    for words in (("build",), ("check",), ("rubric", "release", "favur/16")):
        done = in_this_process(*words, "--json", cwd=project)
        assert done.returncode == 2
        assert ("rubric_versions/favur/16.yaml", "/layout/parts", "rubric.parts-differ") in problems(
            done.stdout
        )
