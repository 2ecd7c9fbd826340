"""``gate``: judge a recorded run under a rubric and say so by words, JSON and exit code."""

from __future__ import annotations

import sys
from pathlib import Path

from site_builder.cli.report import Reporter
from site_builder.cli.styles import dim, green, red, yellow
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.records.blueprint import Suite
from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Graph
from site_builder.sources.importers.blueprint.recorded import read_recorded
from site_builder.sources.importers.blueprint.suite import read_suite
from site_builder.sources.project import data_dirs
from site_builder.sources.rubric_lookup import find_rubric
from site_builder.studies.blueprint.document import document
from site_builder.studies.blueprint.judgement import Judgement, judge
from site_builder.studies.blueprint.published_shape import published_shape, written
from site_builder.studies.blueprint.settings import settings_of

PASSED, FAILED, REJECTED = 0, 1, 2
EXIT = {"passed": PASSED, "failed": FAILED, "rejected": REJECTED}
SUITES = ("suite", "suite.json")
SHOWN_REJECTIONS = 40


def run_gate(
    reporter: Reporter, run: Path, suite: Path | None, rubric: str, project: Path, *, upstream_shape: bool
) -> int:
    """Judge a run and return the exit code: 0 passed, 1 failed, 2 rejected.

    Raises ``CannotBuild`` when the rubric or the suite cannot be used.
    """
    graph = _graph(rubric, project)
    cases, problems = _suite(suite or _beside(run))
    settings = settings_of(graph.rubric, graph.digest)
    recorded, found = read_recorded(run, _label(run), cases, settings.conditions)
    judgement = judge(recorded, cases, graph)
    if upstream_shape and judgement.scored is not None:
        sys.stdout.write(written(published_shape(judgement)))
    else:
        reporter.machine(document(judgement) | {"problems": (*problems, *found)})
    reporter.problems((*problems, *found))
    _say(reporter, judgement)
    return EXIT[judgement.outcome]


def _say(reporter: Reporter, judgement: Judgement) -> None:
    outcome = (green if judgement.outcome == "passed" else red)(judgement.outcome.capitalize())
    reporter.say(f"{outcome}: {judgement.run_id} under {judgement.settings.rubric}")
    _say_reasons(reporter, judgement)
    for number, check in enumerate(judgement.gate, start=1):
        mark = green("holds") if check.met else red("fails")
        margin = "no margin" if check.margin is None else f"margin {exact(round(check.margin, 6))}"
        reporter.say(f"  {number}. {mark}  {check.title}")
        reporter.say("     " + dim(f"{check.observed}; {check.required}; {margin}"))
    for advisory in judgement.advisories:
        reporter.say(f"  {yellow('note')}  {advisory.sentence}")
    if judgement.scored is not None:
        reporter.say(f"  {dim(judgement.settings.limitation)}")


def _say_reasons(reporter: Reporter, judgement: Judgement) -> None:
    """List the reasons for a rejection, equal ones once with their number."""
    places: dict[tuple[str, str], list[str]] = {}
    for reason in judgement.rejections:
        places.setdefault((reason.code, reason.message), []).append(f"{reason.file}{reason.pointer}")
    for (code, message), at in list(places.items())[:SHOWN_REJECTIONS]:
        times = f", {len(at)} times from" if len(at) > 1 else ""
        reporter.say(f"  {message} " + dim(f"{code}{times} {at[0]}"))
    if len(places) > SHOWN_REJECTIONS:
        reporter.say(f"  … and {len(places) - SHOWN_REJECTIONS} more reasons; --json lists all of them.")


def _graph(rubric: str, project: Path) -> Graph:
    """Return a rubric of the family: the project's own, else the one that ships with the program."""
    graph = find_rubric(project, rubric) if rubric.startswith("blueprint/") else None
    if graph is not None:
        return graph
    known = sorted(path.stem for path in (data_dirs() / "rubric_versions" / "blueprint").glob("*.yaml"))
    raise CannotBuild(
        Problem(
            file=f"rubric_versions/{rubric}.yaml",
            code="gate.unknown-rubric",
            message=f"There is no rubric {shorten(rubric)} of this family.",
            advice=f"Use one of {', '.join(f'blueprint/{version}' for version in known)}.",
        )
    )


def _beside(run: Path) -> Path:
    """Return the suite that lies beside a run. Raises ``CannotBuild`` where there is no run, or no suite."""
    parent = run.resolve().parent
    if not run.is_dir():
        raise CannotBuild(
            Problem(
                file=_label(run),
                code="gate.no-run",
                message="There is no such folder.",
                advice="Name the folder of a recorded run, which holds its run.json.",
            )
        )
    for name in SUITES:
        if (parent / name).exists():
            return parent / name
    raise CannotBuild(
        Problem(
            file=_label(run),
            code="gate.no-suite",
            message="There is no suite beside the run.",
            advice="Put the suite into suite/ beside the run folder, or name it with --suite.",
        )
    )


def _suite(path: Path) -> tuple[Suite, tuple[Problem, ...]]:
    loaded = read_suite(path, _label(path))
    if loaded.value is None:
        raise CannotBuild(*loaded.problems)
    return loaded.value, loaded.problems


def _label(path: Path) -> str:
    """Return a path as it may be printed and kept: as it was given, an absolute one by its last two names."""
    return "/".join(path.parts[-2:]) if path.is_absolute() else path.as_posix()
