"""A board in Markdown: what it ranks, under which rubric, and its rows with the reasons beside them."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.output.twins.text import LEFT, RIGHT, figure, link, table, words
from site_builder.pages.board import BoardView
from site_builder.pages.board_rows import Row
from site_builder.pages.cells import count
from site_builder.pages.lookup import SiteLookup, methodology_address
from site_builder.pages.words import opening

THIN = "less than half of the score is measured"
BANDS = "Beside a rank, in parentheses: the ranks that chance leaves open."
BOUNDS = (
    "Bounds: the score with every missing part at its worst and at its best. "
    "Coverage: the share of the score that is measured. Ranks hold on this board only."
)
LEFT_OUT = "Exports that are on no board:"


def board_blocks(view: BoardView, root: str, lookup: SiteLookup) -> Iterator[str]:
    """Yield the paragraphs and the table of a board, all of its rows."""
    graph = view.graph
    top = "" if view.top is None else f" of {view.top:g}"
    yield words(opening(graph.rubric.summary))
    rubric = link(graph.id, root, f"{methodology_address(graph)}index.html")
    draft = "" if view.released else " (a draft)"
    newest = f" Newest run {view.newest}." if view.newest else ""
    yield (
        f"Ranked by {words(view.headline)}{top}: {view.ranked:,} of {view.total:,} runs. "
        f"Rubric {rubric}{draft}, digest {graph.digest}.{newest}"
    )
    yield table(
        [
            ("Rank", RIGHT),
            ("Run", LEFT),
            (f"{words(view.headline)}{top}", RIGHT),
            ("Bounds", LEFT),
            ("Coverage", RIGHT),
            ("Notes", LEFT),
        ],
        [_cells(row, root) for row in view.rows],
    )
    banded = any(row.standing is not None and row.standing.best.value is not None for row in view.rows)
    yield f"{BANDS} {BOUNDS}" if banded else BOUNDS
    if view.left_out:
        yield LEFT_OUT
        yield "\n".join(f"- {words(one.run_id or one.folder)}: {words(one.reason)}" for one in view.left_out)


def _cells(row: Row, root: str) -> list[str]:
    run = link(row.configuration or row.run_id, root, f"{row.address}index.html")
    return [
        _rank(row),
        f"{run} {words(row.run_id)}",
        figure(row.score),
        _bounds(row),
        figure(row.coverage),
        "; ".join(_notes(row)),
    ]


def _rank(row: Row) -> str:
    if row.rank is None:
        return "withdrawn" if row.withdrawn else "unranked"
    band = ""
    if row.standing is not None and row.standing.best.value is not None:
        best, worst = row.standing.best, row.standing.worst
        band = f" ({figure(best)}{'' if best.value == worst.value else f'–{figure(worst)}'})"
    return f"{figure(count('run.rank', row.rank))}{'=' if row.shared else ''}{band}"


def _bounds(row: Row) -> str:
    """Return both ends between which the score lies, or what is said of a missing score."""
    if row.score.value is None:
        return words(row.score.detail)
    lower, upper = row.lower, row.upper
    if lower.value is None or upper.value is None:
        ends = (("at least ", lower), ("at most ", upper))
        return ", ".join(f"{says}{figure(end)}" for says, end in ends if end.value is not None)
    return f"{figure(lower)}–{figure(upper)}"


def _notes(row: Row) -> Iterator[str]:
    """Yield why a run has no rank, then what else keeps its score from being read alone."""
    if row.unranked:
        yield words(row.unranked)
    if row.reading.title:
        yield words(row.reading.title)
    if row.is_thin:
        yield THIN
    yield from (words(badge.title) for badge in row.reading.badges)
