"""ScoreCrux sessions, one in a ``*.json`` file or one in each line of a ``*.jsonl`` file, as runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from site_builder.errors import Problem, Severity
from site_builder.records.run import Evidence, Imported, LeftOut, RunRecord, Supplement
from site_builder.sources.files import Folder, shown
from site_builder.sources.importers.configuration import ImportConfig, label_of
from site_builder.sources.importers.scorecrux_conflicts import other_baselines, same_ids
from site_builder.sources.importers.scorecrux_places import Place, addresses, place_of, raw, text
from site_builder.sources.importers.scorecrux_session import Read, read_document
from site_builder.sources.importers.scorecrux_words import Finding
from site_builder.sources.json_text import parse_json
from site_builder.sources.tree_scan import scan

VERSION = 1
"""Raised whenever the same export gives another run; part of every content key."""
MOST_FINDINGS = 50
"""Faults of one session that are listed one by one."""


class ScoreCruxImporter:
    """Reads the reports of the ScoreCrux standard; the format is in ``docs/scorecrux-export.md``."""

    family = "scorecrux"

    def discover(self, root: Path) -> list[Path]:
        """Return the address of every session below a runs folder, in order of file names as bytes."""
        return list(addresses(root))

    def signature(self, folder: Path) -> str:
        """Return the stat signature of the file that holds the session, with the session's line."""
        place = place_of(folder)
        return f"{scan(place.file).digest}/{place.line}"

    def content_key(self, folder: Path, config: ImportConfig) -> str:
        """Return a digest over the session's bytes and its address."""
        whole = hashlib.sha256(f"scorecrux {VERSION}\n{shown(label_of(folder, config))}\n".encode())
        whole.update(raw(place_of(folder)))
        return whole.hexdigest()

    def read(self, folders: Sequence[Path], config: ImportConfig) -> list[Imported]:
        """Read the sessions in the order given; a faulty one is left out with its faults named."""
        around: dict[Path, Folder] = {}
        found = []
        for address in folders:
            above = place_of(address).file.parent
            if above not in around:
                around[above] = Folder(above, label_of(above, config))
            found.append(_import(address, around[above], config))
        return found

    def refuse_duplicates(self, imported: list[Imported]) -> list[Imported]:
        """Leave out sessions that contradict an earlier one: its id again, or another baseline."""
        refused = dict(same_ids(imported))
        rest = [item.run for item in imported if item.run is not None and item.folder not in refused]
        refused.update(other_baselines(rest))
        return [_refuse(item, refused.get(item.folder)) for item in imported]


def _import(address: Path, folder: Folder, config: ImportConfig) -> Imported:
    label, place = shown(label_of(address, config)), place_of(address)
    loaded = text(folder, place)
    if loaded.value is None:
        return _left_out(label, "", [_placed(problem, place) for problem in loaded.problems])
    parsed = parse_json(folder, place.file.name, loaded.value)
    problems = [_placed(problem, place) for problem in parsed.problems]
    if any(problem.severity == "error" for problem in problems):
        return _left_out(label, "", problems)
    note = f"line {place.line}" if place.line else ""
    result = read_document(parsed.value, Evidence(file=shown(place.file.name), note=note))
    if result.excluded:
        return _left_out(label, result.run_id, [*problems, _excluded(label, result)], result.excluded)
    problems += [_problem(label, finding, result.run_id) for finding in result.errors[:MOST_FINDINGS]]
    if result.run is None:
        return _left_out(label, result.run_id, problems, _reason(result))
    problems += _warnings(label, result)
    return Imported(
        folder=label, run=_placed_run(result.run, label, place, loaded.value), problems=tuple(problems)
    )


def _warnings(label: str, result: Read) -> Iterator[Problem]:
    for finding in result.warnings[:MOST_FINDINGS]:
        yield _problem(label, finding, result.run_id, "warning")


def _excluded(label: str, result: Read) -> Problem:
    message = "The publisher of this record keeps it off every board."
    finding = Finding(
        "excluded", "/session/excluded", message, "Nothing to do; it is listed with its reason."
    )
    return _problem(label, finding, result.run_id, "note")


def _placed_run(run: RunRecord, label: str, place: Place, data: bytes) -> RunRecord:
    """Add place and digest to a run: the SHA-256 of the session's own bytes, line ends left out."""
    digest = hashlib.sha256(data).hexdigest()
    name = shown(place.file.name) + (f"/{place.line}" if place.line else "")
    supplement = Supplement(path=name, bytes=len(data), sha256=digest)
    return msgspec.structs.replace(run, folder=label, digest=f"sha256:{digest}", files=(supplement,))


def _refuse(item: Imported, finding: Finding | None) -> Imported:
    if finding is None or item.run is None:
        return item
    problem = _problem(item.folder, finding, item.run.run_id)
    return _left_out(item.folder, item.run.run_id, [problem, *item.problems])


def _reason(result: Read) -> str:
    more = len(result.errors) - 1
    others = f" ({more} more fault{'s' if more > 1 else ''})" if more else ""
    return f"{result.errors[0].message.rstrip('.')}{others}."


def _left_out(label: str, run_id: str, problems: list[Problem], reason: str = "") -> Imported:
    errors = [problem for problem in problems if problem.severity == "error"] or problems
    left_out = LeftOut(
        folder=label,
        run_id=run_id,
        reason=reason or errors[0].message,
        problems=tuple(dict.fromkeys(problem.code for problem in errors)),
    )
    return Imported(folder=label, left_out=left_out, problems=tuple(problems))


def _problem(label: str, finding: Finding, run_id: str, severity: Severity = "error") -> Problem:
    place = place_of(Path(label))
    problem = Problem(
        file=place.file.as_posix(),
        pointer=finding.pointer,
        code=f"scorecrux.{finding.code}",
        message=finding.message,
        advice=finding.advice,
        severity=severity,
        run=run_id or Path(label).name,
    )
    return _placed(problem, place)


def _placed(problem: Problem, place: Place) -> Problem:
    """Put the line of a JSON Lines file before the pointer."""
    if not place.line:
        return problem
    return msgspec.structs.replace(problem, pointer=f"line {place.line} {problem.pointer}".strip())
