"""Single stages of a build over a few generated runs, each beside the naive way of doing it.

Run as a program it prints its results as JSON, so that its memory does not count with that of the builds.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import msgspec
from exports.project import change_run, write_project

from measuring import naive
from measuring.costs import Cost, Stage, measure
from site_builder.loading import LoadedSite, load, look_at
from site_builder.measures.lint import lint_runs
from site_builder.measures.python_text import decode, parse, quiet_parsing
from site_builder.measures.source_code import measure_afresh
from site_builder.measures.telemetry import Telemetry
from site_builder.measures.test_code import measure_test_file
from site_builder.output.certify import Certifier
from site_builder.output.charts import radar
from site_builder.output.check import check_page
from site_builder.output.render import Renderer
from site_builder.pages.plan import plan_pages
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.medians import cohort_medians
from site_builder.sources.importers import ImportConfig
from site_builder.sources.importers.favur import FavurImporter
from site_builder.sources.project import Project, load_project
from site_builder.sources.store import Store

RUNS = 25
"""Runs over which a stage is measured; also a usual number of runs in one task of the pool."""
CHUNK = 1024 * 1024


def measure_stages(folder: Path, seed: int) -> Iterator[Stage]:
    """Yield every stage, measured over generated runs in ``folder``."""
    write_project(folder, RUNS, seed)
    runs = sorted((folder / "runs").iterdir())
    source = [path.read_bytes() for run in runs for path in sorted((run / "workspace/product").glob("*.py"))]
    tests = [path.read_bytes() for run in runs for path in sorted((run / "workspace/tests").rglob("*.py"))]
    yield from _code_stages(source, tests)
    yield from _telemetry_stage([run / "telemetry/events.jsonl" for run in runs])
    project = load_project(folder)
    loaded = _load(project)
    rules = loaded.data.copies.rubrics["favur/15"]["standard_ruff.toml"]
    configuration = folder / "ruff-rules.toml"
    configuration.write_bytes(rules)
    yield from _lint_stage(runs, configuration)
    importer, config = FavurImporter(), ImportConfig(project=folder, linter_configuration=configuration)
    revisions = itertools.count(1)

    def rewrite() -> None:
        """Give every run other contents, because files are remembered by content within a process."""
        revision = next(revisions)
        for number in range(RUNS):
            change_run(folder, number, seed, revision)

    yield _stage("a whole run, read and measured", "run", lambda: importer.read(runs, config), before=rewrite)
    yield from _page_stages(project, loaded, folder / "stage-out")


def _code_stages(source: list[bytes], tests: list[bytes]) -> Iterator[Stage]:
    texts = [text for text in map(decode, (*source, *tests)) if isinstance(text, str)]

    def parse_all() -> None:
        with quiet_parsing():
            for text in texts:
                parse(text)

    def figures() -> None:
        with quiet_parsing():
            for data in source:
                measure_afresh(data)

    def structure() -> None:
        with quiet_parsing():
            for data in tests:
                measure_test_file(data)

    def radon() -> None:
        for text in texts[: len(source)]:
            naive.radon_as_documented(text)

    yield _stage("parse sources and tests once", "run", parse_all)
    yield _stage(
        "complexity, maintainability, SLOC (parse included)",
        "run",
        figures,
        naive_work=radon,
        naive_way="radon's three functions, each with its own parse",
    )
    yield _stage("structure of the tests (parse included)", "run", structure)


def _telemetry_stage(files: list[Path]) -> Iterator[Stage]:
    def careful() -> None:
        for path in files:
            with path.open("rb") as stream:
                Telemetry().read_file(iter(lambda: stream.read(CHUNK), b""))

    def with_pydantic() -> None:
        for path in files:
            naive.telemetry_with_pydantic(path.read_bytes())

    yield _stage(
        "telemetry, 5,000 events",
        "run",
        careful,
        naive_work=with_pydantic,
        naive_way="a pydantic model for each line",
    )


def _lint_stage(runs: list[Path], configuration: Path) -> Iterator[Stage]:
    files = {run.name: sorted((run / "workspace/product").glob("*.py")) for run in runs}

    def one_by_one() -> None:
        for paths in files.values():
            naive.ruff_once(paths, configuration)

    yield _stage(
        f"ruff, {len(runs)} runs in one process",
        "run",
        lambda: lint_runs(files, configuration),
        naive_work=one_by_one,
        naive_way="one process for each run",
    )


def _page_stages(project: Project, loaded: LoadedSite, out: Path) -> Iterator[Stage]:
    board = loaded.data.boards[0]
    cohort = [(entry.run.run_id, entry.run.metrics) for entry in board.entries]

    def score() -> None:
        medians = cohort_medians(board.graph, cohort)
        for _, metrics in cohort:
            evaluate(board.graph, metrics, medians)

    nodes = len(board.graph.steps)
    yield _stage(f"cohort medians and a graph of {nodes} nodes evaluated", "run", score)
    renderer = Renderer(project.layers("templates"), loaded.data)
    pages = [page for page in plan_pages(loaded.data, loaded.prose) if page.template == "run.html"]

    def render() -> None:
        for page in pages:
            renderer.render(page)

    yield _stage("render a run page and its JSON", "page", render, len(pages))
    written = [renderer.render(page) for page in pages]
    graphs = Certifier(renderer.lookup).graphs

    def check() -> None:
        for html, *beside in written:
            data = msgspec.json.decode(beside[0].content) if beside else None
            check_page(html.path, html.content, data, graphs)

    def write() -> None:
        for files in written:
            for file in files:
                hashlib.sha256(file.content).hexdigest()
                target = out / file.path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.content)

    yield _stage("check the page: links, anchors, numbers", "page", check, len(pages))
    yield _stage(
        "hash and write it", "page", write, len(pages), before=lambda: shutil.rmtree(out, ignore_errors=True)
    )
    spokes = [(subject.short, 0.1 * n) for n, subject in enumerate(board.graph.layout.axes)]
    yield _stage(
        "radar chart",
        "chart",
        lambda: [radar(spokes, "key", "Axes") for _ in range(100)],
        100,
        naive_work=lambda: [naive.radar_with_plotly(spokes, "Axes") for _ in range(100)],
        naive_way="a Plotly figure object, as JSON",
    )


def _load(project: Project) -> LoadedSite:
    with Store(project.root) as store:
        return load(project, store, look_at(project))


def _stage(
    name: str,
    unit: str,
    work: Callable[[], object],
    count: int = RUNS,
    *,
    naive_work: Callable[[], object] | None = None,
    naive_way: str = "",
    before: Callable[[], object] = int,
) -> Stage:
    """Measure one stage; ``count`` is the number of units that one call works through."""
    careful = measure(work, before=before)
    slow = measure(naive_work) if naive_work is not None else None
    return Stage(name, unit, _each(careful, count), _each(slow, count) if slow else None, naive_way)


def _each(cost: Cost, count: int) -> float:
    return 1000 * cost.processor_s / count


def main() -> None:
    """Print every stage as one JSON list."""
    with tempfile.TemporaryDirectory(prefix="stages-") as place:
        print(
            json.dumps([asdict(stage) for stage in measure_stages(Path(place, "project"), int(sys.argv[1]))])
        )


if __name__ == "__main__":
    main()
