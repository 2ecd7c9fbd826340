"""``rubric test``: a version tried without any run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from site_builder.cli.report import Reporter
from site_builder.cli.rubric_diffing import named_version
from site_builder.cli.styles import bold, dim
from site_builder.pages.self_tests import WORDS
from site_builder.plugins import load_plugins
from site_builder.records.self_test import SelfTest
from site_builder.sources.project import load_project
from site_builder.sources.rubric_catalogue import load_rubrics
from site_builder.studies.self_tests import self_tests


class TriedRubric(msgspec.Struct, frozen=True):
    """What trying a version gave; ``plain`` is what ``rubric test --json`` prints."""

    rubric: str
    digest: str
    tests: tuple[SelfTest, ...]
    titles: dict[str, str]
    """Node → its title, of the nodes with which a test does not hold."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, with how many nodes each test holds for."""
        tests = [
            {
                "name": test.name,
                "tried": test.tried,
                "held": test.held,
                "counterexamples": [
                    {"node": one.node, "title": self.titles[one.node], "what": one.words}
                    for one in test.counterexamples
                ],
            }
            for test in self.tests
        ]
        return {"rubric": self.rubric, "digest": self.digest, "tests": tests}


def tested(root: Path, rubric: str) -> TriedRubric:
    """Try a version of a project, or the file of a draft. Raises ``CannotBuild`` for an unknown one."""
    project = load_project(root)
    operators = load_plugins().of("operators")
    graph = named_version(rubric, load_rubrics(project, operators), project, operators)
    tests = self_tests(graph).tests
    nodes = {one.node for test in tests for one in test.counterexamples}
    return TriedRubric(
        graph.id, graph.digest, tests, {step.id: step.node.title for step in graph.steps if step.id in nodes}
    )


def say_tested(reporter: Reporter, found: TriedRubric) -> None:
    """Print each test with how many values it holds for, and those for which it does not."""
    reporter.say(f"{bold(found.rubric)} {dim(found.digest)}")
    for test in found.tests:
        title, about, of = WORDS[test.name]
        if not test.tried:
            reporter.say(f"\n{bold(title)}: nothing to try")
            continue
        reporter.say(f"\n{bold(title)}: holds for {test.held} of {test.tried} {of}")
        reporter.say(f"  {dim(about)}")
        for one in test.counterexamples:
            reporter.say(f"  {found.titles[one.node]} {dim(one.node)}: {one.words}")
