"""Sessions that cannot both be right: one id for two, or two human baselines for one fixture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from site_builder.records.run import Imported, RunRecord
from site_builder.sources.importers.scorecrux_places import place_of
from site_builder.sources.importers.scorecrux_words import Finding

Conflict = tuple[str, Finding]
"""Address of the session to leave out, and why."""


def same_ids(imported: Iterable[Imported]) -> Iterator[Conflict]:
    """Yield every session whose id an earlier one, in order of addresses, has taken."""
    taken: dict[str, str] = {}
    for item in sorted(imported, key=_address):
        if item.run is None:
            continue
        holder = taken.setdefault(item.run.run_id, item.folder)
        if holder != item.folder:
            message = f"The session id {item.run.run_id} is already that of {holder}."
            yield (
                item.folder,
                Finding("duplicate-id", "/session/id", message, "Give every session its own id."),
            )


def other_baselines(runs: Sequence[RunRecord]) -> Iterator[Conflict]:
    """Yield every session that states another human baseline than the first of its fixture did.

    The baseline belongs to the fixture, and a new one makes a new version of the task set. Which session was
    first is told by its start, then by its id; sessions without a start come last.
    """
    first: dict[tuple[str, str], tuple[float, str]] = {}
    for run in sorted(runs, key=lambda run: (run.started_at or "~", run.run_id)):
        fixture, stated = run.labels.get("fixture"), run.metric("t_human_s").value
        if fixture is None or stated is None:
            continue
        locked, holder = first.setdefault((run.cohort, fixture), (stated, run.run_id))
        if stated != locked:
            message = (
                f"The human baseline of the fixture {fixture} is stated as {stated:g} s, "
                f"and was {locked:g} s in {holder}."
            )
            advice = "Correct it, or give the task set a new version when its baselines changed."
            yield run.folder, Finding("other-baseline", "/fundamentals/T_human_s", message, advice)


def _address(item: Imported) -> tuple[bytes, int]:
    place = place_of(Path(item.folder))
    return str(place.file).encode("utf-8", "surrogateescape"), place.line
