"""Tables of cohorts and pairs are held cell by cell against the comparison of their campaign."""

from __future__ import annotations

import csv
import io

import pytest

from site_builder.output.verify.campaign_tables import check_campaign_tables
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.held_site import HeldSite

DUEL = "campaigns/harness-duel/"


class Retold(SiteFiles):
    """The same site with another text in the place of one file."""

    def __init__(self, held: HeldSite, path: str, text: str) -> None:
        super().__init__(held.folder)
        self._path, self._text = path, text

    def read(self, path: str) -> bytes | None:
        return self._text.encode() if path == self._path else super().read(path)


def _blamed(held: HeldSite, path: str, lines: list[list[str]]) -> set[str]:
    out = io.StringIO()
    csv.writer(out).writerows(lines)
    site = Retold(held, path, out.getvalue())
    check_campaign_tables(site, DUEL)
    return {fault.file for fault in site.faults}


@pytest.mark.parametrize("name", ["cohorts.csv", "pairs.csv"])
def test_no_cell_can_be_another_one(held: HeldSite, name: str) -> None:
    path = f"data/{DUEL}{name}"
    lines = list(csv.reader(io.StringIO((held.read(path) or b"").decode(), newline="")))
    assert _blamed(held, path, lines) == set()
    for row in range(len(lines)):
        for column in range(len(lines[0])):
            others = [list(line) for line in lines]
            others[row][column] = "7.25" if lines[row][column] != "7.25" else "x"
            assert _blamed(held, path, others) == {path}, (row, lines[0][column])


@pytest.mark.parametrize("name", ["cohorts.csv", "pairs.csv"])
def test_no_line_and_no_column_can_be_left_out(held: HeldSite, name: str) -> None:
    path = f"data/{DUEL}{name}"
    lines = list(csv.reader(io.StringIO((held.read(path) or b"").decode(), newline="")))
    assert _blamed(held, path, lines[:-1]) == {path}
    assert _blamed(held, path, [line[:-1] for line in lines]) == {path}
