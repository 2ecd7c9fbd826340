"""Rows on the page of a run: where its numbers stand, and the arithmetic and weights beside them (R7)."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest

from site_builder.output.verify.run_rows import RunRows
from tests.verify.test_hostile import blamed
from tests.verify.verifier import Fault, Graph

RUN = "runs/circles-aurora-2/index.html"
FAMILIES = (
    RUN,
    "runs/aurora-large-ledger-pager-storm-1/index.html",
    "runs/2026-09-14-aurora-large/index.html",
)
WRITTEN = (
    r'<tr id="n-[^"]*">(?:(?!</tr>).)*<td>([^<]*)</td></tr>',
    r'<span class="sum">([^<]*)</span>',
    r"<p>([^<]*=[^<]*)</p></details>",
    r'<td class="n">([^<]*)</td><td class="n" data-value',
)
"""Arithmetic in the table of all values, in derivations, below a role; weights of parts."""
DRAWN = 200


def _faults(site: Path, page: str, path: str = RUN) -> list[Fault]:
    record = json.loads((site / path.replace(".html", ".json")).read_text(encoding="utf-8"))
    document = json.loads((site / f"data/rubrics/{record['rubric']['id']}.graph.json").read_text("utf-8"))
    return RunRows(path, page, record, Graph(document)).faults


def _page(site: Path, path: str = RUN) -> str:
    return (site / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FAMILIES)
def test_what_the_site_writes_is_right(site: Path, path: str) -> None:
    page = _page(site, path)
    assert re.search(WRITTEN[1], page)
    assert _faults(site, page, path) == []


@pytest.mark.parametrize("path", FAMILIES[:2])
def test_nearly_any_wrong_digit_of_arithmetic_is_found(site: Path, path: str) -> None:
    """Not found are digits that words alone give a meaning, as in ``0.87 if at least 0.7``."""
    page, random = _page(site, path), Random(15)
    spots = {
        found.start(1) + digit.start()
        for pattern in WRITTEN
        for found in re.finditer(pattern, page, re.DOTALL)
        for digit in re.finditer("[0-9]", found[1])
    }
    drawn = random.sample(sorted(spots), min(DRAWN, len(spots)))
    unseen = 0
    for spot in drawn:
        digit = random.choice([one for one in "0123456789" if one != page[spot]])
        unseen += not _faults(site, page[:spot] + digit + page[spot + 1 :], path)
    assert unseen <= 0.03 * len(drawn)


@pytest.mark.parametrize(
    ("pattern", "by", "blames"),
    [
        (r'(<tr id="n-)role_points(">)', r"\1composite\2", "the row of composite"),
        (r'(<td class="n" id="n-)([^"]*)(")', r"\1composite\3", "the row of composite"),
        (r'(<a href="#n-)roles\.code\.[a-z_]*(">)', r"\1unknown\2", "the row of unknown"),
        (r"(\(75 &times; [0-9.]* \+ 2)5", r"\g<1>6", "arithmetic of composite"),
        (r"(<p>10 &times; \(0\.)2", r"\g<1>3", "arithmetic of roles."),
        (r"(<p>)[^<]*=[^<]*(</p></details>)", r"\1 1 &divide; 0 = 1\2", "arithmetic of roles."),
        (r'(id="role-[^"]*">.*?<td class="n">)14', r"\g<1>15", "weight of roles."),
        (r'(class="total">.*?<td class="n">)100', r"\g<1>99", "weight of the roles present"),
        (r"(&rarr; 0\.[0-9])[0-9]", r"\1x", "weight of "),
    ],
)
def test_a_number_in_another_place_and_another_sum_are_named(
    site: Path, pattern: str, by: str, blames: str
) -> None:
    page, count = re.subn(pattern, by, _page(site), count=1, flags=re.DOTALL)
    assert count == 1
    assert any(blames in fault.what for fault in _faults(site, page))


def test_a_reason_in_place_of_a_number_is_named(site: Path) -> None:
    """And the other way: each row has what the data has, the reason included."""
    page = _page(site)
    assert 'data-missing="not_collected"' in page
    changed = page.replace('data-missing="not_collected"', 'data-missing="invalid"', 1)
    assert any("the row of" in fault.what for fault in _faults(site, changed))
    without = re.sub(r'(<tr id="n-role_points">.*?<td) class="n"[^>]*>', r'\1 data-missing="invalid">', page)
    assert any("the row of role_points" in fault.what for fault in _faults(site, without))


def test_a_site_with_a_wrong_sum_does_not_agree(site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    page = re.sub(r"(<span class=\"sum\">[^<]*= [0-9]*)[0-9](?=[.<])", r"\g<1>x", _page(copy), count=1)
    assert page != _page(copy)
    (copy / RUN).write_text(page, encoding="utf-8")
    assert blamed(copy) == {RUN}
