"""Whatever numbers a drawing is made of, the verifier makes the same one again."""

from __future__ import annotations

import html
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.output import campaign_charts, charts, gate_tables
from site_builder.output.rank_flow import rank_flow
from site_builder.output.verify.campaign_drawings import check_estimates
from site_builder.output.verify.drawn import Drawing, DrawnAgain, DrawnCheck, drawings_on
from site_builder.output.verify.gate_margins import check_margins
from site_builder.output.verify.score_drawings import (
    Stage,
    interval_again,
    radar_again,
    repeats_again,
    waterfall_again,
)
from site_builder.output.verify.version_drawings import flow_again
from site_builder.output.waterfall import waterfall
from site_builder.pages import anatomy
from site_builder.pages.campaigns.parts import estimated
from site_builder.pages.cells import Cell
from site_builder.pages.gates.verdict import CheckView
from site_builder.statistics.interval import Interval

NUMBERS = st.one_of(
    st.floats(-1e6, 1e6),
    st.floats(-1, 1),
    st.floats(-1e30, 1e30),
    st.integers(-20_000, 20_000).map(lambda n: n / 200),
    st.sampled_from([0.0, 1.0, 100.0, 0.005, 1.005, 9.995, 999.995, 1e-9, -1e-9, 1e22, -0.0]),
)
POSITIVE = NUMBERS.map(abs)
SHARES = st.one_of(st.none(), st.floats(0, 1), st.sampled_from([0.0, 0.5, 1.0, 0.005, 0.995]))
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30)


def _drawing(page: str) -> Drawing:
    (told,) = drawings_on(page)
    return told


def _faults(told: Drawing, again: DrawnAgain) -> list[str]:
    check = DrawnCheck("page")
    check.hold(told, again)
    return [fault.words() for fault in check.faults]


@settings(deadline=None)
@given(st.lists(st.tuples(NAMES, SHARES), min_size=3, max_size=12), NAMES)
def test_any_radar_is_made_again(spokes: list[tuple[str, float | None]], run: str) -> None:
    told = _drawing(charts.radar(spokes, "radar", f"Axes of {run}"))
    assert _faults(told, radar_again(told, [share for _, share in spokes], run)) == []


@settings(deadline=None)
@given(NUMBERS, POSITIVE, POSITIVE, st.one_of(st.none(), st.sampled_from([1.0, 10.0, 100.0, 2.5, 1e9])))
def test_any_score_with_its_bounds_is_made_again(
    score: float, below: float, above: float, top: float | None
) -> None:
    low, high = score - below, score + above
    told = _drawing(charts.interval(low, score, high, top, "score-interval"))
    assert _faults(told, interval_again((low, high), score, top)) == []


@settings(deadline=None)
@given(st.lists(NUMBERS, min_size=2, max_size=20), st.one_of(st.none(), st.sampled_from([1.0, 100.0])))
def test_any_repeats_are_made_again(scores: list[float], top: float | None) -> None:
    mean = sum(scores) / len(scores)
    told = _drawing(charts.repeats(scores, mean, top, "repeats-1"))
    assert _faults(told, repeats_again(sorted(scores), mean, top)) == []


@settings(deadline=None)
@given(POSITIVE, st.lists(SHARES, min_size=1, max_size=5), st.lists(NAMES, min_size=6, max_size=6))
def test_any_waterfall_is_made_again(amount: float, shares: list[float | None], names: list[str]) -> None:
    def cell(value: float | None, decimals: int, unit: str = "") -> Cell:
        return Cell("node", value, decimals, unit, "" if value is not None else "not_collected")

    stages: list[anatomy.Stage] = []
    left: float | None = amount
    for n, value in enumerate([amount, *shares]):
        before = left
        if n:
            left = 0.0 if value == 0 else None if before is None or value is None else before * value
        lost = before - left if n and before is not None and left is not None else None
        stages.append(
            anatomy.Stage(
                node=f"factor-{n}",
                title=names[n],
                kind="share" if n else "amount",
                value=cell(value, 3, "minutes"),
                coverage=cell(1.0, 0),
                left=cell(left, 2),
                lost=cell(lost, 2),
                missing=(),
            )
        )
    told = _drawing(waterfall(stages, cell(left, 2), "Em", "waterfall"))
    again = [Stage(s.title, s.value.value, s.left.value, s.lost.value, [s.value.words]) for s in stages]
    assert (
        _faults(told, waterfall_again(told, again, Stage("Score", left, left, None, ["not collected"]))) == []
    )


