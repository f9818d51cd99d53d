"""A sentence in words: its errors, what they cost and which other sentences have the like; and, in one to three sentences, which
words hang elsewhere, what that does to spans, which labels differ. Only what was counted is said: the nodes that mappings pair, or
heads and relations of words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from treecompare.analyses.errors import error_text
from treecompare.comparison.base import Comparison
from treecompare.drawing.arcs import GOLD as OF_GOLD
from treecompare.drawing.arcs import NOWHERE, ArcDrawing
from treecompare.drawing.arcs import TEST as OF_TEST
from treecompare.drawing.columns import GOLD, TEST
from treecompare.errors import as_sentence, counted
from treecompare.mappings.errors import Error, ErrorList, ErrorType, Node
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED, Mapping
from treecompare.trees.characters import visible
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Tree

_MOVED = "Moved"
"""Goes without saying: an error of this kind is drawn from where to where."""
_HEIGHTS = {"high": "too high", "low": "too low"}


@dataclass(frozen=True)
class ErrorRow:
    """``title``: its type; ``words``: what it is about; ``sites``: from where to where, and how. ``operation``: what its bar has
    the colour of, that of lit nodes where it is empty. ``number``: how many of the type the system has in all sentences."""

    title: str
    words: str
    sites: str
    operation: str
    number: int

    @property
    def link(self) -> str:
        """What leads to all of them."""
        return f"{self.number:,} in all ›"


@dataclass(frozen=True)
class SentenceErrors:
    """The errors of a sentence of a system.

    ``errors``: those of all sentences of the system; ``numbers``: how many of them each type has, by its key; empty where
    only those of the sentence are known.
    """

    comparison: Comparison
    system: int
    sentence: int
    errors: ErrorList
    numbers: dict[str, int]

    @property
    def own(self) -> list[Error]:
        """The errors of the sentence."""
        return self.errors.of(self.sentence)

    def told(self, text: str) -> str:
        """Tells errors, or differences between two analyses that are called by their names."""
        return self.comparison.names(self.system).told_of_errors(text)

    def said(self) -> str:
        """How many there are, or why that is not known."""
        if not self.errors.analysed[self.sentence]:
            reason = self.comparison.table.reason(self.system, self.sentence)
            return self.told("No error analysis: {0}").format(reason or "there is no parse")
        count = counted(len(self.own), "error") if self.own else "No errors"
        if edges := _edges_said(self.comparison, self.system, self.sentence):
            return self.told(f"{count} in the basic tree. {edges}")
        return self.told(count if self.own else f"{count}.")

    def row(self, error: Error) -> ErrorRow:
        """One of them."""
        kind = next((one for one in self.comparison.error_types if one.has(error)), None)
        shown = error_text(self.comparison, self.system, self.sentence, error)
        label = error.label if error.label not in (shown, _sites(error)) else ""
        sides = {side for side, _ in error.nodes}
        operation = DELETED if sides == {GOLD} else INSERTED if sides == {TEST} else SWAPPED
        return ErrorRow(
            visible(self.told(_named(self.comparison.error_types, error))),
            visible(f"{label} {shown}".strip()),
            visible(self._where(error)),
            "" if error.moved else operation,
            self.numbers.get(kind.key, 0) if kind is not None else 0,
        )

    def _where(self, error: Error) -> str:
        """What is wrong, where that is not said by the type; from where to where, and how high."""
        kind, about = (_named(among, error) for among in (self.comparison.error_kinds, self.comparison.error_types))
        what = kind if kind not in (about, _MOVED) else ""
        height = _HEIGHTS.get(error.height, error.height)
        return " · ".join(filter(None, (self.told(what), _sites(error), self.told(height))))


def why_no_errors(comparison: Comparison, system: int) -> str:
    """Why no errors of a system can be told yet, or at all; empty where they can."""
    if not comparison.error_types:
        return "Error types need constituents or dependencies."
    if comparison.table.waits(system):
        return comparison.names(system).told_of_errors("Error types follow once all sentences are compared.")
    return ""


def sentence_errors(comparison: Comparison, system: int, sentence: int, errors: ErrorList) -> SentenceErrors:
    """The errors of a sentence; ``errors``: those of the system."""
    numbers = {one.key: int(np.count_nonzero(one.among(errors))) for one in comparison.error_types}
    return SentenceErrors(comparison, system, sentence, errors, numbers)


def _named(among: Sequence[ErrorType], error: Error) -> str:
    return next((one.title for one in among if one.has(error)), error.kind)


def _sites(error: Error) -> str:
    """From where to where."""
    return f"{error.source} → {error.target}" if error.source and error.target else ""


def _edges_said(comparison: Comparison, system: int, sentence: int) -> str:
    """How many edges of enhanced graphs differ, which no error is about; empty where none does, or none are compared."""
    table = comparison.table
    if not table.has("elas"):
        return ""
    counts = table.part(system, "elas", slice(sentence, sentence + 1))
    missing, extra = (int(one[0]) for one in (counts.deleted, counts.inserted))
    if missing > 0:
        return f"{counted(missing, 'enhanced edge')} missing{f', {extra:,} extra' if extra > 0 else ''}."
    return f"{counted(extra, 'enhanced edge')} extra." if extra > 0 else ""


# -- sentences with errors like those of another one -------------------------------------------------------------------

Labels = tuple[str, str, str, str, str]


class Likeness(IntEnum):
    """How like a sentence is, the most first."""

    LABELS = 1
    """The same errors, from the same labels to the same labels."""
    TYPES = 2
    """Errors of the same types."""
    SOME = 3
    """One of the errors, labels and all."""


@dataclass(frozen=True)
class Sought:
    """The errors that are sought: all those of a sentence, or ``one`` of them."""

    labels: frozenset[Labels]
    types: frozenset[str]
    one: Error | None = None

    @classmethod
    def of(cls, errors: Iterable[Error], types: Sequence[ErrorType], one: Error | None = None) -> Sought:
        """``types``: those of the comparison."""
        found = [one] if one is not None else list(errors)
        return cls(frozenset(map(labels_of, found)), frozenset(type_of(error, types) for error in found), one)

    def likeness(self, errors: Sequence[Error], types: Sequence[ErrorType]) -> Likeness | None:
        """How like what is sought the errors of a sentence are; None where they are not."""
        if not errors:
            return None
        labels = {labels_of(error) for error in errors}
        kinds = {type_of(error, types) for error in errors}
        is_one = self.one is not None
        if self.labels <= labels if is_one else self.labels == labels:
            return Likeness.LABELS
        if self.types <= kinds if is_one else self.types == kinds:
            return Likeness.TYPES
        return Likeness.SOME if self.labels & labels else None

    def among(self, errors: Iterable[Error], types: Sequence[ErrorType]) -> Error | None:
        """The error of a sentence that is most like the one that is sought; None where all are sought."""
        if self.one is None:
            return None
        ranked = sorted(
            errors, key=lambda error: (labels_of(error) not in self.labels, type_of(error, types) not in self.types)
        )
        return ranked[0] if ranked else None


def labels_of(error: Error) -> Labels:
    """What two errors have in common that are the same but for their words."""
    return error.kind, error.what, error.label, error.source, error.target


def type_of(error: Error, types: Sequence[ErrorType]) -> str:
    """The key of the first type that an error is of."""
    return next((one.key for one in types if one.has(error)), error.kind)


def error_at(errors: Iterable[Error], nodes: Sequence[Node]) -> Error | None:
    """The error to which one of these nodes belongs, rather as a changed node than as one that moved."""
    wanted, errors = set(nodes), list(errors)
    own = [error for error in errors if wanted.intersection(error.nodes)]
    return next(iter(own or [error for error in errors if wanted.intersection(error.moved)]), None)


def next_alike(
    sought: Sought,
    errors: ErrorList,
    types: Sequence[ErrorType],
    order: Sequence[int],
    row: int,
    direction: int,
    at_least: Likeness | None = None,
) -> tuple[int, Likeness] | None:
    """The next row after ``row`` (direction 1), or the one before (-1), that is like what is sought, round the ends.

    ``order``: the sentence of each row. ``at_least``: what is less like it does not count; by default the row that is most like
    it is found, the next one of these. None where no other row is like it.
    """
    found: tuple[int, Likeness] | None = None
    for step in range(1, len(order)):
        place = (row + direction * step) % len(order)
        likeness = sought.likeness(errors.of(order[place]), types)
        if likeness is None:
            continue
        if at_least is not None:
            if likeness <= at_least:
                return place, likeness
        elif found is None or likeness < found[1]:
            found = place, likeness
            if likeness == Likeness.LABELS:
                break
    return found


# -- what differs in a sentence, in one to three sentences -------------------------------------------------------------

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_TOLD = 2
"""So many words or phrases are told one by one; more are counted."""
MOST_WORDS = 5
"""Of a phrase."""
MOST_SENTENCES = 3


def number(count: int) -> str:
    """A number in a sentence: in words up to twelve."""
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"


def _of(count: int, one: str, more: str = "") -> str:
    return f"{number(count)} {one if count == 1 else more or f'{one}s'}"


def _listed(parts: Sequence[str]) -> str:
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


# -- trees ---------------------------------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """Words that hang elsewhere: what they are, on which labels they hang in the gold and in the system; of a word with another tag
    both tags."""

    words: str
    size: int
    gold: str
    test: str
    tags: Sequence[str] = ()


def trees_in_words(spans: Mapping | None, distance: Mapping | None) -> str:
    """What differs between two trees. ``spans``, ``distance``: the E-mapping and the T-mapping of both whole trees with labels.
    Empty where one of them is not there, or nothing differs."""
    if spans is None or distance is None:
        return ""
    gold, test = distance.gold, distance.test
    deleted = [node for node in range(len(gold)) if node not in distance.test_of_gold]
    inserted = [node for node in range(len(test)) if node not in distance.gold_of_test]
    pairs = _pairs(gold, test, deleted, inserted)
    said = [_hang(_tops(gold, test, pairs))] if pairs else []
    alone = [one for one in deleted if one not in pairs], [one for one in inserted if one not in pairs.values()]
    larger, alone = _same_label(gold, test, *alone)
    said += larger[:MOST_TOLD]
    if len(larger) > MOST_TOLD:
        said = [*said[:-MOST_TOLD], f"{_of(len(larger), 'constituent has', 'constituents have')} other words"]
    only = _constituents(gold, alone[0]), _constituents(test, alone[1])
    said += [_alone(*only)] if any(only) else []
    swapped = [gold.kinds[node] for node, _ in distance.swapped]
    labels, tags = (sum(kind == one for kind in swapped) for one in (CONSTITUENT, PRETERMINAL))
    if labels or tags:
        said.append(_relabelled(labels, tags, (spans.cost, distance.cost)))
    same = [one for one in distance.pairs if one not in distance.swapped]
    other_spans = len(_constituents(gold, [node for node, _ in same if node not in spans.test_of_gold]))
    if other_spans and (deleted or inserted):
        moved = f"; only {_of(len(pairs), 'node')} {'moves' if len(pairs) == 1 else 'move'}"
        gets = "constituent gets another span" if other_spans == 1 else "constituents get other spans"
        said.append(f"{number(other_spans)} {gets}{moved if 0 < len(pairs) < other_spans else ''}")
    told = said if len(said) <= MOST_SENTENCES else [*said[: MOST_SENTENCES - 1], said[-1]]
    return " ".join(map(as_sentence, told))


def _pairs(gold: Tree, test: Tree, deleted: Sequence[int], inserted: Sequence[int]) -> dict[int, int]:
    """What moved: a node that was deleted, and one that was inserted with the same label over the same words."""
    there: dict[tuple[int, str, int], list[int]] = {}
    for node in inserted:
        there.setdefault(_key(test, node), []).append(node)
    return {node: found.pop(0) for node in deleted if (found := there.get(_key(gold, node)))}


def _key(tree: Tree, node: int) -> tuple[int, str, int]:
    return int(tree.kinds[node]), tree.texts[node], tree.word_sets[node]


def _tops(gold: Tree, test: Tree, pairs: dict[int, int]) -> list[Moved]:
    """The uppermost nodes of what moved, each with the words below it; a word moves with its tag, also where that is another."""
    found = []
    for node, partner in pairs.items():
        mother, other = gold.parents[node], test.parents[partner]
        if mother in pairs and pairs[mother] == other:
            continue
        words, tags = gold.word_sets[node], tuple[str, ...]()
        if min(mother, other) >= 0 and gold.kinds[mother] == test.kinds[other] == PRETERMINAL:
            tags, mother, other = (gold.texts[mother], test.texts[other]), gold.parents[mother], test.parents[other]
        own, others = (tree.texts[one] if one >= 0 else "nothing" for tree, one in ((gold, mother), (test, other)))
        found.append(Moved(_told_words(gold, words), words.bit_count(), own, others, tags))
    return found


def _told_words(tree: Tree, words: int) -> str:
    numbers = [place for place in range(len(tree.words)) if words >> place & 1]
    told = [tree.words[place] for place in numbers[:MOST_WORDS]]
    return " ".join([*told, *(["…"] if len(numbers) > MOST_WORDS else [])])


def _hang(tops: Sequence[Moved]) -> str:
    if len(tops) > MOST_TOLD:
        return f"{number(len(tops))} words or phrases hang elsewhere"
    noun = "one word" if tops[0].size == 1 else _of(tops[0].size, "word")
    first = f"{noun}, “{tops[0].words}”, {_instead(tops[0], 'hang ' if tops[0].size > 1 else 'hangs ')}"
    return "; ".join([first, *(f"“{one.words}” {_instead(one)}" for one in tops[1:])])


def _instead(one: Moved, hangs: str = "") -> str:
    hangs = f"is tagged {one.tags[1]} instead of {one.tags[0]} and hangs " if one.tags else hangs
    return hangs + (f"under {one.test} instead of {one.gold}" if one.test != one.gold else f"under another {one.gold}")


def _same_label(
    gold: Tree, test: Tree, deleted: Sequence[int], inserted: Sequence[int]
) -> tuple[list[str], tuple[list[int], list[int]]]:
    """What is said of constituents that have one label on both sides and more words on one of them; and what is left of both."""
    said: list[str] = []
    left = list(inserted)
    rest: list[int] = []
    for node in deleted:
        words = gold.word_sets[node]
        other = next((one for one in left if _is_part(gold, node, test, one)), None)
        if other is None or gold.kinds[node] != CONSTITUENT:
            rest.append(node)
            continue
        left.remove(other)
        more = words ^ test.word_sets[other]
        told = _told_words(gold if more & words else test, more)
        noun = ("word less", "words fewer") if more & words else ("word more", "words more")
        said.append(f"{gold.texts[node]} has {_of(more.bit_count(), *noun)} in the system, “{told}”")
    return said, (rest, left)


def _is_part(gold: Tree, node: int, test: Tree, other: int) -> bool:
    """Whether two nodes have the same label, and one has all words of the other."""
    words, others = gold.word_sets[node], test.word_sets[other]
    return _key(gold, node)[:2] == _key(test, other)[:2] and words & others in (words, others)


def _constituents(tree: Tree, nodes: Sequence[int]) -> list[str]:
    return [tree.texts[node] for node in nodes if tree.kinds[node] == CONSTITUENT]


def _alone(gold: Sequence[str], test: Sequence[str]) -> str:
    """Constituents that one side lacks; one of a label that both have is over words of which the other has only some."""
    if gold == test and len(gold) == 1:
        return f"{gold[0]} has other words in the system"
    told = [
        f"only the {side} has {labels[0] if len(labels) == 1 else _of(len(labels), 'constituent')}"
        for side, labels in (("gold", gold), ("system", test))
        if labels
    ]
    return ", ".join(told)


def _relabelled(labels: int, tags: int, costs: tuple[float, float]) -> str:
    count = labels + tags
    parts = [_of(count, noun) for count, noun in ((labels, "label"), (tags, "tag")) if count]
    verb, each = ("differs", "it") if count == 1 else ("differ", "each")
    more = f": {each} costs two where spans are compared, one by tree distance" if costs == (2 * count, count) else ""
    return f"{_listed(parts)} {verb}{more}"


# -- dependencies ----------------------------------------------------------------------------------------------------------


def arcs_in_words(drawing: ArcDrawing, compared: Callable[[str], str] = str) -> str:
    """What differs between two analyses whose arcs are laid out. ``compared``: what of a relation counts. Empty where nothing
    differs."""
    columns = drawing.columns
    sides: dict[str, dict[int, tuple[int, str]]] = {OF_GOLD: {}, OF_TEST: {}}
    for arc in drawing.arcs:
        for side in (OF_GOLD, OF_TEST):
            if drawing.is_of(arc, side):
                sides[side].setdefault(arc.word, (arc.head, compared(arc.relation)))
    both = [number for number, one in enumerate(columns) if NOWHERE not in (one.gold, one.test) and not one.empty]
    both = [one for one in both if one in sides[OF_GOLD] and one in sides[OF_TEST]]
    heads = [one for one in both if sides[OF_GOLD][one][0] != sides[OF_TEST][one][0]]
    relations = [one for one in both if one not in heads and sides[OF_GOLD][one][1] != sides[OF_TEST][one][1]]
    said = []
    roots = [[word for word in both if sides[side][word][0] < 0] for side in (OF_GOLD, OF_TEST)]
    if all(len(one) == 1 for one in roots) and roots[0] != roots[1]:
        (own,), (other,) = roots
        if sides[OF_TEST][own][0] == other:
            said.append(
                f"the head of the sentence is exchanged: {columns[other].word} is the root, {columns[own].word} depends on it"
            )
        else:
            said.append(f"{columns[other].word} is the root instead of {columns[own].word}")
    told = [_head_told(drawing, sides, heads[0])] if len(heads) == 1 and not said else []
    if heads and not told:
        told.append(f"{_of(len(heads), 'word has', 'words have')} another head")
    if relations:
        told.append(_relations_told(drawing, sides, relations, bool(told)))
    said += ["; ".join(told)] if told else []
    for side, name in ((OF_TEST, "gold"), (OF_GOLD, "system")):
        lone = [one for one in columns if not one.empty and (one.gold if side == GOLD else one.test) == NOWHERE]
        if lone:
            said.append(f"the {name} has {_of(len(lone), 'word')} more")
    return " ".join(map(as_sentence, said))


def _head_told(drawing: ArcDrawing, sides: dict[str, dict[int, tuple[int, str]]], word: int) -> str:
    own, other = (_called(drawing, sides[side][word][0]) for side in (OF_GOLD, OF_TEST))
    return f"one word, “{drawing.columns[word].word}”, depends on {other} instead of {own}"


def _relations_told(
    drawing: ArcDrawing, sides: dict[str, dict[int, tuple[int, str]]], words: Sequence[int], is_second: bool
) -> str:
    if len(words) == 1 and not is_second:
        own, other = (sides[side][words[0]][1] for side in (OF_GOLD, OF_TEST))
        return f"one word, “{drawing.columns[words[0]].word}”, is {other} instead of {own}"
    has, have = ("more has", "more have") if is_second else ("word has", "words have")
    return f"{_of(len(words), has, have)} another relation"


def _called(drawing: ArcDrawing, head: int) -> str:
    return f"“{drawing.columns[head].word}”" if head >= 0 else "nothing"
