"""R22: the page on favur/6 and favur/15 lists every score and rank change; both boards agree."""

from __future__ import annotations

import csv
import json
import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from site_builder.building import build
from site_builder.cli import rubric_diffing
from site_builder.cli.commands import app
from site_builder.studies.rubric_diff.attribution import Attributor
from tests.build.projects import REPOSITORY, in_this_process
from tests.output.html_reader import read
from tests.scoring.rubrics import released

PAGE = "methodology/favur/6..15"
SITE = """title: Two versions
tagline: The same runs under both.
boards:
  - {family: favur, rubric: favur/15, runs: runs/favur, also: [favur/6]}
  - {family: favur, rubric: favur/6, runs: runs/favur}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Favur runs of the demonstration on a board for each version, built once."""
    root = tmp_path_factory.mktemp("versions") / "project"
    shutil.copytree(REPOSITORY / "runs/favur", root / "runs/favur")
    (root / "site.yaml").write_text(SITE, encoding="utf-8")
    build(root, jobs=1)
    return root


def data(project: Path, path: str) -> Any:
    return json.loads((project / "dist" / path).read_text("utf-8"))


def boards(project: Path) -> list[Any]:
    """Return the data of every board under both versions."""
    listed = data(project, f"{PAGE}/index.json")["boards"]
    return [data(project, f"{PAGE}/{one['board']}/index.json") for one in listed]


def rows(project: Path, board: str) -> dict[str, Any]:
    return {row["run"]: row for row in data(project, f"data/{board}/board.json")["rows"]}


def test_scores_and_ranks_are_those_of_both_boards(project: Path) -> None:
    found = boards(project)
    assert [one["board"] for one in found] == ["circles", "solar-system"]
    for one in found:
        newer, older = rows(project, one["board"]), rows(project, f"{one['board']}-favur-6")
        assert {run["run"] for run in one["runs"]} == newer.keys() == older.keys()
        for run in one["runs"]:
            before, after = older[run["run"]], newer[run["run"]]
            assert (run["before"]["score"], run["rank_before"]) == (before["score"], before["rank"])
            assert (run["after"]["score"], run["rank_after"]) == (after["score"], after["rank"])
            assert (run["unranked_before"], run["unranked_after"]) == (before["unranked"], after["unranked"])


def test_rank_changes_are_those_of_a_new_sort(project: Path) -> None:
    for one in boards(project):
        ranked = [run for run in one["runs"] if run["rank_before"] and run["rank_after"]]
        for end in ("before", "after"):
            order = sorted(ranked, key=lambda run: -run[end]["score"])
            for run in ranked:
                better = sum(other[end]["score"] > run[end]["score"] for other in order)
                among = sum(other[f"rank_{end}"] < run[f"rank_{end}"] for other in order)
                assert better == among
        for run in ranked:
            passed = {
                other["run"]
                for other in ranked
                if other["before"]["score"] > run["before"]["score"]
                and other["after"]["score"] < run["after"]["score"]
            }
            assert (set(run["passed"]), run["passes"]) == (passed, len(passed))


def test_clauses_and_addends_sum_to_the_change_of_every_run(project: Path) -> None:
    moved = 0
    for one in boards(project):
        for run in one["runs"]:
            change = run["after"]["score"] - run["before"]["score"]
            assert sum(move["change"] for move in run["attribution"]) == pytest.approx(change, abs=1e-9)
            assert run["change"] == change
            for move in run["attribution"]:
                assert move["addends"]
                addends = sum(addend["change"] for addend in move["addends"])
                assert addends == pytest.approx(move["change"], abs=1e-9)
            moved += change != 0
    assert moved


