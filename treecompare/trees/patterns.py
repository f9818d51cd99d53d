"""Search by tree pattern in the notation of TGrep2: ``NP < PP``, ``VP << (NP $.. PP)``, ``/^NP/ !> S``.

A pattern describes a node by its relations to other nodes, which are patterns in turn. Only the existence of such nodes
matters, so every relation is a semi-join: from the nodes that match on its right to those that match on its left, in a few numpy
operations over the columns of a whole file.

The relations are in :mod:`treecompare.trees.tree_relations`.

Labels: ``NP``, ``NP|VP``, ``/regular expression/``, ``"label or word"`` (for those with special letters), ``*`` any node, ``i@np``
in any case. Words are leaves. Relations join with each other by juxtaposition or ``&``, by ``|``, in ``[ ]``; ``!`` negates one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np

from treecompare.trees.expressions import one_query
from treecompare.trees.pattern_rows import mask_of
from treecompare.trees.pattern_syntax import SEPARATORS, Among, Dialect, Label, Mask, Node, Reader, Relation, Test
from treecompare.trees.tree import Trees
from treecompare.trees.tree_relations import RELATIONS, Places, mother_of_nth, nth_daughter_of, places

MOST_DIGITS = 9
SPECIAL = "()[]|&!<>$.,=:;\"/@%'^"
_ALIASES = {
    "<'": "<-",
    ">'": ">-",
    "<`": "<-",
    ">`": ">-",
    "<<'": "<<-",
    ">>'": ">>-",
    "<<`": "<<-",
    ">>`": ">>-",
    "%": "$",
}
_RELATION = re.compile(r"<<[,'`-]?|>>[,'`-]?|[<>]-?\d+|[<>][,'`:-]?|\$\.\.|\$,,|\$[.,]?|%|\.\.|,,|\.|,")
_NAME = re.compile(f"[^{re.escape(SEPARATORS + SPECIAL)}]+")


class TreeDialect(Dialect):
    """Labels and words, and relations in a tree."""

    def label(self, reader: Reader) -> Label:
        reader.skip()
        ignores_case = reader.text.startswith("i@", reader.place, reader.last)
        if ignores_case:
            reader.place += 2
        letter = reader.peek()
        if letter == "/":
            among, is_any = reader.among(ignores_case)
            return Label(None if is_any else _with_symbols(among))
        if letter == '"':
            text, plain = reader.string(), ""
        else:
            match = reader.match(_NAME)
            if match is None:
                reader.fail("a label (those with special letters in quotes)")
            text, reader.place = match.group(), match.end()
            if text in ("*", "__"):
                return Label(None)
            plain = "" if ignores_case else text
        if ignores_case:
            folded = text.casefold()
            return Label(_with_symbols(lambda labels: [label.casefold() == folded for label in labels]))
        return Label(_with_symbols(lambda labels: [label == text for label in labels]), plain)

    def relation_at(self, text: str, place: int) -> bool:
        return _RELATION.match(text, place) is not None

    def relation(self, reader: Reader) -> Relation:
        match = reader.match(_RELATION)
        if match is None:
            reader.fail("a relation such as <, <<, >, $ or .")
        if sum(map(str.isdigit, match.group())) > MOST_DIGITS:
            reader.fail(f"a daughter's number of at most {MOST_DIGITS} digits")
        text = _ALIASES.get(match.group(), match.group())
        number = 0 if text in RELATIONS else int(text[1:])
        if text not in RELATIONS and number == 0:
            reader.fail("a daughter's number other than 0")
        reader.place = match.end()
        if text in RELATIONS:
            return RELATIONS[text][0]
        return mother_of_nth(number) if text[0] == "<" else nth_daughter_of(number)


TREES = TreeDialect()


@dataclass(frozen=True)
class Pattern:
    """A parsed pattern; ``text`` is as it was written."""

    text: str
    _node: Node

    def nodes(self, trees: Trees) -> Mask:
        """Which nodes of a file match, one entry per node. Raises UsageError: a regular expression takes too long."""
        with one_query():
            return mask_of(self._node, places(trees))

    def sentences(self, trees: Trees) -> Mask:
        """Which sentences have a node that matches; raises as ``nodes`` does."""
        return trees.totals(self.nodes(trees)) > 0


@lru_cache(maxsize=64)
def compile_pattern(text: str) -> Pattern:
    """Parses a pattern for one tree, which has no variables. Raises PatternError: it is none; says where, and what was expected."""
    return Pattern(text, Reader(TREES, text).read())


def _with_symbols(among: Among) -> Test:
    """Tests each distinct label or word once; results are cached as long as the file's places."""
    known: WeakKeyDictionary[Places, Mask] = WeakKeyDictionary()

    def test(at: Places) -> Mask:
        labels = at.trees.labels
        mask = known.get(at)
        if mask is None:
            mask = np.zeros(len(at.trees.symbols), np.bool_)
            numbers = at.used
            mask[numbers] = among([at.trees.symbols[number] for number in numbers.tolist()])
            known[at] = mask
        return mask[labels]

    return test
