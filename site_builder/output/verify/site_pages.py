"""The pages of a site, one by one."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

from site_builder.output.verify.bars import BarsCheck
from site_builder.output.verify.drawings import DrawingsCheck
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.pages import check_page
from site_builder.output.verify.report import certificate, kind_of_page
from site_builder.output.verify.rubric_pages import figures_of_site
from site_builder.output.verify.run_rows import RunRows
from site_builder.output.verify.site_files import SiteFiles

ODD = re.compile(
    r"<(?!/?(?!(?:template|noscript|style|iframe|object|embed|dialog|textarea|xmp|plaintext)\b)[a-z][a-z0-9]*"
    r'(?: (?!on|hidden|style="(?!(?:--[a-z]+:-?[0-9.]+;?)*"))[a-zA-Z][a-zA-Z:-]*(?:="[^"<>]*")?)*(?: ?/)?>)'
)
"""A tag that the site does not write: a comment, what hides, styles or acts, or odd in its form."""
DOCTYPE = "<!doctype html>"
HIDDEN = re.compile(
    r'<button (?:class="theme" type="button"|type="button" class="copy") hidden>[^<]*</button>'
    r'|<p class="empty" hidden>[^<]*(?:<button type="reset" form="filters">[^<]*</button>)?</p>'
    r'|<details class="controls" hidden>(?:(?!data-value|<details).)*?</details>',
    re.DOTALL,
)
"""What waits for the page's script to show it; there are no numbers in it."""
FOOTER = re.compile(r'<span class="certificate">([^<]*)</span>')


class SitePages:
    """Every page checked; how many numbers of which kind there are."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph]) -> None:
        self.site, self.graphs = site, graphs
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
        odd = ODD.search(HIDDEN.sub("", page), len(DOCTYPE) if page.startswith(DOCTYPE) else 0)
        if odd is not None:
            self.site.fault(
                path, f"the site writes no such tag: {odd.string[odd.start() : odd.start() + 60]!r}"
            )
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
