"""``serve`` builds, answers, builds again on a change and tells open pages to load again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.output.serve import Server
from tests.build.projects import SITE, command, contents, small_project

WAIT_S = 60


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return small_project(tmp_path / "project")


SERVE = """
import signal
from site_builder.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in what they start with &
main()
"""


@pytest.fixture
def server(project: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", SERVE, "serve", "--port", "0"],
        cwd=project,
        env=os.environ | {"NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        yield process
        process.kill()


@pytest.fixture
def address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    found = None
    for line in server.stdout:
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        if found:
            break
    assert found, "the server did not say where it is"
    return found[0]


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def get(address: str, accept: str = BROWSER) -> tuple[int, bytes, str]:
    request = urllib.request.Request(address, headers={"Accept": accept})
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            return answer.status, answer.read(), answer.headers["Content-Type"]
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(), error.headers["Content-Type"]


def test_pages_listen_while_the_site_stays_as_it_was_written(address: str, project: Path) -> None:
    before = contents(project / "dist")
    status, page, kind = get(address)
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert b"EventSource" in page
    assert get(address + "index.html")[1] == page
    assert get(address + "runs/run-1/")[0] == 200
    assert get(address + "data/circles/board.csv")[0] == 200
    assert get(address + "assets/style.css")[1] == before["assets/style.css"]
    assert get(address + "nowhere/")[0] == 404
    assert get(address + "../site.yaml")[0] == 404
    assert get(address + "%2e%2e/site.yaml")[0] == 404
    assert contents(project / "dist") == before
    assert not any(b"EventSource" in content for path, content in before.items() if path.endswith(".html"))


@pytest.mark.parametrize("url", ["", "url: https://example.org/board/\n", "url: https://example.org\n"])
def test_the_page_for_a_missing_address_has_style_and_links_at_any_depth(url: str, tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE + url)
    build(project, jobs=1)
    server = Server(project / "dist", 0)
    server.start()
    try:
        for path in ("nowhere/deep/down/", "runs/none/index.html"):
            status, page, _ = get(server.address + path)
            links = re.findall(rb'(?:href|src)="([^"#:]+)"', page)
            assert (status, b"/assets/style.css" in links) == (404, True)
            assert {get(server.address + link.decode().removeprefix("/"))[0] for link in links} == {200}
            assert all(link.startswith(b"/") for link in links)
    finally:
        server.stop()


def test_scripts_get_every_file_as_it_was_written(address: str, project: Path, tmp_path: Path) -> None:
    """What the page on verification says to do with an address works with that of ``serve``."""
    for path, content in contents(project / "dist").items():
        copy = tmp_path / "copy" / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(get(address + path, "*/*")[1])
        assert copy.read_bytes() == content
    done = subprocess.run(
        [sys.executable, "verify/verify.py"],
        cwd=tmp_path / "copy",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_a_change_is_built_and_open_pages_are_told(address: str, project: Path) -> None:
    with urllib.request.urlopen(address + ".proofboard/events", timeout=WAIT_S) as events:
        assert events.readline().startswith(b":")
        time.sleep(1.0)
        text = (project / "site.yaml").read_text(encoding="utf-8")
        (project / "site.yaml").write_text(text.replace("Small board", "Other board"), encoding="utf-8")
        line = b""
        began = time.monotonic()
        while not line.startswith(b"event: reload") and time.monotonic() - began < WAIT_S:
            line = events.readline()
    assert line.startswith(b"event: reload")
    assert b"Other board" in get(address)[1]


def event(events: HTTPResponse, name: bytes) -> bytes:
    """Return the data of the next event of a name, its lines joined."""
    line, found = b"", b""
    began = time.monotonic()
    while line.strip() != b"event: " + name and time.monotonic() - began < WAIT_S:
        line = events.readline()
    while (line := events.readline()).strip():
        found += line.removeprefix(b"data: ")
    return found


def test_open_pages_say_why_a_build_failed_until_one_succeeds(address: str, project: Path) -> None:
    site = project / "site.yaml"
    text = site.read_text(encoding="utf-8")
    with urllib.request.urlopen(address + ".proofboard/events", timeout=WAIT_S) as events:
        assert events.readline().startswith(b":")
        time.sleep(1.0)
        site.write_text(text + "nonsense: [\n", encoding="utf-8")
        told = event(events, b"fault")
        assert told.startswith(b"Nothing was built: this page is of the build before.\nerror: site.yaml")
        with urllib.request.urlopen(address + ".proofboard/events", timeout=WAIT_S) as later:
            assert event(later, b"fault") == told
        time.sleep(1.0)
        site.write_text(text.replace("Small board", "Mended board"), encoding="utf-8")
        assert event(events, b"reload") == b"\n"
    with urllib.request.urlopen(address + ".proofboard/events", timeout=WAIT_S) as events:
        assert [events.readline(), events.readline()] == [b": listening\n", b"\n"]
    assert b"Mended board" in get(address)[1]


def test_what_serve_tried_is_forgotten(address: str, project: Path) -> None:
    site = project / "site.yaml"
    text = site.read_text(encoding="utf-8")
    with urllib.request.urlopen(address + ".proofboard/events", timeout=WAIT_S) as events:
        assert events.readline().startswith(b":")
        for tried in (text.replace("runs: runs", "runs: runs\n    cohort: circles\n    id: tried"), text):
            time.sleep(1.0)
            site.write_text(tried, encoding="utf-8")
            line = b""
            began = time.monotonic()
            while not line.startswith(b"event: reload") and time.monotonic() - began < WAIT_S:
                line = events.readline()
            assert line.startswith(b"event: reload")
            assert get(address + "boards/tried/")[0] == (404 if tried == text else 200)
    done = command("build", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "leads nowhere" not in done.stderr


@pytest.mark.parametrize(("signalled", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_server_ends_when_it_is_told_to_also_with_pages_open(
    signalled: signal.Signals, code: int, address: str, server: subprocess.Popen[str]
) -> None:
    with urllib.request.urlopen(address + ".proofboard/events", timeout=WAIT_S) as events:
        assert events.readline().startswith(b":")
        server.send_signal(signalled)
        assert server.wait(WAIT_S) == code
    said, _ = server.communicate(timeout=WAIT_S)
    assert "Traceback" not in said
