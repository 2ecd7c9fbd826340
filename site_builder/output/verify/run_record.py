"""What the record of a run says beside its nodes."""

from __future__ import annotations

import datetime
from typing import Any

from site_builder.output.verify.evaluation import Sheet
from site_builder.output.verify.faults import DERIVED, MEASURED, TOLERANCE, Fault, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.nodes import Recomputed, stated
from site_builder.output.verify.run_history import compare_history


class RunPage:
    """One run's published record (``index.json`` of its page, a line of ``runs.jsonl``), computed again."""

    def __init__(self, file: str, record: dict[str, Any], graphs: dict[str, Graph]) -> None:
        """Raise ``KeyError`` and the like for a record that is not one of a run."""
        self.record = record
        graph = graphs[record["rubric"]["id"]]
        about = f"run {record['run']}, "
        self.main = Recomputed(file, about, graph, record["nodes"], "run")
        self.others: dict[str, Recomputed] = {}
        self.variants: dict[str, Recomputed] = {}
        self.numbers: dict[str, tuple[float | None, str]] = {}
        self.main.expect("digest of its rubric", record["rubric"]["digest"], graph.document["digest"])
        self._headline()
        self._other_rubrics(graphs, about)
        self._contributions()
        self._counts()
        self._walk()
        self._stated()
        self._duration()
        self._neighbours()
        self._one_place_up()
        compare_history(self.main, record)

    @property
    def faults(self) -> list[Fault]:
        """Everything that does not agree."""
        return [fault for again in self.sheets for fault in again.faults]

    @property
    def sheets(self) -> list[Recomputed]:
        """The results under the rubric of the board, then those under the others."""
        return [self.main, *self.others.values()]

    def _headline(self) -> None:
        main, record = self.main, self.record
        i = main.graph.position[main.graph.headline]
        main.expect("headline", record["headline"], main.graph.headline)
        tolerance = TOLERANCE if main.graph.loose[i] else 0.0
        for key, value in headline_of(main.graph, main.sheet).items():
            main.expect(key, stated(record[key]), value, tolerance)

    def _other_rubrics(self, graphs: dict[str, Graph], about: str) -> None:
        for other in self.record["other_rubrics"]:
            name = other["rubric"]
            graph = graphs[name]
            if name == self.main.graph.id:
                again = self.main
            else:
                nodes = self.record["nodes"]
                entries = {name: nodes[name] for name in graph.starts if name in nodes}
                entries.update(other["inputs"])
                again = Recomputed(self.main.file, f"{about}under {name}, ", graph, entries)
                self.others[name] = again
            i = graph.position[graph.headline]
            shown = headline_of(graph, again.sheet)
            for key, value in shown.items():
                again.expect(key, stated(other[key]), value, TOLERANCE if graph.loose[i] else 0.0)
                part = "" if key == "score" else f"#{key}"
                self.numbers[f"{name}:{graph.headline}{part}"] = number_in(value), again.kinds[i]

    def _contributions(self) -> None:
        """What each part adds to its axis or role: its share of the weight that is there, times its value."""
        found = contributions_of(self.main.graph, self.main.sheet)
        published = self.record["contributions"]
        for name, (again, _) in found.items():
            if published.get(name) != again:
                self.main.expect(f"contribution {name}", published.get(name), again, TOLERANCE)
        for name in published.keys() - found.keys():
            self.main.expect(f"contribution {name}", published[name], None)
        self.numbers.update(found)

    def _counts(self) -> None:
        main, graph, record = self.main, self.main.graph, self.record
        took_part = [role for role in graph.roles if not main.sheet.reason[graph.position[role]]]
        main.expect("roles present", record["roles"], {"present": len(took_part), "all": len(graph.roles)})
        weight = 0.0
        place = graph.weighing(graph.document["roles_root"]) if graph.document["roles_root"] else None
        if place is not None:
            named = (graph.names[j] for j in graph.inputs[place[0]])
            weights = dict(zip(named, graph.nodes[place[0]].get("weights", ())))
            for role in took_part:
                weight += weights.get(role, 0.0)
        main.expect("weight of the roles present", record["role_weight"], weight, TOLERANCE)
        found: dict[str, float] = {
            "run.roles_present": len(took_part),
            "rubric.roles": len(graph.roles),
            "run.role_weight": weight,
        }
        asked = [(node["id"], node["group"] or "Measured") for node in graph.nodes if "requirement" in node]
        there = [group for name, group in asked if main.sheet.value[graph.position[name]] is not None]
        found.update({"run.measured": len(there), "run.asked": len(asked)})
        if "measured" in record:
            main.expect("values measured", record["measured"], {"count": len(there), "of": len(asked)})
        for group, count in record.get("measured_by_group", {}).items():
            main.expect(f"values measured of {group}", count, there.count(group))
            found[f"group.{group.lower()}"] = there.count(group)
        found["run.rank"] = record["rank"]
        found["board.ranked"] = record["ranked_on_board"]
        found["run.repeats"] = record["repeats_on_board"]
        self.numbers.update({name: (value, DERIVED) for name, value in found.items()})

    def _walk(self) -> None:
        """The factors of a headline that is a product: what each leaves and takes away."""
        main = self.main
        left: float | None = None
        for place, step in enumerate(self.record.get("walk", ())):
            name, before = step["node"], left
            value = number_in(main.state(name))
            if value == 0:
                left = 0.0
            elif place:
                left = None if before is None or value is None else before * value
            else:
                left = value
            lost = before - left if place and before is not None and left is not None else None
            main.expect(f"value of factor {name}", number_in(step["value"]), value)
            main.expect(f"what factor {name} leaves", number_in(step["left"]), left, TOLERANCE)
            main.expect(f"what factor {name} takes", number_in(step["lost"]), lost, TOLERANCE)
            self.numbers[f"{name}#left"], self.numbers[f"{name}#lost"] = (left, DERIVED), (lost, DERIVED)

    def _stated(self) -> None:
        """Results that the export states itself, beside the recomputed ones."""
        for one in self.record.get("stated", ()):
            name = one["node"]
            self.numbers[f"{name}#published"] = number_in(one["published"]), MEASURED
            recomputed = number_in(one["recomputed"])
            again = self._under(one["under"])
            if again is not None and name in again.graph.position:
                self.main.expect(f"stated {name}, recomputed", recomputed, number_in(again.state(name)))
                self.numbers[f"{name}#recomputed"] = recomputed, DERIVED

    def _under(self, name: str) -> Recomputed | None:
        """Return the run under its board's rubric, another one, or one with other weights; else ``None``."""
        if not name or name in self.others:
            return self.others.get(name, self.main)
        if name not in self.variants and "~" in name:
            graph = self.main.graph.variant(name)
            self.variants[name] = Recomputed(self.main.file, self.main.about, graph, self.record["nodes"])
        return self.variants.get(name)

    def _duration(self) -> None:
        started, finished = self.record["started_at"], self.record["finished_at"]
        found: float | None = None
        if started and finished:
            moments = [datetime.datetime.fromisoformat(m.replace("Z", "+00:00")) for m in (started, finished)]
            found = (moments[1] - moments[0]).total_seconds()
        self.main.expect("duration", number_in(self.record["duration_s"]), found)
        self.numbers["run.duration_s"] = found, DERIVED

    def find(self, name: str) -> tuple[float | None, str] | None:
        """Return value and kind of a number on the page by its name."""
        return self.main.find(name) or self.numbers.get(name)

    def _neighbours(self) -> None:
        """Scores of the runs above and below, and the distances to them; held against the board elsewhere."""
        headline = self.main.graph.headline
        for other in self.record["neighbours"]:
            told = {f"{headline}#{other['side']}": other["score"]}
            told[f"{headline}#against_{other['side']}"] = other["gap"]
            for name, value in (told | other["differences"]).items():
                self.numbers.setdefault(name, (number_in(value), DERIVED))

    def _one_place_up(self) -> None:
        """The distance to the run above; which parts make it up is computed elsewhere (``MovesCheck``)."""
        main, told = self.main, self.record.get("one_place_up")
        gaps = [number_in(one["gap"]) for one in self.record["neighbours"] if one["side"] == "above"]
        gap = -gaps[0] if gaps and gaps[0] is not None and gaps[0] < 0 else None
        main.expect("distance to the place above", None if told is None else told["gap"], gap)
        if told is None:
            return
        self.numbers[f"{main.graph.headline}#one_place_up"] = gap, DERIVED
        if main.graph.can_be_varied:
            self.numbers["moves.more"] = told["further_parts"], DERIVED
            for name, part in told["parts"].items():
                self.numbers[f"{name}#need"], self.numbers[f"{name}#at"] = (
                    (part["need"], DERIVED),
                    (part["at"], DERIVED),
                )


def contributions_of(graph: Graph, sheet: Sheet) -> dict[str, tuple[float | None, str]]:
    """Return value and kind of what each part adds to its axis or role, by the name of the contribution."""
    value = sheet.value
    found: dict[str, tuple[float | None, str]] = {}
    for role, kind, parts in graph.weighed:
        if role and sheet.reason[graph.position[role]] == "not_applicable":
            continue
        whole = 0.0
        for _, i, weight, _ in parts:
            if value[i] is not None:
                whole += weight
        for name, i, _, worth in parts:
            own = value[i]
            if name and own is not None:
                found[name] = worth / whole * own if whole else 0.0, kind
    return found


def headline_of(graph: Graph, sheet: Sheet) -> dict[str, Any]:
    """Return the headline as pages state it: score, coverage and bounds."""
    i = graph.position[graph.headline]
    return {
        "score": sheet.value[i] if not sheet.reason[i] else sheet.reason[i],
        "coverage": sheet.coverage[i],
        "lower": "none" if sheet.lower[i] is None else sheet.lower[i],
        "upper": "none" if sheet.upper[i] is None else sheet.upper[i],
    }
