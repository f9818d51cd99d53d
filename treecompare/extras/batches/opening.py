"""From an entry of a batch to the comparison: a treebank with the systems that have a file for it."""

from __future__ import annotations

from contextlib import suppress

from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import TreecompareError, UsageError
from treecompare.extras.batches.figures import Board
from treecompare.saved.comparisons import unquoted
from treecompare.saved.files import glance, look_at


def files_of(board: Board, treebank: str, preparation: str) -> tuple[Files, Settings]:
    """The files and settings of a treebank with all its systems. Raises UsageError: no system has a file."""
    entries = [one for one in board.plan if (one.treebank, one.preparation) == (treebank, preparation) and one.path]
    if not entries:
        raise UsageError(f"no system has a file for the treebank '{treebank}'; expected one to compare with")
    files = Files(entries[0].gold, tuple((one.system, one.path) for one in entries), gold_name=treebank)
    return files, board.settings.get(preparation, Settings())


def changed(board: Board, treebank: str, preparation: str) -> list[str]:
    """The files of a treebank and its systems that do not hold any more what was scored; none of those that cannot be read."""
    known = {
        file.path: file
        for key, result in board.results.items()
        if (key[0], key[2]) == (treebank, preparation)
        for file in result.files
    }
    found = []
    for path, file in known.items():
        with suppress(OSError, TreecompareError):
            if glance(path) != (file.size, file.date) and look_at(path)[1] != file.sha256:
                found.append(path)
    return found


def compared(board: Board, treebank: str, preparation: str) -> Comparison:
    """Reads them; nothing is scored yet. Raises TreecompareError: they cannot be read or compared."""
    files, settings = files_of(board, treebank, preparation)
    with unquoted([str(getattr(settings, name)) for name, one in SETTINGS.items() if one.is_file]):
        return opened(open_files(files, settings)).comparison
