"""The errors of dependency analyses: which words have another head or label, and how far off the head is.

Every word of the gold with a wrong head or label, every one without a counterpart and every word that only the system has
belongs to exactly one error. A head and a dependent that change places are one error; all other words have an error of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from treecompare.mappings.tokens import NONE
from treecompare.trees.arcs import OUTSIDE, ROOT, Arcs, check
from treecompare.trees.columns import Mask, Numbers

KINDS = ("exchanged", "head", "head and label", "label", "lost", "invented")
"""Head and dependent change places; what is wrong about the word; no word of the system stands for it; only the system has it."""
EXCHANGED, HEAD, BOTH, LABEL, LOST, INVENTED = range(len(KINDS))
PLACES = ("", "too high", "too low", "below itself", "elsewhere")
"""Where the system's head stands in the gold tree, seen from the gold head.

Above it (or the root): the word is attached too high. Below it: too low, save in the subtree of the word itself. None of
these, or a head without a counterpart: elsewhere. Empty where the head is right.
"""
SAME, HIGH, LOW, BELOW_ITSELF, ELSEWHERE = range(len(PLACES))


@dataclass(frozen=True, eq=False)
class WordErrors:
    """One entry per error: exchanged pairs, then other words of the gold in their order, then those that only the system has.

    ``kinds``: indices of KINDS. ``places``: indices of PLACES. ``gold``, ``system``: the word's place in the columns of each
    treebank, NONE where it has no such word. ``others``: the gold word that it changed places with, NONE for other kinds.
    ``uas``, ``las``: how many words the error costs under each: those of the gold that do not count as right, and those that
    only the system has.
    """

    kinds: Numbers
    places: Numbers
    gold: Numbers
    system: Numbers
    others: Numbers
    uas: Numbers
    las: Numbers

    def __len__(self) -> int:
        return len(self.kinds)


def word_errors(
    gold: Arcs,
    system: Arcs,
    gold_of_system: Numbers,
    words: tuple[Numbers, Numbers],
    right: tuple[Mask, Mask],
    alone: tuple[Numbers, Numbers],
) -> WordErrors:
    """The errors of a whole file.

    ``gold_of_system``: the gold word behind each word of the system, NONE for none. ``words``: the aligned words that are scored,
    those of the gold in ascending order, and beside them those of the system. ``right``: whether their heads and their labels
    are. ``alone``: the scored words of the gold and of the system that have no counterpart.
    """
    gold_words, system_words = words
    head, label = right
    heads = _in_gold(system.parents, gold_of_system)
    others = _exchanged(gold, gold_words, heads[system_words], ~head)
    in_pair = np.isin(gold_words, others[others != NONE])
    exchanged = np.flatnonzero(others != NONE)
    single = np.flatnonzero(~(head & label) & ~in_pair & (others == NONE))
    place_of = np.full(gold.words, NONE, np.int64)
    place_of[gold_words] = np.arange(len(gold_words))
    partner = place_of[others[exchanged]]
    aligned = np.concatenate((exchanged, single))
    kind = np.where(head, LABEL, np.where(label, HEAD, BOTH))
    lost, invented = alone
    nothing_lost, nothing_invented = np.full(len(lost), NONE), np.full(len(invented), NONE)
    wrong, either = (~head).astype(np.int64), (~(head & label)).astype(np.int64)
    both_words = np.concatenate((partner, np.full(len(single), len(gold_words))))
    uas, las = (one[aligned] + np.append(one, 0)[both_words] for one in (wrong, either))
    ones = np.ones(len(lost) + len(invented), np.int64)
    places = _places(gold, gold_words[single], heads[system_words[single]], ~head[single])
    return WordErrors(
        np.concatenate((
            np.full(len(exchanged), EXCHANGED), kind[single], np.full(len(lost), LOST), np.full(len(invented), INVENTED),
        )),
        np.concatenate((np.full(len(exchanged), BELOW_ITSELF), places, np.zeros(len(ones), np.int64))),
        np.concatenate((gold_words[aligned], lost, nothing_invented)),
        np.concatenate((system_words[aligned], nothing_lost, invented)),
        np.concatenate((others[exchanged], np.full(len(single), NONE), nothing_lost, nothing_invented)),
        np.concatenate((uas, ones)),
        np.concatenate((las, ones)),
    )  # fmt: skip


def _in_gold(parents: Numbers, gold_of_system: Numbers) -> Numbers:
    """The gold word behind the head of each word of the system; ROOT for the root, OUTSIDE where there is none."""
    behind = np.append(gold_of_system, NONE)[np.where(parents >= 0, parents, len(gold_of_system))]
    return np.where(parents == ROOT, ROOT, np.where(behind == NONE, OUTSIDE, behind))


def _exchanged(gold: Arcs, words: Numbers, heads: Numbers, wrong: Mask) -> Numbers:
    """Per aligned word the gold dependent that is its head in the system, NONE for none; each word is in one pair at most.

    Of pairs that share a word (a chain turned round) the first one in the order of their heads counts, then every one that is left.
    """
    others = np.full(len(words), NONE, np.int64)
    turned = wrong & (heads >= 0)
    turned[turned] = gold.parents[heads[turned]] == words[turned]
    wrong_words = set(words[wrong].tolist())
    taken: set[int] = set()
    for place in np.flatnonzero(turned).tolist():
        head, dependent = int(words[place]), int(heads[place])
        if dependent in wrong_words and head not in taken and dependent not in taken:
            taken |= {head, dependent}
            others[place] = dependent
    return others


def _places(gold: Arcs, words: Numbers, heads: Numbers, wrong: Mask) -> Numbers:
    """Where the head of each word stands in the gold tree, seen from its gold head: indices of PLACES."""
    firsts, sizes = check(gold).walk

    def above(upper: Numbers, lower: Numbers) -> Mask:
        """Whether words dominate others; no word that leads to no root does, nor is dominated."""
        found = (upper >= 0) & (lower >= 0)
        first = firsts[upper[found]]
        inside = (firsts[lower[found]] >= first) & (firsts[lower[found]] < first + sizes[upper[found]])
        found[found] = inside  # the subtree of a word that leads to no root is empty
        return found

    right_heads = gold.parents[words]
    high = ((heads == ROOT) & (right_heads >= 0)) | above(heads, right_heads)
    low = ((right_heads == ROOT) & (heads >= 0)) | above(right_heads, heads)
    itself = above(words, heads)
    found = np.select((~wrong, itself, high, low), (SAME, BELOW_ITSELF, HIGH, LOW), ELSEWHERE)
    return found.astype(np.int64)
