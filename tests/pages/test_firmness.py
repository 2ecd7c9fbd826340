"""Rank bands on boards, and that a stranger gets them from the published JSON alone (R11, R23, R24)."""

from __future__ import annotations

import csv
import io
import json
import math
import random
import re
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from site_builder.boards import form_boards
from site_builder.output.data_files import board_files
from site_builder.pages import board as board_page
from site_builder.pages import configuration, home
from site_builder.pages.configuration import ConfigurationView
from site_builder.pages.home import HomeView
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.plan import plan_pages
from site_builder.pages.prose import load_prose
from site_builder.records.run import RunRecord
from site_builder.records.site import Board as BoardConfig
from site_builder.site_data import SiteData
from site_builder.studies.firmness import firmness_of
from tests.pages.synthetic import CONTENT, graph, run, site_of
from tests.scorecrux.site import site_files, usual


def repeated() -> list[RunRecord]:
    """Runs of which two configurations were repeated; repeats differ in few values."""
    chance = random.Random(5)
    made = []
    for name, repeats in (("x", 3), ("y", 2), ("z", 1), ("w", 1), ("v", 1)):
        base = run(f"{name}-0", configuration=f"all-{name}", absent_roles=0, missing=0.0)
        for number in range(repeats):
            metrics = {
                key: (m if m.value is None or chance.random() < 0.93 else type(m)(m.value * 0.97))
                for key, m in base.metrics.items()
            }
            made.append(run(f"{name}-{number}", configuration=f"all-{name}", absent_roles=0, metrics=metrics))
    return made


def payload_of(data: SiteData) -> dict[str, Any]:
    content = board_page.content(data.boards[0].id, SiteLookup(data))
    return json.loads(json.dumps(content.payload))  # type: ignore[no-any-return]


def recomputed(board: dict[str, Any]) -> dict[str, list[int] | None]:
    """Every band from the JSON alone, written anew with SciPy's quantile."""
    ranked = [row for row in board["rows"] if row["rank"] is not None]
    groups: dict[str, list[float]] = {}
    for row in ranked:
        groups.setdefault(row["repeats_of"], []).append(row["score"])
    many = [scores for scores in groups.values() if len(scores) > 1]
    if not many:
        return {row["run"]: None for row in ranked}
    df = sum(len(scores) - 1 for scores in many)
    within = sum((x - sum(g) / len(g)) ** 2 for g in many for x in g)
    sd = math.sqrt(within / df)
    stated = board["repeats"]
    least = stats.t.ppf((1 + stated["confidence"]) / 2, df) * sd * math.sqrt(2)
    assert stated["pooled_sd"] == pytest.approx(sd, rel=1e-9)
    assert stated["degrees_of_freedom"] == df
    assert stated["configurations_with_repeats"] == len(many)
    assert stated["runs_in_repeats"] == sum(map(len, many))
    assert stated["least_significant_difference"] == pytest.approx(least, rel=1e-9)
    scores = [row["score"] for row in ranked]
    return {
        row["run"]: [
            1 + sum(other - row["score"] > least for other in scores),
            len(scores) - sum(row["score"] - other > least for other in scores),
        ]
        for row in ranked
    }


def test_the_bands_follow_from_the_json_alone() -> None:
    """R23."""
    board = payload_of(site_of(repeated()))
    bands = {row["run"]: row["band"] for row in board["rows"] if row["rank"] is not None}
    assert bands == recomputed(board)
    assert len({tuple(band) for band in bands.values()}) > 1, "some runs are clearly apart"
    for row in board["rows"]:
        assert row["band"][0] <= row["rank"] <= row["band"][1]
        assert row["spread"] == ("own" if row["run"][0] in "xy" else "borrowed")
    assert board["repeats"]["runs_tied_with_the_first"] == sum(b[0] == 1 for b in bands.values())


def test_without_repeats_bands_are_not_estimable_and_ranks_stand_alone() -> None:
    """R23: said where n = 1."""
    board = payload_of(site_of([run(f"r-{n}", configuration=f"c-{n}") for n in range(4)]))
    assert {row["band"] for row in board["rows"]} == {None}
    assert {row["spread"] for row in board["rows"]} == {"not_estimable"}
    assert [row["rank"] for row in board["rows"]] == [1, 2, 3, 4]
    assert board["repeats"]["estimable"] is False
    assert board["repeats"]["pooled_sd"]["missing"] == "none"
    assert "two ranked runs" in board["repeats"]["reason"]


def test_repeats_that_are_all_exactly_equal_give_no_bands_but_a_reason() -> None:
    """Copies of one run would else tell every other run apart."""
    metrics = run("copy-0", absent_roles=0, missing=0.0).metrics
    copies = [run(f"copy-{n}", configuration="all-copy", absent_roles=0, metrics=metrics) for n in range(3)]
    others = [run(f"{name}-0", configuration=name, absent_roles=0, missing=0.0) for name in ("x", "y")]
    board = payload_of(site_of([*copies, *others]))
    assert board["repeats"]["estimable"] is False
    assert board["repeats"]["pooled_sd"]["missing"] == "none"
    assert board["repeats"]["degrees_of_freedom"] == 2
    assert "equal to the last digit" in board["repeats"]["reason"]
    assert {row["band"] for row in board["rows"]} == {None}


def test_shuffled_inputs_give_the_same_bands() -> None:
    """R11."""
    runs = repeated()
    before = payload_of(site_of(runs))
    for seed in range(3):
        shuffled = list(runs)
        random.Random(seed).shuffle(shuffled)
        assert payload_of(site_of(shuffled)) == before


