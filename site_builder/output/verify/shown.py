"""What a page may show: the data beside it, and what can be derived of them."""

from __future__ import annotations

import re
from typing import Any

from site_builder.output.verify.campaign_pages import named_of_campaign
from site_builder.output.verify.faults import DERIVED, MATCHED, TOLERANCE, Fault, Named, number_in, same
from site_builder.output.verify.gate_pages import gate_again, named_of_gate
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.nodes import Recomputed
from site_builder.output.verify.order_numbers import (
    ORDER_PAGE,
    named_of_order_page,
    named_of_settings,
    numbers_of_head,
    numbers_of_order,
)
from site_builder.output.verify.page_numbers import numbers_in, slug_of
from site_builder.output.verify.repeat_figures import RepeatsCheck, named_of_repeats
from site_builder.output.verify.rubric_pages import (
    figures_of_site,
    named_of_lists,
    named_of_rubric,
    rubric_page,
)
from site_builder.output.verify.run_history import (
    LEDGER_PAGE,
    named_of_history,
    named_of_ledger,
    named_of_medians,
)
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.version_numbers import named_of_difference, named_of_pair

OF_GROUP = {
    "runs": "runs",
    "open_mean": "mean_behind_open_gate",
    "closed": "gate_closed",
    "unmeasured": "gate_not_measured",
    "without": "without_headline",
}
"""Name on pages → key in the data of what is said of a group; ``BoardCheck`` makes it again."""


CHECKED = re.compile(
    r"(?:(?:boards|gates|suites|campaigns|claims|configurations|runs)/(?:.+/)?"
    r"|methodology/.+/|data/(?:(?:ledger|left-out)/)?)?index\.json"
)
"""The data of pages that are held against boards, runs, reviews or samples, for where they lie."""


