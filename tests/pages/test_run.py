"""The page of a run says what it scored, why, and what is unknown."""

from __future__ import annotations

import msgspec
import pytest

from site_builder.pages import run as run_page
from site_builder.pages.cells import Cell, Link, Sentence, decimals_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.published import NodeValue
from site_builder.pages.run import RunView
from site_builder.pages.verdict import roles_sentence
from site_builder.records.run import Metric, RunRecord
from tests.pages.synthetic import graph, run, site_of


def views(runs: list[RunRecord], **changes: object) -> dict[str, RunView]:
    lookup = SiteLookup(site_of(runs, **changes))
    return {key: run_page.content(key, lookup).view for key in lookup.places}


def spoken(sentence: Sentence) -> str:
    return "".join(part if isinstance(part, str) else f"<{_named(part)}>" for part in sentence)


def _named(part: Cell | Link) -> str:
    return part.node if isinstance(part, Cell) else part.text


STATES = {
    "not_collected": "not collected",
    "tool_failed": "tool failed",
    "below_minimum": "below minimum",
    "cohort_too_small": "cohort too small",
    "invalid": "invalid",
    "not_applicable": "not applicable",
}


@pytest.mark.parametrize("reason", STATES)
def test_every_state_of_a_missing_value_has_its_own_words(reason: str) -> None:
    """R1: the states differ in the text that stands in the place of a number."""
    gone = Metric(reason=reason, detail="for a test")  # type: ignore[arg-type]
    view = views([run("a", missing=0, metrics={"coverage_percent": gone})])["a"]
    shown = view.sheet.cell("coverage_percent")
    assert shown.value is None
    assert shown.words == STATES[reason]
    assert len(set(STATES.values())) == len(STATES)


def test_the_roles_that_have_no_score_are_named_by_why() -> None:
    view = views([run("a", missing=0, absent_roles=2)])["a"]
    idle = [role.role.title for role in view.roles if not role.took_part]
    assert len(idle) == 2
    said = spoken(roles_sentence(view.roles))
    assert said.startswith("<run.roles_present> of <rubric.roles> roles have a score")
    assert f" {idle[0]} and {idle[1]} did not run. " in said
    bare = [
        msgspec.structs.replace(role, score=role.score._replace(value=None)) if role.took_part else role
        for role in view.roles
    ]
    assert "; of " in spoken(roles_sentence(tuple(bare)))
    assert " too little was collected. Their weight is spread over the others." in spoken(
        roles_sentence(tuple(bare))
    )


def test_the_half_of_a_median_of_whole_numbers_is_shown() -> None:
    (median,) = [step for step in graph().medians if step.node.decimals == 0][:1]
    assert [decimals_of(median.node, value) for value in (41, 41.5, 41.25)] == [0, 1, 0]
    count = next(step for step in graph().steps if step.node.op == "metric" and step.node.decimals == 0)
    assert decimals_of(count.node, 41.5) == 0


def test_a_measured_zero_is_a_number() -> None:
    """R1: zero and missing are never the same."""
    view = views([run("a", missing=0, metrics={"lint_violations": Metric(value=0.0)})])["a"]
    assert view.sheet.cell("lint_violations").plain() == 0.0


def test_the_verdict_names_place_parts_extremes_and_bounds() -> None:
    runs = [run(f"r-{n}", missing=0.1) for n in range(5)]
    for view in views(runs).values():
        said = spoken((*view.standing, *view.verdict))
        assert said.startswith("Rank <run.rank> of <board.ranked>")
        assert "<composite> of 100 points" in said
        assert "<role_points> of 75 from roles" in said
        assert "Strongest axis" in said
        assert "<composite#lower> to <composite#upper>" in said


def test_an_unranked_run_says_why() -> None:
    view = views([run("a"), run("b")], exclude=[("b", "test")])["b"]
    assert "without a rank" in spoken(view.standing)
    assert view.neighbours == ()


