"""The page of one run: what it scored, what the score is made of, and every number's derivation."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.errors import Problem
from site_builder.pages import moves
from site_builder.pages.anatomy import Anatomy, anatomy_of
from site_builder.pages.anatomy import payload as anatomy_payload
from site_builder.pages.breakdown import (
    AxisScore,
    Completion,
    Headline,
    RoleScore,
    axes_of,
    completion_of,
    headline_of,
    roles_of,
    scored_roles,
    scored_weight,
)
from site_builder.pages.cells import Cell, Sentence, Sheet, as_read
from site_builder.pages.differences.listing import Shift, shifts_of
from site_builder.pages.history import RunHistory, history_of
from site_builder.pages.history import payload as history_payload
from site_builder.pages.identity import Identity, board_page, identity_of
from site_builder.pages.leaders import named
from site_builder.pages.lookup import Place, SiteLookup
from site_builder.pages.moves import MovesView, moves_of
from site_builder.pages.neighbours import Neighbour, neighbours_of
from site_builder.pages.other_rubrics import OtherScore, others_of
from site_builder.pages.outline import Group, Outline
from site_builder.pages.page import Content
from site_builder.pages.published import absence_of, node_values, other_inputs, rubric_of
from site_builder.pages.reading import Reading, doubted, doubts_of, reading_of
from site_builder.pages.runs import role_models, tool_notes
from site_builder.pages.verdict import completion_sentence, roles_sentence, standing_sentence, verdict
from site_builder.pages.verification import LevelView, level_views
from site_builder.pages.verification import payload as verification_payload
from site_builder.records.layout import Badge
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Median
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Entry


class Absent(msgspec.Struct, frozen=True):
    """Measured values that are missing, for one reason."""

    words: str
    nodes: tuple[tuple[str, str, str], ...]
    """(node, title, detail)."""


class RunView(msgspec.Struct, frozen=True):
    """What the template of a run reads."""

    run: RunRecord
    entry: Entry
    board: Board
    graph: Graph
    released: bool
    """Whether the rubric is a released one, and no draft."""
    outline: Outline
    sheet: Sheet
    medians: dict[str, Median]
    address: str
    board_address: str
    """Folder of the page on which the board lists the run."""
    identity: Identity
    headline: Headline
    standing: Sentence
    verdict: Sentence
    axes: tuple[AxisScore, ...]
    roles: tuple[RoleScore, ...]
    roles_sentence: Sentence
    completion: Completion | None
    completion_sentence: Sentence
    facts: tuple[tuple[str, Cell], ...]
    neighbours: tuple[Neighbour, ...]
    moves: MovesView | None
    doubts: dict[str, Badge]
    """Measured node → the mark that stands for its stated value."""
    others: tuple[OtherScore, ...]
    shifts: tuple[Shift, ...]
    """What other released versions of the rubric make of the run."""
    absent: tuple[Absent, ...]
    problems: tuple[Problem, ...]
    groups: tuple[Group, ...]
    absent_roles: frozenset[str]
    """Nodes of the roles that did not take part; what is theirs alone is not listed."""
    tools: tuple[str, ...]
    reading: Reading
    anatomy: Anatomy
    history: RunHistory
    levels: tuple[LevelView, ...]


def content(run_key: str, lookup: SiteLookup) -> Content:
    """Return the content of a run's page; its first board is the one whose rubric and ranks it shows."""
    places = lookup.places[run_key]
    view = view_of(lookup, places)
    return Content(view, payload(view), view.graph.id)


def view_of(lookup: SiteLookup, places: list[Place]) -> RunView:
    """Return what there is to say of a run on the first of ``places``."""
    place = places[0]
    board, entry = place.board, place.entry
    run, graph = entry.run, board.graph
    sheet = Sheet(entry.scored)
    outline = lookup.outline(graph)
    headline = headline_of(outline, sheet)
    axes = axes_of(outline, sheet)
    roles = roles_of(outline, sheet, role_models(lookup, run))
    completion = completion_of(outline, sheet)
    doubts = doubts_of(lookup, run, graph)
    absent_roles = frozenset(role.role.node for role in roles if not role.took_part)
    return RunView(
        run=run,
        entry=entry,
        board=board,
        graph=graph,
        released=graph.id in lookup.data.released,
        outline=outline,
        sheet=sheet,
        medians=dict(board.medians),
        address=lookup.run_address(run),
        board_address=board_page(lookup, place),
        identity=identity_of(lookup, places),
        headline=headline,
        standing=standing_sentence(board, place.entry),
        verdict=verdict(place, headline, axes),
        axes=axes,
        roles=roles,
        roles_sentence=roles_sentence(roles),
        completion=completion,
        completion_sentence=completion_sentence(completion) if completion else (),
        facts=tuple(
            (graph.node(n).name, doubted(as_read(sheet.cell(n)), doubts)) for n in graph.layout.facts
        ),
        neighbours=neighbours_of(lookup, place, axes),
        moves=moves_of(place),
        doubts=doubts,
        others=others_of(lookup, place),
        shifts=shifts_of(lookup.differences, board.id, named(lookup, place.entry), graph),
        absent=_absent(outline, sheet, absent_roles),
        problems=tuple(lookup.problems(run.run_id)),
        groups=tuple(group for group in outline.groups if group.role not in absent_roles),
        absent_roles=absent_roles,
        tools=tool_notes(graph, [run.tools]),
        reading=reading_of(lookup, run, entry.scored),
        anatomy=anatomy_of(run, sheet),
        history=history_of(lookup, place),
        levels=level_views(lookup, entry),
    )


