"""Results that stand for one run, or for one planned sample, more than once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from site_builder.records.ruhroh import Sample
from site_builder.records.run import Evidence
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.codes import check


def duplicates(samples: Sequence[Sample]) -> tuple[Check, ...]:
    """Return a blocker for every run id and every sample id that several results have.

    All of them are counted, since nobody can tell here which one is meant; the claim is stopped instead.
    """
    return (
        *_twice("duplicate-run-id", samples, lambda sample: sample.run_id, "/runId"),
        *_twice("duplicate-sample-id", samples, lambda sample: sample.slot.id, "/runManifest/sample/id"),
    )


def _twice(
    code: str, samples: Sequence[Sample], key: Callable[[Sample], str], pointer: str
) -> Iterator[Check]:
    found: dict[str, list[str]] = {}
    for sample in samples:
        if key(sample):
            found.setdefault(key(sample), []).append(sample.path)
    for name, paths in found.items():
        if len(paths) > 1:
            evidence = tuple(Evidence(path, pointer) for path in paths)
            yield check(code, "blocker", name, f"{len(paths)} results", "one result", evidence=evidence)
