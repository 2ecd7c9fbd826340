"""Sites of campaigns: the demonstration, and one that was made to be looked at from every side."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from tests.ruhroh.samples import RUNS

READY, DIVIDED, CONCLUSIVE, BLOCKED = "lantern-desk", "model-duel", "harness-duel", "tinderbox-pilot"
HOSTILE = "zz-hostile"
SECRET = "AKIA" + "Z7Q2M4X6P8R1T3V5"
MARKUP = "<script>alert('summary')</script>"
SITE = """\
title: Campaigns
tagline: Repeated samples and what they show.
boards:
  - family: ruhroh
    rubric: ruhroh/0.7
    runs: runs/campaigns
"""


def project_with_campaigns(root: Path, *, hostile: bool = False, site: str = SITE) -> Path:
    """Write a project with the demonstration campaigns, with a hostile and a broken one if wanted."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "site.yaml").write_text(site, "utf-8")
    shutil.copytree(RUNS / "ruhroh", root / "runs")
    if hostile:
        campaigns = root / "runs/campaigns"
        _make_hostile(shutil.copytree(campaigns / DIVIDED, campaigns / HOSTILE))
        (campaigns / "broken").mkdir()
        (campaigns / "broken/campaign.json").write_text("{", "utf-8")
    return root


def _make_hostile(folder: Path) -> None:
    card = json.loads((folder / "campaign.json").read_text("utf-8"))
    card |= {"id": HOSTILE, "title": f"Hostile {MARKUP}"}
    (folder / "campaign.json").write_text(json.dumps(card), "utf-8")
    first, second, third = sorted(folder.rglob("ruhroh-loop-result.json"))[:3]
    _change(first, finalSummary=MARKUP)
    _change(second, finalSummary=f"The key is {SECRET}.")
    third.write_text("{", "utf-8")


def _change(path: Path, **fields: Any) -> None:
    result = json.loads(path.read_text("utf-8"))
    result["evalResult"] |= fields
    path.write_text(json.dumps(result), "utf-8")
