"""Numbers up to the largest that a double holds: pages stay short, and the verifier agrees with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.output.verify.page_numbers import reads_as
from site_builder.output.verify.site import Site
from tests.build.projects import meta, small_project, write_run
from tests.scorecrux.sessions import document, write
from tests.scorecrux.site import SITE

LONG = re.compile(r"[0-9]{25}|(?:[0-9]{3},){8}")
"""Digits without end, but for the whole values in attributes."""


def held(root: Path) -> None:
    """Build a site, and hold it: nothing at fault, and no number that fills a page."""
    build(root, jobs=1, use_store=False)
    found = Site(str(root / "dist"), str(root))
    found.verify()
    assert found.faults == []
    for page in (root / "dist").rglob("*.html"):
        shown = re.sub(r'="[^"]*"', "", page.read_text("utf-8"))
        assert not LONG.search(shown), page


def test_pages_of_runs_with_huge_figures_stay_short_and_agree(tmp_path: Path) -> None:
    root = small_project(tmp_path / "project", 2)
    for n, size in enumerate((1e308, 1.5e300, 1e22), start=4):
        made = meta(f"run-{n}", n)
        made["usage"] |= {"cost_usd": size, "input_tokens": int(size), "request_time_s": size}
        write_run(root / f"runs/run-{n}", made)
    held(root)


def test_pages_of_sessions_with_huge_figures_stay_short_and_agree(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "site.yaml").write_text(SITE, "utf-8")
    times = {"fundamentals__T_human_s": 1e308, "fundamentals__T_task_s": 1e22}
    sessions = [document(f"{n}", **times, fundamentals__C_tokens_usd=2.5 * 10.0**n) for n in (20, 22, 300)]
    write(tmp_path / "runs", "sessions.jsonl", *sessions)
    held(tmp_path)


@pytest.mark.parametrize(
    ("text", "value", "right"),
    [
        *(("1.5e300", 1.5e300, True), ("1.66667e306", 1.6666666666e306, True), ("\u22122e21", -2e21, True)),
        *(("1.66666e306", 1.6666666666e306, False), ("1.5e301", 1.5e300, False), ("2e21", -2e21, False)),
        *(("1.5e3", 1500.0, False), ("1.5e20", 1.5e20, False), ("1e308 %", 1e307, False)),
        *(("1.5e300 s", 1.5e300, True), ("1.5e300 %", 1.5e298, True)),
    ],
)
def test_a_power_of_ten_is_a_huge_value_to_six_digits_and_nothing_else(
    text: str, value: float, right: bool
) -> None:
    assert reads_as(text, value) is right
