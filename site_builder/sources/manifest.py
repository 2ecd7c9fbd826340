"""``MANIFEST.sha256`` of a site: the digest of every file in it, in the form that ``sha256sum`` checks."""

from __future__ import annotations

from pathlib import Path

MANIFEST = "MANIFEST.sha256"
SIGNATURE = f"{MANIFEST}.sig"
"""A detached signature of the manifest, which cannot list it; the one file of a site that no build writes."""


def read_manifest(folder: Path) -> dict[str, str]:
    """Return path → SHA-256 as the manifest of a site says, empty where there is none that can be read."""
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    rows = (line.partition("  ") for line in text.splitlines())
    return {path: digest for digest, _, path in rows if path}


def published_key(output: Path) -> str:
    """Return the key in the store of the addresses last published; kept while no build publishes."""
    return f"{output}#published"


def trial_key(output: Path) -> str:
    """Return the key in the store that is there while ``serve`` built the site in place."""
    return f"{output}#trial"
