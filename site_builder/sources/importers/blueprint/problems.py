"""Problems of recorded runs: reasons for a rejection as problems, and no more of one kind than help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from site_builder.errors import Problem
from site_builder.records.blueprint import Recorded, Rejection

MOST_OF_ONE_CODE = 20
"""Problems of one code that are listed for a run; the rest are counted."""


def rejection_problems(recorded: Recorded, rejections: Sequence[Rejection]) -> Iterator[Problem]:
    """Yield a problem for every reason why a run is rejected."""
    for rejection in rejections:
        yield Problem(
            file=f"{recorded.folder}/{rejection.file}" if rejection.file else recorded.folder,
            pointer=rejection.pointer,
            code=problem_code(rejection.code),
            message=rejection.message,
            advice=rejection.advice,
            run=recorded.folder.rpartition("/")[2],
        )


def problem_code(reason: str) -> str:
    """Return the code of the problem for a reason: ``PAIR_NOT_TWO`` → ``blueprint.pair-not-two``."""
    return f"blueprint.{reason.lower().replace('_', '-')}"


def capped(recorded: Recorded, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems of one run, of each code the first twenty and a note on how many more there are."""
    counts: Counter[str] = Counter()
    kept = []
    for problem in problems:
        counts[problem.code] += 1
        if counts[problem.code] <= MOST_OF_ONE_CODE:
            kept.append(problem)
    for code, count in counts.items():
        if count > MOST_OF_ONE_CODE:
            more = count - MOST_OF_ONE_CODE
            message = f"{more} more problems with the code {code} are not listed."
            advice = "Correct those listed first; `site-builder gate` lists all reasons with --json."
            run = recorded.folder.rpartition("/")[2]
            kept.append(
                Problem(
                    file=recorded.folder,
                    code="blueprint.more-problems",
                    message=message,
                    advice=advice,
                    severity="note",
                    run=run,
                )
            )
    return tuple(kept)
