"""Tables and margins of release gates as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup

from site_builder.output.charts import framed
from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import display, number
from site_builder.pages.cells import Cell, Link
from site_builder.pages.gates.parts import LOCAL, LOCAL_ABOUT, Anchored, Entry, Row, Table
from site_builder.pages.gates.verdict import CheckView

WIDTH, HEIGHT = 180, 22
"""Of a margin, in its own units."""
FEW_ROWS = 4
"""Of a table whose head is near to every row on a phone; where it is not, cells name their columns."""
WORD = 9
"""Letters of a column name that fit a fifth of a phone; with longer ones three columns share a line."""


def gate_table(table: Table, root: str) -> Markup:
    """Return a table in its frame; an addition of this program says so in its caption."""
    label = f'<span class="local" title="{escaped(LOCAL_ABOUT)}">{LOCAL}</span> ' if table.local else ""
    heads = "".join(f'<th scope="col" class="n">{escaped(column)}</th>' for column in table.columns)
    longest = max((len(word) for column in table.columns for word in re.split(r"[ -]", column)), default=0)
    kind = "gate-table fold thirds" if longest > WORD else "gate-table fold"
    far = len(table.rows) > FEW_ROWS or (longest > WORD and len(table.columns) > 3)
    named = table.columns if far else ("",) * len(table.columns)
    rows = "".join(_row(row, named, root) for row in table.rows)
    return safe(
        f'<div class="frame" id="{escaped(table.key)}" tabindex="0" role="region" '
        f'aria-label="{escaped(table.caption)}"><table class="{kind}">'
        f"<caption>{label}{escaped(table.caption)}</caption>"
        f'<thead><tr><th scope="col" class="lead-cell">{escaped(table.corner)}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def anchored(found: Anchored | None, column: str, root: str) -> Markup:
    """Return a table cell, which names its column, with a value that leads to a place on another page."""
    named = f'data-column="{escaped(column)}"'
    if found is None:
        return safe(f'<td class="n" {named}><span class="gap">not reviewed</span></td>')
    mark = f' <small class="flag" data-word="mark">{escaped(found.mark)}</small>' if found.mark else ""
    cell = found.cell
    bar = f' style="--v:{cell.value:.3f}"' if cell.value is not None else ""
    address = f"{root}{escaped(found.address)}index.html#{escaped(found.anchor)}"
    return safe(f'<td class="n bar cell" {named}{bar}><a href="{address}">{number(cell)}</a>{mark}</td>')


def margin(check: CheckView) -> Markup:
    """Draw the room between a value and its limit, which is the line in the middle.

    To the right there is room left, to the left the limit is passed; a whole half is as much as the limit
    itself (as one, where the limit is 0).
    """
    key = f"m-{check.code.replace('_', '-')}"
    middle, half = WIDTH / 2, WIDTH / 2 - 4
    line = f'<path class="axis" d="M4 {HEIGHT - 4}H{WIDTH - 4}"/>'
    line += f'<path class="limit" d="M{middle:g} 2V{HEIGHT - 2}"/>'
    if check.room is None:
        return framed(
            "margin", (WIDTH, HEIGHT), key, ("Margin", "There is no margin: a value is missing."), line
        )
    length = abs(check.room) * half
    start = middle if check.room >= 0 else middle - length
    kind = "kept" if check.met else "passed"
    bar = f'<rect class="{kind}" x="{start:.1f}" y="6" width="{max(length, 2):.1f}" height="10"/>'
    return framed("margin", (WIDTH, HEIGHT), key, (f"Margin: {check.title}", _words(check)), bar + line)


def _words(check: CheckView) -> str:
    observed, limit, room = check.observed, check.limit, check.margin
    if observed.value is None or limit.value is None or room.value is None:
        return "A value is missing."
    values = [display(cell.value or 0.0, cell.decimals) for cell in (observed, limit, room)]
    verdict = "The check holds." if check.met else "The check does not hold."
    figures = f"Observed {values[0]}, {check.bound} {values[1]} asked for, margin {values[2]} {check.unit}."
    return f"{figures} {verdict}"


def _row(row: Row, columns: Sequence[str], root: str) -> str:
    title = escaped(row.title)
    if row.address:
        anchor = f"#{escaped(row.anchor)}" if row.anchor else ""
        title = f'<a href="{root}{escaped(row.address)}index.html{anchor}">{title}</a>'
    said = row.under == row.title.lower()
    under = f'<span class="under">{escaped(row.under)}</span>' if row.under and not said else ""
    cells = "".join(_entry(entry, column, root) for entry, column in zip(row.cells, columns, strict=True))
    return f'<tr><th scope="row" class="lead-cell">{title}{under}</th>{cells}</tr>'


def _entry(entry: Entry, column: str, root: str) -> str:
    named = f' data-column="{escaped(column)}"' if column else ""
    if isinstance(entry, Cell):
        return f'<td class="n"{named}>{number(entry)}</td>'
    if isinstance(entry, Link):
        return f'<td{named}><a href="{root}{escaped(entry.address)}index.html">{escaped(entry.text)}</a></td>'
    flag = "n flag" if entry == "differ" else "n"
    return f'<td class="{flag}" data-word="cell"{named}>{escaped(entry)}</td>'
