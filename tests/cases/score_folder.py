"""Read a folder of Favur exports, score it, and present the results in the form of the recorded cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.records.run import Imported, RunRecord
from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.graph import Graph
from site_builder.scoring.medians import cohort_medians
from site_builder.sources.importers import ImportConfig
from site_builder.sources.importers.favur import FavurImporter
from site_builder.sources.rubrics import load_graph
from tests.cases.roots import REPOSITORY
from tests.scoring.contributions import contributions

RUBRICS = REPOSITORY / "rubric_versions"

RENAMED_METRICS = {
    "asserts": "test_code.asserts",
    "tests": "test_code.tests",
    "code_loc": "deliverables.code_loc",
    "source_lines": "source.lines",
    "source_sloc": "source.sloc",
    "structure.count.classes": "test_code.classes",
    "structure.count.files": "test_code.test_files",
    "structure.count.fixtures": "test_code.fixtures",
    "structure.count.parametrize": "test_code.parametrize",
    "unauthorized_attempts": "tools.unauthorized_attempts",
}
"""Metric of a case → node of the rubric, where the names differ."""

OPTIONAL_METRICS = ("structure.",)
"""Metrics that a case lists only where they have a value."""

RENAMED_TERMS = {
    "output.code_quality_axis": "code_quality",
    "output.test_quality_axis": "test_quality",
    "output.test_quality": "test_quality",
    "output.code_quality": "code_quality",
    "output.process_discipline_axis": "process_discipline",
    "output.process_discipline": "process_discipline",
    "output.acceptance_criteria": "acceptance_criteria_met",
    "output.pass_rate": "pass_rate",
    "output.coverage_floor": "test_quality.coverage_floor",
    "output.structure": "test_quality.structure",
    "efficiency.hallucination": "tool_discipline.hallucination",
}
"""Term of a role in a case → node of the rubric; all others are ``roles.<role>.<last word>``."""


@dataclass
class ScoredFolder:
    """The runs of one folder, scored in their cohorts."""

    graph: Graph
    imported: list[Imported]
    medians: dict[str, dict[str, Median]]
    scored: dict[str, tuple[RunRecord, Scored]]

    def in_case_form(self, expected: Mapping[str, Any]) -> dict[str, Any]:
        """Return the results with the keys of ``expected``; the values are this program's own."""
        return {
            "rubric": self.graph.id,
            "invalid": self._invalid(expected.get("invalid", [])),
            "cohorts": {
                key: self._cohort(key, expected["cohorts"].get(key, {})) for key in sorted(self.medians)
            },
            "runs": {
                run_id: self._run(run, scored, expected["runs"].get(run_id, {}))
                for run_id, (run, scored) in self.scored.items()
            },
        }

    def _invalid(self, listed: list[Any]) -> list[Any]:
        """Return the exports that were left out, in whatever form the case names them."""
        left_out = {one.left_out.folder.split("/")[-1]: one.left_out for one in self.imported if one.left_out}
        known = set(left_out) | {record.run_id for record in left_out.values() if record.run_id}
        named = [item if isinstance(item, str) else str(next(iter(item.values()))) for item in listed]
        if len(listed) == len(left_out) and all(name in known for name in named):
            return listed
        return sorted(left_out)

    def _cohort(self, key: str, expected: Mapping[str, Any]) -> dict[str, Any]:
        medians = self.medians[key]
        return {
            "runs": sorted(run.run_id for run, _ in self.scored.values() if run.cohort == key),
            "medians": {
                name: medians[f"{name}.median"].value
                for name in ("cost_per_request", "billable_tokens", "turns", "code_loc")
            },
            "role_medians": _role_medians(medians, expected.get("role_medians", {})),
        }

    def _run(self, run: RunRecord, scored: Scored, expected: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "sow": run.cohort,
            "metrics": _metrics(scored, expected.get("metrics", {})),
            "components": {
                axis: {name: scored.value(f"{axis}.{name}") for name in names}
                for axis, names in expected.get("components", {}).items()
            },
            "axes": {
                subject.node: {
                    "max": scored.graph.node(f"{subject.node}.points").range[1],  # type: ignore[index]
                    "mean": scored.value(subject.node),
                    "score": scored.value(f"{subject.node}.points"),
                    "coverage": scored[subject.node].coverage,
                }
                for subject in scored.graph.layout.axes
            },
            "roles": _roles(scored, expected.get("roles", {})),
            "completion": _completion(scored),
            "composite": _composite(scored),
        }


