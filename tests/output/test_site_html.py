"""Every page of a whole site: well formed, accessible, self-contained and true to its data."""

from __future__ import annotations

import gzip
import json
import os
import posixpath
import re
import subprocess
import sys
from itertools import pairwise
from urllib.parse import unquote, urlsplit

import pytest

from site_builder.pages.cells import STATE_WORDS
from site_builder.records.run import Metric, Model, Supplement
from tests.output.built_sites import numbers
from tests.output.conftest import Files, rendered
from tests.output.html_reader import Read, read
from tests.pages.synthetic import ROOT, graph, run, site, site_of

PAYLOADS = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    '"><img src=x onerror=alert(3)>',
    "' onmouseover='alert(4)",
    "javascript:alert(5)",
    "{{ 7 * 7 }}{% raw %}",
    "</title></style></textarea><svg onload=alert(6)>",
    "&lt;script&gt;",
    "\u202e\u0000\x1b[31m",
    "=HYPERLINK(1)",
    "<!-- --!><b>",
)


@pytest.fixture(scope="module")
def pages(files: Files) -> dict[str, Read]:
    return {path: read(content) for path, content in files.items() if path.endswith(".html")}


def test_every_page_has_one_heading_a_title_a_language_and_landmarks(pages: dict[str, Read]) -> None:
    for path, page in pages.items():
        assert len(page.all("h1")) == 1, path
        assert page.all("title")[0].text.strip()
        assert page.all("html")[0].attributes["lang"] == "en"
        assert any(e.attributes.get("name") == "viewport" for e in page.all("meta"))
        assert len(page.all("main")) == 1
        assert len(page.all("footer")) == 1
        assert page.all("a")[0].attributes == {"class": "skip", "href": "#content"}


def test_headings_never_skip_a_level(pages: dict[str, Read]) -> None:
    for path, page in pages.items():
        levels = [int(e.tag[1]) for e in page.elements if re.fullmatch("h[1-6]", e.tag)]
        for before, after in pairwise(levels):
            assert after <= before + 1, path


def test_titles_are_unique(pages: dict[str, Read]) -> None:
    """R34: two pages are never indistinguishable."""
    titles = [page.all("title")[0].text for page in pages.values()]
    assert len(titles) == len(set(titles))


def test_tables_have_scoped_heads_and_scroll_in_a_focusable_labelled_frame(pages: dict[str, Read]) -> None:
    """R48: wide tables scroll inside their own frame, which a keyboard reaches."""
    for path, page in pages.items():
        for cell in page.all("th"):
            assert cell.attributes.get("scope") in ("col", "row", "rowgroup"), path
        for frame in page.all("div"):
            if frame.attributes.get("class") == "frame":
                assert frame.attributes["tabindex"] == "0"
                assert frame.attributes["role"] == "region"
                assert "aria-label" in frame.attributes or "aria-labelledby" in frame.attributes


def test_everything_that_can_be_operated_has_a_name(pages: dict[str, Read]) -> None:
    """R51: no unnamed link, button, field or chart."""
    for path, page in pages.items():
        for element in page.elements:
            if element.tag in ("a", "button", "summary"):
                assert element.text.strip(), path
            if element.tag in ("input", "select"):
                assert "label" in element.path, path
            if element.tag == "svg":
                assert element.attributes["role"] == "img"
                assert element.attributes["aria-labelledby"]


def test_ids_are_unique_and_what_refers_to_them_exists(pages: dict[str, Read]) -> None:
    for path, page in pages.items():
        ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
        assert len(ids) == len(set(ids)), path
        for element in page.elements:
            for name in ("aria-labelledby", "aria-describedby", "for"):
                for target in element.attributes.get(name, "").split():
                    assert target in ids, path