@settings(deadline=None)
@given(
    st.floats(-1.5, 1.5),
    st.floats(0, 1),
    st.floats(0, 1),
    st.booleans(),
    st.sampled_from(["percent", "signed", ""]),
)
def test_any_interval_of_a_campaign_is_made_again(
    value: float, below: float, above: float, firm: bool, form: str
) -> None:
    interval = Interval(
        lower=value - below, upper=value + above, method="wilson", confidence=0.95, n=12, parameters={}
    )
    found = estimated(("key", "Title", "pair.difference"), value, interval, firm=firm, form=form)
    data = {"key": "key", "title": "Title", "firm": firm, "span": list(found.span), "about": []}
    data |= {"value": value, "lower": interval.lower, "upper": interval.upper}
    page = campaign_charts.estimate(found)
    check = DrawnCheck("campaigns/x/pairs/index.html" if form == "signed" else "campaigns/x/index.html")
    check_estimates(check, page, {"rows": [data]}, {"key": _drawing(page)})
    assert [fault.words() for fault in check.faults] == []
    assert check.checked == 1


@settings(deadline=None)
@given(st.one_of(st.none(), NUMBERS), st.one_of(st.none(), NUMBERS), st.booleans(), NAMES)
def test_any_margin_of_a_check_is_made_again(
    observed: float | None, limit: float | None, met: bool, title: str
) -> None:
    margin = None if observed is None or limit is None else observed - limit
    room = None if margin is None or limit is None else max(-1.0, min(1.0, margin / abs(limit or 1.0)))
    told: dict[str, Any] = {"code": "a_check", "title": title, "met": met, "unit": "percent", "room": room}
    told |= {"observed": observed, "limit": limit, "margin": margin, "bound": "at least"}
    cells = {name: Cell(name, told[name], 2) for name in ("observed", "limit", "margin")}
    others = {"fault": "", "rounded": False, "limit_of": "", "required": "", "remedy": "", "terms": ()}
    view = CheckView(**told | cells | others, reviews=(), more_reviews="")
    page = f'<li id="check-a-check">{gate_tables.margin(view)}'
    check = DrawnCheck("gates/x/index.html")
    check_margins(check, page, {"checks": [told]}, {"m-a-check": _drawing(page)})
    assert [fault.words() for fault in check.faults] == []
    assert check.checked == 1


RANKS = st.one_of(st.none(), st.integers(1, 60))


@settings(deadline=None)
@given(st.lists(st.tuples(NAMES, RANKS, RANKS), min_size=1, max_size=60, unique_by=lambda line: line[0]))
def test_any_flow_of_ranks_is_made_again(lines: list[tuple[str, int | None, int | None]]) -> None:
    shown = [line for line in lines if line[1:] != (None, None)]
    told = _drawing(rank_flow(shown, "trial/1", "trial/2", "flow"))
    runs = [{"run": name, "rank_before": a, "rank_after": b, "change": 0.0} for name, a, b in lines]
    data = {"older": {"id": "trial/1"}, "newer": {"id": "trial/2"}, "runs": runs, "moved_rank": 1}
    again = flow_again(data)
    assert again is not None
    assert _faults(told, again) == []
    assert html.escape(told.title) == "Ranks under trial/1 and trial/2"
