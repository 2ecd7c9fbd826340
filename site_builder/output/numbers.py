"""Numbers as readers see them: fixed decimals, halves away from zero, and the whole value beside them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from html import escape

from markupsafe import Markup

from site_builder.pages.cells import Cell, Link, Sentence
from site_builder.scoring.explain import exact

SIGNIFICANT = 6
"""Digits of the values inside written-out arithmetic; the whole values are in the rows they link to."""


def rounded(value: float, decimals: int) -> str:
    """Return ``value`` with fixed ``decimals``, halves away from zero, as judged by its shortest decimal form.

    That form is what the page carries as the whole value, so a reader who rounds it gets what is printed.
    """
    text = f"{value:.{decimals}f}"
    whole = repr(value)
    if whole[-1] == "5":
        step = Decimal(1).scaleb(-decimals)
        text = str(Decimal(whole).quantize(step, rounding=ROUND_HALF_UP)) if abs(value) < 1e15 else text
    return text


def display(value: float, decimals: int) -> str:
    """Return ``value`` for reading: rounded, thousands separated, a true minus sign, no negative zero."""
    text = rounded(value, decimals)
    if value < 0:
        text = text.lstrip("-")
        sign = "−" if text.strip("0.") else ""
    else:
        sign = ""
    if value >= 10000 or value <= -10000:
        head, dot, tail = text.partition(".")
        text = f"{int(head):,}{dot}{tail}"
    return sign + text


def percent(value: float, decimals: int = 0) -> str:
    """Return a share in per cent; what is less than the whole never reads as the whole."""
    text = rounded(value * 100, decimals)
    if value < 1 and float(text) >= 100:
        text = rounded(value * 100, 1)
        text = "> 99.9" if float(text) >= 100 else text
    return f"{text} %"


def duration(seconds: float) -> str:
    """Return a time span in the largest two fitting units (``1 h 23 min``)."""
    whole = round(seconds)
    days, rest = divmod(whole, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, left = divmod(rest, 60)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {left:02d} s" if minutes else f"{left} s"


def brief(value: float) -> str:
    """Return ``value`` for use inside arithmetic: whole numbers as they are, others to six digits."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value)) if value >= 0 else f"−{-int(value)}"
    text = f"{value:.{SIGNIFICANT}g}"
    if "e" in text:
        text = exact(value) if abs(value) < 1 else f"{value:.1f}"
    return text.replace("-", "−", 1) if value < 0 else text


def written(cell: Cell) -> str:
    """Return the text of a present value in its form."""
    assert cell.value is not None
    if cell.form == "percent":
        return percent(cell.value, cell.decimals)
    if cell.form == "duration":
        return duration(cell.value)
    text = display(cell.value, cell.decimals)
    return f"+{text}" if cell.form == "signed" and text.strip("0.") and cell.value > 0 else text


def number(cell: Cell) -> str:
    """Return a value as HTML: its text, with the whole value and its node as attributes; or its reason."""
    value = cell.value
    if value is None:
        return gap(cell)
    whole = exact(value)
    text = display(value, cell.decimals) if not cell.form else written(cell)
    return f'<data class="num" value="{whole}" data-value="{whole}" data-node="{escape(cell.node)}">{text}</data>'


def gap(cell: Cell) -> str:
    """Return the words that stand where a value is missing; the detail is a tooltip and on the run's page."""
    title = f' title="{escape(cell.detail)}"' if cell.detail else ""
    return f'<span class="gap" data-missing="{escape(cell.reason)}"{title}>{escape(cell.words)}</span>'


def sentence(parts: Sentence, root: str = "") -> Markup:
    """Return words, numbers and links as HTML; ``root`` leads from the page to the root of the site."""
    made = []
    for part in parts:
        if isinstance(part, str):
            made.append(escape(part))
        elif isinstance(part, Link):
            made.append(f'<a href="{root}{escape(part.address)}index.html">{escape(part.text)}</a>')
        else:
            made.append(number(part))
    return Markup("".join(made))  # noqa: S704  (every part is escaped above)
