"""How a word's head moved, seen in BASE's tree, and which edits only follow another one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from treecompare.extras.versions.references import References
from treecompare.extras.versions.words import Words
from treecompare.trees.arcs import ROOT, UNATTACHED


def how_moved(found: References, words: Words, word: int) -> str:
    """How the mother of a paired word of BASE moved; the first that holds.

    m is the old mother, q the new one (its word in BASE). ``attached``: the word had none; ``detached``: it has none now; ``up``: q
    is m's mother (or the word becomes the root and m was it); ``root``; ``new word``: q is not paired; ``elsewhere``: q was in
    another sentence; ``daughter`` of the word; ``below`` the word; ``higher``: above m; ``sister``: depended on m; ``lower``:
    under m; ``elsewhere``.
    """
    parents = found.base.sentences.parents
    m = int(parents[word])
    new = int(found.head.sentences.parents[words.base[word]])
    if UNATTACHED in (m, new):
        return "attached" if m == UNATTACHED else "detached"
    if new == ROOT:
        return "up" if m >= 0 and parents[m] == ROOT else "root"
    q = int(words.head[new]) if new >= 0 else -1
    if q < 0:
        return "new word"
    if m >= 0 and parents[m] == q:
        return "up"
    sentence_of = found.base.version.sentence_of
    if sentence_of[q] != sentence_of[word]:
        return "elsewhere"
    above_q = ancestors(parents, q)
    if word in above_q:
        return "daughter" if parents[q] == word else "below"
    if m >= 0 and q in ancestors(parents, m):
        return "higher"
    if parents[q] == m:
        return "sister"
    return "lower" if m in above_q else "elsewhere"


def ancestors(parents: np.ndarray[tuple[int], np.dtype[np.int64]], word: int) -> set[int]:
    """All words above a word; where heads run in a circle, the word itself too."""
    above: set[int] = set()
    word = int(parents[word])
    while word >= 0 and word not in above:
        above.add(word)
        word = int(parents[word])
    return above


def followed(found: References, words: Words, moved: Iterable[int], with_relation: set[int]) -> dict[int, int]:
    """For words (of BASE) whose edit of the head follows that of another: that other word.

    ``moved``: all whose mother changed; ``with_relation``: those whose relation changed as well. A word m *yields* to q if q was a
    dependent of m and now m depends on q. Then the edit of q follows m's if q now has the mother and the relation that m had, and
    so do those of m's other daughters that now depend on q with the relation that they had.
    """
    base, head = found.base.sentences, found.head.sentences
    daughters = defaultdict(list)
    for word in moved:
        daughters[int(base.parents[word])].append(word)
    follows: dict[int, int] = {}
    for m, of_m in daughters.items():
        if m < 0 or words.base[m] < 0:
            continue
        new = int(head.parents[words.base[m]])
        q = int(words.head[new]) if new >= 0 else -1
        if q < 0 or base.parents[q] != m:
            continue
        for word in of_m:
            partner = words.base[[word]]
            if word == q:
                same_mother = found.head.mothers(partner) == found.base.mothers(np.array([m]))
                if same_mother[0] and head.symbols[head.deprel[partner[0]]] == base.symbols[base.deprel[m]]:
                    follows[word] = m
            elif (
                word not in with_relation
                and head.parents[partner[0]] >= 0
                and words.head[head.parents[partner[0]]] == q
            ):
                follows[word] = m
    return follows
