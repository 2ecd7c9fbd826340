"""Sites with release gates: the demonstration, and runs made to be looked at from every side."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cases.roots import REPOSITORY

DEMONSTRATION = REPOSITORY / "runs" / "blueprint" / "harbour-office"
PASSED, FAILED, DIVIDED = "2026-09-14-aurora-large", "2026-09-23-cobalt-mini", "2026-10-05-delta-local"
HOSTILE, REJECTED = "2026-11-01-hostile", "2026-11-02-incomplete"
SECRET = "AKIA" + "Z7Q2M4X6P8R1T3V5"
MARKUP = "<script>alert('output')</script> & <img src=x onerror=alert(1)>"
NOTE_MARKUP = "</p><script>alert('note')</script>"
NAMES = ("quintilla.marsh", "OBERON-77")
"""Ids of the reviewers of the hostile run; none may appear anywhere."""

SITE = """\
title: Gates
tagline: Release gates of small suites.
boards:
  - family: blueprint
    rubric: blueprint/3.0
    runs: runs
    also: [blueprint/2.0.0]
"""


def project_with_gates(root: Path, *, hostile: bool = False, site: str = SITE) -> Path:
    """Write a project with the demonstration runs, and with hostile and rejected ones if wanted."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "site.yaml").write_text(site, "utf-8")
    shutil.copytree(DEMONSTRATION, root / "runs")
    if hostile:
        _make_hostile(shutil.copytree(DEMONSTRATION / FAILED, root / "runs" / HOSTILE))
        rejected = shutil.copytree(DEMONSTRATION / FAILED, root / "runs" / REJECTED)
        _rename(rejected)
        (rejected / "outputs" / "token-in-the-log" / "kernel.md").unlink()
        written = json.loads((rejected / "reviews.json").read_text("utf-8"))
        written[0]["evidence_quality"] = 7
        (rejected / "reviews.json").write_text(json.dumps(written), "utf-8")
    return root


def _rename(run: Path) -> None:
    card = json.loads((run / "run.json").read_text("utf-8"))
    (run / "run.json").write_text(json.dumps(card | {"run_id": run.name}), "utf-8")


def _make_hostile(run: Path) -> None:
    _rename(run)
    written = json.loads((run / "reviews.json").read_text("utf-8"))
    ids = list(dict.fromkeys(review["reviewer_id"] for review in written))
    for review in written:
        review["reviewer_id"] = NAMES[ids.index(review["reviewer_id"])]
    written[0]["notes"] = NOTE_MARKUP
    written[1]["notes"] = "Ask mallory@harbour-office.io about it."
    (run / "reviews.json").write_text(json.dumps(written), "utf-8")
    outputs = run / "outputs"
    (outputs / "token-in-the-log" / "kernel.md").write_text(MARKUP, "utf-8")
    (outputs / "token-in-the-log" / "minimal.md").write_text(f"Use {SECRET} for now.", "utf-8")
    (outputs / "roster-for-the-pilots" / "kernel.md").write_text(f"As {NAMES[0]} said.", "utf-8")
    (run / "outputs.sha256").unlink(missing_ok=True)
