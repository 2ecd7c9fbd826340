"""Laws of the pages of sessions: numbers, hostile names, same bytes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.output.html_reader import read
from tests.scorecrux.sessions import document
from tests.scorecrux.site import Files, page_faults, site_files, usual

SHARE = st.none() | st.sampled_from([0.0, 1.0, 1 / 3]) | st.floats(0, 1)
BINARY = st.sampled_from([None, 0, 1])


@st.composite
def sessions(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Some valid sessions over two fixtures."""
    made = []
    for number in range(draw(st.integers(1, 6))):
        fixture = draw(st.sampled_from(["storm", "flood"]))
        values = {
            name: draw(SHARE)
            for name in ("R_decision", "R_constraint", "P_context", "A_coverage", "K_decision", "S_stale")
        }
        values |= {name: draw(BINARY) for name in ("R_incident", "S_gate", "S_detect")}
        values |= {
            "T_human_s": {"storm": 1800, "flood": 720}[fixture],
            "N_corrections": draw(st.integers(0, 3)),
        }
        values["C_tokens_usd"] = draw(st.sampled_from([0, 0.024, 3.5]))
        changes = {f"fundamentals__{name}": value for name, value in values.items()}
        arm = draw(st.sampled_from(["bare", "ledger"]))
        made.append(document(f"s-{number}", session__fixture=fixture, session__arm=arm, **changes))
    return made


def faults(files: Files) -> list[str]:
    """Return what is wrong with any page, which is well-formed."""
    for path, html in files.items():
        if path.endswith(".html"):
            read(html)
    return [f"{fault.file}: {fault.message}" for fault in page_faults(files)]


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(made=sessions())
def test_every_number_of_every_page_is_that_of_its_data(made: list[dict[str, Any]]) -> None:
    """R7: one record, several surfaces."""
    with tempfile.TemporaryDirectory() as folder:
        assert faults(site_files(Path(folder), *made)) == []


HOSTILE = '</script><b onmouseover="x()">{{ 7 * 7 }}=cmd|x'


def test_names_of_exports_stay_text(tmp_path: Path) -> None:
    """R57, R58: labels, fixtures and marks are as hostile as names."""
    changes: dict[str, Any] = {
        "session__model": {"id": "m", "name": HOSTILE},
        "session__arm": HOSTILE,
        "session__fixture": HOSTILE,
        "session__cost_basis": HOSTILE,
        "session__task_set": {"id": "reviews", "version": "1", "title": HOSTILE},
        "metadata__memory_system": {"used": True, "name": HOSTILE, "version": "1"},
    }
    other = changes | {"session__fixture": "../calm", "fundamentals__R_decision": 0.5}
    files = site_files(tmp_path, document(HOSTILE, **changes), document("two", **other))
    assert faults(files) == []
    for path, content in files.items():
        if path.endswith(".html"):
            assert b"<b onmouseover" not in content, path
    first = files["data/reviews-1/board.csv"].decode().split("\r\n")[1]
    assert not any(cell.startswith("=") for cell in first.split(","))


def test_the_same_sessions_give_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    """R53: whatever the order of files and lines."""
    made = usual()
    first = site_files(tmp_path / "a", *made)
    second = site_files(tmp_path / "b", *made)
    assert first == second
    turned = site_files(tmp_path / "c", *reversed(made))
    pages = [path for path in first if path.startswith("boards/") and path.endswith(".html")]
    assert all(_without_places(first[path]) == _without_places(turned[path]) for path in pages)


def _without_places(html: bytes) -> bytes:
    """Return a page up to its list of left-out exports, whose lines are numbered as the file is."""
    return html.partition(b'<section id="left-out">')[0]
