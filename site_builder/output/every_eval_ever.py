"""Results of a board as records of Every Eval Ever, an exchange format for results of evaluations.

Each run with a score is one record, with the score and the axes as its results. What the format asks for and
nobody stated is said to be unknown; what it does not ask for and nobody stated is left out.
Source: ``eval.schema.json`` 0.2.1 of https://github.com/evaleval/every_eval_ever.
"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder import __version__
from site_builder.output.files import OutputFile
from site_builder.pages.board import BoardView
from site_builder.pages.board_rows import Row
from site_builder.pages.cells import Cell
from site_builder.pages.lookup import SiteLookup
from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board

SCHEMA = "0.2.1"
NAME = "every-eval-ever.jsonl"
UNKNOWN = "unknown"
OPEN = sys.float_info.max
"""Stands for the end of a range that is open: the format has a number there, and JSON no infinity."""


class _Metric(msgspec.Struct, frozen=True):
    """A node of a rubric, as the format describes what was evaluated."""

    name: str
    config: dict[str, Any]


class _Shared(msgspec.Struct, frozen=True):
    """What the records of a board have in common."""

    board: Board
    lookup: SiteLookup
    source: dict[str, Any]
    score: _Metric
    axes: tuple[tuple[int, _Metric], ...]
    """Each axis that the board shows, with the place of its column."""


def every_eval_ever(board: Board, view: BoardView, lookup: SiteLookup) -> OutputFile:
    """Return a record for each run of a board that has a score, in the board's order, a line each."""
    encoder = msgspec.json.Encoder()
    shared = _shared(board, view, lookup)
    runs = {entry.run.run_id: entry.run for entry in board.entries}
    scored = (row for row in view.rows if row.score.value is not None)
    lines = [encoder.encode(_record(shared, row, runs[row.run_id])) for row in scored]
    return OutputFile(f"data/{board.id}/{NAME}", b"".join([line + b"\n" for line in lines]))


def _shared(board: Board, view: BoardView, lookup: SiteLookup) -> _Shared:
    graph, headline = board.graph, board.graph.layout.headline
    axes = {axis.points or axis.node for axis in graph.layout.axes} - {headline}
    places = [(place, column.node) for place, column in enumerate(view.columns) if column.node in axes]
    return _Shared(
        board=board,
        lookup=lookup,
        source=_source(lookup),
        score=_metric(graph, headline),
        axes=tuple((place, _metric(graph, node)) for place, node in places),
    )


def _record(shared: _Shared, row: Row, run: RunRecord) -> dict[str, Any]:
    model, added = _model(run, row, shared.lookup), _seconds(row.added)
    ended = run.finished_at or run.started_at
    return {
        "schema_version": SCHEMA,
        "evaluation_id": f"{shared.board.id}/{model['id']}/{row.run_id}/{added}",
        "retrieved_timestamp": added,
        **({"evaluation_timestamp": ended} if ended else {}),
        "source_metadata": shared.source,
        "model_info": model,
        "eval_library": _library(run, shared.board.graph),
        "dedupe_identity": {"content_hash": run.digest.removeprefix("sha256:"), "hash_algorithm": "sha256"},
        "evaluation_results": list(_results(shared, row, run)),
        "detailed_evaluation_results": {"format": "json", "file_path": f"{row.address}index.json"},
    }


def _source(lookup: SiteLookup) -> dict[str, Any]:
    """Return where the record is from; how evaluators and models are related, no site says."""
    site = lookup.data.site
    return {
        "source_name": site.title,
        "source_type": "evaluation_run",
        "source_organization_name": site.title,
        **({"source_organization_url": site.url} if site.url else {}),
        "evaluator_relationship": "other",
        "additional_details": {
            "evaluator_relationship": "not stated",
            **({"demonstration": site.demonstration} if site.demonstration else {}),
        },
    }


def _model(run: RunRecord, row: Row, lookup: SiteLookup) -> dict[str, Any]:
    """Return the model of a run; of several, the configuration with all of them in its details."""
    details = {"configuration": row.configuration, "run": row.run_id}
    details |= {name: text for name, text in sorted(run.labels.items()) if name not in details}
    if len(run.models) == 1:
        (model,) = run.models
        named = {"name": lookup.name(model.name or model.id), "id": model.id}
        if model.provider:
            details["provider"] = model.provider
    else:
        name = row.configuration or UNKNOWN
        named = {"name": name, "id": name}
        if run.models:
            details["models"] = ", ".join(model.id for model in run.models)
    details |= {f"model of {role}": model for role, model in sorted(run.role_models.items())}
    return {**named, "additional_details": details}


def _library(run: RunRecord, graph: Graph) -> dict[str, Any]:
    name, _, version = run.harness.rpartition(" ")
    details = {"scored_by": f"proofboard {__version__}", "rubric": graph.id, "rubric_digest": graph.digest}
    if run.harness_commit:
        details["commit"] = run.harness_commit
    return {
        "name": name or run.harness or UNKNOWN,
        "version": version if name else UNKNOWN,
        "additional_details": details,
    }


def _results(shared: _Shared, row: Row, run: RunRecord) -> Iterator[dict[str, Any]]:
    """Yield the score, and each axis that has a value."""
    site = shared.lookup.data.site
    data: dict[str, Any] = {"dataset_name": shared.board.title, "source_type": "other"}
    if site.url:
        data |= {"source_type": "url", "url": [f"{site.url.rstrip('/')}/{row.address}"]}
    rank = {"rank": "unranked" if row.rank is None else str(row.rank), "coverage": repr(row.coverage.value)}
    yield _result(shared.score, row.score, data, run) | {
        "score_details": {"score": row.score.value, "details": rank | _bounds(row)}
    }
    for place, metric in shared.axes:
        if row.cells[place].value is not None:
            yield _result(metric, row.cells[place], data, run)


def _bounds(row: Row) -> dict[str, str]:
    """Return between which ends the score lies, whatever was not measured; an open end is left out."""
    ends = {"lower": row.lower.value, "upper": row.upper.value, "runs_of_configuration": row.repeats}
    return {name: repr(value) for name, value in ends.items() if value is not None}


def _metric(graph: Graph, name: str) -> _Metric:
    node = graph.node(name)
    low, high = node.range or (None, None)
    config = {
        "evaluation_description": node.description,
        "lower_is_better": node.direction == "lower",
        "score_type": "continuous",
        "min_score": -OPEN if low is None else low,
        "max_score": OPEN if high is None else high,
        "additional_details": {"node": name, "unit": node.unit, "rubric": graph.id},
    }
    return _Metric(node.name, config)


def _result(metric: _Metric, cell: Cell, data: dict[str, Any], run: RunRecord) -> dict[str, Any]:
    command = {"generation_config": {"generation_args": {"execution_command": run.harness_command}}}
    return {
        "evaluation_name": metric.name,
        "source_data": data,
        "metric_config": metric.config,
        "score_details": {"score": cell.value},
        **(command if run.harness_command else {}),
    }


def _seconds(day: str) -> str:
    """Return the beginning of a UTC day as Unix time in seconds, a text; of no day ``unknown``."""
    if not day:
        return UNKNOWN
    begins = dt.datetime.fromisoformat(day).replace(tzinfo=dt.UTC)
    return str(int(begins.timestamp()))
