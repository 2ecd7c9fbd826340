"""A comparison for people at a terminal: cohorts, pairs, and what stands against publishing."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table

from site_builder.cli.report import Reporter
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
    say.out.print(_cohorts(found))
    if found.pairs:
        say.out.print(_pairs(found))
    say_readiness(say, found.readiness)


def say_readiness(say: Reporter, found: Readiness) -> None:
    """Print whether something is ready and, for each code, what was found and what would clear it."""
    if found.ready:
        say.say("[bold green]Nothing stands against it.[/]")
    else:
        count = len(found.blockers)
        words = "1 reason stands" if count == 1 else f"{count} reasons stand"
        say.say(f"[bold red]{words} against it.[/]")
    for code, checks in found.by_code().items():
        first = checks[0]
        style = "red" if first.severity == "blocker" else "yellow"
        say.say(f"[{style}]{first.severity}[/] {escape(first.title)} [dim]{escape(f'[{code}]')}[/]")
        for check in checks[:SHOWN]:
            say.say(f"  {escape(_line(check))}")
        if len(checks) > SHOWN:
            say.say(f"  … and {len(checks) - SHOWN} more")
        if first.remedy:
            say.say(f"  [italic]{escape(first.remedy)}[/]")


def _line(check: Check) -> str:
    front = f"{check.subject}: " if check.subject else ""
    asked = f"; asked: {check.required}" if check.required else ""
    return f"{front}{check.observed}{asked}"


def _cohorts(found: Comparison) -> Table:
    table = Table(title=f"Cohorts, {found.settings.rubric}, at least {found.minimum_runs} samples")
    for name in ("scenario", "target", "passes", "pass rate", "mean score", "pass@k", "review"):
        table.add_column(name, justify="left" if name in ("scenario", "target") else "right")
    for cohort in found.cohorts:
        table.add_row(escape(cohort.scenario_id), escape(cohort.target), *_figures(cohort))
    return table


def _figures(cohort: Cohort) -> tuple[str, ...]:
    last = cohort.pass_at_k[-1]
    return (
        f"{cohort.passes} of {cohort.runs}{' (directional)' if cohort.directional else ''}",
        f"{cohort.pass_rate:.3f} {_range(cohort.pass_rate_interval)}",
        f"{cohort.mean_score:.3f} {_range(cohort.mean_score_interval)}",
        f"@{last.parameters['k']} {last.value:.3f}",
        f"{cohort.review_required}",
    )


def _pairs(found: Comparison) -> Table:
    table = Table(title=f"Pairs, significant below {found.settings.alpha}")
    for name in ("scenario", "contender", "baseline", "difference", "Fisher's p", "verdict"):
        table.add_column(name, justify="right" if name in ("difference", "Fisher's p") else "left")
    for pair in found.pairs:
        table.add_row(
            escape(pair.scenario_id), escape(pair.contender), escape(pair.baseline), *_comparison(pair)
        )
    return table


def _comparison(pair: Pair) -> tuple[str, ...]:
    words = pair.verdict if pair.direction == "inconclusive" else f"{pair.verdict}, {pair.direction}"
    return (
        f"{pair.difference.value:+.3f} {_range(pair.difference.interval)}",
        below_shown(pair.test.p_value) or f"{pair.test.p_value:.4f}",
        f"{words.replace('_', ' ')}{' (interval and test disagree)' if pair.disagree else ''}",
    )


def _range(interval: Interval) -> str:
    return f"[{interval.lower:.3f}, {interval.upper:.3f}]"
