"""Measure how fast many Ruhroh results are read and compared.

200 cohorts of 50 samples, each with eight files of evidence, are written into a temporary folder: 10,000
results, 90,000 files. Wall time counts, since the comparison shares its work among processors; run it on an
idle machine.

    python benchmarks/ruhroh.py [COHORTS [SAMPLES]]
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from site_builder.cli.ruhroh_compare import compare_on, pinned_settings
from site_builder.sources.importers.ruhroh.results import read_results
from site_builder.studies.ruhroh.comparison import Campaign
from site_builder.studies.ruhroh.report import as_json, report

EXAMPLE = Path(__file__).resolve().parents[1] / (
    "runs/ruhroh/campaigns/harness-duel/results/lantern-orrery/seed-catalogue/run-01"
)
RESULT = "ruhroh-loop-result.json"
TARGETS = 20
"""Targets for each scenario: every scenario has 190 pairs."""


def write(root: Path, cohorts: int, samples: int) -> None:
    """Write ``cohorts`` × ``samples`` results, of which about three in five pass."""
    document = json.loads((EXAMPLE / RESULT).read_text("utf-8"))
    evidence = {path.name: path.read_bytes() for path in sorted(EXAMPLE.iterdir()) if path.name != RESULT}
    kept = {name: data for name, data in evidence.items() if not name.endswith(".tar.gz")}
    for number in range(cohorts):
        scenario, target = f"scenario-{number // TARGETS:03}", f"target-{number % TARGETS:02}"
        for index in range(1, samples + 1):
            folder = root / target / scenario / f"run-{index:03}"
            folder.mkdir(parents=True)
            (folder / RESULT).write_text(json.dumps(_result(document, scenario, target, index)), "utf-8")
            for name, data in kept.items():
                (folder / name).write_bytes(data)


def _result(document: dict[str, Any], scenario: str, target: str, index: int) -> dict[str, Any]:
    run = f"{scenario}-{target}-{index}"
    passed = hashlib.sha256(run.encode()).digest()[0] < 150
    manifest = document["runManifest"]
    return document | {
        "runId": run,
        "scenarioId": scenario,
        "score": 1 if passed else 0,
        "evalResult": document["evalResult"] | {"status": "passed" if passed else "failed"},
        "runManifest": manifest
        | {
            "runId": run,
            "sample": manifest["sample"] | {"id": f"{scenario}/{target}/{index}"},
            "benchmarkTarget": manifest["benchmarkTarget"] | {"targetId": target},
        },
    }


def main() -> int:
    """Measure and print."""
    cohorts, samples = (*map(int, sys.argv[1:]), *(200, 50)[len(sys.argv) - 1 :])
    settings = pinned_settings("ruhroh/0.7")
    processors = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "results"
        write(root, cohorts, samples)
        marks = [("", time.perf_counter())]
        bare = read_results(root, "results", validate=False)
        marks.append(("discovering and reading", time.perf_counter()))
        read = read_results(root, "results")
        marks.append(("the same with evidence", time.perf_counter()))
        campaign = Campaign(samples=read.samples, artifacts=read.checks)
        found = compare_on(campaign, settings, processors)
        marks.append((f"comparing on {processors} processors", time.perf_counter()))
        alone = compare_on(campaign, settings, 1)
        marks.append(("comparing on one", time.perf_counter()))
        size = len(as_json(report(found)))
        marks.append((f"report of {size / 1e6:.1f} MB", time.perf_counter()))
    print(f"{len(bare.samples)} results, {len(found.cohorts)} cohorts, {len(found.pairs)} pairs")
    for (_, begun), (name, ended) in pairwise(marks):
        print(f"  {name:<28}{ended - begun:6.2f} s")
    print(f"  {'largest size':<28}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:6.0f} MB")
    return 0 if found == alone else 1


if __name__ == "__main__":
    sys.exit(main())
