"""The drawings on pages of runs and configurations, made again: radars, scales of scores, waterfalls."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from site_builder.output.verify.drawn import Drawing, DrawnAgain, Said, on_line

Spot = tuple[float, float]
RADAR_SIZE, RADIUS = 300, 96.0
LABEL_GAP = 12
NO_VALUE = "no value"
SCALE_SIZE = 320, 38
SCALE_LINE = 4.0, 316.0
"""Between which a scale of scores is drawn."""
SCALE_ENDS = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
"""Where a scale without a greatest score may end, times a power of ten."""
NAMED_SCORES = 12
"""Scores that are named one by one."""
FLOW_WIDTH, STAGE_HEIGHT, BOX = 340, 38, 14
"""Of a waterfall: width of the whole amount, height of a stage and of a box in it."""


def radar_again(told: Drawing, shares: list[float | None], run: str) -> DrawnAgain:
    """Return the radar of these axes; what they are called is taken as it is told."""
    count, middle = len(shares), RADAR_SIZE / 2
    labels = [*told.texts[::2], *[""] * count][:count]
    values: list[Any] = [NO_VALUE if share is None else share for share in shares]
    spots = [_polar(RADIUS * (share or 0.0), n, count) for n, share in enumerate(shares)]
    shapes = "".join(
        f'<circle class="ring" cx="{middle}" cy="{middle}" r="{RADIUS * part}"/>'
        for part in (0.25, 0.5, 0.75, 1)
    )
    for n, share in enumerate(shares):
        rim, label = _polar(RADIUS, n, count), _polar(RADIUS + LABEL_GAP, n, count)
        side, height = ((spot - middle) / (RADIUS + LABEL_GAP) for spot in label)
        anchor = "middle" if abs(side) < 0.1 else "start" if side > 0 else "end"
        rise = -6 if height < -0.9 else 12 if height > 0.9 else 0
        shapes += f'<path class="spoke{" absent" if share is None else ""}" d="M150 150L{_at(rim)}"/>'
        shapes += f'<text x="{label[0]:.6f}" y="{label[1] + rise:.6f}" text-anchor="{anchor}">'
        shapes += f'<tspan class="sub" x="{label[0]:.6f}" dy="12"></tspan></text>'
    shapes += _area(shares, spots)
    for (x, y), share in zip(spots, shares):
        if share is not None:
            shapes += f'<circle class="dot" cx="{x:.6f}" cy="{y:.6f}" r="3"/>'
    named: list[Said] = [(f"{label}: ", value) for label, value in zip(labels, values)]
    words = "On a scale from 0 to 1: ", *itertools.chain(*_joined(named, "; ")), "."
    texts: list[Said] = [(text,) for pair in zip(labels, values) for text in pair]
    return DrawnAgain((RADAR_SIZE, RADAR_SIZE), (f"Axes of {run}",), words, shapes, texts)


def _joined(parts: list[Said], between: str) -> Iterator[Said]:
    for n, part in enumerate(parts):
        yield (between, *part) if n else part


def _polar(radius: float, n: int, count: int) -> Spot:
    angle = 2 * math.pi * n / count - math.pi / 2
    return RADAR_SIZE / 2 + radius * math.cos(angle), RADAR_SIZE / 2 + radius * math.sin(angle)


def _at(spot: Spot) -> str:
    return f"{spot[0]:.6f} {spot[1]:.6f}"


def _area(shares: list[float | None], spots: list[Spot]) -> str:
    """Return the area: whole where every axis has a value, else the sectors between neighbours that have."""
    if None not in shares:
        return f'<path class="shape" d="M{"L".join(map(_at, spots))}Z"/>'
    after = [(n, (n + 1) % len(shares)) for n in range(len(shares))]
    there = [(_at(spots[n]), _at(spots[m])) for n, m in after if None not in (shares[n], shares[m])]
    sectors = "".join(f"M150 150L{one}L{other}Z" for one, other in there)
    edges = "".join(f"M{one}L{other}" for one, other in there)
    return f'<path class="sector" d="{sectors}"/><path class="edge" d="{edges}"/>' if there else ""


def interval_again(ends: Spot, score: float, top: float | None) -> DrawnAgain:
    """Return a score and its bounds on their scale."""
    most = "" if top is None else f" of {top:g}"
    end = top or end_of_scale(max(score, ends[1]))
    words = score, f"{most}; between ", ends[0], " and ", ends[1]
    mark = f'<path class="mark" d="M{_along(score, end)} 4V22"/>'
    about = "Score with its bounds", (*words, " with the missing parts at their worst and best.")
    return _scale_again(about, ends, mark, end)


def repeats_again(scores: list[float], mean: float, top: float | None) -> DrawnAgain:
    """Return sorted scores on their scale, with their range and their mean."""
    most = "" if top is None else f" of {top:g}"
    end = top or end_of_scale(scores[-1])
    listed: Said = ("from ", scores[0], " to ", scores[-1])
    if len(scores) <= NAMED_SCORES:
        listed = tuple(itertools.chain(*_joined([(score,) for score in scores], ", ")))
    words = f"{len(scores)} scores{most}: ", *listed, "; their mean is ", mean, "."
    runs = "".join(f"M{_along(score, end)} 8V18" for score in scores)
    marks = f'<path class="runs" d="{runs}"/><path class="mark" d="M{_along(mean, end)} 3V23"/>'
    return _scale_again(("Scores of the runs and their mean", words), (scores[0], scores[-1]), marks, end)


def _scale_again(about: tuple[str, Said], ends: Spot, marks: str, end: float) -> DrawnAgain:
    shapes = '<path class="axis" d="M4 13H316"/>'
    shapes += f'<path class="range" d="M{_along(ends[0], end)} 13H{_along(ends[1], end)}"/>{marks}'
    shapes += '<text x="4" y="34"></text><text x="316" y="34" text-anchor="end"></text>'
    return DrawnAgain(SCALE_SIZE, (about[0],), about[1], shapes, [("0",), (f"{end:,.15g}",)])


def _along(value: float, end: float) -> str:
    return f"{on_line(value, (0.0, end), SCALE_LINE):.6f}"


def end_of_scale(most: float) -> float:
    """Return the least round number that is not below the greatest one drawn; 1 where that is 0."""
    if most <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(most))
    return next((end for step in SCALE_ENDS if most <= (end := step * unit) < math.inf), most)


class Stage(NamedTuple):
    """A factor of a score, or the score itself."""

    title: str
    value: float | None
    left: float | None
    lost: float | None
    words: Collection[str]
    """What may stand in the place of the value: why there is none, or what a gate says."""


def waterfall_again(told: Drawing, factors: list[Stage], score: Stage) -> DrawnAgain:
    """Return what each factor leaves and takes away, as boxes on one scale from 0 to the amount.

    Units are taken as they are told.
    """
    shapes, words, texts = "", "", list[Said]()
    said: list[Any] = []
    left_over = iter(told.texts)
    for n, stage in enumerate([*factors, score]):
        shown = [next(left_over, "") for _ in range(2)][1]
        is_score, y = stage is score, STAGE_HEIGHT * n
        kind = ' class="total"' if is_score else ""
        gap = ' class="gap"' if stage.value is None else ""
        inner = "" if is_score else f"<tspan{gap}></tspan>"
        shapes += f'<text{kind} x="0" y="{y + 12}"></text>'
        shapes += f'<text{kind} x="340" y="{y + 12}" text-anchor="end">{inner}</text>'
        boxes, text = _boxes(y + 17, stage, factors[0].value)
        shapes += boxes
        figure, space, unit = shown.partition(" ") if n == 0 or is_score else (shown, "", "")
        in_words = stage.value is None or shown in stage.words
        known = (shown if shown in stage.words else NO_VALUE,)
        texts.append((f"{'= ' if is_score else '× ' if n else ''}{stage.title}",))
        texts.append(known if in_words else (stage.value, space + unit))
        if text:
            texts.append((text,))
            next(left_over, "")
        words += f"{'. ' if is_score else '; ' if n else ''}{stage.title}: "
        words += shown if in_words or is_score else figure
        if stage.left is not None and not is_score:
            said += [f"{words}, leaves ", stage.left]
            words = ""
    size = FLOW_WIDTH, STAGE_HEIGHT * (len(factors) + 1)
    return DrawnAgain(size, ("From amount to score",), (*said, f"{words}."), shapes, texts)


def _boxes(y: int, stage: Stage, whole: float | None) -> tuple[str, str]:
    """Return the boxes of a stage, and the text in or before the one of what is lost."""
    drawn = f'<path class="axis" d="M0 {y + BOX}H340"/>'
    if stage.left is None or not whole:
        return drawn, ""
    kept = FLOW_WIDTH * max(0.0, min(1.0, stage.left / whole))
    drawn += f'<rect class="left" x="0" y="{y}" width="{kept:.6f}" height="{BOX}"/>'
    if not stage.lost:
        return drawn, ""
    gone = min(FLOW_WIDTH * stage.lost / whole, FLOW_WIDTH - kept)
    drawn += f'<rect class="lost" x="{kept:.6f}" y="{y + 0.5}" width="{gone:.6f}" height="{BOX - 1}"/>'
    text = f"−{_two_decimals(stage.lost)}"
    inside = gone > 6 * len(text) + 8
    if not inside and kept <= 60:
        return drawn, ""
    at, anchor = (kept + gone / 2, "middle") if inside else (kept - 4, "end")
    kind = "lost-text" if inside else "kept-text"
    return f'{drawn}<text class="{kind}" x="{at:.6f}" y="{y + 11}" text-anchor="{anchor}"></text>', text


def _two_decimals(value: float) -> str:
    """Return a number as drawings have it, halves of its shortest form away from zero."""
    size = abs(value)
    if size >= 1e21:
        mantissa, _, power = f"{size:.5e}".partition("e+")
        return f"{'−' if value < 0 else ''}{mantissa.rstrip('0').rstrip('.')}e{power}"
    if size >= 1e15:
        return f"{'−' if value < 0 else ''}{size:,.2f}"
    digits = Decimal(repr(size)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return f"{'−' if value < 0 < digits else ''}{digits:,}"
