"""Importers: one per family, from folders that a harness wrote to measured runs.

To add one, write a module with a class that has the shape of ``Importer`` and name an instance in
``IMPORTERS``; from outside, an entry point in the group ``site_builder.importers``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from site_builder.errors import Problem
from site_builder.records.run import Imported
from site_builder.sources.importers.blueprint.importer import BlueprintImporter
from site_builder.sources.importers.configuration import ImportConfig
from site_builder.sources.importers.favur import FavurImporter
from site_builder.sources.importers.scorecrux import ScoreCruxImporter

__all__ = ["IMPORTERS", "ImportConfig", "Importer", "Overlooking", "Telling"]


class Importer(Protocol):
    """What the pipeline asks of an importer. Instances are small and can be sent to another process."""

    family: str

    def discover(self, root: Path) -> list[Path]:
        """Return the exports of a runs folder, in order of their names as bytes; mostly its folders.

        An export may also be a file, and may hold several runs, as the lines of ``a.jsonl`` do.
        """

    def beside(self, folder: Path) -> tuple[Path, ...]:
        """Return what else of the runs folder ``read`` depends on, whether it is there or not."""

    def content_key(self, folder: Path, config: ImportConfig) -> str:
        """Return a digest of everything that ``read`` depends on: content, place, tools, configuration.

        The state of the program is not part of it: whoever remembers what was read puts that beside it.
        """

    def read(self, folders: Sequence[Path], config: ImportConfig) -> list[Imported]:
        """Measure some exports, in the order given. Raises for no export, however broken it is."""

    def refuse_duplicates(self, imported: list[Imported]) -> list[Imported]:
        """Leave out each run whose id an export earlier in the list has already taken; keep the order.

        The list is in the order of ``discover``, but for exports that the ledger pins, which come first.
        """


@runtime_checkable
class Overlooking(Protocol):
    """What an importer may offer besides."""

    def overlooked(self, root: Path, label: str) -> Iterable[Problem]:
        """Return what is said of things in a runs folder, called ``label``, that ``discover`` passes over."""


@runtime_checkable
class Telling(Protocol):
    """What an importer may offer besides."""

    codes: Collection[str]
    """Codes of the problems that reading an export tells: what a board may name under ``quarantine``."""


IMPORTERS: Mapping[str, Importer] = MappingProxyType(
    {"favur": FavurImporter(), "scorecrux": ScoreCruxImporter(), "blueprint": BlueprintImporter()}
)
"""Family → the importer that ships with the program."""
