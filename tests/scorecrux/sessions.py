"""Sessions for tests: documents in the export format, and what reading and scoring makes of them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from site_builder.records.run import Evidence, Imported, RunRecord
from site_builder.scoring.evaluate import Scored, evaluate
from site_builder.scoring.graph import Graph
from site_builder.sources.importers import ImportConfig
from site_builder.sources.importers.scorecrux import ScoreCruxImporter
from site_builder.sources.importers.scorecrux_session import read_document
from tests.scoring.rubrics import released

README: Mapping[str, float | None] = {
    "T_orient_s": 4.2,
    "T_task_s": 156.3,
    "T_human_s": 1800,
    "R_decision": 0.875,
    "R_constraint": 1,
    "R_incident": 1,
    "P_context": 0.72,
    "A_coverage": 0,
    "K_decision": 0.88,
    "K_causal": None,
    "K_checkpoint": None,
    "S_gate": 1,
    "S_detect": 1,
    "S_stale": 1,
    "C_tokens_usd": 0.024,
    "N_tools": 8,
    "N_turns": 14,
    "N_corrections": 0,
}
"""The first example of the standard: 26.04 Em."""

DOCUMENT: dict[str, Any] = {
    "format": "scorecrux-session/1",
    "session": {
        "id": "one",
        "model": {"id": "aurora", "name": "Aurora"},
        "arm": "ledger",
        "task_set": {"id": "reviews", "version": "1"},
        "fixture": "storm",
        "started_at": "2026-08-10T07:30:00Z",
        "completed_at": "2026-08-10T09:32:37+02:00",
    },
    "metrics_version": "1.3",
    "fundamentals": dict(README),
    "metadata": {"memory_system": {"used": True, "name": "Ledger", "version": "1.4"}},
}


def rubric(version: str = "1.3") -> Graph:
    """Return a rubric of the family as a graph."""
    return released(f"scorecrux/{version}")


def document(session_id: str = "one", /, **changes: Any) -> dict[str, Any]:
    """Return the usual document with another id; ``section__key`` sets a value, ``...`` takes it away."""
    made = copy.deepcopy(DOCUMENT)
    made["session"]["id"] = session_id
    for name, value in changes.items():
        *sections, key = name.split("__")
        place = made
        for section in sections:
            place = place.setdefault(section, {})
        if value is ...:
            place.pop(key, None)
        else:
            place[key] = value
    return made


def run_of(made: Mapping[str, Any]) -> RunRecord:
    """Read a document that has to be valid."""
    read = read_document(made, Evidence("one.json"))
    assert read.run is not None, read.errors
    return read.run


def scored(made: Mapping[str, Any], graph: Graph | None = None) -> tuple[RunRecord, Scored]:
    """Read and score a document that has to be valid."""
    run = run_of(made)
    return run, evaluate(graph or rubric(), run.metrics)


def write(root: Path, name: str, *documents: Any) -> Path:
    """Write documents as a file of sessions: lines for ``.jsonl``, else the only one."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if name.endswith(".jsonl"):
        path.write_text("".join(json.dumps(one) + "\n" for one in documents), encoding="utf-8")
    else:
        path.write_text(json.dumps(documents[0], indent=1), encoding="utf-8")
    return path


def import_all(root: Path) -> list[Imported]:
    """Find and read every session below ``root`` as the pipeline does."""
    importer, config = ScoreCruxImporter(), ImportConfig(project=root, linter_configuration=root / "none")
    return importer.refuse_duplicates(importer.read(importer.discover(root), config))


def codes(imported: Iterable[Imported]) -> list[str]:
    """Return the codes of all problems in order."""
    return [problem.code for item in imported for problem in item.problems]
