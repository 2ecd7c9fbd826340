"""How a board's order depends on the amounts at stake, such as one expert's time for one task.

A headline that is proportional to an amount (a human baseline) grows with it for every run of the same
fixture. Within one fixture the order is safe; between fixtures it holds only as far as their baselines do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

import msgspec

from site_builder.records.run import Metric, RunRecord
from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.explain import exact
from site_builder.studies.factors import factors as factors_of
from site_builder.studies.scenarios import Flip, Ranked, Scenario, Sensitivity, ranks, scenario, swings

FACTORS = (0.5, 0.8, 1.25, 2.0)
"""What the amount of one group is multiplied by while the others keep theirs."""


def sensitivity_to_amounts(
    ranked: Ranked,
    metric: str,
    group_of: Mapping[str, str],
    factors: Sequence[float] = FACTORS,
    medians: Mapping[str, Median] | None = None,
) -> Sensitivity:
    """Multiply ``metric``, to which the headline is proportional, for one group of runs at a time.

    ``group_of`` maps runs to groups (their fixture); runs that it does not name form one more. With a single
    group the order cannot change, and there are no scenarios.
    """
    usual = ranks({run.run_id: scored for run, scored in ranked})
    groups = sorted({group_of.get(run.run_id, "") for run, _ in ranked})
    scenarios: list[Scenario] = []
    for name, factor in product(groups, factors) if len(groups) > 1 else ():
        results = {
            run.run_id: evaluate(scored.graph, scaled(run, metric, factor), medians)
            if group_of.get(run.run_id, "") == name
            else scored
            for run, scored in ranked
        }
        title = f"{name or 'no group'} × {exact(factor)}"
        scenarios.append(scenario(title, ranks(results), usual))
    flips = tuple(_flips(ranked, group_of, factors))
    return Sensitivity(tuple(scenarios), swings(usual, scenarios), flips)


def scaled(run: RunRecord, metric: str, factor: float) -> Mapping[str, Metric]:
    """Return the run's metrics with one of them multiplied; a missing one stays missing."""
    measured = run.metric(metric)
    if measured.value is None:
        return run.metrics
    return {**run.metrics, metric: msgspec.structs.replace(measured, value=measured.value * factor)}


def _flips(ranked: Ranked, group_of: Mapping[str, str], factors: Sequence[float]) -> Iterator[Flip]:
    """Yield the factor of either group's amount that makes neighbours of two groups equal."""
    for (above, better), (below, worse) in pairwise(ranked):
        groups = group_of.get(above.run_id, ""), group_of.get(below.run_id, "")
        high, low = _unrounded(better), _unrounded(worse)
        if groups[0] == groups[1] or not high or not low or high == low:
            continue
        for name, at in ((groups[0], low / high), (groups[1], high / low)):
            within = min(factors) <= at <= max(factors)
            yield Flip(above.run_id, below.run_id, name, 1.0, at, within)


def _unrounded(scored: Scored) -> float | None:
    """Return the product of the layout's factors; ``None`` where one is missing."""
    found = factors_of(scored)
    return found[-1].left if found else None
