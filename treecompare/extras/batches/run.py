"""Running a batch on any executor: results are written as they come, and what a lost worker had is done again."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import closing

from treecompare.errors import TreecompareError, counted
from treecompare.extras.batches.job import Job, Key, Result, done
from treecompare.extras.batches.plan import Plan
from treecompare.extras.batches.pools import Pool
from treecompare.extras.batches.store import Store, jobs_left
from treecompare.reading import encoding_of

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
