"""Numbers, JSON views, JUnit, coverage, manifests and prices: tables of values with their edges."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.measures.coverage import line_coverage, percent
from site_builder.measures.deliverables import (
    Entry,
    clean_path,
    code_loc,
    document_characters,
    kind_of_path,
    read_manifest,
    unique,
)
from site_builder.measures.json_view import View, describe, pointer_part
from site_builder.measures.junit import Refused, TestCounts, count_tests
from site_builder.measures.numbers import number, total
from site_builder.measures.pricing import Price, Tokens, read_prices, saving_and_bill

Found = list[tuple[str, str]]


def view(record: dict[str, Any]) -> tuple[View, Found]:
    found: Found = []
    return View(record, "", lambda pointer, code, message: found.append((pointer, code))), found


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0.0),
        (-0.0, 0.0),
        (7, 7.0),
        (2.5, 2.5),
        (10**300, 1e300),
        (10**400, None),
        (-1, None),
        (-1e-9, None),
        (float("nan"), None),
        (float("inf"), None),
        (True, None),
        ("7", None),
        (None, None),
        ([7], None),
    ],
)
def test_a_number_is_finite_and_not_negative(value: object, expected: float | None) -> None:
    assert number(value) == expected
    assert str(number(value)) != "-0.0"


@given(st.lists(st.floats(0, 1e300)))
def test_a_sum_depends_on_no_order(values: list[float]) -> None:
    assert total(values) == total(reversed(values))


def test_a_sum_beyond_the_range_is_infinite() -> None:
    assert total([1.7e308, 1.7e308]) == float("inf")


def test_a_view_reports_what_is_not_as_it_should_be_with_its_place() -> None:
    record = {"n": "x", "t": 3, "c": [], "l": {}, "f": "yes", "a/b~c": -1, "w": "MAYBE", "ws": ["A", 3, None]}
    meta, found = view(record)
    assert meta.number("n") is None
    assert meta.text("t") == ""
    assert meta.child("c") is None
    assert meta.rows("l") is None
    assert meta.flag("f") is False
    assert meta.number("a/b~c") is None
    assert meta.word("w", ("YES", "NO")) == ""
    assert meta.words("ws", ("A", "B")) == ["A"]
    assert found == [
        ("/n", "favur.bad-number"),
        ("/t", "favur.bad-type"),
        ("/c", "favur.bad-type"),
        ("/l", "favur.bad-type"),
        ("/f", "favur.bad-type"),
        ("/a~1b~0c", "favur.bad-number"),
        ("/w", "favur.unknown-word"),
        ("/ws/1", "favur.unknown-word"),
    ]


def test_a_view_takes_null_for_absent_without_a_word() -> None:
    meta, found = view(dict.fromkeys("abcdefg"))
    assert meta.number("a") is None
    assert meta.text("b") == ""
    assert meta.child("c") is None
    assert meta.rows("d") is None
    assert meta.flag("e") is None
    assert not meta.has("f")
    assert meta.words("g", ("A",)) is None
    assert found == []


def test_rows_keep_their_place_lose_nulls_and_count_what_is_no_object() -> None:
    meta, found = view({"rows": [{"a": 1}, None, 5, {"a": 2}]})
    rows = meta.rows("rows")
    assert rows is not None
    assert [row.pointer for row in rows] == ["/rows/0", "/rows/2", "/rows/3"]
    assert [row.number("a") for row in rows] == [1, None, 2]
    assert found == [("/rows/2", "favur.bad-type")]


@pytest.mark.parametrize(
    "value", ["x" * 10_000, [1] * 10_000, {"a": 1}, 1e300, None, True, 10**400 // 10**390]
)
def test_descriptions_are_short(value: object) -> None:
    assert len(describe(value)) < 60
    assert len(pointer_part(value)) < 90


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("1e400", "a number above 1.8e308 (too large to be read)"),
        ("-1e400", "a number below -1.8e308 (too large to be read)"),
        ("9" * 400, "a number above 1.8e308 (too large to be read)"),
        ("-" + "9" * 400, "a number below -1.8e308 (too large to be read)"),
        ("NaN", "NaN"),
        ("1e300", "1e+300"),
    ],
)
def test_what_no_float_holds_is_described_by_what_was_written(written: str, words: str) -> None:
    assert describe(json.loads(written)) == words


JUNIT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites tests="999"><testsuite name="a" tests="999" failures="0">
<testcase name="a"/><testcase name="b"><failure/></testcase><testcase name="c"><error/><failure/></testcase>
<testcase name="d"><skipped/></testcase><testcase name="e"><system-out>error</system-out></testcase>
<testcase name="f"><failure/><skipped/></testcase>
</testsuite><testsuite>
<testcase name="g"><properties><error/></properties></testcase></testsuite></testsuites>"""


