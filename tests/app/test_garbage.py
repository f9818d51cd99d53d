"""Python collects garbage in the thread of the window only, whichever thread makes it: what belongs to Qt must not go elsewhere."""

from __future__ import annotations

import gc
import threading
from collections.abc import Generator

import pytest
from pytestqt.qtbot import QtBot

from treecompare.app.common.worker import Worker


def _cycles(_worker: Worker) -> Generator[int, None, None]:
    yield 0
    for _ in range(50_000):
        cycle: list[object] = []
        cycle.append(cycle)


@pytest.mark.parametrize("workers", [1, 3])
def test_no_garbage_is_collected_in_the_thread_of_a_worker(qtbot: QtBot, workers: int) -> None:
    assert gc.isenabled()
    where: set[threading.Thread] = set()

    def hear(phase: str, _info: object) -> None:
        if phase == "start":
            where.add(threading.current_thread())

    gc.callbacks.append(hear)
    try:
        running = [Worker(_cycles) for _ in range(workers)]
        for one in running:
            one.start()
        qtbot.waitUntil(lambda: not any(one.is_running for one in running) and gc.isenabled(), timeout=20_000)
    finally:
        gc.callbacks.remove(hear)
    assert where <= {threading.main_thread()}


def test_garbage_is_collected_while_a_worker_works(qtbot: QtBot) -> None:
    """Even one that hangs for ever."""
    goes_on = threading.Event()

    def steps(_worker: Worker) -> Generator[int, None, None]:
        goes_on.wait()
        yield 0

    worker = Worker(steps)
    worker.start()
    assert not gc.isenabled()
    _ = [*_cycles(worker)]
    qtbot.waitUntil(lambda: gc.get_count()[0] < 10_000, timeout=20_000)
    goes_on.set()
    qtbot.waitUntil(gc.isenabled, timeout=20_000)
