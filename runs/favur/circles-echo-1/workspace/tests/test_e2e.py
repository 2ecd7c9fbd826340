import json

import pytest

from orbis.__main__ import main


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("measure 0,0,1", "area 3.14159, perimeter 6.28319"),
        ("meet 0,0,1 9,0,1", "they meet at nowhere"),
        ("touch 0,0,1 2,0", "2 common tangents"),
        ("enclose 0,0 2,0 1,0.5", "centre (1, 0), radius 1"),
    ],
)
def test_text(capsys, line, text):
    assert main(line.split()) == 0
    assert capsys.readouterr().out.strip() == text


def test_other_forms(capsys):
    main("touch 0,0,1 5,0,1 --as json".split())
    assert json.loads(capsys.readouterr().out) == {"count": 4}
    main("touch 0,0,1 5,0,1 --as svg".split())
    assert capsys.readouterr().out.count("<path") == 4


def test_wrong_number(capsys):
    with pytest.raises(SystemExit):
        main(["meet", "0,0,1"])
    assert "wrong number" in capsys.readouterr().err
