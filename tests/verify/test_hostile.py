"""Sites changed on purpose, with a manifest made again: the verifier names the file that lies (R27, R28).

Every change here leaves all digests in order; what gives it away is what the files say.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.output.numbers import display
from site_builder.output.verify.ledger import LEDGER
from site_builder.output.verify.page_numbers import reads_as
from site_builder.output.verify.site_files import MANIFEST, SIGNATURE
from tests.build.projects import in_this_process, small_project
from tests.verify import verifier as verify
from tests.verify.test_sites import SITE, faults_of

BOARD, RUN = "boards/circles/index.html", "runs/run-1/index.html"
Change = Callable[[Path], None]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site with a ledger; it must not be changed."""
    root = small_project(tmp_path_factory.mktemp("hostile") / "project", site=SITE)
    assert in_this_process("score", cwd=root).returncode == 0
    assert in_this_process("withdraw", "run-3", "--why", "copied", cwd=root).returncode == 0
    assert in_this_process("freeze", "first", "--without-address", cwd=root).returncode == 0
    build(root, jobs=1, use_store=False)
    return root / "dist"


@pytest.fixture
def site(finished: Path, tmp_path: Path) -> Path:
    return shutil.copytree(finished, tmp_path / "site")


def sealed(site: Path) -> None:
    """Write the manifest again, so that it lists what is there now."""
    paths = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
    lines = [
        f"{hashlib.sha256((site / path).read_bytes()).hexdigest()}  {path}\n"
        for path in paths
        if path not in (MANIFEST, SIGNATURE)
    ]
    (site / MANIFEST).write_text("".join(lines), encoding="utf-8")


def blamed(site: Path) -> set[str]:
    """Return the files that are at fault in a site once its manifest is in order; the exit code agrees."""
    sealed(site)
    assert verify.main([str(site), "--quiet"]) == 1
    return {fault.file for fault in faults_of(site)}


