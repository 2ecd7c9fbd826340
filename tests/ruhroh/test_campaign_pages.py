"""What the pages of campaigns say, what they may never say, and that they are true to their data."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.receipts import Built
from tests.output.built_sites import Files, built, data, numbers, page
from tests.output.html_reader import read
from tests.ruhroh.campaign_sites import (
    BLOCKED,
    CONCLUSIVE,
    DIVIDED,
    HOSTILE,
    MARKUP,
    READY,
    SECRET,
    project_with_campaigns,
)
from tests.ruhroh.samples import result, write_run

Site = tuple[Built, Files]
NUMBER = re.compile(r'data-value="([^"]*)"')
KINDS = ("campaigns/", "claims/", "methodology/ruhroh/")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The demonstration campaigns, a hostile and a broken one, built once."""
    return built(project_with_campaigns(tmp_path_factory.mktemp("campaigns") / "project", hostile=True))


def campaign_pages(files: Files) -> list[str]:
    return [name for name in files if name.endswith(".html") and name.startswith(KINDS)]


def test_every_kind_of_page_is_there(site: Site) -> None:
    _, files = site
    for part in ("", "pairs/", "review/", "suite/", "targets/"):
        assert f"campaigns/{READY}/{part}index.html" in files
    assert f"claims/{READY}/index.html" in files
    samples = [name for name in campaign_pages(files) if f"/{READY}/samples/" in name]
    assert len(samples) == 13
    assert "claims/index.html" in files
    assert "campaigns/index.html" in page(files, "")


def test_a_claim_begins_with_what_it_says_and_leads_to_its_pair(site: Site) -> None:
    _, files = site
    (pair,) = data(files, f"campaigns/{CONCLUSIVE}/pairs/")["pairs"]
    for address, then in ((f"claims/{CONCLUSIVE}/", 'class="verdict'), (f"campaigns/{CONCLUSIVE}/", "<h2")):
        html = page(files, address)
        (said,) = data(files, address)["stated"]["first"]
        assert said["words"][0].startswith("lantern-orrery passes more often than tinderbox-orrery on ")
        numbers = [part for part in said["words"] if isinstance(part, float)]
        assert numbers[:4] == [11, 12, 3, 12]
        low, high = -pair["difference"]["upper"], -pair["difference"]["lower"]
        assert numbers[4:] == [-pair["difference"]["value"], 0.95, low, high, pair["p_value"]]
        assert html.index("passes more often") < html.index(then)
        assert f'campaigns/{CONCLUSIVE}/pairs/index.html#{pair["key"]}"' in html


def test_a_claim_without_a_pair_states_its_rates_and_that_nothing_is_compared(site: Site) -> None:
    _, files = site
    statements = data(files, f"claims/{READY}/")["stated"]["first"]
    assert len(statements) == len(data(files, f"campaigns/{READY}/")["rows"])
    for said in statements:
        assert " passed " in said["words"][0]
        assert said["words"][-1].endswith("Nothing was run to compare it with.")
        assert f'id="{said["anchor"]}"' in page(files, said["address"])


def test_every_formula_of_a_cohort_leads_to_its_inputs_and_every_count_to_the_samples(site: Site) -> None:
    _, files = site
    html = page(files, f"campaigns/{CONCLUSIVE}/")
    row = re.search(r'<tr id="cohort-1-pass_rate">.*?</tr>', html)
    assert row is not None
    assert re.findall(r'href="#([^"]*)"', row[0]) == ["cohort-1-passes", "cohort-1-runs"]
    counted = re.search(r'<tr id="cohort-1-passes">.*?</tr>', html)
    assert counted is not None
    assert re.findall(r'href="#([^"]*)"', counted[0]) == ["cohort-1-samples"]


