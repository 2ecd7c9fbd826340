"""CSV reads back as it was, and no spreadsheet executes it (R28, R57)."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.output.csv_table import csv_line
from site_builder.output.verify.site_files import plain_cell

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
texts = st.tuples(st.text("'=+-@\t\r\n＝", max_size=3), st.text(characters)).map("".join)


@given(st.lists(texts, min_size=2, max_size=6))
def test_texts_read_back(fields: list[str]) -> None:
    """R28: a round trip through Python's reader; formulas lose the apostrophe they were given."""
    read = next(csv.reader(io.StringIO(csv_line(fields), newline="")))
    assert [plain_cell(cell) for cell in read] == fields


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_back_and_stay_numbers(value: float) -> None:
    """R28: no rounding, and a negative number gets no apostrophe."""
    assert float(csv_line([value]).strip()) == value


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'="])
def test_a_text_that_begins_like_a_formula_is_quoted_as_text(start: str) -> None:
    """R57: formula injection."""
    line = csv_line([f"{start}HYPERLINK(1)", "x"])
    assert next(csv.reader(io.StringIO(line, newline="")))[0] == f"'{start}HYPERLINK(1)"


def test_lines_end_as_rfc_4180_says() -> None:
    assert csv_line(["a", 'b"c', "d,e", True, False, 3]) == 'a,"b""c","d,e",true,false,3\r\n'
