"""Pages about a rubric: what its graph counts and weighs, its parameters, and the worked example."""

from __future__ import annotations

from collections import Counter
from typing import Any

from site_builder.output.verify.faults import (
    DERIVED,
    GIVEN,
    TOLERANCE,
    Comparison,
    Named,
    is_number,
    number_in,
)
from site_builder.output.verify.graph import Graph

AUTHORITIES = {"published": "published", "inferred here": "inferred", "reconstructed": "reconstructed"}
"""What pages call the authority of a node → what graphs do."""
LISTED = ("clauses", "runs", "moved", "moved_rank")
"""Counts in a line about two versions."""
OF_SITE = ("site.runs", "site.boards", "site.configurations", "site.left_out")
"""Figures of the whole site, which any page may show; ``SiteCounts`` makes them again."""
LEFT_OUT, DATA_PAGE = "data/left-out/index.json", "data/index.json"
"""The data of the lists of exports that are left out, and of all files."""


STEPS = {
    "Pass rate": ("count", "count", "value"),
    "pass@2": ("count", "count", "value"),
    "Mean score": ("value", "count", "confidence", "value", "value"),
    "Cost per pass": ("cost", "count", "cost_per_pass"),
    "Fisher's exact test": ("p_value", "alpha"),
}
"""Step of worked statistics → what its numbers are called; in all others they are values."""
SETTINGS = ("confidence", "alpha")


class RubricPage(Comparison):
    """The page of a family or of a version of its rubric, held against the graph that it is about."""

    def __init__(self, file: str, data: dict[str, Any], graph: Graph) -> None:
        super().__init__(file)
        self.graph, self.again = graph, counted_in(graph)
        for name, value in data["values"].items():
            if name in self.again:
                self.expect(name, number_in(value), self.again[name], TOLERANCE)
        if "counts" not in data:
            return
        counts = {name: float(self.again[f"rubric.{name}"]) for name in ("nodes", "metrics")}
        self.expect("its counts", data["counts"], counts)
        self.expect("weight of its roles", data["role_weight"], self.again["rubric.role_weight"], TOLERANCE)
        for words, kind in AUTHORITIES.items():
            self.expect(f"nodes that are {words}", data["basis"][words], self.again[f"rubric.basis.{kind}"])
        if "conduct" in data:
            told = {one["name"]: _value(one) for one in data["conduct"]["parameters"]}
            self.expect("its parameters", told, graph.document["parameters"])


def rubric_page(path: str, data: dict[str, Any], graphs: dict[str, Graph]) -> RubricPage | None:
    """Return what comes of a page about a rubric; ``None`` for any other page."""
    if "counts" in data and "basis" in data:
        return RubricPage(path, data, graphs[data["rubric"]["id"]])
    if "versions" in data and "family" in data:
        listed = [one["id"] for one in data["versions"]]
        current = [one["id"] for one in data["versions"] if one["current"]]
        return RubricPage(path, data, graphs[(current or listed)[0]])
    return None


def counted_in(graph: Graph) -> dict[str, float]:
    """Return what pages say of a graph, by name."""
    document, nodes = graph.document, graph.nodes
    authority = Counter(node.get("basis", "published") for node in nodes)
    return {
        "rubric.nodes": len(nodes),
        "rubric.metrics": sum(node["op"] == "metric" for node in nodes),
        "rubric.minimum_coverage": document["minimum_coverage"],
        "rubric.axes": len(document["axes"]),
        "rubric.roles": len(graph.roles),
        "rubric.role_weight": sum(weights_of_roles(graph).values()),
        **{f"rubric.basis.{kind}": authority[kind] for kind in AUTHORITIES.values()},
    }


def weights_of_roles(graph: Graph) -> dict[str, float]:
    """Return what each role weighs in the sum of all."""
    root = graph.document["roles_root"]
    place = graph.weighing(root) if root else None
    if place is None:
        return {}
    weights = dict(zip(graph.inputs[place[0]], graph.nodes[place[0]].get("weights", ())))
    return {role: weights.get(graph.position[role], 0.0) for role in graph.roles}


def _value(parameter: dict[str, Any]) -> Any:
    return parameter["word"] if parameter["value"] is None else parameter["value"]


def named_of_rubric(data: dict[str, Any], graph: Graph) -> Named:
    """Yield (name, value, kind) of what a page about a rubric shows beside its own counts."""
    for one in data["differences"]:
        key = f"{one['older']}..{one['newer']}"
        yield from ((f"{key}#{name}", one[name], DERIVED) for name in LISTED)
    for one in data.get("conduct", {}).get("parameters", ()):
        yield f"parameter.{one['name']}", one["value"], GIVEN
    for title, words in (data.get("conduct", {}).get("worked") or {"steps": ()})["steps"]:
        values = [word for word in words if is_number(word)]
        names = STEPS.get(title) or ("value",) * len(values)
        for name, value in zip(names, values):
            yield f"example.{name}", value, GIVEN if name in SETTINGS else DERIVED
    for one in data.get("self_tests", ()):
        yield from ((f"self_test.{one['test']}.{key}", one[key], DERIVED) for key in ("tried", "held"))
    if data.get("example"):
        yield from _named_of_example(data["example"], graph)


def _named_of_example(example: dict[str, Any], graph: Graph) -> Named:
    nodes = {axis["points"]: axis["node"] for axis in graph.document["axes"]}
    yield "example.chosen_from", example["chosen_from"], DERIVED
    yield "example.role_weight", example["role_weight"], DERIVED
    for role in example["roles"]:
        node = role["node"]
        yield from ((node + end, role[key], DERIVED) for end, key in ENDS_OF_ROLE.items())
    for node, axis in example["axes"].items():
        yield node, axis["points"], DERIVED
        yield f"{nodes[node]}#coverage", axis["coverage"], DERIVED
    for part in ("contributions", "parts", "completion"):
        yield from ((name, value, DERIVED) for name, value in example[part].items())


ENDS_OF_ROLE = {"": "score", "#contribution": "contribution", "#coverage": "coverage"}
"""End of a name → key of what it is in the data of a role."""


def figures_of_site(data: Any) -> dict[str, Any]:
    """Return what the data of any page say of the whole site, by name."""
    holders = [data.get("site"), data.get("values")] if isinstance(data, dict) else []
    found: dict[str, Any] = {}
    for holder in holders:
        if isinstance(holder, dict):
            found.update((name, value) for name, value in holder.items() if name in OF_SITE)
    return found


def named_of_lists(path: str, data: dict[str, Any]) -> Named:
    """Yield (name, value, kind) of what the lists of exports and of files show."""
    if path == LEFT_OUT:
        yield from ((f"inputs.{name}", value, DERIVED) for name, value in data["inputs"].items())
    elif path == DATA_PAGE:
        yield from (("board.listed", board["listed"], DERIVED) for board in data["boards"])
