"""Keys: a digest over everything that a page depends on, without making the page.

A build keeps a page whose key is that of the build before. Each method of ``PageKeys`` below states what one
kind of page depends on, beside what every page does: its address, template and title, the frame around it,
and the base (program, templates, prose, rubrics, ``site.yaml``). Pages of all other kinds have no key and are
always made. ``tests/build/test_page_keys.py`` changes the data of a site in every way and compares the pages
that would be kept with pages made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from site_builder.pages import board, board_continued, configuration, families, methodology, run
from site_builder.pages.campaigns.rules import rules_of
from site_builder.pages.differences.board_view import board_difference_content
from site_builder.pages.differences.listing import listed_of
from site_builder.pages.differences.summaries import summaries_of
from site_builder.pages.differences.view import difference_content
from site_builder.pages.gates.versions import decisions_of
from site_builder.pages.key_parts import KeyParts, digest
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Page
from site_builder.pages.prose import Article


class PageKeys:
    """Makes the keys of one site's pages."""

    def __init__(self, lookup: SiteLookup, base: str, record_digests: Mapping[tuple[str, str], str]) -> None:
        """``base`` stands for program, templates, prose, rubrics and ``site.yaml``.

        ``record_digests`` holds a digest of each run's record by (folder, run id).
        """
        self._lookup = lookup
        self.base = base
        self.record_digests = record_digests
        self._parts = KeyParts(lookup, record_digests)
        self._boards = {board.id: board for board in lookup.data.boards}
        self._kinds: Mapping[Callable[..., Any], Callable[..., Any]] = {
            run.content: self._run,
            board.content: self._board,
            board_continued.content: self._board_continued,
            configuration.content: self._configuration,
            difference_content: self._difference,
            board_difference_content: self._board_difference,
            methodology.version_content: self._rubric_version,
            families.family_content: self._family,
        }
        """What makes the content of a page → what that depends on; both take the same arguments."""

    def of(self, page: Page) -> str:
        """Return the key of a page, empty for one that is always made."""
        if not isinstance(page.build, partial) or page.build.func not in self._kinds:
            return ""
        own = self._kinds[page.build.func](*page.build.args)
        if own is None:
            return ""
        return digest(self.base, self._parts.frame, page.path, page.title, page.template, own)

    def _run(self, name: str) -> list[Any]:
        """A run: itself, its place on each of its boards, its history, and what other versions make of it."""
        parts, places = self._parts, self._lookup.places[name]
        record = places[0].entry.run
        return [
            parts.record(record),
            parts.surroundings(record),
            [parts.place(place) for place in places],
            parts.history(record),
            parts.version_changes(places[0]),
        ]

    def _board(self, board_id: str) -> list[Any]:
        """A board: everything on it, and what is left out."""
        return [self._parts.board(self._boards[board_id])]

    def _board_continued(self, board_id: str, number: int) -> list[Any]:
        """A further page of a board: the whole board, since bands depend on all its runs."""
        return [self._parts.board(self._boards[board_id]), number]

    def _configuration(self, key: tuple[str, str]) -> list[Any]:
        """A configuration: each of its runs in its place."""
        return [list(key), [self._parts.place(place) for place in self._lookup.repeats[key].places]]

    def _difference(self, older: str, newer: str) -> list[Any]:
        """Two versions: a line for each board, and gates decided otherwise; clauses are in the base."""
        pair = self._lookup.differences.of(older, newer)
        assert pair is not None
        return [summaries_of(self._lookup, pair), decisions_of(self._lookup, older, newer)]

    def _board_difference(self, older: str, newer: str, board_id: str) -> list[Any]:
        """A board under two versions: its terms and the records of its runs, from which all else follows."""
        board = self._boards[board_id]
        runs = [
            (self._parts.record(entry.run), self._lookup.run_address(entry.run), list(entry.others))
            for entry in board.entries
        ]
        return [older, newer, self._parts.terms(board), runs]

    def _rubric_version(self, rubric_id: str, article: Article | None) -> list[Any] | None:
        """A rubric version: what trying it gave, its differences, its prose, the run of its worked example.

        ``None``, so that the page is always made, for rules of conduct: their example is a whole campaign.
        """
        graph = self._lookup.data.graphs[rubric_id]
        if rules_of(self._lookup, graph) is not None:
            return None
        differences = listed_of(self._lookup.differences.with_version(rubric_id))
        tried = self._lookup.data.self_tests.get(rubric_id)
        return [tried, differences, self._parts.prose(article), self._parts.example(graph)]

    def _family(self, family: str, article: Article | None) -> list[Any]:
        """A family: the differences of its versions, its prose, and the example of the pinned version."""
        differences = listed_of(self._lookup.differences.of_family(family))
        pinned = families.pinned_of(self._lookup, family)
        return [differences, self._parts.prose(article), self._parts.example(pinned)]
