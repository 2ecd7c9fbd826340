"""Keys: a digest over everything that a page depends on, without making the page.

A build keeps a page whose key is that of the build before. What a key covers is stated here and nowhere else;
``tests/build/test_kept_pages.py`` compares kept sites with clean ones after all kinds of change. Pages
without a key are always made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from site_builder.pages import board, board_continued, configuration, families, methodology, run
from site_builder.pages.atlas import Atlas, Place
from site_builder.pages.campaigns.rules import rules_of
from site_builder.pages.differences.board_view import board_difference_content
from site_builder.pages.differences.listing import listed_of
from site_builder.pages.differences.summaries import summaries_of
from site_builder.pages.differences.view import difference_content
from site_builder.pages.firmness import apart
from site_builder.pages.gates.versions import decisions_of
from site_builder.pages.history import recomputed
from site_builder.pages.page import Page
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import site_values
from site_builder.pages.worked_example import chosen_for
from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Entry
from site_builder.studies.pinned_cohort import members_of


class Keys:
    """Makes the keys of one site."""

    def __init__(self, atlas: Atlas, base: str, prints: Mapping[tuple[str, str], str]) -> None:
        """``base`` stands for everything that all pages depend on: program, templates, prose, rubrics, names.

        ``prints`` holds a digest of each run's record by (folder, run id).
        """
        self._atlas = atlas
        self._prints = prints
        self._boards_by_id = {board.id: board for board in atlas.data.boards}
        boards = [(b.id, b.title) for b in atlas.data.boards]
        has_gates = bool(atlas.gates.suites)
        pairs = [(one.older, one.newer) for one in atlas.differences.all]
        editions = [atlas.data.edition, atlas.data.editions]
        everywhere = [atlas.data.provenance.data_date, atlas.data.site, has_gates, pairs, editions]
        self._base = _digest(base, boards, *everywhere)
        self._left_out = _digest(atlas.data.left_out)
        self._boards: dict[str, str] = {}
        self._whole: dict[str, str] = {}
        self._places: dict[tuple[str, int], str] = {}
        self._arounds: dict[tuple[str, str], str] = {}
        self._boards_of: dict[tuple[str, str], str] = {}
        self._makers: dict[Callable[..., Any], Callable[..., str]] = {
            run.content: self._run,
            board.content: self._board_page,
            board_continued.content: self._further_page,
            configuration.content: self._configuration,
            difference_content: self._difference,
            board_difference_content: self._board_difference,
            methodology.version_content: self._version,
            families.family_content: self._family,
        }

    def of(self, page: Page) -> str:
        """Return the key of a page, empty for one that is always made."""
        if not isinstance(page.build, partial) or page.build.func not in self._makers:
            return ""
        own = self._makers[page.build.func](*page.build.args)
        return _digest(self._base, page.path, page.title, page.template, own) if own else ""

    def of_board(self, one: Board) -> str:
        """Return a key over a board and everything on it; all its pages have it in theirs."""
        if one.id not in self._whole:
            entries = [self._entry(entry) for entry in one.entries]
            self._whole[one.id] = _digest(self._base, self._board(one), self._left_out, entries)
        return self._whole[one.id]

    def _board_page(self, board_id: str) -> str:
        return self.of_board(self._boards_by_id[board_id])

    def _further_page(self, board_id: str, number: int) -> str:
        """Return a key over the whole board: bands hang on all its runs."""
        return _digest(self.of_board(self._boards_by_id[board_id]), number)

    def _run(self, name: str) -> str:
        places = self._atlas.places[name]
        record = places[0].entry.run
        history = self._atlas.data.ledger.of(record.family, record.run_id)
        return _digest(
            self._print(record),
            self._around(record),
            self._atlas.problems(record.run_id),
            [self._place(place) for place in places],
            history,
            recomputed(self._atlas, record),
            self._shifts(places[0]),
        )

    def _shifts(self, place: Place) -> list[Any]:
        """Return what other versions of the rubric make of a run, which its cohort decides too."""
        run, board = place.entry.run, place.board
        shelf = self._atlas.differences
        found = shelf.of_run(board.id, run.run_id, board.graph.id)
        return [
            (
                one.change,
                one.place_before,
                one.place_after,
                shelf.lists(pair.older, pair.newer, board.id, one.run),
            )
            for pair, one in found
        ]

    def _difference(self, older: str, newer: str) -> str:
        """Return a key over a pair's boards in a line each; its clauses follow from the rubrics."""
        pair = self._atlas.differences.of(older, newer)
        assert pair is not None
        return _digest(summaries_of(self._atlas, pair), decisions_of(self._atlas, older, newer))

    def _board_difference(self, older: str, newer: str, board_id: str) -> str:
        """Return a key over a board's runs and terms, from which with the rubrics all else follows."""
        one = self._boards_by_id[board_id]
        entries = [(self._print(e.run), self._atlas.run_address(e.run), list(e.others)) for e in one.entries]
        return _digest(older, newer, self._board(one), entries)

    def _configuration(self, key: tuple[str, str]) -> str:
        places = self._atlas.repeats[key].places
        return _digest(list(key), [(self._place(place), self._around(place.entry.run)) for place in places])

    def _version(self, rubric_id: str, article: Article | None) -> str:
        """Cover a rubric version: what is listed of it, and the run of its worked example.

        Empty, so that the page is always made, for rules of conduct, which are worked through on a campaign.
        """
        graph = self._atlas.data.graphs[rubric_id]
        if rules_of(self._atlas, graph) is not None:
            return ""
        listed = listed_of(self._atlas.differences.with_version(rubric_id))
        return _digest(listed, self._prose(article), self._example(graph))

    def _family(self, family: str, article: Article | None) -> str:
        listed = listed_of(self._atlas.differences.of_family(family))
        pinned = families.pinned_of(self._atlas, family)
        return _digest(listed, self._prose(article), self._example(pinned))

    def _prose(self, article: Article | None) -> list[Any]:
        """Return what prose and data may show of the site; its digest only where prose asks for it."""
        values = site_values(self._atlas)
        if article is None or "site.digest" not in article.text:
            del values["site.digest"]
        return [article, values]

    def _example(self, graph: Graph) -> list[Any]:
        """Return what a worked example rests on: its run, the cohort, from how many it is chosen."""
        chosen = chosen_for(self._atlas, graph)
        if chosen is None:
            return []
        return [self._board(chosen.board), self._entry(chosen.entry), chosen.chosen_from]

    def _place(self, place: Place) -> str:
        """Return a digest of a run on a board: its own record and standing, and those of its neighbours."""
        here = (place.board.id, place.position)
        if here not in self._places:
            near = [place.position - 1, place.position + 1]
            others = [place.board.entries[n] for n in near if 0 <= n < len(place.board.entries)]
            clear = [apart(self._atlas, place.board, place.entry, other) for other in others]
            neighbours = [self._entry(other) for other in others]
            own = self._entry(place.entry)
            self._places[here] = _digest(self._board(place.board), place.position, own, neighbours, clear)
        return self._places[here]

    def _entry(self, entry: Entry) -> list[Any]:
        return [self._print(entry.run), entry.standing, self._around(entry.run)]

    def _around(self, record: RunRecord) -> str:
        """Return a digest of what a run's row and page say of it that other runs decide too."""
        name = (record.folder, record.run_id)
        if name not in self._arounds:
            gate = self._atlas.gates.of_folder(record.folder)
            history = self._atlas.data.ledger.of(record.family, record.run_id)
            self._arounds[name] = _digest(
                history.first,
                self._atlas.problems(record.run_id),
                gate.address if gate else "",
                self._atlas.run_address(record),
                self._atlas.configuration_address(record),
                self._repeats(record.family, record.configuration),
            )
        return self._arounds[name]

    def _repeats(self, family: str, label: str) -> str:
        """Return a digest of the boards on which the runs of a configuration are."""
        configuration = (family, label)
        if configuration not in self._boards_of:
            repeats = self._atlas.repeats.get(configuration)
            self._boards_of[configuration] = _digest([p.board.id for p in repeats.places] if repeats else [])
        return self._boards_of[configuration]

    def _board(self, one: Board) -> str:
        """Return a digest of a board without its runs: rubric, medians, counts."""
        if one.id not in self._boards:
            others = {rubric: dict(medians) for rubric, medians in one.other_medians.items()}
            self._boards[one.id] = _digest(
                [one.id, one.title, one.cohort_key, one.graph.id, one.graph.digest, one.minimum_coverage],
                [len(one.ranked), len(one.entries)],
                dict(one.medians),
                others,
                one.withdrawn,
                [run.run_id for run in members_of(one)] if self._atlas.data.ledger.entries else (),
            )
        return self._boards[one.id]

    def _print(self, record: RunRecord) -> str:
        return self._prints[record.folder, record.run_id]


def _digest(*parts: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(parts, enc_hook=_plain)).hexdigest()


def _plain(value: Any) -> Any:
    """Return a pydantic record as plain data."""
    return value.model_dump(mode="json")
