"""The page of a suite: cases, conditions, and what every model would be given; a dry run observes nothing."""

from __future__ import annotations

import msgspec

from site_builder.pages.cells import Cell, as_data
from site_builder.pages.gates.parts import Row, Table, figure
from site_builder.pages.lookup import SiteLookup, board_address
from site_builder.pages.page import Content, Crumb
from site_builder.records.blueprint import Condition
from site_builder.studies.blueprint.dry_run import BLOCKED, LIMITS


class SuiteView(msgspec.Struct, frozen=True):
    """What the template of a suite reads."""

    id: str
    title: str
    version: str
    digest: str
    summary: str
    crumbs: tuple[Crumb, ...]
    history: str
    cases: Cell
    risks: tuple[tuple[str, Cell], ...]
    conditions: tuple[Condition, ...]
    inputs: Table | None
    """Words of the composed inputs; ``None`` for a suite of cases only."""
    rows: tuple[tuple[str, str, str, str, tuple[str, ...], tuple[str, ...]], ...]
    """(id, title, risk, category, criteria, failure signals) of each case."""
    frozen: tuple[tuple[str, str], ...]
    blocked: str
    limits: str


def suite_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of a suite."""
    found = next(one for one in lookup.gates.suites if one.slug == slug)
    suite, inputs = found.suite, found.gates.inputs
    table = None
    if inputs is not None:
        rows = [
            Row(case.title, tuple(_words(dry.prompt_words[c]) for c in inputs.conditions), under=case.id)
            for case, dry in zip(suite.cases, inputs.cases, strict=True)
        ]
        means = tuple(figure("input.mean_words", inputs.words(c), 1) for c in inputs.conditions)
        rows.append(Row("Mean", means))
        table = Table(
            "inputs",
            "Words of the whole input of each case, task included, counted without running a model.",
            "Case",
            inputs.conditions,
            tuple(rows),
        )
    risks = dict.fromkeys(case.risk for case in suite.cases)
    view = SuiteView(
        id=suite.id,
        title=suite.title,
        version=suite.version,
        digest=suite.digest,
        summary=suite.summary,
        crumbs=(Crumb("Release gates", "gates/"),),
        history=board_address(found.board) if found.board is not None else "gates/",
        cases=figure("suite.cases", float(len(suite.cases)), 0),
        risks=tuple(
            (risk, figure(f"suite.{risk}", float(sum(c.risk == risk for c in suite.cases)), 0))
            for risk in sorted(risks)
        ),
        conditions=suite.conditions,
        inputs=table,
        rows=tuple((c.id, c.title, c.risk, c.category, c.criteria, c.failure_signals) for c in suite.cases),
        frozen=tuple(sorted(suite.pins.items())),
        blocked=BLOCKED,
        limits=LIMITS,
    )
    return Content(view, as_data(view))


def _words(count: int) -> Cell:
    return figure("input.words", float(count), 0)
