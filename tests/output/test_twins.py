"""Boards in Markdown: a table wherever it is pasted, whatever a run is called."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from site_builder.output.twins.text import words
from site_builder.output.verify.rubric_files import RubricFiles
from site_builder.output.verify.site_files import SiteFiles
from site_builder.output.verify.twins import check_twin
from tests.output.conftest import Files, rendered
from tests.pages.synthetic import run, site_of

TWIN = "boards/circles/index.md"
HOSTILE = [
    "a | b",
    "`rm -rf`",
    "<script>alert(1)</script>",
    "two\nlines\r\nand three\u2028four",
    "=HYPERLINK(1)",
    "+1-1",
    "# not a heading",
    "1. no list",
    "[a](https://example.org)",
    "![a](b)",
    "*bold* _it_ ~~gone~~ $x$",
    "back\\slash \\| \\",
    "&lt;b&gt; &amp;",
    "https://example.org www.example.org",
    "ends with a bar |",
    "turned \u202e around \x00",
]


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of the table in a text, as a reader of Markdown shows them."""
    rows: list[list[str]] = []
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    for token, inside in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append("".join(child.content for child in inside.children or ()))
    return rows


@pytest.fixture(scope="module")
def hostile() -> Files:
    """A site of runs with names that would be something else in Markdown."""
    named = [run(f"circles-{n:02d}", seed=n, configuration=name) for n, name in enumerate(HOSTILE)]
    return rendered(site_of(named, exclude=[("circles-00", "it | is `no` <good>")]))


def test_every_row_of_a_board_is_a_row_of_one_table(hostile: Files) -> None:
    head, *rows = rows_of(hostile[TWIN].decode())
    assert head == ["Rank", "Run", "Composite of 100", "Bounds", "Coverage", "Notes"]
    assert len(rows) == len(HOSTILE)
    assert {len(row) for row in rows} == {6}


@pytest.mark.parametrize("n", range(len(HOSTILE)))
def test_any_name_is_shown_as_it_is_and_nothing_more(hostile: Files, n: int) -> None:
    name = " ".join(HOSTILE[n].split()).replace("\u202e", "\ufffd").replace("\x00", "\ufffd")
    shown = [row[1] for row in rows_of(hostile[TWIN].decode())]
    assert f"{name} circles-{n:02d}" in shown
    (line,) = [line for line in hostile[TWIN].decode().splitlines() if f" circles-{n:02d} |" in line]
    assert "<" not in line.replace("\\<", "")
    assert "http" not in line.replace("https\\://", "")


def test_the_verifier_reads_any_name(hostile: Files, tmp_path: Path) -> None:
    for path, content in hostile.items():
        if path.startswith(("boards/", "data/")) or path == "robots.txt":
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(content)
    site = SiteFiles(str(tmp_path))
    check_twin(site, RubricFiles(site).graphs, "boards/circles/index.html")
    assert [fault.words() for fault in site.faults if fault.file.startswith("boards/")] == []


def test_the_reason_of_a_run_without_a_rank_is_beside_it(hostile: Files) -> None:
    (row,) = [row for row in rows_of(hostile[TWIN].decode()) if row[0] == "unranked"]
    assert "it | is `no` <good>" in row[5]


def test_links_lead_to_the_address_of_a_site_that_has_one() -> None:
    files = rendered(site_of([run("circles-1")], url="https://example.org/boards"))
    text = files[TWIN].decode()
    assert "(https://example.org/boards/runs/circles-1/index.html)" in text
    assert "(../" not in text


def test_a_page_names_its_twin_and_a_page_without_one_names_none(hostile: Files) -> None:
    board, of_run = (
        hostile["boards/circles/index.html"].decode(),
        hostile["runs/circles-01/index.html"].decode(),
    )
    assert board.count('href="index.md"') == 2
    assert "../../boards/circles/index.md" in board
    assert "index.md" not in of_run


def test_words_that_mean_nothing_in_markdown_stay_as_they_are() -> None:
    assert words("snake_case-1 (v2.1), 5 % = 3") == "snake_case-1 (v2.1), 5 % = 3"
    assert words("  a\n b ") == "a b"
    assert words("") == ""
