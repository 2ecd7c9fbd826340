"""Make, check and write a site from its parts, on all processors when there are many.

A part whose key is that of the build before is taken over from the site in place, while the others are made.
The bytes are the same however the work is spread.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future
from itertools import chain

import msgspec

from site_builder.errors import CannotBuild, Problem
from site_builder.output import certify
from site_builder.output.certify import UNDER_TWO, Certifier
from site_builder.output.check import Link, anchors_among, check_links, check_style
from site_builder.output.files import OutputFile, indented_json
from site_builder.output.part_notes import Keeping, PartNote
from site_builder.output.parts import Closed, Closing, Part, Site, WrittenPart, close_board, write_parts
from site_builder.output.write import Output, unwritable
from site_builder.sources.processes import SharedPool, fork_pool, in_this_process

SERIAL_BELOW = 8
"""Fewer parts than this are made in this process: starting others takes as long as two of them."""
TASKS_A_PROCESS = 16
"""How often a process comes back for more, so that none waits long for the last one to end."""
MOST_PARTS_A_TASK = 8


class Published(msgspec.Struct, frozen=True):
    """The outcome of publishing all parts."""

    notes: dict[str, PartNote]
    """By the part's name."""
    made: int
    """How many parts were made now; the others were kept."""
    warnings: tuple[Problem, ...]


def publish(
    parts: Iterable[Part],
    others: Iterable[OutputFile],
    output: Output,
    *,
    certifier: Certifier,
    previous: Mapping[str, PartNote],
    keeping: Keeping,
    jobs: int,
) -> Published:
    """Write all parts and the ``others`` into ``output``, and check the whole.

    ``previous`` holds the notes of the site in place, when that is as it was written, and ``keeping`` what
    else is kept of it. Raises ``CannotBuild`` with everything the checks found; ``output`` is then not fit to
    be put in place.
    """
    site = Site(tuple(parts), output.place, certifier)
    few = jobs < 2 or len(site.parts) < SERIAL_BELOW
    with SharedPool(site, jobs, in_this_process if few else fork_pool) as pool:
        try:
            return _Publishing(site, output, previous, keeping, pool).publish(others)
        except OSError as error:
            raise CannotBuild(unwritable(output.shown, error)) from error


