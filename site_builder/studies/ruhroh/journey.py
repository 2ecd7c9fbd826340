"""The journey of one sample: what was planned, done, judged and kept, in one record for one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from site_builder.records.ruhroh import ArtifactFault, ArtifactFile, Sample
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.coverage import PlanRow
from site_builder.studies.ruhroh.quality import Outcome, outcome_of
from site_builder.studies.ruhroh.review import Reason, ReviewItem, reasons


class Journey(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a page about one sample says."""

    sample: Sample
    outcome: Outcome
    """``open`` when the evaluator came to no verdict."""
    cohort: str
    """Id of its cohort."""
    planned: PlanRow | None
    """Its row of the plan; ``None`` without a plan, or when it is not planned."""
    reasons: tuple[Reason, ...]
    """Why a person should look at it; empty for none."""
    priority: Literal["", "required", "recommended"]
    faults: tuple[ArtifactFault, ...]
    """What is wrong with its evidence."""
    files: tuple[ArtifactFile, ...]
    """The evidence it names, with sizes and digests."""


def journey(comparison: Comparison, sample: Sample, files: Sequence[ArtifactFile] = ()) -> Journey:
    """Return the journey of a sample of a comparison; ``files`` is its inventory."""
    settings = comparison.settings
    rows = comparison.coverage.rows if comparison.coverage else ()
    faults = (item.faults for item in comparison.artifacts if item.path == sample.path)
    item = _queued(comparison, sample)
    return Journey(
        sample=sample,
        outcome=outcome_of(sample, settings),
        cohort=f"{sample.scenario_id}/{sample.group}",
        planned=next((row for row in rows if sample.path in row.results), None),
        reasons=reasons(sample, settings),
        priority=item.priority if item else "",
        faults=next(faults, ()),
        files=tuple(files),
    )


def _queued(comparison: Comparison, sample: Sample) -> ReviewItem | None:
    return next((item for item in comparison.queue if item.path == sample.path), None)
