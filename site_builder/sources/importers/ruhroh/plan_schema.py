"""JSON Schemas of run plans and rerun ledgers, which decide what samples count.

A test holds their fields against those that ``plans`` looks at.
"""

from __future__ import annotations

from site_builder.sources.importers.ruhroh import plans
from site_builder.sources.importers.ruhroh.shared_schema import MODEL, TARGET
from site_builder.sources.json_schema import (
    FILLED,
    NUMBER,
    TEXT,
    TEXTS,
    Schema,
    about,
    document,
    listed,
    one_of,
    record,
    shared,
)


def plan_schema() -> Schema:
    """Return the schema of a run plan, or of one part of it."""
    shard = {"index": about(NUMBER, "Which part it is, from 1."), "total": about(NUMBER, "Of how many.")}
    selection = {
        "runs": about(NUMBER, "Repeats for each scenario and target."),
        "adapters": about(TEXTS, "The targets, by which results are grouped."),
        "shard": record(shard, "Absent: the whole plan. All parts have to be given, each once."),
    }
    properties = {
        "version": about({"const": plans.PLAN_VERSION}, "What kind of document it is."),
        "selection": record(
            selection, "What was planned; parts that differ in more than the shard are of different plans."
        ),
        "suite": _suite(),
        "generated": about(
            {"type": "object"}, "What was written for the runner; nothing in it is looked at."
        ),
        "scenarios": _scenarios(),
        "samples": _samples(),
    }
    needed = ["version", "selection", "generated", "scenarios", "samples"]
    schema = record(properties, "The matrix of samples that a campaign sets out to collect.", needed)
    return document(schema, f"Run plan, {plans.PLAN_VERSION}", {"model": MODEL, "target": TARGET})


def ledger_schema() -> Schema:
    """Return the schema of a rerun ledger."""
    entry = {
        "sampleId": about(FILLED, "A planned sample; each once."),
        "decision": one_of(plans.DECISIONS, "Leave it out, or collect it again."),
        "reasonKind": one_of(plans.REASON_KINDS, "Why, in a word."),
        "reason": about(FILLED, "Why, in a sentence."),
        "decidedBy": about(FILLED, "Who decided."),
        "decidedAt": about(FILLED, "When."),
    }
    properties = {
        "version": about({"const": plans.LEDGER_VERSION}, "What kind of document it is."),
        "entries": listed(entry, "May be empty.", list(entry)),
    }
    schema = record(properties, "Decisions on planned samples.", list(properties))
    return document(schema, f"Rerun ledger, {plans.LEDGER_VERSION}")


def _suite() -> Schema:
    file = {"suiteSha256": about(TEXT, "SHA-256 of its `suite.json`, in hexadecimal.")}
    properties = {
        "id": about(TEXT, "That of the suite under comparison."),
        "suiteVersion": about(TEXT, "Its version when it was planned."),
        "source": record(file, "Where it was read from."),
    }
    return record(properties, "Absent, or without one of these: no claim under a suite.")


def _scenarios() -> Schema:
    files = {
        "scenarioSha256": about(TEXT, "SHA-256 of its `scenario.json`."),
        "instructionSha256": about(TEXT, "SHA-256 of the file of its task."),
    }
    properties = {
        "id": about(TEXT, "Its name."),
        "title": about(TEXT, "Its heading."),
        "scenarioVersion": about(TEXT, "Its version when it was planned."),
        "source": record(files, "Where it was read from."),
    }
    return listed(properties, "May be empty; parts that differ here are of different plans.")


def _samples() -> Schema:
    properties = {
        "sampleId": about(TEXT, "Its name, in all parts once."),
        "scenarioId": about(TEXT, "What is to be run."),
        "adapter": about(TEXT, "The target that it is grouped by."),
        "label": about(TEXT, "What the runner calls it; nothing hangs on it."),
        "sampleSeed": about(TEXT, "What a result states must be this; absent: it must state none."),
        "runIndex": about(NUMBER, "Which repeat it is, from 1; the same holds."),
        "runCount": about(NUMBER, "Of how many; the same holds."),
        "benchmarkTarget": shared(
            "target", "What is stated here, results must state; absent: no target, else no claim."
        ),
    }
    words = (
        "In the order of the matrix; a result of no sample here, and a sample without a result, stop a claim."
    )
    return listed(properties, words, ["sampleId", "scenarioId", "adapter"])
