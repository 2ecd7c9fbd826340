"""The plan of a site: complete, in a fixed order, without shared addresses."""

from __future__ import annotations

import dataclasses
import pickle
import random

from site_builder.pages import Prose, plan_pages
from site_builder.pages.changes import changes_of
from site_builder.pages.lookup import SiteLookup
from tests.pages.synthetic import run, site, site_of


def test_every_kind_of_page_is_planned() -> None:
    paths = {page.path for page in plan_pages(site(6), Prose())}
    assert {"", "changes/", "data/", "data/left-out/", "verify/", "submit/", "404.html"} <= paths
    assert {"boards/circles/", "boards/solar-system/", "methodology/favur/15/"} <= paths
    assert "runs/circles-001/" in paths
    assert any(path.startswith("configurations/") for path in paths)


def test_every_run_of_every_board_has_a_page() -> None:
    """R35: nothing is hidden by gaps in its metadata."""
    bare = run("bare", configuration="", models=(), harness="", cohort_title="", role_models={}, files=())
    data = site_of([bare, run("full")])
    paths = {page.path for page in plan_pages(data, Prose())}
    assert {"runs/bare/", "runs/full/"} <= paths


def test_the_order_of_inputs_does_not_change_the_plan() -> None:
    """R53: sorted everywhere."""
    runs = [run(f"r-{n}", configuration=f"c-{n % 3}") for n in range(8)]
    shuffled = runs[:]
    random.Random(3).shuffle(shuffled)
    first, second = plan_pages(site_of(runs), Prose()), plan_pages(site_of(shuffled), Prose())
    assert [(page.path, page.title) for page in first] == [(page.path, page.title) for page in second]
    for one, two in zip(first, second, strict=True):
        assert (
            one.content(SiteLookup(site_of(runs))).payload
            == two.content(SiteLookup(site_of(shuffled))).payload
        )


def test_pages_can_be_sent_to_another_process() -> None:
    for page in plan_pages(site(3), Prose()):
        assert pickle.loads(pickle.dumps(page)).path == page.path


def test_equal_ids_of_different_families_get_their_own_pages() -> None:
    """R58: an address is never shared."""
    first, second = (
        site_of([run("same")]),
        site_of([run("same", family="other", digest="sha256:" + "1" * 64)]),
    )
    other = dataclasses.replace(second.boards[0], id="other")
    data = dataclasses.replace(first, boards=(*first.boards, other))
    assert len([p for p in plan_pages(data, Prose()) if p.path.startswith("runs/")]) == 2


def test_changes_are_newest_first_and_keep_their_ids() -> None:
    """R39, R47: dates in UTC, ids that do not change when something else is added."""
    few = {change.id: change for change in changes_of(SiteLookup(site_of([run("a"), run("b")])))}
    more = changes_of(SiteLookup(site_of([run("a"), run("b"), run("c")])))
    assert [c.moment for c in more] == sorted((c.moment for c in more), reverse=True)
    assert set(few) <= {change.id for change in more}
    assert len({change.id for change in more}) == len(more)
