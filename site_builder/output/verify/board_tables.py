"""The tables of boards, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.nodes import Recomputed, stated
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.site_files import SiteFiles, in_table


def check_board_table(site: SiteFiles, path: str, board: dict[str, Any]) -> None:
    """Hold the table of a board against its data."""
    rows = site.table(path)
    site.expect(path, "its runs", [row["run"] for row in rows], [row["run"] for row in board["rows"]])
    tried = {one["run"]: one for one in board.get("sensitivity", {}).get("reach", ())}
    for row, of in zip(rows, board["rows"]):
        known: dict[str, Any] = {
            **{key: of[key] for key in ("score", "lower", "upper", "coverage", "duration_s")},
            **of["values"],
            "rank": "unranked" if of["rank"] is None else of["rank"],
            "runs_of_configuration": of["runs_of_configuration"],
            "rank_shared": "true" if of["rank_shared"] else "false",
            "cohort": board["cohort"],
            "rubric": board["rubric"]["id"],
            "configuration": of["configuration"],
            **{key: "|".join(of[key]) for key in ("families", "providers")},
            "reading": of.get("reading", ""),
            **{key: of[key] for key in ("date", "added", "digest", "unranked")},
            **of.get("labels", {}),
        }
        known.update(_firmness(board, of, tried.get(of["run"])))
        if "measured" in of:
            known.update({"measured": of["measured"]["count"], "asked": of["measured"]["of"]})
        for name, text in row.items():
            if name in known and not in_table(text, stated(known[name])):
                site.fault(path, f"{name} of {row['run']}", text, stated(known[name]))
    site.checked["table cells"] += sum(map(len, rows))


def _firmness(board: dict[str, Any], row: dict[str, Any], tried: dict[str, Any] | None) -> dict[str, Any]:
    """Return the columns that say how firm a rank is."""
    least = number_in(board["repeats"]["least_significant_difference"])
    none = "unranked" if row["rank"] is None else "not_estimable"
    best, worst = (none, none) if row["band"] is None else row["band"]
    reach = ("not_tried",) * 3 if tried is None else (*tried["by_weights"], tried["first"])
    return {
        "band_best": best,
        "band_worst": worst,
        "spread": row["spread"],
        "least_significant_difference": "not_estimable" if least is None else least,
        **dict(zip(("weights_best", "weights_worst", "weights_first"), reach)),
    }


def check_metrics_table(site: SiteFiles, path: str, pages: dict[str, RunPage]) -> None:
    """Hold the table of all metrics of a board against the records of its runs."""
    rows = site.table(path)
    listed = [(row["run"], row["metric"]) for row in rows]
    wanted = [(run, name) for run, page in pages.items() for name in _metrics_of(page.main)]
    if sorted(listed) != sorted(wanted):
        site.fault(path, "its rows are not the metrics of the board's runs", len(listed), len(wanted))
    for row in rows:
        page = pages[row["run"]]
        graph = page.main.graph
        i = graph.position.get(row["metric"])
        if i is None:
            site.fault(path, f"metric {row['metric']} of {row['run']} is not in the rubric {graph.id}")
            continue
        site.checked["table cells"] += 1
        value, reason = page.main.sheet.value[i], page.main.sheet.reason[i]
        if reason == "invalid" and row["value"]:  # as it was measured, outside of its range
            continue
        same_value = in_table(row["value"], "" if value is None else value)
        if not same_value or row["missing"] != reason:
            published = row["value"] or row["missing"]
            site.fault(path, f"{row['metric']} of {row['run']}", published, reason or value)


def _metrics_of(run: Recomputed) -> Iterator[str]:
    """Yield the metrics whose values are published: not withheld, and not of a role that did not run."""
    graph, reason = run.graph, run.sheet.reason
    absent = [f"{role}." for role in graph.roles if reason[graph.position[role]] == "not_applicable"]
    for node in graph.nodes:
        off = node["id"].startswith(tuple(absent) or ("\0",)) and not node["id"].endswith(".ran")
        if node["op"] == "metric" and not node.get("withheld") and not off:
            yield node["id"]
