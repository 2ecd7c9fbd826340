"""A rubric in which every operator is used, and runs that reach the corners of each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from site_builder.boards import form_boards
from site_builder.output.graph_files import graph_document
from site_builder.pages import board as board_page
from site_builder.pages import run as run_page
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric import Rubric
from site_builder.records.run import Metric, RunRecord
from site_builder.records.site import Board, Exclusion, Site
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.site_data import Provenance, SiteData
from tests.verify import verifier as verify

Nodes = dict[str, dict[str, Any]]

METRICS: dict[str, list[float | None]] = {
    "tokens": [0, None],
    "turns": [0, None],
    "errors": [0, None],
    "passed": [0, None],
    "total": [0, None],
    "quality": [0, 1],
    "speed": [0, 1],
    "note": [0, 1],
    "safe": [0, 1],
    "ran": [0, 1],
}


def _op(op: str, inputs: Any, **more: Any) -> dict[str, Any]:
    return {"op": op, "inputs": inputs, **more}


COMPUTED: Nodes = {
    "work": _op("sum", ["tokens", "turns", "errors"]),
    "net": _op("difference", {"minuend": "tokens", "subtrahend": "errors"}),
    "both": _op("product", ["quality", "speed"]),
    "guarded": _op("gated_product", ["safe", "quality", "speed"]),
    "noted": _op("presume", {"x": "note"}, constants={"value": 0.5}),
    "pass_rate": _op("ratio", {"numerator": "passed", "denominator": "total"}, constants={"minimum": 3.0}),
    "percent": _op("scale", {"x": "pass_rate"}, constants={"by": 100.0, "per": 2.0}),
    "failures": _op("complement", {"x": "pass_rate"}),
    "calm": _op("reciprocal", {"x": "errors"}, constants={"plus": 1.0}),
    "some_turns": _op("at_least", {"x": "turns"}, constants={"floor": 5.0}),
    "half_up": _op("round_half_up", {"x": "half"}),
    "half_even": _op("round_half_even", {"x": "half"}),
    "half": _op("scale", {"x": "errors"}, constants={"by": 1.0, "per": 2.0}),
    "few_tokens": _op("band", {"x": "tokens"}, constants={"zero": 1000.0, "one": 200.0}),
    "many_passed": _op("band", {"x": "passed"}, constants={"zero": 0.0, "one": 20.0}),
    "few_turns": _op("log_band", {"x": "turns"}, constants={"zero": 64.0, "one": 4.0}),
    "stepped": _op("steps", {"x": "errors"}, constants={"below": [[1, 1.0], [4, 0.6]], "otherwise": 0.2}),
    "decayed": _op("decay", {"x": "errors"}, constants={"step": 0.15}),
    "ramped": _op("ramp", {"x": "quality"}, constants={"full": 0.8}),
    "centre": _op("centred", {"x": "speed"}, constants={"centre": 0.4, "width": 1.6}),
    "tokens.median": _op("cohort_median", ["tokens"], constants={"minimum": 3}),
    "notes.median": _op("cohort_median", ["note"], constants={"minimum": 8}),
    "against": _op("ratio", {"numerator": "tokens", "denominator": "tokens.median"}),
    "halved": _op("halving", {"x": "against"}),
    "plain": _op("mean", ["few_tokens", "note", "many_passed"]),
    "weighed": _op("weighted_mean", {"plain": 3.0, "note": 2.0, "few_turns": 1.0}, coverage="nested"),
    "needed": _op("weighted_mean", {"quality": 3.0, "note": 1.0}, constants={"required": ["note"]}),
    "least": _op("minimum", ["quality", "speed", "note"]),
    "most": _op("maximum", ["quality", "speed", "note"]),
    "balance": _op("harmonic_mean", {"a": "quality", "b": "speed"}),
    "neck": _op("bottleneck", {"least": "stepped", "bonus": "note"}, constants={"base": 0.8, "extra": 0.2}),
    "gated": _op("gate", {"gate": "safe", "value": "plain"}),
    "when_ran": _op("only_when", {"condition": "ran", "value": "ramped"}),
    "enough": _op("threshold", {"x": "total"}, constants={"floor": 10.0}),
    "from_notes": _op("difference", {"minuend": "note", "subtrahend": "notes.median"}),
    "whole": _op(
        "weighted_mean",
        {
            **{"both": 2.0, "guarded": 1.0, "noted": 1.0, "failures": 1.0, "calm": 1.0, "stepped": 2.0},
            **{"decayed": 1.0, "centre": 1.0, "halved": 3.0, "weighed": 4.0, "least": 1.0, "most": 1.0},
            **{"balance": 2.0, "neck": 1.0, "gated": 2.0, "when_ran": 2.0},
        },
        coverage="nested",
    ),
    "score": _op("scale", {"x": "whole"}, constants={"by": 100.0}, range=[0, 100]),
}

VALUES: dict[str, dict[str, float | str]] = {
    "best": {
        "tokens": 210,
        "turns": 5,
        "errors": 0,
        "passed": 19,
        "total": 20,
        "quality": 0.95,
        "speed": 0.9,
    },
    "twin": {"tokens": 400, "turns": 9, "errors": 1, "passed": 12, "total": 20, "quality": 0.7, "speed": 0.8},
    "twin-2": {
        "tokens": 400,
        "turns": 9,
        "errors": 1,
        "passed": 12,
        "total": 20,
        "quality": 0.7,
        "speed": 0.8,
    },
    "near": {
        "tokens": 400.001,
        "turns": 9,
        "errors": 1,
        "passed": 12,
        "total": 20,
        "quality": 0.7,
        "speed": 0.8,
    },
    "corner": {
        "tokens": 1200,
        "turns": 3,
        "errors": 4,
        "passed": 1,
        "total": 10,
        "quality": 0.9,
        "speed": 0.2,
    },
    "sparse": {"tokens": 500, "turns": 70, "errors": 9, "passed": 2, "total": 2, "quality": "tool_failed"},
    "unsafe": {
        "tokens": 300,
        "turns": 8,
        "errors": 0,
        "passed": 18,
        "total": 20,
        "quality": 0.9,
        "speed": 0.9,
    },
    "unsure": {
        "tokens": 205,
        "turns": 4,
        "errors": 0,
        "passed": 20,
        "total": 20,
        "quality": 0.99,
        "speed": 0.99,
    },
    "thin": {"passed": 3, "total": 9},
    "wrong": {
        "tokens": 450,
        "turns": 12,
        "errors": 2,
        "passed": 8,
        "total": 12,
        "quality": 1.4,
        "speed": 0.5,
    },
    "tenth": {
        "tokens": 480,
        "turns": 20,
        "errors": 3,
        "passed": 9,
        "total": 12,
        "quality": 0.5,
        "speed": 0.6,
    },
    "barred": {
        "tokens": 9000,
        "turns": 12,
        "errors": 3,
        "passed": 8,
        "total": 12,
        "quality": 0.4,
        "speed": 0.5,
    },
}
"""Run → what was measured of it; ``quality`` of 1.4 is outside of its range."""
FURTHER: dict[str, dict[str, float | str]] = {
    "best": {"note": 0.8, "safe": 1, "ran": 1},
    "twin": {"note": 0.4, "safe": 1, "ran": 1},
    "twin-2": {"note": 0.4, "safe": 1, "ran": 1},
    "near": {"note": 0.4, "safe": 1, "ran": 1},
    "corner": {"safe": 1, "ran": 0},
    "sparse": {"safe": 1, "ran": "not_applicable"},
    "unsafe": {"note": 0.7, "safe": 0, "ran": 1},
    "unsure": {"ran": 1},
    "thin": {"safe": 1},
    "wrong": {"note": 0.2, "safe": 1, "ran": 1},
    "tenth": {"note": 1.0, "safe": 1, "ran": 1},
    "barred": {"safe": 1, "ran": 1},
}


def rubric(nodes: Nodes, axes: Sequence[Mapping[str, str]] = ()) -> Rubric:
    """Return a rubric over the metrics with these computed nodes, of which some may be axes."""
    words = {"direction": "higher", "unit": "points", "description": "For tests.", "basis": "published"}
    measured = {name: {"op": "metric", "range": span} for name, span in METRICS.items()}
    document = {
        "format": "proofboard-rubric/2",
        "family": "trial",
        "version": "1",
        "title": "Every operator",
        "summary": "For tests.",
        "date": "2026-01-01",
        "supersedes": None,
        "minimum_coverage": 0.3,
        "nodes": {name: {"title": name, **words, **node} for name, node in {**measured, **nodes}.items()},
        "layout": {"headline": "score", "gate": "safe", "columns": ["errors"], "axes": [*axes]},
    }
    return Rubric.model_validate_json(json.dumps(document))


def graph(operators: Mapping[str, Operator] = OPERATORS, nodes: Nodes = COMPUTED) -> Graph:
    """Return the graph of the rubric with these operators."""
    return Graph(rubric(nodes), "sha256:" + "0" * 64, operators)


def metrics_of(values: Mapping[str, float | str]) -> dict[str, Metric]:
    """Return metrics from numbers and reasons."""
    return {
        name: Metric(reason=value) if isinstance(value, str) else Metric(value=float(value))  # type: ignore[arg-type]
        for name, value in values.items()
    }


def runs() -> list[RunRecord]:
    """Return the runs."""
    return [
        RunRecord(
            run_id=name,
            family="trial",
            folder=f"runs/{name}",
            digest=f"sha256:{name.encode().hex().ljust(64, '0')}",
            cohort="trial",
            configuration=name.partition("-")[0],
            started_at="2026-02-01T08:00:00Z",
            finished_at="2026-02-01T09:30:00Z",
            metrics=metrics_of(values | FURTHER[name]),
        )
        for name, values in VALUES.items()
    ]


def site(one: Graph) -> SiteData:
    """Return a site with one board of the runs under one graph."""
    exclude = [Exclusion(run="barred", reason="it is here for the medians")]
    config = Board(family="trial", rubric="trial/1", runs="runs", exclude=exclude)
    graphs = {one.id: one}
    return SiteData(
        site=Site(title="Trial", tagline="For tests.", boards=[config]),
        boards=tuple(form_boards(config, runs(), graphs, set())),
        graphs=graphs,
        left_out=(),
        problems=(),
        provenance=Provenance("2026-02-01", "sha256:" + "1" * 64, tool_version="0", tools={}),
    )


def faults(data: SiteData) -> list[verify.Fault]:
    """Return what the verifier says of every run and board of a site, as a build asks it."""
    lookup = SiteLookup(data)
    graphs = {one.id: verify.Graph(_plain(graph_document(one))) for one in lookup.graphs}
    found: list[verify.Fault] = []
    for board in data.boards:
        records = {
            entry.run.run_id: _plain(run_page.payload(run_page.view_of(lookup, lookup.of(entry.run))))
            for entry in board.entries
        }
        for run_id, record in records.items():
            found += verify.RunPage(f"runs/{run_id}/index.json", record, graphs).faults
        of_board = {run_id: verify.BoardRun(record, graphs) for run_id, record in records.items()}
        page = _plain(board_page.content(board.id, lookup).payload)
        found += verify.BoardCheck("board.json", page, of_board, graphs).faults
    return found


def _plain(data: Any) -> Any:
    return json.loads(msgspec.json.encode(data))
