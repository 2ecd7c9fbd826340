"""JSON Schemas of the events of a Favur export and of the records that its roles leave in ``artifacts/``.

Words and names are those of the measures; a test holds the fields against those that the measures read.
"""

from __future__ import annotations

from site_builder.measures.artifacts import (
    CHECKS,
    LONGEST_TASK_HOURS,
    REVIEW_POINTS,
    SECTIONS,
    SPRINT_POINTS,
)
from site_builder.measures.roles import ROLES, SUPERVISION
from site_builder.measures.telemetry import HALLUCINATED, KNOWN, NEED_OK, UNAUTHORIZED
from site_builder.measures.telemetry_lines import NUMBERS
from site_builder.sources.json_schema import (
    AMOUNT,
    COUNT,
    FLAG,
    TEXT,
    Schema,
    about,
    listed,
    one_of,
    record,
)


def event_schema() -> Schema:
    """Return the schema of one line of ``telemetry/*.jsonl``."""
    properties: Schema = {
        "event": one_of(sorted(KNOWN), "The type; events of another are ignored."),
        "role": one_of((*ROLES, SUPERVISION), "Whose it is; absent: of the run."),
        "model": about(TEXT, "Id of the model of a request."),
        "ok": about(FLAG, "Whether a request or a call succeeded."),
        "error_type": about(TEXT, f"Why not: {HALLUCINATED} of a call, {UNAUTHORIZED} of an error."),
        "retry_count": about({"type": ["integer", "null"]}, "0 for the first attempt; absent: not known."),
        "exit_code": about({"type": ["integer", "null"]}, "Of a command; absent or -1: not captured."),
    }
    properties |= dict.fromkeys(NUMBERS, AMOUNT)
    needs_ok = {
        "if": {"properties": {"event": one_of(NEED_OK)}, "required": ["event"]},
        "then": {"required": ["ok"]},
    }
    return record(properties, "One event; further keys are for readers.", ["event"]) | needs_ok


def artifacts_schema() -> Schema:
    """Return the schema of all records by role; that of one file stands under ``$defs``."""
    definitions = _definitions()
    roles = {role: {"$ref": f"#/$defs/{role}"} for role in definitions}
    return record(roles, "Role → what stands in artifacts/<role>.json.") | {"$defs": definitions}


def _definitions() -> Schema:
    validator = record({"passed": COUNT, "total": COUNT}, "What a validator said.")
    checks = record(dict.fromkeys(CHECKS, FLAG), "What was checked.")
    issues = listed({"severity": TEXT, "resolved": FLAG}, "What was found.")
    hours = about(AMOUNT, f"Hours; at most {LONGEST_TASK_HOURS} is right.")
    task = {
        "id": TEXT,
        "estimate_hours": hours,
        "depends_on": about({"type": "array"}, "May be empty; absent: not declared."),
        "acceptance_criteria": about(COUNT, "How many it has."),
    }
    question = record(dict.fromkeys(("found", "resolved", "deferred"), COUNT), "Open questions.")
    fields: dict[str, Schema] = {
        "code_review": {
            "reviews": listed({"task": TEXT, "verdict": one_of(REVIEW_POINTS), "issues": issues}, "In order.")
        },
        "sprint_review": {
            "reviews": listed(
                {"sprint": TEXT, "verdict": one_of(SPRINT_POINTS), "checks": checks}, "In order."
            )
        },
        "sprint_plan": {
            "sections": {"type": "array", "items": one_of(SECTIONS)},
            "tasks": listed(task, "What is to be done."),
        },
        "pseudocode": {
            "documents": listed(
                {"task": TEXT} | dict.fromkeys(("pseudocode", "testing", "testing_boundary"), FLAG),
                "What was written.",
            )
        },
        "director": {
            "goals": listed({"id": TEXT, "binary_criteria": COUNT}, "What is to be reached."),
            "open_questions": question,
            "validator": validator,
        },
        "architect": {
            "document_written": FLAG,
            "components": listed({"name": TEXT, "documented": FLAG}, "Parts of the design."),
            "adrs": about(COUNT, "Decision records."),
            "validator": validator,
        },
        "spec": {
            "decisions": listed({"id": TEXT, "hedged": FLAG}, "Only `hedged: false` is firm."),
            "self_check": FLAG,
        },
        "scout": dict.fromkeys(("observations", "insights", "concerns"), COUNT)
        | {"null_outcome": about(FLAG, "Nothing was there to be found.")},
    }
    return {role: record(properties, f"artifacts/{role}.json") for role, properties in fields.items()}
