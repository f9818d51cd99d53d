"""What tests ask of a system that not every system has, with the reason why one of them is left out."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

needs_limits = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no limit on the length of files, by which a full disk is played"
)
needs_kill = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL, which no program hears of"
)
MEMORY = Path("/proc/self/statm")
ARENAS = -8
"""M_ARENA_MAX of glibc: how many heaps there may be."""
needs_memory = pytest.mark.skipif(not MEMORY.exists(), reason="only Linux tells in /proc how large a process is now")


@contextmanager
def no_room() -> Iterator[None]:
    """No file of this process may get longer than 64 bytes."""
    import resource  # which Windows lacks

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def megabytes() -> float:
    """The memory of this process, without what is free again; 0 where the system does not tell it."""
    if not MEMORY.exists():
        return 0.0
    _told("malloc_trim", 0)
    return int(MEMORY.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def share_memory() -> None:
    """Threads that begin from now on share one heap; in heaps of their own each keeps some memory that is free again."""
    if MEMORY.exists():
        _told("mallopt", ARENAS, 1)


def _told(name: str, *values: int) -> None:
    """Not every C library can be told so."""
    if (tell := getattr(ctypes.CDLL(None), name, None)) is not None:
        tell(*values)
