"""From a project folder to ``SiteData``: rubrics → exports → boards → history → studies → problems.

This half of a build reads the world. A bad run never stops it: it becomes a ``Problem`` and an entry in the
list of what is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import NamedTuple

from site_builder import __version__
from site_builder.boards import board_faults, form_boards
from site_builder.errors import Loaded, Problem
from site_builder.pages.own_pages import own_pages, page_faults
from site_builder.pages.page import Page
from site_builder.pages.prose import Prose, load_prose
from site_builder.plugins import Plugins, load_plugins
from site_builder.quarantine import with_quarantine
from site_builder.receipts import Look, roots
from site_builder.records.rubric_diff import RubricDifference
from site_builder.records.run import LeftOut
from site_builder.records.self_test import SelfTests
from site_builder.records.site import Site
from site_builder.scoring.graph import Graph
from site_builder.scoring.result_cache import ResultCache
from site_builder.scoring.run_cache import RunCache
from site_builder.site_data import Board, Copies, Provenance, SiteData, Study
from site_builder.sources.base_digest import base_digest, digest_of_lines
from site_builder.sources.empty_folders import empty_folders
from site_builder.sources.evidence import Evidence, evidence_files, read_evidence
from site_builder.sources.exports import Exports, on_no_board, read_exports, require_families, tools_of
from site_builder.sources.family_studies import ReadStudies, folders_beside, read_studies
from site_builder.sources.ledger import ReadLedger, read_ledger
from site_builder.sources.measuring import Measuring, Progressing
from site_builder.sources.parallel import ParallelRunner
from site_builder.sources.processes import Pools, fork_pool
from site_builder.sources.project import Project, data_dirs
from site_builder.sources.rubric_catalogue import (
    RubricCatalogue,
    drafts_pinned,
    load_rubrics,
    require_pinned,
    tool_faults,
)
from site_builder.sources.rubrics import checking_once, parsing_once
from site_builder.sources.store import Store
from site_builder.sources.unused_files import unused_files
from site_builder.studies.ledger_check import LedgerCheck, check_ledger
from site_builder.studies.reported import problems as stated_result_faults
from site_builder.studies.resubmissions import resubmitted_withdrawals
from site_builder.studies.rubric_diff.compare import compare_all
from site_builder.studies.self_tests import self_tests

PagePlugin = Callable[[SiteData], Iterable[Page]]
"""What a plugin for pages is: more pages of a site, as a pure function of its data."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load; nothing here changes what is loaded."""

    jobs: int = 1
    """Processes that measure and score, at the most."""
    progress: Progressing | None = None
    pools: Pools = fork_pool


@dataclass(frozen=True, slots=True)
class LoadedSite:
    """What the pages are made from."""

    data: SiteData
    prose: Prose
    measured: int
    """Exports that were measured now; the others were in the store."""
    record_digests: Mapping[tuple[str, str], str]
    """(folder, run id) → digest of the run's record."""
    base: str
    """Digest over templates, prose, rubrics and ``site.yaml``."""
    page_plugins: tuple[PagePlugin, ...] = ()


class Inputs(NamedTuple):
    """What was read of a project and measured, before anything is scored."""

    plugins: Plugins
    rubrics: RubricCatalogue
    prose: Loaded[Prose]
    overlooked: tuple[Problem, ...]
    """Files of prose and templates that make no page."""
    ledger: ReadLedger
    exports: Exports
    site: Site
    """As ``site.yaml`` says, with the runs in quarantine among those that boards exclude."""


class Results(NamedTuple):
    """What follows from the inputs."""

    boards: tuple[Board, ...]
    ledger_check: LedgerCheck
    """Where the ledger and today's scores disagree."""
    differences: tuple[RubricDifference, ...]
    studies: ReadStudies
    evidence: Evidence
    self_tests: Mapping[str, SelfTests]


def load_site(project: Project) -> SiteData:
    """Load, measure, score and compare a whole project, with nothing remembered and nothing written."""
    with Store(project.root, enabled=False) as store:
        return load(project, store, look_at(project)).data


def load(project: Project, store: Store, look: Look, options: LoadOptions = LoadOptions()) -> LoadedSite:
    """Return what the pages are made from.

    ``look`` has the signatures of everything that is read (``look_at``): an export with a known one is not
    read again. Raises ``CannotBuild`` when a board cannot be formed at all.
    """
    known = store.scores()
    cache = ResultCache(known, ParallelRunner(options.jobs, options.pools))
    inputs = _read(project, store, look, cache, options)
    results = _results(project, inputs, RunCache(cache, inputs.exports.record_digests, look.program))
    store.remember_scores(known, cache.used)

    base = base_digest(project, inputs.rubrics)
    provenance = _provenance(base, inputs, results.studies.found)
    data = SiteData(
        site=inputs.site.model_copy(update={"attestations": list(results.evidence.attestations)}),
        boards=results.boards,
        graphs=inputs.rubrics.graphs,
        left_out=_left_out(inputs.exports, results.boards),
        problems=_problems(inputs, results, provenance.tools),
        provenance=provenance,
        released=inputs.rubrics.released,
        studies=results.studies.found,
        differences=results.differences,
        self_tests=results.self_tests,
        ledger=inputs.ledger.ledger,
        lost_cohorts=results.ledger_check.lost_cohorts,
        copies=Copies(inputs.rubrics.files, results.evidence.files, inputs.ledger.content),
        own_pages=own_pages(inputs.prose.value or Prose()),
    )
    return LoadedSite(
        data,
        inputs.prose.value or Prose(),
        measured=inputs.exports.fresh,
        record_digests=inputs.exports.record_digests,
        base=base,
        page_plugins=tuple(inputs.plugins.of("pages").values()),
    )


