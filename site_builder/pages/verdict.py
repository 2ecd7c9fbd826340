"""Sentences about a run, generated from its data: nothing here is typed by hand or rounded before use."""

from __future__ import annotations

from site_builder.pages.breakdown import (
    AxisScore,
    Completion,
    Headline,
    RoleScore,
    scored_roles,
    scored_weight,
)
from site_builder.pages.cells import Cell, Link, Sentence, count
from site_builder.pages.lookup import Place
from site_builder.pages.words import listing, quiet
from site_builder.scoring.interpret import interpretation
from site_builder.site_data import Board, Entry


def verdict(place: Place, headline: Headline, axes: tuple[AxisScore, ...]) -> Sentence:
    """Say what a run scored, what its score is made of, its best and worst axis, and what is unknown.

    It follows ``standing_sentence``, after a space.
    """
    score, scale = headline.score, headline.scale
    words: list[str | Cell | Link] = []
    if score.value is not None:
        words += [" It scored ", score, f" {scale} points" if scale.startswith("of ") else f" {scale}"]
        present = [(title, shown, top) for title, shown, top in headline.parts if shown.value is not None]
        for n, (title, shown, top) in enumerate(present):
            joint = ": " if n == 0 else (" and " if n == len(present) - 1 else ", ")
            words += [joint, shown, f" of {top:g} from {quiet(title)}"]
        called = interpretation(place.entry.scored)
        words.append(f", {quiet(called.title)}." if called and not present else ".")
    words += _extremes(axes)
    words += _uncertainty(headline)
    return tuple(words)


def completion_sentence(completion: Completion) -> Sentence:
    """Say what limits completion."""
    if completion.score.value is None:
        return ("None of the completion components was recorded, so this part is missing.",)
    if completion.bottleneck:
        names = " and ".join(quiet(title) for title in completion.bottleneck)
        verb = "are" if len(completion.bottleneck) > 1 else "is"
        return (f"Limited by its weakest component: {names} {verb} not complete.",)
    return (
        "Every component that was recorded is complete; points above the middle of the scale are a bonus.",
    )


def roles_sentence(roles: tuple[RoleScore, ...]) -> Sentence:
    """Say over which roles the mean is taken."""
    idle = [role.role.title for role in roles if not role.took_part]
    unknown = [role.role.title for role in roles if role.took_part and role.score.value is None]
    without = [
        *([f"{listing(idle)} did not run"] if idle else []),
        *([f"of {listing(unknown)} too little was collected"] if unknown else []),
    ]
    words: list[str | Cell] = [
        count("run.roles_present", len(scored_roles(roles))),
        " of ",
        count("rubric.roles", len(roles)),
        " roles have a score; their weights sum to ",
        Cell("run.role_weight", scored_weight(roles), 0),
        ".",
    ]
    if without:
        told = "; ".join(without)
        words.append(f" {told[:1].upper()}{told[1:]}. Their weight is spread over the others.")
    return tuple(words)


def standing_sentence(board: Board, entry: Entry) -> Sentence:
    """Say where a run stands on a board, or why it has no rank."""
    found = entry.standing
    ranked = count("board.ranked", len(board.ranked))
    if entry.withdrawn is not None:  # the notice below says since when and why
        return (f"Listed on {board.title} without a rank: it was withdrawn.",)
    if found.rank is None:
        return (f"Listed on {board.title} without a rank: {found.unranked}.",)
    place = Cell("run.rank", float(found.rank), 0)
    shared = ", sharing that rank," if found.tied else ""
    return ("Rank ", place, " of ", ranked, f"{shared} on {board.title}.")


def _extremes(axes: tuple[AxisScore, ...]) -> Sentence:
    known = [(axis.share, axis) for axis in axes if axis.share is not None]
    if len(known) < 2:
        return ()
    worst = min(known, key=lambda pair: pair[0])[1]
    best = max(known, key=lambda pair: pair[0])[1]
    if best.share == worst.share:
        return ()
    return (
        f" Strongest axis: {quiet(best.axis.title)} with ",
        best.points,
        f"{_space(best.axis.scale)}; weakest: {quiet(worst.axis.title)} with ",
        worst.points,
        f"{_space(worst.axis.scale)}.",
    )


def _uncertainty(headline: Headline) -> Sentence:
    lower, upper, coverage = headline.lower, headline.upper, headline.coverage
    if coverage.value is not None and coverage.value >= 1.0 and lower.value == upper.value:
        return (" All of its weight was measured.",)
    if lower.value is None or upper.value is None:
        return (" ", coverage, " of its weight was measured.")
    return (
        " ",
        coverage,
        " of its weight was measured; what is missing could put it anywhere from ",
        lower,
        " to ",
        upper,
        ".",
    )


def _space(words: str) -> str:
    return f" {words}" if words else ""
