"""Curves of what is normalised to 0–1, on the page of a rubric: made again from its graph alone."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from site_builder.output.verify.drawn import Drawing, DrawnAgain, DrawnCheck, Said
from site_builder.output.verify.faults import is_number
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS, Constants
from site_builder.output.verify.page_numbers import float_of

ROWS_OF_COMPONENTS = '<table class="plain components">'
"""What only those pages of rubrics have that draw curves."""
NAME_OF_ROW = re.compile(r'<th scope="row">([^<]*)<br>')
WEIGHT_OF_ROW = re.compile(r'<td class="n">([^<]*)</td>')
BECOMES = re.compile(
    r'<div class="norm">(?:<span><svg class="curve" [^<>]*aria-labelledby="([^"<>]*)-t .*?</svg>'
    r'<span class="ends"><span>([^<]*)</span><span>([^<]*)</span></span></span>)?<span>([^<]*)</span></div>',
    re.DOTALL,
)
CURVE_SIZE = 132, 44
CURVE_FROM, CURVE_WIDTH = 1.0, 130.0
CURVE_BOTTOM, CURVE_HEIGHT = 40.0, 36.0
PARTS_OF_CURVE = 48
PAST_CONDITIONS = ("gate", "only_when")
USED_AS_IT_IS = "used as it is"
HALVED = "2^(−x): 0 gives 1, the median itself 0.5, twice the median 0.25"
Point = tuple[float, float]


class Curve(NamedTuple):
    """How a component becomes a share."""

    words: str
    """Of the operator, without the conditions before it."""
    gates: int
    """How many of the conditions are said as well."""
    points: list[Point]
    """Input and share; empty where there is no curve."""


def curve_of(graph: Graph, component: str) -> Curve:
    """Return the curve of a component, looked for downwards past conditions."""
    i, gates = graph.position[component], 0
    while graph.nodes[i]["op"] in PAST_CONDITIONS:
        gates += graph.nodes[i]["op"] == "gate"
        i = graph.inputs[i][1]
    node, operator = graph.nodes[i], OPERATORS.get(graph.nodes[i]["op"])
    constants = node.get("constants", {})
    words = _words(node["op"], constants)
    if operator is None or not operator.share or len(graph.inputs[i]) != 1:
        return Curve(words, gates, [])
    least, most = graph.nodes[graph.inputs[i][0]].get("range", (None, None))
    low, high = _span(node["op"], constants)
    low, high = low if least is None else max(low, least), high if most is None else min(high, most)
    if not low < high:
        return Curve(words, gates, [])
    if node["op"] == "steps":
        return Curve(words, gates, _stairs(constants, low, high))
    function = operator.make(constants)
    xs = [low + (high - low) * n / PARTS_OF_CURVE for n in range(PARTS_OF_CURVE + 1)]
    shares = [(x, function(x)) for x in xs]
    return Curve(words, gates, [(x, float(y) if is_number(y) else 0.0) for x, y in shares])


def _span(op: str, c: Constants) -> Point:
    """Return between which inputs a curve is drawn; nothing lies between equal ones."""
    if op in ("band", "log_band"):
        low, high = sorted((float(c["zero"]), float(c["one"])))
        beyond = (high - low) * 0.15
        return max(low - beyond, low if low <= 0 else low * 0.2), high + beyond
    if op == "steps":
        first, last = float(c["below"][0][0]), float(c["below"][-1][0])
        beyond = (max(last, 0.0) - min(first, 0.0) or 1.0) * 0.35
        return (0.0 if first > 0 else first - beyond), last + (0.35 * last if first > 0 else beyond)
    if op == "centred":
        return c["centre"] - 0.7 * c["width"], c["centre"] + 0.7 * c["width"]
    if op == "decay":
        return 0.0, 1.25 / c["step"]
    if op == "ramp":
        return 0.0, 1.25 * c.get("full", 1.0)
    return 0.0, 4.0 if op == "halving" else 0.0


def _stairs(c: Constants, low: float, high: float) -> list[Point]:
    points, left = list[Point](), low
    for limit, share in c["below"]:
        points += [(left, share), (limit, share)]
        left = limit
    return [*points, (left, c["otherwise"]), (high, c["otherwise"])]


def _words(op: str, c: Constants) -> str:
    """Return what an operator does to a value, in the words of the site."""
    if op in ("band", "log_band"):
        between = "linear" if op == "band" else "logarithmic"
        return f"{_n(c['zero'])} gives 0, {_n(c['one'])} gives 1, {between} between"
    if op == "steps":
        rows = [f"below {_n(limit)}: {_n(share)}" for limit, share in c["below"]]
        return "; ".join([*rows, f"otherwise {_n(c['otherwise'])}"])
    if op == "decay":
        return f"1 at 0; every unit costs {_n(c['step'])}; 0 from {_n(1 / c['step'])}"
    if op == "ramp":
        full = c.get("full", 1.0)
        return "used as it is, clamped to 0–1" if full == 1 else f"÷ {_n(full)}, clamped to 0–1"
    if op == "centred":
        ends = [_n(c["centre"] + sign * c["width"] / 2) for sign in (0, -1, 1)]
        return "{} gives 0.5; {} gives 0, {} gives 1, linear between".format(*ends)
    return HALVED if op == "halving" else USED_AS_IT_IS


def _n(value: float) -> str:
    """Return a constant as sentences have it: whole, or to six digits where it is long."""
    whole = abs(value) < 1e15 and value == int(value)
    text = str(int(value)) if whole else repr(float(value))
    return text if len(text) < 10 else f"{float(value):.6g}"


def check_curves(
    check: DrawnCheck, page: str, data: dict[str, Any], graph: Graph, drawn: dict[str, Drawing]
) -> None:
    """Hold the components of all axes, their weights, what becomes of them in words, and their curves."""
    parts = [part for axis in data["axes"] for part in axis["components"]]
    again = [part for axis in graph.document["axes"] for part in _weighed_in(graph, axis["node"])]
    check.expect("weights of its components", [[part["node"], part["weight"]] for part in parts], again)
    tables = [table.partition("</table>")[0] for table in page.split(ROWS_OF_COMPONENTS)[1:]]
    rows = [row for table in tables for row in table.partition("<tbody>")[2].split("<tr>")[1:]]
    check.expect("rows of its components", len(rows), len(parts))
    for row, part in zip(rows, parts):
        name, curve = part["node"], curve_of(graph, part["node"])
        shown = [pattern.search(row) for pattern in (NAME_OF_ROW, WEIGHT_OF_ROW, BECOMES)]
        if None in shown:
            check.fault(f"the row of {name}")
            continue
        found = [group or "" for one in shown if one is not None for group in one.groups()]
        title, weight, key, *ends, words = map(html.unescape, found)
        check.expect(f"weight of {name}", float_of(weight), part["weight"])
        check.expect(f"what becomes of {name}", words, part["normalisation"])
        conditions, last = words[: -len(curve.words)], words[-len(curve.words) :]
        right = conditions.count("; otherwise ") >= curve.gates and conditions.startswith("0 when ")
        if last != curve.words or (not right if curve.gates else conditions):
            check.fault(f"what becomes of {name}", words, curve.words)
        check.expect(f"the curve of {name}", key, curve_key(name) if curve.points else "")
        if not curve.points or key not in drawn:
            continue
        span = curve.points[0][0], curve.points[-1][0]
        told = [float_of(end.replace("−", "-")) for end in ends]
        if not all(abs(a - b) <= 6e-5 + 1e-5 * abs(b) for a, b in zip(told, span)):
            check.fault(f"the ends of the curve of {name}", told, [*span])
        own = drawn[key]
        about = (title + ": 0–1 over ", own.title.partition(": 0–1 over ")[2])
        check.hold(own, curve_again(curve.points, about, words))


def _weighed_in(graph: Graph, axis: str) -> list[list[Any]]:
    """Return name and weight of what an axis is made of; nothing where it is measured whole."""
    place = graph.weighing(axis)
    if place is None:
        return []
    weights = graph.nodes[place[0]].get("weights") or [1.0] * len(graph.inputs[place[0]])
    return [[graph.names[i], weight] for i, weight in zip(graph.inputs[place[0]], weights)]


def curve_key(component: str) -> str:
    """Return what makes the ids of the curve of a component."""
    return f"c-{component}"


def curve_again(points: list[Point], title: Said, words: str) -> DrawnAgain:
    """Return a curve from its points."""
    low, high = points[0][0], points[-1][0]
    places = [
        f"{CURVE_FROM + CURVE_WIDTH * (x - low) / (high - low):.6f} {CURVE_BOTTOM - CURVE_HEIGHT * share:.6f}"
        for x, share in _corners(points)
    ]
    axis = f'<path class="axis" d="M1 {CURVE_BOTTOM}H131M1 {CURVE_BOTTOM - CURVE_HEIGHT}H131"/>'
    line = f'<path class="line" d="M{"L".join(places)}"/>'
    return DrawnAgain(CURVE_SIZE, title, (words,), axis + line, [])


def _corners(points: list[Point]) -> Iterator[Point]:
    """Yield the points of a curve but those on its straight stretches."""
    yield points[0]
    for before, point, after in zip(points, points[1:], points[2:]):
        bend = (point[1] - before[1]) - (after[1] - point[1])
        if abs(bend) > 1e-9 or before[0] == point[0]:
            yield point
    yield points[-1]
