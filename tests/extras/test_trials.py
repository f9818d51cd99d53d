"""Every trial of an extra with few rounds."""

from __future__ import annotations

import pytest

from tests.trials import places
from tests.trials.test_trials import brief


@pytest.mark.parametrize("name", places(of_core=False))
def test_trial(name: str) -> None:
    assert brief(name)
