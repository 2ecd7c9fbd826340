"""``explain`` leads from a number to the files it was read from, and its arithmetic holds."""

from __future__ import annotations

import json
import math
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click import unstyle

from site_builder.building import build
from site_builder.cli.explaining import explain_node
from site_builder.cli.explanation_tree import Explained, Line, tree_lines
from tests.build.projects import REPOSITORY, in_this_process, meta, small_project, write_run
from tests.ruhroh.campaign_sites import CONCLUSIVE, project_with_campaigns

RUNS = sorted(path.name for path in (REPOSITORY / "runs/favur").iterdir() if "broken" not in path.name)


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("demonstration") / "project"
    shutil.copytree(REPOSITORY / "runs/favur", root / "runs/favur")
    shutil.copy(REPOSITORY / "site.yaml", root / "site.yaml")
    site = (root / "site.yaml").read_text(encoding="utf-8")
    head, _, boards = site.partition("boards:\n")
    favur = [part for part in re.split(r"(?m)^(?=  - )", boards) if "family: favur" in part]
    (root / "site.yaml").write_text(head + "boards:\n" + "".join(favur), encoding="utf-8")
    return root


def recompute(arithmetic: str) -> float:
    """Evaluate the printed arithmetic: what a reader with a pocket calculator would do."""
    if " which gives " in arithmetic:
        return float(arithmetic.rsplit(" ", 1)[1])
    if " below 1, else " in arithmetic:  # bottleneck
        base, least, more, extra, bonus = map(
            float,
            re.fullmatch(  # type: ignore[union-attr]
                r"(\S+) × (\S+) below 1, else (\S+) \+ (\S+) × (\S+)", arithmetic.replace("missing", "0")
            ).groups(),
        )
        return base * least if least < 1 else more + extra * bonus
    gate = re.fullmatch(r"0 if (\S+) is 0, else (\S+)", arithmetic)
    if gate:
        return 0.0 if gate[1] != "missing" and float(gate[1]) == 0 else float(gate[2])
    arithmetic = re.sub(r" where \S+ is not 0$| if at least \S+$", "", arithmetic)
    arithmetic = re.sub(r"2\^\(−(\S+)\)", r"2 ** (0 - \1)", arithmetic)
    text = arithmetic.replace("×", "*").replace("÷", "/").replace("−", "-")
    names = {
        "clamp": lambda x: min(1.0, max(0.0, x)),
        "ln": math.log,
        "max": lambda *x: max(x),
        "min": lambda *x: min(x),
        "round": lambda x, digits: math.floor(x * 10**digits + 0.5) / 10**digits,
    }
    return float(eval(text, {"__builtins__": {}}, names))


@pytest.mark.parametrize("run", RUNS)
def test_the_derivation_of_every_composite_holds_and_ends_at_what_was_measured(
    run: str, demonstration: Path
) -> None:
    explained = explain_node(demonstration, run, None, None, private=True)
    values = {line.node: line.value for line in explained.lines}
    assert explained.lines[0].node == "composite"
    for line in explained.lines:
        if line.arithmetic and line.value is not None:
            assert recompute(line.arithmetic) == pytest.approx(line.value, abs=1e-9), line
    ends = [line for line in explained.lines if line.formula == "measured"]
    assert ends
    for line in ends:
        if line.value is None:
            assert line.missing
        else:
            assert line.evidence, line
            assert all(item.file for item in line.evidence)
    assert any(item.pointer for line in ends for item in line.evidence)
    assert any("event" in item.note for line in ends for item in line.evidence)
    assert values["composite"] is not None


def test_the_tree_shows_numbers_in_full_and_where_they_were_read(demonstration: Path) -> None:
    done = in_this_process("explain", RUNS[0], "--depth", "20", cwd=demonstration)
    assert done.returncode == 0, done.stderr
    document = json.loads(in_this_process("explain", RUNS[0], "--json", cwd=demonstration).stdout)
    top = document["lines"][0]
    assert repr(top["value"]) in done.stdout
    assert "read from meta.json" in done.stdout
    assert max(len(line) - len(line.lstrip()) for line in done.stdout.splitlines()) > 10


