"""What the Blueprint family compares: a suite of cases under conditions, and a recorded run of it.

A *case* is one task with acceptance criteria. A *condition* is a way to instruct the model; every case is run
under every condition, which gives one *output* for each. A *review* is one reviewer's record of one output.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Risk = Literal["standard", "elevated", "high"]

RISKS: tuple[Risk, ...] = ("standard", "elevated", "high")

Fault = Literal["", "not_utf8", "too_large", "unreadable"]
"""Why an output is no text; empty where it is one."""

Pair = tuple[str, str]
"""(case id, condition id): what one output and its reviews belong to."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One task of a suite."""

    id: str
    category: str
    """Free label."""
    title: str
    task: str
    """What the model is asked, appended to the instruction of every condition."""
    risk: Risk
    """Of the case's prompt; cases of high risk have checks of their own."""
    criteria: tuple[str, ...]
    """Acceptance criteria: each output is accepted or not on each of them. None twice."""
    failure_signals: tuple[str, ...]
    """What would show that the model went wrong; for reviewers, never scored."""
    prompt: str = ""
    """Path of the prompt under test, relative to the suite; empty in a suite without texts."""
    skill: str = ""
    contract: str = ""


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """A way to instruct the model."""

    id: str
    title: str
    about: str
    input: tuple[str, ...]
    """Paths of the texts that make the instruction, in order; ``{prompt}``, ``{skill}``, ``{contract}`` and
    ``{controls}`` stand for the case's own, ``{prompt.id}`` for the id of its prompt."""
    frozen: bool = False
    """True: its files are pinned by SHA-256 and may not change."""


class Asset(msgspec.Struct, frozen=True, kw_only=True):
    """A text that cases select: a prompt, a skill, a contract."""

    id: str
    path: str
    """Relative to the suite."""
    type: str
    """``prompt``, ``skill``, ``contract``; every asset of type ``prompt`` must have a case."""
    risk_level: Risk
    controls: tuple[str, ...] = ()
    """Paths of the specialist controls that come with it."""


class Suite(msgspec.Struct, frozen=True, kw_only=True):
    """The cases that a run must cover, and how their inputs are made."""

    id: str
    version: str
    title: str
    cases: tuple[Case, ...]
    """In suite order: by name of the case files."""
    digest: str
    """``sha256:`` over everything that a dry run depends on."""
    summary: str = ""
    conditions: tuple[Condition, ...] = ()
    """Empty in a suite that holds cases only; its runs can be judged, its inputs not be composed."""
    assets: tuple[Asset, ...] = ()
    texts: dict[str, str] = {}
    """Path → text of every file that a condition may use."""
    pins: dict[str, str] = {}
    """Path → SHA-256 of the frozen files, as pinned and as found."""

    def by_id(self) -> dict[str, Case]:
        """Return the cases by id."""
        return {case.id: case for case in self.cases}


class Output(msgspec.Struct, frozen=True, kw_only=True):
    """What the model answered to one case under one condition, as saved."""

    path: str
    """Inside the run folder."""
    bytes: int
    sha256: str
    words: int = 0
    """Counted as input words are."""
    text: str | None = None
    """``None`` when it may not be published or is no text."""
    blank: bool = False
    """Nothing but white space."""
    fault: Fault = ""
    withheld: tuple[str, ...] = ()
    """What the text seems to hold that must not be published, in words."""


class Rejection(msgspec.Struct, frozen=True, kw_only=True):
    """Why a recorded run, or a part of it, cannot be scored."""

    code: str
    """Capitals and underscores: ``PAIR_NOT_TWO``."""
    arguments: tuple[str, ...] = ()
    """What it is about: case, condition, field."""
    message: str
    advice: str
    file: str
    """Inside the run folder."""
    pointer: str = ""

    @property
    def reason(self) -> list[str]:
        """Code and arguments in one list."""
        return [self.code, *self.arguments]


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """A run folder as it was read, before any methodology looks at it."""

    folder: str
    """As readers know it: relative to the project."""
    run: Any = None
    """``run.json``, whatever it holds."""
    reviews: Any = None
    """``reviews.json``, whatever it holds."""
    outputs: dict[Pair, Output] = {}
    faults: tuple[Rejection, ...] = ()
    """What prevented reading; nothing else is looked at then."""
    pins: dict[str, str] | None = None
    """Path of an output → SHA-256 stated by ``outputs.sha256``; ``None`` without that file."""
    withheld_notes: dict[int, tuple[str, ...]] = {}
    """Position of a review → what its notes seem to hold that must not be published."""
    withheld_fields: dict[str, tuple[str, ...]] = {}
    """The same for the texts of ``run.json``."""
    withheld_labels: frozenset[str] = frozenset()
    """Case and condition ids of reviews that must not be published, as written."""
    digest: str = ""
    """``sha256:`` over the sorted (path, SHA-256) of every file."""
    files: tuple[tuple[str, int, str], ...] = ()
    """(path, bytes, SHA-256) of ``run.json``, ``reviews.json`` and the outputs of the suite."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """One reviewer's record of one output, valid in every field."""

    index: int
    """Position in ``reviews.json``, from 0."""
    case_id: str
    condition: str
    reviewer_id: str
    """As recorded; pages show a pseudonym."""
    accepted: tuple[bool, ...]
    """For each criterion of the case, in its order."""
    unsupported_claims: int
    """Claims of completion that the output does not support."""
    final_status_accurate: bool
    evidence_quality: int
    """0 none, 1 bare assertions, 2 partial references, 3 traceable, 4 also failure paths and limits."""
    reviewer_corrections: int
    response_words: int
    elapsed_seconds: int | float
    input_tokens: int
    output_tokens: int
    cost_usd: int | float | None
    """``None`` when not available, which is not zero."""
    notes: str
    """Empty where the reviewer wrote none, and where they are withheld."""
    notes_withheld: tuple[str, ...] = ()

    @property
    def pair(self) -> Pair:
        """The output it is about."""
        return self.case_id, self.condition


OBJECTIVE = ("response_words", "elapsed_seconds", "input_tokens", "output_tokens", "cost_usd")
"""Fields of a review that are measured, not judged: the reviewers of an output must state the same."""

DISCLOSURES: dict[str, str] = {
    "run_id": "Run",
    "model": "Model",
    "model_version": "Model version or snapshot",
    "configuration": "System and reasoning configuration",
    "tools": "Tool permissions",
    "environment": "Execution environment",
    "token_accounting": "Token accounting",
    "cost_accounting": "Cost accounting",
}
"""Texts that a run must disclose, with the words for them; the date comes on top."""
