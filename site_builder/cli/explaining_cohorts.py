"""``explain`` for what is on no board: cohorts of campaigns, and the pages of other figures."""

from __future__ import annotations

from typing import NamedTuple

from site_builder.pages.campaigns.lookup import CampaignLookup, CampaignPlace
from site_builder.pages.gates.lookup import GateLookup
from site_builder.scoring.evaluate import Scored, evaluate
from site_builder.scoring.graph import Graph
from site_builder.site_data import SiteData
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.metrics import cohort_metrics


class NamedCohort(NamedTuple):
    """One cohort with the campaign that it is of."""

    place: CampaignPlace
    cohort: Cohort

    @property
    def name(self) -> str:
        """What ``explain`` knows it by: campaign, scenario and target."""
        return f"{self.place.slug}/{self.cohort.id}"

    def graph(self, data: SiteData) -> Graph:
        """Return the rubric of its campaign."""
        return data.graphs[self.place.comparison.settings.rubric]

    def scored(self, graph: Graph) -> Scored:
        """Evaluate a rubric with its figures."""
        found = self.place.comparison
        return evaluate(graph, cohort_metrics(self.cohort, found.members(self.cohort), found.settings))


def cohorts_of(data: SiteData) -> tuple[NamedCohort, ...]:
    """Return the cohorts of all campaigns, in the order of their pages."""
    return tuple(
        NamedCohort(place, cohort)
        for place in CampaignLookup(data).all
        for cohort in place.comparison.cohorts
    )


def cohort_named(data: SiteData, wanted: str) -> NamedCohort | None:
    """Return a cohort by its whole name, or without its campaign where that is enough."""
    if "/" not in wanted:
        return None
    known = cohorts_of(data)
    found = [one for one in known if wanted == one.name] or [one for one in known if wanted == one.cohort.id]
    return found[0] if len(found) == 1 else None


def page_of(data: SiteData, wanted: str) -> str:
    """Return the folder of the page of a campaign, one of its samples or a gate by name; empty for none."""
    campaigns = CampaignLookup(data).all
    named = [(place.slug, place.campaign.folder, place.address) for place in campaigns]
    named += [
        (gate.slug, gate.pinned.recorded.folder, gate.address) for gate in GateLookup(data).runs.values()
    ]
    pages = {name: page for slug, at, page in named for name in (slug, at, at.rpartition("/")[2])}
    for place in campaigns:
        for path, sample in place.samples.items():
            pages.setdefault(sample.run_id, place.sample_address(path))
    return pages.get(wanted, "") if wanted else ""


def cohorts_on(data: SiteData, page: str) -> tuple[str, ...]:
    """Return the names of the cohorts of the campaign at an address; none for any other address."""
    return tuple(one.name for one in cohorts_of(data) if one.place.address == page)
