"""The records that roles left in ``artifacts/``, and which roles ran."""

from __future__ import annotations

from site_builder.measures.artifacts import RECORDS
from site_builder.measures.json_view import View
from site_builder.measures.roles import ROLES, is_role
from site_builder.measures.telemetry import Telemetry
from site_builder.records.run import Evidence
from site_builder.sources.files import Folder, shown
from site_builder.sources.importers.favur_fields import note_mistyped_fields
from site_builder.sources.importers.favur_problems import Findings
from site_builder.sources.importers.favur_sheet import META, TELEMETRY, Sheet
from site_builder.sources.json_text import read_json

FOLDER = "artifacts"


def read_records(folder: Folder, findings: Findings) -> dict[str, View]:
    """Return role → its record; a file that is no JSON object counts as absent and is reported."""
    found: dict[str, View] = {}
    for path in folder.below(FOLDER):
        name = path.removeprefix(f"{FOLDER}/")
        role = name.removesuffix(".json")
        if "/" in name or not name.endswith(".json"):
            continue
        if not is_role(role):
            message = f"The artifact is named for {shown(role)[:60]}, which is not one of the fourteen roles."
            findings.add(path, "", "favur.unknown-role", message)
            continue
        loaded = read_json(folder, path)
        findings.take(loaded.problems)
        if isinstance(loaded.value, dict):
            found[role] = View(loaded.value, "", findings.report_on(path))
            note_mistyped_fields(role, found[role])
        elif not loaded.problems:
            findings.add(
                path, "", "favur.not-an-object", "The artifact is not a JSON object; it counts as absent."
            )
    return found


def write_records(records: dict[str, View], sheet: Sheet) -> None:
    """Write the figures of each role that leaves a record the rubric knows, where that record is there."""
    for role, view in records.items():
        if role not in RECORDS:
            continue
        measure, pointers = RECORDS[role]
        for name, value in measure(view).items():
            metric_id = f"roles.{role}.{name}"
            evidence = Evidence(f"{FOLDER}/{role}.json", pointers[name])
            if value is None:
                sheet.miss(metric_id, "not_collected", "the artifact does not hold it", evidence)
            else:
                sheet.put(metric_id, value, evidence)


def write_ran(meta: View, records: dict[str, View], telemetry: Telemetry, sheet: Sheet) -> None:
    """Write ``roles.*.ran``: named in ``meta.json``, with a readable artifact, or tagged on a request."""
    roles = meta.child("roles")
    named = roles.record if roles is not None else {}
    tagged = telemetry.roles()
    for role in ROLES:
        if role in named:
            evidence = Evidence(META, f"/roles/{role}")
        elif role in records:
            evidence = Evidence(f"{FOLDER}/{role}.json")
        elif role in tagged:
            evidence = Evidence(TELEMETRY, note="an llm_request event is tagged with the role")
        else:
            sheet.put(
                f"roles.{role}.ran", 0, Evidence(META, "/roles", "not named, no artifact, no tagged event")
            )
            continue
        sheet.put(f"roles.{role}.ran", 1, evidence)
