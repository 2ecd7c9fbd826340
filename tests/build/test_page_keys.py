"""A page is kept only where it would say the same, whatever it was that changed.

The data of the demonstration is changed in one place after the other; every page that a build would keep is
made again and compared. A field of the data that nothing here changes fails a test, and so does a part of
the keys that could be left out without anything being found.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from site_builder.boards import form_boards
from site_builder.loading import load, look_at
from site_builder.output.parts import Part
from site_builder.output.render import Renderer
from site_builder.output.site_parts import site_parts
from site_builder.pages.key_parts import KeyParts
from site_builder.pages.keys import PageKeys
from site_builder.pages.plan import plan_pages
from site_builder.pages.prose import Prose
from site_builder.records.edition import Edition, FrozenEdition
from site_builder.records.ledger import (
    CohortEntry,
    Correction,
    Ledger,
    LedgerEntry,
    ScoreEntry,
    Withdrawal,
)
from site_builder.records.own_page import OwnPage
from site_builder.records.rubric_diff import BoardDifference, RunDifference
from site_builder.records.run import Metric, RunRecord
from site_builder.records.site import Attestation
from site_builder.scoring.result_cache import ResultCache
from site_builder.scoring.run_cache import RunCache
from site_builder.site_data import SiteData
from site_builder.sources.project import load_project
from site_builder.sources.store import Store
from site_builder.studies.ledger_check import check_ledger
from site_builder.studies.rubric_diff.compare import compare_all
from tests.build.projects import REPOSITORY

Change = Callable[[SiteData], SiteData]
Files = dict[str, bytes]


@dataclass(frozen=True)
class Demonstration:
    """The site as it is."""

    data: SiteData
    prose: Prose
    templates: tuple[Path, ...]
    compiled: Path
    files: Mapping[str, Files]
    """Name of a part that may be kept → what is written of it."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Demonstration:
    """The demonstration, read and made once."""
    project = load_project(REPOSITORY)
    with Store(project.root, enabled=False) as store:
        loaded = load(project, store, look_at(project))
    compiled = tmp_path_factory.mktemp("compiled")
    bare = Demonstration(loaded.data, loaded.prose, tuple(project.layers("templates")), compiled, {})
    return replace(bare, files={part.name: made(part) for part in parts_of(bare, loaded.data) if part.key})


def parts_of(site: Demonstration, data: SiteData) -> Iterator[Part]:
    """Yield the parts of a site with other data, in the way of a build."""
    renderer = Renderer(site.templates, data, site.compiled)
    runs = [entry.run for board in data.boards for entry in board.entries]
    keys = PageKeys(renderer.lookup, "base", {(run.folder, run.run_id): record_digest(run) for run in runs})
    yield from site_parts(renderer, plan_pages(data, site.prose), keys)


def record_digest(run: RunRecord) -> str:
    """Return a digest of everything that the record of a run holds."""
    return hashlib.sha256(
        msgspec.json.encode(msgspec.structs.replace(run, metrics=dict(run.metrics), export=dict(run.export)))
    ).hexdigest()


def made(part: Part) -> Files:
    return {file.path: file.content for file in part.make()}


def wrongly_kept(site: Demonstration, before: SiteData, after: SiteData) -> dict[str, list[str]]:
    """Return the parts that a build would keep though they would be others now → the files that differ."""
    old = {part.name: part for part in parts_of(site, before) if part.key}
    kept = [part for part in parts_of(site, after) if part.name in old and part.key == old[part.name].key]
    files = site.files if before is site.data else {part.name: made(old[part.name]) for part in kept}
    return {part.name: names for part in kept if (names := differing(files[part.name], made(part)))}


def differing(before: Files, after: Files) -> list[str]:
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


KNOWN: dict[str, bytes] = {}
CACHE = ResultCache(KNOWN)
"""Results of the runs that a change leaves alone."""


