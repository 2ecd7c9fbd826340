"""*Recompute here* on the page of a run, pressed in a real browser, opened from a disk."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.output.conftest import rendered
from tests.pages.synthetic import run, site_of
from tests.scorecrux.site import site_files, usual

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(not shutil.which("chromedriver"), reason="needs Chromium and its driver"),
]

Open = Callable[[str], Any]


def written(place: Path, files: Mapping[str, bytes]) -> Path:
    for path, content in files.items():
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return place


@pytest.fixture(scope="module")
def favur(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site on disk: three runs on the board, two roles of each absent."""
    runs = [run(f"circles-{n:02d}", missing=0.1 * n, absent_roles=2) for n in range(3)]
    return written(tmp_path_factory.mktemp("site"), rendered(site_of(runs)))


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site of ScoreCrux on disk, below a path with a space and a sign in it."""
    place = tmp_path_factory.mktemp("sessions") / "a b" / "c#d"
    return written(place, site_files(tmp_path_factory.mktemp("source"), *usual()))


@pytest.fixture
def opened(browser: Any, favur: Path) -> Open:
    def opens(path: str) -> Any:
        browser.get((favur / path / "index.html").as_uri())
        return browser

    return opens


def recomputed(browser: Any) -> str:
    """Press "Recompute here" and return what is told of it."""
    button = browser.find_element("css selector", ".recompute button")
    assert button.text == "Recompute here"
    told = browser.find_element("css selector", ".recompute [role=status]")
    browser.execute_script("arguments[0].textContent = ''; arguments[1].click()", told, button)
    for _ in range(200):
        if told.text:
            break
        time.sleep(0.05)
    return str(told.text)


def marks(browser: Any) -> list[str]:
    script = "return [...document.querySelectorAll('.recomputed')].map(e => e.textContent + e.ariaLabel)"
    found: list[str] = browser.execute_script(script)
    return found


ALTER = "document.getElementById(`n-${arguments[0]}`).cells[1].setAttribute('data-value', arguments[1])"


def test_every_value_of_a_favur_run_is_recomputed_in_its_page(opened: Open) -> None:
    browser = opened("runs/circles-00")
    browser.get_log("browser")
    assert marks(browser) == []
    for _ in range(2):  # pressed again, it says the same
        told = recomputed(browser)
        values, measured, taken, agree = map(int, re.findall(r"\d+", told))
        assert told.endswith(f"all {values} agree.")
        assert values == agree > 100
        assert measured > 100
        assert taken > 10
        rows = marks(browser)
        assert rows == ["✓recomputed, agrees"] * values
    assert browser.get_log("browser") == []


def test_roles_that_did_not_run_are_not_asked_for(opened: Open) -> None:
    browser = opened("runs/circles-00")
    assert "did not run" in browser.find_element("css selector", "#nodes").text
    assert "agree." in recomputed(browser)


def test_every_value_of_a_scorecrux_run_is_recomputed_in_its_page(browser: Any, sessions: Path) -> None:
    browser.get((sessions / "runs/plain/index.html").as_uri())
    told = recomputed(browser)
    values, measured, agree = map(int, re.findall(r"\d+", told))
    assert (values, measured, agree) == (26, 29, 26)
    assert marks(browser) == ["✓recomputed, agrees"] * 26


@pytest.mark.parametrize("value", ["1e3", "", "nonsense"])
def test_an_altered_value_is_marked_and_named(opened: Open, value: str) -> None:
    browser = opened("runs/circles-00")
    recomputed(browser)
    browser.execute_script(ALTER, "role_points", value)
    assert recomputed(browser).endswith("agree, 1 differs:")
    found = marks(browser)
    assert found.count("✗recomputed, differs") == 1
    assert len(found) > 100
    cell = browser.find_element("css selector", "#n-role_points td")
    assert cell.is_displayed()  # what it was folded into is open
    assert cell.text.startswith("✗")
    (item,) = browser.find_elements("css selector", ".recomputed-list li")
    assert item.text.startswith("role_points: ")
    assert "on this page, " in item.text


def test_what_follows_from_an_altered_measurement_differs_too(browser: Any, sessions: Path) -> None:
    browser.get((sessions / "runs/plain/index.html").as_uri())
    browser.execute_script(ALTER, "t_human_s", "999")
    assert "differ:" in recomputed(browser)
    named = [
        item.text.partition(":")[0] for item in browser.find_elements("css selector", ".recomputed-list a")
    ]
    assert "cx_em.minutes" in named
    assert "cx_em" in named


def test_what_a_page_lacks_for_recomputing_is_named(opened: Open) -> None:
    browser = opened("runs/circles-00")
    browser.execute_script("document.getElementById('n-usage.requests').remove()")
    assert recomputed(browser) == "Not recomputed: this page has no row of usage.requests."
    browser.execute_script("document.getElementById('n-role_points').id = 'n-points'")
    assert "usage.requests, role_points" in recomputed(browser)
    assert marks(browser) == []


def test_a_site_without_the_script_of_a_rubric_says_so(browser: Any, sessions: Path, tmp_path: Path) -> None:
    site = shutil.copytree(sessions, tmp_path / "site")
    for path in site.glob("data/rubrics/*/*.graph.js"):
        path.unlink()
    browser.get((site / "runs/plain/index.html").as_uri())
    assert recomputed(browser) == ("Not recomputed: data/rubrics/scorecrux/1.3.graph.js could not be loaded.")
    browser.get_log("browser")


def test_pages_of_rubrics_have_no_button_for_runs(opened: Open) -> None:
    browser = opened("methodology/favur/15")
    assert browser.find_elements("css selector", "#nodes")
    assert browser.find_elements("css selector", ".recompute") == []
