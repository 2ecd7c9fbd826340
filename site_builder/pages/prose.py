"""Prose: Markdown files whose numbers are placeholders, read once and filled where they are shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec

from site_builder.errors import Loaded, Problem

PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
NAME = re.compile(
    r"(site\.(title|tagline|runs|boards|configurations|left_out|data_date|digest|tool_version)"
    r"|order\.(draws|concentration|tried)"
    r"|rubric\.(id|title|date|digest|nodes|metrics|minimum_coverage|roles|axes|role_weight)"
    r"|run\.(id|link|name|[a-z][a-z0-9_]*(\.[a-z0-9_]+)*))"
)
"""Every name that prose may use; ``run.`` also takes the id of any node of the rubric."""

LONGEST = 200_000

TO_REPLACE = "REPLACE THIS LINE"
"""What stands in a line that a command wrote for a person to replace; no page shows it."""
TO_COME = "*Still to be written.*"
"""What a page says in the place of such a line."""


class Article(msgspec.Struct, frozen=True):
    """One prose file."""

    name: str
    """Path inside the content folder without its ending: ``methodology/favur``."""
    text: str


class Prose:
    """The prose of a site, by name."""

    def __init__(self, articles: Mapping[str, Article] = MappingProxyType({})) -> None:
        self._articles = dict(sorted(articles.items()))

    def get(self, name: str) -> Article | None:
        """Return an article, ``None`` when no folder has one of that name."""
        return self._articles.get(name)

    def names(self) -> tuple[str, ...]:
        """Return the names of all articles, sorted."""
        return tuple(self._articles)


def load_prose(dirs: Sequence[Path]) -> Loaded[Prose]:
    """Read ``*.md`` under the folders; a file in an earlier one takes the place of its namesakes.

    A file that is no UTF-8, is too long, or uses an unknown placeholder is a ``Problem``; the last one is
    still used, and says in words where a value is unknown.
    """
    articles: dict[str, Article] = {}
    problems: list[Problem] = []
    for folder in dirs:
        for path in sorted(folder.rglob("*.md")):
            name = path.relative_to(folder).with_suffix("").as_posix()
            if name in articles or path.name == "README.md":
                continue
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                problems.append(_problem(name, "", "content.unreadable", "The file is not readable UTF-8."))
                continue
            if len(text) > LONGEST:
                problems.append(_problem(name, "", "content.too-long", "The file is too long for a page."))
                continue
            problems += [*_unknown(name, text), *_to_replace(name, text)]
            articles[name] = Article(name, _without_lines_to_replace(text))
    return Loaded(Prose(articles), tuple(problems))


def _unknown(name: str, text: str) -> list[Problem]:
    found = []
    for match in PLACEHOLDER.finditer(text):
        if NAME.fullmatch(match[1].strip()) is None:
            line = text.count("\n", 0, match.start()) + 1
            found.append(
                _problem(name, f"line {line}", "content.placeholder", f'"{match[0][:60]}" names no value.')
            )
    return found


def _to_replace(name: str, text: str) -> list[Problem]:
    lines = [n for n, line in enumerate(text.splitlines(), start=1) if TO_REPLACE in line]
    message = "A line is still to be replaced by words of yours; its page says that they are to be written."
    return [_problem(name, f"line {line}", "content.to-replace", message) for line in lines]


def _without_lines_to_replace(text: str) -> str:
    if TO_REPLACE not in text:
        return text
    return "".join(f"{TO_COME}\n" if TO_REPLACE in line else line for line in text.splitlines(keepends=True))


def _problem(name: str, pointer: str, code: str, message: str) -> Problem:
    return Problem(
        file=f"content/{name}.md",
        pointer=pointer,
        code=code,
        message=message,
        advice="Save the file as UTF-8 and use the names that `site-builder docs prose` lists."
        if code != "content.to-replace"
        else "Write what the page should say there.",
        severity="warning",
    )
