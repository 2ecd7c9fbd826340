"""Suite and run in the documents are whole: the suite composes, and the run passes its gate."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from site_builder.studies.blueprint.settings import settings_of
from tests.blueprint.builders import SCORER, TEXT, graph
from tests.build.projects import in_this_process
from tests.written_examples import DOCS, write_examples

FOLDER = "runs/blueprint/desk"
RUN = f"{FOLDER}/desk-2026-09-01"
BOARD = "{family: blueprint, rubric: blueprint/3.0, also: [blueprint/2.0.0], runs: runs/blueprint/desk}"
DOCUMENTS = ("blueprint-suite.md", "blueprint-recorded-run.md")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project of the documents, with the eight reviews and four outputs that they leave out."""
    for document in DOCUMENTS:
        write_examples(document, tmp_path)
    (tmp_path / "site.yaml").write_text(f"title: A\ntagline: B.\nboards:\n  - {BOARD}\n", "utf-8")
    run = tmp_path / RUN
    conditions = json.loads((run / "run.json").read_bytes())["conditions"]
    two = json.loads((run / "reviews.json").read_bytes())
    reviews = [review | {"condition": condition} for condition in conditions for review in two]
    (run / "reviews.json").write_text(json.dumps(reviews), "utf-8")
    output = (run / "outputs/late-ship/minimal.md").read_bytes()
    for condition in conditions:
        (run / f"outputs/late-ship/{condition}.md").write_bytes(output)
    return tmp_path


def test_the_suite_composes(project: Path) -> None:
    done = in_this_process("dry-run", f"{FOLDER}/suite", cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Dry run passed: 1 case under 5 conditions;" in done.stdout


@pytest.mark.parametrize("rubric", ["blueprint/2.0.0", "blueprint/3.0"])
def test_the_run_passes_its_gate(rubric: str, project: Path) -> None:
    done = in_this_process("gate", RUN, "--rubric", rubric, cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr


def test_both_build_a_site(project: Path) -> None:
    built = in_this_process("build", "--strict", "--json", cwd=project)
    assert built.returncode == 0, built.stderr
    said = {problem["code"] for problem in json.loads(built.stdout)["problems"]}
    assert not {code for code in said if code.startswith(("blueprint.", "suite.", "gate."))}


def test_what_the_reviews_of_the_documents_state_is_true_of_their_output(project: Path) -> None:
    output = (project / RUN / "outputs/late-ship/minimal.md").read_text("utf-8")
    stated = {one["response_words"] for one in json.loads((project / RUN / "reviews.json").read_bytes())}
    assert stated == {len(re.findall(r"\b[\w'-]+\b", output))}, "words as the dry run counts them"
    gate = in_this_process("gate", RUN, cwd=project)
    assert "response words" not in gate.stdout + gate.stderr
    assert json.loads((project / RUN / "run.json").read_bytes())["run_id"] == Path(RUN).name


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("version", [SCORER, TEXT])
def test_the_documents_name_the_conditions_of_the_rubrics_in_their_order(document: str, version: str) -> None:
    text = (DOCS / document).read_text("utf-8")
    named = re.findall(r"`(minimal|kernel|v\d[\w.]*-(?:prompt|workflow))`", text)
    assert list(dict.fromkeys(named)) == list(settings_of(graph(version).rubric, "").conditions)
