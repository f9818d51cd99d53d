"""Every trial with few rounds."""

from __future__ import annotations

import pytest

from tests.trials import trial, trial_names


@pytest.mark.parametrize("name", trial_names())
def test_trial(name: str) -> None:
    assert trial(name).run(trial(name).BRIEF, seed=1)
