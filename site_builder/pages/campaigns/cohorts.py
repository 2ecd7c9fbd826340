"""The cohort board of a campaign. Nobody is ranked on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from site_builder.pages.campaigns.derived import DerivedRow, derived
from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import (
    COVERAGE_WORDS,
    Estimated,
    Head,
    absent,
    cost,
    estimated,
    head_of,
    number_of,
    percentage,
    told,
)
from site_builder.pages.campaigns.statement import Stated, stated
from site_builder.pages.cells import Cell, as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.scoring.graph import Graph
from site_builder.statistics.summary import Distribution
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.quality import Signal, outcome_of
from site_builder.studies.ruhroh.usage import Metered

UNSTATED = "no reason stated"
"""Failure bucket of a sample that states none."""


class CohortRow(msgspec.Struct, frozen=True):
    """One cohort: a row of the board with everything that opens below it."""

    key: str
    id: str
    scenario: str
    target: str
    runs: Cell
    minimum: Cell
    directional: bool
    passes: Cell
    pass_rate: Estimated
    pass_at: tuple[Cell, ...]
    mean_score: Estimated
    cost_per_pass: Cell
    tokens_per_pass: Cell
    review: str
    """What is asked of reviewers: ``decisions missing``, ``review recommended`` or ``nothing to review``."""
    review_count: Cell
    failures: tuple[tuple[str, Cell], ...]
    """(failure bucket, samples that did not pass with it)."""
    subscores: tuple[tuple[str, Cell, Cell], ...]
    """(dimension, mean, samples that have it)."""
    usage: tuple[tuple[str, str, Cell, Cell, Cell, Cell], ...]
    """(what, how far reported, samples that report, all samples, sum, mean of those)."""
    spreads: tuple[tuple[str, Cell, Cell, Cell, Cell, Cell, Cell], ...]
    """(what, n, least, lower quartile, median, upper quartile, greatest)."""
    signals: tuple[tuple[str, Cell], ...]
    checks: tuple[tuple[str, str, str], ...]
    """(code, finding, what was observed)."""
    samples: tuple[tuple[str, str, str], ...]
    """(run id, address, outcome)."""
    derived: tuple[DerivedRow, ...]


class BoardView(msgspec.Struct, frozen=True):
    """What the template of a cohort board reads."""

    head: Head
    stated: Stated
    ready: bool
    verdict: str
    against: tuple[str, ...]
    """Titles of the kinds of reasons against its claim."""
    advisories: Cell
    claim: str
    rubric: str
    suite: str
    minimum: Cell
    samples: Cell
    columns: tuple[str, ...]
    rows: tuple[CohortRow, ...]
    outside: tuple[str, ...]
    data: str


def board_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the cohort board of a campaign."""
    place = lookup.campaigns.by_slug[slug]
    found = place.comparison
    graph = lookup.data.graphs[place.config.rubric]
    ready = found.readiness.ready
    view = BoardView(
        head=head_of(place, "", place.campaign.about),
        stated=stated(place),
        ready=ready,
        verdict="Its claim may be published" if ready else "Its claim may not be published",
        against=found.readiness.against,
        advisories=number_of("claim.advisories", len(found.readiness.advisories)),
        claim=place.claim_address,
        rubric=graph.id,
        suite=f"{found.suite.title} {found.suite.version}" if found.suite else "",
        minimum=number_of("campaign.minimum_runs", found.minimum_runs),
        samples=number_of("campaign.samples", len(found.samples)),
        columns=tuple(f"pass@{k}" for k in range(1, found.settings.largest_k + 1)),
        rows=tuple(_row(n, cohort, place, graph) for n, cohort in enumerate(found.cohorts, 1)),
        outside=found.outside,
        data=place.data,
    )
    return Content(view, as_data(view), place.config.rubric)


