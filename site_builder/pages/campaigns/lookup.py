"""Where the campaigns of a site are: cohorts, pairs, samples and their addresses. Made once per site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from site_builder.pages.addresses import slugs
from site_builder.records.ruhroh import Sample
from site_builder.records.site import Board as BoardConfig
from site_builder.site_data import SiteData
from site_builder.studies.ruhroh.campaigns import ComparedCampaign, LeftOutCampaign
from site_builder.studies.ruhroh.comparison import Comparison

FAMILY = "ruhroh"
PAGES = (
    ("Cohorts", ""),
    ("Pairs", "pairs/"),
    ("Review", "review/"),
    ("Suite", "suite/"),
    ("Targets", "targets/"),
)
"""Title and part of the address of the pages of one campaign; the claim stands beside them."""


class CampaignPlace(NamedTuple):
    """One campaign with its addresses."""

    slug: str
    config: BoardConfig
    campaign: ComparedCampaign
    sample_slugs: dict[str, str]
    """Path of a sample → part of the address of its page."""
    samples: dict[str, Sample]
    """Path → sample."""

    @property
    def comparison(self) -> Comparison:
        """Everything that follows from its samples."""
        return self.campaign.comparison

    @property
    def address(self) -> str:
        """Folder of the cohort board, relative to the root."""
        return f"campaigns/{self.slug}/"

    @property
    def claim_address(self) -> str:
        """Folder of the claim page."""
        return f"claims/{self.slug}/"

    @property
    def data(self) -> str:
        """Folder of its data files."""
        return f"data/campaigns/{self.slug}/"

    def sample_address(self, path: str) -> str:
        """Return the folder of the page of a sample; empty for a path that is no sample's."""
        slug = self.sample_slugs.get(path)
        return f"{self.address}samples/{slug}/" if slug else ""

    def sample(self, path: str) -> Sample:
        """Return a sample by its path. Raises ``KeyError`` for an unknown path."""
        return self.samples[path]


class CampaignLookup:
    """Look-ups over the campaigns of a site; empty on a site without any."""

    def __init__(self, data: SiteData) -> None:
        studies = [study for study in data.studies if study.family == FAMILY]
        found = [(study.config, campaign) for study in studies for campaign in study.value.campaigns]
        ids = [campaign.id.lower() for _, campaign in found]
        names = [
            c.id if ids.count(c.id.lower()) == 1 else f"{c.id} {c.folder} {config.rubric}"
            for config, c in found
        ]
        by_name = slugs(names)
        self.all = tuple(
            CampaignPlace(
                by_name[name],
                config,
                campaign,
                dict(_slugs(campaign)),
                {sample.path: sample for sample in campaign.comparison.samples},
            )
            for name, (config, campaign) in zip(names, found, strict=True)
        )
        self.left_out: tuple[LeftOutCampaign, ...] = tuple(
            i for study in studies for i in study.value.left_out
        )
        self.by_slug = {place.slug: place for place in self.all}
        self.rubrics = frozenset(study.config.rubric for study in studies)
        """Rubrics that campaigns are compared under; empty on a site whose description names none."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The pages that a map of the site names."""
        if not self.rubrics:
            return ()
        pages = [address for place in self.all for address in (place.address, place.claim_address)]
        return ("campaigns/", "claims/", *pages)


def _slugs(campaign: ComparedCampaign) -> Iterator[tuple[str, str]]:
    """Yield path → part of the address, made from the path without the name that all results share."""
    paths = [sample.path for sample in campaign.comparison.samples]
    folders = {path: path.rpartition("/")[0].replace("/", "-") for path in paths}
    known = Counter(folders.values())
    names = {path: name if name and known[name] == 1 else path for path, name in folders.items()}
    by_name = slugs(names.values())
    for path, name in names.items():
        yield path, by_name[name]
