"""The study of a board of campaigns: each one read, compared, and its evidence listed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from site_builder.errors import Loaded, Problem
from site_builder.records.ruhroh_campaign import TargetConfig
from site_builder.records.site import Board
from site_builder.scoring.graph import Graph
from site_builder.site_data import Study
from site_builder.sources.files import shown
from site_builder.sources.importers.ruhroh.artifacts import inventory
from site_builder.sources.importers.ruhroh.campaign_folders import (
    CampaignFolder,
    find_campaigns,
    read_campaign_folder,
)
from site_builder.sources.importers.ruhroh.campaigns import load_campaign
from site_builder.sources.importers.ruhroh.discovery import link_problem
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.overlooked import without_campaign
from site_builder.sources.importers.ruhroh.target_configs import read_target_config
from site_builder.sources.project import Project
from site_builder.sources.unlisted import unlisted_problem
from site_builder.studies.ruhroh.campaigns import Campaigns, ComparedCampaign, LeftOutCampaign
from site_builder.studies.ruhroh.comparison import compare
from site_builder.studies.ruhroh.settings import Settings, settings_of


def read_campaign_study(project: Project, board: Board, graphs: Sequence[Graph]) -> Loaded[Study]:
    """Compare every campaign of a board under its pinned rubric, the first of ``graphs``.

    Raises ``ValueError`` for a rubric without this family's parameters.
    """
    settings = settings_of(graphs[0].rubric, graphs[0].digest)
    found = read_campaigns(project.run_folder(board.runs), project.root, settings)
    campaigns = found.value
    if campaigns is None:
        return Loaded(None, found.problems)
    study = Study(
        family=board.family,
        config=board,
        value=campaigns,
        conclusion=campaigns.conclusion,
        newest=campaigns.newest,
        empty=not campaigns.campaigns,
        sources=campaigns.sources,
    )
    return Loaded(study, found.problems)


def suite_folders(project: Project, board: Board) -> tuple[str, ...]:
    """Return the folders inside of the project that the campaigns of a board take their suites from."""
    found: set[str] = set()
    for place in find_campaigns(project.run_folder(board.runs)).campaigns:
        folder = read_campaign_folder(place, project.root).value
        suites = folder.request.suite_dir if folder else None
        if suites is not None and suites.is_relative_to(project.root):
            found.add(suites.relative_to(project.root).as_posix())
    return tuple(sorted(found))


def read_campaigns(folder: Path, base: Path, settings: Settings) -> Loaded[Campaigns]:
    """Compare every campaign directly below a folder. A campaign that cannot be used is left out by name.

    Paths that readers see are relative to ``base``; nothing outside of it is read. An id that an earlier
    folder has already taken leaves the later one out.
    """
    made: dict[str, ComparedCampaign] = {}
    left_out: list[LeftOutCampaign] = []
    problems: list[Problem] = []
    below = find_campaigns(folder)
    for unlisted, why in below.unlisted.items():
        label = unlisted.relative_to(base).as_posix()
        problems.append(unlisted_problem(shown(label), why, "campaigns in it are not on this site"))
        left_out.append(LeftOutCampaign(folder=label, problems=(problems[-1],)))
    for link in below.links:
        label = link.relative_to(base).as_posix()
        problems.append(link_problem(label, "A campaign behind it is left out", severity="error"))
        left_out.append(LeftOutCampaign(folder=label, problems=(problems[-1],)))
    for place in below.campaigns:
        label = place.relative_to(base).as_posix()
        loaded = _campaign(place, base, settings)
        found = list(loaded.problems)
        if loaded.value is not None and loaded.value.id in made:
            found.append(_same_id(label, loaded.value.id, made[loaded.value.id].folder))
            left_out.append(LeftOutCampaign(folder=label, problems=tuple(found)))
        elif loaded.value is None:
            left_out.append(LeftOutCampaign(folder=label, problems=tuple(found)))
        else:
            made[loaded.value.id] = loaded.value
        problems += found
    roots = [base / one.results for one in made.values()]
    problems += without_campaign(folder, below.others, roots, base)
    study = Campaigns(campaigns=tuple(made.values()), left_out=tuple(left_out))
    return Loaded(study, tuple(problems))


def _campaign(place: Path, base: Path, settings: Settings) -> Loaded[ComparedCampaign]:
    folder = read_campaign_folder(place, base)
    if folder.value is None:
        return Loaded(None, folder.problems)
    loaded = load_campaign(folder.value.request, settings)
    if loaded.value is None:
        return Loaded(None, (*folder.problems, *loaded.problems))
    found = compare(loaded.value.campaign, settings)
    targets = _targets(folder.value)
    doubtful = tuple(problem for problem in targets.problems) if targets else ()
    return Loaded(
        ComparedCampaign(
            id=folder.value.id,
            title=folder.value.title,
            about=folder.value.about,
            folder=place.relative_to(base).as_posix(),
            results=folder.value.request.label(folder.value.request.results),
            comparison=found,
            targets=targets,
            inventories={sample.path: inventory(loaded.value.root.root, sample) for sample in found.samples},
        ),
        (*folder.problems, *loaded.problems, *doubtful),
    )


def _targets(folder: CampaignFolder) -> TargetConfig | None:
    if folder.targets is None:
        return None
    return read_target_config(folder.targets, folder.request.label(folder.targets))


def _same_id(label: str, name: str, earlier: str) -> Problem:
    message = f"The id {name} is that of {earlier} already; this campaign is left out."
    advice = "Give each campaign its own id."
    return fault(f"{label}/campaign.json", "/id", "ruhroh.campaign-invalid", message, advice)
