"""Lines, words and constituents as jp-evalb pairs them (Jo, Park & Park, Computational Linguistics 50(3), 2024).

The program goes through both files once, from the front, and pairs greedily: lines, then the words of each group of lines. Words
that are paired have one index, and so have all words of a group n:m; constituents are the same that have the same label over
the same indices. Here is what the program does, also where a better pairing would find more or less; what it cannot do (it
stops with an error where something differs at the end of a file, for it looks at the line behind) goes on here in its own spirit:
the end of both files is agreement, and a side with one line or word left takes all that remain on the other side.

Differences that no output of the program shows: constituents without any word count nowhere, and a word that has brackets
beside it has an empty tag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.characters import Text
from treecompare.mappings.sentence_pairing import pair_sentences
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import sums_before
from treecompare.trees.tree import WORD, Tree, Trees

NEARLY = 0.15
"""Lines are nearly equal up to this number of edits per character of the gold."""
SHORT = 40
"""Groups with this number of indices are short; the program's own length counts words."""
COLLINS = frozenset(("TOP", "-NONE-", ",", ":", "``", "''", "."))
"""What ``-evalb`` deletes, with all that is below."""
SAME_WORDS = {"''": '"', "`": "'", "``": '"', "ca": "can", "wo": "will", "n't": "not"}
_TOP = frozenset(("TOP",))
_TOP_AND_S1 = frozenset(("TOP", "S1"))
"""No constituents of the gold, and of the test."""
Bracket = tuple[str, int, int]
"""Label, first word, the word behind the last."""


@dataclass(frozen=True)
class Group:
    """Lines (from 0) that were put together, and what is counted of them.

    ``length``: what the column Len. shows. ``words``: the gold's tags. ``is_error``: the numbers of words differ under ``-evalb``;
    all counts are 0 then. ``is_short``: it counts among those of at most 40 words, though indices are counted (words, where there
    is an error).
    """

    gold_lines: tuple[int, ...]
    test_lines: tuple[int, ...]
    length: int
    matched: int = 0
    gold: int = 0
    test: int = 0
    crossing: int = 0
    words: int = 0
    correct_tags: int = 0
    is_complete: bool = False
    is_error: bool = False
    is_short: bool = True


@dataclass(frozen=True)
class _Line:
    """A tree: its words, a tag per word, its constituents, and how many subtrees were deleted."""

    words: list[str]
    tags: list[tuple[str, str]]
    brackets: list[Bracket]
    deleted: int


@dataclass(frozen=True)
class Run:
    """All groups, in order; lines that are in none are lost. ``stops``: the program itself stops with an error."""

    groups: list[Group]
    stops: bool


def jp_evalb(gold: Trees, test: Trees, evalb: bool = False) -> Run:
    """Pairs and counts two files; ``evalb``: as the program's option ``-evalb`` has it."""
    whole = [[_line(tree) for tree in trees] for trees in (gold, test)]
    lines = [[_line(tree, COLLINS) for tree in trees] for trees in (gold, test)] if evalb else whole
    pairs, stops = group_lines([one.words for one in whole[0]], [one.words for one in whole[1]])
    counted = [
        _counted(g, t, _joined(lines[0], g), _joined(lines[1], t), lines[0][number].deleted, evalb)
        for number, (g, t) in enumerate(pairs)
    ]
    return Run([group for group, _ in counted], stops or any(stopped for _, stopped in counted))


# -- lines -----------------------------------------------------------------------------------------------------------------


class _Texts:
    """The texts of both files, and which lines agree."""

    def __init__(self, gold: Sequence[Sequence[str]], test: Sequence[Sequence[str]]) -> None:
        self.gold = [" ".join(words).lower() for words in gold]
        self.test = [" ".join(words).lower() for words in test]
        self._keys = [
            ["".join(SAME_WORDS.get(word, word) for word in text.split(" ")) for text in texts]
            for texts in (self.gold, self.test)
        ]
        self._known: dict[tuple[int, int], bool] = {}
        self.stops = False  # the program asks for a line behind the last, or divides by the length of an empty line

    def agree(self, gold: int, test: int) -> bool:
        """Whether two lines are equal, or nearly equal and followed by lines that agree."""
        passed: list[tuple[int, int]] = []
        while (gold, test) not in self._known:
            if gold == len(self.gold) or test == len(self.test):
                self._known[gold, test] = gold == len(self.gold) and test == len(self.test)
                self.stops = True
                break
            one, other = self._keys[0][gold], self._keys[1][test]
            self.stops |= not one and bool(other)
            if one == other or not _nearly(one, other):
                self._known[gold, test] = one == other
                break
            passed.append((gold, test))
            gold, test = gold + 1, test + 1
        agreed = self._known[gold, test]
        self._known.update(dict.fromkeys(passed, agreed))
        return agreed


