"""The data file of a release gate under one rubric, held against its run and the pages of the gate."""

from __future__ import annotations

import re
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.evaluation import Sheet
from site_builder.output.verify.faults import number_in
from site_builder.output.verify.gate_agreement import FIELDS_OF_REVIEWS, SHARES
from site_builder.output.verify.gate_figures import growth_of
from site_builder.output.verify.gate_pages import gate_again, metric_of_parts
from site_builder.output.verify.gate_reviews import part_of_nodes
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles

GATE_DATA = re.compile(r"data/gates/([^/]+)/[^/]+\.json")
REJECTED = "rejected"


class GateData:
    """What ``data/gates/<run>/<rubric>.json`` says: the decision, every metric, and what reviews come to."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], boards: BoardFiles, path: str) -> None:
        self.site, self.path = site, path
        found = GATE_DATA.fullmatch(path)
        self.folder = f"gates/{found[1] if found else ''}/"
        data, page = site.json(path), site.json(f"{self.folder}index.json")
        self.rubric, graph = data["rubric"], graphs[data["rubric"]]
        site.expect(path, "digest of its rubric", data["rubric_digest"], graph.document["digest"])
        told = [one for one in (page["verdict"], *page["others"]) if one["data"] == path]
        verdict = [[one["rubric"], one["outcome"]] for one in told]
        site.expect(path, "what its page decides", verdict, [[data["rubric"], data["outcome"]]])
        run = [data["run"][key] for key in ("id", "digest", "folder")]
        site.expect(path, "its run", run, [page[key] for key in ("run_id", "digest", "folder")])
        site.expect(path, "whether it was rejected", data["outcome"] == REJECTED, bool(data["rejections"]))
        if data["outcome"] == REJECTED:
            return
        if page["listed"]:  # else the run is on no board, and nothing but the gate's own pages has its values
            record = site.json(f"{page['listed']}index.json")
            sheet = boards.sheets[record["board"], record["run"], graph.id]
            self._decision(data, graph, sheet)
            self._conditions(data["conditions"], graph, sheet)
            self._growth(data["local_additions"], graph, sheet)
            self._outputs(data["outputs"], record["files"])
        site.guarded(path, lambda _: self._reviews(data["local_additions"]))

    def _decision(self, data: dict[str, Any], graph: Graph, sheet: Sheet) -> None:
        """Decide the gate again from the values of its run."""
        asked = graph.document.get("checks", {})
        self.site.expect(self.path, "its checks", [one["code"] for one in data["checks"]], list(asked))
        checks, outcome = gate_again(graph, lambda name: sheet.value[graph.position[name]])
        for told in data["checks"]:
            code, rule, again = told["code"], asked[told["code"]], checks[told["code"]]
            keys = ("observed_value", "baseline_value", "limit", "margin", "tolerance")
            values = [again.observed, again.baseline, again.limit, again.margin, rule["tolerance"]]
            for key, value in zip(keys, values):
                self.site.figure(self.path, f"{code}: {key}", told[key], value)
            self.site.expect(self.path, f"{code}: whether it is met", told.get("met", False), again.met)
            nodes = [told["observed_node"], told["baseline_node"]]
            wanted = [rule["observed"], rule["required"] or ""]
            self.site.expect(self.path, f"{code}: nodes", nodes, wanted)
        self.site.expect(self.path, "its outcome", data["outcome"], outcome)

    def _conditions(self, conditions: dict[str, dict[str, Any]], graph: Graph, sheet: Sheet) -> None:
        """Hold every metric of every condition against the nodes of the run."""
        for condition, metrics in conditions.items():
            part = part_of_nodes(condition)
            for name, value in metrics.items():
                i = graph.position[f"{part}.{name}"]
                self.site.figure(self.path, f"{name} of {condition}", value, sheet.value[i])
        told = {
            f"{part_of_nodes(condition)}.{name}" for condition in conditions for name in conditions[condition]
        }
        self.site.expect(self.path, "its metrics", sorted(told), sorted(graph.names))

    def _growth(self, said: dict[str, Any], graph: Graph, sheet: Sheet) -> None:
        """Hold what became of each metric, as a ratio to the baseline's, against the nodes of the run."""
        part = "".join(sorted({part_of_nodes(one["baseline"]) for one in said["differences"]}))
        for one in said["growth"]:
            value = sheet.value[graph.position[one["node"]]]
            self.site.figure(self.path, f"growth of {one['node']}: value", one["value"], value)
            baseline = sheet.value[graph.position[f"{part}.{one['metric']}"]]
            self.site.figure(self.path, f"growth of {one['node']}: baseline", one["baseline"], baseline)
            ratio = growth_of(value, baseline)
            self.site.figure(self.path, f"growth of {one['node']}", one["ratio"], ratio)

    def _outputs(self, outputs: list[dict[str, Any]], files: list[dict[str, Any]]) -> None:
        """Hold size and digest of every output against the files of the run's export."""
        by_path = {one["path"]: one for one in files}
        for told in outputs:
            again = by_path.get(told["path"], {})
            for key in ("bytes", "sha256"):
                self.site.expect(self.path, f"{key} of {told['path']}", told[key], again.get(key))

    def _reviews(self, said: dict[str, Any]) -> None:
        """Hold what reviews come to against the pages of reviewers and conditions."""
        page = self.site.json(f"{self.folder}reviewers/index.json")
        self.site.figure(self.path, "disagreements", len(said["disagreements"]), page["disagreements"])
        self.site.expect(self.path, "fields", len(said["agreement"]), len(page["agreement"]["rows"]))
        split = {row["title"]: row["cells"] for row in page["by_condition"]["rows"]}
        for told, row in zip(said["agreement"], page["agreement"]["rows"]):
            about, whole = f"agreement on {told['title']}", told["overall"]
            weighted = told["weighted"] and told["weighted"]["kappa"]
            cells = [whole["n"], whole["agreed"], whole["agreed"] / whole["n"], whole["kappa"], weighted]
            self.site.figure(self.path, about, cells, [number_in(cell) for cell in row["cells"]])
            shares = [told["by_condition"][name] for name in page["by_condition"]["columns"]]
            again = [number_in(cell) for cell in split[told["title"]]]
            self.site.figure(
                self.path, f"{about}, of conditions", [s["agreed"] / s["n"] for s in shares], again
            )
        self.site.expect(self.path, "reviewers", len(said["reviewers"]), len(page["reviewers"]["rows"]))
        fields = list(FIELDS_OF_REVIEWS.values())
        for told, row, beside in zip(said["reviewers"], page["reviewers"]["rows"], page["beside"]["rows"]):
            about = f"reviewer {told['name']}"
            cells = [told["reviews"], told["cases"], *(told["means"].get(field) for field in fields)]
            again = [number_in(cell) for cell in row["cells"]]
            self.site.figure(self.path, about, cells, again[: len(cells)])
            scaled = [(told["beside_others"].get(field), 100 if field in SHARES else 1) for field in fields]
            others = [None if value is None else value * scale for value, scale in scaled]
            again = [number_in(cell) for cell in beside["cells"]]
            self.site.figure(self.path, f"{about} beside others", others, again)
        conditions = self.site.json(f"{self.folder}conditions/index.json")
        self._differences(said["differences"], conditions["differences"])
        for table in conditions["parts"] if conditions["rubric"] == self.rubric else ():
            self._parts(said["parts"], table)

    def _parts(self, told: list[dict[str, Any]], table: dict[str, Any]) -> None:
        """Hold a metric of the parts of the suite against the page that tells it."""
        metric, (_, *columns) = metric_of_parts(table), table["columns"]
        names = [row["title"] for row in table["rows"]]
        self.site.expect(self.path, "parts of the suite", [one["name"] for one in told], names)
        for one, row in zip(told, table["rows"]):
            cells = [len(one["cases"]), *(number_in(one["conditions"][name][metric]) for name in columns)]
            again = [number_in(cell) for cell in row["cells"]]
            self.site.figure(self.path, f"{metric} of the part {one['name']}", cells, again)

    def _differences(self, told: list[dict[str, Any]], tables: list[dict[str, Any]]) -> None:
        rows = {(table["caption"], row["title"]): row["cells"] for table in tables for row in table["rows"]}
        self.site.expect(self.path, "differences", len(told), len(rows))
        for one in told:
            pair = f"{one['condition']} minus {one['baseline']}, case by case."
            found, cells = one["difference"], list[Any]([None] * 5 + [0])
            if found is not None:
                interval = found["interval"] or {"lower": None, "upper": None}
                cells = [found["value"], interval["lower"], interval["upper"]]
                cells += [found["higher"], found["lower"], found["n"]]
            about = f"{one['measure']['title']} of {pair}"
            again = [number_in(cell) for cell in rows.get((pair, one["measure"]["title"]), ())]
            again += [None] * (len(cells) - len(again))
            self.site.figure(self.path, about, cells, again)
