"""Line counts of Python text, equal to ``radon.raw.analyze`` and linear in the length of the text.

Radon tokenises a statement again for each line it spans, which is quadratic: a dictionary of 2,000 lines
takes half a minute. Here a line is reduced once to its brackets, colons and names by one regular expression
(strings and comments become marks), and counted. What that reduction is not made for (semicolons,
backslashes, unknown characters, unfinished strings) is read by the standard tokeniser, once a statement
(``raw_statement``).

Source of the definitions: radon 6.0.1, ``raw.py``. Equality is proven by ``tests/measures/test_raw_lines.py``
over a corpus and over generated text.
"""

from __future__ import annotations

import re
from itertools import product

import msgspec

from site_builder.measures.raw_statement import Lone, read_statement

_SINGLE = r"""(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"|'[^'\\]*+(?:\\.[^'\\]*+)*+')"""
_TRIPLE_END = {
    '"': re.compile(r'[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+"""'),
    "'": re.compile(r"[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+'''"),
}
_TRIPLE = f'(?:"""{_TRIPLE_END[chr(34)].pattern}|' + f"'''{_TRIPLE_END[chr(39)].pattern})"

_REDUCE = re.compile(rf"(#).*|{_SINGLE}|([\"']).*")
"""On a line without triple quotes a comment becomes ``#"``, a string ``"``, an open one three quotes."""
_REDUCE_LONG = re.compile(rf"(?P<comment>#.*)|{_TRIPLE}|(?P<open>\"\"\"|''').*|{_SINGLE}|(?P<bad>[\"'].*)")
_ODD = re.compile(r"[^\w \t.,+\-*/%&|^~<>=@:()\[\]{}!\"]|!(?!=)|\"\"")
"""What the reduction is not made for. Two marks side by side are among it: rare, and easily misread."""
_LONE_STRINGS = frozenset(
    "".join(letters) + '"'
    for prefix in ("", "b", "r", "u", "f", "br", "rb", "fr", "rf")
    for letters in product(*((letter, letter.upper()) for letter in prefix))
)
"""A reduced line that is one string: its prefix and the mark."""


class LineCounts(msgspec.Struct, frozen=True):
    """Lines of one file by kind; ``loc = sloc + blank + multi + single_comments``."""

    loc: int
    """All lines."""
    lloc: int
    """Logical lines; this is what the maintainability index calls lines."""
    sloc: int
    """Source lines: neither blank, nor only a comment, nor part of a lone string."""
    comments: int
    """Comment tokens."""
    multi: int
    """Non-empty lines of lone multi-line strings (docstrings)."""
    blank: int
    """Empty lines, those inside of lone strings included."""
    single_comments: int
    """Lines that are only a comment, or only a one-line string."""


def count_lines(source: str) -> LineCounts:
    """Count the lines of ``source`` as radon does.

    Raises ``SyntaxError`` for the texts for which radon does. Some of them are valid Python: radon splits
    lines at every Unicode line boundary, inside of strings too, and its tokeniser knows fewer letters than
    Python.
    """
    counter = _Counter([line.strip() for line in source.splitlines()])
    counter.run()
    return LineCounts(
        counter.sloc + counter.blank + counter.multi + counter.single_comments,
        counter.lloc,
        counter.sloc,
        counter.comments,
        counter.multi,
        counter.blank,
        counter.single_comments,
    )


class _Unusual(Exception):
    """The statement needs the tokeniser."""


class _Counter:
    """Walks over the stripped lines of one file, a statement at a time."""

    __slots__ = ("blank", "comments", "lines", "lloc", "multi", "single_comments", "sloc")

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.lloc = self.sloc = self.comments = self.multi = self.blank = self.single_comments = 0

    def run(self) -> None:
        lines = self.lines
        index, end = 0, len(lines)
        while index < end:
            line = lines[index]
            if not line:
                self.blank += 1
                index += 1
            elif line[0] == "#":
                self.comments += 1
                self.single_comments += 1
                index += 1
            else:
                try:
                    index = self._reduced_statement(index)
                except _Unusual:
                    index = self._tokenised_statement(index)

    def _tokenised_statement(self, start: int) -> int:
        statement = read_statement(self.lines, start)
        self.comments += statement.comments
        self.lloc += statement.logical
        return self._lines_of_statement(start, start + statement.lines, statement.lone)

    def _lines_of_statement(self, start: int, end: int, lone: Lone) -> int:
        """Sort the lines of a finished statement into kinds; return the index of the next line."""
        if lone in ("comment", "string"):
            self.single_comments += 1
            return end
        if end == start + 1:
            self.sloc += 1
            return end
        filled = sum(1 for line in self.lines[start:end] if line)
        self.blank += end - start - filled
        if lone == "long string":
            self.multi += filled
        else:
            self.sloc += filled
        return end

    def _reduced_statement(self, start: int) -> int:
        """Count the statement that begins at line ``start``; return the index of the line after it."""
        lines = self.lines
        index, end = start, len(lines)
        depth = comments = 0
        colon = lone = False
        code = ""
        while index < end:
            code = lines[index]
            here = index
            if '"' in code or "'" in code or "#" in code:
                if '"""' in code or "'''" in code:
                    code, index = self._without_long_strings(index)
                else:
                    code = _REDUCE.sub(r'\1\2\2"', code)
                code, mark, _ = code.partition("#")
                if mark:
                    comments += 1
                elif here == start:
                    lone = code in _LONE_STRINGS
            if _ODD.search(code):
                raise _Unusual
            depth += code.count("(") + code.count("[") + code.count("{")
            depth -= code.count(")") + code.count("]") + code.count("}")
            if ":" in code and code.count(":") > code.count(":="):
                colon = True
            index += 1
            if depth <= 0:
                break
        if depth != 0:
            raise _Unusual
        self.comments += comments
        self.lloc += 2 if colon and not code.rstrip().endswith(":") else 1
        kinds: tuple[Lone, Lone] = ("string", "long string")
        return self._lines_of_statement(start, index, kinds[index > start + 1] if lone else "")

    def _without_long_strings(self, index: int) -> tuple[str, int]:
        """Reduce line ``index``, which holds triple quotes, and the lines that its strings reach into.

        Returns the reduced code and the index of the last line read.
        """
        lines = self.lines
        reduced = _REDUCE_LONG.sub(_mark, lines[index])
        while (place := reduced.find("\n")) >= 0:
            quote = reduced[place + 1 :]
            if not quote:
                raise _Unusual
            ending = _TRIPLE_END[quote]
            index += 1
            while index < len(lines) and not (match := ending.match(lines[index])):
                index += 1
            if index == len(lines):
                raise _Unusual
            assert match is not None
            rest = lines[index][match.end() :]
            reduced = reduced[:place] + '"' + _REDUCE_LONG.sub(_mark, rest)
        return reduced, index


def _mark(match: re.Match[str]) -> str:
    """Return what stands for a token: ``#``, ``"``, or a line end and the quote of an open string."""
    if match["comment"]:
        return "#"
    if match["open"]:
        return "\n" + match["open"][0]
    return "\n" if match["bad"] else '"'
