"""``site.yaml``: what a site is called and which boards it holds."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from site_builder.records.closed import Closed, Line, Sentence

SITE_FILE = "site.yaml"
"""Where a project describes its site, relative to its root."""

Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
"""Lower case letters, digits and hyphens: safe in every URL and file system."""

RubricId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*/[0-9]+(\.[0-9]+)*$")]


ProblemCode = Annotated[str, Field(pattern=r"^[a-z]+\.[a-z0-9-]+$")]
"""Name of something that can be wrong with an export: ``site-builder docs problems`` lists them."""


class Exclusion(Closed):
    """A run that a board lists without ranking it, and leaves out of its cohort's medians."""

    run: str
    reason: Sentence
    """One clause for the reader."""


class Board(Closed):
    """One or more ranked pages: a family's runs from one folder, scored by one pinned rubric."""

    family: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")]
    rubric: RubricId
    """The pinned rubric, ``family/version``."""
    runs: str
    """Folder of exports, relative to the project."""
    cohort: str | None = None
    """Only the runs of this cohort key (for Favur: the SoW id). Absent: one board for every cohort found."""
    id: Slug | None = None
    """Address of the board; the cohort's own slug where absent. Only with ``cohort``."""
    title: Line | None = None
    """Heading; the cohort's title where absent. Only with ``cohort``."""
    also: list[RubricId] = []
    """Other rubric versions under which the runs are scored for comparison, never mixed on the board."""
    minimum_coverage: Annotated[float, Field(ge=0, le=1)] | None = None
    """Coverage below which a run is listed and not ranked; the rubric's own value where absent."""
    unmeasured_gate_may_lead: bool = False
    """Whether a run without a measured safety gate may have rank 1; otherwise it is listed unranked there."""
    exclude: list[Exclusion] = []
    quarantine: list[ProblemCode] = []
    """Codes of problems (``favur.too-fast``). A run of which reading its export told one of them is listed
    with the reason and without a rank, and is in no median, until its export is corrected."""
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    """Of one comparison of two runs, 0–1: what rank bands and the intervals of repeats are made at."""
    minimum_runs: Annotated[int, Field(ge=1)] = 2
    """Runs that could have a rank below which the board lists them and ranks none; 1 ranks a run alone."""


class Attestation(Closed):
    """Somebody's word that a run was run again and gave what it says, with what it rests on."""

    run: str
    family: str | None = None
    """Only where two families have a run of this id."""
    level: Literal["re-run"]
    evidence: Annotated[str, Field(min_length=1)]
    """An address (``https://…``), or a file of the project, which the site then publishes."""
    by: Line
    """Who ran it again."""
    date: dt.date
    """When."""


class Site(Closed):
    """The description of a whole site."""

    title: Line
    tagline: Sentence
    """One sentence under the title: what is measured."""
    demonstration: str = ""
    """When the runs are not real ones: a sentence that every page shows. Empty otherwise."""
    url: str = ""
    """Address where the site will be served: ``http`` or ``https``, host and folder, without name, query or
    anchor. Used in feed, sitemap, citations and the links of ``404.html``, which hosts show at any address.
    All other links are relative."""
    repository: str = ""
    """Address where exports and sources can be had (``http``, ``https``); in the footer when given."""
    submit: str = ""
    """Where runs are sent to: an address of the web (``http``, ``https``) or of a mailbox. In the footer and
    on the page that says how to submit one when given."""
    redirects: dict[str, str | None] = {}
    """Old address of a page (``runs/old-name/``) → the address inside the site where it is now, or ``null``
    when it is gone on purpose. Each gives a page at the old address."""
    boards: Annotated[list[Board], Field(min_length=1)]
    reviewers: Literal["pseudonyms", "as recorded"] = "pseudonyms"
    """How reviewers are named where a family has them; ids as recorded appear only if a site says so."""
    attestations: list[Attestation] = []
    """Runs that were run again, and by whom; nothing else makes a run one that was re-run here."""
    explore: bool = True
    """Whether figures can be explored with Plotly, whose script adds 4.8 MB to the site and nothing to a page
    before a reader asks for it."""
    names: dict[str, Line] = {}
    """Aliases: a name as exported (model, configuration, provider) → the name shown."""

    @property
    def submit_link(self) -> str:
        """What a link to ``submit`` leads to; empty without one."""
        return f"mailto:{self.submit}" if "@" in self.submit and "/" not in self.submit else self.submit

    @property
    def repository_link(self) -> str:
        """What a link to ``repository`` leads to; empty where that is no address of the web."""
        return self.repository if self.repository.startswith(("http://", "https://")) else ""

    @property
    def to_be_published(self) -> bool:
        """Whether its addresses have to last: it has a ``url``, or calls itself no demonstration."""
        return bool(self.url) or not self.demonstration
