"""Release gates: every figure of their pages from the reviews, and the same values on every page."""

from __future__ import annotations

import hashlib
import re
from functools import partial
from typing import Any

from site_builder.output.verify.gate_agreement import (
    FIELDS_OF_REVIEWS,
    PairsOfRatings,
    ReviewerAgain,
    agreement_row,
    reviewer_row,
    reviewers_of,
)
from site_builder.output.verify.gate_figures import (
    COMPARED,
    GROWING,
    PartOfSuite,
    difference_row,
    growth_row,
)
from site_builder.output.verify.gate_histories import words_of_inputs
from site_builder.output.verify.gate_pages import metric_of_parts
from site_builder.output.verify.gate_reviews import ReviewedCase
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles, is_moved

GATE = re.compile(r"gates/[^/]+(/conditions)?/index\.json")
"""The data of the pages of a release gate that have nodes of its rubric."""
GRID = re.compile(r"gates/[^/]+/cases/index\.json")
"""The data of the page of all cases of a gate."""
WORD = re.compile(r"\b[\w'-]+\b")
LISTED_AT_MOST = 100
"""Disagreements that a page lists."""


def check_gate(site: SiteFiles, path: str) -> None:
    """Hold the values on a page of a release gate against those on the page of its run."""
    data = site.json(path)
    gate = site.json(f"gates/{path.split('/')[1]}/index.json")
    if not isinstance(data, dict) or "nodes" not in data or not gate["listed"]:
        return
    run = site.json(f"{gate['listed']}index.json")
    if run["rubric"]["id"] == data["rubric"]:
        site.compare(path, data["nodes"], gate["listed"], run["nodes"])


