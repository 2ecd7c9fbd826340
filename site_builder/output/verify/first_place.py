"""Who is first on a board and how far to trust that: in data, and in the words of pages."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.page_numbers import float_of, numbers_of
from site_builder.output.verify.site_files import SiteFiles

LEADS = re.compile(r'<p class="leads">(.*?)</p>', re.DOTALL)
"""What the page of a board says of its first place."""
OF_RANKED = re.compile(r"<b>([^<]*)</b> of ([0-9,]+) ranked runs?: ")
OVERVIEW = re.compile(r'<table class="overview\b.*?</table>', re.DOTALL)
OF_BOARD = re.compile(r'<tr><th scope="row"><a href="boards/([^/"<>]*)/index\.html">.*?</tr>', re.DOTALL)
"""What the home page says of the first place of a board."""
RUN = re.compile(r'<a href="(?:\.\./)*(runs/[^"<>]*)">([^<]*)</a> <span class="id">([^<]*)</span>')
EQUAL, UNTOLD = (
    "The first place is shared.",
    "Whether its lead is chance is unknown: nothing was run twice.",
)
CHANCE, LARGER, GAPS = "Its lead may be chance: ", " is more than chance: ", "could reverse the first two."
TRUST = (EQUAL, CHANCE, UNTOLD, LARGER, GAPS)
CARD = re.compile(r'<section class="board-card" id="board-([^"<>]*)">(.*?)</section>', re.DOTALL)
TOP_RUN = re.compile(r'<div class="top-run">(.*?)</div>', re.DOTALL)
"""What stands above the first rows of a board on the home page."""
NEXT = "Next is "
NONE_RANKED = "no run is ranked"


class FirstPlace:
    """The first place of a board as its rows and repeats have it."""

    def __init__(self, board: dict[str, Any]) -> None:
        ranked = [row for row in board["rows"] if row["rank"] is not None]
        self.board, self.ranked, self.rows = board, ranked, [row for row in ranked if row["rank"] == 1]
        second = ranked[1] if len(self.rows) == 1 and len(ranked) > 1 else None
        self.again: dict[str, Any] = {}
        if self.rows:
            repeats, first = board["repeats"], self.rows[0]
            self.gap = None if second is None else first["score"] - second["score"]
            self.again = {
                "runs": [row["run"] for row in self.rows],
                "score": first["score"],
                "coverage": first["coverage"],
                "runner_up": None if second is None else second["run"],
                "bounds_overlap": second is not None and _overlap(first, second),
                "inside_noise": max(0.0, repeats["runs_tied_with_the_first"] - len(self.rows)),
                "least_significant_difference": repeats["least_significant_difference"],
            }

    def compare(self, site: SiteFiles, path: str, top: dict[str, Any] | None) -> None:
        """Hold what a page's data say of it: who, the distance to the next, how many are inside the noise."""
        about = f"first of {self.board['board']}"
        site.expect(path, f"whether there is a {about}", top is not None, bool(self.rows))
        if top is None or not self.rows:
            return
        for key, value in self.again.items():
            site.expect(path, f"{key.replace('_', ' ')} of the {about}", top[key], value)
        site.expect(path, f"gap of the {about}", number_in(top["gap"]), self.gap)

    def compare_words(self, site: SiteFiles, path: str, words: str, headline: str) -> None:
        """Hold a passage on it: the runs that are named, its numbers, and how far it says to trust them."""
        about = f"the words on the first of {self.board['board']}"
        named = [tuple(map(html.unescape, found)) for found in RUN.findall(words)]
        told = [[page, run] for page, _, run in named]
        site.expect(path, f"{about}: its runs", told, [[row["page"], row["run"]] for row in self.rows])
        for (_, name, _), row in zip(named, self.rows):
            if name.replace("<wbr>", "") not in (row["configuration"], *row.get("labels", {}).values()):
                site.fault(path, f"{about}: the name of {row['run']}", name, row["configuration"])
        said = OF_RANKED.match(words)
        if said is not None:
            heading = "First" if len(self.rows) == 1 else "Tied at the top"
            again = [heading, f"{len(self.ranked):,}"]
            site.expect(path, f"{about}: of how many", [*said.groups()], again)
        if not self.rows:
            site.expect(path, about, NONE_RANKED in words, True)
            return
        known = self._known(headline)
        for text, name, _ in numbers_of(words):
            site.expect(path, f"{about}: {name}", float_of(text), known.get(name))
        trust = [one for one in TRUST if one in words]
        site.expect(path, f"{about}: how far to trust it", trust, self._trust())

    def compare_card(self, site: SiteFiles, path: str, card: str, headline: str) -> None:
        """Hold what stands above a board's first rows on the home page: who is first, who next, numbers."""
        about = f"what stands above the rows of {self.board['board']}"
        top = "".join(TOP_RUN.findall(card))
        first, _, after = top.partition(NEXT)
        named = [html.unescape(page) for page, _, _ in RUN.findall(first)]
        site.expect(path, f"{about}: its first", named, [row["page"] for row in self.rows])
        runner_up = self.again.get("runner_up")
        following = [html.unescape(run) for _, _, run in RUN.findall(after)]
        site.expect(path, f"{about}: who is next", following, [runner_up] if runner_up else [])
        for text, name, _ in numbers_of(top):
            site.expect(path, f"{about}: {name}", float_of(text), self._known(headline).get(name))

    def _known(self, headline: str) -> dict[str, Any]:
        """Return the numbers that passages on the first place have, by name."""
        again = self.again
        return {
            headline: again["score"],
            f"{headline}#coverage": again["coverage"],
            "board.inside_noise": again["inside_noise"],
            "board.gap": self.gap,
            "board.listed": len(self.board["rows"]),
            "board.ranked": len(self.ranked),
            "repeats.least": number_in(again["least_significant_difference"]),
        }

    def _trust(self) -> list[str]:
        again, found = self.again, list[str]()
        if len(self.rows) > 1:
            found = [EQUAL]
        elif again["inside_noise"]:
            found = [CHANCE]
        elif again["runner_up"]:
            found = [LARGER if self.board["repeats"]["estimable"] else UNTOLD]
        return found + [GAPS] * again["bounds_overlap"]


