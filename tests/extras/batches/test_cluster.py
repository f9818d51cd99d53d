"""A real Dask cluster of processes on this machine, of which some are killed."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.extras.batches.made import conllu, task
from tests.extras.batches.test_run import Here, figures, scored
from treecompare.cli import run_command
from treecompare.errors import TreecompareError
from treecompare.extras.batches import pools
from treecompare.extras.batches.pools import ClusterPool, Pool


@pytest.fixture(scope="module")
def processes() -> Iterator[Any]:
    distributed = pytest.importorskip(
        "distributed", reason="dask.distributed is not installed, so there is no cluster to score on (extra: cluster)"
    )
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as found:
        yield found


def test_workers_that_are_killed_lose_nothing(processes: Any, tmp_path: Path) -> None:
    path = task(tmp_path)
    for number in range(4):
        for folder in ("gold", "out/good", "out/poor"):
            wrong = 40 * number if folder == "out/poor" else 0
            (tmp_path / f"{folder}/c{number}.conllu").write_text(conllu(wrong, ["the dogs bark"] * 500), "utf-8")
    pool = ClusterPool(processes.scheduler_address)
    assert pool.workers == 2
    killed: list[int] = []

    class Killing(Pool):
        """Kills a worker when a job is handed over, twice."""

        @property
        def executor(self) -> Any:
            running = [one.process.pid for one in processes.workers.values() if one.process and one.process.pid]
            if self.handed in (2, 5) and running:
                killed.append(running[0])
                os.kill(running[0], signal.SIGKILL)
            self.handed += 1
            return pool.executor

        @executor.setter
        def executor(self, value: Any) -> None:
            self.handed = 0

    try:
        results = scored(path, Killing(pool.executor, 2))
    finally:
        pool.close()
    assert len(killed) == 2 and len(results) == 6 and not any(one.failed for one in results)
    kept = figures(tmp_path)
    (tmp_path / "task.batch").unlink()
    scored(path, Pool(Here()))
    assert figures(tmp_path) == kept


def test_the_command_scores_on_a_scheduler(
    processes: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(task(tmp_path))
    assert run_command(["batch", path, "--scheduler", processes.scheduler_address]) == 1
    captured = capsys.readouterr()
    assert "macro-average" in captured.out and captured.err.count("\n") == 2
    monkeypatch.setattr(pools, "__version__", "0.1")
    assert run_command(["batch", path, "--scheduler", processes.scheduler_address]) == 2
    told = capsys.readouterr().err
    assert "expected some with version 0.1, as here" in told and told.count("\n") == 1


def test_a_scheduler_that_goes_away_ends_the_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster whose work never ends, because its scheduler was killed."""
    monkeypatch.setattr(pools, "PATIENCE", 0)
    monkeypatch.setattr(pools, "SECONDS_BETWEEN_CHECKS", 0.01)

    class Silent(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            return Future()

    pool = object.__new__(ClusterPool)
    Pool.__init__(pool, Silent(), 2)
    pool._client, pool._gone = (
        SimpleNamespace(status="running"),
        "tcp://x:1: the scheduler is gone; what is scored so far is kept",
    )
    pool.check()
    pool._client.status = "connecting"
    with pytest.raises(TreecompareError, match="tcp://x:1: the scheduler is gone; what is scored so far is kept"):
        scored(task(tmp_path), pool)


def test_no_scheduler_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "distributed", None)
        with pytest.raises(TreecompareError, match="which is not installed; expected: pip install distributed"):
            ClusterPool("tcp://127.0.0.1:1")
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra: cluster)")
    monkeypatch.setattr(pools, "PATIENCE", 1)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{unused.getsockname()[1]}"
    assert run_command(["batch", str(task(tmp_path)), "--scheduler", address]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"treecompare: {address}: no scheduler answers within 1 seconds") and told.count("\n") == 1
    assert run_command(["batch", str(tmp_path / "task.toml"), "--scheduler", "no address"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
