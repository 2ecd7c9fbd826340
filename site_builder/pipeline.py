"""The story of a build: load → measure → score → compare → plan pages → render → write.

Everything before *plan* reads the world and yields one frozen ``SiteData``; everything after it is a pure
function of that value, the templates and the prose. A bad run never stops a build: it becomes a ``Problem``
and an entry in the list of what is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from jinja2 import TemplateError

from site_builder.errors import CannotBuild
from site_builder.garbage_collection import collection_off, collection_rare
from site_builder.loading import LoadedSite, LoadOptions, load
from site_builder.output import certify
from site_builder.output.certify import Certifier
from site_builder.output.data_files import site_files
from site_builder.output.editions import place_editions
from site_builder.output.old_addresses import broken_addresses
from site_builder.output.page_sources import naming_sources
from site_builder.output.part_notes import Keeping, PartNote
from site_builder.output.publish import Published, publish
from site_builder.output.published_history import refuse_rewriting
from site_builder.output.render import Renderer
from site_builder.output.site_parts import site_parts
from site_builder.output.template_faults import template_fault
from site_builder.output.write import Output
from site_builder.pages.keys import PageKeys
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.plan import plan_pages
from site_builder.pages.redirects import redirect_pages
from site_builder.receipts import BoardSummary, Built, Look, StudySummary
from site_builder.records.edition import Edition
from site_builder.sources.editions import read_editions
from site_builder.sources.project import Project, data_dirs
from site_builder.sources.store import Store
from site_builder.studies.pinning import unpinned


@dataclass(frozen=True, slots=True)
class BuildOptions(LoadOptions):
    """How to build; nothing here but ``edition`` changes a byte of the site."""

    previous: Mapping[str, PartNote] = field(default_factory=dict)
    """Notes of the site in place, when that is as it was written: what did not change is kept."""
    publishing: bool = True
    """False for the builds of ``serve``, which nobody else sees: they remember no address. Those of a
    demonstration without an address do not either."""
    edition: Edition | None = None
    """Build a frozen edition: the one thing here that pages show."""


@collection_off()
def build_site(
    project: Project, output: Output, store: Store, look: Look, options: BuildOptions
) -> tuple[Built, Mapping[str, PartNote]]:
    """Build the site of a project into ``output`` and put it in place.

    Returns the outcome, and notes of what was written for the next build. Raises ``CannotBuild`` when nothing
    can be built, or when the checks of the finished pages fail; the site that was in place is then unchanged.
    """
    loaded = as_edition(load(project, store, look, options), project, store, options.edition)
    refuse_rewriting(loaded.data, output)
    added = (page for plugin in loaded.page_plugins for page in plugin(loaded.data))
    lookup = SiteLookup(loaded.data)
    pages = (*plan_pages(loaded.data, loaded.prose, lookup), *added)
    with project.naming_lines():
        pages += redirect_pages(loaded.data.site.redirects, pages)
    editions = place_editions(loaded.data.editions, project.root, output, options.previous)
    renderer = _renderer(project, lookup, store)
    with collection_rare(), naming_sources(project.root, pages):
        published = publish(
            site_parts(renderer, pages, _keys(project, look, loaded, renderer)),
            chain(renderer.assets(), site_files(renderer.lookup), [certify.script()]),
            output,
            certifier=Certifier(renderer.lookup),
            previous=options.previous,
            keeping=Keeping(store, output.folder),
            jobs=options.jobs,
        )
    lost = broken_addresses(
        output, store, publishing=loaded.data.site.to_be_published, on_trial=not options.publishing
    )
    output.swap()
    return _built(output, loaded, published).with_notes(lost), {**published.notes, **editions}


def as_edition(loaded: LoadedSite, project: Project, store: Store, edition: Edition | None) -> LoadedSite:
    """Return what is loaded as that of a frozen edition, or of the living site, with its editions."""
    data = loaded.data
    if edition is None:
        return replace(loaded, data=replace(data, editions=read_editions(project.root, store)))
    url = f"{data.site.url.rstrip('/')}/r/{edition.name}" if data.site.url else ""
    site = data.site.model_copy(update={"url": url, "redirects": {}})
    return replace(loaded, data=replace(data, edition=edition, site=site))


def _renderer(project: Project, lookup: SiteLookup, store: Store) -> Renderer:
    try:
        return Renderer(project.layers("templates"), lookup.data, store.templates, lookup)
    except TemplateError as error:
        fault = template_fault(error)
        assert fault is not None
        raise CannotBuild(fault) from error


def _keys(project: Project, look: Look, loaded: LoadedSite, renderer: Renderer) -> PageKeys | None:
    """Return what makes the keys of pages; nothing where a project's own templates may show anything."""
    if (project.root / "templates").is_dir() and project.root != data_dirs():
        return None
    base = f"{look.program} {loaded.base}"
    return PageKeys(renderer.lookup, base, loaded.record_digests)


def _built(output: Output, loaded: LoadedSite, published: Published) -> Built:
    data = loaded.data
    studies = ((study.config.runs, study.config.rubric, study.conclusion) for study in data.studies)
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
        measured=loaded.measured,
        rendered=published.made,
    )
