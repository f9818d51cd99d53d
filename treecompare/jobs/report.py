"""What is said where something goes wrong, and what can be sent to whoever mends the program: version, system, last steps, where it
failed; nothing of treebanks or folders."""

from __future__ import annotations

import faulthandler
import json
import os
import platform
import re
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from treecompare import __version__
from treecompare.errors import QT_PACKAGES, TreecompareError
from treecompare.writing import write_file

STEPS_KEPT = 40
LOG_LIMIT = 1_000_000
"""Characters after which the log file is begun anew; the last one is kept beside it."""
TRACE_LIMIT = 100_000
"""Bytes at the end of a trace that are read."""
steps: deque[str] = deque(maxlen=STEPS_KEPT)
"""The last commands, with their times."""
shown_with = ""
"""What windows are shown with, in words of whoever opens the first one."""
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
    form = "frozen" if getattr(sys, "frozen", False) else "installed"
    lines = [
        f"treecompare {__version__} ({form})",
        ", ".join(filter(None, (f"Python {platform.python_version()}", shown_with))),
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


# -- what people read --------------------------------------------------------------------------------------------------


def no_screen(said: Sequence[str]) -> str:
    """Why there is no window, for what Qt said before it gave up."""
    rest = "; commands such as 'treecompare score' work without a window"
    wanted, all_said = os.environ.get("QT_QPA_PLATFORM"), "\n".join(said)
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if wanted and f'"{wanted.partition(":")[0]}"' in all_said and "even though it was found" not in all_said:
        return f"QT_QPA_PLATFORM is {wanted!r}, which is none of Qt's platforms here; expected xcb, wayland or nothing{rest}"
    if sys.platform == "linux" and not display:
        return f"there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set; expected a desktop session{rest}"
    if "could not connect to display" in all_said or "Failed to create wl_display" in all_said:
        return f"no screen answers at {display}; expected that of a running desktop session{rest}"
    if sys.platform != "linux":
        return (
            f"Qt cannot load its plugin for the screen; expected a whole installation: install treecompare anew{rest}"
        )
    return f"Qt cannot load its plugin for the screen; on Debian or Ubuntu: sudo apt install {QT_PACKAGES}{rest}"


# -- on the disk --------------------------------------------------------------------------------------------------------


def log_path() -> Path:
    """The log file."""
    import platformdirs

    return Path(platformdirs.user_log_dir("treecompare", appauthor=False)) / "treecompare.log"


def log(text: str) -> None:
    """Appends to the log file; nobody is disturbed because a disk is full or read-only."""
    try:
        path = log_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LOG_LIMIT:
            path.replace(path.with_suffix(".old.log"))
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now().isoformat(timespec='seconds')} {text.rstrip()}\n")
    except OSError:
        pass


def traces() -> Path:
    """Where processes keep what they do: see :func:`ended_badly`."""
    return log_path().parent / "running"


def ended_badly() -> list[tuple[str, dict[str, Any]]]:
    """What processes left that did not end as they should, the last one last: (trace, what was open). Their files are deleted."""
    from treecompare.saved.schema import lock

    found = []
    kept = [(path.stat().st_mtime, path) for path in traces().glob("*.trace")]
    for _, path in sorted(kept):
        try:
            with path.open("r+b") as file:
                lock(file)  # not possible while the process runs
                file.seek(max(path.stat().st_size - TRACE_LIMIT, 0))
                text = file.read().decode("utf-8", "replace")
        except OSError:
            continue
        opened = {}
        with suppress(OSError, ValueError):
            opened = json.loads(path.with_suffix(".json").read_text("utf-8"))
        text = re.sub(r'(?<=File ")[^"]*[/\\](?=[^/\\"]+[/\\][^/\\"]+")', "", text)  # people's folders concern nobody
        found.append((text, opened if isinstance(opened, dict) else {}))
        forget_trace(path)
    return found


def forget_trace(trace: Path) -> None:
    """Deletes what a process kept."""
    for path in (trace, trace.with_suffix(".json"), *trace.parent.glob(f".{trace.stem}*")):
        with suppress(OSError):
            path.unlink(missing_ok=True)


class Trace:
    """What is kept of this process in case it ends badly, in two files of the user's state folder. ``NAME.trace`` is locked while
    it runs, and holds its commands and what faulthandler writes; ``NAME.json`` has what was looked at. Both are deleted where it
    ends well; where the disk cannot be written to, nothing is kept, and nobody is disturbed."""

    def __init__(self) -> None:
        self._path = traces() / f"{os.getpid()}-{time.time_ns()}.trace"
        self._file: BinaryIO | None = None

    def begin(self) -> list[tuple[str, dict[str, Any]]]:
        """Keeps it from now on; returns what others left."""
        from treecompare.saved.schema import lock

        left = []
        with suppress(OSError):
            traces().mkdir(parents=True, exist_ok=True)
            left = ended_badly()
            file = self._path.open("a+b", buffering=0)
            lock(file)
            self._file = file
            self.write(about())
            faulthandler.enable(file)
        return left

    def write(self, text: str) -> None:
        """Keeps a line."""
        if self._file is not None:
            with suppress(OSError):
                self._file.write(f"{text.rstrip()}\n".encode())

    def store(self, looked_at: dict[str, Any]) -> None:
        """Keeps what is looked at."""
        if self._file is not None:
            with suppress(TreecompareError):
                write_file(self._path.with_suffix(".json"), json.dumps(looked_at))

    def end(self) -> None:
        """It ends as it should."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
            forget_trace(self._path)
