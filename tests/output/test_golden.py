"""A small site, whole: its pages and files are what they were when somebody last read them.

``make golden`` writes them anew; the difference is then reviewed like code.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from site_builder.boards import form_boards
from site_builder.errors import Problem
from site_builder.records.release import Release
from site_builder.records.run import Evidence, LeftOut, Metric, Model, RunRecord, Supplement
from site_builder.records.site import Board, Site
from site_builder.site_data import Copies, Provenance, SiteData
from site_builder.sources.rubrics import load_graph
from tests.output.conftest import Files, rendered

HERE = Path(__file__).parent / "tiny"
EXPECTED = HERE / "expected"
KEPT = (
    "index.html",
    "boards/trial/index.html",
    "boards/trial/index.json",
    "boards/trial/index.md",
    "runs/first/index.html",
    "runs/first/index.json",
    "runs/third/index.html",
    "configurations/fast/index.html",
    "methodology/trial/1/index.html",
    "data/left-out/index.html",
    "data/trial/board.csv",
    "data/trial/metrics.csv",
    "changes/feed.xml",
    "llms.txt",
)


def tiny_run(run_id: str, day: int, configuration: str, **metrics: Metric) -> RunRecord:
    return RunRecord(
        run_id=run_id,
        family="trial",
        folder=f"runs/{run_id}",
        digest=f"sha256:{run_id.encode().hex().ljust(64, '0')}",
        cohort="trial",
        cohort_title="Trial",
        configuration=configuration,
        started_at=f"2026-02-{day:02d}T08:00:00Z",
        finished_at=f"2026-02-{day:02d}T09:30:00Z",
        harness="bench 1.0",
        models=(Model("m", "Model M", "M", "Maker"),),
        metrics=metrics,
        tools={"python": "3.11.2"},
        files=(Supplement("meta.json", 321, "ab" * 32),),
    )


def value(number: float, name: str) -> Metric:
    return Metric(value=number, evidence=(Evidence("meta.json", f"/{name}"),))


@pytest.fixture(scope="module")
def tiny() -> Files:
    loaded = load_graph(HERE / "trial" / "1.yaml", "rubric_versions/trial/1.yaml")
    assert loaded.value is not None, loaded.problems
    runs = [
        tiny_run(
            "first",
            3,
            "fast",
            passed=value(9, "passed"),
            total=value(10, "total"),
            seconds=value(10, "seconds"),
            price=value(2.5, "price"),
        ),
        tiny_run(
            "second",
            4,
            "fast",
            passed=value(7, "passed"),
            total=value(10, "total"),
            seconds=value(32.5, "seconds"),
            price=value(5, "price"),
        ),
        tiny_run(
            "third",
            5,
            "slow",
            passed=value(0, "passed"),
            total=value(10, "total"),
            seconds=Metric(reason="tool_failed", detail="the clock stopped"),
            price=Metric(reason="not_collected"),
        ),
    ]
    config = Board(family="trial", rubric="trial/1", runs="runs")
    graphs = {"trial/1": loaded.value}
    problem = Problem(
        file="runs/bad/meta.json",
        code="json.invalid",
        message="It is not JSON.",
        advice="Export again.",
        run="bad",
    )
    data = SiteData(
        site=Site(
            title="Tiny", tagline="A site to read whole.", boards=[config], demonstration="Only a test."
        ),
        boards=tuple(form_boards(config, runs, graphs, set())),
        graphs=graphs,
        left_out=(
            LeftOut(
                folder="runs/bad", run_id="", reason="meta.json is not JSON.", problems=("json.invalid",)
            ),
        ),
        problems=(problem,),
        provenance=Provenance(
            data_date="2026-02-05",
            digest=f"sha256:{'5' * 64}",
            tool_version="0",
            tools={"python": "3.11.2"},
        ),
        released={"trial/1": Release("2026-01-02", loaded.value.digest)},
        copies=Copies(rubrics={"trial/1": {"1.yaml": (HERE / "trial" / "1.yaml").read_bytes()}}),
    )
    return rendered(data)


@pytest.mark.parametrize("path", KEPT)
def test_golden_pages_and_files_are_as_they_were(tiny: Files, path: str) -> None:
    kept = EXPECTED / path
    if os.environ.get("PROOFBOARD_GOLDEN") == "write":
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(tiny[path])
    assert tiny[path] == kept.read_bytes(), f"{path} changed; `make golden` writes it anew"


def test_golden_scores_are_those_worked_by_hand(tiny: Files) -> None:
    """0.75 × 0.9 + 0.25 × 2^(−2.5 ÷ 3.75) over quality, (60 − 10) ÷ 55 over speed."""
    import json

    rows = {row["run"]: row for row in json.loads(tiny["boards/trial/index.json"])["rows"]}
    quality = 0.75 * 0.9 + 0.25 * 2 ** -(2.5 / 3.75)
    assert rows["first"]["score"] == pytest.approx(6 * quality + 4 * 50 / 55)
    assert rows["third"]["values"]["speed.points"] == {
        "missing": "tool_failed",
        "detail": "the clock stopped",
    }
    assert rows["third"]["score"] == 0.0
    assert rows["third"]["coverage"] == pytest.approx(0.6 * 0.75)
