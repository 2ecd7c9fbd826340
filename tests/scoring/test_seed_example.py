"""The published worked example: twelve role scores, their contributions, and a composite of 81.8.

Printed figures are rounded to one decimal, so each is an interval; the composite must be reachable
within them, and every contribution must agree with its score within the rounding of both.
"""

from __future__ import annotations

import pytest

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.graph import Graph
from tests.scoring.contributions import contributions
from tests.scoring.rubrics import released

PRINTED = {
    # role: (score, weight, contribution, coverage in percent)
    "code_review": (7.9, 14, 9.1, 50),
    "code": (7.6, 14, 8.8, 100),
    "develop": (7.8, 14, 9.0, 100),
    "sprint_plan": (8.1, 9, 6.0, 96),
    "pseudocode": (6.5, 9, 4.9, 75),
    "sprint_review": (8.5, 9, 6.3, 60),
    "architect": (8.2, 6, 4.0, 70),
    "orchestrator": (7.9, 4, 2.6, 75),
    "test": (6.9, 4, 2.3, 80),
    "build": (5.5, 3, 1.4, 100),
    "platform": (5.6, 3, 1.4, 75),
    "scout": (5.8, 2, 1.0, 100),
}
HALF = 0.05
"""Half a unit of the last printed place."""


def composed(shift: float) -> Scored:
    """Evaluate favur/15 with the printed role scores moved by ``shift``, and a completion of 10."""
    graph = released("favur/15")
    nodes = dict(graph.rubric.nodes)
    for role in graph.layout.roles:
        nodes[role.node] = nodes[role.node].model_copy(update={"op": "metric", "inputs": [], "constants": {}})
    nodes["completion"] = nodes["completion"].model_copy(
        update={"op": "metric", "inputs": [], "constants": {}}
    )
    replaced = Graph(graph.rubric.model_copy(update={"nodes": nodes}), "sha256:0")
    metrics = {f"roles.{role}": Metric(row[0] + shift) for role, row in PRINTED.items()}
    absent = {
        role.node: Metric(reason="not_applicable", detail="did not run")
        for role in graph.layout.roles
        if role.node not in metrics
    }
    return evaluate(replaced, metrics | absent | {"completion": Metric(10.0)})


def test_the_weights_of_the_roles_that_ran_sum_to_91() -> None:
    step = released("favur/15").step("role_mean")
    weights = {released("favur/15").steps[i].id: w for i, w in zip(step.inputs, step.weights, strict=True)}
    assert {role: weights[f"roles.{role}"] for role in PRINTED} == {r: row[1] for r, row in PRINTED.items()}
    assert sum(weights[f"roles.{role}"] for role in PRINTED) == 91
    assert sum(weights.values()) == 100


@pytest.mark.parametrize("role", PRINTED)
def test_every_contribution_agrees_with_its_score_within_the_rounding_of_both(role: str) -> None:
    low = contributions(composed(-HALF), "role_points")[f"roles.{role}"]
    high = contributions(composed(+HALF), "role_points")[f"roles.{role}"]
    assert low - HALF <= PRINTED[role][2] <= high + HALF


def test_the_printed_composite_lies_in_the_interval_that_the_rounding_of_the_scores_allows() -> None:
    low, high = composed(-HALF).value("composite"), composed(+HALF).value("composite")
    assert low is not None
    assert high is not None
    assert low <= 81.8 + HALF
    assert high >= 81.8 - HALF
    assert composed(0).value("role_points") == pytest.approx(56.65, abs=0.005)


UNAVAILABLE = (
    "roles.code_review.verdict_points",
    "roles.code_review.tasks_reviewed",
    "roles.code_review.reviews",
    "roles.code_review.issues_raised",
    "roles.code_review.issues_resolved",
    "roles.sprint_review.verdict_points",
    "roles.sprint_review.sprints_reviewed",
    "roles.sprint_review.checks_done",
    "roles.sprint_review.checks_expected",
    "roles.architect.validator_passed",
    "roles.architect.validator_total",
    "roles.sprint_plan.context.system_tokens",
    "roles.orchestrator.usage.requests",
    "roles.orchestrator.usage.input_tokens",
    "roles.orchestrator.usage.output_tokens",
    "roles.orchestrator.usage.cost_usd",
    "roles.orchestrator.context.system_tokens",
)
UNTAGGED = ("pseudocode", "platform", "test")


def test_the_printed_coverages_follow_from_what_such_a_run_lacks() -> None:
    graph = released("favur/15")
    metrics = {name: Metric(50.0) for name in graph.metrics if name not in UNAVAILABLE}
    for name in graph.metrics:
        high = (graph.node(name).range or (None, None))[1]
        if high == 1 and name in metrics:
            metrics[name] = Metric(1.0)
    for role in UNTAGGED:
        metrics[f"roles.{role}.deliverables_named"] = Metric(0.0)
    metrics["roles.sprint_plan.sections"] = Metric(5.0)
    scored = evaluate(graph, metrics, {step.id: Median(1.0, ("a", "b", "c")) for step in graph.medians})
    coverage = {role: round(100 * scored[f"roles.{role}"].coverage) for role in PRINTED}
    assert coverage == {role: row[3] for role, row in PRINTED.items()}


OLDER = {
    # axis of favur/6: (points, maximum)
    "code": (11.59, 18),
    "test": (9.45, 18),
    "cost": (12.349, 14),
    "tools": (11.7, 12),
    "workflow": (6.12, 12),
    "effort": (8.015, 12),
    "process": (5.314, 8),
    "deliverables": (3.362, 6),
}


def test_the_composite_of_the_older_rubric_is_the_sum_of_its_axes() -> None:
    graph = released("favur/6")
    nodes = dict(graph.rubric.nodes)
    for axis in OLDER:
        nodes[axis] = nodes[axis].model_copy(update={"op": "metric", "inputs": [], "constants": {}})
    replaced = Graph(graph.rubric.model_copy(update={"nodes": nodes}), "sha256:0")
    scored = evaluate(replaced, {axis: Metric(points / most) for axis, (points, most) in OLDER.items()})
    assert scored.value("composite") == pytest.approx(sum(points for points, _ in OLDER.values()), abs=1e-12)
    assert scored.value("composite") == pytest.approx(67.9, abs=1e-9)
    assert [scored.value(f"{axis}.points") for axis in OLDER] == pytest.approx([p for p, _ in OLDER.values()])
    assert all(step.node.basis.kind != "inferred" for step in graph.steps)
