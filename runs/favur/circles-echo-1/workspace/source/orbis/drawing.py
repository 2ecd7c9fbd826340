"""Drawing of any figures."""

from collections.abc import Sequence
from functools import reduce

from orbis.figures import Extent, Figure


def draw(figures: Sequence[Figure]) -> str:
    """An SVG document; ValueError when there is nothing to see."""
    if not figures:
        raise ValueError("nothing to draw")
    box = reduce(Extent.joined, (figure.extent for figure in figures))
    size = max(box.right - box.left, box.top - box.bottom, 1.0)
    pad = size / 20
    view = (box.left - pad, -box.top - pad)
    span = (box.right - box.left + 2 * pad, box.top - box.bottom + 2 * pad)
    head = " ".join(f"{value:g}" for value in (*view, *span))
    body = "".join(figure.svg() for figure in figures)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{head}">'
        f'<g transform="scale(1,-1)" fill="none" stroke="black" stroke-width="{size / 200:g}">'
        f"{body}</g></svg>"
    )