def test_links_and_anchors_lead_somewhere(files: Files, pages: dict[str, Read]) -> None:
    """R27, R54, R55, R63: relative, and naming the file, so that it opens from a disk."""
    anchors = {path: {e.attributes.get("id") for e in page.elements} for path, page in pages.items()}
    for path, page in pages.items():
        for element in page.elements:
            for name in ("href", "src"):
                target = element.attributes.get(name)
                if target is None:
                    continue
                parts = urlsplit(target)
                assert not parts.scheme, f"{path}: {target}"
                assert not parts.netloc, f"{path}: {target}"
                assert not parts.path.startswith("/"), f"{path}: {target}"
                place = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path)))
                place = path if not parts.path else place
                assert place in files, f"{path}: {target}"
                if parts.fragment and place.endswith(".html"):
                    assert parts.fragment in anchors[place], f"{path}: {target}"


def test_only_the_page_for_missing_addresses_knows_where_the_site_is_served() -> None:
    """R55: works under a sub-path; the error page is shown at any depth."""
    files = rendered(site_of([run("a")], url="https://example.org/bench/"))
    page = read(files["404.html"])
    assert page.all("link")[0].attributes["href"] == "/bench/assets/style.css"
    for path, content in files.items():
        if path.endswith(".html"):
            assert b"https://example.org" not in content


def test_numbers_on_a_page_are_those_of_its_data(files: Files, pages: dict[str, Read]) -> None:
    """R7: scrape every number and find it in the ``index.json`` beside the page."""
    seen = 0
    for path, page in pages.items():
        shown = [e for e in page.elements if "data-value" in e.attributes]
        if path == "404.html":
            assert not shown
            continue
        payload = json.loads(files[path.replace("index.html", "index.json")])
        known = numbers(payload)
        nodes = payload.get("nodes", {})
        for element in shown:
            value = float(element.attributes["data-value"])
            assert value in known, f"{path}: {element.attributes}"
            node = nodes.get(element.attributes["data-node"])
            if node is not None:
                assert node["value"] == value, f"{path}: {element.attributes}"
            seen += 1
    assert seen > 3000


def test_every_surface_shows_the_same_score_of_a_run(files: Files, pages: dict[str, Read]) -> None:
    """R7: board, home, run page and data files agree."""
    board = json.loads(files["boards/circles/index.json"])
    for row in board["rows"]:
        page = json.loads(files[f"{row['page'].removesuffix('.html')}.json"])
        assert page["score"] == row["score"]
        assert page["nodes"]["composite"]["value"] == row["score"]


def test_rows_are_in_the_html(files: Files, pages: dict[str, Read]) -> None:
    """R45, R52: no script is needed to find or count them."""
    board = json.loads(files["boards/circles/index.json"])
    rows = [e for e in pages["boards/circles/index.html"].all("tr") if "data-search" in e.attributes]
    assert len(rows) == len(board["rows"])


def test_what_holds_for_every_run_of_a_board_is_said_once(files: Files, pages: dict[str, Read]) -> None:
    board = json.loads(files["boards/circles/index.json"])
    assert {row["verification"] for row in board["rows"]} == {"re-scored"}
    assert files["boards/circles/index.html"].count(b"re-scored here") == 1


def test_a_board_says_where_its_score_is_no_sum_of_the_columns_beside_it(files: Files) -> None:
    html = files["boards/circles/index.html"].decode("utf-8")
    (said,) = re.findall(r"<li>The composite is no sum of the columns beside it\. (.*?)</li>", html)
    assert said.endswith(" stand beside the score and are no part of it. The other axes enter it.")


def test_every_page_says_that_the_runs_are_demonstrations_and_what_it_was_made_from(
    pages: dict[str, Read],
) -> None:
    """R20, R21: notice, data date, site digest, tool version everywhere; the rubric where there is one."""
    data = site(14)
    for path, page in pages.items():
        text = page.all("body")[0].text
        assert data.site.demonstration in text, path
        assert data.provenance.data_date in text
        assert data.provenance.tool_version in text
        rubrics = {g.digest[7:19] for g in data.graphs.values()}
        about_one = path.startswith(("boards/", "runs/", "configurations/")) or path.count("/") > 2
        wanted = rubrics if about_one else {*rubrics, data.provenance.digest[7:19]}
        assert any(digest in page.all("footer")[0].text for digest in wanted), path


