"""Fixtures that all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with papers' figures, oracles and real treebanks; it lies beside the checkout where there is one."""
    if not SHARED.is_dir():
        pytest.skip("there is no folder 'shared' beside the checkout: published figures and real data are not at hand")
    return SHARED
