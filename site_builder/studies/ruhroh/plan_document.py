"""The run plan as a document: the matrix of samples, and digests of everything it was made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from site_builder.records.ruhroh_campaign import PlannedSample, Suite
from site_builder.records.ruhroh_pack import Scenario
from site_builder.studies.ruhroh.matrix import Shard, environment

Json = dict[str, Any]

VERSION = "ruhroh_run_plan_v1"
SCHEMA = "https://lumicorp.github.io/ruhroh/schemas/run-plan-v1.schema.json"
FILE = "ruhroh-run-plan.json"
SUFFIXES = (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts")


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked for."""

    scenario_dir: str
    suite_dir: str = ""
    runs: int
    targets: tuple[str, ...]
    """Target ids, or adapters where there is no target configuration."""
    target_config: str = ""
    shard: Shard | None = None
    generated_dir: str
    created_at: str = ""
    """Empty leaves the time out: a plan of the same inputs is the same document."""


def plan_document(
    selection: Selection,
    suite: Suite | None,
    scenarios: Sequence[Scenario],
    samples: Sequence[PlannedSample],
    declared: dict[str, Json],
) -> Json:
    """Return the plan. ``declared`` maps target ids to the targets as their configuration writes them."""
    return {
        "$schema": SCHEMA,
        "version": VERSION,
        **({"createdAt": selection.created_at} if selection.created_at else {}),
        "selection": _selection(selection, suite),
        **({"suite": _suite(suite)} if suite else {}),
        "generated": {
            "generatedDir": selection.generated_dir,
            "datasetPath": f"{selection.generated_dir}/harbor",
        },
        "scenarios": [_scenario(scenario) for scenario in scenarios],
        "samples": [_sample(sample, declared.get(sample.target)) for sample in samples],
    }


def adapter_id(name: str) -> str:
    """Return the id of an adapter that may be given as a path: its base name without a script's ending."""
    base = name.rstrip("/").rsplit("/", 1)[-1]
    ending = next((suffix for suffix in SUFFIXES if base.endswith(suffix)), "")
    return base.removesuffix(ending) if base != ending else base


def _selection(selection: Selection, suite: Suite | None) -> Json:
    return {
        "scenarioDir": selection.scenario_dir,
        "suiteDir": selection.suite_dir,
        **({"suiteId": suite.id} if suite else {}),
        "runs": selection.runs,
        "adapters": list(selection.targets),
        **({"targetConfigPath": selection.target_config} if selection.target_config else {}),
        **(
            {"shard": {"index": selection.shard.index, "total": selection.shard.total}}
            if selection.shard
            else {}
        ),
    }


def _suite(suite: Suite) -> Json:
    return {
        "id": suite.id,
        "title": suite.title,
        "suiteVersion": suite.version,
        "scenarioIds": list(suite.scenario_ids),
        "scenarioVersions": suite.scenario_versions,
        "source": {"suitePath": suite.source.path, "suiteSha256": suite.source.sha256},
    }


def _scenario(scenario: Scenario) -> Json:
    source = {
        "scenarioPath": scenario.path,
        "scenarioSha256": scenario.source.sha256 if scenario.source else "",
        "instructionPath": scenario.prompt_path,
        "instructionSha256": scenario.prompt_sha256,
    }
    return {
        "id": scenario.id,
        "title": scenario.title,
        "tier": scenario.tier,
        **({"scenarioVersion": scenario.version} if scenario.version else {}),
        "source": {name: value for name, value in source.items() if value},
    }


def _sample(sample: PlannedSample, declared: Json | None) -> Json:
    variables = environment(sample)
    return {
        "label": sample.label,
        "scenarioId": sample.scenario_id,
        "adapter": sample.target,
        "sampleId": sample.sample_id,
        "sampleSeed": sample.seed,
        "weight": 1,
        "runIndex": sample.index,
        "runCount": sample.count,
        "forwardedEnvKeys": sorted(variables),
        "environment": variables,
        **({"benchmarkTarget": declared} if declared else {}),
    }
