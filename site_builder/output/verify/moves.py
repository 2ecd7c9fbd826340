"""What would move a run up one place: the published parts, held against exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from site_builder.output.verify.crossings import ways_of
from site_builder.output.verify.faults import TOLERANCE, Comparison
from site_builder.output.verify.ranking import BoardRun

PARTS_NAMED = 3
"""Parts that are named, the cheapest ones; further ones are counted."""
NEAR_NEED = 1e-9
"""How exactly a part that is needed has to be stated, of its size."""


class Needed(NamedTuple):
    """A part of a run that could make up the distance to the run above by itself."""

    share: float
    """Of the part's range."""
    need: float
    at: float
    sure: bool
    """Whether it stays inside the range by more than the last digits."""


class MovesCheck(Comparison):
    """What the record of a run says would move it up one place, part by part."""

    def __init__(self, file: str, run: BoardRun) -> None:
        super().__init__(file, f"run {run.record['run']}, ")
        self.run, self.graph = run, run.graph
        self.checked = 0
        """Parts that were found again."""
        told = run.record.get("one_place_up")
        if told is None or not self.graph.can_be_varied:
            return
        found = self._found(told["gap"])
        parts: dict[str, dict[str, float]] = told["parts"]
        listed, surely = len(parts) + told["further_parts"], sum(one.sure for one in found.values())
        if not surely <= listed <= len(found):
            self.fault("parts that would move it up one place", listed, surely)
        self.expect("parts that are named", len(parts), min(listed, PARTS_NAMED))
        for name, part in parts.items():
            self._part(name, part, found.get(name))
        left = [one.share for name, one in found.items() if name not in parts and one.sure]
        shares = [found[name].share for name in parts if name in found]
        if left and shares and min(left) < max(shares) - TOLERANCE:
            cheaper = [name for name, one in found.items() if one.share == min(left)]
            self.fault("cheapest parts that would move it up", list(parts), cheaper)

    def _part(self, name: str, told: dict[str, float], found: Needed | None) -> None:
        """Hold one part against what was found of it."""
        self.checked += 1
        need, at = (None, None) if found is None else (found.need, found.at)
        self.expect(f"{name} that is needed to move up", told["need"], need, NEAR_NEED)
        self.expect(f"{name} with what is needed", told["at"], at, NEAR_NEED)

    def _found(self, gap: float) -> dict[str, Needed]:
        """Return what is needed of each part of the means whose weights are varied, but of those means."""
        graph, run = self.graph, self.run
        gate, ways = graph.document["gate"], ways_of(graph)
        if gate is not None and run.state(gate) == 0:
            return {}
        values = [run.number(name) for name in graph.names]
        found: dict[str, Needed] = {}
        for way in ways.values():
            for name, slope in way.slopes(values).items():
                i = graph.position[name]
                least, most = graph.nodes[i].get("range", (None, None))
                now = values[i]
                if name in ways or now is None or least is None or most is None or slope <= 0:
                    continue
                need = Fraction(gap) / slope
                at, slack = float(now + need), NEAR_NEED * max(1.0, abs(most))
                if at <= most + slack:
                    share = float(need) / (most - least)
                    found[name] = Needed(share, float(need), at, at <= most - slack)
        return found
