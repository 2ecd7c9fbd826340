from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from site_builder.records.site import Board
from site_builder.sources.importers.ruhroh.study import read_campaign_study, read_campaigns
from site_builder.sources.project import load_project
from site_builder.sources.rubrics import load_graph
from tests.ruhroh.samples import RUNS, SETTINGS

RUBRICS = RUNS.parent / "rubric_versions"


def test_the_demonstration_is_a_board_of_four_campaigns() -> None:
    found = read_campaigns(RUNS / "ruhroh/campaigns", RUNS.parent, SETTINGS)
    assert found.value is not None
    assert [(campaign.id, campaign.comparison.readiness.ready) for campaign in found.value.campaigns] == [
        ("harness-duel", True),
        ("lantern-desk", True),
        ("model-duel", False),
        ("tinderbox-pilot", False),
    ]
    assert found.value.left_out == ()
    first = found.value.campaigns[0]
    assert first.folder == "runs/ruhroh/campaigns/harness-duel"
    assert first.targets is not None
    assert first.targets.stream == "harness-controlled"
    assert set(first.inventories) == {sample.path for sample in first.comparison.samples}
    assert [problem for problem in found.problems if problem.severity != "note"] == []
    assert [campaign.targets and campaign.targets.valid for campaign in found.value.campaigns] == [True] * 4


def test_a_broken_campaign_and_a_taken_id_are_left_out_by_name(tmp_path: Path) -> None:
    shutil.copytree(RUNS / "ruhroh", tmp_path / "ruhroh")
    campaigns = tmp_path / "ruhroh/campaigns"
    shutil.copytree(campaigns / "model-duel", campaigns / "zz-copy")
    (campaigns / "lantern-desk/ruhroh-run-plan.json").write_text("{", "utf-8")
    found = read_campaigns(campaigns, tmp_path, SETTINGS).value
    assert found is not None
    assert [campaign.id for campaign in found.campaigns] == ["harness-duel", "model-duel", "tinderbox-pilot"]
    assert [item.folder for item in found.left_out] == [
        "ruhroh/campaigns/lantern-desk",
        "ruhroh/campaigns/zz-copy",
    ]
    assert all(item.problems for item in found.left_out)


def test_a_board_is_compared_under_its_pinned_rubric(tmp_path: Path) -> None:
    shutil.copytree(RUNS / "ruhroh", tmp_path / "runs")
    board = {"family": "ruhroh", "rubric": "ruhroh/0.7", "runs": "runs/campaigns"}
    site = {"title": "t", "tagline": "t", "boards": [board]}
    (tmp_path / "site.yaml").write_text(json.dumps(site), "utf-8")
    project = load_project(tmp_path)
    graph = load_graph(RUBRICS / "ruhroh/0.7.yaml", "rubric").value
    other = load_graph(RUBRICS / "favur/15.yaml", "rubric").value
    assert graph is not None
    assert other is not None
    found = read_campaign_study(project, project.site.boards[0], [graph]).value
    assert found is not None
    assert (found.family, found.config) == ("ruhroh", project.site.boards[0])
    assert len(found.value.campaigns) == 4
    assert found.conclusion == found.value.conclusion
    assert found.sources == found.value.sources
    with pytest.raises(ValueError, match="no parameter"):
        read_campaign_study(project, Board.model_validate(board), [other])