def test_the_board_draws_each_interval_and_says_its_n_and_method(site: Site) -> None:
    _, files = site
    html = page(files, f"campaigns/{CONCLUSIVE}/")
    found = read(html.encode())
    drawn = [element for element in found.all("svg") if element.attributes["class"] == "whisker"]
    rows = data(files, f"campaigns/{CONCLUSIVE}/")["rows"]
    assert len(drawn) == 2 * len(rows) == 4
    assert len(found.all("desc")) == 4
    assert "On a scale from 0 % to 100 %: 91.7 %, interval from 64.6 % to 98.5 %." in html
    stated = json.loads(files[f"data/campaigns/{CONCLUSIVE}/comparison.json"])
    for row, cohort in zip(rows, stated["cohorts"], strict=True):
        assert row["pass_rate"]["value"] == cohort["pass_rate"]
        assert row["pass_rate"]["lower"] == cohort["pass_rate_interval"]["lower"]
        assert row["mean_score"]["upper"] == cohort["mean_score_interval"]["upper"]
        assert row["pass_rate"]["about"][0] == "Wilson interval, "
        assert cohort["runs"] in row["pass_rate"]["about"]
        assert row["minimum"] == 10
    assert "Rank" not in html


def test_a_missing_cost_is_words_and_never_zero(site: Site) -> None:
    _, files = site
    html = page(files, f"campaigns/{READY}/")
    for row in data(files, f"campaigns/{READY}/")["rows"]:
        assert row["cost_per_pass"]["missing"] == "not_collected"
    assert "not reported" in html
    assert "0 of 7 samples report it" in html
    assert 'data-node="cohort.cost_per_pass"' not in html
    assert 'data-node="cohort.cost_per_pass"' in page(files, f"campaigns/{CONCLUSIVE}/")


def test_a_cohort_below_the_minimum_is_drawn_hollow_and_called_directional(site: Site) -> None:
    _, files = site
    html = page(files, f"campaigns/{BLOCKED}/")
    assert "directional" in html
    assert html.count('class="dot hollow"') == 2
    assert "dot hollow" not in page(files, f"campaigns/{READY}/")


def test_every_figure_of_a_cohort_opens_into_how_it_comes_about(site: Site) -> None:
    _, files = site
    html = page(files, f"campaigns/{CONCLUSIVE}/")
    for row in data(files, f"campaigns/{CONCLUSIVE}/")["rows"]:
        shown = {one["title"]: (one["value"], one["how"]) for one in row["derived"]}
        assert shown["Pass rate"] == (row["pass_rate"]["value"], "passes ÷ samples")
        assert shown["Cost per pass"][0] == row["cost_per_pass"]
        assert shown["Mean score, upper bound"][0] == row["mean_score"]["upper"]
        assert f"label {row['id']}" in shown["Mean score, upper bound"][1]
    assert html.count("How every figure comes about") == 2


def test_pairs_say_their_verdict_before_their_numbers(site: Site) -> None:
    _, files = site
    html = page(files, f"campaigns/{CONCLUSIVE}/pairs/")
    (pair,) = data(files, f"campaigns/{CONCLUSIVE}/pairs/")["pairs"]
    assert (pair["verdict"], pair["exact"], pair["n"]) == ("conclusive", "41/14858", 24)
    assert html.index("Conclusive") < html.index("Difference of pass rates")
    assert "41/14858" in html
    (matrix,) = data(files, f"campaigns/{CONCLUSIVE}/pairs/")["matrices"]
    first, second = (row["cells"] for row in matrix["rows"])
    assert first[1][2] == -second[0][2] == pytest.approx(8 / 12)
    assert "single target" in page(files, f"campaigns/{READY}/pairs/")


def test_a_tiny_p_value_is_shown_as_less_than_what_is_shown_and_the_data_keep_it(tmp_path: Path) -> None:
    project = project_with_campaigns(tmp_path / "project")
    shutil.rmtree(project / "runs/campaigns")
    for name in ("alpha", "beta"):
        for index in range(1, 13):
            write_run(
                project / f"runs/campaigns/apart/results/{name}/{index}",
                result("task", name, index, 12, passed=name == "alpha"),
            )
    card = {"format": "proofboard-ruhroh-campaign/1", "id": "apart", "title": "Apart", "results": "results"}
    (project / "runs/campaigns/apart/campaign.json").write_text(json.dumps(card), "utf-8")
    _, files = built(project)
    (pair,) = data(files, "campaigns/apart/pairs/")["pairs"]
    assert pair["p_value"] == 2 / 2704156
    shown = f'p <data class="num" value="{pair["p_value"]!r}" data-value="{pair["p_value"]!r}" data-node="'
    for address, node in (("campaigns/apart/pairs/", "pair"), ("campaigns/apart/", "claim")):
        assert f'{shown}{node}.p_value">&lt; 0.0001</data>' in page(files, address)
    assert re.search(
        r"1/1352078 <data [^<>]*>&lt; 0\.000001</data>, below ", page(files, "methodology/ruhroh/0.7/")
    )


