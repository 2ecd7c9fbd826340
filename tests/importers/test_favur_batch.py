"""Many exports at once: order, duplicates, keys, processes, bounds; one bad export costs no other."""

from __future__ import annotations

import json
import os
import pickle
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from site_builder.measures import lint
from site_builder.records.run import Imported, Metric
from site_builder.sources import files
from site_builder.sources.importers import IMPORTERS
from site_builder.sources.importers import favur_events as events_module
from site_builder.sources.importers import favur_export as export_module
from site_builder.sources.importers.favur import FavurImporter
from tests.importers.exports import (
    codes,
    config,
    event,
    lines,
    packed,
    read_all,
    read_one,
    request,
    value,
    write_export,
)

SOURCE = "import os\n\n\ndef f(a):\n    return a\n"


def test_the_importer_is_the_one_of_its_family() -> None:
    assert IMPORTERS["favur"].family == "favur"


def test_exports_are_found_in_order_of_their_names_as_bytes(tmp_path: Path) -> None:
    names = ["a", "B", "ä", "a-b", "a.b", "Z", "\U0001f600", "10", "9", ".hidden"]
    random.Random(3).shuffle(names)
    for number, name in enumerate(names):
        write_export(tmp_path, {"run_id": f"r{number}"}, folder=name)
    (tmp_path / "runs" / "file.txt").write_text("x")
    found = [path.name for path in FavurImporter().discover(tmp_path / "runs")]
    assert found == ["10", "9", "B", "Z", "a", "a-b", "a.b", "ä", "\U0001f600"]
    assert FavurImporter().discover(tmp_path / "nowhere") == []


def test_a_folder_without_meta_and_a_linked_one_are_left_out_with_a_reason(tmp_path: Path) -> None:
    write_export(tmp_path, folder="b")
    (tmp_path / "runs" / "a").mkdir()
    (tmp_path / "runs" / "c").symlink_to(tmp_path / "runs" / "b")
    first, second, third = read_all(tmp_path)
    assert second.run is not None
    for imported, code in ((first, "favur.no-meta"), (third, "favur.linked-folder")):
        assert imported.left_out is not None
        assert imported.left_out.problems == (code,)
        assert imported.left_out.reason
        assert codes(imported) == {code}


def test_a_meta_file_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    path = write_export(tmp_path)
    path.joinpath("meta.json").rename(tmp_path / "outside.json")
    path.joinpath("meta.json").symlink_to(tmp_path / "outside.json")
    imported = read_one(tmp_path, path)
    assert imported.left_out is not None
    assert imported.left_out.problems == ("file.link",)


def test_the_second_folder_with_a_run_id_is_refused_and_only_the_second(tmp_path: Path) -> None:
    write_export(tmp_path, {"started_at": "bad"}, folder="a")
    for name in ("b", "c", "d"):
        write_export(tmp_path, folder=name)
    write_export(tmp_path, {"run_id": "r2"}, folder="e")
    results = read_all(tmp_path)
    assert [imported.run.run_id if imported.run else None for imported in results] == [
        None,
        "r1",
        None,
        None,
        "r2",
    ]
    refused = results[2]
    assert refused.left_out is not None
    assert refused.left_out.problems == ("favur.duplicate-run",)
    assert refused.left_out.reason == "The run_id r1 is already that of runs/b."
    [problem] = refused.problems
    assert (problem.file, problem.pointer, problem.run) == ("runs/c/meta.json", "/run_id", "r1")


def test_a_batch_gives_what_its_exports_give_alone_in_any_order(tmp_path: Path) -> None:
    for number in range(5):
        files = {
            "workspace/a.py": SOURCE * (number + 1),
            "telemetry/a.jsonl": lines(request(cost_usd=0.1 * number)),
        }
        write_export(tmp_path, {"run_id": f"r{number}"}, dict(files), folder=f"r{number}")
    write_export(tmp_path, {"sow": None}, folder="broken")
    importer, settings = FavurImporter(), config(tmp_path)
    folders = importer.discover(tmp_path / "runs")
    together = importer.read(folders, settings)
    assert together == [one for folder in folders for one in importer.read([folder], settings)]
    assert together[::-1] == importer.read(folders[::-1], settings)
    assert importer.read([], settings) == []


