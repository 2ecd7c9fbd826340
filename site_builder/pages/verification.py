"""Levels of verification as pages show them: the label of a run, and each level with its evidence linked."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath
from typing import Any

import msgspec

from site_builder.pages.lookup import SiteLookup
from site_builder.site_data import Entry
from site_builder.sources.evidence import is_address
from site_builder.studies.verification import Level, attested, levels_of

WORDS = {
    "self-reported": "self-reported",
    "schema-checked": "schema-checked",
    "re-scored": "re-scored here",
    "re-run": "re-run here",
}
"""Name of a level → the words for readers."""


class LevelView(msgspec.Struct, frozen=True):
    """One level of one run."""

    name: str
    words: str
    holds: bool
    why: str
    link: str
    """An anchor (``#evidence``), an address (``https://…``), a file of the site, or empty."""


def levels(lookup: SiteLookup, entry: Entry) -> tuple[Level, ...]:
    """Return the levels of a run on a board."""
    run = entry.run
    attestations = attested(run, lookup.data.site.attestations)
    return levels_of(run, entry.standing.score is not None, lookup.problems(run.run_id), attestations)


def level_views(lookup: SiteLookup, entry: Entry) -> tuple[LevelView, ...]:
    """Return the levels of a run for its page, the highest first."""
    return tuple(
        LevelView(one.name, WORDS[one.name], one.holds, one.why, _link(one))
        for one in reversed(levels(lookup, entry))
    )


def payload(views: tuple[LevelView, ...]) -> dict[str, Any]:
    """Return the levels as plain data."""
    return {
        "level": next(view.name for view in views if view.holds),
        "levels": {
            view.name: {"holds": view.holds, "why": view.why, "evidence": view.link} for view in views
        },
    }


def published_name(evidence: str) -> str:
    """Return where a file of evidence is published: a safe name that depends on its path alone."""
    digest = hashlib.sha256(evidence.encode()).hexdigest()[:10]
    suffix = PurePosixPath(evidence).suffix.lower()
    return f"data/evidence/{digest}{suffix if suffix[1:].isalnum() and suffix.isascii() else ''}"


def _link(level: Level) -> str:
    if level.name != "re-run" or not level.evidence or is_address(level.evidence):
        return level.evidence
    return published_name(level.evidence)
