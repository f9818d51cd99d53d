"""Which sentences stand for each other where words may be segmented differently: of two treebanks, of a treebank and its lattices.

By their characters, whatever the words, in the order of both files; of dependencies also by their ids, as where these are compared
word by word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import AnyTreebank
from treecompare.comparison.sentence_texts import LEAST_SHARE
from treecompare.mappings.characters import LEAST_ALIKE, Alignment, Text, align
from treecompare.mappings.pairing import pair_sentences, share_of
from treecompare.mappings.surface import Surface, all_count, characters
from treecompare.readers import DependencyTreebank
from treecompare.readers.segmentations import SEPARATOR, SegmentationFile
from treecompare.trees.forms import plain_forms
from treecompare.trees.lattices import Lattices
from treecompare.trees.shared_symbols import Shared
from treecompare.trees.symbols import Symbols

Numbers = NDArray[np.int64]
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class Paired:
    """A system beside the gold.

    ``texts``: of both. ``units``: as :class:`treecompare.comparison.pairing.SentencePairing` has them. ``all_by_id``: whether ids
    paired all of them. ``share``: how many of the system's characters are the gold's, or enough of them.
    """

    sentences: int
    texts: Callable[[], tuple[Text, Text]]
    units: Numbers
    all_by_id: bool
    share: float
    warnings: list[str]

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
        gold, test = self.texts()
        found = np.zeros(len(self.units), np.int64)
        for place, (g, g_last, t, t_last) in enumerate(self.units.tolist()):
            if b"".join(gold.texts[g:g_last]) != b"".join(test.texts[t:t_last]):
                found[place] = _edits(align(gold.part(g, g_last), test.part(t, t_last)))
        return found


def paired_treebanks(gold: AnyTreebank, test: AnyTreebank, cancel: NDArray[np.int32] | None = None) -> Paired:
    """The sentences of a system beside those of the gold. Both are of one kind. Raises Cancelled: ``cancel[0] != 0``."""
    if isinstance(gold, DependencyTreebank) and isinstance(test, DependencyTreebank):
        codes = Shared(characters, all_count)
        sides = Surface.of(gold.sentences, codes), Surface.of(test.sentences, codes)
        pairing = pair_sentences(*sides, cancel)
        share, units = share_of(*sides, pairing, LEAST_SHARE), pairing.units

        @cache
        def texts() -> tuple[Text, Text]:
            return _surface_text(sides[0]), _surface_text(sides[1])

        units = _apart(texts, units)
        return Paired(len(gold.sentences), texts, units, pairing.by_id, share, pairing.warnings)
    both = _text(gold), _text(test)
    found = align(*both, gold.ids, test.ids, cancel)
    share = found.matched / len(found.test) if len(found.gold) and len(found.test) else 1.0
    return Paired(len(both[0]), lambda: both, _apart(lambda: both, found.groups), False, share, [])


def _has_several(units: Numbers) -> NDArray[np.bool_]:
    """Units with sentences on both sides, on one at least several."""
    sizes = units[:, 1::2] - units[:, ::2]
    has_both, several = (sizes > 0).all(axis=1), (sizes > 1).any(axis=1)
    return np.logical_and(has_both, several)


def _apart(texts: Callable[[], tuple[Text, Text]], units: Numbers) -> Numbers:
    """The units, but where one sentence stands beside several, and fewer characters differ if it stands beside one of them alone:
    the file lacks the others, and what is aligned with them belongs to that one."""
    several = _has_several(units)
    if not several.any():
        return units
    gold, test = texts()
    found = [units[~several]]
    for unit in units[several].tolist():
        g, g_last, t, t_last = unit
        if g_last - g > 1 and t_last - t > 1:
            found.append(np.array([unit]))
            continue
        pairs = [(one, other) for one in range(g, g_last) for other in range(t, t_last)]
        alone = [align(gold.part(one, one + 1), test.part(other, other + 1)) for one, other in pairs]
        edits = [_edits(one) for one in alone]
        best = edits.index(min(edits))
        together = align(gold.part(g, g_last), test.part(t, t_last))
        if edits[best] >= _edits(together) or LEAST_ALIKE * alone[best].matched < _longer(alone[best]):
            found.append(np.array([unit]))
            continue
        one, other = pairs[best]
        apart = [(one, one + 1, other, other + 1)]
        apart += [(place, place + 1, other, other) for place in range(g, g_last) if place != one]
        apart += [(one, one, place, place + 1) for place in range(t, t_last) if place != other]
        found.append(np.array(apart))
    everything = np.concatenate(found)
    return everything[np.lexsort((everything[:, 2], everything[:, 0]))]


def _edits(found: Alignment) -> int:
    """How many characters differ."""
    return int(found.edits.sum())


def _longer(found: Alignment) -> int:
    """The characters of the longer side."""
    return max(len(found.gold), len(found.test))


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
    found = align(text, other, cancel=cancel)
    ends, other_ends = text.begins[found.groups[:, :2]], other.begins[found.groups[:, 2:]]
    sizes = np.concatenate((np.diff(ends), np.diff(other_ends)), axis=1)
    fits = (LEAST_ALIKE * found.same >= sizes.max(axis=1)) | (sizes[:, 1] == 0) | _has_several(found.groups)
    return _partner(_apart(lambda: (text, other), found.groups[fits]), len(text))


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
    return _partner(_apart(lambda: (text, other), align(text, other, cancel=cancel).groups), len(text))


def _text(treebank: AnyTreebank) -> Text:
    """The characters of a treebank; of words that are written as one, those of the whole."""
    if isinstance(treebank, DependencyTreebank):
        return _surface_text(Surface.of(treebank.sentences, Shared(characters, all_count)))
    return _text_of(*_forms(treebank))


def _surface_text(side: Surface) -> Text:
    return Text.of(plain_forms(side.codes.texts), side.token_codes, side.token_offsets)


def _forms(treebank: AnyTreebank) -> tuple[Symbols, NDArray[np.int32], Numbers]:
    """The words of a treebank as symbols, and where each sentence's begin."""
    return treebank.symbols, treebank.forms, treebank.word_offsets


def _text_of(symbols: Symbols, forms: NDArray[np.int32], offsets: Numbers, left_out: str = "") -> Text:
    shared = Shared()  # most symbols are features and lemmas
    (numbers,) = shared.of(symbols, forms)
    return Text.of(_without(left_out, plain_forms(shared.texts)), numbers, offsets)


def _without(character: str, texts: list[str]) -> list[str]:
    return [text.replace(character, "") for text in texts] if character else texts