def test_neighbours_are_the_runs_above_and_below_with_opposite_gaps() -> None:
    """R44: what separates two runs, seen from both sides."""
    made = views([run(f"r-{n}", missing=0) for n in range(4)])
    for view in made.values():
        for neighbour in view.neighbours:
            other = made[neighbour.run_id]
            back = next(n for n in other.neighbours if n.run_id == view.run.run_id)
            assert back.side != neighbour.side
            assert back.gap.value == -(neighbour.gap.value or 0.0)
            assert {d.title for d in back.axes} == {d.title for d in neighbour.axes}
            for found in (neighbour.parts, neighbour.axes):
                sizes = [abs(d.points.value or 0.0) for d in found]
                assert sizes == sorted(sizes, reverse=True)
            # What is named as part of the gap adds up to it; axes may not, as some do not enter the score.
            assert sum(d.points.value or 0.0 for d in neighbour.parts) == pytest.approx(neighbour.gap.value)


def test_an_axis_whose_difference_would_be_printed_as_0_is_not_named() -> None:
    one = run("a", missing=0, metrics={"coverage_percent": Metric(value=50.0)})
    other = msgspec.structs.replace(
        one, run_id="b", metrics={**one.metrics, "coverage_percent": Metric(value=50.1)}
    )
    third = run("c", missing=0)
    made = views([one, other, third])
    near = {(key, n.run_id): n for key, view in made.items() for n in view.neighbours}
    assert near["a", "b"].gap.value
    assert near["a", "b"].axes == ()
    assert any(n.axes for n in near.values())


def test_scores_under_other_rubrics_stand_beside_and_are_named() -> None:
    view = views([run(f"r-{n}") for n in range(4)])["r-1"]
    assert [(other.rubric, other.pinned) for other in view.others] == [("favur/15", True), ("favur/6", False)]


def test_the_payload_holds_every_node_that_is_listed() -> None:
    view = views([run("a", absent_roles=3, missing=0.2)])["a"]
    nodes = run_page.payload(view)["nodes"]
    listed = {view.graph.steps[i].id for group in view.groups for i in group.indices}
    assert listed <= set(nodes)
    assert view.absent_roles
    for role in view.absent_roles:
        assert {
            name: node for name, node in nodes.items() if name == role or name.startswith(f"{role}.")
        } == {
            role: NodeValue(missing="not_applicable", detail="the role did not run"),
            f"{role}.ran": NodeValue(value=0.0),
        }, "what recomputation needs to see that the role did not run, and nothing else"


def test_missing_values_are_listed_by_reason_without_those_of_absent_roles() -> None:
    view = views([run("a", missing=0.3, absent_roles=4)])["a"]
    listed = {node for group in view.absent for node, _, _ in group.nodes}
    assert listed
    assert not any(node.startswith(f"{role}.") for node in listed for role in view.absent_roles)
    assert all(view.sheet.cell(node).value is None for node in listed)


def test_withheld_values_are_not_in_the_payload() -> None:
    """The value, its bounds, and details that quote it stay out."""
    secret = 12345.678912345
    view = views([run("a", missing=0, metrics={"usage.cost_usd": Metric(value=secret)})])["a"]
    text = msgspec.json.encode(run_page.payload(view)).decode()
    assert str(secret) not in text
    assert view.sheet.cell("usage.cost_usd").reason == "withheld"


def test_details_that_quote_a_withheld_value_stay_unsaid() -> None:
    impossible = Metric(value=-987.654321)
    view = views([run("a", missing=0, metrics={"usage.cost_usd": impossible})])["a"]
    assert "-987.654" not in msgspec.json.encode(run_page.payload(view)).decode()


def test_a_cell_without_a_value_is_plain_data_with_a_reason() -> None:
    assert Cell("x", None, reason="tool_failed", detail="d").plain() == {
        "missing": "tool_failed",
        "detail": "d",
    }