class _Publishing:
    """A site that is being published: what is made of it now, and what is known of what was."""

    def __init__(
        self,
        site: Site,
        output: Output,
        previous: Mapping[str, PartNote],
        keeping: Keeping,
        pool: SharedPool[Site],
    ) -> None:
        self.site, self.output, self.previous, self.keeping = site, output, previous, keeping
        self.pool = pool
        self.keys: dict[str, str] = {}
        """Name of a part that is made now → its key."""
        self.notes: dict[str, PartNote] = {}
        self.faults: list[Problem] = []
        self.warnings: list[Problem] = []

    def publish(self, others: Iterable[OutputFile]) -> Published:
        being_made = self._begin()
        self._write(others)
        self._keep()
        with_site_figures = [
            written.name for written in self._written(being_made) if written.has_site_figures
        ]
        if not any(fault.code == "template.error" for fault in self.faults):
            closings = self._close_boards()
            self._certify_site(with_site_figures)
            self.faults += self._dead_links()
            self._settle(closings)
            self.faults += self._differing_pairs()
        if self.faults:
            raise CannotBuild(*sorted(set(self.faults)))
        self.keeping.forget(self.previous.keys() - self.notes.keys())
        return Published(self.notes, len(self.keys), tuple(sorted(self.warnings)))

    def _begin(self) -> list[Future[list[WrittenPart]]]:
        """Give the parts whose key is another one now to the processes, and note those that can be kept."""
        to_make: list[int] = []
        for number, part in enumerate(self.site.parts):
            note = self.previous.get(part.name)
            if note is not None and part.key and note.key == part.key:
                self.notes[part.name] = note
            else:
                self.keys[part.name] = part.key
                to_make.append(number)
                if part.memory is not None and note is not None:
                    part.memory.recall(self.keeping.of(part.name), self.output.folder / part.metrics)
        parts_a_task = min(MOST_PARTS_A_TASK, -(-len(to_make) // (self.pool.workers * TASKS_A_PROCESS)))
        stride = -(-len(to_make) // max(1, parts_a_task))
        return [self.pool.submit(write_parts, to_make[start::stride]) for start in range(stride)]

    def _write(self, others: Iterable[OutputFile]) -> None:
        for file in others:
            self.output.write(file.path, file.content)
            if file.path.endswith(".css"):
                self.faults += check_style(file.path, file.content)

    def _keep(self) -> None:
        """Take the files of parts that are kept over, without what they gather."""
        for part in self.site.parts:
            if part.name not in self.keys:
                files = self.notes[part.name].files
                self.output.keep({path: sha for path, sha in files.items() if path not in part.gathers})

    def _written(self, being_made: Iterable[Future[list[WrittenPart]]]) -> Iterator[WrittenPart]:
        """Note and yield what was made."""
        for written in chain.from_iterable(task.result() for task in being_made):
            self.output.settle(written.files)
            self.faults += written.faults
            key = self.keys[written.name]
            if written.warning is not None:  # made again next time, so that the warning is not forgotten
                self.warnings.append(written.warning)
                key = ""
            self.notes[written.name] = PartNote(
                "" if written.has_site_figures else key,
                written.files,
                written.links,
                written.counts,
                written.matched,
                written.brief,
            )
            if written.memory:
                self.keeping.keep(written.name, written.memory)
            yield written

    def _close_boards(self) -> dict[str, Future[Closed]]:
        """Begin what is left to do of boards of which something was made now; return it by the board's id.

        What a board gathers is kept where nothing that it is gathered from was made.
        """
        under_two: dict[str, list[str]] = {}
        for found in self._under_two(self.keys):
            under_two.setdefault(found[2], []).append(found[0])
        anew = {path for name in self.keys for path in self.notes[name].files}
        begun: dict[str, Future[Closed]] = {}
        for number, part in enumerate(self.site.parts):
            if not part.board:
                continue
            gathers = part.name in self.keys or any(not anew.isdisjoint(of) for of in part.gathers.values())
            if not gathers:
                files = self.notes[part.name].files
                self.output.keep({path: files[path] for path in part.gathers})
            pages = tuple(under_two.get(part.board, ()))
            if pages or (gathers and part.gathers):
                closing = Closing(number, gathers, pages)
                begun[part.name] = self.pool.submit(close_board, closing)
        return begun

    def _settle(self, closings: Mapping[str, Future[Closed]]) -> None:
        for name, closing in closings.items():
            closed = closing.result()
            self.output.settle(closed.files)
            self.notes[name].files.update(closed.files)
            self.faults += closed.faults

    def _certify_site(self, with_site_figures: Iterable[str]) -> None:
        """Write the report of the verifier, and fill in the figures of the site where pages have them."""
        output, notes = self.output, self.notes
        report = certify.report((name, notes[name].counts, notes[name].matched) for name in sorted(notes))
        for name in with_site_figures:
            page = (output.place / name).read_bytes()
            output.rewrite(name, certify.filled_for_site(page, report))
            notes[name].files[name] = output.digests[name]
        output.write(certify.REPORT, indented_json(report))

    def _dead_links(self) -> Iterator[Problem]:
        """Yield the links that lead nowhere; one that a page had before, to a page that is kept, is known."""
        files = self.output.digests.keys() | {path for part in self.site.parts for path in part.gathers}
        kept = self.notes.keys() - self.keys.keys()
        links = {name: self._unknown_links(name, kept) for name in self.notes}
        wanted: dict[str, set[str]] = {}
        for target, fragment in chain.from_iterable(links.values()):
            if fragment:
                wanted.setdefault(target, set()).add(fragment)
        anchors = {
            target: anchors_among(wanted[target], (self.output.place / target).read_bytes())
            for target in sorted(wanted)
            if target in files and target.endswith(".html")
        }
        yield from check_links(links, files, anchors)

    def _unknown_links(self, name: str, kept: Collection[str]) -> list[Link]:
        links = self.notes[name].links
        if name in kept:
            return [link for link in links if link[0] not in kept]
        known = set(self.previous[name].links) if name in self.previous else ()
        return [link for link in links if link[0] not in kept or link not in known]

    def _differing_pairs(self) -> Iterator[Problem]:
        """Yield what is wrong with the pages on two versions of which something was made now."""
        briefs: dict[str, dict[str, bytes]] = {}
        for found in self._under_two(self.notes):
            briefs.setdefault(found[1], {})[found[2]] = self.notes[found[0]].brief
        pairs = {found[1] for found in map(UNDER_TWO.fullmatch, self.keys) if found}
        for pair in sorted(pairs):
            page = f"{pair}index.html"
            yield from self.site.certifier.pair(page, self.output.place, briefs.get(pair, {}))

    def _under_two(self, names: Iterable[str]) -> Iterator[re.Match[str]]:
        """Yield the pages on one board under two versions among ``names``; old addresses are none of them."""
        for found in map(UNDER_TWO.fullmatch, sorted(names)):
            if found is not None and found[2] and self.notes[found[0]].brief:
                yield found
