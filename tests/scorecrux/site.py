"""Sites made from a few sessions, for tests of their pages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from site_builder.errors import Problem
from site_builder.loading import load_site
from site_builder.output.check import check_page
from site_builder.site_data import SiteData
from site_builder.sources.project import load_project
from tests.output.conftest import rendered
from tests.scorecrux.sessions import document, write
from tests.verify.verifier import Graph

SITE = """\
title: Sessions
tagline: What sessions are worth.
boards:
  - family: scorecrux
    rubric: scorecrux/1.3
    runs: runs
    also: [scorecrux/1.0]
"""

Files = Mapping[str, bytes]


def site_data(root: Path, *documents: Any, site: str = SITE) -> SiteData:
    """Read, score and compare sessions as a build does."""
    (root / "runs").mkdir(parents=True, exist_ok=True)
    (root / "site.yaml").write_text(site, encoding="utf-8")
    write(root / "runs", "sessions.jsonl", *documents)
    return load_site(load_project(root))


def site_files(root: Path, *documents: Any, site: str = SITE) -> Files:
    """Return every file of the site that these sessions give."""
    return rendered(site_data(root, *documents, site=site))


def page_faults(files: Files) -> list[Problem]:
    """Return what is wrong with any page: numbers that are not its data's, dead anchors, foreign requests."""
    graphs = [
        Graph(json.loads(content))
        for path, content in files.items()
        if re.fullmatch(r"data/rubrics/[^/]+/[^/]+\.graph\.json", path)
    ]
    assert graphs
    by_id = {graph.id: graph for graph in graphs}
    found: list[Problem] = []
    for path, html in files.items():
        if path.endswith(".html"):
            beside = files.get(path.removesuffix(".html") + ".json")
            data = json.loads(beside) if beside is not None else None
            found += check_page(path, html, data, by_id).faults
    return found


def usual() -> list[dict[str, Any]]:
    """Return sessions of every kind that a board has to cope with."""
    other = {"session__fixture": "flood", "fundamentals__T_human_s": 3600}
    return [
        document("plain", composite={"Cx_em": 23.4}),
        document("weaker", fundamentals__R_decision=0.4, session__arm="notes"),
        document("no-context", fundamentals__P_context=None, session__arm="notes"),
        document("unsafe", fundamentals__S_gate=0),
        document("unknown-gate", fundamentals__S_gate=None, fundamentals__R_decision=0.5),
        document("unknown-leader", fundamentals__S_gate=None, **other),
        document("gate-only", fundamentals__S_detect=None, fundamentals__S_stale=None),
        document("no-baseline", session__fixture="calm", fundamentals__T_human_s=None),
        document("corrected", fundamentals__N_corrections=2),
        document("unpriced", fundamentals__C_tokens_usd=0, session__tokens={"input": 10, "output": 5}),
        document("elsewhere", session__task_set={"id": "migrations", "version": "1"}),
    ]
