"""Words on pages of boards and runs, and on lists of the whole site, in the order of the pages."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.study_words import CAMPAIGN_ROW, HISTORY, NEWEST_RUN, OUTCOMES
from site_builder.output.verify.words import Each, Word

WITHDRAWN = "withdrawn on "
"""How the reason of a run begins that was withdrawn."""
LEVELS = {
    "self-reported": "self-reported",
    "schema-checked": "schema-checked",
    "re-scored": "re-scored here",
    "re-run": "re-run here",
}
"""What pages call the levels of verification."""
HOLDS = {True: "yes", False: "no"}
SIDES = {"above": "Above", "below": "Below"}
AGREEMENTS = {
    "same": "the same",
    "rounded": "the same, with fewer digits",
    "differs": "another number",
}
LEAST_COVERAGE = 0.5
"""Of the weight of a score; below it, pages warn."""
REASONS_LISTED = 4
"""Reasons that are told of a board that ranks nobody."""
LISTED_OF_BOARD, LISTED_OF_SITE = 50, 200
"""Exports on no board that the page of a board lists, and entries of the lists of the whole site."""
INSIDE, UNKNOWN_NOISE = "Inside the noise", "Whether that is more than chance is not estimable."


def unranked(row: dict[str, Any]) -> str | None:
    """Return what stands in the place of a rank, with its reason behind it."""
    if row["rank"] is not None:
        return None
    return f"{'withdrawn' if row['unranked'].startswith(WITHDRAWN) else 'unranked'}: {row['unranked']}"


def _standing(record: dict[str, Any]) -> list[Any]:
    """Return how the page of a run begins: its rank, or why it has none."""
    board = record["board_title"]
    if record["unranked"].startswith(WITHDRAWN):
        return [f"Listed on {board} without a rank: it was withdrawn."]
    if record["rank"] is None:
        return [f"Listed on {board} without a rank: {record['unranked']}."]
    shared = ", sharing that rank," if record["rank_shared"] else ""
    return ["Rank ", record["rank"], " of ", record["ranked_on_board"], f"{shared} on {board}."]


def _event(notice: dict[str, Any]) -> str:
    return f"{notice['kind']} on {notice['date']}: {notice['why']}"


def _in_force(record: dict[str, Any]) -> list[str]:
    """Return the notices at the top of a page: every correction, and the last withdrawal where it holds."""
    notices = record.get("notices", [])
    last = [n for n, one in enumerate(notices) if one["kind"] == "withdrawn"][-1:]
    holds = last if record["unranked"].startswith(WITHDRAWN) else []
    return [_event(one) for n, one in enumerate(notices) if one["kind"] == "corrected" or n in holds]


def _thin(record: dict[str, Any]) -> str | None:
    scored = number_in(record["score"]) is not None
    return "Less than half" if scored and (record["coverage"] or 0.0) < LEAST_COVERAGE else None


def _noise(one: dict[str, Any]) -> str | None:
    if not number_in(one["gap"]) or one["inside_noise"] is False:
        return None
    return INSIDE if one["inside_noise"] else UNKNOWN_NOISE


def _withdrawal(one: dict[str, Any]) -> str:
    return f"{one['withdrawn']} was withdrawn on {one['date']}: {one['why']}"


def _of_others(record: dict[str, Any]) -> list[Any]:
    return [one for one in record.get("medians_changed", []) if one["withdrawn"] != record["run"]]


def _agreement(one: dict[str, Any]) -> str:
    return f"{AGREEMENTS[one['agreement']]}{' under ' + one['under'] if one['under'] else ''}"


def _problem(one: dict[str, Any]) -> str:
    return f"{one['message']} {one['advice']}"


def _untold(one: dict[str, Any]) -> Any:
    """Return why an export is left out, unless one of its problems says so."""
    told = any(problem["message"].rstrip(".") in one["reason"] for problem in one["details"])
    return None if told else one["reason"]


def _what(pair: list[Any]) -> str:
    by_site = ", added by this site" if pair[0]["kind"] == "advisory" else ""
    return f"{pair[0]['kind']}{by_site} · {pair[0]['code']}"


def _by_reason(rows: list[Any]) -> list[Any]:
    """Return the runs without a rank by why they have none, in the order of their rows."""
    found: dict[str, list[str]] = {}
    for row in rows:
        if row["rank"] is None:
            found.setdefault(row["unranked"], []).append(row["run"])
    return [{"why": why, "runs": runs} for why, runs in found.items()]


def _first_reasons(found: list[Any]) -> list[Any]:
    return found[:REASONS_LISTED]


def _first_of_board(found: list[Any]) -> list[Any]:
    return found[:LISTED_OF_BOARD]


def _first_of_site(found: list[Any]) -> list[Any]:
    return found[:LISTED_OF_SITE]


ROW_WORDS = (Word("unranked", unranked, ""), Word("thin", {True: "less than half"}, "low_coverage"))
WORDS_OF_ROWS: Word | Each = Each("rows", ROW_WORDS)
WHY: Word | Each = Each("rows", (Word("why"), Each("runs", (Word("who", at=""),))), _by_reason)
WHY_NOBODY: Word | Each = Each("nobody_ranked", (Word("why", at="0"),), _first_reasons)
PROBLEM = (Word("severity"), Word("message", _problem, ""))
UNBEATEN = Each("frontier.runs", (Word("unbeaten", at=""),))
BOARD_WORDS: tuple[Word | Each, ...] = (
    *(WHY_NOBODY, WORDS_OF_ROWS, UNBEATEN, WHY),
    Each("medians_changed", (Word("withdrawn", _withdrawal, ""),)),
    Each("left_out", (Word("left out", at="reason"),), _first_of_board),
)
BOARD_GOES_ON_WORDS: tuple[Word | Each, ...] = (WORDS_OF_ROWS, WHY)
CONFIGURATION_WORDS: tuple[Word | Each, ...] = (Each("boards", (WORDS_OF_ROWS,)),)
RUN_WORDS: tuple[Word | Each, ...] = (
    *(Word("standing", _standing, ""), Each("in_force", (Word("notice", at=""),)), Word("thin", _thin, "")),
    *(Each("badges", (Word("badge", at=""),)), Word("outcome", OUTCOMES, "gate_outcome"), Word("reading")),
    Each("neighbours", (Word("side", SIDES), Word("noise", _noise, ""))),
    Word("level", LEVELS, "verification.level"),
    Each("stated", (Word("agreement", _agreement, ""),)),
    Each("notices", (Word("event", _event, ""),)),
    Each("others_withdrawn", (Word("withdrawn", _withdrawal, ""),)),
    Each("verification.levels", (Word("level", LEVELS, "key"), Word("holds", HOLDS), Word("why"))),
    Each("problems", PROBLEM),
)
CHANGES_WORDS: tuple[Word | Each, ...] = (Each("changes", (Word("kind"), Word("title"), Word("about"))),)
LEFT_OUT_WORDS: tuple[Word | Each, ...] = (
    Each("left_out", (Word("reason", _untold, ""), Each("details", PROBLEM)), _first_of_site),
    Each("unranked", (Word("reason"),), _first_of_site),
    Each("site_problems", PROBLEM),
)
LEDGER_WORDS: tuple[Word | Each, ...] = (Each("notices", (Word("run"), Word("kind"), Word("why"))),)
DECIDED = (
    *(Word("run", at="run_id"), Word("outcome", at="first"), Word("outcome", at="second")),
    Word("same", {False: "the same outcome"}, "decides"),
    Each("listed", (Word("what", _what, ""), *(Word(at, at=f"0.{at}") for at in ("first", "second", "why")))),
)
TWO_VERSIONS_WORDS: tuple[Word | Each, ...] = (Each("decisions.runs", DECIDED),)
HOME_WORDS: tuple[Word | Each, ...] = (
    Each("at_a_glance", (WHY_NOBODY,)),
    *(Each("gates.histories", NEWEST_RUN), Each("campaigns.rows", CAMPAIGN_ROW)),
    Each("boards", (WHY_NOBODY, WORDS_OF_ROWS)),
    Each("gates.histories", (HISTORY,)),
    Each("empty_boards", (Each("problems", PROBLEM),)),
    Each("recent", (Word("kind"), Word("title"), Word("about"))),
)


def of_run(record: dict[str, Any], board_title: str, gate_outcome: str) -> dict[str, Any]:
    """Return the record of a run with what its page says of its board, its gate and its notices."""
    return {
        **record,
        "board_title": board_title,
        "gate_outcome": gate_outcome,
        "in_force": _in_force(record),
        "others_withdrawn": _of_others(record),
    }
