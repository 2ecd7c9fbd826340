"""ScoreCrux sessions, one in a ``*.json`` file or one in each line of a ``*.jsonl`` file, as runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from site_builder.errors import Problem, Severity
from site_builder.records.run import Evidence, Imported, LeftOut, Supplement
from site_builder.sources.files import Folder, open_regular, shown
from site_builder.sources.importers.configuration import ImportConfig, label_of
from site_builder.sources.importers.overlooked import stray_files
from site_builder.sources.importers.scorecrux_conflicts import conflicts
from site_builder.sources.importers.scorecrux_files import (
    LARGEST_FILE,
    LARGEST_SESSION,
    Text,
    other_files,
    session_files,
    texts,
)
from site_builder.sources.importers.scorecrux_session import Read, read_document
from site_builder.sources.importers.scorecrux_words import CODES, Finding
from site_builder.sources.json_text import parse_json
from site_builder.sources.listing import list_file

MOST_FINDINGS = 50
"""Errors of one session, or warnings, that are listed one by one; how many more there are is a note."""


class ScoreCruxImporter:
    """Reads the reports of the ScoreCrux standard; the format is in ``docs/scorecrux-export.md``.

    An export is a file here, and gives as many runs as sessions stand in it.
    """

    family = "scorecrux"
    codes = frozenset(f"scorecrux.{code}" for code in CODES)

    def discover(self, root: Path) -> list[Path]:
        """Return every file of sessions below a runs folder, in order of their names as bytes."""
        return session_files(root)

    def overlooked(self, root: Path, label: str) -> Iterator[Problem]:
        """Yield what is said of files that hold no session by their names."""
        return stray_files(label, other_files(root), "Sessions stand in *.json and *.jsonl here")

    def beside(self, folder: Path) -> tuple[Path, ...]:
        """Return nothing: a file of sessions stands by itself."""
        return ()

    def content_key(self, folder: Path, config: ImportConfig) -> str:
        """Return a digest over the bytes of the file and its name."""
        whole = hashlib.sha256(f"scorecrux\n{shown(label_of(folder, config))}\n".encode())
        try:
            with open_regular(folder) as stream:
                whole.update(stream.read(LARGEST_FILE + 1))
        except OSError as error:
            whole.update(f"unreadable: {error.errno}".encode())
        return whole.hexdigest()

    def read(self, folders: Sequence[Path], config: ImportConfig) -> list[Imported]:
        """Read the sessions of some files in the order given; a faulty one is left out, its faults named."""
        found: list[Imported] = []
        for file in folders:
            listing = list_file(file.parent, file.name)
            folder = Folder(file.parent, label_of(file.parent, config), listing=listing)
            found += _File(folder, file.name, shown(label_of(file, config))).sessions()
        return found

    def refuse_duplicates(self, imported: list[Imported]) -> list[Imported]:
        """Leave out sessions that contradict an earlier one: its id again, or another baseline."""
        refused = conflicts(imported)
        return [_refuse(item, refused.get(position)) for position, item in enumerate(imported)]


class _File:
    """One file of sessions."""

    def __init__(self, folder: Folder, name: str, label: str) -> None:
        self.folder = folder
        self.name = name
        self.label = label

    def sessions(self) -> Iterator[Imported]:
        """Yield what every session of the file gives."""
        loaded = texts(self.folder, self.name)
        if loaded.value is None:
            yield _left_out(self.label, "", list(loaded.problems))
            return
        size = self.folder.listing.files[self.name].size
        whole = Supplement(shown(self.name), size, self.folder.digest(self.name))
        for text in loaded.value:
            yield self._session(text, whole)

    def _session(self, text: Text, whole: Supplement) -> Imported:
        if len(text.data) > LARGEST_SESSION:
            problem = _placed(_problem(self.label, _TOO_LARGE, ""), text.words)
            return _left_out(self.label, "", [problem], line=text.words)
        parsed = parse_json(self.folder, self.name, text.data, a_line=bool(text.line))
        problems = [_placed(problem, text.words) for problem in parsed.problems]
        if any(problem.severity == "error" for problem in problems):
            return _left_out(self.label, "", problems, line=text.words)
        read = read_document(parsed.value, Evidence(file=shown(self.name), note=text.words))
        problems += self._problems(text, read)
        if read.run is None:
            return _left_out(self.label, read.run_id, problems, read.excluded or _reason(read), text.words)
        digest = f"sha256:{hashlib.sha256(text.data).hexdigest()}"
        export = {"": whole.sha256}
        run = msgspec.structs.replace(
            read.run, folder=self.label, digest=digest, files=(whole,), export=export
        )
        return Imported(folder=self.label, run=run, problems=tuple(problems))

    def _problems(self, text: Text, read: Read) -> Iterator[Problem]:
        excluded = [_EXCLUDED] if read.excluded else []
        found: tuple[tuple[Severity, Sequence[Finding]], ...] = (
            ("error", read.errors),
            ("warning", read.warnings),
            ("note", excluded),
        )
        for severity, findings in found:
            for finding in findings[:MOST_FINDINGS]:
                yield _placed(_problem(self.label, finding, read.run_id, severity), text.words)
            if len(findings) > MOST_FINDINGS:
                more = _more(len(findings) - MOST_FINDINGS, severity)
                yield _placed(_problem(self.label, more, read.run_id, "note"), text.words)


_TOO_LARGE = Finding(
    "too-large",
    "",
    f"The session is longer than {LARGEST_SESSION:,} bytes and was not read.",
    "Export the figures only.",
)
_EXCLUDED = Finding(
    "excluded",
    "/session/excluded",
    "The publisher of this record keeps it off every board.",
    "Nothing to do; it is listed with its reason.",
)


def _refuse(item: Imported, finding: Finding | None) -> Imported:
    if finding is None or item.run is None:
        return item
    line = item.run.place
    problem = _placed(_problem(item.folder, finding, item.run.run_id), line)
    return _left_out(item.folder, item.run.run_id, [problem, *item.problems], finding.message, line)


def _left_out(label: str, run_id: str, problems: list[Problem], reason: str = "", line: str = "") -> Imported:
    errors = [problem for problem in problems if problem.severity == "error"] or problems
    reason = reason or errors[0].message
    left_out = LeftOut(
        folder=label,
        run_id=run_id,
        reason=f"{line.capitalize()}: {reason}" if line else reason,
        problems=tuple(dict.fromkeys(problem.code for problem in errors)),
        place=line,
    )
    return Imported(folder=label, left_out=left_out, problems=tuple(problems))


def _reason(read: Read) -> str:
    more = len(read.errors) - 1
    others = f" ({more} more fault{'s' if more > 1 else ''})" if more else ""
    return f"{read.errors[0].message.rstrip('.')}{others}."


def _more(count: int, severity: Severity) -> Finding:
    count_words, verb = (f"1 more {severity}", "is") if count == 1 else (f"{count} more {severity}s", "are")
    message = f"{count_words} of this session {verb} not listed."
    return Finding("more-problems", "", message, "Correct those listed first and check again.")


def _problem(label: str, finding: Finding, run_id: str, severity: Severity = "error") -> Problem:
    return Problem(
        file=label,
        pointer=finding.pointer,
        code=f"scorecrux.{finding.code}",
        message=finding.message,
        advice=finding.advice,
        severity=severity,
        run=run_id or label.rsplit("/", maxsplit=1)[-1],
    )


def _placed(problem: Problem, line: str) -> Problem:
    """Put the line of a JSON Lines file before the pointer."""
    return msgspec.structs.replace(problem, pointer=f"{line} {problem.pointer}".strip()) if line else problem
