"""Counts over the structured records that roles leave in ``artifacts/<role>.json``.

Each function takes the record and returns suffix → figure; ``None`` is a figure whose field is absent. The
ratios, bands and what an empty list is worth are the rubric's.
"""

from __future__ import annotations

from collections.abc import Callable

from site_builder.measures.json_view import View

Figures = dict[str, float | None]

REVIEW_POINTS = {"PASS": 1.0, "PASS_WITH_CHANGES": 0.5, "FAIL": 0.0}
SPRINT_POINTS = {"APPROVE": 1.0, "ESCALATE": 0.5, "REJECT": 0.0}
CHECKS = ("review", "build", "test")
SECTIONS = ("goals", "tasks", "dependencies", "acceptance_criteria", "consolidation_review")
LONGEST_TASK_HOURS = 8
"""A task is right-sized when its estimate is at most this."""


def last_verdict_points(
    reviews: list[View], subject: str, points: dict[str, float]
) -> tuple[float | None, float | None]:
    """Return the points of each subject's last verdict, summed, and the number of subjects.

    A review without a subject is its own. Reviews without a known verdict are left out; without any left,
    both are ``None``.
    """
    last: dict[str, float] = {}
    for review in reviews:
        verdict = review.word("verdict", tuple(points))
        if verdict:
            value = review.record.get(subject)
            known = isinstance(value, str | int | float)
            last[f"{subject} {value}" if known else review.pointer] = points[verdict]
    return (sum(last.values()), float(len(last))) if last else (None, None)


def code_review(record: View) -> Figures:
    """Return verdict points over tasks, and issues over all reviews."""
    reviews = record.rows("reviews")
    if reviews is None:
        return dict.fromkeys(_CODE_REVIEW)
    points, tasks = last_verdict_points(reviews, "task", REVIEW_POINTS)
    issues = [found for review in reviews if (found := review.rows("issues")) is not None]
    raised = [issue for found in issues for issue in found]
    known = bool(issues)
    return {
        "verdict_points": points,
        "tasks_reviewed": tasks,
        "reviews": float(len(reviews)),
        "issues_raised": float(len(raised)) if known else None,
        "issues_resolved": float(sum(issue.flag("resolved") is True for issue in raised)) if known else None,
    }


def sprint_review(record: View) -> Figures:
    """Return verdict points over sprints, and checks over all reviews that have ``checks``."""
    reviews = record.rows("reviews")
    if reviews is None:
        return dict.fromkeys(_SPRINT_REVIEW)
    points, sprints = last_verdict_points(reviews, "sprint", SPRINT_POINTS)
    checks = [found for review in reviews if (found := review.child("checks")) is not None]
    done = sum(found.flag(name) is True for found in checks for name in CHECKS)
    return {
        "verdict_points": points,
        "sprints_reviewed": sprints,
        "checks_done": float(done) if checks else None,
        "checks_expected": float(len(checks) * len(CHECKS)) if checks else None,
    }


def sprint_plan(record: View) -> Figures:
    """Return tasks by fitting estimate, declared dependencies and criteria; and the sections present."""
    tasks = record.rows("tasks")
    sections = record.items("sections")
    figures: Figures = dict.fromkeys(_SPRINT_PLAN)
    if tasks is not None:
        hours = [task.number("estimate_hours") for task in tasks]
        figures |= {
            "tasks": float(len(tasks)),
            "tasks_sized": float(sum(hour is not None and hour <= LONGEST_TASK_HOURS for hour in hours)),
            "tasks_with_dependencies": float(sum(task.items("depends_on") is not None for task in tasks)),
            "tasks_with_criteria": float(
                sum((task.number("acceptance_criteria") or 0) >= 1 for task in tasks)
            ),
        }
    if sections is not None:
        present = {item for _, item in sections if isinstance(item, str)}
        figures["sections"] = float(len(present.intersection(SECTIONS)))
    return figures


def pseudocode(record: View) -> Figures:
    """Return ½ for pseudocode and ½ for testing notes or a testing boundary, over the documents."""
    documents = record.rows("documents")
    if documents is None:
        return dict.fromkeys(_PSEUDOCODE)
    points = 0.0
    for document in documents:
        tested = [document.flag("testing") is True, document.flag("testing_boundary") is True]
        points += ((document.flag("pseudocode") is True) + any(tested)) / 2
    return {"documents": float(len(documents)), "document_points": points}