def test_hostile_exports_stay_text_everywhere() -> None:
    """R57: a corpus of payloads in every field that an export may fill."""
    runs = []
    for n, payload in enumerate(PAYLOADS):
        runs.append(
            run(
                f"r-{n}",
                configuration=payload,
                harness=payload,
                cohort_title=payload,
                folder=f"runs/favur/{payload}",
                models=(Model(payload, payload, payload, payload),),
                role_models={"code": payload, payload: payload},
                files=(Supplement(payload, 1, payload),),
                metrics={
                    "coverage_percent": Metric(reason="not_collected", detail=payload),
                    "lint_violations": Metric(reason="tool_failed", detail=payload),
                },
            )
        )
    own = {"site.js", "compare.js"}
    hostile = rendered(site_of(runs, repository="javascript:alert(7)"))
    for path, content in hostile.items():
        if not path.endswith(".html"):
            continue
        page = read(content)
        for script in page.all("script"):
            assert not script.text, path
            assert script.attributes["src"].removeprefix("../" * path.count("/")) in {
                f"assets/{n}" for n in own
            }
        assert not page.all("img")
        assert not page.all("iframe")
        for element in page.elements:
            assert not [name for name in element.attributes if name.startswith("on")], path
            href = element.attributes.get("href", "")
            assert not re.match(r"\s*(javascript|data|vbscript):", href, re.IGNORECASE), path
        assert b"49" not in re.findall(rb"<h1>.*?</h1>", content)[0]


@pytest.mark.parametrize(
    "run_id", ["<script>alert(1)</script>", "../../etc/passwd", "a/b:c", "con", "日本語", "A B", "x" * 300]
)
def test_nasty_ids_get_pages_that_open(run_id: str) -> None:
    """R56, R58: ids of any shape."""
    files = rendered(site_of([run(run_id), run("plain")]))
    paths = [path for path in files if path.startswith("runs/") and path.endswith(".html")]
    assert len(paths) == 2
    for path in files:
        assert re.fullmatch(r"[A-Za-z0-9_./<>-]+", path)
        assert ".." not in path


def test_states_of_missing_values_differ_in_text_and_none_is_a_number() -> None:
    """R1: each state in its own words, on the board and on the run page."""
    reasons = ("not_collected", "tool_failed", "below_minimum", "invalid", "cohort_too_small")
    cases = {
        reason: {"usage.requests": Metric(reason=reason, detail=f"detail of {reason}")}  # type: ignore[arg-type]
        for reason in reasons
    }
    files = rendered(
        site_of([run(f"r-{r}".replace("_", "-"), missing=0, metrics=m) for r, m in cases.items()])
    )
    board = read(files["boards/circles/index.html"])
    shown = {e.text for e in board.all("td") if e.attributes.get("class") == "n gap"}
    assert {STATE_WORDS[reason] for reason in reasons} <= shown
    for path in files:
        if path.endswith(".html"):
            text = files[path].decode()
            assert not re.search(r">\s*(NaN|nan|None|null|undefined|inf)\s*<", text), path


def test_withheld_values_are_on_no_page() -> None:
    secret = 1234.56789123
    withheld = [name for name in graph().metrics if graph().node(name).withheld]
    metrics = {name: Metric(value=secret) for name in withheld}
    files = rendered(site_of([run(f"r-{n}", missing=0, metrics=metrics) for n in range(3)]))
    for path, content in files.items():
        assert b"1234.5" not in content, path
        assert b"1,234.5" not in content, path


def test_nothing_is_requested_from_elsewhere(files: Files) -> None:
    """R54: opens from a disk and without a network."""
    for path, content in files.items():
        if path.endswith((".html", ".css", ".js")):
            text = content.decode()
            assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text), path
            assert not re.search(r"@import|url\((?!#)", text), path
            calls = r"\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|innerHTML)\b|\beval\s*\("
            assert not re.search(calls, text), path


def test_no_invented_data_ships(files: Files) -> None:
    """R64: scripts and styles hold no rows."""
    for path, content in files.items():
        if path.startswith("assets/"):
            assert not re.search(rb"GPT|Claude|Gemini|django", content, re.IGNORECASE), path


