"""Read a result root: every loop result in it, and what could not be read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from site_builder.errors import Problem
from site_builder.records.ruhroh import ArtifactCheck, Sample
from site_builder.sources.files import open_regular, shown
from site_builder.sources.importers.ruhroh.artifacts import check_artifacts
from site_builder.sources.importers.ruhroh.discovery import STANDARD_NAME, find_documents
from site_builder.sources.importers.ruhroh.evaluations import STATUSES
from site_builder.sources.importers.ruhroh.loop_results import read_loop_result
from site_builder.sources.importers.ruhroh.unusable_figures import unusable_figures

LARGEST = 64 * 1024 * 1024
"""Bytes of a loop result; a larger file is a problem."""


class ResultRoot(msgspec.Struct, frozen=True):
    """Everything that was read below one folder."""

    root: Path
    label: str
    """The folder as readers of problems know it."""
    samples: tuple[Sample, ...]
    """In the order in which samples are counted (see ``discovery``)."""
    checks: tuple[ArtifactCheck, ...]
    """What the validation of each sample's evidence found, in the same order; empty when it was not asked."""
    problems: tuple[Problem, ...]

    @property
    def unreadable(self) -> tuple[Problem, ...]:
        """The results that could not be read."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


def read_results(
    place: Path, label: str, *, validate: bool = True, standard_names: bool = False
) -> ResultRoot:
    """Read a folder of results, or one result file. Nothing in it makes this raise.

    ``validate`` asks for the validation of the evidence beside each result, which reads more files.
    ``standard_names`` takes results under their standard file name only, and one that lies directly in the
    folder alone; comparisons take results under any name.
    """
    if place.is_file() and not place.is_symlink():
        front = label.rpartition("/")[0]
        return _read(place.parent, front, [place.name], [], validate=validate)
    found = find_documents(place, label)
    paths = found.paths
    if standard_names:
        paths = [path for path in paths if path.rsplit("/", 1)[-1] == STANDARD_NAME]
        paths = [STANDARD_NAME] if STANDARD_NAME in paths else paths
    return _read(place, label, paths, found.problems, validate=validate)


def _read(root: Path, label: str, paths: list[str], problems: list[Problem], *, validate: bool) -> ResultRoot:
    samples, checks, faults = [], [], list(problems)
    unnamed: list[str] = []
    unjudged: list[str] = []
    unusable: dict[tuple[str, str], list[tuple[str, str]]] = {}
    base = os.fspath(root)
    for path in paths:
        try:
            with open_regular(Path(f"{base}/{path}")) as stream:
                data = stream.read(LARGEST + 1)
        except OSError as error:
            faults.append(_unreadable(label, path, f"The file could not be read ({error.strerror})."))
            continue
        if len(data) > LARGEST:
            faults.append(_unreadable(label, path, f"The file is larger than {LARGEST:,} bytes."))
            continue
        read = read_loop_result(data, path, label)
        if read.problem is not None:
            faults.append(read.problem)
        if read.sample is not None:
            samples.append(read.sample)
            unnamed += [path] * read.unnamed
            unjudged += [path] * read.unjudged
            for one in unusable_figures(read.document):
                unusable.setdefault((one.field, one.wanted), []).append((path, one.pointer))
            if validate:
                checks.append(check_artifacts(root, read.sample, read.document))
    faults += _doubts(label, unnamed, unjudged)
    faults += (_unusable(label, wanted, found) for (_, wanted), found in sorted(unusable.items()))
    return ResultRoot(root, label, tuple(samples), tuple(checks), tuple(faults))


def _doubts(label: str, unnamed: list[str], unjudged: list[str]) -> Iterator[Problem]:
    """Yield what many results of one exporter lack, once, with the first of them."""
    if unnamed:
        yield Problem(
            file=shown(f"{label}/{unnamed[0]}" if label else unnamed[0]),
            pointer="/runManifest/runAgent/adapterId",
            code="ruhroh.result-without-agent",
            message=f"{_results(unnamed)} not name the agent: a cohort without a name.",
            advice="State runManifest.benchmarkTarget.targetId, or runManifest.runAgent.adapterId.",
            severity="warning",
        )
    if unjudged:
        yield Problem(
            file=shown(f"{label}/{unjudged[0]}" if label else unjudged[0]),
            pointer="/evalResult/status",
            code="ruhroh.result-without-verdict",
            message=f"{_results(unjudged)} not state a verdict: infra_failed, whatever the score.",
            advice=f"State evalResult.status: {', '.join(STATUSES)}.",
            severity="warning",
        )


def _unusable(label: str, wanted: str, found: list[tuple[str, str]]) -> Problem:
    """Return what is wrong with one figure of many results, once, with the first of them."""
    path, pointer = found[0]
    return Problem(
        file=shown(f"{label}/{path}" if label else path),
        pointer=pointer,
        code="ruhroh.figure-unusable",
        message=f"{_results(list(dict(found)))} not state {wanted}.",
        advice="Correct the figure, or leave it out where nothing was measured.",
        severity="warning",
    )


def _results(paths: list[str]) -> str:
    return "The result does" if len(paths) == 1 else f"{len(paths)} results, this the first of them, do"


def _unreadable(label: str, path: str, message: str) -> Problem:
    return Problem(
        file=shown(f"{label}/{path}" if label else path),
        code="ruhroh.result-unreadable",
        message=f"{message} If it is a result, it is not counted.",
        advice="Check its permissions and size.",
        severity="warning" if not path.endswith(STANDARD_NAME) else "error",
    )
