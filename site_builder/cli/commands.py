"""The commands and their help. Each one loads what it needs when it is called, so that all start fast."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from site_builder import __version__
from site_builder.cli.blueprint import dry_run, gate
from site_builder.cli.groups import InOrder
from site_builder.cli.interruption import disregard
from site_builder.cli.ledger_commands import correct, reinstate, score, withdraw
from site_builder.cli.options import (
    HERE,
    PATH,
    document_names,
    jobs_option,
    json_option,
    no_cache_option,
    one_of,
    project_option,
    schema_names,
    strict_option,
)
from site_builder.cli.report import Reporter, exit_code
from site_builder.cli.rubrics import freeze, rubric
from site_builder.cli.ruhroh import claim, compare, plan
from site_builder.cli.ruhroh_checks import (
    inspect_pack,
    validate,
    validate_artifacts,
    validate_claim,
    validate_summary,
    validate_targets,
)
from site_builder.cli.styles import dim, green
from site_builder.cli.verifying import sign, verify


@click.group(
    "site-builder",
    cls=InOrder,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True, "max_content_width": 100},
)
@click.version_option(__version__, message="site-builder %(version)s", help="Print the version.")
def app() -> None:
    """Build static benchmark leaderboards that show their working.

    A project is a folder with a site.yaml, which lists the boards, and folders of run exports. Every number
    of the site opens into its arithmetic, down to the file it was read from.

    \b
    Start one:      site-builder init board && cd board && site-builder build
    Look at it:     site-builder serve
    Ask for proof:  site-builder explain RUN

    Exit codes: 0 fine; 1 something is wrong with the data, the site is written all the same; 2 nothing can be
    built, or the command was not understood.
    """


@app.command()
@click.argument("folder", type=PATH, default=HERE, help="Folder of the new project; created if absent.")
@json_option
def init(*, folder: Path, as_json: bool) -> None:
    """Start a project: a commented site.yaml and example runs to replace.

    Nothing that exists is overwritten.

    \b
    site-builder init board
    cd board && site-builder build
    """
    from site_builder.cli.start import start

    reporter = Reporter(as_json=as_json)
    started = start(folder)
    reporter.machine(started)
    reporter.say(f"{green('Started')} a project in {started.folder}:")
    width = max(map(len, started.files), default=0)
    for path, about in started.files.items():
        reporter.say(f"  {path:<{width}}  {dim(about)}")
    steps = [] if started.folder == "." else [f"cd {started.folder}"]
    reporter.say("Next:")
    for step in (*steps, "site-builder build", "site-builder serve"):
        reporter.say(f"  {step}")


@app.command()
@click.option("--out", "-o", type=PATH, help="Output folder.", show_default="dist")
@strict_option
@json_option
@no_cache_option
@jobs_option
@project_option
def build(
    *, out: Path | None, strict: bool, as_json: bool, no_cache: bool, jobs: int | None, project: Path
) -> None:
    """Build the site.

    Runs are read and measured, scored under the rubric that their board pins, compared within their cohort,
    and written as pages. An export that cannot be used is left out, with its reason on the page "Left out";
    the others are published. The old site stays in place until the new one is complete and checked.

    \b
    site-builder build
    site-builder build --out public --strict
    site-builder build --json | jq '.problems[] | .code'
    """
    from site_builder.building import build as build_project

    reporter = Reporter(as_json=as_json)
    with reporter.measuring() as progress:
        built = build_project(project, out, use_store=not no_cache, jobs=jobs, progress=progress)
    disregard()
    reporter.built(built)
    sys.exit(exit_code((*built.problems, *built.notes), strict=strict))


@app.command()
@click.argument("runs", nargs=-1, help="Run ids or folders; all runs of the project by default.")
@click.option("--all", "each", is_flag=True, help="List each problem, also where many say the same.")
@strict_option
@json_option
@no_cache_option
@jobs_option
@project_option
def check(
    *,
    runs: tuple[str, ...],
    each: bool,
    strict: bool,
    as_json: bool,
    no_cache: bool,
    jobs: int | None,
    project: Path,
) -> None:
    """Read, measure and score everything, and list what is wrong; write nothing.

    Each problem names its place and its cure. Many of a kind are told as one, but with RUN, --all or --json.

    \b
    site-builder check
    site-builder check runs/favur/my-run --strict
    """
    from site_builder.cli.checking import check_project

    reporter = Reporter(as_json=as_json)
    with reporter.measuring() as progress:
        checked = check_project(project, runs, use_store=not no_cache, jobs=jobs, progress=progress)
    reporter.machine(checked)
    reporter.problems(checked.problems, everything=each or bool(runs))
    reporter.say(checked.words)
    for line in checked.standings:
        reporter.say(line)
    sys.exit(exit_code(checked.problems, strict=strict))


@app.command()
@click.argument("run", help="Id of a run, or its folder.")
@click.argument(
    "node", required=False, help="Node of the rubric, such as code_quality.lint; the headline by default."
)
@click.option("--rubric", "-r", help="Rubric version, such as favur/15; the board's by default.")
@click.option(
    "--depth", "-d", type=click.IntRange(min=0), help="How many levels to open; all of a NODE by default."
)
@click.option(
    "--private", is_flag=True, help="Show values that the rubric withholds. Do not publish the output."
)
@json_option
@no_cache_option
@project_option
def explain(
    *,
    run: str,
    node: str | None,
    rubric: str | None,
    depth: int | None,
    private: bool,
    as_json: bool,
    no_cache: bool,
    project: Path,
) -> None:
    """Show how a number came about, down to the files it was read from.

    Numbers are printed at full precision: multiplying them again gives the value above them. A missing
    value has its reason. Without a NODE the first levels are shown, and the last line says how to see all;
    with one, or with --json, everything is. To explain a cohort of a campaign, give
    CAMPAIGN/SCENARIO/TARGET in place of a run.

    \b
    site-builder explain circles-aurora-1
    site-builder explain circles-aurora-1 --depth 20
    site-builder explain circles-aurora-1 code_quality --depth 1
    site-builder explain circles-aurora-1 composite --rubric favur/6
    site-builder explain harness-duel/seed-catalogue/lantern-orrery cost.per_pass
    """
    from site_builder.cli.explaining import explain_node
    from site_builder.cli.explanation_tree import tree_lines

    reporter = Reporter(as_json=as_json)
    explained = explain_node(project, run, node, rubric, private=private, depth=depth, use_store=not no_cache)
    reporter.machine(explained)
    for line in tree_lines(explained, whole=node is not None or depth is not None):
        reporter.say(line)


@app.command()
@click.option("--out", "-o", type=PATH, help="Write every schema into this folder instead.")
@click.argument(
    "name",
    required=False,
    shell_complete=one_of(schema_names),
    help="One schema to print; the list of all by default.",
)
def schema(*, out: Path | None, name: str | None) -> None:
    """Print the JSON Schemas of what people write and of what the site publishes.

    \b
    site-builder schema                    what there is
    site-builder schema rubric             the schema of rubric files
    site-builder schema --out schemas      all of them, for an editor
    """
    from site_builder.cli.describing import print_schemas

    print_schemas(Reporter(), name, out)


@app.command()
@click.argument(
    "name",
    required=False,
    shell_complete=one_of(document_names),
    help="One document to print; the list of all by default.",
)
def docs(*, name: str | None) -> None:
    """Print the documents of the program: export formats, problems by their code, and more.

    A part of a name is enough if it fits one document only.

    \b
    site-builder docs                      what there is
    site-builder docs favur-export         the format of Favur runs, with a run to copy
    site-builder docs problems | less
    """
    from site_builder.cli.documents import print_documents

    print_documents(Reporter(), name)


@app.command()
@click.option(
    "--port", "-p", type=click.IntRange(min=0, max=65535), default=8000, help="Port; 0 picks a free one."
)
@click.option("--out", "-o", type=PATH, help="Output folder.", show_default="dist")
@project_option
def serve(*, port: int, out: Path | None, project: Path) -> None:
    """Build, serve on this machine, and build again whenever something changes.

    Open pages reload by themselves. The script for that is added to what is served, and never written to
    the site.

    \b
    site-builder serve --port 8080
    """
    from site_builder.cli.serving import serve_project

    serve_project(project, out, port, Reporter())


@app.command()
@json_option
def plugins(*, as_json: bool) -> None:
    """List operators, importers and pages: the built-in ones and those of installed plugins.

    A plugin is an installed package with entry points in the groups site_builder.operators,
    site_builder.importers or site_builder.pages.

    \b
    site-builder plugins
    site-builder plugins --json
    """
    from site_builder.cli.describing import print_plugins

    reporter = Reporter(as_json=as_json)
    sys.exit(exit_code(print_plugins(reporter), strict=False))


for _command in (
    *(rubric, freeze),
    *(score, withdraw, reinstate, correct),
    *(verify, sign),
    *(dry_run, gate),
    *(plan, compare, claim),
    *(validate_claim, validate_summary, validate_artifacts, validate_targets, validate, inspect_pack),
):
    app.add_command(_command)
