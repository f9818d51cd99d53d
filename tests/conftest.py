"""Fixtures that all tests share."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("treecompare", deadline=None, max_examples=50)  # other programs' work is no fault of a test
settings.load_profile("treecompare")
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    # settings and comparison files are written through to the disk with every step, which takes longer than most tests
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with papers' figures, oracles and real treebanks; it lies beside the checkout where there is one."""
    if not SHARED.is_dir():
        pytest.skip("there is no folder 'shared' beside the checkout: published figures and real data are not at hand")
    return SHARED
