"""Names of the numbers on pages of release gates, by where their data have them.

Those that follow from reviews are computed again where all pages of a gate are at hand (``GateFiles``).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from site_builder.output.verify.faults import DERIVED, GIVEN, MEASURED, Named
from site_builder.output.verify.gate_agreement import FIELDS_OF_REVIEWS
from site_builder.output.verify.gate_figures import COMPARED, GROWING
from site_builder.output.verify.gate_reviews import JUDGED, MEASURED_OF_OUTPUTS, part_of_nodes
from site_builder.output.verify.graph import Graph

BELOW_GATE = re.compile(r"gates/[^/]+/(?:(cases|reviewers)/(?:([^/]+)/)?|(conditions)/)index\.json")
SUITE = re.compile(r"suites/[^/]+/index\.json")
"""The data of the page of a suite of cases."""
ENDS_OF_DIFFERENCE = ("", ".from", ".to", ".higher", ".lower", ".n")
OF_REVIEWERS = ("reviews", "cases", *FIELDS_OF_REVIEWS.values(), "notes")
OF_AGREEMENT = ("n", "agreed", "raw", "kappa", "weighted")


def named_of_gate(path: str, data: dict[str, Any], graphs: dict[str, Graph]) -> Named:
    """Yield what a page of a suite, of histories or below a release gate shows; nothing for other pages.

    Raises ``KeyError`` and the like for data that are not as on such a page.
    """
    found = BELOW_GATE.fullmatch(path)
    if "moved_to" in data:
        return
    for history in data.get("histories", ()):
        yield from _history(history, graphs[history["rubrics"][0]])
    if SUITE.fullmatch(path):
        yield from _suite_of_cases(data)
    if found is None:
        return
    if found[1] == "cases":
        yield from _case(data) if found[2] else _cases(data)
    elif found[1] == "reviewers":
        yield from _reviewer(data) if found[2] else _reviewers(data)
    else:
        yield from _conditions(data)


def _history(history: dict[str, Any], graph: Graph) -> Named:
    nodes = graph.document["on_boards"]
    for entry in history["entries"]:
        if len(nodes) == len(entry["values"]):
            for node, value in zip(nodes, entry["values"]):
                yield node, value, graph.kinds[graph.position[node]]
    yield from ((f"history.{word}", count, DERIVED) for word, count in history["counts"])


def _suite_of_cases(data: dict[str, Any]) -> Named:
    yield "suite.cases", data["cases"], DERIVED
    yield from ((f"suite.{risk}", count, DERIVED) for risk, count in data["risks"])
    if data["inputs"] is not None:
        *cases, means = data["inputs"]["rows"]
        yield from (("input.words", words, MEASURED) for row in cases for words in row["cells"])
        yield from (("input.mean_words", mean, DERIVED) for mean in means["cells"])


def _case(data: dict[str, Any]) -> Named:
    *criteria, acceptance = data["summary"]["rows"]
    for row in criteria:
        yield from (("criterion.accepted", value, DERIVED) for value in row["cells"])
    yield from (("output.acceptance", value, DERIVED) for value in acceptance["cells"])
    for output in data["outputs"]:
        for row in output["judged"]["rows"]:
            if row["title"] in JUDGED:
                name = f"review.{JUDGED[row['title']]}"
                yield from ((name, value, GIVEN) for value in row["cells"][:-1])
        for name, (_, value, _) in zip(MEASURED_OF_OUTPUTS, output["measured"]):
            yield f"output.{name}", value, GIVEN
        known = DERIVED if output["file"] else GIVEN  # a text that is not published cannot be counted
        yield "output.bytes", output["bytes"], known
        yield "output.words", output["words"], known
        yield "output.input_words", output["input_words"], MEASURED


def _cases(data: dict[str, Any]) -> Named:
    for row in data["rows"]:
        yield "case.criteria", row["criteria"], DERIVED
        yield from (("output.acceptance", output["cell"], DERIVED) for output in row["outputs"])


def _reviewers(data: dict[str, Any]) -> Named:
    for row in data["reviewers"]["rows"]:
        yield from ((f"reviewer.{name}", v, DERIVED) for name, v in zip(OF_REVIEWERS, row["cells"]))
    for row in data["beside"]["rows"]:
        named = zip(FIELDS_OF_REVIEWS.values(), row["cells"])
        yield from ((f"beside.{field}", value, DERIVED) for field, value in named)
    for row in data["agreement"]["rows"]:
        field = FIELDS_OF_REVIEWS[row["title"]]
        yield from ((f"{field}.{name}", v, DERIVED) for name, v in zip(OF_AGREEMENT, row["cells"]))
    for row in data["by_condition"]["rows"]:
        field = FIELDS_OF_REVIEWS[row["title"]]
        yield from ((f"{field}.raw.{n}", value, DERIVED) for n, value in enumerate(row["cells"]))
    yield "disagreements", data["disagreements"], DERIVED
    if data["more"] is not None:
        yield "disagreements.more", data["more"], DERIVED


def _reviewer(data: dict[str, Any]) -> Named:
    for row in data["summary"]["rows"]:
        field = FIELDS_OF_REVIEWS[row["title"]]
        names = zip(("reviewer", "beside", "agreement"), row["cells"])
        yield from ((f"{name}.{field}", value, DERIVED) for name, value in names)
    for _, cells in data["rows"]:
        yield from (("review.acceptance", one["cell"], DERIVED) for one in cells if one is not None)
    yield "reviewer.reviews", data["reviews"], DERIVED
    yield "reviewer.notes", data["notes"], DERIVED


def _conditions(data: dict[str, Any]) -> Named:
    parts = [part_of_nodes(condition) for condition in data["metrics"]["columns"]]
    for row in data["growth"]["rows"]:
        names = [f"{part}.{GROWING[row['title']]}.growth" for part in parts]
        yield from ((name, value, DERIVED) for name, value in zip(names, row["cells"]))
    for table in data["differences"]:
        for row in table["rows"]:
            name = f"difference.{COMPARED[row['title']]}"
            yield from ((name + end, v, DERIVED) for end, v in zip(ENDS_OF_DIFFERENCE, row["cells"]))
    for table in data["parts"]:
        metric = metric_of_parts(table)
        for row in table["rows"]:
            yield "part.cases", row["cells"][0], DERIVED
            yield from ((f"{part}.{metric}", v, DERIVED) for part, v in zip(parts, row["cells"][1:]))
    yield "confidence", data["confidence"], GIVEN


def metric_of_parts(table: dict[str, Any]) -> str:
    """Return the metric that a table tells for each part of the suite."""
    return str(table["key"])[len("parts-") :].replace("-", "_")


class CheckAgain(NamedTuple):
    """What one check of a gate comes to."""

    observed: float | None
    baseline: float | None
    """The value that is asked for, before its factor; ``None`` where the limit is fixed."""
    limit: float | None
    margin: float | None
    """To the limit: positive where there is room left."""
    met: bool


def gate_again(graph: Graph, value: Callable[[str], float | None]) -> tuple[dict[str, CheckAgain], str]:
    """Return the checks of a gate by their codes, and its outcome; ``value`` gives that of a node."""
    checks = {code: _check_again(rule, value) for code, rule in graph.document.get("checks", {}).items()}
    return checks, "passed" if all(check.met for check in checks.values()) else "failed"


def _check_again(rule: dict[str, Any], value: Callable[[str], float | None]) -> CheckAgain:
    observed, baseline, limit = value(rule["observed"]), None, rule["limit"]
    if rule["required"] is not None:
        baseline = value(rule["required"])
        limit = None if baseline is None else min(baseline * rule["factor"], sys.float_info.max)
    margin = None
    if observed is not None and limit is not None:
        margin = observed - limit if rule["comparison"] == "at_least" else limit - observed
    looked_at = rule["above_zero"] is None or (value(rule["above_zero"]) or 0) > 0
    met = margin is not None and margin >= -rule["tolerance"] and looked_at
    return CheckAgain(observed, baseline, limit, margin, met)
