"""Release gates are decided again from published values, and released rubrics held to LOCK (R25, R27)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.rubric_files import RubricFiles
from tests.build.projects import REPOSITORY
from tests.verify import verifier as verify

GATE = "gates/2026-09-23-cobalt-mini/"
LOCK = "data/rubrics/LOCK"
Data = dict[str, Any]


def page_of(site: Path, folder: str, change: Callable[[Data], object] = lambda data: None) -> Any:
    """Return what the verifier finds on one page after a change of the data beside it."""
    found = verify.Site(str(site))
    data = found.json(f"{folder}index.json")
    change(data)
    html = (site / folder / "index.html").read_text(encoding="utf-8")
    return verify.check_page(f"{folder}index.html", html, data, RubricFiles(found).graphs)


def failed_is_passed(data: Data) -> None:
    data["verdict"]["outcome"] = "passed"


CHANGES: dict[str, tuple[Callable[[Data], object], str]] = {
    "a decision": (failed_is_passed, "what the gate decides"),
    "an observed value": (lambda d: d["checks"][0].update(observed=1.0), ": observed"),
    "a limit": (lambda d: d["checks"][1].update(limit=1.0), ": limit"),
    "a fixed limit": (lambda d: d["checks"][6].update(limit=1.0), ": limit"),
    "a margin": (lambda d: d["checks"][2].update(margin=1.0), ": margin"),
    "a direction": (lambda d: d["checks"][3].update(bound="at least"), ": bound"),
    "whether a check is met": (lambda d: d["checks"][4].update(met=not d["checks"][4]["met"]), ": whether"),
    "a check left out": (lambda d: d["checks"].pop(), "checks of the gate"),
    "a computed value": (
        lambda d: d["nodes"]["v3_prompt.mean_evidence_quality"].update(value=4.0),
        "node v3_prompt.mean_evidence_quality",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_wrong_value_of_a_release_gate_is_caught(site: Path, name: str) -> None:
    change, words = CHANGES[name]
    found = page_of(site, GATE, change)
    assert any(words in fault.what for fault in found.faults), found.faults


def test_all_numbers_of_a_gate_are_computed_again_or_measured(site: Path) -> None:
    for path in sorted(site.glob("gates/*/index.json")):
        found = page_of(site, f"{path.parent.relative_to(site)}/")
        assert found.faults == []
        assert found.matched == {}
        assert found.counts["re-derived"] > 30
    conditions = page_of(site, f"{GATE}conditions/")
    assert conditions.counts["re-derived"] > 50
    assert conditions.counts["measured"] > 50


def test_the_values_of_a_gate_are_those_of_its_run(site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    path = copy / GATE / "conditions/index.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["nodes"]["minimal.reviews"]["value"] += 1
    path.write_text(json.dumps(data), encoding="utf-8")
    found = verify.Site(str(copy))
    found.verify()
    assert any("/minimal.reviews/value is not what" in fault.what for fault in found.faults)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("sha256:1b38", "sha256:1b39"),
        lambda text: text.replace("favur/6 ", "favur/7 "),
        lambda text: text.replace(" 2026-02-01", ""),
    ],
    ids=["another digest", "another rubric", "no day"],
)
def test_a_rubric_that_is_not_what_was_released_is_caught(
    site: Path, tmp_path: Path, change: Callable[[str], str]
) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    text = (copy / LOCK).read_text(encoding="utf-8")
    assert change(text) != text
    (copy / LOCK).write_text(change(text), encoding="utf-8")
    found = verify.Site(str(copy))
    found.verify()
    faults = [fault.what for fault in found.faults if fault.file == LOCK and "SHA-256" not in fault.what]
    assert len(faults) == 1


def test_every_released_rubric_of_the_site_is_held_to_its_digest(site: Path) -> None:
    found = verify.Site(str(site))
    found.verify()
    lines = [
        line
        for line in (REPOSITORY / "rubric_versions/LOCK").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert (site / LOCK).read_text(encoding="utf-8").splitlines() == lines
    assert found.checked["released rubrics"] == len(lines)
