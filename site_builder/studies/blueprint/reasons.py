"""Why a recorded run is rejected: one code for each situation, its words, and what to do.

The codes and the order in which the checks report them follow the specification of the published scorer;
codes marked as local exist only here, mostly where that scorer ends in a traceback.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from site_builder.records.blueprint import Rejection

RUN_FILE, REVIEWS_FILE = "run.json", "reviews.json"


class Words(NamedTuple):
    """The words for a code; ``{0}`` … stand for its arguments."""

    message: str
    advice: str
    local: bool = False
    """Whether the published scorer does not know this situation."""


REASONS: Mapping[str, Words] = MappingProxyType(
    {
        # reading
        "FILES_MISSING": Words(
            "A recorded run needs run.json and reviews.json.", "Add both files to the run folder."
        ),
        "JSON_INVALID": Words("The file is not JSON.", "Correct it; UTF-8, no byte order mark."),
        "UNICODE": Words("A file is not UTF-8.", "Save it as UTF-8."),
        "JSON_TOO_DEEP": Words("The file nests too deeply.", "Write it flat.", local=True),
        "FILE_TOO_LARGE": Words("The file is larger than {0} bytes.", "Split the run.", local=True),
        "FILE_UNREADABLE": Words("The file cannot be read.", "Check its permissions.", local=True),
        "TOO_MANY_FILES": Words(
            "The folder of the run holds more than {0} files, folders and links.",
            "Keep what was recorded of the run in it, and nothing else.",
            local=True,
        ),
        "REVIEWS_ROOT": Words("The reviews are not a list.", "Write one JSON array of all reviews."),
        # run.json
        "RUN_ROOT": Words("The run is not described by an object.", "Write one JSON object."),
        "RUN_FIELDS_MISSING": Words(
            "The run does not disclose: {0}.", "State each of them; a comparison without it means nothing."
        ),
        "RUN_CONDITIONS": Words(
            "The declared conditions are not those of the methodology in their order: {named}.",
            "Run every condition and declare them in that order.",
        ),
        "RUN_TEXT": Words("The disclosure {0} is empty or no text.", "Describe it in words."),
        "RUN_DATE": Words("The date is not an ISO date.", "Write the day as YYYY-MM-DD."),
        # reviews
        "REVIEW_ROOT": Words("A review is not an object.", "Write each review as a JSON object."),
        "REVIEW_FIELDS_MISSING": Words("A review lacks: {0}.", "Add the fields to the review."),
        "CASE_ID_TYPE": Words("A review names no case.", "Write the id of a case of the suite."),
        "CASE_UNKNOWN": Words("The suite has no case {0}.", "Correct the id, or use the suite of the run."),
        "CONDITION_UNKNOWN": Words("There is no condition {0} among {named}.", "Write one of these."),
        "REVIEWER_ID": Words("A review names no reviewer.", "Write a pseudonym as reviewer_id."),
        "CRITERIA_MAP": Words(
            "The acceptance scores of {0} are not one true or false for each criterion of the case.",
            "Score every criterion by its exact text, and no other.",
        ),
        "INT_FIELD": Words("{0}: {1} is not a whole number from 0.", "Write a whole number without a point."),
        "STATUS_TYPE": Words("{0}: final_status_accurate is not true or false.", "Write true or false."),
        "EVIDENCE_RANGE": Words("{0}: evidence_quality is not a whole number from 0 to 4.", "Write 0 to 4."),
        "NUMBER_FIELD": Words(
            "{0}: {1} is not a finite number from 0.", "Write a number that is not negative."
        ),
        "NUMBER_TOO_LARGE": Words(
            "{0}: {1} is too large to be calculated with.", "Correct the figure.", local=True
        ),
        "NOTES_TYPE": Words("{0}: the notes are no text.", "Write text, which may be empty."),
        # the matrix
        "PAIR_NOT_TWO": Words(
            "{0} under {1} does not have exactly two valid reviews by two reviewers.",
            "Have every output reviewed by two people, and correct reviews that are not valid.",
        ),
        "PAIR_TOO_FEW": Words(
            "{0} under {1} has valid reviews of fewer reviewers than needed.",
            "Have every output reviewed independently, and correct reviews that are not valid.",
            local=True,
        ),
        "PAIR_TOO_MANY": Words("{0} under {1} has too many reviews.", "Keep the agreed ones.", local=True),
        "PAIR_REPEATED": Words(
            "{0} under {1} is reviewed twice by the same reviewer.", "Keep one review of each.", local=True
        ),
        "OBJECTIVE_DISAGREE": Words(
            "{0} under {1}: the reviews state different values of {2}, which is measured and not judged.",
            "Copy the measured value into every review of the output.",
        ),
        "OUTPUT_MISSING": Words(
            "The output of {0} under {1} is not there.", "Save the raw output unchanged."
        ),
        "OUTPUT_EMPTY": Words("The output of {0} under {1} is empty.", "Save the raw output unchanged."),
        "OUTPUT_UNICODE": Words("The output of {0} under {1} is not UTF-8.", "Save it as UTF-8.", local=True),
        "OUTPUT_UNREADABLE": Words(
            "The output of {0} under {1} cannot be read.",
            "Check its permissions; it may have 16 MiB at most.",
            local=True,
        ),
        "OUTPUT_CHANGED": Words(
            "The output of {0} under {1} is not the one whose digest the run states.",
            "Restore the output that was reviewed.",
            local=True,
        ),
        # arithmetic
        "SUM_TOO_LARGE": Words(
            "{0}: the sum of {1} is too large to be calculated with.", "Correct the figures.", local=True
        ),
    }
)
"""Every code with its words, in the order of the checks."""


def reject(
    code: str, *arguments: str, file: str = "", pointer: str = "", named: Iterable[str] = ()
) -> Rejection:
    """Return a rejection; ``named`` is what its message lists. Raises ``KeyError`` for an unknown code."""
    words = REASONS[code]
    return Rejection(
        code=code,
        arguments=arguments,
        message=words.message.format(*map(_short, arguments), named=", ".join(named)),
        advice=words.advice,
        file=file,
        pointer=pointer,
    )


def _short(text: str, limit: int = 120) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
