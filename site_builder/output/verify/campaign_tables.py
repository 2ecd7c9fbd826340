"""The tables of cohorts and pairs of a campaign, cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from site_builder.output.verify.site_files import SiteFiles, in_table


def check_campaign_tables(site: SiteFiles, folder: str) -> None:
    """Hold ``cohorts.csv`` and ``pairs.csv`` of a campaign against its comparison."""
    data = site.json(f"data/{folder}comparison.json")
    tries = data["settings"]["largest_k"]
    for name, cells in (("cohorts", _of_cohort), ("pairs", _of_pair)):
        site.guarded(f"data/{folder}{name}.csv", partial(_check, site, data[name], cells, tries))


def _check(
    site: SiteFiles,
    told: list[dict[str, Any]],
    cells: Callable[[dict[str, Any], int], dict[str, Any]],
    tries: int,
    path: str,
) -> None:
    rows = site.table(path)
    site.expect(path, "its lines", len(rows), len(told))
    for row, one in zip(rows, told):
        known = cells(one, tries)
        site.expect(path, f"columns of {one['id']}", [*row], [*known])
        for name, text in row.items():
            if name in known and not in_table(text, known[name]):
                site.fault(path, f"{name} of {one['id']}", text, known[name])
        site.checked["table cells"] += len(row)


def _of_cohort(one: dict[str, Any], tries: int) -> dict[str, Any]:
    rate, score, passes = one["pass_rate_interval"], one["mean_score_interval"], one["passes"]
    known = [each["value"] for each in one["pass_at_k"]]
    known += ["too_few_samples"] * (tries - len(known))
    cells: dict[str, Any] = {
        "scenario": one["scenario_id"],
        "target": one["target"],
        "samples": one["runs"],
        "minimum": one["minimum_runs"],
        "directional": _truth(one["runs"] < one["minimum_runs"]),
        "passes": passes,
        "pass_rate": one["pass_rate"],
        "pass_rate_lower": rate["lower"],
        "pass_rate_upper": rate["upper"],
        **{f"pass_at_{k}": value for k, value in enumerate(known, 1)},
        "mean_score": one["mean_score"],
        "mean_score_lower": score["lower"],
        "mean_score_upper": score["upper"],
    }
    for name, key in (("cost", "cost_usd"), ("tokens", "tokens")):
        metered = one["usage"][key]
        lacking = "not_complete" if metered["status"] != "complete" else "too_large" if passes else "no_pass"
        value = metered["per_pass"]
        cells[f"{name}_samples"] = metered["observed"]
        cells[f"{key}_per_pass"] = lacking if value is None else value
    return {**cells, "review_required": one["review_required"]}


def _of_pair(one: dict[str, Any], _: int) -> dict[str, Any]:
    interval = one["difference"]["interval"]
    states = ("varied", "unknown")
    named = {state: [v["name"] for v in one["variables"] if v["state"] == state] for state in states}
    return {
        "scenario": one["scenario_id"],
        "contender": one["contender"],
        "baseline": one["baseline"],
        "verdict": one["verdict"],
        "direction": one["direction"],
        "difference": one["difference"]["value"],
        "difference_lower": interval["lower"],
        "difference_upper": interval["upper"],
        "p_value": one["test"]["p_value"],
        "alpha": one["alpha"],
        "significant": _truth(one["significant"]),
        "disagree": _truth(one["disagree"]),
        "contender_passes": one["contender_counts"][0],
        "contender_samples": one["contender_counts"][1],
        "baseline_passes": one["baseline_counts"][0],
        "baseline_samples": one["baseline_counts"][1],
        "minimum": one["minimum_runs"],
        **{state: "|".join(names) for state, names in named.items()},
        "reasons": "|".join(sorted({check["code"] for check in one["checks"]})),
    }


def _truth(value: bool) -> str:
    return "true" if value else "false"
