"""What people mean by a folder or a pattern of names: the files in it, or one treebank that is kept in them."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from treecompare.errors import ReadError
from treecompare.reading import is_folder, is_pattern, unpacked_name

SUFFIXES = (
    "mrg", "ptb", "psd", "prd", "cgel", "export", "negra", "dbr", "xml", "conllu", "conllup", "cupt", "conll", "conllx",
    "lattice", "lattices", "conllul", "seg",
)  # fmt: skip
"""What names of treebanks and of what belongs to them end in, compressed or not."""
NO_TREEBANK = "stats.xml"
"""Stands beside every treebank of Universal Dependencies."""

MOST_LOOKED_AT = 200_000
"""So many files are looked at for one treebank."""
MOST_FOLDERS = 10_000
"""And so many folders: about a second."""
TOO_MANY_FOLDERS = f"more than {MOST_FOLDERS:,} folders would be looked at; expected the folder of a treebank"
DEEPEST = 4
"""So deep may the folders of a treebank lie in its own."""
_DIGITS = re.compile("([0-9]+)")


def files_of_folder(path: str) -> list[Path]:
    """The files of a folder, in order of their names, but for hidden ones: raw output may be kept so."""
    return sorted(one for one in Path(path).iterdir() if one.is_file() and not one.name.startswith("."))


def expanded(paths: list[str]) -> list[str]:
    """Files for folders and for patterns (``out/*.mrg``), each file once; what stands for none stays as it is.

    Of a folder those that are named like treebanks; where none is, those that end in .txt. Where they look like one treebank
    (:func:`are_parts`), also in the folders of a folder, it stays as it is; so does what stands for too many.
    """
    found: list[str] = []
    for path in paths:
        try:
            files = sorted((one for one in standing_for(path) if one is not None), key=natural)
        except ReadError:
            files = []  # is told when it is read
        found += meant_by(path, files)
    return list(dict.fromkeys(found))


def meant_by(path: str, files: list[str]) -> list[str]:
    """These files, for which a path stands; or the path, if they look like one treebank or there are none."""
    return [path] if not files or (stands_for_others(path) and are_parts(files)) else files


def stands_for_others(path: str) -> bool:
    """Whether it is a folder, or a pattern of names."""
    return is_folder(path) or is_pattern(path)


def standing_for(path: str) -> Iterator[str | None]:
    """The files that a folder or a pattern stands for, in any order; a file itself. None comes as in :func:`matching`."""
    if is_folder(path):
        yield from _in_folder(path)
    elif is_pattern(path):
        yield from matching(path)
    else:
        yield path


def matching(pattern: str) -> Iterator[str | None]:
    """The files that a pattern stands for, as they are found; ``**`` stands for folders within folders.

    None comes whenever something more was looked at: who has waited long enough stops there.

    Raises ReadError: too many folders would be looked at.
    """
    before, last = os.path.split(pattern)
    before, last = (pattern, "*") if last == "**" else (before, last)
    for folder in _folders(before):
        yield None
        if folder is not None and last:
            names = glob.glob(last, root_dir=folder or None)  # noqa: PTH207 - relative to a folder
            yield from (path for name in names if Path(path := os.path.join(folder, name)).is_file())  # noqa: PTH118


def _folders(pattern: str) -> Iterator[str | None]:
    """The folders that a pattern stands for; see :func:`matching`. The empty text is the folder that one is in.

    What the rest of the pattern means within a folder is looked for once, by whatever names and links the folder is reached: links
    may lead in circles. They are followed last, so that files are found by their own names.
    """
    base, parts = pattern, deque[str]()
    while glob.has_magic(base) and (halves := os.path.split(base))[0] != base:
        base = halves[0]
        parts.appendleft(halves[1])
    todo, seen = deque([(base, 0)]), set[tuple[int, tuple[int, int] | str]]()
    while todo:
        yield None
        folder, place = todo.pop()
        identity = _identity(folder or ".")
        if identity is None or (place, identity) in seen:
            continue
        seen.add((place, identity))
        if len(seen) > MOST_FOLDERS:
            raise ReadError(pattern, 0, TOO_MANY_FOLDERS)
        if place == len(parts):
            yield folder
            continue
        is_any = parts[place] == "**"
        names = glob.glob("*" if is_any else parts[place], root_dir=folder or None)  # noqa: PTH207 - relative to a folder
        for name in sorted(names, reverse=True):
            path = os.path.join(folder, name)  # noqa: PTH118
            (todo.appendleft if Path(path).is_symlink() else todo.append)((path, place if is_any else place + 1))
        if is_any:
            todo.append((folder, place + 1))


def _identity(folder: str) -> tuple[int, int] | str | None:
    """What tells a folder from others, by whatever name it is reached; None for what is not a folder."""
    try:
        found = Path(folder).stat()
        # some file systems do not number what they hold
        number = (found.st_dev, found.st_ino) if found.st_ino else str(Path(folder).resolve())
    except (OSError, ValueError, RuntimeError):
        return None
    return number if stat.S_ISDIR(found.st_mode) else None


def treebanks_among(names: Sequence[str]) -> list[str]:
    """Which of the files in a folder and below it (names with ``/``) are its treebank, as :func:`parts_of` has it.

    Those in the folder itself that are named like treebanks, or else end in .txt; else those below that are named like treebanks.
    """
    visible = [one for one in names if not any(part.startswith(".") for part in one.split("/"))]
    own = [one for one in visible if "/" not in one]

    def ending(among: Sequence[str], *suffixes: str) -> list[str]:
        return [one for one in among if _ends_in(unpacked_name(one.lower()), suffixes)]

    found = ending(own, *SUFFIXES) or ending(own, "txt") or ending(visible, *SUFFIXES)
    return sorted(found, key=natural)


def _ends_in(name: str, suffixes: Sequence[str]) -> bool:
    return name.rpartition(".")[2] in suffixes and name.rpartition("/")[2] != NO_TREEBANK


def _in_folder(folder: str) -> Iterator[str | None]:
    texts, has_named = [], False
    try:
        with os.scandir(folder) as entries:
            for one in entries:
                yield None
                name = unpacked_name(one.name.lower())
                if one.name.startswith(".") or not one.is_file():
                    continue
                if _ends_in(name, SUFFIXES):
                    has_named = True
                    yield one.path
                elif name.endswith(".txt"):
                    texts.append(one.path)
    except OSError:
        return
    yield from [] if has_named else texts


# -- one treebank in many files --------------------------------------------------------------------------------------------


def natural(path: str) -> list[tuple[str, int]]:
    """By this, files are in the order in which people count: ``wsj_2`` before ``wsj_10``."""
    parts = _DIGITS.split(path)
    return [(text, int(digits[:4000] or 0)) for text, digits in zip(parts[::2], [*parts[1::2], ""], strict=True)]


def parts_of(path: str) -> list[str]:
    """The files of a treebank that is a folder or a pattern, in natural order; none for a file.

    Of a folder without treebanks of its own, those of the folders in it.

    Raises ReadError: one would have to look at too many files or folders for that.
    """
    if not stands_for_others(path):
        return []
    looked = list(islice(standing_for(path), MOST_LOOKED_AT + 1))
    found = [one for one in looked if one is not None]
    if not found and is_folder(path):
        looked = list(islice(_below(path), MOST_LOOKED_AT + 1))
        found = [one for one in looked if one is not None]
    if len(looked) > MOST_LOOKED_AT:
        raise ReadError(
            path, 0, f"more than {MOST_LOOKED_AT:,} files would be looked at; expected the folder of a treebank"
        )
    return sorted(found, key=natural)


def _below(folder: str) -> Iterator[str | None]:
    """The treebanks in folders within a folder; links are not followed, as they may lead in circles."""
    for count, (path, names, _) in enumerate(os.walk(folder)):
        if count >= MOST_FOLDERS:
            raise ReadError(folder, 0, TOO_MANY_FOLDERS)
        names[:] = [] if Path(path).relative_to(folder).parts[DEEPEST:] else [one for one in names if one[0] != "."]
        yield from (one for one in _in_folder(path) if one is None or not unpacked_name(one.lower()).endswith(".txt"))


def are_parts(paths: Sequence[str]) -> bool:
    """Whether files look like one treebank: two or more that are named alike save for their numbers."""
    names = {_DIGITS.sub("0", Path(path).name) for path in paths}
    return len(paths) > 1 and len(names) == 1 and len({Path(path).name for path in paths}) == len(paths)
