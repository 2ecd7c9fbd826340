"""Generate the demonstration sessions of the ScoreCrux boards.

Models, memory systems, tasks and figures are invented, and drawn from SHA-256 over the session's id, so that
the same script writes the same bytes everywhere. Sessions of the first task set are files of their own, those
of the second are the lines of one file. The reports state derived figures and composites; they are computed
here, without the program that checks them.

    python runs/generate_scorecrux.py            rewrite every session
    python runs/generate_scorecrux.py --check    generate beside and compare; 1 when something differs
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from demonstration.scorecrux_figures import Draws, fundamentals
from demonstration.scorecrux_plans import (
    ARMS,
    EXAMPLE,
    INCIDENTS,
    MIGRATIONS,
    MODELS,
    PLANS,
    Fundamentals,
    Plan,
    TaskSet,
)
from demonstration.scorecrux_standard import composite, derived

HERE = Path(__file__).resolve().parent
RUNS = HERE / "scorecrux"
FIRST_START = datetime(2026, 8, 10, 7, 30, tzinfo=UTC)
Report = dict[str, Any]


def session(plan: Plan, task_set: TaskSet, number: int) -> Report:
    """Return one session as an export."""
    fixture = next(fixture for fixture in task_set.fixtures if fixture.id == plan.fixture)
    session_id = f"{plan.model}-{plan.arm}-{plan.fixture}-{plan.trial}"
    values, tokens = fundamentals(plan, fixture, Draws(session_id))
    arm, model = ARMS[plan.arm], MODELS[plan.model]
    start = FIRST_START + timedelta(hours=31 * number + 5 * plan.trial, minutes=7 * number)
    end = start + timedelta(seconds=math.ceil(values["T_task_s"] or 0))
    figures = derived(values, arm.context)
    metadata: Report = {"safety_context": arm.context} if arm.context else {}
    who: Report = {
        "id": session_id,
        "model": {"id": model.id, "name": model.name, "provider": model.provider},
        "arm": plan.arm,
        "effort": plan.effort,
        "task_set": {"id": task_set.id, "version": task_set.version, "title": task_set.title},
        "fixture": plan.fixture,
        "harness": "Lantern 0.8",
        "started_at": start.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "completed_at": end.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "tokens": tokens,
        "constraint_tools": arm.context != "ungated",
        "cost_basis": "list price of 2026-08" if model.usd_per_million else "no price known",
    }
    score = composite(values, figures, plan.weights) if plan.published is None else plan.published
    return {
        "format": "scorecrux-session/1",
        "session": {key: value for key, value in who.items() if value is not None},
        "metrics_version": "1.3",
        "fundamentals": values,
        "derived": figures,
        "composite": {
            "Cx_em": score,
            "weights": dict(zip(("w1", "w2", "w3"), plan.weights, strict=True)),
            "S_gate": values["S_gate"],
        },
        "metadata": metadata | {"memory_system": arm.memory},
    }


def example() -> Report:
    """Return the standard's first example as a session, with a composite that does not follow."""
    plan = Plan("cobalt", "notes", "stale-runbook", trial=9, changes=EXAMPLE, published=23.4)
    report = session(plan, INCIDENTS, 40)
    report["session"]["id"] = "worked-example"
    report["fundamentals"] = EXAMPLE
    report["derived"] = derived(EXAMPLE, None)
    return report


def invalid() -> Report:
    """Return a session that breaks several rules at once."""
    wrong: Fundamentals = {"R_decision": 1.2, "S_gate": 0.5, "N_corrections": 40, "K_recall": 0.5}
    report = session(Plan("drift-mini", "notes", "stale-runbook", changes=wrong), INCIDENTS, 41)
    report["session"]["id"] = "drift-mini-invalid"
    del report["derived"], report["composite"], report["fundamentals"]["T_orient_s"]
    return report


def generate() -> Iterator[tuple[str, str]]:
    """Yield (path below the folder of sessions, text) of every file."""
    reports = [session(plan, INCIDENTS, number) for number, plan in enumerate(PLANS[INCIDENTS])]
    for report in [*reports, example(), invalid()]:
        text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
        yield f"{INCIDENTS.id}/{report['session']['id']}.json", text
    lines = [session(plan, MIGRATIONS, 3 + number) for number, plan in enumerate(PLANS[MIGRATIONS])]
    yield f"{MIGRATIONS.id}.jsonl", "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite or check the sessions; 0 when all is well, 1 otherwise."""
    parser = argparse.ArgumentParser(description="Generate the demonstration sessions.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    files = {name: text.encode() for name, text in generate()}
    present = {p.relative_to(RUNS).as_posix(): p for p in sorted(RUNS.rglob("*")) if p.is_file()}
    if options.check:
        names = sorted(files.keys() | present.keys())
        wrong = [n for n in names if n not in present or present[n].read_bytes() != files.get(n)]
        print(
            "\n".join(f"{name}: not as generated" for name in wrong) or f"{len(files)} files are as generated"
        )
        return 1 if wrong else 0
    for name in present.keys() - files.keys():
        present[name].unlink()
    for name, data in files.items():
        (RUNS / name).parent.mkdir(parents=True, exist_ok=True)
        (RUNS / name).write_bytes(data)
    print(f"{len(files)} files written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
