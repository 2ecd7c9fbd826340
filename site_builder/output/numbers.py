"""Numbers as readers see them: fixed decimals, halves away from zero, and the whole value beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

import msgspec
from markupsafe import Markup

from site_builder.output.markup import escaped, safe
from site_builder.pages.cells import STATE_WORDS, Cell, Link, Sentence
from site_builder.scoring.explain import exact

FIXED = tuple(f"%.{decimals}f" for decimals in range(8))
"""Formats by number of decimals."""

SHORTEST = msgspec.json.Encoder().encode
"""Writes a number as ``repr`` does, in a fifth of the time; only exponents look different."""

Figures = tuple[str, str]
"""The whole value and what is shown of it, as HTML."""

HUGE = 1e21
"""From here on numbers are written with a power of ten: all of their digits fill a page and say no more."""

SIGNIFICANT = 6
"""Digits of the values inside written-out arithmetic; the whole values are in the rows they link to."""


def rounded(value: float, decimals: int, whole: str = "") -> str:
    """Return ``value`` with fixed ``decimals``, halves away from zero.

    What counts as a half is judged by the shortest decimal form (``whole``, when it is known already): that
    is what the page carries as the whole value, so a reader who rounds it gets what is printed.
    """
    text = FIXED[decimals] % value
    whole = whole or repr(value)
    half = whole[-1] == "5" and len(whole) - whole.rfind(".") == decimals + 2
    if (half or -1e-4 < value < 1e-4) and value:
        return str(Decimal(whole).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))
    return text


def display(value: float, decimals: int, whole: str = "") -> str:
    """Return ``value`` for reading: rounded, thousands separated, a true minus sign, no negative zero."""
    if abs(value) >= HUGE:
        return f"{'−' if value < 0 else ''}{_with_power(abs(value))}"
    text = rounded(value + 0.0, decimals, whole)  # which makes a negative zero a zero
    if 0 <= value < 999:
        return text
    sign = ""
    if value < 0:
        text = text.lstrip("-")
        sign = "−" if text.strip("0.") else ""
    head, dot, tail = text.partition(".")
    if len(head) > 3:
        text = f"{int(head):,}{dot}{tail}"
    return sign + text


def _with_power(value: float) -> str:
    """Return a huge number in six digits with a power of ten: ``1.5e300``."""
    mantissa, _, power = f"{value:.{SIGNIFICANT - 1}e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(power)}"


def figures(value: float, decimals: int) -> Figures:
    """Return the whole value and what is shown of it, as HTML."""
    if value % 1 == 0:
        return _whole_figures(value, decimals)
    if not 1e-4 <= value < 999:  # most are neither tiny nor grouped nor near a half
        return _figures(value, decimals, repr(value))
    whole = SHORTEST(value).decode()
    return (whole, FIXED[decimals] % value) if whole[-1] != "5" else _figures(value, decimals, whole)


def figures_of(values: Sequence[float | None], decimals: Iterable[int | None]) -> list[Figures | None]:
    """Return the figures of many values, written in one go; ``None`` where a value or its decimals are."""
    written = SHORTEST(values).decode()[1:-1].split(",") if values else []
    return [
        None
        if value is None or places is None
        else (whole, FIXED[places] % value)
        if 1e-4 <= value < 999 and whole[-1] not in "05"  # which a fraction ends in only near a half
        else figures(value, places)
        for value, places, whole in zip(values, decimals, written, strict=True)
    ]


def _figures(value: float, decimals: int, whole: str) -> Figures:
    return whole, display(value, decimals, whole).replace("−", "&minus;")


@lru_cache(maxsize=4096)
def _whole_figures(value: float, decimals: int) -> tuple[str, str]:
    """Return the same of a whole number; small ones come again and again."""
    shown = (
        f"{value + 0.0:,.{decimals}f}"
        if 0 <= value < HUGE
        else display(value, decimals).replace("−", "&minus;")
    )
    return exact(value), shown


def percent(value: float, decimals: int = 0) -> str:
    """Return a share in per cent; what is less than the whole never reads as the whole."""
    text = display(value * 100, decimals)
    if value < 1 and text.startswith("100"):
        text = display(value * 100, 1)
        text = "> 99.9" if text.startswith("100") else text
    return f"{text} %"


def duration(seconds: float) -> str:
    """Return a time span in the largest two fitting units (``1 h 23 min``); a huge one in seconds."""
    if seconds >= HUGE:
        return f"{_with_power(seconds)} s"
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
    """Return ``value`` for use inside arithmetic: short whole numbers as they are, others to six digits."""
    if value % 1 == 0 and abs(value) < 1e15:
        return str(int(value)) if value >= 0 else f"−{-int(value)}"
    text = f"{value:.{SIGNIFICANT}g}"
    if 1e-4 <= value < 1e5:  # most are, and are written without an exponent
        return text
    if "e" in text:
        size = abs(value)
        text = exact(value) if size < 1 else f"{value:.1f}" if size < HUGE else display(value, 0)
    return text.replace("-", "−", 1) if value < 0 else text


def written(cell: Cell) -> str:
    """Return the text of a present value in its form, as HTML."""
    assert cell.value is not None
    if cell.text:
        return escaped(cell.text)
    if cell.form in ("percent", "signed percent"):
        text = percent(cell.value, cell.decimals)
        return f"+{text}" if cell.form == "signed percent" and text.strip("0. %") and cell.value > 0 else text
    if cell.form == "duration":
        return duration(cell.value)
    text = display(cell.value, cell.decimals)
    return f"+{text}" if cell.form == "signed" and text.strip("0.") and cell.value > 0 else text


def number(cell: Cell) -> str:
    """Return a value as HTML: its text, with the whole value and its node as attributes; or its reason.

    Names of nodes come from rubrics, which allow letters, digits, ``_`` and ``.``, and from page modules.
    """
    value = cell.value
    if value is None:
        return gap(cell)
    whole, text = figures(value, cell.decimals)
    if cell.form or cell.text:
        text = written(cell).replace("−", "&minus;")
    return inline(cell.node, (whole, text))


def inline(node: str, shown: tuple[str, str]) -> str:
    """Return a present value of a node in running text: the whole value, and what is shown of it."""
    whole, text = shown
    return f'<data class="num" value="{whole}" data-value="{whole}" data-node="{node}">{text}</data>'


def gap_cell(cell: Cell) -> str:
    """Return a table cell that says why a value is missing, for tables with very many of them."""
    return f'<td class="n gap"{gap_words(cell.reason, cell.detail, cell.words)}'


@lru_cache(maxsize=4096)
def gap_words(reason: str, detail: str, words: str = "") -> str:
    """Return such a cell from its last attributes on; ``words`` take the place of those for the reason."""
    title = f' title="{escaped(detail)}"' if detail else ""
    return f' data-missing="{reason}"{title}>{escaped(words or STATE_WORDS[reason])}</td>'


def gap(cell: Cell) -> str:
    """Return the words that stand where a value is missing; the detail is a tooltip and on the run's page."""
    title = f' title="{escaped(cell.detail)}"' if cell.detail else ""
    return f'<span class="gap" data-missing="{escaped(cell.reason)}"{title}>{escaped(cell.words)}</span>'


def sentence(parts: Sentence, root: str = "") -> Markup:
    """Return words, numbers and links as HTML; ``root`` leads from the page to the root of the site."""
    made = []
    for part in parts:
        if isinstance(part, str):
            made.append(escaped(part))
        elif isinstance(part, Link):
            made.append(f'<a href="{root}{escaped(part.address)}index.html">{escaped(part.text)}</a>')
        else:
            made.append(number(part))
    return safe("".join(made))
