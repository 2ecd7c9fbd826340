"""What the commands say: for people on the terminal, for machines as one JSON document on stdout."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import click
import msgspec

from site_builder.cli.styles import cyan, dim, green, red, unsteered, yellow
from site_builder.errors import Problem
from site_builder.receipts import Built
from site_builder.sources.json_text import without_surrogates

if TYPE_CHECKING:
    from site_builder.sources.measuring import Progressing

FINE, DATA_PROBLEMS = 0, 1
STYLES = {"error": red, "warning": yellow, "note": cyan}
SHOWN_ERRORS = 30
LISTS_ALL = "`site-builder check --all` lists all of them."
SHOWN_PLACES = 3
"""Places that are named of warnings or notes that say the same; one more, and the others are only counted."""


class Reporter:
    """Says things once, in the form asked for. Progress and prose go to stderr, results to stdout."""

    def __init__(self, *, as_json: bool = False) -> None:
        self.as_json = as_json

    def say(self, text: str) -> None:
        """Say something to people; silent for machines."""
        if not self.as_json:
            _print(text, sys.stdout)

    def machine(self, document: Any) -> None:
        """Print a document as JSON, for machines alone; what is no text in a path is U+FFFD there."""
        if not self.as_json:
            return
        try:
            encoded = msgspec.json.encode(document)
        except UnicodeEncodeError:
            encoded = msgspec.json.encode(without_surrogates(msgspec.to_builtins(document)))
        sys.stdout.write(msgspec.json.format(encoded, indent=2).decode() + "\n")

    def problems(self, problems: Iterable[Problem], *, everything: bool = False) -> None:
        """List problems for people, the worst first.

        Unless ``everything`` is asked for, warnings and notes that say the same of many places are said once,
        with the first places, and errors only up to ``SHOWN_ERRORS``.
        """
        if self.as_json:
            return
        order = {severity: place for place, severity in enumerate(STYLES)}
        listed = sorted(
            problems, key=lambda p: (order[p.severity], *map(in_order, (p.file, p.pointer)), p.code)
        )
        if everything:
            for problem in listed:
                self._problem(problem)
            return
        errors = [problem for problem in listed if problem.severity == "error"]
        for problem in errors[:SHOWN_ERRORS]:
            self._problem(problem)
        if len(errors) > SHOWN_ERRORS:
            _warn(f"… and {len(errors) - SHOWN_ERRORS:,} more errors; {LISTS_ALL}")
        for group in alike(listed[len(errors) :]):
            self._said_once(group) if len(group) > 1 else self._problem(group[0])

    def _problem(self, problem: Problem) -> None:
        _warn(f"{_severity(problem)} {_place(problem)} {_code(problem)}")
        _warn(f"  {_one_line(problem.message)} {problem.advice}")

    def _said_once(self, group: Sequence[Problem]) -> None:
        """Name the first of many problems of one code, and what to do where that is the same for all."""
        first = group[0]
        runs = len({problem.run for problem in group} - {""})
        where = f" in {runs:,} runs" if runs > 1 else ""
        advice = f" {first.advice}" if all(problem.advice == first.advice for problem in group) else ""
        _warn(f"{_severity(first)} {len(group):,} times{where} {_code(first)}{advice}")
        for problem in group[:SHOWN_PLACES]:
            _warn(f"  {_place(problem)}: {_one_line(problem.message)}")
        _warn(f"  … and {len(group) - SHOWN_PLACES:,} more; {LISTS_ALL}")

    def _gone(self, problems: Sequence[Problem]) -> None:
        """Name what is no longer wrong."""
        for problem in problems[:SHOWN_ERRORS]:
            _warn(f"{green('gone')} {_place(problem)} {_code(problem)}")
        if len(problems) > SHOWN_ERRORS:
            _warn(f"… and {len(problems) - SHOWN_ERRORS:,} more that are gone")

    def cannot(self, problems: Iterable[Problem], *, building: bool = False) -> None:
        """Say why a command could not do its work."""
        problems = tuple(problems)
        self.machine({"built": False, "problems": problems} if building else {"problems": problems})
        self.problems(problems, everything=True)
        if building and not self.as_json:
            _warn(f"{red('Nothing was built.')} A site that was in place is unchanged.")

    def built(self, built: Built, before: Built | None = None) -> None:
        """Say what came of a build; of problems only those that are new or gone since one ``before``."""
        self.machine({"built": True, **msgspec.to_builtins(built)})
        now = (*built.problems, *built.notes)
        known = (*before.problems, *before.notes) if before is not None else ()
        old, new = set(known), set(now)
        self.problems(problem for problem in now if problem not in old)
        self._gone([problem for problem in known if problem not in new])
        for board in built.boards:
            unranked = f", {board.unranked} unranked" if board.unranked else ""
            said = board.concluded or f"{board.ranked} ranked{unranked}"
            self.say(f"  {board.title}: {said}, {dim(board.rubric)}")
        for study in built.studies:
            self.say(f"  {study.title or study.runs}: {study.concluded}, {dim(study.rubric)}")
        left = f", {built.left_out} left out" if built.left_out else ""
        held = f"{number_of(built.pages, 'page')}, {number_of(built.runs, 'run')}{left}"
        if built.up_to_date:
            self.say(f"{green('Up to date')}: {built.output}, {held}.")
            return
        self.say(f"{green('Built')} {built.output}: {held}.")
        if built.problems or any(note.severity != "note" for note in built.notes):
            self.say(counted((*built.problems, *built.notes)))

    @contextmanager
    def measuring(self) -> Iterator[Progressing | None]:
        """Show a bar while runs are measured, on a terminal only: one for each folder of runs."""
        if self.as_json or not sys.stderr.isatty():
            yield None
            return
        with ExitStack() as shown:
            at = 0
            advance: Callable[[int], None] | None = None

            def update(done: int, total: int) -> None:
                nonlocal at, advance
                if advance is None or done <= at:  # only now is it known how many runs a folder has
                    shown.close()
                    at = 0
                    bar = click.progressbar(
                        length=total, label="Measuring runs", show_pos=True, file=sys.stderr
                    )
                    advance = shown.enter_context(bar).update
                advance(done - at)
                at = done

            yield update


def _warn(text: str) -> None:
    _print(text, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    """Print with colours where the environment asks for them or, if it says nothing, on a terminal."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    asked = True if os.environ.get("FORCE_COLOR") else None
    click.echo(unsteered(text), stream, color=False if plain else asked)


