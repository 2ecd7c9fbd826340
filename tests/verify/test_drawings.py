"""Bars and drawings are as long as the numbers beside them, and say what these say; none can be left out."""

from __future__ import annotations

import copy
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.bars import BAR, LIKE_LEAP, STRIP, BarsCheck
from site_builder.output.verify.drawings import DrawingsCheck
from site_builder.output.verify.drawn import FRAME, says, unlike
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.version_drawings import flow_again, listed_runs
from tests.verify.held_site import HeldSite
from tests.verify.test_hostile import blamed, replaced

RUN, PARTIAL = "runs/circles-aurora-1/index.html", "runs/circles-echo-1/index.html"
"""Every axis of the first has a value, of the second three."""
SESSION, UNSCORED = (
    "runs/cobalt-ledger-split-table-1/index.html",
    "runs/aurora-large-bare-quiet-outage-1/index.html",
)
RUBRIC, OTHER_RUBRIC = "methodology/favur/15/index.html", "methodology/favur/6/index.html"
VERSIONS = "methodology/favur/6..15/circles/index.html"
GATE = "gates/2026-09-14-aurora-large/index.html"
REPEATS = "configurations/all-aurora-f5e9f36c56/index.html"
CAMPAIGN, PAIRS = "campaigns/harness-duel/index.html", "campaigns/harness-duel/pairs/index.html"
SUITE = "campaigns/harness-duel/suite/index.html"
BOARDS = ("boards/circles/index.html", "boards/incident-review-2026-03/index.html")
DRAWN = (
    *(RUN, PARTIAL, SESSION, UNSCORED, RUBRIC, OTHER_RUBRIC, VERSIONS, GATE, REPEATS, CAMPAIGN, PAIRS),
    *("claims/index.html", "claims/harness-duel/index.html", "campaigns/model-duel/suite/index.html"),
)
FIGURE = re.compile(r"(?<![\w.#&@-])[0-9]+(?:\.[0-9]+)?(?![\w-])")
"""In a text: a number that is no part of a name."""
PLACE = re.compile(r"(?<=[\"MLHV ])-?[0-9]+(?:\.[0-9]+)?(?=[\"MLHVvZ ])")
CHANGED = 40


def _faults(held: HeldSite, graphs: dict[str, Graph], path: str, page: str, data: Any = None) -> list[str]:
    data = data or held.json(f"{path[:-4]}json")
    found = BarsCheck(path, page, data, graphs).faults + DrawingsCheck(path, page, data, graphs).faults
    return [fault.words() for fault in found]


def _page(held: HeldSite, path: str) -> str:
    return (held.read(path) or b"").decode()


