"""Campaign folders: one ``campaign.json`` says what of a folder belongs together.

Result roots say nothing of the suite, the plan and the ledger that they were collected under, and a command
line is no record. A site lists campaigns by folder, and this file is what makes a folder one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from site_builder.errors import Loaded, Problem
from site_builder.measures.json_view import printable
from site_builder.sources.importers.ruhroh.campaigns import Request
from site_builder.sources.importers.ruhroh.documents import fault, read_document
from site_builder.sources.importers.ruhroh.fields import Json, text, texts
from site_builder.sources.importers.ruhroh.suites import safe
from site_builder.sources.unlisted import why_unlisted

FILE = "campaign.json"
FORMAT = "proofboard-ruhroh-campaign/1"
MOST_SHOWN = 200
"""Characters of a path that a problem repeats."""


class CampaignFolder(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign folder says of itself."""

    id: str
    """Safe in addresses."""
    title: str
    about: str
    """What its publisher says of it; may be empty."""
    request: Request
    """What to load."""
    targets: Path | None
    """The target configuration, when there is one."""


class FoundFolders(NamedTuple):
    """The folders directly below a runs folder, each list in order of the names as bytes."""

    campaigns: list[Path]
    others: list[Path]
    """Those without a ``campaign.json``."""
    links: list[Path]
    """Symbolic links beside them that are not hidden, whatever they lead to."""
    unlisted: dict[Path, str]
    """Those that cannot be looked into, or the runs folder itself → why."""


def find_campaigns(root: Path) -> FoundFolders:
    """Sort the folders directly below ``root`` into campaigns, others and links."""
    why = why_unlisted(root)
    if why:
        return FoundFolders([], [], [], {root: why})
    found = FoundFolders([], [], [], {})
    with os.scandir(root) as entries:
        shown = sorted((e for e in entries if _is_looked_at(e)), key=lambda e: os.fsencode(e.name))
    for folder, is_link in ((root / entry.name, entry.is_symlink()) for entry in shown):
        if is_link:
            found.links.append(folder)
            continue
        why = why_unlisted(folder)
        if why:
            found.unlisted[folder] = why
        elif os.path.isfile(folder / FILE):
            found.campaigns.append(folder)
        else:
            found.others.append(folder)
    return found


def _is_looked_at(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry of a runs folder is a folder, or a link that is not hidden."""
    return entry.is_dir(follow_symlinks=False) or (entry.is_symlink() and not entry.name.startswith("."))


def read_campaign_folder(folder: Path, base: Path) -> Loaded[CampaignFolder]:
    """Read what a campaign folder says of itself; paths in it are relative to the folder.

    ``base`` is the project, to which the paths shown to readers are relative. Nothing outside of it is read.
    """
    shown = Request(results=folder, base=base).label(folder / FILE)
    loaded = read_document(folder / FILE, shown)
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    value = loaded.value.value
    problems = tuple(_faults(value, folder, base, shown))
    if problems:
        return Loaded(None, problems)
    return Loaded(
        CampaignFolder(
            id=text(value, "id"),
            title=text(value, "title"),
            about=text(value, "about"),
            request=Request(
                results=_place(folder, text(value, "results")),
                suite_dir=_optional(folder, value, "suites"),
                suite=text(value, "suite"),
                plans=tuple(_place(folder, path) for path in texts(value, "run_plans")),
                ledger=_optional(folder, value, "rerun_ledger"),
                calibration=_optional(folder, value, "calibration"),
                base=base,
            ),
            targets=_optional(folder, value, "targets"),
        )
    )


def _faults(value: Json, folder: Path, base: Path, shown: str) -> list[Problem]:
    found = []
    if value.get("format") != FORMAT:
        found.append(_fault(shown, "/format", f"The format is not {FORMAT}."))
    if not safe(text(value, "id")):
        found.append(_fault(shown, "/id", "The id must be letters, digits and . _ -"))
    for name in ("title", "results"):
        if not text(value, name):
            found.append(_fault(shown, f"/{name}", f"There is no text for {name}."))
    named = ("results", "suites", "rerun_ledger", "calibration", "targets")
    paths = [(f"/{name}", text(value, name)) for name in named if text(value, name)]
    paths += [(f"/run_plans/{index}", path) for index, path in enumerate(texts(value, "run_plans"))]
    for pointer, path in paths:
        why = _why_unusable(path, folder, base)
        if why:
            found.append(_fault(shown, pointer, f"{printable(path)[:MOST_SHOWN]} {why}"))
    return found


def _why_unusable(path: str, folder: Path, base: Path) -> str:
    """Return what is wrong with a path that a campaign ``folder`` names, empty where nothing is.

    It ends a sentence that begins with the path.
    """
    place = _place(folder, path)
    reached = {folder, *folder.parents}
    try:
        if not place.resolve().is_relative_to(base.resolve()):
            return "leads outside of the project."
        if any(part.is_symlink() for part in (place, *place.parents) if part not in reached):
            return "leads through a symbolic link, which is not followed."
    except (OSError, ValueError, RuntimeError):  # too long, a NUL in it, no UTF-8, links in a circle
        return "is no path that can be opened."
    return ""


def _optional(folder: Path, value: Json, name: str) -> Path | None:
    path = text(value, name)
    return _place(folder, path) if path else None


def _place(folder: Path, path: str) -> Path:
    """Return a path of the file from the working folder, without ``..`` in it."""
    parts = list(folder.parts)
    for part in Path(path).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        else:
            parts.append(part)
    return Path(*parts)


def _fault(shown: str, pointer: str, message: str) -> Problem:
    advice = "See `site-builder docs ruhroh-formats` for what a campaign folder holds."
    return fault(shown, pointer, "ruhroh.campaign-invalid", message, advice)
