"""Names for reviewers that do not lead back to their ids.

Ids are short and guessable, so any digest of an id alone gives way to a list of likely ids. Without a secret
of the site, pseudonyms are therefore numbers in the order in which reviewers first appear in a run: they say
nothing of the id, and mean the same person only within one run. With a secret they are made with HMAC and
mean the same person in every run of the site; whoever has the secret can find the ids, nobody else can. See
``docs/decisions/0043-reviewers-are-numbered-unless-the-site-has-a-secret.md``.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable

from site_builder.studies.blueprint.words import readable

SHORTEST_SECRET = 16
"""Bytes; a shorter one could be found by trying."""
_LETTERS = 8
"""Characters of a keyed pseudonym, five bits each: two of 1,000 reviewers share one in 2 million sites."""


def numbered(reviewer_ids: Iterable[str]) -> dict[str, str]:
    """Return id → ``Reviewer 1`` …, in the order in which ids first appear."""
    return {
        reviewer_id: f"Reviewer {number}" for number, reviewer_id in enumerate(dict.fromkeys(reviewer_ids), 1)
    }


def keyed(reviewer_ids: Iterable[str], secret: bytes) -> dict[str, str]:
    """Return id → ``Reviewer K7QF2M9A`` …, the same for an id wherever the secret is the same.

    Raises ``ValueError`` for a secret of fewer than 16 bytes.
    """
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"the secret has {len(secret)} bytes, at least {SHORTEST_SECRET} are needed")
    return {
        reviewer_id: f"Reviewer {_code(reviewer_id, secret)}" for reviewer_id in dict.fromkeys(reviewer_ids)
    }


def recorded(reviewer_ids: Iterable[str]) -> dict[str, str]:
    """Return every id as it is, for a site that says so."""
    return {reviewer_id: readable(reviewer_id) for reviewer_id in reviewer_ids}


def _code(reviewer_id: str, secret: bytes) -> str:
    text = reviewer_id.encode("utf-8", "surrogatepass")
    digest = hmac.new(secret, text, hashlib.sha256).digest()
    return base64.b32encode(digest).decode("ascii")[:_LETTERS]
