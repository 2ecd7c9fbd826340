"""Frozen editions inside of the site: copied file by file, or kept from the site in place."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from site_builder.errors import CannotBuild
from site_builder.output.files import OutputFile, indented_json
from site_builder.output.part_notes import PartNote
from site_builder.output.write import Output, unwritable
from site_builder.pages.lookup import SiteLookup
from site_builder.records.edition import EDITION_FILE, FrozenEdition
from site_builder.sources.editions import FOLDER
from site_builder.sources.manifest import MANIFEST, SIGNATURE, read_manifest


def place_editions(
    editions: Iterable[FrozenEdition], root: Path, output: Output, previous: Mapping[str, PartNote]
) -> dict[str, PartNote]:
    """Put every edition of a project below ``r/`` and return a note of each for the next build.

    Files are copied and not linked: a link would let a change in the output reach what is frozen. Raises
    ``CannotBuild`` when the output cannot be written.
    """
    notes: dict[str, PartNote] = {}
    for edition in editions:
        files = _listed(edition, root)
        key = f"{edition.manifest} {files.get(edition.address + SIGNATURE, '')}"
        note = previous.get(edition.address)
        if note is not None and note.key == key:
            output.keep(note.files)
        else:
            _copy(files, edition, root, output)
            note = PartNote(key, files, ())
        notes[edition.address] = note
    return notes


def edition_files(lookup: SiteLookup) -> Iterator[OutputFile]:
    """Yield what says which editions there are, or inside of one, what it is."""
    data = lookup.data
    if data.edition is None:
        rows = [
            msgspec.to_builtins(e) | {"address": e.address, "superseded_by": e.superseded_by or None}
            for e in data.editions
        ]
        yield OutputFile("data/editions.json", indented_json({"editions": rows}))
        return
    told = {
        "edition": data.edition.name,
        "frozen": data.edition.day,
        "title": data.site.title,
        "data_date": data.provenance.data_date,
        "site_digest": data.provenance.digest,
        "tool_version": data.provenance.tool_version,
        "boards": [
            {"board": board.id, "title": board.title, "rubric": board.graph.id, "digest": board.graph.digest}
            for board in data.boards
        ],
    }
    yield OutputFile(EDITION_FILE, indented_json(told))


def _listed(edition: FrozenEdition, root: Path) -> dict[str, str]:
    """Return path in the living site → SHA-256 of every file of an edition."""
    source = root / FOLDER / edition.name
    listed = read_manifest(source)
    for name in (MANIFEST, SIGNATURE):
        if (source / name).is_file():
            listed[name] = hashlib.sha256((source / name).read_bytes()).hexdigest()
    return {f"{edition.address}{path}": digest for path, digest in listed.items()}


def _copy(files: Mapping[str, str], edition: FrozenEdition, root: Path, output: Output) -> None:
    output.settle(files)
    try:
        for path in files:
            target = output.place / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / FOLDER / edition.name / path.removeprefix(edition.address), target)
    except OSError as error:
        raise CannotBuild(unwritable(output.shown, error)) from error
