"""Sites of exports that state only part of what they may: the verifier agrees with each of them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.sources.importers.favur_schema import run_schema
from tests.build.projects import SITE, small_project, write_run
from tests.scorecrux.sessions import DOCUMENT
from tests.verify import verifier as verify
from tests.written_examples import examples

META: dict[str, Any] = json.loads(examples("favur-export.md")["meta.json"])
WHOLE = META | {"tests": {"passed": 2, "failed": 0, "errors": 0, "skipped": 0}, "coverage_percent": 90}
"""With every field that ``meta.json`` may have."""
NAMED_OTHERWISE = "names: {configuration-absent: A shown name, all-Example: Example alone}\n"
TWO_BOARDS = """\
title: One cohort
tagline: Two boards of the same runs.
boards:
  - {family: favur, rubric: favur/15, runs: runs, cohort: circles, id: all}
  - family: favur
    rubric: favur/15
    runs: runs
    cohort: circles
    id: part
    exclude: [{run: run-1, reason: tried out}]
"""


def _places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every key of an object, however deep."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(data, dict):
            yield (*at, key)
        if isinstance(value, dict | list):
            yield from _places(value, (*at, key))


def _without(whole: dict[str, Any], place: tuple[Any, ...]) -> dict[str, Any]:
    made = copy.deepcopy(whole)
    inner: Any = made
    for key in place[:-1]:
        inner = inner[key]
    del inner[place[-1]]
    return made


def _agrees(root: Path) -> verify.Site:
    build(root, jobs=1)
    found = verify.Site(str(root / "dist"), str(root))
    found.verify()
    assert found.faults == []
    return found


def _cohort(root: Path, name: str, partial: dict[str, dict[str, Any]]) -> None:
    """Write two whole runs of a statement of work, and others of which something is absent."""
    for run_id, data in ({f"{name}-whole-{n}": WHOLE for n in (1, 2)} | partial).items():
        write_run(root / "runs" / run_id, data | {"run_id": run_id, "sow": {"id": name}}, {})


def test_the_whole_run_states_every_field_of_its_schema() -> None:
    assert run_schema()["properties"].keys() == WHOLE.keys()


def test_a_site_agrees_whichever_optional_field_a_favur_run_leaves_out(tmp_path: Path) -> None:
    optional = WHOLE.keys() - set(run_schema()["required"])
    (tmp_path / "site.yaml").write_text(SITE + NAMED_OTHERWISE, encoding="utf-8")
    for field in optional:
        absent = field.replace("_", "-")
        _cohort(tmp_path, absent, {f"{absent}-absent": _without(WHOLE, (field,))})
    deeper = [place for place in _places(WHOLE) if len(place) > 1 and place[0] != "sow"]
    assert len(deeper) > 50
    _cohort(tmp_path, "deep", {f"deep-{n}": _without(WHOLE, place) for n, place in enumerate(deeper)})
    found = _agrees(tmp_path)
    assert found.checked["boards"] == len(optional) + 1
    assert found.checked["runs"] == 3 * len(optional) + 2 + len(deeper)
    record = json.loads((tmp_path / "dist/runs/configuration-absent/index.json").read_text("utf-8"))
    assert record["configuration"] == "A shown name"
    assert record["configuration_page"] is None


@pytest.mark.parametrize("stated", ["", None, ["all-Example"], 3, {}])
def test_a_site_agrees_where_a_configuration_is_stated_and_names_none(tmp_path: Path, stated: Any) -> None:
    root = small_project(tmp_path / "project")
    meta = root / "runs/run-2/meta.json"
    meta.write_text(json.dumps(json.loads(meta.read_text("utf-8")) | {"configuration": stated}), "utf-8")
    _agrees(root)


def test_a_site_agrees_whichever_optional_field_a_session_leaves_out(tmp_path: Path) -> None:
    made = {"format": DOCUMENT["format"]} | copy.deepcopy(DOCUMENT)
    made["session"] |= {"effort": "high", "harness": "Lantern", "tokens": {"input": 5, "output": 2}}
    made["session"] |= {"constraint_tools": True, "cost_basis": "list price"}
    made["session"]["model"]["provider"] = "Aurora"
    made["session"]["task_set"]["title"] = "Reviews"
    made["metadata"]["safety_context"] = "gated"
    made["composite"] = {"Cx_em": 26.04, "weights": {"w1": 3, "w2": 2, "w3": 2}}
    lines = []
    for n, place in enumerate([("metrics_version",), *_places(made)]):
        if place != ("session", "id"):
            line = _without(made, place)
            if "session" in line:
                line["session"]["id"] = f"s-{n}"
            lines.append(json.dumps(line))
    site = SITE.replace("favur/15", "scorecrux/1.3").replace("favur", "scorecrux")
    (tmp_path / "site.yaml").write_text(site, encoding="utf-8")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs/sessions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert _agrees(tmp_path).checked["runs"] > 10


def test_two_boards_of_the_same_runs_and_title_are_told_apart(tmp_path: Path) -> None:
    root = small_project(tmp_path / "project", site=TWO_BOARDS)
    assert _agrees(root).checked["boards"] == 2


@pytest.mark.parametrize("hidden", [True, False])
def test_a_run_cannot_hide_from_the_page_of_its_configuration(tmp_path: Path, hidden: bool) -> None:
    root = small_project(tmp_path / "project")
    build(root, jobs=1)
    page = next(root.glob("dist/configurations/configuration-2-*/index.json"))
    data = json.loads(page.read_text("utf-8"))
    data["boards"] = []
    page.write_text(json.dumps(data), encoding="utf-8")
    if hidden:
        for path in (root / "dist/runs/run-2/index.json", root / "dist/data/circles/runs.jsonl"):
            name = page.parent.relative_to(root / "dist").as_posix()
            path.write_text(
                path.read_text("utf-8").replace(
                    f'"configuration_page":"{name}/index.html"', '"configuration_page":null'
                ),
                encoding="utf-8",
            )
    found = verify.Site(str(root / "dist"))
    found.verify()
    whats = [fault.what for fault in found.faults]
    if hidden:
        assert "the page of its configuration" in whats
        assert "what the repeats of run-2 share" in whats
    else:
        assert "run run-2 of circles is missing there" in whats