def test_the_linter_runs_once_over_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    popen = lint.subprocess.Popen

    def counting(*arguments: Any, **options: Any) -> Any:
        started.append(arguments)
        return popen(*arguments, **options)

    lint.ruff_version()
    for number in range(20):
        write_export(tmp_path, {"run_id": f"r{number}"}, {"workspace/a.py": SOURCE}, folder=f"r{number}")
    monkeypatch.setattr(lint.subprocess, "Popen", counting)
    results = read_all(tmp_path)
    assert [value(one.run, "lint_violations") for one in results if one.run] == [1] * 20
    assert len(started) == 1


def test_an_export_that_this_program_fails_on_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        write_export(tmp_path, {"run_id": name}, {"workspace/a.py": SOURCE}, folder=name)
    honest = export_module.read_manifest

    def failing(meta: Any) -> Any:
        if meta.record["run_id"] == "a":
            raise ZeroDivisionError
        return honest(meta)

    monkeypatch.setattr(export_module, "read_manifest", failing)
    first, second = read_all(tmp_path)
    assert first.left_out is not None
    assert first.left_out.problems == ("favur.not-read",)
    assert second.run is not None
    assert value(second.run, "lint_violations") == 1


def test_what_is_sent_and_returned_survives_a_process_boundary(tmp_path: Path) -> None:
    path = write_export(tmp_path, files={"workspace/a.py": SOURCE, "telemetry/a.jsonl": lines(request())})
    importer, settings, folders = pickle.loads(pickle.dumps((FavurImporter(), config(tmp_path), [path])))
    [imported] = importer.read(folders, settings)
    assert pickle.loads(pickle.dumps(imported)) == imported
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(imported), type=Imported) == imported
    assert len(msgspec.msgpack.encode(imported)) < 32_000


def test_every_metric_has_a_value_with_evidence_or_a_reason_with_a_detail(tmp_path: Path) -> None:
    metrics: dict[str, Metric] = {}
    for root in (tmp_path / "bare", tmp_path / "full"):
        full = root.name == "full"
        meta = {"usage": {"requests": 3}, "roles": {"code": {"model": "m", "context": {}}}} if full else {}
        files = {"workspace/a.py": SOURCE, "telemetry/a.jsonl": lines(request(role="test"))} if full else {}
        run = read_one(root, write_export(root, meta, dict(files))).run
        assert run is not None
        metrics |= {f"{root.name} {name}": metric for name, metric in run.metrics.items()}
    for name, metric in metrics.items():
        assert (metric.value is None) == (metric.reason is not None), name
        assert bool(metric.evidence) if metric.value is not None else bool(metric.detail), name
        assert metric.value is None or type(metric.value) is float, name


def test_the_content_key_changes_with_everything_that_read_depends_on(tmp_path: Path) -> None:
    importer = FavurImporter()
    path = write_export(tmp_path, files={"workspace/a.py": SOURCE})
    settings = config(tmp_path)
    keys = [importer.content_key(path, settings)]
    assert importer.content_key(path, settings) == keys[0]

    (path / "workspace" / "a.py").write_text(SOURCE + "\n")
    keys.append(importer.content_key(path, settings))
    (path / "workspace" / "a.py").rename(path / "workspace" / "b.py")
    keys.append(importer.content_key(path, settings))
    (path / "link").symlink_to("one")
    keys.append(importer.content_key(path, settings))
    (path / "link").unlink()
    (path / "link").symlink_to("two")
    keys.append(importer.content_key(path, settings))
    (path / "workspace2").mkdir()
    keys.append(importer.content_key(path, settings))
    ruff = tmp_path / "ruff.toml"
    ruff.write_text("line-length = 80\n")
    changed = msgspec.structs.replace(settings, linter_configuration=ruff)
    keys.append(importer.content_key(path, changed))
    ruff.write_text("line-length = 81\n")
    keys.append(importer.content_key(path, changed))
    moved = path.rename(path.parent / "moved")
    keys.append(importer.content_key(moved, settings))
    (path.parent / "linked").symlink_to(moved)
    keys.append(importer.content_key(path.parent / "linked", settings))
    assert len(set(keys)) == len(keys)


