"""JSON Schemas of a recorded run: ``run.json`` and ``reviews.json``, from the rules that admit a run."""

from __future__ import annotations

from site_builder.records.blueprint import DISCLOSURES
from site_builder.sources.json_schema import AMOUNT, COUNT, FILLED, FLAG, TEXT, Schema, about, mapping, record
from site_builder.studies.blueprint.admission import RUN_FIELDS
from site_builder.studies.blueprint.review_rules import BEST_EVIDENCE, FIELDS, NUMBERS, WHOLE


def recorded_run_schema() -> Schema:
    """Return the schema of ``run.json``; further keys are left alone."""
    texts = {name: about(FILLED, f"{title}, as free text.") for name, title in DISCLOSURES.items()}
    others: Schema = {
        "date": {"type": "string", "format": "date", "description": "The day, YYYY-MM-DD."},
        "conditions": {
            "type": "array",
            "items": TEXT,
            "description": "The five of the rubric, in their order.",
        },
    }
    return record(texts | others, "What a run discloses.", sorted(RUN_FIELDS))


def reviews_schema() -> Schema:
    """Return the schema of ``reviews.json``: one object for each review."""
    evidence = {"type": "integer", "minimum": 0, "maximum": BEST_EVIDENCE}
    properties: Schema = {
        "case_id": about(FILLED, "The case of the suite."),
        "condition": about(FILLED, "The condition."),
        "reviewer_id": about(FILLED, "By whom, as a pseudonym."),
        "acceptance_scores": mapping(FLAG, "Text of a criterion → met or not; exactly those of the case."),
        "final_status_accurate": about(FLAG, "Judged: whether the output says truly how it ended."),
        "evidence_quality": about(evidence, "Judged."),
        "notes": about(TEXT, "May be empty."),
    }
    properties |= dict.fromkeys(WHOLE, COUNT)
    properties |= dict.fromkeys(NUMBERS, AMOUNT)
    properties["cost_usd"] = {
        "type": ["number", "null"],
        "minimum": 0,
        "description": "Null or left out where it is not available; blueprint/2.0.0 needs it.",
    }
    return {"type": "array", "items": record(properties, "One review.", sorted(FIELDS - {"cost_usd"}))}
