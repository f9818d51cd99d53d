"""Where a batch is scored: on processes of this machine, on a Dask cluster that there is, on an executor of somebody else.

Little is imported here: processes that are started import it first.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import Any

from treecompare import __version__
from treecompare.errors import TreecompareError, UsageError

GUARD = 'if __name__ == "__main__":'
MOST_PROCESSES = 61 if sys.platform == "win32" else sys.maxsize
"""Windows waits for no more of them at once, and an executor refuses to be made for more."""
AT_ONCE = 64  # so many jobs wait in an executor that does not say how many workers it has
PATIENCE = 10  # so many seconds a scheduler may take to answer
_KEPT = "what is scored so far is kept, run the batch again"


class Pool:
    """An executor that somebody else made, and ends. ``workers``: how many jobs at once."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self.executor = executor
        self.workers = workers or getattr(executor, "_max_workers", None) or AT_ONCE

    def renew(self) -> None:
        """Makes another executor in place of one that lost its workers. Raises TreecompareError: there is no other."""
        raise TreecompareError(f"the executor lost its workers; {_KEPT}")

    def check(self) -> None:
        """Raises TreecompareError: no worker will do anything any more, though nothing was told as lost."""

    def close(self) -> None:
        """Nothing more is to be done."""


class LocalPool(Pool):
    """So many processes (fewer where the system cannot have them), by default all cores; others in place of those that are lost.
    They end with the program, however it ends.

    Raises UsageError: a process that was started starts more, because its script does not say ``if __name__ == "__main__":``.
    """

    def __init__(self, jobs: int | None = None) -> None:
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise UsageError(f"a batch starts processes; expected it below {GUARD} in a script")
        self.workers = min(jobs or os.cpu_count() or 1, MOST_PROCESSES)
        self.executor = self._made()

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), initializer=_begin)

    def renew(self) -> None:
        """As its base has it, once the old one has told of all work that it had. Raises TreecompareError: no process starts."""
        self.executor.shutdown(wait=True)
        self.executor = self._made()
        try:
            self.executor.submit(int).result()
        except BrokenExecutor as error:
            expected = f"expected {GUARD} above what a script does, and memory for another process"
            raise TreecompareError(f"no process that scores can be started; {expected}") from error

    def close(self) -> None:
        """Ends all processes, in the middle of their work if need be."""
        for process in [*(getattr(self.executor, "_processes", None) or {}).values()]:
            process.terminate()
        self.executor.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """In a new process: it ends when the program ends that started it, for which Ctrl-C is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "numpy" not in sys.modules:  # each process has one core
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    def watch() -> None:
        multiprocessing.parent_process().join()  # type: ignore[union-attr]
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _version() -> str:
    return __version__


class ClusterPool(Pool):
    """The workers of a Dask scheduler, whose address is all that is needed; they see the same files. The cluster replaces lost
    workers by itself.

    Raises TreecompareError: dask.distributed is not installed, nothing answers at the address, there is no worker, or one has no
    treecompare or another version of it.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            expected = "expected: pip install distributed"
            raise TreecompareError(f"a scheduler needs dask.distributed, which is not installed; {expected}") from None
        for name in [*logging.root.manager.loggerDict]:
            if name.partition(".")[0] == "distributed":  # what it would print is told in one line
                logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            make: Any = distributed.Client
            self._client: Any = make(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            expected = "expected a Dask scheduler as tcp://HOST:8786"
            raise TreecompareError(f"{address}: no scheduler answers within {PATIENCE} seconds; {expected}") from error
        try:
            versions = {*self._client.run(_version).values()}
        except Exception as error:  # whatever a worker without the program says of it
            versions = {str(error).partition("\n")[0]}
        if versions != {__version__}:
            self.close()
            found = f"its workers have treecompare {', '.join(sorted(versions))}" if versions else "it has no workers"
            raise TreecompareError(f"{address}: {found}; expected some with version {__version__}, as here")
        super().__init__(self._client.get_executor(pure=False, retries=0), sum(self._client.nthreads().values()))
        self._gone = f"{address}: the scheduler is gone; {_KEPT}"

    def renew(self) -> None:
        """There is no other cluster."""
        raise TreecompareError(self._gone)

    def check(self) -> None:
        """Raises TreecompareError: the scheduler is gone, and does not come back for some seconds."""
        end = time.monotonic() + PATIENCE
        while self._client.status != "running":
            if time.monotonic() > end:
                self.renew()
            time.sleep(PATIENCE / 10)

    def close(self) -> None:
        """Leaves the cluster as it was."""
        self._client.close(timeout=PATIENCE if self._client.status == "running" else 1)
