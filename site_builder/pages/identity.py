"""What a run is, beside what it scored: its configuration, models and times, and where else it is listed."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.cells import Cell
from site_builder.pages.lookup import Place, SiteLookup, board_address
from site_builder.pages.paging import paged
from site_builder.pages.runs import duration, minute, model_names


class Identity(msgspec.Struct, frozen=True):
    """What the page of a run says of it under *Configuration*, *Models*, *Started* and the like."""

    configuration: str
    """Its shown name; the id of the run where the export names none."""
    configuration_address: str
    """Folder of its page, relative to the root; empty where the export names none."""
    repeats: int
    """Runs of the configuration on the board, this one included."""
    also_on: tuple[tuple[str, str], ...]
    """(title, address of the page that lists the run) of the further boards."""
    models: tuple[tuple[str, str, str], ...]
    """(shown name, id, provider)."""
    started: str
    """UTC, to the minute; empty where the export does not say it, as for the end."""
    finished: str
    duration: Cell

    def plain(self) -> dict[str, Any]:
        """Return as plain data what the run's own record does not have."""
        page = self.configuration_address
        return {
            "configuration": self.configuration,
            "configuration_page": f"{page}index.html" if page else None,
            "repeats_on_board": self.repeats,
        }


def identity_of(lookup: SiteLookup, places: list[Place]) -> Identity:
    """Return what a run is; the first of its ``places`` is the one that its page is about."""
    board, run = places[0].board, places[0].entry.run
    repeats = lookup.repeats.get((run.family, run.configuration))
    names = model_names(lookup, run)
    return Identity(
        configuration=lookup.configuration_name(run),
        configuration_address=lookup.configuration_address(run),
        repeats=sum(1 for p in repeats.places if p.board.id == board.id) if repeats else 1,
        also_on=tuple((p.board.title, board_page(lookup, p)) for p in places[1:]),
        models=tuple((names[m.id], m.id, lookup.name(m.provider)) for m in run.models),
        started=minute(run.started_at),
        finished=minute(run.finished_at),
        duration=duration(run),
    )


def board_page(lookup: SiteLookup, place: Place) -> str:
    """Return the folder of the page on which a board lists a run, relative to the root."""
    if lookup.gates.of_board(place.board.id) is not None:
        return board_address(place.board)
    return paged(place.board).folder_with(place.position)
