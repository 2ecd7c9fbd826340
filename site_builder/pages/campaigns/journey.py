"""The journey of one sample: what was planned, done, judged and kept, with the digests of its evidence."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import (
    STATUS_WORDS,
    Head,
    absent,
    head_of,
    number_of,
    place_shown,
    shown,
    told,
)
from site_builder.pages.cells import Cell, as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.records.ruhroh import ArtifactFile, Evaluation, EvidenceRef, Sample
from site_builder.studies.ruhroh.cohort_fields import canonical_label, harness_label, model_label, path_label
from site_builder.studies.ruhroh.journey import Journey, journey
from site_builder.studies.ruhroh.quality import signals

WORDS = {"passed": "Passed", "failed": "Failed", "open": "Left open"}
ERRORS = {"missing": "not there", "not_file": "no file", "unreadable": "cannot be read"}
STATES = {
    "present": "as planned",
    "differs": "departs from the plan",
    "duplicate": "one of several results for this sample",
    "excluded": "excluded",
    "missing": "missing",
}


class Kept(msgspec.Struct, frozen=True):
    """One file of evidence."""

    name: str
    path: str
    size: Cell
    sha256: str
    fault: str
    """Empty for a file that is there."""


class SampleView(msgspec.Struct, frozen=True):
    """What the template of a sample reads."""

    head: Head
    run_id: str
    outcome: str
    word: str
    cohort: str
    scenario: str
    target: str
    score: Cell
    duration: Cell
    iterations: Cell
    most_iterations: Cell
    """The limit of the loop."""
    stopped: str
    """Why the loop stopped; empty where the result does not say."""
    cost: Cell
    tokens: Cell
    path: str
    sha256: str
    planned: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[str, str], ...]
    attempts: tuple[tuple[Cell, str, str, str, str], ...]
    """(turn, status, how it stopped, failure, notes)."""
    bucket: str
    """Why it failed, as the result states it; empty or ``none`` where it states nothing."""
    evaluation: str
    confidence: str
    recorded: bool
    judge: str
    summary: str
    because: tuple[str, ...]
    criteria: tuple[tuple[str, str, str, Cell, str], ...]
    """(id, description, status, score, evidence)."""
    votes: tuple[tuple[str, str, str, str], ...]
    """(judge, verdict, confidence, rationale)."""
    commands: tuple[tuple[str, Cell, str], ...]
    """(command, exit code, summary)."""
    subscores: tuple[tuple[str, Cell], ...]
    doubts: tuple[tuple[str, str], ...]
    """(why a person should look, what it is about)."""
    signals: tuple[tuple[str, str], ...]
    """Code and detail of every weakness of the evaluation; on the page they are among the doubts."""
    metered: dict[str, str]
    """``cost`` and ``tokens``, and how far what is reported of each is complete."""
    priority: str
    faults: tuple[tuple[str, str, str, str], ...]
    """(what, which file, observed, asked for)."""
    files: tuple[Kept, ...]


def sample_content(slug: str, path: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of a sample."""
    place = lookup.campaigns.by_slug[slug]
    sample = place.sample(path)
    found = journey(place.comparison, sample, place.campaign.inventories.get(path, ()))
    view = _view(found, place)
    return Content(view, as_data(view), place.config.rubric)


def _view(found: Journey, place: CampaignPlace) -> SampleView:
    sample, evaluation = found.sample, found.sample.evaluation
    return SampleView(
        head=head_of(place, "samples"),
        run_id=sample.run_id or sample.path,
        outcome=found.outcome,
        word=WORDS[found.outcome],
        cohort=found.cohort,
        scenario=sample.scenario_id,
        target=sample.group,
        score=number_of("sample.score", sample.score, 2),
        duration=_seconds(sample),
        iterations=_stated("sample.iterations", sample.iterations, 0),
        most_iterations=_stated("sample.most_iterations", sample.max_iterations, 0),
        stopped=shown(sample.stopped_reason).replace("_", " "),
        cost=_stated("sample.cost_usd", sample.usage.cost_usd, 4),
        tokens=_stated("sample.tokens", sample.usage.total_tokens, 0),
        path=sample.path,
        sha256=sample.sha256,
        planned=tuple(_planned(found)),
        conditions=tuple((title, value or "not stated") for title, value in _conditions(sample)),
        attempts=tuple(_attempts(sample)),
        bucket=sample.failure_bucket.replace("_", " "),
        evaluation=STATUS_WORDS[evaluation.status],
        confidence=evaluation.confidence,
        recorded=evaluation.recorded,
        judge=evaluation.judge.label if evaluation.judge else "not stated",
        summary=shown(evaluation.final_summary),
        because=tuple(dict.fromkeys(map(shown, (*evaluation.reasons, *evaluation.unmet_criteria)))),
        criteria=tuple(_criteria(evaluation)),
        votes=tuple(_votes(evaluation)),
        commands=tuple(_commands(evaluation)),
        subscores=tuple(
            (name, number_of("sample.subscore", value, 2)) for name, value in evaluation.subscores.items()
        ),
        doubts=tuple(told(reason.code, reason.detail) for reason in found.reasons),
        signals=tuple((one.code, shown(one.detail)) for one in signals(sample, place.comparison.settings)),
        metered={"cost": sample.usage.cost_status, "tokens": sample.usage.tokens_status},
        priority=found.priority,
        faults=tuple(_faults(found)),
        files=tuple(_kept(file) for file in found.files),
    )