def _absent(outline: Outline, sheet: Sheet, absent_roles: frozenset[str]) -> tuple[Absent, ...]:
    """Return the missing metrics by reason, without those of roles that did not run."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    words: dict[str, str] = {}
    hidden, values = outline.only_of(absent_roles), sheet.values
    for index in [leaf for leaf in outline.leaves if values[leaf] is None and leaf not in hidden]:
        step = outline.graph.steps[index]
        shown = sheet.at(index)
        if shown.reason not in ("withheld", "not_applicable"):
            found.setdefault(shown.reason, []).append((step.id, step.node.title, shown.detail))
            words[shown.reason] = shown.words
    return tuple(Absent(words[reason], tuple(nodes)) for reason, nodes in sorted(found.items()))


def payload(view: RunView) -> dict[str, Any]:
    """Return a run's page as plain data: every number it shows, at full precision."""
    hidden = view.outline.only_of(view.absent_roles) - absence_of(view.graph, view.absent_roles)
    nodes = node_values(view.sheet, hidden)
    return {
        **_what_ran(view),
        **_what_it_scored(view),
        "neighbours": [neighbour.plain() for neighbour in view.neighbours],
        "one_place_up": moves.payload(view.moves),
        "other_rubrics": [
            other.plain() | {"inputs": other_inputs(other.scored, nodes)} for other in view.others
        ],
        "shifts": [shift.plain() for shift in view.shifts],
        "problems": [msgspec.to_builtins(problem) for problem in view.problems],
        "files": [msgspec.to_builtins(file) for file in view.run.files],
        "nodes": nodes,
        **_declared(view),
    }


def _what_ran(view: RunView) -> dict[str, Any]:
    run = view.run
    return {
        "run": run.run_id,
        "board": view.board.id,
        "cohort": run.cohort,
        "rubric": rubric_of(view.graph, view.released),
        **view.identity.plain(),
        "harness": run.harness,
        "models": _models(view),
        "role_models": run.role_models,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "duration_s": view.identity.duration.plain(),
        "digest": run.digest,
        "folder": run.folder,
        "tools": run.tools,
    }


def _models(view: RunView) -> list[dict[str, Any]]:
    """Return the models of a run as exported, those that the site calls otherwise with that name."""
    found = []
    for model, (shown, _, _) in zip(view.run.models, view.identity.models, strict=True):
        alias = {} if shown == (model.name or model.id) else {"shown_as": shown}
        found.append(msgspec.to_builtins(model) | alias)
    return found


def _what_it_scored(view: RunView) -> dict[str, Any]:
    standing, headline = view.entry.standing, view.headline
    return {
        "rank": standing.rank,
        "rank_shared": standing.tied,
        "ranked_on_board": len(view.board.ranked),
        "unranked": standing.unranked,
        "headline": view.graph.layout.headline,
        "score": headline.score.plain(),
        "lower": headline.lower.plain(),
        "upper": headline.upper.plain(),
        "coverage": headline.coverage.value,
        "contributions": _contributions(view),
        "roles": {"present": len(scored_roles(view.roles)), "all": len(view.roles)},
        "role_weight": scored_weight(view.roles),
    }


def _declared(view: RunView) -> dict[str, Any]:
    """Return what only some rubrics have: labels, words, factors, stated results."""
    anatomy = view.anatomy
    has_any = anatomy.stages or anatomy.figures or anatomy.stated
    declared = view.reading.plain() | (anatomy_payload(anatomy) if has_any else {})
    if view.doubts:
        declared["doubted"] = {name: badge.title for name, badge in view.doubts.items()}
    stated = {"harness_commit": view.run.harness_commit, "harness_command": view.run.harness_command}
    declared |= {name: text for name, text in stated.items() if text}
    verified = {"verification": verification_payload(view.levels)}
    return declared | history_payload(view.history) | verified


def _contributions(view: RunView) -> dict[str, float]:
    weighed = [part for axis in view.axes for part in axis.parts]
    weighed += [term for role in view.roles for term in role.terms]
    roles = [(role.contribution.node, role.contribution.value) for role in view.roles]
    named = [(one.part.contribution, one.adds) for one in weighed] + roles
    return {name: adds for name, adds in named if adds is not None}
