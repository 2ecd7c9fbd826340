"""Make the ledger of the demonstration anew, as its commands would have made it in October 2026.

One run comes late and is withdrawn, another one comes later still, a session is corrected after an erratum,
and a run comes last that is too fast to be true. Both the withdrawal and the erratum are staged, and say so.
The exports are in the end what the generators make; the ledger is only made anew when those change, since
otherwise one only ever adds to it.

    python runs/make_ledger.py
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
LEDGER = HERE / "ledger.jsonl"
WITHDRAWN, LATE = HERE / "favur/circles-gale-1", HERE / "favur/solar-ember-1"
HASTY = HERE / "favur/circles-haste-1"
"""Comes last, and is in quarantine from its first day."""
CORRECTED = HERE / "scorecrux/incident-review/aurora-large-notes-pager-storm-1.json"
STAGED = "(staged for this demonstration)"


def site_builder(*arguments: str) -> None:
    """Run a command on the demonstration; its failure ends the script."""
    program = "from site_builder.cli import main; main()"
    subprocess.run([sys.executable, "-c", program, *arguments], cwd=HERE.parent, check=True)


def half_as_good(text: str) -> str:
    """Return a session with its recall of decisions halved, the erratum that is corrected later."""
    before, key, after = text.partition('"R_decision": ')
    number, comma, rest = after.partition(",")
    return f"{before}{key}{float(number) / 2}{comma}{rest}"


@contextmanager
def away(*folders: Path) -> Iterator[None]:
    """Keep some exports out of the runs folders for a while."""
    with tempfile.TemporaryDirectory() as aside:
        for folder in folders:
            shutil.move(folder, Path(aside) / folder.name)
        try:
            yield
        finally:
            for folder in folders:
                shutil.move(Path(aside) / folder.name, folder)


def main() -> None:
    """Take three runs away, score, and bring them back one by one."""
    LEDGER.unlink(missing_ok=True)
    right = CORRECTED.read_text(encoding="utf-8")
    with away(HASTY):
        try:
            CORRECTED.write_text(half_as_good(right), encoding="utf-8")
            with away(LATE):
                with away(WITHDRAWN):
                    site_builder("score", "--date", "2026-10-06")
                site_builder("score", "--date", "2026-10-09")
        finally:
            CORRECTED.write_text(right, encoding="utf-8")
        why = f"half of the recalled decisions had been left out of the count {STAGED}"
        site_builder("correct", CORRECTED.stem, "--date", "2026-10-14", "--why", why)
        why = f"its workspace is that of circles-aurora-1, file by file {STAGED}"
        site_builder("withdraw", WITHDRAWN.name, "--date", "2026-10-14", "--why", why)
        site_builder("score", "--date", "2026-10-14")
    site_builder("score", "--date", "2026-10-14")


if __name__ == "__main__":
    main()