def test_of_a_whole_run_the_first_levels_are_shown_and_how_to_see_all(demonstration: Path) -> None:
    done = in_this_process("explain", RUNS[0], cwd=demonstration)
    *lines, last = done.stdout.splitlines()
    assert len(lines) < 150
    document = json.loads(in_this_process("explain", RUNS[0], "--json", cwd=demonstration).stdout)
    deepest = max(line["depth"] for line in document["lines"])

    found = re.fullmatch(
        rf"(\d+) values below these are not shown: --depth {deepest} opens all, "
        rf"site-builder explain {RUNS[0]} NODE one of them\.",
        last,
    )
    assert found
    whole = in_this_process("explain", RUNS[0], "--depth", str(deepest), cwd=demonstration).stdout
    assert "not shown" not in whole
    assert set(lines) <= set(whole.splitlines())
    assert 0 < int(found[1]) < len(document["lines"])
    named = in_this_process("explain", RUNS[0], document["node"], cwd=demonstration).stdout
    assert named == whole


def test_any_node_and_any_rubric_can_be_asked_for(demonstration: Path) -> None:
    assert explain_node(demonstration, RUNS[0], "code_quality", None).node == "code_quality"
    other = explain_node(demonstration, RUNS[0], None, "favur/6")
    assert (other.rubric, other.board) == ("favur/6", "circles")
    folder = explain_node(demonstration, f"runs/favur/{RUNS[0]}/", "lint", None)
    assert folder.run == RUNS[0]
    assert explain_node(demonstration, RUNS[0], None, None, depth=1).lines[-1].depth == 1


def withheld(explained: Explained) -> list[Any]:
    return [line for line in explained.lines if line.node == "usage.cost_usd"]


def test_withheld_values_are_shown_only_when_asked_for(demonstration: Path) -> None:
    run = "circles-aurora-1"
    node = "cost_per_request"
    (hidden,) = withheld(explain_node(demonstration, run, node, None))
    assert hidden.value is None
    assert hidden.missing.startswith("withheld: ")
    (shown,) = withheld(explain_node(demonstration, run, node, None, private=True))
    cost = json.loads((demonstration / f"runs/favur/{run}/meta.json").read_text(encoding="utf-8"))
    assert shown.value == cost["usage"]["cost_usd"]
    printed = in_this_process("explain", run, node, cwd=demonstration).stdout
    assert str(cost["usage"]["cost_usd"]) not in printed


def test_coverage_is_that_of_the_published_data(demonstration: Path, tmp_path: Path) -> None:
    """What is not applicable has none in either: a role that did not run said 0.03."""
    build(demonstration, tmp_path / "site", jobs=1)
    for run in ("circles-gale-1", "circles-aurora-1"):
        record = json.loads((tmp_path / f"site/runs/{run}/index.json").read_text(encoding="utf-8"))
        lines = {line.node: line for line in explain_node(demonstration, run, None, None).lines}
        shared = record["nodes"].keys() & lines.keys()
        assert len(shared) > 50
        for node in shared:
            published = record["nodes"][node]
            if published.get("missing") == "not_applicable":
                assert lines[node].coverage is None, node
            elif published.get("missing") != "withheld":
                usual = 0.0 if "missing" in published else 1.0
                assert lines[node].coverage == published.get("coverage", usual), node
    role = explain_node(demonstration, "circles-gale-1", "roles.director", None, depth=0).lines[0]
    assert (role.coverage, role.missing.partition(":")[0]) == (None, "not applicable")
    printed = in_this_process(
        "explain", "circles-gale-1", "roles.director", "--depth", "0", cwd=demonstration
    ).stdout
    assert "coverage" not in printed


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (("circles-auror-1",), "circles-aurora-1"),
        (("circles-aurora-1", "code_qualty"), "code_quality"),
        (("circles-aurora-1", "composite", "--rubric", "favur/99"), "favur/15"),
        (("circles-broken-1",), "left out"),
    ],
)
def test_what_is_unknown_brings_suggestions(
    arguments: tuple[str, ...], suggestion: str, demonstration: Path
) -> None:
    done = in_this_process("explain", *arguments, cwd=demonstration)
    assert done.returncode == 2
    assert suggestion in done.stderr


