"""``rubric``: the life of a rubric version, from draft to release; ``freeze``: an edition of the site.

Each command loads what it needs when it is called.
"""

from __future__ import annotations

from typing import Annotated

import typer

from site_builder.cli.options import HERE, Date, Folder, Jobs, Json, NoCache
from site_builder.cli.report import Reporter, exit_code

app = typer.Typer(
    name="rubric",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="""Start, weigh up and release versions of a rubric.

    A version begins as a draft, a file in rubric_versions/ of the project, and may change as long as it is
    one. A release freezes it: its digest goes into rubric_versions/LOCK, and a build stops when the file is
    not what was released.

    \b
    site-builder rubric list
    site-builder rubric new favur/15          write the draft favur/16
    site-builder rubric diff favur/15 favur/16
    site-builder rubric impact favur/16       which runs it would move
    site-builder rubric release favur/16      freeze it
    """,
)


def register(to: typer.Typer) -> None:
    """Add the commands to the application; further ones on rubrics add themselves to ``app`` here."""
    to.add_typer(app)
    to.command("freeze")(freeze)


@app.command("list")
def list_rubrics(*, as_json: Json = False, project: Folder = HERE) -> None:
    """List the rubric versions: released or draft, since when, digest, and which boards rank by them.

    \b
    site-builder rubric list
    site-builder rubric list --json | jq '.rubrics[] | select(.released | not) | .id'
    """
    from site_builder.cli.rubric_list import listed, say_list

    reporter = Reporter(as_json=as_json)
    found = listed(project)
    reporter.machine(found)
    say_list(reporter, found)
    reporter.problems(found.problems, everything=True)
    raise typer.Exit(exit_code(found.problems, strict=False))


@app.command("new")
def new(
    *,
    source: Annotated[str, typer.Argument(help="The version to start from, such as favur/15.")],
    target: Annotated[
        str | None,
        typer.Argument(help="The new version; the one after the newest by default.", show_default=False),
    ] = None,
    date: Date = None,
    as_json: Json = False,
    project: Folder = HERE,
) -> None:
    """Start a version as a draft: a copy of an older one, comments and all, to be edited.

    Files that the rubric names are copied beside it where they are not there. content/changes.md gets an
    entry for the version, with a line to replace. Nothing that exists is overwritten. The day is the one from
    which the version is in force.

    \b
    site-builder rubric new favur/15
    site-builder rubric new favur/15 favur/16 --date 2026-09-30
    """
    from site_builder.cli.rubric_new import say_started, start_version

    reporter = Reporter(as_json=as_json)
    started = start_version(project, source, target, date)
    reporter.machine(started)
    say_started(reporter, started)


@app.command("release")
def release(
    *,
    rubric: Annotated[str, typer.Argument(help="The draft to release, such as favur/16.")],
    date: Annotated[
        str | None,
        typer.Option("--date", help="Day of the release; it has to be the day that the rubric states."),
    ] = None,
    as_json: Json = False,
    project: Folder = HERE,
) -> None:
    """Freeze a draft: its digest goes into rubric_versions/LOCK, and from then on it never changes.

    Before that, the file is checked, every clause that differs from the superseded version needs a reason
    under `changes`, and content/changes.md an entry for the version. What is missing is listed; nothing is
    written then. Releasing the same file again changes nothing.

    \b
    site-builder rubric release favur/16
    site-builder rubric release favur/16 --json

    Exit codes: 0 released, or released before; 2 refused.
    """
    from site_builder.cli.rubric_release import release_version, say_released

    reporter = Reporter(as_json=as_json)
    released = release_version(project, rubric, date)
    reporter.machine(released)
    say_released(reporter, released)


@app.command("diff")
def diff(
    *,
    older: Annotated[str, typer.Argument(help="The older version, such as favur/6, or the file of a draft.")],
    newer: Annotated[str, typer.Argument(help="The newer version, likewise.")],
    as_json: Json = False,
    project: Folder = HERE,
) -> None:
    """List the clauses in which two versions differ: old value, new value, and why.

    No run is read; what a version does to runs is what `rubric impact` says.

    \b
    site-builder rubric diff favur/6 favur/15
    site-builder rubric diff favur/15 favur/16 --json | jq '.clauses[] | select(.reach == "score") | .id'
    """
    from site_builder.cli.rubric_diffing import clauses_between, say_clauses

    reporter = Reporter(as_json=as_json)
    comparison = clauses_between(project, older, newer)
    ends = {"older": comparison.older.id, "newer": comparison.newer.id}
    reporter.machine({**ends, "clauses": comparison.clauses, "order": comparison.order})
    say_clauses(reporter, comparison)


@app.command("impact")
def impact(
    *,
    draft: Annotated[str, typer.Argument(help="The version to weigh up, or the file of a draft.")],
    against: Annotated[
        str | None,
        typer.Option("--against", help="The version to hold it against; the one it supersedes by default."),
    ] = None,
    top: Annotated[int, typer.Option("--top", min=1, help="Runs shown for each board.")] = 10,
    as_json: Json = False,
    no_cache: NoCache = False,
    jobs: Jobs = None,
    project: Folder = HERE,
) -> None:
    """Say which runs a draft would move, by how much and past whom, before anyone commits to it.

    Every run of the family is scored under both versions, from metrics that are known already where they
    are. The largest movers come first; cohort medians that change are listed.

    \b
    site-builder rubric impact favur/16
    site-builder rubric impact favur/16 --against favur/6 --top 30
    site-builder rubric impact favur/16 --json | jq '.boards[].runs[] | select(.passes > 0) | .run'
    """
    from site_builder.building import processors
    from site_builder.cli.rubric_diffing import impact_of, say_impact

    reporter = Reporter(as_json=as_json)
    found = impact_of(project, draft, against, jobs or processors(), use_store=not no_cache)
    reporter.machine(found.plain() if as_json else None)
    say_impact(reporter, found, top)


def freeze(
    *,
    name: Annotated[str, typer.Argument(help="Name of the edition, such as 2026-11.")],
    date: Date = None,
    without_address: Annotated[
        bool,
        typer.Option("--without-address", help="Freeze although site.yaml has no url; citations lack it."),
    ] = False,
    jobs: Jobs = None,
    as_json: Json = False,
    project: Folder = HERE,
) -> None:
    """Freeze the site as an edition that can be cited and is never rewritten.

    The whole site is built into releases/NAME/ of the project, with a citation for every board and run. From
    then on each build puts it, byte for byte, at r/NAME/ of the living site, and stops when it is not what
    was frozen. While a board ranks by a draft, nothing is frozen; nor while site.yaml has no url, unless
    --without-address is given: the citations of an edition cannot be mended.

    \b
    site-builder freeze 2026-11
    site-builder freeze 2026-11 --date 2026-11-30 --json
    """
    from site_builder.cli.freezing import freeze_site, say_frozen

    reporter = Reporter(as_json=as_json)
    with reporter.measuring() as progress:
        frozen = freeze_site(project, name, date, jobs, progress, without_address=without_address)
    reporter.machine(frozen)
    reporter.problems(frozen.problems)
    say_frozen(reporter, frozen)
    raise typer.Exit(exit_code(frozen.problems, strict=False))