class Shown:
    """What a page may show: what can be derived of the data beside it, by name, and all it says."""

    def __init__(self, data: Any, graphs: dict[str, Graph], path: str) -> None:
        self.data, self.checked = data, CHECKED.fullmatch(path) is not None
        self.graphs = graphs
        self.page: RunPage | None = None
        self.parts: list[Recomputed] = []
        self.names: dict[str, dict[float | None, str]] = {}
        self.rows: dict[str, dict[str, float | None]] = {}
        """Of the rows of a board's own page: name of the run's page → number by name."""
        self.faults: list[Fault] = []
        self._all: set[float] | None = None
        if isinstance(data, dict):
            self._read(data, graphs, path)

    def _read(self, data: dict[str, Any], graphs: dict[str, Graph], path: str) -> None:
        if "nodes" in data and "other_rubrics" in data:
            self.page = RunPage(path, data, graphs)
            self.faults += self.page.faults
            self._names(named_of_history(data, graphs))
            return
        for holder in (data, data.get("example")):
            if isinstance(holder, dict) and isinstance(holder.get("nodes"), dict) and "rubric" in data:
                rubric = data["rubric"]
                graph = graphs.get(rubric["id"] if isinstance(rubric, dict) else rubric)
                if graph is not None:
                    part = Recomputed(path, "", graph, holder["nodes"], "part")
                    self.parts.append(part)
                    self.faults += part.faults
        self._names(named_of_gate(path, data, graphs))
        self._names(named_of_campaign(path, data))
        self._names(named_of_medians(data))
        if path == LEDGER_PAGE:
            self._names(named_of_ledger(data))
        self._rubric(path, data, graphs)
        if isinstance(data.get("checks"), list) and "verdict" in data and self.parts:
            self._gate(data, self.parts[0])
        if "rows" in data and "ranking" in data:
            self._board(data, graphs)
        if "older" in data and "newer" in data and ("clauses" in data or "steps" in data):
            named_of = named_of_pair if "clauses" in data else named_of_difference
            self._names(named_of(data, graphs))
            return
        if path == ORDER_PAGE:
            self._names(named_of_order_page(data))
        for board in data.get("boards", ()) if isinstance(data.get("boards"), list) else ():
            if isinstance(board, dict) and "rows" in board and "rubric" in board:
                self._board(board, graphs)
                if "sample_standard_deviation" in board:
                    self.faults += RepeatsCheck(path, board, graphs).faults
                    self._names(named_of_repeats(board))
                if "top" in board:
                    for name, value in numbers_of_head(board, graphs[board["rubric"]["id"]].headline):
                        self._name(name, value)
        if path.startswith("configurations/") and "runs" in data:
            self._name("configuration.runs", data["runs"])
        for board in data.get("further_boards", ()):
            self._name("board.listed", board["listed"])

    def _names(self, named: Named) -> None:
        """Note all that a page may show of one kind."""
        for name, value, kind in named:
            self._name(name, value, kind)

    def _name(self, name: str, value: Any, kind: str = DERIVED) -> None:
        """Note what a page may show; only matched on pages that are held against nothing else."""
        self.names.setdefault(name, {})[number_in(value)] = self._kind(kind)

    def _kind(self, kind: str) -> str:
        return kind if self.checked else MATCHED

    def _rubric(self, path: str, data: dict[str, Any], graphs: dict[str, Graph]) -> None:
        """Name what pages say of a rubric and of the whole site; its counts follow from the graph alone."""
        found = rubric_page(path, data, graphs)
        if found is not None:
            self.faults += found.faults
            for name, value in found.again.items():
                self._name(name, value)
            self._names(named_of_rubric(data, found.graph))
        for name, value in figures_of_site(data).items():
            self.names.setdefault(name, {})[number_in(value)] = DERIVED
        self._names(named_of_lists(path, data))

    def _board(self, board: dict[str, Any], graphs: dict[str, Graph]) -> None:
        graph = graphs[board["rubric"]["id"]]
        headline = graph.headline
        kinds: dict[str, str] = {}
        for row in board["rows"]:
            own: dict[str, Any] = {
                "run.rank": row["rank"],
                headline: row["score"],
                f"{headline}#lower": row["lower"],
                f"{headline}#upper": row["upper"],
                f"{headline}#coverage": row["coverage"],
                "run.repeats": row["runs_of_configuration"],
                "run.duration_s": row["duration_s"],
                **row["values"],
            }
            if "measured" in row:
                own.update({"run.measured": row["measured"]["count"], "run.asked": row["measured"]["of"]})
            if row.get("band"):
                own.update({"band.best": row["band"][0], "band.worst": row["band"][1]})
            of_row = self.rows[slug_of(row)] = {name: number_in(value) for name, value in own.items()}
            for name, value in of_row.items():
                if name not in kinds:
                    i = graph.position.get(name.partition("#")[0])
                    kinds[name] = self._kind(graph.kinds[i] if i is not None else DERIVED)
                self.names.setdefault(name, {})[value] = kinds[name]
        if "runs" in board and isinstance(board["runs"], dict):
            self._name("board.listed", board["runs"]["listed"])
            self._name("board.ranked", board["runs"]["ranked"])
            self._name("board.minimum_coverage", board["minimum_coverage"])
        for _, runs in board.get("nobody_ranked", ()):
            self._name("board.unranked_for", runs)
        for name, value in numbers_of_order(board, graph):
            self._name(name, value)
        self._names(named_of_settings(board))
        if board.get("top") is not None:
            for name in ("gap", "inside_noise"):
                self._name(f"board.{name}", board["top"][name])
        if "frontier" in board:
            self._name("frontier.considered", board["frontier"]["considered"])
        for table in board.get("groups", ()):
            told = all(name in row.get("labels", {}) for row in board["rows"] for name in table["by"])
            for group in table["groups"]:
                self._group(group, DERIVED if told else MATCHED)

    def _gate(self, data: dict[str, Any], run: Recomputed) -> None:
        """Decide a release gate again: every check's observed value, limit and margin, and the whole."""
        asked = run.graph.document.get("checks", {})
        faults = len(run.faults)
        run.expect("checks of the gate", [check["code"] for check in data["checks"]], list(asked))
        checks, outcome = gate_again(run.graph, lambda name: number_in(run.state(name)))
        for told in data["checks"] if len(run.faults) == faults else ():
            code, again = told["code"], checks[told["code"]]
            for key in ("observed", "limit", "margin"):
                run.expect(f"{code}: {key}", number_in(told[key]), getattr(again, key))
            run.expect(f"{code}: bound", told["bound"], asked[code]["comparison"].replace("_", " "))
            run.expect(f"{code}: whether it is met", told["met"], again.met)
            self._name(f"{code}.limit", again.limit)
            self._name(f"{code}.margin", again.margin)
        run.expect("what the gate decides", data["verdict"]["outcome"], outcome)
        self.faults += run.faults[faults:]

    def _group(self, group: dict[str, Any], known: str) -> None:
        """Name the figures of a group; only matched where rows do not say which runs are in it."""
        for name, figure in {**group["values"], "headline": group["headline"], "gate": group["gate"]}.items():
            for part, value in (figure or {}).items():
                self._name(f"group.{name}#{part}", value, known)
        for name, key in OF_GROUP.items():
            self._name(f"group.{name}", group[key], known)

    def kind(self, name: str, value: float) -> str | None:
        """Return what can be said of a number, ``None`` where the data does not know it."""
        if self.page is not None:
            found = self.page.find(name)
            if found is not None:
                return found[1] if found[0] == value or same(found[0], value, TOLERANCE) else None
        kind = self.names.get(name, {}).get(value)
        if kind is not None:
            return kind
        for part in self.parts:
            found = part.find(name)
            if found is not None and found[0] == value:
                return found[1]
        return MATCHED if self.has(value) else None

    def has(self, value: float) -> bool:
        """Return whether the data has a number anywhere; looked for outside of the nodes of a run first."""
        if self._all is None:
            around = {k: v for k, v in self.data.items() if k != "nodes"} if self.page else self.data
            self._all = numbers_in(around)
        if value in self._all or self.page is None:
            return value in self._all
        return any(entry.get("value") == value for entry in self.data["nodes"].values())

    def expected(self, name: str) -> Any:
        """Return what the data has under a name, for a report."""
        if self.page is not None:
            found = self.page.find(name)
            return found[0] if found else None
        return next(iter(self.names.get(name, ())), None)
