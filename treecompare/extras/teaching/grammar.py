"""All analyses of a sentence under a small grammar: rules as a teacher types them, parsed with a chart (``chart.py``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, ReadError, UsageError, counted
from treecompare.extras.teaching.chart import Chart
from treecompare.extras.teaching.exercise import Exercise
from treecompare.readers import Treebank
from treecompare.reading import lines_of
from treecompare.trees.shared_symbols import own_symbols
from treecompare.trees.tree import TreeBuilder, Trees

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
    above: dict[str, dict[str, int]] = {}
    for rule in rules:
        if len(rule.parts) == 1 and not rule.parts[0][1]:
            above.setdefault(rule.category, {}).setdefault(rule.parts[0][0], rule.line)
    done: set[str] = set()
    for first in above:
        path: dict[str, int] = {}
        todo: list[tuple[str, bool]] = [(first, False)]
        while todo:
            name, is_left = todo.pop()
            if is_left:
                done.add(path.popitem()[0])
            elif name in path:
                circle = [*list(path)[path[name] :], name]
                line = max(above[one][other] for one, other in pairwise(circle))
                raise _wrong(
                    line, f"{' -> '.join(circle)} leads back to where it began and adds no word: analyses without end"
                )
            elif name not in done:
                path[name] = len(path)
                todo.append((name, True))
                todo += [(below, False) for below in reversed(above.get(name, {}))]


def shipped() -> list[tuple[str, str]]:
    """Title and text of the grammars that come with the program."""
    texts = [file.read_text("utf-8") for file in sorted(resources.path("grammars").glob("*.txt"))]
    return [(read_grammar(text).title, text) for text in texts]


def as_exercise(found: Analyses, gold: int, system: int) -> Exercise:
    """Two of the analyses, by their numbers from 0, as gold and system."""
    sides = [
        Treebank(name, name, "brackets", own_symbols(found.trees.chosen([number])), np.ones(1, np.int64))
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
