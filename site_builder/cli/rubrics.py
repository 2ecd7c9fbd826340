"""``rubric``: the life of a rubric version, from draft to release; ``freeze``: an edition of the site.

Each command loads what it needs when it is called.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from site_builder.cli.groups import InOrder
from site_builder.cli.options import date_option, jobs_option, json_option, no_cache_option, project_option
from site_builder.cli.report import Reporter, exit_code

rubric = InOrder(
    name="rubric",
    help="""Start, compare, try and release versions of a rubric.

    A version begins as a draft, a file in rubric_versions/ of the project, and may change as long as it is
    one. A release freezes it: its digest goes into rubric_versions/LOCK, and a build stops if the file
    differs from what was released.

    \b
    site-builder rubric list
    site-builder rubric new favur/15          write the draft favur/16
    site-builder rubric test favur/16         try it without any run
    site-builder rubric diff favur/15 favur/16
    site-builder rubric impact favur/16       which runs it would move
    site-builder rubric release favur/16      freeze it
    """,
)


@rubric.command("list")
@json_option
@project_option
def list_rubrics(*, as_json: bool, project: Path) -> None:
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
    sys.exit(exit_code(found.problems, strict=False))


@rubric.command("new")
@click.argument("source", help="The version to start from, such as favur/15.")
@click.argument("target", required=False, help="The new version; the one after the newest by default.")
@date_option
@json_option
@project_option
def new(*, source: str, target: str | None, date: str | None, as_json: bool, project: Path) -> None:
    """Start a version as a draft: an editable copy of an older one, with its comments.

    Files that the rubric names are copied beside it, unless they are there already. content/changes.md gets
    an entry for the version, with a line to replace. Nothing that exists is overwritten. The day is the one
    from which the version is in force.

    \b
    site-builder rubric new favur/15
    site-builder rubric new favur/15 favur/16 --date 2026-09-30
    """
    from site_builder.cli.rubric_new import say_started, start_version

    reporter = Reporter(as_json=as_json)
    started = start_version(project, source, target, date)
    reporter.machine(started)
    say_started(reporter, started)


@rubric.command("test")
@click.argument("rubric", help="The version, such as favur/16, or the file of a draft.")
@json_option
@project_option
def test(*, rubric: str, as_json: bool, project: Path) -> None:
    """Test a version without any run of the project.

    Its curves and means are tested by themselves, then a run in which nothing was measured. Then, in a
    sample run drawn from the digest of the rubric, each value is removed once and made better once. Each
    test names the values that fail it; the methodology page of the version shows the same.

    \b
    site-builder rubric test favur/15
    site-builder rubric test rubric_versions/favur/16.yaml
    site-builder rubric test favur/15 --json | jq '.tests[] | {name, tried, held}'

    Exit codes: 0 tested, whatever the results; 2 there is no such version.
    """
    from site_builder.cli.rubric_testing import say_tested, tested

    reporter = Reporter(as_json=as_json)
    found = tested(project, rubric)
    reporter.machine(found.plain())
    say_tested(reporter, found)


@rubric.command("release")
@click.argument("rubric", help="The draft to release, such as favur/16.")
@click.option("--date", help="Day of the release; it has to be the day that the rubric states.")
@json_option
@project_option
def release(*, rubric: str, date: str | None, as_json: bool, project: Path) -> None:
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


@rubric.command("diff")
@click.argument("older", help="The older version, such as favur/6, or the file of a draft.")
@click.argument("newer", help="The newer version, likewise.")
@json_option
@project_option
def diff(*, older: str, newer: str, as_json: bool, project: Path) -> None:
    """List the clauses in which two versions differ: old value, new value, and why.

    No run is read; `rubric impact` says what a version does to runs.

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


@rubric.command("impact")
@click.argument("draft", help="The version to try, such as favur/16, or the file of a draft.")
@click.option("--against", help="The version to compare it with; the one it supersedes by default.")
@click.option("--top", type=click.IntRange(min=1), default=10, help="Runs shown for each board.")
@json_option
@no_cache_option
@jobs_option
@project_option
def impact(
    *,
    draft: str,
    against: str | None,
    top: int,
    as_json: bool,
    no_cache: bool,
    jobs: int | None,
    project: Path,
) -> None:
    """Say which runs a draft would move, by how much and past whom, before anyone commits to it.

    Every run of the family is scored under both versions, from stored metrics where there are any. The
    largest movers come first; cohort medians that change are listed.

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


@click.command()
@click.argument("name", help="Name of the edition, such as 2026-11.")
@date_option
@click.option(
    "--without-address", is_flag=True, help="Freeze although site.yaml has no url; citations lack it."
)
@jobs_option
@json_option
@project_option
def freeze(
    *, name: str, date: str | None, without_address: bool, jobs: int | None, as_json: bool, project: Path
) -> None:
    """Freeze the site as an edition that can be cited and is never rewritten.

    The whole site is built into releases/NAME/ of the project, with a citation for every board and run.
    From then on each build puts it, byte for byte, at r/NAME/ of the living site, and stops if it differs
    from what was frozen. While a board ranks by a draft, nothing is frozen; nor while site.yaml has no url,
    unless --without-address is given: the citations of an edition cannot be corrected later.

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
    sys.exit(exit_code(frozen.problems, strict=False))
