"""``metrics.csv`` of a board: every measured value of its runs, or why there is none, and the evidence."""

from __future__ import annotations

from functools import partial

from site_builder.output.board_memory import BoardMemory
from site_builder.output.csv_table import csv_line, csv_number, csv_text
from site_builder.pages.data_columns import METRIC_COLUMNS
from site_builder.records.run import NOT_COLLECTED, Evidence, Metric, RunRecord
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board


def metrics_csv(board: Board, memory: BoardMemory | None = None) -> bytes:
    """Return the table of a board, in the order of its runs and of the rubric.

    Values that the rubric withholds are left out, as are those of a role that did not run, but that it did
    not. Lines are joined here, not made field by field: a board of a hundred runs has forty thousand. Those
    of a run that is as it was are taken from ``memory``.
    """
    memory = memory or BoardMemory()
    columns = _columns(board.graph)
    roles = [role.node for role in board.graph.layout.roles]
    made = [csv_line([column.name for column in METRIC_COLUMNS]).encode("utf-8")]
    for entry in board.entries:
        absent = [role for role in roles if _did_not_run(entry.scored, role)]
        source = (board.graph.digest, entry.run.run_id, memory.record_digest(entry.run), *absent)
        made.append(memory.lines.get_or_make(source, partial(_lines, entry.run, columns, absent)))
    return b"".join(made)


def _lines(record: RunRecord, columns: list[tuple[str, str, str]], absent: list[str]) -> str:
    run, metrics = csv_text(record.run_id), record.metrics
    return "".join(
        [
            f"{run},{what},{_measured(metrics.get(metric_id, NOT_COLLECTED))}\r\n"
            for metric_id, what, role in columns
            if role not in absent
        ]
    )


def _columns(graph: Graph) -> list[tuple[str, str, str]]:
    """Return (metric, its id and unit as written, the role that it is of) of all that is listed."""
    steps = [graph.step(name) for name in graph.metrics if graph.node(name).withheld is None]
    return [
        (step.id, f"{csv_text(step.id)},{csv_text(step.node.unit)}", _role(graph, step.id)) for step in steps
    ]


def _role(graph: Graph, metric_id: str) -> str:
    if metric_id.endswith(".ran"):
        return ""
    return next((role.node for role in graph.layout.roles if metric_id.startswith(f"{role.node}.")), "")


def _did_not_run(scored: Scored, role: str) -> bool:
    absence = scored[role].absence
    return absence is not None and absence.reason == "not_applicable"


def _measured(metric: Metric) -> str:
    """Return the last six fields of a line."""
    value = metric.value
    found = f",{metric.reason or 'not_collected'}" if value is None else f"{csv_number(value)},"
    return f"{found},{csv_text(metric.detail)},{_evidence(metric.evidence)}"


def _evidence(evidence: tuple[Evidence, ...]) -> str:
    if len(evidence) == 1:
        one = evidence[0]
        return f"{csv_text(one.file)},{csv_text(one.pointer)},{csv_text(one.note)}"
    columns = ([e.file for e in evidence], [e.pointer for e in evidence], [e.note for e in evidence])
    return ",".join([csv_text("|".join(texts)) for texts in columns])
