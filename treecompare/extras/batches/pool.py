"""Processes on this machine that score. A pool that lost a process is replaced by a new one.

Little is imported here: processes that are started import it first.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess

from treecompare.errors import TreecompareError, UsageError

GUARD = 'if __name__ == "__main__":'
MOST_PROCESSES = 61 if sys.platform == "win32" else sys.maxsize
"""Windows waits for no more of them at once, and an executor refuses to be made for more."""


class _Process(SpawnProcess):
    """A process that takes no notice of Ctrl-C from its very beginning, when it would only print where it was."""

    def start(self) -> None:
        """As its base has it."""
        if threading.current_thread() is not threading.main_thread():  # only that one may say what signals do
            super().start()
            return
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            super().start()
        finally:
            signal.signal(signal.SIGINT, before)


class _Context(SpawnContext):
    Process = _Process


class LocalPool:
    """So many processes (fewer where the system cannot have them), by default all cores.

    They end with the program, however it ends: each waits at a pipe that closes then.

    Raises UsageError: a process that was started starts more, because its script does not say ``if __name__ == "__main__":``.
    """

    def __init__(self, jobs: int | None = None) -> None:
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise UsageError(f"a batch starts processes; expected it below {GUARD} in a script")
        self.workers = min(jobs or os.cpu_count() or 1, MOST_PROCESSES)
        self._here, self._there = multiprocessing.Pipe(duplex=False)
        self._executor = self._made()
        self._has_begun = False

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, _Context(), initializer=_begin, initargs=(self._here,))

    @property
    def executor(self) -> Executor:
        """What takes the work. Raises TreecompareError: no process can be started."""
        if not self._has_begun:
            try:
                self._executor.submit(int).result()
            except BrokenExecutor as error:
                expected = f"expected {GUARD} above what a script does, and memory for another process"
                raise TreecompareError(f"no process that scores can be started; {expected}") from error
            self._has_begun = True
        return self._executor

    def renew(self) -> None:
        """New processes in place of those that are lost."""
        self._executor.shutdown(
            wait=True
        )  # it tells of all work that it had; what is cancelled meanwhile it would never tell of
        self._executor = self._made()

    def check(self) -> None:
        """The executor tells of lost processes itself."""

    def end(self) -> None:
        """Ends all processes, in the middle of their work if need be."""
        self._there.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._here.close()


def _begin(pipe: Connection) -> None:
    """In a new process: it ends when the other end of the pipe is closed; Ctrl-C is for the program that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "numpy" not in sys.modules:  # each process has one core
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    def watch() -> None:
        try:
            pipe.poll(None)
        finally:
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
