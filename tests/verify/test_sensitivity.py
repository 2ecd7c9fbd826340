"""The verifier makes draws, trials and changes of place again, and names what is published otherwise."""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from site_builder.output.graph_files import graph_document
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ranking import BoardRun
from site_builder.output.verify.sensitivity import SensitivityCheck
from site_builder.output.verify.site_files import MANIFEST
from site_builder.pages import board as board_page
from site_builder.pages import run as run_page
from site_builder.pages.lookup import SiteLookup
from site_builder.site_data import SiteData
from site_builder.statistics import dirichlet
from site_builder.studies import random_weights, weight_sensitivity
from site_builder.studies.crossings import Ratio
from tests.pages import synthetic
from tests.verify import verifier as verify

Data = dict[str, Any]
Change = Callable[[Data], object]
BOARDS = ("circles", "incident-review-2026-03", "schema-migration-2026-05", "solar-system")


class Published:
    """One board of a finished site, as the verifier meets it."""

    def __init__(self, site: Path, board: str) -> None:
        self.file = f"data/{board}/board.json"
        self.text = (site / self.file).read_text(encoding="utf-8")
        found = verify.Site(str(site))
        graphs = {}
        for path in sorted((site / "data/rubrics").glob("*/*.graph.json")):
            graph = Graph(found.json(str(path.relative_to(site))))
            graphs[graph.id] = graph
        lines = (site / f"data/{board}/runs.jsonl").read_bytes().splitlines()
        records = [json.loads(line) for line in lines]
        self.runs = {record["run"]: BoardRun(record, graphs) for record in records}
        self.graph = graphs[json.loads(self.text)["rubric"]["id"]]

    def faults(self, change: Change = lambda board: None) -> list[verify.Fault]:
        board = json.loads(self.text)
        change(board)
        return SensitivityCheck(self.file, board, self.runs, self.graph).faults


@pytest.fixture(scope="module")
def published(site: Path) -> dict[str, Published]:
    return {board: Published(site, board) for board in BOARDS}


@pytest.mark.parametrize("board", BOARDS)
def test_what_boards_say_of_other_orders_is_found_right(published: dict[str, Published], board: str) -> None:
    one = published[board]
    found = SensitivityCheck(one.file, json.loads(one.text), one.runs, one.graph)
    assert found.faults == []
    assert found.orders >= 1000
    assert found.points > 5


def reach(number: int, key: str, at: int | None = None, by: float = 1.0) -> Change:
    def change(board: Data) -> None:
        one = board["sensitivity"]["reach"][number]
        if at is None:
            one[key] += by
        else:
            one[key][at] += by

    return change


def turn(number: int, key: str, part: str, by: float) -> Change:
    def change(board: Data) -> None:
        board["sensitivity"]["rank_reversals"][number][key][part] += by

    return change


def trial(key: str, number: int, part: str, value: Any) -> Change:
    def change(board: Data) -> None:
        one = board["sensitivity"][key][number]
        assert one[part] != value
        one[part] = value

    return change


def count(key: str) -> Change:
    return lambda board: board["sensitivity"].update({key: board["sensitivity"][key] + 1})


def weighing(key: str, part: str, by: float) -> Change:
    def change(board: Data) -> None:
        board["sensitivity"]["weighings"][0][key][part] += by

    return change


