"""What can be sent to whoever mends the program: version, system, last steps, where it failed; nothing of treebanks or folders."""

from __future__ import annotations

import platform
import sys
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from treecompare import __version__

STEPS_KEPT = 40

steps: deque[str] = deque(maxlen=STEPS_KEPT)
"""The last commands, with their times."""
step_hook: Callable[[str], None] | None = None
"""Is told every step, to keep it where a crash leaves it."""


def step(name: str) -> None:
    """Notes that a command was given. ``name`` is the command's own, not what it was given for."""
    line = f"{datetime.now().isoformat(timespec='seconds')} {name}"
    steps.append(line)
    if step_hook is not None:
        step_hook(line)


def about() -> str:
    """Lines that say which program runs where."""
    from PySide6 import __version__ as pyside
    from PySide6.QtGui import QGuiApplication

    form = "frozen" if getattr(sys, "frozen", False) else "installed"
    lines = [
        f"treecompare {__version__} ({form})",
        f"Python {platform.python_version()}, PySide6 {pyside}, {QGuiApplication.platformName()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]
    return "\n".join(lines) + "\n"


def report(errors: Sequence[BaseException] = ()) -> str:
    """Version, system, steps, and where each error was raised: its type and lines of code, but not its text."""
    return "\n".join([about(), *steps, *(where(one) for one in errors)]) + "\n"


def where(error: BaseException) -> str:
    """The traceback without texts of errors, which may quote a treebank, and without people's folders."""
    lines = []
    for frame in traceback.extract_tb(error.__traceback__):
        parts = Path(frame.filename).parts
        start = next((parts.index(one) + 1 for one in ("site-packages", "_internal") if one in parts), None)
        if start is None:
            start = len(parts) - 1 - parts[::-1].index("treecompare") if "treecompare" in parts else len(parts) - 1
        lines.append(f"  {'/'.join(parts[start:])}:{frame.lineno} in {frame.name}")
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [where(cause), "then"] if cause is not None else []
    return "\n".join([*before, *lines, type(error).__name__])
