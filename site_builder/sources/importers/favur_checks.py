"""Figures of one export that contradict each other, or that look like another unit.

What is scored is what the specification says; these checks only warn.
"""

from __future__ import annotations

from datetime import datetime

from site_builder.measures.junit import TestCounts
from site_builder.records.run import Evidence
from site_builder.sources.importers.favur_problems import Findings
from site_builder.sources.importers.favur_results import COVERAGE, JUNIT
from site_builder.sources.importers.favur_sheet import META, Sheet
from site_builder.sources.importers.favur_usage import Figures

_SUMMED = ("requests", "failed_requests", "input_tokens", "output_tokens", "cost_usd")
_TOLERANCE = 1 + 1e-6
_UNACCOUNTED = 2.0
"""The total of a run may be this many times that of its roles: requests without a role belong to the run."""
_SHORTEST_REQUEST = 0.05
"""Seconds below which a mean request is none that a model answered."""
_MOST_TOKENS = 10_000.0
"""Tokens that a request writes in a second, above which nobody serves a model."""
_COVERAGE_TOLERANCE = 0.1
"""Percentage points by which two coverages may differ through rounding."""


def check_usage(front: str, figures: Figures, findings: Findings) -> None:
    """Report parts that are larger than their whole within one usage object."""
    for part, whole in (("failed_requests", "requests"), ("cache_write_tokens", "input_tokens")):
        small, large = figures.get(part), figures.get(whole)
        if small is not None and large is not None and small > large * _TOLERANCE:
            message = f"{part} ({small:g}) exceeds {whole} ({large:g})."
            findings.add(META, f"{front}/{part}", "favur.parts-exceed-whole", message)


def check_roles(run: Figures, roles: dict[str, Figures], findings: Findings) -> None:
    """Report roles that together used more than the run."""
    for name in _SUMMED:
        whole = run.get(name)
        parts = sum(figures.get(name) or 0.0 for figures in roles.values())
        if whole is not None and parts > whole * _TOLERANCE:
            shown = f" {parts:g} and {whole:g}" if name != "cost_usd" else ""
            message = f"The roles together have more {name} than the run{shown and ':'}{shown}."
            findings.add(META, f"/usage/{name}", "favur.parts-exceed-whole", message)


def check_total(run: Figures, roles: dict[str, Figures], findings: Findings) -> None:
    """Report a total of the run far above its roles together, where every role states the figure.

    The run is what its roles did, and requests that name no role: a total that is most of it without a role
    is counted twice or in another unit, most likely.
    """
    for name in _SUMMED:
        whole, stated = run.get(name), [figures.get(name) for figures in roles.values()]
        known = [part for part in stated if part is not None]
        if whole is None or not known or len(known) < len(stated) or whole <= sum(known) * _UNACCOUNTED:
            continue
        shown = f": {whole:g} and {sum(known):g}" if name != "cost_usd" else ""
        message = f"The run has more than twice the {name} of all its roles together{shown}."
        findings.add(META, f"/usage/{name}", "favur.total-exceeds-roles", message)


def check_time(run: Figures, started: datetime, finished: datetime, findings: Findings) -> None:
    """Report a mean request longer than the whole run: milliseconds, most likely."""
    spent, requests = run.get("request_time_s"), run.get("requests")
    seconds = (finished - started).total_seconds()
    if spent and requests and seconds > 0 and spent / requests > seconds:
        message = f"A mean request takes {spent / requests:g} s, the whole run {seconds:g} s."
        findings.add(META, "/usage/request_time_s", "favur.maybe-milliseconds", message)


def check_speed(run: Figures, findings: Findings) -> None:
    """Report requests faster than any model answers: those that failed at once were timed, most likely."""
    spent, requests, written = (run.get(name) for name in ("request_time_s", "requests", "output_tokens"))
    if not spent:
        return
    if requests and spent / requests < _SHORTEST_REQUEST:
        message = f"A mean request takes {spent / requests:.3g} s, which is faster than models answer."
        findings.add(META, "/usage/request_time_s", "favur.too-fast", message)
    elif written and written / spent > _MOST_TOKENS:
        message = f"A request writes {written / spent:g} tokens in a second; models write more slowly."
        findings.add(META, "/usage/output_tokens", "favur.too-fast", message)


def check_tests(junit: TestCounts | None, sheet: Sheet, findings: Findings) -> None:
    """Report test results of ``meta.json`` that differ from the JUnit report of the same run."""
    if junit is None or not junit.ran:
        return
    for name in ("passed", "failed", "errors"):
        metric = sheet.metrics[f"tests_run.{name}"]
        counted = float(getattr(junit, name))
        if metric.value is not None and metric.evidence[0].file == META and metric.value != counted:
            message = f"meta.json has {metric.value:g} tests {name}, {JUNIT} has {counted:g}."
            findings.add(META, f"/tests/{name}", "favur.disagreement", message)


def check_coverage(report: tuple[float, Evidence] | None, sheet: Sheet, findings: Findings) -> None:
    """Report a coverage of ``meta.json`` that differs from the coverage report of the same run."""
    metric = sheet.metrics["coverage_percent"]
    if report is None or metric.value is None or metric.evidence[0].file != META:
        return
    if abs(report[0] - metric.value) > _COVERAGE_TOLERANCE:
        message = f"meta.json has a coverage of {metric.value:g} %, {COVERAGE} gives {report[0]:g} %."
        findings.add(META, "/coverage_percent", "favur.disagreement", message)
