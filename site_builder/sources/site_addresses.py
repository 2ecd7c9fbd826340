"""The addresses that ``site.yaml`` states: of the site itself, of its sources, and where runs are sent to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from site_builder.errors import Problem, shorten
from site_builder.records.site import SITE_FILE, Site

ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]*[A-Za-z0-9](:[0-9]{1,5})?(/[A-Za-z0-9._~%!$&()*+,;=:@/-]*)?")
"""Scheme, host, port, path; one of other letters is written in ASCII (``xn--…``, ``%C3%A9``)."""
MAILBOX = re.compile(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]")
MARKED = re.compile(r"[?#].*")


def address_faults(site: Site) -> Iterator[Problem]:
    """Yield a fault for an address that is none of the web; an empty one is not given.

    The site's own may have neither name and password, which every page would publish, nor a query or an
    anchor, behind which no page can lie.
    """
    if site.url and not _fit(site.url):
        yield _fault(
            "/url",
            f"{shorten(site.url)} is no address where a site can be served.",
            "Write it as https://example.org/board/: scheme, host and folder, without name, query or anchor.",
        )
    if site.repository and not _fit(MARKED.sub("", site.repository)):
        yield _fault(
            "/repository",
            f"{shorten(site.repository)} is no address that a page can lead to.",
            "Write the address of its page, as https://example.org/project.",
        )
    if site.submit and not (MAILBOX.fullmatch(site.submit) or _fit(MARKED.sub("", site.submit))):
        yield _fault(
            "/submit",
            f"{shorten(site.submit)} is no address that a run can be sent to.",
            "Write that of a page, as https://example.org/runs, or of a mailbox, as board@example.org.",
        )


def _fit(address: str) -> bool:
    if not ADDRESS.fullmatch(address):
        return False
    try:
        return urlsplit(address).port != 0
    except ValueError:  # a port that there is not
        return False


def _fault(pointer: str, message: str, advice: str) -> Problem:
    return Problem(file=SITE_FILE, pointer=pointer, code="site.address", message=message, advice=advice)
