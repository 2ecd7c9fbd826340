"""What a build says of addresses that the site in place has and the new one has not (R65).

The new site does not depend on the old one: what is said here goes to the terminal, never onto a page. What
was lost is kept in the store and said again until a page, or an entry of ``redirects``, is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from site_builder.errors import Problem
from site_builder.output.write import Output
from site_builder.pages.redirects import lost_addresses
from site_builder.sources.manifest import read_manifest
from site_builder.sources.store import Store

NAMED = 12
"""Lost addresses that get a warning each; more are gathered into one."""
LISTED = 200
"""Lines of `redirects` that one warning spells out."""


def broken_addresses(output: Output, store: Store) -> tuple[Problem, ...]:
    """Return a warning for every address that worked and will not; asked before the new site is in place."""
    before = {*read_manifest(output.folder), *_remembered(output.folder, store)}
    lost = tuple(lost_addresses(before, output.digests))
    store.remember_receipt(_key(output.folder), msgspec.msgpack.encode([_file(path) for path in lost]))
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
        file="site.yaml",
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


def _remembered(folder: Path, store: Store) -> Iterable[str]:
    record = store.receipt(_key(folder))
    try:
        return msgspec.msgpack.decode(record, type=list[str]) if record is not None else ()
    except msgspec.MsgspecError:
        return ()


def _key(folder: Path) -> str:
    return f"{folder}#lost"


def _file(path: str) -> str:
    return f"{path}index.html" if path.endswith("/") else path
