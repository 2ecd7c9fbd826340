"""Synthetic sites for tests of pages: plausible random runs of ``favur/15``, made from a seed."""

from __future__ import annotations

import datetime as dt
import hashlib
import random
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from site_builder.boards import form_boards
from site_builder.errors import Problem
from site_builder.records.release import Release
from site_builder.records.run import Evidence, LeftOut, Metric, Model, RunRecord, Supplement
from site_builder.records.site import Board, Exclusion, Site
from site_builder.scoring.graph import Graph
from site_builder.site_data import Copies, Provenance, SiteData
from site_builder.sources.rubrics import load_graph

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
CONTENT = ROOT / "content"

CONFIGURATIONS = ("all-Aster", "Aster + Birch", "all-Birch", "Cedar Large", "Cedar mixed", "all-Dogwood")
FAMILIES = ("Aster", "Birch", "Cedar", "Dogwood")


@lru_cache(maxsize=4)
def graph(version: str = "15") -> Graph:
    """Return a rubric of the family ``favur`` as it is in the repository."""
    path = ROOT / "rubric_versions" / "favur" / f"{version}.yaml"
    loaded = load_graph(path, f"rubric_versions/favur/{version}.yaml")
    assert loaded.value is not None, loaded.problems
    return loaded.value


def run(
    run_id: str,
    *,
    seed: int = 0,
    cohort: str = "circles",
    configuration: str = "all-Aster",
    missing: float = 0.08,
    absent_roles: int = 2,
    metrics: Mapping[str, Metric] | None = None,
    **facts: object,
) -> RunRecord:
    """Return a random run; ``missing`` is the share of metrics without a value."""
    chance = random.Random(f"{run_id} {seed}")
    roles = [role.node.split(".")[-1] for role in graph().layout.roles]
    gone = set(chance.sample(roles, absent_roles))
    measured = {
        metric: _metric(metric, chance, missing, gone) for metric in graph().metrics if _known(metric, gone)
    }
    measured |= metrics or {}
    started = dt.datetime(2026, 9, 1 + chance.randrange(28), chance.randrange(24), 5, tzinfo=dt.UTC)
    finished = started + dt.timedelta(seconds=chance.randrange(900, 30000))
    family = configuration.removeprefix("all-").split(" ")[0]
    values: dict[str, object] = {
        "run_id": run_id,
        "family": "favur",
        "folder": f"runs/favur/{run_id}",
        "digest": "sha256:" + hashlib.sha256(f"{run_id} {seed}".encode()).hexdigest(),
        "cohort": cohort,
        "cohort_title": cohort.replace("-", " ").title(),
        "configuration": configuration,
        "started_at": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "finished_at": finished.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "harness": "fleet 2.10.1",
        "models": (Model(f"{family.lower()}-1", f"{family} One", family, "Example"),),
        "role_models": {role: f"{family.lower()}-1" for role in roles if role not in gone},
        "metrics": measured,
        "tools": {"python": "3.11.2", "radon": "6.0.1", "ruff": "0.17.5"},
        "files": (
            Supplement("meta.json", 4812, hashlib.sha256(run_id.encode()).hexdigest()),
            Supplement("results/junit.xml", 2210, hashlib.sha256(b"junit" + run_id.encode()).hexdigest()),
        ),
    }
    return RunRecord(**(values | facts))  # type: ignore[arg-type]


def site(count: int = 9, **changes: object) -> SiteData:
    """Return a site with two boards of one family; the second one has a third of the runs."""
    runs = [
        run(
            f"{'circles' if n % 3 else 'solar-system'}-{n:03d}",
            cohort="circles" if n % 3 else "solar-system",
            configuration=CONFIGURATIONS[n % len(CONFIGURATIONS)],
            missing=(0.0, 0.05, 0.2)[n % 3],
            absent_roles=n % 5,
        )
        for n in range(count)
    ]
    return site_of(runs, **changes)


