"""All that pages say of the recorded runs in one folder, each judged under the rubrics of its board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from site_builder.errors import Problem
from site_builder.records.blueprint import Suite
from site_builder.scoring.graph import Graph
from site_builder.sources.importers.blueprint.importer import BlueprintImporter, suite_beside
from site_builder.sources.importers.blueprint.problems import capped, rejection_problems
from site_builder.sources.importers.blueprint.recorded import read_recorded
from site_builder.sources.importers.blueprint.suite import read_suite
from site_builder.sources.unlisted import why_unlisted
from site_builder.studies.blueprint.dry_run import DryRun, dry_run
from site_builder.studies.blueprint.history import HistoryRow, history
from site_builder.studies.blueprint.judgement import Judgement, Naming, Outcome, judge
from site_builder.studies.blueprint.pseudonyms import numbered
from site_builder.studies.blueprint.settings import settings_of


@dataclass(frozen=True, slots=True)
class GateRuns:
    """The recorded runs of one suite."""

    suite: Suite | None
    """``None`` when there is none or it is wrong; there are no judgements then."""
    inputs: DryRun | None
    """Words and digests of the composed inputs; ``None`` for a suite of cases only."""
    runs: tuple[tuple[Judgement, ...], ...]
    """Each run under every rubric in the order given, the pinned one first; by name of the folders."""
    history: tuple[HistoryRow, ...]
    problems: tuple[Problem, ...]

    @property
    def conclusion(self) -> str:
        """What the gates decide under the pinned rubric, as a clause: ``1 passed, 2 failed``."""
        decided = Counter(judgements[0].outcome for judgements in self.runs)
        counted = [f"{decided[outcome]} {outcome}" for outcome in get_args(Outcome) if decided[outcome]]
        return ", ".join(counted) or "no recorded run"


def read_gates(root: Path, label: str, graphs: Sequence[Graph], naming: Naming = numbered) -> GateRuns:
    """Read the suite and every recorded run below ``root`` and judge them under each rubric.

    Problems are those of reading and, for the first rubric, the reasons why runs are rejected. Raises
    ``ValueError`` for a graph that is no rubric of this family.
    """
    place = suite_beside(root / "run")
    if why_unlisted(root):  # which the importer says
        return GateRuns(None, None, (), (), ())
    if place is None:
        return GateRuns(None, None, (), (), (_no_suite(label),))
    loaded = read_suite(place, f"{label}/{place.name}")
    if loaded.value is None:
        return GateRuns(None, None, (), (), loaded.problems)
    suite, problems = loaded.value, list(loaded.problems)
    runs = []
    for judgements, found in _judged(root, label, suite, graphs, naming):
        runs.append(judgements)
        problems += found
    return GateRuns(
        suite=suite,
        inputs=dry_run(suite) if suite.conditions else None,
        runs=tuple(runs),
        history=history(runs),
        problems=tuple(problems),
    )


def _judged(
    root: Path, label: str, suite: Suite, graphs: Sequence[Graph], naming: Naming
) -> Iterator[tuple[tuple[Judgement, ...], tuple[Problem, ...]]]:
    conditions = settings_of(graphs[0].rubric, graphs[0].digest).conditions
    for folder in BlueprintImporter().discover(root):
        if why_unlisted(folder):
            continue  # it is listed as left out, and there is nothing to judge
        recorded, problems = read_recorded(folder, f"{label}/{folder.name}", suite, conditions)
        judgements = tuple(judge(recorded, suite, graph, naming) for graph in graphs)
        found = (*problems, *rejection_problems(recorded, judgements[0].rejections))
        yield judgements, capped(recorded, found)


def _no_suite(label: str) -> Problem:
    return Problem(
        file=label,
        code="suite.missing",
        message="There is no suite in the folder of recorded runs.",
        advice="Put the suite that was run into suite/ beside the run folders.",
    )
