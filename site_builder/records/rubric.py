"""A rubric file: a versioned graph of named nodes, as people write it.

The models are closed and strict: an unknown key, a number in quotes or a node without a basis is an
error. Whether inputs exist and constants fit their operators is checked where the graph is built
(``scoring.graph``), because that needs the table of operators.
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from site_builder.records.closed import Closed, NodeId, Words
from site_builder.records.layout import Layout

Direction = Literal["higher", "lower", "neutral"]


class Basis(Closed):
    """On what authority a node stands."""

    kind: Literal["published", "inferred", "reconstructed"]
    """``published``: stated by the methodology's source. ``inferred``: decided here because the source is
    silent. ``reconstructed``: rebuilt for an old version of which only a part was published."""
    reason: str = ""
    """For inferred and reconstructed nodes: one line that says why it is as it is."""

    @model_validator(mode="before")
    @classmethod
    def _published_may_be_a_word(cls, data: Any) -> Any:
        return {"kind": data} if isinstance(data, str) else data

    @model_validator(mode="after")
    def _others_need_a_reason(self) -> Basis:
        if self.kind != "published" and not self.reason.strip():
            raise ValueError(f"a basis of kind {self.kind} needs a reason")
        return self


class Withheld(Closed):
    """A node whose value is used in the arithmetic and never published."""

    reason: str


class Node(Closed):
    """One named value of a rubric: measured (``metric``), of the cohort (``cohort_median``) or computed."""

    title: Words
    """What it is, in a few words; used as label on pages."""
    op: str
    """``metric``, ``cohort_median`` or the name of an operator."""
    inputs: dict[str, float | str] | list[str] = []
    """For operators with named inputs: name → node. For lists: nodes in order. For weighted operators:
    node → weight."""
    constants: dict[str, Any] = {}
    """Keyword constants of the operator."""
    unit: str
    """Unit of the value, in words (``tokens per request``); ``0–1`` for normalised values."""
    direction: Direction
    """Whether a higher value is better, a lower one, or neither."""
    range: tuple[float | None, float | None] | None = None
    """Least and greatest possible value; ``null`` for open ends. A measured value outside is invalid."""
    decimals: Annotated[int, Field(ge=0, le=6)] = 2
    """Places shown on pages; display only."""
    description: str
    """One or two sentences for the methodology page."""
    basis: Basis
    withheld: Withheld | None = None
    coverage: Literal["presence", "nested"] = "presence"
    """For weighing operators: does a present input count in full, or by its own coverage?"""
    group: str = ""
    """Heading under which pages list it (``Information``); empty where the rubric has no such headings."""
    requirement: Literal["core", "extension"] | None = None
    """For a value that a standard asks for: must an export state it (``core``; not measured is a statement),
    or may it be absent (``extension``)? Pages count these: 11 of 28 measured."""

    @property
    def symbol(self) -> str:
        """The symbol that leads the title (``Q_info · Information quality``), or empty."""
        symbol, mark, _ = self.title.partition(" · ")
        return symbol if mark and " " not in symbol else ""

    @property
    def name(self) -> str:
        """The title without its symbol."""
        return self.title.partition(" · ")[2] if self.symbol else self.title


class Repeat(Closed):
    """Nodes written once for many subjects: ``{name}`` in ids, inputs and texts becomes each value."""

    name: Annotated[str, Field(pattern=r"^[a-z_]+$")]
    values: dict[str, str]
    """Id part → words for titles, which ``{name.title}`` stands for."""
    nodes: dict[str, Node]


class Parameter(Closed):
    """A constant of the methodology that is no constant of a node: of a statistic, a threshold, a policy."""

    title: str
    value: int | float | str
    unit: str = ""
    """In words; empty for a word or a pure number."""
    description: str
    basis: Basis


class Rule(Closed):
    """A rule of conduct that a methodology states, and how it is watched over."""

    title: str
    rule: str
    why: str
    evidence: list[str] = []
    """What to preserve so that a stranger can see that the rule was kept, a phrase each."""
    checks: list[str] = []
    """Codes of the readiness checks that stop or warn where the rule is not kept."""


class Comparison(Closed):
    """One check of a decision: a value of the candidate against the baseline's, or against a fixed limit."""

    title: str
    """What is asked for, as a sentence without its full stop."""
    unmet: str
    """What is the case when it does not hold, likewise; with ``above_zero`` two clauses with ``, or`` between
    them, of which the second says that there was nothing to look at."""
    metric: NodeId
    """Node id without its subject, which is the candidate or the baseline."""
    candidate: NodeId
    """Subject whose value is looked at."""
    comparison: Literal["at_least", "at_most"]
    baseline: NodeId | None = None
    """Subject whose value, times ``factor``, is the limit."""
    factor: float = 1.0
    limit: float | None = None
    """The limit, where it is no other subject's value."""
    tolerance: Annotated[float, Field(ge=0)] = 0.0
    """How far beyond the limit still passes, in the metric's unit."""
    above_zero: NodeId | None = None
    """A whole node id: the check is not met unless this is more than 0, so that nothing passes for want of
    something to look at."""
    description: str
    basis: Basis

    @model_validator(mode="after")
    def _one_limit(self) -> Comparison:
        if (self.baseline is None) == (self.limit is None):
            raise ValueError("a comparison needs a baseline or a limit, and not both")
        return self

    @model_validator(mode="after")
    def _two_faults(self) -> Comparison:
        if self.above_zero is not None and self.unmet.count(", or ") != 1:
            raise ValueError("with above_zero, unmet has two clauses with one `, or ` between them")
        return self

    @property
    def fault(self) -> str:
        """What is the case when the value itself does not hold: of two clauses of ``unmet`` the first."""
        return self.unmet if self.above_zero is None else self.unmet.partition(", or ")[0]

    @property
    def observed(self) -> str:
        """Id of the node that is looked at."""
        return f"{self.candidate}.{self.metric}"

    @property
    def required(self) -> str | None:
        """Id of the node that it is held against; ``None`` for a fixed limit."""
        return f"{self.baseline}.{self.metric}" if self.baseline is not None else None


