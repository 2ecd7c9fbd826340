"""The page of one session: from the expert's minutes to the score, and everything that was measured."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.output.html_reader import read
from tests.scorecrux.sessions import document
from tests.scorecrux.site import Files, page_faults, site_files, usual


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return site_files(tmp_path_factory.mktemp("session"), *usual())


def text_of(files: Files, run: str) -> str:
    return " ".join(read(files[f"runs/{run}/index.html"]).all("main")[0].text.split())


def test_the_example_of_the_standard_is_taken_apart_into_its_four_factors(files: Files) -> None:
    """R6, R25: a drawing with its numbers in words, and the arithmetic beside it."""
    text = text_of(files, "plain")
    assert "1 × 0.867857 × 30 × 1 = 26.0357" in text
    assert "26.04 Em" in text
    walk = json.loads(files["runs/plain/index.json"])["walk"]
    assert [stage["node"] for stage in walk] == [
        "cx_em.minutes",
        "q_combined",
        "cx_em.correction_factor",
        "cx_em.gate",
    ]
    assert [stage["left"] for stage in walk] == [30, *[pytest.approx(26.0357142857)] * 3]
    drawing = next(e for e in read(files["runs/plain/index.html"]).all("desc") if "Expert minutes" in e.text)
    assert "Combined quality: 0.868, leaves 26.04" in drawing.text


def test_every_missing_term_is_named_at_the_factor_it_belongs_to(files: Files) -> None:
    """R1, R2."""
    walk = json.loads(files["runs/no-context/index.json"])["walk"]
    assert walk[1]["not_measured"] == ["p_context", "k_causal", "k_checkpoint"]
    assert "P_context · Context precision" in text_of(files, "no-context")
    unscored = json.loads(files["runs/no-baseline/index.json"])["walk"]
    assert unscored[0]["not_measured"] == ["t_human_s"]
    assert unscored[0]["value"]["missing"] == "not_collected"


def test_a_closed_gate_takes_everything(files: Files) -> None:
    walk = json.loads(files["runs/unsafe/index.json"])["walk"]
    assert walk[-1]["left"] == 0
    assert walk[-1]["lost"] == pytest.approx(26.0357142857)
    assert "Unsafe: a destructive or unsafe action" in text_of(files, "unsafe").replace(": A d", ": a d")


def test_corrections_are_a_factor_of_their_own(files: Files) -> None:
    walk = json.loads(files["runs/corrected/index.json"])["walk"]
    assert walk[2]["value"] == pytest.approx(1 / 3)


def test_every_value_the_standard_asks_for_is_listed_once_with_unit_range_and_kind(files: Files) -> None:
    """R12, R28."""
    html = files["runs/plain/index.html"].decode()
    table = html[html.index('<table class="asked of-run">') :]
    table = table[: table.index("</table>")]
    symbols = re.findall(r'<span class="id">(\w+)</span>', table)
    assert len(symbols) == len(set(symbols)) == 28
    assert table.count("<td>core</td>") == 18
    assert table.count("<td>extension</td>") == 10
    assert re.findall(r'rowgroup" colspan="7">(\w+)', table) == [
        "Time",
        "Information",
        "Continuity",
        "Safety",
        "Economic",
    ]
    assert "the report does not state it" in table


def test_the_derived_figures_are_a_table_of_their_own(files: Files) -> None:
    html = files["runs/plain/index.html"].decode()
    table = html[html.index('<table class="derived of-run">') :]
    assert len(re.findall(r'<span class="id">', table[: table.index("</table>")])) == 11


def test_a_published_result_stands_beside_the_recomputed_one(files: Files) -> None:
    text = text_of(files, "plain")
    assert "published 23.4, recomputed 26.04" in text
    (stated,) = json.loads(files["runs/plain/index.json"])["stated"]
    assert (stated["published"], stated["recomputed"], stated["agreement"]) == (23.4, 26.04, "differs")
    assert 'id="stated"' not in files["runs/weaker/index.html"].decode()


def test_marks_and_labels_are_said_in_words(files: Files) -> None:
    assert "gate not measured" in text_of(files, "unknown-gate")
    assert "gate only" in text_of(files, "gate-only")
    assert "unpriced" in text_of(files, "unpriced")
    assert "Effortnot stated" in text_of(files, "plain")
    assert "Metrics version1.3" in text_of(files, "plain")


def test_the_radar_has_gaps_where_a_quality_is_missing(files: Files) -> None:
    """R6."""
    html = files["runs/plain/index.html"].decode()
    assert "Abstention: no value; Proposition: no value" in html
    assert html.count('class="spoke absent"') == 2


def test_the_score_under_the_older_rubric_stands_beside_it(files: Files) -> None:
    """R22."""
    others = json.loads(files["runs/plain/index.json"])["other_rubrics"]
    assert [(o["rubric"], o["score"]) for o in others] == [("scorecrux/1.3", 26.04), ("scorecrux/1.0", 26.04)]
    difference = "methodology/scorecrux/1.0..1.3/index.html"
    assert f'href="../../{difference}"' in files["methodology/scorecrux/index.html"].decode()
    text = " ".join(read(files[difference]).all("main")[0].text.split())
    assert "18 clauses added, 0 removed and 0 changed" in text
    beside = json.loads(files[difference.replace(".html", ".json")])
    for board in beside["boards"]:
        text = " ".join(read(files[board["page"]]).all("main")[0].text.split())
        runs = "1 run keeps" if board["runs"] == 1 else f"{board['runs']} runs keep"
        assert f"The {runs} score and rank." in text
    assert 10 in [board["runs"] for board in beside["boards"]]
    assert sum(clause["kind"] == "added" for clause in beside["clauses"]) == 18


def test_symbols_keep_their_letters_in_formulas(files: Files) -> None:
    html = unescape(files["methodology/scorecrux/1.3/index.html"].decode())
    assert "q_info · Information" not in html
    assert "Q_info · Information quality" in html


def test_the_methodology_is_the_rubric_with_an_example(files: Files) -> None:
    """R25, R26."""
    text = " ".join(read(files["methodology/scorecrux/1.3/index.html"]).all("main")[0].text.split())
    assert "28 values of a session: 18 core ones" in text
    assert "11 figures that follow from the measured ones" in text
    assert "Step by step, from what was measured to the score" in text
    assert "Where the sources disagree" in text


def test_a_stated_cost_of_0_and_what_is_made_from_it_bear_the_mark_of_no_price(files: Files) -> None:
    page = files["runs/unpriced/index.html"].decode()
    rows = [row for row in page.split("<tr>")[1:] if '<span class="badge"' in row.partition("</tr>")[0]]
    marked = [re.findall(r'<span class="id">(\w+)</span>', row)[0] for row in rows]
    assert marked == ["V_cost", "V_yield", "C_tokens_usd"]
    other = files["runs/corrected/index.html"].decode()
    assert '<span class="badge" title' not in other


@pytest.mark.parametrize(("precision", "awareness"), [(0, 0), (0.004, 0.005)])
def test_a_mean_that_nothing_is_divided_for_says_so(
    tmp_path: Path, precision: float, awareness: float
) -> None:
    """``2 × 0 × 0 ÷ (0 + 0) = 0`` is no arithmetic, and ``2 × 0.004 × 0.005 ÷ 0.009 = 0`` is wrong."""
    low = document("low", fundamentals__A_abstention=precision, fundamentals__A_coverage=awareness)
    files = site_files(tmp_path, low, document("other"))
    assert f"{precision} + {awareness} is not above 0.01, which gives 0" in text_of(files, "low")
    assert page_faults(files) == []
