"""Scoring is spread over processes: the same results however many, and no run is lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor

import pytest

from site_builder.boards import form_boards
from site_builder.records.run import Metric
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.result_cache import Deferred, ResultCache, brief_all
from site_builder.scoring.run_cache import RunCache
from site_builder.sources.parallel import ParallelRunner
from site_builder.sources.processes import SharedPool, fork_pool, in_this_process, map_shared
from tests.pages.synthetic import graph, run
from tests.scoring.rubrics import node, small_graph


def piece(number: int, pids: bool = False) -> Callable[[], int]:
    return lambda: os.getpid() if pids else number * number


def test_results_come_in_the_order_of_the_work() -> None:
    assert ParallelRunner(4, serial_below=2)([piece(n) for n in range(130)]) == [n * n for n in range(130)]


def test_much_work_is_done_in_other_processes_and_little_in_this_one() -> None:
    assert os.getpid() not in ParallelRunner(2, serial_below=2)([piece(n, pids=True) for n in range(60)])
    assert set(ParallelRunner(2, serial_below=61)([piece(n, pids=True) for n in range(60)])) == {os.getpid()}
    assert set(ParallelRunner(1, serial_below=2)([piece(n, pids=True) for n in range(60)])) == {os.getpid()}


def test_what_a_piece_raises_is_raised() -> None:
    def fails() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ParallelRunner(2, serial_below=2)([piece(1), fails, piece(3)])


def test_a_process_that_dies_costs_no_result() -> None:
    home = os.getpid()

    def dies_elsewhere() -> int:
        if os.getpid() != home:
            os._exit(9)
        return 4

    assert ParallelRunner(2, serial_below=2)([piece(1), dies_elsewhere, piece(3)]) == [1, 4, 9]


def called(value: Callable[[], int], task: int) -> int:
    return value() + task


def test_calls_that_are_at_work_at_once_share_each_its_own_value() -> None:
    first, second = map_shared(called, piece(3), [1, 2], 2), map_shared(called, piece(10), [1, 2], 2)
    assert [next(first), next(second), next(first), next(second)] == [10, 101, 11, 102]


def test_boards_are_the_same_however_many_processes_score_them() -> None:
    runs = [run(f"r-{n}", missing=n % 4) for n in range(30)]
    config = BoardConfig(family="favur", rubric="favur/15", runs="runs")
    used: list[int] = []

    def pools(jobs: int) -> Executor:
        used.append(jobs)
        return fork_pool(jobs)

    found = []
    for jobs in (1, 4):
        prints = {(one.folder, one.run_id): one.run_id for one in runs}
        cache = ResultCache(runner=ParallelRunner(jobs, pools, serial_below=2))
        boards = tuple(form_boards(config, runs, {"favur/15": graph()}, set(), RunCache(cache, prints)))
        whole = [repr(entry.scored.columns()) for board in boards for entry in board.entries]
        standings = [repr(entry.standing) for board in boards for entry in board.entries]
        found.append((cache.used, whole, standings))
    assert used == [4]
    assert found[0] == found[1]
    assert len(found[0][1]) == 30


def test_results_that_travelled_are_those_of_evaluation_to_the_kind_of_number() -> None:
    nodes = {
        "none": node("metric", unit=""),
        "share": node("ratio", {"numerator": "none", "denominator": "none"}, constants={"when_zero": 0}),
    }
    made, metrics = small_graph(nodes, "share"), {"none": Metric(value=0.0)}
    travelled = Deferred(made, metrics, {})
    brief_all(ResultCache(), [travelled])
    assert repr(travelled.columns()) == repr(evaluate(made, metrics).columns())
    assert repr(travelled.columns().values[1]) == "0"


def test_a_pool_without_other_processes_does_the_work_where_it_is_given() -> None:
    with SharedPool(piece(0, pids=True), 2, in_this_process) as pool:
        assert pool.submit(called, 0).result() == os.getpid()
    with SharedPool(piece(0, pids=True), 2) as pool:
        assert pool.submit(called, 0).result() != os.getpid()


def test_what_work_raises_is_raised_by_a_pool_and_work_that_is_left_is_dropped() -> None:
    def fails() -> int:
        raise ZeroDivisionError

    def ends_early(pools: Callable[[int], Executor]) -> None:
        with SharedPool(fails, 2, pools) as pool:
            begun = [pool.submit(called, 0) for _ in range(50)]
            begun[0].result()

    for pools in (fork_pool, in_this_process):
        with pytest.raises(ZeroDivisionError):
            ends_early(pools)
