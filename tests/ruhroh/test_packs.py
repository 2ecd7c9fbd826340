from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from site_builder.sources.importers.ruhroh.fingerprints import fingerprint
from site_builder.sources.importers.ruhroh.packs import Pack, read_pack, select
from site_builder.studies.ruhroh.pack import Inspection, inspect
from tests.ruhroh.samples import RUNS, SETTINGS, changed, suite_document
from tests.ruhroh.test_claims import run

DEMONSTRATION = RUNS / "ruhroh"
DOCUMENT: dict[str, Any] = json.loads(
    (DEMONSTRATION / "scenarios/invoice-export/scenario.json").read_text("utf-8")
)


def pack(tmp_path: Path, document: Any, suite: Any = None, files: tuple[str, ...] = ()) -> Pack:
    folder = tmp_path / "scenarios/invoice-export"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenario.json").write_text(json.dumps(document), "utf-8")
    (folder / "instruction.md").write_text("Please.", "utf-8")
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, "utf-8")
    if suite is not None:
        (tmp_path / "suites").mkdir(exist_ok=True)
        (tmp_path / "suites/suite.json").write_text(json.dumps(suite), "utf-8")
    return read_pack(tmp_path / "scenarios", tmp_path / "suites" if suite else None, SETTINGS)


def found(read: Pack, severity: str = "error") -> list[tuple[str, str]]:
    problems = [p for s in read.scenarios for p in s.problems] + [p for s in read.suites for p in s.problems]
    return [(p.code, p.pointer) for p in problems if p.severity == severity]


