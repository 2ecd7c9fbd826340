"""The worked example of a version of a rubric: which run it is, and what it tells of it."""

from __future__ import annotations

import math
import re
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.evaluation import Sheet
from site_builder.output.verify.faults import TOLERANCE, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.rubric_pages import ENDS_OF_ROLE, weights_of_roles
from site_builder.output.verify.run_record import contributions_of, headline_of
from site_builder.output.verify.site_files import SiteFiles, is_moved

VERSION = re.compile(r"methodology/(?!order/)[^/]+/(?:(?!\.\.)[^/])+/index\.json")
"""The data of the page of a version."""


class WorkedExamples:
    """The pages of versions, held against every result under each version."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], boards: BoardFiles) -> None:
        self.site, self.graphs, self.boards = site, graphs, boards

    def check(self, path: str) -> None:
        """Hold the example of a page against the run that it has to be."""
        data = self.site.json(path)
        if is_moved(path, data):
            return
        worked = data.get("conduct", {}).get("worked")
        if worked and f"{worked['address']}index.json" not in self.site.own:
            self.site.fault(path, "the campaign of its example is not there", worked["address"])
        graph, told = self.graphs[data["rubric"]["id"]], data["example"]
        found = list(self._scored(graph))
        self.site.expect(path, "whether it has an example", told is not None, bool(found))
        if told is None or not found:
            return
        best = min((*one[0], one[1]) for one in found)
        alike = [(run, board) for preferred, run, board in found if (*preferred, run) == best]
        own = told["run"], told["board"]
        run, board = own if own in alike else alike[0]  # it may stand on several boards
        self.site.expect(path, "the run of its example", [*own], [run, board])
        self.site.expect(path, "runs that its example is chosen from", told["chosen_from"], len(found))
        self._run(path, told, graph, self.boards.sheets[board, run, graph.id])

    def _scored(self, graph: Graph) -> list[tuple[tuple[float, float, float], str, str]]:
        """Return (how little it is preferred, run, board) of every score under a rubric."""
        found = []
        for name, (_, runs) in self.boards.boards.items():
            for run in runs.values():
                rubrics = [other["rubric"] for other in run.record["other_rubrics"]]
                sheet = self.boards.sheets.get((name, run.record["run"], graph.id))
                if sheet is None or graph.id not in (*rubrics, run.graph.id):
                    continue
                shown = headline_of(graph, sheet)
                score, lower, upper = (number_in(shown[key]) for key in ("score", "lower", "upper"))
                if score is not None:
                    width = math.inf if lower is None or upper is None else upper - lower
                    found.append(((-shown["coverage"], width, -score), run.record["run"], name))
        return found

    def _run(self, path: str, told: dict[str, Any], graph: Graph, sheet: Sheet) -> None:
        added = {name: value for name, (value, _) in contributions_of(graph, sheet).items()}
        again: dict[str, float | None] = added | dict(zip(graph.names, sheet.value))
        again |= {f"{name}#coverage": cover for name, cover in zip(graph.names, sheet.coverage)}
        for key, value in headline_of(graph, sheet).items():
            self._expect(path, key, told[key], value)
        for role in told["roles"]:
            for end, key in ENDS_OF_ROLE.items():
                name = f"{role['node']}{end}"
                self._expect(path, name, role[key], again.get(name))
        present = [role for role in graph.roles if again[role] is not None]
        self.site.expect(path, "roles of its example", [role["node"] for role in told["roles"]], present)
        weights = weights_of_roles(graph)
        self._expect(path, "weight of its roles", told["role_weight"], sum(weights[role] for role in present))
        for role in told["roles"]:
            self._expect(path, f"weight of {role['node']}", role["weight"], weights.get(role["node"]))
        points = {axis["points"]: axis["node"] for axis in graph.document["axes"]}
        self.site.expect(path, "axes of its example", list(told["axes"]), list(points))
        for name, axis in told["axes"].items():
            self._expect(path, name, axis["points"], again.get(name))
            self._expect(path, f"{name}: coverage", axis["coverage"], again.get(f"{points[name]}#coverage"))
        for part in ("contributions", "parts", "completion"):
            for name, value in told[part].items():
                self._expect(path, name, value, again.get(name))
        for name, entry in told["nodes"].items():
            self._expect(path, name, entry.get("value"), again.get(name))

    def _expect(self, path: str, what: str, published: Any, again: Any) -> None:
        self.site.expect(path, f"{what}, of its example", number_in(published), number_in(again), TOLERANCE)
