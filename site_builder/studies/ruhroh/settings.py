"""The constants of the methodology, taken from the pinned rubric and from nowhere else."""

from __future__ import annotations

from typing import Literal

import msgspec

from site_builder.records.rubric import Rubric
from site_builder.studies.settings import from_parameters


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every constant that the study uses, with the rubric they come from."""

    rubric: str
    """``family/version``."""
    digest: str
    """Digest of the rubric file."""
    confidence: float
    z: float
    alpha: float
    resamples: int
    minimum_runs: int
    largest_k: int
    passing_score: float
    unstated_metadata: Literal["blocks", "advises"]
    minimum_votes: int
    terse_summary: int
    context_notes: int
    calibration_cases: int
    goal_criteria: int
    evidence_instructions: int
    terse_criterion: int
    terse_review: int


def settings_of(rubric: Rubric, digest: str) -> Settings:
    """Return the settings that a rubric pins.

    Raises ``ValueError`` naming the parameter when one is absent or has a value of the wrong kind.
    """
    return from_parameters(Settings, rubric, rubric=rubric.id, digest=digest)
