"""The digest over everything that a site is made from except the runs."""

from __future__ import annotations

import hashlib

from site_builder.records.site import SITE_FILE
from site_builder.sources.project import Project, overlay
from site_builder.sources.rubric_catalogue import RubricCatalogue


def base_digest(project: Project, catalogue: RubricCatalogue) -> str:
    """Return ``sha256:`` over ``site.yaml``, templates, prose, rubrics, and which of them are released."""
    lines = [hashlib.sha256((project.root / SITE_FILE).read_bytes()).hexdigest()]
    for kind in ("templates", "content"):
        for name, path in overlay(project.layers(kind)).items():
            lines.append(f"{kind}/{name} {hashlib.sha256(path.read_bytes()).hexdigest()}")
    lines += [f"{rubric} {graph.digest}" for rubric, graph in catalogue.graphs.items()]
    lines += [f"released {rubric} {release.day}" for rubric, release in catalogue.released.items()]
    return digest_of_lines(*lines)


def digest_of_lines(*lines: str) -> str:
    """Return ``sha256:`` over lines of text."""
    text = "".join(f"{line}\n" for line in lines)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
