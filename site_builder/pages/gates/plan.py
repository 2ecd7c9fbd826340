"""The plan of the pages of release gates; none on a site without them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from site_builder.pages.gates.cases import case_content, grid_content
from site_builder.pages.gates.conditions import conditions_content
from site_builder.pages.gates.history import gates_content
from site_builder.pages.gates.lookup import GateRun
from site_builder.pages.gates.reviewers import reviewer_content, reviewers_content
from site_builder.pages.gates.suites import suite_content
from site_builder.pages.gates.verdict import gate_content
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Page


def gate_pages(lookup: SiteLookup) -> Iterator[Page]:
    """Yield every page of the release gates."""
    gates = lookup.gates
    if not gates.suites:
        return
    yield Page("gates/", "gates.html", "Release gates", gates_content)
    for suite in gates.suites:
        title = f"Suite: {suite.suite.title}"
        yield Page(suite.address, "gate_suite.html", title, partial(suite_content, suite.slug))
        for run in suite.runs:
            yield from _run(run)


def _run(run: GateRun) -> Iterator[Page]:
    name, judgement = run.pinned.run_id, run.pinned
    yield Page(run.address, "gate.html", f"Release gate: {name}", partial(gate_content, run.slug))
    if judgement.scored is None or judgement.additions is None:
        return
    below = run.address
    conditions = partial(conditions_content, run.slug)
    yield Page(f"{below}conditions/", "gate_conditions.html", f"Conditions side by side: {name}", conditions)
    yield Page(
        f"{below}cases/", "gate_cases.html", f"Cases and conditions: {name}", partial(grid_content, run.slug)
    )
    reviewers = partial(reviewers_content, run.slug)
    yield Page(f"{below}reviewers/", "gate_reviewers.html", f"Reviewers: {name}", reviewers)
    for case in judgement.suite.cases:
        build = partial(case_content, run.slug, case.id)
        yield Page(run.case_address(case.id), "gate_case.html", f"{case.title}: {name}", build)
    for shown, part in run.reviewers.items():
        build = partial(reviewer_content, run.slug, shown)
        yield Page(f"{below}reviewers/{part}/", "gate_reviewer.html", f"{shown}: {name}", build)
