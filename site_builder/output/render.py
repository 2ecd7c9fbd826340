"""Render pages: one environment, templates compiled once, nothing shared between pages but look-ups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined

from site_builder.output.compiled_templates import CompiledTemplates
from site_builder.output.exploring import ASSETS, explorable, plotly_script
from site_builder.output.files import OutputFile
from site_builder.output.run_tables import RunForms, RunTables, run_forms
from site_builder.output.template_faults import compile_all, is_own, render_limited
from site_builder.output.template_limits import TemplateLimits
from site_builder.output.template_names import FILTERS, FUNCTIONS
from site_builder.output.twins.making import has_twin, twin_of
from site_builder.pages.citation import citation_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Page
from site_builder.pages.run import RunView
from site_builder.site_data import SiteData


class Renderer:
    """Turns pages into files. Rendering one page does not depend on any other one.

    Forks share it; a pickled copy holds the data and compiles the templates again.
    """

    def __init__(
        self,
        template_dirs: Sequence[Path],
        data: SiteData,
        compiled: Path | None = None,
        lookup: SiteLookup | None = None,
    ) -> None:
        """Take the templates of some folders, of which one that comes first overrides the ones after it.

        Where some of them are a project's own, all are compiled at once, so that the first fault is known
        before a page is made. What is compiled is remembered by its text in the folder ``compiled``, which
        must exist. ``lookup`` is that of the data, where there is one already.
        """
        self.template_dirs = tuple(Path(folder) for folder in template_dirs)
        self.data = data
        self.compiled = compiled
        self.lookup = lookup if lookup is not None else SiteLookup(data)
        self._prepare()

    def __getstate__(self) -> dict[str, Any]:
        return {"template_dirs": self.template_dirs, "data": self.data, "compiled": self.compiled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.lookup = SiteLookup(self.data)
        self._prepare()

    def _prepare(self) -> None:
        self.environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(folder) for folder in self.template_dirs]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=CompiledTemplates(self.compiled) if self.compiled else None,
            keep_trailing_newline=True,
        )
        self.environment.filters |= FILTERS
        self.environment.globals |= FUNCTIONS
        self.environment.globals |= {
            "data": self.data,
            "site": self.data.site,
            "lookup": self.lookup,
            "run_tables": self._run_tables,
        }
        self.own = any(is_own(folder) for folder in self.template_dirs)
        self.limited = TemplateLimits().held
        if self.own:
            compile_all(self.environment, self.limited)
        self._forms: dict[str, RunForms] = {}

    def _run_tables(self, view: RunView) -> RunTables:
        """Return the tables of a run; what its rubric alone decides is made on first use and kept."""
        graph = view.graph
        if graph.id not in self._forms:
            self._forms[graph.id] = run_forms(view.outline)
        return RunTables(view, self._forms[graph.id])

    def render(self, page: Page, content: Content | None = None) -> tuple[OutputFile, ...]:
        """Return the page's HTML and, where it has them, ``index.json`` and ``index.md`` beside it.

        ``content`` is that of the page, where it was made already.
        """
        content = content if content is not None else page.content(self.lookup)
        citation = citation_of(self.lookup, page, content)
        template = self.environment.get_template(page.template)
        given = {
            "page": page,
            "view": content.view,
            "root": self._root(page),
            "rubric": self.data.graphs.get(content.rubric),
            "has_json": content.payload is not None,
            "has_twin": has_twin(content),
            "citation": citation,
        }
        html = render_limited(template, self.limited, given) if self.own else template.render(given)
        files = [OutputFile(page.file, html.encode("utf-8"))]
        if content.payload is not None:
            files.append(OutputFile(f"{page.path}index.json", msgspec.json.encode(content.payload)))
        if has_twin(content):
            files.append(twin_of(page, content, self.lookup))
        if citation is not None:
            files.append(OutputFile(f"{page.path}citation.bib", citation.bibtex.encode()))
            files.append(OutputFile(f"{page.path}CITATION.cff", citation.cff.encode()))
        return tuple(files)

    def assets(self) -> Iterator[OutputFile]:
        """Yield style sheet, scripts and icon; where figures can be explored, also what draws them."""
        found: dict[str, Path] = {}
        for folder in self.template_dirs:
            for path in sorted((folder / ASSETS).glob("*")):
                if path.is_file():
                    found.setdefault(path.name, path)
        yield from explorable(
            {name: path.read_bytes() for name, path in found.items()},
            plotly_script() if self.data.site.explore and self.data.edition is None else None,
        )

    def _root(self, page: Page) -> str:
        """Return what leads from a page to the root: relative, so that any address works.

        Only the page for missing addresses is shown at any depth; it uses the path the site is served under.
        """
        if page.path == "404.html" and self.data.site.url:
            return urlsplit(self.data.site.url).path.rstrip("/") + "/"
        return "../" * page.depth
