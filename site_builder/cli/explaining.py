"""``explain``: the derivation of a number as a tree, down to the files it was read from."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

import msgspec

from site_builder.boards import barred_of
from site_builder.cli.report import number_of
from site_builder.cli.styles import bold, cyan, dim, yellow
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.loading import load, look_at
from site_builder.pages.campaigns.lookup import CampaignLookup
from site_builder.pages.gates.lookup import GateLookup
from site_builder.records.rubric import Node
from site_builder.records.run import REASON_WORDS, Evidence
from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.explain import Explanation, equated, exact, walk
from site_builder.scoring.graph import Graph
from site_builder.scoring.medians import cohort_medians
from site_builder.site_data import Board, Entry, SiteData
from site_builder.sources.project import load_project
from site_builder.sources.store import Store

SHOWN_VALUES = 40
"""Values of a tree that people are shown unless they ask for more: whole levels, as many as that holds."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value of the tree."""

    depth: int
    node: str
    title: str
    unit: str
    value: float | None
    """``None`` when missing or withheld."""
    missing: str = ""
    """Why there is no value, in words."""
    formula: str = ""
    arithmetic: str = ""
    coverage: float | None = 1.0
    """``None`` for what is not applicable."""
    lower: float | None = None
    upper: float | None = None
    weight: float | None = None
    """Weight in the node above, as the rubric states it."""
    share: float | None = None
    """The same after renormalisation over what is present."""
    evidence: tuple[Evidence, ...] = ()
    cohort: tuple[str, ...] = ()
    basis: str = ""
    opened_above: bool = False
    """True where the node was met before; its inputs stand there."""


class Explained(msgspec.Struct, frozen=True):
    """A whole derivation; what ``explain --json`` prints."""

    run: str
    board: str
    rubric: str
    digest: str
    node: str
    lines: tuple[Line, ...]


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
    """Explain one node of one run. Raises ``CannotBuild`` with suggestions for what is unknown."""
    project = load_project(root)
    with Store(project.root, enabled=use_store) as store:
        data = load(project, store, look_at(project)).data
    board, entry = _find_run(data, run, rubric)
    scored, medians = _under(board, entry, rubric)
    if private:
        scored, medians = _unveiled(board, entry, scored)
    wanted = _find_node(scored.graph, node)
    lines = tuple(_lines(scored, wanted, medians, depth))
    return Explained(entry.run.run_id, board.id, scored.graph.id, scored.graph.digest, wanted, lines)


def tree_lines(explained: Explained, *, whole: bool = True) -> Iterator[str]:
    """Yield a derivation for people; unless ``whole``, of a large one only its first levels."""
    yield f"Run {explained.run} on board {explained.board}, rubric {explained.rubric}"
    deepest = max(line.depth for line in explained.lines)
    depth = deepest if whole else _fitting(explained)
    for line in explained.lines:
        if line.depth > depth:
            continue
        front = "  " * line.depth
        yield f"{front}{bold(line.title)} {dim(line.node)} {_value(line)}"
        details = ["opened above"] if line.opened_above else _details(line)
        yield from (f"{front}  {dim(text)}" for text in details)
    if depth < deepest:
        below = sum(line.depth > depth for line in explained.lines)
        yield dim(
            f"{below:,} values below these are not shown: --depth {deepest} opens all, "
            f"site-builder explain {explained.run} NODE one of them."
        )


def _fitting(explained: Explained) -> int:
    """Return how many levels can be shown in ``SHOWN_VALUES`` values; one at least."""
    on_level = Counter(line.depth for line in explained.lines)
    above = accumulate(on_level[depth] for depth in range(max(on_level) + 1))
    return max(1, sum(count <= SHOWN_VALUES for count in above) - 1)


def _value(line: Line) -> str:
    if line.value is None:
        return yellow(line.missing)
    return f"= {cyan(exact(line.value))} {line.unit}"


def _details(line: Line) -> Iterator[str]:
    if line.weight is not None:
        share = f", share {exact(line.share)}" if line.share is not None else ""
        yield f"weight {exact(line.weight)}{share}"
    if line.formula and line.formula != "measured":
        yield line.formula
    if line.arithmetic and line.value is not None:
        yield equated(line.arithmetic, exact(line.value))
    if line.coverage is not None and line.coverage < 1:
        yield f"coverage {line.coverage:.10g}"  # a sum of shares, which nothing is multiplied by
    if line.lower is not None and line.upper is not None and line.lower != line.upper:
        yield f"with what is missing at its worst {exact(line.lower)}, at its best {exact(line.upper)}"
    for item in line.evidence:
        place = f"{item.file} {item.pointer}".strip()
        yield f"read from {place}{f' ({item.note})' if item.note else ''}"
    if line.cohort:
        yield f"over {number_of(len(line.cohort), 'run')}: {', '.join(line.cohort)}"
    if line.basis:
        yield line.basis


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
    if page := _page_of(data, folder):
        raise _unknown(
            f"{shorten(wanted)} is no run of a board, which `explain` is for.",
            f"Its figures come about on its own page, {page}index.html of the site.",
        )
    known = sorted({entry.run.run_id for _, entry in places})
    raise _unknown(f"No board has a run {shorten(wanted)}.", _suggest(wanted, known, "runs"))


def _page_of(data: SiteData, wanted: str) -> str:
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
    rubric = scored.graph.rubric

    def open_(node: Node) -> Node:
        return node.model_copy(update={"withheld": None})

    nodes = {name: open_(node) for name, node in rubric.nodes.items()}
    repeat = [
        part.model_copy(update={"nodes": {name: open_(node) for name, node in part.nodes.items()}})
        for part in rubric.repeat
    ]
    opened = rubric.model_copy(update={"nodes": nodes, "repeat": repeat})
    graph = Graph(opened, scored.graph.digest, scored.graph.operators)
    barred = barred_of(board)
    cohort = [(e.run.run_id, e.run.metrics) for e in board.entries if e.run.run_id not in barred]
    medians = cohort_medians(graph, cohort)
    return evaluate(graph, entry.run.metrics, medians), medians


def _suggest(wanted: str, known: Iterable[str], kind: str) -> str:
    names = list(known)
    near = difflib.get_close_matches(wanted, names, n=5, cutoff=0.4) or sorted(names)[:8]
    more = " …" if len(names) > len(near) else ""
    return f"Perhaps one of these {kind}: {', '.join(near)}{more}." if near else f"There are no {kind}."


def _unknown(message: str, advice: str) -> CannotBuild:
    return CannotBuild(Problem(file="command line", code="explain.unknown", message=message, advice=advice))
