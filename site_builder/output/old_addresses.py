"""Addresses that the site in place has and the new one lacks, and what a build says of them (R65).

The new site does not depend on the old one: what is said here goes to the terminal, never onto a page. What
was lost is kept in the store and said again until a page, or an entry of ``redirects``, is there.

What counts is what was published: what a build by hand put in place, of a site that is to be published. What
``serve`` builds on the way is seen by nobody else, and a demonstration without an address is what somebody
begins with: such builds remember no address, and keep in mind which ones were published before.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from site_builder.errors import Problem
from site_builder.output.write import Output
from site_builder.pages.addresses import file_of
from site_builder.pages.redirects import lost_addresses
from site_builder.records.site import SITE_FILE
from site_builder.sources.manifest import published_key, read_manifest, trial_key
from site_builder.sources.store import Store

NAMED = 12
"""Lost addresses that get a warning each; more are gathered into one."""
LISTED = 200
"""Lines of `redirects` that one warning spells out."""


def broken_addresses(
    output: Output, store: Store, *, publishing: bool = True, on_trial: bool = False
) -> tuple[Problem, ...]:
    """Return a warning for every address that worked and will not; asked before the new site is in place.

    ``publishing`` says whether the addresses of the site have to last, ``on_trial`` that ``serve`` builds it.
    """
    published = _remembered(published_key(output.folder), store)
    if published is None:  # the site in place is a published one
        published = [path for path in read_manifest(output.folder) if path.endswith(".html")]
    lost = tuple(
        lost_addresses([*published, *(_remembered(_key(output.folder), store) or ())], output.digests)
    )
    store.remember_receipt(trial_key(output.folder), b"" if on_trial else None)
    if publishing and not on_trial:
        store.remember_receipt(_key(output.folder), msgspec.msgpack.encode([file_of(path) for path in lost]))
        store.remember_receipt(published_key(output.folder), None)
    else:
        store.remember_receipt(published_key(output.folder), msgspec.msgpack.encode(published))
    return tuple(_warnings(lost))


def _warnings(lost: tuple[str, ...]) -> Iterator[Problem]:
    if len(lost) <= NAMED:
        for path in lost:
            yield _warning(f"The address {path} worked and leads nowhere now.", (path,))
        return
    fronts: dict[str, int] = {}
    for path in lost:
        front = path.partition("/")[0]
        fronts[front] = fronts.get(front, 0) + 1
    listed = ", ".join(f"{front}/ ({count})" for front, count in sorted(fronts.items()))
    yield _warning(f"{len(lost)} addresses worked and lead nowhere now: {listed}.", lost)


def _warning(message: str, paths: tuple[str, ...]) -> Problem:
    lines = "; ".join(f"{_quoted(path)}: null" for path in paths[:LISTED])
    more = f"; and {len(paths) - LISTED} more" if len(paths) > LISTED else ""
    return Problem(
        file=SITE_FILE,
        pointer="/redirects",
        code="page.address-lost",
        message=message,
        advice=f"Under `redirects:` write {lines}{more} (null: gone on purpose; else the new address).",
        severity="warning",
    )


def _quoted(path: str) -> str:
    """Return an address as a key of YAML."""
    plain = all(c.isascii() and (c.isalnum() or c in "/._-") for c in path)
    return path if plain and path[:1].isalpha() else msgspec.json.encode(path).decode()


def _remembered(key: str, store: Store) -> list[str] | None:
    record = store.receipt(key)
    try:
        return msgspec.msgpack.decode(record, type=list[str]) if record is not None else None
    except msgspec.MsgspecError:
        return None


def _key(folder: Path) -> str:
    return f"{folder}#lost"
