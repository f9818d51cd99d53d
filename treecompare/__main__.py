"""The program: a window, alone or with files, ``open``, ``demo``; else the command line."""

from __future__ import annotations

import atexit
import gc
import sys
from pathlib import Path
from typing import Any

from treecompare.errors import QT_PACKAGES, TreecompareError


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()  # a process started by a library is not another window
    arguments = sys.argv[1:] if argv is None else argv
    first = arguments[0] if arguments else ""
    # a file is no command, which is one word of letters; one that is named like a command needs ``open``
    is_file = not first.isalpha() and not first.startswith("-") and Path(first).exists()
    opens = is_file or first in ("open", "demo")
    if arguments and (not opens or "-h" in arguments or "--help" in arguments):
        # modules and files become columns and strings, in which there are no circles to look for; nor at the end
        gc.set_threshold(50_000)
        atexit.register(gc.freeze)
        from treecompare.cli import run_command

        return run_command(arguments, _paint)
    if not arguments:
        return _open_window()
    if first == "demo":
        return _open_window(sample="first-comparison")
    from treecompare.cli import open_arguments

    return _open_window(open_arguments(arguments if is_file else arguments[1:]))


def _open_window(*arguments: Any, **named: Any) -> int:
    try:
        from treecompare.window.frame.application import run_app
    except ImportError as error:
        from treecompare.cli.printing import tell

        tell(_without_qt(error))
        return 2
    return run_app(*arguments, **named)


def _paint(*arguments: Any) -> bytes:
    """Paints without a screen; Qt is imported only for that."""
    try:
        from treecompare.window.drawings.pictures import paint
    except ImportError as error:
        raise TreecompareError(_without_qt(error)) from error
    return paint(*arguments)


def _without_qt(error: ImportError) -> str:
    """The sentence for Qt that cannot be loaded. Raises ImportError: it is not Qt that is missing."""
    if (error.name or "").partition(".")[0] in ("PySide6", "shiboken6") and isinstance(error, ModuleNotFoundError):
        return "windows and pictures need PySide6, which is not installed; expected: pip install PySide6-Essentials"
    text = str(error)
    library, is_library, _ = text.partition(": cannot open shared object file")
    if is_library:
        return (
            f"windows and pictures need the library {library}, which this system lacks; on Debian or Ubuntu: "
            f"sudo apt install {QT_PACKAGES}"
        )
    _, is_old, version = text.partition("version `GLIBC_")
    if is_old:
        needed = version.partition("'")[0]
        return (
            f"windows and pictures need the C library glibc {needed} or newer, which is newer than that of this system"
        )
    if "DLL load failed" in text or "Library not loaded" in text:  # as Windows and macOS say it
        return (
            f"windows and pictures need Qt, which cannot be loaded: {text.splitlines()[0].rstrip('.')}; "
            "expected an up-to-date system (on Windows with Microsoft's Visual C++ Redistributable)"
        )
    raise error


if __name__ == "__main__":
    sys.exit(main())
