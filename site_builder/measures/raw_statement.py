"""One logical line of Python read with the standard tokeniser, the way radon reads it, but once.

Radon adds lines to a statement until the tokeniser stops complaining and starts again from the first line
each time. The tokeniser already knows when a statement is complete, so feeding it line by line gives the
same end.
"""

from __future__ import annotations

import tokenize
from collections.abc import Callable

import msgspec

_BLANK = frozenset((tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER))


class Statement(msgspec.Struct, frozen=True):
    """What radon counts of one statement."""

    lines: int
    """Physical lines it spans."""
    logical: int
    """Logical lines: one for each part between semicolons, two if a colon in it is not its last token."""
    comments: int
    lone_string: bool
    """It is one string and nothing else (not even a comment)."""


def read_statement(lines: list[str], start: int) -> Statement:
    """Read the statement that begins at ``lines[start]`` (stripped lines without their ends).

    Raises ``SyntaxError`` where radon does: at a token that the tokeniser does not know, and at a statement
    that the text does not finish.
    """
    tokens: list[tuple[int, str]] = []
    depth = 0
    try:
        for token in tokenize.generate_tokens(_line_reader(lines, start)):
            kind, string = token.type, token.string
            if kind == tokenize.ERRORTOKEN:
                break
            tokens.append((kind, string))
            if kind == tokenize.OP:
                depth += (string in "([{") - (string in ")]}")
            elif kind in (tokenize.NEWLINE, tokenize.NL) and depth == 0 and lines[start + token.start[0] - 1]:
                return _counted(tokens, token.start[0])
    except tokenize.TokenError:
        pass
    raise SyntaxError(f"line {start + 1} begins a statement that the tokeniser cannot finish")


def _line_reader(lines: list[str], start: int) -> Callable[[], str]:
    rest = iter(lines[start:])
    return lambda: next(rest) + "\n"


def _counted(tokens: list[tuple[int, str]], lines: int) -> Statement:
    first = tokens[0][0]
    lone = all(kind in _BLANK for kind, _ in tokens[1:])
    return Statement(
        lines=lines,
        logical=_logical_lines(tokens),
        comments=sum(1 for kind, _ in tokens if kind == tokenize.COMMENT),
        lone_string=lone and first == tokenize.STRING,
    )


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
