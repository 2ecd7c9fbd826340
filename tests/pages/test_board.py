"""A board lists every run, ranks from unrounded scores, and says why a run has no rank."""

from __future__ import annotations

import msgspec

from site_builder.errors import Problem
from site_builder.output.tables import board_rows
from site_builder.pages import board as board_page
from site_builder.pages.board import BoardView
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.runs import tool_notes
from site_builder.pages.withdrawn_runs import enough_decimals
from site_builder.records.run import RunRecord
from tests.pages.synthetic import graph, run, site_of


def view_of(runs: list[RunRecord], **changes: object) -> BoardView:
    lookup = SiteLookup(site_of(runs, **changes))
    view = board_page.content(lookup.data.boards[0].id, lookup).view
    assert isinstance(view, BoardView)
    return view


def test_equal_scores_share_a_rank_and_the_next_one_is_skipped() -> None:
    """R11: 1, 1, 3; the order inside a tie is that of the ids, whatever the order of the inputs."""
    first = run("a", missing=0)
    runs = [
        msgspec.structs.replace(first, run_id=run_id, digest=f"sha256:{run_id * 64}")
        for run_id in ("c", "a", "b")
    ]
    rows = view_of(runs).rows
    assert [(row.rank, row.shared, row.run_id) for row in rows] == [
        (1, True, "a"),
        (1, True, "b"),
        (1, True, "c"),
    ]


def test_a_board_names_the_set_it_covers() -> None:
    """R8, R20: cohort, number of runs, rubric and digest, newest date."""
    view = view_of([run("a"), run("b")])
    payload = board_page.payload(view)
    assert payload["rubric"] == {"id": "favur/15", "digest": graph().digest, "released": True}
    assert payload["runs"]["listed"] == 2
    assert payload["newest_run"] == max(row.date for row in view.rows)


def test_an_excluded_run_is_listed_without_a_rank_and_with_its_reason() -> None:
    """R33, R35: nothing is hidden."""
    view = view_of([run("a"), run("b"), run("c")], exclude=[("b", "withdrawn by its author")])
    assert [row.run_id for row in view.rows][-1] == "b"
    assert "withdrawn by its author" in view.unranked[0].unranked


def test_every_row_says_how_many_runs_its_configuration_has() -> None:
    """R24: the number of runs behind each figure."""
    runs = [run("a", configuration="x"), run("b", configuration="x"), run("c", configuration="y")]
    repeats = {row.run_id: row.repeats for row in view_of(runs).rows}
    assert repeats == {"a": 2, "b": 2, "c": 1}


def test_every_axis_is_a_column_with_its_most_points() -> None:
    """R43: overall and parts are both there to sort by."""
    view = view_of([run("a")])
    axes = [column for column in view.columns if column.bar and column.unit == "points"]
    assert [column.top for column in axes] == [15, 15, 17, 13, 13, 13, 8, 6]


def test_names_are_shown_through_the_alias_table_and_runs_stay_distinct() -> None:
    """R34: two runs are never indistinguishable."""
    view = view_of(
        [run("a", configuration="x"), run("b", configuration="X 1")], names={"x": "Model X", "X 1": "Model X"}
    )
    labels = {(row.configuration, row.run_id) for row in view.rows}
    assert labels == {("Model X", "a"), ("Model X", "b")}


def test_another_tool_version_than_the_rubrics_is_said() -> None:
    notes = tool_notes(graph(), [{"python": "3.11.2", "radon": "6.0.1", "ruff": "0.1.0"}])
    assert notes == ("Measured with ruff 0.1.0; the rubric's digits are those of ruff 0.17.5.",)


def test_medians_that_differ_by_a_half_are_shown_as_different_numbers() -> None:
    assert [
        enough_decimals(0, 244.5, 245.0),
        enough_decimals(0, 4.0, 5.0),
        enough_decimals(1, 0.1234, 0.1233),
    ] == [1, 0, 4]
    assert enough_decimals(0, None, 245.0) == 0


def complaining(*run_ids: str) -> tuple[Problem, ...]:
    """Return a warning about the export of each of these runs."""
    return tuple(
        Problem(
            file=f"runs/favur/{run_id}/meta.json",
            code="favur.odd-field",
            message="A field is odd.",
            advice="Export the run again.",
            severity="warning",
            run=run_id,
        )
        for run_id in run_ids
    )


def test_a_row_says_that_reading_its_export_found_problems() -> None:
    """A run is re-scored all the same: levels of verification stand by themselves, so the row says both."""
    view = view_of([run("a"), run("b"), run("c"), run("d")], problems=complaining("b"))
    assert {row.run_id for row in view.listed if row.faulty} == {"b"}
    assert board_rows(view, "../../").count("problems of the export") == 1


def test_problems_of_most_exports_are_said_once() -> None:
    view = view_of([run("a"), run("b"), run("c"), run("d")], problems=complaining("a", "b", "c"))
    assert not any(row.faulty for row in view.listed)
    assert view.usual_level.endswith("Reading most exports found problems; the page of each lists them.")