def _attempts(sample: Sample) -> Iterator[tuple[Cell, str, str, str, str]]:
    for attempt in sample.attempts:
        yield (
            number_of("sample.turn", attempt.iteration),
            attempt.status,
            shown(attempt.stop_reason or attempt.completion).replace("_", " "),
            attempt.failure_kind.replace("_", " ") or "none",
            shown(attempt.notes),
        )


def _criteria(evaluation: Evaluation) -> Iterator[tuple[str, str, str, Cell, str]]:
    for one in evaluation.criteria:
        score = number_of("sample.criterion", one.score, 2)
        yield one.id, shown(one.description), STATUS_WORDS[one.status], score, _refs(one.evidence)


def _votes(evaluation: Evaluation) -> Iterator[tuple[str, str, str, str]]:
    for vote in evaluation.votes:
        yield vote.judge.label, STATUS_WORDS[vote.status], vote.confidence, shown(vote.rationale)


def _commands(evaluation: Evaluation) -> Iterator[tuple[str, Cell, str]]:
    for one in evaluation.commands:
        yield shown(one.command), number_of("sample.exit_code", one.exit_code), shown(one.summary)


def _faults(found: Journey) -> Iterator[tuple[str, str, str, str]]:
    for fault in found.faults:
        observed, required = place_shown(fault.observed), shown(fault.required)
        yield fault.code.replace("_", " "), fault.artifact, observed, required


def _kept(file: ArtifactFile) -> Kept:
    size = absent("sample.bytes", "none") if file.bytes is None else number_of("sample.bytes", file.bytes)
    return Kept(
        file.name, place_shown(file.found or file.path), size, file.sha256, ERRORS.get(file.error, "")
    )


def _planned(found: Journey) -> Iterator[tuple[str, str]]:
    slot, row = found.sample.slot, found.planned
    yield "Planned as", row.sample_id if row else slot.id or "not planned"
    yield "What became of it", STATES[row.state] if row else "there is no plan for it"
    yield "Seed", slot.seed or "not stated"
    if row and row.note:
        yield "Note", shown(row.note)


def _conditions(sample: Sample) -> Iterator[tuple[str, str]]:
    target, stated = sample.target, sample.conditions
    yield "Adapter", f"{sample.adapter_id} {stated.adapter_version}".strip()
    if target is not None:
        yield "Stream", target.stream
        yield "Harness", harness_label(target)
        yield "Model asked for", model_label(target.requested_model)
        yield "Model that answered", model_label(target.actual_model) if target.actual_model else ""
        yield "Provider path", path_label(target.provider_path)
    yield "Agent model", model_label(stated.agent_model)
    yield "Canonical model", canonical_label(stated.agent_model)
    yield "Prompt version", stated.agent_model.prompt_version
    yield "Scenario version", stated.scenario_version
    yield "Evaluator", model_label(stated.evaluator_model)
    yield "Environment", stated.environment
    yield "Budget", stated.budget
    yield "Capabilities", stated.capabilities
    yield "Started", sample.started_at
    yield "Ended", sample.ended_at


def _refs(found: tuple[EvidenceRef, ...]) -> str:
    return "; ".join(f"{place_shown(one.ref)} ({shown(one.summary)})" for one in found) or "none"


def _seconds(sample: Sample) -> Cell:
    if sample.duration_ms is None:
        return absent("sample.duration", "not stated")
    return Cell("sample.duration", sample.duration_ms / 1000, 0, form="duration")


def _stated(node: str, value: float | None, decimals: int) -> Cell:
    return absent(node, "not reported") if value is None else number_of(node, value, decimals)
