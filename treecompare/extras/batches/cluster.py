"""A Dask cluster that there is already, as a pool: its scheduler's address is all that is needed. It sees the same files."""

from __future__ import annotations

import logging
import time
from concurrent.futures import Executor
from typing import Any

from treecompare import __version__
from treecompare.errors import TreecompareError
from treecompare.extras.batches.job import version_here

PATIENCE = 10
"""So many seconds a scheduler may take to answer."""


class ClusterPool:
    """The workers of a Dask scheduler. The cluster replaces lost workers by itself; they get work when they are there.

    Raises TreecompareError: dask.distributed is not installed, nothing answers at the address, there is no worker, or one has no
    treecompare or another version of it.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise TreecompareError(
                "a scheduler needs dask.distributed, which is not installed; expected: pip install distributed"
            ) from None
        self._address = address
        self._lost_since: float | None = None
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
            self.workers = self._checked()
            self._executor: Executor = self._client.get_executor(pure=False, retries=0)
        except BaseException:
            self.end()
            raise

    def _checked(self) -> int:
        """How many jobs the workers do at once."""
        try:
            versions = self._client.run(version_here)
        except Exception as error:  # whatever a worker without the program says of it
            said = str(error).partition("\n")[0]
            raise TreecompareError(
                f"{self._address}: a worker cannot run treecompare: {said}; expected version {__version__} there"
            ) from error
        for worker, version in versions.items():
            if version != __version__:
                raise TreecompareError(f"{worker}: has treecompare {version}; expected {__version__}, as here")
        threads: int = sum(self._client.nthreads().values())
        if not threads:
            raise TreecompareError(f"{self._address}: the scheduler has no workers; expected one or more")
        return threads

    @property
    def executor(self) -> Executor:
        """What takes the work."""
        return self._executor

    def renew(self) -> None:
        """There is no other cluster."""
        raise self._gone()

    def _gone(self) -> TreecompareError:
        return TreecompareError(
            f"{self._address}: the scheduler is gone; what is scored so far is kept, run the batch again"
        )

    def check(self) -> None:
        """Raises TreecompareError: the scheduler is gone, and does not come back for some seconds."""
        if self._client.status == "running":
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = time.monotonic()
        elif time.monotonic() - self._lost_since > PATIENCE:
            raise self._gone()

    def end(self) -> None:
        """Leaves the cluster as it was."""
        self._client.close(timeout=1 if self._lost_since is not None else PATIENCE)
