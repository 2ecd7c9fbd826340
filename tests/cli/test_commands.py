"""Every command says what it did, in words and as JSON, with the exit code that the README promises."""

from __future__ import annotations

import inspect
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from click import unstyle

from site_builder.building import build
from site_builder.cli import start
from site_builder.cli.commands import app
from site_builder.cli.report import Reporter
from site_builder.records.site import Site
from tests.build.projects import (
    REPOSITORY,
    SITE,
    command,
    contents,
    in_this_process,
    meta,
    small_project,
    write_run,
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return small_project(tmp_path / "project")


def test_help_teaches_with_examples(tmp_path: Path) -> None:
    done = in_this_process("--help", cwd=tmp_path)
    assert done.returncode == 0
    for word in ("init", "build", "check", "explain", "schema", "serve", "plugins", "Exit codes"):
        assert word in done.stdout
    assert "site-builder init board && cd board && site-builder build" in done.stdout


def test_the_package_run_as_a_module_is_the_command(tmp_path: Path) -> None:
    for arguments in (["--help"], ["check", "--nonsense"]):
        done = subprocess.run(
            [sys.executable, "-m", "site_builder", *arguments],
            cwd=tmp_path,
            env=os.environ | {"NO_COLOR": "1", "COLUMNS": "100"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        usual = command(*arguments, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (
            usual.returncode,
            usual.stdout,
            usual.stderr,
        )
        assert "Usage: site-builder" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["init", "build", "check", "explain", "schema", "serve"])
def test_the_help_of_each_command_shows_it_at_work(name: str, tmp_path: Path) -> None:
    done = in_this_process(name, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert f"  site-builder {name}" in done.stdout


@pytest.mark.parametrize(
    "name", ["validate", "validate-targets", "validate-claim", "inspect-pack", "plugins"]
)
def test_the_examples_of_a_command_work_as_typed_in_the_demonstration(name: str, tmp_path: Path) -> None:
    (tmp_path / "runs").symlink_to(REPOSITORY / "runs")
    shown = in_this_process(name, "--help", cwd=tmp_path).stdout.splitlines()
    examples = [line.split()[1:] for line in shown if line.startswith("  site-builder ")]
    assert name in [example[0] for example in examples]
    for example in examples:
        done = in_this_process(*example, cwd=tmp_path)
        assert done.returncode == 0, (example, done.stderr)


def test_a_first_project_builds(tmp_path: Path) -> None:
    started = command("init", "board", cwd=tmp_path)
    assert started.returncode == 0, started.stderr
    assert "site-builder build" in started.stdout
    built = command("build", cwd=tmp_path / "board")
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "board/dist/index.html").is_file()
    again = command("init", "board", cwd=tmp_path)
    assert again.returncode == 2
    assert "init.refused" in again.stderr


def test_the_examples_are_the_same_bytes_whatever_installing_left_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``pip`` compiles the modules of the examples, with paths and times of its installation in them."""
    source = shutil.copytree(start.examples(), tmp_path / "installed", ignore=shutil.ignore_patterns(".*"))
    clean = {name: contents(source / name) for name in start.EXAMPLES}
    for name in start.EXAMPLES:
        for folder in [path for path in (source / name).rglob("*") if path.is_dir()]:
            (folder / "__pycache__").mkdir()
            (folder / "__pycache__/a.cpython-311.pyc").write_bytes(b"compiled")
            (folder / "b.pyc").write_bytes(b"compiled")
    monkeypatch.setattr(start, "examples", lambda: source)
    start.start(tmp_path / "board")
    assert {name: contents(tmp_path / "board/runs/favur" / name) for name in start.EXAMPLES} == clean


def test_what_a_new_project_holds_is_listed_in_two_columns(tmp_path: Path) -> None:
    said = in_this_process("init", "board", cwd=tmp_path).stdout
    listed = [line for line in said.splitlines() if line.endswith("replace it by yours")]
    assert len({line.index(" an example run") for line in listed}) == 1
    assert listed
    assert all("/ " in line for line in listed)


def test_a_build_says_what_it_made(project: Path) -> None:
    done = command("build", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "Circles: 3 ranked, favur/15" in done.stdout
    assert re.search(r"Built dist: \d+ pages, 3 runs\.", done.stdout)
    assert "Up to date" in command("build", cwd=project).stdout


def test_a_build_says_what_gates_decided_and_campaigns_conclude(project: Path) -> None:
    for family in ("blueprint", "ruhroh"):
        shutil.copytree(REPOSITORY / "runs" / family, project / "other" / family)
    more = "  - family: blueprint\n    rubric: blueprint/3.0\n    runs: other/blueprint/harbour-office\n"
    more += "  - family: ruhroh\n    rubric: ruhroh/0.7\n    runs: other/ruhroh/campaigns\n"
    (project / "site.yaml").write_text(SITE + more, encoding="utf-8")
    done = in_this_process("build", cwd=project)
    assert "  Harbour office: 2 passed, 1 failed, blueprint/3.0\n" in done.stdout
    claims = r"(\d) campaigns, (\d) with a claim that may be published"
    found = re.search(f"\n  other/ruhroh/campaigns: {claims}, ruhroh/0.7\n", done.stdout)
    assert found
    listed = json.loads((project / "dist/campaigns/index.json").read_text("utf-8"))["rows"]
    assert [int(count) for count in found.groups()] == [len(listed), sum(row["ready"] for row in listed)]
    assert in_this_process("build", cwd=project).stdout.splitlines()[:-1] == done.stdout.splitlines()[:3]
    boards = json.loads(in_this_process("build", "--json", cwd=project).stdout)["boards"]
    assert [(board["ranked"], board["unranked"]) for board in boards] == [(3, 0), (0, 3)]


def test_help_cuts_no_sentence_short(tmp_path: Path) -> None:
    for words in ([], ["rubric"]):
        for columns in ("40", "100"):
            said = in_this_process(*words, "--help", cwd=tmp_path, COLUMNS=columns).stdout
            assert "..." not in said.replace("[ARGS]...", "")
            assert len(re.findall(r"(?m)^  [a-z-]+  +[A-Z]", said)) >= 5


@pytest.mark.parametrize(
    "words", [("build", "--jsn"), ("nosuch",), ("explain",), ("check", "--jobs", "many")]
)
def test_who_asks_for_json_is_told_of_mistakes_of_usage_in_json(tmp_path: Path, words: tuple[str]) -> None:
    done = in_this_process(*words, "--json", cwd=tmp_path)
    (problem,) = json.loads(done.stdout)["problems"]
    assert (done.returncode, done.stderr, problem["code"]) == (2, "", "command.not-understood")
    plain = in_this_process(*words, cwd=tmp_path)
    assert (plain.returncode, plain.stdout) == (2, "")
    assert problem["message"] in plain.stderr.replace("\n", " ")


def test_names_that_nobody_knows_stand_in_quotes(project: Path) -> None:
    in_this_process("score", cwd=project)
    for words in (
        ("explain", "no run"),
        ("explain", "run-1", "no node"),
        ("explain", "run-1", "--rubric", "no rubric"),
        ("withdraw", "no run", "--why", "a test"),
        ("rubric", "impact", "no rubric"),
        ("schema", "no schema"),
        ("check", "no run"),
    ):
        said = in_this_process(*words, cwd=project)
        assert (said.returncode, f'"{words[-1] if words[0] != "withdraw" else words[1]}"' in said.stderr) == (
            2,
            True,
        )


def test_a_build_speaks_json(project: Path) -> None:
    done = in_this_process("build", "--json", cwd=project)
    document = json.loads(done.stdout)
    assert document["built"] is True
    assert document["boards"][0]["id"] == "circles"
    assert document["runs"] == 3
    assert done.stderr == ""


def test_problems_with_the_data_are_exit_code_1_and_the_site_is_written(project: Path) -> None:
    write_run(project / "runs/broken", "{")
    done = in_this_process("build", cwd=project)
    assert done.returncode == 1
    assert "1 left out" in done.stdout
    assert "error runs/broken/meta.json" in done.stderr
    assert (project / "dist/index.html").is_file()
    assert in_this_process("build", cwd=project).returncode == 1


def test_warnings_are_exit_code_1_only_when_strict(project: Path) -> None:
    data = meta("run-1", 1)
    data["usage"]["requests"] = -1
    write_run(project / "runs/run-1", data)
    assert in_this_process("build", cwd=project).returncode == 0
    assert in_this_process("build", "--strict", cwd=project).returncode == 1


def test_a_build_says_once_what_is_true_of_many_runs_and_check_lists_each(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=5)
    for number in range(1, 6):
        data = meta(f"run-{number}", number) | {"favourite_colour": "red"}
        data["usage"]["requests"] = -1
        write_run(project / f"runs/run-{number}", data)
    write_run(project / "runs/broken", "{")
    said = in_this_process("build", cwd=project).stderr
    assert said.count("error runs/broken/meta.json") == 1
    for severity, code in (("warning", "favur.bad-number"), ("note", "favur.unknown-field")):
        assert f"{severity} 5 times in 5 runs [{code}]" in said
        assert said.count(f"[{code}]") == 1
    assert said.count("runs/run-1/meta.json at ") == 2
    assert "runs/run-4/" not in said
    assert said.count("… and 2 more; `site-builder check --all` lists all of them.") == 2
    assert said.index("error") < said.index("warning") < said.index("note")
    assert in_this_process("check", cwd=project).stderr.startswith(said.partition("note runs/ledger")[0])
    listed = in_this_process("check", "--all", cwd=project).stderr
    assert listed.count("[favur.bad-number]") == listed.count("[favur.unknown-field]") == 5
    told = json.loads(in_this_process("build", "--json", cwd=project).stdout)["problems"]
    assert len([problem for problem in told if problem["code"] == "favur.unknown-field"]) == 5


def test_problems_are_listed_as_people_count(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=0)
    for number in (1, 2, 10, 11):
        write_run(project / f"runs/run-{number}", "{")
    listed = in_this_process("check", cwd=project).stderr
    places = re.findall(r"^error runs/(run-[0-9]+)/", listed, re.MULTILINE)
    assert places == ["run-1", "run-2", "run-10", "run-11"]


def test_three_warnings_of_one_code_are_listed_one_by_one(project: Path) -> None:
    for number in range(1, 4):
        data = meta(f"run-{number}", number)
        data["usage"]["requests"] = -1
        write_run(project / f"runs/run-{number}", data)
    said = in_this_process("build", cwd=project).stderr
    assert said.count("warning runs/run-") == said.count("[favur.bad-number]") == 3


def test_of_very_many_errors_the_first_are_listed_and_the_others_counted(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=1)
    for number in range(33):
        write_run(project / f"runs/broken-{number:02}", "{")
    said = in_this_process("build", cwd=project).stderr
    assert said.count("error runs/broken-") == 30
    assert "… and 3 more errors; `site-builder check --all` lists all of them." in said


def test_what_cannot_be_built_is_exit_code_2_and_never_a_traceback(tmp_path: Path) -> None:
    done = in_this_process("build", cwd=tmp_path)
    assert done.returncode == 2
    assert "site-builder init" in done.stderr
    assert "Traceback" not in done.stderr
    document = json.loads(in_this_process("build", "--json", cwd=tmp_path).stdout)
    assert document["built"] is False
    assert document["problems"][0]["code"] == "site.missing"


def test_a_build_after_another_says_which_problems_are_new_and_which_are_gone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(project / "runs/broken", "{")
    first = build(project, jobs=1)
    (project / "runs/broken/meta.json").rename(project / "runs/broken/other.json")
    second = build(project, jobs=1)
    reporter = Reporter()
    reporter.built(first)
    said = capsys.readouterr().err
    assert "file.not-json" in said
    reporter.built(second, first)
    said = capsys.readouterr().err
    assert re.findall(r"^(error|gone) .*\[([a-z.-]+)\]$", said, re.MULTILINE) == [
        ("error", "favur.no-meta"),
        ("gone", "file.not-json"),
    ]
    assert "ledger" not in said
    reporter.built(second, second)
    assert capsys.readouterr().err == ""


def test_a_project_that_is_not_there_is_named_by_its_whole_path(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    assert "There is no site.yaml in a/b." in in_this_process("check", "-C", "a/b", cwd=tmp_path).stderr
    assert "There is no folder a/b/c." in in_this_process("build", "-C", "a/b/c", cwd=tmp_path).stderr
    assert (
        f"There is no folder {tmp_path}/x."
        in in_this_process("build", "-C", "../../x", cwd=tmp_path / "a/b").stderr
    )


def test_an_unsafe_output_folder_is_exit_code_2(project: Path) -> None:
    done = in_this_process("build", "--out", "runs", cwd=project)
    assert done.returncode == 2
    assert "output.unsafe" in done.stderr


def test_folders_may_have_names_that_are_no_text(tmp_path: Path) -> None:
    """Such a name is a list of bytes, which neither the store nor JSON nor the terminal can hold as it is."""
    project = small_project(tmp_path / os.fsdecode(b"project \xff"))
    out = os.fsdecode(b"out \xfe")
    for words in ("Built out \ufffd: ", "Up to date: out \ufffd, "):
        done = command("build", "--out", out, cwd=project)
        assert (done.returncode, words in done.stdout) == (0, True), done.stdout + done.stderr
    assert (project / out / "index.html").is_file()
    assert json.loads(command("build", "--out", out, "--json", cwd=project).stdout)["output"] == "out \ufffd"
    assert command("verify", out, cwd=project).returncode == 0
    other = command("build", "--project", project.name, cwd=tmp_path)
    assert (other.returncode, "Built project \ufffd/dist: " in other.stdout) == (0, True), other.stderr
    started = command("init", "--json", os.fsdecode(b"new \xff"), cwd=tmp_path)
    assert json.loads(started.stdout)["folder"] == "new \ufffd"
    refused = command("gate", "--json", project.name, cwd=tmp_path)
    assert json.loads(refused.stdout)["problems"][0]["file"] == "project \ufffd"
    listed = command("schema", "--out", os.fsdecode(b"schemas \xff"), cwd=tmp_path)
    assert (listed.returncode, r"schemas \udcff/site.schema.json" in listed.stdout) == (0, True), (
        listed.stderr
    )


def test_a_terminal_that_lacks_a_character_is_told_its_number(project: Path) -> None:
    done = command("explain", "run-1", cwd=project, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert r"\xd7" in done.stdout


@pytest.mark.parametrize(
    "arguments", [("biuld",), ("build", "--fast"), ("build", "--jobs", "0"), ("explain",)]
)
def test_a_command_that_is_not_understood_is_exit_code_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = in_this_process(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_check_says_who_would_have_no_rank_and_why(project: Path) -> None:
    assert "ranked" not in in_this_process("check", cwd=project).stdout
    shortest = {key: meta("bare", 4)[key] for key in ("schema", "run_id", "sow", "started_at", "finished_at")}
    write_run(project / "runs/bare", shortest, {})
    words = in_this_process("check", cwd=project).stdout.splitlines()
    assert words[0].startswith("4 runs can be scored, 0 left out")
    assert words[1] == "Of these, 3 would be ranked and 1 listed without a rank:"
    assert words[2].startswith("  1: it has no score")
    document = json.loads(in_this_process("check", "bare", "--json", cwd=project).stdout)
    assert (document["ranked"], list(document["unranked"].values())) == (0, [1])


def test_check_lists_every_problem_and_writes_nothing(project: Path) -> None:
    write_run(project / "runs/broken", "{")
    before = contents(project)
    done = in_this_process("check", "--no-cache", cwd=project)
    assert done.returncode == 1
    assert "3 runs can be scored, 1 left out" in done.stdout
    assert "file.not-json" in done.stderr
    assert contents(project) == before
    assert (
        json.loads(in_this_process("check", "--json", cwd=project).stdout)["left_out"][0]["folder"]
        == "runs/broken"
    )


def test_check_looks_at_the_runs_that_are_named(project: Path) -> None:
    write_run(project / "runs/broken", "{")
    assert in_this_process("check", "run-1", cwd=project).returncode == 0
    assert in_this_process("check", "runs/run-1", cwd=project).returncode == 0
    assert in_this_process("check", "runs/broken/", cwd=project).returncode == 1
    unknown = in_this_process("check", "nobody", cwd=project)
    assert unknown.returncode == 2
    assert "check.unknown" in unknown.stderr
    near = " ".join(in_this_process("check", "runs/brocken", cwd=project).stderr.split())
    assert 'No board of this site reads a run "runs/brocken". Did you mean broken?' in near


def test_plugins_lists_what_ships_with_the_program(tmp_path: Path) -> None:
    done = in_this_process("plugins", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"weighted_mean .* built in", done.stdout)
    assert re.search(r"favur .* built in", done.stdout)
    listed = json.loads(in_this_process("plugins", "--json", cwd=tmp_path).stdout)
    assert {"operators", "importers"} <= {row["kind"] for row in listed["extensions"]}


def test_colours_are_for_terminals_that_want_them(project: Path) -> None:
    done = command("build", cwd=project, FORCE_COLOR="", NO_COLOR="1")
    assert "\x1b[" not in done.stdout + done.stderr
    piped = command("build", cwd=project, FORCE_COLOR="", NO_COLOR="")
    assert "\x1b[" not in piped.stdout + piped.stderr
    asked = command("build", cwd=project, FORCE_COLOR="1", NO_COLOR="")
    assert "\x1b[32mUp to date\x1b[0m: dist" in asked.stdout
    assert unstyle(asked.stdout) == piped.stdout


def test_what_exports_hold_steers_no_terminal(tmp_path: Path) -> None:
    """Of what is printed only the program's own colours are no text, and a name begins no line of its own."""
    targets = tmp_path / "targets.json"
    name = "a\x1b]0;title\x07\x1b[2J\u202e\x9b\r\nerror forged"
    targets.write_text(
        json.dumps(
            {
                "version": "ruhroh_benchmark_target_config_v1",
                "stream": "custom",
                "targets": [{"targetId": name}],
            }
        )
    )
    said = command("validate-targets", "targets.json", cwd=tmp_path, FORCE_COLOR="1", NO_COLOR="").stderr
    assert "a\ufffd]0;title" in said
    assert not re.search("[\x07\x9b\r\u202e]|\x1b(?!\\[\\d+m)", said)
    assert "forged" in said
    assert not re.search(r"(?m)^error forged", said)


def test_no_colours_are_in_json(project: Path) -> None:
    command("score", cwd=project)
    done = command(
        *("withdraw", "run-1", "--why", "a test", "--json"), cwd=project, FORCE_COLOR="1", NO_COLOR=""
    )
    assert re.fullmatch(r"Entry \d+: run-1 .*", json.loads(done.stdout)["words"])


class Terminal(io.StringIO):
    """A stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_shows_how_far_measuring_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Reporter().measuring() as progress:
        assert progress is not None
        assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]
        for done in (1, 3, 4):
            progress(done, 4)
    shown = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "Measuring runs" in shown
    assert re.findall(r"(\d)/4", shown)[-1] == "4"
    with Reporter(as_json=True).measuring() as progress:
        assert progress is None


def test_the_bar_begins_anew_for_each_folder_of_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Reporter().measuring() as progress:
        assert progress is not None
        for done, total in ((1, 2), (2, 2), (1, 3), (3, 3), (1, 1), (1, 1)):
            progress(done, total)
    shown = re.findall(r"\d/\d", sys.stderr.getvalue())  # type: ignore[attr-defined]
    assert shown == ["0/2", "1/2", "2/2", "0/3", "1/3", "3/3", "0/1", "1/1", "0/1", "1/1"]


def commands_of(group: click.Group) -> list[click.Command]:
    inner = (commands_of(one) if isinstance(one, click.Group) else [one] for one in group.commands.values())
    return [one for found in inner for one in found]


@pytest.mark.parametrize("one", commands_of(app), ids=lambda one: str(one.name))
def test_a_command_takes_what_its_options_and_arguments_name(one: click.Command) -> None:
    assert one.callback is not None
    assert set(inspect.signature(one.callback).parameters) == {parameter.name for parameter in one.params}
    assert [parameter.name for parameter in one.params if not parameter.help] == []


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("site-builder ru", ["rubric"]),
        ("site-builder rubric i", ["impact"]),
        ("site-builder build --no", ["--no-cache"]),
        ("site-builder docs favur", ["favur-export"]),
        ("site-builder schema si", ["site"]),
    ],
)
def test_a_shell_completes_commands_options_and_names(tmp_path: Path, line: str, offered: list[str]) -> None:
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = command(cwd=tmp_path, _SITE_BUILDER_COMPLETE="bash_complete", **asked)
    assert done.stdout.split() == [f"plain,{word}" for word in offered]


def test_the_version_is_printed(tmp_path: Path) -> None:
    assert re.fullmatch(r"site-builder \d+\.\d+\.\d+\S*\n", command("--version", cwd=tmp_path).stdout)


def test_a_closed_pipe_is_no_traceback(project: Path) -> None:
    import subprocess
    import sys

    code = "from site_builder.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "explain", "run-1"],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_the_boards_of_the_readme_can_be_pasted_one_after_another() -> None:
    """The first block is a whole ``site.yaml``; the others are entries to add to its boards."""
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"(?m)(?:^ {4}.*\n)+", text) if "- family:" in block]
    site = yaml.safe_load("".join(line[4:] for block in blocks for line in block.splitlines(keepends=True)))
    families = ["favur", "scorecrux", "blueprint", "ruhroh"]
    assert [board["family"] for board in site["boards"]] == families
    assert [board.family for board in Site.model_validate(site).boards] == families


@pytest.mark.parametrize(
    ("command", "options"), [("validate", "--scenario-dir or --suite-dir"), ("build", "--out or --project")]
)
def test_a_path_in_the_place_of_an_option_is_answered_with_the_options(
    command: str, options: str, tmp_path: Path
) -> None:
    done = in_this_process(command, "folder", cwd=tmp_path)
    assert done.returncode == 2
    assert f"unexpected extra argument (folder). Paths are given with {options}." in done.stderr
