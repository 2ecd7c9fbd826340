"""Where neighbours on a board change places: the published points, held against exact arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from site_builder.output.verify.crossings import Meeting, ScoreLine, meetings, ways_of
from site_builder.output.verify.faults import TOLERANCE, Comparison, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ranking import BoardRun

NEAR_POINT = 1e-9
"""How exactly a point has to be stated, of its size, unless both scores are equal there to ``TOLERANCE``."""
Varied = tuple[str, str]
"""A node that weighs, and the input whose weight changes."""
Lines = dict[Varied, ScoreLine]
"""A run's score as a function of each weight."""


class RankReversalsCheck(Comparison):
    """The points at which neighbours on a board change places."""

    def __init__(self, file: str, board: dict[str, Any], runs: dict[str, BoardRun], graph: Graph) -> None:
        """``board`` says so under ``sensitivity``, over the runs that it lists there, in its order."""
        super().__init__(file)
        said = board["sensitivity"]
        self.graph, self.runs = graph, runs
        self.checked = 0
        """Points that were found again."""
        self.groups = {one["run"]: one.get("group") for one in said["reach"]}
        self.ways = ways_of(graph)
        self.now = {
            (name, part): weight
            for name in self.ways
            for node in (graph.nodes[graph.position[name]],)
            for part, weight in zip(node["inputs"], node["weights"])
        }
        tried = [one["run"] for one in said["reach"]]
        score = {row["run"]: row["score"] for row in board["rows"]}
        lines = [self._lines(runs[run]) for run in tried]
        neighbours = list(zip(tried, tried[1:]))
        told = [(reversal["above"], reversal["below"]) for reversal in said["rank_reversals"]]
        self.expect("pairs of neighbours", told, neighbours)
        self.expect("number of pairs of neighbours", said["pairs"], len(neighbours))
        for reversal, (above, below), pair in zip(said["rank_reversals"], neighbours, zip(lines, lines[1:])):
            self.about = f"{above} before {below}, "
            self.expect("whether both are equal", reversal["tied"], score[above] == score[below])
            self._points(reversal["weights"], pair)
            self._smallest(reversal["smallest"], reversal["weights"])
            if graph.document["amount"] is not None:
                self._amounts(reversal["amounts"], above, below)

    def _lines(self, run: BoardRun) -> Lines:
        """Return the lines of a run; none behind a closed gate, which no weight moves."""
        gate = self.graph.document["gate"]
        if gate is not None and run.state(gate) == 0:
            return {}
        values = [run.number(name) for name in self.graph.names]
        return {
            (name, part): line for name, way in self.ways.items() for part, line in way.lines(values).items()
        }

    def _points(self, told: dict[str, float], pair: tuple[Lines, Lines]) -> None:
        """Hold the weights at which a pair is equal against its lines."""
        for part in told.keys() - {part for _, part in self.now}:
            self.fault(f"weight of {part}", told[part])
        for varied, now in self.now.items():
            lines = [side[varied] for side in pair if varied in side]
            found = meetings(lines[0], lines[1], now) if len(lines) == 2 else []
            self._point(varied[1], told.get(varied[1]), now, lines, found)

    def _point(
        self, part: str, told: float | None, now: float, lines: list[ScoreLine], found: list[Meeting]
    ) -> None:
        """Hold one weight against all at which the pair is equal: it is one of them, and none is nearer."""
        what = f"weight of {part} at which both are equal"
        sure = [(_distance(one.at, now), one.at) for one in found if one.sure]
        distance, nearest = min(sure, default=(math.inf, None))
        if told is None:
            self.expect(what, None, nearest)
            return
        self.checked += 1
        if not any(_is_point(told, one.at, lines) for one in found):
            self.fault(what, told, nearest)
        elif distance < _distance(told, now) - NEAR_POINT * max(1.0, distance):
            self.fault(f"nearest {what}", told, nearest)

    def _smallest(self, change: dict[str, Any] | None, told: dict[str, float]) -> None:
        """Hold the smallest change against the points of the pair, and against the weight that is changed."""
        points = {v: _distance(told[v[1]], now) for v, now in self.now.items() if v[1] in told}
        least = min(points, key=lambda varied: (points[varied], varied), default=None)
        if change is None or least is None:
            self.expect("weight with the smallest change", change and change["weight"], least and least[1])
            return
        chosen = change["of"], change["weight"]
        if points.get(chosen, math.inf) > points[least] + TOLERANCE or chosen not in points:
            self.fault("weight with the smallest change", chosen, least)
            return
        now, at = self.now[chosen], told[chosen[1]]
        for name, again in (("now", now), ("at", at), ("by", at - now)):
            self.expect(f"smallest change, {name}", change[name], again)
        share = (at - now) / now if now else None
        self.expect("smallest change, relative", number_in(change["relative"]), share)

    def _amounts(self, told: dict[str, Any], above: str, below: str) -> None:
        """Find the factor of either amount again: scores are proportional to it, so it is their ratio."""
        high, low = self._unrounded(above), self._unrounded(below)
        factors: list[float | None] = [None, None]
        if self.groups[above] != self.groups[below] and high and low and high != low:
            factors = [low / high, high / low]
        for side, factor in zip(("above", "below"), factors):
            self.checked += factor is not None
            what = f"factor of the amount of the one {side}"
            self.expect(what, number_in(told[side]), factor, TOLERANCE)

    def _unrounded(self, run: str) -> float | None:
        """Return the product of the factors of a score; ``None`` where one is missing."""
        product = 1.0
        for name in self.graph.document["factors"]:
            factor = self.runs[run].number(name)
            if factor is None:
                return None
            product *= factor
        return product


def _distance(at: float, now: float) -> float:
    """Return how far a weight is from the present one: the logarithm of their ratio, without its sign."""
    return abs(math.log(at / now)) if at > 0 and now > 0 else math.inf


def _is_point(told: float, at: float, lines: list[ScoreLine]) -> bool:
    """Return whether a stated weight is one at which two scores are equal."""
    if abs(told - at) <= NEAR_POINT * max(abs(told), abs(at)):
        return True
    scores = [line.at(Fraction(told)) for line in lines if told >= 0]
    one, other = scores if len(scores) == 2 else (None, None)
    if one is None or other is None:
        return False
    return bool(abs(one - other) <= TOLERANCE * max(abs(one), abs(other)))
