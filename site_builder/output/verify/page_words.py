"""Which pages have which words of their data, and that no word of a verdict stands anywhere else."""

from __future__ import annotations

import re
from typing import Any

from site_builder.output.verify.missing_words import check_missing_cells, check_missing_words
from site_builder.output.verify.page_numbers import numbers_and_rest, rows_of
from site_builder.output.verify.run_words import (
    BOARD_GOES_ON_WORDS,
    BOARD_WORDS,
    CHANGES_WORDS,
    CONFIGURATION_WORDS,
    HOME_WORDS,
    LEDGER_WORDS,
    LEFT_OUT_WORDS,
    LEVELS,
    RUN_WORDS,
    TWO_VERSIONS_WORDS,
    of_run,
)
from site_builder.output.verify.site_files import SiteFiles, is_moved
from site_builder.output.verify.study_words import (
    CAMPAIGN_WORDS,
    CAMPAIGNS_WORDS,
    CLAIM_WORDS,
    CLAIMS_WORDS,
    GATE_CASE_WORDS,
    GATE_CONDITIONS_WORDS,
    GATE_GRID_WORDS,
    GATE_REVIEWER_WORDS,
    GATE_REVIEWERS_WORDS,
    GATE_SUITE_WORDS,
    GATE_WORDS,
    GATES_WORDS,
    PAIRS_WORDS,
    REVIEW_WORDS,
    SAMPLE_WORDS,
    SUITE_WORDS,
    TARGETS_WORDS,
)
from site_builder.output.verify.words import Each, Word, WordsCheck

PAGES: tuple[tuple[str, tuple[Word | Each, ...]], ...] = (
    ("", HOME_WORDS),
    ("gates/", GATES_WORDS),
    ("gates/[^/]+/", GATE_WORDS),
    ("gates/[^/]+/conditions/", GATE_CONDITIONS_WORDS),
    ("gates/[^/]+/cases/", GATE_GRID_WORDS),
    ("gates/[^/]+/cases/[^/]+/", GATE_CASE_WORDS),
    ("gates/[^/]+/reviewers/", GATE_REVIEWERS_WORDS),
    ("gates/[^/]+/reviewers/[^/]+/", GATE_REVIEWER_WORDS),
    ("suites/[^/]+/", GATE_SUITE_WORDS),
    ("campaigns/", CAMPAIGNS_WORDS),
    ("campaigns/[^/]+/", CAMPAIGN_WORDS),
    ("campaigns/[^/]+/pairs/", PAIRS_WORDS),
    ("campaigns/[^/]+/review/", REVIEW_WORDS),
    ("campaigns/[^/]+/suite/", SUITE_WORDS),
    ("campaigns/[^/]+/targets/", TARGETS_WORDS),
    ("campaigns/[^/]+/samples/[^/]+/", SAMPLE_WORDS),
    ("claims/", CLAIMS_WORDS),
    ("claims/[^/]+/", CLAIM_WORDS),
    ("boards/[^/]+/", BOARD_WORDS),
    ("boards/[^/]+/page/[0-9]+/", BOARD_GOES_ON_WORDS),
    ("configurations/[^/]+/", CONFIGURATION_WORDS),
    ("runs/[^/]+/", RUN_WORDS),
    ("methodology/[^/]+/[^/]+[.][.][^/]+/", TWO_VERSIONS_WORDS),
    ("changes/(?:page/[0-9]+/)?", CHANGES_WORDS),
    ("data/left-out/", LEFT_OUT_WORDS),
    ("data/ledger/", LEDGER_WORDS),
)
"""Address of pages → the words on them."""
KINDS_OF_PAGES = [(re.compile(address), parts) for address, parts in PAGES]
ALONE = re.compile(r">([A-Za-z\s]{3,24})[.!]?<(?!/(?:th|dt|h[1-6]|option|caption)\b)")
"""A few words that are the whole text of an element, other than a heading."""
VERDICT_WORDS = frozenset(
    f"{negated}{word}"
    for word in (
        *("passed", "failed", "rejected", "met", "publishable", "conclusive", "inconclusive", "directional"),
        *("satisfied", "accepted", "ranked", "unranked", "withdrawn", "corrected", "quarantined"),
        *("left open", "less than half", "inside the noise"),
    )
    for negated in ("", "not ")
)
"""What stands on a page by itself only where its data say so."""
COLOURED = re.compile(r'class="(?:outcome|verdict) ?([^"<>]*)"[^<>]*>\s*(?:<p class="big"[^<>]*>)?([^<]*)<')
"""What stands in the colour of a verdict: its class, and its words."""
COLOURS = {
    **{word: ("", word) for word in ("directional", "inconclusive", "conclusive")},
    **{word: (word, "barred") for word in ("failed", "rejected")},
    "passed": ("", "passed", "barred"),
    **dict.fromkeys(("publishable", "its claim may be published", "satisfied"), ("",)),
    **dict.fromkeys(("not publishable", "its claim may not be published"), ("failed",)),
    **dict.fromkeys(("not satisfied", "left open"), ("failed",)),
}
"""Words of a verdict → the classes that they may have."""
GLANCE = '<table class="overview'
LEVEL = re.compile(r'#verification">([^<]*)</a>')
COMPLAINTS = "problems of the export"
ROWS_OF_BOARD, ROW_OF_RUN = '<table class="board every', "<tr data-search="
ENTRY = '<span class="label" data-word="kind">'


