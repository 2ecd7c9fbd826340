"""Serve a finished site on this machine, and tell open pages to load again, or why there is nothing new.

The few lines that make a page listen are added to the pages that browsers ask for, on their way out; the
files of the site never hold them. Whoever does not ask for HTML by its type, as scripts and ``curl`` do not,
gets every file as it was written. Nothing but this machine can reach the server, and it answers only who asks
for this machine: a page elsewhere whose name is made to lead here asks under that name, and is refused.
"""

from __future__ import annotations

import os
import re
import threading
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

HOST = "127.0.0.1"
NAMES = ("localhost", HOST, "[::1]")
"""Names of this machine, of which a browser says one, with any port, when it asks for a page here."""
HTML = "text/html"
EVENTS = "/.proofboard/events"
LISTENER = b"""<script>{
const events = new EventSource('%s'), line = document.createElement('p');
line.setAttribute('role', 'alert');
line.style.cssText = 'position:sticky;top:0;z-index:9;max-width:none;margin:0;padding:.6rem 1rem;'
  + 'background:#7d1f00;color:#fff;font:.9rem/1.5 monospace;white-space:pre-wrap';
events.addEventListener('reload', () => location.reload());
events.addEventListener('fault', event => { line.textContent = event.data; document.body.prepend(line); });
}</script>""" % EVENTS.encode()
"""Loads the page again after a build; says at its top why there was none."""
HEARTBEAT_S = 15.0
PORT = re.compile(r":[0-9]*\Z")
RELATIVE = re.compile(rb'\b(href|src)="(?!#|/|[a-zA-Z][a-zA-Z0-9+.-]*:)')
ROOT = re.compile(rb'\bhref="(/[^"]*)assets/style\.css"')
"""The style sheet as the page for missing addresses names it where a site has a ``url``."""


class Server:
    """A site being served from a thread of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        """Listen on ``port``, on a free one for 0. Raises ``OSError`` when the port is taken."""
        self._changed = threading.Condition()
        self._builds = 0
        self._fault = ""
        handler = partial(_Handler, server_state=self, directory=str(folder))
        self._http = ThreadingHTTPServer((HOST, port), handler)
        self._http.daemon_threads = True
        self._stopping = False
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        """Where the site is."""
        return f"http://{HOST}:{self._http.server_address[1]}/"

    def start(self) -> None:
        """Start to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Stop to answer, and let waiting pages go."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._http.shutdown()
        self._http.server_close()

    def reload(self) -> None:
        """Tell every open page to load again."""
        self._tell("")

    def cannot_build(self, fault: str) -> None:
        """Show on every page, those open now and those opened until the next build, why it is an old one."""
        self._tell(fault)

    def _tell(self, fault: str) -> None:
        with self._changed:
            self._fault = fault
            self._builds += 1
            self._changed.notify_all()

    @property
    def fault(self) -> str:
        """Why the newest build failed; empty after a good one."""
        return self._fault

    def wait_for_build(self, seen: int) -> int | None:
        """Return the newest build's number, once it is not ``seen`` or after a while; at the end ``None``."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopping or self._builds != seen, HEARTBEAT_S)
            return None if self._stopping else self._builds

    @property
    def builds(self) -> int:
        """How many builds were announced, failed ones included."""
        return self._builds


class _Handler(SimpleHTTPRequestHandler):
    """Answers for the files of the site, and holds the lines of pages that listen."""

    protocol_version = "HTTP/1.0"

    def __init__(self, *args: Any, server_state: Server, **kwargs: Any) -> None:
        self.state = server_state
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        """Answer with events, with a page that listens, or with the file as it is."""
        if not self._is_for_this_machine():
            self._refuse()
        elif self.path == EVENTS:
            self._events()
        elif not self._answered():
            super().do_GET()

    def do_HEAD(self) -> None:
        """Answer as ``do_GET`` does for a file, without its content."""
        if not self._is_for_this_machine():
            self._refuse()
        elif not self._answered():
            super().do_HEAD()

    def _is_for_this_machine(self) -> bool:
        """Say whether every name asked for is one of this machine; programs that name none are on it."""
        asked = self.headers.get_all("Host", [])
        return all(PORT.sub("", name.strip().lower()) in NAMES for name in asked)

    def _refuse(self) -> None:
        named = f"http://{HOST}:{self.server.server_address[1]}/"  # type: ignore[index]
        text = f"This server answers for this machine alone. Its address is {named}\n".encode()
        self.send_response(HTTPStatus.MISDIRECTED_REQUEST)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def _answered(self) -> bool:
        """Answer where a page is asked for, or what is not there; folders have no page but ``index.html``.

        What is left to others are files, and the way from a folder to its address with a slash.
        """
        path = self.translate_path(self.path)
        in_folder = os.path.isdir(path)
        page = os.path.join(path, "index.html") if in_folder else path
        if not os.path.isfile(page):  # also where the address is no path at all; it does not raise
            self._page(HTTPStatus.NOT_FOUND, _at_any_depth(_content(Path(self.directory) / "404.html")))
            return True
        if (in_folder and not urlsplit(self.path).path.endswith("/")) or not page.endswith(".html"):
            return False
        self._page(HTTPStatus.OK, _content(Path(page)))
        return True

    def end_headers(self) -> None:
        """Keep browsers from remembering anything."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent; the terminal is for builds."""

    def _page(self, status: HTTPStatus, content: bytes) -> None:
        if HTML in self.headers.get("Accept", ""):
            content = content.replace(b"</body>", LISTENER + b"</body>", 1)
        self.send_response(status)
        self.send_header("Content-Type", f"{HTML}; charset=utf-8")
        self.send_header("Vary", "Accept")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _events(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        seen: int | None = self.state.builds
        try:
            self.wfile.write(b": listening\n\n" + _fault_event(self.state.fault))
            self.wfile.flush()
            while seen is not None:
                newest = self.state.wait_for_build(seen)
                fault = _fault_event(self.state.fault)
                text = b": still here\n\n" if newest == seen else fault or b"event: reload\ndata: \n\n"
                if newest is not None:
                    self.wfile.write(text)
                    self.wfile.flush()
                seen = newest
        except OSError:
            return  # the page was closed


def _content(page: Path) -> bytes:
    return page.read_bytes() if page.is_file() else b"<!doctype html><title>Not found</title>Not found."


def _at_any_depth(page: bytes) -> bytes:
    """Return the page for missing addresses with links that lead to the files from any address.

    In the file they are relative to the root of the site, or lead to the place that its ``url`` names.
    """
    root = ROOT.search(page)
    return page.replace(b'="' + root[1], b'="/') if root else RELATIVE.sub(rb'\1="/', page)


def _fault_event(fault: str) -> bytes:
    """Return what tells a page why it is an old one; empty where it is not."""
    lines = "".join(f"data: {line}\n" for line in fault.splitlines())
    return f"event: fault\n{lines}\n".encode() if lines else b""
