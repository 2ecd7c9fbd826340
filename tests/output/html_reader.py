"""A reader of finished pages: strict about nesting, and keeps what tests ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "input", "hr", "img", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    text: str = ""
    path: tuple[str, ...] = ()


@dataclass
class Read(HTMLParser):
    """Read one page. Raises ``AssertionError`` for tags that are not closed where they should be."""

    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {k: v or "" for k, v in attrs}, path=tuple(e.tag for e in self.open))
        assert len(element.attributes) == len(attrs), f"an attribute is there twice in <{tag}>"
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {k: v or "" for k, v in attrs}, path=tuple(e.tag for e in self.open))
        self.elements.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> without a start"
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]


def read(html: bytes) -> Read:
    """Read a page and check that everything is closed."""
    reader = Read()
    reader.feed(html.decode("utf-8"))
    reader.close()
    assert not reader.open, f"<{reader.open[-1].tag}> is never closed"
    return reader
