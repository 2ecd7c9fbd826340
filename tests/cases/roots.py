"""Where the recorded cases lie."""

from __future__ import annotations

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def cases_root(family: str) -> Path:
    """Return the folder of a family's cases: below ``$PROOFBOARD_CASES``, else ``../shared/cases``."""
    root = os.environ.get("PROOFBOARD_CASES")
    return (Path(root) if root else REPOSITORY.parent / "shared" / "cases") / family


def case_folders(family: str, marker: str = "expected.json") -> list[Path]:
    """Return every folder of the family that holds ``marker``, in name order."""
    return sorted(path.parent for path in cases_root(family).glob(f"*/{marker}"))
