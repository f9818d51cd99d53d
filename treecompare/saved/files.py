"""The files around a comparison: treebanks, and new comparison files, which take their place only when they are complete."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from treecompare.comparison.answered import file_of
from treecompare.errors import ReadError, TreecompareError
from treecompare.folders import files_of_folder, parts_of
from treecompare.saved.schema import APPLICATION, JOURNAL, MAGIC, SIDES, lock
from treecompare.writing import replaced

_NEW = ".treecompare-new"
_LEFT_BEHIND = re.compile(r"\..+\.treecompare(\.[a-z0-9_]{8}|-new)(-journal)?", re.DOTALL)
"""Names of new files; version 0.1 named them ``.NAME.treecompare.xxxxxxxx``."""

_LONGEST = 255 - len("-journal")


# -- treebanks -------------------------------------------------------------------------------------------------------------


def is_file(path: Path) -> bool:
    """Whether there is such a file; False for any path, however malformed."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # a part of 300 letters, a NUL
        return False


def is_treebank(path: str) -> bool:
    """Whether there is a file, or a folder or a pattern that stands for some. Baselines are made from the gold and always there."""
    file = file_of(path)
    try:
        return not file or is_file(Path(file)) or bool(_parts(path))
    except (ReadError, OSError, ValueError):
        return False


def _parts(path: str) -> list[str]:
    """The files that a folder or a pattern stands for; of a folder of answers all of them."""
    file = file_of(path)
    if file != path and Path(file).is_dir():
        return [str(one) for one in files_of_folder(file)]
    return parts_of(file)


def glance(path: str) -> tuple[int, int]:
    """Size and date of a treebank; of a folder or a pattern a number that is another one when a file changes, comes or goes; of a
    baseline nothing. Raises OSError: it cannot be read."""
    if not (file := file_of(path)):
        return 0, 0
    parts = _parts(path)
    if not parts:
        status = Path(file).stat()
        return status.st_size, status.st_mtime_ns
    found = [(Path(part).name, Path(part).stat()) for part in parts]
    dates = "\0".join(f"{name}\0{status.st_size}\0{status.st_mtime_ns}" for name, status in found)
    number = int.from_bytes(hashlib.sha256(dates.encode("utf-8", "surrogateescape")).digest()[:7], "big")
    return sum(status.st_size for _, status in found), number


def look_at(path: str) -> tuple[int, str, int]:
    """Size, checksum and date of a treebank, as :func:`glance`; the checksum of a folder or a pattern knows the files' names.
    Raises OSError: it cannot be read; TreecompareError: it is none: an empty folder, a device."""
    if not file_of(path):
        return 0, "", 0
    parts = _parts(path)
    if parts:
        size, date = glance(path)
        sums = "\0".join(f"{Path(part).name}\0{_look_at_file(Path(part))[1]}" for part in parts)
        return size, hashlib.sha256(sums.encode("utf-8", "surrogateescape")).hexdigest(), date
    return _look_at_file(Path(file_of(path)))


def _look_at_file(path: Path) -> tuple[int, str, int]:
    with open(path, "rb", opener=_at_once) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise TreecompareError(f"{path}: is not a file; expected a treebank")
        return status.st_size, _sha256(file, status.st_size), status.st_mtime_ns


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe would wait for a writer


def _sha256(file: BinaryIO, size: int) -> str:
    """The checksum of that many bytes: special files of size 0 may have no end."""
    digest = hashlib.sha256()
    while size > 0 and (block := file.read(min(size, 1 << 20))):
        digest.update(block)
        size -= len(block)
    return digest.hexdigest()


def identity(path: Path) -> tuple[int, int] | None:
    """Which file a path names."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def lies_below(path: str, folder: Path) -> bool:
    """Whether a file is in a folder or its subfolders, with links resolved."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


# -- new comparison files --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A new file in the same folder: renamed to ``path`` at the end of the block, deleted after an error. Raises TreecompareError:
    nothing can be put there."""
    path = Path(os.path.realpath(path))
    if len(os.fsencode(path.name)) > _LONGEST:
        raise TreecompareError(f"{path}: has too long a name; expected at most {_LONGEST} bytes")
    clean_up(path.parent)
    if path.exists() and not path.is_file():
        raise TreecompareError(f"{path}: is not a file; expected the name of a comparison")
    with contextlib.ExitStack() as locked, replaced(path, _NEW) as new:
        locked.enter_context(_locked(new))  # until it has its name
        yield new
        _make_way(path)


def _locked(new: Path) -> BinaryIO:
    """Locks a new file, so that :func:`clean_up` leaves it alone."""
    while True:
        file = new.open("a+b")
        if os.name == "nt":  # an open file cannot be renamed there, nor one deleted that SQLite has open
            file.close()
        with contextlib.suppress(OSError, ValueError):  # there are file systems without locks
            lock(file, is_patient=True)
        if new.exists():  # else it was taken for abandoned before it was locked
            return file
        file.close()


def _make_way(path: Path) -> None:
    """Checks that a new file can be put there: a journal beside it must not be applied to it."""
    for side in SIDES:
        other = Path(f"{path}{side}")
        if os.path.lexists(other):
            if path.exists() and not _is_spent(other):
                raise TreecompareError(
                    f"{path}: was being written when a program ended, as {other.name} tells; open it first, or choose another name"
                )
            other.unlink()


def _is_spent(journal: Path) -> bool:
    """Whether a journal has nothing to undo, because the program was killed before it wrote to the file."""
    if journal.is_symlink() or not journal.is_file() or not journal.name.endswith("-journal"):
        return False
    with journal.open("rb") as file:
        return file.read(1) in (b"", b"\0")


def clean_up(folder: Path) -> None:
    """Deletes unfinished comparison files that killed programs left in a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        names = [entry.name for entry in entries if _LEFT_BEHIND.fullmatch(entry.name)]
        for name in sorted(names):  # journals after their files
            with contextlib.suppress(OSError):
                _delete_abandoned(folder / name)


def _delete_abandoned(path: Path) -> None:
    is_journal = path.name.endswith("-journal")
    if path.is_symlink() or not path.is_file() or (is_journal and Path(str(path).removesuffix("-journal")).exists()):
        return
    with path.open("r+b") as file:
        if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
            return
        lock(file)  # an error where its program is alive
        begin = file.read(100)
        is_ours = begin.startswith(MAGIC) and begin[68:72] == APPLICATION.to_bytes(4, "big")
        is_ours = is_ours or (is_journal and begin.startswith((JOURNAL, bytes(len(JOURNAL)))))
        if os.name == "nt":
            file.close()
        if is_ours or not begin.strip(b"\0"):  # the first page is written last
            path.unlink()
