"""A page with a script, an image or a frame of others, or without what it says of all runs, is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.output.verify.faults import Fault
from site_builder.output.verify.page_markup import odd_markup
from tests.verify.changed_words import AROUND
from tests.verify.forgery import faults_of, forge, said_of


@pytest.fixture(scope="module")
def forged(site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], list[Fault]]:
    """Return the page of each change, and what the verifier says of a site with all of them."""
    copy = tmp_path_factory.mktemp("changed") / "site"
    pages = forge(site, copy, AROUND)
    (copy / "data/solar-system/every-eval-ever.jsonl").unlink()
    return pages, faults_of(copy)


@pytest.mark.parametrize("name", AROUND)
def test_what_does_not_belong_to_a_page_is_found(
    forged: tuple[dict[str, str], list[Fault]], name: str
) -> None:
    pages, faults = forged
    said = said_of(pages[name], faults)
    assert [words for words in said if AROUND[name].blamed in words], said


def test_results_in_the_exchange_format_are_missed(forged: tuple[dict[str, str], list[Fault]]) -> None:
    said = [fault.what for fault in forged[1] if fault.file == "data/index.json"]
    assert "the results of solar-system in the exchange format are not there" in said


@pytest.mark.parametrize(
    "text",
    [
        '<script src="assets/own.js" defer></script>',
        '<script src="assets/own.js" type="module"></script>',
        '<img src="assets/own.png" alt="">',
        '<a href="https://example.org/a:b">x</a>',
        '<link rel="canonical" href="https://example.org/">',
        '<svg viewBox="0 0 1 1"><use href="#a"></use></svg>',
        '<meta http-equiv="refresh" content="0; url=other/index.html">',
    ],
)
def test_files_of_the_site_and_links_are_allowed(text: str) -> None:
    files = ("assets/own.js", "assets/own.png", "other/index.html")
    assert [*odd_markup("index.html", text, files)] == []


@pytest.mark.parametrize(
    "text",
    [
        "<script>",
        '<script src="assets/own.js">alert(1)</script>',
        '<svg><script href="assets/own.js"></script></svg>',
        '<a href=" \tJAVA\nscript:alert(1)">x</a>',
        '<img srcset="https://example.org/a.png" alt="">',
        '<form action="https://example.org/"></form>',
        '<base href="https://example.org/">',
        '<svg><image href="https://example.org/a.svg"></image></svg>',
        '<link rel="preload" href="https://example.org/a.css">',
        '<img src="../outside.png" alt="">',
        '<meta HTTP-EQUIV="refresh" content="0; url=https://example.org/">',
    ],
)
def test_what_runs_or_loads_otherwise_is_not(text: str) -> None:
    assert [*odd_markup("index.html", text, ("assets/own.js",))]
