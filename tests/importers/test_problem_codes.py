"""Every problem code of the importer is documented with meaning and cure, and no other is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.sources.importers.favur_problems import CODES
from tests.importers.exports import REPOSITORY

MODULES = [
    *sorted((REPOSITORY / "site_builder" / "measures").glob("*.py")),
    *sorted((REPOSITORY / "site_builder" / "sources" / "importers").glob("favur*.py")),
    REPOSITORY / "site_builder" / "cli" / "__init__.py",
    REPOSITORY / "site_builder" / "cli" / "writing.py",
    REPOSITORY / "site_builder" / "sources" / "files.py",
    REPOSITORY / "site_builder" / "sources" / "importers" / "overlooked.py",
    REPOSITORY / "site_builder" / "sources" / "json_text.py",
    REPOSITORY / "site_builder" / "sources" / "unlisted.py",
]


def used_codes() -> set[str]:
    return {
        code for path in MODULES for code in re.findall(r'"((?:favur|file)\.[a-z0-9-]+)"', path.read_text())
    }


def documented() -> dict[str, list[str]]:
    text = (REPOSITORY / "docs" / "problems.md").read_text("utf-8")
    rows = re.findall(
        r"^\| `((?:favur|file)\.[a-z0-9-]+)` \| (.+?) \| (.+?) \| (.+?) \|$", text, re.MULTILINE
    )
    return {code: rest for code, *rest in rows}


def test_codes_and_their_documentation_are_the_same_set() -> None:
    assert used_codes() == set(documented())


def test_every_code_of_the_family_is_used() -> None:
    favur = {code for code in used_codes() if code.startswith("favur.")}
    assert favur == set(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_severity_documented_is_the_one_reported(code: str) -> None:
    assert documented()[code][0] == CODES[code][0]


@pytest.mark.parametrize("code", sorted(CODES))
def test_advice_is_one_sentence(code: str) -> None:
    assert CODES[code][1].endswith(".")
    assert len(CODES[code][1]) < 120


def test_the_linter_configuration_is_the_one_of_the_specification() -> None:
    text = Path(REPOSITORY, "rubric_versions", "favur", "standard_ruff.toml").read_text("utf-8")
    settings = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert settings == [
        "line-length = 100",
        'target-version = "py311"',
        "preview = false",
        "[lint]",
        'select = ["E", "F", "W", "N", "UP", "B", "C90", "SIM"]',
        "[lint.mccabe]",
        "max-complexity = 10",
    ]
