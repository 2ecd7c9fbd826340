"""A board, and all boards, under two versions of a rubric."""

from __future__ import annotations

import bisect
import itertools
import math
import os
from typing import Any

from site_builder.output.verify.evaluation import Sheet
from site_builder.output.verify.faults import Comparison
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ranking import BoardAgain, BoardRun, Standing, rank_again

MOST_NAMED = 50
"""Runs named of those that a run passed."""
SUM = 1e-9
"""How exactly an attribution sums to the change."""


class DifferenceCheck(Comparison):
    """The page on a board under two versions: both ends of every run, ranks, passings, the attribution."""

    def __init__(
        self,
        file: str,
        data: dict[str, Any],
        graphs: dict[str, Graph],
        board: BoardAgain | None = None,
        sheets: dict[tuple[str, str, str], Sheet] | None = None,
    ) -> None:
        """``board`` is the board in its order; without it only what the page says of itself is checked.

        ``sheets`` holds results by (board, run, rubric), for the addends of attributions.
        """
        super().__init__(file)
        self.data, self.sheets = data, sheets or {}
        self.checked = 0
        """Runs whose ends were computed again."""
        self.graphs = graphs[data["older"]["id"]], graphs[data["newer"]["id"]]
        for side, graph in zip(("older", "newer"), self.graphs):
            self.expect(f"digest of {graph.id}", data[side]["digest"], graph.document["digest"])
        self._sums(data)
        if board is None:
            return
        on_runs = all(graph.id in board[0]["medians"] for graph in self.graphs)
        self.expect(f"{data['board']}: rubrics on the pages of runs", data["on_runs"], on_runs)
        if on_runs and data["on_runs"]:
            self._board(data, *board)

    def _board(self, one: dict[str, Any], board: dict[str, Any], runs: dict[str, BoardRun]) -> None:
        older, newer = self.graphs
        before = {s.run: s for s in rank_again(board, runs, older)}
        after = {s.run: s for s in rank_again(board, runs, newer)}
        self.expect(f"{one['board']}: order of the runs", [run["run"] for run in one["runs"]], list(after))
        crossed = _crossed(before, after)
        for run in one["runs"]:
            name, page = run["run"], runs.get(run["run"])
            if page is None:
                continue
            about = f"{one['board']}, run {name}"
            self.checked += 1
            for side, graph, standing in (("before", older, before[name]), ("after", newer, after[name])):
                score, covered, _ = page.under(graph)
                self.expect(f"{about}: score {side}", run[side]["score"], score)
                self.expect(f"{about}: coverage {side}", run[side]["coverage"], covered)
                self.expect(f"{about}: rank {side}", run[f"rank_{side}"], standing.rank)
                why = run[f"unranked_{side}"]
                if not why.startswith(standing.why) or bool(why) != bool(standing.why):
                    self.expect(f"{about}: why it has no rank {side}", why, standing.why)
            passes = crossed.get(name, (0, 0))
            self.expect(f"{about}: runs passed", [run["passes"], run["passes_by"]], list(passes))
            for key, sign in (("passed", 1), ("passed_by", -1)):
                self._named(about, key, run, (before, after), sign)
            self._addends(about, one["board"], run)
        self._medians(one, board)

    def _named(
        self, about: str, key: str, run: dict[str, Any], standings: tuple[dict[str, Standing], ...], sign: int
    ) -> None:
        """Hold the runs named as passed against their ranks and this one's, before and after."""
        number = {"passed": "passes", "passed_by": "passes_by"}[key]
        self.expect(f"{about}: runs named as {key}", len(set(run[key])), min(run[number], MOST_NAMED))
        for other in run[key]:
            pairs = [(standing[other].rank, standing[run["run"]].rank) for standing in standings]
            gaps = [theirs - own for theirs, own in pairs if theirs is not None and own is not None]
            if len(gaps) < 2 or not sign * gaps[0] < 0 < sign * gaps[1]:
                self.expect(f"{about}: {key}", other, None)

    def _medians(self, one: dict[str, Any], board: dict[str, Any]) -> None:
        """Name again the cohort medians that the two headlines rest on and that are not the same in both."""
        sides = []
        for graph in self.graphs:
            medians = board["medians"][graph.id]
            below = graph.below([graph.position[graph.headline]])
            sides.append(
                {graph.names[i]: medians[graph.names[i]] for i in below if graph.names[i] in medians}
            )
        hidden = {median["node"] for median in one["medians"] if median["before"] == "withheld"}
        told = {median["node"]: median for median in one["medians"] if median["node"] not in hidden}
        for name in (sides[0].keys() | sides[1].keys()) - hidden:
            old, new = (side.get(name, {"value": None, "runs": 0}) for side in sides)
            again = [old["value"], new["value"], old["runs"], new["runs"]]
            differs = again[0] != again[1] or (name in sides[0]) != (name in sides[1])
            there = told.pop(name, None)
            keys = ("before", "after", "runs_before", "runs_after")
            published = [there[key] for key in keys] if there is not None else None
            self.expect(f"{one['board']}: median {name}", published, again if differs else None)
        for name, median in told.items():
            self.expect(f"{one['board']}: median {name}", median, None)

    def _sums(self, one: dict[str, Any]) -> None:
        """Add up what the board says: counts, changes, and the steps of every attribution."""
        runs = one["runs"]
        moved = sum(run["before"]["score"] != run["after"]["score"] for run in runs)
        self.expect(f"{one['board']}: runs with another score", one["moved"], moved)
        ranks = sum(run["rank_before"] != run["rank_after"] for run in runs)
        self.expect(f"{one['board']}: runs with another rank", one["moved_rank"], ranks)
        self.expect(f"{one['board']}: medians differing", one["medians_differing"], len(one["medians"]))
        for run in runs:
            about = f"{one['board']}, run {run['run']}"
            before, after = run["before"]["score"], run["after"]["score"]
            change = None if before is None or after is None else after - before
            self.expect(f"{about}: change", run["change"], change)
            moves = run["attribution"] if change is not None else []
            self.expect(f"{about}: steps of its attribution", len(run["attribution"]), len(moves))
            at = before
            for move in moves:
                self.expect(f"{about}: where a step begins", move["before"], at)
                self.expect(f"{about}: change of a step", move["change"], move["after"] - move["before"])
                at = move["after"]
                self._parts(about, move)
            if change is not None:
                self.expect(f"{about}: where its attribution ends", at, after)
                total = math.fsum(move["change"] for move in moves)
                if abs(total - change) > SUM:
                    self.expect(f"{about}: sum of its attribution", total, change)

    def _parts(self, about: str, move: dict[str, Any]) -> None:
        parts = move["addends"]
        for part in parts:
            change = (part["after"] or 0.0) - (part["before"] or 0.0)
            self.expect(f"{about}: change of addend {part['node']}", part["change"], change)
        for side in ("before", "after") if parts else ():
            total = math.fsum(part[side] or 0.0 for part in parts)
            if abs(total - move[side]) > SUM * max(1.0, abs(move[side])):
                self.expect(f"{about}: sum of the addends {side}", move[side], total)

    def _addends(self, about: str, board: str, run: dict[str, Any]) -> None:
        """Take the headlines apart again, where one step leads from one version to the other."""
        for part_of in run["attribution"] if len(run["attribution"]) == 1 else ():
            for side, graph in zip(("before", "after"), self.graphs):
                sheet = self.sheets.get((board, run["run"], graph.id))
                told = {part["node"]: part[side] for part in part_of["addends"] if part[side] is not None}
                if sheet is None or not told:
                    continue
                again = graph.addends(sheet, set(told))
                for name in told.keys() | again.keys():
                    self.expect(f"{about}: addend {name} {side}", told.get(name), again.get(name), SUM)