CHANGES: dict[str, tuple[str, Change, str]] = {
    "a weight": ("circles", weighing("weights", "completion", 1.0), "weights of composite"),
    "a share of a weight": ("circles", weighing("shares", "completion", 1e-9), "share of completion"),
    "a spread of a share": (
        "circles",
        weighing("standard_deviations", "role_mean", 1e-9),
        "standard deviation of the share of role_mean",
    ),
    "a best rank": ("circles", reach(1, "by_weights", 0), "best rank of circles-aurora-2 by weights"),
    "a worst rank": ("circles", reach(1, "by_weights", 1), "worst rank of circles-aurora-2 by weights"),
    "a rank": ("circles", reach(1, "rank"), "rank of circles-aurora-2 among the runs tried"),
    "a share of first places": (
        "circles",
        reach(0, "first", by=-0.001),
        "share of draws in which circles-au",
    ),
    "a best rank by amounts": (
        BOARDS[1],
        reach(1, "by_amounts", 0, -1.0),
        "best rank of aurora-large-ledger",
    ),
    "a worst rank by amounts": (BOARDS[1], reach(0, "by_amounts", 1), "worst rank of aurora-large-ledger"),
    "how often the first holds": (
        "circles",
        lambda board: board["sensitivity"]["draws"].update(first_holds=0.999),
        "share of draws in which the first place holds",
    ),
    "how many keep their rank": ("circles", count("kept"), "runs that keep their rank"),
    "how many trials": (BOARDS[1], count("trials"), "fixed changes"),
    "how many trials have the same leader": (BOARDS[1], count("same_leader"), "fixed changes under which"),
    "how many runs": ("circles", count("runs"), "number of runs that the order was tried over"),
    "how many are ranked": ("circles", count("ranked"), "ranked runs"),
    "how many pairs": ("circles", count("pairs"), "number of pairs"),
    "how many groups": (
        BOARDS[1],
        lambda board: board["sensitivity"]["amounts"].update(groups=4),
        "values of fixture",
    ),
    "how many move in a trial of weights": (
        BOARDS[1],
        trial("by_weights", 0, "moved", 10.0),
        "runs that move under 1.5 : 1 : 2",
    ),
    "how many move in a trial of amounts": (
        BOARDS[1],
        trial("by_amounts", 0, "moved", 13.0),
        "runs that move under pager-storm × 0.5",
    ),
    "who leads in a trial": (
        BOARDS[1],
        trial("by_weights", 0, "leaders", ["worked-example"]),
        "runs that are first under 1.5 : 1 : 2",
    ),
    "a title": (BOARDS[1], trial("by_weights", 0, "title", "1.5 : 1 : 3"), "trials by weights"),
    "the group of a run": (
        BOARDS[1],
        lambda board: board["sensitivity"]["reach"][0].update(group="quiet-outage"),
        "fixture of",
    ),
    "a weight at which neighbours are equal": (
        "circles",
        turn(1, "weights", "roles.code", 1e-5),
        "circles-aurora-2 before circles-basalt-1, weight of roles.code at which both are equal",
    ),
    "the smallest change, where it leads": (
        "circles",
        turn(1, "smallest", "at", 1e-9),
        "smallest change, at",
    ),
    "the smallest change, by how much": ("circles", turn(1, "smallest", "by", 1e-9), "smallest change, by"),
    "the smallest change, in proportion": (
        "circles",
        turn(1, "smallest", "relative", 1e-9),
        "smallest change, relative",
    ),
    "the smallest change, from where": ("circles", turn(1, "smallest", "now", 1.0), "smallest change, now"),
    "a point left out": (
        "circles",
        lambda board: board["sensitivity"]["rank_reversals"][1]["weights"].pop("completion"),
        "weight of completion at which both are equal",
    ),
    "a point made up": (
        "circles",
        lambda board: board["sensitivity"]["rank_reversals"][0]["weights"].update(completion=9.0),
        "weight of completion at which both are equal",
    ),
    "another smallest change": (
        "circles",
        lambda board: board["sensitivity"]["rank_reversals"][1]["smallest"].update(
            weight="roles.code", of="role_mean"
        ),
        "weight with the smallest change",
    ),
    "no smallest change": (
        "circles",
        lambda board: board["sensitivity"]["rank_reversals"][1].update(smallest=None),
        "weight with the smallest change",
    ),
    "a pair": (
        "circles",
        lambda board: board["sensitivity"]["rank_reversals"].pop(),
        "pairs of neighbours",
    ),
    "equal scores": (
        "circles",
        lambda board: board["sensitivity"]["rank_reversals"][1].update(tied=True),
        "whether both are equal",
    ),
    "the label of the draws": (
        "circles",
        lambda board: board["sensitivity"]["weighings"][0].update(label="favur/6/composite"),
        "label of the draws of composite",
    ),
    "the section": ("circles", lambda board: board.pop("sensitivity"), "whether its order was tried"),
    "a run less": (
        "circles",
        lambda board: board["sensitivity"]["reach"].pop(),
        "runs that the order was tried over",
    ),
    "a node less": (
        "circles",
        lambda board: board["sensitivity"]["weighings"].pop(),
        "nodes whose weights are varied",
    ),
    "endless draws": (
        "circles",
        lambda board: board["sensitivity"]["draws"].update(count=1e12),
        "count of the draws",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_figure_is_named(published: dict[str, Published], name: str) -> None:
    board, change, what = CHANGES[name]
    one = published[board]
    found = [fault for fault in one.faults(change) if fault.what.startswith(what) or what in fault.what]
    assert found, [fault.words() for fault in one.faults(change)]
    assert all(fault.file == one.file for fault in found)
    assert all(fault.published != fault.recomputed for fault in found)


def test_a_factor_of_an_amount_is_the_ratio_of_two_scores(published: dict[str, Published]) -> None:
    one = published["incident-review-2026-03"]
    reversals = json.loads(one.text)["sensitivity"]["rank_reversals"]
    number = next(
        n for n, reversal in enumerate(reversals) if isinstance(reversal["amounts"]["above"], float)
    )

    def change(board: Data) -> None:
        board["sensitivity"]["rank_reversals"][number]["amounts"]["above"] *= 1.0001

    (fault,) = one.faults(change)
    assert fault.what.endswith("factor of the amount of the one above")
    assert fault.published == reversals[number]["amounts"]["above"] * 1.0001
    assert fault.recomputed == reversals[number]["amounts"]["above"]


SETTINGS = {("draws", "count"), ("draws", "concentration")}
"""What draws are made from, and nothing else gives."""


def numbers_below(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(data, dict | list):
        for key, item in data.items() if isinstance(data, dict) else enumerate(data):
            yield from numbers_below(item, (*path, key))
    elif isinstance(data, float | int) and not isinstance(data, bool) and path not in SETTINGS:
        yield path


def test_any_changed_digit_is_found(published: dict[str, Published]) -> None:
    chance = random.Random("any digit")
    for board in BOARDS:
        one = published[board]
        paths = [*numbers_below(json.loads(one.text)["sensitivity"])]
        assert len(paths) > 60
        for path in chance.sample(paths, 15):

            def change(data: Data, path: tuple[Any, ...] = path) -> None:
                holder: Any = data["sensitivity"]
                for key in path[:-1]:
                    holder = holder[key]
                holder[path[-1]] = holder[path[-1]] * 1.000001 + (0.001 if holder[path[-1]] == 0 else 0)

            assert one.faults(change), (board, path)


# --- a program that makes them otherwise ----------------------------------------------------------------


def plain(data: Any) -> Any:
    return json.loads(msgspec.json.encode(data))


def words(data: SiteData) -> list[str]:
    """Return what the verifier says of the first board as the program makes it now."""
    lookup = SiteLookup(data)
    graphs = {one.id: Graph(plain(graph_document(one))) for one in lookup.graphs}
    board = plain(board_page.content(data.boards[0].id, lookup).payload)
    runs = {
        entry.run.run_id: BoardRun(
            plain(run_page.payload(run_page.view_of(lookup, lookup.of(entry.run)))), graphs
        )
        for entry in data.boards[0].entries
    }
    graph = graphs[board["rubric"]["id"]]
    return [fault.words() for fault in SensitivityCheck("board.json", board, runs, graph).faults]


@pytest.fixture(scope="module")
def data() -> SiteData:
    runs = [
        synthetic.run(f"run-{n:02d}", missing=(0.0, 0.1, 0.3)[n % 3], absent_roles=n % 6) for n in range(12)
    ]
    twin = msgspec.structs.replace(runs[3], run_id="run-twin", digest="sha256:" + "7" * 64)
    return synthetic.site_of([*runs, twin])


def test_a_board_with_missing_parts_and_a_copy_is_found_right(data: SiteData) -> None:
    assert words(data) == []


right_draws = dirichlet.dirichlet_draws
right_crossing = weight_sensitivity.crossing
right_places = random_weights._places
right_ratio = weight_sensitivity.ratio_in


def of_another_label(weights: Sequence[float], label: str, **how: Any) -> list[tuple[float, ...]]:
    return right_draws(weights, f"{label} ", **how)


def half_as_concentrated(weights: Sequence[float], label: str, **how: Any) -> list[tuple[float, ...]]:
    return right_draws(weights, label, concentration=how["concentration"] / 2, draws=how["draws"])


def ties_broken(scores: Sequence[float]) -> list[int]:
    best_first = sorted(range(len(scores)), key=lambda n: -scores[n])
    return [best_first.index(n) + 1 for n in range(len(scores))]


def a_little_off(one: Ratio, other: Ratio, now: float) -> float | None:
    at = right_crossing(one, other, now)
    return None if at is None else at * (1 + 1e-6)


def upwards_only(one: Ratio, other: Ratio, now: float) -> float | None:
    at = right_crossing(one, other, now)
    return at if at is not None and at > now else None


def missing_counted_as_zero(way: Any, values: Any, part: str) -> Ratio | None:
    return right_ratio(way, {at: value or 0.0 for at, value in values.items()}, part)


def at_the_limit_of_weight(one: Ratio, other: Ratio, now: float) -> float | None:
    return right_crossing(one, other, now) or now


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "draws from another label": (random_weights, "dirichlet_draws", of_another_label),
    "draws that spread further": (random_weights, "dirichlet_draws", half_as_concentrated),
    "ties broken in draws": (random_weights, "_places", ties_broken),
    "points that are a little off": (weight_sensitivity, "crossing", a_little_off),
    "points only above the present weight": (weight_sensitivity, "crossing", upwards_only),
    "points with what is missing as 0": (weight_sensitivity, "ratio_in", missing_counted_as_zero),
    "points where there are none": (weight_sensitivity, "crossing", at_the_limit_of_weight),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_way_to_try_an_order_is_caught(
    data: SiteData, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, function, wrong = MUTANTS[name]
    random_weights._drawn.cache_clear()
    monkeypatch.setattr(module, function, wrong)
    found = words(data)
    random_weights._drawn.cache_clear()
    assert found
    assert all(word.startswith("board.json: ") for word in found)


# --- whole sites -------------------------------------------------------------------------------------------


def said(site: Path, copied: Path, edits: dict[str, Callable[[str], str]]) -> dict[str, list[str]]:
    """Return what is found in a site in which files were changed, beside their digests."""
    shutil.copytree(site, copied)
    for path, edit in edits.items():
        old = (copied / path).read_text(encoding="utf-8")
        assert edit(old) != old, path
        (copied / path).write_text(edit(old), encoding="utf-8")
    found = verify.Site(str(copied))
    found.verify()
    faults: dict[str, list[str]] = {}
    for fault in found.faults:
        if "SHA-256" not in fault.what and MANIFEST not in fault.file:
            faults.setdefault(fault.file, []).append(fault.words())
    return faults


def test_a_figure_that_was_changed_in_every_file_is_named_with_both_values(
    site: Path, tmp_path: Path
) -> None:
    board = json.loads((site / "data/circles/board.json").read_text(encoding="utf-8"))
    old = board["sensitivity"]["rank_reversals"][1]["weights"]["roles.code"]
    new = repr(old + 1)

    def edit(text: str) -> str:
        return text.replace(repr(old), new)

    found = said(
        site, tmp_path / "copy", dict.fromkeys(("data/circles/board.json", "boards/circles/index.json"), edit)
    )
    (word,) = found["data/circles/board.json"]
    assert word == (
        "data/circles/board.json: circles-aurora-2 before circles-basalt-1, weight of roles.code at which"
        f" both are equal: published {new}, recomputed {word.rsplit(' ', 1)[1]}"
    )
    assert float(word.rsplit(" ", 1)[1]) == pytest.approx(old, rel=1e-9)


@pytest.mark.parametrize(
    ("column", "cell"),
    [("weights_best", "9"), ("weights_first", "0.5"), ("band_worst", "9"), ("spread", "none")],
)
def test_the_table_says_the_same(site: Path, tmp_path: Path, column: str, cell: str) -> None:
    def edit(text: str) -> str:
        lines = text.split("\n")
        place, cells = lines[0].split(",").index(column), lines[1].split(",")
        return "\n".join([lines[0], ",".join([*cells[:place], cell, *cells[place + 1 :]]), *lines[2:]])

    found = said(site, tmp_path / "copy", {"data/circles/board.csv": edit})
    assert any(column in word for word in found["data/circles/board.csv"])


def test_the_page_on_orders_says_the_same(site: Path, tmp_path: Path) -> None:
    def edit(text: str) -> str:
        data = json.loads(text)
        data["boards"]["circles"]["repeats"]["pooled_sd"] += 1
        data["values"]["order.draws"] = 999
        return json.dumps(data)

    found = said(site, tmp_path / "copy", {"methodology/order/index.json": edit})
    words_of = found["methodology/order/index.json"]
    assert any("pooled_sd" in word for word in words_of)
    assert any("count of draws" in word for word in words_of)


def test_nothing_is_matched_only_of_how_firm_an_order_is(site: Path) -> None:
    report = json.loads((site / "verify/report.json").read_text(encoding="utf-8"))
    firm = ("sensitivity.", "reversal.", "weight.", "weights.", "amounts.", "band.", "order.", "repeats.")
    matched = {name for name in report["matched"] if name.startswith(firm)}
    assert matched == set()


def test_behind_what_is_withheld_an_order_is_matched_only(published: dict[str, Published]) -> None:
    one = published["schema-migration-2026-05"]
    assert one.graph.can_be_varied
    document = copy.deepcopy(one.graph.document)
    for node in document["nodes"]:
        if node["id"] == "cx_em.correction_factor":
            node["withheld"] = True
    hidden = Graph(document)
    assert not hidden.can_be_varied
    board = json.loads(one.text)
    board["sensitivity"]["kept"] += 1
    assert SensitivityCheck(one.file, board, one.runs, hidden).faults == []
    unaware = Graph({key: value for key, value in one.graph.document.items() if key != "weighings"})
    assert not unaware.can_be_varied
    assert SensitivityCheck(one.file, board, one.runs, unaware).faults == []