def look_at(project: Project, seen: Look | None = None) -> Look:
    """Take the signatures of everything that a build of this project reads.

    ``seen`` is a look taken just before, which is used again when it was at the same folders.
    """
    built_in = (
        []
        if project.root == data_dirs()
        else [str(data_dirs() / kind) for kind in ("templates", "content", "rubric_versions")]
    )
    further = [*built_in, *folders_beside(project), *evidence_files(project)]
    run_folders = [str(PurePosixPath(board.runs)) for board in project.site.boards]
    if seen is not None and (seen.run_folders, seen.further) == roots(run_folders, further):
        return seen
    return Look(project.root, run_folders, further)


def _read(project: Project, store: Store, look: Look, cache: ResultCache, options: LoadOptions) -> Inputs:
    """Read rubrics, prose, ledger and exports; measure the exports that the store does not know."""
    plugins = load_plugins()
    once = parsing_once(cache, look.program), checking_once(cache, look.program)
    rubrics = load_rubrics(project, plugins.of("operators"), *once)
    importers = plugins.of("importers")
    with project.naming_lines():
        require_families(project.site, importers)
        require_pinned(rubrics, project.site)
    measuring = Measuring(
        store, look.program, jobs=options.jobs, progress=options.progress, pools=options.pools
    )
    ledger = read_ledger(project.root)
    exports = read_exports(project, rubrics, importers, measuring, look.runs, ledger=ledger.ledger)
    prose = load_prose(project.layers("content"))
    unused = unused_files(project, rubrics.graphs, any_template=bool(plugins.of("pages")))
    return Inputs(
        plugins,
        rubrics,
        prose,
        (*page_faults(prose.value or Prose()), *unused),
        ledger,
        exports,
        with_quarantine(project.site, exports.runs, exports.problems),
    )


def _results(project: Project, inputs: Inputs, cache: RunCache) -> Results:
    """Form the boards, check the ledger against them, compare rubric versions, read studies and evidence."""
    graphs, rubrics = inputs.rubrics.graphs, inputs.rubrics
    boards = tuple(_boards(inputs, cache))
    released = rubrics.released_of({board.family for board in project.site.boards})
    runs = {(entry.run.family, entry.run.run_id) for board in boards for entry in board.entries}
    return Results(
        boards,
        check_ledger(inputs.ledger.ledger, boards, graphs, cache),
        tuple(compare_all(graphs, released, boards, rubrics.files, cache)),
        read_studies(project, graphs),
        read_evidence(project, runs),
        _self_tests(project, graphs, cache),
    )


def _self_tests(project: Project, graphs: Mapping[str, Graph], cache: RunCache) -> dict[str, SelfTests]:
    """Return what trying the rubrics of the families on the site gave, which no run has a part in."""
    families = {board.family for board in project.site.boards}
    return {
        graph.id: cache.results.get_or_make(
            cache.key_of("self-tests", graph.digest), SelfTests, partial(self_tests, graph)
        )
        for graph in graphs.values()
        if graph.rubric.family in families
    }


def _boards(inputs: Inputs, cache: RunCache) -> Iterator[Board]:
    """Yield the boards in the order of ``site.yaml``; addresses written there are taken before all others."""
    taken = {board.id for board in inputs.site.boards if board.id is not None}
    for index, config in enumerate(inputs.site.boards):
        runs = inputs.exports.runs[index]
        yield from form_boards(config, runs, inputs.rubrics.graphs, taken, cache, ledger=inputs.ledger.ledger)


def _left_out(exports: Exports, boards: Iterable[Board]) -> tuple[LeftOut, ...]:
    """Return the exports that are on no board, each once."""
    left_out = {*exports.left_out, *on_no_board(exports, boards)}
    return tuple(sorted(left_out, key=lambda item: (item.folder, item.run_id, item.reason)))


def _problems(inputs: Inputs, results: Results, tools: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return everything that is wrong with the inputs, in order and each once."""
    site, boards = inputs.site, results.boards
    entries = (entry for board in boards for entry in board.entries)
    problems = {
        *inputs.overlooked,
        *inputs.plugins.problems,
        *inputs.rubrics.problems,
        *inputs.prose.problems,
        *inputs.exports.problems,
        *inputs.ledger.problems,
        *results.ledger_check.problems,
        *resubmitted_withdrawals(boards, inputs.ledger.ledger),
        *results.evidence.problems,
        *results.studies.problems,
        *board_faults(site, inputs.exports.runs),
        *tool_faults(inputs.rubrics, site, tools),
        *drafts_pinned(inputs.rubrics, site),
        *(problem for entry in entries for problem in stated_result_faults(entry.run, entry.scored)),
    }
    problems |= {*empty_folders(site, boards, results.studies.found, problems)}
    return tuple(sorted(problems))


def _provenance(base: str, inputs: Inputs, studies: Sequence[Study]) -> Provenance:
    """Return what the site is made from: ``base`` stands for everything but runs, studies and ledger."""
    runs = inputs.exports.every_run
    times = [run.finished_at or run.started_at for run in runs] + [study.newest for study in studies]
    return Provenance(
        data_date=max(times, default="")[:10],
        digest=digest_of_lines(
            base,
            *(f"{run.folder} {run.digest}" for run in runs),
            *(line for study in studies for line in study.sources),
            inputs.ledger.ledger.digest,
        ),
        tool_version=__version__,
        tools=tools_of(runs),
    )
