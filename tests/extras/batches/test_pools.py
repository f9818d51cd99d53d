"""Processes that score batches."""

from __future__ import annotations

import pytest

from treecompare.extras.batches import pools


def test_a_pool_has_no_more_processes_than_the_system_allows(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pools, "MOST_PROCESSES", 2)
    made = pools.LocalPool(80)
    made.close()
    assert made.workers == 2
