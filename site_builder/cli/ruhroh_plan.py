"""Make and write a run plan."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from site_builder.cli.writing import write_texts
from site_builder.errors import Loaded, Problem
from site_builder.records.ruhroh_target import Target
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.packs import read_pack, select
from site_builder.sources.importers.ruhroh.target_configs import read_target_config
from site_builder.studies.ruhroh.matrix import Shard, parse_shard, plan_samples
from site_builder.studies.ruhroh.plan_document import FILE, Selection, adapter_id, plan_document
from site_builder.studies.ruhroh.report import as_json
from site_builder.studies.ruhroh.settings import Settings

Json = dict[str, Any]
Rows = list[tuple[str, Target | None]]
Made = tuple[Path, Json, int]
"""Path of the plan, the plan, and the number of samples of the whole matrix."""


class PlanRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a plan is asked for."""

    scenario_dir: Path
    suite_dir: Path
    suite: str
    scenario: str
    tier: str
    adapters: tuple[str, ...]
    target_config: Path | None
    only: tuple[str, ...]
    """Ids of targets; empty for all."""
    runs: int
    shard: str
    generated_dir: Path
    created_at: str


def make_plan(request: PlanRequest, settings: Settings) -> Loaded[Made]:
    """Make the plan and write it. Nothing is written when something is wrong."""
    rows, declared, problems = _targets(request)
    shard, more = _shard(request.shard)
    problems += more
    pack = read_pack(request.scenario_dir, request.suite_dir if request.suite else None, settings)
    folders = (request.scenario_dir, request.suite_dir)
    selected = select(pack, request.suite, request.scenario, request.tier, folders)
    problems += selected.problems
    if selected.value is None or any(problem.severity == "error" for problem in problems):
        return Loaded(None, tuple(problems))
    suite, scenarios = selected.value
    matrix = plan_samples([scenario.id for scenario in scenarios], rows, request.runs)
    samples = shard.take(matrix) if shard else matrix
    if not samples:
        message = f"The part {shard} of {len(matrix)} samples is empty."
        return Loaded(None, (_option("--shard", "ruhroh.shard-empty", message, "Use fewer parts."),))
    selection = Selection(
        scenario_dir=request.scenario_dir.as_posix(),
        suite_dir=request.suite_dir.as_posix(),
        runs=request.runs,
        targets=tuple(name for name, _ in rows),
        target_config=request.target_config.as_posix() if request.target_config else "",
        shard=shard,
        generated_dir=request.generated_dir.as_posix(),
        created_at=request.created_at,
    )
    document = plan_document(selection, suite, scenarios, samples, declared)
    path = request.generated_dir / FILE
    unwritten = write_texts({path: as_json(document)})
    if unwritten is not None:
        return Loaded(None, (unwritten,))
    return Loaded((path, document, len(matrix)))


def _targets(request: PlanRequest) -> tuple[Rows, dict[str, Json], list[Problem]]:
    if request.target_config is None:
        return _adapters(request)
    if request.adapters:
        message = "Targets and adapters cannot be planned together."
        wrong = _option("--adapter", "ruhroh.adapter-with-targets", message, "Give one of the two.")
        return [], {}, [wrong]
    found = read_target_config(request.target_config, request.target_config.as_posix())
    problems = list(found.problems)
    if request.only:
        problems = [problem for problem in problems if not _of_the_whole(problem)]
    chosen = [
        (target, row)
        for target, row in zip(found.targets, found.declared, strict=True)
        if not request.only or target.target_id in request.only
    ]
    unknown = set(request.only) - {target.target_id for target, _ in chosen}
    for name in sorted(unknown):
        message = f"There is no target {name}."
        problems.append(_option("--target", "ruhroh.unknown-target", message, "Name one of the file."))
    rows: Rows = [(target.target_id, target) for target, _ in chosen]
    return rows, {target.target_id: _planned(row) for target, row in chosen}, problems


def _adapters(request: PlanRequest) -> tuple[Rows, dict[str, Json], list[Problem]]:
    names = list(dict.fromkeys(adapter_id(name) for name in request.adapters))
    if request.only:
        message = "Single targets need a target configuration."
        return [], {}, [_option("--target", "ruhroh.target-without-config", message, "Give --target-config.")]
    if not names or not all(names):
        message = "Nothing says what is to be run."
        return (
            [],
            {},
            [_option("--adapter", "ruhroh.no-adapter", message, "Give --adapter or --target-config.")],
        )
    return [(name, None) for name in names], {}, []


def _planned(row: Json) -> Json:
    """Return a target as a plan records it: without what belongs to the machine that runs it."""
    return {name: value for name, value in row.items() if name not in ("env", "adapterCommand")}


def _of_the_whole(problem: Problem) -> bool:
    """Return whether a problem is about all targets together, which does not concern a selection of them."""
    return problem.pointer == "/targets" and problem.code.startswith("targets.needs-")


def _shard(words: str) -> tuple[Shard | None, list[Problem]]:
    if not words:
        return None, []
    try:
        return parse_shard(words), []
    except ValueError as error:
        return None, [
            _option("--shard", "ruhroh.shard", f"{error}.", "Write part and number of parts, like 2/3.")
        ]


def _option(name: str, code: str, message: str, advice: str) -> Problem:
    return fault(name, "", code, message, advice)