def test_the_content_key_does_not_change_with_times_or_the_place_of_the_project(tmp_path: Path) -> None:
    importer = FavurImporter()
    keys = set()
    for root in (tmp_path / "one", tmp_path / "two"):
        path = write_export(root, files={"workspace/a.py": SOURCE})
        os.utime(path / "meta.json", (len(keys), len(keys)))
        keys.add(importer.content_key(path, config(root)))
    assert len(keys) == 1


def test_the_digest_and_the_files_of_a_run_are_those_of_its_export(tmp_path: Path) -> None:
    files = {"telemetry/a.jsonl": lines(request()), "artifacts/scout.json": "{}", "workspace/a.py": SOURCE}
    run = read_one(tmp_path, write_export(tmp_path, files={**files, "results/junit.xml": "<a/>"})).run
    again = read_one(tmp_path / "x", write_export(tmp_path / "x", files=dict(files))).run
    assert run is not None
    assert again is not None
    named = [supplement.path for supplement in run.files]
    assert named == ["artifacts/scout.json", "meta.json", "results/junit.xml", "telemetry/a.jsonl"]
    assert all(len(supplement.sha256) == 64 and supplement.bytes for supplement in run.files)
    assert run.digest.startswith("sha256:")
    assert run.digest != again.digest


def test_the_tools_that_digits_depend_on_are_named(tmp_path: Path) -> None:
    run = read_one(tmp_path, write_export(tmp_path)).run
    assert run is not None
    assert set(run.tools) == {"python", "radon", "ruff"}
    assert run.tools["radon"] == "6.0.1"


# --- bounds ------------------------------------------------------------------------------------------------


def test_a_telemetry_line_of_a_hundred_megabytes_is_reported_and_the_others_count(tmp_path: Path) -> None:
    path = write_export(tmp_path, files={"telemetry/b.jsonl": lines(event("command"))})
    with (path / "telemetry" / "a.jsonl").open("wb") as stream:
        stream.write(lines(event("command")).encode() + b'{"event": "command", "command": "')
        for _ in range(100):
            stream.write(b"x" * 1_000_000)
        stream.write(b'"}\n' + lines(event("command")).encode())
    began = time.perf_counter()
    imported = read_one(tmp_path, path)
    assert time.perf_counter() - began < 20
    assert imported.run is not None
    assert value(imported.run, "commands.total") == 3
    [problem] = imported.problems
    assert (problem.code, problem.pointer) == ("favur.malformed-line", "line 2")
    assert problem.file == "runs/run/telemetry/a.jsonl"


