"""Where a campaign's minimum comes from, what its signals are called, and how its intervals are drawn."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.campaign_files import CampaignCheck
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles
from tests.build.projects import REPOSITORY
from tests.verify.held_site import HeldSite

PILOT, DUEL = "tinderbox-pilot", "harness-duel"
"""One with weak evaluations, one with a suite of ten samples each."""
Change = Callable[[Any], None]


def _check(graphs: dict[str, Graph], campaign: str, exports: Path | None, site: SiteFiles) -> object:
    return CampaignCheck(site, graphs, f"campaigns/{campaign}/index.json", str(exports) if exports else None)


def _blamed(held: HeldSite, graphs: dict[str, Graph], campaign: str, changes: dict[str, Change]) -> set[str]:
    changed = {path: copy.deepcopy(held.json(path)) for path in changes}
    for path, change in changes.items():
        change(changed[path])
    return held.blamed_by(partial(_check, graphs, campaign, None), changed)


def _named(data: Any) -> None:
    first = next(row for row in data["rows"] if len(row["signals"]) > 1)
    first["signals"][0][0], first["signals"][1][0] = first["signals"][1][0], first["signals"][0][0]


def _coded(data: Any) -> None:
    first = next(one for one in data["cohorts"] if len(one["signals"]) > 1)
    first["signals"][0]["signal"]["code"] = "votes-too-few"


def _hollow(data: Any) -> None:
    data["rows"][0]["pass_rate"]["firm"] = not data["rows"][0]["pass_rate"]["firm"]


def _retitled(data: Any) -> None:
    rows = data["rows"]
    for key in ("pass_rate", "mean_score"):
        rows[0][key]["title"], rows[1][key]["title"] = rows[1][key]["title"], rows[0][key]["title"]


def _satisfied(data: Any) -> None:
    roll = data["rolls"][0]
    roll["satisfied"] = roll["rate"]["firm"] = not roll["satisfied"]


def _turned_around(data: Any) -> None:
    words = data["stated"]["first"][0]["words"]
    words[0] = words[0].replace("more often", "less often")


def _of_another(data: Any) -> None:
    words = data["stated"]["first"][0]["words"]
    words[0] = words[0].replace("passed", "nearly passed")


def _read_otherwise(data: Any) -> None:
    first = data["pairs"][0]
    first["reading"] = first["reading"].replace("more often", "less often")


@pytest.mark.parametrize(
    ("campaign", "path", "change"),
    [
        (DUEL, "campaigns/{}/index.json", _turned_around),
        (PILOT, "campaigns/{}/index.json", _of_another),
        (DUEL, "campaigns/{}/pairs/index.json", _read_otherwise),
        (PILOT, "campaigns/{}/index.json", _named),
        (PILOT, "data/campaigns/{}/comparison.json", _coded),
        (DUEL, "campaigns/{}/index.json", _hollow),
        (DUEL, "campaigns/{}/index.json", _retitled),
        (DUEL, "campaigns/{}/suite/index.json", _satisfied),
        (PILOT, "campaigns/{}/suite/index.json", _satisfied),
    ],
)
def test_signals_and_intervals_are_held_by_name(
    held: HeldSite, graphs: dict[str, Graph], campaign: str, path: str, change: Change
) -> None:
    page = path.format(campaign)
    assert _blamed(held, graphs, campaign, {page: change}) == {page}


def test_a_signal_is_called_the_same_on_every_page(held: HeldSite, graphs: dict[str, Graph]) -> None:
    folder = f"campaigns/{PILOT}/samples"
    pages = [path for path in held.own if path.startswith(folder) and path.endswith(".json")]
    page = next(path for path in pages if any(c == "votes-disagree" for c, _ in held.json(path)["signals"]))

    def renamed(data: Any) -> None:
        data["doubts"] = [[words.replace("disagree", "agree"), about] for words, about in data["doubts"]]

    assert _blamed(held, graphs, PILOT, {page: renamed})


def _lowered(data: Any) -> None:
    """Change every minimum of a file, and nothing else."""
    todo = [data]
    for item in todo:
        if isinstance(item, dict):
            item.update({key: 4 for key in ("minimum_runs", "minRuns", "minimum") if key in item})
        todo += item.values() if isinstance(item, dict) else item if isinstance(item, list) else []


@pytest.mark.parametrize("left", ["comparison", "claim", "suite"])
def test_a_minimum_is_that_of_the_suite(held: HeldSite, graphs: dict[str, Graph], left: str) -> None:
    names = {
        "comparison": f"data/campaigns/{DUEL}/comparison.json",
        "claim": f"data/campaigns/{DUEL}/claim.json",
        "suite": f"campaigns/{DUEL}/suite/index.json",
    }
    pages = [f"campaigns/{DUEL}/index.json", f"campaigns/{DUEL}/pairs/index.json"]
    changes = dict.fromkeys([*pages, *(names[name] for name in names if name != left)], _lowered)
    assert names[left] in _blamed(held, graphs, DUEL, changes)


def test_a_minimum_without_a_suite_is_that_of_the_rubric(held: HeldSite, graphs: dict[str, Graph]) -> None:
    def alone(data: Any) -> None:
        data["suite"] = None

    path = f"data/campaigns/{DUEL}/comparison.json"
    assert path in _blamed(held, graphs, DUEL, {path: alone})


def test_with_the_exports_a_minimum_is_that_of_the_suite_on_disk(
    held: HeldSite, graphs: dict[str, Graph], tmp_path: Path
) -> None:
    suite = held.json(f"data/campaigns/{DUEL}/comparison.json")["suite"]["source"]["path"]
    assert held.blamed_by(partial(_check, graphs, DUEL, REPOSITORY)) == set()
    assert held.blamed_by(partial(_check, graphs, DUEL, tmp_path)) == {suite}
    place = tmp_path / suite
    place.parent.mkdir(parents=True)
    shutil.copy(REPOSITORY / suite, place)
    assert held.blamed_by(partial(_check, graphs, DUEL, tmp_path)) == set()
    document = json.loads(place.read_text("utf-8"))
    document["methodology"]["minRuns"] = 4
    place.write_text(json.dumps(document), "utf-8")
    assert held.blamed_by(partial(_check, graphs, DUEL, tmp_path)) == {suite}


@pytest.mark.parametrize("path", ["../suite.json", "runs/../../suite.json", "/etc/hostname", "./suite.json"])
def test_a_suite_is_looked_for_below_the_exports_alone(
    held: HeldSite, graphs: dict[str, Graph], tmp_path: Path, path: str
) -> None:
    page = f"data/campaigns/{DUEL}/comparison.json"
    data = copy.deepcopy(held.json(page))
    data["suite"]["source"]["path"] = path
    found = held.blamed_by(partial(_check, graphs, DUEL, tmp_path / "below"), {page: data})
    assert found == {path}
