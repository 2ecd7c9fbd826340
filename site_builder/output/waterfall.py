"""A product as a waterfall: the whole amount, what each share takes away, and what is left."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from site_builder.output.charts import framed
from site_builder.output.markup import escaped
from site_builder.output.numbers import display, written
from site_builder.pages.anatomy import Stage
from site_builder.pages.cells import Cell

WIDTH = 340
ROW = 38
BAR = 14


def waterfall(stages: Sequence[Stage], score: Cell, unit: str, key: str) -> Markup:
    """Draw the stages from the amount down to the score, all on one scale from 0 to the amount.

    What a stage takes away is drawn as an open box, what is left as a filled one. From a missing stage on
    there is nothing to draw, unless a later share is 0.
    """
    whole = stages[0].value.value if stages else None
    rows = [_row(stage, number, whole) for number, stage in enumerate(stages)]
    rows.append(_total(score, len(stages), whole, unit))
    return framed(
        "waterfall",
        (WIDTH, ROW * len(rows)),
        key,
        ("From amount to score", describe(stages, score, unit)),
        "".join(rows),
    )


def describe(stages: Sequence[Stage], score: Cell, unit: str) -> str:
    """Return the walk as a sentence."""
    told = [
        f"{stage.title}: {_value(stage.value)}"
        + (f", leaves {_value(stage.left)}" if stage.left.value is not None else "")
        for stage in stages
    ]
    whole = f"{_value(score)} {unit}" if score.value is not None else _value(score)
    return f"{'; '.join(told)}. Score: {whole}."


def _row(stage: Stage, number: int, whole: float | None) -> str:
    y = ROW * number
    sign = "&times; " if stage.kind == "share" else ""
    missing = stage.value.value is None
    shown = _value(stage.value)
    unit = f" {escaped(stage.value.unit)}" if stage.kind == "amount" and not missing else ""
    words = f'<tspan class="gap">{escaped(shown)}</tspan>' if missing else f"<tspan>{shown}{unit}</tspan>"
    label = f'<text x="0" y="{y + 12}">{sign}{escaped(stage.title)}</text>'
    label += f'<text x="{WIDTH}" y="{y + 12}" text-anchor="end">{words}</text>'
    return label + _bars(y + 17, stage.left.value, stage.lost.value, whole)


def _total(score: Cell, number: int, whole: float | None, unit: str) -> str:
    y = ROW * number
    value = f"{_value(score)} {escaped(unit)}" if score.value is not None else escaped(score.words)
    label = f'<text class="total" x="0" y="{y + 12}">= Score</text>'
    label += f'<text class="total" x="{WIDTH}" y="{y + 12}" text-anchor="end">{value}</text>'
    return label + _bars(y + 17, score.value, None, whole)


def _bars(y: int, left: float | None, lost: float | None, whole: float | None) -> str:
    base = f'<path class="axis" d="M0 {y + BAR}H{WIDTH}"/>'
    if left is None or not whole:
        return base
    kept = WIDTH * max(0.0, min(1.0, left / whole))
    bars = f'<rect class="left" x="0" y="{y}" width="{kept:.1f}" height="{BAR}"/>'
    if lost:
        gone = min(WIDTH * lost / whole, WIDTH - kept)
        bars += f'<rect class="lost" x="{kept:.1f}" y="{y + 0.5}" width="{gone:.1f}" height="{BAR - 1}"/>'
        text = f"−{display(lost, 2)}"
        inside = gone > 6 * len(text) + 8
        at = kept + gone / 2 if inside else kept - 4
        anchor = "middle" if inside else "end"
        kind = "lost-text" if inside else "kept-text"
        if inside or kept > 60:
            bars += f'<text class="{kind}" x="{at:.1f}" y="{y + 11}" text-anchor="{anchor}">{text}</text>'
    return base + bars


def _value(cell: Cell) -> str:
    return written(cell) if cell.value is not None else cell.words
