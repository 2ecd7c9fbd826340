"""No number, name, time or digest of the results in an exchange format can be changed by itself."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from site_builder.output.verify.exchange_format import check_exchange_format
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.held_site import HeldSite

PATH = "data/circles/every-eval-ever.jsonl"
Record = dict[str, Any]


def check(site: SiteFiles) -> None:
    board = site.json("data/circles/board.json")
    graph = Graph(site.json(f"data/rubrics/{board['rubric']['id']}.graph.json"))
    lines = (site.read("data/circles/runs.jsonl") or b"").splitlines()
    runs = {run["run"]: run for run in map(json.loads, lines)}
    check_exchange_format(site, PATH, board, graph, runs)


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


def another_model(record: Record) -> None:
    record["model_info"]["name"] = "Basalt 2"


def another_provider(record: Record) -> None:
    record["model_info"]["additional_details"]["provider"] = "Stonefield"


def another_model_of_a_role(record: Record) -> None:
    record["model_info"]["additional_details"]["model of code"] = "basalt-2"


def another_harness(record: Record) -> None:
    record["eval_library"]["name"] = "lantern"


def another_version_of_the_harness(record: Record) -> None:
    record["eval_library"]["version"] = "9.9"


def another_command(record: Record) -> None:
    record["evaluation_results"][0]["generation_config"] = {
        "generation_args": {"execution_command": "favur run better.yaml"}
    }


def another_end(record: Record) -> None:
    record["evaluation_timestamp"] = "2026-01-01T00:00:00Z"


def another_day(record: Record) -> None:
    record["retrieved_timestamp"] = "0"


def another_id_of_the_record(record: Record) -> None:
    record["evaluation_id"] += "0"


CHANGES = (
    another_model,
    another_provider,
    another_model_of_a_role,
    another_harness,
    another_version_of_the_harness,
    another_command,
    another_end,
    another_day,
    another_id_of_the_record,
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
def test_a_change_is_found(held: HeldSite, change: Callable[[Record], None]) -> None:
    changed = copy.deepcopy(held.json(PATH))
    change(changed[0])
    assert held.blamed_by(check, {PATH: changed}) == {PATH}


def test_every_run_with_a_score_has_a_record(held: HeldSite) -> None:
    assert held.blamed_by(check) == set()
    assert held.blamed_by(check, {PATH: held.json(PATH)[1:]}) == {PATH}
