"""The documents of the family name every code that the program can say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.studies.ruhroh.codes import CODES
from site_builder.studies.ruhroh.review import REASONS
from tests.cases.ruhroh_packs import LINT_CODES
from tests.cases.ruhroh_words import OURS_ALONE

ROOT = Path(__file__).resolve().parents[2]
IMPORTER = ROOT / "site_builder/sources/importers/ruhroh"
FAMILIES = ("pair-unstated-", "pair-mixed-", "unstated-", "mixed-")
PREFIXES = {"suites": "suite", "governance": "scenario", "target_configs": "targets"}


def text(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def documented(code: str, words: str) -> bool:
    family = next((front for front in FAMILIES if code.startswith(front)), None)
    return f"`{family}`*(field)*" in words if family else f"`{code}`" in words


def problem_codes() -> set[str]:
    codes = set(LINT_CODES)
    places = [*IMPORTER.glob("*.py"), *(ROOT / "site_builder/cli").glob("ruhroh*.py")]
    for path in places:
        code = path.read_text("utf-8")
        codes |= set(re.findall(r'"((?:ruhroh|scenario|suite|targets)\.[a-z-]+[a-z])"', code))
        front = PREFIXES.get(path.stem)
        if front:
            plain = re.findall(r'_fault\(\s*[\w.]+, f?"[^"]*", "([a-z-]+)"', code)
            plain += re.findall(r'_fault\(shown, here, "([a-z-]+)"', code)
            shapes = re.findall(r'_shape\(\s*shown, stream, "([a-z-]+)"', code)
            codes |= {f"{front}.{name}" for name in (*plain, *(f"needs-{shape}" for shape in shapes))}
    return codes - {"scenario.json", "suite.json"}


@pytest.mark.parametrize("code", sorted({*CODES, *REASONS}))
def test_every_code_of_readiness_and_review_is_documented(code: str) -> None:
    assert documented(code, text("ruhroh-codes.md"))


@pytest.mark.parametrize("code", sorted(OURS_ALONE))
def test_every_code_that_is_ours_alone_has_its_reason(code: str) -> None:
    assert f"`{code}`" in text("ruhroh-differences.md")


def test_every_problem_of_the_family_is_documented() -> None:
    codes = problem_codes()
    assert len(codes) > 60
    assert sorted(code for code in codes if f"`{code}`" not in text("ruhroh-problems.md")) == []