def test_a_pair_in_which_interval_and_test_disagree_stays_directional(site: Site) -> None:
    _, files = site
    html = page(files, f"campaigns/{DIVIDED}/pairs/")
    (pair,) = data(files, f"campaigns/{DIVIDED}/pairs/")["pairs"]
    assert (pair["verdict"], pair["disagree"], pair["excludes"], pair["significant"]) == (
        "directional",
        True,
        True,
        False,
    )
    assert "Interval and exact test point to different verdicts." in html


def test_a_claim_says_first_whether_it_may_be_published(site: Site) -> None:
    _, files = site
    for name, word in ((READY, "Publishable"), (BLOCKED, "Not publishable")):
        html = page(files, f"claims/{name}/")
        assert html.index(f'<p class="big" data-word="ready">{word}</p>') < html.index("<h2>")
    assert "What stands against it" not in page(files, f"claims/{READY}/")


BOAST = "A conclusive difference: p = 0.0001 over 900 samples. The claim may be published."


def test_what_a_publisher_says_of_a_campaign_stands_on_its_page_as_the_words_of_the_publisher(
    tmp_path: Path,
) -> None:
    project = project_with_campaigns(tmp_path / "project")
    place = project / f"runs/campaigns/{BLOCKED}/campaign.json"
    place.write_text(json.dumps(json.loads(place.read_text("utf-8")) | {"about": BOAST}), "utf-8")
    _, files = built(project)
    told = sorted(name for name, text in files.items() if BOAST in str(text))
    assert told == [f"campaigns/{BLOCKED}/index.html", f"campaigns/{BLOCKED}/index.json"]
    html = page(files, f"campaigns/{BLOCKED}/")
    assert f'The publisher of this campaign says:</b> <q data-word="about">{BOAST}</q>' in html
    callout = html[html.index('class="leads') :].partition("</p>")[0]
    assert "Against it: a planned sample has no result; " in callout


def test_home_says_what_stands_against_a_claim_and_what_its_samples_say(site: Site) -> None:
    _, files = site
    home = page(files, "")
    for name, words in (
        (DIVIDED, "Against it: the difference may be chance."),
        (READY, "Nothing stands against publishing it."),
    ):
        row = home[home.index(f'href="campaigns/{name}/') :].partition("</tr>")[0]
        assert words in row
        stated = data(files, f"claims/{name}/")["stated"]["first"][0]["words"]
        assert stated[0] in row
        assert f'data-value="{stated[1]:g}"' in row


def test_each_blocker_says_what_would_clear_it_and_leads_to_its_samples(site: Site) -> None:
    _, files = site
    html = page(files, f"claims/{BLOCKED}/")
    shown = data(files, f"claims/{BLOCKED}/")
    stated = json.loads(files[f"data/campaigns/{BLOCKED}/comparison.json"])["readiness"]
    codes = list(dict.fromkeys(check["code"] for check in stated["blockers"]))
    assert [group["code"] for group in shown["blockers"]] == codes
    assert len(codes) == 13
    assert all(group["remedy"] and group["rule"] for group in shown["blockers"])
    told = [
        {json.dumps([group["remedy"], group["rule"], group["found"]]) for group in shown[side]}
        for side in ("blockers", "advisories")
    ]
    assert html.count("What would clear it") == len(told[0]) + len(told[1]), "what is seen alike is said once"
    assert [group["code"] for group in shown["blockers"] if f'id="code-{group["code"]}"' not in html] == []
    duplicate = next(group for group in shown["blockers"] if group["code"] == "duplicate-run-id")
    for _, address, _ in duplicate["found"][0]["places"]:
        assert f"{address}index.html" in files


