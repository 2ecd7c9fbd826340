"""Pairs of cohorts: a matrix of verdicts, and for each pair how much, how sure, and what was varied."""

from __future__ import annotations

import msgspec

from site_builder.pages.campaigns.parts import (
    Estimated,
    Head,
    estimated,
    head_of,
    number_of,
    p_value,
    percentage,
    short_digest,
)
from site_builder.pages.cells import Cell, as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.pages.words import in_one
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.pairs import Pair

WORDS = {"conclusive": "Conclusive", "directional": "Directional", "inconclusive": "Inconclusive"}


class Side(msgspec.Struct, frozen=True):
    """One cohort of a pair."""

    target: str
    passes: Cell
    runs: Cell
    rate: Cell


class PairView(msgspec.Struct, frozen=True):
    """One pair of cohorts."""

    key: str
    scenario: str
    baseline: Side
    contender: Side
    verdict: str
    word: str
    reading: str
    """The verdict as a sentence."""
    difference: Estimated
    p_value: Cell
    exact: str
    """The p-value as a ratio of whole numbers."""
    n: Cell
    alpha: Cell
    significant: bool
    excludes: bool
    enough: bool
    minimum: Cell
    disagree: bool
    variables: tuple[tuple[str, str, str, str], ...]
    """(what, state, baseline, contender)."""
    checks: tuple[tuple[str, str, str, str], ...]
    """(code, finding, observed, remedy)."""

    @property
    def reasons(self) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
        """What stands against more, said once where it is alike: (finding, observed, remedy, codes).

        What is found on both sides is one finding, and so are findings that were seen in the same way.
        """
        by_code: dict[str, list[tuple[str, str, str, str]]] = {}
        for check in self.checks:
            by_code.setdefault(check[0], []).append(check)
        alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for code, found in by_code.items():
            title = found[0][1].replace("on a side", "on both sides" if len(found) > 1 else "on one side")
            seen = both_sides([check[2] for check in found])
            alike.setdefault((seen, found[0][3]), []).append((code, title))
        return tuple(
            (in_one([title for _, title in same]), seen, remedy, tuple(code for code, _ in same))
            for (seen, remedy), same in alike.items()
        )


class MatrixRow(msgspec.Struct, frozen=True):
    """One target as contender against every other one."""

    target: str
    cells: tuple[tuple[str, str, Cell, str] | None, ...]
    """(verdict, word, difference, key of the pair); ``None`` on the diagonal."""


class Matrix(msgspec.Struct, frozen=True):
    """All pairs of one scenario."""

    scenario: str
    targets: tuple[str, ...]
    rows: tuple[MatrixRow, ...]


class PairsView(msgspec.Struct, frozen=True):
    """What the template of the pairs reads."""

    head: Head
    rubric: str
    matrices: tuple[Matrix, ...]
    pairs: tuple[PairView, ...]
    alone: tuple[str, ...]
    """Scenarios with a single cohort, which nothing is compared with."""
    data: str
    """Folder of the campaign's data files, relative to the root."""


