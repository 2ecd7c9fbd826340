"""The documents name every code that there is, and no other."""

from __future__ import annotations

import re

from site_builder.studies.blueprint.reasons import REASONS
from tests.cases.roots import REPOSITORY

DOCS = REPOSITORY / "docs"
SOURCES = (
    REPOSITORY / "site_builder" / "sources" / "importers" / "blueprint",
    REPOSITORY / "site_builder" / "studies" / "blueprint",
    REPOSITORY / "site_builder" / "cli",
)


def test_every_reason_is_documented_and_none_is_invented() -> None:
    text = (DOCS / "blueprint-recorded-run.md").read_text("utf-8")
    table = text[text.index("| code | what |") :]
    assert set(re.findall(r"`([A-Z_]{6,})`", table)) == set(REASONS)


def test_reasons_without_a_published_counterpart_are_marked() -> None:
    text = (DOCS / "blueprint-recorded-run.md").read_text("utf-8")
    marked = set(re.findall(r"`([A-Z_]{6,})` ¹", text))
    assert marked == {code for code, words in REASONS.items() if words.local}


def test_every_problem_of_a_suite_is_documented() -> None:
    text = (DOCS / "blueprint-suite.md").read_text("utf-8")
    used = {
        code
        for folder in SOURCES
        for path in folder.glob("*.py")
        for code in re.findall(r'"(suite\.[a-z-]+)"', path.read_text("utf-8"))
    } - {"suite.yaml", "suite.json"}
    assert set(re.findall(r"`(suite\.[a-z-]+)`", text)) - {"suite.yaml", "suite.json"} == used
