"""CoNLL-U Plus: CoNLL-U whose columns are named in ``# global.columns = ID FORM …``: others, more or fewer, in any order.

ID, FORM and HEAD are needed. Columns that CoNLL-U has not are kept as text, to be written again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import replace

from treecompare.errors import ReadError
from treecompare.readers.conll import (
    DependencyReader,
    DependencyTreebank,
    FurtherColumns,
    Layout,
    read_rows,
    unified_lines,
)
from treecompare.readers.conllu import NAMES
from treecompare.readers.treebank import beginning

_DECLARED = re.compile(rb"(?:(?:#[^\n]*|[ \t]*)\n)*?#[ \t]*global\.columns[ \t]*=([^\n]*)")
_TEXTS = tuple(name for name in NAMES if name not in ("ID", "HEAD"))


def read_conlluplus(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file. A sentence that cannot be read is a problem of that sentence only. Raises ReadError: the columns are
    not named, ID, FORM or HEAD is none of them, or no line has as many."""
    data, warnings = unified_lines(data)
    found = _DECLARED.match(data)
    if found is None:
        raise ReadError(path, 1, "names no columns; expected # global.columns = ID FORM … in the first line")
    line = data.count(b"\n", 0, found.start(1)) + 1
    columns = tuple(one.decode("utf-8") for one in found[1].split())
    if lost := [one for one in ("ID", "FORM", "HEAD") if one not in columns]:
        which = ", ".join(lost)
        raise ReadError(path, line, f"names no column {which}; expected ID, FORM and HEAD in # global.columns")
    if twice := next((one for one, count in Counter(columns).items() if count > 1), ""):
        raise ReadError(path, line, f"names the column {twice[:40]} twice; expected each name once")
    places = {one: place for place, one in enumerate(columns)}
    layout = Layout(
        columns, tuple(places.get(one, -1) for one in _TEXTS), places["HEAD"], places["ID"], len(columns), len(columns)
    )
    treebank = read_rows(data, path, name, CONLLUPLUS.name, layout)
    treebank.warnings[:0] = warnings
    further = [place for one, place in places.items() if one not in NAMES]
    return replace(treebank, further=FurtherColumns(columns, _further(data, treebank, further) if further else {}))


def _further(data: bytes, treebank: DependencyTreebank, places: list[int]) -> dict[int, list[tuple[str, ...]]]:
    """What stands in these columns: per sentence that could be read, row by row."""
    found: dict[int, list[tuple[str, ...]]] = {}
    begins = treebank.lines.tolist()
    for number, text in enumerate(data.split(b"\n"), 1):
        if text.strip(b" ") and not text.startswith(b"#"):
            sentence = bisect_right(begins, number) - 1
            if sentence not in treebank.problems:
                fields = text.split(b"\t")
                found.setdefault(sentence, []).append(tuple(fields[place].decode("utf-8") for place in places))
    return found


def _looks_like_plus(data: bytes) -> bool:
    """Columns are named; where they are those of CoNLL-U, it is CoNLL-U."""
    found = _DECLARED.match(unified_lines(beginning(data))[0])
    return found is not None and tuple(found[1].decode("utf-8", "replace").split()) != NAMES


CONLLUPLUS = DependencyReader("conlluplus", "CoNLL-U Plus", _looks_like_plus, read_conlluplus)
