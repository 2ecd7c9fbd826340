"""Does the order of a board hold? How far ranks move under other weights and amounts, and where they flip."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.leaders import Named, named
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.rank_reversals import RankReversal, rank_reversals_of
from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Graph
from site_builder.scoring.variant import weights_of
from site_builder.site_data import Board, Entry
from site_builder.statistics.dirichlet import spread_of_share
from site_builder.studies import amount_sensitivity, weight_sensitivity
from site_builder.studies.groups import label
from site_builder.studies.random_weights import Drawn, draw_orders
from site_builder.studies.reweighing import varied_nodes
from site_builder.studies.scenarios import Flip, Ranked, Scenario, Sensitivity, Swing

MOST = 100
"""Ranked runs over which a board is tried; the first ones of a larger board, and the page says so."""


class Weight(msgspec.Struct, frozen=True):
    """One weight that is varied."""

    node: str
    name: str
    weight: Cell
    share: Cell
    """Of the sum of the node's weights."""
    spread: Cell
    """Standard deviation of the share over the draws."""


class Weighing(msgspec.Struct, frozen=True):
    """A node whose weights are varied."""

    node: str
    name: str
    weights: tuple[Weight, ...]
    now: str
    """The weights, as ``3 : 2 : 2``."""
    label: str
    """Of the draws."""


class Reach(msgspec.Struct, frozen=True):
    """How far one run's rank moves."""

    run: Named
    rank: Cell
    by_weights: tuple[Cell, Cell]
    """Best and worst rank over the draws and the trials."""
    first: Cell
    """Share of the draws in which it is first."""
    by_amounts: tuple[Cell, Cell] | None
    group: str
    """The label that runs with the same amount share; empty where no amount is varied."""


class Trial(msgspec.Struct, frozen=True):
    """One change and what it does to the order."""

    title: str
    moved: Cell
    leaders: tuple[Named, ...]


class Amounts(msgspec.Struct, frozen=True):
    """The amount at stake, varied for one group of runs at a time."""

    name: str
    of: str
    groups: Cell
    factors: tuple[str, ...]
    trials: tuple[Trial, ...]


class SensitivityView(msgspec.Struct, frozen=True):
    """What the section of a board says of its order under other choices."""

    weighings: tuple[Weighing, ...]
    weight_factors: tuple[str, ...]
    by_weights: tuple[Trial, ...]
    """Empty where there are too many weights to combine."""
    amounts: Amounts | None
    considered: Cell
    ranked: Cell
    draws: Cell
    concentration: Cell
    first_holds: Cell
    """Share of the draws in which the first of the board is first."""
    kept: Cell
    """Runs whose rank is the same in every draw and trial."""
    same_leader: Cell
    """Trials in which the first of the board is still the first, alone or tied."""
    trials: Cell
    reaches: tuple[Reach, ...]
    reversals: tuple[RankReversal, ...]
    pairs: Cell
    """Pairs of neighbours among the runs considered."""


def sensitivity_of(lookup: SiteLookup, board: Board) -> SensitivityView | None:
    """Try the order of a board; ``None`` where there is nothing to vary or fewer than two runs are ranked.

    Two tenths of a second for a hundred runs, so the lookup keeps what was found.
    """
    return lookup.once(partial(_tried, lookup, board), "sensitivity", board.id)


def _tried(lookup: SiteLookup, board: Board) -> SensitivityView | None:
    nodes = varied_nodes(board.graph)
    entries = board.ranked[:MOST]
    ranked = [(entry.run, entry.scored) for entry in entries]
    drawn = draw_orders(ranked, nodes, memory=lookup.drawn.get(board.id)) if len(entries) > 1 else None
    if drawn is None:
        return None
    found = Found(drawn, _by_weights(ranked, nodes), _by_amounts(board, ranked))
    return _view(lookup, board, entries, found)


def _by_weights(ranked: Ranked, nodes: tuple[str, ...]) -> Sensitivity:
    graph = ranked[0][1].graph
    if len(nodes) == 1 and len(weights_of(graph, nodes[0])) <= weight_sensitivity.MOST_COMBINED:
        return weight_sensitivity.sensitivity_to_weights(ranked, nodes[0])
    return Sensitivity((), (), weight_sensitivity.flips(ranked, nodes))


def _by_amounts(board: Board, ranked: Ranked) -> Sensitivity | None:
    varied = board.graph.layout.varied
    if varied is None:
        return None
    group_of = {run.run_id: label(run, varied.amount_of) for run, _ in ranked}
    return amount_sensitivity.sensitivity_to_amounts(ranked, varied.amount, group_of, medians=board.medians)


class Found(NamedTuple):
    """What the studies of one board gave."""

    drawn: Drawn
    by_weights: Sensitivity
    by_amounts: Sensitivity | None


