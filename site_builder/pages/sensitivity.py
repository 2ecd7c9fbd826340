"""Does the order of a board hold? How far ranks move under other weights and amounts, and where they flip."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from site_builder.pages.atlas import Atlas
from site_builder.pages.cells import Cell, count
from site_builder.pages.leaders import Named, named
from site_builder.scoring.explain import exact
from site_builder.scoring.variant import weights_of
from site_builder.site_data import Board, Entry
from site_builder.studies import amounts, weights
from site_builder.studies.groups import label
from site_builder.studies.scenarios import Flip, Scenario, Sensitivity, Swing

MOST = 1000
"""Ranked runs over which a board is tried; the first ones of a larger board."""


class Reach(msgspec.Struct, frozen=True):
    """How far one run's rank moves."""

    run: Named
    rank: Cell
    by_weights: tuple[Cell, Cell]
    """Best and worst rank."""
    by_amounts: tuple[Cell, Cell]


class Turn(msgspec.Struct, frozen=True):
    """Where two neighbours change places: a number for each weight and each of their amounts."""

    above: Named
    below: Named
    rank: Cell
    """Of the one above."""
    weights: tuple[tuple[Cell, bool], ...]
    """For each weight: the value at which both are equal, and whether it lies in the neighbourhood."""
    amounts: tuple[tuple[Cell, bool], ...]
    """For the amount of the one above and of the one below: the factor at which both are equal."""


class Trial(msgspec.Struct, frozen=True):
    """One change and what it does to the order."""

    title: str
    moved: Cell
    leaders: tuple[Named, ...]


class SensitivityView(msgspec.Struct, frozen=True):
    """What the section of a board says of its order."""

    weighing: str
    """Name of the value that weighs its inputs."""
    names: tuple[str, ...]
    """Of the weighed inputs."""
    now: str
    """The weights, as ``3 : 2 : 2``."""
    weight_factors: tuple[str, ...]
    amount: str
    amount_of: str
    amount_groups: Cell
    amount_factors: tuple[str, ...]
    considered: Cell
    by_weights: tuple[Trial, ...]
    by_amounts: tuple[Trial, ...]
    firm: Cell
    """Runs whose rank is the same in every trial."""
    same_leader: Cell
    """Trials in which the first of the board is still the first, alone or tied."""
    trials: Cell
    reaches: tuple[Reach, ...]
    turns: tuple[Turn, ...]


def sensitivity_of(atlas: Atlas, board: Board) -> SensitivityView | None:
    """Try the order of a board; ``None`` where the rubric names nothing to vary or fewer than two are ranked.

    About two seconds for a thousand runs, so the atlas keeps what was found.
    """
    if board.id not in atlas.tried:
        atlas.tried[board.id] = _tried(atlas, board)
    found: SensitivityView | None = atlas.tried[board.id]
    return found


def _tried(atlas: Atlas, board: Board) -> SensitivityView | None:
    varied = board.graph.layout.varied
    entries = board.ranked[:MOST]
    if varied is None or len(entries) < 2:
        return None
    ranked = [(entry.run, entry.scored) for entry in entries]
    group_of = {run.run_id: label(run, varied.amount_of) for run, _ in ranked}
    of_weights = weights.sensitivity_to_weights(ranked, varied.weights, medians=board.medians)
    of_amounts = amounts.sensitivity_to_amounts(ranked, varied.amount, group_of, medians=board.medians)
    return _view(atlas, board, entries, of_weights, of_amounts)


def _view(
    atlas: Atlas,
    board: Board,
    entries: tuple[Entry, ...],
    of_weights: Sensitivity,
    of_amounts: Sensitivity,
) -> SensitivityView:
    graph, varied = board.graph, board.graph.layout.varied
    assert varied is not None
    runs = {entry.run.run_id: named(atlas, entry) for entry in entries}
    now = weights_of(graph, varied.weights)
    trials = [*of_weights.scenarios, *of_amounts.scenarios]
    first = {entry.run.run_id for entry in entries if entry.standing.rank == 1}
    amount_swings = {swing.run: swing for swing in of_amounts.swings}
    reaches = tuple(_reach(runs, swing, amount_swings[swing.run]) for swing in of_weights.swings)
    return SensitivityView(
        weighing=graph.node(varied.weights).name,
        names=tuple(graph.node(name).name for name in now),
        now=" : ".join(exact(weight) for weight in now.values()),
        weight_factors=tuple(exact(factor) for factor in weights.FACTORS),
        amount=graph.node(varied.amount).name,
        amount_of=varied.amount_of,
        amount_groups=count(
            "sensitivity.groups", len({label(entry.run, varied.amount_of) for entry in entries})
        ),
        amount_factors=tuple(exact(factor) for factor in amounts.FACTORS),
        considered=count("sensitivity.runs", len(entries)),
        by_weights=tuple(_trial(runs, one, f"w{n}") for n, one in enumerate(of_weights.scenarios)),
        by_amounts=tuple(_trial(runs, one, f"a{n}") for n, one in enumerate(of_amounts.scenarios)),
        firm=count("sensitivity.firm", sum(_is_firm(reach) for reach in reaches)),
        same_leader=count("sensitivity.same_leader", sum(bool(first & {*one.leaders}) for one in trials)),
        trials=count("sensitivity.trials", len(trials)),
        reaches=reaches,
        turns=_turns(runs, entries, tuple(now), of_weights.flips, of_amounts.flips),
    )


