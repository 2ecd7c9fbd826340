"""The story of a build: load → measure → score → compare → plan pages → render → write.

Everything before *plan* reads the world and yields one frozen ``SiteData``; everything after it is a pure
function of that value, the templates and the prose. A bad run never stops a build: it becomes a ``Problem``
and an entry in the list of what is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from jinja2 import TemplateError

from site_builder import __version__
from site_builder.boards import board_faults, form_boards
from site_builder.collector import collector_at_rest, set_aside
from site_builder.errors import CannotBuild
from site_builder.output.certify import Certifier
from site_builder.output.data_files import site_files
from site_builder.output.editions import place_editions
from site_builder.output.old_addresses import broken_addresses
from site_builder.output.part_notes import PartNote
from site_builder.output.publish import Published, publish, template_fault
from site_builder.output.published_history import refuse_rewriting
from site_builder.output.render import Renderer
from site_builder.output.site_parts import site_parts
from site_builder.output.write import Output
from site_builder.pages.keys import Keys
from site_builder.pages.page import Page
from site_builder.pages.plan import plan_pages
from site_builder.pages.prose import Prose, load_prose
from site_builder.pages.redirects import redirect_pages
from site_builder.plugins import load_plugins
from site_builder.receipts import BoardSummary, Built, Look, StudySummary, roots
from site_builder.records.edition import Edition
from site_builder.scoring.memory import Memory
from site_builder.scoring.past import Past
from site_builder.site_data import Board, SiteData
from site_builder.sources.base_digest import base_digest, digest_of_lines
from site_builder.sources.editions import read_editions
from site_builder.sources.empty_folders import empty_folders
from site_builder.sources.evidence import evidence_files, read_evidence
from site_builder.sources.exports import Exports, on_no_board, read_exports, require_families, tools_of
from site_builder.sources.family_studies import folders_beside, read_studies
from site_builder.sources.ledger import read_ledger
from site_builder.sources.measuring import Measuring, Progressing
from site_builder.sources.processes import Pools, fork_pool
from site_builder.sources.project import Project, data_dirs
from site_builder.sources.rubric_shelf import Shelf, drafts_pinned, load_shelf, require_pinned, tool_faults
from site_builder.sources.rubrics import parsing_once
from site_builder.sources.spreading import Spreading
from site_builder.sources.store import Store
from site_builder.studies.pinning import unpinned
from site_builder.studies.pins import check_pins
from site_builder.studies.reported import problems as doubts
from site_builder.studies.rubric_diff.compare import compare_all
from site_builder.studies.withdrawn_again import withdrawn_again

Planner = Callable[[SiteData], Iterable[Page]]
"""What a plugin for pages is: more pages of a site, as a pure function of its data."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to build; nothing here but ``edition`` changes a byte of the site."""

    jobs: int = 1
    progress: Progressing | None = None
    pools: Pools = fork_pool
    previous: Mapping[str, PartNote] = field(default_factory=dict)
    """Notes of the site in place, when that is as it was written: what did not change is kept."""
    publishing: bool = True
    """False for the builds of ``serve``, which nobody else sees: they remember no address. Those of a
    demonstration without an address do not either."""
    edition: Edition | None = None
    """Build a frozen edition: the one thing here that pages show."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the pages are made from."""

    data: SiteData
    prose: Prose
    fresh: int
    """Exports that were measured now; the others were known."""
    prints: Mapping[tuple[str, str], str]
    """(folder, run id) → digest of the run's record."""
    base: str
    """Digest over templates, prose, rubrics and ``site.yaml``."""
    planners: tuple[Planner, ...] = ()
    """What plugins plan pages with."""


@collector_at_rest()
def build_site(
    project: Project, output: Output, store: Store, look: Look, options: Options
) -> tuple[Built, Mapping[str, PartNote]]:
    """Build the site of a project into ``output`` and put it in place.

    Returns the outcome, and notes of what was written for the next build. Raises ``CannotBuild`` when nothing
    can be built, or when the checks of the finished pages fail; the site that was in place is then unchanged.
    """
    loaded = as_edition(load(project, store, look, options), project, store, options.edition)
    refuse_rewriting(loaded.data, output)
    planned = (page for plan in loaded.planners for page in plan(loaded.data))
    pages = (*plan_pages(loaded.data, loaded.prose), *planned)
    with project.naming_lines():
        pages += redirect_pages(loaded.data.site.redirects, pages)
    editions = place_editions(loaded.data.editions, project.root, output, options.previous)
    renderer = _renderer(project, loaded.data, store)
    with set_aside():
        published = publish(
            site_parts(renderer, pages, _keys(project, look, loaded, renderer)),
            [*renderer.assets(), *site_files(renderer.atlas)],
            output,
            certifier=Certifier(renderer.atlas),
            previous=options.previous,
            jobs=options.jobs,
        )
    lost = broken_addresses(
        output, store, publishing=loaded.data.site.to_be_published, on_trial=not options.publishing
    )
    output.swap()
    return _built(output, loaded, published).with_notes(lost), {**published.notes, **editions}


def as_edition(loaded: Loaded, project: Project, store: Store, edition: Edition | None) -> Loaded:
    """Return what is loaded as that of a frozen edition, or of the living site, with its editions."""
    data = loaded.data
    if edition is None:
        return replace(loaded, data=replace(data, editions=read_editions(project.root, store)))
    url = f"{data.site.url.rstrip('/')}/r/{edition.name}" if data.site.url else ""
    site = data.site.model_copy(update={"url": url, "redirects": {}})
    return replace(loaded, data=replace(data, edition=edition, site=site))


