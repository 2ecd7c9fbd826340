"""Generate the demonstration runs of the Favur board.

Every folder under `favur/` holds a hand-written `workspace/`. This script completes it to a run
export in the format `favur-run/2`:

* `results/` comes from really running the tests of the workspace in a temporary copy;
* `meta.json`, `telemetry/` and `artifacts/` are invented, from a generator seeded by the run id and
  the profile in `PROFILES`; the figures of `meta.json` are sums over the invented events.

Same workspaces, same profiles, same bytes: nothing depends on the clock, the time zone, the hash
seed, installed pytest plugins or the place of the checkout. Counted statements and test reports
belong to CPython 3.11, pytest and coverage.py 7; another Python may count statements differently.

    python runs/generate.py            rewrite every run
    python runs/generate.py --check    generate beside and compare; 1 when something differs
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from demonstration.artifacts import artifacts
from demonstration.chance import Chance
from demonstration.meta import meta
from demonstration.models import MODELS
from demonstration.profiles import PROFILES, Profile
from demonstration.telemetry import Recorder, telemetry_files
from demonstration.workspace import GenerationError, run_tests, to_json, workspace_files

HERE = Path(__file__).resolve().parent
RUNS = HERE / "favur"
GENERATED = ("meta.json", "artifacts", "results", "telemetry")
"""What this script owns in a run folder; `workspace/` is never touched."""

BROKEN = "circles-broken-1"
"""An export that a board must leave out: its start has no offset."""


def generate(profile: Profile) -> dict[str, bytes]:
    """Return the generated files of a run by relative path."""
    workspace = RUNS / profile.run_id / "workspace"
    if not workspace.is_dir() or not workspace_files(workspace):
        where = workspace.relative_to(HERE.parent).as_posix()
        raise GenerationError(f"{profile.run_id}: {where} is missing; write it or drop the profile")
    recorder = Recorder(profile, Chance(f"{profile.run_id}/telemetry"))
    recorder.record()
    results = run_tests(workspace)
    files = {"meta.json": to_json(meta(profile, workspace, recorder, results))} | results
    if "telemetry" not in profile.missing:
        files |= telemetry_files(profile, recorder.events)
    for role, record in artifacts(profile, Chance(f"{profile.run_id}/artifacts")).items():
        files[f"artifacts/{role}.json"] = to_json(record)
    return files


def broken_run() -> dict[str, bytes]:
    """Return the export that is not valid."""
    record = {
        "schema": "favur-run/2",
        "run_id": BROKEN,
        "sow": {"id": "circles", "title": "Circles"},
        "configuration": "all-Delta",
        "started_at": "2026-07-08T21:10:00",
        "finished_at": "2026-07-08T22:41:17+05:30",
        "harness": {"name": "favur", "version": "2.4.1"},
        "models": [MODELS["delta-fast"].record()],
        "usage": {"requests": 212, "failed_requests": 9, "output_tokens": 187_430},
    }
    return {"meta.json": to_json(record)}


def generate_all() -> dict[str, dict[str, bytes]]:
    """Return the files of every run by run id."""
    runs = {profile.run_id: generate(profile) for profile in PROFILES}
    return runs | {BROKEN: broken_run()}


def existing(folder: Path) -> dict[str, bytes]:
    """Read what a run folder holds besides its workspace."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    found = {path.relative_to(folder).as_posix(): path for path in paths}
    return {
        name: path.read_bytes() for name, path in sorted(found.items()) if not name.startswith("workspace/")
    }


def rewrite(runs: Mapping[str, Mapping[str, bytes]]) -> None:
    """Replace the generated files of every run."""
    for run_id, files in runs.items():
        folder = RUNS / run_id
        for name in GENERATED:
            path = folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)


def differences(runs: Mapping[str, Mapping[str, bytes]]) -> list[str]:
    """Name the files that are not as generated; gzip files are compared by content and header."""
    found = []
    for run_id, files in sorted(runs.items()):
        present = existing(RUNS / run_id)
        for name in sorted(files.keys() | present.keys()):
            if name not in files:
                found.append(f"{run_id}/{name}: not generated")
            elif name not in present:
                found.append(f"{run_id}/{name}: absent")
            elif comparable(name, files[name]) != comparable(name, present[name]):
                found.append(f"{run_id}/{name}: differs")
    strays = {path.name for path in RUNS.iterdir() if path.is_dir()} - runs.keys()
    return found + [f"{name}: no profile" for name in sorted(strays)]


def comparable(name: str, data: bytes) -> bytes:
    """Bytes to compare; compressed bytes depend on the zlib at hand, what they hold does not."""
    if not name.endswith(".gz"):
        return data
    try:
        return data[:8] + gzip.decompress(data)
    except (OSError, EOFError):
        return data


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite or check the runs; 0 when all is well, 1 otherwise."""
    parser = argparse.ArgumentParser(description="Generate the demonstration runs.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    try:
        runs = generate_all()
    except GenerationError as error:
        print(f"generate: {error}", file=sys.stderr)
        return 1
    if options.check:
        found = differences(runs)
        print("\n".join(found) or f"{len(runs)} runs are as generated")
        return 1 if found else 0
    rewrite(runs)
    print(f"{len(runs)} runs written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