def test_pages_keep_their_budgets(files: Files) -> None:
    """R59: sizes after compression, and the number of elements."""
    big = rendered(site_of([run(f"r-{n:03d}", configuration=f"c {n}", absent_roles=2) for n in range(50)]))
    assert len(gzip.compress(big["boards/circles/index.html"])) <= 30_000
    assert len(gzip.compress(big["assets/style.css"])) <= 12_000
    assert len(gzip.compress(big["assets/weights.js"])) <= 5_000
    assert len(gzip.compress(big["assets/site.js"])) + len(gzip.compress(big["assets/compare.js"])) <= 10_000
    recomputing = len(gzip.compress(big["assets/recompute.js"])) + len(
        gzip.compress(big["assets/evaluate.js"])
    )
    assert recomputing <= 6_000  # only where somebody asks for it
    assert big["index.html"].count(b"<") - big["index.html"].count(b"</") <= 1_500
    for path, content in big.items():
        if path.startswith("runs/") and path.endswith(".html"):
            assert len(gzip.compress(content)) <= 60_000, path
            assert content.count(b"<") - content.count(b"</") <= 5_000, path


def test_a_term_of_a_role_without_arithmetic_of_its_own_has_no_cell_for_it(files: Files) -> None:
    pages = [
        content.decode() for path, content in files.items() if re.fullmatch(r"runs/[^/]+/index.html", path)
    ]
    terms = [table for page in pages for table in re.findall(r'<table class="terms fold">.*?</table>', page)]
    assert len(terms) > 100
    assert [table for table in terms if "<td></td>" in table] == []


def test_history_does_not_grow_the_page_of_a_run() -> None:
    """R60: ten times the runs, the same run page but for its place."""
    few = rendered(site_of([run(f"r-{n}", missing=0) for n in range(4)]))
    many = rendered(site_of([run(f"r-{n}", missing=0) for n in range(40)]))
    assert abs(len(few["runs/r-1/index.html"]) - len(many["runs/r-1/index.html"])) < 4_000


def test_text_is_utf_8_and_says_so(pages: dict[str, Read]) -> None:
    """R56."""
    for page in pages.values():
        assert page.all("meta")[0].attributes == {"charset": "utf-8"}


BUILD = """
import hashlib, sys
sys.path.insert(0, {root!r})
from tests.output.conftest import rendered
from tests.pages.synthetic import site
whole = hashlib.sha256()
for path, content in sorted(rendered(site(8)).items()):
    whole.update(path.encode() + content)
print(whole.hexdigest())
"""


def test_two_builds_have_the_same_bytes() -> None:
    """R53: whatever the hash seed, the time zone and the locale."""
    digests = set()
    for seed, zone, locale in (("1", "UTC", "C"), ("2", "Pacific/Auckland", "C.UTF-8")):
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        digests.add(
            subprocess.run(
                [sys.executable, "-c", BUILD.format(root=str(ROOT))],
                env=environment,
                capture_output=True,
                check=True,
                text=True,
            ).stdout
        )
    assert len(digests) == 1


def test_equal_scores_show_a_shared_rank() -> None:
    """R11: "1=" on both rows."""
    import msgspec

    first = run("a", missing=0)
    twin = msgspec.structs.replace(first, run_id="b", digest="sha256:" + "b" * 64)
    board = rendered(site_of([first, twin]))["boards/circles/index.html"].decode()
    assert len(re.findall(r'class="n rank"><data[^>]*>1</data>=', board)) == 2


def test_a_run_without_a_rank_is_in_the_table_and_under_it() -> None:
    """R35."""
    files = rendered(site_of([run("a"), run("b")], exclude=[("b", "withdrawn by its author")]))
    page = read(files["boards/circles/index.html"])
    assert page.all("body")[0].text.count("withdrawn by its author") >= 1
    assert len([e for e in page.all("tr") if "data-search" in e.attributes]) == 2


def test_dirty_harnesses_are_labelled() -> None:
    """R31."""
    files = rendered(site_of([run("a", harness="fleet 2.1-dirty")]))
    assert "uncommitted changes" in files["runs/a/index.html"].decode()
