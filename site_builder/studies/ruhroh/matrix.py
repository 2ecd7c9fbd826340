"""The sample matrix of a plan: which repeats are to be collected, with ids and seeds that never change.

The order is target, then repeat, then scenario. A shard takes every N-th sample of that order and changes
neither ids, nor seeds, nor the number of repeats: parts that were collected apart fit together again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import msgspec

from site_builder.records.ruhroh_campaign import PlannedSample
from site_builder.records.ruhroh_target import Target


class Shard(msgspec.Struct, frozen=True):
    """Part ``index`` of ``total`` of a matrix, counted from 1."""

    index: int
    total: int

    def __str__(self) -> str:
        return f"{self.index}/{self.total}"

    def take(self, samples: Sequence[PlannedSample]) -> tuple[PlannedSample, ...]:
        """Return the samples of this part, in order; empty when there are fewer samples than parts."""
        return tuple(samples[self.index - 1 :: self.total])


def parse_shard(words: str) -> Shard:
    """Return the shard that ``2/3`` names. Raises ``ValueError`` with the reason for anything else."""
    match = re.fullmatch(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", words, re.ASCII)
    if match is None:
        raise ValueError(f"a shard is written like 2/3, not {words!r}")
    shard = Shard(int(match[1]), int(match[2]))
    if shard.index > shard.total:
        raise ValueError(f"there is no part {shard.index} of {shard.total}")
    return shard


def plan_samples(
    scenario_ids: Sequence[str], targets: Sequence[tuple[str, Target | None]], runs: int
) -> tuple[PlannedSample, ...]:
    """Return the whole matrix of ``runs`` repeats for each (target id, declared target) and scenario.

    Raises ``ValueError`` unless ``runs`` is positive.
    """
    if runs < 1:
        raise ValueError(f"{runs} repeats")
    return tuple(
        PlannedSample(
            sample_id=sample_id(scenario, target, index, runs),
            scenario_id=scenario,
            target=target,
            label=f"{target}:{scenario}#{index}/{runs}",
            seed=sample_seed(scenario, target, index, runs),
            index=index,
            count=runs,
            declared=declared,
        )
        for target, declared in targets
        for index in range(1, runs + 1)
        for scenario in scenario_ids
    )


def sample_id(scenario: str, target: str, index: int, runs: int) -> str:
    """Return ``scenario/target/03-of-10``: the index padded to the digits of the number of repeats."""
    return f"{scenario}/{target}/{index:0{len(str(runs))}}-of-{runs}"


def sample_seed(scenario: str, target: str, index: int, runs: int) -> str:
    """Return the first 16 hex digits of SHA-256 over the four parts, joined by line feeds."""
    material = "\n".join((scenario, target, str(index), str(runs)))
    return hashlib.sha256(material.encode()).hexdigest()[:16]


def environment(sample: PlannedSample) -> dict[str, str]:
    """Return the variables that tell a runner which sample it collects."""
    return {
        "RUHROH_SAMPLE_ID": sample.sample_id,
        "RUHROH_SAMPLE_SEED": sample.seed,
        "RUHROH_SAMPLE_WEIGHT": "1",
        "RUHROH_RUN_INDEX": f"{sample.index}",
        "RUHROH_RUN_COUNT": f"{sample.count}",
        "RUHROH_RUN_SEED": sample.seed,
    }