def group_lines(
    gold: Sequence[Sequence[str]], test: Sequence[Sequence[str]]
) -> tuple[list[tuple[tuple[int, ...], tuple[int, ...]]], bool]:
    """Which lines of the gold and of the test are put together, given the words of each; whether the program stops."""
    texts = _Texts(gold, test)
    groups = []
    g = t = 0
    # the number of a line of the test is compared with the number of lines of the gold: what is behind is lost
    while g < len(gold) and t < len(test) and t <= len(gold):
        first_gold, first_test = g, t
        if not texts.agree(g, t):
            while not texts.agree(g + 1, t + 1):
                if g + 1 == len(gold):
                    t = len(test) - 1
                elif t + 1 == len(test):
                    g = len(gold) - 1
                elif len(texts.test[t]) < len(texts.gold[g]):
                    t += 1
                elif len(texts.test[t]) > len(texts.gold[g]):
                    g += 1
                else:
                    break
        groups.append((tuple(range(first_gold, g + 1)), tuple(range(first_test, t + 1))))
        g, t = g + 1, t + 1
    stops = texts.stops or ((g < len(gold)) != (t < len(test)) and t <= len(gold))
    return groups, stops


def _nearly(gold: str, test: str) -> bool:
    """Whether the edit distance is at most 0.15 of the gold's length."""
    most = NEARLY * (len(gold) + 1)
    return bool(gold) and abs(len(gold) - len(test)) <= most and edit_distance(gold, test) / len(gold) <= NEARLY


def edit_distance(one: str, other: str) -> int:
    """Levenshtein's distance; a bit per character of ``one`` (Myers 1999, in the form of Hyyrö 2003)."""
    if not one:
        return len(other)
    places: dict[str, int] = {}
    for place, character in enumerate(one):
        places[character] = places.get(character, 0) | 1 << place
    full, last, distance = (1 << len(one)) - 1, 1 << len(one) - 1, len(one)
    more, less = full, 0  # where a column grows, and where it shrinks, from row to row
    for character in other:
        equal = places.get(character, 0)
        diagonal = (((equal & more) + more) ^ more) | equal | less
        right, left = less | ~(diagonal | more) & full, more & diagonal
        distance += bool(right & last) - bool(left & last)
        right = right << 1 | 1
        more = (left << 1 | ~(diagonal | right)) & full
        less = right & diagonal & full
    return distance


# -- words -----------------------------------------------------------------------------------------------------------------


def index_words(gold: Sequence[str], test: Sequence[str]) -> tuple[list[int], list[int], bool]:
    """The index of each word: words that are paired have the same, and all words of a group have one.

    Third: whether the program stops.
    """
    sides = [[word.lower() for word in words] for words in (gold, test)]
    left = [sum(map(len, words)) for words in (gold, test)]  # characters that are in no group yet
    found: tuple[list[int], list[int]] = ([], [])
    g = t = index = 0
    stops = is_pair = False
    while g < len(gold) and t < len(test):
        first_gold, first_test = g, t
        is_pair = sides[0][g] == sides[1][t]
        left = [left[0] - len(gold[g]), left[1] - len(test[t])]
        while not is_pair and sides[0][g + 1 : g + 2] != sides[1][t + 1 : t + 2]:  # the next words, or both ends
            if g + 1 == len(gold):
                stops |= g > first_gold or t > first_test
                t = len(test) - 1
            elif t + 1 == len(test):
                stops |= g > first_gold or t > first_test
                g = len(gold) - 1
            elif left[1] > left[0]:
                t += 1
                left[1] -= len(test[t])
            elif left[1] < left[0]:
                g += 1
                left[0] -= len(gold[g])
            else:
                break
        found[0].extend([index] * (g + 1 - first_gold))
        found[1].extend([index] * (t + 1 - first_test))
        g, t, index = g + 1, t + 1, index + 1
    for side, words, goes_on in zip(found, (gold, test), (is_pair, not is_pair), strict=True):
        remaining = len(words) - len(side)
        side.extend([index - 1] * remaining if index else range(remaining))
        stops |= bool(index and remaining) and not goes_on
    return *found, stops


