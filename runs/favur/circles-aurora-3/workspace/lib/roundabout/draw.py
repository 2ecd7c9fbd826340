"""SVG canvas."""

from html import escape

from roundabout.shape import Circle


class Canvas:
    """Collects figures and writes them as one SVG document."""

    def __init__(self, width: int = 400, height: int = 400, title: str = "circles") -> None:
        self.width = width
        self.height = height
        self.title = title
        self.parts: list[str] = []

    def circle(self, circle: Circle, colour: str = "navy") -> "Canvas":
        self.parts.append(
            f'<circle cx="{circle.x:g}" cy="{circle.y:g}" r="{circle.radius:g}"'
            f' fill="none" stroke="{escape(colour)}"/>'
        )
        return self

    def segment(self, start: tuple[float, float], end: tuple[float, float]) -> "Canvas":
        self.parts.append(
            f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}"'
            ' stroke="crimson"/>'
        )
        return self

    def render(self) -> str:
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}">\n'
            f"<title>{escape(self.title)}</title>\n{body}\n</svg>\n"
        )
