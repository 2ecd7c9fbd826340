"""The produced tree of a run: which files are source and tests, and what the tools measure of them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from site_builder.measures.deliverables import Entry, kind_of_path, unique
from site_builder.measures.large_file import LARGEST, SMALL, measure_source, measure_tests
from site_builder.measures.lint import LintResult
from site_builder.measures.python_text import Unparsed
from site_builder.measures.source_code import SourceFile, SourceTotal, add_up
from site_builder.measures.test_code import TestFile, is_conftest, is_integration
from site_builder.records.run import Evidence, Reason
from site_builder.sources.files import Folder, shown
from site_builder.sources.importers.favur_problems import Findings
from site_builder.sources.importers.favur_sheet import WORKSPACE, Sheet, counted

FOLDER = "workspace"
LARGEST_TOTAL = 32 * 1024**2
"""Bytes of Python that are measured of one run; files beyond are ``tool_failed``."""
_SOURCE_METRICS = ("source.files", "source.lines", "source.sloc", "complexity.total", "complexity.blocks")
_TEST_METRICS = (
    "files",
    "tests",
    "asserts",
    "fixtures",
    "parametrize",
    "classes",
    "test_files",
    "conftest",
    "markers",
    "integration",
)


class Produced(msgspec.Struct, frozen=True):
    """Paths of the produced Python, relative to the workspace; both ``None`` without a workspace."""

    source: tuple[str, ...] | None
    tests: tuple[str, ...] | None


def find_produced(folder: Folder, manifest: list[Entry] | None) -> Produced:
    """Return the source and test files that are present, by the manifest or, without one, by their paths."""
    if not folder.has_folder(FOLDER):
        return Produced(None, None)
    found: dict[str, list[str]] = {"source": [], "test": []}
    if manifest is None:
        for path in folder.below(FOLDER):
            relative = path.removeprefix(WORKSPACE)
            kind = kind_of_path(relative)
            if kind in found and relative.endswith(".py"):
                found[kind].append(relative)
    else:
        for kind, paths in found.items():
            named = unique(entry.path for entry in manifest if entry.kind == kind)
            paths += [path for path in named if path.endswith(".py") and folder.has(WORKSPACE + path)]
    return Produced(tuple(found["source"]), tuple(found["test"]))


class PythonReader:
    """Reads and measures the Python of one run, within the limits of a file and of the run.

    Once a file has stalled, no further large file of the run is tried: its figures are missing already, and a
    run must not hold up a build for longer than one time limit.
    """

    def __init__(self, folder: Folder, findings: Findings, file_seconds: float) -> None:
        self._folder = folder
        self._findings = findings
        self._file_seconds = file_seconds
        self._left = LARGEST_TOTAL
        self._stalled = False

    def measure_source(self, paths: tuple[str, ...]) -> SourceTotal:
        """Return the totals over source files. Call it inside of ``quiet_parsing``."""
        total = add_up((path, self._source_file(path)) for path in paths)
        for path, why in total.left_out:
            self._name(path, "favur.not-python", f"The file is not Python 3.11: {why}.")
        for path, why in (*total.unreadable, *total.failed):
            self._name(path, "favur.tool-failed", f"tool_failed: the file could not be measured ({why}).")
        return total

    def measure_tests(self, paths: tuple[str, ...]) -> list[tuple[str, TestFile]]:
        """Return the counts of each test file. Call it inside of ``quiet_parsing``."""
        files = [(path, self._test_file(path)) for path in paths]
        for path, file in files:
            if file.unparsed is not None and file.unparsed.outcome == "not_python":
                self._name(
                    path, "favur.not-python", f"The test file is not Python 3.11: {file.unparsed.detail}."
                )
            elif file.unparsed is not None:
                message = f"tool_failed: the test file could not be measured ({file.unparsed.detail})."
                self._name(path, "favur.tool-failed", message)
        return files

    def _name(self, path: str, code: str, message: str) -> None:
        self._findings.add(WORKSPACE + path, "", code, message)

    def _source_file(self, path: str) -> SourceFile:
        data = self._read(path)
        if isinstance(data, Unparsed):
            return SourceFile(data.outcome, data.detail)
        file = measure_source(data, self._file_seconds)
        self._stalled = self._stalled or file.outcome == "tool_failed"
        return file

    def _test_file(self, path: str) -> TestFile:
        data = self._read(path)
        if isinstance(data, Unparsed):
            return TestFile(unparsed=data)
        file = measure_tests(data, self._file_seconds)
        self._stalled = self._stalled or (
            file.unparsed is not None and file.unparsed.outcome == "tool_failed"
        )
        return file

    def _read(self, path: str) -> bytes | Unparsed:
        loaded = self._folder.read(WORKSPACE + path, LARGEST)
        if loaded.value is None:
            return Unparsed("tool_failed", loaded.problems[0].message.rstrip("."))
        self._left -= len(loaded.value)
        if self._left < 0:
            return Unparsed("tool_failed", f"the run has more than {LARGEST_TOTAL:,} bytes of Python")
        if self._stalled and len(loaded.value) > SMALL:
            return Unparsed("tool_failed", "not tried after another file of the run had failed")
        return loaded.value


def write_source(total: SourceTotal | None, sheet: Sheet) -> None:
    """Write ``source.*``, ``complexity.*`` and ``maintainability_index``.

    One file that a tool gave up on makes the figures of the run missing: what it would have added is unknown,
    and a run must not be better off for hiding its worst file in it.
    """
    if total is None or total.files == 0:
        detail = (
            "no workspace in the export" if total is None else "no produced Python source in the workspace"
        )
        for metric_id in (*_SOURCE_METRICS, "maintainability_index"):
            sheet.miss(metric_id, "not_collected", detail)
        if total is not None:
            sheet.put("source.files", 0, Evidence(WORKSPACE))
        return
    files = counted(total.files, "source file")
    aside = len(total.left_out) + len(total.unreadable)
    left_out = f", {aside} left out" if aside else ""
    evidence = Evidence(WORKSPACE, note=files + left_out)
    sheet.put("source.files", total.files, Evidence(WORKSPACE, note=files))
    if total.failed:
        path, why = total.failed[0]
        for metric_id in (*_SOURCE_METRICS[1:], "maintainability_index"):
            sheet.miss(
                metric_id, "tool_failed", f"{shown(path)[-120:]}: {why}", Evidence(WORKSPACE + shown(path))
            )
        return
    sheet.put("source.lines", total.lines, Evidence(WORKSPACE, note=files))
    sheet.put("source.sloc", total.sloc, evidence)
    sheet.put("complexity.total", total.complexity, evidence)
    sheet.put("complexity.blocks", total.blocks, evidence)
    if total.maintainability is None:
        sheet.miss("maintainability_index", "not_collected", "the source has no source line", evidence)
    else:
        note = f"mean over {files} weighted by source lines{left_out}"
        sheet.put("maintainability_index", total.maintainability, Evidence(WORKSPACE, note=note))


def write_lint(lint: LintResult | None, total: SourceTotal | None, sheet: Sheet) -> None:
    """Write ``lint_violations``; no violation in no source line is no result."""
    if lint is None or total is None or total.files == 0:
        detail = (
            "no workspace in the export" if total is None else "no produced Python source in the workspace"
        )
        sheet.miss("lint_violations", "not_collected", detail)
    elif lint.failure:
        sheet.miss("lint_violations", "tool_failed", lint.failure)
    elif lint.violations == 0 and total.sloc == 0:
        reason: Reason = "tool_failed" if total.failed else "not_collected"
        sheet.miss("lint_violations", reason, "no violation, and no source line that could be measured")
    else:
        rules = ", ".join(f"{rule} × {count}" for rule, count in lint.rules[:6])
        more = f" and {len(lint.rules) - 6} more rules" if len(lint.rules) > 6 else ""
        note = counted(total.files, "source file") + (f": {rules}{more}" if rules else "")
        sheet.put("lint_violations", lint.violations, Evidence(WORKSPACE, note=note))


def write_test_code(files: list[tuple[str, TestFile]] | None, sheet: Sheet) -> None:
    """Write ``test_code.*``; a workspace without tests has zeros, no workspace has nothing."""
    if files is None:
        for name in _TEST_METRICS:
            sheet.miss(f"test_code.{name}", "not_collected", "no workspace in the export")
        return
    failed = [
        path for path, file in files if file.unparsed is not None and file.unparsed.outcome == "tool_failed"
    ]
    evidence = Evidence(WORKSPACE, note=counted(len(files), "test file"))
    counts = {
        "tests": sum(file.tests for _, file in files),
        "asserts": sum(file.asserts for _, file in files),
        "fixtures": sum(file.fixtures for _, file in files),
        "parametrize": sum(file.parametrize for _, file in files),
        "classes": sum(file.classes for _, file in files),
        "test_files": sum(file.tests > 0 for _, file in files),
        "markers": sum(file.markers for _, file in files),
    }
    for name, count in counts.items():
        if failed:
            sheet.miss(f"test_code.{name}", "tool_failed", shown(failed[0])[-120:], evidence)
        else:
            sheet.put(f"test_code.{name}", count, evidence)
    sheet.put("test_code.files", len(files), evidence)
    sheet.put("test_code.conftest", sum(is_conftest(path) for path, _ in files), evidence)
    sheet.put("test_code.integration", sum(is_integration(path) for path, _ in files), evidence)


def lintable(folder: Folder, paths: tuple[str, ...]) -> tuple[list[Path], str]:
    """Return the absolute paths to lint, or none and the name of a file that is too large for it."""
    large = [path for path in paths if folder.listing.files[WORKSPACE + path].size > LARGEST]
    if large:
        return [], shown(large[0])
    return [folder.root / FOLDER / path for path in paths], ""
