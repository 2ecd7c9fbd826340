"""Measure a ledger of 100,000 entries: appended in one go, read and verified, and appended to once more.

Seconds are those of the processor, so that other work on the machine does not count.

python benchmarks/ledger.py            # prints seconds and megabytes
python benchmarks/ledger.py 10000      # with another number of entries
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from site_builder.records.ledger import LEDGER_FILE, CohortEntry, LedgerEntry, ScoreEntry, Withdrawal
from site_builder.sources.ledger import ReadLedger, read_ledger
from site_builder.sources.ledger_append import append

DIGEST = f"sha256:{'5' * 64}"
DAY = "2026-10-01"
VALUES = 24
"""Values of an entry; a run of Favur has about as many."""


def entries(count: int) -> list[LedgerEntry]:
    """Return a cohort and the scores of ``count - 1`` runs."""
    cohort = CohortEntry(
        date=DAY,
        family="favur",
        cohort="circles",
        rubric="favur/15",
        rubric_digest=DIGEST,
        runs=tuple(f"run-{n:06d}" for n in range(1000)),
        exports=DIGEST,
        medians={},
    )
    return [cohort, *(_score(n) for n in range(count - 1))]


def main() -> None:
    """Print what appending, verifying and one more entry cost."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    made = entries(count)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        began = time.process_time()
        append(root, ReadLedger(), made)
        appended = time.process_time()
        read = read_ledger(root)
        verified = time.process_time()
        assert not read.problems
        assert len(read.ledger.entries) == count
        append(root, read, [Withdrawal(date=DAY, family="favur", run="run-000001", why="a measurement")])
        again = time.process_time()
        size = (root / LEDGER_FILE).stat().st_size / 1e6
    print(f"{count:,} entries, {size:.0f} MB: appended in {appended - began:.2f} s,")
    print(f"read and verified in {verified - appended:.2f} s, one more in {again - verified:.2f} s")


def _score(number: int) -> ScoreEntry:
    return ScoreEntry(
        date=DAY,
        family="favur",
        run=f"run-{number:06d}",
        folder=f"runs/favur/run-{number:06d}",
        digest=DIGEST,
        rubric="favur/15",
        rubric_digest=DIGEST,
        cohort=1,
        tools={"python": "3.11.2", "radon": "6.0.1", "ruff": "0.17.5", "site-builder": "0.1.0"},
        headline="composite",
        values={f"axes.part_{n}": (number + n) / 7 for n in range(VALUES)},
        coverage=0.97,
        lower=70.5,
        upper=80.25,
    )


if __name__ == "__main__":
    main()
