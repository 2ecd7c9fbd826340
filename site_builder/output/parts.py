"""Make, look at and write one part of a site, wherever the work happens; what comes back is small.

A part is a page with its data; that of a board has the board's data files, too. Making one does not depend on
any other. What a board gathers from the pages of its runs is written once those are there, and then the board
is held against them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from site_builder.errors import Problem
from site_builder.output import certify
from site_builder.output.board_memory import BoardMemory
from site_builder.output.certify import Certifier
from site_builder.output.check import Link, check_page, over_budget
from site_builder.output.files import OutputFile
from site_builder.output.template_faults import template_fault
from site_builder.output.write import put


class Part(NamedTuple):
    """One thing to make."""

    name: str
    """Its HTML file."""
    key: str
    """Digest of everything it depends on, or empty when it is always made."""
    make: Callable[[], Iterable[OutputFile]]
    """Gives its files: the HTML first, then the data beside it, then what else belongs to it."""
    gathers: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Further file → the files of other parts that it repeats, a line each."""
    board: str = ""
    """Id of the board whose data files it has."""
    memory: BoardMemory | None = None
    """What is known of that board from before."""

    @property
    def metrics(self) -> str:
        """The file of that board whose lines are remembered."""
        return f"data/{self.board}/metrics.csv"


class WrittenPart(msgspec.Struct, frozen=True):
    """The outcome of one part, as it is sent between processes."""

    name: str
    files: dict[str, str] = {}
    """Path → SHA-256."""
    links: tuple[Link, ...] = ()
    faults: tuple[Problem, ...] = ()
    warning: Problem | None = None
    counts: dict[str, int] = {}
    matched: dict[str, int] = {}
    brief: bytes = b""
    """See ``certify.brief_of``."""
    memory: bytes = b""
    """Of a board: what is to be kept of it for the next build."""
    has_site_figures: bool = False
    """Whether the page has a place for the figures of the whole site."""


class Closing(NamedTuple):
    """What is left to do of one board once all parts are written."""

    part: int
    """Number of the part that has its data files."""
    gathers: bool
    """Whether what it gathers is written anew."""
    under_two: tuple[str, ...]
    """Pages on the board under two versions of a rubric that were made now."""


class Closed(msgspec.Struct, frozen=True):
    """The outcome of closing a board."""

    files: dict[str, str]
    """Path → SHA-256."""
    faults: tuple[Problem, ...]


class Site(NamedTuple):
    """What the processes share that make a site."""

    parts: tuple[Part, ...]
    place: Path
    """The folder that is written."""
    certifier: Certifier


def write_parts(site: Site, numbers: Iterable[int]) -> list[WrittenPart]:
    """Make, check and write some of the parts."""
    return [_write_part(site, site.parts[number]) for number in numbers]


def _write_part(site: Site, part: Part) -> WrittenPart:
    try:
        files = tuple(part.make())
    except Exception as error:  # a project's own template may raise anything
        fault = template_fault(error)
        if fault is None:
            raise
        return WrittenPart(part.name, faults=(fault,))
    html, data = files[0], files[1].content if len(files) > 1 else None
    payload = msgspec.json.decode(data) if data is not None else None
    checked = check_page(html.path, html.content, payload, site.certifier.graphs)
    page = OutputFile(html.path, certify.filled(html.content, checked.counts))
    digests = _put_all((page, *files[1:]), site.place)
    return WrittenPart(
        part.name,
        digests,
        checked.links,
        (*checked.faults, *site.certifier.board(files[2:])),
        over_budget(html.path, html.content),
        checked.counts,
        checked.matched,
        certify.brief_of(payload),
        part.memory.packed(digests[part.metrics]) if part.memory is not None else b"",
        has_site_figures=certify.OF_SITE in page.content,
    )


def close_board(site: Site, closing: Closing) -> Closed:
    """Write what a board gathers, and hold it and the pages on it against the pages of its runs."""
    files: dict[str, str] = {}
    faults: list[Problem] = []
    part = site.parts[closing.part]
    data = f"data/{part.board}/board.json"
    board = None
    for path, sources in part.gathers.items() if closing.gathers else ():
        records = [(site.place / source).read_bytes() for source in sources]
        files |= _put_all([OutputFile(path, b"\n".join([*records, b""]))], site.place)
        board = site.certifier.ordered((site.place / data).read_bytes(), records)
        faults += site.certifier.order(data, board)
    if closing.gathers and not part.gathers:  # it has the records itself, and was held against them
        records = (site.place / f"data/{part.board}/runs.jsonl").read_bytes().splitlines()
        board = site.certifier.ordered((site.place / data).read_bytes(), records)
    for page in closing.under_two:
        faults += site.certifier.difference(page, site.place, board)
    return Closed(files, tuple(faults))


def _put_all(files: Iterable[OutputFile], place: Path) -> dict[str, str]:
    """Write some files and return their digests by path."""
    digests = {}
    for file in files:
        put(place, file.path, file.content)
        digests[file.path] = hashlib.sha256(file.content).hexdigest()
    return digests
