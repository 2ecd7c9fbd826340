"""The problems of a Favur export: what to do about each, how grave it is, and a bounded list of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from site_builder.errors import Problem, Severity
from site_builder.measures.json_view import Report
from site_builder.sources.files import Folder

MOST_OF_ONE_CODE = 20
"""Problems kept of one code and run; of the rest only the number, as a note."""

CODES: dict[str, tuple[Severity, str]] = {
    "favur.bad-schema": ("error", 'Write "schema": "favur-run/2", or export with a harness that does.'),
    "favur.bad-run-id": (
        "error",
        "Use 1 to 100 of a-z, 0-9, dot, underscore and hyphen, a letter or digit first.",
    ),
    "favur.bad-sow": ("error", "Name the statement of work: an object with a non-empty id."),
    "favur.bad-time": ("error", "Write RFC 3339 with seconds and an offset, such as 2026-06-01T08:00:00Z."),
    "favur.not-an-object": ("error", "Write one JSON object, as the specification of the export shows it."),
    "favur.not-read": ("error", "Report this as a fault of the program, with the export."),
    "favur.no-meta": ("error", "Add meta.json, or move the folder out of the runs folder."),
    "favur.linked-folder": ("error", "Put the export itself into the runs folder; links are not followed."),
    "favur.too-many-files": ("error", "Export what the run produced, without environments and caches."),
    "favur.duplicate-run": ("error", "Give each run its own run_id, or remove one of the two folders."),
    "favur.bad-number": ("warning", "Export a finite number ≥ 0, or leave the field out."),
    "favur.bad-type": ("warning", "Export the type that the specification names, or leave the field out."),
    "favur.unknown-word": ("warning", "Use one of the words listed, in capitals where they are."),
    "favur.unknown-role": (
        "warning",
        "Use one of the fourteen role ids; what names another role is ignored.",
    ),
    "favur.unknown-field": ("note", "Nothing to do when it is meant for others; correct the name otherwise."),
    "favur.secret": ("warning", "Remove it from the export, and revoke it where it is a key."),
    "favur.doubled-model": ("warning", "Declare each model once."),
    "favur.path-refused": (
        "warning",
        "Give paths relative to the workspace, with / and without .. or empty parts.",
    ),
    "favur.bad-digest": ("warning", "Export 64 hexadecimal digits, or leave the field out."),
    "favur.absent-deliverable": ("warning", "Export the file into workspace/, or take it off the manifest."),
    "favur.digest-mismatch": ("warning", "Export the file that was delivered, or correct the manifest."),
    "favur.loc-mismatch": ("warning", "Count the lines again; the manifest's number is what is scored."),
    "favur.not-checked": ("note", "Nothing to do when the file is meant to be that large."),
    "favur.clamped": ("warning", "Export a percentage between 0 and 100."),
    "favur.maybe-a-ratio": ("warning", "Export a percentage: 90, not 0.9."),
    "favur.maybe-milliseconds": ("warning", "Export seconds; the figure is longer than the run itself."),
    "favur.too-fast": ("warning", "Count and time the requests that were answered; check the unit."),
    "favur.parts-exceed-whole": ("warning", "Check the figures: a part cannot be larger than its whole."),
    "favur.total-exceeds-roles": (
        "warning",
        "Check the figures of the run and of its roles; those of the run are used for the run.",
    ),
    "favur.disagreement": ("warning", "Correct one of the two sources; the one named first is used."),
    "favur.malformed-line": (
        "warning",
        "Write one JSON object a line, in UTF-8, with ok true or false where due.",
    ),
    "favur.bad-value": ("warning", "Export what the field holds, or leave it out of the event."),
    "favur.untyped-events": (
        "warning",
        "Write under event what it is: command, error, llm_request, session_start, tool_call, verification.",
    ),
    "favur.no-known-events": (
        "warning",
        "Use the types that `site-builder docs favur-export` lists; nothing in these files is used.",
    ),
    "favur.unknown-events": ("note", "Nothing to do; event types outside of the specification are ignored."),
    "favur.too-many-names": (
        "warning",
        "Give each model, role and type one name, without numbers or times that change from event to event.",
    ),
    "favur.interrupted": (
        "warning",
        "Export the file whole; the complete lines before that point were used.",
    ),
    "favur.unread-telemetry": ("warning", "Export less telemetry; the files named were not read."),
    "favur.not-python": (
        "warning",
        "Correct the file; it is left out of complexity, maintainability and SLOC.",
    ),
    "favur.tool-failed": ("warning", "Split or simplify the file; what needs it is missing for this run."),
    "favur.linter-failed": (
        "warning",
        "Split or simplify the file named, or check the installation of ruff.",
    ),
    "favur.no-junit": ("warning", "Export the XML that pytest --junit-xml writes, without a document type."),
    "favur.more-problems": ("note", "Correct those shown first and import again."),
}
"""Code → severity and advice. ``docs/problems.md`` documents them; a test compares the two."""


class Findings:
    """The problems of one export, in the order found, each code at most ``MOST_OF_ONE_CODE`` times."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._problems: list[Problem] = []
        self._counts: Counter[str] = Counter()

    def add(self, path: str, pointer: str, code: str, message: str) -> None:
        """Note a problem with a file of the export."""
        severity, advice = CODES[code]
        self.take((self._folder.problem(path, code, message, advice, pointer=pointer, severity=severity),))

    def take(self, problems: Iterable[Problem]) -> None:
        """Note problems that were found elsewhere."""
        for problem in problems:
            self._counts[problem.code] += 1
            if self._counts[problem.code] <= MOST_OF_ONE_CODE:
                self._problems.append(problem)

    def more(self, code: str, count: int) -> None:
        """Note that ``count`` further problems of a code were seen and not kept."""
        self._counts[code] += count

    def report_on(self, path: str) -> Report:
        """Return the report that a view of a JSON file of the export writes to."""
        return lambda pointer, code, message: self.add(path, pointer, code, message)

    def all(self) -> tuple[Problem, ...]:
        """Return the problems, and for each code with more of them than were kept, a note of how many."""
        found = list(self._problems)
        severity, advice = CODES["favur.more-problems"]
        kept = Counter(problem.code for problem in found)
        for code, count in sorted(self._counts.items()):
            if count > kept[code]:
                message = f"{count - kept[code]} more problems with the code {code} are not listed."
                found.append(
                    self._folder.problem("", "favur.more-problems", message, advice, severity=severity)
                )
        return tuple(found)
