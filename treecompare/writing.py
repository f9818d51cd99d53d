"""Writing files, the only way for all of them: a new file beside the old one, complete and on the disk, then takes its name. So the
old one stays whatever goes wrong, and nobody reads half a file.

Links are followed: what they lead to is replaced. Permissions are kept. Other names of the same file (hard links) keep what they
had. Pipes, devices, and what a shell hands over (``/dev/stdout``) are written as they are.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from treecompare.errors import TreecompareError, UsageError

AnyPath = str | os.PathLike[str]
PATIENCE = 10.0
"""So many seconds are waited for a program that reads from a pipe."""
WINDOWS_PATIENCE = 1.0
"""So many seconds are waited there for programs that have a file open which is to be replaced."""
_HANDED_OVER = {"/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"(?:/dev|/proc/self)/fd/([0-9]+)")


def file_name(text: str) -> str:
    """A title as the name of a file, without what file systems and shells do not like."""
    return re.sub(r"[^\w.+]+", "-", text).strip("-.").lower()[:80] or "untitled"


def check_output(path: AnyPath, sources: Iterable[AnyPath], may_overwrite: bool) -> None:
    """Whether a treebank made of ``sources`` may be written there. Raises UsageError: it is one of them, or there is a file already
    and it may not be written over. Pipes and devices take anything."""
    there = os.path.realpath(path)
    if any(os.path.realpath(one) == there for one in sources):
        raise UsageError(f"{path}: is one of the analyses; expected another name for the result")
    if not may_overwrite and Path(there).is_file():
        raise UsageError(f"{path}: exists already; expected a new name").with_option("--overwrite writes over it")


def write_file(path: AnyPath, content: str | bytes) -> None:
    """Writes a text, as UTF-8, or bytes. Raises TreecompareError: the file cannot be written; what was there is still there;
    BrokenPipeError: whoever reads the output that a shell handed over has ended."""
    write_files({path: content})


def write_files(contents: Mapping[AnyPath, str | bytes]) -> None:
    """Writes the files of one save: each takes its name when all are complete. See :func:`write_file`."""
    with ExitStack() as made:
        direct = []
        for path, content in contents.items():
            with _told(path):
                data = content.encode("utf-8") if isinstance(content, str) else content
                if is_direct(path):
                    direct.append((path, data))
                else:
                    made.enter_context(_renamed_at_end(path)).write_bytes(data)
        for path, data in direct:
            with _told(path), _opened(path) as file:
                file.write(data)


def write_folder(folder: AnyPath, contents: Mapping[str, str]) -> None:
    """The same in a folder, made where there is none, by the names of files. Raises TreecompareError: it cannot be written."""
    with _told(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
    write_files({Path(folder) / name: text for name, text in contents.items()})


def is_direct(path: AnyPath) -> bool:
    """Whether it is there and no file that could be replaced: a pipe, a device, what a shell handed over."""
    if _descriptor(path) is not None:
        return True
    try:
        return not stat.S_ISREG(Path(path).stat().st_mode)
    except FileNotFoundError:
        return False


@contextmanager
def _renamed_at_end(path: AnyPath) -> Iterator[Path]:
    with _told(path), replaced(Path(path)) as new:
        yield new


@contextmanager
def replaced(path: Path, ending: str = ".new") -> Iterator[Path]:
    """A new file beside ``path``, which takes its name at the end of the block; deleted after an error. Raises OSError: it cannot
    be made, or ``path`` must not be written."""
    path.parent.stat()  # a way through a folder that is not there leads nowhere, even if it leads out again
    path = Path(os.path.realpath(path))
    is_there = path.exists()
    if is_there:
        os.close(os.open(path, os.O_WRONLY))  # says whether that is allowed: a rename would not ask
    new = path.with_name(f".{path.name[:50]}.{os.urandom(4).hex()}{ending}")
    os.close(_made(new, is_there))
    try:
        yield new
        with new.open("r+b") as written:
            os.fsync(written.fileno())
        if is_there:
            _like(path, new)
        _put(new, path)
    finally:
        new.unlink(missing_ok=True)


def _put(new: Path, path: Path) -> None:
    """Gives a new file its name. On Windows that is refused as long as any program has the old one open: those that look through
    what was just written (against viruses, for a search) soon let go.
    """
    end = time.monotonic() + WINDOWS_PATIENCE
    while True:
        try:
            new.replace(path)
            return
        except PermissionError as error:
            if sys.platform != "win32":
                raise
            if time.monotonic() > end:
                raise PermissionError(error.errno, "another program has it open") from error
            time.sleep(0.05)


def _made(new: Path, is_there: bool) -> int:
    """Nobody else reads what may replace a private file; a new one has the usual permissions."""
    try:
        return os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600 if is_there else 0o666)
    except PermissionError as error:
        if is_there:
            raise PermissionError(error.errno, "its folder takes no new files") from error
        raise


def _like(old: Path, new: Path) -> None:
    """Gives the new file what the old one has: owner, permissions; the date is its own."""
    found = old.stat()
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(new, found.st_uid, found.st_gid)
    shutil.copystat(old, new)
    os.utime(new)


def _descriptor(path: AnyPath) -> int | None:
    name = os.fspath(path)
    found = _DESCRIPTOR.fullmatch(name)
    return int(found[1]) if found else _HANDED_OVER.get(name)


def _opened(path: AnyPath) -> BinaryIO:
    descriptor = _descriptor(path)
    if descriptor is not None:
        return os.fdopen(os.dup(descriptor), "wb")  # opened by name, a file would be emptied that a shell appends to
    if stat.S_ISFIFO(Path(path).stat().st_mode):
        return os.fdopen(_reached(path), "wb")
    return Path(path).open("wb")


def _reached(path: AnyPath) -> int:
    """A pipe that somebody reads from. Opened the usual way it would wait for ever for one. Raises OSError: nobody does."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > end:
                raise OSError(error.errno, "it is a pipe, and no program reads from it") from error
            time.sleep(0.02)
        else:
            os.set_blocking(descriptor, True)
            return descriptor


@contextmanager
def _told(path: AnyPath) -> Iterator[None]:
    """Turns errors of the system into one sentence that names the file."""
    try:
        yield
    except (OSError, ValueError) as error:  # a NUL in a name, text that UTF-8 cannot hold
        if isinstance(error, BrokenPipeError) and _descriptor(path) is not None:
            raise
        reason = getattr(error, "strerror", None) or error
        raise TreecompareError(f"{os.fspath(path)}: cannot be written: {reason}") from error
