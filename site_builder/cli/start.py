"""``init``: a commented ``site.yaml`` and example runs, for people to change and replace."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from site_builder.errors import CannotBuild, Problem
from site_builder.records.site import SITE_FILE
from site_builder.sources.files import shown
from site_builder.sources.project import data_dirs
from site_builder.sources.replacing import NewFiles

EXAMPLES = ("circles-aurora-1", "circles-cobalt-1", "circles-echo-1")
"""Demonstration runs that ship with the program; three, so that there are medians to compare with."""

CACHES = ("__pycache__", "*.py[co]")
"""What installing leaves among the files of an example, and no part of an export."""

SITE_YAML = """\
# What this site is called and which boards it holds.
# `site-builder schema site` prints everything that may stand here.
title: My leaderboard
tagline: One sentence that says what is measured.

# A sentence on every page while the runs are not real ones. Delete it when yours are in place.
demonstration: These are example runs that came with the program; they say nothing about any model.

# url: https://example.org/board/     # where the site will be served: for feed, sitemap, citations, 404.html
# submit: board@example.org            # where runs are sent to: a mailbox, or https://…

boards:
  - family: favur                     # which importer reads the exports
    rubric: favur/15                  # the version of the methodology; it never changes under your feet
    runs: runs/favur                  # one folder for each run: see `site-builder docs favur-export`
    # cohort: circles                 # only this statement of work; without it, a board for each one found
    # also: [favur/6]                 # score the runs under other versions besides, for comparison
    # minimum_coverage: 0.5           # runs of which less was measured are listed without a rank
    # minimum_runs: 2                 # boards with fewer comparable runs list them and rank none
    # exclude:                        # listed without a rank, and left out of the medians
    #   - run: some-run-id
    #     reason: the harness was restarted by hand
    # quarantine: [favur.too-fast]    # the same for runs of which this was found: too good to be true

# redirects:                          # addresses of pages that moved, or are gone on purpose
#   runs/old-name/: runs/new-name/
#   boards/old-board/: null

# names:                              # a name as exported: the name to show
#   gpt-example-2026-01: GPT Example

# To change how the site looks or reads, put files of the same name into templates/ or content/ here;
# `site-builder docs` says at its end where those that ship with the program can be copied from.
# content/pages/contact.md becomes a page of your own, /contact/.
# `site-builder rubric new` starts a rubric of your own, in rubric_versions/<family>/<version>.yaml.
"""

GITIGNORE = "dist/\n.proofboard/\n"


class Started(msgspec.Struct, frozen=True):
    """What ``init`` made."""

    folder: str
    files: dict[str, str]
    """Path → what it is."""


def start(folder: Path) -> Started:
    """Start a project in ``folder``.

    Raises ``CannotBuild`` when it holds a project already or cannot be written, and has then written nothing.
    """
    named = shown(os.path.relpath(folder))
    if (folder / SITE_FILE).exists():
        raise CannotBuild(_refused(named, f"it holds a {SITE_FILE} already", "Choose another folder."))
    made: dict[str, str] = {}
    try:
        with NewFiles() as new:
            for name in EXAMPLES:
                place = f"runs/favur/{name}"
                if not (folder / place).exists():
                    new.tree(examples() / name, folder / place, CACHES)
                    made[f"{place}/"] = "an example run; replace it by yours"
            if not (folder / ".gitignore").exists():
                new.file(folder / ".gitignore", GITIGNORE.encode())
                made[".gitignore"] = "what a build makes"
            new.file(folder / SITE_FILE, SITE_YAML.encode())
    except OSError as error:
        why = f"it cannot be written ({error.strerror or error})"
        raise CannotBuild(
            _refused(named, why, "Check permissions and free space, or choose another folder.")
        ) from error
    return Started(named, {SITE_FILE: "what the site is called, and its boards"} | made)


def examples() -> Path:
    """Return the folder of the demonstration runs that ship with the program."""
    packaged = data_dirs() / "examples" / "favur"
    return packaged if packaged.is_dir() else data_dirs() / "runs" / "favur"


def _refused(place: str, why: str, advice: str) -> Problem:
    return Problem(
        file=place, code="init.refused", message=f"No project is started here: {why}.", advice=advice
    )