def score_folder(runs: Path) -> ScoredFolder:
    """Import every export below ``runs`` and score it with favur/15."""
    graph = load_graph(RUBRICS / "favur" / "15.yaml", "favur/15.yaml").value
    assert graph is not None
    importer = FavurImporter()
    linter = RUBRICS / "favur" / "standard_ruff.toml"
    config = ImportConfig(project=runs.parent, linter_configuration=linter)
    imported = importer.refuse_duplicates(importer.read(importer.discover(runs), config))
    records = [one.run for one in imported if one.run is not None]
    medians = {
        key: cohort_medians(graph, ((run.run_id, run.metrics) for run in records if run.cohort == key))
        for key in sorted({run.cohort for run in records})
    }
    scored = {
        run.run_id: (run, evaluate(graph, run.metrics, medians[run.cohort]))
        for run in sorted(records, key=lambda run: run.run_id)
    }
    return ScoredFolder(graph, imported, medians, scored)


def _metrics(scored: Scored, expected: Mapping[str, Any]) -> dict[str, float | None]:
    return {name: scored.value(RENAMED_METRICS.get(name, name)) for name in expected}


def _roles(scored: Scored, expected: Mapping[str, Any]) -> dict[str, Any]:
    parts = contributions(scored, "role_points")
    result = {}
    for subject in scored.graph.layout.roles:
        role = subject.node.removeprefix("roles.")
        if not scored.value(f"{subject.node}.ran"):
            continue
        terms = expected.get(role, {}).get("terms", {})
        result[role] = {
            "ran": True,
            "weight": _weight(scored, subject.node),
            "score": scored.value(subject.node),
            "coverage": scored[subject.node].coverage,
            "terms": {term: scored.value(_term(scored, role, term)) for term in terms},
        }
        if subject.node in parts:
            result[role]["contribution"] = parts[subject.node]
    return result


def _term(scored: Scored, role: str, term: str) -> str:
    if role == "orchestrator" and term.startswith("output.deliverables"):
        return "deliverables"
    name = RENAMED_TERMS.get(term) or f"roles.{role}.{term.split('.')[1].removesuffix('_axis')}"
    assert name in {scored.graph.steps[i].id for i in scored.graph.step(f"roles.{role}.terms").inputs}, name
    return name


def _weight(scored: Scored, node_id: str) -> float:
    step = scored.graph.step("role_mean")
    return step.weights[step.inputs.index(scored.graph.position[node_id])]


def _completion(scored: Scored) -> dict[str, Any]:
    least = scored.value("completion.least")
    bonus = scored.value("completion.bonus")
    return {
        "components": {
            "milestones": scored.value("milestones_completed"),
            "acceptance_criteria": scored.value("acceptance_criteria_met"),
            "sprint_verdicts": scored.value("sprints_approved"),
            "pass_rate": scored.value("pass_rate"),
        },
        "coverage": scored["completion"].coverage,
        "least": least,
        "bonus": (0.0 if bonus is None else bonus) if least == 1 else None,
        "score": scored.value("completion"),
    }


def _composite(scored: Scored) -> dict[str, Any]:
    ran = [s.node for s in scored.graph.layout.roles if scored.value(s.node) is not None]
    return {
        "composite": scored.value("composite"),
        "role_part": scored.value("role_points"),
        "completion_part": scored.value("completion_points"),
        "weight_of_roles": sum(_weight(scored, node) for node in ran),
        "role_coverage": scored["role_mean"].coverage,
        "coverage": scored["composite"].coverage,
    }


def _role_medians(medians: Mapping[str, Median], expected: Mapping[str, Any]) -> dict[str, Any]:
    """Return the medians of roles, {role: {figure: value}}, with those the case writes as missing."""
    figures = {"usd_per_request": "cost_per_request", "billable_tokens": "billable_tokens"}
    result: dict[str, dict[str, float | None]] = {
        role: dict.fromkeys(named) for role, named in expected.items() if isinstance(named, dict)
    }
    for node_id, median in medians.items():
        if node_id.startswith("roles.") and (median.value is not None):
            _, role, figure, _ = node_id.split(".")
            written = figures[figure]
            names = expected.get(role, {})
            if written == "billable_tokens" and "token_volume" in names:
                written = "token_volume"
            result.setdefault(role, {})[written] = median.value
    return result
