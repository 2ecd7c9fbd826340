"""What is found in a workspace: its files, and the results of its own tests."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from demonstration.models import Json
from demonstration.profiles import FILE_ROLES, Profile


class GenerationError(Exception):
    """A run cannot be generated; the message says what to do."""


def kind_of(path: str) -> str:
    """Kind of a file by its path, as the format defines it for exports without a manifest."""
    *folders, name = path.split("/")
    if "tests" in folders or name == "conftest.py" or name.startswith("test_"):
        return "test"
    if name.endswith("_test.py"):
        return "test"
    if name.startswith("README") or ("docs" in folders and name.endswith((".md", ".rst", ".txt"))):
        return "doc"
    return "source" if name.endswith(".py") else "other"


def workspace_files(workspace: Path) -> list[str]:
    """Relative paths of all files, sorted; leftovers of tools are passed over."""
    paths = (path.relative_to(workspace) for path in workspace.rglob("*") if path.is_file())
    return sorted(
        path.as_posix()
        for path in paths
        if not any(part.startswith((".", "__pycache__")) for part in path.parts)
    )


def manifest(profile: Profile, workspace: Path) -> list[Json]:
    """List the files with hash and lines of code; `loc` counts the lines that are not blank."""
    entries = []
    for path in workspace_files(workspace):
        data = (workspace / path).read_bytes()
        kind = kind_of(path)
        loc = sum(bool(line.strip()) for line in data.decode().split("\n"))
        entry = {"path": path, "kind": kind, "sha256": hashlib.sha256(data).hexdigest(), "loc": loc}
        if profile.tagged_files:
            entry["role"] = FILE_ROLES[kind]
        entries.append(entry)
    return entries


def run_tests(workspace: Path) -> dict[str, bytes]:
    """Run the tests of a workspace in a copy; nothing when it has none."""
    files = workspace_files(workspace)
    tests = [path for path in files if kind_of(path) == "test" and path.endswith(".py")]
    if not tests:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "workspace"
        for path in files:
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(workspace / path, copy / path)
        reports = Path(folder).resolve()
        omitted = "".join(f"\n    {path}" for path in tests)
        settings = f"[run]\nsource = .\nrelative_files = true\nomit ={omitted}\n"
        (reports / "coveragerc").write_text(settings, encoding="utf-8")
        _call(copy, reports, "run", "-m", "pytest", "-q", "-p", "no:cacheprovider",
              "--override-ini=addopts=", "--override-ini=junit_family=xunit2",
              "--override-ini=junit_logging=no", f"--junitxml={reports / 'junit.xml'}")  # fmt: skip
        _call(copy, reports, "json", "-q", "-o", str(reports / "coverage.json"))
        return {
            "results/junit.xml": plain_junit((reports / "junit.xml").read_bytes(), reports),
            "results/coverage.json": plain_coverage((reports / "coverage.json").read_bytes()),
        }


def _call(copy: Path, reports: Path, command: str, *arguments: str) -> None:
    """Run coverage in the copy, in a bare environment; a failing test is a result, no error."""
    kept = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {
        "COVERAGE_FILE": str(reports / "coverage.data"),
        "LC_ALL": "C.UTF-8",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "TZ": "UTC",
    }
    rcfile = f"--rcfile={reports / 'coveragerc'}"
    result = subprocess.run(  # noqa: S603 - the tests of workspaces that belong to this repository
        [sys.executable, "-m", "coverage", command, rcfile, *arguments],
        cwd=copy, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if result.returncode not in (0, 1) or (command == "json" and result.returncode):
        raise GenerationError(f"coverage {command} failed\n{result.stdout}{result.stderr}")


def plain_junit(report: bytes, folder: Path) -> bytes:
    """Keep names and outcomes; drop durations, times, host name, tracebacks and paths."""
    cases = list(ElementTree.fromstring(report).iter("testcase"))  # noqa: S314 - our own report
    root = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(root, "testsuite", name="pytest", tests=str(len(cases)))
    for outcome, plural in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        suite.set(plural, str(sum(case.find(outcome) is not None for case in cases)))
    for case in cases:
        names = {key: case.get(key, "") for key in ("classname", "name")}
        entry = ElementTree.SubElement(suite, "testcase", names)
        for result in case:
            if result.tag in ("failure", "error", "skipped"):
                message = (result.get("message") or "").split("\n")[0]
                message = message.replace(str(folder), "")
                ElementTree.SubElement(entry, result.tag, message=message)
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n".encode()


def plain_coverage(report: bytes) -> bytes:
    """Keep the totals and the figures of each file."""
    data = json.loads(report)
    files = {
        path.replace("\\", "/"): {"summary": figures(entry["summary"])}
        for path, entry in sorted(data["files"].items())
    }
    return to_json({"files": files, "totals": figures(data["totals"])})


def figures(summary: Mapping[str, Any]) -> Json:
    """The numbers of a coverage summary, without those for display."""
    names = ("covered_lines", "num_statements", "percent_covered", "missing_lines")
    return {name: summary[name] for name in names}


def to_json(value: object) -> bytes:
    """Readable JSON with a newline at the end."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
