"""Names of the numbers on pages on two versions of a rubric."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.faults import DERIVED, MATCHED, Named
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.two_versions import SUMMED

CLAUSE_KINDS = ("added", "removed", "changed")


def named_of_pair(data: dict[str, Any], graphs: dict[str, Graph]) -> Named:
    """Yield what the page on two versions shows; ``PairCheck`` and ``ClausesCheck`` make it again."""
    older, newer = (graphs[data[side]["id"]] for side in ("older", "newer"))
    for holder in (*data["groups"], dict(zip((*CLAUSE_KINDS, "words"), data["summary"]))):
        yield from ((f"clauses#{key}", holder[key], DERIVED) for key in holder if key != "title")
    for name in SUMMED:
        yield f"boards#{name}", data["totals"][name], DERIVED
    for one in data["boards"]:
        known = DERIVED if one["on_runs"] else MATCHED
        for name in (*SUMMED, "medians"):
            yield f"board#{name}", one[name], DERIVED
        for mover in (one["up"], one["down"]):
            if mover is not None:
                yield f"{newer.headline}#change", mover["change"], known
                yield f"{older.id}#rank", mover["rank_before"], known
                yield f"{newer.id}#rank", mover["rank_after"], known


def named_of_difference(data: dict[str, Any], graphs: dict[str, Graph]) -> Named:
    """Yield what a board's page on two versions shows; ``DifferenceCheck`` computes it from the runs."""
    older, newer = (graphs[data[side]["id"]] for side in ("older", "newer"))
    known = DERIVED if data["on_runs"] else MATCHED
    yield "board#runs", len(data["runs"]), DERIVED
    for name, key in (("moved", "moved"), ("moved_rank", "moved_rank"), ("medians", "medians_differing")):
        yield f"board#{name}", data[key], DERIVED
    ends = ((older, "before"), (newer, "after"))
    sides = [(f"{g.id}:{g.headline}", f"{g.id}#rank", side, f"rank_{side}") for g, side in ends]
    for run in data["runs"]:
        for score, rank, side, rank_side in sides:
            yield score, run[side]["score"], known
            yield rank, run[rank_side], known
        yield f"{newer.headline}#change", run["change"], known
        if len(run["attribution"]) == 1:
            yield from _attribution(run["attribution"][0], data["steps"], newer, known)


def _attribution(move: dict[str, Any], steps: list[str], newer: Graph, known: str) -> Named:
    """Yield the lines of an attribution in one step; of more, the values in between are only matched."""
    clause = steps[move["steps"][0]]
    yield f"{clause.partition(':')[2] or clause}#change", move["change"], known
    total = move["before"]
    yield f"{newer.id}:{newer.headline}", total, known  # as an end of the scale on which it is drawn
    for part in sorted(move["addends"], key=lambda part: part["before"] is None):
        if part["change"]:
            yield f"{part['node']}#change", part["change"], known
            total += part["change"]
            yield f"{newer.id}:{newer.headline}", total, known
