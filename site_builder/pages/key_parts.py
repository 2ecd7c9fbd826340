"""What several kinds of pages depend on, as digests: the frame around every page, boards, runs, histories.

``keys`` puts the keys of pages together from these. Each part is a digest over records, not over what pages
make of them, and is computed once for a site, however many pages depend on it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from site_builder.pages.firmness import apart
from site_builder.pages.history import recomputed
from site_builder.pages.lookup import Place, SiteLookup
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import site_values
from site_builder.pages.worked_example import chosen_for
from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Entry
from site_builder.studies.pinned_cohort import members_of


class KeyParts:
    """Digests of what the pages of one site depend on."""

    def __init__(self, lookup: SiteLookup, record_digests: Mapping[tuple[str, str], str]) -> None:
        """``record_digests`` holds a digest of each run's record by (folder, run id)."""
        self._lookup = lookup
        self._records = record_digests
        self._parts: dict[tuple[Any, ...], str] = {}
        """Name of a part and what it is of → its digest."""

    @cached_property
    def frame(self) -> str:
        """What stands around every page: title and notices, menu, foot, and the pages that it may link to."""
        lookup, data = self._lookup, self._lookup.data
        return digest(
            data.site,
            [(board.id, board.title) for board in data.boards],
            bool(lookup.gates.suites),
            bool(lookup.campaigns.rubrics),
            [(pair.older, pair.newer) for pair in lookup.differences.all],
            data.provenance.data_date,
            [data.edition, data.editions],
            data.own_pages,
        )

    @cached_property
    def left_out(self) -> str:
        """The exports that are on no board."""
        return digest(self._lookup.data.left_out)

    def record(self, run: RunRecord) -> str:
        """A run's own record: everything that was read and measured of its export."""
        return self._records[run.folder, run.run_id]

    def row(self, entry: Entry) -> list[Any]:
        """What a row of a board says of a run: its record, its standing, and what others decide of it."""
        return [self.record(entry.run), entry.standing, self.surroundings(entry.run)]

    def surroundings(self, run: RunRecord) -> str:
        """What pages show of a run beside its record: first score, problems, addresses, repeats."""
        key = ("surroundings", run.folder, run.run_id)
        if key not in self._parts:
            lookup = self._lookup
            gate = lookup.gates.of_folder(run.folder)
            self._parts[key] = digest(
                lookup.data.ledger.of(run.family, run.run_id).first,
                lookup.problems(run.run_id),
                [gate.address, gate.pinned.settings.rubric] if gate else [],
                lookup.run_address(run),
                lookup.configuration_address(run),
                self._boards_with_repeats(run.family, run.configuration),
            )
        return self._parts[key]

    def place(self, place: Place) -> str:
        """A run on a board: the board's terms, its own row, and those of the runs above and below."""
        board, position = place.board, place.position
        key = ("place", board.id, position)
        if key not in self._parts:
            beside = (position - 1, position + 1)
            neighbours = [board.entries[n] for n in beside if 0 <= n < len(board.entries)]
            self._parts[key] = digest(
                self.terms(board),
                position,
                self.row(place.entry),
                [self.row(neighbour) for neighbour in neighbours],
                [apart(self._lookup, board, place.entry, neighbour) for neighbour in neighbours],
            )
        return self._parts[key]

    def terms(self, board: Board) -> str:
        """A board without its rows: rubric, medians, how many runs, which are withdrawn or in the cohort."""
        key = ("terms", board.id)
        if key not in self._parts:
            self._parts[key] = digest(
                [board.id, board.title, board.cohort_key, board.graph.id, board.graph.digest],
                board.minimum_coverage,
                [len(board.ranked), len(board.entries)],
                dict(board.medians),
                {rubric: dict(medians) for rubric, medians in board.other_medians.items()},
                board.withdrawn,
                [run.run_id for run in members_of(board)] if self._lookup.data.ledger.entries else (),
            )
        return self._parts[key]

    def board(self, board: Board) -> str:
        """A board with everything on it, and the exports that are left out."""
        key = ("board", board.id)
        if key not in self._parts:
            rows = [self.row(entry) for entry in board.entries]
            self._parts[key] = digest(self.terms(board), rows, self.left_out)
        return self._parts[key]

    def history(self, run: RunRecord) -> list[Any]:
        """What the ledger says of a run, with the cohorts that its scores were pinned in."""
        history = self._lookup.data.ledger.of(run.family, run.run_id)
        cohorts = [self._pinned_cohort(score.cohort) for score in history.scores]
        return [history, cohorts, recomputed(self._lookup, run)]

    def version_changes(self, place: Place) -> list[Any]:
        """What other versions of the rubric make of a run, which its cohort decides too."""
        run, board = place.entry.run, place.board
        differences = self._lookup.differences
        return [
            (
                found.change,
                found.place_before,
                found.place_after,
                differences.lists(pair.older, pair.newer, board.id, found.run),
            )
            for pair, found in differences.of_run(board.id, run.run_id, board.graph.id)
        ]

    def prose(self, article: Article | None) -> list[Any]:
        """A text, and what it and the data beside it show of the site; its digest only where asked for."""
        values = site_values(self._lookup)
        if article is None or "site.digest" not in article.text:
            del values["site.digest"]
        return [article, values]

    def example(self, graph: Graph) -> list[Any]:
        """What the worked example of a rubric rests on: its run, the cohort, from how many it is chosen."""
        chosen = chosen_for(self._lookup, graph)
        if chosen is None:
            return []
        return [self.terms(chosen.board), self.row(chosen.entry), chosen.chosen_from]

    def _pinned_cohort(self, number: int) -> str:
        """An entry of the ledger about a cohort, and which of its runs were withdrawn since."""
        key = ("pinned cohort", number)
        if key not in self._parts:
            ledger = self._lookup.data.ledger
            cohort = ledger.cohorts.get(number)
            names = [(cohort.family, run) for run in cohort.runs] if cohort is not None else []
            self._parts[key] = digest(cohort, [ledger.of(*name).withdrawn for name in names])
        return self._parts[key]

    def _boards_with_repeats(self, family: str, configuration: str) -> str:
        """On which boards the runs of a configuration are, once for each."""
        key = ("boards with repeats", family, configuration)
        if key not in self._parts:
            repeats = self._lookup.repeats.get((family, configuration))
            self._parts[key] = digest([place.board.id for place in repeats.places] if repeats else [])
        return self._parts[key]


def digest(*parts: Any) -> str:
    """Return SHA-256 in hexadecimal over records, given as plain data or as msgspec or pydantic records."""
    return hashlib.sha256(msgspec.json.encode(parts, enc_hook=_plain)).hexdigest()


def _plain(value: Any) -> Any:
    """Return a pydantic record as plain data."""
    return value.model_dump(mode="json")
