"""A bad export is a problem with a place and a cure; the others are published (issue 2; R35)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from site_builder.building import build
from site_builder.receipts import Built
from tests.build.projects import SOURCES, meta, small_project, write_run

Change = Callable[[dict[str, Any]], Any]


class Bad(NamedTuple):
    """One way in which an export can be bad."""

    name: str
    write: Callable[[Path], object]
    code: str
    pointer: str | None = ""
    """Where in the file; ``None`` where the place is in words."""
    left_out: bool = True


def changed(change: Change) -> Callable[[Path], object]:
    def write(folder: Path) -> None:
        data = meta("bad", 4)
        change(data)
        write_run(folder, data)

    return write


def text(content: str | bytes) -> Callable[[Path], object]:
    return lambda folder: write_run(folder, content)


def telemetry(content: str) -> Callable[[Path], object]:
    return lambda folder: write_run(folder, meta("bad", 4), SOURCES | {"telemetry/a.jsonl": content})


def manifest(entry: dict[str, Any]) -> Callable[[Path], object]:
    return changed(lambda data: data.update(deliverables=[entry]))


BROKEN = [
    Bad("broken JSON", text('{"schema": "favur-run/2", '), "file.not-json", None),
    Bad("not UTF-8", text(b'{"schema": "\xff"}'), "file.not-utf8", None),
    Bad("a list in place of an object", text("[]"), "favur.not-an-object"),
    Bad("deeply nested JSON", text("[" * 100_000 + "]" * 100_000), "file.too-deep", None),
    Bad("wrong schema", changed(lambda d: d.update(schema="favur-run/1")), "favur.bad-schema", "/schema"),
    Bad("missing run id", changed(lambda d: d.pop("run_id")), "favur.bad-run-id", "/run_id"),
    Bad("run id with a path", changed(lambda d: d.update(run_id="../../x")), "favur.bad-run-id", "/run_id"),
    Bad("run id with a tag", changed(lambda d: d.update(run_id="<script>")), "favur.bad-run-id", "/run_id"),
    Bad("run id of a wrong type", changed(lambda d: d.update(run_id=7)), "favur.bad-run-id", "/run_id"),
    Bad("missing sow", changed(lambda d: d.pop("sow")), "favur.bad-sow", "/sow"),
    Bad(
        "time without offset",
        changed(lambda d: d.update(started_at="2026-06-04T08:00:00")),
        "favur.bad-time",
        "/started_at",
    ),
    Bad("duplicate run id", changed(lambda d: d.update(run_id="run-1")), "favur.duplicate-run", "/run_id"),
    Bad("no meta.json", lambda folder: folder.mkdir(), "favur.no-meta", None),
]

SUSPICIOUS = [
    Bad(
        "negative count",
        changed(lambda d: d["usage"].update(requests=-3)),
        "favur.bad-number",
        "/usage/requests",
        False,
    ),
    Bad(
        "count in quotes",
        changed(lambda d: d["usage"].update(requests="41")),
        "favur.bad-number",
        "/usage/requests",
        False,
    ),
    Bad(
        "NaN",
        text(json.dumps(meta("bad", 4)).replace('"coverage_percent": 84', '"coverage_percent": NaN')),
        "favur.bad-number",
        "/coverage_percent",
        False,
    ),
    Bad(
        "manifest hash that does not match",
        manifest({"path": "src/area.py", "kind": "source", "sha256": "0" * 64, "loc": 8}),
        "favur.digest-mismatch",
        "/deliverables/0/sha256",
        False,
    ),
    Bad(
        "manifest path that leads out",
        manifest({"path": "../../other/x.py", "kind": "source", "loc": 1}),
        "favur.path-refused",
        "/deliverables/0/path",
        False,
    ),
    Bad("malformed event", telemetry('{"event": "llm_request"}\n'), "favur.malformed-line", None, False),
    Bad("lines that are no JSON", telemetry("not json\n"), "favur.malformed-line", None, False),
]


def build_with(bad: Bad, root: Path) -> Built:
    project = small_project(root / "project")
    bad.write(project / "runs" / "x-bad")
    return build(project, jobs=1)


@pytest.mark.parametrize("bad", BROKEN, ids=lambda bad: bad.name)
def test_a_broken_export_is_left_out_and_the_others_are_published(bad: Bad, tmp_path: Path) -> None:
    built = build_with(bad, tmp_path)
    problem = next(p for p in built.problems if p.code == bad.code)
    assert problem.severity == "error"
    assert problem.file.startswith("runs/x-bad")
    assert bad.pointer is None or problem.pointer == bad.pointer
    assert problem.message
    assert problem.advice
    assert built.runs == 3
    assert built.left_out == 1
    dist = tmp_path / "project" / "dist"
    assert all((dist / f"runs/run-{n}/index.html").is_file() for n in (1, 2, 3))
    page = (dist / "data/left-out/index.html").read_text(encoding="utf-8")
    assert "runs/x-bad" in page
    ledger = json.loads((dist / "data/excluded.json").read_text(encoding="utf-8"))
    assert any("x-bad" in json.dumps(item) for item in ledger["left_out"])


@pytest.mark.parametrize("bad", SUSPICIOUS, ids=lambda bad: bad.name)
def test_a_suspicious_figure_is_named_and_its_run_published(bad: Bad, tmp_path: Path) -> None:
    built = build_with(bad, tmp_path)
    problem = next(p for p in built.problems if p.code == bad.code)
    assert problem.file.startswith("runs/x-bad")
    assert bad.pointer is None or problem.pointer == bad.pointer
    assert problem.advice
    assert built.runs == 4
    assert built.left_out == 0
    assert (tmp_path / "project/dist/runs/bad/index.html").is_file()


def test_a_line_of_a_hundred_megabytes_costs_neither_the_build_nor_the_other_runs(tmp_path: Path) -> None:
    project = small_project(tmp_path / "project")
    folder = write_run(project / "runs/x-long", meta("long", 4))
    (folder / "telemetry").mkdir()
    with (folder / "telemetry/a.jsonl").open("wb") as file:
        file.write(b'{"event": "session_start", "padding": "')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n{"event": "session_start"}\n')
    built = build(project, jobs=1)
    assert built.runs + built.left_out == 4
    assert built.runs >= 3


@pytest.mark.parametrize("name", ["a b", "a'b", "emoji-😀", "<script>alert(1)", "näh:er", "CON", "..x"])
def test_file_names_of_any_kind_do_no_harm(name: str, tmp_path: Path) -> None:
    project = small_project(tmp_path / "project")
    write_run(project / "runs" / name, meta("odd", 4), SOURCES | {f"workspace/src/{name}.py": "x = 1\n"})
    built = build(project, jobs=1)
    expected = 3 if name.startswith(".") else 4
    assert built.runs + built.left_out == expected
    for path in (project / "dist").rglob("*.html"):
        assert "<script>alert(1)" not in path.read_text(encoding="utf-8")


def test_hostile_words_of_an_export_stay_words(tmp_path: Path) -> None:
    """R57."""
    project = small_project(tmp_path / "project")
    data = meta("hostile", 4)
    data["configuration"] = '"><script>alert(1)</script>{{ site.title }}{% raw %}'
    data["sow"]["title"] = "<img src=x onerror=alert(2)>"
    data["models"][0]["name"] = "=HYPERLINK(1)"
    write_run(project / "runs/hostile", data)
    built = build(project, jobs=1)
    assert built.runs == 4
    for path in (project / "dist").rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    for path in (project / "dist").rglob("*.csv"):
        assert ",=HYPERLINK" not in path.read_text(encoding="utf-8")


def test_a_repeated_yaml_key_stops_the_build_and_says_where(tmp_path: Path) -> None:
    from site_builder.errors import CannotBuild

    project = small_project(tmp_path / "project")
    (project / "site.yaml").write_text("title: A\ntitle: B\ntagline: C\nboards: []\n", encoding="utf-8")
    with pytest.raises(CannotBuild) as caught:
        build(project)
    assert caught.value.problems[0].pointer == "line 2"
    assert '"title" is written twice' in caught.value.problems[0].message
