"""Pictures: every function returns a string of SVG."""

from __future__ import annotations

from collections.abc import Iterable

from rondure.disc import Disc

STYLE = "circle { fill: none; stroke: #333; vector-effect: non-scaling-stroke }"


def element(disc: Disc) -> str:
    """One circle; the imaginary axis points up, that of SVG down."""
    return f'<circle cx="{disc.centre.real:g}" cy="{-disc.centre.imag:g}" r="{disc.radius:g}"/>'


def document(discs: Iterable[Disc], reach: float = 10.0) -> str:
    """A square picture that shows the plane up to `reach` in each direction."""
    view = f"{-reach:g} {-reach:g} {2 * reach:g} {2 * reach:g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><style>{STYLE}</style>'
    return "\n".join([head, *map(element, discs), "</svg>"])
