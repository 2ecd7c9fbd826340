"""Rules of conduct on the methodology page, and every statistic worked through on a campaign of the site."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, sqrt
from typing import Any

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import FIRMEST_FIRST, number_of, p_value, relation
from site_builder.pages.cells import Cell, Link, Sentence
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric import Rubric
from site_builder.scoring.graph import Graph
from site_builder.studies.ruhroh.codes import CODES
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.pairs import Pair


class RuleView(msgspec.Struct, frozen=True):
    """One rule of a methodology."""

    anchor: str
    title: str
    rule: str
    why: str
    evidence: tuple[str, ...]
    checks: tuple[tuple[str, str], ...]
    """(code, what it finds)."""


class Ground(msgspec.Struct, frozen=True):
    """On what authority a parameter stands."""

    kind: str
    reason: str


class ParameterView(msgspec.Struct, frozen=True):
    """One constant that the statistics and the checks are given."""

    name: str
    title: str
    value: Cell | None
    """``None`` for a word."""
    word: str
    unit: str
    description: str
    basis: Ground


class Worked(msgspec.Struct, frozen=True):
    """The worked example."""

    title: str
    address: str
    cohort: str
    steps: tuple[tuple[str, Sentence], ...]
    """(what, the arithmetic with its numbers)."""


class RulesView(msgspec.Struct, frozen=True):
    """What a methodology with rules shows beside its formulas."""

    rules: tuple[RuleView, ...]
    parameters: tuple[ParameterView, ...]
    worked: Worked | None
    """``None`` on a site without a campaign under this rubric."""


def rules_of(lookup: SiteLookup, graph: Graph) -> RulesView | None:
    """Return the rules of a rubric with an example; ``None`` for a rubric without rules."""
    if not graph.rubric.rules:
        return None
    return RulesView(tuple(_rules(graph.rubric)), tuple(_parameters(graph.rubric)), _worked(lookup, graph))


def _rules(rubric: Rubric) -> Iterator[RuleView]:
    values = {name: parameter.value for name, parameter in rubric.parameters.items()}
    for name, one in rubric.rules.items():
        yield RuleView(
            anchor=f"rule-{name.replace('_', '-')}",
            title=one.title,
            rule=_filled(one.rule, values),
            why=_filled(one.why, values),
            evidence=tuple(one.evidence),
            checks=tuple((code, CODES[code].title if code in CODES else "") for code in one.checks),
        )


def _filled(text: str, values: dict[str, Any]) -> str:
    """Put the values of parameters where the text names them in braces."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", f"{value}")
    return text


def _parameters(rubric: Rubric) -> Iterator[ParameterView]:
    for name, one in rubric.parameters.items():
        numeric = isinstance(one.value, int | float) and not isinstance(one.value, bool)
        node = f"parameter.{name}"
        cell = Cell(node, float(one.value), 0, text=f"{one.value}") if numeric else None
        ground = Ground(one.basis.kind, one.basis.reason)
        words = "" if numeric else f"{one.value}"
        yield ParameterView(name, one.title, cell, words, one.unit, one.description, ground)


def _worked(lookup: SiteLookup, graph: Graph) -> Worked | None:
    places = [place for place in lookup.campaigns.all if place.config.rubric == graph.id]
    found = [(place, pair) for place in places for pair in place.comparison.pairs]
    found.sort(key=lambda item: FIRMEST_FIRST.index(item[1].verdict))
    if found:
        place, pair = found[0]
        cohort = place.comparison.cohort(pair.scenario_id, pair.baseline)
        assert cohort is not None
        return _example(place, cohort, pair)
    with_cohorts = next((place for place in places if place.comparison.cohorts), None)
    return _example(with_cohorts, with_cohorts.comparison.cohorts[0], None) if with_cohorts else None


def _example(place: CampaignPlace, cohort: Cohort, pair: Pair | None) -> Worked:
    steps = [*_cohort_steps(place, cohort), *(_pair_steps(place, pair) if pair else ())]
    return Worked(place.campaign.title, place.address, cohort.id, tuple(steps))


def _whole(value: int) -> Cell:
    return number_of("example.count", value)


