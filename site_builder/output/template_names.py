"""What templates may use beside the record of their page: filters, and what makes tables and charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from site_builder.output import campaign_charts, charts, gate_tables, numbers, study_tables, tables
from site_builder.output.anatomy_tables import AnatomyTables
from site_builder.output.cohort_tables import derived_rows
from site_builder.output.difference_tables import difference_rows
from site_builder.output.frontier_chart import frontier
from site_builder.output.markdown import fill, sections
from site_builder.output.markup import safe, with_code
from site_builder.output.method_tables import MethodTables
from site_builder.output.rank_flow import rank_flow
from site_builder.output.standard_tables import StandardTables
from site_builder.pages.cells import Cell
from site_builder.pages.differences.lookup import difference_address
from site_builder.pages.differences.view import data_path
from site_builder.pages.gates.history import history_of
from site_builder.pages.gates.versions import comparison
from site_builder.pages.words import in_one, opening, quiet


def _number(cell: Cell) -> Markup:
    return safe(numbers.number(cell))


FILTERS: Mapping[str, Callable[..., Any]] = {
    "quiet": quiet,
    "with_code": with_code,
    "in_one": in_one,
    "opening": opening,
}
"""Name in templates → filter."""

FUNCTIONS: Mapping[str, Any] = {
    "number": _number,
    "sentence": numbers.sentence,
    "prose": fill,
    "sections": sections,
    "interval": charts.interval,
    "repeats": charts.repeats,
    "board_rows": tables.board_rows,
    "short_rows": tables.short_rows,
    "anatomy_tables": AnatomyTables,
    "standard_tables": StandardTables,
    "method_tables": MethodTables,
    "figure": study_tables.figure,
    "reach_rows": study_tables.reach_rows,
    "study_rows": study_tables.LISTED,
    "reversal_rows": study_tables.reversal_rows,
    "amount_columns": study_tables.amount_columns,
    "point_columns": study_tables.point_columns,
    "rank_flow": rank_flow,
    "frontier_chart": frontier,
    "difference_rows": difference_rows,
    "difference_address": difference_address,
    "difference_data": data_path,
    "estimate": campaign_charts.estimate,
    "derived_rows": derived_rows,
    "gate_table": gate_tables.gate_table,
    "gate_anchored": gate_tables.anchored,
    "gate_margin": gate_tables.margin,
    "gate_comparison": comparison,
    "history_of": history_of,
}
"""Name in templates → what it stands for; ``study_rows`` is a number."""
