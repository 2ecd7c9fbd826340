"""A dry run: what every model would be given, counted and digested, without running one.

It shows that the inputs are complete and unchanged. It says nothing of how a model behaves, so every metric
of behaviour is *blocked*: there is no number in its place, not even an empty one.
"""

from __future__ import annotations

import hashlib
import json

import msgspec

from site_builder.records.blueprint import Suite
from site_builder.studies.blueprint.composition import assets_by_path, compose
from site_builder.studies.blueprint.words import count_words

BLOCKED = "blocked: a dry run executes no model, so nothing was observed"
NOT_OBSERVED = "none: results exist for recorded runs only"
LIMITS = (
    "Shows that the cases, the composed inputs and the frozen baselines are complete and unchanged; "
    "it supports no statement about any model."
)


class DryCase(msgspec.Struct, frozen=True, kw_only=True):
    """One case of a dry run."""

    case_id: str
    prompt_words: dict[str, int]
    """Condition → words of the whole input, the task included."""
    input_sha256: dict[str, str]
    """Condition → SHA-256 of the whole input in UTF-8: what a recorded run can be held against."""
    behavioural_metrics: str = BLOCKED


class DryRun(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a dry run, in the order in which it is written."""

    suite_id: str
    suite_version: str
    suite_digest: str
    mode: str = "dry-run"
    case_count: int
    conditions: tuple[str, ...]
    model: None = None
    configuration: None = None
    observed_results: str = NOT_OBSERVED
    limitation: str = LIMITS
    frozen_sha256: dict[str, str]
    """Path → SHA-256 of the frozen baselines."""
    cases: tuple[DryCase, ...]

    def words(self, condition: str) -> float:
        """Return the mean number of input words under a condition. Raises ``KeyError`` for an unknown one."""
        counts = [case.prompt_words[condition] for case in self.cases]
        return sum(counts) / len(counts)


def dry_run(suite: Suite) -> DryRun:
    """Compose and count every input of a suite that was read without a problem."""
    assets = assets_by_path(suite)
    cases = []
    for case in suite.cases:
        inputs = {condition.id: compose(suite, condition, case, assets) for condition in suite.conditions}
        cases.append(
            DryCase(
                case_id=case.id,
                prompt_words={condition: count_words(text) for condition, text in inputs.items()},
                input_sha256={
                    condition: hashlib.sha256(text.encode()).hexdigest() for condition, text in inputs.items()
                },
            )
        )
    return DryRun(
        suite_id=suite.id,
        suite_version=suite.version,
        suite_digest=suite.digest,
        case_count=len(suite.cases),
        conditions=tuple(condition.id for condition in suite.conditions),
        frozen_sha256=dict(sorted(suite.pins.items())),
        cases=tuple(cases),
    )


def written(record: DryRun) -> str:
    """Return the record as the file holds it: two spaces, ASCII, one newline at the end."""
    return json.dumps(msgspec.to_builtins(record), indent=2) + "\n"
