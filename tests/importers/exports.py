"""Write Favur exports for tests, and read them back."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from site_builder.records.run import Imported, RunRecord
from site_builder.sources.importers import ImportConfig
from site_builder.sources.importers.favur import FavurImporter

REPOSITORY = Path(__file__).resolve().parents[2]
LINTER = REPOSITORY / "rubric_versions" / "favur" / "standard_ruff.toml"

META: dict[str, Any] = {
    "schema": "favur-run/2",
    "run_id": "r1",
    "sow": {"id": "circles"},
    "started_at": "2026-06-01T08:00:00Z",
    "finished_at": "2026-06-01T10:00:00Z",
}
"""The required fields."""

Files = dict[str, str | bytes]


def config(project: Path, **changes: Any) -> ImportConfig:
    return ImportConfig(project=project, linter_configuration=LINTER, **changes)


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"ts": "2026-06-01T08:00:00Z", "event": kind, **fields}


def request(**fields: Any) -> dict[str, Any]:
    """A successful request with every figure; give a field as ``None`` to leave it out."""
    whole = {"model": "m", "ok": True, "input_tokens": 100, "cache_read_tokens": 50, "cache_write_tokens": 10}
    whole |= {"output_tokens": 20, "duration_ms": 2000, "cost_usd": 0.25}
    merged = {**whole, **fields}
    return event("llm_request", **{key: value for key, value in merged.items() if value is not None})


def lines(*events: dict[str, Any]) -> str:
    return "".join(json.dumps(one) + "\n" for one in events)


def packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def write_export(
    root: Path, meta: dict[str, Any] | None = None, files: Files | None = None, folder: str = "run"
) -> Path:
    """Write one export below ``root/runs``; ``meta`` is merged into the required fields."""
    path = root / "runs" / folder
    path.mkdir(parents=True, exist_ok=True)
    (path / "meta.json").write_text(json.dumps({**META, **(meta or {})}), encoding="utf-8")
    for name, content in (files or {}).items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read_one(root: Path, path: Path, **changes: Any) -> Imported:
    [imported] = FavurImporter().read([path], config(root, **changes))
    return imported


def read_run(
    root: Path, meta: dict[str, Any] | None = None, files: Files | None = None, **changes: Any
) -> RunRecord:
    """Write an export and return its run; fail when it is left out."""
    imported = read_one(root, write_export(root, meta, files), **changes)
    assert imported.run is not None, imported.problems
    return imported.run


def read_all(root: Path) -> list[Imported]:
    importer = FavurImporter()
    return importer.refuse_duplicates(importer.read(importer.discover(root / "runs"), config(root)))


def codes(imported: Imported) -> set[str]:
    return {problem.code for problem in imported.problems}


def value(run: RunRecord, metric_id: str) -> float | None:
    return run.metric(metric_id).value
