"""What a run's score is made of agrees with the scoring it comes from."""

from __future__ import annotations

import math

import pytest

from site_builder.pages.breakdown import axes_of, completion_of, roles_of
from site_builder.pages.cells import Sheet
from site_builder.pages.lookup import SiteLookup
from site_builder.records.run import Metric
from site_builder.scoring.explain import terms_of
from tests.pages.synthetic import run, site_of
from tests.scoring.contributions import contributions


def close(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)


def test_shares_and_contributions_are_those_of_the_explanation(lookup: SiteLookup) -> None:
    """R7: the tables of a run page and ``site-builder explain`` say the same."""
    for board in lookup.data.boards:
        outline = lookup.outline(board.graph)
        for entry in board.entries:
            sheet = Sheet(entry.scored)
            for axis in axes_of(outline, sheet):
                for part, term in zip(axis.parts, terms_of(entry.scored, axis.axis.weighing), strict=True):
                    assert part.share == term.share
                    if term.contribution is None:
                        assert part.contribution.value is None
                    else:
                        assert part.contribution.value is not None
                        assert close(part.contribution.value, term.contribution * axis.axis.factor)


def test_contributions_sum_to_their_whole(lookup: SiteLookup) -> None:
    """R13: from unrounded parts, components sum to the axis and roles to the role part."""
    for board in lookup.data.boards:
        outline = lookup.outline(board.graph)
        root = board.graph.layout.roles_root
        assert root is not None
        for entry in board.entries:
            sheet = Sheet(entry.scored)
            roles = roles_of(outline, sheet, {})
            assert close(sum(r.contribution.value or 0.0 for r in roles), sheet.cell(root).value or 0.0)
            walked = contributions(entry.scored, root)
            for role in roles:
                if role.contribution.value is not None:
                    assert close(role.contribution.value, walked[role.role.node])
            for axis in axes_of(outline, sheet):
                if axis.points.value is not None:
                    assert close(sum(p.contribution.value or 0.0 for p in axis.parts), axis.points.value)


def test_a_missing_axis_has_neither_points_nor_share() -> None:
    """R1, R6: nothing stands where a number is missing."""
    gone = Metric(reason="not_collected")
    record = run("a-1", missing=0, metrics={"usage.request_time_s": gone, "usage.output_tokens": gone})
    lookup = SiteLookup(site_of([record, run("a-2", missing=0), run("a-3", missing=0)]))
    entry = next(e for e in lookup.data.boards[0].entries if e.run.run_id == "a-1")
    axes = {
        axis.axis.short: axis for axis in axes_of(lookup.outline(entry.scored.graph), Sheet(entry.scored))
    }
    assert axes["Speed"].points.value is None
    assert axes["Speed"].share is None
    assert axes["Speed"].coverage.value == 0


@pytest.mark.parametrize(("met", "named"), [(3.0, ("Criteria met",)), (10.0, ())])
def test_completion_names_its_bottleneck(met: float, named: tuple[str, ...]) -> None:
    full = {
        name: Metric(value=10.0)
        for name in ("milestones.completed", "milestones.total", "acceptance.total", "sprints.total")
    }
    full |= {"sprints.approved": Metric(value=10.0), "acceptance.met": Metric(value=met)}
    full |= {"tests_run.failed": Metric(value=0.0), "tests_run.errors": Metric(value=0.0)}
    entry = SiteLookup(site_of([run("a", missing=0, metrics=full)])).data.boards[0].entries[0]
    outline = SiteLookup(site_of([entry.run])).outline(entry.scored.graph)
    completion = completion_of(outline, Sheet(entry.scored))
    assert completion is not None
    assert completion.bottleneck == named


def test_a_role_that_did_not_run_is_listed_without_a_score() -> None:
    record = run("a", absent_roles=3)
    lookup = SiteLookup(site_of([record]))
    scored = lookup.data.boards[0].entries[0].scored
    roles = roles_of(lookup.outline(scored.graph), Sheet(scored), {})
    gone = [role for role in roles if not role.took_part]
    assert len(gone) == 3
    assert all(role.score.reason == "not_applicable" and not role.terms for role in gone)
