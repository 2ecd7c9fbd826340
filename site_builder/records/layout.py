"""The layout of a rubric: which nodes pages show, where, and in which words. Display only."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from site_builder.records.closed import Closed, NodeId


class Subject(Closed):
    """A part of the score that readers know by name: an axis, a role, a quality."""

    node: NodeId
    """The value that enters the arithmetic above it."""
    points: NodeId | None = None
    """The same value in the points readers see, when it differs."""
    short: str = ""
    """Column heading; the node's title where absent."""
    about: str = ""
    """One sentence for the methodology page."""
    limits: str = ""
    """What drops out and when, for the methodology page."""


class Interpretation(Closed):
    """Words for a part of the headline's scale; the first in the list that fits a run is the run's."""

    title: str
    when: Literal["gate_closed", "missing", "below", "up_to", "otherwise"]
    """``gate_closed``: the layout's gate is 0. ``missing``: there is no headline. ``below`` and ``up_to``:
    the headline is less than the limit, or not more."""
    limit: float | None = None
    """In the headline's unit; for ``below`` and ``up_to`` only."""
    about: str

    @model_validator(mode="after")
    def _limit_where_needed(self) -> Interpretation:
        if (self.limit is not None) != (self.when in ("below", "up_to")):
            raise ValueError("a limit belongs to `below` and `up_to`, and to no other")
        return self


class GateWords(Closed):
    """What pages print for the layout's gate in the place of 1, 0 and nothing."""

    open: str = "passed"
    closed: str = "failed"
    missing: str = "not measured"


class Badge(Closed):
    """A short mark beside a run that something should be known of before its score is read."""

    title: str
    when: Literal["missing", "unmeasured", "told"]
    """``missing``: the node has no value. ``unmeasured``: it has one although nothing that it is taken over
    was measured, and the gate is open. ``told``: reading the export led to a problem with this code."""
    node: NodeId | None = None
    code: str = ""
    about: str
    """One sentence for the run's page."""

    @model_validator(mode="after")
    def _about_a_node_or_a_code(self) -> Badge:
        if (self.when == "told") != (self.node is None) or (self.when == "told") != bool(self.code):
            raise ValueError("a badge that is `told` has a code, any other one a node")
        return self


class Groupings(Closed):
    """How boards sum up their runs."""

    by: list[list[str]]
    """A table for each list: the labels (``model`` or names of a run's labels) that form its groups."""
    nodes: list[NodeId] = []
    """Values summed up beside the headline; how is decided by their unit."""


class Varied(Closed):
    """What the order of a board is tried against. The headline has to be the product of the factors."""

    weights: NodeId
    """A factor that weighs its inputs; its weights are varied together."""
    amount: NodeId
    """A measured value to which the headline is proportional; varied for one group of runs at a time."""
    amount_of: str
    """The label that runs with the same amount share."""


class Layout(Closed):
    """Which nodes the pages show, and where. Display only: the arithmetic does not read it."""

    headline: NodeId
    """The value boards rank by."""
    parts: list[NodeId] = []
    """The terms whose sum is the headline, in points."""
    factors: list[NodeId] = []
    """Where the headline is a product: the amount at stake first, then the shares of it that remain."""
    gate: NodeId | None = None
    """A node whose 0 puts a run below all others; a run in which it is missing may not lead a board."""
    gate_words: GateWords = GateWords()
    interpretations: list[Interpretation] = []
    """How to read the headline, in words."""
    badges: list[Badge] = []
    labels: list[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]] = []
    """What a run is called by (``model`` or names of its labels), the first one foremost; its configuration
    where there are none. Boards filter by them."""
    axes_title: str = "Axes"
    axes_on_board: bool = True
    """Whether boards show a column for each axis; data files always have them."""
    duration_on_board: bool = True
    """Whether boards show the time from start to finish; not where a column says what counts as duration."""
    axes: list[Subject] = []
    """Radar and bars, in this order, everywhere."""
    roles: list[Subject] = []
    roles_root: NodeId | None = None
    """Role contributions are their shares of this node."""
    completion: NodeId | None = None
    completion_components: list[NodeId] = []
    unranked: str = ""
    """Why boards list the runs of this rubric without a rank, as a clause; empty where they are ranked."""
    columns: list[NodeId] = []
    """Further columns of the board."""
    facts: list[NodeId] = []
    """Plain figures on the card of a run."""
    derived: list[NodeId] = []
    """Computed values that readers know by name, a table of its own on the page of a run."""
    groupings: Groupings | None = None
    varied: Varied | None = None
    term_groups: dict[str, list[str]] = {}
    """Heading → last words of node ids: how pages group the terms of a role. A heading with an empty list
    takes the terms that no other one names."""
