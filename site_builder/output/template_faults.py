"""What goes wrong in templates, as problems with file and line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from jinja2 import Environment, Template, TemplateError, TemplateSyntaxError

from site_builder.errors import Problem
from site_builder.output.template_limits import CHARACTERS, MEMORY
from site_builder.sources.project import data_dirs

Place = tuple[str, int | None]
"""File of a template, and line in it."""


def compile_all(environment: Environment, limited: Callable[[], AbstractContextManager[None]]) -> None:
    """Compile every template that is not hidden, each in ``limited()``.

    Raises ``TemplateError`` for the first that cannot be.
    """
    for name in environment.list_templates(filter_func=_is_template):
        try:
            with limited():
                environment.get_template(name)
        except TemplateError:
            raise
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise TemplateSyntaxError("it is not UTF-8", line, name) from error
        except Exception as error:
            raise TemplateSyntaxError(_words(error), 0, name) from error


def template_fault(error: Exception) -> Problem | None:
    """Return the problem of a template that cannot be compiled or rendered, with its place.

    What Jinja does not raise itself is the fault of a project's own template where one was at work. Elsewhere
    it is the program's, which is no problem of anybody's template: ``None``.
    """
    places = _places(error)
    if isinstance(error, TemplateSyntaxError):
        places.append((error.filename or error.name or "", error.lineno))
    if not isinstance(error, TemplateError):
        places = [place for place in places if is_own(place[0])]
        if not places:
            return None
    name, line = places[-1] if places else ("", None)
    return Problem(
        file=f"templates/{Path(name).name}" if name else "templates",
        pointer=f"line {line}" if line else "",
        code="template.error",
        message=f"The template cannot be used: {_words(error)}.",
        advice="Correct it there, or delete your copy of it to have the one that ships with the program.",
    )


def _places(error: Exception) -> list[Place]:
    """Return the lines of templates in which an error was raised, the innermost last."""
    frames = traceback.walk_tb(error.__traceback__)
    places: list[Place] = [(frame.f_code.co_filename, line) for frame, line in frames]
    return [place for place in places if place[0].endswith(".html")]


def _is_template(name: str) -> bool:
    return name.endswith(".html") and not any(part.startswith(".") for part in name.split("/"))


def is_own(file: str | Path) -> bool:
    """Return whether a template or a folder of them is a project's own, not what ships with the program."""
    return not Path(file).is_relative_to(data_dirs() / "templates")


def render_limited(
    template: Template, limited: Callable[[], AbstractContextManager[None]], given: Mapping[str, Any]
) -> str:
    """Render a page of a project that has templates of its own.

    Raises ``TemplateError`` for more than ``CHARACTERS``, and for more than memory holds where it is what the
    lines of the template made together that is too much, which is no fault of any one line. Whatever else a
    template raises is passed on.
    """
    try:
        with limited():
            html = template.render(given)
    except MemoryError as error:
        if _places(error):
            raise
        raise _too_long(template, _words(error)) from error
    if len(html) > CHARACTERS:
        said = f"the page has {len(html):,} characters, and {CHARACTERS:,} are the most"
        raise _too_long(template, said)
    return html


def _too_long(template: Template, said: str) -> TemplateSyntaxError:
    """Return the fault of a page, with the template that it is made with if that is the project's own."""
    name = template.filename or ""
    return TemplateSyntaxError(said, 0, filename=name if is_own(name) else "")


def _words(error: Exception) -> str:
    """Return what an error says, without the full stop; in words of its own where it never ends."""
    if isinstance(error, RecursionError):
        return "it extends, includes or calls itself without end, or nests too deeply"
    if isinstance(error, MemoryError):
        return f"it needs more than {MEMORY >> 20:,} MiB of memory for one page, or than there is"
    said = (error.message or "") if isinstance(error, TemplateError) else str(error)
    said = said.rstrip(".") or type(error).__name__
    return said if isinstance(error, TemplateError) else f"{type(error).__name__}: {said}"