def test_junit_counts_elements_and_not_what_suites_claim() -> None:
    counts = count_tests(JUNIT.encode())
    assert counts == TestCounts(passed=3, failed=2, errors=1, skipped=1)
    assert counts.ran == 6


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not xml",
        b"<testsuites><testcase></testsuites>",
        b'<!DOCTYPE x [<!ENTITY a "b">]><testsuites>&a;</testsuites>',
        b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuites/>',
        b'<?xml version="1.0" encoding="klingon"?><testsuites/>',
        b"<testsuites>\xff</testsuites>",
        b"<a>&lol;</a>",
    ],
)
def test_junit_that_is_no_plain_xml_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        count_tests(data)


def test_junit_nested_very_deeply_is_counted() -> None:
    assert count_tests(b"<a>" * 50_000 + b"<testcase/>" + b"</a>" * 50_000).passed == 1


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ({"covered_lines": 9, "num_statements": 10, "percent_covered": 12.0}, (9, 10)),
        ({"covered_lines": 0, "num_statements": 10}, (0, 10)),
        ({"covered_lines": 9, "num_statements": 0}, None),
        ({"covered_lines": 9}, None),
        ({"num_statements": 9}, None),
        ({"covered_lines": True, "num_statements": 9}, None),
        (None, None),
    ],
)
def test_coverage_is_of_lines_and_never_the_percentage_of_the_report(
    totals: object, expected: tuple[float, float] | None
) -> None:
    assert line_coverage(view({"totals": totals})[0]) == expected


def test_coverage_is_a_percentage() -> None:
    assert percent(9, 10) == 90.0


@pytest.mark.parametrize(
    ("path", "clean"),
    [
        ("a.py", "a.py"),
        ("src/a.py", "src/a.py"),
        ("./src/./a.py", "src/a.py"),
        ("a b/ü\U0001f600.py", "a b/ü\U0001f600.py"),
        ("a:b.py", "a:b.py"),
        ("<script>.py", "<script>.py"),
        ("", ""),
        ("/etc/passwd", ""),
        ("../a.py", ""),
        ("src/../../a.py", ""),
        ("src//a.py", ""),
        ("src/", ""),
        ("src\\a.py", ""),
        ("a\0.py", ""),
        (".", ""),
    ],
)
def test_paths_of_a_manifest_stay_inside(path: str, clean: str) -> None:
    assert clean_path(path) == clean


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a.py", "source"),
        ("src/pkg/a.py", "source"),
        ("tests/a.py", "test"),
        ("src/tests/deep/a.py", "test"),
        ("test_a.py", "test"),
        ("src/a_test.py", "test"),
        ("conftest.py", "test"),
        ("contest.py", "source"),
        ("latest.py", "source"),
        ("docs/a.md", "doc"),
        ("pkg/docs/deep/a.rst", "doc"),
        ("docs/a.txt", "doc"),
        ("docs/conf.py", "source"),
        ("a.md", "other"),
        ("README.md", "doc"),
        ("pkg/README", "doc"),
        ("tests/README.md", "test"),
        ("a.toml", "other"),
        (".git/a.py", "skipped"),
        ("src/.hidden/a.py", "skipped"),
        ("__pycache__/a.py", "skipped"),
        ("node_modules/x/a.py", "skipped"),
        ("venv/lib/a.py", "skipped"),
        ("lib/site-packages/a.py", "skipped"),
        ("dist/a.py", "source"),
    ],
)
def test_without_a_manifest_the_kind_comes_from_the_path(path: str, kind: str) -> None:
    assert kind_of_path(path) == kind


