"""Withdrawn exports that come back under another id: known by files that no other export had.

The digest of an export holds its id, so that a renamed one has another. The entry of a withdrawal therefore
keeps digests of single files. Where every file was touched nothing can be known, and nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from site_builder.errors import Problem, shorten
from site_builder.records.ledger import LEDGER_FILE, Ledger, Withdrawal
from site_builder.records.run import RunRecord
from site_builder.site_data import Board

MOST_MARKS = 24
"""Files by which a withdrawn export is known."""
SMALLEST_MARK = 256
"""Bytes; smaller files (an empty list, a version) come to be alike without being the same."""


def marks_of(run: RunRecord, others: Iterable[RunRecord]) -> tuple[str, ...]:
    """Return SHA-256 digests of the files by which an export can be known again, the largest first.

    These are its own records (telemetry, artifacts, reports; not the workspace) that no export of ``others``
    holds; none where a file holds several runs, since they share it.
    """
    elsewhere = {digest for other in others for digest in other.export.values()}
    records = sorted(run.files, key=lambda file: (-file.bytes, file.path))
    own = [file.sha256 for file in records if file.bytes >= SMALLEST_MARK and file.sha256 not in elsewhere]
    return tuple(dict.fromkeys(own))[:MOST_MARKS]


def withdrawn_again(boards: Sequence[Board], ledger: Ledger) -> Iterator[Problem]:
    """Yield a warning for every run that ranks and holds half or more of the files of a withdrawn one."""
    withdrawn = [one for history in ledger.by_run.values() if (one := history.withdrawn) and one.files]
    if not withdrawn:
        return
    runs = {
        (entry.run.folder, entry.run.run_id): entry.run
        for board in boards
        for entry in board.entries
        if entry.withdrawn is None
    }
    marks = {digest for one in withdrawn for digest in one.files}
    for run in runs.values():
        held = marks.intersection(run.export.values())
        for one in withdrawn if held else ():
            shared = held.intersection(one.files)
            if one.family == run.family and one.run != run.run_id and 2 * len(shared) >= len(one.files):
                yield _again(run, one, shared)


def _again(run: RunRecord, withdrawal: Withdrawal, shared: set[str]) -> Problem:
    named = sorted(path for path, digest in run.export.items() if digest in shared)
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    return Problem(
        file=run.folder,
        code="ledger.withdrawn-again",
        message=f"{run.run_id} holds {len(shared)} of {len(withdrawal.files)} files by which "
        f"{withdrawal.run}, withdrawn on {withdrawal.date} by entry {withdrawal.entry}, is known: "
        f"{shorten(named[0])}{more}. "
        f"{LEDGER_FILE} knows the withdrawn run under its old id alone, so this one ranks.",
        advice=f"Withdraw it as well (`site-builder withdraw {run.run_id} --why …`); if the cause of the "
        f"withdrawal is cured, `site-builder reinstate {withdrawal.run} --why …`.",
        severity="warning",
        run=run.run_id,
    )
