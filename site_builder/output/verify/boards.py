"""A board: medians, order, rank bands, rows, groups, neighbours."""

from __future__ import annotations

import bisect
import math
import statistics
from typing import Any

from site_builder.output.verify.faults import GIVEN, TOLERANCE, Comparison, is_number, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.nodes import stated
from site_builder.output.verify.ranking import BoardRun, rank_again
from site_builder.output.verify.summaries import mean_of, quantile, spread_of, within_t

NORMAL_ABOVE = 10_000
"""Degrees of freedom above which the quantile of the normal distribution stands for Student's."""


class _Ahead:
    """Sorted scores as their distances from one of them, for bisection."""

    def __init__(self, scores: list[float], own: float) -> None:
        self.scores, self.own = scores, own

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, at: int) -> float:
        return self.scores[at] - self.own


class BoardCheck(Comparison):
    """One board computed again from the records of its runs: medians, order, rows, groups, neighbours."""

    def __init__(
        self, file: str, board: dict[str, Any], pages: dict[str, BoardRun], graphs: dict[str, Graph]
    ) -> None:
        """``pages`` holds the records of the board's runs by run id, in the order of ``runs.jsonl``."""
        super().__init__(file)
        self.board, self.pages, self.graphs = board, pages, graphs
        self.medians = 0
        rows = board["rows"]
        listed = [row["run"] for row in rows]
        if listed != list(pages):
            self.fault("the runs of the board are not those of its runs.jsonl")
            return
        if not rows:
            return
        self.graph = graphs[board["rubric"]["id"]]
        self._medians()
        self._order(rows)
        self._bands(rows)
        for row in rows:
            self._row(row, pages[row["run"]])
        self._neighbours(rows)
        for table in board.get("groups", ()):
            self._groups(table, rows)
        ranked = sum(row["rank"] is not None for row in rows)
        own_floor = board["ranking"]["minimum_coverage"]
        floor = self.graph.document["minimum_coverage"] if own_floor is None else own_floor
        self.expect("minimum coverage", board["minimum_coverage"], floor)
        stated_counts = board["runs"]
        self.expect("runs listed", stated_counts["listed"], len(rows))
        self.expect("runs ranked", stated_counts["ranked"], ranked)
        self.expect("exports left out", stated_counts["left_out"], len(board["left_out"]))
        self.expect("day of the newest run", board["newest_run"], max(row["date"] for row in rows))
        for row in rows:
            record = pages[row["run"]].record
            self.expect(f"run {row['run']}, ranked on its board", record["ranked_on_board"], ranked)

    def _medians(self) -> None:
        """Take every published median again over the runs of the cohort, under each rubric."""
        barred = self.board["ranking"]["barred"]
        cohort = [page for run, page in self.pages.items() if run not in barred]
        for rubric, medians in self.board["medians"].items():
            graph = self.graphs[rubric]
            for name, published in medians.items():
                i = graph.position[name]
                if graph.kinds[i] == GIVEN:
                    continue
                self.medians += 1
                values = sorted(v for v in (page.behind_median(graph, i) for page in cohort) if v is not None)
                self.expect(f"runs behind {rubric} {name}", published["runs"], len(values))
                enough = len(values) >= graph.nodes[i]["constants"]["minimum"]
                median = statistics.median(values) if enough else None
                self.expect(f"cohort median {rubric} {name}", published["value"], median, TOLERANCE)
                of_all = "cohort_too_small" if published["value"] is None else published["value"]
                for run, page in self.pages.items():
                    own = page.median(graph, name)
                    if own not in (of_all, "not_applicable"):
                        self.fault(f"run {run}, cohort median {rubric} {name}", own, published["value"])

    def _order(self, rows: list[dict[str, Any]]) -> None:
        for row, standing in zip(rows, rank_again(self.board, self.pages, self.graph)):
            run = row["run"]
            self.expect("order of the rows", run, standing.run)
            if run != standing.run:
                return
            record = self.pages[run].record
            for source, name in ((row, "row"), (record, "page")):
                self.expect(f"rank of {run} on its {name}", source["rank"], standing.rank)
                self.expect(f"shared rank of {run} on its {name}", source["rank_shared"], standing.shared)
                why = source["unranked"]
                if not why.startswith(standing.why) or bool(why) != bool(standing.why):
                    self.fault(f"why {run} has no rank, on its {name}", why, standing.why)

    def _bands(self, rows: list[dict[str, Any]]) -> None:
        """Make the rank bands again from ranks and scores: the spread of repeats, who is clearly apart."""
        published = self.board["repeats"]
        ranked = [row for row in rows if row["rank"] is not None]
        gate = self.graph.document["gate"]
        shut = {row["run"] for row in ranked if gate and self.pages[row["run"]].state(gate) == 0}
        groups: dict[str, list[float]] = {}
        for row in ranked:
            if row["run"] not in shut:
                groups.setdefault(row["repeats_of"], []).append(row["score"])
        many = [scores for scores in groups.values() if len(scores) > 1]
        degrees = sum(len(scores) - 1 for scores in many)
        self._repeats(ranked, groups)
        self.expect("degrees of freedom of the repeats", published["degrees_of_freedom"], degrees)
        self.expect("configurations with repeats", published["configurations_with_repeats"], len(many))
        self.expect("runs in repeats", published["runs_in_repeats"], degrees + len(many))
        least = number_in(published["least_significant_difference"])
        largest = max((abs(score) for scores in many for score in scores), default=0.0) or 1.0
        if largest < 1e300:  # beyond that a spread may be too large for a number
            spreads = any(len(set(scores)) > 1 for scores in many)  # equal repeats say nothing of a spread
            self.expect("whether bands can be made", published["estimable"], spreads)
        if not many or least is None:
            for row in ranked:
                self.expect(f"rank band of {row['run']}", row["band"], None)
            return
        shares = [[score / largest for score in scores] for scores in many]
        squares = math.fsum(statistics.variance(scores) * (len(scores) - 1) for scores in shares)
        spread, t = largest * math.sqrt(squares / degrees), number_in(published["t"]) or 0.0
        self.expect("pooled standard deviation", number_in(published["pooled_sd"]), spread, 1e-9)
        exact = 1e-9 if degrees <= NORMAL_ABOVE else 1e-4
        self.expect("confidence reached by t", published["confidence"], within_t(t, degrees), exact)
        self.expect("least significant difference", least, t * spread * math.sqrt(2), 1e-9)
        openly = [row for row in ranked if row["run"] not in shut]
        self._band(openly, 0, least)
        self._band([row for row in ranked if row["run"] in shut], len(openly), least)

    def _repeats(self, ranked: list[dict[str, Any]], groups: dict[str, list[float]]) -> None:
        """Hold what rows say of repeats against their labels, and what the board says against its rows."""
        published, task = self.board["repeats"], self.graph.document.get("task", "")
        shared = ["configuration", *filter(None, [task])]
        self.expect("what repeats share", published["repeats_share"], shared)
        estimable = published["estimable"]
        for row in ranked:
            own = "own" if len(groups.get(row["repeats_of"], ())) > 1 else "borrowed"
            wanted = own if estimable else "not_estimable"
            self.expect(f"whose spread stands for {row['run']}", row["spread"], wanted)
            label = row.get("labels", {}).get(task, "")
            if task and label and not row["repeats_of"].endswith(f" / {label}"):
                self.fault(f"what the repeats of {row['run']} share", row["repeats_of"], label)
        borrowed = sum(row["spread"] == "borrowed" for row in ranked)
        tied = sum(row["band"] is not None and row["band"][0] == 1 for row in ranked)
        self.expect("runs with a borrowed spread", published["runs_with_borrowed_spread"], borrowed)
        self.expect("runs tied with the first", published["runs_tied_with_the_first"], tied)

    def _band(self, rows: list[dict[str, Any]], above: int, least: float) -> None:
        """Hold the bands of runs that may be in any order against counting who is clearly above and below."""
        scores = sorted(row["score"] for row in rows)
        for row in rows:
            own = row["score"]
            # A score is clearly above when it is larger by more than the least difference.
            first_above = bisect.bisect_right(_Ahead(scores, own), least)
            first_near = bisect.bisect_left(_Ahead(scores, own), -least)
            band = [above + 1 + len(scores) - first_above, above + len(scores) - first_near]
            self.expect(f"rank band of {row['run']}", row["band"], band)

    def _row(self, row: dict[str, Any], page: BoardRun) -> None:
        run, record = row["run"], page.record
        if row["rank"] is None:
            self.expect(f"rank band of {run}", row.get("band"), None)
        for key in ("score", "lower", "upper", "coverage", "duration_s", "digest", "configuration"):
            self.expect(f"{key} of {run}", stated(row[key]), stated(record[key]))
        self.expect(f"measured of {run}", row.get("measured"), record.get("measured"))
        self.expect(f"date of {run}", row["date"], record["finished_at"][:10])
        repeats = record["repeats_on_board"]
        self.expect(f"runs of the configuration of {run}", row["runs_of_configuration"], repeats)
        for name, mark in page.doubted.items():
            if mark not in row.get("badges", []):
                what = f"{name} of {run} is doubted by a mark that the run has not"
                self.fault(what, mark, row.get("badges"))
        for name, value in row["values"].items():
            again = "none" if name in page.doubted else page.state(name)
            self.expect(f"{name} of {run}", stated(value), again)

    def _neighbours(self, rows: list[dict[str, Any]]) -> None:
        ranked = [row for row in rows if row["rank"] is not None]
        for place, row in enumerate(ranked):
            page = self.pages[row["run"]]
            near = {"above": place - 1, "below": place + 1}
            wanted = [side for side, n in near.items() if 0 <= n < len(ranked)]
            found = page.record["neighbours"]
            self.expect(f"neighbours of {row['run']}", [n["side"] for n in found], wanted)
            for one in found:
                if one["side"] not in wanted:
                    continue
                other = ranked[near[one["side"]]]
                about = f"run {row['run']}, neighbour {one['side']}"
                self.expect(f"{about}: its run", one["run"], other["run"])
                self.expect(f"{about}: its rank", one["rank"], other["rank"])
                self.expect(f"{about}: its score", stated(one["score"]), stated(other["score"]))
                self.expect(f"{about}: distance", stated(one["gap"]), row["score"] - other["score"])
                theirs = self.pages[other["run"]]
                for name, value in one["differences"].items():
                    node = name.partition("#")[0]
                    values = page.state(node), theirs.state(node)
                    if not all(map(is_number, values)):
                        self.fault(f"{about}: {name}", stated(value), values)
                    else:
                        self.expect(f"{about}: {name}", stated(value), values[0] - values[1])

    def _groups(self, table: dict[str, Any], rows: list[dict[str, Any]]) -> None:
        """Sum up the runs of each group again, where the rows say to which group they belong."""
        by = table["by"]
        if any(name not in row.get("labels", {}) for row in rows for name in by):
            return
        members: dict[tuple[str, ...], list[BoardRun]] = {}
        for row in rows:
            if row["run"] not in self.board["ranking"]["barred"]:
                key = tuple(row["labels"][name] for name in by)
                members.setdefault(key, []).append(self.pages[row["run"]])
        named = sorted(tuple(group["names"]) for group in table["groups"])
        self.expect(f"groups by {', '.join(by)}", named, sorted(members))
        for group in table["groups"]:
            pages = members.get(tuple(group["names"]), [])
            about = f"group {' · '.join(group['names'])}"
            self.expect(f"{about}: runs", number_in(group["runs"]), float(len(pages)))
            scores = [page.number(self.graph.headline) for page in pages]
            self._figure(about, "headline", group["headline"], scores)
            for name, figure in group["values"].items():
                sure = [None if name in page.doubted else page.number(name) for page in pages]
                self._figure(about, name, figure, sure)
            self.expect(f"{about}: without headline", group["without_headline"], float(scores.count(None)))
            gate = self.graph.document["gate"]
            self.expect(f"{about}: whether it has a gate", group["gate"] is not None, gate is not None)
            gates = [1.0 if gate is None else page.number(gate) for page in pages]
            self._figure(about, "gate", group["gate"] or {}, gates)
            self.expect(f"{about}: gates closed", group["gate_closed"], float(gates.count(0.0)))
            self.expect(f"{about}: gates not measured", group["gate_not_measured"], float(gates.count(None)))
            behind = [s for s, g in zip(scores, gates) if g != 0 and s is not None]
            mean = number_in(group["mean_behind_open_gate"])
            self.expect(f"{about}: mean behind an open gate", mean, mean_of(behind), TOLERANCE)

    def _figure(self, about: str, name: str, figure: dict[str, Any], values: list[float | None]) -> None:
        present = sorted(value for value in values if value is not None)
        again = {
            "n": float(len(present)),
            "mean": mean_of(present),
            "rate": mean_of(present),
            "sd": spread_of(present),
            "median": quantile(present, 0.5),
            "p95": quantile(present, 0.95),
        }
        for part, value in figure.items():
            if part not in again:
                self.fault(f"{about}: {name} has no {part}", value)
            else:
                self.expect(f"{about}: {part} of {name}", number_in(value), again[part], 1e-9)
