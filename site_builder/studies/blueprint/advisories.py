"""What a reader should know beside the eight checks; none of it stops a release.

Local additions, after what the methodology asks for and its scorer does not look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from site_builder.records.blueprint import Pair, Recorded
from site_builder.records.run import Evidence
from site_builder.studies.blueprint.cells import Cell
from site_builder.studies.blueprint.settings import Settings
from site_builder.studies.readiness import Check

MOST_EXAMPLES = 5


def advisories(recorded: Recorded, found: Mapping[Pair, Cell], settings: Settings) -> Iterator[Check]:
    """Yield what is worth telling of a run that was scored."""
    cells = tuple(found.values())
    yield from _disagreements(cells)
    yield from _uneven(cells)
    yield from _costs(cells)
    yield from _digests(recorded, settings)
    yield from _words(cells)
    yield from _withheld(recorded)
    yield from _name(recorded)


def _advisory(code: str, title: str, observed: str, required: str, remedy: str, *at: Evidence) -> Check:
    return Check(
        code=code,
        severity="advisory",
        subject="",
        title=title,
        observed=observed,
        required=required,
        remedy=remedy,
        evidence=at,
    )


def _disagreements(cells: Sequence[Cell]) -> Iterator[Check]:
    differing = [cell for cell in cells if cell.disagreements]
    if differing:
        yield _advisory(
            "reviewers-disagree",
            "reviewers are not of one mind",
            f"{sum(cell.disagreements for cell in differing)} judgements on {len(differing)} outputs",
            "disagreement kept and reported as a result",
            "Nothing to clear: read the list of disagreements beside the means.",
        )


def _uneven(cells: Sequence[Cell]) -> Iterator[Check]:
    counts = sorted({len(cell.reviews) for cell in cells})
    if len(counts) > 1:
        yield _advisory(
            "uneven-reviewers",
            "outputs have different numbers of reviewers",
            f"{counts[0]} to {counts[-1]} reviews of an output",
            "equally many reviews, since pooled means weigh an output by its reviews",
            "Have every output reviewed by equally many people.",
        )


def _costs(cells: Sequence[Cell]) -> Iterator[Check]:
    without = [cell.pair for cell in cells if cell.cost_usd is None]
    if without:
        yield _advisory(
            "cost-not-available",
            "the cost of some outputs is not available",
            f"{len(without)} of {len(cells)} outputs, such as {_examples(without)}",
            "the cost of every output, for a total",
            "Record the cost of every output, or read the mean over those that state it.",
        )


def _digests(recorded: Recorded, settings: Settings) -> Iterator[Check]:
    if settings.output_pins == "verified" and recorded.pins is None:
        yield _advisory(
            "outputs-not-pinned",
            "the run does not state digests of its outputs",
            "no outputs.sha256 in the run folder",
            "digests taken before the review, to show that outputs were not changed after it",
            "Write it when the outputs are saved: sha256sum outputs/*/*.md > outputs.sha256",
        )


def _words(cells: Sequence[Cell]) -> Iterator[Check]:
    differing = [c.pair for c in cells if c.output is not None and c.output.words != c.response_words]
    if differing:
        yield _advisory(
            "response-words-differ",
            "stated response words are not those of the saved output",
            f"{len(differing)} of {len(cells)} outputs, such as {_examples(differing)}",
            "the words of the saved output, counted as the dry run counts",
            "Count again, or say in the disclosures how words were counted.",
        )


def _withheld(recorded: Recorded) -> Iterator[Check]:
    outputs = [output for output in recorded.outputs.values() if output.withheld]
    count = len(outputs) + len(recorded.withheld_notes) + len(recorded.withheld_fields)
    if count:
        yield _advisory(
            "texts-withheld",
            "some texts are not published",
            f"{count} texts hold what looks like secrets or personal data",
            "no secrets and no personal data in outputs, notes and disclosures",
            "Remove them from the run; the figures do not change.",
            *(Evidence(output.path) for output in outputs[:MOST_EXAMPLES]),
        )


def _name(recorded: Recorded) -> Iterator[Check]:
    if recorded.run["run_id"] != recorded.folder.rpartition("/")[2]:
        yield _advisory(
            "run-id-differs",
            "the run id is not the name of its folder",
            "two names for one run",
            "one name, so that results can be traced to their records",
            "Name the folder after the run id.",
            Evidence("run.json", "/run_id"),
        )


def _examples(pairs: Sequence[Pair]) -> str:
    shown = ", ".join(f"{case_id} under {condition}" for case_id, condition in pairs[:MOST_EXAMPLES])
    return f"{shown} …" if len(pairs) > MOST_EXAMPLES else shown
