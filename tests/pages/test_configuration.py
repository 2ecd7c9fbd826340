"""Repeats of one configuration: n, mean, sample deviation, and what a single run does not say."""

from __future__ import annotations

import statistics

from site_builder.pages import configuration
from site_builder.pages.configuration import ConfigurationView
from site_builder.pages.lookup import SiteLookup
from tests.pages.synthetic import run, site_of


def view_of(lookup: SiteLookup, label: str) -> ConfigurationView:
    view = configuration.content(("favur", label), lookup).view
    assert isinstance(view, ConfigurationView)
    return view


def test_spread_is_the_sample_standard_deviation_over_the_listed_runs() -> None:
    """R24: n, mean and spread are of the same runs."""
    lookup = SiteLookup(
        site_of([run(f"r-{n}", configuration="x") for n in range(4)] + [run("z", configuration="y")])
    )
    spread = view_of(lookup, "x").spreads[0]
    scores = [row.score.value for row in spread.rows if row.score.value is not None]
    assert spread.all.n.value == len(scores) == 4
    assert spread.all.mean.value == statistics.mean(scores)
    assert spread.all.deviation.value == statistics.stdev(scores)


def test_a_single_run_has_no_spread_and_says_so() -> None:
    spread = view_of(SiteLookup(site_of([run("a", configuration="x")])), "x").spreads[0]
    assert spread.all.deviation.value is None
    assert spread.all.deviation.detail == "one run has no spread"


def test_boards_are_kept_apart() -> None:
    """R8: runs of different cohorts are never averaged."""
    runs = [run("a", configuration="x"), run("b", configuration="x", cohort="solar-system")]
    assert [spread.all.n.value for spread in view_of(SiteLookup(site_of(runs)), "x").spreads] == [1, 1]


def test_axis_means_leave_missing_ones_out() -> None:
    lookup = SiteLookup(site_of([run(f"r-{n}", configuration="x", missing=0.4) for n in range(3)]))
    spread = view_of(lookup, "x").spreads[0]
    for (_, shown, _, _), column in zip(spread.axes, spread.columns, strict=False):
        cells = [row.cells[spread.columns.index(column)].value for row in spread.rows]
        present = [value for value in cells if value is not None]
        assert shown.value == (statistics.mean(present) if present else None)