def _view(lookup: SiteLookup, board: Board, entries: tuple[Entry, ...], found: Found) -> SensitivityView:
    drawn, of_weights, of_amounts = found
    graph = board.graph
    runs = {entry.run.run_id: named(lookup, entry) for entry in entries}
    trials = [*of_weights.scenarios, *(of_amounts.scenarios if of_amounts else ())]
    first = {entry.run.run_id for entry in entries if entry.standing.rank == 1}
    varied = graph.layout.varied
    groups = {entry.run.run_id: label(entry.run, varied.amount_of) for entry in entries} if varied else {}
    reaches = _reaches(runs, groups, found)
    amount_flips: tuple[Flip, ...] | None = of_amounts.flips if of_amounts else None
    return SensitivityView(
        weighings=tuple(_weighing(graph, node, drawn) for node in drawn.labels),
        weight_factors=tuple(exact(factor) for factor in weight_sensitivity.FACTORS),
        by_weights=tuple(_trial(runs, one, f"w{n}") for n, one in enumerate(of_weights.scenarios)),
        amounts=_amounts(board, entries, runs, of_amounts) if of_amounts else None,
        considered=count("sensitivity.runs", len(entries)),
        ranked=count("sensitivity.ranked", len(board.ranked)),
        draws=count("sensitivity.draws", drawn.draws),
        concentration=Cell("sensitivity.concentration", drawn.concentration, 0),
        first_holds=share_of("sensitivity.first_holds", drawn.first_holds, drawn.draws),
        kept=count("sensitivity.kept", sum(_is_kept(reach) for reach in reaches)),
        same_leader=count("sensitivity.same_leader", sum(bool(first & {*one.leaders}) for one in trials)),
        trials=count("sensitivity.trials", len(trials)),
        reaches=reaches,
        reversals=rank_reversals_of(graph, runs, entries, of_weights.flips, amount_flips),
        pairs=count("sensitivity.pairs", max(0, len(entries) - 1)),
    )


def share_of(node: str, part: int, whole: int) -> Cell:
    """Return a share in per cent, with a decimal where it is small."""
    share = part / whole
    return Cell(node, share, 1 if 0 < share < 0.01 else 0, form="percent")


def _weighing(graph: Graph, node: str, drawn: Drawn) -> Weighing:
    now = weights_of(graph, node)
    total = sum(now.values())
    return Weighing(
        node=node,
        name=graph.node(node).name,
        weights=tuple(
            Weight(
                name,
                graph.node(name).name,
                Cell(f"weight.{name}", weight, 0 if weight == int(weight) else 2),
                Cell(f"weight.{name}#share", weight / total, 0, form="percent"),
                _spread(name, weight / total, drawn.concentration),
            )
            for name, weight in now.items()
        ),
        now=" : ".join(exact(weight) for weight in now.values()),
        label=drawn.labels[node],
    )


def _spread(name: str, share: float, concentration: float) -> Cell:
    return Cell(f"weight.{name}#sd", spread_of_share(share, concentration), 1, form="percent")


def _amounts(board: Board, entries: tuple[Entry, ...], runs: dict[str, Named], found: Sensitivity) -> Amounts:
    varied = board.graph.layout.varied
    assert varied is not None
    return Amounts(
        name=board.graph.node(varied.amount).name,
        of=varied.amount_of,
        groups=count("sensitivity.groups", len({label(entry.run, varied.amount_of) for entry in entries})),
        factors=tuple(exact(factor) for factor in amount_sensitivity.FACTORS),
        trials=tuple(_trial(runs, one, f"a{n}") for n, one in enumerate(found.scenarios)),
    )


def _reaches(runs: dict[str, Named], groups: dict[str, str], tried: Found) -> tuple[Reach, ...]:
    drawn, of_weights, of_amounts = tried
    by_weights = {swing.run: swing for swing in of_weights.swings}
    by_amounts = {swing.run: swing for swing in (of_amounts.swings if of_amounts else ())}
    found = []
    for hold in drawn.holds:
        swing = by_weights.get(hold.run, Swing(hold.run, hold.best, hold.worst))
        best, worst = min(hold.best, swing.best), max(hold.worst, swing.worst)
        other = by_amounts.get(hold.run)
        found.append(
            Reach(
                run=runs[hold.run],
                rank=count("sensitivity.rank", hold.rank),
                by_weights=(count("weights.best", best), count("weights.worst", worst)),
                first=share_of("weights.first", hold.first, drawn.draws),
                by_amounts=(count("amounts.best", other.best), count("amounts.worst", other.worst))
                if other
                else None,
                group=groups.get(hold.run, ""),
            )
        )
    return tuple(found)


def _is_kept(reach: Reach) -> bool:
    ends = {cell.value for cell in (*reach.by_weights, *(reach.by_amounts or ()))}
    return ends == {reach.rank.value}


def _trial(runs: dict[str, Named], one: Scenario, key: str) -> Trial:
    leaders = tuple(runs[run_id] for run_id in one.leaders)
    return Trial(one.title, count(f"sensitivity.{key}.moved", one.moved), leaders)
