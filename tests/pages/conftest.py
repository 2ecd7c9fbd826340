"""What the tests of pages share: one synthetic site."""

from __future__ import annotations

import pytest

from site_builder.pages.lookup import SiteLookup
from tests.pages.synthetic import site


@pytest.fixture(scope="session")
def lookup() -> SiteLookup:
    return SiteLookup(site(14))