def test_the_page_of_two_versions_sums_up_its_boards_and_names_the_largest_movers(project: Path) -> None:
    page = data(project, f"{PAGE}/index.json")
    for line, one in zip(page["boards"], boards(project), strict=True):
        assert (line["runs"], line["moved"]) == (len(one["runs"]), one["moved"])
        changes = {run["run"]: run["change"] for run in one["runs"]}
        assert line["up"]["change"] == max(changes.values()) == changes[line["up"]["run"]] > 0
        assert line["down"]["change"] == min(changes.values()) == changes[line["down"]["run"]] < 0
    for key in ("runs", "moved", "moved_rank"):
        assert page["totals"][key] == sum(line[key] for line in page["boards"])
    html = (project / f"dist/{PAGE}/index.html").read_text("utf-8")
    lead = " ".join(read(html.encode()).all("main")[0].text.split())
    most = max(page["boards"], key=lambda line: line["up"]["change"])["up"]["run"]
    assert f"largest rise {most} +" in lead
    assert f'circles/index.html#run-{page["boards"][0]["up"]["run"]}"' in html


def test_a_reason_in_the_place_of_ranks_has_a_line_of_its_own_on_a_phone(tmp_path: Path) -> None:
    for run in ("circles-gale-1", "circles-delta-1", "circles-flint-1"):
        shutil.copytree(REPOSITORY / "runs/favur" / run, tmp_path / "runs/favur" / run)
    excluded = "rubric: favur/15, runs: runs/favur, exclude: [{run: circles-gale-1, reason: it was a trial}]"
    site = SITE.replace("rubric: favur/15, runs: runs/favur", excluded, 1)
    (tmp_path / "site.yaml").write_text(site, encoding="utf-8")
    build(tmp_path, jobs=1)
    html = (tmp_path / f"dist/{PAGE}/circles/index.html").read_text("utf-8")
    cells = re.findall(r'<td class="(rank-change[^"]*)">(.*?)</td>', html)
    assert {kind for kind, text in cells if "it was a trial" in text} == {"rank-change whole"}
    assert {kind for kind, text in cells if "&rarr;" in text} == {"rank-change"}


def test_the_table_of_all_runs_says_the_same(project: Path) -> None:
    listed = {(one["board"], run["run"]): run for one in boards(project) for run in one["runs"]}
    with (project / "dist/data/diffs/favur/6..15.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert {(row["board"], row["run"]) for row in table} == listed.keys()
    for row in table:
        run = listed[row["board"], row["run"]]
        assert float(row["change"]) == run["change"] == float(row["change:composite"])
        assert row["rank_after"] == str(run["rank_after"] or "unranked")


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("difference.csv", "data/diffs/favur/6..15.csv"),
        ("difference.json", f"{PAGE}/index.json"),
        ("difference-board.json", f"{PAGE}/circles/index.json"),
    ],
)
def test_what_is_published_of_two_versions_fits_its_schema_and_has_no_other_keys(
    project: Path, name: str, path: str
) -> None:
    schema = data(project, f"data/schemas/{name}.schema.json")
    text = (project / "dist" / path).read_text("utf-8")
    is_table = name.endswith(".csv")
    records = [numbers(row) for row in csv.DictReader(text.splitlines())] if is_table else [json.loads(text)]
    assert records
    for record in records:
        assert list(Draft202012Validator(schema).iter_errors(record)) == []
        assert {key for key in record if not key.startswith("change:")} == set(schema["required"])
    page = (project / "dist/data/index.html").read_text("utf-8")
    assert f'id="{name}"' in page
    assert "`" not in page


def numbers(row: dict[str, str]) -> dict[str, Any]:
    """Return a line of a table with its numbers as such."""
    number = re.compile(r"-?[0-9.]+(e-?[0-9]+)?")
    return {key: json.loads(text) if number.fullmatch(text) else text for key, text in row.items()}


