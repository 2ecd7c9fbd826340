# circles.py - does everything with circles
# usage: python circles.py <operation> <numbers...>
import math, sys

DEBUG = False
cache = {}


def num(s):
    try:
        return float(s)
    except:
        return None


def calc(op, v, out=None, opts={}):
    global cache
    if op == "area" or op == "a":
        if len(v) == 1:
            r = v[0]
        elif len(v) == 3:
            r = v[2]
        else:
            return "error: area needs a circle"
        if r < 0:
            return "error: negative radius"
        return math.pi * r * r
    elif op == "perimeter" or op == "p":
        if len(v) == 1:
            r = v[0]
        elif len(v) == 3:
            r = v[2]
        else:
            return "error: perimeter needs a circle"
        if r < 0:
            return "error: negative radius"
        return 2 * math.pi * r
    elif op == "intersect" or op == "i":
        if len(v) != 6:
            return "error: intersect needs two circles"
        x1, y1, r1, x2, y2, r2 = v
        d = math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
        if d == 0:
            if r1 == r2:
                return "same"
            else:
                return []
        if d > r1 + r2:
            return []
        if d < abs(r1 - r2):
            return []
        if d == r1 + r2 or d == abs(r1 - r2):
            return [(x1 + (x2 - x1) * r1 / d, y1 + (y2 - y1) * r1 / d)]
        a = (r1 * r1 - r2 * r2 + d * d) / (2 * d)
        h = math.sqrt(r1 * r1 - a * a)
        xm = x1 + a * (x2 - x1) / d
        ym = y1 + a * (y2 - y1) / d
        dx = h * (y2 - y1) / d
        dy = h * (x2 - x1) / d
        return [(xm + dx, ym - dy), (xm - dx, ym + dy)]
    elif op == "tangents" or op == "t":
        if len(v) == 5:
            # circle and point
            x1, y1, r1, px, py = v
            d = math.sqrt((px - x1) ** 2 + (py - y1) ** 2)
            if d < r1:
                return []
            base = math.atan2(py - y1, px - x1)
            w = math.acos(r1 / d)
            res = []
            for t in (base + w, base - w):
                res.append(((x1 + r1 * math.cos(t), y1 + r1 * math.sin(t)), (px, py)))
            return res
        elif len(v) == 6:
            x1, y1, r1, x2, y2, r2 = v
            d = math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
            res = []
            if d == 0:
                return res
            base = math.atan2(y2 - y1, x2 - x1)
            if d >= abs(r1 - r2):
                w = math.acos((r1 - r2) / d)
                for t in (base + w, base - w):
                    res.append(((x1 + r1 * math.cos(t), y1 + r1 * math.sin(t)), (x2 + r2 * math.cos(t), y2 + r2 * math.sin(t))))
            if d >= r1 + r2:
                w = math.acos((r1 + r2) / d)
                for t in (base + w, base - w):
                    res.append(((x1 + r1 * math.cos(t), y1 + r1 * math.sin(t)), (x2 - r2 * math.cos(t), y2 - r2 * math.sin(t))))
            return res
        else:
            return "error: tangents needs a circle and a point or two circles"
    elif op == "enclose" or op == "e":
        if len(v) == 0 or len(v) % 2 == 1:
            return "error: enclose needs points"
        pts = []
        i = 0
        while i < len(v):
            pts.append((v[i], v[i + 1]))
            i += 2
        key = str(pts)
        if key in cache:
            return cache[key]
        # ritter
        p = pts[0]
        q = p
        for k in pts:
            if math.dist(p, k) > math.dist(p, q):
                q = k
        s = q
        for k in pts:
            if math.dist(q, k) > math.dist(q, s):
                s = k
        cx = (q[0] + s[0]) / 2
        cy = (q[1] + s[1]) / 2
        r = math.dist(q, s) / 2
        for k in pts:
            d = math.dist((cx, cy), k)
            if d > r:
                nr = (r + d) / 2
                cx = cx + (k[0] - cx) * (d - nr) / d
                cy = cy + (k[1] - cy) * (d - nr) / d
                r = nr
        cache[key] = (cx, cy, r)
        if DEBUG == True:
            print("enclose", cx, cy, r)
        return (cx, cy, r)
    elif op == "svg" or op == "s":
        if len(v) % 3 != 0:
            return "error: svg needs circles"
        svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-100 -100 200 200'>"
        i = 0
        while i < len(v):
            svg = svg + "<circle cx='" + str(v[i]) + "' cy='" + str(v[i + 1]) + "' r='" + str(v[i + 2]) + "' fill='none' stroke='black'/>"
            i = i + 3
        svg = svg + "</svg>"
        if out is not None:
            f = open(out, "w")
            f.write(svg)
            f.close()
        return svg
    else:
        return "error: unknown operation"


def main(argv):
    if len(argv) < 2:
        print("usage: circles.py operation numbers")
        return 1
    v = []
    out = None
    i = 1
    while i < len(argv):
        if argv[i] == "-o":
            out = argv[i + 1]
            i = i + 1
        else:
            n = num(argv[i])
            if n is None:
                print("error: not a number: " + argv[i])
                return 1
            v.append(n)
        i = i + 1
    result = calc(argv[0], v, out)
    if type(result) is str and result.startswith("error"):
        print(result)
        return 1
    if type(result) is list:
        for x in result:
            print(x)
    else:
        print(result)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
