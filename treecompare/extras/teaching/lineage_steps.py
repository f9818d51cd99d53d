"""Leaf-Ancestor: how a word's lineage in the gold becomes that in the system, symbol by symbol; and all words of the sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.table import LINEAGE_PARTS
from treecompare.comparison.lit import lineage_nodes
from treecompare.drawing.sentence import Wanted
from treecompare.extras.teaching.exercise import GOLD
from treecompare.extras.teaching.frames import Frame, Lineages, Node, Script, Seen, Text
from treecompare.mappings.lineages import WordScore
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.measures import measure
from treecompare.measures.explain import number
from treecompare.trees.tree import PRETERMINAL, WORD

WANTED = Wanted("E")
"""Where words stand for each other by their places; tree distance may delete a word and insert it again."""
BOUNDARIES = "[", "]"
WORD_SCORED = "word"
"""The kind of a step that scores a word."""


def lineage_scripts(comparison: ConstituentComparison, system: int, sentence: int) -> list[Script]:
    """Of each variant that is scored: the script of all words, and one of each word."""
    found: list[Script] = []
    for part in LINEAGE_PARTS:
        if not comparison.table.exists(system, sentence, part):
            continue
        words = _Words(comparison, system, sentence, part)
        title = measure(part).title
        found.append(Script(part, f"{title}, word by word", words.all_steps, WANTED))
        for place, form in enumerate(comparison.words_as_written(system, sentence)[0]):
            word_title = f"{title} of “{form}”"
            found.append(Script(f"{part}:{place + 1}", word_title, partial(words.steps_of, place), WANTED, form))
    return found


@dataclass(frozen=True, eq=False)
class _Words:
    """The words of a sentence with their lineages."""

    comparison: ConstituentComparison
    system: int
    sentence: int
    part: str

    @cached_property
    def scores(self) -> list[WordScore]:
        return self.comparison.word_scores(self.system, self.sentence, self.part) or []

    @cached_property
    def edits(self) -> list[list[tuple[str, str, float]]]:
        return self.comparison.word_edits(self.system, self.sentence, self.part)

    @cached_property
    def leaves(self) -> list[tuple[Node, ...]]:
        mapping = self._mapping
        if mapping is None:
            return [()] * len(self.scores)
        found = (lineage_nodes(mapping, word) for word in range(len(self.scores)))
        return [tuple((side, node) for side, node in both if mapping.trees[side].kinds[node] == WORD) for both in found]

    @cached_property
    def _mapping(self) -> Mapping | None:
        """In which words stand for each other by their places."""
        return self.comparison.mapping(self.system, self.sentence, "E")

    @cached_property
    def nodes(self) -> list[tuple[list[Node], list[Node]]]:
        """Per word, the nodes of its lineages, on each side, from the word up."""
        mapping = self._mapping
        found = []
        for word in range(len(self.scores)):
            both = lineage_nodes(mapping, word) if mapping is not None else []
            sides: tuple[list[Node], list[Node]] = [], []
            for side, node in both:
                assert mapping is not None
                tree = mapping.trees[side]
                if tree.kinds[node] != WORD and (self.part == "la.tags" or tree.kinds[node] != PRETERMINAL):
                    sides[side != GOLD].append((side, node))
            found.append(sides)
        return found

    def score_of(self, word: int) -> str:
        """How the score of a word comes about: ``1 − 3 / (4 + 5) = 0.667``."""
        cells, scored = self.edits[word], self.scores[word]
        if not scored.test and not cells:
            return f"{scored.score:.3f}"
        lengths = [sum(bool(cell[side]) for cell in cells) for side in (0, 1)]
        cost = number(sum(cell[2] for cell in cells))
        if not sum(lengths):
            return f"{scored.score:.3f}"
        return f"1 − {cost} / ({lengths[0]} + {lengths[1]}) = {scored.score:.3f}"

    def steps_of(self, word: int) -> Iterator[Frame]:
        say = self.comparison.names(self.system).told
        scored, cells = self.scores[word], tuple(self.edits[word])
        form, (gold_nodes, test_nodes) = scored.word, self.nodes[word]
        every, titles = (*gold_nodes, *test_nodes), (say("gold"), say("system"))

        def shown(now: int) -> Lineages:
            return Lineages(form, cells, now, titles)

        begin = say(
            "“{0}”: the labels from the word up to the root, in the gold and in the system. Brackets mark the highest "
            "constituent that begins or ends with the word."
        )
        nodes = (*self.leaves[word], *every)
        yield Frame(begin.format(form), "distance 0", nodes=nodes, lineages=shown(-1))
        if not cells and not scored.test and scored.gold:
            yield Frame(say("This word is not in the system: it scores 0."), nodes=nodes, lineages=shown(0))
        cost = 0.0
        left, seen = (iter(gold_nodes), iter(test_nodes)), Seen()
        for place, cell in enumerate(cells):
            cost += cell[2]
            here = [node for side, symbol in enumerate(cell[:2]) if symbol and symbol not in BOUNDARIES
                    and (node := next(left[side], None)) is not None]  # fmt: skip
            figure, kind = f"distance {number(cost)}", operation_of(cell)
            yield seen.frame(_said(say, cell), figure, kind, here, bool(cell[2]), shown(place))
        score = say("“{0}” scores {1}: 1 minus the distance divided by the symbols of both lineages.").format(
            form, self.score_of(word)
        )
        yield seen.frame(score, f"{scored.score:.3f}", lineages=shown(len(cells)))
        yield self._mean(shown(len(cells)), seen)

    def all_steps(self) -> Iterator[Frame]:
        """A step per word; then the mean."""
        say = self.comparison.names(self.system).told
        begin = say(
            "Each word is scored by how alike its lineages are in the gold and in the system: the labels from the word to "
            "the root."
        )
        yield Frame(begin, "sum 0 of 0 words")
        total = words = 0.0
        titles = say("gold"), say("system")
        for place, (scored, nodes) in enumerate(zip(self.scores, self.nodes, strict=True)):
            total += scored.score * scored.weight
            words += scored.weight
            lineages = Lineages(scored.word, tuple(self.edits[place]), len(self.edits[place]), titles)
            text = f"“{scored.word}”: {self.score_of(place)}"
            if not scored.test and scored.gold and not lineages.cells:
                text = say("“{0}”: not in the system: 0").format(scored.word)
            if scored.weight != 1:
                text = f"{text}; it is one of {round(1 / scored.weight)} parts of a word, and its weight is divided accordingly"
            figure = f"sum {total:.3f} of {_words(words)}"
            yield Frame(
                f"{text}.", figure, WORD_SCORED, nodes=(*self.leaves[place], *nodes[0], *nodes[1]), lineages=lineages
            )
        yield self._mean(None, Seen())

    def _mean(self, lineages: Lineages | None, seen: Seen) -> Frame:
        counts = self.comparison.table.part(self.system, self.part, slice(self.sentence, self.sentence + 1))
        total, words = float(counts.score[0]), float(counts.words[0])
        shown = measure(self.part).shown(float(self.comparison.table.scores(self.system, self.part)[self.sentence]))
        text = f"Mean over {_words(words)}: {total:.3f} / {number(words)} = {shown}."
        return seen.frame(text, f"{total:.3f} / {number(words)} = {shown}", lineages=lineages)


def _words(amount: float) -> str:
    return f"{number(round(amount, 3))} word{'' if amount == 1 else 's'}"


def _said(say: Text, cell: tuple[str, str, float]) -> str:
    gold, test, cost = cell
    what = say("The boundary {0}") if (gold or test) in BOUNDARIES else "{0}"
    if gold and test and not cost:
        if gold == test:
            return say("{0} is in both.").format(what.format(gold))
        return say("{0} and {1} count as the same.").format(gold, test)
    if gold and test:
        return say("{0} is replaced by {1}: {2}.").format(gold, test, number(cost))
    if gold:
        return say("{0} is only in the gold and is deleted: {1}.").format(what.format(gold), number(cost))
    return say("{0} is only in the system and is inserted: {1}.").format(what.format(test), number(cost))


def operation_of(cell: tuple[str, str, float]) -> str:
    """What becomes of the symbols of a cell."""
    gold, test, cost = cell
    if gold and test:
        return SWAPPED if cost else MATCHED
    return DELETED if gold else INSERTED