def test_every_page_around_leads_there_and_the_feed_tells_it(project: Path) -> None:
    to_the_pair = ["methodology/favur", "methodology/favur/6", "methodology/favur/15", "changes"]
    to_the_pair += [f"{PAGE}/circles", "boards/circles-favur-6"]
    for place in to_the_pair:
        html = (project / f"dist/{place}/index.html").read_text("utf-8")
        assert 'methodology/favur/6..15/index.html"' in html, place
    to_the_board = {"boards/circles": "", "runs/circles-aurora-1": "#run-circles-aurora-1", PAGE: ""}
    for place, row in to_the_board.items():
        html = (project / f"dist/{place}/index.html").read_text("utf-8")
        assert f'methodology/favur/6..15/circles/index.html{row}"' in html, place
    machines = (project / "dist/llms.txt").read_text("utf-8")
    assert f"({PAGE}/index.json)" in machines
    assert f"({PAGE}/circles/index.json)" in machines
    feed = (project / "dist/changes/feed.xml").read_text("utf-8")
    assert "Runs under favur/15 and favur/6" in feed
    entry = next(c for c in data(project, "changes/index.json")["changes"] if c["kind"] == "comparison")
    assert re.fullmatch(
        r"Against favur/6, \d+ of \d+ runs have another score and \d+ another rank\.", entry["about"]
    )


def test_the_page_says_every_reason_that_the_newer_version_states(project: Path) -> None:
    clauses = data(project, f"{PAGE}/index.json")["clauses"]
    composite = next(clause for clause in clauses if clause["id"] == "composite")
    assert (composite["kind"], composite["reach"], len(composite["why"])) == ("changed", "score", 1)
    assert {"field": "inputs.code", "old": 18.0, "new": None} in composite["changes"]
    assert all(clause["why"] for clause in clauses if clause["reach"] == "score")


def test_impact_says_what_the_page_says(project: Path) -> None:
    done = in_this_process("rubric", "impact", "favur/15", "--json", cwd=project)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["draft"], said["against"]) == ("favur/15", "favur/6")
    page = {one["board"]: one for one in boards(project)}
    for board in said["boards"]:
        assert sorted(board["runs"], key=lambda run: run["run"]) == sorted(
            page[board["board"]]["runs"], key=lambda run: run["run"]
        )
        changes = [abs(run["change"]) for run in board["runs"]]
        assert changes == sorted(changes, reverse=True)


def test_impact_counts_the_medians_without_a_value_and_names_the_others(project: Path) -> None:
    said = json.loads(in_this_process("rubric", "impact", "favur/15", "--json", cwd=project).stdout)
    medians = said["boards"][0]["medians"]
    told = [one for one in medians if (one["before"], one["after"]) != (None, None)]
    assert 0 < len(told) < len(medians)
    shown = in_this_process("rubric", "impact", "favur/15", "--top", "99", cwd=project).stdout
    hidden = len(medians) - len(told)
    assert f"{len(medians)} cohort medians changed, came in or went; {hidden} of them" in shown
    assert all(f"    {one['node']}: " in shown for one in told)
    assert "no value that may be shown" not in shown


def test_impact_says_how_many_moves_of_a_run_it_leaves_out(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rubric_diffing, "SHOWN_NAMES", 0)
    said = CliRunner().invoke(app, ["rubric", "impact", "favur/15", "--top", "99", "--project", str(project)])
    moves = [len(run["attribution"]) for board in boards(project) for run in board["runs"]]
    found = re.findall(r"… and (\d+) more; --json lists all", said.stdout)
    assert found
    assert sorted(map(int, found)) == sorted(count for count in moves if count)