def pairs_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of pairs of a campaign."""
    place = lookup.campaigns.by_slug[slug]
    found = place.comparison
    keys = anchors_of(found)
    scenarios = dict.fromkeys(cohort.scenario_id for cohort in found.cohorts)
    compared = {pair.scenario_id for pair in found.pairs}
    view = PairsView(
        head=head_of(place, "pairs/"),
        rubric=found.settings.rubric,
        matrices=tuple(
            _matrix(name, [pair for pair in found.pairs if pair.scenario_id == name], keys)
            for name in scenarios
            if name in compared
        ),
        pairs=tuple(_pair(pair, keys[pair.id]) for pair in found.pairs),
        alone=tuple(name for name in scenarios if name not in compared),
        data=place.data,
    )
    return Content(view, as_data(view), place.config.rubric)


def anchors_of(found: Comparison) -> dict[str, str]:
    """Return the id of each pair → its anchor on the page of pairs."""
    return {pair.id: f"pair-{n}" for n, pair in enumerate(found.pairs, 1)}


def _matrix(scenario: str, found: list[Pair], keys: dict[str, str]) -> Matrix:
    targets = tuple(dict.fromkeys(name for pair in found for name in (pair.baseline, pair.contender)))
    by_sides = {(pair.contender, pair.baseline): pair for pair in found}

    def cell(row: str, column: str) -> tuple[str, str, Cell, str] | None:
        pair, sign = by_sides.get((row, column)), 1.0
        if pair is None:
            pair, sign = by_sides.get((column, row)), -1.0
        if pair is None:
            return None
        value = Cell("pair.difference", sign * pair.difference.value, 3, form="signed")
        return pair.verdict, WORDS[pair.verdict], value, keys[pair.id]

    rows = tuple(MatrixRow(row, tuple(cell(row, column) for column in targets)) for row in targets)
    return Matrix(scenario, targets, rows)


def _pair(pair: Pair, key: str) -> PairView:
    enough = min(pair.baseline_counts[1], pair.contender_counts[1]) >= pair.minimum_runs
    return PairView(
        key=key,
        scenario=pair.scenario_id,
        baseline=_side("pair.baseline", pair.baseline, pair.baseline_counts),
        contender=_side("pair.contender", pair.contender, pair.contender_counts),
        verdict=pair.verdict,
        word=WORDS[pair.verdict],
        reading=reading(pair),
        difference=estimated(
            (
                f"{key}-d",
                f"Difference of pass rates, {pair.contender} minus {pair.baseline}",
                "pair.difference",
            ),
            pair.difference.value,
            pair.difference.interval,
            firm=pair.conclusive,
            form="signed",
        ),
        p_value=p_value("pair.p_value", pair.test.p_value),
        exact=f"{pair.test.exact.numerator}/{pair.test.exact.denominator}",
        n=number_of("pair.n", pair.test.n),
        alpha=number_of("pair.alpha", pair.alpha, 2),
        significant=pair.significant,
        excludes=pair.difference.interval.excludes(0),
        enough=enough,
        minimum=number_of("pair.minimum_runs", pair.minimum_runs),
        disagree=pair.disagree,
        variables=tuple(
            (
                variable.name.replace("-", " "),
                variable.state,
                ", ".join(map(short_digest, variable.baseline)) or "not stated",
                ", ".join(map(short_digest, variable.contender)) or "not stated",
            )
            for variable in pair.variables
        ),
        checks=tuple((check.code, check.title, check.observed, check.remedy) for check in pair.checks),
    )


def both_sides(seen: list[str]) -> str:
    """Return what was seen on the sides of a pair (``alpha: none``), in one clause where it is the same."""
    parts = [words.partition(": ") for words in seen]
    if len(parts) == 2 and parts[0][1] and parts[0][2] == parts[1][2]:
        return f"{parts[0][0]} and {parts[1][0]}: {parts[0][2]}"
    return "; ".join(seen)


def reading(pair: Pair) -> str:
    """Return the verdict of a pair as a sentence."""
    if pair.direction == "inconclusive":
        return "The samples do not say which of the two passes more often."
    higher = pair.contender if pair.direction == "contender_higher" else pair.baseline
    lower = pair.baseline if pair.direction == "contender_higher" else pair.contender
    if pair.conclusive:
        return f"{higher} passes more often than {lower}: interval, exact test and sample sizes all say so."
    return f"The samples point to {higher}, and do not suffice to say that it passes more often than {lower}."


def _side(node: str, target: str, counts: tuple[int, int]) -> Side:
    passes, runs = counts
    return Side(
        target,
        number_of(f"{node}.passes", passes),
        number_of(f"{node}.runs", runs),
        percentage(f"{node}.rate", passes / runs),
    )
