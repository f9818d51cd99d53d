"""Opening files: compressed or not, in whatever encoding and format, one or many, with one clear sentence where it cannot be
done."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from treecompare.errors import ReadError, TooLarge, counted
from treecompare.readers.treebank import AnyRead, Kind, Problem, Reader
from treecompare.reading import (
    also_encoded,
    as_utf8,
    encoding_of,
    is_folder,
    most_bytes,
    one_treebank,
    read_bytes,
    treebank_name,
)

EXPECTED = "expected a text file of trees"


def read_text(path: str) -> tuple[bytes, list[str]]:
    """The content of a file as UTF-8 without a byte order mark at its start, and warnings about its encoding.

    Raises TooLarge, ReadError: as :func:`treecompare.reading.read_bytes` and :func:`treecompare.reading.as_utf8`.
    """
    return as_utf8(read_bytes(path, EXPECTED), path, EXPECTED)


Choose: TypeAlias = Callable[[bytes, str, str | None], Reader[AnyRead]]
"""The reader of a content (UTF-8) that a path is said to hold, in the format of a name or of what the content looks like. Raises
ReadError: it is in none that is read; UsageError: there is no such format."""


def read_file(path: str | os.PathLike[str], format: str | None, name: str | None, choose: Choose[AnyRead]) -> AnyRead:
    """Reads a file with the reader that is chosen. Raises ReadError: the file cannot be opened, is not text, or holds no sentence
    in that format; what ``choose`` raises."""
    path = os.fspath(path)
    data, warnings = read_text(path)
    content = read_data(data, path, format, name, choose)
    content.warnings[:0] = warnings
    return content


def read_data(data: bytes, path: str, format: str | None, name: str | None, choose: Choose[AnyRead]) -> AnyRead:
    """The same of content (UTF-8) that ``path`` is said to hold."""
    return choose(data, path, format).read(data, path, name or treebank_name(path))


# -- a treebank that is kept in many files: a folder, or a pattern of names (``wsj/00/*.mrg``) ---------------------------------

MOST_WARNINGS = 5
"""So many files say what is odd about them; of the rest, how many they are."""


def read_parts(path: str, name: str | None, read: Callable[[str], Kind]) -> Kind:
    """The files of a folder or a pattern, in natural order, as one treebank; ``read`` reads one of them.

    Sentences are called by their file, ``wsj_0001:3``, or by their ids where no two are the same in all files (and they are more
    than numbers). ``lines`` are those of each file; problems and warnings say which file.

    Raises ReadError: there is none, one cannot be read, or they are not of one kind; TooLarge: together they hold more than may be
    read.
    """
    from treecompare.folders import parts_of

    paths = parts_of(path)
    if not paths:
        found = "is a folder" if is_folder(path) else "there is no such file"
        raise ReadError(path, 0, f"{found}; {EXPECTED}, or of files that are named like treebanks (.mrg, .conllu, …)")
    try:
        size = sum(Path(one).stat().st_size for one in paths)
    except OSError as error:
        raise ReadError(path, 0, f"cannot be read: {error.strerror or error}; {EXPECTED}") from error
    if size > most_bytes():
        raise TooLarge(path, size, most_bytes())
    parts = []
    own = encoding_of(path)
    with one_treebank(path), also_encoded({"": own} if own else {}):
        for one in paths:
            parts.append(read(one))
            if parts[-1].kind != parts[0].kind:
                others = f"{Path(paths[0]).name} {parts[0].kind}"
                raise ReadError(one, 0, f"holds {parts[-1].kind}, {others}; expected files of one kind")
    return joined(path, name or treebank_name(path), paths, parts)


def joined(path: str, name: str, paths: Sequence[str], parts: Sequence[Kind]) -> Kind:
    """Treebanks of one kind as one; ``paths``: their files."""
    names = _names(paths)
    formats = Counter(one.format for one in parts)
    return parts[0].followed_by(
        parts[1:], name=name, path=path, format=formats.most_common(1)[0][0],
        lines=np.concatenate([one.lines for one in parts]), ids=_ids(names, parts),
        problems=_problems(paths, parts), warnings=_warnings(paths, parts),
    )  # fmt: skip


def _names(paths: Sequence[str]) -> list[str]:
    """What files are called: as treebanks are, with their folder where two would be the same."""
    names = [treebank_name(one) for one in paths]
    if len(set(names)) == len(names):
        return names
    return [f"{Path(one).parent.name}/{Path(one).name}" for one in paths]


def _ids(names: Sequence[str], parts: Sequence[Kind]) -> list[str]:
    own = [one for part in parts for one in part.ids or [None] * len(part.lines)]
    if all(own) and len(set(own)) == len(own) and not all(str(one).isdigit() for one in own):
        return [str(one) for one in own]
    ids = []
    for name, part in zip(names, parts, strict=True):
        given = part.ids or [None] * len(part.lines)
        ids += [f"{name}:{one or number}" for number, one in enumerate(given, 1)]
    return ids


def _problems(paths: Sequence[str], parts: Sequence[Kind]) -> dict[int, Problem]:
    problems, before = {}, 0
    for path, part in zip(paths, parts, strict=True):
        for index, one in part.problems.items():
            place = before + index
            problems[place] = replace(one, index=place, reason=f"in {Path(path).name}: {one.reason}")
        before += len(part.lines)
    return problems


def _warnings(paths: Sequence[str], parts: Sequence[Kind]) -> list[str]:
    odd = [(Path(path).name, part.warnings) for path, part in zip(paths, parts, strict=True) if part.warnings]
    told = [f"{name}: {warning}" for name, warnings in odd[:MOST_WARNINGS] for warning in warnings]
    left = len(odd) - MOST_WARNINGS
    return told + ([f"{counted(left, 'more file')} with such warnings"] if left > 0 else [])
