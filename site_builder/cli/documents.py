"""``docs``: the documents that ship with the program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from site_builder.cli.report import Reporter
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.sources.project import data_dirs

DECISIONS = "decisions/"


def print_documents(reporter: Reporter, name: str | None) -> None:
    """Print one document as it is, in Markdown, or list all. Raises ``CannotBuild`` for an unknown name."""
    found = documents()
    if name is not None:
        print(_chosen(found, name).read_text(encoding="utf-8"), end="")
        return
    guides = [title for title in found if not title.startswith(DECISIONS)]
    width = max(map(len, guides))
    for guide in guides:
        reporter.say(f"  {guide:<{width}}  {_title(found[guide])}")
    reporter.say(
        f"  {'NNNN':<{width}}  one of {len(found) - len(guides)} decisions: why it is as it is, such as 0001"
    )
    reporter.say("The templates/, content/ and rubric_versions/ that ship with the program are in")
    reporter.say(str(data_dirs()))


def documents() -> Mapping[str, Path]:
    """Return name → file of everything in ``docs/``: the path without ``.md``, or the folder of an index."""
    folder = data_dirs() / "docs"
    named = ((path.relative_to(folder).as_posix()[:-3], path) for path in folder.rglob("*.md"))
    return dict(sorted((name.removesuffix("/README"), path) for name, path in named))


def _chosen(found: Mapping[str, Path], name: str) -> Path:
    """Return the document of a name, or the only one whose name has it as a part."""
    if name in found:
        return found[name]
    near = [whole for whole in found if name in whole]
    if len(near) == 1:
        return found[near[0]]
    guides = [whole for whole in near or found if near or not whole.startswith(DECISIONS)]
    raise CannotBuild(
        Problem(
            file="command line",
            code="docs.unknown",
            message=f"{'Several documents have' if near else 'No document has'} {shorten(name)} in the name.",
            advice=f"Ask for one of {', '.join(guides)}.",
        )
    )


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline().removeprefix("# ").strip().replace("`", "")
