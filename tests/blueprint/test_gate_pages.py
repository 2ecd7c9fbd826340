"""What the pages of a release gate say, what they may never say, and that they are true to their data."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.receipts import Built
from tests.blueprint.gate_sites import (
    DIVIDED,
    FAILED,
    HOSTILE,
    MARKUP,
    NAMES,
    NOTE_MARKUP,
    PASSED,
    REJECTED,
    SECRET,
    SITE,
    project_with_gates,
)
from tests.build.projects import contents
from tests.output.built_sites import Files, built, data, numbers, page
from tests.output.html_reader import read

Site = tuple[Built, Files]
NUMBER = re.compile(r'data-value="([^"]*)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The demonstration runs, a hostile and a rejected one, built once."""
    return built(project_with_gates(tmp_path_factory.mktemp("gates") / "project", hostile=True))


def gate_pages(files: Files) -> list[str]:
    return [name for name in files if name.endswith(".html") and name.startswith(("gates/", "suites/"))]


def test_the_gate_page_states_the_verdict_first_and_all_eight_checks(site: Site) -> None:
    _, files = site
    html = page(files, f"gates/{PASSED}/")
    found = read(html.encode())
    assert html.index("Passed") < html.index('id="checks"')
    assert "All 8 checks hold: v3-prompt may be released in place of v2.1-prompt." in html
    margins = [element for element in found.all("svg") if element.attributes["class"] == "margin"]
    assert len(margins) == 8
    assert len(found.all("desc")) == len(found.all("title")) - 1 == 8
    assert "Observed 82.61, at least 72.83 asked for, margin 9.78 percent. The check holds." in html
    assert "Observed results apply only to the disclosed model" in html
    assert "Tool permissions" in html


def test_a_failed_gate_names_the_checks_and_the_reviews_against_them(site: Site) -> None:
    _, files = site
    html = page(files, f"gates/{FAILED}/")
    checks = data(files, f"gates/{FAILED}/")["checks"]
    assert [check["code"] for check in checks if not check["met"]] == [
        "input_token_growth_within_50_percent",
        "high_risk_candidate_has_no_unsupported_claims",
    ]
    assert html.count('class="mark-unmet"') == 2
    assert "2 of 8 checks do not hold" in html
    failed = [check["code"].replace("_", "-") for check in checks if not check["met"]]
    assert [place for place, _ in re.findall(r'<li id="check-([a-z0-9-]+)" class="(un)?met"', html)][
        :2
    ] == failed
    address = "cases/key-of-the-harbour-map/index.html#c-v3-prompt"
    assert re.search(rf'href="[^"]*{address}">Reviewer \d on key-of-the-harbour-map', html)
    assert "or there is no such review" not in html


def test_what_a_check_counts_leads_to_the_cases_it_is_counted_from(site: Site) -> None:
    _, files = site
    html = page(files, f"gates/{FAILED}/")
    counted = f'gates/{FAILED}/cases/index.html#c-v3-prompt">counted from the reviews of each case</a>'
    assert counted in html
    assert 'id="c-v3-prompt"' in page(files, f"gates/{FAILED}/cases/")


def test_a_margin_that_its_rounded_values_contradict_says_that_it_is_computed_before(site: Site) -> None:
    """2.42 − 1.79 is not 0.62; 87.50 − 83.33 is 4.17."""
    _, files = site
    html = page(files, f"gates/{FAILED}/")
    checks = {check["code"]: check for check in data(files, f"gates/{FAILED}/")["checks"]}
    assert checks["reviewer_corrections_non_regression"]["rounded"]
    assert not checks["status_accuracy_non_regression"]["rounded"]
    said = html.count("The margin is computed before rounding.")
    assert said == sum(check["rounded"] for check in checks.values())


def test_a_rejection_says_how_many_reasons_of_which_kind_there_are(site: Site) -> None:
    _, files = site
    about = data(files, f"gates/{DIVIDED}/")["others"][0]["about"]
    assert about.startswith("The run is not scored. 180 times: A review lacks: cost_usd; 60 times, such as: ")
    html = page(files, f"gates/{REJECTED}/")
    for reason in data(files, f"gates/{REJECTED}/")["reasons"]:
        named = f"{reason['count']} &times; {reason['code']}</a>"
        assert f'<a href="#reason-{reason["code"].lower()}">{named}' in html


def test_a_rejected_run_has_every_reason_with_its_code_and_no_number(site: Site) -> None:
    done, files = site
    html = page(files, f"gates/{REJECTED}/")
    reasons = {reason["code"] for reason in data(files, f"gates/{REJECTED}/")["reasons"]}
    assert {"EVIDENCE_RANGE", "OUTPUT_MISSING"} <= reasons
    assert all(code in html for code in reasons)
    assert "Rejected" in html
    assert "data-value" not in html
    assert f"gates/{REJECTED}/cases/index.html" not in files
    assert any(problem.code == "blueprint.output-missing" for problem in done.problems)