def test_the_registry_lists_every_claim_with_what_stands_against_it(site: Site) -> None:
    _, files = site
    rows = data(files, "claims/")["rows"]
    assert [row["ready"] for row in rows] == sorted((row["ready"] for row in rows), reverse=True)
    assert {row["address"] for row in rows} == {
        f"claims/{name}/" for name in (READY, DIVIDED, CONCLUSIVE, BLOCKED, HOSTILE)
    }
    assert all(row["ready"] == (not row["blockers"]) for row in rows)


def test_weaknesses_of_evaluations_are_told_apart(site: Site) -> None:
    _, files = site
    said = [words for row in data(files, f"campaigns/{BLOCKED}/")["rows"] for words, _ in row["signals"]]
    assert "a criterion was judged without evidence: c1" in said
    for address in (f"campaigns/{slug}/" for slug in (BLOCKED, DIVIDED, CONCLUSIVE, READY)):
        for row in data(files, address)["rows"]:
            words = [one for one, _ in row["signals"]]
            assert len(words) == len(set(words))


def test_required_reviews_stand_first(site: Site) -> None:
    _, files = site
    items = data(files, f"campaigns/{BLOCKED}/review/")["items"]
    assert [item["required"] for item in items] == [True, True, False, False, False, False]
    assert all(item["reasons"] for item in items)


def test_a_sample_shows_its_evidence_with_digests_and_what_is_not_there(site: Site) -> None:
    _, files = site
    (name,) = [
        n
        for n in campaign_pages(files)
        if n.startswith(f"campaigns/{BLOCKED}/samples/") and "swap-run-02/" in n
    ]
    view = json.loads(files[name.replace(".html", ".json")])
    kept = [file for file in view["files"] if not file["fault"]]
    assert kept
    assert all(re.fullmatch(r"[0-9a-f]{64}", file["sha256"]) for file in kept)
    assert [file["fault"] for file in view["files"] if file["fault"]]
    html = files[name].decode()
    assert all(heading in html for heading in ("Planned", "Done", "Judged", "Doubts", "Kept"))


def test_the_suite_page_shows_what_became_of_every_planned_sample(site: Site) -> None:
    _, files = site
    view = data(files, f"campaigns/{READY}/suite/")
    states = [slot[1] for line in view["plan"] for slot in line["slots"]]
    assert (states.count("present"), states.count("excluded")) == (13, 1)
    missing = [s[1] for line in data(files, f"campaigns/{BLOCKED}/suite/")["plan"] for s in line["slots"]]
    assert missing.count("missing") == 2
    assert "The worker lost its disk" in page(files, f"campaigns/{READY}/suite/")


def test_targets_say_what_is_varied_and_what_is_mixed(site: Site) -> None:
    _, files = site
    fields = {row["title"]: row["state"] for row in data(files, f"campaigns/{CONCLUSIVE}/targets/")["fields"]}
    assert fields["harnesses"] == "differs between cohorts"
    assert fields["agent models"] == "same in all cohorts"
    mixed = {row["title"]: row["state"] for row in data(files, f"campaigns/{BLOCKED}/targets/")["fields"]}
    assert mixed["adapter versions"] == "mixed within a cohort"


def test_the_methodology_states_its_rules_and_works_through_a_campaign(site: Site) -> None:
    _, files = site
    html = page(files, "methodology/ruhroh/0.7/")
    conduct = data(files, "methodology/ruhroh/0.7/")["conduct"]
    titles = {rule["title"] for rule in conduct["rules"]}
    assert {
        "Run units",
        "Sample size",
        "Retry and exclusion policy",
        "Task governance",
        "Reviewer governance",
        "What a credible result names",
    } <= titles
    assert "At least 5 samples" in html
    steps = dict(conduct["worked"]["steps"])
    assert steps["Fisher's exact test"][1] == pytest.approx(41 / 14858)
    interval = steps["Its Wilson interval"]
    assert (interval[-3], interval[-1]) == pytest.approx((0.646120088858883, 0.9851349055950828))


def test_what_was_recorded_is_escaped_and_a_secret_is_withheld_everywhere(site: Site) -> None:
    _, files = site
    everything = b"\n".join(files.values())
    assert SECRET.encode() not in everything
    assert not any(MARKUP.encode() in content for name, content in files.items() if name.endswith(".html"))
    texts = [files[name].decode() for name in campaign_pages(files)]
    assert any("(withheld: it seems to hold AWS access key)" in text for text in texts)


