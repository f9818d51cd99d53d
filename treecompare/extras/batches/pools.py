"""Running a batch: on processes of this machine, on a Dask cluster that there is, on an executor of somebody else.

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
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import closing
from typing import Any

from treecompare import __version__
from treecompare.errors import TreecompareError, UsageError, counted
from treecompare.extras.batches.job import Job, Key, Result, done
from treecompare.extras.batches.manifest import Plan
from treecompare.extras.batches.store import Store, jobs_left
from treecompare.reading import encoding_of

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


# -- running a batch ---------------------------------------------------------------------------------------------------

LOSSES = {"KilledWorker", "CommClosedError", "FutureCancelledError", "NoValidWorkerError"}
"""By these an executor says that it lost a worker; the classes are those of dask, which need not be there."""
MOST_LOSSES = 3  # a job in the middle of which so many workers ended is not tried again
SECONDS_BETWEEN_CHECKS = 2.0  # after so long without a result it is looked whether there are any workers


def jobs_of(plan: Plan) -> list[Job]:
    """All that can be scored, treebank by treebank; with the encodings that are asked for where the batch is started."""
    found, of = [], plan.manifest
    for one in (one for one in plan.entries if one.there):
        asked = ((path, encoding_of(path, name)) for name, path in ((one.treebank, one.gold), *one.there))
        encodings = tuple((path, encoding) for path, encoding in asked if encoding is not None)
        found.append(Job(one, of.preparations[one.preparation], of.measures, of.errors, encodings))
    return found


def run(plan: Plan, pool: Pool) -> Iterator[tuple[int, int, Result | None]]:
    """Scores what is not scored yet; at the beginning, and whenever a result is written: how many treebanks are done, of how
    many, and the newest.

    Raises TreecompareError: the results cannot be written, or there are no workers any more; what is written stays.
    """
    with closing(Store(plan.manifest.results, make=True)) as store:
        store.set_plan(plan.manifest.name, plan.entries, plan.preparations)
        jobs = jobs_of(plan)
        left = jobs_left(jobs, store)
        before = len(jobs) - len(left)
        yield before, len(jobs), None
        for number, result in enumerate(_results(deque(left), pool), before + 1):
            store.put(result)
            yield number, len(jobs), result


def _results(waiting: deque[Job], pool: Pool) -> Iterator[Result]:
    """What comes of these jobs; one more waits for each worker. One whose worker may have been lost is done again; what lost two
    runs alone, at the end; what has lost several is given up, and its result says so."""
    alone, running, losses = deque[Job](), dict[Future[Result], Job](), Counter[Key]()
    while waiting or alone or running:
        try:
            while (queue := waiting or (alone if not running else None)) and len(running) < 2 * pool.workers:
                future = pool.executor.submit(done, queue[0])
                running[future] = queue.popleft()
        except BrokenExecutor:
            pool.renew()  # the next round hands it over; what was running there is told as lost
        except RuntimeError as error:
            raise TreecompareError(f"the executor takes no more work: {error}; what is scored is kept") from error
        finished, _ = wait(running, SECONDS_BETWEEN_CHECKS, FIRST_COMPLETED)
        if not finished:
            pool.check()
        for future in finished:
            job, result = running.pop(future), None
            try:
                result = future.result()
            except (BrokenExecutor, CancelledError):
                pass
            except Exception as error:  # an executor's own, where a worker of it was lost
                if not {one.__name__ for one in type(error).__mro__} & LOSSES:
                    raise TreecompareError(f"the executor cannot score {job.entry.gold}: {error}") from error
            if result is None:
                key = job.entry.key
                losses[key] += 1
                if losses[key] < MOST_LOSSES:
                    (alone if losses[key] > 1 else waiting).append(job)
                    continue
                lost = f"{counted(MOST_LOSSES, 'worker')} ended while scoring it; perhaps it needs more memory"
                failed = {name: f"{job.entry.gold}: {lost}" for name, _ in job.entry.there}
                result = Result(key, job.recipe, (), failed)
            yield result
