"""JSON Schemas of what stands around results: campaign, scenario, suite, targets, calibration.

A test holds their fields against those that the importers look at.
"""

from __future__ import annotations

from site_builder.records.ruhroh_pack import VERDICTS
from site_builder.records.ruhroh_target import STREAMS
from site_builder.sources.importers.ruhroh import (
    calibrations,
    campaign_folders,
    governance,
    suites,
    target_configs,
)
from site_builder.sources.importers.ruhroh import scenarios as rules
from site_builder.sources.importers.ruhroh.shared_schema import MODEL, TARGET
from site_builder.sources.json_schema import (
    FILLED,
    FILLED_TEXTS,
    FLAG,
    NUMBER,
    TEXT,
    TEXTS,
    Schema,
    about,
    document,
    listed,
    mapping,
    one_of,
    record,
)

_SAFE: Schema = {"type": "string", "pattern": r"^[A-Za-z0-9._-]+$"}
_POSITIVE: Schema = {"type": "number", "exclusiveMinimum": 0}
_DATE: Schema = {"type": "string", "pattern": f"^{governance.DATE.pattern}$"}


def campaign_schema() -> Schema:
    """Return the schema of ``campaign.json``."""
    properties = {
        "format": about({"const": campaign_folders.FORMAT}, "What makes the folder a campaign."),
        "id": about(_SAFE, "Stands in its address."),
        "title": about(FILLED, "Its heading."),
        "about": about(TEXT, "What its publisher says of it, shown as such."),
        "results": about(FILLED, "The result root: a folder, or one loop result."),
        "suites": about(TEXT, "The folder of suites; `suites` below the working folder where absent."),
        "suite": about(TEXT, "Id of the suite. Absent: a comparison without one, never publishable."),
        "run_plans": about(TEXTS, "The plan, or all parts of a sharded one. Absent: samples have no matrix."),
        "rerun_ledger": about(TEXT, "Decisions on planned samples; needs a plan."),
        "calibration": about(TEXT, "Report of the evaluator's calibration."),
        "targets": about(TEXT, "The target configuration, shown on a page of its own."),
    }
    needed = ["format", "id", "title", "results"]
    return document(
        record(properties, "Paths are relative to its folder.", needed),
        f"campaign.json, {campaign_folders.FORMAT}",
    )


def scenario_schema() -> Schema:
    """Return the schema of ``scenario.json``."""
    properties = {
        "version": about({"const": rules.VERSION}, "What kind of document it is."),
        "id": about(_SAFE, "Its name."),
        "title": about(FILLED, "Its heading."),
        "tier": one_of(rules.TIERS, "For `plan --tier`."),
        "kind": one_of(rules.KINDS, "What kind of task it is."),
        "userPrompt": about(TEXT, "The task itself; absent: in a file."),
        "userPromptPath": about(TEXT, f"File of the task; `{rules.PROMPT_FILE}` where absent."),
        "assets": about(TEXTS, "Files and folders beside it that the agent is given."),
        "run": record({"timeoutSeconds": about(_POSITIVE, "600 where absent.")}, "How it is run."),
        "requires": record(
            {
                "continuity": one_of(rules.CONTINUITY, "What goes from one turn to the next."),
                "tools": about({"type": "array"}, "Tools that are needed; may be empty."),
                "network": about(FLAG, "`true` is a warning."),
            },
            "What an agent must have.",
            ["continuity", "tools", "network"],
        ),
        "loop": record(
            {
                "defaultMaxIterations": about(_POSITIVE, "The limit of turns."),
                "stopPolicy": {"const": "goal_satisfied_or_max"},
            },
            "When the loop stops.",
            ["defaultMaxIterations", "stopPolicy"],
        ),
        "evaluation": _evaluation(),
        "metadata": _metadata(),
    }
    needed = ["version", "id", "title", "tier", "kind", "requires", "loop", "evaluation"]
    schema = record(properties, "One task and how it is evaluated.", needed) | {
        "not": {"required": ["driver"]}
    }
    return document(schema, f"scenario.json, {rules.VERSION}")


def _evaluation() -> Schema:
    case = {
        "id": about(FILLED, "Its name."),
        "inputSummary": about(FILLED, "What the evaluator is shown."),
        "expectedStatus": one_of(VERDICTS, "The verdict that is known."),
        "rationale": about(FILLED, "Why."),
    }
    properties = {
        "mode": {"const": "agentic_goal_review"},
        "scenarioContext": about(TEXTS, "What the evaluator has to know; fewer than 2 is a warning."),
        "goalRubric": about(
            {"type": "array", "items": TEXT, "minItems": 1},
            "Criteria; fewer than 3, short ones and general ones are warnings.",
        ),
        "evidenceGuidance": about(TEXTS, "How to look; fewer than 2 is a warning."),
        "calibrationCases": listed(case, "Known verdicts; none is a warning.", list(case)),
        "privateAssets": about(TEXTS, "Files that only the evaluator sees; none may be among `assets`."),
    }
    needed = ["mode", "scenarioContext", "goalRubric", "evidenceGuidance"]
    return record(properties, "How it is evaluated.", needed)