def _places(page: str, inside: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return where a pattern matches in the parts of drawings that another one finds."""
    parts = [(svg.start(), part) for svg in FRAME.finditer(page) for part in re.finditer(inside, svg[0])]
    found = [(start + part.start(), one) for start, part in parts for one in pattern.finditer(part[0])]
    return [(start + one.start(), start + one.end()) for start, one in found]


def _some(places: list[tuple[int, int]], path: str) -> list[tuple[int, int]]:
    return random.Random(path).sample(places, min(CHANGED, len(places)))


@pytest.mark.parametrize("path", [*DRAWN, *BOARDS, "index.html"])
def test_what_the_site_draws_is_right(held: HeldSite, graphs: dict[str, Graph], path: str) -> None:
    assert _faults(held, graphs, path, _page(held, path)) == []


@pytest.mark.parametrize("path", DRAWN)
def test_no_place_of_a_drawing_can_be_another(held: HeldSite, graphs: dict[str, Graph], path: str) -> None:
    page = _page(held, path)
    places = _places(page, r"<(?:path|rect|circle|text|tspan)[^>]*>| viewBox=\"[^\"]*\"", PLACE)
    assert len(places) >= 5
    for start, end in _some(places, path):
        other = f"{page[:start]}{float(page[start:end]) + 0.3:.1f}{page[end:]}"
        assert _faults(held, graphs, path, other), page[start - 60 : end + 20]


@pytest.mark.parametrize("path", DRAWN)
def test_no_number_in_the_texts_of_a_drawing_can_be_another(
    held: HeldSite, graphs: dict[str, Graph], path: str
) -> None:
    page = _page(held, path)
    places = _places(page, r">[^<]+<", FIGURE)
    assert len(places) >= 3
    for start, end in _some(places, path):
        told = page[start:end]
        for other in (f"{float(told) * 1.5 + 0.1:.{len(told.partition('.')[2])}f}", ""):
            changed = f"{page[:start]}{other}{page[end:]}"
            assert changed == page or _faults(held, graphs, path, changed), page[start - 60 : end + 20]


@pytest.mark.parametrize("path", DRAWN)
def test_no_drawing_can_be_left_out_or_told_twice_or_stand_in_the_place_of_another(
    held: HeldSite, graphs: dict[str, Graph], path: str
) -> None:
    page = _page(held, path)
    drawings = list(FRAME.finditer(page))
    assert drawings
    for one in drawings:
        assert _faults(held, graphs, path, page.replace(one[0], "")), one[0][:80]
        assert _faults(held, graphs, path, page.replace(one[0], one[0] * 2)), one[0][:80]
        for other in drawings:
            swapped = page.replace(one[0], "\0").replace(other[0], one[0]).replace("\0", other[0])
            assert one is other or one[1] != other[1] or _faults(held, graphs, path, swapped), (
                one[0][:80],
                other[0][:80],
            )


def test_no_drawing_of_the_site_stands_where_nothing_decides_it(
    held: HeldSite, graphs: dict[str, Graph]
) -> None:
    radar = next(one[0] for one in FRAME.finditer(_page(held, RUN)) if one[1] == "radar")
    for path in ("index.html", "submit/index.html", BOARDS[0], CAMPAIGN):
        page = _page(held, path)
        assert not _faults(held, graphs, path, page)
        assert _faults(held, graphs, path, page.replace("</main>", f"{radar}</main>", 1))


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


@pytest.mark.parametrize("path", [*BOARDS, RUN, PARTIAL, SESSION, REPEATS])
def test_no_bar_or_strip_can_be_left_out(held: HeldSite, graphs: dict[str, Graph], path: str) -> None:
    page = _page(held, path)
    bars = [*BAR.finditer(page), *STRIP.finditer(page)]
    assert len(bars) > 5
    for bar in bars:
        whole = page[bar.start() : page.index(">", bar.end()) + 1]
        bare = re.sub(r'( class="n(?: score)?) bar"', r'\1"', re.sub(r' style="[^"]*"', "", whole))
        for other in (bare, bare.replace("<span></span>", "").replace("<span>", "")):
            changed = page.replace(whole, other, 1)
            assert _faults(held, graphs, path, changed), bar[0]


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (RUN, r'<path class="spoke"', '<path class="spoke absent"'),
        (PARTIAL, r'<path class="spoke absent"', '<path class="spoke"'),
        (PARTIAL, r'<path class="sector" d="[^"]*"', '<path class="sector" d=""'),
        (RUN, r'text-anchor="end">100</text></svg>', 'text-anchor="end">200</text></svg>'),
        (RUN, r"Axes of circles-aurora-1", "Axes of circles-aurora-2"),
        (RUN, r'(<text x="150.0"[^>]*>)[^<]*', r"\g<1>Another axis"),
        (SESSION, r'<rect class="lost"[^>]*/>', ""),
        (SESSION, r'<rect class="lost"', '<rect class="left"'),
        (SESSION, r">&times; Combined quality</text>", ">Combined quality</text>"),
        (UNSCORED, r'<tspan class="gap">not collected', '<tspan class="gap">not applicable'),
        (UNSCORED, r'text-anchor="end">not scored', 'text-anchor="end">scored'),
        (CAMPAIGN, r'<circle class="dot" [^>]*/>', ""),
        (CAMPAIGN, r'<circle class="dot"', '<circle class="dot hollow"'),
        (CAMPAIGN, r'<div class="estimate"><p><b>', "<div><p><b>"),
        (CAMPAIGN, r'class="chip failed"', 'class="chip passed"'),
        (CAMPAIGN, r">([0-9]+) failed</a>", r">\1 passed</a>"),
        (CAMPAIGN, r'<a class="chip failed".*?</a>', ""),
        (SUITE, r'class="chip present"', 'class="chip missing"'),
        (SUITE, r">1 there</a>", ">1 planned</a>"),
        (CAMPAIGN, r"Pass rate of seed-catalogue/lantern", "Pass rate of seed-catalogue/tinderbox"),
        (GATE, r'<rect class="kept"', '<rect class="passed"'),
        (GATE, r"The check holds\.</desc>", "The check does not hold.</desc>"),
        (GATE, r'<li id="check-[^"]*"', '<li id="check-another"'),
        (RUBRIC, r"linear between</desc>", "logarithmic between</desc>"),
        (RUBRIC, r'(<span class="ends"><span>)0<', r"\g<1>1<"),
        (RUBRIC, r'(<span class="ends"><span>0</span><span>)[^<]*<', r"\g<1>7<"),
        (RUBRIC, r'<td class="n">0\.35</td>', '<td class="n">0.45</td>'),
        (RUBRIC, r"Lint cleanliness: 0", "Test coverage: 0"),
        (VERSIONS, r'<g class="moved">', '<g class="same">'),
        (VERSIONS, r"circles-aurora-2 <tspan", "circles-aurora-3 <tspan"),
        (VERSIONS, r'<td class="leap"', '<td class="leap down"'),
        (VERSIONS, r'<td class="leap[^>]*></td>', "<td></td>"),
        (
            VERSIONS,
            r'<th scope="col" class="ends"><span class="unit">',
            '<th scope="col" class="ends"><span>',
        ),
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


def test_no_bar_of_what_moved_a_run_can_be_another(held: HeldSite, graphs: dict[str, Graph]) -> None:
    paths = [
        path for path in held.own if re.fullmatch(r"methodology/[^/]+/[^/]+\.\.[^/]+/[^/]+/index\.html", path)
    ]
    told = 0
    for path in paths:
        page = _page(held, path)
        assert _faults(held, graphs, path, page) == []
        bars = [(m.start(n), m.end(n)) for m in LIKE_LEAP.finditer(page) for n in (1, 2)]
        told += len(bars)
        for start, end in _some(bars, path):
            other = f"{page[:start]}{float(page[start:end]) + 0.002:.3f}{page[end:]}"
            assert _faults(held, graphs, path, other), page[start - 60 : end + 20]
    assert told > 50


def _without_factors(page: str, data: Any) -> str:
    data["walk"] = []
    return re.sub(r'<svg class="waterfall".*?</svg>', "", page)


def _with_another_weight(page: str, data: Any) -> str:
    data["axes"][0]["components"][0]["weight"] = 0.3
    return page.replace('<td class="n">0.35</td>', '<td class="n">0.3</td>', 1)


def _with_other_words(page: str, data: Any) -> str:
    part = data["axes"][0]["components"][0]
    told, part["normalisation"] = part["normalisation"], "1 at 0; every unit costs 0.2; 0 from 5"
    assert page.count(told) == 2
    return page.replace(told, part["normalisation"])


def _without_a_component(page: str, data: Any) -> str:
    data["axes"][0]["components"].pop(0)
    return re.sub(r'<tr><th scope="row">Lint cleanliness<br>.*?</tr>', "", page, count=1)


def _with_another_room(page: str, data: Any) -> str:
    data["checks"][0]["room"] = 0.5
    return page


def _with_another_scale(page: str, data: Any) -> str:
    data["rows"][0]["pass_rate"]["span"] = [0.0, 2.0]
    return page


def _without_a_walk(page: str, data: Any) -> str:
    first = data["runs"][0]
    data["shown"][0] = data["shown"][0][:2]
    walk = re.compile(r"<details open><summary>What moved it</summary>.*?</details>", re.DOTALL)
    assert first["attribution"]
    assert walk.search(page)
    return walk.sub("", page, count=1)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        (SESSION, _without_factors),
        (RUBRIC, _with_another_weight),
        (RUBRIC, _with_other_words),
        (RUBRIC, _without_a_component),
        (GATE, _with_another_room),
        (CAMPAIGN, _with_another_scale),
        (VERSIONS, _without_a_walk),
    ],
)
def test_a_page_and_its_data_cannot_be_changed_together(
    held: HeldSite, graphs: dict[str, Graph], path: str, change: Callable[[str, Any], str]
) -> None:
    data = copy.deepcopy(held.json(f"{path[:-4]}json"))
    page = change(_page(held, path), data)
    assert _faults(held, graphs, path, page, data)


def test_a_drawing_of_repeats_is_held_against_the_scores_of_the_runs(
    held: HeldSite, graphs: dict[str, Graph]
) -> None:
    paths = [path for path in held.own if path.startswith("configurations/") and path.endswith(".html")]
    drawn = [path for path in paths if 'class="runs"' in _page(held, path)]
    assert len(drawn) > 3
    for path in drawn:
        page = _page(held, path)
        assert _faults(held, graphs, path, page) == []
        for start, end in _places(page, r'<path class="(?:range|runs|mark)"[^>]*>', PLACE):
            other = f"{page[:start]}{float(page[start:end]) + 0.3:.1f}{page[end:]}"
            assert _faults(held, graphs, path, other), path


def test_wrong_and_missing_drawings_are_found_in_a_whole_site(site: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    replaced(copied / RUN, r'(<path class="range" d="M)[0-9.]+', r"\g<1>99.9")
    for path in (SESSION, RUBRIC, GATE, VERSIONS, REPEATS, PAIRS, "claims/index.html"):
        replaced(copied / path, r"<svg class=.*?</svg>", "")
    assert blamed(copied) == {RUN, SESSION, RUBRIC, GATE, VERSIONS, REPEATS, PAIRS, "claims/index.html"}


def _run(name: str, before: int | None, after: int | None, change: float | None) -> dict[str, Any]:
    return {"run": name, "rank_before": before, "rank_after": after, "change": change}


def test_of_very_many_runs_those_that_change_most_are_listed_and_drawn() -> None:
    runs = [_run(f"run-{n:03}", n + 1, n + 1, None if n == 7 else n / 1000) for n in range(150)]
    runs[3] |= {"rank_after": None}
    runs[5] |= {"rank_before": 60}
    names = [run["run"] for run in listed_runs(runs)]
    assert len(names) == 100
    assert names == sorted(names)
    assert {"run-003", "run-005", *(f"run-{n}" for n in range(100, 150))} < {*names}
    versions = {"older": {"id": "a/1"}, "newer": {"id": "a/2"}}
    again = flow_again(versions | {"runs": runs, "moved_rank": 2})
    assert again is not None
    assert again.size == (340, 26 + 17 * 40)
    assert again.words[0].startswith("run-000: rank 1 to rank 1; run-001")
    assert "run-003: rank 4 to no rank; " in again.words[0]
    assert "run-005: rank 60 to rank 6; " in again.words[0]
    assert flow_again(versions | {"runs": runs, "moved_rank": 0}) is None


def test_texts_are_read_with_the_numbers_in_them_and_places_to_their_last_digit() -> None:
    said = ("Margin ", 1234.567, ", at most ", -0.25, " %.")
    assert says("Margin 1,234.57, at most −0.3 %.", said)
    assert not says("Margin 1,234.58, at most −0.3 %.", said)
    assert not says("Margin 1,234.57, at most −0.3 %. More.", said)
    assert says("no number", ("no ", "number"))
    assert not says("nothing", (0.5,))
    assert unlike('<path d="M1.0 2H3"/>', '<path d="M1.04 2.0H3"/>') is None
    assert unlike('<path d="M1.0 2H3"/>', '<path d="M1.06 2.0H3"/>') == ("1.0", "1.06")
    assert unlike('<path d="M1 2"/>', '<path d="M1 2"/><path d="M1 2"/>') is not None
