"""The rows of our run pages as data, so that other generators can make them too.

What a run decides is taken from the ``index.json`` beside its page, what the rubric alone decides from the
objects that our own pages are made from. Values stand by the position of their node in the rubric, which is
read faster than names.

    python rows.py PROJECT FOLDER        writes FOLDER/rubric.json and FOLDER/runs/RUN.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from site_builder.output.formulas import SLOT, Formulas, unit_after, values
from site_builder.output.markup import escaped
from site_builder.output.worksheets import WorksheetForm
from site_builder.pages.cells import STATE_WORDS
from site_builder.pages.outline import Outline, term_title
from site_builder.scoring.explain import exact, write_formula
from site_builder.scoring.graph import Graph, Step
from site_builder.sources.project import load_project
from site_builder.sources.rubric_catalogue import load_rubrics

Data = dict[str, Any]


def main(root: Path, folder: Path) -> None:
    """Write the data of the rubric and of every run page of a built project into ``folder``."""
    project = load_project(root.resolve())
    (rubric,) = {board.rubric for board in project.site.boards}
    graph = load_rubrics(project).graphs[rubric]
    outline = Outline(graph)
    (folder / "runs").mkdir(parents=True)
    _write(folder / "rubric.json", rubric_rows(outline))
    for path in sorted((root / "dist/runs").glob("*/index.json")):
        page = json.loads(path.read_text(encoding="utf-8"))
        _write(folder / f"runs/{path.parent.name}.json", run_rows(outline, page))


def rubric_rows(outline: Outline) -> Data:
    """Return what a rubric alone decides of the three large parts of a run page; texts are finished HTML.

    ``at`` is the position of a node, ``form`` how its value is shown, ``sum`` the text before each number of
    its arithmetic and the position of that number, ``end`` what follows the last one.
    """
    formulas = Formulas(outline.graph)
    sheets = [WorksheetForm(sheet, formulas) for sheet in outline.worksheets]
    return {
        "roles": list(_roles(outline)),
        "groups": [
            {
                "title": escaped(group.title),
                "size": values(len(group.indices)),
                "rows": [_row(formulas, outline.graph.steps[index]) for index in group.indices],
            }
            for group in outline.groups
        ],
        "sheets": [_sheet(sheet, outline.graph) for sheet in sheets],
    }


def run_rows(outline: Outline, page: Mapping[str, Any]) -> Data:
    """Return what the ``index.json`` of a run page says of its values.

    ``values`` by position, ``None`` where missing. ``missing`` says why, by node; ``doubts`` gives coverage
    and bounds of values that are not wholly measured. ``adds`` is what each term of each role adds, in order
    of the rows. Raises ``KeyError`` when the page lacks a node, as that of a run without some role would: it
    has fewer rows, which the templates do not know.
    """
    nodes, adds = page["nodes"], page["contributions"]
    named = {step.id: nodes[step.id] for step in outline.graph.steps}
    return {
        "run": page["run"],
        "values": [_plain(node.get("value")) for node in named.values()],
        "missing": {
            name: {
                "reason": node["missing"],
                "detail": escaped(node.get("detail", "")),
                "words": escaped(STATE_WORDS[node["missing"]]),
            }
            for name, node in named.items()
            if "missing" in node
        },
        "doubts": {
            name: {key: _plain(node.get(key)) for key in ("coverage", "lower", "upper")}
            for name, node in named.items()
            if "value" in node and "coverage" in node
        },
        "adds": [_plain(adds.get(term.contribution)) for role in outline.roles for term in role.terms],
    }


def _plain(value: float | None) -> float | int | None:
    """Return a whole number without its point, as pages carry it."""
    return None if value is None else json.loads(exact(value))


def _row(formulas: Formulas, step: Step) -> Data:
    head = {
        "at": step.index,
        "id": step.id,
        "title": f"{escaped(step.node.title)}{unit_after(step.node.unit)}",
        "form": _form(step),
        "words": formulas.words[step.index],
        "computed": step.operator is not None,
    }
    if step.operator is None or formulas.hidden[step.index]:
        return head | {"sum": [], "end": ""}
    pieces = SLOT.split(write_formula(step, [f"\x00{n}\x01" for n in range(len(step.inputs))]))
    texts = [escaped(piece) for piece in pieces[::2]]
    sources = [step.inputs[int(slot)] for slot in pieces[1::2]]
    numbers = [{"text": text, "at": at} for text, at in zip(texts, sources, strict=False)]
    return head | {"sum": numbers, "end": f"{texts[-1]} = "}


def _roles(outline: Outline) -> Iterator[Data]:
    places = count()
    for role in outline.roles:
        terms = [
            {
                "at": outline.graph.position[term.node],
                "id": term.node,
                "title": escaped(term_title(term.title)),
                "form": _form(outline.graph.step(term.node)),
                "weight": exact(term.weight),
                "place": next(places),
                "adds": term.contribution,
            }
            for term in role.terms
        ]
        yield {"title": escaped(role.title), "terms": terms}


def _sheet(sheet: WorksheetForm, graph: Graph) -> Data:
    rows = [
        {"head": head, "cells": [_cell(graph.steps[index]) for index in row.indices]}
        for head, row in zip(sheet.heads, sheet.sheet.rows, strict=True)
    ]
    titles = [escaped(title) for _, title in sheet.sheet.subjects]
    return {"title": escaped(sheet.sheet.title), "subjects": titles, "rows": rows}


def _cell(step: Step) -> Data:
    return {"at": step.index, "id": step.id, "form": _form(step)}


def _form(step: Step) -> str:
    return f"%.{step.node.decimals}f"


def _write(path: Path, data: Data) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:]))
