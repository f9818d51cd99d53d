"""Commands of the palette that take what is typed behind them: ``go 660``, ``sort Δ``, ``length > 30``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from treecompare.analyses.sentence_list import COLUMN_KEYS, COLUMNS
from treecompare.app.shell.palette import SENTENCES, Entry
from treecompare.errors import counted

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace

_NUMBER = re.compile(r"(?:go(?:\s+to)?|sentence)\s+(\d{1,9})")
_SORT = re.compile(r"sort(?:\s+by)?\s+(\S.*)")
_MINUS = re.compile(r"(a\s?[-−].*)")
_LIMIT = re.compile(r"(length|words|difference|rank difference)\s*(>=|<=|≥|≤|>|<|=)\s*(\d{1,4})")


def argued(typed: str, space: Workspace) -> list[Entry]:
    """What the text asks for, if it is a command with an argument."""
    text = typed.strip().casefold()
    return [*_going(text, space), *_sorting(text, space), *_limiting(text, space)]


def _going(text: str, space: Workspace) -> Iterator[Entry]:
    found, comparison = _NUMBER.fullmatch(text), space.sentences.comparison
    if found is not None and comparison is not None:
        number, last = int(found[1]), comparison.gold_sentences
        missing = "" if 0 < number <= last else f"there are {last:,} sentences"
        go = partial(_go_to, space, number)
        yield Entry(f"Go to sentence {number:,}", "sentence", go, missing=missing, group=SENTENCES)


def _go_to(space: Workspace, number: int) -> None:
    comparison = space.sentences.comparison
    if comparison is not None:
        space.go_to(comparison.row_of(number - 1))


def _sorting(text: str, space: Workspace) -> Iterator[Entry]:
    """By every column whose name begins with what is typed; by that of the same name first."""
    found = _SORT.fullmatch(text) or _MINUS.fullmatch(text)
    if found is None or space.sentences.model.rows is None:
        return
    wanted, table = found[1].replace("-", "−"), space.sentences.table
    titles = [str(table.model().headerData(place, Qt.Orientation.Horizontal)) for place in range(len(COLUMNS))]
    named = [(" ".join(title.split()), place) for place, title in enumerate(titles)]
    fitting = [(title, place) for title, place in named if _begins(title.casefold(), COLUMN_KEYS[place], wanted)]
    for title, place in sorted(fitting, key=lambda one: one[0].casefold() != wanted):
        first = table.model().headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.InitialSortOrderRole)
        order = Qt.SortOrder(first) if first is not None else Qt.SortOrder.AscendingOrder
        if place == table.horizontalHeader().sortIndicatorSection():  # the other way round
            is_up = table.horizontalHeader().sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            order = Qt.SortOrder.DescendingOrder if is_up else Qt.SortOrder.AscendingOrder
        said = ", largest first" if order == Qt.SortOrder.DescendingOrder else ""
        sort = partial(table.sortByColumn, place, order)
        yield Entry(f"Sort by {title}{said}", "sentences", sort, group=SENTENCES)


def _begins(title: str, key: str, wanted: str) -> bool:
    """Whether a column is meant: by its title, or by a word that people have for it."""
    others = {
        "changed": ("changes", "delta"),
        "number": ("number",),
        "words": ("sentence",),
        "difference": ("a−b", "difference"),
    }
    return any(one.startswith(wanted) for one in (title, *others.get(key, ())))


def _limiting(text: str, space: Workspace) -> Iterator[Entry]:
    """Only sentences that are so long, or on which A and B differ so much."""
    found = _LIMIT.fullmatch(text)
    if found is None:
        return
    what, sign, number = found[1], found[2], int(found[3])
    least = number + 1 if sign == ">" else number if sign in (">=", "≥", "=") else None
    most = number - 1 if sign == "<" else number if sign in ("<=", "≤", "=") else None
    is_length = what in ("length", "words")
    if (most is not None and most < 1) or (not is_length and least is None):
        return  # nothing is so short; nobody looks for small differences
    bar = space.sentences.filter_bar
    if is_length:
        bounds = [f"at least {least:,}" if least else "", f"at most {most:,}" if most else ""]
        said = f"exactly {counted(number, 'word', 'words')}" if least == most else f"{''.join(bounds)} words"
        wish = replace(bar.wish(), shortest=least or None, longest=most)
        title = f"Only sentences of {said}"
    else:
        wish = replace(bar.wish(), difference=least or None)
        title = f"Only sentences with a rank difference of at least {least:,}"
    yield Entry(title, "filter", partial(bar.show_wish, wish), group=SENTENCES)
