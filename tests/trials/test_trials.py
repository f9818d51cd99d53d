"""Every trial with few rounds."""

from __future__ import annotations

import pytest

from tests.trials import trial, trial_names


# the offscreen platform says of windows and tooltips what it cannot do without a window manager
@pytest.mark.qt_log_ignore(r"This plugin does not support (propagateSizeHints|raise|grabbing)", extend=True)
@pytest.mark.parametrize("name", trial_names())
def test_trial(name: str) -> None:
    assert trial(name).run(trial(name).BRIEF, seed=1)
