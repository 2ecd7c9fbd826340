"""Bars and drawings are as long as the numbers beside them: another length, point or end is found."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from site_builder.output.verify.bars import BAR, STRIP, BarsCheck
from site_builder.output.verify.drawings import SVG, DrawingsCheck
from site_builder.output.verify.graph import Graph
from tests.verify.held_site import HeldSite
from tests.verify.test_hostile import blamed, replaced

RUN, PARTIAL = "runs/circles-aurora-1/index.html", "runs/circles-echo-1/index.html"
"""Every axis of the first has a value, of the second three."""
SESSION = "runs/cobalt-ledger-split-table-1/index.html"
BOARDS = ("boards/circles/index.html", "boards/incident-review-2026-03/index.html")
PAGES = (
    *(RUN, PARTIAL, SESSION, *BOARDS, "index.html", "claims/index.html"),
    *("campaigns/harness-duel/index.html", "campaigns/harness-duel/pairs/index.html"),
)
SCALES = re.compile(r'class="(?:axis|ring)"|class="(?:rank-flow|margin|curve)"')
"""Parts of drawings without a number of the page, and drawings that are not looked at."""
PLACE = re.compile(r'(?<= cx=")[0-9.]+|(?<= cy=")[0-9.]+|(?<=width=")[0-9.]+|(?<=[MLH])[0-9.]+')
CHANGED = 40


def _faults(held: HeldSite, graphs: dict[str, Graph], path: str, page: str) -> list[str]:
    data = held.json(f"{path[:-4]}json")
    found = BarsCheck(path, page, data, graphs).faults + DrawingsCheck(path, page, data, graphs).faults
    return [fault.words() for fault in found]


def _page(held: HeldSite, path: str) -> str:
    return (held.read(path) or b"").decode()


def _places(page: str) -> Iterator[tuple[int, int]]:
    """Yield where a place of a drawing stands that a number decides."""
    for svg in SVG.finditer(page):
        for tag in re.finditer(r"<(?:path|rect|circle)[^>]*>", svg[0]):
            if not SCALES.search(tag[0]) and not SCALES.search(svg[0][:40]):
                for place in PLACE.finditer(tag[0]):
                    if place[0] not in ("150", "14", "13", "10", "20"):  # the middle, heights of lines
                        start = svg.start() + tag.start() + place.start()
                        yield start, start + len(place[0])


@pytest.mark.parametrize("path", PAGES)
def test_what_the_site_draws_is_right(held: HeldSite, graphs: dict[str, Graph], path: str) -> None:
    assert _faults(held, graphs, path, _page(held, path)) == []


@pytest.mark.parametrize("path", PAGES)
def test_no_place_of_a_drawing_can_be_another(held: HeldSite, graphs: dict[str, Graph], path: str) -> None:
    page = _page(held, path)
    places = list(_places(page))
    assert len(places) >= 5 or path in (*BOARDS, "index.html")
    for start, end in random.Random(path).sample(places, min(CHANGED, len(places))):
        other = f"{page[:start]}{float(page[start:end]) + 0.3:.1f}{page[end:]}"
        assert _faults(held, graphs, path, other), page[start - 60 : end + 20]


def test_bars_of_reviews_are_measured(held: HeldSite, graphs: dict[str, Graph]) -> None:
    paths = [path for path in held.own if "/reviewers/" in path and path.endswith(".html")]
    drawn = [path for path in paths if 'data-column="kernel" style="--v:' in _page(held, path)]
    assert len(drawn) > 3
    for path in drawn:
        page = _page(held, path)
        assert _faults(held, graphs, path, page) == []
        other = re.sub(r'( data-column="kernel" style="--v:)[01]\.[0-9]{3}', r"\g<1>0.123", page, count=1)
        assert _faults(held, graphs, path, other), path


@pytest.mark.parametrize("path", [*BOARDS, RUN, "index.html"])
def test_no_bar_or_strip_can_be_longer_or_shorter(
    held: HeldSite, graphs: dict[str, Graph], path: str
) -> None:
    page = _page(held, path)
    bars = [bar for bar in BAR.finditer(page) if bar[2] not in ("0.000", "1.000")]
    strips = [] if path in (RUN, "index.html") else list(STRIP.finditer(page))
    assert len(bars) > 8
    for found, group in [*((bar, 2) for bar in bars), *((s, n) for s in strips for n in (1, 2, 3))]:
        share = float(found[group])
        near = share + 0.002 if share < 0.5 else share - 0.002
        if "cx_em" in page[found.end() : found.end() + 150]:  # its scale ends somewhere
            near = 1 - share
        other = f"{page[: found.start(group)]}{near:.3f}{page[found.end(group) :]}"
        assert _faults(held, graphs, path, other), found[0]


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (RUN, r'<path class="spoke"', '<path class="spoke absent"'),
        (PARTIAL, r'<path class="spoke absent"', '<path class="spoke"'),
        (PARTIAL, r'<path class="sector" d="[^"]*"', '<path class="sector" d=""'),
        (RUN, r'(<tspan class="sub"[^>]*>)0\.', r"\g<1>1."),
        (RUN, r'text-anchor="end">100</text></svg>', 'text-anchor="end">200</text></svg>'),
        (SESSION, r'<rect class="lost"[^>]*/>', ""),
        (SESSION, r'<rect class="lost"', '<rect class="left"'),
        ("campaigns/harness-duel/index.html", r'<circle class="dot" [^>]*/>', ""),
        ("campaigns/harness-duel/index.html", r'<div class="estimate"><p><b>', "<div><p><b>"),
        (RUN, r'<svg class="radar"', '<svg role="img" class="radar"'),
        (SESSION, r'<svg class="waterfall"', '<svg class="wide waterfall"'),
        (RUN, r'<td class="track"><span style="--v:', '<td class="track"><span class="" style="--v:'),
        (BOARDS[1], r'<td class="strip"><span style="--a:', '<td class="strip"><b style="--a:'),
    ],
)
def test_a_part_that_is_missing_or_of_another_kind_is_found(
    held: HeldSite, graphs: dict[str, Graph], path: str, old: str, new: str
) -> None:
    page = _page(held, path)
    other = re.sub(old, new, page, count=1)
    assert other != page
    assert _faults(held, graphs, path, other)


def test_a_drawing_of_repeats_is_held_against_the_scores_of_the_runs(
    held: HeldSite, graphs: dict[str, Graph]
) -> None:
    paths = [path for path in held.own if path.startswith("configurations/") and path.endswith(".html")]
    drawn = [path for path in paths if 'class="runs"' in _page(held, path)]
    assert len(drawn) > 3
    for path in drawn:
        page = _page(held, path)
        assert _faults(held, graphs, path, page) == []
        for start, end in _places(page):
            other = f"{page[:start]}{float(page[start:end]) + 0.3:.1f}{page[end:]}"
            assert _faults(held, graphs, path, other), path


def test_a_wrong_drawing_is_found_in_a_whole_site(site: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    replaced(copied / RUN, r'(<path class="range" d="M)[0-9.]+', r"\g<1>99.9")
    assert blamed(copied) == {RUN}