# -- constituents ----------------------------------------------------------------------------------------------------------


def _line(tree: Tree, deleted: frozenset[str] = frozenset()) -> _Line:
    """A tree without the subtrees whose labels are ``deleted``: any below the outermost bracket, which is none of the tree's own
    where that has several daughters."""
    sizes, is_word = tree.sizes.tolist(), (tree.kinds == WORD).tolist()
    texts = [tree.symbols.texts[label] for label in tree.labels.tolist()]
    root = len(sizes) - 1
    kept = [True] * len(sizes)
    count, node = 0, root
    while node >= 0:
        is_outermost = node == root and _daughters(sizes, root) <= 1
        if not is_word[node] and texts[node] in deleted and not is_outermost:
            kept[node + 1 - sizes[node] : node + 1] = [False] * sizes[node]
            count, node = count + 1, node - sizes[node]
        else:
            node -= 1
    words: list[str] = []
    tags: list[tuple[str, str]] = []
    brackets: list[Bracket] = []
    below: list[tuple[int, int, int]] = []  # subtrees without a mother yet: top node, first word, height
    for node in range(len(sizes)):
        if not kept[node]:
            continue
        if is_word[node]:
            below.append((node, len(words), 1))
            words.append(texts[node])
            tags.append(("", texts[node]))
            continue
        daughters, daughter, first_word, height = 0, node, len(words), 1
        while below and below[-1][0] > node - sizes[node]:
            daughter, first_word, its_height = below.pop()
            daughters, height = daughters + 1, max(height, its_height + 1)
        below.append((node, first_word, height))
        if daughters == 1 and is_word[daughter]:
            tags[-1] = texts[node], words[-1]
        elif height > 2 and first_word < len(words):
            brackets.append((texts[node], first_word, len(words)))
    return _Line(words, tags, brackets, count)


def _daughters(sizes: list[int], node: int) -> int:
    first, below, count = node - sizes[node], node - 1, 0
    while below > first:
        count, below = count + 1, below - sizes[below]
    return count


def _joined(lines: Sequence[_Line], numbers: Sequence[int]) -> _Line:
    """The lines of a group as one."""
    words: list[str] = []
    tags: list[tuple[str, str]] = []
    brackets: list[Bracket] = []
    for number in numbers:
        one, before = lines[number], len(words)
        brackets += [(label, first + before, end + before) for label, first, end in one.brackets]
        words += one.words
        tags += one.tags
    return _Line(words, tags, brackets, 0)


def _constituents(line: _Line, begins: Sequence[int], ends: Sequence[int], without: frozenset[str]) -> list[Bracket]:
    """Constituents by where their first word begins and their last one ends, with labels up to the first hyphen."""
    return [
        (label.split("-")[0], begins[first], ends[end - 1])
        for label, first, end in line.brackets
        if label not in without and label.split("-")[0]
    ]


