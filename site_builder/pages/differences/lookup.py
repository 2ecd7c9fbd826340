"""Look-ups over the differences of rubric versions, also for one run. Made once per site."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from site_builder.pages.differences.listed_runs import listed
from site_builder.records.rubric_diff import BoardDifference, RubricDifference, RunDifference
from site_builder.site_data import SiteData


def difference_address(older: str, newer: str) -> str:
    """Return the folder of the page on two versions of a family, relative to the root."""
    return f"methodology/{older}..{newer.partition('/')[2]}/"


def board_difference_address(older: str, newer: str, board: str) -> str:
    """Return the folder of the page on a board under two versions, relative to the root.

    Ids of boards have neither dots nor slashes, so that it is no file of the page that it lies below.
    """
    return f"{difference_address(older, newer)}{board}/"


class DifferenceLookup:
    """Look-ups over the differences of a site."""

    def __init__(self, data: SiteData) -> None:
        self.all = data.differences
        self._pairs = {(one.older, one.newer): one for one in self.all}
        self._boards = {
            (one.older, one.newer, board.board): board for one in self.all for board in one.boards
        }
        self._runs: dict[tuple[str, str], list[tuple[RubricDifference, RunDifference]]] = {}
        for one in self.all:
            for board in one.boards:
                for run in board.runs:
                    self._runs.setdefault((board.board, run.run), []).append((one, run))

    def of(self, older: str, newer: str) -> RubricDifference | None:
        """Return the difference of two versions, ``None`` when the site has none."""
        return self._pairs.get((older, newer))

    def of_board(self, older: str, newer: str, board: str) -> BoardDifference | None:
        """Return a board under two versions; ``None`` when the site has no page on it.

        Of boards with the same runs on the same terms the first one has it.
        """
        return self._boards.get((older, newer, board))

    def address(self, one: str, other: str) -> str:
        """Return the folder of the page on two versions in either order, empty when there is none."""
        for pair in ((one, other), (other, one)):
            if pair in self._pairs:
                return difference_address(*pair)
        return ""

    def around(self, rubric: str, board: str) -> tuple[tuple[str, str], ...]:
        """Return (the other version, address of the page) of the differences that a version is an end of.

        The page is that of the board where it has one, else that of the two versions.
        """
        found = []
        for one in self.with_version(rubric):
            pair = (one.older, one.newer)
            own = self.of_board(*pair, board) is not None
            address = board_difference_address(*pair, board) if own else difference_address(*pair)
            found.append((one.older if one.newer == rubric else one.newer, address))
        return tuple(found)

    def with_version(self, rubric: str) -> Iterator[RubricDifference]:
        """Yield the differences that a version is an end of."""
        return (one for one in self.all if rubric in (one.older, one.newer))

    def of_family(self, family: str) -> Iterator[RubricDifference]:
        """Yield the differences of a family, in order of versions."""
        return (one for one in self.all if one.newer.partition("/")[0] == family)

    def of_run(self, board: str, run: str, rubric: str) -> list[tuple[RubricDifference, RunDifference]]:
        """Return what the differences with a version say of a run of a board."""
        found = self._runs.get((board, run), ())
        return [(one, run) for one, run in found if rubric in (one.older, one.newer)]

    def lists(self, older: str, newer: str, board: str, run: str) -> bool:
        """Return whether the page on a board under two versions has a row for one of its runs."""
        return run in self._listed[older, newer, board]

    @cached_property
    def _listed(self) -> dict[tuple[str, str, str], frozenset[str]]:
        return {key: frozenset(run.run for run in listed(one.runs)) for key, one in self._boards.items()}