def test_a_campaign_that_cannot_be_used_is_left_out_by_name(site: Site) -> None:
    done, files = site
    html = page(files, "campaigns/")
    assert "runs/campaigns/broken" in html
    assert any(problem.file == "runs/campaigns/broken/campaign.json" for problem in done.problems)
    unreadable = [g["code"] for g in data(files, f"claims/{HOSTILE}/")["blockers"]]
    assert "result-unreadable" in unreadable


def test_every_number_of_a_page_is_in_its_data(site: Site) -> None:
    _, files = site
    shown = 0
    for name in campaign_pages(files):
        on_page = {float(text) for text in NUMBER.findall(files[name].decode())}
        assert on_page <= numbers(json.loads(files[name.replace(".html", ".json")])), name
        shown += len(on_page)
    assert shown > 1000


def test_pages_are_well_formed_and_the_same_bytes_again(site: Site, tmp_path: Path) -> None:
    _, files = site
    for name in campaign_pages(files):
        read(files[name])
    _, again = built(project_with_campaigns(tmp_path / "elsewhere", hostile=True))
    assert {name for name in files if files[name] != again.get(name)} == set()
    assert set(again) == set(files)


def test_a_change_of_the_suite_is_seen_by_the_next_build(tmp_path: Path) -> None:
    root = project_with_campaigns(tmp_path / "project")
    settled = (build(root, jobs=1).rendered == 0 for _ in range(8))
    assert any(settled), "a build after inputs have aged a little has nothing to do"
    path = root / "runs/suites/counter-desk/suite.json"
    suite = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(suite | {"title": "Counter desk, renamed"}), "utf-8")
    build(root, jobs=1)
    assert "Counter desk, renamed" in (root / f"dist/campaigns/{READY}/suite/index.html").read_text("utf-8")


def test_a_site_whose_campaigns_are_gone_still_builds(tmp_path: Path) -> None:
    root = project_with_campaigns(tmp_path / "project")
    shutil.rmtree(root / "runs/campaigns")
    (root / "runs/campaigns").mkdir()
    _, files = built(root)
    assert data(files, "claims/")["rows"] == []


def test_a_site_without_campaigns_has_no_page_of_them(tmp_path: Path) -> None:
    from tests.build.projects import small_project

    _, files = built(small_project(tmp_path / "favur"))
    assert [name for name in files if name.startswith(("campaigns/", "claims/", "data/campaigns"))] == []
    assert b"Campaigns" not in files["index.html"]


def test_one_blocker_is_no_plural(site: Site) -> None:
    for path, content in site[1].items():
        if path.startswith("claims/") and path.endswith(".html"):
            text = re.sub(r"<[^>]*>", "", content.decode())
            assert not re.search(r"(?<![\d,.])1 (?:blockers|advisories)", text), path


def test_changes_and_feed_tell_of_every_campaign_and_whether_its_claim_may_be_published(site: Site) -> None:
    """R47: a claim is news as a run is, dated by its newest sample and known by one id."""
    entries = {one["address"]: one for one in data(site[1], "changes/")["changes"] if one["kind"] == "claim"}
    claims = {row["address"]: row for row in data(site[1], "claims/")["rows"]}
    assert set(entries) == set(claims)
    for address, entry in entries.items():
        stated = json.loads(site[1][f"data/campaigns/{address.split('/')[1]}/claim.json"])
        assert (" may be published" in entry["about"]) == stated["publishable"], address
        assert entry["moment"] == stated["createdAt"]
        assert f"<id>{entry['id']}</id>".encode() in site[1]["changes/feed.xml"]


def test_a_sample_says_how_many_iterations_it_was_allowed_and_why_its_loop_stopped(site: Site) -> None:
    (name, *_) = (name for name in campaign_pages(site[1]) if f"/{READY}/samples/" in name)
    text = re.sub(r"<[^>]*>", "", site[1][name].decode())
    assert re.search(r"\d iterations of at most 5 in .*Stopped because: goal satisfied\.", text)
