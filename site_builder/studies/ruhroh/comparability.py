"""Whether the samples of a cohort ran under one condition, and whether anybody could tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from site_builder.studies.readiness import Check, Severity
from site_builder.studies.ruhroh.codes import check
from site_builder.studies.ruhroh.cohort_fields import COMPARED, UNKNOWN
from site_builder.studies.ruhroh.settings import Settings


def comparability(
    subject: str, fields: Mapping[str, tuple[str, ...]], settings: Settings, front: str = ""
) -> Iterator[Check]:
    """Yield a check for every compared field with more than one value, and for every unstated one.

    An unstated value counts as a value of its own, so a field that only some samples state is mixed as well.
    ``front`` is put before the codes.
    """
    for field in COMPARED:
        values = fields[field.name]
        if len(values) > 1:
            yield check(f"{front}mixed-{field.name}", "blocker", subject, ", ".join(values), "one value")
        if UNKNOWN in values:
            severity: Severity = "blocker" if settings.unstated_metadata == "blocks" else "advisory"
            detail = "some samples" if len(values) > 1 else "no sample states it"
            yield check(f"{front}unstated-{field.name}", severity, subject, detail, "stated by every sample")


def locked_version(subject: str, found: tuple[str, ...], locked: str | None) -> Iterator[Check]:
    """Yield a check when a suite locks a version and the samples are of another one, or of several."""
    if locked is None or found == (locked,):
        return
    code = "locked-version-mixed" if locked in found else "locked-version-absent"
    yield check(code, "blocker", subject, ", ".join(found), f"{locked} only")
