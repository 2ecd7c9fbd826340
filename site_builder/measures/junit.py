"""Counts of a JUnit XML report: its ``testcase`` elements, whatever its suites claim in attributes.

A document type declaration is refused, because entities are how an XML file grows or reaches out. Of several
outcomes of one case error counts before failure, and failure before skipped.
"""

from __future__ import annotations

from xml.parsers import expat

import msgspec

_OUTCOMES = ("error", "failure", "skipped")


class TestCounts(msgspec.Struct, frozen=True):
    """Test cases by outcome."""

    __test__ = False

    passed: int = 0
    failed: int = 0
    errors: int = 0
    skipped: int = 0

    @property
    def ran(self) -> int:
        """Number of tests that ran: all but the skipped."""
        return self.passed + self.failed + self.errors


class Refused(Exception):
    """The report cannot be used; the text says why and, where known, in which line."""


class _Doctype(Exception):
    pass


class _Counter:
    def __init__(self) -> None:
        self.open: list[str] = []
        self.cases: list[set[str]] = []
        self.counts = dict.fromkeys(("passed", *_OUTCOMES), 0)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        if local == "testcase":
            self.cases.append(set())
        elif local in _OUTCOMES and self.open and self.open[-1] == "testcase":
            self.cases[-1].add(local)
        self.open.append(local)

    def end(self, name: str) -> None:
        if self.open.pop() == "testcase":
            found = self.cases.pop()
            outcome = next((word for word in _OUTCOMES if word in found), "passed")
            self.counts[outcome] += 1


def count_tests(data: bytes) -> TestCounts:
    """Return the counts of a JUnit report. Raises ``Refused`` for a file that is not usable XML."""
    counter = _Counter()
    parser = expat.ParserCreate()
    parser.StartElementHandler = counter.start
    parser.EndElementHandler = counter.end
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(data, True)
    except _Doctype:
        raise Refused("it has a document type declaration") from None
    except expat.ExpatError as error:
        raise Refused(f"it is not well-formed XML (line {error.lineno})") from None
    except (LookupError, ValueError):
        raise Refused("its encoding is not known") from None
    counts = counter.counts
    return TestCounts(counts["passed"], counts["failure"], counts["error"], counts["skipped"])


def _refuse_doctype(*_: object) -> None:
    raise _Doctype
