"""The invented records of what the roles produced."""

from __future__ import annotations

from collections.abc import Sequence

from demonstration.chance import Chance
from demonstration.models import Json
from demonstration.profiles import ARTIFACT_ROLES, VERDICTS, Profile

COMPONENTS = {
    "circles": ("model", "solver", "tangents", "drawing", "command_line"),
    "solar-system": ("catalogue", "orbits", "positions", "drawing", "command_line", "export"),
}
SECTIONS = ("goals", "tasks", "dependencies", "acceptance_criteria", "consolidation_review")


def artifacts(profile: Profile, chance: Chance) -> dict[str, Json]:
    """Invent the structured records of the roles that keep one."""
    tasks = [f"T{number:02}" for number in range(1, 4 * max(1, len(profile.sprints)) + 1)]
    makers = {
        "scout": lambda: _scout(profile, chance),
        "director": lambda: _director(profile, chance),
        "architect": lambda: _architect(profile, chance),
        "spec": lambda: _spec(profile, chance),
        "sprint_plan": lambda: _sprint_plan(profile, chance, tasks),
        "pseudocode": lambda: _pseudocode(profile, chance, tasks),
        "code_review": lambda: _code_review(profile, chance, tasks),
        "sprint_review": lambda: _sprint_review(profile, chance),
    }
    kept = set(profile.roles) - set(profile.without_artifacts)
    if "artifacts" in profile.missing:
        kept = set()
    return {role: makers[role]() for role in ARTIFACT_ROLES if role in kept}


def _scout(profile: Profile, chance: Chance) -> Json:
    observations = chance.whole(2, 3) + round(3 * profile.care)
    insights, concerns = round(3.4 * profile.care), chance.whole(0, 2)
    counts = {"observations": observations, "insights": insights, "concerns": concerns}
    return {**counts, "null_outcome": False}


def _validator(profile: Profile, chance: Chance) -> Json:
    total = chance.whole(9, 14)
    return {"passed": sum(chance.hit(profile.care) for _ in range(total)), "total": total}


def _director(profile: Profile, chance: Chance) -> Json:
    goals = [
        {"id": f"G{n}", "binary_criteria": chance.whole(2, 5) if chance.hit(profile.care) else 0}
        for n in range(1, 6)
    ]
    found = chance.whole(4, 8)
    resolved = sum(chance.hit(profile.care - 0.15) for _ in range(found))
    deferred = sum(chance.hit(profile.care - 0.1) for _ in range(found - resolved))
    questions = {"found": found, "resolved": resolved, "deferred": deferred}
    return {"goals": goals, "open_questions": questions, "validator": _validator(profile, chance)}


def _architect(profile: Profile, chance: Chance) -> Json:
    return {
        "document_written": profile.care > 0.4,
        "components": [
            {"name": name, "documented": chance.hit(profile.care)} for name in COMPONENTS[profile.sow]
        ],
        "adrs": round(3.6 * profile.care),
        "validator": _validator(profile, chance),
    }


def _spec(profile: Profile, chance: Chance) -> Json:
    values = {
        "D1": "absolute tolerance 1e-9", "D2": "Python 3.11", "D3": "standard library only",
        "D4": "exit status 2 for wrong calls", "D5": "SVG 1.1 without scripts", "D6": "UTF-8",
    }  # fmt: skip
    decisions = [
        {"id": key, "value": value, "hedged": not chance.hit(profile.care)} for key, value in values.items()
    ]
    return {"decisions": decisions, "self_check": profile.care > 0.6}


def _sprint_plan(profile: Profile, chance: Chance, tasks: Sequence[str]) -> Json:
    rows = []
    for number, task in enumerate(tasks):
        row: Json = {"id": task}
        if chance.hit(0.97):
            row["estimate_hours"] = chance.whole(2, 8) if chance.hit(profile.care) else 12
        if chance.hit(profile.care + 0.05):
            row["depends_on"] = [tasks[number - 1]] if number % 4 else []
        row["acceptance_criteria"] = chance.whole(1, 4) if chance.hit(profile.care) else 0
        rows.append(row)
    sections = [name for name in SECTIONS if name == "tasks" or chance.hit(profile.care)]
    return {"sections": sections, "tasks": rows}


def _pseudocode(profile: Profile, chance: Chance, tasks: Sequence[str]) -> Json:
    documents = []
    for task in tasks:
        testing = chance.hit(profile.care - 0.1)
        boundary = not testing and chance.hit(0.6)
        written = chance.hit(profile.care + 0.05)
        row = {"pseudocode": written, "testing": testing, "testing_boundary": boundary}
        documents.append({"task": task} | row)
    return {"documents": documents}


def _code_review(profile: Profile, chance: Chance, tasks: Sequence[str]) -> Json:
    reviews: list[Json] = []
    for task in tasks:
        if not chance.hit(profile.care * 0.8):
            issues = [_issue(chance, True) for _ in range(chance.whole(2, 4))]
            reviews.append({"task": task, "verdict": "FAIL", "issues": issues})
        issues = [_issue(chance, chance.hit(profile.care)) for _ in range(chance.whole(0, 3))]
        kept = chance.hit(profile.care)
        verdict = ("PASS_WITH_CHANGES" if issues else "PASS") if kept else "FAIL"
        reviews.append({"task": task, "verdict": verdict, "issues": issues})
    return {"reviews": reviews}


def _issue(chance: Chance, resolved: bool) -> Json:
    severity = chance.pick(("minor", "minor", "major", "critical"))
    return {"severity": severity, "resolved": resolved}


def _sprint_review(profile: Profile, chance: Chance) -> Json:
    reviews = []
    for number, (letters, _) in enumerate(profile.sprints, start=1):
        for letter in letters:
            checks = {name: chance.hit(profile.care + 0.05) for name in ("review", "build", "test")}
            verdict = VERDICTS[letter]
            reviews.append({"sprint": f"S{number}", "verdict": verdict, "checks": checks})
    return {"reviews": reviews}