def exit_code(problems: Iterable[Problem], *, strict: bool) -> int:
    """Return 1 when an error, or with ``strict`` a warning, is among the problems, else 0."""
    bad = {"error", "warning"} if strict else {"error"}
    return DATA_PROBLEMS if any(problem.severity in bad for problem in problems) else FINE


def in_order(text: str) -> tuple[tuple[int, str], ...]:
    """Return what sorts texts as people count: ``line 9`` before ``line 10``."""
    parts = re.split("([0-9]+)", text)
    return tuple((int(part), "") if n % 2 else (-1, part) for n, part in enumerate(parts))


def number_of(count: int, noun: str) -> str:
    """Return a count with its noun, in the singular for one."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def counted(problems: Iterable[Problem]) -> str:
    """Return how many problems of each severity there are, in words."""
    count = Counter(problem.severity for problem in problems)
    words = [f"{count[s]} {s}{'s' if count[s] > 1 else ''}" for s in ("error", "warning", "note") if count[s]]
    return f"Problems: {', '.join(words)}." if words else "No problems."


def alike(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Return problems in groups of one code, in the order of the first; a few of one code stay single."""
    codes: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        codes.setdefault((problem.severity, problem.code), []).append(problem)
    groups: list[list[Problem]] = []
    for same in codes.values():
        groups += [same] if len(same) > SHOWN_PLACES else [[problem] for problem in same]
    return groups


def _severity(problem: Problem) -> str:
    return STYLES[problem.severity](problem.severity)


def _place(problem: Problem) -> str:
    return _one_line(f"{problem.file}{' at ' + problem.pointer if problem.pointer else ''}")


def _one_line(text: str) -> str:
    """Return text without line ends: a name that holds some would look like another problem."""
    return " ".join(text.splitlines())


def _code(problem: Problem) -> str:
    return dim(f"[{problem.code}]")
