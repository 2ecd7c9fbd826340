"""Who pages say is first, and by how much, follows from the rows of the board: in data and in words."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from site_builder.output.verify.first_place import check_leads, check_overview
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.held_site import HeldSite, changed, numbers
from tests.verify.test_hostile import blamed, replaced

BOARDS = ("circles", "solar-system", "incident-review-2026-03", "schema-migration-2026-05")
HEADLINES = ("composite", "composite", "cx_em", "cx_em")
PAGE, HOME = "boards/circles/index.html", "index.html"
WORDS = [
    (r"<b>First</b> of 9", "<b>First</b> of 8"),
    (r"<b>First</b> of 9", "<b>Tied at the top</b> of 9"),
    (r'runs/circles-aurora-1/index.html">all-Aurora', 'runs/circles-aurora-2/index.html">all-Aurora'),
    (r">all-Aurora</a>", ">all-Basalt</a>"),
    (r'<span class="id">circles-aurora-1', '<span class="id">circles-aurora-2'),
    (r"Its lead may be chance: ", "Its lead of 9 is more than chance: "),
    (r"within the spread of repeats\.", "within it. What was not measured could reverse the first two."),
    (r'value="90.89[0-9]*" data-value="90.89[0-9]*"', 'value="90.9" data-value="90.9"'),
]
ON_HOME = [change for change in WORDS if "of 9" not in change[0]]


class Told(SiteFiles):
    """A site of which one page reads otherwise."""

    def __init__(self, folder: Path, path: str = "", text: str = "") -> None:
        super().__init__(str(folder))
        self.path, self.text = path, text

    def read(self, path: str) -> bytes | None:
        return self.text.encode() if path == self.path else super().read(path)


def _faults(site: Path, path: str, text: str) -> list[str]:
    told = Told(site, path, text)
    boards = {name: told.json(f"data/{name}/board.json") for name in BOARDS}
    if path == HOME:
        check_overview(told, path, boards, [*HEADLINES])
    else:
        check_leads(told, path, boards["circles"], "composite")
    return [fault.what for fault in told.faults]


@pytest.mark.parametrize(
    ("page", "old", "new"), [*((PAGE, *one) for one in WORDS), *((HOME, *one) for one in ON_HOME)]
)
def test_other_words_on_who_is_first_are_found(site: Path, page: str, old: str, new: str) -> None:
    text = (site / page).read_text(encoding="utf-8")
    start = text.index('class="leads"' if page == PAGE else '<a href="boards/circles/index.html">Circles')
    other = text[:start] + re.sub(old, new, text[start:], count=1)
    assert _faults(site, page, text) == []
    assert other != text
    assert _faults(site, page, other)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r'(class="name"><a href="runs/circles-aurora-)1', r"\g<1>2"),
        (r'(Next is .*?class="id">circles-aurora-)2', r"\g<1>3"),
        (r"Next is <a .*?</span>", "Next is nobody"),
        (r'value="9.55[0-9]*" data-value="9.55[0-9]*"', 'value="9.5" data-value="9.5"'),
        (
            r'value="9" data-value="9" data-node="board.ranked"',
            'value="8" data-value="8" data-node="board.ranked"',
        ),
    ],
)
def test_another_run_above_the_first_rows_of_a_board_is_found(site: Path, old: str, new: str) -> None:
    text = (site / HOME).read_text(encoding="utf-8")
    start = text.index('id="board-circles"')
    other = text[:start] + re.sub(old, new, text[start:], count=1, flags=re.DOTALL)
    assert other != text
    assert _faults(site, HOME, other)


def test_a_statement_that_is_gone_or_there_twice_is_found(site: Path) -> None:
    text = (site / PAGE).read_text(encoding="utf-8")
    leads = re.search(r'<p class="leads">.*?</p>', text, re.DOTALL)
    assert leads is not None
    for other in (text.replace(leads[0], ""), text.replace(leads[0], leads[0] * 2)):
        assert _faults(site, PAGE, other)
    home = (site / HOME).read_text(encoding="utf-8")
    row = re.search(r'<tr><th scope="row"><a href="boards/circles/.*?</tr>', home, re.DOTALL)
    assert row is not None
    assert _faults(site, HOME, home.replace(row[0], ""))
    assert _faults(site, HOME, home.replace(row[0], row[0].replace("circles/index", "solar-system/index")))


@pytest.mark.parametrize(("name", "headline"), [*zip(BOARDS, HEADLINES, strict=True)])
def test_no_number_of_the_first_place_in_the_data_of_a_board_can_be_changed_by_itself(
    held: HeldSite, name: str, headline: str
) -> None:
    board = held.json(f"data/{name}/board.json")
    page = f"boards/{name}/index.html"
    assert held.blamed_by(lambda site: check_leads(site, page, board, headline)) == set()
    for keys in numbers(board["top"], ()):
        other = {**board, "top": changed(board["top"], keys)}
        assert held.blamed_by(lambda site: check_leads(site, page, other, headline)), keys  # noqa: B023


def test_a_second_run_in_the_place_of_the_first_is_found_in_a_whole_site(site: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    replaced(copied / PAGE, r'(class="leads">.*?runs/circles-aurora-)1', r"\g<1>2")
    assert blamed(copied) == {PAGE}
