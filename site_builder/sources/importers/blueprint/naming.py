"""How the reviewers of a site are named: by number, by keyed code, or as recorded."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from site_builder.errors import Loaded, Problem
from site_builder.sources.files import open_regular
from site_builder.studies.blueprint.judgement import Naming
from site_builder.studies.blueprint.pseudonyms import SHORTEST_SECRET, keyed, numbered, recorded

KEY_FILE = ".reviewer-secret"
"""In the project folder, never in a published one; any bytes, such as `openssl rand -hex 32` writes."""
LONGEST_SECRET = 4096


def naming_of(project: Path, *, as_recorded: bool = False) -> Loaded[Naming]:
    """Return how to name reviewers: as recorded if the site says so, keyed if it has a secret, else numbered.

    A secret that is too short is a problem, and reviewers are numbered.
    """
    if as_recorded:
        return Loaded(recorded)
    try:
        with open_regular(project / KEY_FILE) as stream:
            secret = stream.read(LONGEST_SECRET).strip()
    except OSError:
        return Loaded(numbered)
    if len(secret) < SHORTEST_SECRET:
        return Loaded(numbered, (_too_short(),))
    return Loaded(partial(keyed, secret=secret))


def _too_short() -> Problem:
    return Problem(
        file=KEY_FILE,
        code="blueprint.secret-too-short",
        message=f"The secret has fewer than {SHORTEST_SECRET} bytes; reviewers are numbered instead.",
        advice="Write the output of `openssl rand -hex 32` into it, and keep it out of the repository.",
        severity="warning",
    )