def is_other_version(wanted: str, used: str) -> bool:
    """Return whether a tool is of another version than a rubric names; ``3.11`` fits ``3.11.9``."""
    return used != wanted and not used.startswith(f"{wanted}.")


Version = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)*$")]


class Change(Closed):
    """Why some clauses differ from those of the version that is superseded."""

    nodes: Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]
    """Node ids, or patterns with ``*`` (which stands for dots too): ``roles.*``. What is no node has a name
    of its own: ``parameters.x``, ``checks.x``, ``rules.x``, ``tools.x``, ``files.x``, ``layout.headline``,
    ``layout.gate``, ``layout.unranked``, ``minimum_coverage``."""
    why: Annotated[str, Field(min_length=1)]
    """One or two sentences for the reader whose score moves."""


class Rubric(Closed):
    """One version of a methodology, complete in one file (with the files it names)."""

    format: Literal["proofboard-rubric/2"]
    family: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")]
    version: Version
    supersedes: Version | None
    """The version of the same family that this one replaces; ``null`` where none is stated."""
    changes: list[Change] = []
    """Why clauses differ from the superseded version; a release needs one for each clause that does."""
    title: Words
    summary: Words
    """Two or three sentences: what the score says."""
    date: dt.date
    """Day from which this version was in force."""
    files: list[str] = []
    """Files beside the rubric that are part of it, and of its digest."""
    tools: dict[str, str] = {}
    """Tool → version on which the digits depend; a build on another version says so."""
    minimum_coverage: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Default coverage below which a board lists a run without ranking it."""
    nodes: dict[NodeId, Node]
    repeat: list[Repeat] = []
    parameters: dict[str, Parameter] = {}
    """Constants by name, for families whose conclusions rest on statistics."""
    rules: dict[str, Rule] = {}
    """Rules of conduct by name, in the order of the methodology page."""
    checks: dict[str, Comparison] = {}
    """Checks of a decision by name, in the order in which it lists them; all must hold."""
    layout: Layout
    not_measured: list[str] = []
    """What the benchmark does not measure, a sentence each."""

    @model_validator(mode="after")
    def _supersedes_another(self) -> Rubric:
        if self.supersedes == self.version:
            raise ValueError("a version does not supersede itself; name the one before, or null")
        return self

    @property
    def id(self) -> str:
        """``family/version``, the name under which a board pins it."""
        return f"{self.family}/{self.version}"
