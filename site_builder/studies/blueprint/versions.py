"""What two versions of the rubric decide differently about the same recorded run, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from site_builder.records.blueprint import Rejection
from site_builder.records.rubric import Parameter, Rubric
from site_builder.scoring.explain import exact
from site_builder.studies.blueprint.gate import GateCheck
from site_builder.studies.blueprint.judgement import Judgement

Kind = Literal["outcome", "rejection", "check", "advisory"]

SAME_SITUATION: Mapping[str, str] = MappingProxyType(
    {"PAIR_TOO_FEW": "PAIR_NOT_TWO", "PAIR_REPEATED": "PAIR_NOT_TWO", "PAIR_TOO_MANY": "PAIR_NOT_TWO"}
)
"""Codes that one version has for what another version reports under a different one."""

DECIDED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "RUN_DATE": ("dates",),
        "REVIEW_FIELDS_MISSING": ("cost",),
        "NUMBER_FIELD": ("cost",),
        "PAIR_NOT_TWO": ("most_reviewers", "reviewer_ids", "cost"),
        "UNICODE": ("undecodable_output",),
        "OUTPUT_UNICODE": ("undecodable_output",),
        "OUTPUT_CHANGED": ("output_pins",),
        "outputs-not-pinned": ("output_pins",),
    }
)
"""Code of a rejection or an advisory → parameters of the rubric on which it can depend."""


class VersionDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the two versions see differently."""

    kind: Kind
    subject: str
    """Title of a check, message of a rejection or advisory; empty for the outcome."""
    code: str
    """Code of the check, rejection or advisory; empty for the outcome."""
    first: str
    """What the first version says, in words."""
    second: str
    decides: bool
    """Whether the decision differs: the outcome, or a check that one version meets."""
    why: str
    """The cause, from the rubrics' own parameters and figures."""


class ParameterDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter with another value in the second version."""

    name: str
    title: str
    first: str
    second: str


def version_differences(
    first: Judgement, second: Judgement, rubrics: tuple[Rubric, Rubric]
) -> Iterator[VersionDifference]:
    """Yield what two judgements of one run say differently: outcome, rejections, checks, advisories.

    Checks are listed whenever both versions evaluated them, whether or not they come out alike.
    """
    if first.outcome != second.outcome:
        yield VersionDifference(
            kind="outcome",
            subject="",
            code="",
            first=first.outcome,
            second=second.outcome,
            decides=True,
            why="See the rows below: each says what the versions see differently.",
        )
    yield from _rejections(first, second, rubrics)
    for before, after in zip(first.gate, second.gate, strict=False):
        yield _check(before, after, first.settings.rubric, second.settings.rubric)
    yield from _advisories(first, second, rubrics)


def parameter_differences(first: Rubric, second: Rubric) -> Iterator[ParameterDifference]:
    """Yield the parameters that differ, in the order of the first rubric."""
    for name, before in first.parameters.items():
        after = second.parameters.get(name)
        if after is not None and after.value != before.value:
            yield ParameterDifference(
                name=name,
                title=before.title,
                first=_amount(before),
                second=_amount(after),
            )


def _rejections(
    first: Judgement, second: Judgement, rubrics: tuple[Rubric, Rubric]
) -> Iterator[VersionDifference]:
    sides = [{_situation(r): r for r in judgement.rejections} for judgement in (first, second)]
    for situation in dict.fromkeys([*sides[0], *sides[1]]):
        if situation in sides[0] and situation in sides[1]:
            continue
        here = 0 if situation in sides[0] else 1
        rejection = sides[here][situation]
        words = [f"rejected: {rejection.code}", "no fault"]
        yield VersionDifference(
            kind="rejection",
            subject=rejection.message,
            code=rejection.code,
            first=words[here],
            second=words[1 - here],
            decides=first.outcome != second.outcome,
            why=_why(situation[0], rubrics),
        )


def _check(before: GateCheck, after: GateCheck, first: str, second: str) -> VersionDifference:
    differs = before.met != after.met
    why = "Both versions come to the same decision."
    if differs:
        why = f"{first} compares {_figures(before)}, {second} {_figures(after)}."
    return VersionDifference(
        kind="check",
        subject=before.title if before.met else after.title,
        code=before.code,
        first=_verdict(before),
        second=_verdict(after),
        decides=differs,
        why=why,
    )


def _advisories(
    first: Judgement, second: Judgement, rubrics: tuple[Rubric, Rubric]
) -> Iterator[VersionDifference]:
    if "rejected" in (first.outcome, second.outcome):
        return
    sides = [{check.code: check for check in judgement.advisories} for judgement in (first, second)]
    for code in dict.fromkeys([*sides[0], *sides[1]]):
        if code in sides[0] and code in sides[1]:
            continue
        here = 0 if code in sides[0] else 1
        words = [sides[here][code].observed, "not looked at"]
        yield VersionDifference(
            kind="advisory",
            subject=sides[here][code].title,
            code=code,
            first=words[here],
            second=words[1 - here],
            decides=False,
            why=_why(code, rubrics),
        )


def _situation(rejection: Rejection) -> tuple[str, ...]:
    return (SAME_SITUATION.get(rejection.code, rejection.code), *rejection.arguments)


def _why(code: str, rubrics: tuple[Rubric, Rubric]) -> str:
    differing = {item.name: item for item in parameter_differences(*rubrics)}
    causes = [differing[name] for name in DECIDED_BY.get(code, ()) if name in differing]
    if not causes:
        return "It follows from another difference of this run."
    return " ".join(
        f"{item.title}: {item.first} in {rubrics[0].id}, {item.second} in {rubrics[1].id}." for item in causes
    )


def _verdict(check: GateCheck) -> str:
    margin = "" if check.margin is None else f", margin {exact(check.margin)}"
    return f"{'holds' if check.met else 'fails'}{margin}"


def _figures(check: GateCheck) -> str:
    values = ["nothing" if v is None else exact(v) for v in (check.observed_value, check.limit)]
    return f"{values[0]} with {values[1]}"


def _amount(parameter: Parameter) -> str:
    text = exact(parameter.value) if isinstance(parameter.value, int | float) else parameter.value
    return f"{text} {parameter.unit}".strip()