def replaced(path: Path, pattern: str, by: str) -> None:
    """Replace the first match of a regular expression in a file, which must have one."""
    text, count = re.subn(pattern, by, path.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    assert count == 1, pattern
    path.write_text(text, encoding="utf-8")


def rewritten(path: Path, change: Callable[[Any], None]) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def test_a_manifest_made_again_is_not_itself_a_fault(site: Path) -> None:
    sealed(site)
    assert faults_of(site) == []


NUMBER = r'(<data class="num" value=")([0-9.]+)(" data-value="\2" data-node="composite">)([0-9.]+)(</data>)'


@pytest.mark.parametrize(
    "by",
    [
        r"\1\2\g<3>99.9 points\5",
        r"\1\2\g<3>99.9&#8203;\5",
        r"\1\2\g<3>99&middot;9\5",
        r"\1\2\g<3>\5",
        r"\1\2\g<3>excellent\5",
        r"\1\2\g<3> \4\5",
        r"\1\2\g<3>0\4\5",
        r"\1\2\g<3>\4</data><data class=num>99.9\5",
        r"\1\2\g<3><b>99.9</b>\5",
        r"\1\2\g<3>\5\g<4>",
        r"\1\2\g<3><!--\4-->99.9\5",
        r"<!--\1\2\g<3>\4\5-->99.9",
        r"<template>\1\2\g<3>\4\5</template>99.9",
        r"<span hidden>\1\2\g<3>\4\5</span>99.9",
        r'<span style="display:none">\1\2\g<3>\4\5</span>99.9',
        r"<noscript>\1\2\g<3>\4\5</noscript>99.9",
        r'<details class="controls" hidden>\1\2\g<3>\4\5</details>99.9',
        r'<data class="num" DATA-VALUE="\2" data-node="composite">99.9\5',
        r'<data class="num" value="99.9" data-value="\2" data-node="composite">\4\5',
        r'<data class="num" value="\2" data-value="\2" data-node="composite" hidden>\4\5',
        r"\1\2\g<3>\4 %\5",
        r"\1\2\g<3>-\4\5",
    ],
)
@pytest.mark.parametrize("name", [BOARD, RUN])
def test_a_number_prints_its_value_in_a_form_of_the_site_and_in_sight(site: Path, name: str, by: str) -> None:
    replaced(site / name, NUMBER, by)
    assert name in blamed(site)


@pytest.mark.parametrize(
    ("text", "value", "right"),
    [
        ("12.5", 12.5, True),
        ("12,345.7", 12345.678, True),
        ("&minus;0.4", -0.41, True),
        ("−0.4", -0.41, True),
        ("-0.4", -0.41, False),
        ("+12 %", 0.123, True),
        ("> 99.9 %", 0.9999, True),
        ("> 99.9 %", 0.999, False),
        ("> 99.9 %", 1.0, False),
        ("&lt; 0.0001", 0.00009, True),
        ("&lt; 0.0001", 0.0, True),
        ("&lt; 0.0001", 0.0001, False),
        ("&lt; 0.0001", -0.0001, False),
        ("&lt; 0.000001", 0.00009, False),
        ("&lt; 0.01", 0.001, False),
        ("1 h 05 min", 3900.0, True),
        ("1 h 5 min", 3900.0, False),
        ("2 d 1 h", 176400.0, True),
        ("59 s", 59.2, True),
        ("", 1.0, False),
        ("one", 1.0, False),
        ("١٢", 12.0, False),
        ("012", 12.0, False),
    ],
)
def test_texts_of_numbers(text: str, value: float, right: bool) -> None:
    assert reads_as(text, value) is right


def test_a_negative_zero_is_printed_as_zero() -> None:
    assert display(-0.0, 1) == "0.0"
    assert display(-0.001, 1) == "0.0"


def without(*keys: str) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in keys:
            del data[key]

    return change


def test_no_key_taken_out_of_a_file_keeps_it_from_being_checked(site: Path) -> None:
    for name, change in {
        "boards/circles/index.json": without("ranking"),
        "data/circles/board.json": lambda data: data.update(board="squares"),
        "runs/run-1/index.json": lambda data: data.update(board="squares"),
        "runs/run-2/index.json": without("nodes"),
        "data/rubrics/favur/6.graph.json": lambda data: data.update(rubric="favur/15"),
        "data/rubrics/favur/15.graph.json": lambda data: data.update(published=False, digest="sha256:0"),
    }.items():
        old = (site / name).read_bytes()
        rewritten(site / name, change)
        found = blamed(site)
        assert name in found or name.replace("graph.json", "yaml") in found, name
        (site / name).write_bytes(old)


def test_a_configuration_shows_every_board_on_which_its_runs_stand(site: Path) -> None:
    for path in sorted(site.glob("configurations/*/index.json")):
        rewritten(path, lambda data: data.update(boards=[]))
        assert str(path.relative_to(site)) in blamed(site)
        return
    pytest.fail("there is no page of a configuration")


def test_pages_of_runs_and_boards_that_nothing_lists_are_found(site: Path) -> None:
    shutil.copytree(site / "runs/run-1", site / "runs/run-9")
    shutil.copytree(site / "boards/circles", site / "boards/squares")
    assert {"runs/run-9/index.json", "boards/squares/index.html"} <= blamed(site)


def test_a_symbolic_link_is_found(site: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/index.html").write_text("<p>99.9</p>", encoding="utf-8")
    (site / "runs/best").symlink_to(tmp_path / "elsewhere")
    assert "runs/best" in blamed(site)


ROW = r'(<tr id="run-run-1".*?</tr>)'


@pytest.mark.parametrize(
    ("pattern", "by"),
    [
        (ROW, ""),
        (ROW, r"\1\1"),
        (ROW + r"(\s*)(<tr id=.*?</tr>)", r"\3\2\1"),
        (r'<data [^>]*data-node="run.rank">1</data>', "1"),
        (r'<data [^>]*data-node="composite">[0-9.]+</data>', "99.9"),
        (r'(<th scope="row"><a href="[^"]*">)[^<]*', r"\1another"),
        (r'(<th scope="row"><a href="../../runs/run-)\d', r"\g<1>9"),
        (r'data-configuration="[^"]*"', 'data-configuration="another"'),
    ],
)
def test_rows_on_a_board_are_those_of_its_data(site: Path, pattern: str, by: str) -> None:
    replaced(site / BOARD, pattern, by)
    assert BOARD in blamed(site)


BOARD_DATA, LEDGER_PAGE = "data/circles/board.json", "data/ledger/index.json"


def resealed(site: Path, change: Callable[[list[Any]], None]) -> None:
    """Change entries of the ledger and seal it anew from the first line, as its page says."""
    path = site / LEDGER
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(entries)
    content, before = b"", "first"
    for entry in entries:
        entry.update(previous=before, seal="0" * 64)
        line = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        line = line.replace(b"0" * 64, hashlib.sha256(line).hexdigest().encode())
        content, before = content + line, hashlib.sha256(line).hexdigest()
    path.write_bytes(content)
    digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
    for name in (LEDGER_PAGE, "data/ledger/index.html"):
        text = (site / name).read_text(encoding="utf-8")
        (site / name).write_text(re.sub(r"sha256:[0-9a-f]{64}", digest, text), encoding="utf-8")


def test_a_ledger_sealed_anew_without_a_change_needs_a_copy_elsewhere(site: Path) -> None:
    resealed(site, lambda entries: None)
    sealed(site)
    assert LEDGER not in {fault.file for fault in faults_of(site)}


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda entries: entries[-1].update(run="run-2"), BOARD_DATA),
        (lambda entries: entries[-1].update(kind="reinstatement"), BOARD_DATA),
        (lambda entries: entries[-1].update(kind="remark"), LEDGER),
        (lambda entries: entries[-1].update(date="2001-01-01"), LEDGER),
        (lambda entries: entries[1].update(cohort=2), LEDGER),
        (lambda entries: entries[1].update(run="run-77"), LEDGER_PAGE),
        (lambda entries: entries.pop(), LEDGER_PAGE),
    ],
)
def test_a_ledger_is_replayed(site: Path, change: Callable[[list[Any]], None], name: str) -> None:
    resealed(site, change)
    assert name in blamed(site)


