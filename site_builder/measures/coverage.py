"""Line coverage from the JSON report of coverage.py.

``totals.percent_covered`` is never used: with branch measurement it mixes branches in.
"""

from __future__ import annotations

import math

from site_builder.measures.json_view import View


def line_coverage(report: View) -> tuple[float, float] | None:
    """Return covered lines and statements of a report; ``None`` without either or without a statement."""
    totals = report.child("totals")
    if totals is None:
        return None
    covered = totals.number("covered_lines")
    statements = totals.number("num_statements")
    if covered is None or not statements or not math.isfinite(100 * covered / statements):
        return None
    return covered, statements


def percent(covered: float, statements: float) -> float:
    """Return 100 × covered ÷ statements; may exceed 100 when the report contradicts itself."""
    return 100 * covered / statements
