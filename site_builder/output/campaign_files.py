"""Files of campaigns beside their pages: comparison and claim as JSON, cohorts and pairs as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.output.campaign_tables import cohorts_csv, pairs_csv
from site_builder.output.files import OutputFile
from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import shown
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.study_columns import COHORTS, PAIRS
from site_builder.studies.ruhroh.claim import ClaimSources, claim
from site_builder.studies.ruhroh.report import report


def campaign_files(lookup: SiteLookup) -> Iterator[OutputFile]:
    """Yield comparison, claim and tables of every campaign; paths in the claim are relative to the project.

    A text that seems to hold a secret is withheld whole, as on the pages.
    """
    for place in lookup.campaigns.all:
        comparison = publishable(report(place.comparison))
        yield OutputFile(f"{place.data}{COHORTS.name}", cohorts_csv(comparison))
        yield OutputFile(f"{place.data}{PAIRS.name}", pairs_csv(comparison))
        made = {
            "comparison.json": comparison,
            "claim.json": claim(place.comparison, _sources(place), lookup.data.provenance.tool_version),
        }
        for name, value in made.items():
            content = msgspec.json.format(msgspec.json.encode(publishable(value)), indent=1)
            yield OutputFile(f"{place.data}{name}", content + b"\n")


def publishable(value: Any) -> Any:
    """Return plain data with every text as it may be published."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return {name: publishable(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [publishable(item) for item in value]
    return value


def _sources(place: CampaignPlace) -> ClaimSources:
    found = place.comparison
    return ClaimSources(
        results=place.campaign.results,
        suite=found.suite.source if found.suite else None,
        plans=found.plan.sources if found.plan else (),
        ledger=found.ledger.source if found.ledger else None,
        calibration=found.calibration.source if found.calibration else None,
        inventories=place.campaign.inventories,
    )
