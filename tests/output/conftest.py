"""What the tests of output share: synthetic sites, rendered once."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from site_builder.output import certify
from site_builder.output.data_files import board_files, gathered, site_files
from site_builder.output.render import Renderer
from site_builder.pages import load_prose, plan_pages
from site_builder.site_data import SiteData
from tests.pages.synthetic import CONTENT, TEMPLATES, site

Files = Mapping[str, bytes]


def rendered(data: SiteData) -> dict[str, bytes]:
    """Return every file of a site by its path."""
    prose = load_prose([CONTENT]).value
    assert prose is not None
    renderer = Renderer([TEMPLATES], data)
    files: dict[str, bytes] = {}

    def everything() -> Iterator[tuple[str, bytes]]:
        for page in plan_pages(data, prose):
            yield from ((file.path, file.content) for file in renderer.render(page))
        yield from ((file.path, file.content) for file in renderer.assets())
        for board in data.boards:
            for file in board_files(board, renderer.lookup):
                yield file.path, file.content
            for path, sources in gathered(board, renderer.lookup).items():
                yield path, b"".join([files[source] + b"\n" for source in sources])
        yield from ((file.path, file.content) for file in site_files(renderer.lookup))
        yield certify.REPORT, b"{}"  # written by ``publish``, which knows what came of every page

    for path, content in everything():
        assert path not in files, f"{path} is written twice"
        files[path] = content
    return files


@pytest.fixture(scope="session")
def files() -> Files:
    """A site with two boards, missing values and absent roles."""
    return rendered(site(14))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium that reaches no network."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    with tempfile.TemporaryDirectory() as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={profile}",
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        yield driver
        driver.quit()
