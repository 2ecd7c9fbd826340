"""All campaigns of a board: what the pages of the family are made from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.errors import Problem
from site_builder.records.ruhroh import ArtifactFile
from site_builder.records.ruhroh_campaign import TargetConfig
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.times import newest


class ComparedCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """One campaign with everything that follows from it."""

    id: str
    """Safe in addresses."""
    title: str
    about: str
    """What its publisher says of it, in one or two sentences; may be empty. Nothing is judged by it."""
    folder: str
    """Relative to the project."""
    results: str = ""
    """The result root, relative to the project."""
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

    campaigns: tuple[ComparedCampaign, ...]
    """In the order of their folders."""
    left_out: tuple[LeftOutCampaign, ...]

    @property
    def conclusion(self) -> str:
        """What the campaigns conclude, as a clause: how many claims may be published, and who is left out."""
        ready = sum(one.comparison.readiness.ready for one in self.campaigns)
        count = len(self.campaigns)
        said = f"{count} campaign{'' if count == 1 else 's'}, {ready} with a claim that may be published"
        return f"{said}, {len(self.left_out)} left out" if self.left_out else said

    @property
    def newest(self) -> str:
        """The time of the newest sample, empty where none states one."""
        return newest(sample for one in self.campaigns for sample in one.comparison.samples)

    @property
    def sources(self) -> tuple[str, ...]:
        """A line with place and digest for every sample, and for what each campaign was planned by."""
        return tuple(line for one in self.campaigns for line in _sources(one))


def _sources(one: ComparedCampaign) -> Iterator[str]:
    found = one.comparison
    named = [part.source for part in (found.suite, found.ledger, found.calibration) if part is not None]
    files = [*named, *(found.plan.sources if found.plan else ())]
    if one.targets is not None and one.targets.source is not None:
        files.append(one.targets.source)
    yield from (f"{one.folder} {file.path} {file.sha256}" for file in files)
    for sample in found.samples:
        yield f"{one.folder} {sample.path} {sample.sha256}"
        for kept in one.inventories.get(sample.path, ()):
            yield f"{one.folder} {kept.path} {kept.sha256}"
