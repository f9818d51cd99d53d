"""In which batch and in which document each sentence stands: annotators change in the course of their work, and texts differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.annotators.several import MISSING, Several
from treecompare.folders import parts_of
from treecompare.readers import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank
from treecompare.reading import is_folder, is_pattern

BLOCK = 100
"""So many sentences are a batch where the files say nothing of batches or documents."""
NONE_YET = "–"
"""The batch or document of sentences before the first that is named."""


def batches_of(several: Several) -> tuple[list[str], NDArray[np.int64], str]:
    """The names of batches, the batch of each row (from 0), and what they are: files, if an annotator has several; else
    ``# batch``, else ``# newdoc``, else blocks."""
    found = _numbered(several, [_files(one) for one in several.treebanks])
    if found is not None:
        return *found, "files"
    for key, said in (("batch", "comments # batch"), ("newdoc", "comments # newdoc")):
        found = _named(several, key)
        if found is not None:
            names, of_rows = found
            return names, of_rows, said
    of_rows = np.arange(len(several)) // BLOCK
    count = len(several)
    names = [f"{at + 1}-{min(at + BLOCK, count)}" for at in range(0, count, BLOCK)]
    return names, of_rows, f"blocks of {BLOCK} sentences"


def documents_of(several: Several) -> NDArray[np.int64] | None:
    """The document of each row (``# newdoc``), from 0; None where no file has any."""
    found = _named(several, "newdoc")
    return None if found is None else found[1]


def halves(batches: int, of_rows: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
    """The rows of the first and of the last ⌊b/2⌋ of b batches, of which the middle one may be in neither; None for one batch."""
    half = batches // 2
    return (of_rows < half, of_rows >= batches - half) if half else None


def _named(several: Several, key: str) -> tuple[list[str], NDArray[np.int64]] | None:
    """Names as they first occur, and the place of each row's; None where no comment names any."""
    return _numbered(several, [_of_file(one, key) for one in several.treebanks])


def _files(treebank: AnyTreebank) -> Sequence[str]:
    """Of each sentence the file in which it stands; empty where that is one file. Lines begin anew in each of them."""
    if not (is_folder(treebank.path) or is_pattern(treebank.path)):
        return ()
    number = np.cumsum(np.diff(treebank.lines, prepend=0) <= 0)
    names = [Path(one).name for one in parts_of(treebank.path)]
    if not len(number) or len(names) != int(number[-1]) + 1 or len(set(names)) < len(names):
        names = [f"file {one + 1}" for one in range(int(number.max(initial=-1)) + 1)]
    return [names[one] for one in number.tolist()]


def _numbered(several: Several, of_files: Sequence[Sequence[str]]) -> tuple[list[str], NDArray[np.int64]] | None:
    """The same of names that are given per file and sentence, of the first file that has any."""
    if not any(of_files):
        return None
    places: dict[str, int] = {}
    out = np.zeros(len(several), np.int64)
    for number, row in enumerate(several.rows):
        known = (of_file[at] for at, of_file in zip(row, of_files, strict=True) if at != MISSING and of_file)
        out[number] = places.setdefault(next(known, NONE_YET), len(places))
    return list(places), out


def _of_file(treebank: AnyTreebank, key: str) -> Sequence[str]:
    """Of each sentence the name that was said last; empty where the file says none."""
    if not isinstance(treebank, DependencyTreebank) or not any(
        key.encode() in one for one in treebank.sentences.comments
    ):
        return ()
    found = list(_last_said(treebank, key))
    return found if any(one != NONE_YET for one in found) else ()


def _last_said(treebank: DependencyTreebank, key: str) -> Iterator[str]:
    table = treebank.sentences
    last, number = NONE_YET, 0
    for first, end in pairwise(table.comment_offsets.tolist()):
        for comment in table.comments[first:end]:
            name, equals, value = comment.lstrip(b"#").decode("utf-8", "replace").partition("=")
            words = name.split()
            if words[:1] == [key] and len(words) <= 2 and (equals or key == "newdoc"):
                number += 1
                last = value.strip() or str(number)
        yield last
