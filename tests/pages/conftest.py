"""What the tests of pages share: one synthetic site."""

from __future__ import annotations

import pytest

from site_builder.pages.atlas import Atlas
from tests.pages.synthetic import site


@pytest.fixture(scope="session")
def atlas() -> Atlas:
    return Atlas(site(14))
