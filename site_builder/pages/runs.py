"""Plain facts of a run in the form pages show them: dates in UTC, duration, model families."""

from __future__ import annotations

import datetime as dt
from typing import Any

from site_builder.pages.cells import Cell
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric import is_other_version
from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph


def day(moment: str) -> str:
    """Return the UTC day of an RFC 3339 time (``2026-09-30``), or empty."""
    return moment[:10]


def added(lookup: SiteLookup, run: RunRecord) -> str:
    """Return the UTC day on which a run came to the site (``2026-10-06``).

    The ledger knows it, as the day of the first pinned score. Of a run without one it is the day on which the
    run finished, which is empty where the export does not say it.
    """
    first = lookup.data.ledger.of(run.family, run.run_id).first
    return first.date if first is not None else day(run.finished_at)


def minute(moment: str) -> str:
    """Return a UTC time to the minute (``2026-09-30 14:05 UTC``), or empty."""
    return f"{moment[:10]} {moment[11:16]} UTC" if len(moment) >= 16 else moment


def duration(run: RunRecord) -> Cell:
    """Return how long a run took, in seconds from start to finish."""
    if not run.started_at or not run.finished_at:
        return Cell("run.duration_s", None, 0, "seconds", "not_collected", "the export names no start or end")
    started, finished = (
        dt.datetime.fromisoformat(moment.replace("Z", "+00:00"))
        for moment in (run.started_at, run.finished_at)
    )
    return Cell("run.duration_s", (finished - started).total_seconds(), 0, "seconds", form="duration")


def families(lookup: SiteLookup, run: RunRecord) -> tuple[str, ...]:
    """Return the shown names of the families (else providers) of a run's models, sorted."""
    named = {lookup.name(model.family or model.provider) for model in run.models}
    return tuple(sorted(name for name in named if name))


def providers(lookup: SiteLookup, run: RunRecord) -> tuple[str, ...]:
    """Return the shown names of who provides a run's models, sorted; empty where the export names nobody."""
    named = {lookup.name(model.provider) for model in run.models if model.provider}
    return tuple(sorted(named))


def model_names(lookup: SiteLookup, run: RunRecord) -> dict[str, str]:
    """Return model id → shown name."""
    return {model.id: lookup.name(model.name or model.id) for model in run.models}


def role_models(lookup: SiteLookup, run: RunRecord) -> dict[str, str]:
    """Return role, as the export names it → shown name of its model."""
    names = model_names(lookup, run)
    return {role: names.get(model, lookup.name(model)) for role, model in run.role_models.items()}


def tool_notes(graph: Graph, tools: Any) -> tuple[str, ...]:
    """Return a sentence for each tool that measured with another version than the rubric names."""
    found: dict[str, set[str]] = {}
    for versions in tools:
        for tool, version in versions.items():
            wanted = graph.rubric.tools.get(tool)
            if wanted and is_other_version(wanted, version):
                found.setdefault(tool, set()).add(version)
    return tuple(
        f"Measured with {tool} {', '.join(sorted(versions))}; the rubric's digits are those of {tool} "
        f"{graph.rubric.tools[tool]}."
        for tool, versions in sorted(found.items())
    )
