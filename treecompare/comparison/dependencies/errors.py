"""The errors of dependencies as every kind of comparison tells them: what was attached to what, and how far off."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.dependencies.items import directions, distances
from treecompare.mappings.errors import Error, ErrorCost, ErrorList, ErrorSites, ErrorType, of_kind
from treecompare.mappings.tokens import NONE
from treecompare.mappings.word_errors import INVENTED, KINDS, LABEL, PLACES
from treecompare.measures.words import FUNCTION, UNIVERSAL_RELATIONS, WordScores, relation
from treecompare.scores.table import Numbers
from treecompare.trees.arcs import UNATTACHED, check
from treecompare.trees.dependencies import Dependencies

HEIGHTS = {"too high": "high", "too low": "low"}
GROUPS: dict[str, tuple[str, frozenset[str], str]] = {
    "argument": (
        "Subjects and objects", frozenset({"nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "expl"}),
        "Core arguments, clauses among them.",
    ),
    "nominal": ("Obliques and nominal modifiers", frozenset({"obl", "nmod", "appos"}), "What PP attachment is in trees."),
    "clause": ("Clauses that modify", frozenset({"advcl", "acl", "parataxis"}), "Adverbial and adnominal clauses, parataxis."),
    "modifier": ("Adverbs and adjectives", frozenset({"advmod", "amod", "nummod", "discourse", "vocative"}), "Modifying words."),
    "coordination": ("Coordination", frozenset({"conj", "cc"}), "Conjuncts, and what joins them."),
    "name": (
        "Compounds, names and lists", frozenset({"compound", "flat", "fixed", "goeswith", "list"}),
        "Words that make up one expression.",
    ),
    "function": ("Function words", FUNCTION - {"cc"}, "Auxiliaries, copulas, markers, determiners, case marking."),
    "punctuation": ("Punctuation", frozenset({"punct"}), "Where it is counted."),
    "root": ("Root", frozenset({"root"}), "The word that heads the sentence."),
    "other": ("Other relations", UNIVERSAL_RELATIONS, "Relations that Universal Dependencies have not, and the rarest of these."),
}  # fmt: skip
"""What a word is attached as: title, relations of Universal Dependencies (of ``other`` those that are in no group), explanation."""
WRONG_HEAD = frozenset({"head", "head and label"})


def _group(text: str) -> str:
    name = relation(text)
    return next((key for key, (_, among, _) in GROUPS.items() if key != "other" and name in among), "other")


_EXCHANGED = of_kind(
    "exchanged",
    "Head and dependent exchanged",
    "A head and its dependent change places: one error of both words.",
    "words",
)
_LABEL = of_kind("label", "Only the relation", "The head is right, the relation is not.", "words")
_ALONE = (
    of_kind("lost", "Words that differ: lost", "A word of the gold for which the system has none.", "words"),
    of_kind(
        "invented", "Words that differ: extra", "A word of the system for which the gold has none.", "words", "system"
    ),
)
WORD_ERROR_TYPES = (
    *(
        ErrorType(
            key, title, explanation, f"gold {key}",
            f"{', '.join(sorted(among)) if key != 'other' else 'other relations'} of the gold", WRONG_HEAD, frozenset({key}),
        )
        for key, (title, among, explanation) in GROUPS.items()
    ),
    _EXCHANGED, _LABEL, *_ALONE,
)  # fmt: skip
"""What has a wrong head, by the gold's relation; then the errors that are not attachment. Each error is of one of these types."""
WORD_ERROR_KINDS = (
    of_kind("head", "Only the head", "The relation is right, the head is not.", "words"),
    of_kind("head and label", "Head and relation", "Neither the head nor the relation is right.", "words"),
    _LABEL, _EXCHANGED, *_ALONE,
)  # fmt: skip
WORD_ERROR_COSTS = (
    ErrorCost("first_cost", "uas_cost", "UAS", "uas", "Words whose head is wrong, and words that one side lacks."),
    ErrorCost(
        "second_cost", "las_cost", "LAS", "las", "Words whose head or label is wrong, and words that one side lacks."
    ),
)
WORD_ERROR_SITES = (
    ErrorSites(
        "From where to where", "source", "target",
        "Part of speech (or tag) of the head in the gold and in the system; of a wrong label, the two labels.",
    ),
    ErrorSites("Directions", "gold direction", "system direction", "Where the head stands, seen from the word."),
    ErrorSites("Distances", "gold distance", "system distance", "Words from the word to its head."),
)  # fmt: skip
NO_HEAD_SAID = "no head"
DIRECTIONS = np.array(["root", "left", "right", "right", NO_HEAD_SAID, ""])
DISTANCES = np.array(["root", "1", "2", "3–6", "7 and more", NO_HEAD_SAID, ""])
"""What the bins of items are called where errors are told; the last is of no word."""


