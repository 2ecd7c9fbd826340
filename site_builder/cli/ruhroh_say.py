"""A comparison for people at a terminal: cohorts, pairs, and what stands against publishing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from site_builder.cli.report import Reporter
from site_builder.cli.styles import bold, dim, green, red, yellow
from site_builder.statistics.interval import Interval
from site_builder.studies.readiness import Check, Readiness
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.pairs import Pair, below_shown

SHOWN = 12
"""Subjects named for one code."""


def say_comparison(say: Reporter, found: Comparison) -> None:
    """Print cohorts, pairs and the verdict on publication."""
    if say.as_json:
        return
    for line in (*_cohorts(found), *(_pairs(found) if found.pairs else ())):
        say.say(line)
    say_readiness(say, found.readiness)


def say_readiness(say: Reporter, found: Readiness, *, problems: bool = False) -> None:
    """Print whether something is ready and, for each code, what was found and what would clear it.

    ``problems`` says that others were printed before, which stand against it as well.
    """
    if found.ready:
        told = red("What is told above stands against it; nothing else does.")
        say.say(told if problems else green("Nothing stands against it."))
    else:
        count = len(found.blockers)
        words = "1 reason stands" if count == 1 else f"{count} reasons stand"
        say.say(red(f"{words} against it."))
    for code, checks in found.by_code().items():
        first = checks[0]
        severity = (red if first.severity == "blocker" else yellow)(first.severity)
        say.say(f"{severity} {first.title} {dim(f'[{code}]')}")
        for check in checks[:SHOWN]:
            say.say(f"  {_line(check)}")
        if len(checks) > SHOWN:
            say.say(f"  … and {len(checks) - SHOWN} more")
        if first.remedy:
            say.say(f"  {first.remedy}")


def _line(check: Check) -> str:
    front = f"{check.subject}: " if check.subject else ""
    asked = f"; asked: {check.required}" if check.required else ""
    return f"{front}{check.observed}{asked}"


def _cohorts(found: Comparison) -> Iterator[str]:
    title = f"Cohorts, {found.settings.rubric}, at least {found.minimum_runs} samples"
    names = ("scenario", "target", "passes", "pass rate", "mean score", "pass@k", "review")
    rows = [(cohort.scenario_id, cohort.target, *_figures(cohort)) for cohort in found.cohorts]
    yield from _table(title, names, rows, right={2, 3, 4, 5, 6})


def _figures(cohort: Cohort) -> tuple[str, ...]:
    last = cohort.pass_at_k[-1]
    return (
        f"{cohort.passes} of {cohort.runs}{' (directional)' if cohort.directional else ''}",
        f"{cohort.pass_rate:.3f} {_range(cohort.pass_rate_interval)}",
        f"{cohort.mean_score:.3f} {_range(cohort.mean_score_interval)}",
        f"@{last.parameters['k']} {last.value:.3f}",
        f"{cohort.review_required}",
    )


def _pairs(found: Comparison) -> Iterator[str]:
    title = f"Pairs, significant below {found.settings.alpha}"
    names = ("scenario", "contender", "baseline", "difference", "Fisher's p", "verdict")
    rows = [(pair.scenario_id, pair.contender, pair.baseline, *_comparison(pair)) for pair in found.pairs]
    yield from _table(title, names, rows, right={3, 4})


def _table(
    title: str, names: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int]
) -> Iterator[str]:
    """Yield a table under its title, two spaces between columns; numbers of those to the ``right`` from 0."""
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    yield bold(title)
    yield "  " + dim(_row(names, widths, right))
    yield from ("  " + _row(row, widths, right) for row in rows)


def _row(row: Sequence[str], widths: Sequence[int], right: Collection[int]) -> str:
    cells = enumerate(zip(row, widths, strict=True))
    return "  ".join(text.rjust(w) if at in right else text.ljust(w) for at, (text, w) in cells).rstrip()


def _comparison(pair: Pair) -> tuple[str, ...]:
    words = pair.verdict if pair.direction == "inconclusive" else f"{pair.verdict}, {pair.direction}"
    return (
        f"{pair.difference.value:+.3f} {_range(pair.difference.interval)}",
        below_shown(pair.test.p_value) or f"{pair.test.p_value:.4f}",
        f"{words.replace('_', ' ')}{' (interval and test disagree)' if pair.disagree else ''}",
    )


def _range(interval: Interval) -> str:
    return f"[{interval.lower:.3f}, {interval.upper:.3f}]"
