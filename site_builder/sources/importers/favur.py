"""The importer of ``favur-run/2`` exports: which folders there are, and what is measured of each.

``docs/favur-export.md`` has the format, ``docs/metrics-favur.md`` the metrics.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
import radon

from site_builder.errors import Problem
from site_builder.measures.lint import LintResult, lint_runs, ruff_version
from site_builder.measures.python_text import quiet_parsing
from site_builder.records.run import Imported, LeftOut
from site_builder.sources.files import Folder, shown
from site_builder.sources.importers.configuration import ImportConfig, label_of
from site_builder.sources.importers.favur_export import FAMILY, ExportReader
from site_builder.sources.importers.favur_problems import CODES
from site_builder.sources.importers.overlooked import overlooked_folders
from site_builder.sources.importers.same_ids import refuse_same_ids
from site_builder.sources.listing import export_folders

META = "meta.json"
"""The one file that every export holds."""


class FavurImporter:
    """Reads exports of the Favur harness."""

    family = FAMILY
    codes = CODES.keys()

    def discover(self, root: Path) -> list[Path]:
        """Return the folders directly under ``root`` in order of their names as bytes, links among them."""
        return export_folders(root)

    def overlooked(self, root: Path, label: str) -> Iterator[Problem]:
        """Yield what is said of hidden runs and of files beside the folders of runs."""
        return overlooked_folders(root, label, META)

    def beside(self, folder: Path) -> tuple[Path, ...]:
        """Return nothing: an export stands by itself."""
        return ()

    def content_key(self, folder: Path, config: ImportConfig) -> str:
        """Return a digest of everything that ``read`` depends on.

        That is the tools and the linter's configuration, where the folder lies, and the path and content of
        every regular file; links enter by what they hold as text.
        """
        key = hashlib.sha256()
        tools = sorted(tool_versions().items())
        parts = [FAMILY, repr(tools), _digest(config.linter_configuration), label_of(folder, config)]
        parts += [f"{config.lint_seconds:g}", f"{config.file_seconds:g}"]
        if folder.is_symlink():
            parts.append(f"link to {os.readlink(folder)}")
        else:
            opened = Folder(folder, parts[-1])
            links = opened.listing.links
            parts += [] if opened.listing.complete else ["cut off"]
            parts += [f"file {path}\0{digest}" for path, digest in opened.digests().items()]
            parts += [f"link {path}\0{links[path]}" for path in sorted(links, key=os.fsencode)]
            others = sorted([*opened.listing.folders, *opened.listing.others], key=os.fsencode)
            parts += [f"else {path}" for path in others]
        for part in parts:
            key.update(os.fsencode(part) + b"\0\0")
        return key.hexdigest()

    def read(self, folders: Sequence[Path], config: ImportConfig) -> list[Imported]:
        """Measure some exports, in the order given; the linter runs once over all of them."""
        readers: list[ExportReader | Imported] = []
        with quiet_parsing():
            for folder in folders:
                if folder.is_symlink():
                    readers.append(_linked(label_of(folder, config)))
                    continue
                reader = ExportReader(folder, config)
                reader.read_safely()
                readers.append(reader)
        lintable = {
            str(index): reader.lintable
            for index, reader in enumerate(readers)
            if isinstance(reader, ExportReader)
        }
        lint: dict[str, LintResult] = lint_runs(lintable, config.linter_configuration, config.lint_seconds)
        tools = tool_versions()
        return [
            reader.finish(lint[str(index)], tools) if isinstance(reader, ExportReader) else reader
            for index, reader in enumerate(readers)
        ]

    def refuse_duplicates(self, imported: list[Imported]) -> list[Imported]:
        """Leave out each run whose id an export earlier in the list has already taken."""
        return refuse_same_ids(imported, _duplicate)


def tool_versions() -> dict[str, str]:
    """Return the versions of the tools on which the digits of metrics depend."""
    return dict(_tool_versions())


@lru_cache(maxsize=1)
def _tool_versions() -> dict[str, str]:
    return {"python": platform.python_version(), "radon": radon.__version__, "ruff": ruff_version()}


def _digest(path: Path) -> str:
    """Return the SHA-256 of one of our own files, empty when it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _linked(label: str) -> Imported:
    severity, advice = CODES["favur.linked-folder"]
    reason = "The folder is a symbolic link, which is not followed."
    problem = Problem(
        file=shown(label),
        code="favur.linked-folder",
        message=reason,
        advice=advice,
        severity=severity,
        run=shown(label.rpartition("/")[2]),
    )
    left_out = LeftOut(folder=shown(label), run_id="", reason=reason, problems=(problem.code,))
    return Imported(folder=shown(label), left_out=left_out, problems=(problem,))


def _duplicate(item: Imported, run_id: str, first: str) -> Imported:
    severity, advice = CODES["favur.duplicate-run"]
    reason = f"The run_id {run_id} is already that of {first}."
    problem = Problem(
        file=f"{item.folder}/meta.json",
        pointer="/run_id",
        code="favur.duplicate-run",
        message=reason,
        advice=advice,
        severity=severity,
        run=run_id,
    )
    left_out = LeftOut(folder=item.folder, run_id=run_id, reason=reason, problems=(problem.code,))
    return msgspec.structs.replace(item, run=None, left_out=left_out, problems=(*item.problems, problem))
