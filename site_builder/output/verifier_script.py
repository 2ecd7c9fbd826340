"""The script that every site carries, put together from the modules of the verifier.

People who doubt a site read one file from top to bottom and run it. People who change the verifier work on
small modules, which the program itself imports. Both are the same lines: in the script the imports of the
standard library come first, once, and each module follows below a heading, without its imports of others.
"""

from __future__ import annotations

import builtins
import functools
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from site_builder.output import verify

READING_ORDER = (
    *("faults", "operators", "evaluation", "graph", "nodes", "run_history", "run_record"),
    *("ranking", "summaries", "boards", "withdrawals", "two_versions", "version_numbers", "clauses"),
    *("repeat_figures", "gate_reviews", "gate_agreement", "gate_figures", "gate_pages"),
    *("proportions", "pair_words", "campaign_samples", "campaign_pages"),
    *("draws", "reweighing", "other_orders", "crossings", "rank_reversals"),
    *("moves", "sensitivity", "order_numbers"),
    *("rubric_pages", "page_numbers", "shown", "pages", "run_rows", "bars", "report"),
    *(
        "drawn",
        "score_drawings",
        "frontier",
        "campaign_drawings",
        "gate_margins",
        "curves",
        "version_drawings",
        "drawings",
    ),
    *(
        "site_files",
        "manifest",
        "rubric_files",
        "board_tables",
        "own_weights",
        "exports",
        "exchange_format",
        "first_place",
        "board_files",
    ),
    *("home_page", "order_page", "places", "configurations", "site_counts", "worked_examples"),
    "rubric_tests",
    *("version_files", "gate_histories", "gate_data", "gate_files"),
    *("campaign_data", "claim_data", "campaign_example", "campaign_claims", "campaign_suites"),
    *("campaign_tables", "campaign_files"),
    *("twin_text", "family_twins", "twins"),
    *("words", "study_words", "run_words", "missing_words", "page_words", "page_frame", "page_markup"),
    *("pinned_scores", "ledger", "site_pages", "site", "command"),
)
"""The modules as they stand in the script; each imports of those before it alone."""

PACKAGE = verify.__name__
WIDTH = 110
HEAD = re.compile(r'"""((?:[^"]|"(?!""))*)"""\n')
IMPORT = re.compile(
    r"(?:import (\w+)|from ([\w.]+) import (?:\(\s*(\w+(?:,\s+\w+)*),?\s*\)|(\w+(?:, \w+)*)))\n"
)
TEXT = re.compile(r'"""(?:[^"]|"(?!""))*"""')
DEFINITION = re.compile(r"(?:class|def) (\w+)\b|(\w+(?:, \w+)*)(?:: [^=\n]+)? = ")
BESIDE = re.compile(r'[)\]}#@"]|if __name__ == "__main__":$')
"""What else a line of a module may begin with: the end of brackets, a comment, a decorator, a text."""
NESTED = re.compile(r"\s+(?:import|from) \w")


class NotOneScript(Exception):
    """Modules of the verifier that would mean something else in one file, or need more than Python."""


@functools.cache
def published() -> str:
    """Return the script. Raises ``NotOneScript``."""
    folder = Path(str(verify.__file__)).parent
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}
    about = HEAD.match(texts.pop("__init__"))
    if about is None or texts.keys() != set(READING_ORDER):
        odd = sorted(texts.keys() ^ set(READING_ORDER))
        raise NotOneScript(f"The reading order is not that of the modules there are: {', '.join(odd)}.")
    return bundle(about[1], [(name, texts[name]) for name in READING_ORDER])


