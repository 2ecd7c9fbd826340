"""Find what must not be published in a text: keys and tokens, e-mail addresses, home folders, given names.

A text with a finding is withheld as a whole and reported; the finding itself is never repeated, neither on a
page nor in a message. The patterns ask for the fixed beginnings that issuers give their tokens, so that prose
about tokens passes. Every pattern takes time proportional to the text: starts are anchored, repeats of
overlapping parts are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

import msgspec

from site_builder.errors import Problem

PLACEHOLDERS = frozenset(
    {"example", "me", "name", "someone", "user", "username", "you", "your-name", "yourname"}
)
"""Names of home folders that stand for anybody's."""

RESERVED_DOMAINS = ("example", "example.com", "example.net", "example.org", "invalid", "localhost", "test")
"""Domains of which nobody has an address (RFC 2606)."""

MOST_FINDINGS = 20
"""One is enough to withhold a text; more of them help whoever corrects it."""

SHORTEST_NAME = 3
"""Names with fewer characters are not looked for: they are words of every text."""


class Finding(msgspec.Struct, frozen=True):
    """Something that must not be published, without the thing itself."""

    kind: str
    """In words: ``e-mail address``."""
    line: int
    """Line of the text, from 1."""


class _Pattern(msgspec.Struct, frozen=True):
    kind: str
    hints: tuple[str, ...]
    """Lower case; a text that holds none of them is not searched."""
    expression: re.Pattern[str]
    lowered: bool
    """Whether it is searched for in the text in lower case, which is faster than ignoring case."""


def _pattern(kind: str, hints: str, expression: str, *, lowered: bool = False) -> _Pattern:
    return _Pattern(kind, tuple(hints.split()), re.compile(expression), lowered)


_START = r"(?<![A-Za-z0-9])"

PATTERNS: tuple[_Pattern, ...] = (
    _pattern("private key", "private", r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY"),
    _pattern("AWS access key", "akia asia", _START + r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])"),
    _pattern("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", _START + r"gh[pousr]_[A-Za-z0-9]{30,255}"),
    _pattern("GitHub token", "github_pat_", _START + r"github_pat_[A-Za-z0-9_]{22,255}"),
    _pattern("GitLab token", "glpat-", _START + r"glpat-[A-Za-z0-9_-]{20,255}"),
    _pattern("Slack token", "xox", _START + r"xox[abeoprs]-[A-Za-z0-9-]{10,255}"),
    _pattern("Google API key", "aiza", _START + r"AIza[A-Za-z0-9_-]{35}"),
    _pattern("model provider key", "sk-", _START + r"sk-[A-Za-z0-9_-]{20,255}"),
    _pattern("payment provider key", "k_live_ k_test_", _START + r"[rps]k_(?:live|test)_[A-Za-z0-9]{16,255}"),
    _pattern("package registry token", "npm_", _START + r"npm_[A-Za-z0-9]{36}"),
    _pattern("package registry token", "pypi-", _START + r"pypi-[A-Za-z0-9_-]{50,255}"),
    _pattern("model hub token", "hf_", _START + r"hf_[A-Za-z0-9]{30,255}"),
    _pattern(
        "JSON web token",
        "eyj",
        r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,4096}",
    ),
    _pattern("bearer token", "bearer", r"\bbearer[ \t]{1,8}[a-z0-9._~+/-]{24,4096}", lowered=True),
    _pattern("password in an address", "://", r"://[^\s/:@]{1,256}:[^\s/:@]{1,256}@"),
    _pattern(
        "key or password",
        "key secret token passw",
        r"(?:api[_-]?key|secret(?:[_-]?key)?|access[_-]?key|auth[_-]?token|access[_-]?token|passwo?r?d)"
        r"[\"']?[ \t]{0,8}[:=][ \t]{0,8}[\"']?(?=[a-z0-9+/_.-]{0,64}[0-9])"
        r"(?=[a-z0-9+/_.-]{0,64}[a-z])[a-z0-9+/_.-]{12,4096}",
        lowered=True,
    ),
)

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24})"
)
_HOME = re.compile(
    r"(?:/home/|/Users/|\b[A-Za-z]:(?:\\{1,2}|/)Users(?:\\{1,2}|/))([A-Za-z0-9][A-Za-z0-9._-]{0,63})"
)


def scan(text: str, names: Iterable[str] = ()) -> tuple[Finding, ...]:
    """Return what must not be published in ``text``, in order of kinds; empty for a text that may be.

    ``names`` are words that must not appear either, such as the ids of reviewers.
    """
    lowered = text.lower()
    found = islice(_found(text, lowered, names), MOST_FINDINGS)
    return tuple(Finding(kind, lowered.count("\n", 0, start) + 1) for kind, start in found)


def kinds(findings: Iterable[Finding]) -> str:
    """Return in words what was found, each kind once: ``e-mail address, home folder``; empty for nothing."""
    return ", ".join(dict.fromkeys(finding.kind for finding in findings))


def secret_problem(
    findings: tuple[Finding, ...], file: str, what: str, *, pointer: str = "", run: str = ""
) -> Problem:
    """Return the problem that says that a text is withheld; ``what`` names the text for the reader."""
    line = findings[0].line
    return Problem(
        file=file,
        pointer=pointer or f"line {line}",
        code="text.secret",
        message=f"{what} is not published: it holds what looks like {kinds(findings)} (line {line}).",
        advice="Remove it from the export, and revoke it where it is a key; the text is then published.",
        run=run,
    )


def _found(text: str, lowered: str, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    for pattern in _hinted(lowered):
        searched = lowered if pattern.lowered else text
        yield from ((pattern.kind, match.start()) for match in pattern.expression.finditer(searched))
    if "@" in text:
        mails = (match for match in _EMAIL.finditer(text) if not _reserved(match[1].lower()))
        yield from (("e-mail address", match.start()) for match in mails)
    if "/home/" in lowered or "users" in lowered:
        homes = (match for match in _HOME.finditer(text) if match[1].lower().rstrip(".") not in PLACEHOLDERS)
        yield from (("home folder", match.start()) for match in homes)
    for name in (name.lower() for name in names if len(name) >= SHORTEST_NAME):
        if name in lowered:
            yield from (("name of a person", match.start()) for match in _word(name).finditer(lowered))


def _hinted(lowered: str) -> Iterator[_Pattern]:
    """Yield the patterns of which a hint stands in the text."""
    for pattern in PATTERNS:
        for hint in pattern.hints:
            if hint in lowered:
                yield pattern
                break


def _reserved(domain: str) -> bool:
    return any(domain == reserved or domain.endswith(f".{reserved}") for reserved in RESERVED_DOMAINS)


@lru_cache(maxsize=256)
def _word(name: str) -> re.Pattern[str]:
    """Return an expression that finds a name as a whole word."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
