"""Levels of verification of a run, each computed from what is known of it here.

The levels say different things, and each stands by itself; a run is labelled with the highest that holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from site_builder.errors import Problem
from site_builder.records.run import RunRecord
from site_builder.records.site import Attestation

LevelName = Literal["self-reported", "schema-checked", "re-scored", "re-run"]

NO_EXPORT = ("ledger.", "site.", "rubric.")
"""How the codes of problems begin that are not about an export."""


class Level(msgspec.Struct, frozen=True):
    """One level, whether it holds for a run, and on what evidence."""

    name: LevelName
    holds: bool
    why: str
    """One sentence: the evidence, or what is wanting."""
    evidence: str
    """An anchor of the run's page (``#evidence``), a path below ``data/evidence/``, or an address."""


def levels_of(
    run: RunRecord, has_score: bool, problems: Iterable[Problem], attestations: Sequence[Attestation]
) -> tuple[Level, ...]:
    """Return the four levels of a run, from the lowest to the highest.

    ``problems`` are those of the run; what the ledger, the site and the rubrics are about does not count.
    """
    own = [p for p in problems if not p.code.startswith(NO_EXPORT)]
    faults = [p for p in own if p.severity != "note" and ".reported-" not in p.code]
    differing = sum(p.code.endswith(".reported-differs") for p in own)
    return (
        Level(
            "self-reported",
            True,
            "Whoever ran the agents made it; that the run happened as it tells is not proven.",
            "#evidence",
        ),
        Level(
            "schema-checked",
            not faults,
            "The strict reader of its format found no fault in the export."
            if not faults
            else f"Reading the export found {_counted(len(faults), 'problem', 'problems')}.",
            "#evidence",
        ),
        _rescored(run, has_score, differing),
        _rerun(attestations),
    )


def highest(levels: Sequence[Level]) -> Level:
    """Return the highest level that holds."""
    return [level for level in levels if level.holds][-1]


def attested(run: RunRecord, attestations: Iterable[Attestation]) -> tuple[Attestation, ...]:
    """Return the attestations of ``site.yaml`` that are about a run."""
    return tuple(a for a in attestations if a.run == run.run_id and a.family in (None, run.family))


def _rescored(run: RunRecord, has_score: bool, differing: int) -> Level:
    stated = len(run.reported)
    if not has_score:
        why = "It has no score."
    elif differing:
        why = f"{_counted(differing, 'result', 'results')} that the export states "
        why += f"{'is' if differing == 1 else 'are'} not what its records give; the recomputed ones count."
    else:
        why = "Its score was computed here from the records of the export"
        why += f", and agrees with what it states itself ({stated} compared)." if stated else "."
    return Level("re-scored", has_score and not differing, why, "#stated" if stated else "#score")


def _rerun(attestations: Sequence[Attestation]) -> Level:
    if not attestations:
        return Level("re-run", False, "Nobody attests that it was run again.", "")
    last = max(attestations, key=lambda one: one.date)
    return Level("re-run", True, f"Run again by {last.by} on {last.date.isoformat()}.", last.evidence)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
