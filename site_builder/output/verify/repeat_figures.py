"""Repeats of a configuration on one board: their mean, spread and interval, of all and of each task."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.faults import DERIVED, GIVEN, Comparison, Named, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.summaries import mean_of, spread_of

FIGURES = {
    "n": "n",
    "mean": "mean",
    "sd": "sample_standard_deviation",
    "least": "least",
    "greatest": "greatest",
}
"""End of a name → key of what repeats come to."""
UNNAMED_TASK = "not stated"


class RepeatsCheck(Comparison):
    """What the page of a configuration says of one board, summed up again from its rows.

    The interval of the mean, which takes a thousand resamples, is drawn by ``ConfigurationsCheck``.
    """

    def __init__(self, file: str, board: dict[str, Any], graphs: dict[str, Graph]) -> None:
        super().__init__(file, f"repeats on {board['board']}: ")
        rows = board["rows"]
        self._figures("all", board, rows)
        by_task = rows_by_task(board, graphs[board["rubric"]["id"]])
        self.expect("tasks", list(board["by_task"]), list(by_task))
        for task, part in board["by_task"].items():
            self._figures(task, part, by_task.get(task, []))
        for name, value in board["axis_means"].items():
            node = name.partition("#")[0]
            values = [number_in(row["values"].get(node)) for row in rows]
            again = mean_of([v for v in values if v is not None])
            self.expect(f"mean {node}", number_in(value), again, 1e-9)

    def _figures(self, about: str, told: dict[str, Any], rows: list[dict[str, Any]]) -> None:
        scores = scores_of(rows)
        again: dict[str, float | None] = {
            "n": float(len(scores)),
            "mean": mean_of(scores),
            "sample_standard_deviation": spread_of(scores),
            "least": min(scores, default=None),
            "greatest": max(scores, default=None),
        }
        for key, value in again.items():
            self.expect(f"{key} of {about}", number_in(told[key]), value, 1e-9)


def scores_of(rows: list[dict[str, Any]]) -> list[float]:
    """Return the scores of rows that have one."""
    return [score for score in (number_in(row["score"]) for row in rows) if score is not None]


def rows_by_task(board: dict[str, Any], graph: Graph) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each task, in order of its name; nothing where a board has no tasks."""
    label, found = graph.document["task"], dict[str, list[dict[str, Any]]]()
    for row in board["rows"] if label else ():
        found.setdefault(row["labels"][label], []).append(row)
    return {name or UNNAMED_TASK: found[name] for name in sorted(found)}


def named_of_repeats(board: dict[str, Any]) -> Named:
    """Yield (name, value, kind) of what the page of a configuration says of one board."""
    parts = {f"configuration.t{number}": part for number, part in enumerate(board["by_task"].values())}
    for name, part in {"configuration": board, **parts}.items():
        yield from ((f"{name}.{end}", part[key], DERIVED) for end, key in FIGURES.items())
        ends = zip(("lower", "upper"), part["interval_of_the_mean"])
        yield from ((f"{name}.{end}", value, DERIVED) for end, value in ends)
    yield "configuration.confidence", board["confidence"], GIVEN
    yield "configuration.resamples", board["resamples"], GIVEN
    yield from ((name, value, DERIVED) for name, value in board["axis_means"].items())
