"""Screen the texts of a recorded run: what holds a secret, an address or a reviewer's id is not published."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from site_builder.errors import Problem
from site_builder.records.blueprint import DISCLOSURES
from site_builder.sources.files import Folder, shown
from site_builder.sources.secrets import Finding, scan, secret_problem
from site_builder.studies.blueprint.reasons import REVIEWS_FILE, RUN_FILE


class Screen:
    """Screens the texts of one run and collects a problem for each that is withheld."""

    def __init__(self, folder: Folder, reviews: Any) -> None:
        self._folder = folder
        self._reviews = [
            (index, review)
            for index, review in enumerate(reviews if isinstance(reviews, list) else [])
            if isinstance(review, dict)
        ]
        self.names = tuple(sorted(set(self._texts("reviewer_id"))))
        """Ids of reviewers as recorded: they are published as pseudonyms only."""
        self.problems: list[Problem] = []

    def output(self, path: str, text: str) -> tuple[str, ...]:
        """Return what a raw output seems to hold that must not be published."""
        return self._withheld(scan(text, self.names), path, "The output")

    def notes(self) -> dict[int, tuple[str, ...]]:
        """Return the same for the notes of each review, by its position; harmless ones are absent."""
        withheld = {}
        for index, review in self._reviews:
            notes = review.get("notes")
            if isinstance(notes, str) and (findings := scan(notes, self.names)):
                pointer = f"/{index}/notes"
                withheld[index] = self._withheld(findings, REVIEWS_FILE, "The note", pointer)
        return withheld

    def fields(self, run: Any) -> dict[str, tuple[str, ...]]:
        """Return the same for the disclosures of the run, by field."""
        withheld = {}
        for field in (*DISCLOSURES, "date"):
            text = run.get(field) if isinstance(run, dict) else None
            if isinstance(text, str) and (findings := scan(text, self.names)):
                withheld[field] = self._withheld(findings, RUN_FILE, "The disclosure", f"/{field}")
        return withheld

    def labels(self) -> frozenset[str]:
        """Return the case and condition ids of reviews that must not be published, as text."""
        written = {
            _as_text(review.get(field)) for _, review in self._reviews for field in ("case_id", "condition")
        }
        return frozenset(text for text in written if scan(text, self.names))

    def _texts(self, field: str) -> Iterator[str]:
        return (review[field] for _, review in self._reviews if isinstance(review.get(field), str))

    def _withheld(
        self, findings: tuple[Finding, ...], path: str, what: str, pointer: str = ""
    ) -> tuple[str, ...]:
        if findings:
            file = shown(f"{self._folder.label}/{path}")
            run = shown(self._folder.run or self._folder.label.rpartition("/")[2])
            self.problems.append(secret_problem(findings, file, what, pointer=pointer, run=run))
        return tuple(dict.fromkeys(finding.kind for finding in findings))


def _as_text(value: Any) -> str:
    """Return a value as a reason for a rejection would show it; empty where it nests too deeply."""
    try:
        return str(value)
    except RecursionError:
        return ""