def scored_again(data: SiteData, change: Callable[[RunRecord], list[RunRecord]]) -> SiteData:
    """Return a site with other runs in the place of each, and all that follows from them."""
    runs = {
        (entry.run.folder, entry.run.run_id): entry.run for board in data.boards for entry in board.entries
    }
    changed = [new for run in runs.values() for new in change(run)]
    cache = RunCache(CACHE, {(run.folder, run.run_id): record_digest(run) for run in changed})
    taken: set[str] = set()
    boards = tuple(
        board
        for config in data.site.boards
        for board in form_boards(
            config,
            [run for run in changed if run.folder.startswith(config.runs)],
            data.graphs,
            taken,
            cache,
            ledger=data.ledger,
        )
    )
    differences = tuple(compare_all(data.graphs, data.released, boards, data.copies.rubrics, cache))
    KNOWN.update(CACHE.used)
    lost = check_ledger(data.ledger, boards, data.graphs, cache).lost_cohorts
    return replace(data, boards=boards, differences=differences, lost_cohorts=lost)


def with_run(place: float, **values: Callable[[Any], Any]) -> Change:
    """Return what changes fields of one run of every board: 0 is the first, 1 the last."""

    def change(data: SiteData) -> SiteData:
        some = {board.entries[round(place * (len(board.entries) - 1))].run.run_id for board in data.boards}

        def changed(run: RunRecord) -> list[RunRecord]:
            new = {name: value(getattr(run, name)) for name, value in values.items()}
            return [msgspec.structs.replace(run, **new) if run.run_id in some else run]

        return scored_again(data, changed)

    return change


