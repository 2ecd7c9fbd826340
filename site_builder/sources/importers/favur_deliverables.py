"""The manifest of a run: how much it delivered, and whether the manifest tells the truth about its files."""

from __future__ import annotations

from site_builder.measures.deliverables import Entry, code_loc, document_characters, unique
from site_builder.measures.json_view import describe
from site_builder.measures.roles import ALWAYS_DELIVERS, ROLES
from site_builder.measures.source_code import physical_lines
from site_builder.records.run import Evidence
from site_builder.sources.files import LARGEST_DIGESTED, Folder
from site_builder.sources.importers.favur_problems import Findings
from site_builder.sources.importers.favur_sheet import META, WORKSPACE, Sheet, counted, in_meta

LARGEST_DOCUMENT = 8 * 1024**2
"""Bytes of one document whose characters are counted."""
LONGEST_CHARACTER = 4
"""Bytes of the longest UTF-8 character: a larger document counts the characters it holds at least."""
LARGEST_COUNTED = 1024**2
"""Bytes of a file whose lines are compared with the manifest."""
_METRICS = ("source_files", "test_files", "doc_files", "doc_characters", "code_loc")


def write_deliverables(
    folder: Folder, manifest: list[Entry] | None, digests: dict[str, str], findings: Findings, sheet: Sheet
) -> None:
    """Write ``deliverables.*`` and report entries that do not agree with their files."""
    if manifest is None:
        for name in _METRICS:
            sheet.miss(f"deliverables.{name}", "not_collected", "no deliverables in meta.json")
        return
    for kind in ("source", "test", "doc"):
        count = sum(entry.kind == kind for entry in manifest)
        sheet.put(f"deliverables.{kind}_files", count, in_meta("/deliverables", f"{count} of kind {kind}"))
    documents = unique(entry.path for entry in manifest if entry.kind == "doc")
    characters = sum(_characters(folder, WORKSPACE + path, findings) for path in documents)
    note = f"characters of {counted(len(documents), 'document')} of the manifest"
    sheet.put("deliverables.doc_characters", characters, Evidence(WORKSPACE, note=note))
    loc, entries = code_loc(manifest)
    if loc is None:
        sheet.miss(
            "deliverables.code_loc", "not_collected", "no source or test entry of the manifest has loc"
        )
    else:
        note = f"loc of {counted(entries, 'distinct source or test file')}"
        sheet.put("deliverables.code_loc", loc, in_meta("/deliverables", note))
    for entry in manifest:
        _compare(folder, entry, digests, findings)


def write_named_roles(manifest: list[Entry] | None, sheet: Sheet) -> None:
    """Write ``roles.*.deliverables_named``: 1 where the deliverables term is available to the role."""
    named = {entry.role for entry in manifest or () if entry.role}
    note = f"roles named by entries: {', '.join(sorted(named))}" if named else "no entry names a role"
    for role in ROLES:
        available = not named or role in named or role == ALWAYS_DELIVERS
        sheet.put(f"roles.{role}.deliverables_named", available, in_meta("/deliverables", note))


def _characters(folder: Folder, path: str, findings: Findings) -> int:
    if not folder.has(path):
        return 0
    size = folder.listing.files[path].size
    if size > LARGEST_DOCUMENT:
        least = size // LONGEST_CHARACTER
        message = (
            f"A document above {LARGEST_DOCUMENT:,} bytes counts {least:,} characters, which it has at least."
        )
        findings.add(path, "", "favur.not-checked", message)
        return least
    loaded = folder.read(path, LARGEST_DOCUMENT)
    findings.take(loaded.problems)
    return document_characters(loaded.value) if loaded.value is not None else 0


def _compare(folder: Folder, entry: Entry, digests: dict[str, str], findings: Findings) -> None:
    """Report an entry whose file is absent, or whose digest or line count is another one."""
    if not entry.path:
        return
    path = WORKSPACE + entry.path
    if not folder.has(path):
        message = f"{describe(entry.named)} is not a regular file of the workspace."
        findings.add(META, entry.pointer + "/path", "favur.absent-deliverable", message)
        return
    size = folder.listing.files[path].size
    if entry.sha256 and size > LARGEST_DIGESTED:
        message = f"Files above {LARGEST_DIGESTED:,} bytes are not compared with the digest of the manifest."
        findings.add(path, "", "favur.not-checked", message)
    elif entry.sha256 and digests.get(path) not in ("", entry.sha256):
        message = f"The digest of {describe(entry.named)} is not that of the file."
        findings.add(META, entry.pointer + "/sha256", "favur.digest-mismatch", message)
    if entry.loc is None or not entry.path.endswith(".py"):
        return
    if size > LARGEST_COUNTED:
        message = (
            f"The lines of files above {LARGEST_COUNTED:,} bytes are not compared with the manifest's loc."
        )
        findings.add(path, "", "favur.not-checked", message)
    else:
        data = folder.read(path, LARGEST_COUNTED).value
        lines = physical_lines(data.decode("utf-8", "replace")) if data is not None else 0
        if entry.loc > lines or entry.loc < lines / 4:
            message = (
                f"{describe(entry.named)} is listed with {entry.loc:g} lines of code and has {lines} lines."
            )
            findings.add(META, entry.pointer + "/loc", "favur.loc-mismatch", message)
