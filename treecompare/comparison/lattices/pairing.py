"""Which sentences stand for each other where words may be segmented differently: of two treebanks, of a treebank and its lattices.

By their characters, whatever the words (``mappings/sentence_pairing.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import AnyTreebank
from treecompare.mappings.characters import LEAST_ALIKE, Alignment, Text, align_whole
from treecompare.mappings.sentence_pairing import Names, pair_sentences, ways_of
from treecompare.mappings.surface import Surface, all_count, characters
from treecompare.readers import DependencyTreebank
from treecompare.readers.segmentations import SEPARATOR, SegmentationFile
from treecompare.trees.forms import plain_forms
from treecompare.trees.lattices import Lattices
from treecompare.trees.shared_symbols import Shared
from treecompare.trees.symbols import Symbols

Numbers = NDArray[np.int64]
Ways = NDArray[np.uint8]
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class Paired:
    """A system beside the gold.

    ``texts``: of both. ``units``, ``ways``: as :class:`treecompare.comparison.pairing.SentencePairing` has them. ``share``: how
    many of the system's characters are the gold's.
    """

    sentences: int
    texts: tuple[Text, Text]
    units: Numbers
    ways: Ways
    share: float

    @cached_property
    def partner(self) -> Numbers:
        """The system's sentence for each of the gold's, NOWHERE where there is none or sentence breaks differ."""
        return _partner(self.units, self.sentences)

    @cached_property
    def across(self) -> list[int]:
        """The sentences of the gold where sentence breaks differ."""
        several = self.units[_has_several(self.units), :2].tolist()
        return [sentence for first, last in several for sentence in range(first, last)]

    @cached_property
    def edits(self) -> Numbers:
        """Characters that differ, per unit."""
        gold, test = self.texts
        found = np.zeros(len(self.units), np.int64)
        for place, (g, g_last, t, t_last) in enumerate(self.units.tolist()):
            if b"".join(gold.texts[g:g_last]) != b"".join(test.texts[t:t_last]):
                found[place] = _edits(align_whole(gold.part(g, g_last), test.part(t, t_last)))
        return found


def paired_treebanks(gold: AnyTreebank, test: AnyTreebank, cancel: NDArray[np.int32] | None = None) -> Paired:
    """The sentences of a system beside those of the gold. Both are of one kind. Raises Cancelled: ``cancel[0] != 0``."""
    both = _text(gold), _text(test)
    ours, its = (Names(one.ids or (), one.documents) for one in (gold, test))
    found = pair_sentences(*both, (ours, its), cancel)
    return Paired(len(both[0]), both, *_apart(both, found.groups, found.ways), found.share(*both))


def _has_several(units: Numbers) -> NDArray[np.bool_]:
    """Units with sentences on both sides, on one at least several."""
    sizes = units[:, 1::2] - units[:, ::2]
    has_both, several = (sizes > 0).all(axis=1), (sizes > 1).any(axis=1)
    return np.logical_and(has_both, several)


def _apart(both: tuple[Text, Text], units: Numbers, ways: Ways) -> tuple[Numbers, Ways]:
    """The units, and how they were paired, but where one sentence stands beside several, and fewer characters differ if it stands
    beside one of them alone: the file lacks the others, and what is aligned with them belongs to that one."""
    several = _has_several(units)
    if not several.any():
        return units, ways
    gold, test = both
    found, found_ways = [units[~several]], [ways[~several]]
    for unit in units[several].tolist():
        g, g_last, t, t_last = unit
        pieces = [unit]
        if g_last - g == 1 or t_last - t == 1:
            pairs = [(one, other) for one in range(g, g_last) for other in range(t, t_last)]
            alone = [align_whole(gold.part(one, one + 1), test.part(other, other + 1)) for one, other in pairs]
            edits = [_edits(one) for one in alone]
            best = edits.index(min(edits))
            together = align_whole(gold.part(g, g_last), test.part(t, t_last))
            longer = max(len(alone[best].gold), len(alone[best].test))
            if edits[best] < _edits(together) and LEAST_ALIKE * alone[best].matched >= longer:
                one, other = pairs[best]
                pieces = [[one, one + 1, other, other + 1]]
                pieces += [[place, place + 1, other, other] for place in range(g, g_last) if place != one]
                pieces += [[one, one, place, place + 1] for place in range(t, t_last) if place != other]
        found.append(np.array(pieces))
        found_ways.append(ways_of(found[-1], np.zeros(len(pieces), np.bool_)))
    everything, all_ways = np.concatenate(found), np.concatenate(found_ways)
    order = np.lexsort((everything[:, 2], everything[:, 0]))
    return everything[order], all_ways[order]


def _edits(found: Alignment) -> int:
    """How many characters differ."""
    return int(found.edits.sum())


def _partner(units: Numbers, sentences: int) -> Numbers:
    """The other file's sentence in the units of one sentence each."""
    one_each = ((units[:, 1::2] - units[:, ::2]) == 1).all(axis=1)
    partner = np.full(sentences, NOWHERE, np.int64)
    partner[units[one_each, 0]] = units[one_each, 2]
    return partner


