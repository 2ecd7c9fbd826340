"""The verifier makes rank bands again, and catches those that are made otherwise (R11, R23)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from scipy import stats

from site_builder.output.graph_files import graph_document
from site_builder.output.verify.rubric_files import RubricFiles
from site_builder.output.verify.summaries import within_t
from site_builder.pages import board as board_page
from site_builder.pages import run as run_page
from site_builder.pages.lookup import SiteLookup
from site_builder.site_data import SiteData
from site_builder.statistics.bands import Band
from site_builder.statistics.spread import Pooled
from site_builder.studies import firmness
from tests.pages.synthetic import run, site_of
from tests.pages.test_firmness import repeated
from tests.verify import verifier as verify


def plain(data: Any) -> Any:
    return json.loads(msgspec.json.encode(data))


def words(data: SiteData, change: Callable[[dict[str, Any]], object] = lambda board: None) -> set[str]:
    """Return what the verifier says of the first board's bands, after a change of what is published."""
    lookup = SiteLookup(data)
    graphs = {one.id: verify.Graph(plain(graph_document(one))) for one in lookup.graphs}
    board = plain(board_page.content(data.boards[0].id, lookup).payload)
    change(board)
    runs = {
        entry.run.run_id: verify.BoardRun(
            plain(run_page.payload(run_page.view_of(lookup, lookup.of(entry.run)))), graphs
        )
        for entry in data.boards[0].entries
    }
    return {fault.words() for fault in verify.BoardCheck("board.json", board, runs, graphs).faults}


@pytest.fixture(scope="module")
def data() -> SiteData:
    return site_of(repeated())


def test_bands_that_are_right_are_found_right(data: SiteData) -> None:
    assert words(data) == set()


def test_a_board_without_repeats_has_no_bands_to_find_wrong() -> None:
    alone = site_of([run(f"r-{n}", configuration=f"c-{n}") for n in range(3)])
    assert words(alone) == set()

    def claim(board: dict[str, Any]) -> None:
        board["rows"][0]["band"] = [1, 1]

    assert any("rank band" in said for said in words(alone, claim))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pooled_sd", 1.0),
        ("degrees_of_freedom", 4),
        ("configurations_with_repeats", 3),
        ("runs_in_repeats", 4),
        ("confidence", 0.9),
        ("t", 1.96),
        ("least_significant_difference", 0.5),
        ("estimable", False),
    ],
)
def test_a_changed_figure_is_named(data: SiteData, key: str, value: float) -> None:
    def change(board: dict[str, Any]) -> None:
        assert board["repeats"][key] != value
        board["repeats"][key] = value

    assert words(data, change)


def test_a_quantile_that_is_off_in_its_fifth_digit_is_named(data: SiteData) -> None:
    def change(board: dict[str, Any]) -> None:
        for key in ("t", "least_significant_difference"):  # which still go with one another
            board["repeats"][key] *= 1.00002

    (said,) = words(data, change)
    assert "confidence reached by t" in said


def pooled_by_n(groups: Any) -> Pooled:
    """A spread divided by the number of runs: too small."""
    right = firmness_pooled(groups)
    if right.sd is None:
        return right
    return msgspec.structs.replace(right, sd=right.sd * math.sqrt(right.degrees_of_freedom / right.n))


def one_sided(values: Sequence[float], difference: float) -> list[Band]:
    """Bands that forget who is clearly below."""
    return [msgspec.structs.replace(band, worst=len(values)) for band in bands_right(values, difference)]


def without_root_of_two(pooled: Pooled, confidence: float) -> Any:
    right = least_right(pooled, confidence)
    return msgspec.structs.replace(right, value=right.value / math.sqrt(2)) if right else None


firmness_pooled = firmness.pooled_spread
bands_right = firmness.rank_bands
least_right = firmness.least_significant_difference


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("pooled_spread", pooled_by_n),
        ("rank_bands", one_sided),
        ("least_significant_difference", without_root_of_two),
    ],
)
def test_a_wrong_way_to_make_bands_is_caught(
    data: SiteData, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmness, name, wrong)
    assert words(data)


@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 40, 900])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_its_own_distribution_agrees_with_scipy(degrees: int, confidence: float) -> None:
    t = stats.t.ppf((1 + confidence) / 2, degrees)
    assert within_t(t, degrees) == pytest.approx(confidence, abs=1e-9)


def test_the_bands_on_the_page_of_a_board_count_as_computed_again(site: Path) -> None:
    found = verify.Site(str(site))
    graphs = RubricFiles(found).graphs
    shown = 0
    for path in sorted(site.glob("boards/*/index.html")):
        name = str(path.relative_to(site))
        data = found.json(name.replace(".html", ".json"))
        page = verify.check_page(name, path.read_text(encoding="utf-8"), data, graphs)
        assert "band.best" not in page.matched
        assert "band.worst" not in page.matched
        shown += any(row["band"] for row in data.get("rows", ()))
    assert shown