def test_a_ledger_that_is_gone_or_that_its_page_denies_is_found(site: Path) -> None:
    rewritten(site / LEDGER_PAGE, lambda data: data.update(notices=[]))
    assert LEDGER_PAGE in blamed(site)
    (site / LEDGER).unlink()
    assert LEDGER in blamed(site)


def _repeats(data: Any) -> None:
    for row in data["rows"]:
        row["repeats_of"] = row["run"]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (BOARD_DATA, _repeats),
        (BOARD_DATA, lambda data: data["repeats"].update(runs_tied_with_the_first=9)),
        (BOARD_DATA, lambda data: data["repeats"].update(repeats_share=["configuration", "harness"])),
        ("data/editions.json", lambda data: data["editions"][0].update(manifest="sha256:0")),
        ("data/editions.json", lambda data: data["editions"].clear()),
    ],
)
def test_what_boards_and_lists_say_is_derived(site: Path, name: str, change: Callable[[Any], None]) -> None:
    rewritten(site / name, change)
    if name == BOARD_DATA:
        rewritten(site / "boards/circles/index.json", change)
    assert name in blamed(site)


def test_an_edition_that_is_listed_is_there(site: Path) -> None:
    shutil.rmtree(site / "r/first")
    assert "data/editions.json" in blamed(site)


@pytest.mark.parametrize("name", ["data/circles/metrics.csv", "data/circles/exports.jsonl"])
def test_a_row_taken_out_of_a_table_is_missed(site: Path, name: str) -> None:
    lines = (site / name).read_text(encoding="utf-8").splitlines(keepends=True)
    (site / name).write_text("".join(lines[:-1]), encoding="utf-8")
    assert name in blamed(site)
    (site / name).unlink()
    assert name in blamed(site)


