"""Make, check and write every part of a site, on all processors when there are many.

A part is a page with its data; that of a board has the board's data files, too. It is made, looked at and
written where the work happens; what comes back is small. Making one does not depend on any other, so the
bytes are the same however the work is spread. A part whose key is that of the build before is taken over from
the site in place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from site_builder.errors import CannotBuild, Problem
from site_builder.output import certify
from site_builder.output.certify import Certifier
from site_builder.output.check import Link, anchors_among, check_links, check_page, check_style, over_budget
from site_builder.output.files import OutputFile, indented_json
from site_builder.output.part_notes import PartNote
from site_builder.output.template_faults import template_fault
from site_builder.output.write import Output, put, unwritable
from site_builder.sources.processes import map_shared

SERIAL_BELOW = 8
"""Fewer parts than this are made in this process: starting others takes as long as two of them."""
TASKS_A_PROCESS = 16
"""How often a process comes back for more, so that none waits long for the last one to end."""
MOST_PARTS_A_TASK = 8


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


class Published(msgspec.Struct, frozen=True):
    """The outcome of publishing all parts."""

    notes: dict[str, PartNote]
    """By the part's name."""
    made: int
    """How many parts were made now; the others were kept."""
    warnings: tuple[Problem, ...]


class WrittenPart(msgspec.Struct, frozen=True):
    """The outcome of one part, as it is sent between processes."""

    name: str
    files: dict[str, str] = {}
    links: tuple[Link, ...] = ()
    faults: tuple[Problem, ...] = ()
    warning: Problem | None = None
    counts: dict[str, int] = {}
    matched: dict[str, int] = {}
    brief: bytes = b""
    """What other pages are checked against of this one; see ``Certifier.brief``."""
    has_site_figures: bool = False
    """Whether the page has a place for the figures of the whole site."""


class Batch(NamedTuple):
    """The parts to make, and what that takes; shared by the processes that do it."""

    parts: list[Part]
    place: Path
    """The folder that is written."""
    certifier: Certifier


def publish(
    parts: Iterable[Part],
    others: Iterable[OutputFile],
    output: Output,
    *,
    certifier: Certifier,
    previous: Mapping[str, PartNote],
    jobs: int,
) -> Published:
    """Write all parts and the ``others`` into ``output``, and check the whole.

    ``previous`` holds the notes of the site in place, when that is as it was written. Raises ``CannotBuild``
    with everything the checks found; ``output`` is then not fit to be put in place.
    """
    faults: list[Problem] = []
    for file in others:
        output.write(file.path, file.content)
        if file.path.endswith(".css"):
            faults += check_style(file.path, file.content)
    all_parts = tuple(parts)
    notes = _keep(all_parts, previous, output)
    to_make = [part for part in all_parts if part.name not in notes]
    warnings: list[Problem] = []
    keys = {part.name: part.key for part in to_make}
    with_site_figures: list[str] = []
    try:
        for written in _make_all(Batch(to_make, output.place, certifier), jobs):
            output.settle(written.files)
            faults += written.faults
            if written.warning is not None:  # made again next time, so that the warning is not forgotten
                warnings.append(written.warning)
            with_site_figures += [written.name] if written.has_site_figures else []
            key = "" if written.warning or written.has_site_figures else keys[written.name]
            notes[written.name] = PartNote(key, written.files, written.links, written.counts, written.matched)
            certifier.briefs[written.name] = written.brief
        _certify_site(notes, with_site_figures, output)
    except OSError as error:
        raise CannotBuild(unwritable(output.shown, error)) from error
    if not any(fault.code == "template.error" for fault in faults):
        for part in _gather(all_parts, keys, notes, output):
            faults += _board_faults(part, certifier, output)
        faults += certifier.differences(keys, notes, output.place)
        faults += _dead_links(notes, keys, previous, output)
    if faults:
        raise CannotBuild(*sorted(set(faults)))
    return Published(notes, len(to_make), tuple(sorted(warnings)))


def _keep(parts: Iterable[Part], previous: Mapping[str, PartNote], output: Output) -> dict[str, PartNote]:
    """Keep the parts whose key is that of the site in place, without what they gather; return their notes."""
    notes: dict[str, PartNote] = {}
    for part in parts:
        note = previous.get(part.name)
        if note is not None and part.key and note.key == part.key:
            notes[part.name] = note
            output.keep({path: sha for path, sha in note.files.items() if path not in part.gathers})
    return notes


