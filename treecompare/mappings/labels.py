"""When two labels are equal: labels as small integers, EQ_LABEL and EQ_WORD included.

Where EQ_LABEL is transitive, as it is in every published parameter file, equal labels simply get one code. Where it is not
(``EQ_LABEL NP ADJP`` and ``EQ_LABEL ADJP X`` say nothing of NP and X), each label keeps its own code and a table says
which codes are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees


@dataclass(frozen=True, eq=False)
class LabelCodes:
    """Numbers that stand for labels and words.

    ``of_label``, ``of_word``: code per symbol (>= 0). ``equal_rows`` and ``equal``: None where equal labels have equal codes;
    else ``equal_rows`` gives a row per code (-1: equal to itself only) and ``equal[row, row]`` says whether two are equal.
    """

    of_label: NDArray[np.int32]
    of_word: NDArray[np.int32]
    equal_rows: NDArray[np.int32] | None
    equal: NDArray[np.uint8] | None

    def packed(self, work: ModuleType) -> Any:
        """These as the kernel of constituents takes them."""
        if self.equal_rows is None or self.equal is None:  # equal labels have equal codes
            return work.Labels(np.zeros(0, np.int32).data, np.zeros((0, 0), np.uint8).data)
        return work.Labels(self.equal_rows.data, self.equal.data)

    def equality(self) -> Callable[[int, int], bool]:
        """Whether two codes are equal."""
        if self.equal_rows is None or self.equal is None:
            return lambda a, b: a == b
        rows, table = self.equal_rows.tolist(), self.equal.tolist()

        def equal(a: int, b: int) -> bool:
            return a == b or (a >= 0 and b >= 0 and rows[a] >= 0 and rows[b] >= 0 and bool(table[rows[a]][rows[b]]))

        return equal

    def alike(self) -> Callable[[int], Sequence[int]]:
        """The codes that are equal to a code, itself among them."""
        if self.equal_rows is None or self.equal is None:
            return lambda code: (code,)
        rows, members = self.equal_rows.tolist(), np.flatnonzero(self.equal_rows >= 0)
        of_row = [members[row != 0].tolist() for row in self.equal]
        return lambda code: of_row[rows[code]] if code >= 0 and rows[code] >= 0 else (code,)

    def codes(self, trees: Trees, labelled: bool = True) -> NDArray[np.int32]:
        """One code per node: words below 0, other nodes 0 and above, so that the two are never equal.

        Without labels all nodes but the words have code 0.
        """
        words = (trees.kinds == WORD) * np.int32(len(self.of_word))
        found: NDArray[np.int32] = self._of_all[labelled].take(trees.labels + words)
        return found

    @cached_property
    def _of_all(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Codes of symbols as labels, then as words; without labels and with them."""
        words = -1 - self.of_word
        return np.concatenate((np.zeros_like(self.of_label), words)), np.concatenate((self.of_label, words))


def packed_sides(
    work: ModuleType, gold: Trees, gold_codes: NDArray[np.int32], test: Trees, test_codes: NDArray[np.int32], *some: int
) -> list[Any]:
    """Both sides as the kernel of constituents takes them; ``some``: the first of the sentences, and one behind the last."""
    return [
        work.Side(codes.data, trees.kinds.data, trees.sizes.data, trees.offsets.data, *some)
        for trees, codes in ((gold, gold_codes), (test, test_codes))
    ]


def label_codes(
    symbols: Symbols, equal_labels: Iterable[tuple[str, str]] = (), equal_words: Iterable[tuple[str, str]] = ()
) -> LabelCodes:
    """The codes of all symbols of a comparison under EQ_LABEL and EQ_WORD. Words that are linked by a chain are equal."""
    labels, transitive = _classes(symbols, equal_labels)
    words, _ = _classes(symbols, equal_words)
    if transitive:
        return LabelCodes(labels, words, None, None)
    pairs = [(symbols.number(a), symbols.number(b)) for a, b in equal_labels]
    members = sorted({number for pair in pairs for number in pair})
    row_of = {number: row for row, number in enumerate(members)}
    rows = np.full(len(symbols), -1, np.int32)
    rows[members] = np.arange(len(members))
    equal = np.eye(len(members), dtype=np.uint8)
    for a, b in pairs:
        equal[row_of[a], row_of[b]] = equal[row_of[b], row_of[a]] = 1
    return LabelCodes(np.arange(len(symbols), dtype=np.int32), words, rows, equal)


def _classes(symbols: Symbols, pairs: Iterable[tuple[str, str]]) -> tuple[NDArray[np.int32], bool]:
    """Per symbol the smallest number of its class, and whether every class is equal throughout."""
    class_of: dict[int, frozenset[int]] = {}
    direct = {frozenset((symbols.number(a), symbols.number(b))) for a, b in pairs if a != b}
    for pair in direct:
        merged = frozenset().union(*(class_of.get(number, {number}) for number in pair))
        class_of.update(dict.fromkeys(merged, merged))
    codes = np.arange(len(symbols), dtype=np.int32)
    for number, members in class_of.items():
        codes[number] = min(members)
    possible = sum(len(members) * (len(members) - 1) // 2 for members in set(class_of.values()))
    return codes, len(direct) == possible