def site_of(runs: list[RunRecord], **changes: object) -> SiteData:
    """Return a site over given runs; further arguments change what it says of itself."""
    graphs = {"favur/15": graph(), "favur/6": graph("6")}
    exclude = changes.pop("exclude", [])
    config = Board(
        family="favur",
        rubric="favur/15",
        runs="runs/favur",
        also=["favur/6"],
        exclude=[Exclusion(run=run_id, reason=reason) for run_id, reason in exclude],  # type: ignore[attr-defined]
    )
    site_values: dict[str, object] = {
        "title": "Trial board",
        "tagline": "What agent fleets make of a statement of work.",
        "demonstration": "These are synthetic runs made for tests.",
        "boards": [config],
        "url": changes.pop("url", ""),
        "names": changes.pop("names", {}),
        "repository": changes.pop("repository", ""),
    }
    files = {
        key: {f"{g.rubric.version}.yaml": (ROOT / "rubric_versions" / f"{key}.yaml").read_bytes()}
        for key, g in graphs.items()
    }
    values: dict[str, object] = {
        "site": Site(**site_values),  # type: ignore[arg-type]
        "boards": tuple(form_boards(config, runs, graphs, set())),
        "graphs": graphs,
        "left_out": (
            LeftOut(
                folder="runs/favur/broken",
                run_id="",
                reason="meta.json is not JSON.",
                problems=("json.invalid",),
            ),
        ),
        "problems": (
            Problem(
                file="runs/favur/broken/meta.json",
                pointer="line 3",
                code="json.invalid",
                message="The file is not JSON.",
                advice="Export the run again.",
                run="broken",
            ),
        ),
        "provenance": Provenance(
            data_date=max((r.finished_at[:10] for r in runs), default=""),
            digest="sha256:" + hashlib.sha256(b"site").hexdigest(),
            tool_version="0.1.0",
            tools={"python": "3.11.2", "radon": "6.0.1", "ruff": "0.17.5"},
        ),
        "copies": Copies(rubrics=files),
        "released": {
            key: Release(graph.rubric.date.isoformat(), graph.digest) for key, graph in graphs.items()
        },
    }
    return SiteData(**(values | changes))  # type: ignore[arg-type]


def _known(metric: str, gone: set[str]) -> bool:
    parts = metric.split(".")
    return not (parts[0] == "roles" and parts[1] in gone and parts[2] != "ran")


def _metric(metric: str, chance: random.Random, missing: float, gone: set[str]) -> Metric:
    last = metric.rsplit(".", 1)[-1]
    if last == "ran":
        return Metric(value=0.0 if metric.split(".")[1] in gone else 1.0)
    if last == "deliverables_named":
        return Metric(value=1.0)
    if chance.random() < missing:
        reason = chance.choice(("not_collected", "not_collected", "tool_failed", "below_minimum"))
        return Metric(reason=reason, detail=f"no {last.replace('_', ' ')} was found")  # type: ignore[arg-type]
    pointer = "/" + metric.replace(".", "/")
    return Metric(value=_value(metric, last, chance), evidence=(Evidence("meta.json", pointer),))


SCALES: dict[str, tuple[float, float]] = {
    "requests": (120, 900),
    "failed_requests": (0, 8),
    "request_time_s": (900, 9000),
    "input_tokens": (4e5, 4e6),
    "cache_read_tokens": (1e6, 9e6),
    "cache_write_tokens": (1e4, 1e5),
    "output_tokens": (6e4, 4e5),
    "sessions": (12, 90),
    "largest_prompt_tokens": (40000, 150000),
    "window_tokens": (200000, 200000),
    "smallest_window_tokens": (200000, 200000),
    "system_tokens": (4000, 9000),
    "tool_schema_tokens": (3000, 12000),
    "calls": (400, 2500),
    "ordinary_failures": (4, 90),
    "hallucinated": (0, 30),
    "retry_known": (400, 420),
    "first_try": (330, 400),
    "unauthorized_attempts": (0, 2),
    "total": (100, 160),
    "captured": (80, 99),
    "succeeded": (60, 80),
    "passed": (30, 90),
    "failed": (0, 2),
    "errors": (0, 0),
    "lines": (900, 3000),
    "sloc": (500, 900),
    "blocks": (60, 120),
    "doc_characters": (500, 6000),
    "code_loc": (700, 2500),
    "completed": (80, 99),
    "met": (85, 99),
    "approved": (90, 100),
    "rejected": (0, 1),
    "first_time": (50, 99),
}


def _value(metric: str, last: str, chance: random.Random) -> float:
    if metric in ("coverage_percent", "maintainability_index"):
        return chance.uniform(55, 99)
    if metric == "lint_violations":
        return float(chance.randrange(12))
    if metric == "complexity.total":
        return float(chance.randrange(150, 400))
    if last.endswith("_usd"):
        return chance.uniform(2, 30)
    low, high = SCALES.get(last, (0.0, 6.0))
    value = chance.uniform(low, high)
    return value if last.endswith("_s") else float(round(value))
