"""Read the report of an evaluator's calibration. Its cases are counted here, its own totals not believed."""

from __future__ import annotations

from pathlib import Path

from site_builder.errors import Loaded
from site_builder.records.ruhroh_campaign import CalibrationCase, CalibrationReport
from site_builder.sources.importers.ruhroh.documents import fault, read_document
from site_builder.sources.importers.ruhroh.fields import figure, records, text

VERSION = "ruhroh_eval_calibration_report_v1"


def read_calibration(path: Path, shown: str) -> Loaded[CalibrationReport]:
    """Read one report; one that contradicts its own cases is read with a warning."""
    loaded = read_document(path, shown, (VERSION,))
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    value, source = loaded.value
    stated = value.get("ok")
    report = CalibrationReport(
        cases=tuple(
            CalibrationCase(
                scenario_id=text(item, "scenarioId"),
                case_id=text(item, "caseId"),
                expected=text(item, "expectedStatus"),
                actual=text(item, "actualStatus"),
                exit_code=figure(item, "exitCode"),
            )
            for item in records(value, "results")
        ),
        stated_ok=stated if isinstance(stated, bool) else None,
        source=source,
    )
    if report.stated_ok is None or report.stated_ok == report.passed:
        return Loaded(report)
    message = f"The report says ok = {report.stated_ok}, and its cases say {report.passed}; the cases count."
    problem = fault(
        shown, "/ok", "ruhroh.calibration-contradicts", message, "Calibrate again.", severity="warning"
    )
    return Loaded(report, (problem,))
