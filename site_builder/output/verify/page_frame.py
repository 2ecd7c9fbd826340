"""What stands around the content of every page: its title, its description, and whether runs are real."""

from __future__ import annotations

import html
import re
from typing import Any

from site_builder.output.verify.rubric_pages import DATA_PAGE
from site_builder.output.verify.site_files import SiteFiles, is_moved
from site_builder.output.verify.study_words import OUTCOMES

TITLE_OF_PAGE = re.compile(r"<title>([^<]*)</title>")
DESCRIPTION = re.compile(r'<meta name="description" content="([^"<>]*)">')
OF_ALL_RUNS = re.compile(r'<p class="notice"><span class="wide">([^<]*)</span></p>')
DESCRIPTIONS = (
    ("gates/[^/]+/", "Release gate of {run_id}{barring}: {outcome}. {verdict[about]}"),
    (
        "runs/[^/]+/",
        "{configuration}, run {run} on {board_title}: its score, what it is made of, and every value down "
        "to the file it was read from.",
    ),
    ("boards/[^/]+/", "{title}: {opening} Who leads, and whether that is more than chance."),
    (
        "configurations/[^/]+/",
        "Repeats of {configuration}: mean, spread and each run, on every board that has them.",
    ),
    (
        "campaigns/[^/]+/",
        "Cohorts: {head[title]}: repeated samples with their intervals, pairs compared, and whether the "
        "claim may be published.",
    ),
    (
        "claims/[^/]+/",
        "Claim: {head[title]}: what is claimed, whether it may be published, and what would clear each thing "
        "against it.",
    ),
    (
        "methodology/[^/]+/[^/]+/",
        "{title}: {opening} Formula, weights, every value, and a worked example.",
    ),
)
"""Address of pages → what they say of themselves for search engines; others say what the site does."""


class PageFrame:
    """Holds the frame of one page after the other against what the site says of itself."""

    def __init__(self, site: SiteFiles, titles: dict[str, str]) -> None:
        """``titles`` are those of boards."""
        self.site, self.titles = site, titles
        data = site.json(DATA_PAGE) if DATA_PAGE in site.own else None
        self.told: dict[str, Any] | None = data.get("site") if isinstance(data, dict) else None
        """Title, tagline and demonstration; ``None`` of a site from before they were published."""
        self.summaries: dict[str, str] = {}

    def check(self, path: str, page: str, data: Any) -> None:
        """Hold title, description and notices of a page."""
        if self.told is None:
            self.site.fault(path, f"{DATA_PAGE} has not what every page says of the site")
            return
        title, tagline = self.told["title"], self.told["tagline"]
        notices = [self.told["demonstration"]] if self.told["demonstration"] else []
        self.site.expect(path, "what it says of all runs", _texts(OF_ALL_RUNS, page), notices)
        titles = _texts(TITLE_OF_PAGE, page)
        ends = [one == title or one.endswith(f" · {title}") for one in titles]
        self.site.expect(path, f"titles that end with {title!r}", ends, [True])
        again = " ".join((self._described(path, data) or tagline).split())
        self.site.expect(path, "its description", _texts(DESCRIPTION, page), [again])

    def _described(self, path: str, data: Any) -> str:
        """Return what a page says of itself for search engines; nothing where it says what the site does."""
        address = path[: -len("index.html")]
        said = next((said for kind, said in DESCRIPTIONS if re.fullmatch(kind, address)), "")
        if not said or not isinstance(data, dict) or is_moved(f"{address}index.json", data):
            return ""
        others = {}
        if "{outcome}" in said:
            others["outcome"] = OUTCOMES[data["verdict"]["outcome"]].lower()
            others["barring"] = f", which does not count ({data['barred']})" if data["barred"] else ""
        elif "{board_title}" in said:
            others["board_title"] = self.titles[data["board"]]
        elif "{opening}" in said:
            if not data.keys() & {"ranking", "self_tests"}:  # a list of gates, or two versions
                return ""
            others["opening"] = self._opening(data["rubric"]["id"])
        return said.format(**{**data, **others})

    def _opening(self, rubric: str) -> str:
        """Return the first sentence of what a rubric says of itself."""
        if rubric not in self.summaries:
            data = self.site.json(f"methodology/{rubric}/index.json")
            first, stop, _ = data["summary"].partition(". ")
            self.summaries[rubric] = first + stop.rstrip()
        return self.summaries[rubric]


def _texts(pattern: re.Pattern[str], page: str) -> list[str]:
    return [" ".join(html.unescape(text).split()) for text in pattern.findall(page)]