def _crossed(before: dict[str, Standing], after: dict[str, Standing]) -> dict[str, tuple[int, int]]:
    """Return for every run that has a rank both times how many it passed, and how many passed it."""
    pairs = [
        (new.rank, old.rank, run)
        for run, new in after.items()
        for old in (before[run],)
        if new.rank is not None and old.rank is not None
    ]
    passed = _inversions([(-new, -old, run) for new, old, run in pairs])
    passed_by = _inversions(pairs)
    return {run: (passed[run], passed_by[run]) for _, _, run in pairs}


def _inversions(pairs: list[tuple[int, int, str]]) -> dict[str, int]:
    """Count for every (place, older place, run) those with a lesser place and a greater older one."""
    seen: list[int] = []
    found: dict[str, int] = {}
    for _, group in itertools.groupby(sorted(pairs), key=lambda pair: pair[0]):
        members = list(group)
        for _, old, run in members:
            found[run] = len(seen) - bisect.bisect_right(seen, old)
        for _, old, _ in members:
            bisect.insort(seen, old)
    return found


SUMMED = ("runs", "moved", "moved_rank")
"""What a page on two versions adds up over its boards."""


def summed_up(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the page on two versions has to say of a board, from the data of the board's page."""
    runs = data["runs"]
    return {
        "board": data["board"],
        "on_runs": data["on_runs"],
        "runs": len(runs),
        "moved": sum(run["before"]["score"] != run["after"]["score"] for run in runs),
        "moved_rank": sum(run["rank_before"] != run["rank_after"] for run in runs),
        "medians": len(data["medians"]),
        "up": _mover(runs, 1),
        "down": _mover(runs, -1),
        "versions": [data["older"], data["newer"]],
        "steps": data["steps"],
    }


def _mover(runs: list[dict[str, Any]], sign: int) -> dict[str, Any] | None:
    """Return the run that changes most in one direction, the first of equal ones."""
    changed = [run for run in runs if run["change"] is not None and sign * run["change"] > 0]
    if not changed:
        return None
    most = max(changed, key=lambda run: sign * float(run["change"]))
    return {key: most[key] for key in ("run", "change", "rank_before", "rank_after")}


class PairCheck(Comparison):
    """The page on two versions: its boards, one line each, and the sums over them."""

    def __init__(
        self, file: str, data: dict[str, Any], graphs: dict[str, Graph], boards: dict[str, dict[str, Any]]
    ) -> None:
        """``boards`` holds what the pages of the boards come to (``summed_up``), by id."""
        super().__init__(file)
        for side in ("older", "newer"):
            graph = graphs[data[side]["id"]]
            self.expect(f"digest of {graph.id}", data[side]["digest"], graph.document["digest"])
        listed = [one["board"] for one in data["boards"]]
        self.expect("boards", sorted(listed), sorted(boards))
        steps = [step[0] for step in data["order"]]
        for one in data["boards"]:
            found = boards.get(one["board"])
            if found is None:
                continue
            page = f"{os.path.dirname(file)}/{one['board']}/index.html"
            self.expect(f"{one['board']}: its page", one["page"], page)
            for key in ("on_runs", *SUMMED, "medians", "up", "down"):
                self.expect(f"{one['board']}: {key.replace('_', ' ')}", one[key], found[key])
            self.expect(f"{one['board']}: versions", [data["older"], data["newer"]], found["versions"])
            self.expect(f"{one['board']}: steps of the attribution", steps, found["steps"])
        for key in SUMMED:
            total = sum(found[key] for found in boards.values())
            self.expect(f"{key.replace('_', ' ')} on all boards", data["totals"][key], total)
