"""The demonstration as a finished site, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.rubric_files import RubricFiles
from site_builder.output.verify.site_files import SiteFiles
from tests.build.projects import REPOSITORY
from tests.verify.held_site import HeldSite


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site; it must not be changed."""
    place = tmp_path_factory.mktemp("demonstration") / "site"
    build(REPOSITORY, place, use_store=False)
    return place


@pytest.fixture(scope="module")
def held(site: Path) -> HeldSite:
    """Return the site in memory, for a module that changes numbers of it."""
    return HeldSite(site)


@pytest.fixture(scope="module")
def graphs(site: Path) -> dict[str, Graph]:
    """Return the graphs that the site publishes, by rubric."""
    return RubricFiles(SiteFiles(str(site))).graphs
