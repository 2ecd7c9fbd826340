"""How firm a board's order is under other weights and amounts: every draw and trial made again."""

from __future__ import annotations

import itertools
import math
from typing import Any

from site_builder.output.verify.draws import Weights, drawn
from site_builder.output.verify.faults import TOLERANCE, Comparison
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.other_orders import (
    WEIGHT_FACTORS,
    OtherOrders,
    Placing,
    neighbourhood,
    times_first,
)
from site_builder.output.verify.rank_reversals import RankReversalsCheck
from site_builder.output.verify.ranking import BoardRun

TRIED = 100
"""Ranked runs of a board that its order is tried over: the first ones."""
AMOUNT_FACTORS = (0.5, 0.8, 1.25, 2.0)
"""What the amount of one group of runs is multiplied by."""
DRAWS_AT_MOST = 10_000
"""Draws that are made again at most, and the greatest concentration."""


class SensitivityCheck(Comparison):
    """What a board says of its order under other weights and amounts, computed again from its runs."""

    def __init__(self, file: str, board: dict[str, Any], runs: dict[str, BoardRun], graph: Graph) -> None:
        """Raise ``KeyError`` and the like for a board that does not say what boards of its kind say."""
        super().__init__(file)
        self.graph, self.runs = graph, runs
        self.orders = self.points = 0
        """Orders that were made again; weights and factors at which neighbours are equal."""
        nodes = graph.document.get("weighings")
        ranked = [row for row in board["rows"] if row["rank"] is not None]
        said = board.get("sensitivity")
        if nodes is None:
            return  # a site that was made before graphs said so
        wanted = bool(nodes) and len(ranked) > 1
        self.expect("whether its order was tried under other weights", said is not None, wanted)
        if not wanted or said is None:
            return
        self.said, self.rows, self.tried = said, ranked[:TRIED], [row["run"] for row in ranked[:TRIED]]
        self.expect("runs that the order was tried over", [one["run"] for one in said["reach"]], self.tried)
        self.expect("nodes whose weights are varied", [one["node"] for one in said["weighings"]], nodes)
        draws = said["draws"]
        for name in ("count", "concentration"):
            if not 1 <= draws[name] <= DRAWS_AT_MOST or draws["count"] % 1:
                self.fault(f"{name} of the draws, of 1 to {DRAWS_AT_MOST}", draws[name])
        if self.faults or not graph.can_be_varied:
            return
        self.expect("number of runs that the order was tried over", said["runs"], len(self.tried))
        self.expect("ranked runs beside them", said["ranked"], len(ranked))
        self.rank = {row["run"]: (row["rank"], row["rank"]) for row in self.rows}
        self.again = OtherOrders(graph, runs, self.tried)
        self._weights()
        self._orders(
            [
                drawn(w, f"{graph.id}/{node}", draws["concentration"], int(draws["count"]))
                for node, w in zip(nodes, self.again.weights)
            ]
        )
        reversals = RankReversalsCheck(file, board, runs, graph)
        self.faults += reversals.faults
        self.points = reversals.checked

    def _weights(self) -> None:
        """Hold the weights that are varied against the rubric, their shares and spreads, and the labels."""
        draws = self.said["draws"]
        self.expect("distribution of the draws", draws["distribution"], "dirichlet")
        for one, weights in zip(self.said["weighings"], self.again.weights):
            node = one["node"]
            names = self.graph.nodes[self.graph.position[node]]["inputs"]
            self.expect(f"label of the draws of {node}", one["label"], f"{self.graph.id}/{node}")
            self.expect(f"weights of {node}", one["weights"], dict(zip(names, weights)))
            for key in ("shares", "standard_deviations"):
                self.expect(f"parts of {node} that have {key.replace('_', ' ')}", list(one[key]), names)
            whole = math.fsum(weights)
            for name, weight in zip(names, weights):
                share = weight / whole
                spread = math.sqrt(share * (1 - share) / (draws["concentration"] + 1))
                self.expect(f"share of {name}", one["shares"].get(name), share, TOLERANCE)
                told = one["standard_deviations"].get(name)
                self.expect(f"standard deviation of the share of {name}", told, spread, TOLERANCE)

    def _orders(self, rows: list[list[Weights]]) -> None:
        """Make every order again, from the weights drawn of each node, and hold what is said against them."""
        own = self.again.weights
        by_draws = self.again.reweighed([*zip(*rows)], in_draws=True)
        weightings = neighbourhood(own)
        by_weights = self.again.reweighed([(weights,) for weights in weightings], in_draws=False)
        self._told_weights(weightings)
        self._trials("by_weights", [" : ".join(map(_shortest, one)) for one in weightings], by_weights)
        by_amounts = self._by_amounts()
        self.orders = len(by_draws) + len(by_weights) + len(by_amounts)
        self._reach("by_weights", by_draws + by_weights + ([self.rank] if weightings else []))
        if self.graph.document["amount"] is not None:
            self._reach("by_amounts", [*by_amounts, self.rank])
        self._firsts(by_draws, by_weights + by_amounts)

    def _firsts(self, draws: list[Placing], trials: list[Placing]) -> None:
        """Hold who is first in how many draws and trials, and how many runs keep their rank."""
        said, first = self.said, [run for run in self.tried if self.rank[run][0] == 1]
        self._share(
            "share of draws in which the first place holds", said["draws"]["first_holds"], draws, first
        )
        for one in said["reach"]:
            run = one["run"]
            self.expect(f"rank of {run} among the runs tried", one["rank"], self.rank[run][0])
            self._share(f"share of draws in which {run} is first", one["first"], draws, [run])
        self.expect("fixed changes", said["trials"], len(trials))
        what = "fixed changes under which the first run is first"
        self._within(what, said["same_leader"], *times_first(trials, first))
        reached = [{one["rank"], *one["by_weights"], *one.get("by_amounts", ())} for one in said["reach"]]
        kept = sum(len(ranks) == 1 for ranks in reached)
        self.expect("runs that keep their rank throughout", said["kept"], kept)

    def _told_weights(self, weightings: list[Weights]) -> None:
        told = self.said.get("weights")
        if not weightings:
            self.expect("combinations of weights", told, None)
            return
        own = self.again.weights[0]
        self.expect("weights at present", told["now"], " : ".join(map(_shortest, own)))
        self.expect("factors of weights", told["factors"], [*map(_shortest, WEIGHT_FACTORS)])

    def _by_amounts(self) -> list[Placing]:
        """Evaluate each group of runs again with its amount multiplied, while the others keep theirs."""
        amount, said = self.graph.document["amount"], self.said.get("amounts")
        self.expect("whether amounts are varied", said is not None, amount is not None)
        if amount is None or said is None:
            self.expect("trials of amounts", self.said.get("by_amounts"), None)
            return []
        task = self.graph.document["task"]
        group_of = {one["run"]: one["group"] for one in self.said["reach"]}
        groups = sorted({*group_of.values()})
        shown: dict[str, str] = {}
        for row in self.rows:
            label = row.get("labels", {}).get(task, "")
            known = shown.setdefault(group_of[row["run"]], label)
            self.expect(f"{task} of {row['run']}", label, known)
        self.expect("what an amount is the same for", said["for_each"], task)
        self.expect(f"values of {task}", said["groups"], len(groups))
        self.expect("factors of amounts", said["factors"], [*map(_shortest, AMOUNT_FACTORS)])
        titles: list[str] = []
        orders: list[Placing] = []
        for group, factor in itertools.product(groups, AMOUNT_FACTORS) if len(groups) > 1 else ():
            titles.append(f"{group or 'no group'} × {_shortest(factor)}")
            orders.append(
                self.again.multiplied(amount, factor, [group_of[run] == group for run in self.tried])
            )
        self._trials("by_amounts", titles, orders)
        return orders

    def _trials(self, name: str, titles: list[str], orders: list[Placing]) -> None:
        """Hold the trials that are listed against the orders: how many runs move, and who leads."""
        told = self.said.get(name, [])
        self.expect(f"trials {name.replace('_', ' ')}", [one["title"] for one in told], titles)
        for one, order in zip(told, orders):
            moved = [self.rank[run] != place for run, place in order.items()]
            surely = [not place[0] <= self.rank[run][0] <= place[1] for run, place in order.items()]
            self._within(f"runs that move under {one['title']}", one["moved"], sum(surely), sum(moved))
            first, sure = ({run for run, place in order.items() if place[end] == 1} for end in (0, 1))
            if not sure <= {*one["leaders"]} <= first or len({*one["leaders"]}) < len(one["leaders"]):
                self.fault(f"runs that are first under {one['title']}", one["leaders"], sorted(first))

    def _reach(self, name: str, orders: list[Placing]) -> None:
        """Hold the best and the worst rank of every run against the orders."""
        for one in self.said["reach"]:
            run = one["run"]
            found = [order[run] for order in orders if run in order]
            best, worst = ([place[end] for place in found] for end in (0, 1))
            what = f"rank of {run} {name.replace('_', ' ')}"
            self._within(f"best {what}", one[name][0], min(best), min(worst))
            self._within(f"worst {what}", one[name][1], max(best), max(worst))

    def _share(self, what: str, told: float, orders: list[Placing], runs: list[str]) -> None:
        least, most = times_first(orders, runs)
        self._within(what, told, least / len(orders), most / len(orders))

    def _within(self, what: str, told: float, least: float, most: float) -> None:
        """Note a fault unless a figure is the one that was found, or between two where scores are near."""
        if not least <= told <= most:
            self.fault(what, told, least if least == most else [least, most])


def _shortest(value: float) -> str:
    """Return a number as titles have it: whole ones without a point."""
    return str(int(value)) if value == int(value) else repr(value)
