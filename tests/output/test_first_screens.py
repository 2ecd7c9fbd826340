"""What pages say before anything else: what they are about, who leads, and how far to trust it."""

from __future__ import annotations

import json
import re

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


def test_a_board_says_who_is_first_and_how_far_to_trust_it_before_its_table(files: Files) -> None:
    page = files["boards/circles/index.html"].decode()
    above = page[: page.index("<table")]
    assert "A run of an agent fleet over one statement of work is scored 0–100." in above
    paragraphs = texts(files, "boards/circles/index.html", "p")
    said = next(text for text in paragraphs if text.startswith("First of"))
    assert re.fullmatch(
        r"First of \d+ ranked runs: .+ with [\d.]+ of 100\. \d+ % of its score measured\..+", said
    )


def test_who_leads_a_board_is_in_its_data_as_on_the_home_page(files: Files) -> None:
    home = json.loads(files["index.json"])["boards"]
    for card in home:
        assert json.loads(files[f"data/{card['board']}/board.json"])["top"] == card["top"]


def test_boards_runs_configurations_and_rubrics_describe_themselves_to_search_engines(files: Files) -> None:
    found = {}
    for path, content in files.items():
        if path.endswith("/index.html") and path.split("/")[0] in ("boards", "runs", "configurations"):
            metas = [
                e.attributes for e in read(content).all("meta") if e.attributes.get("name") == "description"
            ]
            found[path] = metas[0]["content"]
    assert found["boards/circles/index.html"].startswith("Circles: A run of an agent fleet")
    assert len(set(found.values())) == len(found)


def test_the_page_about_verification_begins_with_the_list_of_all_its_sections(files: Files) -> None:
    page = read(files["verify/index.html"])
    listed = [" ".join(link.text.split()) for link in page.all("a") if link.attributes["href"][0] == "#"]
    assert listed[1:] == texts(files, "verify/index.html", "h2")
    assert len(listed) == 1 + 8


def test_a_page_that_lists_its_sections_lists_all_of_them(files: Files) -> None:
    listing = 0
    for path, content in files.items():
        if path.endswith(".html") and b'<nav class="contents"' in content:
            html = content.decode()
            contents = html.partition('<nav class="contents"')[2].partition("</nav>")[0]
            listed = set(re.findall(r'href="#([^"]+)"', contents))
            known = set(re.findall(r'<section id="([^"]+)"', html))
            assert known <= listed, path
            listing += 1
    assert listing > 10