# -- lattices and segmentations --------------------------------------------------------------------------------------------


def paired_lattices(treebank: AnyTreebank, lattices: Lattices, cancel: NDArray[np.int32] | None = None) -> Numbers:
    """The lattice of each sentence, NOWHERE where there is none: one that can be read has at least a third of the characters."""
    symbols, forms, offsets = _forms(treebank)
    spelt, limits = lattices.spelt
    if np.array_equal(offsets, limits) and (symbols.found_of(lattices.symbols)[spelt] == forms).all():
        return np.arange(len(lattices))  # as after disambiguation
    text, other = _text(treebank), _text_of(lattices.symbols, spelt, limits)
    found = pair_sentences(text, other, cancel=cancel)
    ends, other_ends = text.begins[found.groups[:, :2]], other.begins[found.groups[:, 2:]]
    sizes = np.concatenate((np.diff(ends), np.diff(other_ends)), axis=1)
    fits = (LEAST_ALIKE * found.same >= sizes.max(axis=1)) | (sizes[:, 1] == 0) | _has_several(found.groups)
    return _partner(_apart((text, other), found.groups[fits], found.ways[fits])[0], len(text))


def paired_segmentations(
    treebank: AnyTreebank, file: SegmentationFile, cancel: NDArray[np.int32] | None = None
) -> Numbers:
    """The sentence of a segmentation file for each of a treebank, NOWHERE where there is none."""
    words = [[written for _, written in one] for one in file.sentences]
    numbers = {text: number for number, text in enumerate({text for one in words for text in one})}
    of_words = np.array([numbers[text] for one in words for text in one], np.int64)
    limits = np.array([0, *accumulate(map(len, words))])
    text = _text_of(*_forms(treebank), SEPARATOR)
    other = Text.of(_without(SEPARATOR, plain_forms(list(numbers))), of_words, limits)
    found = pair_sentences(text, other, cancel=cancel)
    return _partner(_apart((text, other), found.groups, found.ways)[0], len(text))


def _text(treebank: AnyTreebank) -> Text:
    """The characters of a treebank; of words that are written as one, those of the whole."""
    if isinstance(treebank, DependencyTreebank):
        return Surface.of(treebank.sentences, Shared(characters, all_count)).text
    return _text_of(*_forms(treebank))


def _forms(treebank: AnyTreebank) -> tuple[Symbols, NDArray[np.int32], Numbers]:
    """The words of a treebank as symbols, and where each sentence's begin."""
    return treebank.symbols, treebank.forms, treebank.word_offsets


def _text_of(symbols: Symbols, forms: NDArray[np.int32], offsets: Numbers, left_out: str = "") -> Text:
    shared = Shared()  # most symbols are features and lemmas
    (numbers,) = shared.of(symbols, forms)
    return Text.of(_without(left_out, plain_forms(shared.texts)), numbers, offsets)


def _without(character: str, texts: list[str]) -> list[str]:
    return [text.replace(character, "") for text in texts] if character else texts