def test_the_demonstration_pack_is_ready_under_the_strictest_requirements() -> None:
    read = read_pack(DEMONSTRATION / "scenarios", DEMONSTRATION / "suites", SETTINGS)
    result = inspect(read.scenarios, read.suites, require_calibrated=True, require_reviewed=True)
    assert read.valid
    assert result.readiness.ready
    assert result.readiness.advisories == ()
    assert [(row.id, row.collection_s) for row in result.suites] == [
        ("counter-desk", 6 * 2400),
        ("garden-desk", 10 * 600),
    ]


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("id", ..., "scenario.required"),
        ("id", "a b", "scenario.invalid"),
        ("title", " ", "scenario.required"),
        ("tier", "extended", "scenario.invalid"),
        ("kind", "unreal", "scenario.invalid"),
        ("driver", {}, "scenario.invalid"),
        ("userPromptPath", "nowhere.md", "scenario.required"),
        ("userPromptPath", "../../../x.md", "scenario.required"),
        ("run/timeoutSeconds", 0, "scenario.invalid"),
        ("requires/continuity", "some", "scenario.invalid"),
        ("requires/tools", "shell", "scenario.invalid"),
        ("requires/network", "no", "scenario.invalid"),
        ("loop/defaultMaxIterations", -1, "scenario.invalid"),
        ("loop/stopPolicy", "never", "scenario.invalid"),
        ("evaluation/mode", "guess", "scenario.invalid"),
        ("evaluation/scenarioContext", "one", "scenario.invalid"),
        ("evaluation/goalRubric", [], "scenario.required"),
        ("evaluation/calibrationCases/0/expectedStatus", "maybe", "scenario.invalid"),
        ("evaluation/calibrationCases/0/rationale", "", "scenario.required"),
        ("metadata", 7, "scenario.invalid"),
        ("metadata/scenarioVersion", "", "scenario.required"),
        ("metadata/createdAt", "yesterday", "scenario.date"),
        ("metadata/difficulty", "mild", "scenario.invalid"),
        ("metadata/expectedRuntimeSeconds", 0, "scenario.invalid"),
        ("metadata/tags", ["a", ""], "scenario.invalid"),
        ("metadata/lifecycle/status", "gone", "scenario.invalid"),
        ("metadata/lifecycle/replacementId", "a b", "scenario.unsafe-id"),
        ("metadata/lifecycle/sunsetAt", "soon", "scenario.date"),
        ("metadata/maintainers", ..., "scenario.governance"),
        ("metadata/provenance", " ", "scenario.governance"),
        ("metadata/lifecycle", ..., "scenario.governance"),
        ("assets", ["gone.txt"], "scenario.asset-missing"),
        ("assets", ["../up"], "scenario.asset-outside"),
        ("assets", ["/etc/passwd"], "scenario.asset-outside"),
        ("version", "ruhroh_scenario_v1", "ruhroh.other-version"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_named(tmp_path: Path, pointer: str, value: Any, code: str) -> None:
    assert code in [code for code, _ in found(pack(tmp_path, changed(DOCUMENT, pointer, value)))]


def test_a_network_needs_a_reason_and_a_held_out_task_something_private(tmp_path: Path) -> None:
    network = changed(DOCUMENT, "requires/network", True)
    assert found(pack(tmp_path, network)) == [("scenario.governance", "/metadata/networkRationale")]
    held = changed(DOCUMENT, "metadata/visibility", "held_out")
    assert found(pack(tmp_path, held)) == [("scenario.governance", "/metadata/privateEvalRationale")]
    private = changed(DOCUMENT, "metadata/visibility", "private")
    assert found(pack(tmp_path, changed(private, "metadata/provenance", ...))) == []


@pytest.mark.parametrize("public", ["secret", "secret/list.txt", "secret/"])
def test_a_private_asset_must_not_be_public_too(tmp_path: Path, public: str) -> None:
    document = changed(DOCUMENT, "assets", [public])
    document = changed(document, "evaluation/privateAssets", ["secret/list.txt"])
    codes = [code for code, _ in found(pack(tmp_path, document, files=("secret/list.txt",)))]
    assert codes == ["scenario.private-asset-exposed"]


@pytest.mark.parametrize(
    ("pointer", "value", "codes"),
    [
        ("evaluation/scenarioContext", ["one"], ["evaluation_context_minimum"]),
        ("evaluation/calibrationCases", [], ["evaluation_calibration_cases_minimum"]),
        ("evaluation/evidenceGuidance", ["Open it."], ["evaluation_evidence_guidance_minimum"]),
        (
            "evaluation/goalRubric",
            ["Satisfies the user goal."],
            [
                "evaluation_goal_rubric_minimum",
                "evaluation_goal_rubric_terse",
                "evaluation_goal_rubric_generic",
            ],
        ),
        ("evaluation/evidenceGuidance", ["Check filenames.", "b"], ["evaluation_evidence_proxy_source"]),
        ("evaluation/evidenceGuidance", ["Do not require a filename.", "b"], []),
        ("evaluation/evidenceGuidance", ["Open what the file names promise.", "b"], []),
        ("evaluation/evidenceGuidance", ["Source  text matches.", "b"], ["evaluation_evidence_proxy_source"]),
        ("evaluation/evidenceGuidance", ["Over  source text matches.", "b"], []),
        ("metadata/changelog", ["0.9: older"], ["scenario.changelog-without-version"]),
    ],
)
def test_doubts_about_the_evaluation_are_warnings(
    tmp_path: Path, pointer: str, value: Any, codes: list[str]
) -> None:
    assert [code for code, _ in found(pack(tmp_path, changed(DOCUMENT, pointer, value)), "warning")] == codes


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("id", "a b", "suite.unsafe-id"),
        ("title", ..., "suite.required"),
        ("scenarioIds", [], "suite.required"),
        ("scenarioIds", ["invoice-export", "invoice-export"], "suite.duplicate-scenario"),
        ("scenarioIds", ["invoice-export", "nope"], "suite.unknown-scenario"),
        ("scenarioIds", ["../x"], "suite.unsafe-id"),
        ("scenarioVersions", {}, "suite.version-missing"),
        ("scenarioVersions", {"invoice-export": "1.0.0", "x": "1"}, "suite.version-without-member"),
        ("scenarioVersions", {"invoice-export": "2.0.0"}, "suite.version-differs"),
        ("methodology/minRuns", 0, "suite.invalid"),
        ("methodology/confidenceLevel", 0.9, "suite.invalid"),
        ("methodology/retryPolicy", "", "suite.required"),
        ("governance/reviewChecklist", [" "], "suite.required"),
        ("governance/owner", ..., "suite.required"),
        ("version", "x", "ruhroh.other-version"),
    ],
)
def test_what_is_wrong_with_a_suite_is_named(tmp_path: Path, pointer: str, value: Any, code: str) -> None:
    suite = changed(suite_document("invoice-export"), pointer, value)
    assert code in [code for code, _ in found(pack(tmp_path, DOCUMENT, suite))]


def test_a_suite_of_few_runs_is_a_doubt(tmp_path: Path) -> None:
    read = pack(tmp_path, DOCUMENT, suite_document("invoice-export", runs=3))
    assert found(read, "warning") == [("suite.few-runs", "/methodology/minRuns")]
    assert read.valid


def inspected(tmp_path: Path, document: Any, **required: bool) -> Inspection:
    read = pack(tmp_path, document, suite_document("invoice-export"))
    return inspect(read.scenarios, read.suites, **required)


