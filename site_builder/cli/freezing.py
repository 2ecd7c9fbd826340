"""``freeze``: build the site as an edition that is never rewritten."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec

from site_builder import receipts
from site_builder.building import processors
from site_builder.cli.report import Reporter
from site_builder.cli.styles import dim, green
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.loading import look_at
from site_builder.output.write import Output
from site_builder.pages.addresses import is_safe
from site_builder.pipeline import BuildOptions, build_site
from site_builder.plugins import load_plugins
from site_builder.records.edition import Edition
from site_builder.records.site import SITE_FILE
from site_builder.sources.editions import FOLDER, LOCK, add_edition, read_editions
from site_builder.sources.locks import day_of
from site_builder.sources.measuring import Progressing
from site_builder.sources.project import load_project
from site_builder.sources.rubric_catalogue import drafts_pinned, load_rubrics
from site_builder.sources.store import Store

NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,63}")


class FrozenSite(msgspec.Struct, frozen=True):
    """What ``freeze`` wrote."""

    edition: str
    day: str
    folder: str
    manifest: str
    """``sha256:`` over the edition's MANIFEST.sha256."""
    pages: int
    files: int
    problems: tuple[Problem, ...]
    """What is wrong with the data, as the edition's own pages say."""


def freeze_site(
    root: Path,
    name: str,
    date: str | None,
    jobs: int | None = None,
    progress: Progressing | None = None,
    *,
    without_address: bool = False,
) -> FrozenSite:
    """Build the edition ``name`` below ``releases/`` of a project and add its line to ``releases/LOCK``.

    Raises ``CannotBuild``, and has then written nothing: for a name that is taken or no slug, for a site
    without ``url`` unless ``without_address`` says that it is meant, while a board ranks by a draft, and for
    everything that stops a build.
    """
    project = load_project(root)
    edition = Edition(name, day_of(date))
    with Store(project.root) as store:
        _refuse(project.root, name, {one.name for one in read_editions(project.root, store)})
        drafts = tuple(drafts_pinned(load_rubrics(project, load_plugins().of("operators")), project.site))
        faults = [msgspec.structs.replace(draft, severity="error") for draft in drafts]
        if not (project.site.url or without_address):
            faults.append(_WITHOUT_ADDRESS)
        if faults:
            raise CannotBuild(*faults)
        look = look_at(project)
        names = (*look.run_folders, *(own for own in receipts.OWN if own != FOLDER))
        inputs = [project.root / own for own in names]
        shown = f"{FOLDER}/{name}"
        options = BuildOptions(jobs or processors(), progress, edition=edition)
        with Output(project.root / FOLDER / name, shown, project.root, inputs) as output:
            built, _ = build_site(project, output, store, look, options)
        manifest = _add(project.root, edition)
    return FrozenSite(name, edition.day, shown, manifest, built.pages, built.files, built.problems)


def _add(root: Path, edition: Edition) -> str:
    """Add the line of an edition to LOCK; where that cannot be, its folder is removed: it is not frozen."""
    try:
        return add_edition(root, edition)
    except (OSError, CannotBuild) as error:
        shutil.rmtree(root / FOLDER / edition.name, ignore_errors=True)
        if isinstance(error, CannotBuild):
            raise
        why = f"its line cannot be written ({error.strerror or error})"
        raise CannotBuild(_refused(f"{FOLDER}/{LOCK}", why, "Check permissions and free space.")) from error


_WITHOUT_ADDRESS = Problem(
    file=SITE_FILE,
    pointer="/url",
    code="edition.without-address",
    message="Nothing is frozen: the site has no url, so that citations of the edition would hold no address.",
    advice="Write `url:` into site.yaml; or freeze with --without-address, as an edition is never rewritten.",
)


def say_frozen(reporter: Reporter, frozen: FrozenSite) -> None:
    """Say what was frozen, and what to do next."""
    reporter.say(f"{green('Frozen')} {frozen.folder}, dated {frozen.day}: {frozen.pages} pages.")
    reporter.say(f"  manifest {frozen.manifest}")
    reporter.say("Next:")
    reporter.say(f"  commit {FOLDER}/ with its LOCK")
    about = dim(f"the living site has the edition at r/{frozen.edition}/")
    reporter.say(f"  site-builder build    {about}")


def _refuse(root: Path, name: str, known: set[str]) -> None:
    shown = f"{FOLDER}/{name}"
    if not NAME.fullmatch(name) or not is_safe(name):
        advice = "Use lower case letters, digits, dots and hyphens, such as 2026-11."
        why = f"{shorten(name)} cannot be part of an address and a folder of every file system"
        raise CannotBuild(_refused("command line", why, advice))
    if name == LOCK.lower():
        why = f"{name} is the name of {FOLDER}/{LOCK} where upper and lower case are one"
        raise CannotBuild(_refused(shown, why, "Choose another name, such as 2026-11."))
    if name in known or (root / shown).exists():
        advice = "Choose another name; an edition is never rewritten."
        raise CannotBuild(_refused(shown, f"the edition {name} exists already", advice))


def _refused(shown: str, why: str, advice: str) -> Problem:
    return Problem(file=shown, code="edition.refused", message=f"Nothing is frozen: {why}.", advice=advice)
