"""Cohorts and pairs of a campaign as tables: what ``comparison.json`` says of them, a line each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from site_builder.output.csv_table import Field, csv_line
from site_builder.pages.study_columns import COHORTS, PAIRS, TRIES

Row = Mapping[str, Any]
"""A cohort or a pair, as in ``comparison.json``."""


def cohorts_csv(comparison: Row) -> bytes:
    """Return a line for each cohort, in the order of the comparison."""
    tries = range(1, comparison["settings"]["largest_k"] + 1)
    head = [column.name for column in COHORTS.columns]
    at = head.index(TRIES)
    head[at : at + 1] = [f"pass_at_{k}" for k in tries]
    return _table(head, (_cohort(one, len(tries)) for one in comparison["cohorts"]))


def pairs_csv(comparison: Row) -> bytes:
    """Return a line for each pair, in the order of the comparison."""
    head = [column.name for column in PAIRS.columns]
    return _table(head, map(_pair, comparison["pairs"]))


def _table(head: list[str], rows: Iterable[Iterable[Field]]) -> bytes:
    return "".join([csv_line(head), *map(csv_line, rows)]).encode("utf-8")


def _cohort(one: Row, tries: int) -> Iterator[Field]:
    yield from (one["scenario_id"], one["target"], one["runs"], one["minimum_runs"], one["directional"])
    yield from (one["passes"], one["pass_rate"], *_ends(one["pass_rate_interval"]))
    known = [each["value"] for each in one["pass_at_k"]]
    yield from [*known, *["too_few_samples"] * (tries - len(known))]
    yield from (one["mean_score"], *_ends(one["mean_score_interval"]))
    for metered in (one["usage"]["cost_usd"], one["usage"]["tokens"]):
        yield metered["observed"]
        yield _per_pass(metered["per_pass"], metered["status"], one["passes"])
    yield one["review_required"]


def _pair(one: Row) -> Iterator[Field]:
    yield from (one["scenario_id"], one["contender"], one["baseline"], one["verdict"], one["direction"])
    yield from (one["difference"]["value"], *_ends(one["difference"]["interval"]))
    yield from (one["test"]["p_value"], one["alpha"], one["significant"], one["disagree"])
    for counts in (one["contender_counts"], one["baseline_counts"]):
        yield from counts
    yield one["minimum_runs"]
    for state in ("varied", "unknown"):
        yield "|".join(each["name"] for each in one["variables"] if each["state"] == state)
    yield "|".join(sorted({check["code"] for check in one["checks"]}))


def _ends(interval: Row) -> tuple[float, float]:
    return interval["lower"], interval["upper"]


def _per_pass(value: float | None, status: str, passes: int) -> float | str:
    """Return a figure per pass, or why there is none: a table of numbers must not have empty cells."""
    if value is not None and math.isfinite(value):
        return value
    if status != "complete":
        return "not_complete"
    return "too_large" if passes else "no_pass"
