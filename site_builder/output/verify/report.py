"""What was found, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from site_builder.output.verify.faults import KINDS, MATCHED


def certificate(counts: dict[str, int], where: str = "") -> str:
    """Return what was found in one line: ``4,812 numbers: 4,400 re-derived, 412 measured``."""
    total = sum(counts.get(kind, 0) for kind in KINDS)
    words = {MATCHED: "equal to the data only"}
    parts = [f"{counts[kind]:,} {words.get(kind, kind)}" for kind in KINDS if counts.get(kind)]
    head = f"{total:,} numbers{where}" if total > 1 else f"{total or 'no'} number{where}"
    return f"{head}: {', '.join(parts)}" if parts else head


def kind_of_page(path: str) -> str:
    """Return under which heading the numbers of a page are counted: the first folder of its address."""
    return path.partition("/")[0] if "/" in path else "home"


def tally(counts: dict[str, int]) -> dict[str, int]:
    """Return counts by kind, all of them first."""
    return {
        "all": sum(counts.get(kind, 0) for kind in KINDS),
        **{kind: counts.get(kind, 0) for kind in KINDS},
    }


def report_of(pages: Iterable[tuple[str, dict[str, int], dict[str, int]]]) -> dict[str, Any]:
    """Return what ``verify/report.json`` says of (path, counts, matched names) of all pages."""
    counts: Counter[str] = Counter()
    matched: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    for path, of_page, names in pages:
        counts.update(of_page)
        matched.update(names)
        kinds.setdefault(kind_of_page(path), Counter()).update(of_page)
    return {
        "format": "proofboard-verification/1",
        "certificate": certificate(counts),
        "numbers": tally(counts),
        "pages": {kind: tally(kinds[kind]) for kind in sorted(kinds)},
        "matched": {name: matched[name] for name in sorted(matched)},
    }