def dependency_errors(scores: WordScores, analysed: NDArray[np.bool_]) -> ErrorList:
    """The errors of a system; ``analysed``: the gold sentences that were scored. In the order of sentences, then of words.

    Nodes are words, numbered over the whole file as drawings want them.
    """
    found, gold, system = scores.errors, scores.gold, scores.test
    sentences = error_sentences(scores)
    words = np.append(gold.numbers, 0)[found.gold] - 1
    depths = np.append(check(gold).depths, 0)[found.gold]
    order = np.lexsort((found.gold, found.kinds == INVENTED, sentences))
    order = order[sentences[order] >= 0]  # extra sentences of the system belong to none of the gold
    compared = relation if scores.settings.relations == "universal" else str
    texts = _Texts(gold, compared), _Texts(system, compared)
    label_only = (found.kinds == LABEL).tolist()
    gold_words, system_words, others = found.gold.tolist(), found.system.tolist(), found.others.tolist()
    parents = np.append(gold.parents, NONE), np.append(system.parents, NONE)
    columns = [column.tolist() for column in (found.kinds, found.places, words, found.uas, found.las, depths)]
    errors: list[Error] = []
    for place in order.tolist():
        kind, height, word, uas, las, depth = (column[place] for column in columns)
        here, there, other = gold_words[place], system_words[place], others[place]
        sides = [texts[0].label(here), texts[1].label(there)]
        heads = [texts[0].head(here), texts[1].head(there)]
        source, target = sides if label_only[place] else heads
        numbers = {word} if here != NONE else set()
        if other != NONE:
            numbers.add(int(gold.numbers[other]) - 1)
        label = sides[0] if sides[0] in ("", sides[1]) or not sides[1] else f"{sides[0]} → {sides[1]}"
        errors.append(
            Error(
                KINDS[kind], _group(sides[0] or sides[1]), label or sides[1], tuple(sorted(numbers)), source, target,
                max(int(parents[0][here]), NONE), max(int(parents[1][there]), NONE),
                HEIGHTS.get(PLACES[height], PLACES[height]),
                tuple((side, number) for side, number in (("gold", here), ("test", there)) if number != NONE),
                first_cost=uas, second_cost=las, depth=depth,
            )
        )  # fmt: skip
    columns_of_errors = {
        f"{name} {what}": said[np.append(bins(side), NONE)[places[order]]]
        for what, said, bins in (("direction", DIRECTIONS, directions), ("distance", DISTANCES, distances))
        for name, side, places in (("gold", gold, found.gold), ("system", system, found.system))
    }
    return ErrorList(errors, sentences[order], analysed, _opportunities(scores, analysed), columns_of_errors)


def error_sentences(scores: WordScores) -> Numbers:
    """The gold sentence of each error; negative where a sentence of the system belongs to none."""
    found = scores.errors
    of_gold = np.append(scores.gold.sentence_of, NONE)[found.gold]
    of_system = np.append(scores.alignment.sentence_of_test, NONE)[found.system]
    return np.where(found.kinds == INVENTED, of_system, of_gold)


class _Texts:
    """What is said of the words of one side; empty of no word. ``compared``: a relation as it is compared."""

    def __init__(self, words: Dependencies, compared: Callable[[str], str]) -> None:
        symbols = words.symbols
        has_upos = bool((words.upos != symbols.find("_")).any())
        self._tags = (words.upos if has_upos else words.xpos).tolist()
        self._labels, self._text, self._compared = words.deprel.tolist(), symbols.__getitem__, compared
        self._parents = words.parents.tolist()

    def label(self, word: int) -> str:
        """The relation."""
        return "" if word == NONE else self._compared(self._text(self._labels[word]))

    def head(self, word: int) -> str:
        """The tag of the head, ``root`` of a root, ``no head`` where there is none."""
        if word == NONE:
            return ""
        head = self._parents[word]
        if head == UNATTACHED:
            return NO_HEAD_SAID
        return self._text(self._tags[head]) if head >= 0 else "root"


def _opportunities(scores: WordScores, analysed: NDArray[np.bool_]) -> dict[str, Numbers]:
    gold, size = scores.gold, len(analysed)
    sentences = gold.sentence_of[scores.gold_scored]
    groups = np.array([_group(text) for text in gold.symbols.texts], np.str_)[gold.deprel[scores.gold_scored]]
    own = scores.alignment.sentence_of_test[scores.test_scored]
    counts = {
        "gold words": np.bincount(sentences, minlength=size),
        "system words": np.bincount(own[own >= 0], minlength=size),
        **{f"gold {key}": np.bincount(sentences[groups == key], minlength=size) for key in GROUPS},
    }
    return {name: np.where(analysed, found, 0).astype(np.int64) for name, found in counts.items()}
