"""Doubts about how a scenario will be evaluated: too little said, or said so that it cannot be audited."""

from __future__ import annotations

import re
from collections.abc import Iterator

from site_builder.errors import Problem
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.fields import Json, items, record, texts
from site_builder.studies.ruhroh.settings import Settings

_GENERIC = re.compile(r"\bsatisf(?:y|ies)\s+the\s+user\s+(?:goal|prompt|request)\b", re.IGNORECASE)
_PROXY = re.compile(r"\bsource\s+(?:text|code)\s+match(?:es)?\b|\bfilenames?\b")
_AGAINST_PROXY = ("do not require", "over source", "rather than source", "prefer evidence")


def lint(value: Json, shown: str, settings: Settings) -> Iterator[Problem]:
    """Yield a warning for each doubt. The codes are those that pack reports publish."""
    evaluation = record(value, "evaluation")
    minimums = (
        ("scenarioContext", "evaluation_context_minimum", settings.context_notes),
        ("calibrationCases", "evaluation_calibration_cases_minimum", settings.calibration_cases),
        ("goalRubric", "evaluation_goal_rubric_minimum", settings.goal_criteria),
        ("evidenceGuidance", "evaluation_evidence_guidance_minimum", settings.evidence_instructions),
    )
    for name, code, least in minimums:
        count = len(items(evaluation, name))
        if count < least:
            message = f"There are {count} entries in {name}; at least {least} are needed."
            yield _doubt(shown, f"/evaluation/{name}", code, message)
    for position, criterion in enumerate(texts(evaluation, "goalRubric")):
        here = f"/evaluation/goalRubric/{position}"
        if len(criterion.strip()) < settings.terse_criterion:
            yield _doubt(shown, here, "evaluation_goal_rubric_terse", "The criterion is too short to audit.")
        if _GENERIC.search(criterion):
            yield _doubt(shown, here, "evaluation_goal_rubric_generic", "The criterion fits any task.")
    if any(_by_proxy(entry) for entry in texts(evaluation, "evidenceGuidance")):
        message = "The guidance looks at source text or file names instead of what was delivered."
        yield _doubt(shown, "/evaluation/evidenceGuidance", "evaluation_evidence_proxy_source", message)
    if record(value, "requires").get("network") is True:
        message = "The task runs with access to the public network."
        yield _doubt(shown, "/requires/network", "scenario.network-enabled", message)


def _by_proxy(entry: str) -> bool:
    words = " ".join(entry.lower().split())
    return bool(_PROXY.search(words)) and not any(phrase in words for phrase in _AGAINST_PROXY)


def _doubt(shown: str, pointer: str, code: str, message: str) -> Problem:
    return fault(
        shown, pointer, code, message, "Write it so that two reviewers would agree.", severity="warning"
    )
