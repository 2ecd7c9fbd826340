"""The campaign in the document of the formats is whole: nothing is wrong with it, and it may be published."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.build.projects import in_this_process
from tests.ruhroh.samples import ROLES
from tests.written_examples import DOCS, write_examples

DOCUMENT = "ruhroh-formats.md"
CAMPAIGN = "runs/ruhroh/campaigns/pilot"
RESULT = "ruhroh-loop-result.json"
SITE = (
    "title: A\ntagline: B.\nboards:\n  - {family: ruhroh, rubric: ruhroh/0.7, runs: runs/ruhroh/campaigns}\n"
)
COMPARE = (
    *("compare", f"{CAMPAIGN}/results", "--suite-dir", "runs/ruhroh/suites", "--suite", "desk"),
    *("--run-plan", f"{CAMPAIGN}/ruhroh-run-plan.json", "--require-publishable"),
)


def write_sample(folder: Path, result: dict[str, Any]) -> None:
    """Write a result and what the document asks for beside it."""
    folder.mkdir(exist_ok=True)
    (folder / RESULT).write_text(json.dumps(result), "utf-8")
    for role in ("runManifest", "evalResult"):
        (folder / ROLES[role]).write_text(json.dumps(result.get(role, {})), "utf-8")
    for role in ("implementationRuns", "journey", "evalInput"):
        (folder / ROLES[role]).write_text("{}\n", "utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project of the document, with all five samples."""
    examples = write_examples(DOCUMENT, tmp_path)
    (tmp_path / "site.yaml").write_text(SITE, "utf-8")
    text = (DOCS / DOCUMENT).read_text("utf-8")
    (arguments,) = re.findall(r"^site-builder plan (.*?)\n```", text, re.DOTALL | re.MULTILINE)
    planned = in_this_process("plan", *arguments.replace("\\\n", " ").split(), cwd=tmp_path)
    assert planned.returncode == 0, planned.stderr
    results = tmp_path / CAMPAIGN / "results/kestrel"
    first = json.loads(examples[f"{CAMPAIGN}/results/kestrel/1/{RESULT}"])
    summary = examples[f"{CAMPAIGN}/results/kestrel/1/{ROLES['workspaceSummary']}"]
    samples = json.loads((tmp_path / CAMPAIGN / "ruhroh-run-plan.json").read_bytes())["samples"]
    slots = [
        {"id": s["sampleId"], "index": s["runIndex"], "count": s["runCount"], "seed": s["sampleSeed"]}
        for s in samples
    ]
    assert first["runManifest"]["sample"] == slots[0]
    for slot in slots:
        run_id = f"lantern-kestrel-{slot['index']}"
        manifest = first["runManifest"] | {"runId": run_id, "sample": slot}
        folder = results / str(slot["index"])
        write_sample(folder, first | {"runId": run_id, "runManifest": manifest})
        (folder / ROLES["workspaceSummary"]).write_text(summary, "utf-8")
    return tmp_path


def test_the_example_may_be_published_and_builds_a_site(project: Path) -> None:
    targets = in_this_process("validate-targets", f"{CAMPAIGN}/targets.json", cwd=project)
    assert "Nothing is wrong" in targets.stdout
    folders = ("--scenario-dir", "runs/ruhroh/scenarios", "--suite-dir", "runs/ruhroh/suites")
    assert "Nothing is wrong" in in_this_process("validate", *folders, cwd=project).stdout
    compared = in_this_process(*COMPARE, cwd=project)
    assert compared.returncode == 0, compared.stdout
    assert "5 of 5" in compared.stdout
    checked = in_this_process("check", "--strict", cwd=project)
    assert checked.returncode == 0, checked.stderr
    built = in_this_process("build", "--strict", cwd=project)
    assert built.returncode == 0, built.stderr
    assert "1 with a claim that may be published" in built.stdout
