"""A released rubric: the day from which it is frozen, and the digest that says so for ever."""

from __future__ import annotations

import msgspec


class Release(msgspec.Struct, frozen=True, order=True):
    """One line of a LOCK file, without the rubric's id."""

    day: str
    """Day of the release, ``2026-05-01``."""
    digest: str
    """``sha256:`` over the rubric file and the files it names, as they were released."""


def version_key(rubric: str) -> tuple[str, tuple[int, ...]]:
    """Return what orders rubric ids: family, then version by its numbers (2.9 before 2.10)."""
    family, _, version = rubric.partition("/")
    return family, tuple(int(part) for part in version.split("."))