def test_another_confidence_gives_other_bands_and_says_which() -> None:
    config = BoardConfig(family="favur", rubric="favur/15", runs="runs", confidence=0.5)
    (narrow,) = form_boards(config, repeated(), {"favur/15": graph()}, set())
    (usual_one,) = form_boards(
        config.model_copy(update={"confidence": 0.95}), repeated(), {"favur/15": graph()}, set()
    )
    one, other = firmness_of(narrow).least, firmness_of(usual_one).least
    assert one is not None
    assert other is not None
    assert (one.confidence, other.confidence) == (0.5, 0.95)
    assert one.value < other.value


def test_runs_on_different_tasks_are_no_repeats_of_each_other(tmp_path: Path) -> None:
    files = site_files(tmp_path, *usual())
    board = json.loads(files["boards/reviews-1/index.json"])
    assert board["repeats"]["repeats_share"] == ["configuration", "fixture"]
    keys = [row["repeats_of"] for row in board["rows"] if row["rank"] is not None]
    assert all(" / " in key for key in keys)


def test_the_table_of_the_board_says_how_firm_each_rank_is() -> None:
    """R24, R28."""
    data = site_of(repeated())
    lookup = SiteLookup(data)
    files = {file.path: file.content for file in board_files(data.boards[0], lookup)}
    lines = list(csv.DictReader(io.StringIO(files["data/circles/board.csv"].decode())))
    board = payload_of(data)
    for line, row in zip(lines, board["rows"], strict=True):
        assert [float(line["band_best"]), float(line["band_worst"])] == row["band"]
        assert line["spread"] == row["spread"]
        least = board["repeats"]["least_significant_difference"]
        assert float(line["least_significant_difference"]) == least
    reach = {one["run"]: one for one in board["sensitivity"]["reach"]}
    for line in lines:
        tried = reach[line["run"]]
        assert [float(line["weights_best"]), float(line["weights_worst"])] == tried["by_weights"]
        assert float(line["weights_first"]) == tried["first"]


def test_the_json_says_how_the_draws_were_made() -> None:
    """R23: draws number, seed and concentration are published."""
    found = payload_of(site_of(repeated()))["sensitivity"]
    assert found["draws"] == {
        "count": 1000,
        "distribution": "dirichlet",
        "concentration": 50,
        "first_holds": found["reach"][0]["first"],
    }
    assert [one["label"] for one in found["weighings"]] == ["favur/15/composite", "favur/15/role_mean"]
    assert sum(found["weighings"][1]["shares"].values()) == pytest.approx(1)
    assert sum(one["first"] for one in found["reach"]) >= 1 - 1e-9
    for reversal in found["rank_reversals"]:
        if reversal["smallest"]:
            change = reversal["smallest"]
            assert change["by"] == pytest.approx(change["at"] - change["now"])
            assert change["relative"] == pytest.approx(change["by"] / change["now"])


def test_only_the_first_runs_of_a_large_board_are_tried_and_it_is_said() -> None:
    runs = [run(f"r-{n:03d}", configuration=f"c-{n % 60}", missing=0.0) for n in range(108)]
    found = payload_of(site_of(runs))["sensitivity"]
    assert (found["runs"], found["ranked"]) == (100, 108)
    assert len(found["reach"]) == 100


def test_the_home_page_says_who_else_is_inside_the_noise() -> None:
    data = site_of(repeated())
    view = home.content(None, SiteLookup(data)).view
    assert isinstance(view, HomeView)
    top = view.cards[0].top
    assert top is not None
    bands = firmness_of(data.boards[0]).bands
    assert top.inside.value == sum(band.best == 1 for band in bands.values()) - 1
    assert top.estimable


def test_neighbours_on_a_run_page_say_whether_they_differ_by_more_than_chance() -> None:
    data = site_of(repeated())
    lookup = SiteLookup(data)
    least = payload_of(data)["repeats"]["least_significant_difference"]
    seen = set()
    for page in plan_pages(data, load_prose([CONTENT]).value):  # type: ignore[arg-type]
        if page.template != "run.html":
            continue
        payload = page.content(lookup).payload
        assert isinstance(payload, dict)
        for other in payload["neighbours"]:
            assert other["inside_noise"] == (abs(other["gap"]) <= least)
            seen.add(other["inside_noise"])
    assert seen == {True, False}


def test_a_configuration_has_n_mean_spread_range_and_interval() -> None:
    """R24."""
    view = configuration.content(("favur", "all-x"), SiteLookup(site_of(repeated()))).view
    assert isinstance(view, ConfigurationView)
    found = view.spreads[0].all
    scores = [row.score.value or 0.0 for row in view.spreads[0].rows]
    assert found.n.value == 3
    assert found.lower.value is not None
    assert found.upper.value is not None
    assert min(scores) <= found.lower.value <= (found.mean.value or 0) <= found.upper.value <= max(scores)


def test_a_row_shows_its_band_and_whether_it_is_borrowed(tmp_path: Path) -> None:
    html = site_files(tmp_path, *usual())["boards/reviews-1/index.html"].decode()
    assert '<span class="under band' in html
    assert "Under each rank: the ranks that chance leaves open" in html
    ranks = re.findall(r'<td class="n rank">(.*?)</td>', html)
    assert all(rank.startswith(("<data", "<span")) for rank in ranks), "the rank itself comes first: it sorts"