def _row(n: int, cohort: Cohort, place: CampaignPlace, graph: Graph) -> CohortRow:
    firm, usage = not cohort.directional, cohort.usage
    review, review_count = _review(cohort, place)
    return CohortRow(
        key=f"cohort-{n}",
        id=cohort.id,
        scenario=cohort.scenario_id,
        target=cohort.target,
        runs=number_of("cohort.runs", cohort.runs),
        minimum=number_of("cohort.minimum_runs", cohort.minimum_runs),
        directional=cohort.directional,
        passes=number_of("cohort.passes", cohort.passes),
        pass_rate=estimated(
            (f"rate-{n}", f"Pass rate of {cohort.id}", "cohort.pass_rate"),
            cohort.pass_rate,
            cohort.pass_rate_interval,
            firm=firm,
        ),
        pass_at=tuple(_pass_at_each(cohort, place.comparison.settings.largest_k)),
        mean_score=estimated(
            (f"score-{n}", f"Mean score of {cohort.id}", "cohort.mean_score"),
            cohort.mean_score,
            cohort.mean_score_interval,
            firm=firm,
            form="",
        ),
        cost_per_pass=cost("cohort.cost_per_pass", usage.cost_usd, usage.cost_usd.per_pass),
        tokens_per_pass=cost("cohort.tokens_per_pass", usage.tokens, usage.tokens.per_pass, 0),
        review=review,
        review_count=review_count,
        failures=tuple(_failures(cohort, place)),
        subscores=tuple(
            (score.name, number_of("cohort.subscore", score.mean, 3), number_of("cohort.subscore.n", score.n))
            for score in cohort.subscores
        ),
        usage=(
            _usage("Cost, USD", "cohort.cost", usage.cost_usd, 4),
            _usage("Tokens", "cohort.tokens", usage.tokens, 0),
        ),
        spreads=tuple(_spreads(cohort)),
        signals=tuple((_weakness(s.signal), number_of("cohort.signal", s.samples)) for s in cohort.signals),
        checks=tuple((check.code, check.title, check.observed) for check in cohort.checks),
        samples=tuple(_samples(cohort, place)),
        derived=derived(graph, cohort, place.comparison),
    )


def _pass_at_each(cohort: Cohort, largest: int) -> Iterator[Cell]:
    """Yield pass@1 up to pass@``largest``; a word where there are fewer samples than tries."""
    known = {estimate.parameters["k"]: estimate.value for estimate in cohort.pass_at_k}
    for k in range(1, largest + 1):
        node = f"cohort.pass_at_{k}"
        if k in known:
            yield percentage(node, known[k])
        else:
            yield absent(node, "too few", f"{cohort.runs} samples say nothing about {k} tries")


def _review(cohort: Cohort, place: CampaignPlace) -> tuple[str, Cell]:
    """Return what is asked of reviewers, and of how many samples."""
    own = (cohort.scenario_id, cohort.target)
    queued = [item for item in place.comparison.queue if (item.scenario_id, item.target) == own]
    required = sum(item.priority == "required" for item in queued)
    words = "decisions missing" if required else "review recommended" if queued else "nothing to review"
    return words, number_of("cohort.review", required or len(queued))


def _spreads(cohort: Cohort) -> Iterator[tuple[str, Cell, Cell, Cell, Cell, Cell, Cell]]:
    if cohort.duration_ms is not None:
        yield _spread("Duration, s", "cohort.duration", cohort.duration_ms, 1000.0)
    if cohort.iterations is not None:
        yield _spread("Iterations", "cohort.iterations", cohort.iterations, 1.0)


def _samples(cohort: Cohort, place: CampaignPlace) -> Iterator[tuple[str, str, str]]:
    for path in cohort.members:
        sample = place.sample(path)
        yield sample.run_id or path, place.sample_address(path), outcome_of(sample, place.comparison.settings)


def _weakness(signal: Signal) -> str:
    """Return a weakness of evaluations in words, with what it is about."""
    words, about = told(signal.code, signal.detail)
    return f"{words}: {about}" if about else words


def _failures(cohort: Cohort, place: CampaignPlace) -> Iterator[tuple[str, Cell]]:
    """Yield (failure bucket, samples) over the samples that did not pass; one in ``none`` states none."""
    settings = place.comparison.settings
    members = [place.sample(path) for path in cohort.members]
    failed = (s for s in members if outcome_of(s, settings) != "passed")
    buckets = Counter(s.failure_bucket.replace("_", " ") for s in failed)
    unstated = buckets.pop("", 0) + buckets.pop("none", 0)
    for i, (name, n) in enumerate(
        [*sorted(buckets.items()), *([(UNSTATED, unstated)] if unstated else [])], 1
    ):
        yield name, number_of(f"cohort.bucket.{i}", n)


def _usage(title: str, node: str, found: Metered, decimals: int) -> tuple[str, str, Cell, Cell, Cell, Cell]:
    return (
        title,
        COVERAGE_WORDS[found.status],
        number_of(f"{node}.reporting", found.observed),
        number_of(f"{node}.samples", found.samples),
        cost(f"{node}.total", found, found.total, decimals),
        cost(f"{node}.mean", found, found.mean, decimals),
    )


def _spread(
    title: str, node: str, found: Distribution, per: float
) -> tuple[str, Cell, Cell, Cell, Cell, Cell, Cell]:
    def cell(end: str, value: float) -> Cell:
        return number_of(f"{node}.{end}", value / per, 0 if per > 1 else 1)

    return (
        title,
        number_of(f"{node}.n", found.n),
        cell("least", found.least),
        cell("lower_quartile", found.lower_quartile),
        cell("median", found.median),
        cell("upper_quartile", found.upper_quartile),
        cell("greatest", found.greatest),
    )
