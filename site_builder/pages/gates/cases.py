"""The grid of cases and conditions, and the page of a case with its reviews and raw outputs."""

from __future__ import annotations

import msgspec

from site_builder.pages.cells import Cell, Link, as_data
from site_builder.pages.gates.lookup import GateRun
from site_builder.pages.gates.parts import Anchored, Entry, Row, Table, figure, share
from site_builder.pages.gates.verdict import condition_anchor, crumbs_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Crumb
from site_builder.records.blueprint import Case, Output
from site_builder.studies.blueprint.cells import Cell as Reviewed
from site_builder.studies.blueprint.judgement import Judgement


class GridRow(msgspec.Struct, frozen=True):
    """One case of the grid."""

    id: str
    title: str
    address: str
    risk: str
    category: str
    criteria: Cell
    outputs: tuple[Anchored, ...]
    """In the order of the conditions."""


class GridView(msgspec.Struct, frozen=True):
    """What the template of the grid reads."""

    run_id: str
    crumbs: tuple[Crumb, ...]
    conditions: tuple[tuple[str, str], ...]
    """(condition, anchor of its column)."""
    rows: tuple[GridRow, ...]


class Note(msgspec.Struct, frozen=True):
    """What one reviewer wrote of an output."""

    reviewer: Link
    text: str
    withheld: str
    """What the text seems to hold, where it is not published; empty otherwise."""


class OutputView(msgspec.Struct, frozen=True):
    """One output of a case: what the reviewers made of it, and the text."""

    condition: str
    title: str
    about: str
    anchor: str
    reviews: Cell
    """How many reviewers judged it: what its accepted criteria are counted of."""
    judged: Table
    measured: tuple[tuple[str, Cell, str], ...]
    disagreements: Cell
    notes: tuple[Note, ...]
    bytes: Cell
    words: Cell
    sha256: str
    text: str
    file: str
    """Path of the text as a file of the site; empty where it is not published."""
    withheld: str
    input_words: Cell | None
    input_sha256: str


class CaseView(msgspec.Struct, frozen=True):
    """What the template of a case reads."""

    run_id: str
    crumbs: tuple[Crumb, ...]
    case: Case
    summary: Table
    outputs: tuple[OutputView, ...]
    before: Link | None
    after: Link | None


def grid_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the grid of cases and conditions."""
    run = lookup.gates.runs[slug]
    judgement = run.pinned
    conditions = tuple(judgement.settings.conditions)
    view = GridView(
        run_id=judgement.run_id,
        crumbs=crumbs_of(lookup.gates.suite_of(run), run),
        conditions=tuple((name, condition_anchor(name)) for name in conditions),
        rows=tuple(_grid_row(run, case, conditions) for case in judgement.suite.cases),
    )
    return Content(view, as_data(view), judgement.settings.rubric)


def case_content(slug: str, case_id: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of a case."""
    run = lookup.gates.runs[slug]
    suite = lookup.gates.suite_of(run)
    judgement = run.pinned
    case = judgement.suite.by_id()[case_id]
    found = [reviewed(judgement, case_id, condition) for condition in judgement.settings.conditions]
    position = next(n for n, one in enumerate(judgement.suite.cases) if one.id == case_id)
    inputs = suite.gates.inputs.cases[position] if suite.gates.inputs else None
    about = {one.id: one for one in judgement.suite.conditions}
    outputs = []
    for cell in found:
        condition = about.get(cell.condition)
        titles = (condition.title, condition.about) if condition else (cell.condition, "")
        words = inputs.prompt_words.get(cell.condition) if inputs else None
        sha256 = inputs.input_sha256.get(cell.condition, "") if inputs else ""
        outputs.append(_output((run, case, cell), titles, (words, sha256)))
    cases = judgement.suite.cases
    view = CaseView(
        run_id=judgement.run_id,
        crumbs=(*crumbs_of(suite, run), Crumb("Cases", f"{run.address}cases/")),
        case=msgspec.structs.replace(case, prompt="", skill="", contract=""),
        summary=_summary(case, found),
        outputs=tuple(outputs),
        before=_near(run, cases, position - 1),
        after=_near(run, cases, position + 1),
    )
    return Content(view, as_data(view), judgement.settings.rubric)


def reviewed(judgement: Judgement, case_id: str, condition: str) -> Reviewed:
    """Return an output with its reviews. Raises ``KeyError`` for none."""
    assert judgement.additions is not None
    return judgement.additions.cells[case_id, condition]


def output_file(output: Output) -> str:
    """Return where an output lies as a file of the site, by its digest."""
    return f"outputs/{output.sha256}.txt"


