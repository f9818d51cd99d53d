"""The program: without arguments, with a comparison, ``open`` or ``demo`` the window; everything else the command line."""

from __future__ import annotations

import sys
from typing import Any


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    is_saved = len(arguments) == 1 and arguments[0].lower().endswith(".treecompare")
    if (
        arguments
        and not is_saved
        and (arguments[0] not in ("open", "demo") or "-h" in arguments or "--help" in arguments)
    ):
        from treecompare.cli import run_command

        return run_command(arguments, _paint)
    from treecompare.app.window.main import run_app

    if not arguments:
        return run_app()
    if is_saved:
        return run_app({"golds": [arguments[0]]})
    if arguments[0] == "demo":
        return run_app(sample="first-comparison")
    from treecompare.cli import open_arguments

    return run_app(open_arguments(arguments[1:]))


def _paint(*arguments: Any) -> None:
    """Paints without a screen; Qt is imported only for that."""
    from treecompare.app.window.offscreen import paint

    paint(*arguments)


if __name__ == "__main__":
    sys.exit(main())
