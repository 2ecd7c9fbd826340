"""Pages without the one with which they are computed again: they are named, and not passed over."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from site_builder.output.verify.places import check_whole
from tests.verify.held_site import HeldSite


@pytest.mark.parametrize(
    ("gone", "kinds"),
    [
        ("gates/*/cases", {"conditions", "reviewers"}),
        ("campaigns/*/index.json", {"pairs", "suite", "review", "samples", "claims", "campaigns"}),
    ],
)
def test_what_cannot_be_computed_again_since_a_page_is_gone_is_a_fault(
    gone: str, kinds: set[str], site: Path, tmp_path: Path
) -> None:
    for part in ("gates", "campaigns", "claims"):
        shutil.copytree(site / part, tmp_path / part)
    assert HeldSite(tmp_path).blamed_by(check_whole) == set()
    taken = sorted(tmp_path.glob(gone))
    for path in taken:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    blamed = HeldSite(tmp_path).blamed_by(check_whole)
    assert len(taken) > 1
    assert {part for path in blamed for part in path.split("/")} >= kinds
