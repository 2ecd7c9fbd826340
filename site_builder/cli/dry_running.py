"""``dry-run``: validate a suite and write or compare the record of its inputs."""

from __future__ import annotations

from pathlib import Path

from site_builder.cli.report import DATA_PROBLEMS, FINE, Reporter, counted, number_of
from site_builder.cli.styles import green
from site_builder.cli.writing import write_texts
from site_builder.errors import Problem
from site_builder.sources.importers.blueprint.suite import SUITE_FILE, read_suite
from site_builder.sources.project import data_dirs
from site_builder.sources.rubric_lookup import find_rubric
from site_builder.studies.blueprint.dry_run import DryRun, dry_run, written
from site_builder.studies.blueprint.prospects import never_passing
from site_builder.studies.blueprint.settings import settings_of

RECORD = "dry-run.json"


def run_dry(reporter: Reporter, suite: Path, rubric: str, *, check: bool, output: Path | None) -> int:
    """Do a dry run and return the exit code: 0, or 1 when the suite is wrong or its record stale.

    What keeps every run of the suite from passing under ``rubric``, one of the program's, is a warning.
    """
    loaded = read_suite(suite, suite.as_posix())
    problems = list(loaded.problems)
    if loaded.value is None:
        return _failed(reporter, problems)
    if not loaded.value.conditions:
        return _failed(reporter, [*problems, _no_conditions(suite)])
    graph = find_rubric(data_dirs(), rubric)
    if graph is not None:
        settings = settings_of(graph.rubric, graph.digest)
        problems += never_passing(loaded.value, settings, (suite / SUITE_FILE).as_posix())
    record = dry_run(loaded.value)
    text = written(record)
    if check and _stored(suite / RECORD) != text:
        return _failed(reporter, [*problems, _stale(suite)])
    if output is not None:
        fault = write_texts({output: text})
        if fault is not None:
            return _failed(reporter, [*problems, fault])
    reporter.machine(record)
    reporter.problems(problems)
    _say(reporter, record, output)
    return FINE


def _say(reporter: Reporter, record: DryRun, output: Path | None) -> None:
    if output is not None:
        reporter.say(f"Wrote {output.as_posix()}.")
    cases, conditions = number_of(record.case_count, "case"), number_of(len(record.conditions), "condition")
    reporter.say(f"{green('Dry run passed')}: {cases} under {conditions}; no model was run.")
    for condition in record.conditions:
        reporter.say(f"  {condition:<16}{record.words(condition):>10.1f} input words on average")
    reporter.say("  Metrics of behaviour are blocked: they need a recorded run.")


def _failed(reporter: Reporter, problems: list[Problem]) -> int:
    reporter.machine({"passed": False, "problems": problems})
    reporter.problems(problems, everything=True)
    reporter.say(counted(problems))
    return DATA_PROBLEMS


def _stored(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _stale(suite: Path) -> Problem:
    return Problem(
        file=(suite / RECORD).as_posix(),
        code="suite.record-stale",
        message="The record of the dry run is missing or not what the suite gives now.",
        advice=f"Review the change, then write it anew: dry-run SUITE --output SUITE/{RECORD}",
    )


def _no_conditions(suite: Path) -> Problem:
    return Problem(
        file=suite.as_posix(),
        code="suite.no-conditions",
        message="This suite holds cases only; there are no inputs to compose.",
        advice="Write a suite.yaml with conditions; see `site-builder docs blueprint-suite`.",
    )
