"""Charts tell the truth without script, colour or sight (R6, R49–R51)."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree as ET

import pytest

from site_builder.output.charts import curve, describe, interval, radar, repeats, span_of
from site_builder.pages.outline import Outline
from tests.pages.synthetic import graph

SPOKES = [("Code", 0.5), ("Test", 1.0), ("Cost", 0.25), ("Speed", 0.75)]
BROKEN = [("Code", 0.5), ("Test", None), ("Cost", 0.25), ("Speed", 0.75)]


def test_a_missing_axis_is_a_gap() -> None:
    """R6: no vertex, no line and no area touch it, and the description names it."""
    whole, broken = radar(SPOKES, "r", "t"), radar(BROKEN, "r", "t")
    assert whole.count('class="dot"') == 4
    assert broken.count('class="dot"') == 3
    assert 'class="shape"' in whole
    assert 'class="shape"' not in broken
    edge = re.search(r'class="edge" d="([^"]*)"', broken)
    assert edge is not None
    assert edge[1].count("M") == 2
    assert 'class="spoke absent"' in broken
    assert "Test: no value" in broken


def test_no_vertex_of_a_missing_axis_is_where_zero_would_be() -> None:
    """R1: missing and zero differ in the drawing."""
    zero = radar([("Code", 0.5), ("Test", 0.0), ("Cost", 0.25), ("Speed", 0.75)], "r", "t")
    assert zero.count('class="dot"') == 4
    assert zero != radar(BROKEN, "r", "t")


def test_scale_and_order_are_the_same_for_every_run() -> None:
    """R50: fixed order, 0–1, one series."""
    first, second = radar(SPOKES, "r", "t"), radar([(label, 0.1) for label, _ in SPOKES], "r", "t")
    pattern = r'class="(?:ring|spoke)"[^>]*'
    assert re.findall(pattern, first) == re.findall(pattern, second)
    labels = [text for text in re.findall(r">([A-Z][a-z]+)<", first)]
    assert labels == [label for label, _ in SPOKES]


@pytest.mark.parametrize(
    "svg",
    [
        radar(SPOKES, "radar", "A title & more"),
        radar([], "radar", "t"),
        interval(20.0, 40.0, 60.0, 100.0, "i"),
        interval(None, 40.0, None, 100.0, "i"),
    ],
)
def test_every_chart_is_named_and_described(svg: str) -> None:
    """R51: role, title and description with the numbers; well formed; small."""
    tree = ET.fromstring(svg)
    assert tree.get("role") == "img"
    ids = {child.get("id") for child in tree if child.tag in ("title", "desc")}
    assert set((tree.get("aria-labelledby") or "").split()) == ids
    assert all((child.text or "").strip() for child in tree if child.tag in ("title", "desc"))
    assert len(gzip.compress(svg.encode())) <= 2048


def test_descriptions_hold_the_numbers() -> None:
    assert describe(BROKEN) == "On a scale from 0 to 1: Code: 0.50; Test: no value; Cost: 0.25; Speed: 0.75."


@pytest.mark.parametrize(
    "part", [p for axis in Outline(graph()).axes for p in axis.parts], ids=lambda p: p.node
)
def test_every_normalisation_has_a_small_curve(part: object) -> None:
    from site_builder.pages.normalisation import curve_step, normalisation
    from site_builder.pages.outline import Part

    assert isinstance(part, Part)
    step = curve_step(graph(), part.node)
    if step is None:
        assert normalisation(graph(), part.node).endswith("used as it is")
        return
    span = span_of(step, graph().steps[step.inputs[0]].node.range)
    assert span is not None
    assert span[0] < span[1]
    svg = curve(step, span, "c", "title", "words")
    ET.fromstring(svg)
    assert len(gzip.compress(svg.encode())) <= 1024
    ys = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", svg.split('class="line"')[1])]
    assert min(ys) >= 4
    assert max(ys) <= 40


def test_labels_are_escaped() -> None:
    """R57: an axis title is text."""
    assert "<script" not in radar([("<script>", 0.5)], "r", "<script>")


def test_repeats_draw_every_run_on_its_scale_and_say_the_scores() -> None:
    drawn = str(repeats([20.0, 60.0, 40.0], 40.0, 100.0, "r"))
    assert drawn.count("8V18") == 3
    assert "3 scores of 100: 20.0, 40.0, 60.0; their mean is 40.0." in drawn
    assert "13 scores of 100: from 1.0 to 13.0; their mean is 7.0." in str(
        repeats([float(n) for n in range(1, 14)], 7.0, 100.0, "r")
    )
    assert "2 scores: 0.0, 0.0" in str(repeats([0.0, 0.0], 0.0, None, "r"))


ENDS = {0.0: "1", 0.021: "0.025", 0.3: "0.3", 1.0: "1", 40.25: "50", 41.93: "50", 99.9: "100", 100.0: "100"}
ENDS |= {1150.0: "1,200", 8.1e9: "10,000,000,000", 1.7e308: "1.7e+308"}


@pytest.mark.parametrize(("most", "end"), ENDS.items())
def test_a_scale_without_a_most_possible_value_ends_at_a_round_one(most: float, end: str) -> None:
    for drawn in (repeats([most], most, None, "r"), interval(0.0, most, most, None, "i")):
        assert f'text-anchor="end">{end}</text>' in str(drawn)
