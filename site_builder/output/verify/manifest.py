"""Every file has the digest that the manifest lists, and none is there besides."""

from __future__ import annotations

import hashlib
import re

from site_builder.output.verify.site_files import MANIFEST, MARKER, SIGNATURE, SiteFiles, links_below


def check_manifest(site: SiteFiles) -> None:
    """Hold every file of a site against ``MANIFEST.sha256``."""
    for path in links_below(site.folder):
        site.fault(path, "it is a symbolic link, and a site has none")
    data = site.read(MANIFEST) or b""
    listed: dict[str, str] = {}
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n")[:-1], start=1):
        digest, _, path = line.partition("  ")
        if not re.fullmatch(r"[0-9a-f]{64}", digest) or not path or path in listed:
            site.fault(MANIFEST, f"line {number} is not a new path with its SHA-256")
        listed[path] = digest
    again = "".join(f"{listed[path]}  {path}\n" for path in sorted(listed)).encode("utf-8", "replace")
    if again != data:
        site.fault(MANIFEST, "its lines are not in order")
    for path in site.paths:
        if path in (MANIFEST, SIGNATURE):
            continue
        content = site.read(path)
        if content is None:
            site.fault(path, "it is no file that can be read")
            continue
        found = hashlib.sha256(content).hexdigest()
        site.checked["files"] += 1
        if path not in listed:
            site.fault(path, f"it is not listed in {MANIFEST}")
        elif listed[path] != found:
            site.fault(path, f"its SHA-256 is not the one in {MANIFEST}", listed[path], found)
    for path in sorted(listed.keys() - set(site.paths)):
        if path != MARKER:  # many programs that copy sites leave hidden files out
            site.fault(path, f"it is listed in {MANIFEST} and not there")