def test_a_campaign_is_no_run_and_has_a_page_that_explains_it(tmp_path: Path) -> None:
    project = project_with_campaigns(tmp_path / "project")
    done = in_this_process("explain", CONCLUSIVE, cwd=project)
    assert done.returncode == 2
    assert "is no run of a board" in done.stderr
    assert f"campaigns/{CONCLUSIVE}/index.html" in done.stderr
    assert f"{CONCLUSIVE}/seed-catalogue/" in done.stderr


def test_the_figures_of_a_cohort_are_those_published_and_end_at_its_samples(tmp_path: Path) -> None:
    """Every figure of every cohort of one campaign, by its whole name; the files are there."""
    project = project_with_campaigns(tmp_path / "project")
    assert in_this_process("build", cwd=project).returncode == 0
    site = project / "dist" / "data" / "campaigns" / CONCLUSIVE
    cohorts = json.loads((site / "comparison.json").read_text("utf-8"))["cohorts"]
    assert len(cohorts) == 2
    results = project / "runs" / "campaigns" / CONCLUSIVE / "results"
    for cohort in cohorts:
        explained = explain_node(project, f"{CONCLUSIVE}/{cohort['id']}", None, None)
        assert (explained.campaign, explained.run, explained.node) == (CONCLUSIVE, cohort["id"], "pass_rate")
        values = {line.node: line.value for line in explained.lines}
        assert values == {
            "pass_rate": cohort["pass_rate"],
            "passes": cohort["passes"],
            "runs": cohort["runs"],
        }
        places = [item.file for line in explained.lines if line.node == "passes" for item in line.evidence]
        assert len(places) == cohort["runs"]
        assert all((results / place).is_file() for place in places)
    said = [unstyle(line) for line in tree_lines(explained)]
    assert said[0].startswith(f"Cohort {cohort['id']} of campaign {CONCLUSIVE}, rubric ruhroh/")


def test_a_cohort_that_nobody_knows_brings_suggestions(tmp_path: Path) -> None:
    project = project_with_campaigns(tmp_path / "project")
    done = in_this_process("explain", f"{CONCLUSIVE}/seed-catalogue/lantern", cwd=project)
    assert done.returncode == 2
    assert f"Perhaps one of these cohorts: {CONCLUSIVE}/seed-catalogue/lantern-orrery" in done.stderr
    assert "cohort" not in in_this_process("explain", "runs/favur/nobody", cwd=project).stderr


def test_a_cohort_is_explained_under_the_rubric_of_its_campaign_alone(tmp_path: Path) -> None:
    project = project_with_campaigns(tmp_path / "project")
    name = f"{CONCLUSIVE}/seed-catalogue/lantern-orrery"
    done = in_this_process("explain", name, "cost.per_pass", "--rubric", "favur/15", cwd=project)
    assert done.returncode == 2
    assert "Its campaign is under ruhroh/0.7." in done.stderr
    done = in_this_process("explain", name, "cost.per_pass", "--private", cwd=project)
    assert done.returncode == 0
    assert "cost.per_pass = 0.208" in done.stdout


def test_a_sample_of_a_campaign_has_a_page_that_explains_it(tmp_path: Path) -> None:
    project = project_with_campaigns(tmp_path / "project")
    result = next((project / "runs").rglob("ruhroh-loop-result.json"))
    run = json.loads(result.read_text("utf-8"))["runId"]
    done = in_this_process("explain", run, cwd=project)
    assert done.returncode == 2
    page = re.search(r"campaigns/\S+/samples/\S+/index\.html", done.stderr)
    assert page is not None
    assert in_this_process("build", cwd=project).returncode == 0
    assert run in (project / "dist" / page[0]).read_text("utf-8")


def test_a_coverage_is_told_in_ten_digits_and_a_value_in_all_of_them() -> None:
    line = Line(0, "a", "A", "points", 0.1 + 0.2, coverage=0.7 + 0.1)
    explained = Explained("r", "b", "f/1", "", "a", (line,))
    said = [unstyle(told) for told in tree_lines(explained)]
    assert said[1].endswith("0.30000000000000004 points")
    assert "  coverage 0.8" in said


def test_a_missing_value_says_why(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    data = meta("run-1", 1)
    del data["coverage_percent"]
    write_run(project / "runs/run-1", data)
    explained = explain_node(project, "run-1", "coverage_percent", None)
    assert explained.lines[0].value is None
    assert explained.lines[0].missing.startswith("not collected")
