"""Rows of the big tables, written by hand for speed; every text is escaped here."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from site_builder.output.formulas import UNSAID
from site_builder.output.markup import escaped, pieces, safe
from site_builder.output.numbers import figures, gap, gap_cell, number, written
from site_builder.output.study_tables import between
from site_builder.pages.board_columns import Column
from site_builder.pages.board_rows import Row
from site_builder.pages.board_table import BoardTable
from site_builder.pages.cells import Cell, count
from site_builder.pages.configuration import Spread
from site_builder.pages.home import BoardCard
from site_builder.scoring.graph import Graph

BAR = ' style="--v:%.3f"'
"""To be filled with the length of a bar, 0–1."""


def board_rows(view: BoardTable | Spread, root: str) -> Markup:
    """Return the rows of a page of a board, in the board's order.

    Rows have anchors on boards alone: a configuration's page may have a run once for each board.
    """
    greatest = view.greatest if isinstance(view, BoardTable) else _greatest(view.rows)
    made = [_row(row, view.columns, view.top or greatest, root, view.graph) for row in view.listed]
    anchors = [""] * len(made)
    if isinstance(view, BoardTable):
        anchors = [f' id="run-{escaped(row.address[5:-1])}"' for row in view.listed]
    return safe("".join([f"<tr{anchor} {row}" for anchor, row in zip(anchors, made, strict=True)]))


def short_rows(card: BoardCard, root: str) -> Markup:
    """Return the first rows of a board for the home page: rank, run, score, coverage."""
    top = card.headline_top or _greatest(card.rows)
    rows = [
        f"<tr>{_rank(row)}{_name(row, root)}{_score(row, top, '')}{_coverage(row)}</tr>\n"
        for row in card.rows
    ]
    return safe("".join(rows))


def _greatest(rows: Sequence[Row]) -> float:
    """Return the greatest score: the scale of the bars where there is no most possible one."""
    return max((row.score.value for row in rows if row.score.value is not None), default=0.0) or 1.0


def value_cell(cell: Cell, unit: str = "") -> str:
    """Return a table cell that is itself the number, its unit behind it; a page has very many of them."""
    behind = f"<small> {escaped(unit)}</small>" if unit not in UNSAID else ""
    return _number_cell(cell, behind=behind)


def bar_cell(cell: Cell, top: float | None) -> str:
    """Return the same with a low-contrast bar behind the number where the scale is known."""
    if cell.value is None or top is None:
        return _number_cell(cell)
    share = cell.value / top
    return _number_cell(cell, " bar", BAR % (0.0 if share <= 0 else 1.0 if share > 1 else share))


def _number_cell(cell: Cell, also: str = "", style: str = "", behind: str = "") -> str:
    if cell.value is None:
        return gap_cell(cell)
    whole, text = figures(cell.value, cell.decimals)
    if cell.form or cell.text:
        text = written(cell).replace("−", "&minus;")
    return f'<td class="n{also}"{style} data-value="{whole}" data-node="{cell.node}">{text}{behind}</td>'


def _row(row: Row, columns: tuple[Column, ...], top: float, root: str, graph: Graph) -> str:
    """Return a row from its first attribute on."""
    makers = (*row.families, *(one for one in row.providers if one not in row.families))
    search = escaped(" ".join((row.run_id, row.configuration, *makers)).lower())
    pairs = zip(row.cells, columns, strict=True)
    cells = "".join([bar_cell(c, k.top if k.bar else None) for c, k in pairs if k.shown])
    duration = value_cell(row.duration) if graph.layout.duration_on_board else ""
    verified = f' data-verification="{row.verification}"'
    provider = ""
    if row.providers and "provider" not in graph.layout.labels:
        provider = f' data-provider="{escaped("|".join(row.providers))}"'
    added = f' data-added="{row.added}"' if row.added else ""
    labels = "".join([f' data-{one.name}="{escaped(one.text)}"' for one in row.reading.labels])
    return (
        f'data-search="{search}" '
        f'data-configuration="{escaped(row.configuration)}" data-family="{escaped("|".join(row.families))}"'
        f"{provider}{labels}{verified}{added}>"
        f"{_rank(row)}"
        f"{_name(row, root)}{_score(row, top)}"
        f"{_coverage(row)}{cells}"
        f"{duration}"
        f"{_date(row)}</tr>\n"
    )


def _rank(row: Row) -> str:
    if row.rank is None:
        word = "withdrawn" if row.withdrawn else "unranked"
        why = f'<span class="gap" data-word="unranked" title="{escaped(row.unranked)}">{word}</span>'
        return f'<td class="n rank">{why}</td>'
    shared = "=" if row.shared else ""
    band = ""
    if row.standing is not None and row.standing.best.value is not None:
        borrowed = " borrowed" if row.standing.source == "borrowed" else ""
        band = f'<span class="under band{borrowed}">{between((row.standing.best, row.standing.worst))}</span>'
    return f'<td class="n rank">{number(count("run.rank", row.rank))}{shared}{band}</td>'


def _name(row: Row, root: str) -> str:
    reading = row.reading
    title = reading.labels[0].text if reading.labels else ""
    called = f'<span class="under">{escaped(reading.called)}</span>' if title and reading.called else ""
    badges = "".join([f' <span class="badge">{escaped(badge.title)}</span>' for badge in reading.badges])
    return (
        f'<th scope="row"><a href="{root}{row.address}index.html">{escaped(title or row.configuration)}</a>'
        f'{badges}{called}<span class="id">{pieces(row.run_id)}</span>{_level(row, root)}</th>'
    )


def _level(row: Row, root: str) -> str:
    """Return the level of verification and problems of the export, linked, and that a score changed."""
    page = f"{root}{row.address}index.html"
    parts = [f'<a href="{page}#verification">{row.level}</a>'] if row.level else []
    if row.faulty:
        parts.append(f'<a href="{page}#verification">problems of the export</a>')
    if row.first_differs:
        parts.append(f'<a href="{page}#history">first score differs</a>')
    return f'<span class="level">{" &middot; ".join(parts)}</span>' if parts else ""


def _coverage(row: Row) -> str:
    reading = row.reading
    below = '<span class="under flag" data-word="thin">less than half</span>' if row.is_thin else ""
    if reading.measured is not None and reading.asked is not None:
        below += f'<span class="under">{number(reading.measured)} of {number(reading.asked)} values</span>'
    return f'<td class="n">{number(row.coverage)}{below}</td>'


def _date(row: Row) -> str:
    if not row.date:
        return '<td class="n"><span class="gap">no date</span></td>'
    return f'<td class="n"><time datetime="{row.date}">{row.date}</time></td>'


def _score(row: Row, top: float, repeats: str | None = None) -> str:
    """Return the cell of a score; ``repeats`` is shown where the number of its repeats would be."""
    reading = row.reading.title
    if row.score.value is None:
        return f'<td class="n score">{gap(row.score._replace(text=reading.lower()))}</td>'
    repeats = f"n&nbsp;=&nbsp;{number(count('run.repeats', row.repeats))}" if repeats is None else repeats
    if row.lower.value is None or row.upper.value is None or row.lower.value == row.upper.value:
        bounds = ""
    else:
        bounds = f"{number(row.lower)}&ndash;{number(row.upper)}"
    share = max(0.0, min(1.0, row.score.value / top))
    words = (
        f'<span class="under" title="{escaped(row.reading.about)}">Class: {escaped(reading)}</span>'
        if reading
        else ""
    )
    under = _under(bounds, repeats)
    return f'<td class="n score bar" style="--v:{share:.3f}">{number(row.score)}{words}{under}</td>'


def _under(*parts: str) -> str:
    """Return small words below a number, without the empty ones."""
    words = ", ".join([part for part in parts if part])
    return f'<span class="under">{words}</span>' if words else ""
