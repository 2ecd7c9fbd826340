"""A judgement as one JSON document: everything that may be published, the ids of reviewers not among it."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.records.blueprint import Output
from site_builder.records.run import REASON_WORDS
from site_builder.scoring.evaluate import Scored
from site_builder.studies.blueprint.judgement import Additions, Judgement
from site_builder.studies.blueprint.settings import Settings

LOCAL = "Added by this program; the methodology defines none of it, and none of it decides the gate."


def document(judgement: Judgement) -> dict[str, Any]:
    """Return a judgement as JSON values."""
    settings, suite = judgement.settings, judgement.suite
    found: dict[str, Any] = {
        "outcome": judgement.outcome,
        "rubric": settings.rubric,
        "rubric_digest": settings.digest,
        "suite": {
            "id": suite.id,
            "version": suite.version,
            "digest": suite.digest,
            "cases": len(suite.cases),
        },
        "run": {
            "id": judgement.run_id,
            "folder": judgement.recorded.folder,
            "digest": judgement.recorded.digest,
            "disclosures": judgement.disclosures,
        },
        "rejections": [{"reason": r.reason, **msgspec.to_builtins(r)} for r in judgement.rejections],
    }
    if judgement.readiness is not None and judgement.scored is not None:
        found |= {
            "checks": [msgspec.to_builtins(check) for check in judgement.gate],
            "advisories": [msgspec.to_builtins(check) for check in judgement.advisories],
            "conditions": _conditions(judgement.scored, settings),
            "outputs": [_output(o) for _, o in sorted(judgement.recorded.outputs.items())],
            "limitation": settings.limitation,
        }
    if judgement.additions is not None:
        found["local_additions"] = {"about": LOCAL, **_additions(judgement.additions, settings)}
    return found


def _conditions(scored: Scored, settings: Settings) -> dict[str, Any]:
    """Return condition → metric → value, or why there is none."""
    return {
        condition: {
            step.id.removeprefix(f"{part}."): _value(scored, step.id)
            for step in scored.graph.steps
            if step.id.startswith(f"{part}.")
        }
        for condition, part in settings.conditions.items()
    }


def _value(scored: Scored, node: str) -> float | dict[str, str] | None:
    result = scored[node]
    if result.absence is None:
        return result.value
    return {"missing": REASON_WORDS[result.absence.reason], "detail": result.absence.detail}


def _output(output: Output) -> dict[str, Any]:
    withheld = {"withheld": list(output.withheld)} if output.withheld else {}
    return {"path": output.path, "bytes": output.bytes, "sha256": output.sha256, **withheld}


def _additions(additions: Additions, settings: Settings) -> dict[str, Any]:
    return {
        "agreement": [msgspec.to_builtins(item) for item in additions.agreement],
        "disagreements": [
            {**msgspec.to_builtins(item), "ratings": dict(item.ratings)} for item in additions.disagreements
        ],
        "parts": [
            {
                "kind": part.kind,
                "name": part.name,
                "cases": list(part.cases),
                "conditions": _conditions(part.scored, settings),
            }
            for part in additions.parts
        ],
        "differences": [msgspec.to_builtins(item) for item in additions.differences],
        "growth": [msgspec.to_builtins(item) for item in additions.growth],
        "reviewers": [msgspec.to_builtins(item) for item in additions.reviewers],
    }
