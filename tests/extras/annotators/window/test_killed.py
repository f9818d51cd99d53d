"""What was decided by a key in a window is in the file, also after kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.extras.annotators.test_kept import made
from tests.extras.annotators.window import kept_window
from tests.limits import needs_kill
from treecompare.extras.annotators.kept import open_adjudication


def decided(path: Path) -> int:
    return int(open_adjudication(str(path)).adjudication.decided)


@needs_kill
def test_what_was_decided_before_the_program_was_killed_is_there(tmp_path: Path) -> None:
    path = made(tmp_path, count=40)
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "STATE")}
    own = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **folders}
    command = [sys.executable, "-m", kept_window.__name__, str(path)]
    with subprocess.Popen(command, env=own, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        done = [int(program.stdout.readline()) for _ in range(12)]
        program.send_signal(signal.SIGKILL)
    assert done[-1] > 8 and done[-1] <= decided(path) <= done[-1] + 2  # the next one may have been on its way
    assert sorted(one.name for one in tmp_path.glob("one.treecompare*")) in (
        ["one.treecompare"],
        ["one.treecompare", "one.treecompare-journal"],
    )
