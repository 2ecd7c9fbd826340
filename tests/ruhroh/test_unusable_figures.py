"""A figure that cannot be what it stands for is told of, and no campaign is lost for it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from site_builder.sources.importers.ruhroh.results import read_results
from site_builder.sources.importers.ruhroh.unusable_figures import ABSENT, POSITION, UNIT, ZERO
from tests.output.built_sites import built
from tests.ruhroh.campaign_sites import CONCLUSIVE, project_with_campaigns
from tests.ruhroh.samples import Json, changed, evaluation, result
from tests.ruhroh.test_economics import envelope

CRITERION = {"id": "c", "description": "It works.", "status": "passed", "score": 1}
WHOLE = result() | {"iterationsUsed": 2}
WHOLE = changed(WHOLE, "/runManifest/loop", {"maxIterations": 3})
WHOLE = changed(
    WHOLE, "/runManifest/usage", {"costUsd": 0.5, "inputTokens": 1, "outputTokens": 1, "totalTokens": 2}
)
WHOLE = changed(WHOLE, "/runAgent/economics", envelope())
WHOLE = changed(
    WHOLE,
    "/evalResult",
    evaluation(
        commandsRun=[{"command": "true", "exitCode": -9}],
        criteriaResults=[CRITERION],
        subscores={"care": 0.5},
    ),
)
AMOUNTS = (
    "/duration_ms",
    "/implementationIterationsUsed",
    "/iterationsUsed",
    "/runManifest/loop/maxIterations",
    "/runManifest/usage/costUsd",
    "/runManifest/usage/inputTokens",
    "/runManifest/usage/outputTokens",
    "/runManifest/usage/totalTokens",
    "/runAgent/economics/totals/usage/totalTokens",
)
OTHERS = {
    "/evalResult/commandsRun/0/exitCode": ZERO,
    "/evalResult/criteriaResults/0/score": UNIT,
    "/evalResult/subscores/care": UNIT,
    "/implementationRuns/0/iteration": POSITION,
}
ODD = (-1, -100_000, -1e300, 1e300, 1e15, 0.5, 1e-300, "NaN", True, [], 10**25)


def doubts(folder: Path, document: Json) -> list[tuple[str, str]]:
    (folder / "one.json").write_text(json.dumps(document), "utf-8")
    found = read_results(folder, "results", validate=False).problems
    assert all((p.code, p.file) == ("ruhroh.figure-unusable", "results/one.json") for p in found)
    return [(problem.pointer, problem.message) for problem in found]


def test_a_whole_result_is_in_no_doubt(tmp_path: Path) -> None:
    assert doubts(tmp_path, WHOLE) == []


@pytest.mark.parametrize("pointer", AMOUNTS)
@pytest.mark.parametrize("value", [-1, -1e300, 1e301, "NaN", "3", True, []])
def test_an_amount_that_is_none_is_told_of_by_its_pointer(tmp_path: Path, pointer: str, value: Any) -> None:
    message = f"The result does not state {ABSENT}."
    assert doubts(tmp_path, changed(WHOLE, pointer, value)) == [(pointer, message)]
    assert doubts(tmp_path, changed(WHOLE, pointer, None)) == []


def test_a_duration_beyond_all_measuring_is_told_of_and_missing(tmp_path: Path) -> None:
    for value in (-1, 1e300, 1e16):
        [(pointer, _)] = doubts(tmp_path, changed(WHOLE, "/duration_ms", value))
        assert pointer == "/duration_ms"
        assert read_results(tmp_path, "results", validate=False).samples[0].duration_ms is None


@pytest.mark.parametrize("pointer", OTHERS)
def test_what_counts_in_the_place_of_an_odd_figure_is_said(tmp_path: Path, pointer: str) -> None:
    [(found, message)] = doubts(tmp_path, changed(WHOLE, pointer, "NaN"))
    assert pointer.startswith(found)
    assert message == f"The result does not state {OTHERS[pointer]}."


def test_one_figure_of_many_results_is_told_of_once(tmp_path: Path) -> None:
    for n in range(3):
        document = changed(WHOLE, "/duration_ms", -1) if n else WHOLE
        (tmp_path / f"{n}.json").write_text(json.dumps(document), "utf-8")
    [problem] = read_results(tmp_path, "results", validate=False).problems
    assert problem.file == "results/1.json"
    assert problem.message.startswith("2 results, this the first of them, do not state")


def test_no_odd_figure_stops_a_build_or_is_misread(tmp_path: Path) -> None:
    root = project_with_campaigns(tmp_path)
    for folder in (root / "runs/campaigns").iterdir():
        if folder.name != CONCLUSIVE:
            shutil.rmtree(folder)
    paths = sorted((root / "runs/campaigns").rglob("ruhroh-loop-result.json"))
    for path, value in zip(paths, ODD, strict=False):
        stated = json.loads(path.read_text("utf-8"))
        stated["runAgent"]["economics"] = WHOLE["runAgent"]["economics"]
        stated["runManifest"] |= {name: WHOLE["runManifest"][name] for name in ("loop", "usage")}
        stated["evalResult"] |= {
            name: WHOLE["evalResult"][name] for name in ("commandsRun", "criteriaResults", "subscores")
        }
        for pointer in (*AMOUNTS, *OTHERS, *(["/score"] if type(value) in (int, float) else [])):
            stated = changed(stated, pointer, value)
        path.write_text(json.dumps(stated), "utf-8")
    done, files = built(root)
    told = {problem.pointer for problem in done.problems if problem.code == "ruhroh.figure-unusable"}
    assert set(AMOUNTS) <= told
    pages = [path for path in files if "/samples/" in path and path.endswith("index.json")]
    durations = [json.loads(files[path])["duration"] for path in pages]
    assert sum("missing" in str(one) for one in durations) == len(ODD) - 3
