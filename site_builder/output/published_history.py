"""The history that the site in place has published must stand in the site that replaces it.

The ledger may only have grown, frozen editions and the digests of released rubrics are what they were. The
bytes of the new site do not depend on the old one: a build that would rewrite history is stopped.
"""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.errors import CannotBuild, Problem
from site_builder.output.write import Output
from site_builder.records.ledger import LEDGER_FILE
from site_builder.site_data import SiteData
from site_builder.sources.locks import parse_lock
from site_builder.sources.manifest import MANIFEST, read_manifest

LEDGER = "data/ledger.jsonl"
EDITIONS = "r/"
ANEW = "Where that site was a trial that nobody has seen, build into another folder, or remove it first."


def refuse_rewriting(data: SiteData, output: Output) -> None:
    """Raise ``CannotBuild`` where a new site would take back what the one in place says of its history."""
    before = read_manifest(output.folder)
    problems = (*_ledger(data, output, before), *_editions(data, before), *_rubrics(data, output, before))
    if problems:
        raise CannotBuild(*problems)


def _ledger(data: SiteData, output: Output, before: dict[str, str]) -> Iterator[Problem]:
    if LEDGER not in before or data.ledger.digest == f"sha256:{before[LEDGER]}":
        return
    try:
        content = (output.folder / LEDGER).read_bytes()
    except OSError:
        return
    published = content[: content.rfind(b"\n") + 1]  # what follows the last line end never counted
    now = data.copies.ledger or b""
    if now.startswith(published):
        return
    old, new = published.split(b"\n"), now.split(b"\n")
    same = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(new))
    yield Problem(
        file=LEDGER_FILE,
        pointer=f"line {same + 1}",
        code="ledger.not-continued",
        message=(
            f"The site in place publishes a ledger of {len(old) - 1} lines that this one does not continue: "
            f"they part at line {same + 1}."
        ),
        advice=f"Restore it from {output.shown}/{LEDGER}. {ANEW}",
    )


def _editions(data: SiteData, before: dict[str, str]) -> Iterator[Problem]:
    now = {edition.name: edition.manifest.removeprefix("sha256:") for edition in data.editions}
    for path, digest in sorted(before.items()):
        name, mark, rest = path.removeprefix(EDITIONS).partition("/")
        if not path.startswith(EDITIONS) or not mark or rest != MANIFEST or now.get(name) == digest:
            continue
        state = "differs now" if name in now else "is gone"
        yield Problem(
            file=f"releases/{name}",
            code="edition.not-continued",
            message=f"The site in place holds the edition {name}, which {state}.",
            advice=f"Put releases/{name} back as it was, with its line in releases/LOCK. {ANEW}",
        )


def _rubrics(data: SiteData, output: Output, before: dict[str, str]) -> Iterator[Problem]:
    lock = "data/rubrics/LOCK"
    if lock not in before:
        return
    try:
        text = (output.folder / lock).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return
    for rubric, release, _ in parse_lock(text, lock, []):
        now = data.released.get(rubric)
        if rubric in data.graphs and (now is None or now.digest != release.digest):
            yield Problem(
                file=f"rubric_versions/{rubric}.yaml",
                code="rubric.not-continued",
                message=f"The site in place says {rubric} was released with another digest.",
                advice=f"Put the file and its line in LOCK back; make a change as a new version. {ANEW}",
            )
