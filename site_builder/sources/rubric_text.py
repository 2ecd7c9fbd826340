"""The text of a rubric file as the start of a new version: a few lines change, comments and layout stay."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, NamedTuple

import yaml

from site_builder.errors import CannotBuild, Problem
from site_builder.sources.rubric_layouts import CURRENT, upgraded

EXAMPLE = """\
changes: []
# Say here why each clause differs from version {old}; a release asks for all of them. Ids or patterns:
# changes:
#   - nodes: [some_node, some_node.*]
#     why: One or two sentences for the reader whose score moves.
"""


class Fields(NamedTuple):
    """What a new version says of itself."""

    version: str
    date: dt.date
    supersedes: str


def new_version(text: str, fields: Fields, shown: str) -> str:
    """Return the text of a rubric file as that of a new version, ready to be edited.

    Changed are format, version, title, date, supersedes and changes, each where it stands; nothing else is.
    Raises ``CannotBuild`` when the file is written in a way in which these lines cannot be told (all on one
    line, say), so that nothing is ever changed by mistake.
    """
    before = yaml.safe_load(text)
    old_title, old = str(before["title"]), str(before["version"])
    title = _renamed(old_title, old, fields.version)
    lines = _without(_without(text, "changes"), "supersedes")
    lines = _with(lines, "format", CURRENT)
    lines = _with(lines, "version", f'"{fields.version}"')
    lines = _with(lines, "title", _scalar(title))
    lines = _with(lines, "date", f'"{fields.date.isoformat()}"', comment=False)
    lines = _after(lines, "version", f'supersedes: "{fields.supersedes}"\n')
    lines = _after(lines, "date", EXAMPLE.format(old=fields.supersedes))
    made = re.sub(r"\A(?:#.*\n|[ \t]*\n)*", lambda head: head[0].replace(old_title, title), lines)
    wanted = dict(upgraded(before, shown).value or {}) | {
        "version": fields.version,
        "title": title,
        "date": fields.date.isoformat(),
        "supersedes": fields.supersedes,
        "changes": [],
    }
    if _read(made) != _plain(wanted):
        raise CannotBuild(_unfit(shown))
    return made


def _renamed(title: str, old: str, new: str) -> str:
    """Return a title with the version in it replaced, or with the new one behind it."""
    found = re.sub(rf"(?<![\w.]){re.escape(old)}(?![\w.])", new, title)
    return found if found != title else f"{title} {new}"


def _scalar(text: str) -> str:
    """Return a text as YAML on one line, in quotes only where it needs them."""
    return yaml.safe_dump(text, width=10**6, allow_unicode=True).removesuffix("...\n").rstrip("\n")


def _block(key: str) -> re.Pattern[str]:
    """Return what finds a key at the left margin, its value, and a comment behind a value on one line."""
    value = rf"(?m)^{key}:[ \t]*(?P<value>.*?)(?P<comment>[ \t]+#.*)?\n"
    return re.compile(value + r"(?P<more>(?:(?:[ \t-].*)?\n)*?)(?=[^\s-]|\Z)")


def _with(text: str, key: str, value: str, *, comment: bool = True) -> str:
    """Return the text with another value of a key; a comment behind it may speak of the old one alone."""

    def line(found: re.Match[str]) -> str:
        behind = found["comment"] or "" if comment else ""
        return f"{key}: {value}{behind}\n{_blank(found['more'])}"

    return _block(key).sub(line, text, count=1)


def _without(text: str, key: str) -> str:
    return _block(key).sub("", text, count=1)


def _after(text: str, key: str, lines: str) -> str:
    return _block(key).sub(lambda m: m[0] + lines, text, count=1)


def _blank(more: str) -> str:
    """Return the blank lines with which a value ended; the rest of it is what is replaced."""
    ends = more[len(more.rstrip()) :].count("\n")
    return "\n" * (ends - 1 if more.strip() else ends)


def _read(text: str) -> Any:
    try:
        return _plain(yaml.safe_load(text))
    except yaml.YAMLError:
        return None


def _plain(data: Any) -> Any:
    """Return data in which dates are text, as rubric files are read."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return data.isoformat() if isinstance(data, dt.date) else data


def _unfit(shown: str) -> Problem:
    return Problem(
        file=shown,
        code="rubric.no-copy",
        message="No new version can be made from the text of this file without losing something.",
        advice="Write format, version, title and date on lines of their own at the left margin.",
    )
