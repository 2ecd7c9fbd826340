"""One export folder read into a run record, in two steps with the batch-wide linter between them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from site_builder.measures.deliverables import Entry, read_manifest
from site_builder.measures.json_view import View
from site_builder.measures.lint import LintResult
from site_builder.measures.roles import ROLES
from site_builder.measures.source_code import SourceTotal
from site_builder.records.run import Imported, LeftOut, RunRecord, Supplement
from site_builder.sources.files import MOST_ENTRIES, Folder, shown
from site_builder.sources.importers import favur_results as results
from site_builder.sources.importers import favur_workspace as workspace
from site_builder.sources.importers.configuration import ImportConfig, label_of
from site_builder.sources.importers.favur_checks import (
    check_coverage,
    check_roles,
    check_speed,
    check_tests,
    check_time,
    check_total,
    check_usage,
)
from site_builder.sources.importers.favur_deliverables import write_deliverables, write_named_roles
from site_builder.sources.importers.favur_events import event_files, read_telemetry, write_counts
from site_builder.sources.importers.favur_fields import note_unknown_fields
from site_builder.sources.importers.favur_meta import (
    SCHEMA,
    Identity,
    read_identity,
    read_run_id,
    utc,
)
from site_builder.sources.importers.favur_pricing import Usage, read_pricing
from site_builder.sources.importers.favur_problems import Findings
from site_builder.sources.importers.favur_records import FOLDER as ARTIFACTS
from site_builder.sources.importers.favur_records import read_records, write_ran, write_records
from site_builder.sources.importers.favur_sheet import META, Sheet
from site_builder.sources.importers.favur_usage import (
    Figures,
    UsageReader,
    models_used,
    read_contexts,
    read_windows,
)
from site_builder.sources.json_text import read_json

FAMILY = "favur"


class ExportReader:
    """Reads one export: ``read_safely`` first, then ``finish`` with the linter's result for ``lintable``."""

    def __init__(self, path: Path, config: ImportConfig) -> None:
        self._config = config
        self._label = label_of(path, config)
        self._folder = Folder(path, self._label, path.name)
        self._findings = Findings(self._folder)
        self._sheet = Sheet()
        self._run_id = ""
        self._reason = ""
        self._record: RunRecord | None = None
        self._source: SourceTotal | None = None
        self._too_large_to_lint = ""
        self._run_usage: Figures = {}
        self.lintable: list[Path] = []
        """Absolute paths of the produced source; empty when the export is left out."""

    def read_safely(self) -> None:
        """Read everything but the linter's result. Call it inside of ``quiet_parsing``.

        Raises nothing: an export that this program fails on is left out and says so.
        """
        try:
            self._read()
        except Exception as error:  # one export must not stop the others
            self._record = None
            self.lintable = []
            self._refuse("", "favur.not-read", f"Reading the export failed ({type(error).__name__}).")

    def _read(self) -> None:
        meta = self._meta()
        if meta is None:
            return
        self._run_id = self._folder.run = read_run_id(meta)
        identity = read_identity(meta)
        self._findings.take(self._folder.oddities())
        note_unknown_fields(meta, SCHEMA)
        self._read_usage(meta)
        if isinstance(identity, str):
            self._reason = identity
            self._read_facts(meta)  # what else is wrong is told at once
            return
        check_time(self._run_usage, identity.started, identity.finished, self._findings)
        check_speed(self._run_usage, self._findings)
        self._record = self._read_results(meta, identity)

    def finish(self, lint: LintResult | None, tools: dict[str, str]) -> Imported:
        """Return the run, or why it is left out."""
        if self._record is None:
            problems = self._findings.all()
            errors = {problem.code for problem in problems if problem.severity == "error"}
            left_out = LeftOut(
                folder=self._label, run_id=self._run_id, reason=self._reason, problems=tuple(sorted(errors))
            )
            return Imported(folder=self._label, left_out=left_out, problems=problems)
        if self._too_large_to_lint:
            lint = LintResult(failure=f"{self._too_large_to_lint} is too large to lint")
        workspace.write_lint(lint, self._source, self._sheet)
        if lint is not None and lint.failure:
            message = f"tool_failed: the source could not be linted ({lint.failure})."
            self._findings.add(workspace.FOLDER, "", "favur.linter-failed", message)
        run = msgspec.structs.replace(self._record, metrics=self._sheet.metrics, tools=tools)
        return Imported(folder=self._label, run=run, problems=self._findings.all())

    def _meta(self) -> View | None:
        """Return ``meta.json``; without it, set the reason."""
        if not self._folder.listing.complete:
            self._refuse("", "favur.too-many-files", f"The export holds more than {MOST_ENTRIES:,} entries.")
            return None
        if not self._folder.has(META) and META not in self._folder.listing.links:
            irregular = META in {*self._folder.listing.others, *self._folder.listing.folders}
            words = "meta.json is no regular file" if irregular else "The folder has no meta.json"
            self._refuse(META, "favur.no-meta", f"{words}, so it is no run export.")
            return None
        loaded = read_json(self._folder, META)
        self._findings.take(loaded.problems)
        if isinstance(loaded.value, dict):
            return View(loaded.value, "", self._findings.report_on(META))
        if loaded.problems:
            self._reason = f"meta.json: {loaded.problems[0].message}"
        else:
            self._refuse(META, "favur.not-an-object", "meta.json is not a JSON object.")
        return None

    def _refuse(self, path: str, code: str, reason: str) -> None:
        self._findings.add(path, "", code, reason)
        self._reason = reason

    def _read_usage(self, meta: View) -> None:
        telemetry = read_telemetry(self._folder, self._findings)
        write_counts(telemetry, self._sheet)
        usage = UsageReader(meta, telemetry, self._sheet)
        run, roles = usage.read_run(), usage.read_roles()
        usage.read_supervision()
        used = models_used(meta, telemetry)
        read_contexts(meta, read_windows(meta), used, self._sheet)
        read_pricing(meta, Usage(telemetry, used, run, roles), self._sheet)
        records = read_records(self._folder, self._findings)
        write_records(records, self._sheet)
        write_ran(meta, records, telemetry, self._sheet)
        check_usage("/usage", run, self._findings)
        for role, figures in roles.items():
            check_usage(f"/roles/{role}/usage", figures, self._findings)
        check_roles(run, roles, self._findings)
        check_total(run, roles, self._findings)
        self._run_usage = run

    def _read_facts(self, meta: View) -> list[Entry] | None:
        """Read what ``meta.json`` and the results of the run say beside usage; return the manifest."""
        folder, findings, sheet = self._folder, self._findings, self._sheet
        junit, coverage = results.read_junit(folder, findings), results.read_coverage(folder, findings)
        results.write_tests(meta, junit, sheet)
        results.write_coverage(meta, coverage, findings, sheet)
        check_tests(junit, sheet, findings)
        check_coverage(coverage, sheet, findings)
        manifest = read_manifest(meta)
        for write in (results.write_milestones, results.write_criteria, results.write_sprints):
            write(meta, sheet)
        return manifest

    def _read_results(self, meta: View, identity: Identity) -> RunRecord:
        folder, findings, sheet = self._folder, self._findings, self._sheet
        manifest = self._read_facts(meta)
        self._measure_workspace(manifest)
        digests = folder.digests()
        write_deliverables(folder, manifest, digests, findings, sheet)
        write_named_roles(manifest, sheet)
        return RunRecord(
            run_id=identity.run_id,
            family=FAMILY,
            folder=self._label,
            digest=export_digest(digests),
            cohort=identity.sow,
            cohort_title=identity.sow_title,
            configuration=identity.configuration,
            started_at=utc(identity.started),
            finished_at=utc(identity.finished),
            harness=identity.harness,
            harness_commit=identity.harness_commit,
            harness_command=identity.harness_command,
            models=identity.models,
            role_models=identity.role_models,
            files=self._own_records(digests),
            export={shown(path): digest for path, digest in digests.items()},
            digest_of="nul" if all(shown(path) == path for path in digests) else "",
        )

    def _measure_workspace(self, manifest: list[Entry] | None) -> None:
        produced = workspace.find_produced(self._folder, manifest)
        reader = workspace.PythonReader(self._folder, self._findings, self._config.file_seconds)
        if produced.source is not None:
            self._source = reader.measure_source(produced.source)
            self.lintable, self._too_large_to_lint = workspace.lintable(self._folder, produced.source)
        workspace.write_source(self._source, self._sheet)
        tests = reader.measure_tests(produced.tests) if produced.tests is not None else None
        workspace.write_test_code(tests, self._sheet)

    def _own_records(self, digests: dict[str, str]) -> tuple[Supplement, ...]:
        """Return the files that are the harness's records, without the workspace."""
        named = {META, results.JUNIT, results.COVERAGE, *event_files(self._folder)}
        named |= {f"{ARTIFACTS}/{role}.json" for role in ROLES}
        sizes = self._folder.listing.files
        return tuple(
            Supplement(shown(path), sizes[path].size, digests[path]) for path in sizes if path in named
        )


def export_digest(digests: dict[str, str]) -> str:
    """Return ``sha256:`` over the sorted (path, sha256) of the regular files of an export."""
    whole = hashlib.sha256()
    for path, digest in digests.items():
        whole.update(os.fsencode(path) + b"\0" + digest.encode() + b"\n")
    return f"sha256:{whole.hexdigest()}"
