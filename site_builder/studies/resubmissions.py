"""Withdrawn exports that are submitted again under another id, recognised by files that they alone had.

The digest of an export holds its id, so that a renamed one has another. The entry of a withdrawal therefore
keeps digests of single files. Where every file was touched nothing can be known, and nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from site_builder.errors import Problem, shorten
from site_builder.records.ledger import LEDGER_FILE, Ledger, Withdrawal
from site_builder.records.run import RunRecord
from site_builder.site_data import Board

MOST_FINGERPRINTS = 24
"""Files of a withdrawn export whose digests are kept."""
SMALLEST_FINGERPRINTED = 256
"""Bytes; smaller files (an empty list, a version) may be equal in unrelated exports."""


def fingerprints_of(run: RunRecord, others: Iterable[RunRecord]) -> tuple[str, ...]:
    """Return SHA-256 digests of the files by which an export can be recognised, the largest first.

    These are its own records (telemetry, artifacts, reports; not the workspace) that no export of ``others``
    holds; none where a file holds several runs, since they share it.
    """
    elsewhere = {digest for other in others for digest in other.export.values()}
    records = sorted(run.files, key=lambda file: (-file.bytes, file.path))
    large = [file.sha256 for file in records if file.bytes >= SMALLEST_FINGERPRINTED]
    own = [digest for digest in large if digest not in elsewhere]
    return tuple(dict.fromkeys(own))[:MOST_FINGERPRINTS]


def resubmitted_withdrawals(boards: Sequence[Board], ledger: Ledger) -> Iterator[Problem]:
    """Yield a warning for every run that ranks and holds half or more of the files of a withdrawn one."""
    withdrawn = [last for history in ledger.by_run.values() if (last := history.withdrawn) and last.files]
    if not withdrawn:
        return
    runs = {
        (entry.run.folder, entry.run.run_id): entry.run
        for board in boards
        for entry in board.entries
        if entry.withdrawn is None
    }
    fingerprints = {digest for withdrawal in withdrawn for digest in withdrawal.files}
    for run in runs.values():
        matches = fingerprints.intersection(run.export.values())
        for withdrawal in withdrawn if matches else ():
            shared = matches.intersection(withdrawal.files)
            renamed = withdrawal.family == run.family and withdrawal.run != run.run_id
            if renamed and 2 * len(shared) >= len(withdrawal.files):
                yield _resubmitted(run, withdrawal, shared)


def _resubmitted(run: RunRecord, withdrawal: Withdrawal, shared: set[str]) -> Problem:
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
