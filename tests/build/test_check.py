"""The check of finished pages finds dead links, foreign requests and invented numbers (R7, R63)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from site_builder.output.check import (
    anchors_among,
    check_links,
    check_page,
    check_style,
    over_budget,
    resolve,
)

PAGE = "runs/a/index.html"
DATA = {"score": 12.5, "nodes": {"composite": {"value": 12.5}, "x": {"value": 3}}}


def codes(html: str, data: Mapping[str, Any] | None = DATA) -> list[str]:
    return [fault.code for fault in check_page(PAGE, html.encode(), data).faults]


def number(value: str, node: str) -> str:
    return f'<data class="num" value="{value}" data-value="{value}" data-node="{node}">12.5</data>'


def test_a_sound_page_has_no_fault() -> None:
    html = (
        f'<p id="a"><a href="#a">a</a> <a href="../../index.html">home</a> {number("12.5", "composite")}</p>'
    )
    checked = check_page(PAGE, html.encode(), DATA)
    assert checked.faults == ()
    assert checked.links == (("index.html", ""),)
    assert checked.matched == {"composite": 1}
    assert sum(checked.counts.values()) == 1


def test_what_stands_around_a_number_does_not_become_a_link_or_a_number() -> None:
    cell = '<td class="n" data-value="12.5" data-node="composite">12.5</td>'
    link = check_page(PAGE, f'<a href="ind{cell}ex.html">x</a>'.encode(), DATA)
    assert link.links == (("runs/a/ind<td class=", ""),), "as a browser reads it"
    assert codes(number("3", "x").replace("node", f"{cell}node")) == ["page.number-without-node"]


@pytest.mark.parametrize("pair", ["12.5,12.5", "12.5 , 12.5", " ", "[12.5]", "null", "\ud800"])
def test_a_value_that_is_no_number_is_a_fault_and_moves_no_other_one(pair: str) -> None:
    """Values are read as one list: two of them in one text must not become those of the next."""
    wrong = number(pair.replace("\ud800", "&#xd800;"), "composite")
    assert codes(f"{wrong}{number('12.5', 'composite')}") == ["page.number-differs"]
    assert codes(f"{number('12.5', 'composite')}{wrong}") == ["page.number-differs"]


@pytest.mark.parametrize(
    ("html", "code"),
    [
        (number("12.6", "composite"), "page.number-differs"),
        (number("12.500000000000001", "composite"), "page.number-differs"),
        (number("nan", "composite"), "page.number-differs"),
        (number("", "composite"), "page.number-differs"),
        (number("4", "unknown"), "page.number-differs"),
        ('<data value="3" data-value="3">3</data>', "page.number-without-node"),
        ('<data data-node="x" value="3" data-value="3">3</data>', "page.number-without-node"),
        ('<a href="#nowhere">x</a>', "page.dead-anchor"),
        ('<a href="index.html#nowhere">x</a>', "page.dead-anchor"),
        ('<i id="a"></i><b id="a"></b>', "page.duplicate-anchor"),
        ('<a href="javascript:alert(1)">x</a>', "page.unsafe-link"),
        ('<a href=" JavaScript:alert(1)">x</a>', "page.unsafe-link"),
        ('<a href="&#106;avascript:alert(1)">x</a>', "page.unsafe-link"),
        ('<a href="data:text/html,x">x</a>', "page.unsafe-link"),
        ('<a href="/etc/passwd">x</a>', "page.unsafe-link"),
        ('<a href="../../../x.html">x</a>', "page.unsafe-link"),
        ('<script src="https://cdn.example/x.js"></script>', "page.foreign-request"),
        ("<script src=//cdn.example/x.js></script>", "page.foreign-request"),
        ('<link rel="stylesheet" href="https://cdn.example/x.css">', "page.foreign-request"),
        ('<img alt="" src="http://pixel.example/">', "page.foreign-request"),
        ('<svg><image href="https://x.example/a.png"/></svg>', "page.foreign-request"),
    ],
)
def test_a_fault_is_found(html: str, code: str) -> None:
    assert code in codes(html)


@pytest.mark.parametrize(
    "html",
    [
        '<a href="https://example.org/">elsewhere</a>',
        '<a href="mailto:a@example.org">write</a>',
        '<link rel="canonical" href="https://example.org/board/">',
        '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
        "<p>&lt;script src=https://cdn.example/x.js&gt;</p>",
        '<data class="num" value="3" data-value="3" data-node="x">3</data>',
        '<a href="?sort=score">sorted</a>',
    ],
)
def test_what_is_allowed_is_no_fault(html: str) -> None:
    assert codes(html) == []


def test_a_number_on_a_page_without_data_is_a_fault() -> None:
    assert codes(number("1", "x"), None) == ["page.number-without-data"]


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("../b/index.html", ("runs/b/index.html", "")),
        ("../b/", ("runs/b/index.html", "")),
        ("../../", ("index.html", "")),
        ("index.json", ("runs/a/index.json", "")),
        ("../b/index.html?x=1#y%20z", ("runs/b/index.html", "y z")),
        ("%C3%A4.html", ("runs/a/ä.html", "")),
        ("#top", (PAGE, "top")),
        ("https://example.org/x", ("", "")),
        ("ftp://example.org/x", None),
        ("../../../x", None),
    ],
)
def test_addresses_mean_files(address: str, expected: tuple[str, str] | None) -> None:
    assert resolve(PAGE, address) == expected


def test_every_dead_place_is_named_once_with_a_page_that_leads_there() -> None:
    links = {"a.html": [("gone.html", ""), ("b.html", "x")], "b.html": [("gone.html", "")]}
    faults = list(check_links(links, {"a.html", "b.html"}, {"b.html": {"y"}}))
    assert [(fault.file, fault.code) for fault in faults] == [
        ("a.html", "page.dead-link"),
        ("a.html", "page.dead-anchor"),
    ]
    assert "from 2 pages" in faults[0].message


def test_a_style_sheet_must_not_fetch_from_elsewhere() -> None:
    assert list(check_style("a.css", b'@import "x.css";'))
    assert list(check_style("a.css", b"a { background: url( 'https://x.example/a.png') }"))
    assert not list(check_style("a.css", b"a { background: url(data:image/png;base64,AA) }"))


def test_a_page_over_its_budget_is_a_warning() -> None:
    import random

    noise = random.Random(7).randbytes(600_000).hex().encode()
    warning = over_budget(PAGE, noise)
    assert warning is not None
    assert warning.severity == "warning"
    assert over_budget(PAGE, b"<p>same</p>" * 100_000) is None


@pytest.mark.parametrize("number", [1, 200])
def test_anchors_are_found_however_many_are_wanted(number: int) -> None:
    html = b"".join(b'<p id="run-%d"></p>' % n for n in range(number)) + b'<p id="a&amp;b"></p>'
    wanted = {f"run-{n}" for n in range(number)} | {"a&b"}
    assert anchors_among(wanted | {"elsewhere"}, html) == wanted