def test_impact_takes_the_file_of_a_draft_and_names_what_it_cannot(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "favur/16.yaml"
    file.parent.mkdir()
    text = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text("utf-8")
    text = text.replace('version: "15"', 'version: "16"').replace('supersedes: "6"', 'supersedes: "15"')
    text = text.replace("{role_mean: 75, completion: 25}", "{role_mean: 60, completion: 40}")
    file.write_text(text, encoding="utf-8")
    shutil.copy(REPOSITORY / "rubric_versions/favur/standard_ruff.toml", file.parent)
    done = in_this_process("rubric", "impact", str(file), cwd=project)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("favur/16 against favur/15: ")
    moved = re.findall(r"^ +([+-]\S+)  circles-\S+  .*\n +([+-]\S+) (.*)$", done.stdout, re.MULTILINE)
    assert moved
    assert all(change == part and clause == "Composite" for change, part, clause in moved)
    wrong = in_this_process("rubric", "impact", "favur/99", cwd=project)
    assert wrong.returncode == 2
    assert "rubric.unknown" in wrong.stderr


def test_one_changed_run_is_the_only_one_that_is_evaluated_again(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "project"
    shutil.copytree(project, root, copy_function=shutil.copy2)
    build(root, jobs=1)
    file = root / "runs/favur/circles-aurora-1/meta.json"
    meta = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(meta | {"coverage_percent": 12.5}), encoding="utf-8")
    evaluated = []
    telescope = Attributor.telescope

    def counted(self: Attributor, *arguments: Any) -> Any:
        evaluated.append(arguments)
        return telescope(self, *arguments)

    monkeypatch.setattr(Attributor, "telescope", counted)
    before = boards(root)
    build(root, jobs=1)
    assert len(evaluated) == 1
    assert [old != new for old, new in zip(before, boards(root), strict=True)] == [True, False]


def test_diff_lists_the_clauses_for_people_and_machines(project: Path) -> None:
    done = in_this_process("rubric", "diff", "favur/6", "favur/15", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "weight of Role mean: — → 75" in done.stdout
    said = json.loads(in_this_process("rubric", "diff", "favur/6", "favur/15", "--json", cwd=project).stdout)
    assert said["clauses"] == data(project, f"{PAGE}/index.json")["clauses"]
    other = in_this_process("rubric", "diff", "favur/6", "scorecrux/1.3", cwd=project)
    assert (other.returncode, "rubric.other-family" in other.stderr) == (2, True)


def test_the_page_of_a_version_says_what_changed_since_the_one_before_and_why(project: Path) -> None:
    """R22, R26."""
    stated = released("favur/15").rubric.changes
    page = (project / "dist/methodology/favur/15/index.html").read_text("utf-8")
    section = page[page.index('<section id="changed">') :]
    section = section[: section.index("</section>")]
    assert "<h2>What changed since favur/6, and why</h2>" in section
    assert f'href="../../../{PAGE}/index.html"' in section
    listed = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', section)
    assert [re.findall(r"<code>(.*?)</code>", names) for names, _ in listed] == [one.nodes for one in stated]
    assert [unescape(why) for _, why in listed] == [one.why for one in stated]
    beside = data(project, "methodology/favur/15/index.json")
    assert (beside["rubric"]["supersedes"], len(beside["changes"])) == ("favur/6", len(stated))
    assert 'id="changed"' not in (project / "dist/methodology/favur/6/index.html").read_text("utf-8")


def test_a_reason_that_all_clauses_of_a_group_have_stands_once_above_them(project: Path) -> None:
    """R22: nobody reads one sentence 29 times; and every clause still has its reason on the page."""
    html = (project / "dist" / PAGE / "index.html").read_text("utf-8")
    groups = re.findall(r'<details class="clauses".*?</details>', html, re.DOTALL)
    clauses = {one["id"]: one["why"] for one in data(project, f"{PAGE}/index.json")["clauses"]}
    shared = 0
    for group in groups:
        above, _, table = group.partition("<table")
        once = re.findall(r'<p class="why">(.*?)</p>', above)
        beside = re.findall(r'<span class="why">(.*?)</span>', table)
        names = [name for name in clauses if f"&middot; {name}</span>" in table]
        assert names
        assert not once or not beside
        for name in names:
            assert all(
                unescape(one) in [*map(unescape, once), *map(unescape, beside)] for one in clauses[name]
            )
        if len(names) > 1 and beside:
            assert len({tuple(clauses[name]) for name in names}) > 1, names
        shared += bool(once)
    assert shared > 10