def bundle(about: str, modules: Iterable[tuple[str, str]]) -> str:
    """Return one script of (name, text) of modules in their order; ``about`` is what it says of itself.

    Raises ``NotOneScript`` where a name is defined twice, or stands for a builtin or for something of the
    standard library as well; where a module imports anything but the standard library and names of modules
    before it, or imports at another place than its head; and for statements that define nothing.
    """
    origins: dict[str, str] = {}
    defined: dict[str, set[str]] = {}
    standard: dict[str, set[str]] = {}
    """Module of the library → names imported of it; an empty one stands for the module itself."""
    sections: list[str] = []
    for name, text in modules:
        heading, imports, body = _parts(name, text)
        for source, names in imports:
            if source.startswith(f"{PACKAGE}."):
                _refuse_unknown(name, source, names, defined)
            elif source.partition(".")[0] in sys.stdlib_module_names:
                standard.setdefault(source, set()).update(names or {""})
                for one in names or {source}:
                    _claim(origins, one, f"{source} of the standard library")
            else:
                raise NotOneScript(f"{name} imports {source}, which a script cannot rely on.")
        defined[name] = set(_definitions(name, body))
        for one in sorted(defined[name]):
            _claim(origins, one, name)
        gap = "\n\n\n" if re.match(r"@|class |def ", body) else "\n\n"
        sections.append(f"{_section(heading)}{gap}{body}")
    head = f'#!/usr/bin/env python3\n"""{about}"""\n\n{_import_block(standard)}\n'
    return head + "\n\n".join(sections)


def _parts(name: str, text: str) -> tuple[str, list[tuple[str, set[str]]], str]:
    """Return the docstring of a module, its imports as (module, names), and everything after them."""
    about = HEAD.match(text)
    if about is None:
        raise NotOneScript(f"{name} does not say what it is.")
    at, imports = about.end(), list[tuple[str, set[str]]]()
    while True:
        while text.startswith("\n", at):
            at += 1
        found = IMPORT.match(text, at)
        if found is None:
            return about[1], imports, text[at:]
        names = set(re.findall(r"\w+", found[3] or found[4] or ""))
        imports.append((found[1] or found[2], names))
        at = found.end()


def _definitions(name: str, body: str) -> Iterator[str]:
    """Yield the names that a module defines."""
    for line in TEXT.sub('""', body).splitlines():
        found = DEFINITION.match(line)
        if found is not None:
            yield from (found[1] or found[2]).split(", ")
        elif NESTED.match(line) or (line[:1].strip() and not BESIDE.match(line)):
            raise NotOneScript(f"{name} has a line that belongs in no module of a script: {line.strip()}")


def _refuse_unknown(name: str, source: str, names: set[str], defined: dict[str, set[str]]) -> None:
    known = defined.get(source.removeprefix(f"{PACKAGE}."))
    if known is None:
        raise NotOneScript(f"{name} imports {source}, which is no module before it.")
    if names - known:
        there = ", ".join(sorted(names - known))
        raise NotOneScript(f"{name} imports what {source} does not define: {there}.")


def _claim(origins: dict[str, str], name: str, origin: str) -> None:
    """Note where a name comes from, which may be one place only."""
    first = "Python itself" if hasattr(builtins, name) else origins.setdefault(name, origin)
    if first != origin:
        raise NotOneScript(f"{name} would be of {first} and of {origin} in one script.")


def _section(about: str) -> str:
    """Return the docstring of a module as the heading of its section."""
    title, _, more = about.strip().partition("\n")
    lines = [f"# === {title.rstrip('.')} ".ljust(WIDTH - 5, "=").rstrip()]
    lines += [f"# {line}".rstrip() for line in (f"\n{more.strip()}".split("\n") if more else ())]
    return "\n".join(lines)


def _import_block(standard: dict[str, set[str]]) -> str:
    """Return all imports in their usual order."""
    standard = dict(standard)
    future = standard.pop("__future__", set())
    lines = [f"from __future__ import {', '.join(sorted(future))}", ""] if future else []
    lines += [f"import {source}" for source in sorted(standard) if "" in standard[source]]
    for source, names in sorted(standard.items()):
        if names - {""}:
            lines.append(f"from {source} import {', '.join(sorted(names - {''}, key=_case))}")
    return "\n".join(lines) + "\n"


def _case(name: str) -> tuple[int, str]:
    """Sort constants before classes before functions, as is usual among imports."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2), name
