import random

import pytest

from rondure import Disc


@pytest.fixture
def unit() -> Disc:
    return Disc(0, 1)


@pytest.fixture
def big() -> Disc:
    return Disc(3 + 4j, 5)


@pytest.fixture
def cloud() -> list[complex]:
    source = random.Random(20)
    return [complex(source.gauss(0, 3), source.gauss(0, 2)) for _ in range(200)]
