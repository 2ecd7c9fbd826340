"""What the run says of its outcome: tests, their coverage, milestones, acceptance criteria and sprints."""

from __future__ import annotations

from site_builder.measures.coverage import line_coverage, percent
from site_builder.measures.json_view import View
from site_builder.measures.junit import Refused, TestCounts, count_tests
from site_builder.records.run import Evidence
from site_builder.sources.files import Folder
from site_builder.sources.importers.favur_problems import Findings
from site_builder.sources.importers.favur_sheet import Sheet, in_meta
from site_builder.sources.json_text import read_json

JUNIT = "results/junit.xml"
COVERAGE = "results/coverage.json"
VERDICTS = ("APPROVE", "REJECT", "ESCALATE")
LARGEST_RESULT = 64 * 1024**2
"""Bytes of a result file that are read."""
_OUTCOMES = ("passed", "failed", "errors", "skipped")


def read_junit(folder: Folder, findings: Findings) -> TestCounts | None:
    """Return the counts of the run's own JUnit report, ``None`` when there is none that can be used."""
    if not folder.has(JUNIT):
        return None
    loaded = folder.read(JUNIT, LARGEST_RESULT)
    findings.take(loaded.problems)
    if loaded.value is None:
        return None
    try:
        return count_tests(loaded.value)
    except Refused as why:
        findings.add(JUNIT, "", "favur.no-junit", f"The report was not used: {why}.")
        return None


def write_tests(meta: View, junit: TestCounts | None, sheet: Sheet) -> None:
    """Write ``tests_run.*``: from ``meta.tests`` when that is complete, else all from JUnit."""
    tests = meta.child("tests")
    stated = {name: tests.number(name) for name in _OUTCOMES} if tests is not None else {}
    if tests is not None and all(stated[name] is not None for name in _OUTCOMES[:3]):
        for name, value in stated.items():
            if value is not None:
                sheet.put(f"tests_run.{name}", value, in_meta(tests.at(name)))
            else:
                sheet.miss(f"tests_run.{name}", "not_collected", "absent in meta.json")
        return
    for name in _OUTCOMES:
        if junit is not None and junit.ran:
            evidence = Evidence(JUNIT, note=f"testcase elements: {name}")
            sheet.put(f"tests_run.{name}", getattr(junit, name), evidence)
        else:
            why = "no usable JUnit report" if junit is None else "no test of the JUnit report ran"
            sheet.miss(f"tests_run.{name}", "not_collected", f"no full tests in meta.json, and {why}")


def read_coverage(folder: Folder, findings: Findings) -> tuple[float, Evidence] | None:
    """Return the line coverage of the run's own report with its evidence."""
    if not folder.has(COVERAGE):
        return None
    loaded = read_json(folder, COVERAGE, LARGEST_RESULT)
    findings.take(loaded.problems)
    if not isinstance(loaded.value, dict):
        if not loaded.problems:
            findings.add(COVERAGE, "", "favur.not-an-object", "The file is not a JSON object.")
        return None
    lines = line_coverage(View(loaded.value, "", findings.report_on(COVERAGE)))
    if lines is None:
        return None
    return percent(*lines), Evidence(
        COVERAGE, "/totals", f"100 × {lines[0]:,.0f} covered ÷ {lines[1]:,.0f} lines"
    )


def write_coverage(
    meta: View, report: tuple[float, Evidence] | None, findings: Findings, sheet: Sheet
) -> None:
    """Write ``coverage_percent``; more than 100 is clamped and reported."""
    stated = meta.number("coverage_percent")
    if stated is None and report is None:
        invalid = meta.has("coverage_percent")
        detail = "not in meta.json, and no usable coverage report"
        sheet.miss("coverage_percent", "invalid" if invalid else "not_collected", detail)
        return
    value, evidence = (
        (stated, in_meta("/coverage_percent")) if stated is not None else (report or (0, Evidence("")))
    )
    if value > 100:
        findings.add(
            evidence.file, evidence.pointer, "favur.clamped", f"A coverage of {value:g} % was taken as 100 %."
        )
    elif 0 < value < 1:
        message = f"A coverage of {value:g} % may be a ratio that should be a percentage."
        findings.add(evidence.file, evidence.pointer, "favur.maybe-a-ratio", message)
    sheet.put("coverage_percent", min(value, 100.0), evidence)


def write_milestones(meta: View, sheet: Sheet) -> None:
    """Write ``milestones.*``."""
    _write_checks(meta, "milestones", "completed", "milestones", sheet)


def write_criteria(meta: View, sheet: Sheet) -> None:
    """Write ``acceptance.*``."""
    _write_checks(meta, "acceptance_criteria", "met", "acceptance", sheet)


def _write_checks(meta: View, key: str, flag: str, front: str, sheet: Sheet) -> None:
    """Write how many rows a list of ``meta.json`` has and how many have the flag set to true."""
    rows = meta.rows(key)
    if not rows:
        for name in (flag, "total"):
            sheet.miss(
                f"{front}.{name}", "not_collected", f"{key} is {'absent' if rows is None else 'empty'}"
            )
        return
    _look_at_ids(rows)
    done = sum(row.flag(flag) is True for row in rows)
    sheet.put(f"{front}.{flag}", done, in_meta(f"/{key}", f"{done} of {len(rows)} with {flag} true"))
    sheet.put(f"{front}.total", len(rows), in_meta(f"/{key}", f"{len(rows)} rows"))


def write_sprints(meta: View, sheet: Sheet) -> None:
    """Write ``sprints.*``."""
    rows = meta.rows("sprints")
    if not rows:
        for name in ("total", "approved", "rejected", "first_time"):
            sheet.miss(
                f"sprints.{name}", "not_collected", f"sprints is {'absent' if rows is None else 'empty'}"
            )
        return
    _look_at_ids(rows)
    sprints = [(list(row.words("verdicts", VERDICTS) or ()), row.number("fix_tasks")) for row in rows]
    approved = sum(verdicts[-1:] == ["APPROVE"] for verdicts, _ in sprints)
    rejected = sum("REJECT" in verdicts for verdicts, _ in sprints)
    first = sum(verdicts[:1] == ["APPROVE"] and fixes == 0 for verdicts, fixes in sprints)
    for name, count, words in (
        ("total", len(sprints), "sprints"),
        ("approved", approved, "sprints whose last verdict is APPROVE"),
        ("rejected", rejected, "sprints with a REJECT"),
        ("first_time", first, "sprints approved at first with fix_tasks 0"),
    ):
        sheet.put(f"sprints.{name}", count, in_meta("/sprints", f"{count} {words}"))


def _look_at_ids(rows: list[View]) -> None:
    """Report ids that are no text; nothing else hangs on them."""
    for row in rows:
        row.text("id")
