"""Files of release gates beside their pages: whole judgements as JSON, and raw outputs by their digest."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.output.files import OutputFile
from site_builder.pages.gates.cases import output_file
from site_builder.pages.gates.lookup import document_path
from site_builder.pages.lookup import SiteLookup
from site_builder.studies.blueprint.document import document


def gate_files(lookup: SiteLookup) -> Iterator[OutputFile]:
    """Yield the judgements of every run, and each output that may be published, once.

    The bytes of an output are those that were recorded, so that its name is the SHA-256 of the file.
    """
    written: set[str] = set()
    for run in lookup.gates.runs.values():
        for judgement in run.judgements:
            content = msgspec.json.encode(document(judgement)) + b"\n"
            yield OutputFile(document_path(run, judgement), content)
        if run.pinned.additions is None:
            continue
        for output in run.pinned.recorded.outputs.values():
            if output.text is not None and output.sha256 not in written:
                written.add(output.sha256)
                yield OutputFile(output_file(output), output.text.encode())
