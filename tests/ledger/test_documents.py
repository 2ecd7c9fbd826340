"""What the documents say of the ledger is true of the code."""

from __future__ import annotations

import re

from tests.build.projects import REPOSITORY


def test_every_problem_of_the_ledger_has_its_entry() -> None:
    documented = (REPOSITORY / "docs/problems.md").read_text(encoding="utf-8")
    codes = {
        code
        for folder in ("sources", "studies", "cli")
        for path in (REPOSITORY / "site_builder" / folder).glob("*.py")
        for code in re.findall(r'"(ledger\.[a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(codes) >= 10
    assert sorted(code for code in codes if f"`{code}`" not in documented) == []
