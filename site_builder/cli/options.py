"""Options that more than one command takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

HERE = Path()
PATH = click.Path(path_type=Path)
"""The type of options and arguments that name a file or a folder, whether or not it is there."""

project_option = click.option(
    "--project",
    "-C",
    type=PATH,
    default=HERE,
    show_default=False,
    help="The project folder, which holds site.yaml.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
strict_option = click.option("--strict", is_flag=True, help="Exit with 1 on warnings as well.")
no_cache_option = click.option(
    "--no-cache", is_flag=True, help="Measure every run again and leave .proofboard/ alone."
)
jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1, 1024), help="Number of processes; one per processor by default."
)
date_option = click.option(
    "--date",
    help="Day to record (UTC), such as 2026-09-30; by default that of SOURCE_DATE_EPOCH, else today.",
)
dry_run_option = click.option("--dry-run", is_flag=True, help="Say what would be added, and add nothing.")


def one_of(names: Callable[[], Iterable[str]]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return what shells complete an argument with: those of ``names`` that begin as typed."""
    return lambda context, parameter, typed: [name for name in names() if name.startswith(typed)]


def document_names() -> Iterable[str]:
    """Return what ``docs`` prints, without the decisions."""
    from site_builder.cli.documents import DECISIONS, documents

    return (name for name in documents() if not name.startswith(DECISIONS))


def schema_names() -> Iterable[str]:
    """Return what ``schema`` prints."""
    from site_builder.schemas import SCHEMAS

    return (described.name for described in SCHEMAS)