def reasons_of(board: dict[str, Any]) -> list[list[Any]]:
    """Return why no run of a board has a rank, with how many; nothing for a board that ranks one."""
    if any(row["rank"] is not None for row in board["rows"]):
        return []
    return [[why, float(n)] for why, n in Counter(row["unranked"] for row in board["rows"]).most_common()]


def check_leads(site: SiteFiles, path: str, board: dict[str, Any], headline: str) -> None:
    """Hold the statement on the page of a board, and its data, against its rows."""
    first = FirstPlace(board)
    first.compare(site, f"{path[: -len('html')]}json", board["top"])
    reasons = board.get("nobody_ranked", reasons_of(board))  # editions of before have none
    site.expect(path, "why nobody is ranked", reasons, reasons_of(board))
    said = LEADS.findall((site.read(path) or b"").decode("utf-8", "replace"))
    site.expect(path, "statements on who is first", len(said), int(bool(first.rows)))
    for words in said:
        first.compare_words(site, path, words, headline)


def check_overview(
    site: SiteFiles, path: str, boards: dict[str, dict[str, Any]], headlines: list[str]
) -> None:
    """Hold the table of the home page against the boards in it, each once and in their order."""
    page = (site.read(path) or b"").decode("utf-8", "replace")
    rows = [found for table in OVERVIEW.findall(page) for found in OF_BOARD.finditer(table)]
    told = {row[1]: row[0] for row in rows}
    if rows or len(boards) > 1:  # else there is nothing to glance at
        site.expect(path, "boards at a glance", [name for name in told if name in boards], list(boards))
    cards = dict(CARD.findall(page))
    site.expect(path, "boards with their first rows", [html.unescape(name) for name in cards], list(boards))
    for (name, board), headline in zip(boards.items(), headlines):
        first = FirstPlace(board)
        if name in told:
            first.compare_words(site, path, told[name], headline)
        first.compare_card(site, path, cards.get(name, ""), headline)


def _overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether the bounds of two rows overlap; open ones overlap with everything."""
    ends = [number_in(row[key]) for row in (one, other) for key in ("lower", "upper")]
    lower, upper = ([end for end in side if end is not None] for side in (ends[::2], ends[1::2]))
    return len(lower) + len(upper) < 4 or max(lower) <= min(upper)
