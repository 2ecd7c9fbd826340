"""``rubric diff`` and ``rubric impact``: what two versions do differently, before and after a release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from site_builder.boards import barred_on, cohorts_of
from site_builder.cli.report import Reporter, number_of
from site_builder.cli.styles import bold, dim
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.loading import look_at
from site_builder.pages.differences.board_view import is_withheld, run_data
from site_builder.pages.differences.clause_rows import groups_of, value_words
from site_builder.pages.differences.headline_cells import rank_words
from site_builder.plugins import Plugins, load_plugins
from site_builder.records.rubric_diff import MedianDifference, RubricDifference, RunDifference
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import Operator
from site_builder.scoring.result_cache import ResultCache
from site_builder.scoring.run_cache import RunCache
from site_builder.sources.exports import read_exports
from site_builder.sources.ledger import read_ledger
from site_builder.sources.measuring import Measuring
from site_builder.sources.parallel import ParallelRunner
from site_builder.sources.project import Project, load_project
from site_builder.sources.rubric_catalogue import RubricCatalogue, load_rubrics
from site_builder.sources.rubrics import load_graph
from site_builder.sources.store import Store
from site_builder.studies.rubric_diff.compare import Cohort, Comparison, between

SHOWN_NAMES = 3


class Impact(msgspec.Struct, frozen=True):
    """What a version does to the runs of a project; what ``rubric impact --json`` prints."""

    draft: str
    against: str
    difference: RubricDifference
    """Boards with their runs, the largest movers first."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, changes included."""
        found = self.difference
        return {
            "draft": self.draft,
            "against": self.against,
            "clauses": found.clauses,
            "order": found.order,
            "boards": [
                {
                    "board": board.board,
                    "moved": board.moved,
                    "moved_rank": board.moved_rank,
                    "medians": board.medians,
                    "runs": [run_data(run) for run in board.runs],
                }
                for board in found.boards
            ],
        }


def clauses_between(root: Path, older: str, newer: str) -> Comparison:
    """Return two versions with their clauses that differ. Raises ``CannotBuild`` for an unknown one."""
    project = load_project(root)
    operators = load_plugins().of("operators")
    catalogue = load_rubrics(project, operators)
    graphs = (
        named_version(older, catalogue, project, operators),
        named_version(newer, catalogue, project, operators),
    )
    _same_family(*graphs)
    return _comparison(*graphs, catalogue)


def impact_of(root: Path, draft: str, against: str | None, jobs: int, *, use_store: bool = True) -> Impact:
    """Compare a version with an older one over all runs of a project. Raises ``CannotBuild``.

    Metrics come from the store where it knows them; what it does not know is measured.
    """
    project = load_project(root)
    plugins = load_plugins()
    operators = plugins.of("operators")
    catalogue = load_rubrics(project, operators)
    newer = named_version(draft, catalogue, project, operators)
    older = named_version(against or _before(newer, catalogue), catalogue, project, operators)
    _same_family(older, newer)
    comparison = _comparison(older, newer, catalogue)
    cohorts = tuple(
        _cohorts(project, catalogue, plugins, newer.rubric.family, jobs=jobs, use_store=use_store)
    )
    boards = []
    for found in comparison.of_cohorts(cohorts, RunCache(ResultCache(runner=ParallelRunner(jobs)), {})):
        medians = tuple(_told(median, (older, newer)) for median in found.medians)
        runs = tuple(sorted(found.runs, key=_weight))
        boards.append(msgspec.structs.replace(found, runs=runs, medians=medians))
    difference = RubricDifference(
        older=older.id,
        newer=newer.id,
        clauses=comparison.clauses,
        order=comparison.order,
        boards=tuple(boards),
    )
    return Impact(newer.id, older.id, difference)


def say_clauses(reporter: Reporter, comparison: Comparison) -> None:
    """Print clauses under their headings, old value, new value, and why."""
    reporter.say(bold(f"From {comparison.older.id} to {comparison.newer.id}"))
    for group in groups_of(comparison.clauses, comparison.older, comparison.newer):
        reporter.say(f"\n{bold(group.title)} {dim(str(len(group.rows)))}")
        for row in group.rows:
            reporter.say(f"  {row.kind:<8}{row.title} {dim(row.name)}")
            if row.definition:
                reporter.say(f"          {row.definition}")
            for field in row.fields:
                reporter.say(f"          {field.field}: {field.old} → {field.new}")
            for text in row.why:
                reporter.say(f"          {dim(text)}")
    if not comparison.clauses:
        reporter.say("Nothing differs.")


def say_impact(reporter: Reporter, impact: Impact, top: int) -> None:
    """Print, board by board, the largest movers and the medians that change."""
    found = impact.difference
    counted = sum(bool(clause.changes) for clause in found.clauses)
    differ = f"{number_of(counted, 'clause')} differ{'s' if counted == 1 else ''}"
    reporter.say(f"{bold(impact.draft)} against {impact.against}: {differ}.")
    titles = {clause.id: clause.title for clause in found.clauses}
    for board in found.boards:
        reporter.say(
            f"\n{bold(board.board)}: of {number_of(len(board.runs), 'run')}, {board.moved} "
            f"{'has' if board.moved == 1 else 'have'} another score, {board.moved_rank} another rank."
        )
        moving = [run for run in board.runs if run.moved or run.moved_rank]
        for run in moving[:top]:
            _say_run(reporter, run, found, titles)
        if len(moving) > top:
            reporter.say(f"  … and {len(moving) - top} more; --top or --json shows them.")
        if board.medians:
            _say_medians(reporter, board.medians, top)
    if not found.boards:
        reporter.say("No board of this site has runs of the family.")


