"""Read run plans and rerun ledgers. What is wrong with either stops the command: they decide what counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from site_builder.errors import Loaded, Problem, shorten
from site_builder.records.ruhroh_campaign import (
    LedgerEntry,
    PlannedSample,
    PlanScenario,
    PlanSuite,
    RerunLedger,
    RunPlan,
    SourceFile,
)
from site_builder.sources.importers.ruhroh.documents import fault, read_document
from site_builder.sources.importers.ruhroh.fields import Json, figure, items, name_of, record, records, text
from site_builder.sources.importers.ruhroh.targets import read_target
from site_builder.studies.ruhroh.matrix import Shard

PLAN_VERSION = "ruhroh_run_plan_v1"
LEDGER_VERSION = "ruhroh_rerun_ledger_v1"
DECISIONS = ("exclude", "rerun")
REASON_KINDS = ("infrastructure", "invalid_artifact", "operator_error", "other")


def read_plan(path: Path, shown: str) -> Loaded[RunPlan]:
    """Read one run plan."""
    loaded = read_document(path, shown, (PLAN_VERSION,))
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    value, source = loaded.value
    problems = tuple(_plan_faults(value, shown))
    return Loaded(None, problems) if problems else Loaded(_plan(value, source))


def join_plans(plans: Sequence[RunPlan]) -> Loaded[RunPlan]:
    """Put the parts of a sharded plan together, in whatever order they are given.

    The samples come in the order of the matrix, so that the parts give what the whole plan gives. Parts of
    different plans, or a sample in two parts, are a problem.
    """
    if len(plans) == 1:
        return Loaded(plans[0])
    parts = sorted(plans, key=_shard_order)
    first = parts[0]
    if [part.shard for part in parts] != [f"{index}/{len(parts)}" for index in range(1, len(parts) + 1)]:
        return Loaded(None, (_not_all_parts(parts),))
    for part in parts[1:]:
        if (part.runs, part.targets, part.suite, part.scenarios) != (
            first.runs,
            first.targets,
            first.suite,
            first.scenarios,
        ):
            return Loaded(None, (_other_plan(part),))
    samples = _interleaved([part.samples for part in parts])
    ids = [sample.sample_id for sample in samples]
    if len(set(ids)) != len(ids):
        twice = next(name for position, name in enumerate(ids) if name in ids[:position])
        return Loaded(None, (_planned_twice(parts[0], twice),))
    return Loaded(
        RunPlan(
            runs=first.runs,
            targets=first.targets,
            suite=first.suite,
            scenarios=first.scenarios,
            samples=tuple(samples),
            sources=tuple(source for part in parts for source in part.sources),
        )
    )


def read_ledger(path: Path, shown: str) -> Loaded[RerunLedger]:
    """Read a rerun ledger; a sample that is named twice is a problem."""
    loaded = read_document(path, shown, (LEDGER_VERSION,))
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    value, source = loaded.value
    if not isinstance(value.get("entries"), list):
        return Loaded(None, (_ledger_fault(shown, "/entries", "There is no list of entries."),))
    problems: list[Problem] = []
    entries: dict[str, LedgerEntry] = {}
    for position, item in enumerate(value["entries"]):
        entry, message = _entry(item)
        if entry is None or entry.sample_id in entries:
            words = message or f"The sample {shorten(entry.sample_id if entry else '')} is decided twice."
            problems.append(_ledger_fault(shown, f"/entries/{position}", words))
        else:
            entries[entry.sample_id] = entry
    if problems:
        return Loaded(None, tuple(problems))
    return Loaded(RerunLedger(entries=tuple(entries.values()), source=source))


def _plan_faults(value: Json, shown: str) -> list[Problem]:
    found = []
    for name, kind in (("selection", dict), ("generated", dict), ("scenarios", list), ("samples", list)):
        if not isinstance(value.get(name), kind):
            words = "an object" if kind is dict else "a list"
            found.append(_plan_fault(shown, f"/{name}", f"The plan has no {name}; {words} is needed."))
    for position, item in enumerate(items(value, "samples")):
        for name in ("sampleId", "scenarioId", "adapter"):
            if not (isinstance(item, dict) and isinstance(item.get(name), str)):
                found.append(_plan_fault(shown, f"/samples/{position}/{name}", "It has no text here."))
    return found


def _plan(value: Json, source: SourceFile) -> RunPlan:
    selection = record(value, "selection")
    shard = record(selection, "shard")
    index, total = figure(shard, "index"), figure(shard, "total")
    return RunPlan(
        runs=figure(selection, "runs"),
        targets=tuple(item for item in items(selection, "adapters") if isinstance(item, str)),
        shard=str(Shard(int(index), int(total))) if index and total else "",
        suite=_suite(value.get("suite")),
        scenarios=tuple(_scenario(item) for item in records(value, "scenarios")),
        samples=tuple(_sample(item) for item in records(value, "samples")),
        sources=(source,),
    )


def _suite(value: object) -> PlanSuite | None:
    if not isinstance(value, dict):
        return None
    stated = (value.get("id"), value.get("suiteVersion"), record(value, "source").get("suiteSha256"))
    return PlanSuite(
        complete=all(isinstance(part, str) for part in stated),
        id=text(value, "id"),
        version=text(value, "suiteVersion"),
        sha256=text(record(value, "source"), "suiteSha256"),
    )


def _scenario(item: Json) -> PlanScenario:
    source = record(item, "source")
    return PlanScenario(
        id=text(item, "id"),
        title=text(item, "title"),
        version=text(item, "scenarioVersion"),
        scenario_sha256=text(source, "scenarioSha256"),
        instruction_sha256=text(source, "instructionSha256"),
    )


def _sample(item: Json) -> PlannedSample:
    declared = item.get("benchmarkTarget")
    target = read_target(declared)
    return PlannedSample(
        sample_id=item["sampleId"],
        scenario_id=item["scenarioId"],
        target=item["adapter"],
        label=text(item, "label"),
        seed=name_of(item, "sampleSeed"),
        index=figure(item, "runIndex"),
        count=figure(item, "runCount"),
        declared=target,
        malformed=declared is not None and (target is None or bool(target.faults)),
    )


def _entry(item: object) -> tuple[LedgerEntry | None, str]:
    names = ("sampleId", "decision", "reasonKind", "reason", "decidedBy", "decidedAt")
    values = {name: text(item, name) for name in names}
    missing = [name for name in names if not values[name]]
    if missing:
        return None, f"The entry has no text for {missing[0]}."
    if values["decision"] not in DECISIONS:
        return None, f"The decision is {shorten(values['decision'])}, not exclude or rerun."
    if values["reasonKind"] not in REASON_KINDS:
        return None, f"The kind of reason is {shorten(values['reasonKind'])}, none that is known."
    entry = LedgerEntry(
        sample_id=name_of(item, "sampleId"),
        decision=values["decision"],  # type: ignore[arg-type]
        reason_kind=values["reasonKind"],  # type: ignore[arg-type]
        reason=values["reason"],
        decided_by=values["decidedBy"],
        decided_at=values["decidedAt"],
    )
    return entry, ""


def _shard_order(plan: RunPlan) -> tuple[int, str]:
    return int(plan.shard.split("/")[0]) if plan.shard else 0, plan.sources[0].path


def _interleaved(parts: Sequence[Sequence[PlannedSample]]) -> list[PlannedSample]:
    """Return the samples of parts that were dealt out in turn, in the order before the dealing."""
    longest = max(len(part) for part in parts)
    return [part[turn] for turn in range(longest) for part in parts if turn < len(part)]


def _other_plan(part: RunPlan) -> Problem:
    message = "This is no part of the same plan: repeats, targets, suite or scenarios differ."
    return _plan_fault(part.sources[0].path, "/selection", message)


def _not_all_parts(parts: Sequence[RunPlan]) -> Problem:
    found = ", ".join(part.shard or "a whole plan" for part in parts)
    message = f"Several plans must be all parts of one, each once; these are {found}."
    return _plan_fault(parts[0].sources[0].path, "/selection/shard", message)


def _planned_twice(part: RunPlan, sample_id: str) -> Problem:
    return _plan_fault(part.sources[0].path, "/samples", f"The sample {shorten(sample_id)} is in two parts.")


def _plan_fault(shown: str, pointer: str, message: str) -> Problem:
    return fault(shown, pointer, "ruhroh.plan-invalid", message, "Plan again with `site-builder plan`.")


def _ledger_fault(shown: str, pointer: str, message: str) -> Problem:
    advice = (
        "Give each entry sampleId, decision, reasonKind, reason, decidedBy and decidedAt; each sample once."
    )
    return fault(shown, pointer, "ruhroh.ledger-invalid", message, advice)