def test_calibration_and_reviews_block_only_when_they_are_required(tmp_path: Path) -> None:
    document = changed(
        DOCUMENT, "evaluation/calibrationCases", DOCUMENT["evaluation"]["calibrationCases"][:1]
    )
    document = changed(document, "metadata/contaminationNotes", "TODO")
    mild = inspected(tmp_path, document)
    assert mild.readiness.ready
    assert mild.readiness.codes("advisory") == ("calibration-incomplete", "risk-review-placeholder")
    strict = inspected(tmp_path, document, require_calibrated=True, require_reviewed=True)
    assert strict.readiness.codes("blocker") == ("calibration-incomplete", "risk-review-placeholder")


def test_an_invalid_scenario_counts_for_nothing_it_says(tmp_path: Path) -> None:
    result = inspected(tmp_path, changed(DOCUMENT, "tier", "x"))
    assert not result.readiness.ready
    assert result.runtime.known == 0
    assert [(c.name, c.count) for c in result.difficulties if c.count] == [("unknown", 1)]
    assert "risk-review-missing" in result.readiness.codes("advisory")


def test_every_file_of_a_folder_enters_its_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("site_builder.sources.files.MOST_ENTRIES", 2)
    (tmp_path / "assets").mkdir()
    for number in range(5):
        (tmp_path / f"assets/{number}").write_text("text", "utf-8")
    assert fingerprint(tmp_path, "assets").files == 5


def test_a_folder_has_one_fingerprint_whatever_else_is_there(tmp_path: Path) -> None:
    (tmp_path / "assets/b").mkdir(parents=True)
    (tmp_path / "assets/b/x.txt").write_text("one", "utf-8")
    (tmp_path / "assets/a.txt").write_text("two", "utf-8")
    first = fingerprint(tmp_path, "assets")
    assert (first.kind, first.files, first.bytes) == ("directory", 2, 6)
    (tmp_path / "assets/link").symlink_to(tmp_path)
    assert fingerprint(tmp_path, "assets") == first
    (tmp_path / "assets/a.txt").write_text("tow", "utf-8")
    assert fingerprint(tmp_path, "assets").sha256 != first.sha256
    assert fingerprint(tmp_path, "assets/link").status == "missing"
    assert fingerprint(tmp_path / "assets", "../assets").status == "ok"
    assert fingerprint(tmp_path / "assets", "..").status == "missing"


def test_a_folder_without_scenarios_is_a_problem(tmp_path: Path) -> None:
    assert [p.code for p in read_pack(tmp_path, None, SETTINGS).problems] == ["scenario.none"]


def validated(*options: str) -> Result:
    return run("validate", "--scenario-dir", RUNS / "ruhroh/scenarios", *options)


@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_of_suites_in_which_none_is_read_is_an_error_that_names_it(
    tmp_path: Path, exists: bool
) -> None:
    folder = tmp_path / "suites"
    if exists:
        folder.mkdir()
        shutil.copy(next((RUNS / "ruhroh/suites").glob("*/suite.json")), folder / "counter.json")
    found = validated("--suite-dir", str(folder), "--json")
    assert found.exit_code == 1
    said = json.loads(found.stdout)
    (problem,) = (p for p in said["problems"] if p["severity"] == "error")
    assert (said["valid"], problem["code"], problem["file"]) == (False, "suite.none", folder.as_posix())
    assert ("does not exist" in problem["message"], "suite.json" in problem["advice"]) == (not exists, True)


def test_validate_says_what_it_read() -> None:
    scenarios = len(list((RUNS / "ruhroh/scenarios").glob("*/scenario.json")))
    suites = len(list((RUNS / "ruhroh/suites").glob("*/suite.json")))
    assert f"Read {scenarios} scenarios, no folder of suites named." in validated().stdout
    counted = f"{suites} suite{'' if suites == 1 else 's'}."
    said = validated("--suite-dir", str(RUNS / "ruhroh/suites")).stdout
    assert f"Read {scenarios} scenarios, {counted}" in " ".join(said.split())


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("suite.json", "suite.unknown", "found: own-suite"),
        ("own.json", "suite.none", "There is no suite here."),
    ],
)
def test_a_plan_for_a_suite_that_is_not_there_names_the_folder_of_suites(
    tmp_path: Path, name: str, code: str, said: str
) -> None:
    document = json.loads(next((RUNS / "ruhroh/suites").glob("*/suite.json")).read_text("utf-8"))
    (tmp_path / name).write_text(json.dumps(document | {"id": "own-suite"}), "utf-8")
    found = read_pack(RUNS / "ruhroh/scenarios", tmp_path, SETTINGS)
    (problem,) = select(found, "ferry", "", "", (RUNS / "ruhroh/scenarios", tmp_path)).problems
    assert (problem.code, problem.file) == (code, tmp_path.as_posix())
    assert said in problem.message
