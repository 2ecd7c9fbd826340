"""Release gates in Markdown: the runs of a suite by date, and the checks of one run."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.output.twins.text import LEFT, RIGHT, figure, link, table, words
from site_builder.pages.gates.history import History, HistoryEntry, HistoryView
from site_builder.pages.gates.verdict import CheckView, GateView
from site_builder.pages.lookup import SiteLookup, methodology_address

NO_ORDER = "Runs stand by date, the newest first; there is no order of merit among them."


def history_blocks(view: HistoryView, root: str, lookup: SiteLookup) -> Iterator[str]:
    """Yield what each suite is, and the table of its runs with every decision."""
    for history in view.histories:
        if len(view.histories) > 1 or history.title != view.title:
            yield f"## {words(history.title)}"
        if history.summary:
            yield words(history.summary)
        yield f"Decided under {_rubrics(history, root, lookup)}. {NO_ORDER}"
        yield _runs(history, root)


def _rubrics(history: History, root: str, lookup: SiteLookup) -> str:
    graphs = [lookup.data.graphs[rubric] for rubric in history.rubrics]
    return ", ".join(
        f"{link(graph.id, root, f'{methodology_address(graph)}index.html')}, digest {graph.digest}"
        for graph in graphs
    )


def _runs(history: History, root: str) -> str:
    head = [("Run", LEFT), ("Date", LEFT), ("Model", LEFT), ("Counts", LEFT)]
    head += [(words(rubric), LEFT) for rubric in history.rubrics]
    head += [(words(f"{title} ({of})" if of else title), RIGHT) for title, of in history.columns]
    return table(head, [_run(entry, history, root) for entry in history.entries])


def _run(entry: HistoryEntry, history: History, root: str) -> list[str]:
    decided = {one.rubric: one.word for one in entry.decisions}
    counts = "yes" if not entry.barred else f"no: {words(entry.barred)}"
    return [
        link(entry.run_id, root, f"{entry.address}index.html"),
        words(entry.date),
        words(entry.model),
        counts,
        *(decided.get(rubric, "not decided") for rubric in history.rubrics),
        *map(figure, entry.values),
    ]


def gate_blocks(view: GateView, root: str, lookup: SiteLookup) -> Iterator[str]:
    """Yield what was decided of a run, and the table of its checks."""
    if view.barred:
        yield f"What was decided does not count: {words(view.barred)}."
    for verdict in (view.verdict, *view.others):
        rubric = link(verdict.rubric, root, f"{verdict.methodology}index.html")
        digest = lookup.data.graphs[verdict.rubric].digest
        yield f"{verdict.word} under {rubric}, digest {digest}: {words(verdict.about)}"
    if view.limitation:
        yield words(view.limitation)
    if view.checks:
        head = [("Check", LEFT), ("Unit", LEFT), ("Met", LEFT), ("Observed", RIGHT), ("Limit", LEFT)]
        yield table([*head, ("Margin", RIGHT)], [_check(check) for check in view.checks])


def _check(check: CheckView) -> list[str]:
    return [
        words(check.title),
        words(check.unit),
        "met" if check.met else "not met",
        figure(check.observed),
        f"{check.bound} {figure(check.limit)} ({words(check.limit_of)})",
        figure(check.margin),
    ]
