"""Entries of ``runs/ledger.jsonl``: first scores, withdrawals and corrections, each pinned once for ever.

Machines write them and machines read them; ``docs/ledger.md`` says more. An entry is one line of JSON in
UTF-8 with sorted keys and no spaces. ``previous`` chains it to the line before, ``seal`` closes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec

from site_builder.records.run import Reason

LEDGER_FILE = "runs/ledger.jsonl"
"""Where a project keeps it, relative to its root."""
FIRST = "first"
"""What stands in ``previous`` of the first entry."""
UNSEALED = "0" * 64
"""What stands in the place of the seal while it is computed."""

Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Digest = Annotated[str, msgspec.Meta(pattern=r"^sha256:[0-9a-f]{64}$")]
Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Number = Annotated[int, msgspec.Meta(ge=1)]
Value = float | Reason
"""A value at full precision, or the reason why there is none."""


class _Link(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", gc=False
):
    """What every entry has."""

    entry: Number = 1
    """1 for the first line of the ledger, and so on without a gap."""
    previous: str = FIRST
    """SHA-256, in hexadecimal digits, of the whole line before with its line end; ``first`` for entry 1."""
    seal: str = UNSEALED
    """SHA-256, in hexadecimal digits, of this line with its line end and 64 zeros in the seal's place."""
    date: Day
    """UTC day on which the entry was made."""
    family: str


class PinnedMedian(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A median as it was when scores were pinned."""

    value: float | None
    """``None`` where fewer runs than the rubric's minimum had the value, or where it is withheld."""
    lacking: tuple[str, ...] = ()
    """Ids of the cohort's runs that did not have the value, sorted."""
    withheld: bool = False
    """True where the rubric withholds the median: it is used, and published nowhere."""


class CohortEntry(_Link, frozen=True, gc=False, tag="cohort"):
    """The runs that scores were compared with, and their medians; score entries refer to it by number."""

    cohort: str
    """Key of the cohort (for Favur: the statement of work)."""
    rubric: str
    rubric_digest: Digest
    runs: tuple[str, ...]
    """Ids of the runs that the medians were taken over, sorted."""
    exports: Digest
    """Over the lines ``id digest`` of these runs, so that one can see whether they are still the same."""
    medians: dict[str, PinnedMedian]
    """Node id → median; empty for a rubric without cohort medians."""


class ScoreEntry(_Link, frozen=True, gc=False, tag="score"):
    """The scores of one run under one rubric."""

    run: str
    """Run id as exported."""
    folder: str
    """Folder of the export relative to the project."""
    digest: Digest
    """Of the export."""
    rubric: str
    rubric_digest: Digest
    cohort: Number
    """Number of the entry that holds the cohort."""
    tools: dict[str, str]
    """Versions of the tools that measured, and of the program (``site-builder``)."""
    headline: str
    """Id of the node by which boards rank; its value is among ``values``."""
    values: dict[str, Value]
    """Node id → value or reason, of every node that the rubric's layout names and that is not withheld."""
    coverage: float
    """Of the headline, 0–1."""
    lower: float | None
    """The headline with every missing part at its worst; null where that is unbounded."""
    upper: float | None


class Withdrawal(_Link, frozen=True, gc=False, tag="withdrawal"):
    """A run that no longer ranks; its page stays."""

    run: str
    why: Text
    files: tuple[Sha256, ...] = ()
    """SHA-256 of files that the export alone had, by which it is known under another id; the largest first.

    Empty where the export was not there or has no file of its own."""


class Reinstatement(_Link, frozen=True, gc=False, tag="reinstatement"):
    """The end of a withdrawal that should not have been, or whose cause is cured."""

    run: str
    why: Text


class Correction(_Link, frozen=True, gc=False, tag="correction"):
    """An export that was changed after its score was pinned, and accepted as changed."""

    run: str
    why: Text
    old: Digest
    """Digest of the export as it was pinned, or corrected to, before."""
    new: Digest


LedgerEntry = CohortEntry | ScoreEntry | Withdrawal | Reinstatement | Correction
Notice = Withdrawal | Reinstatement | Correction
"""What people enter by hand, with their reason."""


def why_of(notice: Notice) -> str:
    """Return the reason as a clause: without the stop, which the sentence around it has itself."""
    return notice.why.strip().rstrip(".")


RunName = tuple[str, str]
"""(family, run id)."""


class History(msgspec.Struct, frozen=True):
    """What the ledger says of one run, each in the order of the entries."""

    scores: tuple[ScoreEntry, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def first(self) -> ScoreEntry | None:
        """The pinned first score; ``None`` for a run without one."""
        return self.scores[0] if self.scores else None

    @property
    def withdrawn(self) -> Withdrawal | None:
        """The withdrawal in force, ``None`` when there is none or it was taken back."""
        last: Withdrawal | None = None
        for notice in self.notices:
            if not isinstance(notice, Correction):
                last = notice if isinstance(notice, Withdrawal) else None
        return last

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The corrections of the export."""
        return tuple(notice for notice in self.notices if isinstance(notice, Correction))

    @property
    def digest(self) -> str:
        """Digest that the export must have: as corrected last, else as pinned; empty when not pinned."""
        if self.corrections:
            return self.corrections[-1].new
        return self.scores[0].digest if self.scores else ""

    def under(self, rubric: str, digest: str) -> ScoreEntry | None:
        """Return the pinned scores of the export with ``digest`` under a rubric."""
        return next((s for s in self.scores if s.rubric == rubric and s.digest == digest), None)


NO_HISTORY = History()


class Ledger:
    """All entries of a ledger that are understood and whole, with look-ups. Never changed once made."""

    __slots__ = ("by_run", "cohorts", "digest", "entries")

    def __init__(self, entries: Iterable[LedgerEntry] = (), digest: str = "") -> None:
        """``digest`` is ``sha256:`` over the bytes of the file, empty without one."""
        self.entries: tuple[LedgerEntry, ...] = tuple(entries)
        self.digest = digest
        self.cohorts: Mapping[int, CohortEntry] = MappingProxyType(
            {entry.entry: entry for entry in self.entries if isinstance(entry, CohortEntry)}
        )
        self.by_run: Mapping[RunName, History] = MappingProxyType(_histories(self.entries))

    def of(self, family: str, run_id: str) -> History:
        """Return what the ledger says of a run; an empty history for one it does not know."""
        return self.by_run.get((family, run_id), NO_HISTORY)

    def cohort_of(self, score: ScoreEntry) -> CohortEntry | None:
        """Return the cohort that a score was pinned with; ``None`` when that entry is not whole."""
        return self.cohorts.get(score.cohort)


def _histories(entries: Iterable[LedgerEntry]) -> dict[RunName, History]:
    scores: dict[RunName, list[ScoreEntry]] = {}
    notices: dict[RunName, list[Notice]] = {}
    for entry in entries:
        if isinstance(entry, ScoreEntry):
            scores.setdefault((entry.family, entry.run), []).append(entry)
        elif not isinstance(entry, CohortEntry):
            notices.setdefault((entry.family, entry.run), []).append(entry)
    names = dict.fromkeys((*scores, *notices))
    return {name: History(tuple(scores.get(name, ())), tuple(notices.get(name, ()))) for name in names}


NO_LEDGER = Ledger()
"""Of a project without one."""
