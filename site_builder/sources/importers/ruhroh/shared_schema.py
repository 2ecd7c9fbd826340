"""JSON Schemas of what several documents of the family hold: models, targets, evidence, economics."""

from __future__ import annotations

from site_builder.records.ruhroh_target import STREAMS
from site_builder.sources.importers.ruhroh import economics
from site_builder.sources.importers.ruhroh.evaluations import JUDGE_KINDS
from site_builder.sources.json_schema import (
    AMOUNT,
    FILLED,
    FLAG,
    TEXT,
    about,
    listed,
    one_of,
    record,
    shared,
)

MODEL = record(
    {
        "provider": about(TEXT, "Who serves it."),
        "model": about(TEXT, "Its name as requested; needed in targets."),
        "canonicalId": about(TEXT, "A name that harnesses share. Absent of the agent's model: no claim."),
        "version": about(TEXT, "Its version."),
        "protocol": about(TEXT, "How it is spoken to."),
        "promptVersion": about(TEXT, "Version of the prompt. Absent of agent or evaluator: no claim."),
    },
    "A language model. What is absent is unknown.",
)

TARGET = record(
    {
        "targetId": about(FILLED, "Its name, what samples are grouped by: letters, digits, `. _ -`."),
        "stream": one_of(STREAMS, "What the comparison holds constant; absent: no claim."),
        "adapterId": about(TEXT, "The adapter that executes it; absent: not stated."),
        "adapterCommand": about(TEXT, "Its command; absent: not stated."),
        "harness": record(
            {"name": about(TEXT, "Its name."), "version": about(TEXT, "Its version.")},
            "The program around the model; absent: no claim.",
        ),
        "requestedModel": shared("model", "What was asked for, with its `model`."),
        "actualModel": shared("model", "What answered; absent: unknown, no claim."),
        "providerPath": {
            "anyOf": [
                TEXT,
                record(dict.fromkeys(("provider", "protocol", "gateway", "baseUrl"), TEXT), ""),
            ],
            "description": "The way to the model, as one text or by its parts; absent: no claim.",
        },
        "recommendedStack": {
            "anyOf": [FLAG, record({"recommended": FLAG}, "")],
            "description": "Whether its makers recommend this stack; as it is, or as `recommended` in it.",
        },
    },
    "A benchmark target: the whole experimental condition of a sample.",
    ["targetId", "requestedModel"],
)

EVIDENCE = record(
    {
        "kind": about(TEXT, "An entry without it is left out."),
        "ref": about(TEXT, "What is pointed to. An entry without it is left out."),
        "summary": about(TEXT, "What it shows."),
    },
    "What an evaluator points to.",
    ["kind", "ref"],
)

JUDGE = record(
    {
        "kind": about(TEXT, f"{', '.join(JUDGE_KINDS)}; a judge of another kind counts as none."),
        "model": about(TEXT, "Needed of the kinds model and hybrid: without it the evidence is weak."),
        "version": about(TEXT, "Its version."),
    },
    "Who evaluated.",
)

_STATUS = record(
    {"status": one_of(economics.STATUSES, "`complete` is needed for figures per accepted outcome.")},
    "How much of it the reporting covers; absent: unknown.",
)

ECONOMICS = record(
    {
        "version": about({"const": economics.VERSION}, "A record of another version is left alone."),
        "legacy": about(FLAG, "`true`: its cost is none."),
        "coverage": record({"cost": _STATUS, "totalTokens": _STATUS}, "What the reporting covers."),
        "totals": record(
            {
                "usage": record(
                    dict.fromkeys(("inputTokens", "outputTokens", "totalTokens"), AMOUNT),
                    "Tokens; they go before those of the manifest's `usage`.",
                ),
                "costs": listed(
                    {
                        "amount": about(AMOUNT, "Needed."),
                        "currency": about(TEXT, "`USD`; with another the cost is missing."),
                        "kind": about(TEXT, f"{' or '.join(economics.REAL_COSTS)}; else cost is missing."),
                    },
                    "Their sum is the cost; it goes before that of the manifest's `usage`.",
                ),
            },
            "Of the sample.",
        ),
        "observations": listed(
            {
                "accounting": about(TEXT, "`exclusive`: it is one that adds to the total."),
                "cost": record({"kind": TEXT}, "Of a kind that is not real: the cost is missing."),
                "source": record(
                    {"kind": TEXT, "quality": TEXT},
                    f"{', '.join(economics.DOUBTFUL)} in either: the cost is missing.",
                ),
            },
            "What the totals were made from.",
        ),
    },
    "An economics record: the only one that says how complete a figure is.",
    ["version"],
)
