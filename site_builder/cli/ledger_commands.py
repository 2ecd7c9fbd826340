"""The commands that add to the ledger, with their help: score, withdraw, reinstate, correct."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from site_builder.cli.options import HERE, Date, DryRun, Folder, Json
from site_builder.cli.report import Reporter, exit_code

if TYPE_CHECKING:
    from site_builder.cli.ledgering import Noted, Order

Run = Annotated[str, typer.Argument(help="Run id.", show_default=False)]
Why = Annotated[
    str, typer.Option("--why", help="The reason, a clause that readers of the site see.", show_default=False)
]
Family = Annotated[
    str | None, typer.Option("--family", help="Family of the run, where two families have its id.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of the ledger to the command line."""
    for command in (score, withdraw, reinstate, correct):
        app.command()(command)


def score(
    *, date: Date = None, dry_run: DryRun = False, as_json: Json = False, project: Folder = HERE
) -> None:
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
    raise typer.Exit(exit_code(outcome.problems, strict=True))


def withdraw(
    run: Run,
    *,
    why: Why,
    date: Date = None,
    family: Family = None,
    dry_run: DryRun = False,
    as_json: Json = False,
    project: Folder = HERE,
) -> None:
    """Withdraw a run: its page stays and says when and why, its rank goes.

    It is left out of the medians of its cohort as well; the board and the pages of the cohort say which of
    them changed by it. Leave its export where it is. A mistake is cured by `site-builder reinstate`.

    \b
    site-builder withdraw circles-flint-1 --why "the workspace held the reference solution"
    """
    from site_builder.cli.ledgering import Order, withdraw_run

    _give(Order(project, run, family, why, date, dry_run), withdraw_run, as_json=as_json)


def reinstate(
    run: Run,
    *,
    why: Why,
    date: Date = None,
    family: Family = None,
    dry_run: DryRun = False,
    as_json: Json = False,
    project: Folder = HERE,
) -> None:
    """Take the withdrawal of a run back: it ranks again. Both entries stay in the ledger.

    \b
    site-builder reinstate circles-flint-1 --why "another run was meant"
    """
    from site_builder.cli.ledgering import Order, reinstate_run

    _give(Order(project, run, family, why, date, dry_run), reinstate_run, as_json=as_json)


def correct(
    run: Run,
    *,
    why: Why,
    date: Date = None,
    family: Family = None,
    dry_run: DryRun = False,
    as_json: Json = False,
    project: Folder = HERE,
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
