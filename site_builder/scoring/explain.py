"""Explain a number: the arithmetic of one node, with its inputs, and the walk down to what was measured."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from site_builder.records.rubric import Node
from site_builder.records.run import NOT_COLLECTED, Evidence
from site_builder.scoring.addends import additive, present_weight, values_of
from site_builder.scoring.evaluate import Absence, Median, Scored
from site_builder.scoring.graph import Graph, Step

GIVES = ", which gives "
"""Before the value in arithmetic that chooses one in the place of computing it."""

CHOOSING = frozenset({"steps", "harmonic_mean"})
"""Operators whose arithmetic is another one for some values, which need be neither missing nor 0."""


class Term(msgspec.Struct, frozen=True):
    """One input of an explained node."""

    node: str
    title: str
    value: float | None
    """``None`` when missing or withheld."""
    weight: float | None
    """Weight as the rubric states it; ``None`` for operators without weights."""
    share: float | None
    """Weight after renormalisation over the present inputs, 0–1; ``None`` without weights, 0 when missing."""
    contribution: float | None
    """What the term adds to the node's value; ``None`` where the operator is not a sum of terms."""
    withheld: bool


class Explanation(msgspec.Struct, frozen=True):
    """The arithmetic of one node in one run."""

    node: str
    about: Node
    value: float | None
    """``None`` when missing or withheld."""
    absence: Absence | None
    coverage: float | None
    """0–1; ``None`` for what is not applicable, where there is nothing of which it would be a share."""
    lower: float | None
    upper: float | None
    words: str
    """The formula with the titles of the inputs."""
    arithmetic: str
    """The same formula with their values at full precision; empty when the value is missing or an input is
    withheld."""
    terms: tuple[Term, ...]
    evidence: tuple[Evidence, ...]
    """For a metric: where it was read. For a cohort median: empty, see ``cohort``."""
    cohort: tuple[str, ...]
    """For a cohort median: the runs it was taken over."""


def explain(scored: Scored, node_id: str, medians: dict[str, Median] | None = None) -> Explanation:
    """Explain one node of a scored run. Raises ``KeyError`` for an unknown id.

    Withheld values are left out, here and in everything made from explanations.
    """
    step = scored.graph.step(node_id)
    result = scored[node_id]
    terms = tuple(_terms(scored, step))
    hidden = any(term.withheld for term in terms)
    shown = result.value is not None and not hidden and not step.node.withheld
    values = [scored.at(index).value for index in step.inputs]
    metric = scored.metrics.get(node_id, NOT_COLLECTED) if step.node.op == "metric" else None
    median = (medians or {}).get(node_id)
    inapplicable = result.absence is not None and result.absence.reason == "not_applicable"
    return Explanation(
        node=node_id,
        about=step.node,
        value=None if step.node.withheld else result.value,
        absence=result.absence,
        coverage=None if inapplicable else result.coverage,
        lower=None if step.node.withheld else result.lower,
        upper=None if step.node.withheld else result.upper,
        words=formula(scored.graph, node_id),
        arithmetic=write_formula(step, [exact(v) if v is not None else None for v in values], values)
        if shown
        else "",
        terms=terms,
        evidence=metric.evidence if metric else (),
        cohort=median.runs if median else (),
    )


def walk(
    scored: Scored, node_id: str, medians: dict[str, Median] | None = None
) -> Iterator[tuple[int, Explanation]]:
    """Yield (depth, explanation) from a node down to metrics; a node met again is not opened twice."""
    seen: set[str] = set()
    todo = [(0, node_id)]
    while todo:
        depth, current = todo.pop()
        explanation = explain(scored, current, medians)
        yield depth, explanation
        if current not in seen:
            seen.add(current)
            todo.extend((depth + 1, term.node) for term in reversed(explanation.terms))


def formula(graph: Graph, node_id: str) -> str:
    """Return the arithmetic of a node in words, with the titles of its inputs."""
    step = graph.step(node_id)
    if step.node.op == "metric":
        return "measured"
    if step.node.op == "cohort_median":
        source = graph.steps[step.inputs[0]].node.title
        return f"median of {quiet(source)} over the cohort, from {step.constants['minimum']} runs up"
    return write_formula(step, [quiet(graph.steps[index].node.title) for index in step.inputs])


def equated(arithmetic: str, value: str) -> str:
    """Return arithmetic with its result appended, unless its words state the result already."""
    return arithmetic if GIVES in arithmetic else f"{arithmetic} = {value}"


def exact(value: float) -> str:
    """Return the shortest text that reads back as the same number, whole numbers without a point."""
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else repr(value)


def terms_of(scored: Scored, node_id: str) -> tuple[Term, ...]:
    """Return the inputs of a node as terms, without the rest of its explanation."""
    return tuple(_terms(scored, scored.graph.step(node_id)))


