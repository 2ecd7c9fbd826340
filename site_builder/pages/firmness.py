"""How firm a board's order is: the spread of repeats, what difference stands out, the rank bands."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import SiteLookup
from site_builder.records.run import RunRecord
from site_builder.site_data import Board, Entry
from site_builder.statistics.spread import NOTHING_REPEATS
from site_builder.studies.firmness import Firmness, Source, firmness_of, repeat_key

NOT_ESTIMABLE = "not estimable"
"""What stands where there is no band."""


class Standing(msgspec.Struct, frozen=True):
    """What a row says of its rank beyond the rank."""

    best: Cell
    worst: Cell
    source: Source
    repeats_of: str
    """What its repeats share: configuration as exported, and the task where a cohort has several."""


class FirmnessView(msgspec.Struct, frozen=True):
    """What a board says of its bands."""

    estimable: bool
    reason: str
    """Why there are no bands, as a clause."""
    sd: Cell
    degrees_of_freedom: Cell
    configurations: Cell
    """Configurations (on one task) with repeats."""
    runs: Cell
    """Ranked runs among those repeats."""
    least: Cell
    """The difference that two single runs must exceed."""
    beyond: bool
    """Whether that difference is greater than the whole scale, so that no two single runs are told apart."""
    t: Cell
    confidence: Cell
    borrowed: Cell
    """Ranked runs whose configuration has no repeat."""
    task: str
    tied: Cell
    """Ranked runs whose band holds rank 1."""
    unit: str


def firmness(lookup: SiteLookup, board: Board) -> Firmness:
    """Return what the repeats on a board say; worked out once."""
    return lookup.once(partial(firmness_of, board), "firmness", board.id)


def firmness_view(lookup: SiteLookup, board: Board) -> FirmnessView:
    """Return what a board's page says of its bands."""
    found = firmness(lookup, board)
    node = board.graph.node(board.graph.layout.headline)
    reason = found.pooled.reason or ("" if found.least else "the spread is too large for a number")
    if reason == NOTHING_REPEATS:
        reason = f"no configuration has two ranked runs{f' on one {found.task}' if found.task else ''}"
    least = found.least
    return FirmnessView(
        estimable=least is not None,
        reason=reason,
        sd=_figure("sd", found.pooled.sd, node.decimals + 1, reason),
        degrees_of_freedom=count("repeats.degrees_of_freedom", found.pooled.degrees_of_freedom),
        configurations=count("repeats.configurations", found.pooled.groups),
        runs=count("repeats.runs", found.pooled.n),
        least=_figure("least", least.value if least else None, node.decimals, reason),
        beyond=least is not None and _is_beyond(board, least.value),
        t=_figure("t", least.t if least else None, 3, reason),
        confidence=Cell("repeats.confidence", board.config.confidence, _places(board), form="percent"),
        borrowed=count("repeats.borrowed", sum(one == "borrowed" for one in found.sources.values())),
        task=found.task,
        tied=count("repeats.tied", sum(band.best == 1 for band in found.bands.values())),
        unit=node.unit.partition(" of ")[0],
    )


def standing_of(lookup: SiteLookup, board: Board, run: RunRecord) -> Standing | None:
    """Return what a ranked run's row says beside its rank; ``None`` for a run without a rank."""
    found = firmness(lookup, board)
    source = found.sources.get(run.run_id)
    if source is None:
        return None
    band = found.bands.get(run.run_id)
    best, worst = (
        Cell(f"band.{end}", None if value is None else float(value), 0, "", "none", NOT_ESTIMABLE)
        for end, value in (("best", band.best if band else None), ("worst", band.worst if band else None))
    )
    return Standing(best, worst, source, " / ".join(part for part in repeat_key(run, found.task) if part))


def apart(lookup: SiteLookup, board: Board, one: Entry, other: Entry) -> bool | None:
    """Return whether two ranked runs differ by more than the noise; ``None`` where that is not estimable."""
    return firmness(lookup, board).apart(one, other)


def payload(view: FirmnessView) -> dict[str, Any]:
    """Return the figures as plain data: with the scores of the rows every band follows from them."""
    return {
        "estimable": view.estimable,
        "reason": view.reason,
        "pooled_sd": view.sd.plain(),
        "degrees_of_freedom": view.degrees_of_freedom.plain(),
        "configurations_with_repeats": view.configurations.plain(),
        "runs_in_repeats": view.runs.plain(),
        "confidence": view.confidence.plain(),
        "t": view.t.plain(),
        "least_significant_difference": view.least.plain(),
        "repeats_share": ["configuration", *([view.task] if view.task else [])],
        "runs_with_borrowed_spread": view.borrowed.plain(),
        "runs_tied_with_the_first": view.tied.plain(),
    }


def standing_payload(standing: Standing | None) -> dict[str, Any]:
    """Return a row's part as plain data."""
    if standing is None:
        return {"band": None, "spread": "unranked", "repeats_of": ""}
    band = None if standing.best.value is None else [standing.best.plain(), standing.worst.plain()]
    return {"band": band, "spread": standing.source, "repeats_of": standing.repeats_of}


def _is_beyond(board: Board, difference: float) -> bool:
    least, most = board.graph.node(board.graph.layout.headline).range or (None, None)
    return least is not None and most is not None and difference > most - least


def _figure(name: str, value: float | None, decimals: int, reason: str) -> Cell:
    words = "" if value is not None else NOT_ESTIMABLE
    return Cell(f"repeats.{name}", value, decimals, "", "none", reason, text=words)


def _places(board: Board) -> int:
    return 0 if round(board.config.confidence * 100, 9) == int(round(board.config.confidence * 100, 9)) else 1
