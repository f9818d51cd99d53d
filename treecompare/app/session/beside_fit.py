"""Whether lattices and segmentations that are chosen in the Open dialog fit the treebanks that they are to stand beside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QObject, Signal

from treecompare.app.common.worker import Newest
from treecompare.comparison.previews import Preview

Pair = tuple[str, str]
"""Paths of a file of lattices or segmentations, and of a treebank."""


class BesideFit(QObject):
    """``told``: it is known of further files whether they fit. They are looked into in the background."""

    told = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._said: dict[Pair, list[str]] = {}
        self._work = Newest(self)
        self._work.done.connect(self._take)

    @property
    def is_busy(self) -> bool:
        """Whether something is being looked into."""
        return self._work.is_busy

    def look(self, besides: Sequence[Preview | None], treebanks: Sequence[Preview | None]) -> dict[str, list[str]]:
        """What is to be said of each file, by its path, as far as it is known; what is not known is found out.

        ``besides``: files of one role, one for all of the ``treebanks`` or one for each of them, the gold first.
        """
        pairs = [
            (one, treebank)
            for one, treebank in zip_longest(besides, treebanks[: len(besides)])
            if one is not None and treebank is not None and one.beside is not None and treebank.treebank is not None
        ]
        unknown = [(one, treebank) for one, treebank in pairs if (one.path, treebank.path) not in self._said]
        if unknown and not self._work.is_busy:
            self._work.ask(lambda cancel: _said(unknown, cancel))
        return {one.path: self._said.get((one.path, treebank.path), []) for one, treebank in pairs}

    def _take(self, said: dict[Pair, list[str]]) -> None:
        self._said |= said
        self.told.emit()

    def stop(self) -> None:
        """Nobody waits any more."""
        self._work.drop()


def _said(pairs: Sequence[tuple[Preview, Preview]], cancel: Any) -> dict[Pair, list[str]]:
    from treecompare.comparison.lattices.segmented import unfitting

    return {
        (one.path, treebank.path): unfitting(treebank.treebank, one.beside, cancel.flag)
        for one, treebank in pairs
        if one.beside is not None and treebank.treebank is not None
    }
