"""Every trial with few rounds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.conftest import is_nightly, stride
from tests.trials import places, shrink, trial

FEWER = {
    **dict.fromkeys(("formats", "twins"), 6),
    **dict.fromkeys(("monkey", "readers", "batch_files"), 3),
    **dict.fromkeys(("project_files", "versions", "patterns", "raw_output"), 3),
    **dict.fromkeys(("kill", "races", "strangers"), 2),
}
"""By day these make only so many of their few rounds: every sixth, every third, or every second."""


# the offscreen platform says of windows and tooltips what it cannot do without a window manager
@pytest.mark.qt_log_ignore(r"This plugin does not support (propagateSizeHints|raise|grabbing)", extend=True)
@pytest.mark.parametrize("name", places(of_extras=False))
def test_trial(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "strangers":
        monkeypatch.setattr(trial(name), "MOST", 200 // stride(8))
        monkeypatch.setattr(trial(name), "FIRST", None if is_nightly() else 200)
    assert brief(name)


def brief(name: str) -> str:
    return trial(name).run(trial(name).BRIEF // stride(FEWER.get(name, 1)), seed=1)


def test_the_few_actions_that_lead_to_a_fault_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(_seed: int, rounds: int, actions: Sequence[int] | None) -> tuple[str, str]:
        done = range(rounds) if actions is None else actions
        ends = "fault" if {3, 17} <= {*done} else "another" if 5 in done else ""
        return ends, ", ".join(map(str, done))

    monkeypatch.setattr(shrink, "attempt", attempt)
    assert shrink.shortest(0, 40) == ("fault", [3, 17], "3, 17")
    assert shrink.shortest(0, 5) == ("", [], "")
