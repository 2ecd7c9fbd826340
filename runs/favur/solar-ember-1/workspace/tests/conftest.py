from datetime import datetime

import pytest

from planetview.astro import report


@pytest.fixture
def today():
    return report(datetime(2023, 3, 20))
