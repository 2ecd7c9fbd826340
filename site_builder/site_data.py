"""``SiteData``: everything that was read, measured, scored and compared, as one frozen value.

What comes before it reads the world; what comes after it (pages, charts, data files) is a pure function
of it and of the templates.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from site_builder.errors import Problem
from site_builder.records.edition import Edition, FrozenEdition
from site_builder.records.ledger import NO_LEDGER, Ledger, Withdrawal
from site_builder.records.own_page import OwnPage
from site_builder.records.release import Release
from site_builder.records.rubric_diff import RubricDifference
from site_builder.records.run import LeftOut, RunRecord
from site_builder.records.self_test import SelfTests
from site_builder.records.site import Board as BoardConfig
from site_builder.records.site import Site
from site_builder.scoring.evaluate import Median, Scored
from site_builder.scoring.graph import Graph
from site_builder.scoring.rank import Standing


@dataclass(frozen=True, slots=True)
class Entry:
    """One run on one board."""

    run: RunRecord
    scored: Scored
    """Under the board's pinned rubric."""
    standing: Standing
    others: Mapping[str, Scored] = field(default_factory=dict)
    """Rubric id → results under the board's other rubrics, in the order of ``site.yaml``."""
    withdrawn: Withdrawal | None = None
    """The withdrawal in force; such a run has no rank, and is left out of medians and of whatever sums up."""


@dataclass(frozen=True, slots=True)
class MedianChange:
    """What a withdrawal did to one cohort median."""

    node: str
    before: float | None
    """With the withdrawn run; ``None`` where too few runs had the value."""
    after: float | None
    """Without it."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A withdrawn run of a board, and what its withdrawal changed for the others."""

    entry: Withdrawal
    changes: tuple[MedianChange, ...]
    """The medians that differ with and without it, all other withdrawals being as they are."""


@dataclass(frozen=True, slots=True)
class Board:
    """A ranked page: one cohort under one rubric."""

    id: str
    title: str
    config: BoardConfig
    cohort_key: str
    graph: Graph
    medians: Mapping[str, Median]
    entries: tuple[Entry, ...]
    """Ranked ones first, best first; then the unranked."""
    minimum_coverage: float
    other_medians: Mapping[str, Mapping[str, Median]] = field(default_factory=dict)
    """Rubric id → medians, for the board's other rubrics."""
    withdrawn: tuple[Withdrawn, ...] = ()
    """In the order of the ledger."""

    @property
    def ranked(self) -> tuple[Entry, ...]:
        """The entries that have a rank. Every page of a run asks for them, so not all are looked at."""
        return self.entries[: bisect(self.entries, False, key=lambda entry: entry.standing.rank is None)]


@dataclass(frozen=True, slots=True)
class Study:
    """What a family concludes from the runs of one board beside their scores: a release gate, a claim."""

    family: str
    config: BoardConfig
    """The entry of ``site.yaml`` whose runs it is about."""
    value: Any
    """A frozen record of the family's own; only the family's pages look into it."""
    conclusion: str = ""
    """What it comes to, as a clause; empty where it decides nothing."""
    newest: str = ""
    """UTC time of the newest data that it stands on and no run of the board has; empty without any."""
    sources: tuple[str, ...] = ()
    """A line with place and digest for every file that it stands on and that is no run of the board."""

    empty: bool = False
    """Whether there is nothing to conclude from yet."""


def empty_entries(site: Site, boards: Iterable[Board], studies: Iterable[Study]) -> tuple[BoardConfig, ...]:
    """Return the entries of ``site.yaml`` without any content yet: no run, and no study that has some.

    In the order of ``site.yaml``, each once.
    """
    filled = [board.config for board in boards if board.entries]
    filled += [study.config for study in studies if not study.empty]
    empty: list[BoardConfig] = []
    for config in site.boards:
        if config not in filled and config not in empty:
            empty.append(config)
    return tuple(empty)


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a site was made from and with what; part of it stands at the foot of every page."""

    data_date: str
    """UTC day of the newest run (``2026-09-30``), or empty without runs."""
    digest: str
    """``sha256:`` over the digests of all runs, rubrics, content, templates and ``site.yaml``."""
    tool_version: str
    """Version of this program."""
    tools: Mapping[str, str]
    """Versions of Python, radon and ruff that measured; several, separated by commas, where runs differ."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Files of the project that the site publishes byte for byte."""

    rubrics: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    """Rubric id → file name → bytes of the rubric file and of the files it names; the digest of a rubric is
    taken over exactly these bytes. Empty: no copies are published."""
    evidence: Mapping[str, bytes] = field(default_factory=dict)
    """Files that attestations of the site rest on: path as ``site.yaml`` names it → bytes."""
    ledger: bytes | None = None
    """The ledger; ``None`` for a project without one."""


@dataclass(frozen=True, slots=True)
class SiteData:
    """All that the pages may say."""

    site: Site
    boards: tuple[Board, ...]
    """In the order of ``site.yaml``, then of the cohort keys."""
    graphs: Mapping[str, Graph]
    """Every rubric version found, by id."""
    left_out: tuple[LeftOut, ...]
    """Exports that are on no board, by folder."""
    problems: tuple[Problem, ...]
    """Everything that is wrong with the inputs, in order and each once."""
    provenance: Provenance
    released: Mapping[str, Release] = field(default_factory=dict)
    """Rubric id → release, in the order of families and versions; a rubric without one is a draft."""
    studies: tuple[Study, ...] = ()
    """In the order of ``site.yaml``; families without a study have none."""
    differences: tuple[RubricDifference, ...] = ()
    """Every two released versions of the families on the site, with their runs under both."""
    self_tests: Mapping[str, SelfTests] = field(default_factory=dict)
    """Rubric id → what trying it gave, for every version of the families on the site."""
    ledger: Ledger = NO_LEDGER
    """Pinned first scores, withdrawals and corrections; empty for a project without a ledger."""
    lost_cohorts: frozenset[int] = frozenset()
    """Numbers of the ledger's cohort entries of which a withheld median can no longer be computed."""
    copies: Copies = Copies()
    edition: Edition | None = None
    """The frozen edition that this is; ``None`` for the living site."""
    editions: tuple[FrozenEdition, ...] = ()
    """The editions frozen before, oldest first; inside of an edition there are none."""
    own_pages: tuple[OwnPage, ...] = ()
    """The pages of prose that the project adds, by name."""