def test_a_run_that_divides_the_versions_says_what_and_why(site: Site) -> None:
    _, files = site
    html = page(files, "methodology/blueprint/2.0.0..3.0/")
    runs = {
        run["run_id"]: run for run in data(files, "methodology/blueprint/2.0.0..3.0/")["decisions"]["runs"]
    }
    assert (runs[DIVIDED]["first"], runs[DIVIDED]["second"]) == ("Rejected", "Passed")
    assert not runs[PASSED]["decides"]
    assert "Cost: required in blueprint/2.0.0, when available in blueprint/3.0." in html
    assert "Compared at two decimals." in html
    assert "methodology/blueprint/2.0.0..3.0/index.html" in page(files, f"gates/{DIVIDED}/")


def test_what_models_and_reviewers_wrote_is_escaped(site: Site) -> None:
    _, files = site
    html = page(files, f"gates/{HOSTILE}/cases/token-in-the-log/")
    assert "&lt;script&gt;alert(&#39;output&#39;)" in html
    pages = [files[name].decode() for name in gate_pages(files)]
    assert not any(MARKUP in text or NOTE_MARKUP in text for text in pages)
    assert not any("onerror=alert(1)>" in text or "<script>alert" in text for text in pages)


def test_a_text_with_a_secret_is_withheld_with_a_problem_and_its_digest_stays(site: Site) -> None:
    done, files = site
    html = page(files, f"gates/{HOSTILE}/cases/token-in-the-log/")
    digest = hashlib.sha256(f"Use {SECRET} for now.".encode()).hexdigest()
    assert "The raw output is not published: it seems to hold AWS access key." in html
    assert digest in html
    assert f"outputs/{digest}.txt" not in files
    assert "the note seems to hold e-mail address" in "".join(files[n].decode() for n in gate_pages(files))
    assert sum(problem.code == "text.secret" for problem in done.problems) >= 3
    everything = b"\n".join(files.values())
    assert SECRET.encode() not in everything
    assert b"mallory@" not in everything


def test_ids_of_reviewers_are_in_no_file_of_the_site(site: Site) -> None:
    _, files = site
    everything = b"\n".join(files.values()).lower()
    assert [name for name in NAMES if name.lower().encode() in everything] == []
    assert f"gates/{HOSTILE}/reviewers/" in "\n".join(files)


def test_ids_appear_when_the_site_says_so(tmp_path: Path) -> None:
    _, files = built(project_with_gates(tmp_path / "p", site=f"{SITE}reviewers: as recorded\n"))
    written = json.loads((tmp_path / "p" / "runs" / FAILED / "reviews.json").read_text("utf-8"))
    assert written[0]["reviewer_id"] in page(files, f"gates/{FAILED}/reviewers/")


def test_with_a_secret_a_reviewer_has_one_name_in_all_runs_and_a_new_secret_makes_new_pages(
    tmp_path: Path,
) -> None:
    root = project_with_gates(tmp_path / "p", hostile=True)
    seen = []
    for secret in ("a secret of the site, long enough", "another secret of the site, longer"):
        (root / ".reviewer-secret").write_text(secret, "utf-8")
        build(root, jobs=1)
        files = contents(root / "dist")
        assert secret.encode() not in b"\n".join(files.values())
        names = [{row["title"] for row in _reviewers(files, run)} for run in (PASSED, FAILED)]
        assert names[0] == names[1]
        seen.append(names[0])
    assert not seen[0] & seen[1]
    everything = b"\n".join(files.values()).lower()
    assert not any(name.lower().encode() in everything for name in NAMES)


def test_kept_pages_follow_the_addresses_of_gates(tmp_path: Path) -> None:
    root = project_with_gates(tmp_path / "p")
    build(root, jobs=1)
    shutil.copytree(root / "runs" / FAILED, root / "runs" / "a-second-folder")
    build(root, jobs=1)
    kept = contents(root / "dist")
    build(root, use_store=False, jobs=1)
    assert contents(root / "dist") == kept
    gates = {name.split("/")[1] for name in kept if name.startswith("gates/") and name.count("/") == 2}
    assert sum(FAILED in gate for gate in gates) == 2
    shutil.rmtree(root / "runs" / "suite")
    build(root, jobs=1)
    assert not any(name.startswith("gates/") for name in contents(root / "dist"))


def test_a_published_output_lies_at_its_digest(site: Site) -> None:
    _, files = site
    outputs = {name: content for name, content in files.items() if name.startswith("outputs/")}
    assert len(outputs) > 100
    for name, content in outputs.items():
        assert name == f"outputs/{hashlib.sha256(content).hexdigest()}.txt"


