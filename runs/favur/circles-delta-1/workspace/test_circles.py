from circles import calc, main


def test_area():
    assert calc("area", [1])


def test_perimeter():
    assert calc("perimeter", [0, 0, 1])


def test_intersect():
    r = calc("intersect", [0, 0, 5, 8, 0, 5])
    assert len(r) == 2


def test_touching_circles():
    # 0.1 + 0.2 apart, so they should touch in one point
    assert len(calc("intersect", [0, 0, 0.1, 0.3, 0, 0.2])) == 1


def test_enclose():
    x, y, r = calc("enclose", [0, 0, 2, 0, 1, 0.5])
    assert r == 1


def test_svg():
    calc("svg", [0, 0, 5])


def test_main():
    main(["area", "2"])
