"""Where the release gates of a site are: runs, suites, addresses. Made once per site."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import NamedTuple

from site_builder.boards import barred_on
from site_builder.pages.addresses import slugs
from site_builder.records.blueprint import Suite
from site_builder.records.site import Board as BoardConfig
from site_builder.site_data import Board, SiteData
from site_builder.sources.importers.blueprint.gates import GateRuns
from site_builder.studies.blueprint.history import HistoryRow
from site_builder.studies.blueprint.judgement import Judgement

FAMILY = "blueprint"


class GateRun(NamedTuple):
    """One recorded run with its judgements."""

    slug: str
    judgements: tuple[Judgement, ...]
    """Under every rubric of the board, the pinned one first."""
    suite_slug: str
    case_slugs: dict[str, str]
    """Case id → part of the address of its page."""
    barred: str
    """Why its decision does not count (withdrawn, excluded), as a clause; empty where it does."""

    @property
    def pinned(self) -> Judgement:
        """The judgement under the pinned rubric."""
        return self.judgements[0]

    @property
    def address(self) -> str:
        """Folder of the gate page, relative to the root."""
        return f"gates/{self.slug}/"

    def case_address(self, case_id: str) -> str:
        """Return the folder of the page of a case."""
        return f"{self.address}cases/{self.case_slugs[case_id]}/"

    @property
    def reviewers(self) -> dict[str, str]:
        """Shown name of a reviewer → part of the address."""
        names = self.pinned.additions.names.values() if self.pinned.additions else ()
        return slugs(names)

    def reviewer_address(self, name: str) -> str:
        """Return the folder of the page of a reviewer, given as shown."""
        return f"{self.address}reviewers/{self.reviewers[name]}/"


class GateSuite(NamedTuple):
    """One suite with all its recorded runs."""

    slug: str
    config: BoardConfig
    suite: Suite
    gates: GateRuns
    board: Board | None
    """``None`` where no run of it was admitted."""
    runs: tuple[GateRun, ...]
    """By name of the folders."""

    @property
    def address(self) -> str:
        """Folder of the suite's page."""
        return f"suites/{self.slug}/"

    def run_of(self, row: HistoryRow) -> GateRun:
        """Return the run of a row of the history. Raises ``StopIteration`` for a foreign one."""
        return next(run for run in self.runs if run.pinned.recorded.folder == row.folder)


class GateLookup:
    """Look-ups over the studies of release gates; empty on a site without any."""

    def __init__(self, data: SiteData) -> None:
        found = [
            (study.config, study.value)
            for study in data.studies
            if study.family == FAMILY and study.value.suite is not None
        ]
        self.suites = tuple(_suites(data, found))
        self.runs = {run.slug: run for suite in self.suites for run in suite.runs}
        self._by_board = {suite.board.id: suite for suite in self.suites if suite.board is not None}
        self._by_folder: dict[str, GateRun] = {}
        for run in self.runs.values():
            self._by_folder.setdefault(run.pinned.recorded.folder, run)

    def of_board(self, board_id: str) -> GateSuite | None:
        """Return the suite whose runs a board lists, ``None`` for a board of another kind."""
        return self._by_board.get(board_id)

    def of_folder(self, folder: str) -> GateRun | None:
        """Return the recorded run in a folder."""
        return self._by_folder.get(folder)

    def suite_of(self, run: GateRun) -> GateSuite:
        """Return the suite of a run. Raises ``StopIteration`` for a run that is not of this site."""
        return next(suite for suite in self.suites if suite.slug == run.suite_slug)

    @cached_property
    def board_addresses(self) -> frozenset[str]:
        """Folders of the boards in whose place a history stands."""
        return frozenset(f"boards/{board_id}/" for board_id in self._by_board)

    @cached_property
    def documents(self) -> tuple[tuple[str, str], ...]:
        """(path, name) of the judgements that are published as data."""
        return tuple(
            (document_path(run, judgement), f"{judgement.run_id} under {judgement.settings.rubric}")
            for run in self.runs.values()
            for judgement in run.judgements
        )

    @cached_property
    def addresses(self) -> tuple[str, ...]:
        """The pages that a map of the site names: suites, and gates of the runs."""
        listed = [suite.address for suite in self.suites] + [run.address for run in self.runs.values()]
        return ("gates/", *listed) if listed else ()


def document_path(run: GateRun, judgement: Judgement) -> str:
    """Return where a whole judgement lies as JSON."""
    return f"data/gates/{run.slug}/{judgement.settings.rubric.replace('/', '-')}.json"


def _suites(data: SiteData, found: list[tuple[BoardConfig, GateRuns]]) -> list[GateSuite]:
    named = [suite.id for _, gates in found if (suite := gates.suite) is not None]
    suite_names = [
        name if named.count(name) == 1 else f"{name} {config.runs} {config.rubric}"
        for name, (config, _) in zip(named, found, strict=True)
    ]
    suite_slugs = slugs(suite_names)
    keys = [(js[0].run_id, js[0].recorded.folder, js[0].settings.rubric) for _, g in found for js in g.runs]
    count = Counter(run_id.lower() for run_id, _, _ in keys)
    names = {key: key[0] if count[key[0].lower()] == 1 else " ".join(key) for key in keys}
    run_slugs = slugs(names.values())
    suites = []
    for name, (config, gates) in zip(suite_names, found, strict=True):
        assert gates.suite is not None
        slug = suite_slugs[name]
        case_slugs = slugs(case.id for case in gates.suite.cases)
        barred = barred_on(config, [js[0].run_id for js in gates.runs], data.ledger)
        runs = tuple(
            GateRun(
                run_slugs[names[js[0].run_id, js[0].recorded.folder, js[0].settings.rubric]],
                js,
                slug,
                case_slugs,
                barred.get(js[0].run_id, ""),
            )
            for js in gates.runs
        )
        board = next((b for b in data.boards if b.config == config and b.cohort_key == gates.suite.id), None)
        suites.append(GateSuite(slug, config, gates.suite, gates, board, runs))
    return suites
