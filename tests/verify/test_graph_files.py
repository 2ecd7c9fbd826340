"""A graph file says what the rubric beside it says, expanded by a second reading of the YAML (R27)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

Data = dict[str, Any]

NAMED = {
    "ratio": ("numerator", "denominator"),
    "difference": ("minuend", "subtrahend"),
    "gate": ("gate", "value"),
    "only_when": ("condition", "value"),
    "harmonic_mean": ("a", "b"),
    "bottleneck": ("least", "bonus"),
}
"""Operators whose inputs have names, in the order of ``docs/verify.md``; others have one, ``x``."""


def filled(item: Any, name: str, value: str, title: str) -> Any:
    """Put a value and its title in the places that a repeated node leaves for them."""
    if isinstance(item, str):
        return item.replace(f"{{{name}}}", value).replace(f"{{{name}.title}}", title)
    if isinstance(item, dict):
        return {filled(k, name, value, title): filled(v, name, value, title) for k, v in item.items()}
    if isinstance(item, list):
        return [filled(part, name, value, title) for part in item]
    return item


def nodes_of(rubric: Data) -> dict[str, Data]:
    found: dict[str, Data] = dict(rubric["nodes"])
    for repeat in rubric.get("repeat", ()):
        for value, title in repeat["values"].items():
            found |= filled(repeat["nodes"], repeat["name"], value, title)
    return found


def as_evaluated(name: str, node: Data) -> Data:
    """Return a node of the YAML as its graph file has to state it."""
    inputs, constants = node.get("inputs", []), dict(node.get("constants", {}))
    data: Data = {"id": name, "op": node["op"]}
    if node["op"] == "weighted_mean":
        data |= {"inputs": list(inputs), "weights": list(inputs.values())}
    elif isinstance(inputs, dict):
        order = NAMED.get(node["op"], ("x",))
        assert set(order) == set(inputs), name
        data["inputs"] = [inputs[label] for label in order]
    elif inputs:
        data["inputs"] = inputs
    if "required" in constants:
        data["required"] = constants.pop("required")
    if constants:
        data["constants"] = constants
    data |= {key: node[key] for key in ("range", "coverage") if key in node}
    if "withheld" in node:
        data["withheld"] = True
    if node["direction"] != "neutral":
        data["direction"] = node["direction"]
    if node["basis"] != "published":
        data["basis"] = node["basis"]["kind"]
    if "requirement" in node:
        data |= {"requirement": node["requirement"], "group": node["group"]}
    return data


def checks_of(rubric: Data) -> Data:
    found = {}
    for code, check in rubric.get("checks", {}).items():
        baseline = check.get("baseline")
        found[code] = {
            "observed": f"{check['candidate']}.{check['metric']}",
            "comparison": check["comparison"],
            "required": f"{baseline}.{check['metric']}" if baseline else None,
            "factor": check.get("factor", 1.0),
            "limit": check.get("limit"),
            "tolerance": check.get("tolerance", 0.0),
            "above_zero": check.get("above_zero"),
        }
    return found


def weighings_of(rubric: Data) -> list[str]:
    """Return the nodes whose weights boards vary: chosen, or every weighted mean above the subjects."""
    layout, nodes = rubric["layout"], nodes_of(rubric)
    if "varied" in layout:
        return [layout["varied"]["weights"]]
    subjects = [subject["node"] for key in ("axes", "roles") for subject in layout.get(key, [])]
    found: list[str] = []
    level = [layout["headline"]]
    while level:
        below = []
        for name in level:
            inputs = nodes[name].get("inputs", {})
            several = nodes[name]["op"] == "weighted_mean" and len(inputs) > 1
            found += [name] if several and name in rubric["nodes"] and name not in found else []
            below += list(inputs.values() if isinstance(inputs, dict) and not several else inputs)
        stop = {*subjects, layout.get("completion")}
        level = [name for name in below if name not in stop and nodes[name]["op"] != "metric"]
    return found


def differences(rubric: Data, document: Data) -> list[Any]:
    """Return everything that the two say differently."""
    layout, wanted = rubric["layout"], nodes_of(rubric)
    stated = {node["id"]: node for node in document["nodes"]}
    found: list[Any] = [name for name in wanted.keys() ^ stated.keys()]
    found += [n for n in wanted.keys() & stated.keys() if as_evaluated(n, wanted[n]) != stated[n]]
    seen: set[str] = set()
    for node in document["nodes"]:
        found += [("order", node["id"])] if not seen.issuperset(node.get("inputs", ())) else []
        seen.add(node["id"])
    axes = [{"node": axis["node"], "points": axis.get("points", axis["node"])} for axis in layout["axes"]]
    shown = [axis["points"] for axis in axes] + layout.get("columns", []) + layout.get("parts", [])
    shown += layout.get("groupings", {}).get("nodes", [])
    expected = {
        "rubric": f"{rubric['family']}/{rubric['version']}",
        "files": [f"{rubric['version']}.yaml", *sorted(rubric.get("files", []))],
        "minimum_coverage": rubric.get("minimum_coverage", 0.0),
        "headline": layout["headline"],
        "gate": layout.get("gate"),
        "unranked": layout.get("unranked", ""),
        "axes": axes,
        "roles": [role["node"] for role in layout.get("roles", [])],
        "roles_root": layout.get("roles_root"),
        "factors": layout.get("factors", []),
        "on_boards": list(dict.fromkeys(shown)),
        "task": layout.get("varied", {}).get("amount_of", ""),
        "amount": layout.get("varied", {}).get("amount"),
        "weighings": weighings_of(rubric),
    }
    found += [key for key, value in expected.items() if document[key] != value]
    parameters = {name: one["value"] for name, one in rubric.get("parameters", {}).items()}
    found += [["parameters"]] * (document.get("parameters", {}) != parameters)
    return found + [["checks"]] * (document.get("checks", {}) != checks_of(rubric))


def pairs(site: Path) -> list[tuple[Data, Data]]:
    found = []
    for path in sorted((site / "data/rubrics").glob("*/*.graph.json")):
        rubric = yaml.safe_load(path.with_name(path.name.replace(".graph.json", ".yaml")).read_bytes())
        rubric["layout"].setdefault("axes", [])
        found.append((rubric, json.loads(path.read_bytes())))
    return found


def test_every_graph_file_says_what_the_rubric_beside_it_says(site: Path) -> None:
    found = pairs(site)
    assert len(found) == 7
    for rubric, document in found:
        assert differences(rubric, document) == [], document["rubric"]


@pytest.mark.parametrize(
    "key", ["op", "inputs", "weights", "constants", "range", "coverage", "withheld", "direction", "basis"]
)
def test_a_graph_file_that_says_something_else_is_caught(site: Path, key: str) -> None:
    rubric, document = next(pair for pair in pairs(site) if pair[1]["rubric"] == "favur/15")
    node = next(node for node in document["nodes"] if key in node)
    node[key] = "something else" if not isinstance(node[key], list) else list(reversed(node[key]))[:-1]
    assert node["id"] in differences(rubric, document)
