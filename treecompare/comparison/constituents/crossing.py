"""What becomes of trees before they are prepared: crossing branches, brackets as words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from treecompare.errors import counted, first_of
from treecompare.readers import Problem, Treebank
from treecompare.readers.treebank import AnyTreebank
from treecompare.readers.unescaped import NOT_ESCAPED, TOO_MANY, with_sentences
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import blocks
from treecompare.trees.crossing import KEEP, RAISE, RAISE_WITH_FUNCTION_NODES, SPLIT, Resolved, reordered
from treecompare.trees.edge_labels import edge_column
from treecompare.trees.preparation import without_traces
from treecompare.trees.tree import Trees, has_positions

if TYPE_CHECKING:
    from treecompare.trees.head_rules import HeadRules


SLOWER = 10
"""So many times as long as work in numpy takes the way that follows the nodes of each tree."""
COUNTS = ("sentences", "attached", "changed", "added")


class CrossingBranches:
    """The trees of the gold (number 0) and of the systems, as ``way`` wants their crossing branches."""

    def __init__(self, treebanks: Sequence[Treebank], way: str) -> None:
        self.way = way
        self._treebanks = treebanks
        self._ready: dict[int, Resolved] = {}

    @cached_property
    def rules(self) -> HeadRules:
        """The head rules, one table for all: by the tags of the gold."""
        from treecompare.trees.conversion import usual_table
        from treecompare.trees.head_rules import head_rules

        return head_rules(usual_table(self._treebanks[0].trees))

    def trees(self, number: int) -> Trees:
        """The trees of a treebank, as they are compared."""
        return self._resolved(number).trees

    def making(self) -> Iterator[None]:
        """All trees, some sentences at a time; nothing the second time."""
        for number in range(len(self._treebanks)):
            yield from self._making(number)

    def _making(self, number: int) -> Iterator[None]:
        if number in self._ready:
            return
        trees = self._treebanks[number].trees
        if not has_positions(trees) and (self.way != RAISE_WITH_FUNCTION_NODES or trees.extras is None):
            self._ready[number] = Resolved(trees)
            return
        parts = []
        for first, last in blocks(trees.word_counts * SLOWER):
            parts.append(self._of(trees.part(first, last)))
            yield
        counts = {name: sum(getattr(one, name) for one in parts) for name in COUNTS}
        self._ready[number] = Resolved(Trees.joined([one.trees for one in parts]), **counts)

    def _of(self, trees: Trees) -> Resolved:
        if self.way != KEEP:
            from treecompare.trees.conversion import without_crossing

            return without_crossing(trees, self.way, self.rules)
        return Resolved(linearised(trees, self.rules) if has_positions(trees) else trees)

    def _resolved(self, number: int) -> Resolved:
        for _ in self._making(number):
            pass
        return self._ready[number]

    @cached_property
    def has_crossing(self) -> bool:
        """Whether branches of any treebank cross, as they are compared."""
        return any(self.trees(number).crossing.any() for number in range(len(self._treebanks)))

    def options(self) -> list[str]:
        """What a signature shows."""
        return [] if self.way == KEEP else [f"crossing-branches:{self.way}", f"heads:{self.rules.name}"]

    def warnings(self) -> list[str]:
        """What was changed in which treebank; or that branches cross in some, and others cannot have any."""
        if self.way != KEEP:
            return [told for number in range(len(self._treebanks)) for told in self._changes(number)]
        has = [bool(treebank.trees.crossing.any()) for treebank in self._treebanks]
        if all(has) or not any(has):
            return []
        names = [
            [one.name for one, crosses in zip(self._treebanks, has, strict=True) if crosses is which]
            for which in (True, False)
        ]
        return [
            f"branches cross in {', '.join(names[0])} and nowhere in {', '.join(names[1])}; "
            "crossing branches can be raised or split"
        ]

    def _changes(self, number: int) -> list[str]:
        found, name = self._resolved(number), self._treebanks[number].name
        told = []
        if found.sentences:
            sentences = "1 sentence" if found.sentences == 1 else f"{found.sentences:,} sentences"
            what = "parts added where constituents were split" if self.way == SPLIT else "nodes raised"
            told += [f"branches crossed in {sentences}", f"{what}: {found.changed:,}"]
        if found.attached:
            told.append(f"attached between their neighbours instead of to the root: {found.attached:,}")
        if self.way == RAISE_WITH_FUNCTION_NODES:
            has_edges = edge_column(self._treebanks[number].trees) is not None
            nodes = f"nodes added above tags that carry a function: {found.added:,}"
            told.append(nodes if has_edges else "no edge labels, so that no nodes were added above tags")
        return [f"{name}: {'; '.join(told)}"] if told else []

    def said(self) -> str:
        """For a paper: a sentence behind a blank, or nothing."""
        if self.way == KEEP and not self.has_crossing:
            return ""
        how = {
            KEEP: "Constituents are sets of words; under tree distance and Leaf-Ancestor each stands where its head word stands",
            RAISE: "Crossing branches were resolved by raising non-head parts (Kübler et al. 2008)",
            RAISE_WITH_FUNCTION_NODES: (
                "Crossing branches were resolved by raising non-head parts, and single words that are "
                "subjects, objects or predicates got a node of their own (Kübler et al. 2008)"
            ),
            SPLIT: "Crossing branches were resolved by splitting constituents (Boyd 2007)",
        }
        return f" {how[self.way]}, with the head rules {self.rules.name}."


def linearised(trees: Trees, rules: HeadRules) -> Trees:
    """Trees whose daughters stand in the order of their head words, where branches cross; without a head, of their first words.

    Edge labels are not looked at, for the trees of parsers often have none. The words keep their order in the sentence.
    """
    from treecompare.trees.conversion import head_daughters, head_words

    heads = head_words(trees, head_daughters(trees, rules, with_edges=False))
    keys = np.full(len(heads), np.iinfo(np.int64).max)
    has_head = heads < len(heads)
    keys[has_head] = trees.ranks[heads[has_head]]
    starts, ends = trees.hulls
    without = ~has_head & (ends > starts)
    keys[without] = starts[without]
    return reordered(trees, keys)


# -- brackets as words -------------------------------------------------------------------------------------------------

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
    from treecompare.readers.bracket_words import Readings, Step, trees_of

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
    from treecompare.readers.bracket_words import of_words

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
