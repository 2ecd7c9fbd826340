"""``rubric release``: freeze a draft, once everything that readers will ask for is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

import msgspec

from site_builder.cli.report import Reporter
from site_builder.cli.styles import green
from site_builder.errors import CannotBuild, Problem
from site_builder.pages.prose import TO_REPLACE
from site_builder.plugins import load_plugins
from site_builder.records.ledger import ScoreEntry
from site_builder.records.release import Release, version_key
from site_builder.records.rubric import Node
from site_builder.scoring.clauses import Differences, by_prefix, clauses, cover, differences
from site_builder.scoring.graph import Graph
from site_builder.sources.ledger import read_ledger
from site_builder.sources.locks import add_to_lock, day_of, is_to_come
from site_builder.sources.methodology_changes import CHANGES, entry_for
from site_builder.sources.project import Project, load_project, overlay
from site_builder.sources.rubric_catalogue import RubricCatalogue, contradicting_parts, load_rubrics
from site_builder.sources.rubric_lookup import FOLDER


class ReleasedVersion(msgspec.Struct, frozen=True):
    """What ``rubric release`` did."""

    rubric: str
    digest: str
    day: str
    again: bool
    """True when it was released before, with the same digest; nothing was written then."""
    words_only: bool = False
    """True when no clause differs from the version before, so that every score stays as it is."""


def release_version(root: Path, rubric: str, date: str | None) -> ReleasedVersion:
    """Release a draft of a project. Raises ``CannotBuild`` with all that is missing, and writes nothing."""
    if date is not None:
        day_of(date)
    project = load_project(root)
    catalogue = load_rubrics(project, load_plugins().of("operators"))
    known = catalogue.released.get(rubric)
    if known is not None:
        return ReleasedVersion(rubric, known.digest, known.day, again=True)
    graph = _draft(catalogue, rubric, project)
    problems = (
        *_pinned_otherwise(project, graph),
        *_reasons(catalogue, graph),
        *contradicting_parts(catalogue, graph.id),
        *_outdated_words(catalogue, graph),
        *_dates(catalogue, graph, date),
        *_entry(project, graph),
    )
    if problems:
        raise CannotBuild(*problems)
    release = Release(day=graph.rubric.date.isoformat(), digest=graph.digest)
    try:
        add_to_lock(project.root / FOLDER, rubric, release)
    except OSError as error:
        message = f"The LOCK file cannot be written: {error.strerror or error}."
        fault = _not_ready(f"{FOLDER}/LOCK", message, "Check permissions and free space; nothing changed.")
        raise CannotBuild(fault) from error
    older = catalogue.graphs.get(f"{graph.rubric.family}/{graph.rubric.supersedes}")
    words_only = older is not None and not _between(catalogue, older, graph).all
    return ReleasedVersion(rubric, release.digest, release.day, again=False, words_only=words_only)


def say_released(reporter: Reporter, released: ReleasedVersion) -> None:
    """Say that a rubric is released, and what to do next."""
    if released.again:
        reporter.say(f"{released.rubric} was released on {released.day} with this digest; nothing changed.")
        reporter.say(f"  {released.digest}")
        return
    reporter.say(f"{green('Released')} {released.rubric}, dated {released.day}:")
    reporter.say(f"  {released.digest}")
    if released.words_only:
        reporter.say("  No clause differs from the version before, only words: every score stays as it is.")
    reporter.say("Next:")
    reporter.say(f"  commit {FOLDER}/ with its LOCK, and {CHANGES}")
    reporter.say(f"  pin it in site.yaml (`rubric: {released.rubric}`), the older one under `also`")
    reporter.say("  site-builder build")


def _draft(catalogue: RubricCatalogue, rubric: str, project: Project) -> Graph:
    file = f"{FOLDER}/{rubric}.yaml"
    graph = catalogue.graphs.get(rubric)
    if graph is not None and catalogue.folders[rubric].is_relative_to(project.root):
        return graph
    faults = tuple(problem for problem in catalogue.problems if problem.file == file)
    raise CannotBuild(*(faults or (_not_ready(file, "There is no such draft in the project.", _START),)))


def _pinned_otherwise(project: Project, graph: Graph) -> Iterator[Problem]:
    """Yield a problem where scores were pinned under this id with another digest: it was released before."""
    scores = [one for one in read_ledger(project.root).ledger.entries if isinstance(one, ScoreEntry)]
    other = [one for one in scores if one.rubric == graph.id and one.rubric_digest != graph.digest]
    if other:
        message = f"The ledger holds {len(other)} scores under a {graph.id} with another digest."
        advice = "Put that file and its line in LOCK back; release what changed as a version of its own."
        yield _not_ready(_file(graph), message, advice)


_WORD = re.compile(r"[a-z0-9_](?![^\[]*\])")
"""A character of a pattern that is neither a wildcard nor inside of brackets."""
_NUMBER = re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?(?![\w.]*[\w])")
_START = "Start one with `site-builder rubric new`."


def _reasons(catalogue: RubricCatalogue, graph: Graph) -> Iterator[Problem]:
    """Yield what is missing of the reasons why a version differs from the one it supersedes."""
    file, rubric = _file(graph), graph.rubric
    family = [other for other in catalogue.released if other.partition("/")[0] == rubric.family]
    if rubric.supersedes is None:
        if family:
            message = f"It does not say which version it supersedes; released are {', '.join(family)}."
            yield _not_ready(file, message, "Write `supersedes:` with one of them.", "/supersedes")
        return
    older = f"{rubric.family}/{rubric.supersedes}"
    if older not in family or version_key(older) >= version_key(graph.id):
        message = f"It supersedes {older}, which is not a released version before it."
        yield _not_ready(file, message, "Name a released earlier version.", "/supersedes")
        return
    differing = _between(catalogue, catalogue.graphs[older], graph)
    if not differing.all and _content(catalogue.graphs[older]) == _content(graph):
        message = f"Nothing in it differs from {older} but its name and day."
        advice = f"Keep {older}, or change what the version is for; `site-builder rubric diff` lists that."
        yield _not_ready(file, message, advice)
    wordless = [pattern for change in rubric.changes for pattern in change.nodes if not _WORD.search(pattern)]
    if wordless:
        message = f"{', '.join(wordless)} fits whatever differs, so that no clause has a reason of its own."
        yield _not_ready(file, message, "Name the clauses, or patterns such as code_quality.*.", "/changes")
    covered = cover(rubric.changes, differing)
    if covered.unexplained:
        advice = "Add entries under `changes` with the ids or patterns, and why."
        message = f"{_counted(covered.unexplained)} from {older} and no entry says why."
        yield _not_ready(file, message, advice, "/changes")
    if covered.idle:
        message = f"Nothing that differs from {older} fits {', '.join(covered.idle)}."
        yield _not_ready(file, message, "Correct these ids or patterns, or drop them.", "/changes")


def _outdated_words(catalogue: RubricCatalogue, graph: Graph) -> Iterator[Problem]:
    """Yield a problem for words that still name a number which their node had in the version before."""
    older = catalogue.graphs.get(f"{graph.rubric.family}/{graph.rubric.supersedes}")
    if older is None:
        return
    for name in [step.id for step in graph.steps if step.id in older]:
        before, after = older.node(name), graph.node(name)
        gone = _numbers(before) - _numbers(after)
        for field in ("title", "unit", "description"):
            said = _said(gone, getattr(before, field), getattr(after, field))
            if said:
                message = f"The {field} of {name} says {said}, with which the node no longer computes."
                advice = f"Write the {field} anew: pages show it beside the new arithmetic."
                yield _not_ready(_file(graph), message, advice, f"/nodes/{name}/{field}")
        said = _said(gone, older.rubric.summary, graph.rubric.summary)
        if said and name == graph.layout.headline:
            message = f"The summary says {said}, with which {name} no longer computes."
            yield _not_ready(
                _file(graph), message, "Write the summary anew: pages begin with it.", "/summary"
            )


def _said(gone: Set[float], before: str, after: str) -> str:
    """Return the first of the numbers that are gone which words name that stayed as they were, or nothing."""
    numbers = _NUMBER.findall(after) if before == after else ()
    return next((number for number in numbers if float(number) in gone), "")


def _numbers(node: Node) -> set[float]:
    """Return the numbers that a node computes with: weights, constants, ends of its range."""
    found: set[float] = set()
    todo: list[object] = [node.inputs, node.constants, node.range]
    for item in todo:
        if isinstance(item, int | float) and not isinstance(item, bool):
            found.add(float(item))
        elif isinstance(item, Mapping):
            todo += item.values()
        elif isinstance(item, list | tuple):
            todo += item
    return found


def _between(catalogue: RubricCatalogue, older: Graph, newer: Graph) -> Differences:
    """Return the clauses in which two versions differ."""
    before, after = (clauses(graph, catalogue.files[graph.id]) for graph in (older, newer))
    return differences(before, after)


def _content(graph: Graph) -> dict[str, object]:
    """Return what a rubric says, words included, without which version it is."""
    return graph.rubric.model_dump(exclude={"version", "supersedes", "title", "date", "changes"})


def _counted(names: tuple[str, ...]) -> str:
    """Return how many clauses differ, and which: by name while they are few, else by their first words."""
    if len(names) <= 8:
        listed = ", ".join(names)
    else:
        listed = ", ".join(f"{first} ({n})" for first, n in by_prefix(names).items())
    return f"{len(names)} clause{' differs' if len(names) == 1 else 's differ'} ({listed})"


def _dates(catalogue: RubricCatalogue, graph: Graph, date: str | None) -> Iterator[Problem]:
    """Yield where days disagree: the file's, the one asked for, and the superseded version's."""
    day = graph.rubric.date.isoformat()
    if is_to_come(day):
        message = f"The rubric is dated {day}, a day to come."
        yield _not_ready(
            _file(graph), message, "Release it on that day, or date it today or before.", "/date"
        )
    if date is not None and day_of(date) != day:
        message = f"The rubric is dated {day}, and the release {date}."
        yield _not_ready(_file(graph), message, "Make them the same day, or leave out --date.", "/date")
    older = catalogue.graphs.get(f"{graph.rubric.family}/{graph.rubric.supersedes}")
    if older is not None and older.rubric.date > graph.rubric.date:
        message = f"It is dated {day}, before {older.id}, which it supersedes ({older.rubric.date})."
        yield _not_ready(_file(graph), message, "Write the day from which it is in force.", "/date")


def _entry(project: Project, graph: Graph) -> Iterator[Problem]:
    """Yield what is missing in the changes that readers see."""
    path = overlay(project.layers("content"), "changes.md").get("changes.md")
    entry = entry_for(graph.id, path.read_text(encoding="utf-8")) if path is not None else None
    day = graph.rubric.date.isoformat()
    if entry is None:
        advice = f"Add `### {graph.id} ({day})` and below it what is different, and why."
        yield _not_ready(CHANGES, f"It has no entry for {graph.id}.", advice)
        return
    if not entry.text or TO_REPLACE in entry.text:
        advice = "Say in a few sentences what is different, and why."
        yield _not_ready(
            CHANGES, f"The entry for {graph.id} is still to be written.", advice, f"line {entry.line}"
        )
    if entry.day and entry.day != day:
        message = f"The entry for {graph.id} is dated {entry.day}, and the rubric {day}."
        yield _not_ready(CHANGES, message, "Make them the same day.", f"line {entry.line}")


def _file(graph: Graph) -> str:
    return f"{FOLDER}/{graph.id}.yaml"


def _not_ready(file: str, message: str, advice: str, pointer: str = "") -> Problem:
    return Problem(file=file, pointer=pointer, code="rubric.not-ready", message=message, advice=advice)
