"""The recorded runs of a suite in the order of their dates: a history, not a ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from site_builder.studies.blueprint.admission import calendar_day
from site_builder.studies.blueprint.judgement import Judgement


class HistoryRow(msgspec.Struct, frozen=True, kw_only=True):
    """One run of the history."""

    run_id: str
    folder: str
    date: str
    """As disclosed; empty where it is not to be had."""
    model: str
    model_version: str
    values: dict[str, float | None]
    """Node → value under the first rubric, for the nodes that the rubric's layout lists as columns."""


def history(runs: Iterable[Sequence[Judgement]]) -> tuple[HistoryRow, ...]:
    """Return a row for every run, oldest first; each run comes as its judgements, the pinned rubric first.

    The day counts, in whatever ISO form it is disclosed; what is no date stands where its text does.
    """
    rows = [_row(judgements) for judgements in runs if judgements]
    return tuple(sorted(rows, key=lambda row: (calendar_day(row.date) or row.date, row.run_id, row.folder)))


def _row(judgements: Sequence[Judgement]) -> HistoryRow:
    pinned = judgements[0]
    named: Mapping[str, str] = pinned.disclosures
    columns = pinned.scored.graph.layout.columns if pinned.scored is not None else []
    return HistoryRow(
        run_id=pinned.run_id,
        folder=pinned.recorded.folder,
        date=named.get("Date", ""),
        model=named.get("Model", ""),
        model_version=named.get("Model version or snapshot", ""),
        values={node: pinned.scored.value(node) if pinned.scored is not None else None for node in columns},
    )
