"""Screens for tests that need a real one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def screen(size: str, manager: str = "openbox") -> Iterator[str]:
    """A screen of that size with a window manager, or without (""); tells its name."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
        pass_fds=(writing,), stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    managing = None
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            pytest.skip("Xvfb does not start here")
        if manager:
            managing = subprocess.Popen(
                [manager], env={**os.environ, "DISPLAY": f":{number}"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )  # fmt: skip
        yield f":{number}"
    finally:
        for one in (managing, server):
            if one is not None:
                one.terminate()
                one.wait(10)
