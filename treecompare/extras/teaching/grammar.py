"""All analyses of a sentence under a small grammar: rules as a teacher types them, parsed with a chart.

A chart over rules of at most two parts: longer ones become pairs of a part and a rest (``A -> B C D``: B and the pair of C and D).
Counts are kept by span and symbol, never the ways themselves: sixty words with 10 ** 33 analyses take no longer than others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, ReadError, UsageError, counted
from treecompare.extras.teaching.exercise import Exercise
from treecompare.readers import Treebank
from treecompare.reading import lines_of
from treecompare.trees.tree import TreeBuilder, Trees

MOST_STEPS = 2_000_000
"""So many times parts may be joined, or looked for: a few seconds."""
MOST_DIGITS = 1_000
"""Of a number of analyses: with longer ones every step takes long."""
MOST_CONSTITUENTS = 1_000
"""Of a tree: what is drawn of it can be looked at."""

Part = tuple[str, bool]
"""A category or a word, and whether it is a word."""


class Chart:
    """Fills itself with what stands over each span of the words. ``rules``: category and parts, no category above itself alone.
    Raises UsageError: that takes too long; Cancelled: ``cancel`` was set."""

    def __init__(
        self, rules: Iterable[tuple[str, Sequence[Part]]], words: Sequence[str], cancel: Cancel | None
    ) -> None:
        self._words, self._cancel, self._steps = words, cancel, 0
        self._symbols: dict[Part | tuple[int, int], int] = {}
        self._names: dict[int, str] = {}
        self._pairs: dict[int, tuple[int, int]] = {}
        self._rests: dict[int, dict[int, int]] = {}
        """By the first part of pairs: the pair of each rest."""
        self._made_of: dict[int, dict[int, None]] = {}
        self._above: dict[int, list[int]] = {}
        for category, parts in rules:
            self._add_rule(self._number((category, False)), category, parts)
        self._in_order = self._from_below()
        self._order = {category: place for place, category in enumerate(self._in_order)}
        self._cells: dict[tuple[int, int], dict[int, int]] = {}
        for length in range(1, len(words) + 1):
            for first in range(len(words) - length + 1):
                self._cells[first, first + length] = self._cell(first, first + length)

    # -- rules -----------------------------------------------------------------------------------------------------------

    def _number(self, symbol: Part | tuple[int, int]) -> int:
        return self._symbols.setdefault(symbol, len(self._symbols))

    def _add_rule(self, category: int, name: str, parts: Sequence[Part]) -> None:
        self._check(len(parts))
        whole = self._number(parts[-1])
        for part in reversed(parts[:-1]):
            first = self._number(part)
            pair = self._number((first, whole))
            self._pairs[pair] = first, whole
            self._rests.setdefault(first, {})[whole] = pair
            whole = pair
        self._names[category] = name
        if whole not in self._made_of.setdefault(category, {}):
            self._made_of[category][whole] = None
            self._above.setdefault(whole, []).append(category)

    def _from_below(self) -> list[int]:
        """The categories, each behind those that may stand alone below it."""
        import networkx  # takes 80 ms

        graph = networkx.DiGraph([(made, one) for one, parts in self._made_of.items() for made in parts])
        graph.add_nodes_from(self._names)
        return [one for one in networkx.topological_sort(graph) if one in self._names]

    # -- counting --------------------------------------------------------------------------------------------------------

    def _check(self, steps: int) -> None:
        if self._cancel is not None and self._cancel.is_set():
            raise Cancelled
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise UsageError(
                f"the grammar joins parts of this sentence in more than {MOST_STEPS:,} steps; "
                "expected a shorter sentence or fewer rules"
            )

    def _cell(self, first: int, last: int) -> dict[int, int]:
        """In how many ways each symbol is made of these words."""
        found: dict[int, int] = {}
        if last - first == 1 and (word := self._symbols.get((self._words[first], True))) is not None:
            found[word] = 1
        for middle in range(first + 1, last):
            left, right = self._cells[first, middle], self._cells[middle, last]
            before, begun = len(found), left.keys() & self._rests.keys()
            for part in sorted(begun) if right else ():
                rests = self._rests[part]
                for rest in rests.keys() & right.keys():
                    found[rests[rest]] = found.get(rests[rest], 0) + left[part] * right[rest]
            self._check(1 + len(begun) + len(found) - before)
        todo: list[int] = []
        for part in list(found):
            self._go_up(found, part, todo)
        while todo:
            self._go_up(found, self._in_order[heappop(todo)], todo)
        if max(found.values(), default=0).bit_length() > 10 * MOST_DIGITS // 3:
            raise UsageError(
                f"the number of analyses has more than {MOST_DIGITS:,} digits; expected a shorter sentence or fewer rules"
            )
        return found

    def _go_up(self, found: dict[int, int], part: int, todo: list[int]) -> None:
        """Counts a symbol for the categories that may hold it alone; those that are new are put into the heap."""
        above = self._above.get(part, ())
        self._check(len(above))
        for category in above:
            if category not in found:
                found[category] = 0
                heappush(todo, self._order[category])
            found[category] += found[part]

    def total(self, category: str) -> int:
        """In how many ways all words are one constituent of that category."""
        return self._ways(0, len(self._words), self._symbols.get((category, False), -1))

    def _ways(self, first: int, last: int, symbol: int) -> int:
        return self._cells[first, last].get(symbol, 0)

    def longest(self) -> list[tuple[str, int, int]]:
        """The longest constituents: category, first and last word."""
        for length in range(len(self._words), 0, -1):
            spans = [(first, first + length) for first in range(len(self._words) - length + 1)]
            if found := [
                (self._names[one], *span) for span in spans for one in self._cells[span] if one in self._names
            ]:
                return found
        return []

    # -- building --------------------------------------------------------------------------------------------------------

    def build(self, category: str, place: int, forms: Sequence[str], build: TreeBuilder) -> None:
        """Builds the tree at that place among those of :meth:`total`: rules in their order, short first parts first. Raises
        UsageError: it has too many constituents to be looked at."""
        todo = [(self._symbols[category, False], 0, len(self._words), place)]
        constituents = 0
        while todo:
            symbol, first, last, place = todo.pop()
            if symbol < 0:
                build.close()
            elif symbol in self._pairs:
                todo += self._halves(symbol, first, last, place)
            elif symbol not in self._names:
                build.word(forms[first])
            else:
                constituents += 1
                if constituents > MOST_CONSTITUENTS:
                    raise UsageError(
                        f"an analysis has more than {MOST_CONSTITUENTS:,} constituents; "
                        "expected a shorter sentence or shorter chains of rules with one part"
                    )
                build.open(self._names[symbol])
                for part in self._made_of[symbol]:
                    ways = self._ways(first, last, part)
                    if place < ways:
                        break
                    place -= ways
                todo += [(-1, first, last, 0), (part, first, last, place)]
        build.end_sentence()

    def _halves(self, pair: int, first: int, last: int, place: int) -> list[tuple[int, int, int, int]]:
        """The second and the first half of a pair, as they are built."""
        part, rest = self._pairs[pair]
        for middle in range(first + 1, last):
            rests = self._ways(middle, last, rest)
            ways = self._ways(first, middle, part) * rests
            if place < ways:
                break
            place -= ways
        return [(rest, middle, last, place % rests), (part, first, middle, place // rests)]


MOST_TREES = 100
"""How many analyses are built; all are counted."""
MOST_WORDS = 100
MOST_RULES = 5_000
MOST_PARTS = 20_000
"""Of all rules together; of one rule as many as there may be words."""
MOST_TEXT = 1_000_000
"""Letters of a grammar."""
MOST_LETTERS = 200
"""Letters of a category or a word."""

_TOKEN = re.compile(r"""[ \t]+|(?P<bar>\|)|'(?P<single>[^']*)'|"(?P<double>[^"]*)"|(?P<name>[^\s|'"]+)|(?P<rest>.)""")
_ARROW = re.compile(r"[ \t]*(\S+)[ \t]*(?:->|→|::=)(.*)")
_START = re.compile(r"[ \t]*%[ \t]*start[ \t]+(\S+)[ \t]*")
_SENTENCE = re.compile(r"#[ \t]*sentence:[ \t]*(.+)")