def test_a_packed_bomb_is_expanded_to_the_limit_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "LARGEST", 2_000_000)
    one = lines(event("command"))
    bomb = packed(one * (10_000_000 // len(one)))
    imported = read_one(tmp_path, write_export(tmp_path, files={"telemetry/a.jsonl.gz": bomb}))
    assert imported.run is not None
    assert value(imported.run, "commands.total") == 2_000_000 // len(one)
    [problem] = imported.problems
    assert problem.code == "favur.interrupted"
    assert "2,000,000 bytes" in problem.message


def test_the_same_limit_holds_for_files_that_are_not_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = lines(event("command"))
    monkeypatch.setattr(events_module, "LARGEST", 10 * len(one))
    exact = read_one(tmp_path / "a", write_export(tmp_path / "a", files={"telemetry/a.jsonl": one * 10}))
    more = read_one(tmp_path / "b", write_export(tmp_path / "b", files={"telemetry/a.jsonl": one * 11}))
    assert exact.run is not None
    assert more.run is not None
    assert (value(exact.run, "commands.total"), codes(exact)) == (10, set())
    assert (value(more.run, "commands.total"), codes(more)) == (10, {"favur.interrupted"})


def test_all_files_of_a_run_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = lines(event("command"))
    monkeypatch.setattr(events_module, "LARGEST_TOTAL", 15 * len(one))
    files = {f"telemetry/{name}.jsonl": one * 10 for name in "abc"}
    imported = read_one(tmp_path, write_export(tmp_path, files=dict(files)))
    assert imported.run is not None
    assert value(imported.run, "commands.total") == 15
    assert codes(imported) == {"favur.interrupted", "favur.unread-telemetry"}


def test_an_export_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_ENTRIES", 20)
    path = write_export(tmp_path, files={f"workspace/{number}.py": "" for number in range(30)})
    imported = read_one(tmp_path, path)
    assert imported.left_out is not None
    assert imported.left_out.problems == ("favur.too-many-files",)


def test_problems_of_one_kind_are_bounded_and_counted(tmp_path: Path) -> None:
    manifest = [{"path": f"../{number}", "kind": "source"} for number in range(500)]
    imported = read_one(tmp_path, write_export(tmp_path, {"deliverables": manifest}))
    refused = [problem for problem in imported.problems if problem.code == "favur.path-refused"]
    [more] = [problem for problem in imported.problems if problem.code == "favur.more-problems"]
    assert len(refused) == 20
    assert more.message == "480 more problems with the code favur.path-refused are not listed."


def test_a_folder_name_that_is_no_text_gives_a_record_that_is(tmp_path: Path) -> None:
    path = write_export(tmp_path, folder=os.fsdecode(b"run-\xff"))
    imported = read_one(tmp_path, path)
    assert imported.run is not None
    assert imported.run.folder == "runs/run-\ufffd"
    assert msgspec.json.encode(imported)
    bad = write_export(tmp_path, {"run_id": "\U0001f600"}, folder=os.fsdecode(b"bad-\xff"))
    assert msgspec.json.encode(read_one(tmp_path, bad))


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_broken_in_an_export_reading_it_raises_nothing(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        1.5,
        float("nan"),
        "",
        "x",
        "\u202e<script>",
        [],
        [None],
        {},
        [[1]],
        [{}],
    ]
    keys = [
        "usage",
        "supervision",
        "roles",
        "pricing",
        "role_model_parity",
        "context",
        "deliverables",
        "models",
    ]
    keys += [
        "milestones",
        "acceptance_criteria",
        "sprints",
        "tests",
        "coverage_percent",
        "harness",
        "configuration",
    ]
    inner = [
        "requests",
        "model",
        "usage",
        "context",
        "path",
        "kind",
        "verdicts",
        "id",
        "code",
        "test",
        "passed",
    ]

    def anything(depth: int) -> Any:
        if depth and chance.random() < 0.5:
            return {chance.choice(inner): anything(depth - 1) for _ in range(3)}
        if depth and chance.random() < 0.5:
            return [anything(depth - 1) for _ in range(3)]
        return chance.choice(odd)

    meta = {key: anything(3) for key in keys}
    records = {
        f"artifacts/{role}.json": json.dumps(anything(3))
        for role in ("scout", "spec", "director", "code_review")
    }
    kinds = ["llm_request", "tool_call", "command", "error", None, 3]
    events = [{**{key: anything(1) for key in inner}, "event": chance.choice(kinds)} for _ in range(20)]
    stream = "".join(json.dumps({**one, "ok": anything(0)}) + "\n" for one in events)
    files = {**records, "telemetry/a.jsonl": stream, "results/coverage.json": json.dumps(anything(2))}
    imported = read_one(tmp_path, write_export(tmp_path, meta, dict(files)))
    assert "favur.not-read" not in codes(imported)
    assert imported.run is not None
    assert msgspec.json.encode(imported)


def test_nothing_that_is_printed_can_steer_a_terminal(tmp_path: Path) -> None:
    evil = "\x1b[2J\u202e\r\n"
    meta = {
        evil: 1,
        "roles": {evil: {}},
        "deliverables": [{"path": f"../{evil}", "kind": evil}],
        "tests": evil,
    }
    files = {f"workspace/{evil}.py": "def f(:\n", f"artifacts/{evil}.json": "{}"}
    files["telemetry/a.jsonl"] = lines(request(role=evil))
    imported = read_one(tmp_path, write_export(tmp_path, meta, dict(files)))
    left_out = read_one(tmp_path / "x", write_export(tmp_path / "x", {"run_id": evil}, folder="evil\x1b"))
    printed = [str(problem) for problem in (*imported.problems, *left_out.problems)]
    assert len(printed) >= 8
    assert all(text.isprintable() for text in printed), printed
    assert left_out.left_out is not None
    assert left_out.left_out.reason.isprintable()
    assert left_out.folder.isprintable()
