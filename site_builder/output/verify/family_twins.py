"""What the pages of release gates, campaigns and claims say in Markdown."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.graph import Graph
from site_builder.output.verify.twin_text import TwinCell, TwinLines, TwinPart, one_line, table_lines

BY_DATE = "Runs stand by date, the newest first; there is no order of merit among them."
NOBODY_RANKED = "Campaigns stand in the order of their folders; nobody is ranked."
OF_CLAIMS = "What the campaigns of this site claim, publishable claims first. Publishable: "
NOT_A_CLAIM = "These figures are shown so that they can be checked. They may not be published as a claim."


def rubric_named(name: str, graphs: dict[str, Graph]) -> list[TwinPart]:
    """Return a rubric as lines name it, linked and with its digest."""
    page = f"methodology/{name}/index.html"
    return [(name, page), f", digest {graphs[name].document['digest']}"]


def lines_of_histories(data: dict[str, Any], graphs: dict[str, Graph]) -> TwinLines:
    """Yield what a list of suites says of each and of its runs."""
    for history in data["histories"]:
        if len(data["histories"]) > 1 or history["title"] != data["title"]:
            yield [f"## {one_line(history['title'])}"]
        if history["summary"]:
            yield [one_line(history["summary"])]
        rubrics = history["rubrics"]
        named = [part for name in rubrics for part in (", ", *rubric_named(name, graphs))]
        yield ["Decided under ", *named[1:], f". {BY_DATE}"]
        values = [f"{title} ({of})" if of else title for title, of in history["columns"]]
        yield from table_lines(
            ["Run", "Date", "Model", "Counts", *rubrics, *values],
            "llll" + "l" * len(rubrics) + "r" * len(values),
            (_of_history(entry, rubrics) for entry in history["entries"]),
        )


def _of_history(entry: dict[str, Any], rubrics: list[str]) -> list[TwinCell]:
    decided = {one["rubric"]: one["word"] for one in entry["decisions"]}
    run = (entry["run_id"], f"{entry['address']}index.html")
    counts = f"no: {one_line(entry['barred'])}" if entry["barred"] else "yes"
    words = [one_line(entry["date"]), one_line(entry["model"]), counts]
    return [run, *words, *(decided.get(name, "not decided") for name in rubrics), *entry["values"]]


def lines_of_gate(data: dict[str, Any], graphs: dict[str, Graph]) -> TwinLines:
    """Yield what was decided of a run, and its checks."""
    if data["barred"]:
        yield [f"What was decided does not count: {one_line(data['barred'])}."]
    for verdict in (data["verdict"], *data["others"]):
        named = rubric_named(verdict["rubric"], graphs)
        yield [f"{verdict['word']} under ", *named, f": {one_line(verdict['about'])}"]
    if data["limitation"]:
        yield [one_line(data["limitation"])]
    if data["checks"]:
        head = ["Check", "Unit", "Met", "Observed", "Limit", "Margin"]
        yield from table_lines(head, "lllrlr", map(_of_gate, data["checks"]))


def _of_gate(check: dict[str, Any]) -> list[TwinCell]:
    limit = [f"{check['bound']} ", check["limit"], f" ({one_line(check['limit_of'])})"]
    met = "met" if check["met"] else "not met"
    words = [one_line(check["title"]), one_line(check["unit"]), met]
    return [*words, check["observed"], limit, check["margin"]]


def lines_of_campaigns(data: dict[str, Any], _: dict[str, Graph]) -> TwinLines:
    """Yield the list of all campaigns."""
    yield [NOBODY_RANKED]
    head = ["Campaign", "Claim", "Against it", "Cohorts", "Samples", "Pairs", "Suite", "Stream"]
    yield from table_lines(head, "llrrrlll", map(_of_campaign, data["rows"]))


def _of_campaign(row: dict[str, Any]) -> list[TwinCell]:
    ready = "publishable" if row["ready"] else "not publishable"
    return [
        (row["title"], f"{row['address']}index.html"),
        (ready, f"{row['claim']}index.html"),
        *(row[name] for name in ("blockers", "cohorts", "samples")),
        one_line(row["verdicts"]),
        one_line(row["suite"] or "no suite"),
        one_line(row["stream"] or "not stated"),
    ]


def lines_of_registry(data: dict[str, Any], _: dict[str, Graph]) -> TwinLines:
    """Yield the list of all claims."""
    yield [OF_CLAIMS, data["publishable"], "; not publishable: ", data["blocked"], "."]
    head = ["Claim", "Verdict", "What it says", "Pass rate", "Interval", "Passes", "Samples", "Suite"]
    yield from table_lines([*head, "Targets", "Against it"], "lllrlrrlll", map(_of_claim, data["rows"]))


def _of_claim(row: dict[str, Any]) -> list[TwinCell]:
    rate = _estimate(row["rate"]) if row["drawn"] else [row["rate"], ""]
    says = [part for words in row["stated"] for part in (" ", *words)]
    return [
        (row["title"], f"{row['address']}index.html"),
        one_line(row["word"]),
        says[1:],
        *rate,
        *(row["passes"], row["runs"]),
        one_line(row["suite"]),
        one_line(", ".join(row["targets"])),
        one_line("; ".join(row["blockers"])),
    ]


def lines_of_claim(data: dict[str, Any], graphs: dict[str, Graph]) -> TwinLines:
    """Yield what one campaign claims, its rates, and what stands against it."""
    yield from (one["words"] for one in data["stated"]["first"])
    yield [f"{data['word']} under ", *rubric_named(data["rubric"], graphs), f": {one_line(data['about'])}"]
    if data["rates"]:
        rates = ([one_line(one["title"]), *_estimate(one), one["about"]] for one in data["rates"])
        yield from table_lines(["Cohort", "Pass rate", "Interval", "How"], "lrll", rates)
    if not data["ready"]:
        yield [NOT_A_CLAIM]
    if data["blockers"]:
        yield ["What stands against it:"]
        found = ([one_line(one["title"]), one["count"], one_line(one["remedy"])] for one in data["blockers"])
        yield from table_lines(["Reason", "Times", "What would clear it"], "lrl", found)


def _estimate(rate: dict[str, Any]) -> list[TwinCell]:
    return [rate["value"], [rate["lower"], " to ", rate["upper"]]]