@dataclass(frozen=True)
class Rule:
    """``parts``: categories and words from left to right, each with whether it is a word. ``line``: from 1."""

    category: str
    parts: tuple[tuple[str, bool], ...]
    line: int


@dataclass(frozen=True)
class Grammar:
    """Rules that were checked. ``start``: the category of a sentence; ``title`` and ``sentences`` come from comments."""

    rules: tuple[Rule, ...]
    start: str
    title: str = ""
    sentences: tuple[str, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that stand in rules."""
        return frozenset(text for rule in self.rules for text, is_word in rule.parts if is_word)


@dataclass(frozen=True, eq=False)
class Analyses:
    """``trees``: the first analyses, at most MOST_TREES, always in the same order; ``total``: how many there are in all."""

    words: tuple[str, ...]
    trees: Trees
    total: int


# -- reading a grammar -------------------------------------------------------------------------------------------------


def read_grammar(text: str) -> Grammar:
    """Reads rules, one or several to a line: ``NP -> D N | NP PP``, ``N -> 'man' | "telescope"``; ``#`` begins a comment line.

    The first rule's category is that of sentences, unless a line ``% start S`` names another. The first comment is the title;
    ``# sentence: …`` gives a sentence to try.

    Raises ReadError: a line is not a rule, a category has no rule, or a constituent could hold itself without end; says which line.
    """
    if len(text) > MOST_TEXT:
        raise _wrong(0, f"there are {len(text):,} letters; expected a small grammar of at most {MOST_TEXT:,}")
    rules: list[Rule] = []
    parts = 0
    title, start, start_line = "", "", 0
    sentences: list[str] = []
    for number, line in enumerate(lines_of(text), 1):
        line = line.strip()
        if line.startswith("#"):
            if found := _SENTENCE.fullmatch(line):
                sentences.append(found[1].strip())
            title = title or ("" if found else line.lstrip("# "))
        elif found := _START.fullmatch(line):
            start, start_line = found[1], number
        elif line:
            for rule in _rules_of(line, number):
                rules.append(rule)
                parts += len(rule.parts)
                if len(rules) > MOST_RULES or parts > MOST_PARTS:
                    what = (
                        f"{MOST_RULES:,} rules" if len(rules) > MOST_RULES else f"{MOST_PARTS:,} parts on their right"
                    )
                    raise _wrong(number, f"there are more than {what}; expected a small grammar")
    if not rules:
        raise _wrong(0, "there is no rule; expected lines like S -> NP VP")
    categories = {rule.category for rule in rules}
    for rule in rules:
        for name, is_word in rule.parts:
            if not is_word and name not in categories:
                raise _wrong(
                    rule.line,
                    f"{name} has no rule of its own; expected one ({name} -> …), or quotes if it is a word: '{name}'",
                )
    if start and start not in categories:
        raise _wrong(start_line, f"the category of sentences, {start}, has no rule")
    _check_endless(rules)
    return Grammar(tuple(dict.fromkeys(rules)), start or rules[0].category, title, tuple(sentences))


def _wrong(line: int, reason: str) -> ReadError:
    return ReadError("grammar", line, reason)


def _rules_of(line: str, number: int) -> Iterator[Rule]:
    """The rules of a line. Raises ReadError: it holds none, or something else as well."""
    found = _ARROW.fullmatch(line)
    if not found:
        raise _wrong(
            number, f"'{line[:40]}' is not a rule; expected a category, an arrow and its parts: NP -> D N | NP PP"
        )
    category, right = found.groups()
    _check_name(category, number)
    parts: list[tuple[str, bool]] = []
    for token in _TOKEN.finditer(right + "|"):
        word = token["single"] if token["single"] is not None else token["double"]
        if token["rest"]:
            raise _wrong(
                number, f"a word begins with {token['rest']} and does not end; expected the same quote behind it"
            )
        if len(parts) > MOST_WORDS:
            raise _wrong(
                number,
                f"more than {MOST_WORDS} parts stand on the right of {category} ->; no sentence has that many words",
            )
        if token["bar"]:
            if not parts:
                raise _wrong(
                    number, f"nothing stands on the right of {category} ->; expected categories or words in quotes"
                )
            yield Rule(category, tuple(parts), number)
            parts = []
        elif word is not None:
            if not word or word.split() != [word] or len(word) > MOST_LETTERS:
                raise _wrong(number, f"'{word[:40]}' is not one word; expected quotes around each word: 'old' 'man'")
            parts.append((word, True))
        elif token["name"]:
            _check_name(token["name"], number)
            parts.append((token["name"], False))


def _check_name(name: str, number: int) -> None:
    if not re.fullmatch(r"[^\s()\[\]{}|'\"]+", name) or len(name) > MOST_LETTERS:
        raise _wrong(number, f"'{name[:40]}' is not a category; expected letters and signs without brackets and quotes")


def _check_endless(rules: Sequence[Rule]) -> None:
    """Whether no constituent can hold another of its own category over the same words, for then there are endless analyses. Raises
    ReadError: one can; names the way round."""
    import networkx  # takes 80 ms

    above = networkx.DiGraph()
    for rule in rules:
        if len(rule.parts) == 1 and not rule.parts[0][1] and not above.has_edge(rule.category, rule.parts[0][0]):
            above.add_edge(rule.category, rule.parts[0][0], line=rule.line)
    with suppress(networkx.NetworkXNoCycle):
        circle = networkx.find_cycle(above)
        line = max(above.edges[one]["line"] for one in circle)
        names = " -> ".join([circle[0][0], *(below for _, below in circle)])
        raise _wrong(line, f"{names} leads back to where it began and adds no word: analyses without end")


def shipped() -> list[tuple[str, str]]:
    """Title and text of the grammars that come with the program."""
    texts = [file.read_text("utf-8") for file in sorted(resources.path("grammars").glob("*.txt"))]
    return [(read_grammar(text).title, text) for text in texts]


def as_exercise(found: Analyses, gold: int, system: int) -> Exercise:
    """Two of the analyses, by their numbers from 0, as gold and system."""
    sides = [
        Treebank(name, name, "brackets", found.trees.chosen([number]).with_own_symbols(), np.ones(1, np.int64))
        for name, number in ((f"analysis {gold + 1}", gold), (f"analysis {system + 1}", system))
    ]
    return Exercise((sides[0],), sides[1], Settings(params="none"), title=" ".join(found.words))


# -- analysing a sentence ----------------------------------------------------------------------------------------------


def analyses(grammar: Grammar, sentence: str, cancel: Cancel | None = None, most: int = MOST_TREES) -> Analyses:
    """All analyses of a sentence, whose words stand between blanks; a word that stands in no rule may stand there in lower case.
    Raises UsageError: there is no word or there are too many, the grammar does not know one, finds no analysis, or takes too much
    memory; Cancelled: ``cancel`` was set."""
    words = tuple(sentence.split())
    if not words:
        raise UsageError("there is no sentence; expected words with blanks between them")
    if len(words) > MOST_WORDS:
        raise UsageError(f"the sentence has {counted(len(words), 'word')}; expected at most {MOST_WORDS}")
    chart = Chart(((rule.category, rule.parts) for rule in grammar.rules), _known(grammar, words), cancel)
    total = chart.total(grammar.start)
    if not total:
        raise UsageError(_nothing_found(grammar, chart, words))
    build = TreeBuilder()
    for place in range(min(total, most)):
        if cancel is not None and cancel.is_set():
            raise Cancelled
        chart.build(grammar.start, place, words, build)
    return Analyses(words, build.trees(), total)


def _known(grammar: Grammar, words: Sequence[str]) -> list[str]:
    """The words as the grammar has them. Raises UsageError: it does not know some of them."""
    known = [word if word in grammar.words else word.lower() for word in words]
    lacking = [word for word, there in zip(words, known, strict=True) if there not in grammar.words]
    if not lacking:
        return known
    shown = ", ".join(f"'{one[:40]}'" for one in dict.fromkeys(lacking[:5]))
    first = lacking[0]
    bare = first.strip(".,;:!?")
    if bare and bare != first and {bare, bare.lower()} & grammar.words:
        raise UsageError(
            f"the grammar does not know {shown}; leave out punctuation, or give it a rule and a blank before it"
        )
    raise UsageError(f"the grammar does not know {shown}; expected a rule such as N -> '{first[:40]}'")


def _nothing_found(grammar: Grammar, chart: Chart, words: Sequence[str]) -> str:
    """Why there is no analysis: the longest constituents that there are."""
    parts = {f"{category} over '{' '.join(words[first:last])}'" for category, first, last in chart.longest()}
    shown = sorted(parts)[:3]
    most = f"; the longest it finds: {', '.join(shown)}" if shown else ""
    return f"the grammar finds no {grammar.start} over all {len(words)} words{most}"
