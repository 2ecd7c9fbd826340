"""Every file with tests is run: no folder below ``tests`` is one that pytest leaves out by its name."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def test_no_folder_with_tests_is_left_out_by_its_name(pytestconfig: pytest.Config) -> None:
    folders = {part for path in TESTS.rglob("test_*.py") for part in path.relative_to(TESTS).parts[:-1]}
    left_out = [str(pattern) for pattern in pytestconfig.getini("norecursedirs")]
    assert folders
    assert [name for name in sorted(folders) if any(fnmatch(name, pattern) for pattern in left_out)] == []