def without_the_first(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values[1:]


def times(factor: float) -> Callable[[Mapping[str, Metric]], dict[str, Metric]]:
    return lambda metrics: {
        name: msgspec.structs.replace(metric, value=metric.value * factor) if metric.value else metric
        for name, metric in metrics.items()
    }


MIDDLE = 0.5
OF_RUNS: dict[str, tuple[Change, ...]] = {
    "run_id": (with_run(MIDDLE, run_id=lambda text: f"{text}-again"),),
    "folder": (with_run(MIDDLE, folder=lambda text: f"{text}-moved"),),
    "digest": (with_run(MIDDLE, digest=lambda text: f"sha256:{'7' * 64}"),),
    "cohort": (with_run(MIDDLE, cohort=lambda text: "another"),),
    "cohort_title": (with_run(MIDDLE, cohort_title=lambda text: "Another title"),),
    "configuration": (
        with_run(MIDDLE, configuration=lambda text: "another"),
        with_run(MIDDLE, configuration=lambda text: ""),
    ),
    "started_at": (with_run(MIDDLE, started_at=lambda text: text.replace("2026", "2025")),),
    "finished_at": (with_run(MIDDLE, finished_at=lambda text: text.replace("2026", "2027")),),
    "harness": (with_run(MIDDLE, harness=lambda text: "another 1.0"),),
    "harness_commit": (with_run(MIDDLE, harness_commit=lambda text: "0000000"),),
    "harness_command": (with_run(MIDDLE, harness_command=lambda text: "another --run"),),
    "models": (with_run(MIDDLE, models=without_the_first),),
    "role_models": (with_run(MIDDLE, role_models=lambda models: {**models, "architect": "another"}),),
    "labels": (with_run(MIDDLE, labels=lambda labels: {**labels, "arm": "another", "further": "one"}),),
    "reported": (with_run(MIDDLE, reported=lambda told: {**told, "cx_em": Metric(1.0)}),),
    "reported_weights": (with_run(MIDDLE, reported_weights=lambda told: {**told, "cx_em": 2.0}),),
    "metrics": tuple(
        with_run(place, metrics=times(factor)) for place in (0, MIDDLE, 1) for factor in (0.5, 1.001)
    ),
    "tools": (with_run(MIDDLE, tools=lambda tools: {**tools, "ruff": "0.0.1"}),),
    "files": (with_run(MIDDLE, files=without_the_first),),
    "export": (with_run(MIDDLE, export=lambda files: {**files, "more.txt": "7" * 64}),),
    "digest_of": (with_run(MIDDLE, digest_of=lambda _: ""),),
}
"""Field of a run's record → changes of it."""


def with_ledger(change: Callable[[tuple[LedgerEntry, ...]], tuple[LedgerEntry, ...]]) -> Change:
    """Return what changes the ledger, with all that follows."""

    def changed(data: SiteData) -> SiteData:
        ledger = Ledger(change(data.ledger.entries), "sha256:changed")
        return scored_again(replace(data, ledger=ledger), lambda run: [run])

    return changed


def without_the_last(kind: type[LedgerEntry]) -> Change:
    """Return what takes the last entry of a kind out of the ledger."""

    def change(entries: tuple[LedgerEntry, ...]) -> tuple[LedgerEntry, ...]:
        last = max(entry.entry for entry in entries if isinstance(entry, kind))
        return tuple(entry for entry in entries if entry.entry != last)

    return with_ledger(change)


def smaller_cohorts(entries: tuple[LedgerEntry, ...]) -> tuple[LedgerEntry, ...]:
    return tuple(
        msgspec.structs.replace(entry, runs=entry.runs[1:]) if isinstance(entry, CohortEntry) else entry
        for entry in entries
    )


RUN = "circles-flint-1"
"""A run that the ledger knows."""
WITHDRAWAL = Withdrawal(entry=99, date="2026-12-01", family="favur", run=RUN, why="it was copied")
ATTESTATION = Attestation(
    run=RUN, level="re-run", evidence="https://example.org/again", by="Somebody", date=dt.date(2026, 12, 1)
)
EDITION = FrozenEdition("2026-12", "2026-12-01", "sha256:1", "2026-11-30", "sha256:2", superseded_by="")


def without_the_run(data: SiteData) -> SiteData:
    return scored_again(data, lambda run: [] if run.run_id == RUN else [run])


def without_the_last_ranks(data: SiteData) -> SiteData:
    last = {board.ranked[-1].run.run_id for board in data.boards if board.ranked}
    return scored_again(data, lambda run: [] if run.run_id in last else [run])


def with_a_copy_of_the_run(data: SiteData) -> SiteData:
    def change(run: RunRecord) -> list[RunRecord]:
        copy = msgspec.structs.replace(run, run_id=f"{RUN}-copy", folder=f"{run.folder}-copy")
        return [run, copy] if run.run_id == RUN else [run]

    return scored_again(data, change)


def with_site(**values: Any) -> Change:
    return lambda data: replace(data, site=data.site.model_copy(update=values))


def with_provenance(**values: Any) -> Change:
    return lambda data: replace(data, provenance=replace(data.provenance, **values))


def about_the_run(data: SiteData) -> SiteData:
    problem = msgspec.structs.replace(data.problems[0], run=RUN)
    return replace(data, problems=(*data.problems, problem))


def one_rank_lower(data: SiteData) -> SiteData:
    """Return a site on which the run was one rank lower under every older version."""

    def lower(run: RunDifference) -> RunDifference:
        place = msgspec.structs.replace(run.place_before, rank=(run.place_before.rank or 0) + 1)
        return msgspec.structs.replace(run, place_before=place) if run.run == RUN else run

    def change(board: BoardDifference) -> BoardDifference:
        return msgspec.structs.replace(board, runs=tuple(map(lower, board.runs)))

    pairs = data.differences
    changed = (msgspec.structs.replace(pair, boards=tuple(map(change, pair.boards))) for pair in pairs)
    return replace(data, differences=tuple(changed))


def without_a_gate(data: SiteData) -> SiteData:
    gates, *others = data.studies
    value = replace(gates.value, runs=gates.value.runs[1:])
    return replace(data, studies=(replace(gates, value=value), *others))


OF_SITES: dict[str, tuple[Change, ...]] = {
    "site": (with_site(title="Another title"), with_site(attestations=[ATTESTATION])),
    "boards": (without_the_last_ranks, without_the_run, with_a_copy_of_the_run),
    "left_out": (lambda data: replace(data, left_out=data.left_out[1:]),),
    "problems": (lambda data: replace(data, problems=data.problems[:5]), about_the_run),
    "provenance": (
        with_provenance(data_date="2027-01-01"),
        with_provenance(digest="sha256:" + "7" * 64),
        with_provenance(tools={"python": "3.12"}),
    ),
    "studies": (
        without_a_gate,
        lambda data: replace(data, studies=data.studies[1:]),
        lambda data: replace(data, studies=data.studies[:1]),
    ),
    "differences": (
        lambda data: replace(data, differences=data.differences[1:]),
        lambda data: replace(data, differences=data.differences[:-1]),
    ),
    "ledger": (
        without_the_last(ScoreEntry),
        without_the_last(CohortEntry),
        without_the_last(Withdrawal),
        without_the_last(Correction),
        with_ledger(smaller_cohorts),
        with_ledger(lambda entries: (*entries, WITHDRAWAL)),
        with_ledger(lambda _: ()),
    ),
    "self_tests": (lambda data: replace(data, self_tests={}),),
    "lost_cohorts": (lambda data: replace(data, lost_cohorts=frozenset({1, 17})),),
    "copies": (
        lambda data: replace(data, copies=replace(data.copies, ledger=None)),
        lambda data: replace(data, copies=replace(data.copies, evidence={"report.txt": b"again"})),
    ),
    "edition": (lambda data: replace(data, edition=Edition("2026-12", "2026-12-01")),),
    "editions": (lambda data: replace(data, editions=(EDITION,)),),
    "own_pages": (lambda data: replace(data, own_pages=(OwnPage("contact", "Contact"),)),),
}
"""Field of a site's data → changes of it."""

OF_RUBRICS = {"graphs", "released"}
"""Fields that follow from rubric files and locks, of which a build has a digest in every key."""


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(change, id=f"{name}-{number}")
        for name, changes in (OF_RUNS | OF_SITES).items()
        for number, change in enumerate(changes)
    ],
)
def test_a_page_is_kept_only_where_it_would_say_the_same(change: Change, site: Demonstration) -> None:
    assert wrongly_kept(site, site.data, change(site.data)) == {}


