"""Readiness: what blocks publishing or releasing something, and what would clear it.

A check looks at one thing and says what it saw and what it asks for. A *blocker* that is not met stops; an
*advisory* that is not met is told and does not stop. Checks that are met may be listed too, where a reader
wants to see that they were made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from site_builder.records.run import Evidence

Severity = Literal["blocker", "advisory"]


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that was looked at."""

    code: str
    """Stable machine name of what is asked for, words with dashes."""
    severity: Severity
    """What it does when it is not met."""
    subject: str
    """What was looked at, by the names that readers know; empty for the whole."""
    title: str
    """The finding in one clause, without the subject."""
    observed: str
    """What was seen."""
    required: str
    """What is asked for."""
    remedy: str = ""
    """What would clear it, in one sentence."""
    met: bool = False
    evidence: tuple[Evidence, ...] = ()
    """Where a reader can see it."""

    @property
    def sentence(self) -> str:
        """Subject, finding and what was seen, in one line."""
        front = f"{self.subject}: " if self.subject else ""
        return f"{front}{self.title}{f' ({self.observed})' if self.observed else ''}"


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """All checks of one claim or release."""

    scope: str
    """What the checks are about: a suite, a comparison without one, a release."""
    checks: tuple[Check, ...]
    """In the order in which they were made; none twice."""

    @property
    def ready(self) -> bool:
        """Whether no blocker stands."""
        return not self.blockers

    @property
    def blockers(self) -> tuple[Check, ...]:
        """The blockers that are not met."""
        return tuple(check for check in self.checks if check.severity == "blocker" and not check.met)

    @property
    def advisories(self) -> tuple[Check, ...]:
        """The advisories that are not met."""
        return tuple(check for check in self.checks if check.severity == "advisory" and not check.met)

    @property
    def against(self) -> tuple[str, ...]:
        """What the blockers find, each kind once, in order."""
        return tuple(dict.fromkeys(check.title for check in self.blockers))

    def codes(self, severity: Severity) -> tuple[str, ...]:
        """Return the codes of the unmet checks of a severity, each once, in order."""
        unmet = (check.code for check in self.checks if check.severity == severity and not check.met)
        return tuple(dict.fromkeys(unmet))

    def by_code(self) -> dict[str, tuple[Check, ...]]:
        """Return the unmet checks grouped by code, blockers first."""
        grouped: dict[str, list[Check]] = {}
        for check in (*self.blockers, *self.advisories):
            grouped.setdefault(check.code, []).append(check)
        return {code: tuple(checks) for code, checks in grouped.items()}


def readiness(scope: str, checks: Iterable[Check]) -> Readiness:
    """Collect checks, keeping the first of those that say the same of the same."""
    kept: dict[tuple[str, str, str, str], Check] = {}
    for check in checks:
        kept.setdefault((check.severity, check.code, check.subject, check.observed), check)
    return Readiness(scope=scope, checks=tuple(kept.values()))
