"""What the page of a run says of its past: pinned scores, and what other versions made of them."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.faults import DERIVED, GIVEN, Comparison, Named, number_in
from site_builder.output.verify.graph import Graph

LEDGER_PAGE = "data/ledger/index.json"
PAST = ("pinned", "notices", "medians_changed")
"""Keys of a record that only some runs have."""


def compare_history(main: Comparison, record: dict[str, Any]) -> None:
    """Hold the differences that a record states between two scores against these scores.

    The rest is held against the ledger (``PinnedScores``) and the pages on two versions (``VersionsCheck``).
    """
    scores = {other["rubric"]: number_in(other["score"]) for other in record["other_rubrics"]}
    for one in record["shifts"]:
        if one["older"] in scores and one["newer"] in scores:
            change = _less(scores[one["newer"]], scores[one["older"]])
            main.expect(f"change from {one['older']} to {one['newer']}", number_in(one["change"]), change)
    if "pinned" in record:
        first, own = record["pinned"][0], record["rubric"]["id"]
        then = number_in(first["score"]) if first["rubric"] == own else None
        change = _less(number_in(record["score"]), then)
        main.expect("difference from the first score", number_in(record["since_first"]["difference"]), change)


def _less(after: float | None, before: float | None) -> float | None:
    return None if after is None or before is None else after - before


def named_of_history(record: dict[str, Any], graphs: dict[str, Graph]) -> Named:
    """Yield (name, value, kind) of what the page of a run says of its past.

    A pinned score that is the one of today is derived with it; another is taken as the ledger has it.
    """
    for one in record["shifts"]:
        yield f"{one['older']}..{one['newer']}#change", one["change"], DERIVED
    if "pinned" in record:
        headline, since = record["headline"], record["since_first"]
        now = {other["rubric"]: (other["score"], other["coverage"]) for other in record["other_rubrics"]}
        for number, pin in enumerate(record["pinned"], start=1):
            name = (
                f"{graphs[pin['rubric']].headline if pin['rubric'] in graphs else headline}#pinned_{number}"
            )
            score, coverage = now.get(pin["rubric"], (None, None))
            yield name, pin["score"], DERIVED if pin["score"] == score else GIVEN
            yield f"{name}_coverage", pin["coverage"], DERIVED if pin["coverage"] == coverage else GIVEN
            yield "ledger.entry", pin["entry"], DERIVED
            yield "cohort.then", pin["cohort_runs"], DERIVED
        yield f"{headline}#now", record["score"], DERIVED
        yield f"{headline}#since_first", since["difference"], DERIVED
        yield "cohort.now", since["cohort_runs"], DERIVED
    yield from (("ledger.entry", one["entry"], DERIVED) for one in record.get("notices", ()))
    yield from named_of_medians(record)


def named_of_medians(data: dict[str, Any]) -> Named:
    """Yield (name, value, kind) of the medians of a board with and without each withdrawn run."""
    for one in data.get("medians_changed", ()):
        for node, pair in one["medians"].items():
            yield from ((f"{node}#{side}", value, DERIVED) for side, value in pair.items())


def named_of_ledger(page: dict[str, Any]) -> Named:
    """Yield (name, value, kind) of what the page of the ledger shows."""
    keys = {"entries": "entries", "scores": "scores", "cohorts": "cohorts"}
    for name, key in {**keys, "noted": "withdrawals_and_corrections"}.items():
        yield f"ledger.{name}", page[key], DERIVED
    for session in page["sessions"]:
        yield "cohort.then", session["cohort_runs"], DERIVED
        yield "session.scores", session["scores"], DERIVED
        yield "session.first", session["first_entry"], DERIVED
    yield from (("ledger.entry", notice["entry"], DERIVED) for notice in page["notices"])
