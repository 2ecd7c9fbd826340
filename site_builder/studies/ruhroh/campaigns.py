"""All campaigns of a board: what the pages of the family are made from."""

from __future__ import annotations

import msgspec

from site_builder.errors import Problem
from site_builder.records.ruhroh import ArtifactFile
from site_builder.records.ruhroh_campaign import TargetConfig
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.settings import Settings


class ComparedCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """One campaign with everything that follows from it."""

    id: str
    """Safe in addresses."""
    title: str
    about: str
    """One or two sentences; may be empty."""
    folder: str
    """Relative to the project."""
    comparison: Comparison
    targets: TargetConfig | None
    """The target configuration, when the campaign names one."""
    inventories: dict[str, tuple[ArtifactFile, ...]]
    """Path of a sample → the evidence it names, with sizes and digests."""


class LeftOutCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign folder from which nothing follows."""

    folder: str
    """Relative to the project."""
    problems: tuple[Problem, ...]


class Campaigns(msgspec.Struct, frozen=True, kw_only=True):
    """The study of one board."""

    settings: Settings
    campaigns: tuple[ComparedCampaign, ...]
    """In the order of their folders."""
    left_out: tuple[LeftOutCampaign, ...]
