"""JSON Schema of the ``meta.json`` of a Favur export, for the people who write exporters.

It says what an export should hold. The importer is more patient: a figure of the wrong type counts as absent,
with a problem that says so, and only what identifies the run is required.
"""

from __future__ import annotations

from site_builder.measures.deliverables import KINDS
from site_builder.sources.importers.favur_meta import RUN_ID, SCHEMA
from site_builder.sources.importers.favur_results import VERDICTS
from site_builder.sources.json_schema import (
    AMOUNT,
    COUNT,
    FLAG,
    TEXT,
    Schema,
    about,
    listed,
    mapping,
    one_of,
    record,
)

MOMENT: Schema = {"type": "string", "format": "date-time", "description": "RFC 3339 with seconds and offset."}

USAGE = {
    "requests": (COUNT, "LLM requests."),
    "failed_requests": (COUNT, "Requests that failed in transport."),
    "request_time_s": (AMOUNT, "Seconds spent waiting for requests, summed."),
    "input_tokens": (COUNT, "Prompt tokens not read from a cache; those written to one are included."),
    "cache_read_tokens": (COUNT, "Prompt tokens read from a cache."),
    "cache_write_tokens": (COUNT, "The part of input_tokens that was written to a cache."),
    "output_tokens": (COUNT, "Tokens the models produced."),
    "cost_usd": (AMOUNT, "Cost in US dollars, as recorded; never computed from prices."),
    "sessions": (COUNT, "Agent sessions started."),
    "largest_prompt_tokens": (COUNT, "Largest prompt of one request, cache reads included."),
}


def run_schema() -> Schema:
    """Return the schema of ``meta.json``."""
    return {
        "type": "object",
        "properties": _identity() | _use() | _outcome(),
        "required": ["schema", "run_id", "sow", "started_at", "finished_at"],
    }


def _identity() -> Schema:
    """Return what the run is, when it ran and what with."""
    return {
        "schema": {"const": SCHEMA},
        "run_id": {
            "type": "string",
            "pattern": f"^{RUN_ID.pattern}$",
            "description": "Unique on a board.",
        },
        "sow": record(
            {"id": {"type": "string", "minLength": 1}, "title": TEXT},
            "The statement of work; runs of the same one are compared.",
            ["id"],
        ),
        "configuration": about(TEXT, "Label of models, harness and settings; equal labels are repeats."),
        "started_at": MOMENT,
        "finished_at": MOMENT,
        "harness": record(
            {"name": TEXT, "version": TEXT, "commit": TEXT, "command": TEXT},
            "What ran the agents: its commit (with -dirty where it had changes), and the command of the run.",
        ),
        "models": listed(
            {"id": TEXT, "name": TEXT, "family": TEXT, "provider": TEXT, "context_window": COUNT},
            "Models of the run; a context window is in tokens, 200,000 where absent.",
            ["id"],
        ),
    }


def _use() -> Schema:
    """Return what it used, and what that cost."""
    return {
        "usage": _usage("The whole run, without supervision."),
        "supervision": _usage("The health-check poller, which belongs to no run figure."),
        "roles": mapping(
            record(
                {"model": TEXT, "usage": _usage("This role alone."), "context": _context("This role alone.")},
                "A role that ran.",
            ),
            "Role id → what it was given and used.",
        ),
        "pricing": mapping(
            record(
                dict.fromkeys(("input", "output", "cache_read", "cache_write"), AMOUNT),
                "US dollars per million tokens.",
            ),
            "Model id → prices.",
        ),
        "role_model_parity": listed(
            {"role": TEXT, "model": TEXT, "priced": FLAG}, "`priced: false` means that no price is known."
        ),
        "context": _context("Static overhead of the run."),
    }


def _outcome() -> Schema:
    """Return what it produced and reached."""
    return {
        "deliverables": listed(
            {
                "path": about(TEXT, "Relative to workspace/, with / and without .."),
                "kind": one_of(KINDS),
                "sha256": {"type": "string", "pattern": "^[0-9A-Fa-f]{64}$"},
                "loc": COUNT,
                "role": TEXT,
            },
            "The manifest of what was produced.",
            ["path", "kind"],
        ),
        "milestones": listed({"id": TEXT, "completed": FLAG}, "What was to be reached."),
        "acceptance_criteria": listed({"id": TEXT, "met": FLAG}, "What was to be met."),
        "sprints": listed(
            {
                "id": TEXT,
                "verdicts": {"type": "array", "items": one_of(VERDICTS)},
                "fix_tasks": COUNT,
            },
            "Sprints with their verdicts in order.",
        ),
        "tests": record(
            dict.fromkeys(("passed", "failed", "errors", "skipped"), COUNT),
            "The run's own test run; results/junit.xml serves where it is absent.",
        ),
        "coverage_percent": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "Line coverage; results/coverage.json serves where it is absent.",
        },
    }


def _usage(words: str) -> Schema:
    return record({name: about(kind, told) for name, (kind, told) in USAGE.items()}, words)


def _context(words: str) -> Schema:
    names = ("system_tokens", "tool_schema_tokens", "window_tokens")
    return record(dict.fromkeys(names, COUNT), words)
