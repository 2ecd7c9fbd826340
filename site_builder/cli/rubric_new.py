"""``rubric new``: the draft of a version, as a copy that is edited by hand."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import msgspec

from site_builder.cli.report import Reporter
from site_builder.cli.styles import dim, green
from site_builder.errors import CannotBuild, Problem
from site_builder.pages.prose import TO_REPLACE
from site_builder.records.release import version_key
from site_builder.records.rubric import Rubric
from site_builder.sources.locks import ID, day_of
from site_builder.sources.methodology_changes import CHANGES, entry_for, with_entry
from site_builder.sources.project import Project, load_project, overlay
from site_builder.sources.replacing import NewFiles, one_writer, replace_text
from site_builder.sources.rubric_lookup import FOLDER
from site_builder.sources.rubric_text import Fields, new_version
from site_builder.sources.rubrics import read_rubric


class StartedVersion(msgspec.Struct, frozen=True):
    """What ``rubric new`` wrote."""

    rubric: str
    file: str
    supersedes: str
    """Id of the version it was copied from."""
    copied: tuple[str, ...]
    """Files beside the rubric that were copied along."""
    changes: str
    """The file with the entry to write."""


def start_version(root: Path, source: str, target: str | None, date: str | None) -> StartedVersion:
    """Write the draft of a version into a project.

    Overwrites nothing. Raises ``CannotBuild``, and has then written nothing.
    """
    project = load_project(root)
    known = {rubric: path for rubric, path in _versions(project).items() if ID.fullmatch(rubric)}
    path = known.get(source)
    if path is None:
        family = [rubric for rubric in known if rubric.partition("/")[0] == source.partition("/")[0]]
        raise _refused(
            source,
            f"there is no rubric {source} to start from",
            f"Name one of {', '.join(family or known)}; the new version comes after it.",
        )
    rubric = _record(path, project)
    wanted = target or _next(source, known)
    day = dt.date.fromisoformat(day_of(date))
    _refuse_unfit(source, wanted, known)
    place = f"{FOLDER}/{wanted}.yaml"
    fields = Fields(wanted.partition("/")[2], day, rubric.version)
    text = new_version(path.read_text(encoding="utf-8"), fields, project.shown(path))
    folder = project.root / FOLDER / rubric.family
    companions = {name: (path.parent / name).read_bytes() for name in rubric.files}
    for name, content in companions.items():
        _refuse_other(folder / name, content, wanted, source)
    missing = {name: content for name, content in companions.items() if not (folder / name).exists()}
    try:
        with NewFiles() as new:
            new.folder(folder)
            with one_writer(folder):
                for name, content in {**missing, f"{fields.version}.yaml": text.encode()}.items():
                    new.file(folder / name, content)
            _add_entry(project, wanted, day.isoformat(), source)
    except OSError as error:
        why = f"its files cannot be written ({error.strerror or error})"
        raise _refused(wanted, why, "Check permissions and free space.") from error
    copied = tuple(f"{FOLDER}/{rubric.family}/{name}" for name in missing)
    return StartedVersion(wanted, place, source, copied, CHANGES)


def say_started(reporter: Reporter, started: StartedVersion) -> None:
    """Say what was written, and what to do next."""
    reporter.say(f"{green('Started')} {started.rubric}, a draft that is to supersede {started.supersedes}:")
    width = max(map(len, (started.file, started.changes, *started.copied)))
    reporter.say(f"  {started.file}")
    for path in started.copied:
        reporter.say(f"  {path:<{width}}  {dim('part of the rubric, as it was')}")
    reporter.say(f"  {started.changes:<{width}}  {dim('an entry with a line to replace')}")
    reporter.say("Next:")
    reporter.say(f"  edit {started.file}, and say under `changes` why each clause differs")
    weigh_up = dim("which runs would move, and past whom")
    reporter.say(f"  site-builder rubric impact {started.rubric}    {weigh_up}")
    reporter.say(f"  site-builder rubric release {started.rubric}   {dim('freeze it')}")


def _versions(project: Project) -> dict[str, Path]:
    """Return rubric id → file, the project's own first, in the order of versions."""
    files = overlay(project.layers("rubric_versions"), "*/*.yaml")
    found = {name.removesuffix(".yaml"): path for name, path in files.items()}
    known = [rubric for rubric in found if ID.fullmatch(rubric)]
    return {rubric: found[rubric] for rubric in sorted(known, key=version_key)}


def _record(path: Path, project: Project) -> Rubric:
    loaded = read_rubric(path, project.shown(path))
    if loaded.value is None:
        raise CannotBuild(*loaded.problems)
    return loaded.value


def _next(source: str, known: dict[str, Path]) -> str:
    """Return the id after the newest version of the family: its last number plus one."""
    family = source.partition("/")[0]
    newest = [rubric for rubric in known if rubric.partition("/")[0] == family][-1]
    front, _, last = newest.replace("/", ".").rpartition(".")
    return f"{family}/{'.'.join([*front.split('.')[1:], str(int(last) + 1)])}"


def _refuse_unfit(source: str, wanted: str, known: dict[str, Path]) -> None:
    if not ID.fullmatch(wanted) or wanted.partition("/")[0] != source.partition("/")[0]:
        why = f"{wanted} is no id of a version of the same family"
        raise _refused(wanted, why, f"Write it as {source.partition('/')[0]}/ and a version number.")
    if wanted in known:
        raise _refused(wanted, f"{wanted} exists already", "Edit that file, or name another version.")
    if version_key(wanted) <= version_key(source):
        raise _refused(wanted, f"{wanted} does not come after {source}", "Name a later version.")


def _refuse_other(path: Path, content: bytes, wanted: str, source: str) -> None:
    """Refuse a version of which a file would be another one than that of the version it is copied from."""
    if path.exists() and (not path.is_file() or path.read_bytes() != content):
        why = f"the project has another {path.name} than {source}"
        advice = (
            "Give the project's file a name of its own, and name it under `files` in the rubric it is of."
        )
        raise _refused(wanted, why, advice)


def _add_entry(project: Project, rubric: str, day: str, source: str) -> None:
    """Add an entry to the project's changes; it begins as a copy of the built-in ones where it has none."""
    path = project.root / CHANGES
    current = overlay(project.layers("content"), "changes.md").get("changes.md")
    text = current.read_text(encoding="utf-8") if current is not None else ""
    if entry_for(rubric, text) is not None:
        return
    body = f"{TO_REPLACE}: what is different from {source}, and why, in a few sentences for readers."
    replace_text(path, with_entry(text, rubric, day, body))


def _refused(rubric: str, why: str, advice: str) -> CannotBuild:
    shown = f"{FOLDER}/{rubric}.yaml" if ID.fullmatch(rubric) else rubric
    message = f"No version is started: {why}."
    return CannotBuild(Problem(file=shown, code="rubric.not-started", message=message, advice=advice))