class PageWords:
    """Holds the words of one page after the other; what many pages ask for is looked up once."""

    def __init__(self, site: SiteFiles) -> None:
        self.site = site
        self.titles: dict[str, str] = {}
        """Board → its title."""
        self.outcomes: dict[str, str] = {}
        """Address of a run → what its release gate decided."""
        for path in site.own:
            if re.fullmatch(r"gates/[^/]+/index\.json", path):
                site.guarded(path, self._gate)
            elif re.fullmatch(r"data/[^/]+/board\.json", path):
                site.guarded(path, self._board)

    def _gate(self, path: str) -> None:
        gate = self.site.json(path)
        self.outcomes[str(gate["listed"])] = gate["verdict"]["outcome"]

    def _board(self, path: str) -> None:
        board = self.site.json(path)
        self.titles[str(board["board"])] = board["title"]

    def check(self, path: str, page: str, data: Any) -> None:
        """Hold the words of a page against the data beside it."""
        address = path[: -len("index.html")]
        parts = next((parts for kind, parts in KINDS_OF_PAGES if kind.fullmatch(address)), ())
        if is_moved(f"{address}index.json", data):
            parts, data = (), None
        if isinstance(data, dict) and "histories" in data and "rows" not in data:
            parts = GATES_WORDS  # of a single suite, where others have a board
        record = self._with_others(address, page, data) if isinstance(data, dict) else {}
        wanted = [told for part in parts for told in part.expected(record, "")]
        found = WordsCheck(path, page, wanted)
        self.site.faults += found.faults
        self.site.checked["words"] += found.checked
        if parts and _verdicts(found.rest):
            for word in sorted(_verdicts(numbers_and_rest(found.rest)[1])):
                self.site.fault(path, "it says a verdict where its data say nothing", word)
        for kind, word in COLOURED.findall(page):
            if kind not in COLOURS.get(word.casefold(), ()):
                self.site.fault(
                    path, f"the colour of the verdict {word!r}", kind, COLOURS.get(word.casefold())
                )
        check_missing_words(self.site, path, page)
        if "ranking" in record:
            self._levels(path, page, record)
            check_missing_cells(self.site, path, page, record)

    def _with_others(self, address: str, page: str, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a page, with what its words are from of other pages."""
        if not address:
            others = {name: self.site.json(f"{name}/index.json") for name in ("gates", "campaigns")}
            boards = [one for one in data["boards"] if not self._is_of_gates(one)]
            return {**data, **others, "boards": boards, "at_a_glance": boards if GLANCE in page else []}
        if address.startswith("runs/") and "nodes" in data:
            return of_run(data, self.titles.get(data["board"], ""), self.outcomes.get(address, ""))
        if address.startswith("boards/") and "ranking" in data:
            return {**data, "rows": data["rows"][: len(rows_of(page))]}
        if address.startswith("configurations/"):
            shown = [table.count(ROW_OF_RUN) for table in page.split(ROWS_OF_BOARD)[1:]]
            boards = [{**one, "rows": one["rows"][:n]} for one, n in zip(data["boards"], shown)]
            return {**data, "boards": boards}
        if address == "changes/":  # older ones are on pages of their own
            return {**data, "changes": data["changes"][: page.count(ENTRY)]}
        return data

    def _is_of_gates(self, board: dict[str, Any]) -> bool:
        """Return whether the runs of a board are decided by gates, so that a list of these stands for it."""
        return any(row["page"][: -len("index.html")] in self.outcomes for row in board["rows"])

    def _levels(self, path: str, page: str, board: dict[str, Any]) -> None:
        """Hold the level of verification in a row, where it has one, against that of its run."""
        for (_, text), row in zip(rows_of(page), board["rows"]):
            for word in LEVEL.findall(text):
                if word not in (LEVELS.get(row["verification"]), COMPLAINTS):
                    self.site.fault(path, f"how {row['run']} is verified", word, row["verification"])


def _verdicts(page: str) -> set[str]:
    """Return the words of verdicts that stand by themselves on a page without its marked words."""
    return {" ".join(words.casefold().split()) for words in ALONE.findall(page)} & VERDICT_WORDS
