"""When two aligned words of dependency treebanks agree, and the counts that follow, sentence by sentence.

The rules are those of the shared task of 2018: universal features only, relations without subtypes, heads right
where they are aligned with each other. With ``relations="full"`` labels are compared as written, as eval.pl does.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.mappings.tokens import NONE, TokenAlignment
from treecompare.mappings.word_errors import WordErrors, word_errors
from treecompare.measures.dependencies import EDGE_PARTS
from treecompare.measures.enhanced import EdgeScores, edge_scores, graph_scores
from treecompare.measures.measure import Counts
from treecompare.trees.arcs import OUTSIDE, ROOT
from treecompare.trees.characters import all_composed, composed, plain_forms
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.symbols import Shared, distinct

CONTENT = frozenset((
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list", "parataxis",
    "orphan", "goeswith", "reparandum", "root", "dep",
))  # fmt: skip
"""Relations of content words (Nivre & Fang 2017; the shared task's list)."""
FUNCTION = frozenset(("aux", "cop", "mark", "det", "clf", "case", "cc"))
"""Relations of function words, which MLAS asks for."""
UNIVERSAL_RELATIONS = CONTENT | FUNCTION | {"punct"}
UNIVERSAL_FEATURES = frozenset((
    "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case", "Definite",
    "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person", "Polite",
))  # fmt: skip
COLUMNS_OF = {
    "upos": ("upos",), "xpos": ("xpos",), "ufeats": ("feats",), "alltags": ("upos", "xpos", "feats"), "lemmas": ("lemma",),
    "mlas": ("head", "upos", "feats"), "blex": ("head", "lemma"), **dict.fromkeys(("uas", "las", "clas"), ("head",)),
}  # fmt: skip
"""What parts need besides forms and relations."""
PUNCTUATION = {
    "count": True,
    "ignore": False,
    "eval.pl": False,
    "eval.pl -p": True,
    "eval07.pl": True,
    "eval07.pl -p": False,
}
"""Whether punctuation is scored: the option ``-p`` of eval.pl (2006) means the opposite of that of eval07.pl (2007)."""


@dataclass(frozen=True)
class WordSettings:
    """``punctuation``: a key of PUNCTUATION. ``relations``: ``universal`` (without subtypes) or ``full``. ``enhancements``: see
    :func:`edge_scores`. Raises UsageError: there is no such choice."""

    punctuation: str = "count"
    relations: str = "universal"
    enhancements: str | None = None

    def __post_init__(self) -> None:
        if self.punctuation not in PUNCTUATION:
            raise UsageError(f"punctuation '{self.punctuation}'; expected {', '.join(PUNCTUATION)}")
        if self.relations not in ("universal", "full"):
            raise UsageError(f"relations '{self.relations}'; expected universal or full")

    @property
    def options(self) -> tuple[str, ...]:
        """For the signature of a figure."""
        return f"punctuation:{'count' if PUNCTUATION[self.punctuation] else 'ignore'}", f"relations:{self.relations}"


def is_punctuation(form: str) -> bool:
    """Whether all characters are punctuation (Unicode P*): the rule of eval.pl and eval07.pl."""
    return all(unicodedata.category(character).startswith("P") for character in form)


def absent_columns(words: Dependencies) -> list[str]:
    """The columns of COLUMNS_OF that are ``_``, empty or a blank in all words of a file."""
    blank = {words.symbols.find(text) for text in ("_", "", " ")}
    columns = dict.fromkeys(column for needed in COLUMNS_OF.values() for column in needed)

    def is_blank(column: str) -> bool:
        if column == "head":
            return len(words.headless) == words.words
        return {*distinct(getattr(words, column)).tolist()} <= blank

    return [one for one in columns if words.words and is_blank(one)]


def relation(deprel: str) -> str:
    """The universal relation: the part before the colon."""
    return deprel.split(":", 1)[0]


def universal_features(feats: str) -> str:
    """The universal features among ``feats``, in the order of the alphabet."""
    found = sorted(one for one in composed(feats).split("|") if one.split("=", 1)[0] in UNIVERSAL_FEATURES)
    return "|".join(found)


@dataclass(frozen=True)
class WordMark:
    """A gold word: its number, its counterpart (sentence from 0, word from 1), whether it is scored, and what is right.

    ``head_right`` and ``relation_right`` are None for a word that has no counterpart or is not scored.
    """

    number: int
    counterpart: tuple[int, int] | None
    scored: bool
    head_right: bool | None
    relation_right: bool | None


class WordScores:
    """Which aligned words agree in what; from that the counts of every measure.

    ``gold_words``, ``test_words``: places of the aligned words that are scored. ``head_right``, ``relation_right`` and the other
    masks have one entry for each of these. ``gold_scored``, ``test_scored``: words of each treebank that are scored at all.
    ``left_out``: gold sentences that are aligned but not scored because they are too long; ``missing``: those without a
    parse whose words are scored as words without a counterpart. Both bool, one entry per gold sentence.
    """

    def __init__(
        self,
        gold: Dependencies,
        test: Dependencies,
        alignment: TokenAlignment,
        settings: WordSettings | None = None,
        left_out: NDArray[np.bool_] | None = None,
        missing: NDArray[np.bool_] | None = None,
    ) -> None:
        self.gold, self.test, self.alignment = gold, test, alignment
        self._left_out, self._missing = left_out, missing
        self.settings = settings or WordSettings()
        self._gold_counted = np.ones(gold.words, np.bool_)
        scored_sentences = alignment.aligned if left_out is None else alignment.aligned & ~left_out
        # NONE is the last place
        self.test_scored = np.append(scored_sentences, False)[alignment.sentence_of_test]
        if not PUNCTUATION[self.settings.punctuation]:
            forms = Shared()
            codes = [forms.of(side.symbols, side.form)[0] for side in (gold, test)]
            punctuation = forms.mask(is_punctuation)
            self._gold_counted = ~punctuation[codes[0]]
            self.test_scored = self.test_scored & ~punctuation[codes[1]]
        if missing is not None:
            scored_sentences = scored_sentences | missing
        self.gold_scored = self._gold_counted & scored_sentences[gold.sentence_of]
        gold_words, test_words = alignment.matched
        scored = self.gold_scored[gold_words]
        self.gold_words, self.test_words = gold_words[scored], test_words[scored]

    def within(self, sentences: NDArray[np.bool_]) -> WordScores:
        """The same with only those gold sentences scored."""
        left_out = ~sentences if self._left_out is None else self._left_out | ~sentences
        missing = None if self._missing is None else self._missing & sentences
        return WordScores(self.gold, self.test, self.alignment, self.settings, left_out, missing)

    # -- what is compared --------------------------------------------------------------------------------------------

    @cached_property
    def _gold_symbols(self) -> NDArray[np.int64]:
        """For each symbol of the test the same text's number in the gold, -1 for none."""
        return self.gold.symbols.found_of(self.test.symbols)

    def _as_written(self, column: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A column of both treebanks in the numbers of the gold's symbols."""
        gold: NDArray[np.int64] = getattr(self.gold, column)
        return gold, self._gold_symbols[getattr(self.test, column)]

    def _both(self, shared: Shared, column: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        gold, test = (shared.of(side.symbols, getattr(side, column))[0] for side in (self.gold, self.test))
        return gold, test

    def _same(self, codes: tuple[NDArray[np.int64], NDArray[np.int64]]) -> NDArray[np.bool_]:
        same: NDArray[np.bool_] = codes[0][self.gold_words] == codes[1][self.test_words]
        return same

    @cached_property
    def _universal(self) -> tuple[Shared, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        shared = Shared(relation)
        return shared, self._both(shared, "deprel")

    @cached_property
    def relations(self) -> tuple[Shared, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Labels as the settings compare them: their texts, and their numbers for all words of gold and test."""
        if self.settings.relations == "universal":
            return self._universal
        shared = Shared()
        return shared, self._both(shared, "deprel")

    @cached_property
    def _heads(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Heads in the gold's places: of all gold words, and of all test words; those that match nothing are unlike all others.

        Heads outside of the sentence are the same where the same number is written.
        """
        gold, test = self.gold.parents, self.test.parents
        nowhere = np.iinfo(np.int64).min
        of_test = np.where(test >= 0, self.alignment.gold_of_test[np.maximum(test, 0)] if len(test) else test, test)
        of_test = np.where((test >= 0) & (of_test == NONE), nowhere, of_test)
        return (
            np.where(gold == OUTSIDE, _outside(self.gold), gold),
            np.where(test == OUTSIDE, _outside(self.test), of_test),
        )

    @cached_property
    def head_right(self) -> NDArray[np.bool_]:
        """The head is the root in both, or the heads are aligned with each other."""
        return self._same(self._heads)

    @cached_property
    def relation_right(self) -> NDArray[np.bool_]:
        """The relation is the same."""
        return self._same(self.relations[1])

    @cached_property
    def _upos(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return self._as_written("upos")

    @cached_property
    def _feats(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return self._both(Shared(universal_features), "feats")

    @cached_property
    def _lemma_right(self) -> NDArray[np.bool_]:
        """The lemma is the same, or the gold has none."""
        shared, codes = self._lemmas
        none = codes[0][self.gold_words] == shared.number("_")
        right: NDArray[np.bool_] = none | self._same(codes)
        return right

    @cached_property
    def _lemmas(self) -> tuple[Shared, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        shared = Shared(composed, all_composed)
        return shared, self._both(shared, "lemma")

    @property
    def lemmas_written_otherwise(self) -> NDArray[np.int64]:
        """Which of the aligned words have lemmas that differ in case, quotes, hyphens, blanks or escapes alone."""
        shared, codes = self._lemmas
        wrong = np.flatnonzero(~self._lemma_right)
        gold, test = codes[0][self.gold_words[wrong]], codes[1][self.test_words[wrong]]
        plain = Shared().numbers(plain_forms(shared.texts)) if len(wrong) else np.zeros(0, np.int64)
        found: NDArray[np.int64] = wrong[plain[gold] == plain[test]]
        return found

    @cached_property
    def _functions_right(self) -> NDArray[np.bool_]:
        """The function words that depend on a word are aligned with each other and have the same relation, UPOS and features."""
        shared, relations = self._universal
        is_function = shared.mask(FUNCTION.__contains__)
        gold_function = is_function[relations[0]] & (self.gold.parents >= 0)
        test_function = is_function[relations[1]] & (self.test.parents >= 0)
        gold_counts = np.bincount(self.gold.parents[gold_function], minlength=self.gold.words)
        test_counts = np.bincount(self.test.parents[test_function], minlength=self.test.words)
        children = np.flatnonzero(test_function)
        twins = self.alignment.gold_of_test[children]
        heads = self.alignment.gold_of_test[self.test.parents[children]]
        paired = (twins != NONE) & (heads != NONE)
        children, twins, heads = children[paired], twins[paired], heads[paired]
        same = gold_function[twins] & (self.gold.parents[twins] == heads)
        for gold_codes, test_codes in (relations, self._upos, self._feats):
            same &= gold_codes[twins] == test_codes[children]
        right_counts = np.bincount(self.test.parents[children[same]], minlength=self.test.words)
        wanted, actual = gold_counts[self.gold_words], test_counts[self.test_words]
        right: NDArray[np.bool_] = (wanted == actual) & (actual == right_counts[self.test_words])
        return right

    @cached_property
    def content(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Content words of the gold and of the test, by their relation."""
        shared, (gold, test) = self._universal
        is_content = shared.mask(CONTENT.__contains__)
        return is_content[gold], is_content[test]

    @cached_property
    def errors(self) -> WordErrors:
        """The errors of all scored sentences; their costs add up to the words that UAS and LAS do not count as right."""
        lost, invented = self.gold_scored.copy(), self.test_scored.copy()
        lost[self.gold_words] = False
        invented[self.alignment.test_of_gold[self.alignment.matched[0]]] = False
        return word_errors(
            self.gold,
            self.test,
            self.alignment.gold_of_test,
            (self.gold_words, self.test_words),
            (self.head_right, self.relation_right),
            (np.flatnonzero(lost), np.flatnonzero(invented)),
        )

    @cached_property
    def edges(self) -> EdgeScores:
        """The enhanced graphs of the words alone."""
        scored = self.gold_scored, self.test_scored
        return edge_scores(self.gold, self.test, self.alignment, scored, self.settings.enhancements)

    @cached_property
    def graphs(self) -> EdgeScores:
        """The enhanced graphs with their empty nodes, which are aligned."""
        return graph_scores(self.gold, self.test, self.alignment, (self.gold_scored, self.test_scored))

    # -- one sentence ------------------------------------------------------------------------------------------------

    def marks(self, sentence: int) -> list[WordMark]:
        """What is right and wrong about the words of a gold sentence, for a drawing of both analyses."""
        first, last = self.gold.offsets[sentence : sentence + 2].tolist()
        begin, end = np.searchsorted(self.gold_words, [first, last]).tolist()
        judged = {
            word: (head, label)
            for word, head, label in zip(
                self.gold_words[begin:end].tolist(),
                self.head_right[begin:end].tolist(),
                self.relation_right[begin:end].tolist(),
                strict=True,
            )
        }
        marks = []
        for word in range(first, last):
            twin = int(self.alignment.test_of_gold[word])
            place = (int(self.test.sentence_of[twin]), int(self.test.numbers[twin])) if twin != NONE else None
            head, label = judged.get(word, (None, None))
            marks.append(WordMark(word - first + 1, place, bool(self.gold_scored[word]), head, label))
        return marks

    # -- counts ------------------------------------------------------------------------------------------------------

    def part(self, part: str) -> Counts:
        """The counts of one of DEPENDENCY_PARTS: int64 arrays, one entry per gold sentence; 0 where it is not scored.

        ``words`` counts the gold words that have a counterpart.
        """
        if part in ("tokens", "sentences"):
            gold, test, matched = (self.alignment.tokens if part == "tokens" else self.alignment.breaks).T
            return _counts(gold, test, matched, gold)
        if part in EDGE_PARTS:
            return self.edges.part(part)
        content = part in ("clas", "mlas", "blex")
        aligned = self.gold.sentence_of[self.gold_words]
        right = self.right(part)
        if content:
            scored = self.content[0][self.gold_words]
            right, words = right & scored, self._per_sentence(aligned[scored])
        else:
            words = self._per_sentence(aligned)
        gold, test = self._sizes[content]
        return _counts(gold, test, self._per_sentence(aligned[right]), words)

    @cached_property
    def _sizes(self) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]:
        """Words of the gold and of the test per sentence that are scored: all, and content words only."""
        content = self.gold_scored & self.content[0], self.test_scored & self.content[1]
        return tuple(
            (self._per_sentence(self.gold.sentence_of[gold]), self._per_sentence(self.alignment.sentence_of_test[test]))
            for gold, test in ((self.gold_scored, self.test_scored), content)
        )

    def gold_sizes(self, part: str) -> NDArray[np.int64]:
        """What the gold has of that part per sentence, aligned or not: int64.

        A missing parse that counts as zero lacks all of it.
        """
        gold = self.gold
        if part == "sentences":
            return (gold.lengths > 0).astype(np.int64)
        if part == "tokens":
            several = gold.multiwords
            owners = np.repeat(np.arange(len(gold)), np.diff(several.offsets))
            joined = np.zeros(len(gold), np.int64)
            np.add.at(joined, owners, several.last.astype(np.int64) - several.first)
            return gold.lengths - joined
        counted = self._gold_counted
        if part in EDGE_PARTS:
            owners = self.edges.gold.owners
            return self._per_sentence(gold.sentence_of[owners[counted[owners]]])
        if part in ("clas", "mlas", "blex"):
            counted = counted & self.content[0]
        return self._per_sentence(gold.sentence_of[counted])

    def _per_sentence(self, sentences: NDArray[np.int64]) -> NDArray[np.int64]:
        counts: NDArray[np.int64] = np.bincount(sentences, minlength=len(self.gold)).astype(np.int64)
        return counts

    def right(self, part: str) -> NDArray[np.bool_]:
        """Which of the aligned words are right by that measure, whether they are scored by it or not."""
        if part == "words":
            return np.ones(len(self.gold_words), np.bool_)
        if part in ("upos", "xpos", "ufeats", "lemmas"):
            return self._column_right(part)
        if part == "alltags":
            return self._column_right("upos") & self._column_right("xpos") & self._column_right("ufeats")
        if part in ("uas", "label-accuracy"):
            return self.head_right if part == "uas" else self.relation_right
        attached = self.head_right & self.relation_right
        if part == "mlas":
            return attached & self._same(self._upos) & self._same(self._feats) & self._functions_right
        return attached & self._lemma_right if part == "blex" else attached

    def over_gold(self, right: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """An entry per word of the gold instead of one per aligned word; words that are not scored or not aligned are not right."""
        found = np.zeros(self.gold.words, np.bool_)
        found[self.gold_words] = right
        return found

    def _column_right(self, part: str) -> NDArray[np.bool_]:
        if part == "xpos":
            return self._same(self._as_written("xpos"))
        if part == "lemmas":
            return self._lemma_right
        return self._same(self._upos if part == "upos" else self._feats)


def _counts(
    gold: NDArray[np.int64], test: NDArray[np.int64], matched: NDArray[np.int64], words: NDArray[np.int64]
) -> Counts:
    return Counts(gold, test, matched, words, deleted=gold - matched, inserted=test - matched)


def _outside(sentences: Dependencies) -> NDArray[np.int64]:
    """Heads outside of their sentence as numbers that no place has."""
    heads = sentences.head.astype(np.int64)
    return np.where(heads < 0, heads - (1 << 40), -heads + ROOT + OUTSIDE)