def _counted(
    gold_lines: tuple[int, ...], test_lines: tuple[int, ...], gold: _Line, test: _Line, deleted: int, evalb: bool
) -> tuple[Group, bool]:
    """What a group counts, and whether the program stops in it.

    ``deleted``: the program adds to the length what it deleted in the gold line of the group's number.
    """
    length = len(gold.words) + deleted
    if evalb and len(gold.words) != len(test.words):
        return Group(gold_lines, test_lines, length, is_error=True, is_short=len(gold.words) <= SHORT), False
    *indices, stops = index_words(gold.words, test.words)
    sides = zip((gold, test), indices, (_TOP, _TOP_AND_S1), strict=True)
    ours, theirs = (_constituents(line, index, [one + 1 for one in index], without) for line, index, without in sides)
    matched = len(set(ours) & set(theirs))
    if evalb:
        left, right = set(ours) - set(theirs), set(theirs) - set(ours)
        matched += sum({("ADVP", *span), ("PRT", *span)} <= left | right for span in _spans(left) & _spans(right))
        correct = sum(one == other for one, other in zip(gold.tags, test.tags, strict=True))
    else:
        correct = (Counter(gold.tags) & Counter(test.tags)).total()
    group = Group(
        gold_lines, test_lines, length, matched, len(ours), len(theirs), _crossing(ours, theirs), len(gold.tags), correct,
        is_complete=matched == len(ours) == len(theirs), is_short=len(set(indices[0])) <= SHORT,
    )  # fmt: skip
    return group, stops


def _spans(brackets: set[Bracket]) -> set[tuple[int, int]]:
    return {(first, end) for _, first, end in brackets}


def _crossing(gold: list[Bracket], test: list[Bracket]) -> int:
    """How many constituents of the test cross one of the gold."""
    if not gold or not test:
        return 0
    first, end = np.array([one[1:] for one in gold]).T
    its_first, its_end = (column[:, None] for column in np.array([one[1:] for one in test]).T)
    before = (its_first < first) & (first < its_end) & (its_end < end)
    behind = (first < its_first) & (its_first < end) & (end < its_end)
    return int((before | behind).any(axis=1).sum())


# -- the exact alignment ---------------------------------------------------------------------------------------------------


def exact(gold: Trees, test: Trees, cancel: NDArray[np.int32] | None = None) -> list[Group]:
    """The same figures where the characters of both files are aligned without greed: what the program aims at.

    Words and labels are as in the program's own mode, constituents are counted as often as they are there. Every line is in a
    group; one side of it may be empty.

    Raises Cancelled: ``cancel`` was set.
    """
    lines = [[_line(tree) for tree in trees] for trees in (gold, test)]
    texts = [_text(one) for one in lines]
    found = pair_sentences(texts[0], texts[1], cancel=cancel)
    spans = [_positions(text, width) for text, width in zip(texts, (found.gold, found.test), strict=True)]
    groups = []
    for gold_first, gold_last, test_first, test_last in found.groups.tolist():
        numbers = tuple(range(gold_first, gold_last)), tuple(range(test_first, test_last))
        joined = [_joined(side, chosen) for side, chosen in zip(lines, numbers, strict=True)]
        firsts = int(texts[0].sentences[gold_first]), int(texts[1].sentences[test_first])
        counts: list[Counter[Bracket]] = []
        tags: list[Counter[Bracket]] = []
        for line, (starts, ends), first, without in zip(joined, spans, firsts, (_TOP, _TOP_AND_S1), strict=True):
            base = starts[first] if line.words else 0  # both sides share places within a group
            here = slice(first, first + len(line.words))
            begins, behind = ([place - base for place in places[here]] for places in (starts, ends))
            counts.append(Counter(_constituents(line, begins, behind, without)))
            tags.append(Counter(zip((tag for tag, _ in line.tags), begins, behind, strict=True)))
        ours, theirs = (list(one.elements()) for one in counts)
        words, crossing = len(joined[0].words), _crossing(ours, theirs)
        groups.append(Group(*numbers, words, _common(counts), len(ours), len(theirs), crossing, words, _common(tags)))
    return groups


def _common(sides: list[Counter[Bracket]]) -> int:
    """How many are on both sides; what has no width is on one only."""
    return sum(times for (_, start, end), times in (sides[0] & sides[1]).items() if start < end)


def _text(lines: Sequence[_Line]) -> Text:
    words = [word for line in lines for word in line.words]
    offsets = sums_before([len(line.words) for line in lines])
    return Text.of(plain_forms(words), np.arange(len(words), dtype=np.int32), offsets)


def _positions(text: Text, width: NDArray[np.bool_]) -> tuple[list[int], list[int]]:
    """Where each word starts and ends among the characters of its file that have a counterpart."""
    places = sums_before(width)[text.words]
    return places[:-1].tolist(), places[1:].tolist()
