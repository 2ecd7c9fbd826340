"""The commands and their help. Each one loads what it needs when it is called, so that all start fast."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from site_builder.cli.options import HERE, Folder, Jobs, Json, NoCache, Strict
from site_builder.cli.report import Reporter, exit_code

app = typer.Typer(
    name="site-builder",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Build static benchmark leaderboards that show their working.

    A project is a folder with a site.yaml, which lists the boards, and folders of run exports. Every number
    of the site opens into its arithmetic, down to the file it was read from.

    \b
    Start one:      site-builder init board && cd board && site-builder build
    Look at it:     site-builder serve
    Ask for proof:  site-builder explain RUN

    Exit codes: 0 fine; 1 something is wrong with the data, the site is written all the same; 2 nothing can be
    built, or the command was not understood.
    """,
)


def _version(wanted: bool) -> None:
    if wanted:
        from site_builder import __version__

        typer.echo(f"site-builder {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Hold the options that belong to no command."""


@app.command()
def init(
    folder: Annotated[
        Path, typer.Argument(help="Folder of the new project; made where it is absent.")
    ] = HERE,
    as_json: Json = False,
) -> None:
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
    reporter.say(f"[green]Started[/] a project in {started.folder}:")
    width = max(map(len, started.files), default=0)
    for path, about in started.files.items():
        reporter.say(f"  {path:<{width}}  [dim]{about}[/]")
    steps = [] if started.folder == "." else [f"cd {started.folder}"]
    reporter.say("Next:")
    for step in (*steps, "site-builder build", "site-builder serve"):
        reporter.say(f"  {step}")


@app.command()
def build(
    *,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Output folder.", show_default="dist")
    ] = None,
    strict: Strict = False,
    as_json: Json = False,
    no_cache: NoCache = False,
    jobs: Jobs = None,
    project: Folder = HERE,
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
    reporter.built(built)
    raise typer.Exit(exit_code((*built.problems, *built.notes), strict=strict))


@app.command()
def check(
    *,
    runs: Annotated[
        list[str] | None, typer.Argument(help="Run ids or folders; all runs of the project by default.")
    ] = None,
    strict: Strict = False,
    as_json: Json = False,
    no_cache: NoCache = False,
    jobs: Jobs = None,
    project: Folder = HERE,
) -> None:
    """Read, measure and score everything, and list every problem; write nothing.

    Each problem names the file, the place in it, what is wrong and what to do.

    \b
    site-builder check
    site-builder check runs/favur/my-run --strict
    """
    from site_builder.cli.checking import check_project

    reporter = Reporter(as_json=as_json)
    with reporter.measuring() as progress:
        checked = check_project(project, runs or [], use_store=not no_cache, jobs=jobs, progress=progress)
    reporter.machine(checked)
    reporter.problems(checked.problems, everything=True)
    reporter.say(checked.words)
    for line in checked.standings:
        reporter.say(escape(line))
    raise typer.Exit(exit_code(checked.problems, strict=strict))


@app.command()
def explain(
    *,
    run: Annotated[str, typer.Argument(help="Id of a run, or its folder.")],
    node: Annotated[
        str | None,
        typer.Argument(help="Node of the rubric, such as code_quality.lint; the headline by default."),
    ] = None,
    rubric: Annotated[
        str | None,
        typer.Option("--rubric", "-r", help="Rubric version, such as favur/15; the board's by default."),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", "-d", min=0, help="How many levels to open; all of a NODE by default."),
    ] = None,
    private: Annotated[
        bool,
        typer.Option("--private", help="Show values that the rubric withholds. Do not publish the output."),
    ] = False,
    as_json: Json = False,
    no_cache: NoCache = False,
    project: Folder = HERE,
) -> None:
    """Show how a number came about, down to the files it was read from.

    Numbers are printed at full precision: multiplying them again gives the value above them. A value that is
    missing says why. Of a whole run the first levels are shown, and the last line says how to see all; of a
    node, and with --json, everything.

    \b
    site-builder explain circles-aurora-1
    site-builder explain circles-aurora-1 --depth 20
    site-builder explain circles-aurora-1 code_quality --depth 1
    site-builder explain circles-aurora-1 composite --rubric favur/6
    """
    from site_builder.cli.explaining import explain_node, print_tree

    reporter = Reporter(as_json=as_json)
    explained = explain_node(project, run, node, rubric, private=private, depth=depth, use_store=not no_cache)
    reporter.machine(explained)
    if not as_json:
        print_tree(reporter.out, explained, whole=node is not None or depth is not None)


@app.command()
def schema(
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write every schema into this folder instead.")
    ] = None,
    name: Annotated[
        str | None, typer.Argument(help="One schema to print; the list of all by default.")
    ] = None,
) -> None:
    """Print the JSON Schemas of what people write and of what the site publishes.

    \b
    site-builder schema                    what there is
    site-builder schema rubric             the schema of rubric files
    site-builder schema --out schemas      all of them, for an editor
    """
    from site_builder.cli.describing import print_schemas

    print_schemas(Reporter(), name, out)


@app.command()
def docs(
    name: Annotated[
        str | None, typer.Argument(help="One document to print; the list of all by default.")
    ] = None,
) -> None:
    """Print the documents of the program: export formats, problems by their code, and more.

    A part of a name is enough where only one document has it.

    \b
    site-builder docs                      what there is
    site-builder docs favur-export         the format of Favur runs, with a run to copy
    site-builder docs problems | less
    """
    from site_builder.cli.documents import print_documents

    print_documents(Reporter(), name)


@app.command()
def serve(
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="Port; 0 takes a free one.")
    ] = 8000,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Output folder.", show_default="dist")
    ] = None,
    project: Folder = HERE,
) -> None:
    """Build, serve on this machine, and build again whenever something changes.

    Open pages reload by themselves; what makes them do so is added on the way and never written to the site.

    \b
    site-builder serve --port 8080
    """
    from site_builder.cli.serving import serve_project

    serve_project(project, out, port, Reporter())


@app.command()
def plugins(as_json: Json = False) -> None:
    """List operators, importers and pages: the built-in ones and those of installed plugins.

    A plugin is an installed package with entry points in the groups site_builder.operators,
    site_builder.importers or site_builder.pages.
    """
    from site_builder.cli.describing import print_plugins

    reporter = Reporter(as_json=as_json)
    raise typer.Exit(exit_code(print_plugins(reporter), strict=False))


def _register_others() -> None:
    """Add the commands that other modules hold."""
    from site_builder.cli.blueprint import register as register_blueprint
    from site_builder.cli.ledger_commands import register as register_ledger
    from site_builder.cli.rubrics import register as register_rubrics
    from site_builder.cli.ruhroh import register as register_ruhroh
    from site_builder.cli.verifying import register as register_verifying

    register_rubrics(app)
    register_ledger(app)
    register_verifying(app)
    register_blueprint(app)
    register_ruhroh(app)


_register_others()
