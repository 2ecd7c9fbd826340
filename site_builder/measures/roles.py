"""The fourteen roles of a Favur run, and the one that is not part of the run.

Their order means nothing.
"""

from __future__ import annotations

ROLES: tuple[str, ...] = (
    "code_review",
    "code",
    "develop",
    "sprint_plan",
    "pseudocode",
    "sprint_review",
    "director",
    "architect",
    "orchestrator",
    "test",
    "build",
    "platform",
    "spec",
    "scout",
)
"""Ids of the weighted roles. Any other id in an export is reported and ignored."""

SUPERVISION = "supervision"
"""The health-check poller: its events and usage belong to no figure of the run."""

ALWAYS_DELIVERS = "orchestrator"
"""The role whose deliverables term is available whatever the manifest names."""


def is_role(name: str) -> bool:
    """Say whether ``name`` is one of the fourteen."""
    return name in _KNOWN


_KNOWN = frozenset(ROLES)
