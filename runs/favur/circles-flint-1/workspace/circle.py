import math
import sys


def area(r):
    return math.pi * r**2


def perimeter(r):
    return 2 * math.pi * r


def intersect(x1, y1, r1, x2, y2, r2):
    d = math.hypot(x2 - x1, y2 - y1)
    if d == 0 or d > r1 + r2 or d < abs(r1 - r2):
        return []
    a = (r1**2 - r2**2 + d**2) / (2 * d)
    h = math.sqrt(r1**2 - a**2)
    x = x1 + a * (x2 - x1) / d
    y = y1 + a * (y2 - y1) / d
    dx = h * (y2 - y1) / d
    dy = h * (x2 - x1) / d
    return [(x + dx, y - dy), (x - dx, y + dy)]


def svg(circles):
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for x, y, r in circles:
        lines.append(f'<circle cx="{x}" cy="{y}" r="{r}"/>')
    lines.append("</svg>")
    return "\n".join(lines)


# TODO tangents
# TODO smallest enclosing circle


if __name__ == "__main__":
    command = sys.argv[1]
    numbers = [float(n) for n in sys.argv[2:]]
    if command == "area":
        print(area(numbers[0]))
    elif command == "perimeter":
        print(perimeter(numbers[0]))
    elif command == "intersect":
        for l in intersect(*numbers):
            print(l)
    elif command == "svg":
        print(svg([numbers[i:i + 3] for i in range(0, len(numbers), 3)]))
