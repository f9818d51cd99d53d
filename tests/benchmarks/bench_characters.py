"""Texts aligned character by character: equal ones, other tokens, and edits everywhere without one equal sentence break.

rapidfuzz finds a least-cost path as well (any one: no breaks, no limit on what replaces what).
"""

from __future__ import annotations

import random

import numpy as np

from tests.benchmarks.timing import cpu
from treecompare.mappings.characters import Text
from treecompare.mappings.sentence_pairing import pair_sentences
from treecompare.trees.characters import plain_forms


def text(words: list[str], length: int, first: int) -> Text:
    """Sentences of ``length`` words, the first of them of ``first``."""
    numbers: dict[str, int] = {}
    symbols = np.array([numbers.setdefault(word, len(numbers)) for word in words], np.int32)
    return Text.of(plain_forms(list(numbers)), symbols, np.array([0, *range(first, len(words), length), len(words)]))


def changed(words: list[str], share: float, chance: random.Random) -> list[str]:
    """Words of which a share of the characters is replaced, deleted, or has another before it."""
    letters = "etaoinshrdlu"
    ways = (lambda one: chance.choice(letters), lambda one: "", lambda one: chance.choice(letters) + one)
    return [
        "".join(chance.choice(ways)(one) if chance.random() < share else one for one in word) or "x" for word in words
    ]


def cases() -> dict[str, tuple[list[str], int, int]]:
    """Names of cases, their words, how long sentences are and the first one is. The first case is what the others come from."""
    chance = random.Random(8)
    vocabulary = ["".join(chance.choices("etaoinshrdlucmfwyp", k=chance.randint(1, 9))) for _ in range(5000)]
    words = chance.choices(vocabulary, k=50_000)
    split = [part for word in words for part in ([word[:3], word[3:]] if len(word) > 6 else [word])]
    return {
        "the same words": (words, 20, 20),
        "other tokens, no sentence break in common": (split, 20, 7),
        "1 in 5,000 characters differs": (changed(words, 0.0002, chance), 20, 20),
        "1 in 100, no sentence break in common": (changed(words, 0.01, chance), 20, 10),
        "3 in 100, no sentence break in common": (changed(words, 0.03, chance), 20, 10),
    }


def paired(gold: Text, test: Text) -> float:
    """CPU time in ms; each time anew, as texts keep what was found of them."""
    return cpu(
        lambda: pair_sentences(*(Text(one.characters, one.words, one.sentences) for one in (gold, test))), runs=3
    )


def main() -> None:
    words = next(iter(cases().values()))[0]
    gold = text(words, 20, 20)
    making = cpu(lambda: text(words, 20, 20), runs=3)
    print(f"{len(words)} words, {len(gold.characters)} characters; making a text of symbols {making:.0f} ms")
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        Levenshtein = None
    for name, (other, length, first) in cases().items():
        test = text(other, length, first)
        ours = paired(gold, test)
        edits = int(pair_sentences(gold, test).edits.sum())
        line = f"{name}: {edits} edits, {ours:.0f} ms"
        if Levenshtein and edits:
            theirs = cpu(lambda other=other: Levenshtein.editops("".join(words), "".join(other)), runs=1)
            line += f"; rapidfuzz {theirs:.0f} ms"
        print(line)


if __name__ == "__main__":
    main()
