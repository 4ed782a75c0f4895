"""Work in several processes: the same results and failures in the same order."""

from __future__ import annotations

import multiprocessing
import os
import threading

import pytest

from printkit.errors import InputError
from printkit.jobs.check.check import cores, in_processes


def halver():
    return halved


def halved(number):
    if number % 2:
        raise InputError("is odd", file=str(number), hint="take another")
    return number // 2


def process():
    return lambda number: os.getpid()


def test_results_come_in_the_order_of_the_things():
    batches = [[2 * number, 2 * number + 2] for number in range(0, 20, 2)]
    assert list(in_processes(halver, batches, 3)) == list(range(20))


def test_no_process_outlives_its_results():
    """An interpreter that ended before them once wrote a traceback of its own."""
    assert list(in_processes(process, [[1], [2]], 2))
    assert multiprocessing.active_children() == []
    assert [each.name for each in threading.enumerate() if "Executor" in type(each).__name__] == []


def test_a_batch_stays_in_one_process_and_none_is_this_one():
    ids = list(in_processes(process, [[1, 2, 3], [4, 5, 6]], 2))
    assert ids[0] == ids[1] == ids[2] != os.getpid()
    assert ids[3] == ids[4] == ids[5]


def test_a_failure_comes_after_the_results_before_it():
    seen: list[int] = []
    with pytest.raises(InputError, match=r"7: is odd \(take another\)") as caught:
        seen.extend(in_processes(halver, [[2, 4], [6, 7, 8], [9]], 2))
    assert seen == [1, 2, 3]
    assert caught.value.problems[0].file == "7"


def test_there_is_a_core():
    assert cores() >= 1