def _terms(scored: Scored, step: Step) -> Iterator[Term]:
    weighted = "weights" in step.constants
    factors = dict(additive(step, values_of(scored)))
    whole = present_weight(step, values_of(scored))
    for index, weight in zip(step.inputs, step.weights, strict=True):
        source = scored.graph.steps[index]
        result = scored.at(index)
        withheld = source.node.withheld is not None
        share = (weight / whole if result.value is not None and whole else 0.0) if weighted else None
        adds = factors[index] * result.value if index in factors and result.value is not None else None
        yield Term(
            node=source.id,
            title=source.node.title,
            value=None if withheld else result.value,
            weight=weight if weighted else None,
            share=share,
            contribution=None if withheld else adds,
            withheld=withheld,
        )


def write_formula(
    step: Step, texts: Sequence[str | None], values: Sequence[float | None] | None = None
) -> str:
    """Return a node's formula over ``texts``, one per input, ``None`` standing for a missing input.

    ``values`` are the inputs' values; operators that choose by value (steps) then say what was chosen. Empty
    for what no operator computes.
    """
    operator = step.operator
    if operator is None:
        return ""
    present = [text for text in texts if text is not None]
    if step.node.op == "steps":
        return _steps_words(step, present[0], values[0] if values else None)
    if operator.formula:
        inputs = dict(zip(step.labels, (text or "missing" for text in texts), strict=True))
        words = _fill(operator.formula, inputs, step.constants, _defaults(operator.function))
        return words if values is None else _undivided(step, words, present, values)
    if step.node.op in ("minimum", "maximum"):
        return f"{'min' if step.node.op == 'minimum' else 'max'}({', '.join(present)})"
    if step.node.op == "weighted_mean":
        return _weighted_words(step, texts)
    if step.node.op == "gated_product":
        present = [text or "missing" for text in texts]
    joined = (" × " if step.node.op.endswith("product") else " + ").join(present)
    return f"({joined}) ÷ {len(present)}" if step.node.op == "mean" else joined


def _undivided(step: Step, words: str, present: Sequence[str], values: Sequence[float | None]) -> str:
    """Return the words of a formula, or what says the value where a division in them is not made."""
    if step.node.op == "ratio" and values[1] == 0:
        return f"{words}{GIVES}{_constant(step.constants.get('when_zero'))}"
    floor = step.constants.get("floor", 0.0)
    if step.node.op == "harmonic_mean" and sum(value or 0.0 for value in values) <= floor:
        return f"{' + '.join(present)} is not above {exact(floor)}{GIVES}0"
    return words


def _weighted_words(step: Step, texts: Sequence[str | None]) -> str:
    pairs = [(exact(w), text) for w, text in zip(step.weights, texts, strict=True) if text is not None]
    upper = " + ".join(f"{weight} × {text}" for weight, text in pairs)
    lower = " + ".join(weight for weight, _ in pairs)
    scale = step.constants.get("scale", 1.0)
    front = f"{exact(scale)} × " if scale != 1 else ""
    return (
        f"{front}({upper}) ÷ ({lower})" if len(pairs) > 1 else f"{front}{pairs[0][1] if pairs else 'nothing'}"
    )


def _steps_words(step: Step, text: str, value: float | None) -> str:
    rows = [*step.constants["below"]]
    otherwise = step.constants["otherwise"]
    if value is None:
        listed = ", ".join(f"below {exact(limit)}: {exact(gives)}" for limit, gives in rows)
        return f"{text} in steps ({listed}, otherwise {exact(otherwise)})"
    for limit, gives in rows:
        if value < limit:
            return f"{text} is below {exact(limit)}{GIVES}{exact(gives)}"
    return f"{text} is not below {exact(rows[-1][0])}{GIVES}{exact(otherwise)}"


def _fill(
    template: str, inputs: dict[str, str], constants: dict[str, Any], defaults: Mapping[str, Any]
) -> str:
    def optional(match: re.Match[str]) -> str:
        names = re.findall(r"\{(\w+)\}", match[1])
        return match[1] if any(constants.get(n, defaults[n]) != defaults[n] for n in names) else ""

    text = re.sub(r"\[([^\]]*)\]", optional, template)
    known = inputs | {name: _constant(constants.get(name, default)) for name, default in defaults.items()}
    known |= {name: _constant(value) for name, value in constants.items()}
    return re.sub(r"\{(\w+)\}", lambda match: known[match[1]], text)


@cache
def _defaults(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the constants of an operator that have a value where the rubric states none."""
    parameters = inspect.signature(function).parameters.values()
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is not p.empty}


def _constant(value: Any) -> str:
    return exact(float(value)) if isinstance(value, int | float) else str(value)


def quiet(title: str) -> str:
    """Lower the first letter of a title inside a sentence, unless it is a name or begins with a symbol."""
    first, _, rest = title.partition(" ")
    kept = first.isupper() or "_" in first or any(c.isupper() for c in first[1:]) or rest[:1].isupper()
    return title if kept else title[:1].lower() + title[1:]
