"""Every kind of page of the demonstration, held against the rules of axe-core in a real browser."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from tests.build.projects import REPOSITORY

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("accessibility"),
    pytest.mark.skipif(not shutil.which("chromedriver"), reason="needs Chromium and its driver"),
]

VIOLATIONS = """
  const done = arguments[0];
  const shown = rule => rule.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(" ");
  axe.run(document, {resultTypes: ["violations"]}).then(
    found => done(found.violations.map(rule => `${rule.id}: ${rule.help}: ${shown(rule)}`)));
"""
KINDS = ("boards/", "campaigns/", "claims/", "configurations/", "data/", "gates/", "methodology/", "runs/")
"""Parts of the site that hold pages of the same kind at the same depth."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the demonstration, which has boards of all families."""
    place: Path = tmp_path_factory.mktemp("demonstration") / "site"
    build(REPOSITORY, place, use_store=False)
    return place


@pytest.fixture(scope="module")
def rules() -> str:
    """Return axe-core, as a package carries it; what else is in that package is not needed."""
    found = importlib.util.find_spec("axe_playwright_python")
    assert found is not None, "`make test` installs axe_playwright_python, which carries axe-core"
    assert found.submodule_search_locations is not None
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text(encoding="utf-8")


def one_of_each_kind(site: Path) -> list[Path]:
    """Return the largest page of each kind."""
    found: dict[str, Path] = {}
    for page in sorted(site.rglob("*.html")):
        address = page.relative_to(site).as_posix()
        part = next((part for part in KINDS if address.startswith(part)), None)
        kind = f"{part}{address.count('/')}" if part and address.count("/") > 1 else address
        if kind not in found or page.stat().st_size > found[kind].stat().st_size:
            found[kind] = page
    return list(found.values())


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_every_kind_of_page_can_be_read_by_everybody(
    browser: Any, site: Path, rules: str, width: int, theme: str
) -> None:
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.set_script_timeout(60)
    pages = one_of_each_kind(site)
    assert len(pages) > len(KINDS)
    violations = []
    for page in pages:
        browser.get(page.as_uri())
        browser.execute_script("document.querySelectorAll('details').forEach(part => part.open = true)")
        browser.execute_script(rules)
        violations += [
            (page.relative_to(site).as_posix(), rule) for rule in browser.execute_async_script(VIOLATIONS)
        ]
    assert not violations, "\n".join(f"{page} {rule}" for page, rule in violations)