def _grid_row(run: GateRun, case: Case, conditions: tuple[str, ...]) -> GridRow:
    address = run.case_address(case.id)
    found = [reviewed(run.pinned, case.id, condition) for condition in conditions]
    return GridRow(
        id=case.id,
        title=case.title,
        address=address,
        risk=case.risk,
        category=case.category,
        criteria=figure("case.criteria", float(len(case.criteria)), 0),
        outputs=tuple(
            Anchored(
                share("output.acceptance", one.acceptance),
                address,
                condition_anchor(one.condition),
                _mark(one),
            )
            for one in found
        ),
    )


def _mark(one: Reviewed) -> str:
    words = []
    if one.unsupported_claims:
        words.append("claims")
    if one.status_accuracy < 1:
        words.append("status")
    if one.disagreements:
        words.append("differ")
    return " · ".join(words)


def _summary(case: Case, found: list[Reviewed]) -> Table:
    rows = [
        Row(criterion, tuple(_of(one.accepted[position], len(one.reviews)) for one in found))
        for position, criterion in enumerate(case.criteria)
    ]
    rows.append(Row("Acceptance", tuple(share("output.acceptance", one.acceptance) for one in found)))
    return Table(
        "summary",
        "Acceptance criteria: how many reviewers accepted, under each condition.",
        "Criterion",
        tuple(one.condition for one in found),
        tuple(rows),
    )


def _of(accepted: int, reviews: int) -> Cell:
    return Cell("criterion.accepted", float(accepted), 0, text=f"{accepted} of {reviews}")


def _output(
    about: tuple[GateRun, Case, Reviewed], titles: tuple[str, str], inputs: tuple[int | None, str]
) -> OutputView:
    run, case, cell = about
    judgement, output = run.pinned, cell.output
    assert output is not None
    names = judgement.additions.names if judgement.additions else {}
    return OutputView(
        condition=cell.condition,
        title=titles[0],
        about=titles[1],
        reviews=figure("output.reviews", float(len(cell.reviews)), 0),
        anchor=condition_anchor(cell.condition),
        judged=_judged(case, cell, tuple(names[review.reviewer_id] for review in cell.reviews)),
        measured=(
            ("response words, as stated", figure("output.response_words", cell.response_words, 0), ""),
            ("time", Cell("output.elapsed_seconds", cell.elapsed_seconds, 0, form="duration"), ""),
            ("input tokens", figure("output.input_tokens", cell.input_tokens, 0), ""),
            ("output tokens", figure("output.output_tokens", cell.output_tokens, 0), ""),
            ("cost", _cost(cell.cost_usd), "US dollars"),
        ),
        disagreements=figure("output.disagreements", float(cell.disagreements), 0),
        notes=tuple(
            Note(
                Link(names[review.reviewer_id], run.reviewer_address(names[review.reviewer_id])),
                review.notes,
                ", ".join(review.notes_withheld),
            )
            for review in cell.reviews
            if review.notes.strip() or review.notes_withheld
        ),
        bytes=figure("output.bytes", float(output.bytes), 0),
        words=figure("output.words", float(output.words), 0),
        sha256=output.sha256,
        text=output.text or "",
        file=output_file(output) if output.text is not None else "",
        withheld=", ".join(output.withheld),
        input_words=figure("output.input_words", float(inputs[0]), 0) if inputs[0] is not None else None,
        input_sha256=inputs[1],
    )


def _cost(value: float | None) -> Cell:
    if value is None:
        return Cell("output.cost_usd", None, 4, reason="not_collected", detail="no review states it")
    return figure("output.cost_usd", value, 4)


def _judged(case: Case, cell: Reviewed, names: tuple[str, ...]) -> Table:
    def row(title: str, entries: tuple[Entry, ...], under: str = "") -> Row:
        plain = [entry.value if isinstance(entry, Cell) else entry for entry in entries]
        differs = any(value != plain[0] for value in plain)
        together = "differ" if differs else "agree" if len(plain) > 1 else "one review"
        return Row(title, (*entries, together), under=under)

    reviews = cell.reviews
    rows = [
        row(criterion, tuple("accepted" if r.accepted[n] else "not accepted" for r in reviews))
        for n, criterion in enumerate(case.criteria)
    ]
    rows.append(
        row(
            "Final status",
            tuple("accurate" if r.final_status_accurate else "not accurate" for r in reviews),
        )
    )
    for field, title, under in (
        ("unsupported_claims", "Unsupported claims", ""),
        ("evidence_quality", "Evidence quality", "0 to 4"),
        ("reviewer_corrections", "Corrections", ""),
    ):
        values = tuple(figure(f"review.{field}", float(getattr(r, field)), 0) for r in reviews)
        rows.append(row(title, values, under))
    return Table(
        f"judged-{condition_anchor(cell.condition)}",
        f"What each reviewer found under {cell.condition}.",
        "Judgement",
        (*names, "Together"),
        tuple(rows),
    )


def _near(run: GateRun, cases: tuple[Case, ...], position: int) -> Link | None:
    if not 0 <= position < len(cases):
        return None
    return Link(cases[position].title, run.case_address(cases[position].id))
