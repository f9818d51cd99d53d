"""What can go wrong, each as one plain sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self, TypeVar

Step = TypeVar("Step")
QT_PACKAGES = (
    "libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 "
    "libxcb-keysyms1 libxcb-shape0"
)
"""What a window needs of a system, by Debian's names: one command, whichever of it is missed first."""


def counted(number: int, noun: str, several: str = "") -> str:
    """``1 sentence``, ``2,001 sentences``: a number of things in a message; ``several`` where the plural is not just an s more."""
    return f"{number:,} {noun if number == 1 else several or noun + 's'}"


def first_of(places: int, place: str) -> str:
    """``line 7`` of one place, ``the first is line 7`` of several: where to look."""
    return place if places == 1 else f"the first is {place}"


def named(names: Sequence[str], most: int = 10, separator: str = ", ") -> str:
    """Names in a message, of many the first."""
    return separator.join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def as_sentence(text: str) -> str:
    """A text as a sentence: with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def as_far_as_compared(said: str, left_out: Sequence[str]) -> str:
    """What is said of all sentences, as "nothing changed", without a full stop; where some were not compared, only of the others,
    and these in the same line. ``left_out``: how many were not, and which, as ``1 sentence of bert (line 3)``."""
    return f"{said} in what was compared; not compared: {'; '.join(left_out)}" if left_out else said


class TreecompareError(Exception):
    """Any failure that is not a bug: its text is one clear sentence.

    ``option``: what the command line says besides; a window has other ways, and no options.
    """

    option = ""

    def with_option(self, option: str) -> Self:
        """The same error, for which the command line has an option."""
        self.option = option
        return self


class UsageError(TreecompareError):
    """An option or a request that cannot be carried out."""


class ReadError(TreecompareError):
    """Input that cannot be read: where, what is wrong, and what was expected.

    ``line`` is 1-based; 0 means the file as a whole.
    """

    def __init__(self, path: str, line: int, reason: str) -> None:
        self.path = str(path)
        self.line = line
        self.reason = reason
        super().__init__(str(self))

    def __reduce__(self) -> tuple[type[ReadError], tuple[Any, ...]]:
        return type(self), (self.path, self.line, self.reason)

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.reason}"


class TooLarge(ReadError):
    """A file that holds more bytes, unpacked, than are to be read: ``size`` (None: not known, but more than that) and ``limit``."""

    option = "--max-bytes N allows more"

    def __init__(self, path: str, size: int | None, limit: int) -> None:
        self.size = size
        self.limit = limit
        found = f"more than {_megabytes(limit)}" if size is None else _megabytes(size)
        super().__init__(path, 0, f"holds {found}; expected at most {_megabytes(limit)}")

    def __reduce__(self) -> tuple[type[ReadError], tuple[Any, ...]]:
        return type(self), (self.path, self.size, self.limit)


def _megabytes(size: int) -> str:
    return f"{size:,} bytes" if size < 1_000_000 else f"{size / 1e6:,.1f} MB"


def place_of(name: str, names: Sequence[str], what: str = "system") -> int:
    """The place of a name among those that there are. Raises UsageError: it is none of them; ``what``: they are names of that."""
    if name not in names:
        raise UsageError(f"there is no {what} '{name}'; expected one of {', '.join(names)}")
    return names.index(name)


class Cancelled(Exception):
    """Long work was ended because nobody waits for it any more: not an error."""


class Cancel:
    """A switch that ends a run from another thread; the kernels look at it while they work."""

    def __init__(self) -> None:
        import numpy as np  # only here: every command imports this module

        self.flag = np.zeros(1, np.int32)

    def set(self) -> None:
        """Ends the run."""
        self.flag[0] = 1

    def is_set(self) -> bool:
        """Whether the run is to end."""
        return bool(self.flag[0])


def unless_ended(steps: Iterable[Step], cancel: Cancel | None) -> Iterator[Step]:
    """Steps of long work. Raises Cancelled: nobody waits for it any more."""
    for one in steps:
        if cancel is not None and cancel.is_set():
            raise Cancelled
        yield one
