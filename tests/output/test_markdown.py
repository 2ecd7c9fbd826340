"""Prose is Markdown without HTML, and its values are filled in (R57)."""

from __future__ import annotations

import pytest

from site_builder.output.markdown import fill, sections
from site_builder.pages.cells import Cell, Link


def test_values_are_filled_with_their_whole_value_beside_them() -> None:
    html = fill("It has {{ site.runs }} runs.", {"site.runs": Cell("site.runs", 14.0)}, "../")
    assert html == (
        '<p>It has <data class="num" value="14" data-value="14" data-node="site.runs">14</data> runs.</p>\n'
    )


def test_a_value_that_is_not_known_on_a_page_is_words() -> None:
    """R1: never an empty place."""
    assert "not collected" in fill("{{ run.composite }}", {}, "")


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a <b>b</b>", "<img src=x onerror=y>"])
def test_html_is_text(text: str) -> None:
    html = fill(text, {}, "")
    assert "&lt;" in html
    assert "<script" not in html
    assert "<img" not in html


def test_links_that_run_code_are_no_links() -> None:
    html = fill("[x](javascript:alert(1)) [y](data:text/html,x)", {}, "")
    assert "href" not in html


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("/data/", "../../data/index.html"),
        ("/", "../../index.html"),
        ("/data/#files", "../../data/index.html#files"),
        ("/changes/feed.xml", "../../changes/feed.xml"),
        ("https://example.org/", "https://example.org/"),
        ("//example.org/a/", "https://example.org/a/"),
    ],
)
def test_links_from_the_root_are_relative_to_the_page(target: str, address: str) -> None:
    """R55: the site works under any path."""
    assert f'href="{address}"' in fill(f"[x]({target})", {}, "../../")


def test_images_of_the_site_are_found_from_every_page() -> None:
    assert 'src="../../assets/chart.png"' in fill("![A chart](/assets/chart.png)", {}, "../../")


def test_headings_start_below_that_of_the_page() -> None:
    assert fill("# a\n\n## b\n\n### c", {}, "") == "<h2>a</h2>\n<h2>b</h2>\n<h3>c</h3>\n"


def test_sections_have_anchors_where_a_page_lists_them() -> None:
    text = "# It *is* `so`?\n\n### Below\n\n## It is so\n\n## {{ site.runs }} runs\n"
    expected = [("on-it-is-so", "It is so?"), ("on-it-is-so-2", "It is so"), ("on-runs", "runs")]
    assert sections(text) == expected
    html = fill(text, {}, "", anchored=True)
    assert [html.count(f'<h2 id="{anchor}">') for anchor, _ in sections(text)] == [1, 1, 1]
    assert "id=" not in fill(text, {}, "")


def test_marks_of_the_program_in_prose_are_dropped() -> None:
    assert (
        fill("a\ue000site.runs\ue001b", {"site.runs": Cell("site.runs", 1.0)}, "") == "<p>asite.runsb</p>\n"
    )


def test_names_in_code_stay_as_they_are() -> None:
    assert "{{ site.runs }}" in fill("`{{ site.runs }}`", {"site.runs": "x"}, "")


def test_text_values_are_escaped() -> None:
    values = {"run.link": Link("<i>", "runs/x/"), "site.title": "<b>"}
    html = fill("{{ run.link }} {{ site.title }}", values, "")
    assert "<i>" not in html
    assert "<b>" not in html
