"""The rubrics of the project, and small ones, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from site_builder.records.rubric import Rubric
from site_builder.records.run import Metric
from site_builder.scoring.graph import Graph
from site_builder.sources.rubrics import load_graph

ROOT = Path(__file__).resolve().parents[2]


@cache
def released(rubric_id: str) -> Graph:
    """Return a rubric of the project as a graph."""
    path = ROOT / "rubric_versions" / f"{rubric_id}.yaml"
    loaded = load_graph(path, path.name)
    assert loaded.value is not None, loaded.problems
    return loaded.value


def node(op: str, inputs: Any = (), unit: str = "0–1", **more: Any) -> dict[str, Any]:
    """Return one node as a rubric file would hold it, with the texts filled in."""
    return {
        "title": more.pop("title", "Title"),
        "op": op,
        "inputs": inputs or [],
        "unit": unit,
        "direction": "higher",
        "description": "Text.",
        "basis": "published",
        **more,
    }


def small_graph(nodes: Mapping[str, object], headline: str, **more: Any) -> Graph:
    """Return a graph of hand-written nodes."""
    return Graph(small_rubric(nodes, headline, **more), "sha256:0")


def small_rubric(nodes: Mapping[str, object], headline: str, **more: Any) -> Rubric:
    """Return a rubric of hand-written nodes, which need not be without fault."""
    data = {
        "format": "proofboard-rubric/2",
        "family": "small",
        "version": "1",
        "supersedes": None,
        "title": "Small",
        "summary": "For tests.",
        "date": "2026-01-01",
        "nodes": nodes,
        "layout": {"headline": headline},
        **more,
    }
    return Rubric.model_validate_json(msgspec.json.encode(data))


def metrics(**values: float) -> dict[str, Metric]:
    """Return metrics by name; ``__`` in a name stands for a dot."""
    return {name.replace("__", "."): Metric(value) for name, value in values.items()}
