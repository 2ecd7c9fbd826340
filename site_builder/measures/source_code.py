"""Complexity, maintainability and line counts of produced source, from one parse of each file.

The numbers are radon's (``cc_visit``, ``mi_visit(text, multi=True)``, ``raw.analyze``); what is shared or
replaced for speed is proven equal by tests. Files are remembered by content within a process, because runs of
one statement of work share many.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec
from radon.metrics import mi_compute

from site_builder.measures.complexity import measure_tree
from site_builder.measures.python_text import Outcome, Unparsed, decode, parse
from site_builder.measures.raw_lines import count_lines

_REMEMBERED = 4096


class SourceFile(msgspec.Struct, frozen=True):
    """Figures of one source file; zeros when it was not measured."""

    outcome: Outcome
    detail: str = ""
    """Why it was not measured, one clause."""
    lines: int = 0
    """Physical lines; known for every file that is text."""
    sloc: int = 0
    blocks: int = 0
    complexity: int = 0
    """Sum of the cyclomatic complexities of the blocks."""
    maintainability: float = 0.0
    """Maintainability index, 0–100."""


class SourceTotal(msgspec.Struct, frozen=True):
    """Figures of all produced source of a run."""

    files: int
    lines: int
    sloc: int
    blocks: int
    complexity: int
    maintainability: float | None
    """Mean over files weighted by SLOC: an empty file has no weight. ``None`` when there is no SLOC."""
    left_out: tuple[tuple[str, str], ...]
    """Path and reason of each file that is no Python."""
    unreadable: tuple[tuple[str, str], ...]
    """Path and reason of each file that the parser or radon refuses although it may be Python."""
    failed: tuple[tuple[str, str], ...]
    """Path and reason of each file that was given up at a limit."""


_memory: dict[bytes, SourceFile] = {}


def measure_source_file(data: bytes) -> SourceFile:
    """Return the figures of one file. Call it inside of ``quiet_parsing``."""
    key = hashlib.blake2b(data, digest_size=16).digest()
    known = _memory.get(key)
    if known is None:
        if len(_memory) >= _REMEMBERED:
            _memory.clear()
        known = _memory[key] = measure_afresh(data)
    return known


def measure_afresh(data: bytes) -> SourceFile:
    """Return the figures of one file without looking into the memory."""
    text = decode(data)
    if isinstance(text, Unparsed):
        return SourceFile(text.outcome, text.detail)
    lines = physical_lines(text)
    tree = parse(text)
    if isinstance(tree, Unparsed):
        return SourceFile(tree.outcome, tree.detail, lines)
    figures = measure_tree(tree)
    try:
        raw = count_lines(text)
    except SyntaxError as error:
        return SourceFile("unreadable", f"valid Python that radon cannot read: {error.msg}", lines)
    comments = (raw.comments + raw.multi) / float(raw.sloc) * 100 if raw.sloc != 0 else 0
    index = mi_compute(figures.volume, figures.module_complexity, raw.lloc, comments)
    return SourceFile(
        "measured", "", lines, raw.sloc, figures.blocks, figures.blocks_complexity, float(index)
    )


def physical_lines(text: str) -> int:
    """Return the number of lines of ``text`` as an editor counts them; a last line need not be ended."""
    return text.count("\n") + (text[-1:] not in ("", "\n"))


def add_up(files: Iterable[tuple[str, SourceFile]]) -> SourceTotal:
    """Return the totals over files in the given order (the weighted mean is summed in that order)."""
    count = lines = sloc = blocks = complexity = 0
    weighted = 0.0
    aside: dict[str, list[tuple[str, str]]] = {
        "not_python": [],
        "unreadable": [],
        "tool_failed": [],
    }
    for path, file in files:
        count += 1
        lines += file.lines
        if file.outcome != "measured":
            aside[file.outcome].append((path, file.detail))
            continue
        sloc += file.sloc
        blocks += file.blocks
        complexity += file.complexity
        weighted += file.maintainability * file.sloc
    return SourceTotal(
        files=count,
        lines=lines,
        sloc=sloc,
        blocks=blocks,
        complexity=complexity,
        maintainability=weighted / sloc if sloc else None,
        left_out=tuple(aside["not_python"]),
        unreadable=tuple(aside["unreadable"]),
        failed=tuple(aside["tool_failed"]),
    )