def load_site(project: Project) -> SiteData:
    """Load, measure, score and compare a whole project, with nothing remembered and nothing written."""
    with Store(project.root, enabled=False) as store:
        return load(project, store, look_at(project), Options()).data


def load(project: Project, store: Store, look: Look, options: Options) -> Loaded:
    """Return what the pages are made from. Raises ``CannotBuild`` when a board cannot be formed at all."""
    plugins = load_plugins()
    known = store.scores()
    memory = Memory(known, Spreading(options.jobs, options.pools))
    shelf = load_shelf(project, plugins.of("operators"), parsing_once(memory, look.program))
    importers = plugins.of("importers")
    with project.naming_lines():
        require_families(project.site, importers)
        require_pinned(shelf, project.site)
    prose = load_prose(project.layers("content"))

    measuring = Measuring(
        store, look.program, jobs=options.jobs, progress=options.progress, pools=options.pools
    )
    read = read_ledger(project.root)
    exports = read_exports(project, shelf, importers, measuring, look.runs, ledger=read.ledger)
    prints = {place: f"{look.program} {one}" for place, one in exports.prints.items()}
    past = Past(memory, prints, read.ledger)
    boards = tuple(_boards(project, shelf, exports, past))
    pins = check_pins(boards, shelf.graphs, past)
    released = shelf.released_of({board.family for board in project.site.boards})
    differences = tuple(compare_all(shelf.graphs, released, boards, shelf.files, past))
    store.remember_scores(known, memory.used)
    names = {(entry.run.family, entry.run.run_id) for board in boards for entry in board.entries}
    evidence = read_evidence(project, names)
    studies, study_problems = read_studies(project, shelf.graphs)
    runs = exports.every_run
    tools = tools_of(runs)
    base = base_digest(project, shelf)
    problems = {
        *plugins.problems,
        *shelf.problems,
        *prose.problems,
        *exports.problems,
        *read.problems,
        *pins.problems,
        *withdrawn_again(boards, read.ledger),
        *evidence.problems,
        *study_problems,
        *board_faults(project.site, exports.runs),
        *tool_faults(shelf, project.site, tools),
        *drafts_pinned(shelf, project.site),
        *(p for board in boards for entry in board.entries for p in doubts(entry.run, entry.scored)),
    }
    problems |= {*empty_folders(project.site, boards, studies, problems)}
    moments = [run.finished_at or run.started_at for run in runs] + [study.newest for study in studies]
    left_out = {*exports.left_out, *on_no_board(exports, boards)}
    data = SiteData(
        site=project.site.model_copy(update={"attestations": list(evidence.attestations)}),
        boards=boards,
        graphs=shelf.graphs,
        left_out=tuple(sorted(left_out, key=lambda item: (item.folder, item.run_id, item.reason))),
        problems=tuple(sorted(problems)),
        data_date=max(moments, default="")[:10],
        digest=digest_of_lines(
            base,
            *(f"{run.folder} {run.digest}" for run in runs),
            *(line for study in studies for line in study.sources),
            read.ledger.digest,
        ),
        tool_version=__version__,
        tools=tools,
        rubric_files=shelf.files,
        studies=studies,
        differences=differences,
        released=shelf.released,
        ledger=read.ledger,
        ledger_file=read.content,
        lost_cohorts=pins.lost,
        evidence=evidence.files,
    )
    planners = tuple(plugins.of("pages").values())
    return Loaded(data, prose.value or Prose(), exports.fresh, exports.prints, base, planners)


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


def _renderer(project: Project, data: SiteData, store: Store) -> Renderer:
    try:
        return Renderer(project.layers("templates"), data, store.templates)
    except TemplateError as error:
        raise CannotBuild(template_fault(error)) from error


def _keys(project: Project, look: Look, loaded: Loaded, renderer: Renderer) -> Keys | None:
    """Return what makes the keys of pages; nothing where a project's own templates may show anything."""
    if (project.root / "templates").is_dir() and project.root != data_dirs():
        return None
    base = f"{look.program} {loaded.base}"
    return Keys(renderer.atlas, base, loaded.prints)


def _boards(project: Project, shelf: Shelf, exports: Exports, past: Past) -> Iterator[Board]:
    """Yield the boards in the order of ``site.yaml``; addresses written there are taken before all others."""
    taken = {board.id for board in project.site.boards if board.id is not None}
    for index, config in enumerate(project.site.boards):
        yield from form_boards(config, exports.runs[index], shelf.graphs, taken, past)


def _built(output: Output, loaded: Loaded, published: Published) -> Built:
    data = loaded.data
    studies = ((one.config.runs, one.config.rubric, one.conclusion) for one in data.studies)
    said = {(runs, rubric): conclusion for runs, rubric, conclusion in studies if conclusion}
    shown = {(board.config.runs, board.config.rubric) for board in data.boards}
    return Built(
        output=output.shown,
        boards=tuple(
            BoardSummary(
                id=board.id,
                title=board.title,
                rubric=board.graph.id,
                ranked=len(board.ranked),
                unranked=len(board.entries) - len(board.ranked),
                concluded=said.get((board.config.runs, board.config.rubric), "")
                if board.graph.layout.unranked
                else "",
            )
            for board in data.boards
        ),
        studies=tuple(
            StudySummary(config.runs, config.title or "", config.rubric, said[place])
            for config in data.site.boards
            if (place := (config.runs, config.rubric)) in said and place not in shown
        ),
        runs=len({(e.run.folder, e.run.run_id) for board in data.boards for e in board.entries}),
        left_out=len(data.left_out),
        pages=len(published.notes),
        files=len(output.digests),
        problems=data.problems,
        notes=(*published.warnings, *output.notes, *unpinned(data.boards, data.ledger)),
        measured=loaded.fresh,
        rendered=published.made,
    )
