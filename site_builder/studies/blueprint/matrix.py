"""The matrix of cases and conditions: every output must be there and be reviewed as the rubric asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from site_builder.records.blueprint import OBJECTIVE, Output, Pair, Recorded, Rejection, Review, Suite
from site_builder.studies.blueprint.reasons import REVIEWS_FILE, reject
from site_builder.studies.blueprint.settings import Settings


def by_pair(reviews: Sequence[Review]) -> dict[Pair, list[Review]]:
    """Group reviews by output, in file order."""
    pairs: dict[Pair, list[Review]] = {}
    for review in reviews:
        pairs.setdefault(review.pair, []).append(review)
    return pairs


def matrix_faults(
    recorded: Recorded, suite: Suite, settings: Settings, reviews: Sequence[Review]
) -> Iterator[Rejection]:
    """Yield what is wrong with each output and its valid reviews: cases, then conditions, sorted as text."""
    pairs = by_pair(reviews)
    for case_id in sorted(case.id for case in suite.cases):
        for condition in sorted(settings.conditions):
            pair = (case_id, condition)
            found = pairs.get(pair, [])
            code = _count_fault(found, settings)
            if code:
                yield reject(code, *pair, file=REVIEWS_FILE)
            for field in OBJECTIVE:
                if _differ(found, field):
                    yield reject("OBJECTIVE_DISAGREE", *pair, field, file=REVIEWS_FILE)
            yield from _output_faults(pair, recorded, settings)


def output_path(pair: Pair) -> str:
    """Return where the output of a case under a condition lies in the run folder."""
    return f"outputs/{pair[0]}/{pair[1]}.md"


def _count_fault(reviews: Sequence[Review], settings: Settings) -> str:
    fewest, most = settings.fewest_reviewers, settings.most_reviewers
    reviewers = len({review.reviewer_id for review in reviews})
    if fewest == most == 2:
        return "" if len(reviews) == reviewers == fewest else "PAIR_NOT_TWO"
    if reviewers < fewest:
        return "PAIR_TOO_FEW"
    if most and len(reviews) > most:
        return "PAIR_TOO_MANY"
    return "PAIR_REPEATED" if reviewers < len(reviews) else ""


def _differ(reviews: Sequence[Review], field: str) -> bool:
    """Return whether reviews state different values; a value that is not available differs from none."""
    stated = [value for review in reviews if (value := getattr(review, field)) is not None]
    return any(value != stated[0] for value in stated[1:])


def _output_faults(pair: Pair, recorded: Recorded, settings: Settings) -> Iterator[Rejection]:
    path = output_path(pair)
    output = recorded.outputs.get(pair)
    if output is None:
        yield reject("OUTPUT_MISSING", *pair, file=path)
    elif output.fault == "not_utf8":
        alone = settings.undecodable_output == "hides other reasons"
        yield reject("UNICODE", file=path) if alone else reject("OUTPUT_UNICODE", *pair, file=path)
    elif output.fault:
        yield reject("OUTPUT_UNREADABLE", *pair, file=path)
    elif output.blank:
        yield reject("OUTPUT_EMPTY", *pair, file=path)
    elif settings.output_pins == "verified" and _changed(output, recorded):
        yield reject("OUTPUT_CHANGED", *pair, file=path)


def _changed(output: Output, recorded: Recorded) -> bool:
    """Return whether the run states digests and this output's is another one, or none."""
    return recorded.pins is not None and recorded.pins.get(output.path) != output.sha256
