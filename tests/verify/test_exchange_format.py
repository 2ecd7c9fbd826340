"""No number, rank or digest of the results in an exchange format can be changed by itself."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.exchange_format import check_exchange_format
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles

PATH = "data/circles/every-eval-ever.jsonl"
Record = dict[str, Any]


class Held(SiteFiles):
    """A site whose file of results is another one."""

    def __init__(self, folder: Path, records: list[Record]) -> None:
        super().__init__(str(folder))
        self.lines = b"".join(json.dumps(record).encode() + b"\n" for record in records)

    def read(self, path: str) -> bytes | None:
        return self.lines if path == PATH else super().read(path)


def faults_of(site: Path, records: list[Record]) -> int:
    held = Held(site, records)
    board = held.json("data/circles/board.json")
    graph = Graph(held.json(f"data/rubrics/{board['rubric']['id']}.graph.json"))
    check_exchange_format(held, PATH, board, graph)
    return len(held.faults)


def another_score(record: Record) -> None:
    record["evaluation_results"][0]["score_details"]["score"] += 1e-9


def another_axis(record: Record) -> None:
    record["evaluation_results"][-1]["score_details"]["score"] += 1e-9


def another_rank(record: Record) -> None:
    record["evaluation_results"][0]["score_details"]["details"]["rank"] = "7"


def another_bound(record: Record) -> None:
    record["evaluation_results"][0]["score_details"]["details"]["lower"] = "0.0"


def another_run(record: Record) -> None:
    record["model_info"]["additional_details"]["run"] = "circles-basalt-1"


def another_digest(record: Record) -> None:
    record["dedupe_identity"]["content_hash"] = "0" * 64


def another_page(record: Record) -> None:
    record["detailed_evaluation_results"]["file_path"] = "runs/circles-basalt-1/index.json"


def another_rubric(record: Record) -> None:
    record["eval_library"]["additional_details"]["rubric"] = "favur/6"


def another_rubric_digest(record: Record) -> None:
    record["eval_library"]["additional_details"]["rubric_digest"] = f"sha256:{'0' * 64}"


def one_axis_less(record: Record) -> None:
    record["evaluation_results"].pop()


def another_direction(record: Record) -> None:
    record["evaluation_results"][0]["metric_config"]["lower_is_better"] = True


def another_range(record: Record) -> None:
    record["evaluation_results"][-1]["metric_config"]["max_score"] += 1.0


CHANGES = (
    another_score,
    another_axis,
    another_rank,
    another_bound,
    another_run,
    another_digest,
    another_page,
    another_rubric,
    another_rubric_digest,
    one_axis_less,
    another_direction,
    another_range,
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_found(site: Path, change: Callable[[Record], None]) -> None:
    records = [json.loads(line) for line in (site / PATH).read_bytes().splitlines()]
    assert faults_of(site, records) == 0
    changed = copy.deepcopy(records)
    change(changed[0])
    assert faults_of(site, changed) >= 1
    assert faults_of(site, records[1:]) >= 1
