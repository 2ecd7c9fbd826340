"""Runs of one id in several exports: the first one stays."""

from __future__ import annotations

from collections.abc import Callable

from site_builder.records.run import Imported

Refusing = Callable[[Imported, str, str], Imported]
"""(export, its run id, folder of the export that has the id already) → the export, its run left out."""


def refuse_same_ids(imported: list[Imported], refuse: Refusing) -> list[Imported]:
    """Leave out each run whose id an export earlier in the list has already taken; the order stays."""
    first: dict[str, str] = {}
    checked: list[Imported] = []
    for item in imported:
        if item.run is None:
            checked.append(item)
        elif item.run.run_id in first:
            checked.append(refuse(item, item.run.run_id, first[item.run.run_id]))
        else:
            first[item.run.run_id] = item.folder
            checked.append(item)
    return checked
