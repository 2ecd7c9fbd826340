"""``check``: load everything, list every problem, write nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

import msgspec

from site_builder.building import processors
from site_builder.cli.report import number_of
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.loading import LoadOptions, load, look_at
from site_builder.records.run import LeftOut
from site_builder.site_data import SiteData
from site_builder.sources.editions import read_editions
from site_builder.sources.measuring import Progressing
from site_builder.sources.project import Project, load_project
from site_builder.sources.store import Store

SHOWN_REASONS = 5
"""Reasons for having no rank that are said; of the others the number of runs."""


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of ``check``."""

    runs: int
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    ranked: int
    """Runs that have a rank on some board."""
    unranked: dict[str, int]
    """Why a run has no rank on any board, as a clause → how many runs, the most frequent reason first."""
    words: str
    """The outcome in one line."""

    @property
    def standings(self) -> tuple[str, ...]:
        """How many of the runs have a rank and why the others have none, a line each."""
        if not self.unranked:
            return ()
        listed = list(self.unranked.items())
        without = sum(self.unranked.values())
        first = f"Of these, {self.ranked} would be ranked and {without} listed without a rank:"
        more = sum(count for _, count in listed[SHOWN_REASONS:])
        lines = [f"  {count}: {why}" for why, count in listed[:SHOWN_REASONS]]
        return (first, *lines, *([f"  {more} for other reasons; their pages say which"] if more else []))


def check_project(
    root: Path,
    only: Sequence[str],
    *,
    use_store: bool = True,
    jobs: int | None = None,
    progress: Progressing | None = None,
) -> Checked:
    """Load a project; with ``only``, keep what concerns these runs. Raises ``CannotBuild``."""
    project = load_project(root)
    with Store(project.root, enabled=use_store) as store:
        data = load(project, store, look_at(project), LoadOptions(jobs or processors(), progress)).data
        changed = () if only else tuple(_changed_editions(project, store))
    runs = _standings(data)
    left_out, problems = data.left_out, (*changed, *data.problems)
    if only:
        known = {*runs, *((item.folder, item.run_id) for item in left_out)}
        named = _named(project, only, known)
        runs = {run: why for run, why in runs.items() if run in named}
        left_out = tuple(item for item in left_out if (item.folder, item.run_id) in named)
        problems = tuple(_of(problems, named, known, left_out))
    words = f"{number_of(len(runs), 'run')} can be scored, {len(left_out):,} left out, "
    words += f"{number_of(len(problems), 'problem')}."
    unranked = Counter(why for why in runs.values() if why)
    return Checked(
        runs=len(runs),
        left_out=left_out,
        problems=problems,
        ranked=len(runs) - unranked.total(),
        unranked=dict(unranked.most_common()),
        words=words,
    )


def _standings(data: SiteData) -> dict[tuple[str, str], str]:
    """Return (folder, run id) → why it has no rank on any board, empty for a run with one."""
    found: dict[tuple[str, str], str] = {}
    for board in data.boards:
        for entry in board.entries:
            name = entry.run.folder, entry.run.run_id
            ranked = entry.standing.rank is not None
            found[name] = "" if ranked else found.get(name, entry.standing.unranked)
    return found


def _changed_editions(project: Project, store: Store) -> Iterator[Problem]:
    """Yield what stops a build because a frozen edition is not as it was frozen."""
    try:
        read_editions(project.root, store)
    except CannotBuild as error:
        yield from error.problems


def _named(project: Project, only: Sequence[str], known: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return (folder, run id) of the runs that were named by id or by folder."""
    named: set[tuple[str, str]] = set()
    for name in only:
        path = Path(name).resolve()
        inside = path.relative_to(project.root).as_posix() if path.is_relative_to(project.root) else name
        found = {run for run in known if name and (run[1] == name or run[0] in (inside, name.rstrip("/")))}
        if not found:
            raise CannotBuild(
                Problem(
                    file="command line",
                    code="check.unknown",
                    message=f"No board of this site reads a run {shorten(name)}.",
                    advice=f"{_near(name, known)}Name it by its id, or by its folder in `runs` of a board.",
                )
            )
        named |= found
    return named


def _near(name: str, known: Iterable[tuple[str, str]]) -> str:
    """Return a question for the runs that are nearly called so; empty where none is."""
    names = sorted({run_id or folder.rpartition("/")[2] for folder, run_id in known})
    near = get_close_matches(name.rstrip("/").rpartition("/")[2], names)
    return f"Did you mean {' or '.join(near)}? " if near else ""


def _of(
    problems: Iterable[Problem],
    named: set[tuple[str, str]],
    known: set[tuple[str, str]],
    left_out: Iterable[LeftOut],
) -> Iterator[Problem]:
    """Yield the problems of the named runs; of a file that holds others too, only theirs."""
    whole = {folder for folder, _ in named} - {folder for folder, _ in known - named}
    ids = {run_id for _, run_id in named if run_id}
    for problem in problems:
        below = any(f"{problem.file}/".startswith(f"{folder}/") for folder in whole)
        if below or problem.run in ids or any(item.concerned_by(problem) for item in left_out):
            yield problem
