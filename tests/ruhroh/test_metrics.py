from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.explain import explain
from site_builder.scoring.graph import Graph
from site_builder.sources.importers.ruhroh.artifacts import inventory
from site_builder.sources.importers.ruhroh.results import read_results
from site_builder.sources.rubrics import load_graph
from site_builder.studies.ruhroh.comparison import Campaign, compare
from site_builder.studies.ruhroh.journey import journey
from site_builder.studies.ruhroh.metrics import cohort_metrics
from tests.ruhroh.samples import RUNS, SETTINGS, cohort_samples
from tests.ruhroh.test_demonstration import compared


@pytest.fixture(scope="module")
def graph() -> Graph:
    loaded = load_graph(RUNS.parent / "rubric_versions/ruhroh/0.7.yaml", "rubric")
    assert loaded.value is not None
    return loaded.value


@pytest.mark.parametrize("campaign", ["lantern-desk", "tinderbox-pilot", "harness-duel"])
def test_the_graph_of_the_rubric_gives_the_figures_of_the_cohort(campaign: str, graph: Graph) -> None:
    found = compared(campaign)
    for cohort in found.cohorts:
        scored = evaluate(graph, cohort_metrics(cohort, found.members(cohort), SETTINGS))
        assert scored.value("pass_rate") == cohort.pass_rate
        assert scored.value("mean_score") == cohort.mean_score
        assert scored.value("pass_rate_lower") == cohort.pass_rate_interval.lower
        assert scored.value("cost.per_pass") == cohort.usage.cost_usd.per_pass
        assert scored.value("tokens.mean") == cohort.usage.tokens.mean
        assert scored.value("review.required") == cohort.review_required


def test_every_measured_node_has_a_value_or_a_reason(graph: Graph) -> None:
    found = compare(Campaign(samples=tuple(cohort_samples(1, 2))), SETTINGS)
    (cohort,) = found.cohorts
    metrics = cohort_metrics(cohort, found.members(cohort), SETTINGS)
    assert set(graph.metrics) == set(metrics)
    assert all((metric.value is None) == (metric.reason is not None) for metric in metrics.values())
    assert metrics["pass_at.k3"].reason == "below_minimum"
    assert metrics["cost.total"].reason == "not_collected"


def test_a_pass_rate_opens_into_its_samples(graph: Graph) -> None:
    found = compared("harness-duel")
    cohort = found.cohorts[0]
    scored = evaluate(graph, cohort_metrics(cohort, found.members(cohort), SETTINGS))
    assert explain(scored, "pass_rate").arithmetic.startswith("11 ÷ 12")
    assert [place.file for place in explain(scored, "passes").evidence] == list(cohort.members)


def test_a_journey_tells_what_was_planned_done_judged_and_kept() -> None:
    found = compared("tinderbox-pilot")
    by_id = {sample.slot.id: sample for sample in found.samples}
    split = journey(found, by_id["invoice-export/tinderbox-native/3-of-6"])
    assert (split.outcome, split.priority, split.cohort) == (
        "open",
        "required",
        "invoice-export/tinderbox-native",
    )
    assert "votes-disagree" in {reason.code for reason in split.reasons}
    assert split.planned is not None
    assert split.planned.state == "present"
    lost = journey(found, by_id["shift-swap/tinderbox-native/2-of-6"])
    assert [(fault.code, fault.artifact) for fault in lost.faults] == [("missing", "journey")]


def test_a_journey_lists_its_evidence_with_digests() -> None:
    place = RUNS / "ruhroh/campaigns/harness-duel/results"
    root = read_results(place, "results")
    found = compare(Campaign(samples=root.samples, artifacts=root.checks), SETTINGS)
    sample = found.samples[0]
    told = journey(found, sample, inventory(root.root, sample))
    assert len(told.files) == 12
    assert all(item.sha256 and (Path(place) / item.found).is_file() for item in told.files)
    assert (told.planned, told.faults) == (None, ())