def _say_medians(reporter: Reporter, medians: Sequence[MedianDifference], top: int) -> None:
    told = [one for one in medians if (one.before, one.after) != (None, None)]
    hidden = len(medians) - len(told)
    without = f"; {hidden} of them without a value that may be shown" if hidden else ""
    reporter.say(f"  {number_of(len(medians), 'cohort median')} changed, came in or went{without}.")
    for one in told[:top]:
        reporter.say(f"    {one.node}: {value_words(one.before)} → {value_words(one.after)}")
    if len(told) > top:
        reporter.say(f"    … and {len(told) - top} more; --top or --json shows them.")


def _say_run(reporter: Reporter, run: RunDifference, found: RubricDifference, titles: dict[str, str]) -> None:
    change = "no score once" if run.change is None else f"{run.change:+.4g}"
    scores = " → ".join("none" if s is None else f"{s:.2f}" for s in (run.before.score, run.after.score))
    past = f", past {', '.join(run.passed[:SHOWN_NAMES])}" if run.passed else ""
    more = f" and {run.passes - SHOWN_NAMES} more" if run.passes > SHOWN_NAMES else ""
    reporter.say(f"  {change:>14}  {run.run}  {scores}, {rank_words(run)}{past}{more}")
    for move in run.moves[:SHOWN_NAMES]:
        named = "; ".join(titles[found.order[number][0]] for number in move.clauses)
        reporter.say(f"  {'':>14}  " + dim(f"{move.change:+.4g} {named}"))
    if len(run.moves) > SHOWN_NAMES:
        left = dim(f"… and {len(run.moves) - SHOWN_NAMES} more; --json lists all")
        reporter.say(f"  {'':>14}  {left}")


def _cohorts(
    project: Project, catalogue: RubricCatalogue, plugins: Plugins, family: str, *, jobs: int, use_store: bool
) -> Iterator[Cohort]:
    """Yield the runs of the boards of one family, those of the same folder and cohort once."""
    own = tuple(board for board in project.site.boards if board.family == family)
    narrowed = Project(project.root, project.site.model_copy(update={"boards": list(own)}))
    if not own:
        return
    look = look_at(narrowed)
    ledger = read_ledger(project.root).ledger
    with Store(project.root, enabled=use_store) as store:
        measuring = Measuring(store, look.program, jobs=jobs)
        exports = read_exports(
            narrowed, catalogue, plugins.of("importers"), measuring, look.runs, ledger=ledger
        )
    taken = {board.id for board in own if board.id is not None}
    seen: set[tuple[str, str]] = set()
    for index, config in enumerate(own):
        for board_id, key, runs in cohorts_of(config, exports.runs[index], taken):
            if (config.runs, key) not in seen:
                seen.add((config.runs, key))
                yield Cohort(
                    board_id, config, tuple(runs), barred_on(config, [run.run_id for run in runs], ledger)
                )


def named_version(
    name: str, catalogue: RubricCatalogue, project: Project, operators: Mapping[str, Operator]
) -> Graph:
    """Return a version by its id, or by the path of its file."""
    if name in catalogue.graphs:
        return catalogue.graphs[name]
    path = Path(name)
    if path.suffix == ".yaml" and path.is_file():
        loaded = load_graph(path.resolve(), project.shown(path.resolve()), operators)
        if loaded.value is not None:
            return loaded.value
        raise CannotBuild(*loaded.problems)
    faults = [problem for problem in catalogue.problems if problem.file == f"rubric_versions/{name}.yaml"]
    raise CannotBuild(
        *faults,
        Problem(
            file="command line",
            code="rubric.unknown",
            message=f"There is no rubric {shorten(name)}.",
            advice=f"Name one of {', '.join(catalogue.graphs)}, or the file of a draft.",
        ),
    )


def _comparison(older: Graph, newer: Graph, catalogue: RubricCatalogue) -> Comparison:
    within = between(catalogue.graphs, catalogue.released, older.id, newer.id)
    return Comparison(older, newer, within, catalogue.files)


def _before(newer: Graph, catalogue: RubricCatalogue) -> str:
    """Return the version that a draft supersedes, else the newest released one before it."""
    rubric = newer.rubric
    if rubric.supersedes is not None:
        return f"{rubric.family}/{rubric.supersedes}"
    released = [name for name in catalogue.released_of({rubric.family}) if name != newer.id]
    if released:
        return released[-1]
    raise CannotBuild(
        Problem(
            file="command line",
            code="rubric.nothing-before",
            message=f"There is no released version of {rubric.family} to hold {newer.id} against.",
            advice="Name one with --against.",
        )
    )


def _same_family(older: Graph, newer: Graph) -> None:
    if older.rubric.family != newer.rubric.family:
        raise CannotBuild(
            Problem(
                file="command line",
                code="rubric.other-family",
                message=f"{older.id} and {newer.id} are of different families.",
                advice="Compare two versions of one family.",
            )
        )


def _told(median: MedianDifference, graphs: tuple[Graph, Graph]) -> MedianDifference:
    """Return a median without its values where they are withheld."""
    hidden = any(is_withheld(graph, median.node) for graph in graphs if median.node in graph)
    return msgspec.structs.replace(median, before=None, after=None) if hidden else median


def _weight(run: RunDifference) -> tuple[bool, float, str]:
    return run.change is not None or not run.moved, -abs(run.change or 0.0), run.run
