"""What the document of the verifier shows works as typed in a site."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.written_examples import write_examples


def test_a_value_computed_by_hand_is_the_one_that_is_published(site: Path, tmp_path: Path) -> None:
    (example,) = write_examples("verify.md", tmp_path)
    done = subprocess.run(
        [sys.executable, tmp_path / example], cwd=site, capture_output=True, text=True, check=True
    )
    again, published = map(float, done.stdout.split())
    assert again == published
