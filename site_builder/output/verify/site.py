"""The whole site."""

from __future__ import annotations

import hashlib
import html
import os
import re
from collections import Counter
from collections.abc import Callable

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.campaign_files import CAMPAIGN, CampaignCheck
from site_builder.output.verify.configurations import ConfigurationsCheck
from site_builder.output.verify.gate_data import GATE_DATA, GateData
from site_builder.output.verify.gate_files import GATE, GRID, GateReviews, check_gate
from site_builder.output.verify.gate_histories import HISTORIES, check_history, check_suite
from site_builder.output.verify.gate_pages import SUITE
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.home_page import HOME_PAGE, HomeCheck
from site_builder.output.verify.ledger import LedgerCheck
from site_builder.output.verify.manifest import check_manifest
from site_builder.output.verify.order_numbers import ORDER_PAGE
from site_builder.output.verify.order_page import check_order_page
from site_builder.output.verify.page_markup import foreign_in_style
from site_builder.output.verify.places import check_places, check_whole
from site_builder.output.verify.report import certificate, tally
from site_builder.output.verify.rubric_files import RubricFiles
from site_builder.output.verify.rubric_pages import DATA_PAGE
from site_builder.output.verify.rubric_tests import RubricTests
from site_builder.output.verify.site_counts import SiteCounts
from site_builder.output.verify.site_files import MANIFEST, SiteFiles
from site_builder.output.verify.site_pages import SitePages
from site_builder.output.verify.twins import TWIN, check_twin
from site_builder.output.verify.version_files import BOARD_OF_PAIR, ON_VERSIONS, PAIR, VersionsCheck
from site_builder.output.verify.worked_examples import VERSION, WorkedExamples

REPORT = "verify/report.json"
TOTAL = re.compile(r'<span class="certificate-of-site">([^<]*)</span>')


class Site(SiteFiles):
    """A site to be checked; everything found wrong is collected in ``faults``."""

    def __init__(self, folder: str, exports: str | None = None) -> None:
        super().__init__(folder)
        self.exports = exports
        self.graphs: dict[str, Graph] = {}
        self.counts: Counter[str] = Counter()
        """Kind → how many numbers of the pages."""
        self.matched: Counter[str] = Counter()
        """Name → how many numbers were only matched with the data."""
        self.by_kind: dict[str, Counter[str]] = {}
        """Kind of page → kind → how many numbers."""

    def verify(self) -> None:
        """Check everything; ``faults`` then holds what does not agree."""
        check_manifest(self)
        self.graphs = RubricFiles(self).graphs
        boards = BoardFiles(self, self.graphs, self.exports)
        pages = SitePages(self, self.graphs)
        self.counts, self.matched, self.by_kind = pages.counts, pages.matched, pages.by_kind
        for path in self.own:
            if path.endswith(".html"):
                self.guarded(path, pages.check)
                if TWIN.fullmatch(path):
                    self.guarded(path, lambda file: check_twin(self, self.graphs, file))
            elif path.endswith(".json"):
                self.json(path)
            elif path.endswith(".css"):
                self.guarded(path, self._style)
        self.guarded("data/left-out/index.json", lambda file: self.twins("data/excluded.json", file))
        check_places(self, boards)
        check_whole(self)
        if HOME_PAGE in self.own:
            self.guarded(HOME_PAGE, lambda _: HomeCheck(self, self.graphs, boards))
        if ORDER_PAGE in self.own:
            self.guarded(ORDER_PAGE, lambda file: check_order_page(self, file, boards))
        ConfigurationsCheck(self, self.graphs, boards)
        self.guarded(DATA_PAGE, lambda _: SiteCounts(self, boards).check(pages.of_site))
        self._of_kinds(boards)
        LedgerCheck(self, boards)
        if REPORT in self.own:
            self.guarded(REPORT, self._report)
        self.guarded("data/editions.json", self._editions)
        for edition in self.editions:
            self.guarded(edition, self._edition)

    def _style(self, path: str) -> None:
        """Hold a style sheet against asking for anything from elsewhere."""
        for request in foreign_in_style((self.read(path) or b"").decode("utf-8", "replace")):
            self.fault(path, "it asks for what is no file of the site", request)

    def _of_kinds(self, boards: BoardFiles) -> None:
        """Hold the data of versions, gates and campaigns, each file by the kind that its path says it is."""
        graphs, versions = self.graphs, VersionsCheck(self, self.graphs, boards)
        kinds: tuple[tuple[re.Pattern[str], Callable[[str], object]], ...] = (
            (PAIR, versions.pair),
            (BOARD_OF_PAIR, versions.board),
            (ON_VERSIONS, versions.listed),
            (VERSION, WorkedExamples(self, graphs, boards).check),
            (VERSION, RubricTests(self, graphs).check),
            (GATE_DATA, lambda file: GateData(self, graphs, boards, file)),
            (GATE, lambda file: check_gate(self, file)),
            (CAMPAIGN, lambda file: CampaignCheck(self, graphs, file, self.exports)),
            (GRID, lambda file: GateReviews(self, graphs, file)),
            (HISTORIES, lambda file: check_history(self, graphs, file)),
            (SUITE, lambda file: check_suite(self, file)),
        )
        for path in self.own:
            for pattern, check in kinds:
                if pattern.fullmatch(path):
                    self.guarded(path, check)
        for board in boards.boards:
            self.guarded(f"data/{board}/runs.jsonl", versions.runs)

    def _edition(self, edition: str) -> None:
        """Check a frozen edition as a site of its own."""
        inner = Site(os.path.join(self.folder, edition))
        inner.verify()
        self.checked["editions"] += 1
        self.faults += [fault._replace(file=edition + fault.file) for fault in inner.faults]

    def _editions(self, path: str) -> None:
        """Every edition listed is there, as it was frozen, and every one that is there is listed."""
        listed = self.json(path)["editions"] if path in self.own else []
        found = {edition: self.read(edition + MANIFEST) or b"" for edition in self.editions}
        self.expect(path, "its editions", sorted(one["address"] for one in listed), sorted(found))
        for one in listed:
            digest = f"sha256:{hashlib.sha256(found.get(one['address'], b'')).hexdigest()}"
            self.expect(path, f"digest of the edition {one['name']}", one["manifest"], digest)
            self.expect(path, f"address of the edition {one['name']}", one["address"], f"r/{one['name']}/")

    def _report(self, path: str) -> None:
        """Compare what the site says of itself with what was found here."""
        report = self.json(path)
        if report is None or self.faults:  # what is wrong is not counted, so that the figures must differ
            return
        total = certificate(self.counts)
        pages = {kind: tally(counts) for kind, counts in self.by_kind.items()}
        for key, again in (
            ("certificate", total),
            ("numbers", tally(self.counts)),
            ("pages", pages),
            ("matched", dict(self.matched)),
        ):
            self.compare(path, report[key], f"the site, of its {key},", again)
        for page in ("index.html", "verify/index.html"):
            text = (self.read(page) or b"").decode("utf-8", "replace")
            for found in TOTAL.findall(text):
                self.expect(page, "what it says of the whole site", html.unescape(found), total)
