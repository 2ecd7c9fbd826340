"""Look-ups over a site that several pages need: addresses, places of runs, repeats. Made once per site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from site_builder.errors import Problem
from site_builder.pages.addresses import slugs
from site_builder.pages.campaigns.lookup import CampaignLookup
from site_builder.pages.differences.lookup import DifferenceLookup
from site_builder.pages.gates.lookup import GateLookup
from site_builder.pages.outline import Outline
from site_builder.pages.rubric_files import rubric_file_paths
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Entry, SiteData
from site_builder.studies.remembered_numbers import RememberedNumbers

T = TypeVar("T")


class Place(NamedTuple):
    """A run on a board."""

    board: Board
    entry: Entry
    position: int
    """Index among the board's entries."""


class Repeats(NamedTuple):
    """The runs of one configuration of one family, over all boards."""

    family: str
    label: str
    """As exported; aliases apply where it is shown."""
    places: tuple[Place, ...]


class SiteLookup:
    """Where everything of a site is: addresses, places of runs on boards, repeats of a configuration."""

    def __init__(self, data: SiteData) -> None:
        self.data = data
        self._names = _run_names(data)
        self.places: dict[str, list[Place]] = {}
        for board in data.boards:
            for position, entry in enumerate(board.entries):
                self.places.setdefault(self._key(entry.run), []).append(Place(board, entry, position))
        self._by_name = {(p[0].entry.run.family, p[0].entry.run.run_id): p for p in self.places.values()}
        self.repeats = {(r.family, r.label): r for r in self._repeats()}
        self._run_slugs = slugs(self.places)
        labels = Counter(label for _, label in self.repeats)
        names = {
            (family, label): label if labels[label] == 1 else f"{family} {label}"
            for family, label in self.repeats
        }
        by_name = slugs(names.values())
        self._configuration_slugs = {key: by_name[name] for key, name in names.items()}
        self._outlines: dict[str, Outline] = {}
        self._made: dict[tuple[str, ...], Any] = {}
        self.drawn: dict[str, RememberedNumbers] = {}
        """Board id → what is remembered of drawing its weights, where anything is."""
        self._problems: dict[str, list[Problem]] = {}
        for problem in data.problems:
            self._problems.setdefault(problem.run, []).append(problem)

    @property
    def runs(self) -> tuple[tuple[Place, ...], ...]:
        """Every run with all its places, in order of address."""
        return tuple(tuple(self.places[key]) for key in sorted(self.places))

    @property
    def graphs(self) -> tuple[Graph, ...]:
        """The rubric versions of the families that ``site.yaml`` names, whether any run was found or not."""
        used = {board.family for board in self.data.site.boards}
        return tuple(g for g in self.data.graphs.values() if g.rubric.family in used)

    @cached_property
    def rubric_files(self) -> dict[str, dict[str, str]]:
        """Rubric id → name of each of its files → path below ``data/rubrics/``."""
        return rubric_file_paths(self.graphs, self.data.copies.rubrics)

    @cached_property
    def repeats_on(self) -> Counter[tuple[str, str]]:
        """(board id, configuration) → runs of the configuration on that board."""
        return Counter((b.id, entry.run.configuration) for b in self.data.boards for entry in b.entries)

    @cached_property
    def gates(self) -> GateLookup:
        """The release gates of the site."""
        return GateLookup(self.data)

    @cached_property
    def differences(self) -> DifferenceLookup:
        """What every two versions of a rubric do differently."""
        return DifferenceLookup(self.data)

    @cached_property
    def campaigns(self) -> CampaignLookup:
        """The campaigns of the site."""
        return CampaignLookup(self.data)

    @property
    def families(self) -> tuple[str, ...]:
        """The families that have a rubric here, in order of name."""
        return tuple(sorted({graph.rubric.family for graph in self.graphs}))

    def family_title(self, family: str) -> str:
        """Return a family's name as its rubrics write it (``ScoreCrux`` of ``ScoreCrux 1.3``)."""
        rubric = next(graph.rubric for graph in self.graphs if graph.rubric.family == family)
        title = rubric.title.removesuffix(rubric.version).strip().removesuffix("rubric").strip()
        return title or family.capitalize()

    @cached_property
    def boards_by_family(self) -> tuple[tuple[str, tuple[Board, ...]], ...]:
        """Boards under the name of their family, in the order of the site."""
        families: dict[str, list[Board]] = {}
        for board in self.data.boards:
            families.setdefault(board.config.family, []).append(board)
        return tuple((self.family_title(family), tuple(boards)) for family, boards in families.items())

    def outline(self, graph: Graph) -> Outline:
        """Return the static side of a rubric's pages."""
        if graph.id not in self._outlines:
            self._outlines[graph.id] = Outline(graph)
        return self._outlines[graph.id]

    def once(self, make: Callable[[], T], *key: str) -> T:
        """Return what ``make`` gives; it is called for the first who asks under ``key``, and not again."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def of(self, run: RunRecord) -> list[Place]:
        """Return the places of a run, the board that comes first in the site first."""
        return self.places[self._key(run)]

    def named(self, family: str, run_id: str) -> list[Place]:
        """Return the places of the run of a family with this id; none when no board lists it."""
        return self._by_name.get((family, run_id), [])

    def name(self, exported: str) -> str:
        """Return the name shown for a name as exported."""
        return self.data.site.names.get(exported, exported)

    def configuration_name(self, run: RunRecord) -> str:
        """Return the shown name of a run's configuration, its id where the export names none."""
        return self.name(run.configuration) or self.name(run.run_id)

    def run_address(self, run: RunRecord) -> str:
        """Return the folder of a run's page, relative to the root."""
        return f"runs/{self._run_slugs[self._key(run)]}/"

    def configuration_address(self, run: RunRecord) -> str:
        """Return the folder of the page of a run's configuration; empty when the export names none."""
        slug = self._configuration_slugs.get((run.family, run.configuration))
        return f"configurations/{slug}/" if slug else ""

    def problems(self, run_id: str) -> list[Problem]:
        """Return what was wrong with a run's export."""
        return self._problems.get(run_id, [])

    def scored_under(self, rubric_id: str) -> Iterator[tuple[Board, Entry, Scored]]:
        """Yield every result under a rubric, be it the pinned one of a board or one of its others."""
        for board in self.data.boards:
            for entry in board.entries:
                if board.graph.id == rubric_id:
                    yield board, entry, entry.scored
                elif rubric_id in entry.others:
                    yield board, entry, entry.others[rubric_id]

    def _key(self, run: RunRecord) -> str:
        return self._names[run.run_id, run.family, run.digest]

    def _repeats(self) -> Iterator[Repeats]:
        by_configuration: dict[tuple[str, str], list[Place]] = {}
        for board in self.data.boards:
            for position, entry in enumerate(board.entries):
                if entry.run.configuration:
                    key = (entry.run.family, entry.run.configuration)
                    by_configuration.setdefault(key, []).append(Place(board, entry, position))
        for (family, label), places in sorted(by_configuration.items()):
            yield Repeats(family, label, tuple(places))


def board_address(board: Board) -> str:
    """Return the folder of a board, relative to the root."""
    return f"boards/{board.id}/"


def methodology_address(graph: Graph) -> str:
    """Return the folder of a rubric version, relative to the root."""
    return f"methodology/{graph.rubric.family}/{graph.rubric.version}/"


def _run_names(data: SiteData) -> dict[tuple[str, str, str], str]:
    """Return the name from which each run's address is made: its id, unless different runs share that."""
    runs = {(e.run.run_id, e.run.family, e.run.digest) for board in data.boards for e in board.entries}
    count = Counter(run_id for run_id, _, _ in runs)
    return {key: key[0] if count[key[0]] == 1 else " ".join(key) for key in runs}
