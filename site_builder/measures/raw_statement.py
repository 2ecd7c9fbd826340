"""One logical line of Python read with the standard tokeniser, the way radon reads it, but once.

Radon adds lines to a statement until the tokeniser stops complaining and starts again from the first line
each time. The tokeniser already knows when a statement is complete, so feeding it line by line gives the
same end.
"""

from __future__ import annotations

import tokenize
from collections.abc import Callable
from typing import Literal

import msgspec

_BLANK = frozenset((tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER))


Lone = Literal["", "comment", "string", "long string"]


class Statement(msgspec.Struct, frozen=True):
    """What radon counts of one statement."""

    lines: int
    """Physical lines it spans."""
    logical: int
    """Logical lines: one for each part between semicolons, two if a colon in it is not its last token."""
    comments: int
    lone: Lone
    """What it is when it is one token and nothing else: a comment, or a string on one row or on several."""


def read_statement(lines: list[str], start: int) -> Statement:
    """Read the statement that begins at ``lines[start]`` (stripped lines without their ends).

    Raises ``SyntaxError`` where radon does: at a token that the tokeniser does not know, and at a statement
    that the text does not finish.
    """
    tokens: list[tokenize.TokenInfo] = []
    depth = 0
    try:
        for token in tokenize.generate_tokens(_line_reader(lines, start)):
            if token.type == tokenize.ERRORTOKEN:
                break
            tokens.append(token)
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
            elif token.type in (tokenize.NEWLINE, tokenize.NL) and depth == 0:
                end = _end(lines, start + token.start[0] - 1)
                if end:
                    return _counted(tokens, end - start)
    except tokenize.TokenError:
        pass
    raise SyntaxError(f"line {start + 1} begins a statement that the tokeniser cannot finish")


def _end(lines: list[str], index: int) -> int:
    """Return the index after a statement that is complete at line ``index``; 0 when radon goes on.

    Only after a backslash can that line be an empty one. Radon does not see an empty last line, so it goes on
    to the next line, and stops there if that is empty too.
    """
    if lines[index]:
        return index + 1
    return index + 2 if index + 1 < len(lines) and not lines[index + 1] else 0


def _line_reader(lines: list[str], start: int) -> Callable[[], str]:
    rest = map(lines.__getitem__, range(start, len(lines)))
    return lambda: next(rest) + "\n"


def _counted(tokens: list[tokenize.TokenInfo], lines: int) -> Statement:
    pairs = [(token.type, token.string) for token in tokens]
    return Statement(
        lines=lines,
        logical=_logical_lines(pairs),
        comments=sum(1 for kind, _ in pairs if kind == tokenize.COMMENT),
        lone=_lone(tokens) if all(kind in _BLANK for kind, _ in pairs[1:]) else "",
    )


def _lone(tokens: list[tokenize.TokenInfo]) -> Lone:
    first = tokens[0]
    if first.type == tokenize.COMMENT:
        return "comment"
    if first.type != tokenize.STRING:
        return ""
    return "string" if first.start[0] == first.end[0] else "long string"


def _logical_lines(tokens: list[tuple[int, str]]) -> int:
    """Add up the parts between semicolons.

    A part counts 0 when it holds nothing but comments, 1 without a colon, and else 1 or 2 by the place of its
    last colon. Radon compares that place with the end marker, which only the last part has; the same is done
    here, so that ``a[1:2]; b`` counts as radon counts it.
    """
    total = 0
    part: list[tuple[int, str]] = []
    for token in [*tokens, (tokenize.ENDMARKER, "")]:
        if token == (tokenize.OP, ";"):
            total += _part_lines(part)
            part = []
        elif token[0] not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE):
            part.append(token)
    return total + _part_lines(part)


def _part_lines(part: list[tuple[int, str]]) -> int:
    for place in range(len(part) - 1, -1, -1):
        if part[place] == (tokenize.OP, ":"):
            return 2 - (place == len(part) - 2)
    return 1 if any(kind not in _BLANK for kind, _ in part) else 0