def _gather(
    parts: Iterable[Part], made: Collection[str], notes: Mapping[str, PartNote], output: Output
) -> Iterator[Part]:
    """Write what parts gather, or keep it where nothing that it is gathered from was made now.

    Yields the parts that gathered something new.
    """
    anew = {path for name in made for path in notes[name].files}
    for part in parts:
        note = notes[part.name]
        for path, sources in part.gathers.items():
            if part.name in made or any(source in anew for source in sources):
                lines = [(output.place / source).read_bytes() + b"\n" for source in sources]
                output.write(path, b"".join(lines))
                note.files[path] = output.digests[path]
                yield part
            else:
                output.keep({path: note.files[path]})


def _board_faults(part: Part, certifier: Certifier, output: Output) -> Iterator[Problem]:
    """Yield where a board and the pages of its runs disagree."""
    board = next(f"{path.rpartition('/')[0]}/board.json" for path in part.gathers)
    pages = [source.removesuffix("json") + "html" for sources in part.gathers.values() for source in sources]
    file = OutputFile(board, (output.place / board).read_bytes())
    yield from certifier.order(file, [certifier.brief_of(page, output.place) for page in pages])


def _certify_site(notes: dict[str, PartNote], with_site_figures: Iterable[str], output: Output) -> None:
    """Write the verifier and its report, and fill in the figures of the whole site where pages have them."""
    pages = ((name, notes[name].counts, notes[name].matched) for name in sorted(notes))
    report = certify.report(pages)
    for name in with_site_figures:
        page = (output.place / name).read_bytes()
        output.rewrite(name, certify.filled_for_site(page, report))
        notes[name].files[name] = output.digests[name]
    script = certify.script()
    output.write(script.path, script.content)
    output.write(certify.REPORT, indented_json(report))


def _make_all(batch: Batch, jobs: int) -> Iterator[WrittenPart]:
    count = len(batch.parts)
    if jobs < 2 or count < SERIAL_BELOW:
        yield from (_write_part(batch, part) for part in batch.parts)
        return
    parts_a_task = min(MOST_PARTS_A_TASK, -(-count // (jobs * TASKS_A_PROCESS)))
    stride = -(-count // parts_a_task)
    tasks = [range(start, count, stride) for start in range(stride)]
    yield from chain.from_iterable(map_shared(_make_some, batch, tasks, min(jobs, stride)))


def _make_some(batch: Batch, indices: range) -> list[WrittenPart]:
    return [_write_part(batch, batch.parts[index]) for index in indices]


def _write_part(batch: Batch, part: Part) -> WrittenPart:
    """Make, check and write one of the parts."""
    try:
        files = tuple(part.make())
    except Exception as error:  # a project's own template may raise anything
        fault = template_fault(error)
        if fault is None:
            raise
        return WrittenPart(part.name, faults=(fault,))
    html, data = files[0], files[1].content if len(files) > 1 else None
    payload = msgspec.json.decode(data) if data is not None else None
    checked = check_page(html.path, html.content, payload, batch.certifier.graphs)
    page = OutputFile(html.path, certify.filled(html.content, checked.counts))
    return WrittenPart(
        part.name,
        _put_all((page, *files[1:]), batch.place),
        checked.links,
        (*checked.faults, *batch.certifier.board(files[2:])),
        over_budget(html.path, html.content),
        checked.counts,
        checked.matched,
        batch.certifier.brief(payload),
        has_site_figures=certify.OF_SITE in page.content,
    )


def _put_all(files: Iterable[OutputFile], place: Path) -> dict[str, str]:
    """Write some files and return their digests by path."""
    digests = {}
    for file in files:
        put(place, file.path, file.content)
        digests[file.path] = hashlib.sha256(file.content).hexdigest()
    return digests


def _dead_links(
    notes: Mapping[str, PartNote], made: Collection[str], previous: Mapping[str, PartNote], output: Output
) -> Iterator[Problem]:
    """Yield the links that lead nowhere; one that a page had before, to a page that is kept, is known."""
    kept = notes.keys() - set(made)
    links: dict[str, list[Link]] = {}
    for name, note in notes.items():
        known = set(previous[name].links) if name in previous else set()
        links[name] = [link for link in note.links if link[0] not in kept or link not in known]
    wanted: dict[str, set[str]] = {}
    for target, fragment in chain.from_iterable(links.values()):
        if fragment:
            wanted.setdefault(target, set()).add(fragment)
    anchors = {
        target: anchors_among(wanted[target], (output.place / target).read_bytes())
        for target in sorted(wanted)
        if target in output.digests and target.endswith(".html")
    }
    yield from check_links(links, output.digests, anchors)
