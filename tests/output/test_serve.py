"""Which addresses of a site being served are answered, and how."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from site_builder.output.serve import Server

WAIT_S = 60


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "site/runs/a").mkdir(parents=True)
    (tmp_path / "site/404.html").write_text("<p>There is no such page.</p>", encoding="utf-8")
    (tmp_path / "site/runs/a/index.html").write_text("<p>Run a</p>", encoding="utf-8")
    (tmp_path / "site/runs/a/data.csv").write_text("a,b\n", encoding="utf-8")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    server = Server(tmp_path / "site", 0)
    server.start()
    yield urlsplit(server.address).netloc
    server.stop()


def ask(address: str, path: str, method: str = "GET") -> tuple[int, bytes, str | None]:
    connection = http.client.HTTPConnection(address, timeout=WAIT_S)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers["Location"]
    finally:
        connection.close()


def asked_for(address: str, *names: str, method: str = "GET", path: str = "/runs/a/") -> tuple[int, bytes]:
    """Ask for a page under the names that a browser or program says, none to several."""
    connection = http.client.HTTPConnection(address, timeout=WAIT_S)
    try:
        connection.putrequest(method, path, skip_host=True)
        for name in names:
            connection.putheader("Host", name)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    "name", ["localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8000"]
)
def test_who_asks_for_this_machine_is_answered(name: str, address: str) -> None:
    assert asked_for(address, name) == (200, b"<p>Run a</p>")
    assert asked_for(address) == (200, b"<p>Run a</p>")


@pytest.mark.parametrize(
    "names",
    [
        *(
            ("evil.example",),
            ("evil.example:8000",),
            ("127.0.0.1.evil.example",),
            ("localhost.evil.example:80",),
        ),
        *(("",), ("127.0.0.1@evil.example",), ("localhost", "evil.example"), ("evil.example", "localhost")),
    ],
)
def test_a_name_elsewhere_that_is_made_to_lead_here_is_refused(names: tuple[str, ...], address: str) -> None:
    for path in ("/runs/a/", "/runs/a/data.csv", "/nowhere", "/.proofboard/events"):
        status, content = asked_for(address, *names, path=path)
        assert (status, b"Run a" in content, b"for this machine alone" in content) == (421, False, True)
    assert asked_for(address, *names, method="HEAD") == (421, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/" + "a" * 300,
        "/" + "a/" * 3000,
        "/%00",
        "/a%00b/",
        "/%ff%fe",
        "/runs/",
        "/runs",
        "/",
        "/runs/a/data.csv/",
        "/../secret",
        "/%2e%2e/secret",
        "/nowhere",
    ],
    ids=lambda path: path[:20],
)
def test_what_is_no_page_and_no_file_is_not_found(path: str, address: str) -> None:
    assert ask(address, path) == (404, b"<p>There is no such page.</p>", None)
    assert ask(address, path, "HEAD") == (404, b"", None)


def test_pages_and_files_are_answered_and_a_folder_leads_to_its_page(address: str) -> None:
    assert ask(address, "/runs/a/") == (200, b"<p>Run a</p>", None)
    assert ask(address, "/runs/a/?q=1") == (200, b"<p>Run a</p>", None)
    assert ask(address, "/runs/a/index.html") == (200, b"<p>Run a</p>", None)
    assert ask(address, "/runs/a/data.csv") == (200, b"a,b\n", None)
    assert ask(address, "/runs/a") == (301, b"", "/runs/a/")
    assert ask(address, "/runs/a/", "HEAD") == (200, b"", None)
    assert ask(address, "/runs/a/data.csv", "HEAD") == (200, b"", None)
