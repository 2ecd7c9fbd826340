"""Line counts equal radon's, take linear time, and fail for the texts for which radon fails."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from radon.raw import analyze

from site_builder.measures.python_text import Unparsed, parse, quiet_parsing
from site_builder.measures.raw_lines import count_lines
from tests.measures.corpus import STRICT_TOKENISER, texts

Counts = tuple[int, ...] | None

FRAGMENTS = [
    *("x = 1", "(", ")", "[", "]", "{", "}", '"""', "'''", '"', "'", "#c", "# it's", ";", ":", "\\", " "),
    *("if a:", 'r"', 'f"""', "\x0c", "\u2028", "é", "℘", "!=", "!", "$", ":=", "lambda: 0", "[1:2]", "\t"),
    *("\\\n", '""', "a", 'b"x"', '"a" "b"', '"s"', "'t'", "\r", "\x1c", "\xa0", "...", "1if", "->", "~", "?"),
    *('"""doc"""', '"""doc\nmore\n\nend"""', "x = [\n1,\n\n2]", '\\"', "\\'", 'ub"x"', 'rB"y"', "#'''", '#"'),
]


def by_radon(text: str) -> Counts:
    try:
        return tuple(analyze(text))
    except SyntaxError:
        return None


def by_us(text: str) -> Counts:
    try:
        counts = count_lines(text)
    except SyntaxError:
        return None
    return (
        counts.loc,
        counts.lloc,
        counts.sloc,
        counts.comments,
        counts.multi,
        counts.blank,
        counts.single_comments,
    )


def is_python(text: str) -> bool:
    """Say whether a text is parsed; of another one no lines are counted in a build."""
    with quiet_parsing():
        return not isinstance(parse(text), Unparsed)


def test_counts_equal_those_of_radon_over_a_corpus() -> None:
    differing = [name for name, text in texts() if by_us(text) != by_radon(text)]
    assert differing == []


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from([*FRAGMENTS, "\n", "\n", "\n"]), max_size=14).map("".join))
def test_counts_equal_those_of_radon_over_any_mixture_of_tokens(text: str) -> None:
    if STRICT_TOKENISER or is_python(text):
        assert by_us(text) == by_radon(text)


@pytest.mark.parametrize(
    ("text", "logical", "source"),
    [
        ("", 0, 0),
        ("\n\n", 0, 0),
        ("x = 1\n", 1, 1),
        ("# only a comment\n", 0, 0),
        ("if a: b\n", 2, 1),
        ("if a:\n    b\n", 2, 2),
        ("x = y[1:2]\n", 2, 1),
        ("x[1:2]; y\n", 3, 1),
        ("a; b; c\n", 3, 1),
        ('"""Doc."""\n', 1, 0),
        ('"""Doc.\n\nMore.\n"""\n', 1, 0),
        ('x = """a\nb"""\n', 1, 2),
        ("x = (\n    1,\n\n    2,\n)\n", 1, 4),
        ("if (n := f()):\n    pass\n", 2, 2),
        ("x = 1 + \\\n    2\n", 1, 2),
        ("x = '#' # '''\n", 1, 1),
    ],
)
def test_logical_and_source_lines_of_small_texts(text: str, logical: int, source: int) -> None:
    counts = count_lines(text)
    assert (counts.lloc, counts.sloc) == (logical, source)
    assert by_us(text) == by_radon(text)


@pytest.mark.skipif(not STRICT_TOKENISER, reason="from 3.12 on the tokeniser takes what the parser takes")
def test_a_name_that_only_the_parser_takes_is_refused() -> None:
    compile("℘ = 1\n", "valid", "exec")
    assert by_radon("℘ = 1\n") is by_us("℘ = 1\n") is None


@pytest.mark.parametrize("text", ['x = "a\u2028b"\n', 'y = "\x0c"\n', "# it's\u2028it's\n"])
def test_valid_python_that_radon_refuses_is_refused(text: str) -> None:
    compile(text, "valid", "exec")
    assert by_radon(text) is None
    with pytest.raises(SyntaxError):
        count_lines(text)


@pytest.mark.parametrize(
    "text",
    [
        "x = {\n" + "".join(f"    'k{i}': {i},\n" for i in range(20_000)) + "}\n",
        "x = [\n" + "    'a' 'b';\n" * 1 + "    1,\n" * 20_000 + "]\n",
        "x = 1 + \\\n" * 20_000 + "1\n",
        "a; b\n" * 20_000,
        "#\x0c" + '"' + '\\"' * 100_000 + "\n",
        'x = """' + "\n" * 50_000 + '"""\n',
    ],
    ids=["dictionary", "list", "backslashes", "semicolons", "open string", "long string"],
)
def test_the_time_is_linear_where_radon_is_quadratic(text: str) -> None:
    began = time.perf_counter()
    with suppress(SyntaxError):
        count_lines(text)
    assert time.perf_counter() - began < 10
