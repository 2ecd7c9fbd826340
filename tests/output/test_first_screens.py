"""What pages say before anything else: what they are about, who leads, and how far to trust it."""

from __future__ import annotations

from tests.output.conftest import Files
from tests.output.html_reader import Element, read


def texts(files: Files, path: str, tag: str) -> list[str]:
    return [" ".join(element.text.split()) for element in read(files[path]).all(tag)]


def classes(element: Element) -> list[str]:
    return element.attributes.get("class", "").split()


def test_the_home_page_says_of_every_board_who_is_first_before_it_shows_rows(files: Files) -> None:
    assert "overview" in classes(read(files["index.html"]).all("table")[0])
    first = texts(files, "index.html", "table")[0]
    assert "A run of an agent fleet over one statement of work is scored 0–100." in first
    for board in ("Circles", "Solar System"):
        row = first.partition(f"{board} ")[2]
        assert "of 100" in row
        assert "of its score measured." in row