def _share(value: float, decimals: int = 4) -> Cell:
    return number_of("example.value", value, decimals)


def _cohort_steps(place: CampaignPlace, cohort: Cohort) -> Iterator[tuple[str, Sentence]]:
    passes, runs, z = cohort.passes, cohort.runs, place.comparison.settings.z
    rate, interval = cohort.pass_rate, cohort.pass_rate_interval
    yield "Pass rate", (_whole(passes), " passes ÷ ", _whole(runs), " samples = ", _share(rate))
    centre, whole = rate + z * z / (2 * runs), 1 + z * z / runs
    margin = z * sqrt((rate * (1 - rate) + z * z / (4 * runs)) / runs)
    yield (
        "Its Wilson interval",
        (
            "With z = ", _share(z, 6), ": centre p + z² ÷ 2n = ", _share(centre), ", margin ",
            "z × √((p(1 − p) + z² ÷ 4n) ÷ n) = ", _share(margin), ", both divided by 1 + z² ÷ n = ",
            _share(whole), ": from ", _share(interval.lower), " to ", _share(interval.upper),
        ),
    )  # fmt: skip
    for estimate in cohort.pass_at_k[1:2]:
        failed, pairs = comb(runs - passes, 2), comb(runs, 2)
        words = " pairs of samples that did not pass ÷ "
        yield "pass@2", ("1 − ", _whole(failed), words, _whole(pairs), " pairs = ", _share(estimate.value))
    score = cohort.mean_score_interval
    resamples = score.parameters.get("resamples")
    if isinstance(resamples, int):
        yield (
            "Mean score",
            (
                _share(cohort.mean_score), "; ", _whole(resamples),
                f" resamples drawn with the label “{cohort.id}” lie in the middle ",
                Cell("example.confidence", score.confidence, 0, form="percent"), " between ",
                _share(score.lower), " and ", _share(score.upper),
            ),
        )  # fmt: skip
    yield _cost_step(cohort)


def _cost_step(cohort: Cohort) -> tuple[str, Sentence]:
    cost = cohort.usage.cost_usd
    if cost.per_pass is None or cost.total is None:
        words = (
            f"Not given: {cost.observed} of {cost.samples} samples report a cost. A missing one is no zero."
        )
        return "Cost per pass", (words,)
    total = number_of("example.cost", cost.total, 6)
    per_pass = number_of("example.cost_per_pass", cost.per_pass, 6)
    spent = (total, " USD for all samples, failed ones too, ÷ ", _whole(cohort.passes), " passes = ")
    return "Cost per pass", (*spent, per_pass, " USD")


def _pair_steps(place: CampaignPlace, pair: Pair) -> Iterator[tuple[str, Sentence]]:
    (first, first_n), (second, second_n) = pair.baseline_counts, pair.contender_counts
    before, after, gap = first / first_n, second / second_n, pair.difference
    yield (
        "Difference",
        (
            f"{pair.contender} minus {pair.baseline}: ",
            _share(after),
            " − ",
            _share(before),
            " = ",
            _share(gap.value),
        ),
    )
    spread = sqrt(before * (1 - before) / first_n + after * (1 - after) / second_n)
    yield (
        "Its normal interval",
        (
            "z × √(p₁(1 − p₁) ÷ n₁ + p₂(1 − p₂) ÷ n₂) = ", _share(place.comparison.settings.z * spread),
            " to both sides: from ", _share(gap.interval.lower), " to ", _share(gap.interval.upper),
            "; it excludes zero" if gap.interval.excludes(0) else "; it holds zero",
        ),
    )  # fmt: skip
    p = p_value("example.p_value", pair.test.p_value, 6)
    exact = f"{pair.test.exact.numerator}/{pair.test.exact.denominator}"
    yield (
        "Fisher's exact test",
        (
            f"All tables with these margins that are no likelier: {exact} {relation(p)}",
            p,
            ", below " if pair.significant else ", not below ",
            number_of("example.alpha", pair.alpha, 2),
        ),
    )
    link = Link(pair.verdict, f"{place.address}pairs/")
    yield "Verdict", ("The pair is ", link, ".")
