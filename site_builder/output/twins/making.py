"""Which pages have a twin in Markdown, and the file that it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from site_builder.output.files import OutputFile
from site_builder.output.twins.boards import board_blocks
from site_builder.output.twins.campaigns import campaigns_blocks, claim_blocks, registry_blocks
from site_builder.output.twins.gates import gate_blocks, history_blocks
from site_builder.output.twins.text import link, words
from site_builder.pages.board import BoardView
from site_builder.pages.campaigns.claim import ClaimView
from site_builder.pages.campaigns.listing import CampaignsView
from site_builder.pages.campaigns.registry import RegistryView
from site_builder.pages.gates.history import HistoryView
from site_builder.pages.gates.verdict import GateView
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Page

NAME = "index.md"

BLOCKS: Mapping[type, Callable[[Any, str, SiteLookup], Iterator[str]]] = MappingProxyType(
    {
        BoardView: board_blocks,
        HistoryView: history_blocks,
        GateView: gate_blocks,
        CampaignsView: campaigns_blocks,
        RegistryView: registry_blocks,
        ClaimView: claim_blocks,
    }
)
"""What a page shows → its paragraphs and tables in Markdown."""


def has_twin(content: Content) -> bool:
    """Return whether a page with this content is written in Markdown as well."""
    return type(content.view) in BLOCKS


def twin_of(page: Page, content: Content, lookup: SiteLookup) -> OutputFile:
    """Return a page in Markdown, which says what its HTML says.

    Links lead to the address of the site where it has one, so that they still hold where the text is pasted.
    """
    site = lookup.data.site
    root = f"{site.url.rstrip('/')}/" if site.url else "../" * page.depth
    blocks = [f"# {words(page.title)}", *([words(site.demonstration)] if site.demonstration else [])]
    blocks += BLOCKS[type(content.view)](content.view, root, lookup)
    data = (
        f"data/{content.view.board.id}/board.json"
        if isinstance(content.view, BoardView)
        else f"{page.path}index.json"
    )
    blocks.append(
        f"{link('This page', root, page.file)} and {link('its data', root, data)} on {words(site.title)}."
    )
    return OutputFile(f"{page.path}{NAME}", "\n\n".join([*blocks, ""]).encode("utf-8").rstrip(b"\n") + b"\n")
