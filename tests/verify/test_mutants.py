"""Wrong scorers are caught: each mutant changes one rule, and the verifier names a number that differs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import pytest

from site_builder import boards
from site_builder.scoring import evaluate as evaluation
from site_builder.scoring import medians, operators
from site_builder.scoring.evaluate import Absence, Median
from site_builder.scoring.operators import OPERATORS, Missing, Operator
from site_builder.scoring.rank import Candidate, Standing, rank
from site_builder.scoring.run_cache import RunCache
from tests.verify import every_operator

Patch = Callable[[pytest.MonkeyPatch], None]


# --- operators that are wrong: the same signature, another result -------------------------------------


def total(*terms: float) -> float:
    return sum(terms[:-1])


def difference(minuend: float, subtrahend: float) -> float:
    return subtrahend - minuend


def product(*factors: float) -> float:
    return factors[0]


def gated_product(gate: float | None, *factors: float | None) -> Any:
    return operators.gated_product(1.0 if gate is not None else None, *factors)


def presume(x: float | None, *, value: float) -> float:
    return 0.0 if x is None else x


def ratio_inverted(numerator: float, denominator: float, **constants: Any) -> Any:
    return operators.ratio(denominator, numerator, **constants)


def ratio_of_any(numerator: float, denominator: float, **constants: Any) -> Any:
    return operators.ratio(numerator, denominator, **(constants | {"minimum": 0.0}))


def scale(x: float, *, by: float = 1.0, per: float = 1.0) -> float:
    return x * by


def complement(x: float) -> float:
    return x


def reciprocal(x: float, *, plus: float = 0.0) -> Any:
    return 1.0 / x if x else Missing("below_minimum", "")


def at_least(x: float, *, floor: float) -> float:
    return min(x, floor)


def half_down(x: float, *, decimals: int = 0) -> float:
    return float(math.ceil(x - 0.5))


def half_up(x: float, *, decimals: int = 0) -> float:
    return float(math.floor(x + 0.5))


def band_turned(x: float, *, zero: float, one: float) -> float:
    return operators.band(x, zero=one, one=zero)


def band_unclamped(x: float, *, zero: float, one: float) -> float:
    return (x - zero) / (one - zero)


def log_band_linear(x: float, *, zero: float, one: float) -> float:
    return operators.band(x, zero=zero, one=one)


def log_band_mixed_bases(x: float, *, zero: float, one: float) -> float:
    return min(1.0, max(0.0, math.log2(x / zero) / math.log(one / zero)))


def steps(x: float, *, below: Sequence[tuple[float, float]], otherwise: float) -> float:
    return next((value for limit, value in below if x <= limit), otherwise)


def decay(x: float, *, step: float) -> float:
    return 1.0 - step * x


def ramp(x: float, *, full: float = 1.0) -> float:
    return min(x, 1.0)


def centred(x: float, *, centre: float, width: float) -> float:
    return operators.centred(x, centre=centre, width=width / 2)


def halving(x: float) -> float:
    return math.exp(-x)


def mean(*terms: float | None, empty: float | None = None) -> Any:
    return sum(term or 0.0 for term in terms) / len(terms)


def not_renormalised(
    *terms: float | None, weights: Sequence[float], scale: float = 1.0, required: Any = ()
) -> Any:
    return scale * sum(w * (t or 0.0) for w, t in zip(weights, terms, strict=True)) / sum(weights)


def swapped_weights(
    *terms: float | None, weights: Sequence[float], scale: float = 1.0, required: Any = ()
) -> Any:
    return operators.weighted_mean(*terms, weights=tuple(reversed(weights)), scale=scale)


def minimum(*terms: float | None) -> Any:
    return operators.mean(*terms)


def maximum(*terms: float | None) -> Any:
    return operators.minimum(*terms)


def arithmetic(a: float, b: float, *, floor: float = 0.0) -> float:
    return (a + b) / 2


def bottleneck(least: float | None, bonus: float | None, *, base: float, extra: float) -> Any:
    return operators.bottleneck(least, 0.0, base=base, extra=extra)


def gate_ignored(gate: float | None, value: float | None, *, missing: str = "void") -> Any:
    return operators.gate(1.0, value)


def always(condition: float | None, value: float | None, *, otherwise: str = "", detail: str = "") -> Any:
    return operators.only_when(1.0, value)


def threshold(x: float, *, floor: float) -> Any:
    return operators.threshold(x, floor=floor) if x != floor else Missing("below_minimum", "")


OPERATOR_MUTANTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "a sum without its last term": ("sum", total),
    "a difference the other way round": ("difference", difference),
    "a product without its later factors": ("product", product),
    "a product that ignores its gate": ("gated_product", gated_product),
    "a presumed value of 0": ("presume", presume),
    "a ratio upside down": ("ratio", ratio_inverted),
    "a ratio below its minimum": ("ratio", ratio_of_any),
    "a unit that is not divided by": ("scale", scale),
    "a complement that is the share": ("complement", complement),
    "a reciprocal without its addend": ("reciprocal", reciprocal),
    "a floor that is a ceiling": ("at_least", at_least),
    "halves rounded down": ("round_half_up", half_down),
    "halves rounded up where they go to even": ("round_half_even", half_up),
    "a band in the wrong direction": ("band", band_turned),
    "a band without clamp": ("band", band_unclamped),
    "a logarithmic band that is linear": ("log_band", log_band_linear),
    "logarithms of two bases": ("log_band", log_band_mixed_bases),
    "steps off by one": ("steps", steps),
    "a decay below 0": ("decay", decay),
    "a ramp that is never full": ("ramp", ramp),
    "a centre of half the width": ("centred", centred),
    "a halving by e": ("halving", halving),
    "missing counted as 0 in a mean": ("mean", mean),
    "weights not renormalised": ("weighted_mean", not_renormalised),
    "swapped weights": ("weighted_mean", swapped_weights),
    "a minimum that is a mean": ("minimum", minimum),
    "a maximum that is a minimum": ("maximum", maximum),
    "an arithmetic mean for the harmonic": ("harmonic_mean", arithmetic),
    "a bottleneck without bonus": ("bottleneck", bottleneck),
    "a gate ignored": ("gate", gate_ignored),
    "a condition ignored": ("only_when", always),
    "a threshold that wants more": ("threshold", threshold),
}


# --- evaluation and ranking that are wrong ---------------------------------------------------------------


def median_off_by_one(patch: pytest.MonkeyPatch) -> None:
    def median(runs: tuple[str, ...], column: Sequence[float | None], minimum: int) -> Median:
        values = sorted(value for value in column if value is not None)
        found = tuple(run for run, value in zip(runs, column, strict=True) if value is not None)
        return Median(values[len(values) // 2] if len(values) >= minimum else None, found)

    patch.setattr(medians, "_median", median)


def median_of_few(patch: pytest.MonkeyPatch) -> None:
    right = medians._median
    patch.setattr(medians, "_median", lambda runs, column, minimum: right(runs, column, 1))


def median_with_excluded_runs(patch: pytest.MonkeyPatch) -> None:
    right = RunCache.medians
    everyone = every_operator.runs()
    patch.setattr(RunCache, "medians", lambda cache, graph, cohort: right(cache, graph, everyone))


def coverage_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(evaluation, "_coverage", lambda columns, step: 1.0)


def coverage_by_count(patch: pytest.MonkeyPatch) -> None:
    right = evaluation._coverage

    def coverage(columns: Any, step: Any) -> float:
        return right(columns, msgspec.structs.replace(step, weights=(1.0,) * len(step.inputs)))

    patch.setattr(evaluation, "_coverage", coverage)


def coverage_of_the_inapplicable(patch: pytest.MonkeyPatch) -> None:
    right = evaluation._coverage

    def coverage(columns: Any, step: Any) -> float:
        counted = {i: a._replace(reason="not_collected") for i, a in columns.absences.items()}
        return right(msgspec.structs.replace(columns, absences=counted), step)

    patch.setattr(evaluation, "_coverage", coverage)


def bounds_swapped(patch: pytest.MonkeyPatch) -> None:
    right = evaluation._bound

    def bound(columns: Any, step: Any) -> None:
        right(columns, step)
        i = step.index
        columns.lower[i], columns.upper[i] = columns.upper[i], columns.lower[i]

    patch.setattr(evaluation, "_bound", bound)


def no_bounds(patch: pytest.MonkeyPatch) -> None:
    def bound(columns: Any, step: Any) -> None:
        columns.lower[step.index] = columns.upper[step.index] = columns.values[step.index]

    patch.setattr(evaluation, "_bound", bound)


def impossible_values_accepted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(evaluation, "within", lambda value, low, high: True)


def wrong_reason(patch: pytest.MonkeyPatch) -> None:
    right = evaluation._absent

    def absent(columns: Any, step: Any, absence: Absence) -> None:
        right(columns, step, absence._replace(reason="not_collected") if step.operator else absence)

    patch.setattr(evaluation, "_absent", absent)


def required_ignored(patch: pytest.MonkeyPatch) -> None:
    right = evaluation._operate
    patch.setattr(
        evaluation,
        "_operate",
        lambda columns, step, *more: right(columns, msgspec.structs.replace(step, required=()), *more),
    )


Ranking = Callable[[list[Candidate], float, int], list[Standing]]


def ranked_by(ranking: Ranking) -> Patch:
    def patch_it(patch: pytest.MonkeyPatch) -> None:
        def wrong(candidates: Iterable[Candidate], floor: float, least: int = 1) -> list[Standing]:
            return ranking(list(candidates), floor, least)

        patch.setattr(boards, "rank", wrong)

    return patch_it


def changed(candidates: list[Candidate], **fields: Any) -> list[Candidate]:
    return [msgspec.structs.replace(candidate, **fields) for candidate in candidates]


def rounded(candidates: list[Candidate], floor: float, least: int) -> list[Standing]:
    scores = {c.run_id: c.score for c in candidates}
    short = [
        msgspec.structs.replace(c, score=None if c.score is None else round(c.score, 1)) for c in candidates
    ]
    return [msgspec.structs.replace(s, score=scores[s.run_id]) for s in rank(short, floor, least)]


def ties_broken(candidates: list[Candidate], floor: float, least: int) -> list[Standing]:
    found = rank(candidates, floor, least)
    return [
        msgspec.structs.replace(s, rank=n if s.rank is not None else None, tied=False)
        for n, s in enumerate(found, start=1)
    ]


def dense(candidates: list[Candidate], floor: float, least: int) -> list[Standing]:
    found = rank(candidates, floor, least)
    order = sorted({s.rank for s in found if s.rank is not None})
    return [
        msgspec.structs.replace(s, rank=order.index(s.rank) + 1 if s.rank is not None else None)
        for s in found
    ]


def worst_first(candidates: list[Candidate], floor: float, least: int) -> list[Standing]:
    scores = {c.run_id: c.score for c in candidates}
    turned = [
        msgspec.structs.replace(c, score=None if c.score is None else 100 - c.score) for c in candidates
    ]
    return [msgspec.structs.replace(s, score=scores[s.run_id]) for s in rank(turned, floor, least)]


RULE_MUTANTS: dict[str, Patch] = {
    "a median off by one": median_off_by_one,
    "a median of too few": median_of_few,
    "a median with excluded runs": median_with_excluded_runs,
    "coverage ignored": coverage_ignored,
    "coverage by count, not weight": coverage_by_count,
    "coverage that counts the inapplicable": coverage_of_the_inapplicable,
    "bounds swapped": bounds_swapped,
    "no bounds": no_bounds,
    "impossible values accepted": impossible_values_accepted,
    "a wrong reason": wrong_reason,
    "required inputs ignored": required_ignored,
    "rounded before ranking": ranked_by(rounded),
    "ties broken": ranked_by(ties_broken),
    "no rank skipped after a tie": ranked_by(dense),
    "the worst first": ranked_by(worst_first),
    "a closed gate that ranks": ranked_by(lambda c, floor, n: rank(changed(c, last=False), floor, n)),
    "an unmeasured gate that leads": ranked_by(
        lambda c, floor, n: rank(changed(c, may_not_lead=""), floor, n)
    ),
    "an excluded run that ranks": ranked_by(lambda c, floor, n: rank(changed(c, barred=""), floor, n)),
    "a minimum of coverage ignored": ranked_by(lambda c, floor, n: rank(c, 0.0, n)),
}


def test_the_right_scorer_passes() -> None:
    assert every_operator.faults(every_operator.site(every_operator.graph())) == []


def test_there_are_at_least_thirty_mutants_and_every_operator_is_used() -> None:
    assert len(OPERATOR_MUTANTS) + len(RULE_MUTANTS) >= 30
    used = {node["op"] for node in every_operator.COMPUTED.values()}
    assert used == set(OPERATORS) | {"cohort_median"}
    assert {name for name, _ in OPERATOR_MUTANTS.values()} == set(OPERATORS)


@pytest.mark.parametrize("name", OPERATOR_MUTANTS)
def test_a_wrong_operator_is_caught(name: str) -> None:
    op, function = OPERATOR_MUTANTS[name]
    right: Operator = OPERATORS[op]
    mutant = msgspec.structs.replace(right, function=_with_signature_of(right, function))
    found = every_operator.faults(every_operator.site(every_operator.graph({**OPERATORS, op: mutant})))
    assert found
    assert any("node" in fault.what and fault.published != fault.recomputed for fault in found)


@pytest.mark.parametrize("name", RULE_MUTANTS)
def test_a_wrong_rule_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    RULE_MUTANTS[name](monkeypatch)
    found = every_operator.faults(every_operator.site(every_operator.graph()))
    assert found
    assert all(fault.file and fault.what for fault in found)


def _with_signature_of(right: Operator, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function as one that a graph takes for the right one: it reads inputs off the signature."""
    import functools

    @functools.wraps(right.function)
    def wrapped(*inputs: Any, **constants: Any) -> Any:
        return function(*inputs, **constants)

    return wrapped
