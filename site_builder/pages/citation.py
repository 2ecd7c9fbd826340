"""How a page of a frozen edition is cited. A living page changes, so it has no citation of its own. Pure."""

from __future__ import annotations

import json
import re

import msgspec

from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Page

CITED = ("boards", "runs", "campaigns", "claims", "gates")
"""First folders of the pages that have a citation."""
LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "$&%#_"},
}


class Citation(msgspec.Struct, frozen=True):
    """What is stated of one page of an edition."""

    key: str
    """Key of the BibTeX entry: ASCII letters, digits and hyphens."""
    title: str
    site: str
    edition: str
    day: str
    data_date: str
    rubric: str
    """``favur/15 (sha256:…)``; empty where the page stands on no rubric."""
    site_digest: str
    url: str
    """Permanent address of the page; empty where the site does not know its own."""

    @property
    def facts(self) -> str:
        """The words beside title and address."""
        rubric = f" Rubric {self.rubric}." if self.rubric else ""
        data = f"Data of {self.data_date}. " if self.data_date else ""
        return f"Frozen edition {self.edition}. {data}Site {self.site_digest}.{rubric}"

    @property
    def bibtex(self) -> str:
        """The entry of a BibTeX file."""
        fields = {
            "title": f"{{{_latex(self.title)}}}",
            "author": f"{{{_latex(self.site)}}}",
            "year": self.day[:4],
            "month": str(int(self.day[5:7])),
            "url": self.url,
            "note": _latex(self.facts),
        }
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
        return f"@misc{{{self.key},\n{lines}}}\n"

    @property
    def cff(self) -> str:
        """A ``CITATION.cff`` of the format 1.2.0, as YAML whose texts are quoted as in JSON."""
        digests = [("site", self.site_digest), *([("rubric", self.rubric)] if self.rubric else [])]
        lines = [
            "cff-version: 1.2.0",
            'message: "Please cite the frozen edition, which never changes."',
            "type: dataset",
            f"title: {_quoted(self.title)}",
            "authors:",
            f"  - name: {_quoted(self.site)}",
            f"version: {_quoted(self.edition)}",
            f"date-released: {_quoted(self.day)}",
            *([f"url: {_quoted(self.url)}"] if self.url else []),
            f"abstract: {_quoted(self.facts)}",
            "identifiers:",
        ]
        for what, value in digests:
            lines += [
                "  - type: other",
                f"    value: {_quoted(value)}",
                f"    description: Digest of the {what}",
            ]
        return "\n".join(lines) + "\n"


def citation_of(lookup: SiteLookup, page: Page, content: Content) -> Citation | None:
    """Return how a page is cited; ``None`` outside of an edition, and on other pages."""
    data = lookup.data
    parts = page.path.split("/")
    if data.edition is None or parts[0] not in CITED or len(parts) != 3:
        return None
    graph = data.graphs.get(content.rubric)
    words = f"{data.site.title}-{data.edition.name}-{page.path}"
    name = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
    return Citation(
        key=name,
        title=f"{page.title}. {data.site.title}, edition {data.edition.name}",
        site=data.site.title,
        edition=data.edition.name,
        day=data.edition.day,
        data_date=data.provenance.data_date,
        rubric=f"{graph.id} ({graph.digest})" if graph is not None else "",
        site_digest=data.provenance.digest,
        url=f"{data.site.url.rstrip('/')}/{page.path}" if data.site.url else "",
    )


def _latex(text: str) -> str:
    return "".join(LATEX.get(character, character) for character in " ".join(text.split()))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
