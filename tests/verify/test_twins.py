"""Nothing that a page says in Markdown can be changed by itself."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from site_builder.output.verify.graph import Graph
from site_builder.output.verify.twins import TWIN, check_twin
from tests.verify.test_first_place import Told
from tests.verify.test_hostile import blamed, replaced

BOARD, GATE = "boards/circles/index.md", "gates/2026-09-23-cobalt-mini/index.md"
CHANGES = [
    (BOARD, r"# Circles", "# Squares"),
    (BOARD, r"say nothing about any model", "say everything about every model"),
    (BOARD, r"scored 0–100", "scored 0–10"),
    (BOARD, r"9 of 11 runs", "10 of 11 runs"),
    (BOARD, r"digest sha256:a", "digest sha256:b"),
    (BOARD, r"\| 1 \(1–7\)", "| 1 (1–1)"),
    (BOARD, r"\| 1 \(1–7\)", "| 1= (1–7)"),
    (BOARD, r"\[all-Aurora\]", "[all-Basalt]"),
    (BOARD, r"runs/circles-aurora-1/index", "runs/circles-aurora-2/index"),
    (BOARD, r"\.\./\.\./runs", "https://example.org/runs"),
    (BOARD, r" 90\.9 ", " 90.8 "),
    (BOARD, r" 90\.9 ", " 90.9<script> "),
    (BOARD, r" 90\.9 ", " **90.9** "),
    (BOARD, r"90\.4–", "90.5–"),
    (BOARD, r"99 %", "100 %"),
    (BOARD, r"less than half of the score is measured", ""),
    (BOARD, r"\| withdrawn \|", "| 10 |"),
    (BOARD, r"withdrawn on 2026-10-14: its workspace.*?\|", "|"),
    (BOARD, r"\| 2 \(.*?\n", ""),
    (BOARD, r"(\| 1 \(.*?\n)(\| 2 \(.*?\n)", r"\2\1"),
    (BOARD, r"\| ---: \|", "| --- |"),
    (BOARD, r"the ranks that chance leaves open", "the ranks of last year"),
    (BOARD, r"- circles-broken-1: .*?\n", ""),
    (BOARD, r"data/circles/board", "data/solar-system/board"),
    (BOARD, r"\Z", "\nThis board is the best.\n"),
    ("boards/incident-review-2026-03/index.md", r"; gate not measured", ""),
    ("boards/incident-review-2026-03/index.md", r"\| at least 0\.00", "| 0.00–0.00"),
    ("boards/incident-review-2026-03/index.md", r"\| no human baseline is declared \|", "| 0.00 |"),
    ("boards/incident-review-2026-03/index.md", r"\| not collected \|", "| 0.00 |"),
    ("boards/incident-review-2026-03/index.md", r"18= \(18–19\)", "18 (18–19)"),
    ("boards/harbour-office/index.md", r"\| Passed \| Rejected", "| Passed | Passed"),
    ("boards/harbour-office/index.md", r"1,293\.50", "1,293.51"),
    ("gates/index.md", r"\| Failed \| Failed", "| Passed | Failed"),
    (GATE, r"not met", "met"),
    (GATE, r"−1,114\.75", "1,114.75"),
    (GATE, r"2 of 8 checks", "1 of 8 checks"),
    ("campaigns/index.md", r"\[not publishable\]", "[publishable]"),
    ("claims/index.md", r"Not publishable", "Publishable"),
    ("claims/index.md", r"p = 0\.0028", "p = 0.0027"),
    ("claims/model-duel/index.md", r"90\.0 %", "91.0 %"),
    ("claims/model-duel/index.md", r"They may not be published", "They may be published"),
    ("claims/model-duel/index.md", r"may be chance \| 1 ", "may be chance | 0 "),
]


def _faults(site: Path, graphs: dict[str, Graph], twin: str, text: str | None = None) -> list[str]:
    told = Told(site) if text is None else Told(site, twin, text)
    page = f"{twin[: -len('md')]}html"
    told.guarded(page, lambda file: check_twin(told, graphs, file))
    return [fault.words() for fault in told.faults]


def test_every_board_gate_and_claim_has_its_twin_and_names_it(site: Path, graphs: dict[str, Graph]) -> None:
    pages = [path.relative_to(site).as_posix() for path in site.rglob("index.html")]
    twins = {f"{page[: -len('html')]}md" for page in pages if TWIN.fullmatch(page)}
    assert twins == {path.relative_to(site).as_posix() for path in site.rglob("*.md")}
    assert len(twins) == 15
    for twin in sorted(twins):
        assert _faults(site, graphs, twin) == [], twin


@pytest.mark.parametrize(("twin", "old", "new"), CHANGES)
def test_other_words_or_numbers_are_found(
    site: Path, graphs: dict[str, Graph], twin: str, old: str, new: str
) -> None:
    text = (site / twin).read_text(encoding="utf-8")
    other = re.sub(old, new, text, count=1, flags=re.DOTALL)
    assert other != text
    assert _faults(site, graphs, twin, other)


def test_no_digit_of_a_twin_can_be_changed(site: Path, graphs: dict[str, Graph]) -> None:
    chance = random.Random(7)
    for path in sorted(site.rglob("*.md")):
        twin, text = path.relative_to(site).as_posix(), path.read_text(encoding="utf-8")
        places = [found.start() for found in re.finditer("[0-9]", text)]
        for at in chance.sample(places, min(12, len(places))):
            other = f"{text[:at]}{(int(text[at]) + 3) % 10}{text[at + 1 :]}"
            assert _faults(site, graphs, twin, other), (twin, text[at - 20 : at + 20])


def test_a_twin_that_is_gone_or_is_not_named_is_found(site: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    (copied / BOARD).unlink()
    assert BOARD in blamed(copied)
    shutil.copy(site / BOARD, copied / BOARD)
    replaced(copied / GATE, r" met \|", " not met |")
    replaced(copied / "claims/index.html", r'<link rel="alternate" type="text/markdown"[^<>]*>', "")
    assert blamed(copied) == {GATE, "claims/index.html"}
