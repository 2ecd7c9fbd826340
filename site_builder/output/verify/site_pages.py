"""The pages of a site, one by one."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

from site_builder.output.verify.bars import BarsCheck
from site_builder.output.verify.drawings import DrawingsCheck
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.page_frame import PageFrame
from site_builder.output.verify.page_markup import odd_markup
from site_builder.output.verify.page_words import PageWords
from site_builder.output.verify.pages import check_page
from site_builder.output.verify.report import certificate, kind_of_page
from site_builder.output.verify.rubric_pages import figures_of_site
from site_builder.output.verify.run_rows import RunRows
from site_builder.output.verify.site_files import SiteFiles
from site_builder.output.verify.words import MARK

FOOTER = re.compile(r'<span class="certificate">([^<]*)</span>')


class SitePages:
    """Every page checked; how many numbers of which kind there are."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph]) -> None:
        self.site, self.graphs = site, graphs
        self.files = frozenset(site.own)
        self.words = PageWords(site)
        self.frame = PageFrame(site, self.words.titles)
        self.counts: Counter[str] = Counter()
        self.matched: Counter[str] = Counter()
        self.by_kind: dict[str, Counter[str]] = {}
        self.of_site: dict[str, dict[str, Any]] = {}
        """Data of a page → what they say of the whole site."""

    def check(self, path: str) -> None:
        """Check one page, and count its numbers."""
        content = self.site.read(path) or b""
        try:
            page = content.decode("utf-8")
        except UnicodeDecodeError as error:
            self.site.fault(path, f"it is no UTF-8 ({error})")
            return
        for what, text in odd_markup(path, page, self.files):
            self.site.fault(path, f"{what}: {text[:60]!r}")
        beside = path[: -len("html")] + "json"
        data = self.site.json(beside) if beside in self.site.own else None
        found = check_page(path, page, data, self.graphs)
        self.of_site[beside] = figures_of_site(data)
        self.site.faults += found.faults
        self.site.checked["pages"] += 1
        self.counts.update(found.counts)
        self.matched.update(found.matched)
        self.by_kind.setdefault(kind_of_page(path), Counter()).update(found.counts)
        if isinstance(data, dict) and "other_rubrics" in data and "nodes" in data and not found.faults:
            self.site.faults += RunRows(path, page, data, self.graphs[data["rubric"]["id"]]).faults
        if not found.faults:
            self.site.guarded(path, lambda file: self._drawings(file, page, data))
        if self.frame.told is not None or MARK in page:  # a site from before there were any has none
            self.site.guarded(path, lambda file: self.frame.check(file, page, data))
            self.site.guarded(path, lambda file: self.words.check(file, page, data))
        stated_here = FOOTER.search(page)
        if stated_here is not None and not found.faults:  # what is wrong is not counted
            wanted = certificate(found.counts, " on this page")
            self.site.expect(path, "what its footer says", html.unescape(stated_here[1]), wanted)

    def _drawings(self, path: str, page: str, data: Any) -> None:
        """Hold bars and drawings of a page against its numbers and data."""
        bars = BarsCheck(path, page, data, self.graphs)
        drawings = DrawingsCheck(path, page, data, self.graphs)
        self.site.faults += bars.faults + drawings.faults
        self.site.checked["bars"] += bars.checked + drawings.leaps
        self.site.checked["drawings"] += drawings.checked
        self.site.checked["numbers in drawings"] += drawings.read
