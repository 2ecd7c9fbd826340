"""Render, check and write every page, on all processors when there are many.

A page is rendered, looked at and written where the work happens; what comes back is small. Rendering one page
does not depend on any other, so the bytes are the same however the work is spread.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Protocol

import msgspec
from jinja2 import TemplateError, TemplateSyntaxError

from site_builder.errors import CannotBuild, Problem
from site_builder.output.check import Link, anchors_in, check_links, check_page, check_style, over_budget
from site_builder.output.files import OutputFile
from site_builder.output.write import Output, put, unwritable
from site_builder.pages.page import Page

SERIAL_BELOW = 60
"""Fewer pages than this are rendered in this process; starting others would take longer."""
PAGES_A_TASK = 25


class Renders(Protocol):
    """What turns a page into its files (``output.render.Renderer``)."""

    def render(self, page: Page) -> tuple[OutputFile, ...]:
        """Return the HTML first, then the data beside it."""


class PageNote(msgspec.Struct, frozen=True):
    """What is remembered of a written page."""

    key: str
    """Digest of everything the page depends on, or empty when it is always rendered."""
    files: dict[str, str]
    """Path → SHA-256."""
    links: tuple[Link, ...]
    numbers: int


class Published(msgspec.Struct, frozen=True):
    """What came of all pages."""

    notes: dict[str, PageNote]
    """By the page's HTML file."""
    rendered: int
    warnings: tuple[Problem, ...]


class Written(msgspec.Struct, frozen=True):
    """What came of one page, as it travels between processes."""

    page: str
    files: dict[str, str]
    links: tuple[Link, ...]
    numbers: int
    faults: tuple[Problem, ...]
    warning: Problem | None


def publish(
    renderer: Renders,
    pages: Sequence[Page],
    others: Iterable[OutputFile],
    output: Output,
    *,
    keys: Mapping[str, str],
    previous: Mapping[str, PageNote],
    jobs: int,
) -> Published:
    """Write all pages and the ``others`` (assets, data) into ``output``, and check the whole.

    A page whose key in ``keys`` is that of ``previous`` is taken over from the site in place. Raises
    ``CannotBuild`` with everything the checks found; ``output`` is then not fit to be put in place.
    """
    faults: list[Problem] = []
    for file in others:
        output.write(file.path, file.content)
        if file.path.endswith(".css"):
            faults += check_style(file.path, file.content)
    notes: dict[str, PageNote] = {}
    to_render: list[Page] = []
    for page in pages:
        output.claim(page.file)
        note = previous.get(page.file)
        if note is not None and note.key and note.key == keys.get(page.file):
            notes[page.file] = note
            output.keep(note.files)
        else:
            to_render.append(page)
    warnings: list[Problem] = []
    try:
        for written in _render_all(renderer, to_render, output.place, jobs):
            output.settle(written.files)
            key = keys.get(written.page, "")
            notes[written.page] = PageNote(key, written.files, written.links, written.numbers)
            faults += written.faults
            warnings += [written.warning] if written.warning else []
    except OSError as error:
        raise CannotBuild(unwritable(output.shown, error)) from error
    if not any(fault.code == "template.error" for fault in faults):
        faults += _dead_links(notes, output)
    if faults:
        raise CannotBuild(*sorted(set(faults)))
    return Published(notes, len(to_render), tuple(sorted(warnings)))


def _render_all(renderer: Renders, pages: list[Page], place: Path, jobs: int) -> Iterator[Written]:
    if jobs < 2 or len(pages) < SERIAL_BELOW:
        yield from (_write_page(renderer, page, place) for page in pages)
        return
    tasks = [list(range(start, len(pages), _stride(pages))) for start in range(_stride(pages))]
    with _pool(renderer, pages, place, min(jobs, len(tasks))) as pool:
        for result in pool.map(_work, tasks):
            yield from result


def _stride(pages: list[Page]) -> int:
    """Return the number of tasks; task n takes every so-manieth page, so that large pages spread."""
    return max(1, -(-len(pages) // PAGES_A_TASK))


_shared: list[tuple[Renders, list[Page], Path]] = []
"""What the processes of a pool share by being forked; empty in this one."""


def _pool(renderer: Renders, pages: list[Page], place: Path, jobs: int) -> Executor:
    context = multiprocessing.get_context("fork")
    return ProcessPoolExecutor(
        jobs, context, initializer=_shared.append, initargs=((renderer, pages, place),)
    )


def _work(indices: list[int]) -> list[Written]:
    renderer, pages, place = _shared[0]
    return [_write_page(renderer, pages[index], place) for index in indices]


def _write_page(renderer: Renders, page: Page, place: Path) -> Written:
    try:
        files = renderer.render(page)
    except TemplateError as error:
        return Written(page.file, {}, (), 0, (template_fault(error),), None)
    html, data = files[0], files[1].content if len(files) > 1 else None
    checked = check_page(html.path, html.content, data)
    for file in files:
        put(place, file.path, file.content)
    return Written(
        page=page.file,
        files={file.path: hashlib.sha256(file.content).hexdigest() for file in files},
        links=checked.links,
        numbers=checked.numbers,
        faults=checked.faults,
        warning=over_budget(html.path, html.content),
    )


def template_fault(error: TemplateError) -> Problem:
    """Return the problem of a template that cannot be compiled or rendered, with its place."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, TemplateSyntaxError):
        places.append((error.filename or error.name or "", error.lineno))
    name, line = next((p for p in reversed(places) if p[0].endswith(".html")), ("", None))
    return Problem(
        file=f"templates/{Path(name).name}" if name else "templates",
        pointer=f"line {line}" if line else "",
        code="template.error",
        message=f"The template cannot be used: {error.message or type(error).__name__}.",
        advice="Correct it there, or delete your copy of it to have the one that ships with the program.",
    )


def _dead_links(notes: Mapping[str, PageNote], output: Output) -> Iterator[Problem]:
    targets = {target for note in notes.values() for target, fragment in note.links if fragment}
    anchors = {
        target: anchors_in((output.place / target).read_bytes())
        for target in sorted(targets)
        if target in output.digests and target.endswith(".html")
    }
    yield from check_links({page: note.links for page, note in notes.items()}, output.digests, anchors)
