"""The demonstration as a finished site, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.building import build
from tests.build.projects import REPOSITORY


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site; it must not be changed."""
    place = tmp_path_factory.mktemp("demonstration") / "site"
    build(REPOSITORY, place, use_store=False)
    return place
