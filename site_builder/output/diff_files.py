"""Tables of every run under two versions of a rubric."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.output.csv_table import Field, csv_line
from site_builder.output.files import OutputFile
from site_builder.pages.differences.columns import DIFFERENCE_COLUMNS
from site_builder.pages.differences.view import data_path
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric_diff import RubricDifference, RunDifference


def diff_files(lookup: SiteLookup) -> Iterator[OutputFile]:
    """Yield ``data/diffs/<family>/<a>..<b>.csv`` for every pair of versions that has runs."""
    for pair in lookup.differences.all:
        if pair.boards:
            yield OutputFile(data_path(pair), "".join(_lines(pair)).encode("utf-8"))


def _lines(pair: RubricDifference) -> Iterator[str]:
    """Yield the table; a step of the attribution has a column where it moves a run."""
    moving = sorted({move.clauses for one in pair.boards for run in one.runs for move in run.moves})
    fixed = [column.name for column in DIFFERENCE_COLUMNS[:-1]]
    names = [" + ".join(pair.order[number][0] for number in step) for step in moving]
    yield csv_line([*fixed, *(f"change:{name}" for name in names)])
    for one in pair.boards:
        for run in one.runs:
            changes = {move.clauses: move.change for move in run.moves}
            steps = [changes.get(step, 0.0) if run.change is not None else "none" for step in moving]
            yield csv_line([one.board, *_row(run), *steps])


def _row(run: RunDifference) -> list[Field]:
    return [
        run.run,
        *(_or(value, "none") for value in (run.before.score, run.after.score, run.change)),
        *(_or(place.rank, "unranked") for place in (run.place_before, run.place_after)),
        run.place_before.unranked,
        run.place_after.unranked,
        run.passes,
        run.passes_by,
    ]


def _or(value: float | None, word: str) -> Field:
    return word if value is None else value
