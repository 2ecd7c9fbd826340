"""Generate the demonstration campaigns of the Ruhroh family.

Scenarios, suites, targets and samples are invented; chance is seeded by campaign and sample, so that the same
script writes the same bytes everywhere. The archives hold what they say, stored without compression.

    python runs/generate_ruhroh.py            rewrite every campaign
    python runs/generate_ruhroh.py --check    generate beside and compare; 1 when something differs
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from demonstration.ruhroh_documents import (
    SHARED_TARGETS,
    calibration_document,
    campaign_document,
    ledger_document,
    plan_document,
    scenario_document,
    suite_document,
    targets_document,
)
from demonstration.ruhroh_material import BY_ID, CAMPAIGNS, SCENARIOS, SUITES, Campaign, Json, Slot
from demonstration.ruhroh_samples import sample_files

HERE = Path(__file__).resolve().parent
RUNS = HERE / "ruhroh"


def files() -> dict[str, bytes]:
    """Return every file of the demonstration by its path below ``runs/ruhroh``."""
    found: dict[str, bytes] = {}
    for scenario in SCENARIOS:
        found[f"scenarios/{scenario.id}/scenario.json"] = text(scenario_document(scenario))
        found[f"scenarios/{scenario.id}/instruction.md"] = f"{scenario.prompt}\n".encode()
    for suite in SUITES:
        found[f"suites/{suite}/suite.json"] = text(suite_document(suite))
    alone = [campaign.targets[0] for campaign in CAMPAIGNS if len(campaign.targets) == 1]
    found[f"targets/{SHARED_TARGETS}"] = text(targets_document(alone))
    number = 0
    for campaign in CAMPAIGNS:
        made = dict(campaign_files(campaign, found, number))
        found |= {f"campaigns/{campaign.id}/{path}": content for path, content in made.items()}
        number += len(slots(campaign, 0))
    return found


def slots(campaign: Campaign, number: int) -> list[Slot]:
    """Return the planned repeats in the order of the matrix: target, repeat, scenario."""
    places = [
        (target, index, BY_ID[name])
        for target in campaign.targets
        for index in range(1, campaign.runs + 1)
        for name in SUITES[campaign.suite]["scenarios"]
    ]
    return [
        Slot(scenario, target, index, campaign.runs, number + position)
        for position, (target, index, scenario) in enumerate(places)
    ]


def campaign_files(campaign: Campaign, written: dict[str, bytes], number: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a campaign by their path below its folder."""
    planned = slots(campaign, number)
    yield "campaign.json", text(campaign_document(campaign))
    if len(campaign.targets) > 1:
        yield "targets.json", text(targets_document(campaign.targets))
    yield "ruhroh-run-plan.json", text(plan_document(campaign, planned, written))
    if campaign.calibrated:
        yield "evaluator-calibration.json", text(calibration_document(campaign))
    if campaign.excluded:
        yield "ruhroh-rerun-ledger.json", text(ledger_document(campaign))
    left = dict(campaign.passes)
    for slot in planned:
        if slot.id in campaign.missing:
            if slot.id in campaign.excluded:
                yield f"set-aside/{slot.folder}/harbor.log", b"worker lost its disk; the run was stopped\n"
            continue
        key = (slot.scenario.id, slot.target.id)
        passed = passes(campaign, slot, left[key])
        left[key] -= passed
        for name, content in sample_files(campaign, slot, passed=passed).items():
            yield f"results/{slot.folder}/{name}", content
            if slot.id in campaign.copies and name == "ruhroh-loop-result.json":
                yield f"results/{slot.folder}/backup/{name}", content


def passes(campaign: Campaign, slot: Slot, left: int) -> bool:
    """Return whether a sample passes, so that exactly the wanted number of a cohort does."""
    if left == 0 or campaign.flaws.get(slot.id) in ("judges disagree", "evaluator failed"):
        return False
    remaining = [
        other
        for other in slots(campaign, 0)
        if (other.scenario.id, other.target.id) == (slot.scenario.id, slot.target.id)
        and other.index >= slot.index
        and other.id not in campaign.missing
        and campaign.flaws.get(other.id) not in ("judges disagree", "evaluator failed")
    ]
    drawn = int(hashlib.sha256(f"{campaign.id} {slot.id} passes".encode()).hexdigest()[:8], 16)
    return drawn % len(remaining) < left


def text(value: Json) -> bytes:
    """Return a document that people read."""
    return json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"


def differing(wanted: dict[str, bytes]) -> list[str]:
    """Return the paths that differ from what is in ``runs/ruhroh``, in either direction."""
    there = {path.relative_to(RUNS).as_posix() for path in RUNS.rglob("*") if path.is_file()}
    return sorted(
        path
        for path in there | wanted.keys()
        if path not in wanted or path not in there or (RUNS / path).read_bytes() != wanted[path]
    )


def main() -> int:
    """Write or compare, as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when a file differs")
    wanted = files()
    if parser.parse_args().check:
        different = differing(wanted)
        for path in different:
            print(f"differs: ruhroh/{path}")
        return 1 if different else 0
    shutil.rmtree(RUNS, ignore_errors=True)
    for path, content in wanted.items():
        (RUNS / path).parent.mkdir(parents=True, exist_ok=True)
        (RUNS / path).write_bytes(content)
    print(f"{len(wanted)} files, {sum(map(len, wanted.values())):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