def entry(**fields: Any) -> Entry:
    defaults = {"pointer": "", "path": "a.py", "named": "a.py", "kind": "source", "sha256": "", "loc": 1.0}
    return Entry(**{**defaults, "role": "", **fields})


@pytest.mark.parametrize(
    ("entries", "loc"),
    [
        ([], 0),
        ([entry(kind="doc", loc=9.0)], 0),
        ([entry(loc=None)], None),
        ([entry(loc=5.0)], 5),
        ([entry(loc=5.0, sha256="a"), entry(loc=7.0, sha256="a", kind="test", path="b.py")], 5),
        ([entry(loc=None, sha256="a"), entry(loc=7.0, sha256="a", path="b.py")], 7),
        ([entry(loc=5.0), entry(loc=7.0)], 5),
        ([entry(loc=5.0), entry(loc=7.0, path="b.py")], 12),
        ([entry(loc=5.0, path="a.css"), entry(loc=2.0, path="t.py", kind="test"), entry(kind="other")], 7),
    ],
)
def test_lines_of_code_count_each_digest_once(entries: list[Entry], loc: float | None) -> None:
    assert code_loc(entries)[0] == loc


def test_a_manifest_row_is_read_with_its_oddities_reported() -> None:
    row = {"path": "../x.py", "kind": "poem", "sha256": "ABC", "loc": -3, "role": "wizard"}
    meta, found = view({"deliverables": [row]})
    assert read_manifest(meta) == [Entry("/deliverables/0", "", "../x.py", "other", "abc", None, "")]
    assert {code for _, code in found} == {
        "favur.path-refused",
        "favur.unknown-word",
        "favur.bad-digest",
        "favur.bad-number",
        "favur.unknown-role",
    }


def test_an_empty_manifest_is_a_manifest() -> None:
    assert read_manifest(view({"deliverables": []})[0]) == []
    assert read_manifest(view({})[0]) is None
    assert read_manifest(view({"deliverables": {}})[0]) is None


def test_a_path_listed_twice_is_there_once() -> None:
    assert unique(["a", "", "b", "a"]) == ["a", "b"]


def test_document_characters_are_unicode_characters() -> None:
    assert document_characters("ü\U0001f600\n".encode()) == 3
    assert document_characters(b"a\xffb") == 3


PRICES = {"m": Price(2.0, 10.0, 0.5, 3.0), "n": Price(1.0, 1.0, 1.0, 1.0)}


@pytest.mark.parametrize(
    ("tokens", "saving", "bill"),
    [
        ({"m": Tokens(1e6, 0.0, 0.0)}, 0.0, 2.0),
        ({"m": Tokens(1e6, 1e6, 1e6)}, 1.5, 14.0),
        ({"m": Tokens(1e6, 1e6, 1e6, 1e6)}, 0.5, 14.0),
        ({"m": Tokens(1e6, 0.0, 0.0, 1e6)}, -1.0, 2.0),
        ({"m": Tokens(1e6, 1e6, 0.0), "n": Tokens(1e6, 1e6, 1e6, 1e6)}, 1.5, 7.0),
        ({"n": Tokens(0.0, 0.0, 0.0)}, 0.0, 0.0),
    ],
)
def test_saving_and_bill_by_hand(tokens: dict[str, Tokens], saving: float, bill: float) -> None:
    assert saving_and_bill(tokens, PRICES) == pytest.approx((saving, bill), abs=1e-12)


def test_a_price_needs_input_and_output_and_no_word_against_it() -> None:
    rows = {
        "full": {"input": 2, "output": 3, "cache_read": 1, "cache_write": 4},
        "plain": {"input": 2, "output": 3},
        "half": {"input": 2},
        "bad": {"input": "2", "output": 3},
        "denied": {"input": 2, "output": 3},
        "text": "free",
    }
    parity = [{"role": "code", "model": "denied", "priced": False}, {"model": "plain", "priced": True}]
    prices = read_prices(view({"pricing": rows, "role_model_parity": parity})[0])
    assert prices == {"full": Price(2, 3, 1, 4), "plain": Price(2, 3, 2, 2)}
