"""Words on the pages of release gates and campaigns, in the order in which a page has them."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.pair_words import reading
from site_builder.output.verify.words import Each, Word

OUTCOMES = {"passed": "Passed", "failed": "Failed", "rejected": "Rejected"}
"""What a release gate decides."""
MET = {True: "Met", False: "Not met"}
PUBLISHABLE = {True: "Publishable", False: "Not publishable"}
MAY_BE_PUBLISHED = {True: "Its claim may be published", False: "Its claim may not be published"}
UNPUBLISHED = {
    False: "These figures are shown so that they can be checked. They may not be published as a claim."
}
VERDICTS = {"conclusive": "Conclusive", "directional": "Directional", "inconclusive": "Inconclusive"}
"""How firm the difference of a pair is."""
SAMPLES = {"passed": "Passed", "failed": "Failed", "open": "Left open"}
PRIORITIES = {"required": "A person has to decide on it.", "recommended": "A look at it is recommended."}
REVIEWS = {True: "A decision", False: "A look"}
SATISFIED = {True: "satisfied", False: "not satisfied"}
EXCLUDES = {True: "excludes", False: "holds"}
SIGNIFICANT = {True: "below", False: "not below"}
ENOUGH = {True: "Both sides have", False: "Not both sides have"}
MATCHED_EXAMPLE = {True: "yes", False: "no"}
DISAGREE = {
    True: "Interval and exact test point to different verdicts. With few samples the normal interval is "
    "narrower than it should be; the exact test has no such fault, so the difference stays directional."
}
UNBLOCKED = "Nothing stands against publishing it."
BLOCKERS_LISTED = 3
"""Reasons that the registry of claims names of each; that there are further ones it says."""


def _counts(pairs: list[Any]) -> list[Any]:
    """Return counts with their words as they are listed: ``2 passed, 1 failed``."""
    return [part for word, n in pairs for part in (", ", n, f" {word}")][1:]


def _named_counts(pairs: list[Any]) -> list[Any]:
    return [part for word, n in pairs for part in (", ", f"{word} ", n)][1:]


def _signals(pairs: list[Any]) -> list[Any]:
    return [part for word, n in pairs for part in ("; ", f"{word} (", n, ")")][1:]


def _text(value: Any) -> Any:
    """Return the text of a cell; nothing for a number, which is held by itself."""
    return value if isinstance(value, str) else None


def _with_detail(pair: list[Any]) -> str:
    return f"{pair[0]}: {pair[1]}" if pair[1] else str(pair[0])


def _evidence(fault: list[Any]) -> str:
    what, name, observed, required = fault
    seen, asked = f", seen {observed}" if observed else "", f", asked for {required}" if required else ""
    return f"Evidence {name}: {what}{seen}{asked}"


def _ratings(pairs: list[Any]) -> str:
    return "; ".join(f"{name}: {rating}" for name, rating in pairs)


def _advisory(one: dict[str, Any]) -> str:
    return f"{one['title']}: {one['observed']}. Wanted: {one['required']}. {one['remedy']}"


def _reason(one: dict[str, Any]) -> str:
    return f"{one['count']:.0f} × {one['code']}"


def _unmet_first(checks: list[Any]) -> list[Any]:
    return sorted(checks, key=lambda check: bool(check["met"]))


def _together(found: list[Any]) -> list[Any]:
    """Return findings together that differ in what they are called alone."""
    together: dict[str, list[Any]] = {}
    for one in found:
        together.setdefault(repr((one["remedy"], one["rule"], one["found"])), []).append(one)
    return list(together.values())


def _alone(same: list[Any]) -> Any:
    """Return what a finding is called, where no other stands with it."""
    return same[0]["title"] if len(same) == 1 else None


def _blockers(titles: list[str]) -> str:
    more = "; and further reasons" if len(titles) > BLOCKERS_LISTED else ""
    return "; ".join(titles[:BLOCKERS_LISTED]) + more


def against(one: dict[str, Any]) -> str:
    """Return what a campaign says in short of what stands against its claim."""
    return f"Against it: {_blockers(one['against'])}." if one["against"] else UNBLOCKED


def _cohort(row: dict[str, Any]) -> str:
    return f"{row['scenario']} {row['target']}"


def _pair(pair: dict[str, Any]) -> str:
    return f"{pair['contender']['target']} against {pair['baseline']['target']} {pair['scenario']}"


def _codes(checks: list[Any]) -> list[Any]:
    """Return the codes of what stands against a pair; those that were seen in the same way together."""
    by_code: dict[str, list[Any]] = {}
    for check in checks:
        by_code.setdefault(check[0], []).append(check)
    alike: dict[str, list[str]] = {}
    for code, found in by_code.items():
        alike.setdefault(repr(([check[2] for check in found], found[0][3])), []).append(code)
    return [", ".join(codes) for codes in alike.values()]


TABLE = (Each("rows", (Each("cells", (Word("cell", _text, ""),)),)),)
"""A table of a gate in which some cells are words."""
STATED = (Word("stated", at="1"),)
DECISION = (Word("outcome", OUTCOMES), Word("about"))
NEWEST = (Word("run", at="newest.run_id"), Word("outcome", OUTCOMES, "newest.decisions.0.outcome"))
NEWEST_RUN = (*NEWEST, Word("about", at="newest.decisions.0.about"))
NOT_COUNTING = Word("barred", lambda why: f"Does not count: {why}" if why else None)
HISTORY: Word | Each = Each("entries", (Word("run", at="run_id"), NOT_COUNTING, Each("decisions", DECISION)))
GATES_WORDS: tuple[Word | Each, ...] = (Each("histories", (*NEWEST_RUN, Word("counts", _counts), HISTORY)),)
GATE_WORDS: tuple[Word | Each, ...] = (
    Word("run", at="run_id"),
    Word("barred", lambda why: f"{why}." if why else None),
    Word("outcome", OUTCOMES, "verdict.outcome"),
    Word("about", at="verdict.about"),
    Word("limitation"),
    Each(
        "checks",
        (
            *(Word("met", MET), Word("title"), Word("fault"), Word("bound")),
            *(Word("remedy"), Word("required")),
        ),
        _unmet_first,
    ),
    Each("reasons", (Word("reason", _reason, ""), Word("advice"), Each("found", (Word("message", at="0"),)))),
    Each("advisories", (Word("advisory", _advisory, ""),)),
    Each("others", (Word("rubric"), *DECISION)),
    Each("not_measured", (Word("limit", at=""),)),
)
GATE_CONDITIONS_WORDS: tuple[Word | Each, ...] = (
    *(Each(f"{key}.rows", TABLE[0].parts) for key in ("metrics", "growth")),
    *(Each(key, TABLE) for key in ("differences", "parts")),
)
GATE_GRID_WORDS: tuple[Word | Each, ...] = (Each("rows", (Each("outputs", (Word("mark"),)),)),)
GATE_CASE_WORDS: tuple[Word | Each, ...] = (
    Each("summary.rows", TABLE[0].parts),
    Each("outputs", (Each("judged.rows", TABLE[0].parts),)),
)
JUDGEMENT = (Word("case"), Word("condition"), Word("what"), Word("ratings", _ratings))
GATE_REVIEWERS_WORDS: tuple[Word | Each, ...] = (
    *(Each(f"{key}.rows", TABLE[0].parts) for key in ("agreement", "by_condition", "reviewers", "beside")),
    Each("differing", JUDGEMENT),
)
GATE_REVIEWER_WORDS: tuple[Word | Each, ...] = (
    Each("summary.rows", TABLE[0].parts),
    Each("rows", (Each("1", (Word("mark"),)),)),
)
GATE_SUITE_WORDS: tuple[Word | Each, ...] = (Each("inputs.rows", TABLE[0].parts),)

STATEMENTS: Word | Each = Each("stated.first", (Word("statement", at="words"),))
CAMPAIGN_WORDS: tuple[Word | Each, ...] = (
    STATEMENTS,
    *(Word("ready", MAY_BE_PUBLISHED), Word("against", against, ""), Word("about", at="head.about")),
    Each(
        "rows",
        (Word("scenario"), Word("target"), Word("directional", {True: "directional"}), Word("review")),
    ),
    Each(
        "rows",
        (
            Word("cohort", _cohort, ""),
            Word("failures", _named_counts),
            Each("checks", (Word("check", lambda one: f"{one[1]}: {one[2]} {one[0]}", ""),)),
            Each("usage", (Word("coverage", at="1"),)),
            Word("signals", _signals),
        ),
    ),
)
SENTENCES: Word | Each = Each("stated", (Word("statement", at=""),))
CAMPAIGN_ROW = (Word("title"), Word("ready", PUBLISHABLE), Word("against", against, ""), SENTENCES)
CAMPAIGNS_WORDS: tuple[Word | Each, ...] = (
    Each("rows", (Word("title"), SENTENCES, Word("ready", PUBLISHABLE), Word("verdicts"))),
)
FINDING = (
    Word("title", _alone, ""),
    Each("", (Word("code"),)),
    Word("remedy", at="0.remedy"),
    Each(
        "0.found",
        (
            Word("subject", lambda one: one["subject"] or "the whole claim", ""),
            *(Word("observed"), Word("required")),
        ),
    ),
)
CLAIM_WORDS: tuple[Word | Each, ...] = (
    STATEMENTS,
    *(Word("ready", PUBLISHABLE), Word("about")),
    Each("blockers", FINDING, _together),
    Word("unpublished", UNPUBLISHED, "ready"),
    Each("advisories", FINDING, _together),
    *(Each("scope", STATED), Each("names", STATED)),
)
CLAIMS_WORDS: tuple[Word | Each, ...] = (
    Each(
        "rows",
        (
            *(Word("title"), SENTENCES),
            *(Word("ready", PUBLISHABLE), Word("blockers", _blockers)),
        ),
    ),
)
PAIRS_WORDS: tuple[Word | Each, ...] = (
    Each("matrices", (Each("rows", (Word("target"), Each("cells", (Word("verdict", VERDICTS, "0"),)))),)),
    Each(
        "pairs",
        (
            *(Word("pair", _pair, ""), Word("verdict", VERDICTS), Word("reading", reading, "")),
            Word("disagree", DISAGREE),
            *(Word("excludes", EXCLUDES), Word("significant", SIGNIFICANT), Word("enough", ENOUGH)),
            Each("variables", (Word("state", at="1"),)),
            Each("checks", (Word("codes", at=""),), _codes),
        ),
    ),
)
SAMPLE_WORDS: tuple[Word | Each, ...] = (
    *(Word("outcome", SAMPLES), Word("cohort", lambda one: f"{one['scenario']} under {one['target']}", "")),
    *(Word("summary"), Word("priority", PRIORITIES), Each("planned", STATED)),
    Each("attempts", (Word("status", at="1"), Word("stop", at="2"), Word("failure", at="3"))),
    Word("evaluation", lambda one: one["evaluation"] if one["recorded"] else None, ""),
    Word("confidence", lambda one: one["confidence"] if one["recorded"] else None, ""),
    Each("because", (Word("because", at=""),)),
    Each("criteria", (Word("criterion", lambda one: one[1] or one[0], ""), Word("status", at="2"))),
    Each("votes", (Word("judge", at="0"), Word("verdict", at="1"), Word("confidence", at="2"))),
    *(Each("doubts", (Word("doubt", _with_detail, ""),)), Each("faults", (Word("fault", _evidence, ""),))),
    Each("files", (Word("fault", lambda file: None if file["sha256"] else file["fault"], ""),)),
    Each("conditions", STATED),
)
REVIEW_WORDS: tuple[Word | Each, ...] = (
    Each(
        "items",
        (
            *(Word("run", at="run_id"), Word("required", REVIEWS)),
            Each("reasons", (Word("reason", _with_detail, ""),)),
            *(Word("evaluation"), Word("bucket")),
        ),
    ),
)
EXAMPLE = (
    *(Word("case", lambda row: f"{row[1]}{row[0]}", ""), Word("expected", at="2"), Word("actual", at="3")),
    Word("matched", MATCHED_EXAMPLE, "4"),
)
SUITE_WORDS: tuple[Word | Each, ...] = (
    Each(
        "rolls",
        (
            *(Word("target"), Word("ready", SATISFIED, "satisfied")),
            Each("notes", (Word("note", at=""),)),
            Each("missing", (Word("missing", lambda name: f"{name} none", ""),)),
        ),
    ),
    Word("counts", lambda one: _counts(one["counts"]) if one["plan"] else None, ""),
    Each("plan", (Word("line", _cohort, ""),)),
    Each(
        "ledger",
        (Word("sample", at="0"), Word("decision", at="1"), Word("kind", at="2"), Word("reason", at="3")),
    ),
    *(Each("members", (Word("scenario", at="0"), Word("has", at="2"))), Each("policy", STATED)),
    Each("calibration", EXAMPLE),
    Word("calibration", lambda cases: None if cases else "No calibration report was given."),
)
TARGETS_WORDS: tuple[Word | Each, ...] = (
    *(Word("stream"), Word("about")),
    Each("targets", (Word("target", at="id"), Each("rows", STATED))),
    Each(
        "problems", (Word("severity"), Word("message", lambda one: f"{one['message']} {one['advice']}", ""))
    ),
    Each("fields", (Word("state"),)),
)
