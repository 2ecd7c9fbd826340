"""Two drawings with one interface: a grid of characters and an SVG page."""

import math
from xml.sax.saxutils import quoteattr


class View:
    """Looks at the solar system from above, or tilted towards the ecliptic plane."""

    def __init__(self, reach: float, tilt: float = 0.0, power: float = 0.4):
        self.reach = reach
        self.tilt = math.radians(tilt)
        self.power = power

    def project(self, point):
        """Drawing coordinates; everything within ``reach`` falls between -1 and 1."""
        x, y, z = point
        r = math.sqrt(x * x + y * y + z * z)
        if r == 0:
            return 0.0, 0.0
        shrink = (r / self.reach) ** self.power / r
        y = y * math.cos(self.tilt) + z * math.sin(self.tilt)
        return x * shrink, y * shrink


class TextDrawing:
    def __init__(self, view, columns=79):
        self.view = view
        self.columns = columns
        self.rows = columns // 2
        self.grid = [[" "] * columns for _ in range(self.rows)]

    def _put(self, point, char):
        x, y = self.view.project(point)
        column = round((x + 1) * (self.columns - 1) / 2)
        row = round((1 - y) * (self.rows - 1) / 2)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.grid[row][column] = char

    def path(self, points, planet):
        for point in points:
            self._put(point, "·")

    def body(self, point, planet):
        self._put(point, planet.glyph)

    def sun(self):
        self._put((0, 0, 0), "☀")

    def finish(self):
        return "\n".join("".join(row).rstrip() for row in self.grid) + "\n"


class PlainDrawing(TextDrawing):
    """For terminals without Unicode."""

    def path(self, points, planet):
        for point in points:
            self._put(point, ".")

    def body(self, point, planet):
        self._put(point, planet.letter)

    def sun(self):
        self._put((0, 0, 0), "*")


class SvgDrawing:
    def __init__(self, view, size=800):
        self.view = view
        self.half = size / 2
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">',
            '<rect width="100%" height="100%" fill="#0b0d14"/>',
        ]

    def _pixel(self, point):
        x, y = self.view.project(point)
        return round(self.half * (1 + x), 1), round(self.half * (1 - y), 1)

    def path(self, points, planet):
        corners = " ".join("%s,%s" % self._pixel(point) for point in points)
        self.parts.append(f'<polygon points="{corners}" fill="none" stroke="#39405a"/>')

    def body(self, point, planet):
        x, y = self._pixel(point)
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="6" fill={quoteattr(planet.color)}/>')
        self.parts.append(f'<text x="{x + 9}" y="{y + 4}" fill="#ddd">{planet.name}</text>')

    def sun(self):
        self.parts.append(f'<circle cx="{self.half}" cy="{self.half}" r="9" fill="#ffcc33"/>')

    def finish(self):
        return "\n".join(self.parts) + "\n</svg>\n"


def draw(drawing, orbits):
    """Draw (planet, orbit) pairs: all paths first, so that no path crosses a planet."""
    for planet, orbit in orbits:
        drawing.path(orbit.outline(), planet)
    for planet, orbit in orbits:
        drawing.body(orbit.position, planet)
    drawing.sun()
    return drawing.finish()
