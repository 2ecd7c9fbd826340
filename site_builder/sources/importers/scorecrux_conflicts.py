"""Sessions that cannot both be right: one id for two, or two human baselines for one fixture."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.records.run import Imported, RunRecord
from site_builder.sources.importers.scorecrux_words import Finding


def conflicts(imported: Sequence[Imported]) -> dict[int, Finding]:
    """Return position → finding for every session that contradicts an earlier one."""
    found: dict[int, Finding] = {}
    taken: dict[str, str] = {}
    for position, item in enumerate(imported):
        if item.run is None:
            continue
        if item.run.run_id in taken:
            message = f"The session id {item.run.run_id} is already that of one in {taken[item.run.run_id]}."
            found[position] = Finding(
                "duplicate-id", "/session/id", message, "Give every session its own id."
            )
        place = f", {item.run.place}" if item.run.place else ""
        taken.setdefault(item.run.run_id, f"{item.folder}{place}")
    rest = {p: item.run for p, item in enumerate(imported) if item.run is not None and p not in found}
    return found | _other_baselines(rest)


def _other_baselines(runs: dict[int, RunRecord]) -> dict[int, Finding]:
    """Return every session that states another human baseline than the first of its fixture did.

    The baseline belongs to the fixture, and a new one makes a new version of the task set. Which session was
    first is told by its start, then by its id; sessions without a start come last.
    """
    found: dict[int, Finding] = {}
    first: dict[tuple[str, str], tuple[float, str]] = {}
    for position, run in sorted(runs.items(), key=lambda pair: (pair[1].started_at or "~", pair[1].run_id)):
        fixture, stated = run.labels.get("fixture"), run.metric("t_human_s").value
        if fixture is None or stated is None:
            continue
        locked, holder = first.setdefault((run.cohort, fixture), (stated, run.run_id))
        if stated != locked:
            here, there = (repr(seconds).removesuffix(".0") for seconds in (stated, locked))
            message = (
                f"The human baseline of the fixture {fixture} is stated as {here} s, "
                f"and was {there} s in {holder}."
            )
            advice = "Correct it, or give the task set a new version when its baselines changed."
            found[position] = Finding("other-baseline", "/fundamentals/T_human_s", message, advice)
    return found