@pytest.mark.parametrize("text", ['{"first":1,', '{"first":1e999,"second":2,"more":'])
def test_keys_are_there_once_and_numbers_are_finite(site: Path, text: str) -> None:
    path = site / "data/index.json"
    old = path.read_text(encoding="utf-8")
    path.write_text(f"{text}{old[1:]}" if text.endswith(",") else f"{text}{old}}}", encoding="utf-8")
    if text.endswith(","):
        path.write_text(f'{{"first":1,{text[1:]}{old[1:]}', encoding="utf-8")
    assert "data/index.json" in blamed(site)


def test_pages_at_old_addresses_are_no_pages_of_runs(tmp_path: Path) -> None:
    old = "redirects:\n  runs/old/: runs/run-1/\n  boards/old/: null\n  configurations/old/: null\n"
    root = small_project(tmp_path / "project", site=SITE + old)
    build(root, jobs=1, use_store=False)
    assert faults_of(root / "dist") == []
    (root / "dist/runs/run-1/index.html").unlink()
    assert RUN in blamed(root / "dist")


def test_a_withdrawn_run_has_to_be_barred_in_the_words_of_its_withdrawal(site: Path) -> None:
    """Other words that keep it off the ranking would hide that it was withdrawn."""
    for path in (site / "boards/circles/index.json", site / "data/circles/board.json"):
        text = path.read_text(encoding="utf-8")
        assert "copied" in text
        path.write_text(re.sub(r"withdrawn on 20..-..-..: copied", "excluded: out of scope", text), "utf-8")
    sealed(site)
    said = {fault.words() for fault in faults_of(site)}
    assert any("why run-3 is barred" in words and "copied" in words for words in said)


@pytest.mark.parametrize("name", ["run.rank", "band.best", "band.worst"])
def test_a_row_of_a_board_cannot_lose_its_rank_or_its_band(name: str, repeated: Path) -> None:
    path = repeated / BOARD
    replaced(path, rf'<data [^>]*data-node="{re.escape(name)}"[^>]*>[^<]*</data>', "")
    assert BOARD in blamed(repeated)


def test_a_run_without_a_rank_has_no_band(site: Path) -> None:
    for path in (site / "boards/circles/index.json", site / "data/circles/board.json"):
        rewritten(path, lambda board: board["rows"][-1].update(band=[1, 2]))
    sealed(site)
    assert any("rank band of run-3" in fault.words() for fault in faults_of(site))


@pytest.fixture
def repeated(tmp_path: Path) -> Path:
    """Return a site of which the runs of one configuration differ, so that there are bands."""
    root = small_project(tmp_path / "project", 4)
    for number in range(1, 5):
        path = root / f"runs/run-{number}/meta.json"
        data = json.loads(path.read_text("utf-8")) | {"configuration": f"configuration {number // 3}"}
        path.write_text(json.dumps(data), encoding="utf-8")
    build(root, jobs=1, use_store=False)
    return root / "dist"


@pytest.mark.parametrize("near", [{}, {"side": "above", "score": 1, "gap": 1}, None])
def test_a_neighbour_without_what_neighbours_have_is_a_fault_and_no_traceback(site: Path, near: Any) -> None:
    found = verify.Site(str(site))
    found.verify()
    text, record = (site / RUN).read_text(encoding="utf-8"), found.json(RUN.replace("html", "json"))
    page = verify.check_page(RUN, text, {**record, "neighbours": [near]}, found.graphs)
    assert {fault.file for fault in page.faults} == {RUN.replace("html", "json")}


def test_the_script_of_a_graph_says_the_same_as_the_graph_and_nothing_else(site: Path) -> None:
    script = site / "data/rubrics/favur/15.graph.js"
    name = str(script.relative_to(site))
    text = script.read_text("utf-8")
    for changed in (text.replace('"weights":[', '"weights":[9,', 1), f"{text}alert(1);\n", text[:-3], ""):
        assert changed != text
        script.write_text(changed, encoding="utf-8")
        assert name in blamed(site)
    script.unlink()
    assert name in blamed(site)
    script.write_text(text, encoding="utf-8")
    sealed(site)
    assert faults_of(site) == []
    stray = script.with_name("99.graph.js")
    stray.write_text(text, encoding="utf-8")
    assert str(stray.relative_to(site)) in blamed(site)
