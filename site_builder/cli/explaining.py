"""``explain``: the derivation of a number as a tree, down to the files it was read from."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path

from site_builder.boards import barred_of
from site_builder.cli.explaining_cohorts import NamedCohort, cohort_named, cohorts_of, cohorts_on, page_of
from site_builder.cli.explanation_tree import Explained, Line
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.loading import load, look_at
from site_builder.records.rubric import Node
from site_builder.records.run import REASON_WORDS
from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.explain import Explanation, walk
from site_builder.scoring.graph import Graph
from site_builder.scoring.medians import cohort_medians
from site_builder.site_data import Board, Entry, SiteData
from site_builder.sources.project import load_project
from site_builder.sources.store import Store


def explain_node(
    root: Path,
    run: str,
    node: str | None,
    rubric: str | None,
    *,
    private: bool = False,
    depth: int | None = None,
    use_store: bool = True,
) -> Explained:
    """Explain one node of one run or cohort. Raises ``CannotBuild`` with suggestions for what is unknown."""
    project = load_project(root)
    with Store(project.root, enabled=use_store) as store:
        data = load(project, store, look_at(project)).data
    if cohort := cohort_named(data, run):
        return _explain_cohort(data, cohort, node, rubric, depth, private=private)
    board, entry = _find_run(data, run, rubric)
    scored, medians = _under(board, entry, rubric)
    if private:
        scored, medians = _unveiled(board, entry, scored)
    wanted = _find_node(scored.graph, node)
    lines = tuple(_lines(scored, wanted, medians, depth))
    return Explained(entry.run.run_id, board.id, scored.graph.id, scored.graph.digest, wanted, lines)


def _explain_cohort(
    data: SiteData,
    named: NamedCohort,
    node: str | None,
    rubric: str | None,
    depth: int | None,
    *,
    private: bool,
) -> Explained:
    graph = named.graph(data)
    if rubric not in (None, graph.id):
        raise _unknown(
            f"The cohort is not scored under {shorten(rubric or '')}.", f"Its campaign is under {graph.id}."
        )
    scored = named.scored(_opened(graph) if private else graph)
    wanted = _find_node(graph, node)
    lines = tuple(_lines(scored, wanted, {}, depth))
    return Explained(named.cohort.id, "", graph.id, graph.digest, wanted, lines, named.place.slug)


def _lines(scored: Scored, node: str, medians: dict[str, Median], depth: int | None) -> Iterator[Line]:
    opened: set[str] = set()
    weights: dict[str, tuple[float | None, float | None]] = {}
    for level, explanation in walk(scored, node, medians):
        if depth is not None and level > depth:
            continue
        weight, share = weights.get(explanation.node, (None, None))
        yield _line(level, explanation, weight, share, seen=explanation.node in opened)
        opened.add(explanation.node)
        weights |= {term.node: (term.weight, term.share) for term in explanation.terms}


def _line(
    depth: int, explanation: Explanation, weight: float | None, share: float | None, *, seen: bool
) -> Line:
    about = explanation.about
    return Line(
        depth=depth,
        node=explanation.node,
        title=about.title,
        unit=about.unit,
        value=explanation.value,
        missing=_missing(explanation),
        formula=explanation.words,
        arithmetic=explanation.arithmetic,
        coverage=explanation.coverage,
        lower=explanation.lower,
        upper=explanation.upper,
        weight=weight,
        share=share,
        evidence=explanation.evidence,
        cohort=explanation.cohort,
        basis="" if about.basis.kind == "published" else f"{about.basis.kind}: {about.basis.reason}",
        opened_above=seen and bool(explanation.terms),
    )


def _missing(explanation: Explanation) -> str:
    if explanation.value is not None:
        return ""
    if explanation.about.withheld is not None and explanation.absence is None:
        return f"withheld: {explanation.about.withheld.reason}"
    if explanation.absence is None:
        return "missing"
    words = REASON_WORDS[explanation.absence.reason]
    return f"{words}: {explanation.absence.detail}" if explanation.absence.detail else words


def _find_run(data: SiteData, wanted: str, rubric: str | None) -> tuple[Board, Entry]:
    places = [(board, entry) for board in data.boards for entry in board.entries]
    folder = wanted.rstrip("/")
    found = [
        (board, entry)
        for board, entry in places
        if wanted == entry.run.run_id or folder in (entry.run.folder, entry.run.folder.rpartition("/")[2])
    ]
    pinned = [place for place in found if rubric in (None, place[0].graph.id)]
    if pinned or found:
        return (pinned or found)[0]
    left_out = next(
        (i for i in data.left_out if wanted == i.run_id or folder in (i.folder, i.folder.rpartition("/")[2])),
        None,
    )
    if left_out:
        raise _unknown(
            f"The run {shorten(wanted)} is left out: {left_out.reason}",
            "`site-builder check` lists its problems.",
        )
    if page := page_of(data, folder):
        own = f"Its figures come about on its own page, {page}index.html of the site."
        cohorts = cohorts_on(data, page)
        raise _unknown(
            f"{shorten(wanted)} is no run of a board, and no cohort of a campaign.",
            f"{_suggest(wanted, cohorts, 'cohorts')} {own}" if cohorts else own,
        )
    first = wanted.partition("/")[0]
    known_cohorts = cohorts_of(data) if "/" in wanted else ()
    named = [one.name for one in known_cohorts]
    if any(first in (one.place.slug, one.cohort.scenario_id) for one in known_cohorts):
        raise _unknown(
            f"No board has a run and no campaign a cohort {shorten(wanted)}, or more than one has.",
            _suggest(wanted, named, "cohorts"),
        )
    known = sorted({entry.run.run_id for _, entry in places})
    raise _unknown(f"No board has a run {shorten(wanted)}.", _suggest(wanted, known, "runs"))


def _under(board: Board, entry: Entry, rubric: str | None) -> tuple[Scored, dict[str, Median]]:
    if rubric in (None, board.graph.id):
        return entry.scored, dict(board.medians)
    if rubric in entry.others:
        return entry.others[rubric], dict(board.other_medians[rubric])
    known = [board.graph.id, *entry.others]
    raise _unknown(
        f"The run is not scored under {shorten(rubric)}.",
        f"It is scored under {', '.join(known)}; add versions with `also` in site.yaml.",
    )


def _find_node(graph: Graph, wanted: str | None) -> str:
    if wanted is None:
        return graph.layout.headline
    if wanted in graph:
        return wanted
    endings = [name for name in graph.position if name.endswith(f".{wanted}")]
    titles = [step.id for step in graph.steps if step.node.title.lower() == wanted.lower()]
    for found in (endings, titles):
        if len(found) == 1:
            return found[0]
    known = [*endings, *titles] or list(graph.position)
    raise _unknown(f"The rubric {graph.id} has no node {shorten(wanted)}.", _suggest(wanted, known, "nodes"))


def _unveiled(board: Board, entry: Entry, scored: Scored) -> tuple[Scored, dict[str, Median]]:
    """Return the same results under a graph that withholds nothing."""
    graph = _opened(scored.graph)
    barred = barred_of(board)
    cohort = [(e.run.run_id, e.run.metrics) for e in board.entries if e.run.run_id not in barred]
    medians = cohort_medians(graph, cohort)
    return evaluate(graph, entry.run.metrics, medians), medians


def _opened(graph: Graph) -> Graph:
    """Return a graph with the same nodes, none of which is withheld."""
    rubric = graph.rubric

    def open_(node: Node) -> Node:
        return node.model_copy(update={"withheld": None})

    nodes = {name: open_(node) for name, node in rubric.nodes.items()}
    repeat = [
        part.model_copy(update={"nodes": {name: open_(node) for name, node in part.nodes.items()}})
        for part in rubric.repeat
    ]
    opened = rubric.model_copy(update={"nodes": nodes, "repeat": repeat})
    return Graph(opened, graph.digest, graph.operators)


def _suggest(wanted: str, known: Iterable[str], kind: str) -> str:
    names = list(known)
    near = difflib.get_close_matches(wanted, names, n=5, cutoff=0.4) or sorted(names)[:8]
    more = " …" if len(names) > len(near) else ""
    return f"Perhaps one of these {kind}: {', '.join(near)}{more}." if near else f"There are no {kind}."


def _unknown(message: str, advice: str) -> CannotBuild:
    return CannotBuild(Problem(file="command line", code="explain.unknown", message=message, advice=advice))