def _metadata() -> Schema:
    filled: Schema = {"type": "array", "items": FILLED}
    exposed = "Needed where `visibility` is `public` or `held_out`."
    properties = {
        "scenarioVersion": about(FILLED, "What a suite locks."),
        "visibility": one_of(governance.WORDS["visibility"], "Absent: nothing below is needed."),
        "difficulty": one_of(governance.WORDS["difficulty"], exposed),
        "provenance": about(TEXT, exposed),
        "createdAt": about(_DATE, exposed),
        "updatedAt": about(_DATE, exposed),
        "contaminationNotes": about(
            TEXT, f"{exposed} A placeholder or fewer than 20 characters is no review."
        ),
        "tags": about(filled, exposed),
        "maintainers": about(filled, exposed),
        "changelog": about(filled, f"{exposed} One entry should name the version."),
        "expectedRuntimeSeconds": about(_POSITIVE, exposed),
        "lifecycle": record(
            {
                "status": one_of(governance.LIFECYCLE, exposed),
                "replacementId": about(_SAFE, "What to use in its place."),
                "sunsetAt": about(_DATE, "When it ends."),
            },
            exposed,
        ),
        "networkRationale": about(TEXT, "Needed of such a task with `requires.network`."),
        "privateEvalRationale": about(TEXT, "Needed of a `held_out` task without private assets."),
    }
    return record(properties, "Who keeps it, and since when. Absent: unversioned.", ["scenarioVersion"])


def suite_schema() -> Schema:
    """Return the schema of ``suite.json``."""
    properties = {
        "version": one_of(suites.VERSIONS, "What kind of document it is."),
        "id": about(_SAFE, "What `campaign.json` and `--suite` name."),
        "title": about(FILLED, "Its heading."),
        "suiteVersion": about(FILLED, "Raise it with every change."),
        "description": about(FILLED, "For the reader."),
        "scenarioIds": about(
            {"type": "array", "items": _SAFE, "minItems": 1, "uniqueItems": True}, "Its members."
        ),
        "scenarioVersions": mapping(FILLED, "Member → the version that counts; every member, and no other."),
        "methodology": record(
            {
                "minRuns": about(_POSITIVE, f"Samples a cohort needs; below {suites.FEW_RUNS} is a warning."),
                "aggregationUnit": one_of(suites.UNITS.values(), "The first for v1, the second for v2."),
                "reportPolicy": about(TEXT, f"v1: `{suites.REPORT_POLICY}`."),
                "confidenceLevel": {"const": 0.95},
                "retryPolicy": about(FILLED, "What may be run again."),
            },
            "How it is counted.",
            ["minRuns", "aggregationUnit", "confidenceLevel", "retryPolicy"],
        ),
        "governance": record(
            dict.fromkeys(suites.GOVERNANCE_TEXTS, FILLED)
            | dict.fromkeys(suites.GOVERNANCE_LISTS, FILLED_TEXTS),
            "Who keeps it. A review that is a placeholder or has fewer than 20 characters is none.",
            [*suites.GOVERNANCE_TEXTS, *suites.GOVERNANCE_LISTS],
        ),
    }
    return document(
        record(properties, "Scenarios that belong together.", list(properties)), "suite.json of Ruhroh"
    )


def targets_schema() -> Schema:
    """Return the schema of a target configuration."""
    properties = {
        "version": about({"const": target_configs.VERSION}, "Absent: a warning."),
        "stream": one_of(STREAMS, "What is held constant; absent: what all targets agree on."),
        "targets": {
            "type": "array",
            "items": {"$ref": "#/$defs/target"},
            "minItems": 1,
            "description": "The rows; at least two, unless the stream is `custom`.",
        },
    }
    schema = record(properties, "What is compared.", ["targets"])
    return document(
        schema, f"Target configuration, {target_configs.VERSION}", {"model": MODEL, "target": TARGET}
    )


def calibration_schema() -> Schema:
    """Return the schema of the report of an evaluator's calibration."""
    properties = {
        "version": about({"const": calibrations.VERSION}, "What kind of document it is."),
        "ok": about(FLAG, "Held against the cases; one that contradicts them is a warning."),
        "results": listed(
            {
                "scenarioId": TEXT,
                "caseId": TEXT,
                "expectedStatus": about(TEXT, "The verdict that is known."),
                "actualStatus": about(TEXT, "The verdict that was given; absent: no match."),
                "exitCode": about(
                    NUMBER, "0 or absent for a match; another one is an infrastructure failure."
                ),
            },
            "Its cases. None: not passed.",
        ),
    }
    schema = record(properties, "Whether the evaluator knows known verdicts.", ["version", "results"])
    return document(schema, f"Calibration report, {calibrations.VERSION}")
