"""Words that stand where a value is missing, held against the reason in the data."""

from __future__ import annotations

import html
import re
from typing import Any

from site_builder.output.verify.page_numbers import CELL_BEGIN, COLUMN, rows_of
from site_builder.output.verify.site_files import SiteFiles

WORDS_OF_REASONS = {
    "not_collected": (
        *("not collected", "not reported", "not measured", "not scored", "not complete", "not stated"),
        *("none", "below minimum"),
    ),
    "not_applicable": ("not applicable",),
    "tool_failed": ("tool failed",),
    "below_minimum": ("below minimum",),
    "cohort_too_small": ("cohort too small",),
    "invalid": ("invalid",),
    "withheld": ("withheld",),
    "none": ("none", "never", "not estimable", "not defined"),
}
"""Reason → what pages may say for it. Rubrics have words of their own beside these, such as ``unpriced``."""
KNOWN_REASONS = frozenset(words for said in WORDS_OF_REASONS.values() for words in said)
WHERE_MISSING = re.compile(r' data-missing="([^"<>]*)"(?: title="([^"<>]*)")?>([^<]*)<')
ANY_DIGIT = re.compile("[0-9]")


def check_missing_words(site: SiteFiles, path: str, page: str) -> None:
    """Hold what stands in the place of each missing value on a page: words for its reason, and no number."""
    for reason, words in sorted({(found[0], found[2]) for found in WHERE_MISSING.findall(page)}):
        text = html.unescape(words).strip().casefold()
        of_others = text in KNOWN_REASONS and text not in WORDS_OF_REASONS.get(reason, ())
        if reason not in WORDS_OF_REASONS or of_others or not text or ANY_DIGIT.search(text):
            site.fault(path, f"what stands for a value that is missing ({reason})", words)


def check_missing_cells(site: SiteFiles, path: str, page: str, board: dict[str, Any]) -> None:
    """Hold the reasons in the rows of a board against its data, with what more is said of each."""
    keys = COLUMN.findall(page)
    for (_, text), row in zip(rows_of(page), board["rows"]):
        for key, cell in zip(keys, CELL_BEGIN.split(text)[1:]):
            value = row["values"].get(key)
            if not isinstance(value, dict):
                continue
            found = WHERE_MISSING.search(cell)
            told = found and [html.unescape(found[1]), html.unescape(found[2] or "")]
            site.expect(path, f"why {row['run']} has no {key}", told, [value["missing"], value["detail"]])
