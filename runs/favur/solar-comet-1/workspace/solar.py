import argparse, json, math, sys
from datetime import datetime

planets = {
    'Mercury': [0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593,
        0.00000037, 0.00001906, -0.00594749, 149472.67411175, 0.16047689, -0.12534081,
        'c', '#aaa'],
    'Venus': [0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255,
        0.00000390, -0.00004107, -0.00078890, 58517.81538729, 0.00268329, -0.27769418,
        'v', '#fc6'],
    'Earth': [1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0.0,
        0.00000562, -0.00004392, -0.01294668, 35999.37244981, 0.32327364, 0.0,
        'e', '#39f'],
    'Mars': [1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891,
        0.00001847, 0.00007882, -0.00813131, 19140.30268499, 0.44441088, -0.29257343,
        'm', '#f53'],
    'Jupiter': [5.20288700, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909,
        -0.00011607, -0.00013253, -0.00183714, 3034.74612775, 0.21252668, 0.20469106,
        'j', '#c96'],
    'Saturn': [9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448,
        -0.00125060, -0.00050991, 0.00193609, 1222.49362201, -0.41897216, -0.28867794,
        's', '#dc9'],
    'Uranus': [19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.95427630, 74.01692503,
        -0.00196176, -0.00004397, -0.00242939, 428.48202785, 0.40805281, 0.04240589,
        'u', '#9dd'],
    'Neptune': [30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574,
        0.00026291, 0.00005105, 0.00035372, 218.45945325, -0.32241464, -0.00508664,
        'n', '#46c'],
}


def calc(date, which=None):
    result = {}
    t = (date - datetime(2000, 1, 1, 12)).total_seconds() / 86400 / 36525
    for name in planets:
        if which and name.lower() not in which:
            continue
        p = planets[name]
        a = p[0] + p[6] * t
        e = p[1] + p[7] * t
        i = math.radians(p[2] + p[8] * t)
        l = p[3] + p[9] * t
        w = p[4] + p[10] * t
        o = p[5] + p[11] * t
        m = (l - w) % 360
        if m > 180:
            m = m - 360
        m = math.radians(m)
        ea = m
        n = 0
        while True:
            d = (ea - e * math.sin(ea) - m) / (1 - e * math.cos(ea))
            ea = ea - d
            n = n + 1
            if abs(d) < 1e-10 or n > 100:
                break
        x1 = a * (math.cos(ea) - e)
        y1 = a * math.sqrt(1 - e * e) * math.sin(ea)
        w = math.radians(w - o)
        o = math.radians(o)
        cw = math.cos(w)
        sw = math.sin(w)
        co = math.cos(o)
        so = math.sin(o)
        ci = math.cos(i)
        si = math.sin(i)
        x = (cw * co - sw * so * ci) * x1 + (-sw * co - cw * so * ci) * y1
        y = (cw * so + sw * co * ci) * x1 + (-sw * so + cw * co * ci) * y1
        z = sw * si * x1 + cw * si * y1
        result[name] = {'x': x, 'y': y, 'z': z, 'r': math.sqrt(x * x + y * y + z * z),
                        'lon': math.degrees(math.atan2(y, x))}
    return result


def scale(r, mode, biggest):
    if mode == 'log':
        if r < 0.1:
            return 0
        else:
            return math.log(r / 0.1) / math.log(biggest / 0.1)
    elif mode == 'sqrt':
        return math.sqrt(r / biggest)
    elif mode == 'even':
        for k, name in enumerate(planets):
            if r < planets[name][0] * 1.27:
                return (k + 1) / 8.5
        return 1
    else:
        return r / biggest


def draw(data, kind, mode, size):
    biggest = 0
    for name in data:
        if data[name]['r'] > biggest:
            biggest = data[name]['r']
    biggest = biggest * 1.05
    if kind == 'ascii':
        rows = []
        for _ in range(size):
            rows.append([' '] * (size * 2))
        if size > 10:
            for name in data:
                for deg in range(0, 360, 3):
                    s = scale(planets[name][0], mode, biggest)
                    if s <= 1:
                        px = int(size + s * math.cos(math.radians(deg)) * (size - 1))
                        py = int(size / 2 - s * math.sin(math.radians(deg)) * (size / 2 - 1))
                        if rows[py][px] == ' ':
                            rows[py][px] = '.'
        for name in data:
            s = scale(data[name]['r'], mode, biggest)
            lon = math.radians(data[name]['lon'])
            px = int(size + s * math.cos(lon) * (size - 1))
            py = int(size / 2 - s * math.sin(lon) * (size / 2 - 1))
            if rows[py][px] == ' ' or rows[py][px] == '.':
                rows[py][px] = planets[name][12]
            elif px + 1 < size * 2 and rows[py][px + 1] in ' .':
                rows[py][px + 1] = planets[name][12]
            else:
                rows[py][px] = '+'
        rows[size // 2][size] = 'O'
        return '\n'.join([''.join(r) for r in rows])
    elif kind == 'svg':
        out = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
        out += '<rect width="100%" height="100%" fill="black"/>'
        out += f'<circle cx="{size / 2}" cy="{size / 2}" r="4" fill="yellow"/>'
        for name in data:
            s = scale(planets[name][0], mode, biggest) * size / 2
            out += f'<circle cx="{size / 2}" cy="{size / 2}" r="{s:.1f}"'
            out += ' fill="none" stroke="#444"/>'
            s = scale(data[name]['r'], mode, biggest) * size / 2
            x = size / 2 + s * math.cos(math.radians(data[name]['lon']))
            y = size / 2 - s * math.sin(math.radians(data[name]['lon']))
            out += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{planets[name][13]}"/>'
            if x > size - 60:
                out += f'<text x="{x - 60:.1f}" y="{y:.1f}" fill="white">{name}</text>'
            else:
                out += f'<text x="{x + 6:.1f}" y="{y:.1f}" fill="white">{name}</text>'
        return out + '</svg>'
    else:
        raise Exception('unknown kind ' + kind)


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument('date', nargs='?')
    ap.add_argument('--planets', help='comma separated')
    ap.add_argument('--scale', default='sqrt')
    ap.add_argument('--size', type=int, default=35)
    ap.add_argument('--svg')
    ap.add_argument('--json')
    ap.add_argument('--no-map', action='store_true')
    args = ap.parse_args(argv)
    if args.date:
        date = None
        for f in ['%Y-%m-%d', '%Y-%m-%dT%H:%M', '%d.%m.%Y', '%Y%m%d']:
            try:
                date = datetime.strptime(args.date, f)
            except ValueError:
                continue
            break
        if date == None:
            print('bad date', file=sys.stderr)
            return 1
    else:
        date = datetime.now()
    if args.planets:
        which = args.planets.lower().split(',')
        for w in which:
            if w.capitalize() not in planets:
                print('no such planet: ' + w, file=sys.stderr)
                return 1
    else:
        which = None
    data = calc(date, which)
    if not args.no_map:
        print(draw(data, 'ascii', args.scale, args.size))
        for name in data:
            d = data[name]
            print('%s %-8s %8.3f AU %8.2f deg' % (planets[name][12], name, d['r'], d['lon']))
    if args.svg:
        f = open(args.svg, 'w')
        f.write(draw(data, 'svg', args.scale, max(args.size, 500)))
        f.close()
    if args.json:
        out = json.dumps({'date': date.isoformat(), 'planets': data})
        if args.json == '-':
            print(out)
        else:
            f = open(args.json, 'w')
            f.write(out)
            f.close()
    return 0


if __name__ == '__main__':
    sys.exit(main())
