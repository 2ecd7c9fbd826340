"""Readers rank a board under weights of their own: the scripts of pages against Python; verified."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from site_builder.loading import load_site
from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles
from site_builder.pages.own_weights import can_be_reweighed
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.scoring.variant import weights_of
from site_builder.site_data import Board
from site_builder.sources.project import load_project
from site_builder.studies.reweighing import Reweighing, varied_nodes
from tests.build.projects import REPOSITORY
from tests.verify import every_operator
from tests.verify.held_site import changed, numbers
from tests.verify.own_ranking import ranked

BOARDS = ("circles", "solar-system", "incident-review-2026-03", "schema-migration-2026-05")
DRAWS = 5


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    return {board.id: board for board in load_site(load_project(REPOSITORY)).boards}


def parts(site: Path, board: str) -> Any:
    text = (site / f"data/{board}/parts.js").read_text("utf-8")
    return json.loads(text.partition(", ")[2].removesuffix(");\n"))


def test_every_board_with_a_weighed_order_has_its_parts_and_no_other(
    site: Path, boards: dict[str, Board]
) -> None:
    there = {path.parent.name for path in site.glob("data/*/parts.js")}
    assert there == set(BOARDS) == {board.id for board in boards.values() if can_be_reweighed(board)}


@pytest.mark.parametrize("board", BOARDS)
def test_under_the_published_weights_scores_and_ranks_are_the_published_ones(site: Path, board: str) -> None:
    published = json.loads((site / f"data/{board}/board.json").read_bytes())["rows"]
    found = ranked(site, board)
    assert found["address"] == ""
    assert [one["run"] for one in found["runs"]] == [row["run"] for row in published]
    for one, row in zip(found["runs"], published, strict=True):
        assert one["rank"] == row["rank"]
        assert one["tied"] == row["rank_shared"]
        wanted = row["score"]
        assert one["score"] == (
            wanted["missing"] if isinstance(wanted, dict) else pytest.approx(wanted, 1e-9)
        )


@pytest.mark.parametrize("board", BOARDS)
def test_under_other_weights_scores_are_those_of_the_program(
    site: Path, boards: dict[str, Board], board: str
) -> None:
    graph, chance = boards[board].graph, random.Random(board)
    for _ in range(DRAWS):
        own = {
            node: {part: chance.randint(0, 40) / 2 for part in weights_of(graph, node)}
            for node in varied_nodes(graph)
        }
        again = Reweighing(graph, {node: [tuple(weights.values())] for node, weights in own.items()})
        scores = {entry.run.run_id: again.scores(entry.scored)[0] for entry in boards[board].entries}
        found = ranked(site, board, {part: w for weights in own.values() for part, w in weights.items()})
        for one in found["runs"]:
            wanted = scores[one["run"]]
            assert (
                isinstance(one["score"], str)
                if wanted is None
                else one["score"] == pytest.approx(wanted, 1e-9)
            )
        order = [one["rank"] for one in found["runs"] if one["rank"] is not None]
        assert order == sorted(order)
        assert found["address"]


def test_weights_that_leave_nothing_rank_nobody(site: Path) -> None:
    nothing = {part["node"]: 0 for part in parts(site, "incident-review-2026-03")["parts"]}
    runs = ranked(site, "incident-review-2026-03", nothing)["runs"]
    missing = [one for one in runs if isinstance(one["score"], str)]
    assert missing
    assert all(one["rank"] is None for one in missing)


def test_what_is_no_weight_is_left_out_of_the_address(site: Path) -> None:
    odd = {"q_info": -1, "q_context": "x", "nothing": 3, "q_continuity": 0.25}
    assert ranked(site, "incident-review-2026-03", odd)["address"] == "q_continuity:0.25"  # type: ignore[arg-type]


class OtherParts(SiteFiles):
    """A site of which one ``parts.js`` reads otherwise."""

    def __init__(self, site: Path, board: str, content: bytes | None) -> None:
        super().__init__(str(site))
        self.changed, self.content = f"data/{board}/parts.js", content

    def read(self, path: str) -> bytes | None:
        return self.content if path == self.changed else super().read(path)


def blamed(site: Path, graphs: dict[str, Graph], board: str, content: bytes | None) -> set[str]:
    files = OtherParts(site, board, content)
    files.own = [path for path in files.own if path == f"data/{board}/board.json"]
    BoardFiles(files, graphs, None)
    return {fault.file for fault in files.faults}


def script(board: str, data: Any) -> bytes:
    return f"proofboard.board({json.dumps(board)}, {json.dumps(data)});\n".encode()


def test_parts_as_they_were_written_agree(site: Path, graphs: dict[str, Graph]) -> None:
    for board in BOARDS:
        path = f"data/{board}/parts.js"
        assert path not in blamed(site, graphs, board, (site / path).read_bytes())
        assert path not in blamed(site, graphs, board, script(board, parts(site, board)))


def test_any_other_number_in_the_parts_is_a_disagreement(site: Path, graphs: dict[str, Graph]) -> None:
    for board in BOARDS:
        data = parts(site, board)
        places = list(numbers(data, ("decimals",)))
        for keys in random.Random(board).sample(places, 12):
            path = f"data/{board}/parts.js"
            assert path in blamed(site, graphs, board, script(board, changed(data, keys))), keys


def test_another_reason_run_or_name_and_what_is_no_such_script_is_a_disagreement(
    site: Path, graphs: dict[str, Graph]
) -> None:
    board = "circles"
    text = (site / f"data/{board}/parts.js").read_text("utf-8")
    for before, after in [
        ('"not_collected"', "0.0"),
        ("circles-aurora-1", "circles-aurora-2"),
        ("all-Aurora", "all-Basalt"),
        ('"unranked":"', '"unranked":"not '),
        ('"title":"Composite"', '"title":"Score"'),
        ('"op":"weighted_mean"', '"op":"mean"'),
        (");\n", ");alert(1);\n"),
        ("proofboard.board(", "alert(1);proofboard.board("),
        ('"circles"', '"solar-system"'),
    ]:
        assert before in text, before
        assert f"data/{board}/parts.js" in blamed(
            site, graphs, board, text.replace(before, after, 1).encode()
        ), before
    assert f"data/{board}/parts.js" in blamed(site, graphs, board, None)


def test_weights_below_an_operator_from_outside_or_something_withheld_are_not_offered() -> None:
    def offered(operators: Mapping[str, Operator] = OPERATORS, **withheld: Any) -> bool:
        nodes = {name: {**node, **withheld} for name, node in every_operator.COMPUTED.items()}
        return can_be_reweighed(every_operator.site(every_operator.graph(operators, nodes)).boards[0])

    outside = msgspec.structs.replace(OPERATORS["weighted_mean"], formula="{x}")
    assert offered()
    assert not offered({**OPERATORS, "weighted_mean": outside})
    assert not offered(withheld={"reason": "It is never shown."})
