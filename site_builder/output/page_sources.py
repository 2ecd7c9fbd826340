"""Which files of a project a page is made from: named where a check of the finished page finds something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from site_builder.errors import CannotBuild, Problem
from site_builder.pages.page import Page
from site_builder.pages.prose import Article

TO_CORRECT = "Correct the template or prose it comes from; the site that was in place is unchanged."
"""The advice of a fault that lies in what a page is made from, until its files are named."""


@contextmanager
def naming_sources(root: Path, pages: Iterable[Page]) -> Iterator[None]:
    """Name the project's own prose and templates in every problem of a page that stops what is done inside.

    A page that is made from nothing of the project's own keeps its advice.
    """
    try:
        yield
    except CannotBuild as error:
        by_file = {page.file: page for page in pages}
        raise CannotBuild(*(_named(problem, by_file, root) for problem in error.problems)) from error


def _named(problem: Problem, pages: dict[str, Page], root: Path) -> Problem:
    page = pages.get(problem.file)
    own = own_sources(root, page) if page is not None and problem.advice == TO_CORRECT else []
    if not own:
        return problem
    advice = f"Correct it in {' or '.join(own)}; the site that was in place is unchanged."
    return msgspec.structs.replace(problem, advice=advice)


def own_sources(root: Path, page: Page) -> list[str]:
    """Return a project's own files that a page is made from: its prose and template, else other templates."""
    given = page.build.args if isinstance(page.build, partial) else ()
    prose = [f"content/{one.name}.md" for one in given if isinstance(one, Article)]
    near = [*prose, f"templates/{page.template}", "templates/base.html"]
    own = [name for name in near if (root / name).is_file()]
    others = sorted(path.name for path in (root / "templates").glob("*.html"))
    return own or [f"templates/{name}" for name in others]
