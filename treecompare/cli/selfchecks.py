"""What a check of the installation found."""

from __future__ import annotations

from collections.abc import Iterable

from treecompare.cli.printing import say, tell


def show_tried(tried: Iterable[tuple[str, str]]) -> int:
    """Prints what was tried as (what, what went wrong); returns the exit status: 1 if anything went wrong."""
    failed = 0
    for what, wrong in tried:
        say(f"{'failed' if wrong else 'works'}  {what}")
        if wrong:
            failed += 1
            tell(f"{what}:")
            for line in wrong.splitlines():
                tell(f"    {line}")
    say("Everything works." if not failed else f"{failed} did not work; please send this output to the authors.")
    return int(failed > 0)
