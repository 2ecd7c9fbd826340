from math import acos, atan2, cos, pi, sin, sqrt

# A circle is a dict: {"x": ..., "y": ..., "r": ...}


def circle(x, y, r):
    if r <= 0:
        raise ValueError("radius must be positive")
    return {"x": x, "y": y, "r": r}


def area(c):
    return pi * c["r"] ** 2


def perimeter(c):
    return 2 * pi * c["r"]


def distance(c1, c2):
    return sqrt((c1["x"] - c2["x"]) ** 2 + (c1["y"] - c2["y"]) ** 2)


def intersection(c1, c2):
    """Return dict with "type" and "points"."""
    d = distance(c1, c2)
    R, r = max(c1["r"], c2["r"]), min(c1["r"], c2["r"])
    if d == 0 and R == r:
        return {"type": "identical", "points": []}
    elif d > R + r:
        return {"type": "separate", "points": []}
    elif d < R - r:
        return {"type": "inside", "points": []}
    a = (c1["r"] ** 2 - c2["r"] ** 2 + d ** 2) / (2 * d)
    mx = c1["x"] + a * (c2["x"] - c1["x"]) / d
    my = c1["y"] + a * (c2["y"] - c1["y"]) / d
    if abs(d - (R + r)) < 1e-9 or abs(d - (R - r)) < 1e-9:
        return {"type": "tangent", "points": [(mx, my)]}
    else:
        h = sqrt(c1["r"] ** 2 - a ** 2)
        p1 = (mx + h * (c2["y"] - c1["y"]) / d, my - h * (c2["x"] - c1["x"]) / d)
        p2 = (mx - h * (c2["y"] - c1["y"]) / d, my + h * (c2["x"] - c1["x"]) / d)
        return {"type": "crossing", "points": [p1, p2]}


def outer_tangents(c1, c2):
    """Outer tangents as pairs of points."""
    d = distance(c1, c2)
    if d <= abs(c1["r"] - c2["r"]):
        return []
    base = atan2(c2["y"] - c1["y"], c2["x"] - c1["x"])
    angle = acos((c1["r"] - c2["r"]) / d)
    lines = []
    for s in [1, -1]:
        t = base + s * angle
        p = (c1["x"] + c1["r"] * cos(t), c1["y"] + c1["r"] * sin(t))
        q = (c2["x"] + c2["r"] * cos(t), c2["y"] + c2["r"] * sin(t))
        lines.append((p, q))
    return lines


def inner_tangents(c1, c2):
    """Inner tangents as pairs of points."""
    d = distance(c1, c2)
    if d <= c1["r"] + c2["r"]:
        return []
    base = atan2(c2["y"] - c1["y"], c2["x"] - c1["x"])
    angle = acos((c1["r"] + c2["r"]) / d)
    lines = []
    for s in [1, -1]:
        t = base + s * angle
        p = (c1["x"] + c1["r"] * cos(t), c1["y"] + c1["r"] * sin(t))
        q = (c2["x"] - c2["r"] * cos(t), c2["y"] - c2["r"] * sin(t))
        lines.append((p, q))
    return lines


def enclosing(points):
    """Enclosing circle by walking the centre towards the farthest point with shrinking steps."""
    if len(points) == 0:
        raise ValueError("no points")
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    step = 0.5
    far = None
    for i in range(3000):
        far = max(points, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
        x = x + (far[0] - x) * step
        y = y + (far[1] - y) * step
        step = step * 0.995
    r = max(sqrt((p[0] - x) ** 2 + (p[1] - y) ** 2) for p in points)
    return {"x": x, "y": y, "r": r}