def test_a_withdrawal_of_a_run_that_is_gone_is_told_where_the_run_was_compared(site: Demonstration) -> None:
    before = without_the_run(site.data)
    after = with_ledger(lambda entries: (*entries, WITHDRAWAL))(before)
    assert wrongly_kept(site, before, after) == {}


def test_every_field_of_the_data_is_changed() -> None:
    assert set(OF_SITES) == {field.name for field in fields(SiteData)} - OF_RUBRICS
    assert set(OF_RUNS) == set(RunRecord.__struct_fields__) - {"family"}


LEFT_OUT: dict[str, tuple[Change, ...]] = {
    "frame": OF_SITES["site"],
    "left_out": OF_SITES["left_out"],
    "record": OF_RUNS["harness"],
    "row": OF_RUNS["metrics"],
    "surroundings": OF_SITES["problems"],
    "place": OF_RUNS["metrics"],
    "terms": OF_SITES["boards"],
    "board": OF_SITES["left_out"],
    "history": OF_SITES["ledger"],
    "version_changes": (one_rank_lower,),
    "prose": OF_SITES["left_out"],
    "example": OF_RUNS["metrics"],
}
"""Part of the keys → changes of which some page would not be made again without it."""


@pytest.mark.parametrize("part", LEFT_OUT)
def test_a_part_that_the_keys_leave_out_is_found(
    part: str, site: Demonstration, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = [change(site.data) for change in LEFT_OUT[part]]
    whole = [wrongly_kept(site, site.data, data) for data in changed]
    monkeypatch.setattr(KeyParts, part, "" if part in ("frame", "left_out") else lambda self, *of: "")
    assert any(
        wrongly_kept(site, site.data, data).keys() - found.keys()
        for data, found in zip(changed, whole, strict=True)
    )


def test_no_part_of_the_keys_is_without_such_a_test() -> None:
    assert set(LEFT_OUT) == {name for name in vars(KeyParts) if not name.startswith("_")}