def director(record: View) -> Figures:
    """Return goals with binary criteria, questions found and closed, and the validator's result."""
    goals = record.rows("goals")
    figures: Figures = dict.fromkeys(_DIRECTOR)
    if goals is not None:
        figures["goals"] = float(len(goals))
        figures["goals_with_criteria"] = float(
            sum((goal.number("binary_criteria") or 0) >= 1 for goal in goals)
        )
    questions = record.child("open_questions")
    if questions is not None:
        figures["questions_found"] = questions.number("found")
        closed = [questions.number("resolved"), questions.number("deferred")]
        if any(part is not None for part in closed):
            figures["questions_closed"] = sum(part or 0.0 for part in closed)
    return figures | _validator(record)


def architect(record: View) -> Figures:
    """Return documented components, decision records, document written, and the validator's result."""
    components = record.rows("components")
    figures: Figures = dict.fromkeys(_ARCHITECT)
    if components is not None:
        figures["components"] = float(len(components))
        figures["components_documented"] = float(sum(row.flag("documented") is True for row in components))
    figures["adrs"] = record.number("adrs")
    figures["document_written"] = _one_or_zero(record.flag("document_written"))
    return figures | _validator(record)


def spec(record: View) -> Figures:
    """Return the decisions, those that are firm (``hedged: false``, nothing else), and the self check."""
    decisions = record.rows("decisions")
    figures: Figures = dict.fromkeys(_SPEC)
    if decisions is not None:
        figures["decisions"] = float(len(decisions))
        figures["decisions_firm"] = float(sum(row.record.get("hedged") is False for row in decisions))
    figures["self_check"] = _one_or_zero(record.flag("self_check"))
    return figures


def scout(record: View) -> Figures:
    """Return the three counts, and 1 for an explicit null outcome."""
    return {
        "observations": record.number("observations"),
        "insights": record.number("insights"),
        "concerns": record.number("concerns"),
        "null_outcome": _one_or_zero(record.flag("null_outcome") or False),
    }


def _validator(record: View) -> Figures:
    validator = record.child("validator")
    if validator is None:
        return {"validator_passed": None, "validator_total": None}
    return {"validator_passed": validator.number("passed"), "validator_total": validator.number("total")}


def _one_or_zero(flag: bool | None) -> float | None:
    return None if flag is None else float(flag)


_CODE_REVIEW = {
    "verdict_points": "/reviews",
    "tasks_reviewed": "/reviews",
    "reviews": "/reviews",
    "issues_raised": "/reviews",
    "issues_resolved": "/reviews",
}
_SPRINT_REVIEW = {
    "verdict_points": "/reviews",
    "sprints_reviewed": "/reviews",
    "checks_done": "/reviews",
    "checks_expected": "/reviews",
}
_SPRINT_PLAN = {
    "tasks": "/tasks",
    "tasks_sized": "/tasks",
    "tasks_with_dependencies": "/tasks",
    "tasks_with_criteria": "/tasks",
    "sections": "/sections",
}
_PSEUDOCODE = {"documents": "/documents", "document_points": "/documents"}
_VALIDATOR = {"validator_passed": "/validator/passed", "validator_total": "/validator/total"}
_DIRECTOR = {
    "goals": "/goals",
    "goals_with_criteria": "/goals",
    "questions_found": "/open_questions/found",
    "questions_closed": "/open_questions",
    **_VALIDATOR,
}
_ARCHITECT = {
    "components": "/components",
    "components_documented": "/components",
    "adrs": "/adrs",
    "document_written": "/document_written",
    **_VALIDATOR,
}
_SPEC = {"decisions": "/decisions", "decisions_firm": "/decisions", "self_check": "/self_check"}
_SCOUT = {
    "observations": "/observations",
    "insights": "/insights",
    "concerns": "/concerns",
    "null_outcome": "/null_outcome",
}

RECORDS: dict[str, tuple[Callable[[View], Figures], dict[str, str]]] = {
    "code_review": (code_review, _CODE_REVIEW),
    "sprint_review": (sprint_review, _SPRINT_REVIEW),
    "sprint_plan": (sprint_plan, _SPRINT_PLAN),
    "pseudocode": (pseudocode, _PSEUDOCODE),
    "director": (director, _DIRECTOR),
    "architect": (architect, _ARCHITECT),
    "spec": (spec, _SPEC),
    "scout": (scout, _SCOUT),
}
"""Role → how its record is read, and suffix → JSON pointer of each of its figures."""
