"""The records beside workspace and telemetry: ``meta.json``, test report, coverage, artifacts of roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.chance import Chance
from exports.events import Stream

Json = dict[str, Any]

CONFIGURATIONS = tuple(
    (f"{family}-large", f"{family}-small", f"{family} {style}")
    for family in ("aster", "birch", "cedar", "dune")
    for style in ("lean", "paired", "thorough")
)
"""Models for careful and for quick roles, and the label; repeats share one."""
_SECTIONS = ("goals", "tasks", "dependencies", "acceptance_criteria", "consolidation_review")
_PRICES = {"large": (2.5, 12.0, 0.25), "small": (0.4, 1.8, 0.04)}


def meta(chance: Chance, number: int, date: str, events: Stream, deliverables: list[Json]) -> Json:
    """Return ``meta.json`` without the identity; a third of the runs leave their usage to the events."""
    large, small, label = CONFIGURATIONS[number % len(CONFIGURATIONS)]
    minutes = events.milliseconds // 60_000
    record: Json = {
        "schema": "favur-run/2",
        "configuration": label,
        "started_at": f"{date}T06:00:00+00:00",
        "finished_at": f"{date}T{6 + minutes // 60:02}:{minutes % 60:02}:59+00:00",
        "harness": {"name": "favur", "version": f"2.{number % 5}.0"},
        "models": [
            {"id": model, "name": model.replace("-", " ").title(), "family": model.split("-")[0].title(),
             "provider": "Invented", "context_window": 200_000}
            for model in (large, small)
        ],
        "supervision": {"requests": chance.whole(10, 90), "cost_usd": chance.whole(1, 900) / 1000},
        "roles": {
            role: {"model": large} | ({"usage": usage.record()} if chance.hit(0.6) else {})
            for role, usage in sorted(events.roles.items())
        },
        "pricing": {
            model: dict(zip(("input", "output", "cache_read"), _PRICES[model.split("-")[1]], strict=True))
            for model in (large, small)
        },
        "context": {"system_tokens": chance.whole(3000, 9000), "tool_schema_tokens": 9100,
                    "window_tokens": 200_000},
        "deliverables": deliverables,
        "milestones": [{"id": f"M{n}", "completed": chance.hit(0.95)} for n in range(1, 7)],
        "acceptance_criteria": [{"id": f"A{n}", "met": chance.hit(0.9)} for n in range(1, 25)],
        "sprints": [
            {"id": f"S{n}", "verdicts": ["REJECT", "APPROVE"] if chance.hit(0.2) else ["APPROVE"],
             "fix_tasks": chance.whole(0, 2)}
            for n in range(1, 6)
        ],
    }  # fmt: skip
    if not chance.hit(1 / 3):
        record["usage"] = events.run.record() | {"sessions": events.sessions}
    return record


def junit(chance: Chance, tests: list[tuple[str, str]]) -> str:
    """Return the report of a test run over (module, name) pairs."""
    cases, failed = [], 0
    for module, name in tests:
        case = f'<testcase classname="{module}" name="{name}" time="{chance.whole(1, 900) / 1000}"'
        if chance.hit(0.03):
            failed += 1
            failure = f'<failure message="assert {chance.whole(0, 9)}">in {name}</failure>'
            cases.append(f"{case}>{failure}</testcase>")
        else:
            cases.append(f"{case} />")
    counts = f'tests="{len(tests)}" failures="{failed}" errors="0" skipped="0"'
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<testsuites>", f'<testsuite name="pytest" {counts}>']
    return "\n".join([*lines, *cases, "</testsuite>", "</testsuites>", ""])


def coverage(chance: Chance, files: Mapping[str, int]) -> Json:
    """Return a coverage.py report over path → number of lines."""
    report: Json = {"meta": {"format": 3, "version": "7.6.1", "branch_coverage": False}, "files": {}}
    covered = statements = 0
    for path, lines in files.items():
        numbers = list(range(1, lines, 2))
        missing = [number for number in numbers if chance.random() < 0.15]
        summary = {"covered_lines": len(numbers) - len(missing), "num_statements": len(numbers)}
        executed = sorted(set(numbers).difference(missing))
        report["files"][path] = {"executed_lines": executed, "missing_lines": missing, "summary": summary}
        covered += summary["covered_lines"]
        statements += summary["num_statements"]
    report["totals"] = {"covered_lines": covered, "num_statements": statements}
    return report


def artifacts(chance: Chance) -> dict[str, Json]:
    """Return the records of eight roles, of which a run lacks about one in eight."""
    tasks = [f"T{n:02}" for n in range(1, chance.whole(8, 20))]
    made: dict[str, Json] = {
        "scout": {"observations": chance.whole(0, 6), "insights": chance.whole(0, 4),
                  "concerns": chance.whole(0, 2), "null_outcome": False},
        "director": {
            "goals": [{"id": f"G{n}", "binary_criteria": chance.whole(0, 4)} for n in range(1, 6)],
            "open_questions": {"found": 6, "resolved": chance.whole(0, 4), "deferred": chance.whole(0, 2)},
            "validator": {"passed": chance.whole(6, 12), "total": 12},
        },
        "architect": {
            "document_written": chance.hit(0.9),
            "components": [{"name": chance.noun(), "documented": chance.hit(0.8)} for _ in range(6)],
            "adrs": chance.whole(0, 5),
            "validator": {"passed": chance.whole(6, 12), "total": 12},
        },
        "spec": {
            "decisions": [
                {"id": f"D{n}", "value": chance.noun(), "hedged": chance.hit(0.2)} for n in range(1, 8)
            ],
            "self_check": chance.hit(0.7),
        },
        "sprint_plan": {
            "sections": [name for name in _SECTIONS if chance.hit(0.85)],
            "tasks": [
                {"id": task, "estimate_hours": chance.whole(1, 10), "depends_on": tasks[max(0, n - 1) : n],
                 "acceptance_criteria": chance.whole(0, 3)}
                for n, task in enumerate(tasks)
            ],
        },
        "pseudocode": {
            "documents": [
                {"task": task, "pseudocode": chance.hit(0.9), "testing": chance.hit(0.7),
                 "testing_boundary": False}
                for task in tasks
            ]
        },
        "code_review": {
            "reviews": [
                {"task": task, "verdict": chance.pick(("PASS", "PASS", "PASS_WITH_CHANGES", "FAIL")),
                 "issues": [
                     {"severity": "minor", "resolved": chance.hit(0.7)} for _ in range(chance.whole(0, 3))
                 ]}
                for task in tasks
            ]
        },
        "sprint_review": {
            "reviews": [
                {"sprint": f"S{n}", "verdict": chance.pick(("APPROVE", "APPROVE", "REJECT", "ESCALATE")),
                 "checks": {name: chance.hit(0.9) for name in ("review", "build", "test")}}
                for n in range(1, 6)
            ]
        },
    }  # fmt: skip
    return {role: record for role, record in made.items() if chance.hit(7 / 8)}
