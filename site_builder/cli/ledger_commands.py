"""The commands that add to the ledger, with their help: score, withdraw, reinstate, correct."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from site_builder.cli.options import date_option, dry_run_option, json_option, project_option
from site_builder.cli.report import Reporter, exit_code

if TYPE_CHECKING:
    from site_builder.cli.ledgering import Noted, Order

run_argument = click.argument("run", help="Run id.")
why_option = click.option("--why", required=True, help="The reason, as readers of the site will see it.")
family_option = click.option(
    "--family", help="Family of the run, where runs of two families have the same id."
)
ENTRY_OPTIONS = (
    *(run_argument, why_option, date_option, family_option),
    *(dry_run_option, json_option, project_option),
)
Command = TypeVar("Command", bound=Callable[..., None])


def entry_options(command: Command) -> Command:
    """Give a command what each takes that adds an entry about one run."""
    for option in reversed(ENTRY_OPTIONS):
        command = option(command)
    return command


@click.command()
@date_option
@dry_run_option
@json_option
@project_option
def score(*, date: str | None, dry_run: bool, as_json: bool, project: Path) -> None:
    """Pin the first score of every new run in runs/ledger.jsonl.

    A run is new when the ledger does not hold its export under the rubric of its board. What is pinned is
    never touched again: entries are only added, and each carries the digest of the one before. Scores under a
    draft are not pinned, nor those of an export that changed under its id.

    \b
    site-builder score --dry-run
    site-builder score
    site-builder score --date 2026-09-30 --json | jq '.added[].run'
    """
    from site_builder.cli.ledgering import pin

    reporter = Reporter(as_json=as_json)
    outcome = pin(project, date, dry_run=dry_run)
    reporter.machine(outcome)
    reporter.problems(outcome.problems)
    for line in outcome.words:
        reporter.say(line)
    sys.exit(exit_code(outcome.problems, strict=True))


@click.command()
@entry_options
def withdraw(
    *, run: str, why: str, date: str | None, family: str | None, dry_run: bool, as_json: bool, project: Path
) -> None:
    """Withdraw a run: it loses its rank, and its page stays and says when and why.

    It is left out of the medians of its cohort as well; the board and the pages of the cohort say which
    medians changed. Leave its export where it is. `site-builder reinstate` undoes a mistaken withdrawal.

    \b
    site-builder withdraw circles-flint-1 --why "the workspace held the reference solution"
    """
    from site_builder.cli.ledgering import Order, withdraw_run

    _give(Order(project, run, family, why, date, dry_run), withdraw_run, as_json=as_json)


@click.command()
@entry_options
def reinstate(
    *, run: str, why: str, date: str | None, family: str | None, dry_run: bool, as_json: bool, project: Path
) -> None:
    """Undo the withdrawal of a run: it ranks again. Both entries stay in the ledger.

    \b
    site-builder reinstate circles-flint-1 --why "another run was meant"
    """
    from site_builder.cli.ledgering import Order, reinstate_run

    _give(Order(project, run, family, why, date, dry_run), reinstate_run, as_json=as_json)


@click.command()
@entry_options
def correct(
    *, run: str, why: str, date: str | None, family: str | None, dry_run: bool, as_json: bool, project: Path
) -> None:
    """Accept that the export of a pinned run was changed, after an erratum.

    The first score stays in the ledger, and the run's page says when and why the export changed. The next
    `site-builder score` pins the scores of the corrected export beside it.

    \b
    site-builder correct circles-echo-1 --why "usage of one model was counted twice"
    site-builder score
    """
    from site_builder.cli.ledgering import Order, correct_run

    _give(Order(project, run, family, why, date, dry_run), correct_run, as_json=as_json)


def _give(order: Order, command: Callable[[Order], Noted], *, as_json: bool) -> None:
    reporter = Reporter(as_json=as_json)
    noted = command(order)
    reporter.machine(noted)
    reporter.say(noted.words)