class GateReviews:
    """The pages below one release gate, held against the reviews on the pages of its cases."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], grid: str) -> None:
        """``grid`` is the path of the data of the page of all cases."""
        self.site, self.graphs = site, graphs
        self.folder = grid[: -len("cases/index.json")]
        data = site.json(grid)
        if is_moved(grid, data):
            return
        suite = site.json(f"{self.folder}index.json")["suite"][2]
        self.words = words_of_inputs(site, suite)
        self.conditions: list[str] = [name for name, _ in data["conditions"]]
        self.cases: list[ReviewedCase] = []
        self.notes: dict[str, int] = {}
        for row in data["rows"]:
            site.guarded(f"{row['address']}index.json", partial(self._case, row))
        self._grid(grid, data["rows"])
        site.guarded(f"{self.folder}conditions/index.json", self._conditions)
        site.guarded(f"{self.folder}reviewers/index.json", self._reviewers)
        site.checked["reviews"] += sum(len(o.reviewers) for case in self.cases for o in case.outputs.values())

    def _case(self, row: dict[str, Any], path: str) -> None:
        page = self.site.json(path)
        case = ReviewedCase(row, page)
        self.cases.append(case)
        self.site.expect(path, "its conditions", list(case.outputs), self.conditions)
        wanted = [
            [sum(o.accepted[n][at] for n in range(len(o.reviewers))) for o in case.outputs.values()]
            for at in range(len(case.criteria))
        ]
        wanted.append([output.acceptance for output in case.outputs.values()])
        rows = page["summary"]["rows"]
        self.site.expect(
            path, "rows of its summary", [r["title"] for r in rows], [*case.criteria, "Acceptance"]
        )
        for told, again in zip(rows, wanted):
            self.site.figure(path, f"accepted: {told['title']}", told["cells"], again)
        for output in page["outputs"]:
            found = case.outputs[output["condition"]]
            about = f"under {found.condition}"
            self.site.figure(path, f"{about}: reviews", output["reviews"], len(found.reviewers))
            known = self.words.get((case.id, found.condition))
            self.site.figure(path, f"{about}: words of its input", output["input_words"], known)
            self.site.figure(path, f"{about}: disagreements", output["disagreements"], found.disagreements)
            for note in output["notes"]:
                self.notes[note["reviewer"]] = self.notes.get(note["reviewer"], 0) + 1
            if output["file"]:
                self._text(path, about, output)

    def _text(self, path: str, about: str, output: dict[str, Any]) -> None:
        """Count an output again, where its text is a file of the site."""
        content = self.site.read(output["file"]) or b""
        text = content.decode("utf-8", "replace")
        self.site.expect(path, f"{about}: SHA-256", output["sha256"], hashlib.sha256(content).hexdigest())
        self.site.expect(path, f"{about}: its text", output["text"], text)
        self.site.figure(path, f"{about}: bytes", output["bytes"], len(content))
        self.site.figure(path, f"{about}: words", output["words"], len(WORD.findall(text)))

    def _grid(self, path: str, rows: list[dict[str, Any]]) -> None:
        for row, case in zip(rows, self.cases):
            self.site.figure(path, f"criteria of {case.id}", row["criteria"], len(case.criteria))
            told = [output["cell"] for output in row["outputs"]]
            again = [output.acceptance for output in case.outputs.values()]
            self.site.figure(path, f"acceptance of {case.id}", told, again)

    def _conditions(self, path: str) -> None:
        page = self.site.json(path)
        conditions, baseline = self.conditions, page["baseline"]
        graph = self.graphs[page["rubric"]]
        whole = PartOfSuite(self.cases, conditions, graph)
        for name, value in whole.metrics.items():
            self.site.figure(path, f"{name}, over all reviews", page["nodes"][name].get("value"), value)
        for row in page["growth"]["rows"]:
            again = growth_row(page["nodes"], conditions, baseline, GROWING[row["title"]])
            self.site.figure(path, f"growth: {row['title']}", row["cells"], again)
        others = [name for name in conditions if name != baseline]
        others.sort(key=lambda name: name != page["candidate"])
        self.site.figure(path, "its differences", len(page["differences"]), len(others))
        for condition, table in zip(others, page["differences"]):
            listed = [row["title"] for row in table["rows"]]
            self.site.expect(path, f"its rows of {condition}", listed, [*COMPARED])
            for row in table["rows"]:
                field = COMPARED[row["title"]]
                again = difference_row(self.cases, condition, baseline, field, page["confidence"])
                self.site.figure(path, f"{condition} minus {baseline}: {row['title']}", row["cells"], again)
        parts: dict[tuple[str, str], PartOfSuite] = {}
        for kind in ("risk", "category"):
            for name in {case.kinds[kind] for case in self.cases}:
                of_part = [case for case in self.cases if case.kinds[kind] == name]
                parts[kind, name] = PartOfSuite(of_part, conditions, graph)
        for table in page["parts"]:
            metric = metric_of_parts(table)
            named = sorted((row["under"], row["title"]) for row in table["rows"])
            self.site.expect(path, f"parts of {metric}", named, sorted(parts))
            for row in table["rows"]:
                again = parts[row["under"], row["title"]].row(conditions, metric)
                self.site.figure(path, f"{metric} of {row['under']} {row['title']}", row["cells"], again)

    def _reviewers(self, path: str) -> None:
        page = self.site.json(path)
        again = reviewers_of(self.cases, self.notes)
        listed = [row["title"] for row in page["reviewers"]["rows"]]
        self.site.expect(path, "its reviewers", sorted(listed), sorted(again))
        for row, beside in zip(page["reviewers"]["rows"], page["beside"]["rows"]):
            one = again[row["title"]]
            self.site.figure(path, f"what {row['title']} did", row["cells"], reviewer_row(one))
            self.site.figure(
                path,
                f"{beside['title']} beside the others",
                beside["cells"],
                [*again[beside["title"]].beside.values()],
            )
            self.site.guarded(
                f"{row['address']}index.json",
                partial(self._reviewer, row["title"], one),
            )
        outputs = [output for case in self.cases for output in case.outputs.values()]
        for row in page["agreement"]["rows"]:
            self.site.figure(
                path,
                f"agreement: {row['title']}",
                row["cells"],
                agreement_row(outputs, FIELDS_OF_REVIEWS[row["title"]]),
            )
        for row in page["by_condition"]["rows"]:
            field = FIELDS_OF_REVIEWS[row["title"]]
            raw = [
                PairsOfRatings((case.outputs[name] for case in self.cases), field).raw
                for name in self.conditions
            ]
            self.site.figure(path, f"agreement under each condition: {row['title']}", row["cells"], raw)
        count = sum(output.disagreements for output in outputs)
        self.site.figure(path, "disagreements", page["disagreements"], count)
        self.site.figure(path, "disagreements listed", len(page["differing"]), min(count, LISTED_AT_MOST))
        self.site.figure(
            path,
            "disagreements not listed",
            page["more"],
            count - LISTED_AT_MOST if count > LISTED_AT_MOST else None,
        )

    def _reviewer(self, name: str, one: ReviewerAgain, path: str) -> None:
        page = self.site.json(path)
        self.site.expect(path, "its reviewer", page["name"], name)
        rows = page["summary"]["rows"]
        for row, field in zip(rows, FIELDS_OF_REVIEWS.values()):
            again = [one.means[field], one.beside[field], one.agreement[field]]
            self.site.figure(path, f"{row['title']}", row["cells"], again)
        self.site.figure(path, "its reviews", page["reviews"], one.reviews)
        self.site.figure(path, "its notes", page["notes"], one.notes)
        accepted = [*one.shares.values()]
        self.site.expect(path, "its cases", [row[0] for row in page["rows"]], [own[0] for own in accepted])
        for (case, cells), (_, shares) in zip(page["rows"], accepted):
            for condition, cell in zip(page["conditions"], cells):
                told = None if cell is None else cell["cell"]
                what = f"acceptance of {case} under {condition}"
                self.site.figure(path, what, told, shares.get(condition))
