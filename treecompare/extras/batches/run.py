"""Running a batch on any executor: results are written as they come, and what a lost worker had is done again.

An executor of another kind (:class:`concurrent.futures.Executor`) needs no code: a cluster's takes the same calls.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from treecompare import __version__
from treecompare.comparison.answered import file_of
from treecompare.errors import TreecompareError, counted
from treecompare.extras.batches.job import Job, Result, done
from treecompare.extras.batches.plan import Pair, Plan
from treecompare.extras.batches.store import Planned, Store, jobs_left
from treecompare.reading import encoding_of

MOST_LOSSES = 3
"""A job in the middle of which so many workers ended is not tried again."""
SECONDS_BETWEEN_CHECKS = 2.0
"""After so long without a result it is looked whether there are any workers."""
AT_ONCE = 64
"""So many jobs wait in an executor that does not say how many workers it has."""


class Pool(Protocol):
    """Where the work is done. ``workers``: how many jobs at once."""

    workers: int

    @property
    def executor(self) -> Executor:
        """What takes the work."""

    def renew(self) -> None:
        """Makes another executor in place of one that lost its workers. Raises TreecompareError: there is no other."""

    def check(self) -> None:
        """Raises TreecompareError: no worker will do anything any more, though nothing was told as lost."""

    def end(self) -> None:
        """Nothing more is to be done."""


class GivenPool:
    """An executor that somebody else made, and ends."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self.executor = executor
        self.workers = workers or getattr(executor, "_max_workers", None) or AT_ONCE

    def renew(self) -> None:
        """There is no other one."""
        raise TreecompareError("the executor lost its workers; what is scored so far is kept, run the batch again")

    def check(self) -> None:
        """It tells of everything itself."""

    def end(self) -> None:
        """It is not ours."""


@dataclass(frozen=True)
class Step:
    """So far ``done`` of ``total`` jobs are done; ``share`` of all work, by the sizes of files. ``result``: the newest."""

    done: int
    total: int
    share: float
    result: Result | None = None


def jobs_of(plan: Plan) -> list[Job]:
    """All that can be scored."""
    manifest = plan.manifest
    return [
        Job(
            pair.treebank, pair.system, preparation, pair.gold, pair.path, plan.preparations[preparation], manifest.measures,
            manifest.errors, __version__, _encodings(pair),
        )
        for pair, preparation in plan.wanted()
    ]  # fmt: skip


def _encodings(pair: Pair) -> tuple[tuple[str, str], ...]:
    """What is asked for where the batch is started, which workers are not told otherwise."""
    named = ((path, encoding_of(path, name)) for name, path in ((pair.treebank, pair.gold), (pair.system, pair.path)))
    return tuple((path, one) for path, one in named if one is not None)


def entries_of(plan: Plan) -> list[Planned]:
    """All that the batch consists of, also what is missing."""
    return [
        Planned(pair.treebank, pair.system, preparation, pair.gold, pair.path)
        for pair in plan.pairs
        for preparation in plan.preparations
    ]


def run(plan: Plan, store: Store, pool: Pool) -> Iterator[Step]:
    """Scores what is not scored yet; a step at the beginning, and one for each result, when it is written.

    Raises TreecompareError: the results cannot be written, or there are no workers any more; what is written stays.
    """
    store.set_plan(plan.manifest.name, entries_of(plan), plan.preparations)
    jobs = jobs_of(plan)
    left = jobs_left(jobs, store)
    yield from _Run(left, store, pool, len(jobs)).steps()


class _Run:
    def __init__(self, left: Sequence[Job], store: Store, pool: Pool, total: int) -> None:
        self._store, self._pool = store, pool
        self._waiting = deque(left)
        self._alone: deque[Job] = deque()
        self._losses: dict[tuple[str, str, str], int] = {}
        self._running: dict[Future[Result], Job] = {}
        self._total, self._before = total, total - len(left)
        self._weights = {job.key: _weight(job) for job in left}
        self._all = sum(self._weights.values())
        self._done_weight, self._done = 0, 0

    def steps(self) -> Iterator[Step]:
        yield self._step(None)
        while self._waiting or self._alone or self._running:
            self._submit()
            finished, _ = wait(self._running, SECONDS_BETWEEN_CHECKS, FIRST_COMPLETED)
            if not finished:
                self._pool.check()
            lost = []
            for future in finished:
                job = self._running.pop(future)
                try:
                    result = future.result()
                except (BrokenExecutor, CancelledError):
                    lost.append(job)
                except Exception as error:  # an executor's own, where a worker of it was lost
                    if not is_loss(error):
                        raise TreecompareError(f"the executor cannot score {job.path}: {error}") from error
                    lost.append(job)
                else:
                    yield self._finished(result)
            for result in self._lost(lost):
                yield self._finished(result)

    def _submit(self) -> None:
        """Hands over a job for each worker and one that waits for it; what has lost two workers runs alone, at the end."""
        try:
            while self._waiting and len(self._running) < 2 * self._pool.workers:
                self._start(self._waiting)
            if not self._running and self._alone:
                self._start(self._alone)
        except BrokenExecutor:
            self._pool.renew()  # the next round hands it over; what was running there is told as lost
        except RuntimeError as error:
            raise TreecompareError(
                f"the executor takes no more work: {error}; what is scored so far is kept"
            ) from error

    def _start(self, queue: deque[Job]) -> None:
        future = self._pool.executor.submit(done, queue[0])
        self._running[future] = queue.popleft()

    def _lost(self, jobs: list[Job]) -> Iterator[Result]:
        """Jobs whose worker may have been lost are done again; one that lost several is not, and its result says so."""
        for job in jobs:
            losses = self._losses[job.key] = self._losses.get(job.key, 0) + 1
            if losses >= MOST_LOSSES:
                reason = f"{job.path}: {counted(losses, 'worker')} ended while scoring it; perhaps it needs more memory"
                yield Result(job.key, (), job.recipe, reason)
            elif losses > 1:
                self._alone.append(job)
            else:
                self._waiting.append(job)

    def _finished(self, result: Result) -> Step:
        self._store.put(result)
        self._done += 1
        self._done_weight += self._weights[result.key]
        return self._step(result)

    def _step(self, result: Result | None) -> Step:
        share = self._done_weight / self._all if self._all else 1.0
        return Step(self._before + self._done, self._total, share, result)


def is_loss(error: Exception) -> bool:
    """Whether an executor says by this error that it lost a worker; the classes are those of dask, which need not be there."""
    names = {"KilledWorker", "CommClosedError", "FutureCancelledError", "NoValidWorkerError"}
    return any(one.__name__ in names for one in type(error).__mro__)


def _weight(job: Job) -> int:
    """How much work a job is, roughly: bytes."""
    found = 1
    for path in (job.gold, job.path):
        try:
            found += Path(file_of(path)).stat().st_size
        except (OSError, ValueError):
            continue
    return found
