"""Folders of which nothing is counted, since they hold results and no ``campaign.json``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from site_builder.errors import Problem
from site_builder.sources.files import open_regular, shown
from site_builder.sources.importers.ruhroh.campaign_folders import FILE
from site_builder.sources.importers.ruhroh.discovery import MARK, STANDARD_NAME, find_documents
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.results import LARGEST


def without_campaign(
    above: Path, folders: Iterable[Path], counted: Iterable[Path], base: Path
) -> Iterator[Problem]:
    """Yield a warning for each folder that holds loop results and is no campaign.

    ``above`` is the runs folder; one that is itself a campaign gets the only warning. ``counted`` are the
    result roots of the campaigns in it, one of which may lie in one of ``folders``.
    """
    if os.path.isfile(above / FILE):
        yield fault(
            shown(above.relative_to(base).as_posix()),
            "",
            "ruhroh.no-campaign",
            "The folder is itself a campaign, and only the folders below it were looked at.",
            "Let `runs:` in site.yaml name the folder above it.",
            severity="warning",
        )
        return
    roots = tuple(counted)
    for folder in folders:
        taken = any(folder.is_relative_to(root) or root.is_relative_to(folder) for root in roots)
        if not taken and _holds_results(folder):
            yield fault(
                shown(folder.relative_to(base).as_posix()),
                "",
                "ruhroh.no-campaign",
                f"The folder holds loop results and no {FILE}, so that nothing in it is counted.",
                f"Write a {FILE} into it as `site-builder docs ruhroh-formats` shows, or let `runs:` in "
                "site.yaml name the folder directly above the campaigns.",
                severity="warning",
            )


def _holds_results(folder: Path) -> bool:
    """Say whether a loop result lies below a folder; files of the standard name are looked at first."""
    paths = find_documents(folder, "").paths
    for path in sorted(paths, key=lambda path: not path.endswith(STANDARD_NAME)):
        try:
            with open_regular(folder / path) as stream:
                if MARK in stream.read(LARGEST):
                    return True
        except OSError:
            continue
    return False