def test_every_number_of_a_page_is_in_its_data(site: Site) -> None:
    _, files = site
    shown = 0
    for name in gate_pages(files):
        on_page = {float(text) for text in NUMBER.findall(files[name].decode())}
        assert on_page <= numbers(json.loads(files[name.replace(".html", ".json")])), name
        shown += len(on_page)
    assert shown > 1000


def test_the_figures_of_the_gate_are_those_of_the_judgement(site: Site) -> None:
    _, files = site
    stated = json.loads(files[f"data/gates/{FAILED}/blueprint-3.0.json"])
    shown = data(files, f"gates/{FAILED}/")["checks"]
    for check, on_page in zip(stated["checks"], shown, strict=True):
        assert check["observed_value"] == on_page["observed"]
        assert check["limit"] == on_page["limit"]
        assert check["margin"] == on_page["margin"]


def test_runs_are_told_by_date_and_never_ranked(site: Site) -> None:
    _, files = site
    html = page(files, "boards/harbour-office/")
    order = [html.index(f"gates/{run}/index.html") for run in (DIVIDED, FAILED, PASSED)]
    assert order == sorted(order)
    assert all(f"gates/{run}/index.html" in html for run in (HOSTILE, REJECTED))
    assert "Rank" not in html
    board = json.loads(files["data/harbour-office/board.json"])
    assert all(row["rank"] is None for row in board["rows"])
    assert DIVIDED in page(files, "")


def test_changes_say_how_the_gate_of_a_run_decided(site: Site) -> None:
    """R47."""
    told = {one["title"].rpartition(": ")[2]: one["about"] for one in data(site[1], "changes/")["changes"]}
    assert told[PASSED].endswith("decided by its release gate under blueprint/3.0: passed.")
    assert told[FAILED].endswith("decided by its release gate under blueprint/3.0: failed.")


def test_a_dry_run_shows_words_of_inputs_and_no_figure_of_behaviour(site: Site) -> None:
    _, files = site
    html = page(files, "suites/harbour-office/")
    assert "blocked: a dry run executes no model" in html
    nodes = set(re.findall(r'data-node="([^"]*)"', html))
    assert nodes == {"suite.cases", "suite.high", "suite.elevated", "suite.standard"} | {
        "input.words",
        "input.mean_words",
    }


def test_everything_added_here_is_labelled(site: Site) -> None:
    _, files = site
    for part, tables in (("conditions/", 10), ("reviewers/", 4)):
        html = page(files, f"gates/{PASSED}/{part}")
        assert html.count('class="local"') >= tables
    assert 'class="local"' in page(files, f"gates/{PASSED}/cases/")


def test_pages_are_well_formed_and_the_same_bytes_again(site: Site, tmp_path: Path) -> None:
    _, files = site
    for name in gate_pages(files):
        read(files[name])
    _, again = built(project_with_gates(tmp_path / "elsewhere", hostile=True))
    assert {name for name in files if files[name] != again.get(name)} == set()
    assert set(again) == set(files)


def test_a_site_without_gates_has_no_page_of_them(tmp_path: Path) -> None:
    from tests.build.projects import small_project

    _, files = built(small_project(tmp_path / "favur"))
    assert [name for name in files if name.startswith(("gates/", "suites/", "outputs/", "data/gates"))] == []
    assert b"Release gates" not in files["index.html"]


def _reviewers(files: Files, run: str) -> Any:
    return data(files, f"gates/{run}/reviewers/")["reviewers"]["rows"]


@pytest.mark.parametrize(
    ("runs", "said"), [(3, ["Against blueprint/2.0.0, 1 of 3 runs are decided otherwise."]), (2, [])]
)
def test_changes_tell_of_two_versions_where_they_decide_a_run_otherwise(
    tmp_path: Path, runs: int, said: list[str]
) -> None:
    project = project_with_gates(tmp_path / "project")
    if runs == 2:
        shutil.rmtree(project / "runs" / DIVIDED)
    changes = data(built(project)[1], "changes/")["changes"]
    assert [change["about"] for change in changes if change["kind"] == "comparison"] == said
    assert [
        change for change in changes if "rank" in change["about"] and change["kind"] == "comparison"
    ] == []


@pytest.mark.parametrize("part", ["conditions/", "cases/", "reviewers/"])
def test_the_cells_of_tables_that_are_long_on_a_phone_name_their_columns(site: Site, part: str) -> None:
    html = page(site[1], f"gates/{PASSED}/{part}")
    tables = re.findall(r'<table class="gate-table (?:grid )?fold(?: thirds)?">.*?</table>', html, re.DOTALL)
    named = [table for table in tables if "data-column" in table]
    assert named
    for table in named:
        heads = re.findall(r'<th scope="col" class="n"[^>]*>([^<]+)</th>', table)
        for row in re.findall(r"<tr><th scope=\"row\".*?</tr>", table, re.DOTALL):
            assert re.findall(r'<td[^>]* data-column="([^"]+)"', row) == heads