def _reach(runs: dict[str, Named], by_weights: Swing, by_amounts: Swing) -> Reach:
    return Reach(
        run=runs[by_weights.run],
        rank=count("sensitivity.rank", by_weights.rank),
        by_weights=(count("weights.best", by_weights.best), count("weights.worst", by_weights.worst)),
        by_amounts=(count("amounts.best", by_amounts.best), count("amounts.worst", by_amounts.worst)),
    )


def _is_firm(reach: Reach) -> bool:
    ends = {cell.value for cell in (*reach.by_weights, *reach.by_amounts)}
    return ends == {reach.rank.value}


def _trial(runs: dict[str, Named], one: Scenario, key: str) -> Trial:
    leaders = tuple(runs[run_id] for run_id in one.leaders)
    return Trial(one.title, count(f"sensitivity.{key}.moved", one.moved), leaders)


def _turns(
    runs: dict[str, Named],
    entries: tuple[Entry, ...],
    names: tuple[str, ...],
    of_weights: tuple[Flip, ...],
    of_amounts: tuple[Flip, ...],
) -> tuple[Turn, ...]:
    weight_flips = {(flip.above, flip.below, flip.changes): flip for flip in of_weights}
    amount_flips: dict[tuple[str, str], list[Flip]] = {}
    for flip in of_amounts:
        amount_flips.setdefault((flip.above, flip.below), []).append(flip)
    found = []
    for above, below in pairwise(entries):
        pair = above.run.run_id, below.run.run_id
        by_weight = [weight_flips.get((*pair, name)) for name in names]
        by_amount: list[Flip | None] = [*amount_flips.get(pair, [None, None])]
        if not any([*by_weight, *by_amount]):
            continue
        assert above.standing.rank is not None
        found.append(
            Turn(
                above=runs[pair[0]],
                below=runs[pair[1]],
                rank=count("sensitivity.rank", above.standing.rank),
                weights=tuple(_point(f"weights.{n}", flip) for n, flip in zip(names, by_weight, strict=True)),
                amounts=tuple(
                    _point(f"amounts.{side}", flip)
                    for side, flip in zip(("above", "below"), by_amount, strict=True)
                ),
            )
        )
    return tuple(found)


def _point(name: str, flip: Flip | None) -> tuple[Cell, bool]:
    if flip is None:
        return Cell(name, None, 2, "", "none", "no value brings them to change places", text="never"), False
    return Cell(name, flip.at, 2), flip.within


def payload(view: SensitivityView) -> dict[str, Any]:
    """Return the section as plain data."""
    return {
        "weights": {"of": view.weighing, "now": view.now, "factors": list(view.weight_factors)},
        "amounts": {
            "of": view.amount,
            "for_each": view.amount_of,
            "groups": view.amount_groups.plain(),
            "factors": list(view.amount_factors),
        },
        "runs": view.considered.plain(),
        "trials": view.trials.plain(),
        "same_leader": view.same_leader.plain(),
        "firm": view.firm.plain(),
        "by_weights": [_trial_payload(trial) for trial in view.by_weights],
        "by_amounts": [_trial_payload(trial) for trial in view.by_amounts],
        "reach": [
            {
                "run": reach.run.run_id,
                "rank": reach.rank.plain(),
                "by_weights": [cell.plain() for cell in reach.by_weights],
                "by_amounts": [cell.plain() for cell in reach.by_amounts],
            }
            for reach in view.reaches
        ],
        "turns": [
            {
                "above": turn.above.run_id,
                "below": turn.below.run_id,
                "weights": {cell.node.partition(".")[2]: cell.plain() for cell, _ in turn.weights},
                "amounts": {cell.node.partition(".")[2]: cell.plain() for cell, _ in turn.amounts},
            }
            for turn in view.turns
        ],
    }


def _trial_payload(trial: Trial) -> dict[str, Any]:
    return {
        "title": trial.title,
        "moved": trial.moved.plain(),
        "leaders": [run.run_id for run in trial.leaders],
    }
