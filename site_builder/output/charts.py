"""Charts as inline SVG, made at build time: each with a title and a description that holds its numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import display
from site_builder.scoring.graph import Step

RADAR = 300
"""Width and height of a radar, in its own units."""
RADIUS = 96
CURVE_WIDTH, CURVE_HEIGHT = 132, 44
SCALE_WIDTH, SCALE_HEIGHT = 320, 38
"""Of scores on their scale."""
SAMPLES = 48
ROUND = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
"""Where a scale may end, times a power of ten."""
NAMED = 12
"""Scores that the description of a drawing names one by one; of more it says how far they reach."""

Spoke = tuple[str, float | None]
"""Label and value from 0 to 1; ``None`` is a gap."""


def radar(spokes: Sequence[Spoke], key: str, title: str) -> Markup:
    """Draw shares of eight or so axes on a fixed 0–1 scale, in the order given, first one at the top.

    A missing axis is a gap: its spoke is dashed, no line touches it, and the description names it.
    """
    centre = RADAR / 2
    corners = [_polar(centre, RADIUS * (share or 0.0), n, len(spokes)) for n, (_, share) in enumerate(spokes)]
    rings = "".join(
        f'<circle class="ring" cx="{centre:g}" cy="{centre:g}" r="{RADIUS * part:g}"/>'
        for part in (0.25, 0.5, 0.75, 1)
    )
    out = [rings]
    for n, (label, share) in enumerate(spokes):
        x, y = _polar(centre, RADIUS, n, len(spokes))
        kind = "spoke" if share is not None else "spoke absent"
        out.append(f'<path class="{kind}" d="M{centre:g} {centre:g}L{x} {y}"/>')
        out.append(_spoke_label(label, share, n, len(spokes)))
    out.append(_area(spokes, corners, centre))
    out += [
        f'<circle class="dot" cx="{x}" cy="{y}" r="3"/>'
        for (x, y), (_, share) in zip(corners, spokes, strict=True)
        if share is not None
    ]
    return framed("radar", (RADAR, RADAR), key, (title, describe(spokes)), "".join(out))


def describe(spokes: Sequence[Spoke]) -> str:
    """Return the values of a radar as a sentence."""
    listed = [f"{label}: {'no value' if share is None else display(share, 2)}" for label, share in spokes]
    return f"On a scale from 0 to 1: {'; '.join(listed)}."


def curve(step: Step, span: tuple[float, float], key: str, title: str, words: str) -> Markup:
    """Draw the normalisation of one operator with a single input over ``span`` of that input."""
    low, high = span
    if step.node.op == "steps":
        points = _stairs(step, low, high)
    else:
        xs = [low + (high - low) * n / SAMPLES for n in range(SAMPLES + 1)]
        points = [(x, _value(step, x)) for x in xs]
    path = "".join(
        f"{'M' if n == 0 else 'L'}{_x(x, low, high)} {_y(y)}" for n, (x, y) in enumerate(_thin(points))
    )
    base = f'<path class="axis" d="M1 {_y(0)}H{CURVE_WIDTH - 1}M1 {_y(1)}H{CURVE_WIDTH - 1}"/>'
    drawing = f'{base}<path class="line" d="{path}"/>'
    return framed("curve", (CURVE_WIDTH, CURVE_HEIGHT), key, (title, words), drawing)


def span_of(step: Step, possible: tuple[float | None, float | None] | None) -> tuple[float, float] | None:
    """Return the inputs between which the curve of a step is drawn, within what is ``possible``.

    ``None`` when the operator has no curve, or is the same for everything that is possible.
    """
    span = _span(step)
    if span is None or possible is None:
        return span
    least, most = possible
    low = span[0] if least is None else max(span[0], least)
    high = span[1] if most is None else min(span[1], most)
    return (low, high) if low < high else None


class _Scale(NamedTuple):
    """A scale from 0, on which scores are drawn."""

    end: float

    def at(self, score: float) -> str:
        """Return where a score lies; beyond the ends, at the end."""
        return f"{4 + (SCALE_WIDTH - 8) * max(0.0, min(1.0, score / self.end)):.1f}"

    def with_marks(self, marks: str) -> str:
        """Return the scale with its ends in words, and marks on it."""
        right = f'x="{SCALE_WIDTH - 4}" y="34" text-anchor="end"'
        axis = f'<path class="axis" d="M4 13H{SCALE_WIDTH - 4}"/>'
        return f'{axis}{marks}<text x="4" y="34">0</text><text {right}>{self.end:,.15g}</text>'


def interval(lower: float | None, value: float, upper: float | None, top: float | None, key: str) -> Markup:
    """Draw a value on its scale with what it could be if the missing parts were at their worst and best.

    Without a most possible value the scale ends at a round one, not below what is drawn.
    """
    low, high = (value if lower is None else lower), (value if upper is None else upper)
    most = "" if top is None else f" of {top:g}"
    scale = _Scale(top or round_end(max(value, high)))
    body = scale.with_marks(
        f'<path class="range" d="M{scale.at(low)} 13H{scale.at(high)}"/>'
        f'<path class="mark" d="M{scale.at(value)} 4V22"/>'
    )
    words = (
        f"{display(value, 1)}{most}; between {display(low, 1)} and {display(high, 1)} "
        "with the missing parts at their worst and best."
    )
    return framed("interval", (SCALE_WIDTH, SCALE_HEIGHT), key, ("Score with its bounds", words), body)


def repeats(values: Sequence[float], mean: float, top: float | None, key: str) -> Markup:
    """Draw the scores of the runs of one configuration on their scale, with their range and their mean.

    Without a most possible value the scale ends at a round one, not below the greatest score.
    """
    most = "" if top is None else f" of {top:g}"
    scale = _Scale(top or round_end(max(values)))
    body = scale.with_marks(
        f'<path class="range" d="M{scale.at(min(values))} 13H{scale.at(max(values))}"/>'
        f'<path class="runs" d="{"".join(f"M{scale.at(value)} 8V18" for value in sorted(values))}"/>'
        f'<path class="mark" d="M{scale.at(mean)} 3V23"/>'
    )
    scores = f"from {display(min(values), 1)} to {display(max(values), 1)}"
    if len(values) <= NAMED:
        scores = ", ".join(display(value, 1) for value in sorted(values))
    words = f"{len(values)} scores{most}: {scores}; their mean is {display(mean, 1)}."
    texts = ("Scores of the runs and their mean", words)
    return framed("interval", (SCALE_WIDTH, SCALE_HEIGHT), key, texts, body)


def round_end(most: float) -> float:
    """Return the least round number that is not below ``most``; 1 where that is 0."""
    if most <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(most))
    return next((end for step in ROUND if most <= (end := step * unit) < math.inf), most)


def _value(step: Step, x: float) -> float:
    assert step.operator is not None
    outcome = step.operator.function(x, **step.constants)
    return outcome if isinstance(outcome, float) else 0.0


def framed(kind: str, size: tuple[int, int], key: str, texts: tuple[str, str], body: str) -> Markup:
    """Return a drawing of class ``kind`` with its title and description; ``key`` makes their ids."""
    width, height = size
    title, words = texts
    return safe(
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{key}-t {key}-d">'
        f'<title id="{key}-t">{escaped(title)}</title><desc id="{key}-d">{escaped(words)}</desc>{body}</svg>'
    )


def _polar(centre: float, radius: float, n: int, count: int) -> tuple[str, str]:
    angle = 2 * math.pi * n / count - math.pi / 2
    return f"{centre + radius * math.cos(angle):.1f}", f"{centre + radius * math.sin(angle):.1f}"


def _spoke_label(label: str, share: float | None, n: int, count: int) -> str:
    angle = 2 * math.pi * n / count - math.pi / 2
    x, y = RADAR / 2 + (RADIUS + 12) * math.cos(angle), RADAR / 2 + (RADIUS + 12) * math.sin(angle)
    side = math.cos(angle)
    anchor = "middle" if abs(side) < 0.1 else ("start" if side > 0 else "end")
    rise = -6 if math.sin(angle) < -0.9 else (12 if math.sin(angle) > 0.9 else 0)
    value = "no value" if share is None else display(share, 2)
    return (
        f'<text x="{x:.1f}" y="{y + rise:.1f}" text-anchor="{anchor}">{escaped(label)}'
        f'<tspan class="sub" x="{x:.1f}" dy="12">{value}</tspan></text>'
    )


def _area(spokes: Sequence[Spoke], corners: list[tuple[str, str]], centre: float) -> str:
    """Return the filled shape: whole when nothing is missing, else the sectors between present neighbours."""
    count = len(spokes)
    if all(share is not None for _, share in spokes):
        return f'<path class="shape" d="M{"L".join(f"{x} {y}" for x, y in corners)}Z"/>'
    sectors, lines = [], []
    for n in range(count):
        m = (n + 1) % count
        if spokes[n][1] is not None and spokes[m][1] is not None:
            (ax, ay), (bx, by) = corners[n], corners[m]
            sectors.append(f"M{centre:g} {centre:g}L{ax} {ay}L{bx} {by}Z")
            lines.append(f"M{ax} {ay}L{bx} {by}")
    if not sectors:
        return ""
    return f'<path class="sector" d="{"".join(sectors)}"/><path class="edge" d="{"".join(lines)}"/>'


def _span(step: Step) -> tuple[float, float] | None:
    constants, op = step.constants, step.node.op
    if op in ("band", "log_band"):
        low, high = sorted((float(constants["zero"]), float(constants["one"])))
        margin = (high - low) * 0.15
        return max(low - margin, min(low, 0.0) if low <= 0 else low * 0.2), high + margin
    if op == "steps":
        first, last = (float(constants["below"][n][0]) for n in (0, -1))
        margin = (max(last, 0.0) - min(first, 0.0) or 1.0) * 0.35
        return min(0.0, first - margin if first <= 0 else 0.0), last + (0.35 * last if first > 0 else margin)
    if op == "decay":
        return 0.0, 1.25 / float(constants["step"])
    if op == "ramp":
        return 0.0, 1.25 * float(constants.get("full", 1.0))
    if op == "centred":
        centre, width = float(constants["centre"]), float(constants["width"])
        return centre - 0.7 * width, centre + 0.7 * width
    return (0.0, 4.0) if op == "halving" else None


def _stairs(step: Step, low: float, high: float) -> list[tuple[float, float]]:
    points, left = [], low
    for limit, value in step.constants["below"]:
        points += [(left, float(value)), (float(limit), float(value))]
        left = float(limit)
    last = float(step.constants["otherwise"])
    return [*points, (left, last), (high, last)]


def _thin(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Drop points on straight stretches."""
    kept = points[:1]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        if abs((point[1] - before[1]) - (after[1] - point[1])) > 1e-9 or before[0] == point[0]:
            kept.append(point)
    return kept + points[-1:]


def _x(x: float, low: float, high: float) -> str:
    return f"{1 + (CURVE_WIDTH - 2) * (x - low) / (high - low):.1f}"


def _y(y: float) -> str:
    return f"{CURVE_HEIGHT - 4 - (CURVE_HEIGHT - 8) * y:.1f}"
