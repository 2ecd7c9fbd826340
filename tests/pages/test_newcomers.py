"""A board says which runs came last, so that who was here before finds them (R46)."""

from __future__ import annotations

from pathlib import Path

from site_builder.pages import board as board_page
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.newcomers import Newcomers, newcomers_of
from site_builder.site_data import SiteData
from tests.ledger.projects import DAYS, add_run, loaded, pinned_project, score
from tests.pages.synthetic import run, site_of


def of(data: SiteData) -> Newcomers | None:
    return newcomers_of(SiteLookup(data), data.boards[0])


def finished(run_id: str, day: str) -> object:
    return run(run_id, finished_at=f"{day}T12:00:00Z" if day else "")


def test_the_runs_of_the_last_day_are_named() -> None:
    days = {"a": "2026-09-01", "b": "2026-09-03", "c": "2026-09-03", "d": ""}
    found = of(site_of([finished(*one) for one in days.items()]))
    assert found is not None
    assert (found.first_day, found.day, found.more) == ("2026-09-01", "2026-09-03", False)
    assert {one.run_id for one in found.runs} == {"b", "c"}


def test_of_many_the_first_few_are_named() -> None:
    found = of(site_of([finished("a", "2026-09-01"), *(finished(f"b{n}", "2026-09-03") for n in range(4))]))
    assert found is not None
    assert (len(found.runs), found.more) == (3, True)


def test_runs_that_came_on_one_day_are_no_news() -> None:
    assert of(site_of([finished(name, "2026-09-01") for name in "abc"])) is None
    assert of(site_of([finished("a", ""), finished("b", "2026-09-01")])) is None


def test_a_run_came_on_the_day_of_its_first_pinned_score_whenever_it_ran(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    add_run(project, 9)
    score(project, 3)
    data = loaded(project)
    lookup = SiteLookup(data)
    rows = board_page.payload(board_page.content(data.boards[0].id, lookup).view)["rows"]
    came = {row["run"]: row["added"] for row in rows}
    assert came.pop("run-9") == DAYS[3]
    assert set(came.values()) == {DAYS[0]}
    found = of(data)
    assert found is not None
    assert [one.run_id for one in found.runs] == ["run-9"]
