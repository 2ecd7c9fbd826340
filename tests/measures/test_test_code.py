"""What counts as a test, an assert and a sign of structure: tables of small files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from site_builder.measures.python_text import quiet_parsing
from site_builder.measures.test_code import TestFile, is_conftest, is_integration, measure_test_file


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with quiet_parsing():
        yield


def counts(text: str) -> TestFile:
    return measure_test_file(text.encode())


@pytest.mark.parametrize(
    ("text", "tests"),
    [
        ("", 0),
        ("def test_a(): pass\n", 1),
        ("async def test_a(): pass\n", 1),
        ("def test(): pass\n", 0),
        ("def testing(): pass\n", 0),
        ("def check_test_a(): pass\n", 0),
        ("test_a = lambda: 0\n", 0),
        ("def outer():\n    def test_a(): pass\n", 0),
        ("def test_a():\n    def test_b(): pass\n", 1),
        ("class Any:\n    def test_a(self): pass\n", 1),
        ("class A:\n    class B:\n        class C:\n            def test_a(self): pass\n", 1),
        ("if x:\n    def test_a(): pass\nelse:\n    def test_b(): pass\n", 2),
        ("try:\n    def test_a(): pass\nexcept E:\n    def test_b(): pass\n", 2),
        ("try:\n    pass\nfinally:\n    def test_a(): pass\n", 1),
        ("class A:\n    if x:\n        def test_a(self): pass\n", 1),
        ("@pytest.fixture\ndef test_a(): pass\n", 0),
        ("@pytest.fixture(scope='module')\ndef test_a(): pass\n", 0),
        ("@fixture\ndef test_a(): pass\n", 1),
        ("@pytest.mark.parametrize('a', [1, 2, 3])\ndef test_a(a): pass\n", 1),
        ("def test_a(: pass\n", 0),
    ],
)
def test_what_counts_as_a_test(text: str, tests: int) -> None:
    assert counts(text).tests == tests


@pytest.mark.parametrize(
    ("body", "asserts"),
    [
        ("pass", 0),
        ("assert 1", 1),
        ("assert 1; assert 2", 2),
        ("with pytest.raises(E): f()", 1),
        ("with pytest.warns(W): f()", 1),
        ("with pytest.raises(E) as e, pytest.warns(W): f()", 2),
        ("async def g():\n        async with pytest.raises(E): f()", 1),
        ("pytest.raises(E, f)", 0),
        ("with raises(E): f()", 0),
        ("with pytest.deprecated_call(): f()", 0),
        ("with pytest.raises(E):\n        assert 1", 2),
        ("def inner():\n        assert 1\n    inner()", 1),
        ("for i in x:\n        if i:\n            assert i", 1),
        ("self.assertEqual(1, 1)", 0),
    ],
)
def test_what_counts_as_an_assert(body: str, asserts: int) -> None:
    assert counts(f"def test_a():\n    {body}\n").asserts == asserts


def test_asserts_outside_of_tests_do_not_count() -> None:
    text = "assert 1\ndef helper():\n    assert 1\n"
    text += "@pytest.fixture\ndef test_f():\n    assert 1\ndef test_a(): pass\n"
    assert (counts(text).tests, counts(text).asserts) == (1, 0)


@pytest.mark.parametrize(
    ("text", "fixtures", "parametrize", "markers"),
    [
        ("@pytest.fixture\ndef a(): pass\n", 1, 0, 0),
        ("@pytest.fixture()\nasync def a(): pass\n", 1, 0, 0),
        ("class A:\n    @pytest.fixture\n    def a(self): pass\n", 1, 0, 0),
        ("@fixture\ndef a(): pass\n", 0, 0, 0),
        ("@pytest.fixture\nclass A: pass\n", 0, 0, 0),
        ("@pytest.mark.parametrize('a', b)\ndef test_a(a): pass\n", 0, 1, 0),
        (
            "@pytest.mark.parametrize('a', b)\n@pytest.mark.parametrize('c', d)\ndef test_a(a, c): pass\n",
            0,
            2,
            0,
        ),
        ("@pytest.mark.parametrize('a', b)\nclass TestA: pass\n", 0, 1, 0),
        ("x = pytest.mark.parametrize('a', b)\n", 0, 0, 0),
        ("@pytest.mark.slow\ndef test_a(): pass\n", 0, 0, 1),
        ("@pytest.mark.skipif(x, reason='y')\ndef test_a(): pass\n", 0, 0, 1),
        ("pytestmark = pytest.mark.slow\n", 0, 0, 1),
        ("pytestmark = [pytest.mark.a, pytest.mark.b]\n", 0, 0, 2),
        ("@mark.slow\ndef test_a(): pass\n", 0, 0, 0),
        ("pytest.mark\n", 0, 0, 0),
    ],
)
def test_signs_of_structure(text: str, fixtures: int, parametrize: int, markers: int) -> None:
    file = counts(text)
    assert (file.fixtures, file.parametrize, file.markers) == (fixtures, parametrize, markers)


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("class A:\n    def test_a(self): pass\n    def test_b(self): pass\n", 1),
        ("class A:\n    pass\n", 0),
        ("class A:\n    class B:\n        def test_a(self): pass\n", 1),
        ("class A:\n    def test_a(self): pass\nclass B:\n    def test_a(self): pass\n", 2),
        ("class A:\n    if x:\n        def test_a(self): pass\n", 1),
        ("def test_a(): pass\n", 0),
    ],
)
def test_a_class_counts_when_it_directly_holds_a_test(text: str, classes: int) -> None:
    assert counts(text).classes == classes


def test_a_file_that_does_not_parse_holds_nothing_and_says_why() -> None:
    file = counts("def test_a(:\n    pytest.mark.slow\n")
    assert (file.tests, file.markers) == (0, 0)
    assert file.unparsed is not None
    assert file.unparsed.outcome == "not_python"


@pytest.mark.parametrize(
    ("path", "integration"),
    [
        ("tests/test_a.py", False),
        ("tests/integration/test_a.py", True),
        ("tests/test_E2E_flow.py", True),
        ("e2e/test_a.py", True),
        ("tests/Integration_test.py", True),
    ],
)
def test_integration_is_in_the_path_in_any_case(path: str, integration: bool) -> None:
    assert is_integration(path) is integration


def test_conftest_is_a_file_of_that_name() -> None:
    assert is_conftest("tests/conftest.py")
    assert is_conftest("conftest.py")
    assert not is_conftest("tests/my_conftest.py")
