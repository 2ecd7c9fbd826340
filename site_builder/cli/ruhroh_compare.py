"""What the commands of the Ruhroh family do: load, compare on all processors, write and read claims."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from site_builder import __version__
from site_builder.cli.writing import write_texts
from site_builder.errors import CannotBuild, Loaded, Problem, shorten
from site_builder.records.ruhroh import ArtifactFault
from site_builder.sources.importers.ruhroh.campaigns import LoadedCampaign, Request, load_campaign
from site_builder.sources.importers.ruhroh.claims import claim_sources
from site_builder.sources.importers.ruhroh.documents import fault, read_document
from site_builder.sources.importers.ruhroh.results import ResultRoot, read_results
from site_builder.sources.processes import fork_pool
from site_builder.sources.rubric_lookup import FOLDER, find_rubric
from site_builder.studies.ruhroh import claim as claims
from site_builder.studies.ruhroh.comparison import Campaign, Comparison, compare
from site_builder.studies.ruhroh.parallel import shared, worth_sharing
from site_builder.studies.ruhroh.report import as_json
from site_builder.studies.ruhroh.settings import Settings, settings_of

ARTIFACT_WORDS = {
    "version": "The document has another version.",
    "schema_missing": "The document does not name its schema.",
    "schema_differs": "The document names another schema.",
    "target": "The recorded benchmark target is malformed.",
    "not_embedded": "The result does not hold it.",
    "missing": "The file is not there.",
    "not_file": "This is no regular file.",
    "unreadable": "The file cannot be read.",
    "run_id": "The manifest is that of another run.",
}


def pinned_settings(rubric: str) -> Settings:
    """Return the settings of a rubric of this folder, else of the program. Raises ``CannotBuild``."""
    graph = find_rubric(Path(), rubric)
    if graph is None:
        raise CannotBuild(_rubric_fault(rubric, f"There is no rubric {shorten(rubric)}."))
    try:
        return settings_of(graph.rubric, graph.digest)
    except ValueError as error:
        raise CannotBuild(_rubric_fault(rubric, f"{error}.")) from error


def load_and_compare(
    request: Request, settings: Settings, processors: int
) -> Loaded[tuple[LoadedCampaign, Comparison]]:
    """Load a campaign and compare it, sharing the bootstrap among processors where that pays."""
    loaded = load_campaign(request, settings)
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    found = compare_on(loaded.value.campaign, settings, processors)
    return Loaded((loaded.value, found), loaded.problems)


def compare_on(campaign: Campaign, settings: Settings, processors: int) -> Comparison:
    """Compare a campaign on some processors; the result is the same on any number of them."""
    scores = [([sample.score for sample in campaign.samples], "")]
    if processors < 2 or not campaign.samples or not worth_sharing(scores, settings):
        return compare(campaign, settings)
    with fork_pool(processors) as pool:
        return compare(campaign, settings, shared(pool, processors, settings))


def write_claim(
    loaded: LoadedCampaign, found: Comparison, claim: Path | None, summary: Path | None
) -> tuple[Path, ...]:
    """Write claim and summary where they are asked for; the paths in them are relative to the claim.

    Raises ``CannotBuild`` when they cannot be written; neither is then.
    """
    place = claim or summary
    assert place is not None
    sources = claim_sources(loaded, found, place, summary)
    made = claims.claim(found, sources, __version__)
    asked = {claim: made, summary: claims.summary(made)}
    texts = {path: as_json(document) for path, document in asked.items() if path is not None}
    unwritten = write_texts(texts)
    if unwritten is not None:
        raise CannotBuild(unwritten)
    return tuple(texts)


def read_claim(
    path: Path, check: Callable[[Any, str], tuple[Problem, ...]]
) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """Read a claim or a summary and check it; nothing is raised for what it holds."""
    loaded = read_document(path, path.as_posix())
    if loaded.value is None:
        return {}, loaded.problems
    return loaded.value.value, check(loaded.value.value, path.as_posix())


def artifact_problems(place: Path) -> tuple[ResultRoot, tuple[Problem, ...]]:
    """Validate the evidence of a result root, and return what is wrong with it as problems."""
    root = read_results(place, place.as_posix(), standard_names=True)
    problems = list(root.problems)
    if not root.samples and not root.unreadable:
        message = "There is no loop result here."
        problems.append(fault(place.as_posix(), "", "ruhroh.no-results", message, "Name a result root."))
    for item in root.checks:
        where = f"{root.label}/{item.path}" if root.label else item.path
        problems += [_artifact_problem(where, found) for found in item.faults]
    return root, tuple(problems)


def _artifact_problem(file: str, found: ArtifactFault) -> Problem:
    return fault(
        file,
        f"/{found.artifact}",
        f"ruhroh.artifact-{found.code.replace('_', '-')}",
        f"{ARTIFACT_WORDS[found.code]} Found {found.observed}; needed is {found.required}.",
        "Restore the evidence as the run wrote it.",
        severity=found.severity,
    )


def _rubric_fault(rubric: str, message: str) -> Problem:
    advice = "Name a rubric of this family, like ruhroh/0.7."
    return fault(f"{FOLDER}/{rubric}.yaml", "", "rubric.unusable", message, advice)
