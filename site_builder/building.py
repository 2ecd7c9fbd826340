"""Build a project folder, unless nothing changed since the last time; what the commands call.

Kept apart from the pipeline so that a build without any change loads none of it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from site_builder import receipts
from site_builder.garbage_collection import collection_off
from site_builder.output.leftovers import clear_leftovers
from site_builder.receipts import Built, Look
from site_builder.sources.files import shown
from site_builder.sources.manifest import trial_key
from site_builder.sources.store import FOLDER, Store

if TYPE_CHECKING:
    from site_builder.sources.measuring import Progressing

OUTPUT = "dist"


@collection_off()
def build(
    root: Path,
    out: Path | None = None,
    *,
    use_store: bool = True,
    jobs: int | None = None,
    progress: Progressing | None = None,
    publishing: bool = True,
) -> Built:
    """Build the project in ``root`` into ``out`` (``dist`` inside of it by default).

    ``publishing`` is false for a build that its author alone looks at: its addresses need not last. The first
    one for publishing after it is made anew, even where nothing changed.

    Raises ``CannotBuild``; the site that was in place is then unchanged.
    """
    root = root.resolve()
    folder = (out if out is not None else root / OUTPUT).resolve()
    place = os.path.relpath(folder) if folder.is_relative_to(Path.cwd()) else str(out or folder.name)
    named = shown(place)
    clear_leftovers(folder)
    with Store(root, enabled=use_store and (root / "site.yaml").is_file()) as store:
        last = receipts.last_build(folder, store)
        look = receipts.look_again(last, root) if last is not None else None
        unseen = publishing and store.receipt(trial_key(folder)) is not None
        if last is not None and look is not None and look.inputs == last.inputs and not unseen:
            built = last.built.repeated(named)
        else:
            built = _build_anew(
                root,
                folder,
                named,
                store,
                look,
                jobs=jobs or processors(),
                progress=progress,
                publishing=publishing,
            )
    return built.with_notes(store.notes)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _build_anew(
    root: Path,
    folder: Path,
    named: str,
    store: Store,
    seen: Look | None,
    *,
    jobs: int,
    progress: Progressing | None,
    publishing: bool,
) -> Built:
    """Build into ``folder``, which messages call ``named``.

    ``seen`` is the look that was compared with the receipt; ``None`` where ``folder`` is not as built.
    """
    from site_builder.loading import look_at
    from site_builder.output.part_notes import notes_of, remember_notes
    from site_builder.output.spare import SPARE
    from site_builder.output.write import Output
    from site_builder.pipeline import BuildOptions, build_site
    from site_builder.sources.project import load_project

    project = load_project(root)
    look = look_at(project, seen)
    inputs = [root / name for name in (*look.run_folders, *receipts.OWN, FOLDER)]
    previous = {} if seen is None else notes_of(store, folder)
    options = BuildOptions(jobs, progress, previous=previous, publishing=publishing)
    spare = root / FOLDER / SPARE if seen is not None and folder.is_relative_to(root) else None
    with Output(folder, named, root, inputs, spare) as output:
        built, notes = build_site(project, output, store, look, options)
        written = receipts.keep(look, folder, built, store)
        remember_notes(store, folder, notes)
    if written is not None:
        receipts.outlast(written)
    return built
