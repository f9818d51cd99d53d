"""What a long trial of the window needs around it: a bound on memory, a trace of what crashed, and a list that repeats it."""

from __future__ import annotations

import faulthandler
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

MOST_MEMORY = 1_000_000_000
"""Bytes that a trial may add to those of the program."""
MOST_ADDRESSES = 6_000_000_000
"""Bytes of address space that it may add: what asks for more is told so, and the machine goes on."""
ONLY = "TRIAL_ACTIONS"
"""A variable with the numbers of the actions that are repeated, separated by commas; all without it."""


def memory() -> int:
    """Bytes of memory that this program has now; 0 where that is not known."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@contextmanager
def guarded() -> Iterator[None]:
    """A crash tells where it was, and address space is bounded; both as before afterwards."""
    had_faulthandler = faulthandler.is_enabled()
    if not had_faulthandler:
        faulthandler.enable(all_threads=True)
    if not sys.platform.startswith("linux"):
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    if before[1] == resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_AS, (now + MOST_ADDRESSES, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        if not had_faulthandler:
            faulthandler.disable()


def chosen_actions() -> frozenset[int] | None:
    """The actions that are repeated; None: all."""
    given = os.environ.get(ONLY, "")
    return frozenset(int(one) for one in given.split(",")) if given else None


class Log:
    """The actions until now, in a file that a crash leaves behind."""

    def __init__(self, path: Path) -> None:
        self.lines: list[str] = []
        self._file = path.open("w", encoding="utf-8", errors="replace", buffering=1)

    def begin(self, line: str) -> None:
        """A new action."""
        self.lines.append(line)
        self._file.write("\n" + line)
        self._file.flush()

    def tell(self, what: object) -> None:
        """More of the last one."""
        said = str(what).encode("unicode_escape").decode()
        self.lines[-1] += f": {said}"
        self._file.write(f": {said}")
        self._file.flush()

    def last(self, count: int) -> Sequence[str]:
        """The last actions."""
        return self.lines[-count:]

    def close(self) -> None:
        """Nothing more is written."""
        self._file.close()
