"""Brackets as words that are not escaped, where treebanks are compared: read by the words that the other side has."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from treecompare.errors import counted, first_of
from treecompare.readers import Problem, Treebank
from treecompare.readers.bracket_words import Readings, Step, of_words, trees_of
from treecompare.readers.treebank import AnyTreebank
from treecompare.readers.unescaped import NOT_ESCAPED, TOO_MANY, with_sentences
from treecompare.trees.forms import plain_forms
from treecompare.trees.preparation import without_traces

NEAR = 10
"""So far from its own place a sentence is looked for in a file with more or fewer."""
MOST_ALIKE = 3
"""So many that share most pairs of neighbouring words with it, wherever they stand, are tried, of ten for each pair."""
_PLAIN = re.compile(r"(?<=\s)[^()\s]+(?=[\s)])")


def with_words_of_others(gold: Treebank, systems: Sequence[Treebank]) -> tuple[list[Treebank], list[str]]:
    """The treebanks with sentences that may hold brackets as words read by the words of the other side, the gold first, and what is
    told of it. Such a sentence that nobody can have meant as it stands, and that gives no such words, is none."""
    treebanks = [gold, *systems]
    told: list[str] = []
    if not any(one.unescaped for one in treebanks):
        return treebanks, told
    treebanks[0], said = _read_by(gold, systems, is_gold=True)
    told += said
    for place, one in enumerate(systems, 1):
        treebanks[place], said = _read_by(one, [treebanks[0]], is_gold=False)
        told += said
    return treebanks, told


def read_together(analyses: Sequence[AnyTreebank]) -> tuple[list[AnyTreebank], list[str]]:
    """The same of several analyses, the first as the gold; those that are no constituents stay as they are."""
    trees = [one for one in analyses if isinstance(one, Treebank)]
    if not trees or len(trees) < len(analyses):
        return list(analyses), []
    found, told = with_words_of_others(trees[0], trees[1:])
    return list(found), told


def _read_by(treebank: Treebank, others: Sequence[Treebank], is_gold: bool) -> tuple[Treebank, list[str]]:
    if not treebank.unescaped:
        return treebank, []
    suspects = [*treebank.unescaped]
    beside = [_words(one, suspects) for one in others]
    if all(text and any(text == one[rank] for one in beside) for rank, text in enumerate(_words(treebank, suspects))):
        return treebank, []  # as nearly always; all words of all sentences take longer
    own, words = _words(treebank), [_words(one) for one in others]
    there = dict.fromkeys(text for each in words for text in each if text)
    having: dict[tuple[str, str], list[str]] = defaultdict(list)  # what no sentence has yet, by neighbouring words
    taken = set(own)
    for text in (one for one in there if one not in taken):
        for pair in dict.fromkeys(pairwise(["", *text.split("\0")])):
            having[pair].append(text)
    found, failed, readings = dict[int, Sequence[Step]](), dict[int, str](), Readings()
    for place, one in treebank.unescaped.items():
        if own[place] in there:
            continue
        candidates = {each[near]: None for each in words for near in _near(place, len(each), len(own)) if each[near]}
        neighbours = dict.fromkeys(pairwise(["", *plain_forms(_PLAIN.findall(one.text)), ""]))
        alike = Counter(text for pair in neighbours for text in having.get(pair, ())[:10])
        candidates |= dict.fromkeys(text for text, _ in alike.most_common(MOST_ALIKE))
        if steps := next((steps for known in candidates if (steps := readings.of(one.text, known))), None):
            found[place] = steps
        elif one.is_certain and candidates and not is_gold and place not in treebank.problems:
            failed[place] = TOO_MANY if any(readings.of(one.text, known) == () for known in candidates) else NOT_ESCAPED
    if not found and not failed:
        return treebank, []
    problems = {place: problem for place, problem in treebank.problems.items() if place not in found}
    problems |= {place: Problem(place, int(treebank.lines[place]), reason) for place, reason in failed.items()}
    trees = with_sentences(
        treebank.trees, [*found, *failed], trees_of([*found.values(), *([] for _ in failed)], treebank.trees.symbols)
    )
    told = []
    for places, why, what in (
        (found, "brackets stand as words, or around them,", "read by the words of the other side"),
        (failed, "brackets as words are not escaped", "not scored"),
    ):
        if places:
            which = first_of(len(places), f"number {min(places) + 1}")
            sentences = counted(len(places), "sentence")
            told.append(f"{treebank.name}: {why} in {sentences} ({which}): {what}")
    return replace(treebank, trees=trees, problems=problems), told


def _near(place: int, count: int, own: int) -> list[int]:
    """Where the other side may have a sentence: at the same place, or not far from it where there are more or fewer."""
    far = min(abs(count - own), NEAR)
    return [
        near
        for near in sorted(range(place - far, place + far + 1), key=lambda one: abs(one - place))
        if 0 <= near < count
    ]


def _words(treebank: Treebank, places: Sequence[int] | None = None) -> list[str]:
    """The words of each sentence, or of some, as they are looked for; none of those that are not there."""
    trees = treebank.trees
    if places is not None:
        trees = trees.chosen([place if place < len(trees) else -1 for place in places])
    trees = without_traces(trees)
    numbers = trees.labels[trees.word_nodes].tolist()
    known = dict.fromkeys(numbers)  # each word once: there are many sentences for the few that may be meant
    texts = of_words([trees.symbols[number] for number in known]).split("\0")[:-1]
    said = dict(zip(known, texts, strict=True))
    forms = [f"{said[number]}\0" for number in numbers]
    ends = np.cumsum(trees.word_counts).tolist()
    return ["".join(forms[first:last]) for first, last in zip([0, *ends[:-1]], ends, strict=True)]
