"""Patterns over dependencies: ``obl > NOUN``, a word that depends on a noun as obl; ``VERB < (nsubj&Number=Plur)``.

``>`` points to the head, ``<`` to dependents, as to mothers and daughters in trees of constituents (and contrary to dep_search).
A name alone is a relation (with or without its subtype), a UPOS or an XPOS; ``"of"`` is a form, ``lemma=be``, ``xpos="PRP$"``,
``Number=Plur`` and ``upos!=NOUN`` say what is meant, ``&`` joins several for one word. ``>@L`` has the other word to the left,
``>@R`` to the right, ``>@2-5`` so many words away.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np

from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.pattern_syntax import (
    SEPARATORS,
    Among,
    Dialect,
    Label,
    Reader,
    Relation,
    Test,
    above,
    by_text,
    equal,
    itself,
    sentence,
)
from treecompare.trees.tree_relations import RELATIONS, NodePlaces, child_of, parent_of

_NAME = re.compile(f'[^{re.escape(SEPARATORS)}()\\[\\]|&!<>$,.;"/@=]+')
_KEY = re.compile(r"(form|lemma|upos|xpos|relation|feats)(!?=)|([A-Z]\w*(?:\[\w+\])?)(!?=)(?=[A-Z0-9\"/])")
_RELATION = re.compile(
    r"<<|>>|[<>](?:@(?P<side>[LR])?(?P<least>\d{1,6})?(?P<to>-)?(?P<most>\d{1,6})?)?|\$\.\.|\$,,|\$|\.\.|,,|\.|,"
)
_SIGN = re.compile('(?:i@)?["/]')
_COLUMNS = {"relation": "deprel"}


class WordPlaces(NodePlaces):
    """Where the words of a file stand to each other."""

    def __init__(self, of: Dependencies) -> None:
        super().__init__(of, np.maximum(of.parents, -1), of.offsets)

    @cached_property
    def deepest(self) -> int:
        """So many steps up lead out of any sentence."""
        return int(self.of.lengths.max(initial=0))


@lru_cache(maxsize=8)
def word_places(words: Dependencies) -> WordPlaces:
    """The places of a file's words; those of the last files asked for are kept."""
    return WordPlaces(words)


# -- relations -------------------------------------------------------------------------------------------------------------

Within = Callable[[Numbers], Mask]
"""Whether the distance from the left word to the right one (negative where that stands before it) is wanted."""


def _depends_on(within: Within) -> Relation:
    return Relation(
        lambda at, right: child_of(at, right) & within(at.parents - at.node),
        lambda at, left, right: within(right - left),
        above,
        itself,
    )


def _is_head_of(within: Within) -> Relation:
    return Relation(
        lambda at, right: parent_of(at, right & within(at.node - at.parents)),
        lambda at, left, right: within(right - left),
        itself,
        above,
    )


def _below(at: WordPlaces, right: Mask) -> Mask:
    return _spread(child_of, at, right)


def _stands_above(at: WordPlaces, right: Mask) -> Mask:
    return _spread(parent_of, at, right)


def _spread(step: Callable[[WordPlaces, Mask], Mask], at: WordPlaces, right: Mask) -> Mask:
    """What one step or more lead to."""
    found = step(at, right)
    while True:
        more = found | step(at, found)
        if np.array_equal(more, found):
            return found
        found = more


def _is_below(at: WordPlaces, left: Numbers, right: Numbers) -> Mask:
    word, found = at.parents[left], np.zeros(len(left), np.bool_)
    for _ in range(at.deepest):
        found |= word == right
        if (found | (word < 0)).all():
            break
        word = np.where(word < 0, -1, at.parents[np.maximum(word, 0)])
    return found


_RELATIONS: dict[str, Relation] = {
    ">>": Relation(_below, _is_below, sentence, sentence),
    "<<": Relation(_stands_above, lambda at, left, right: _is_below(at, right, left), sentence, sentence),
    **{sign: RELATIONS[sign][0] for sign in (".", ",", "..", ",,", "$", "$..", "$,,")},
}


def _within(match: re.Match[str]) -> Within:
    """What ``@L2-5`` says of the distance."""
    side, least, to, most = (match[name] for name in ("side", "least", "to", "most"))
    low = int(least or 1)
    high = int(most) if most else low if least and not to else None

    def within(distance: Numbers) -> Mask:
        far = np.abs(distance)
        found: Mask = (far >= low) if high is None else (far >= low) & (far <= high)
        if side:
            found = found & ((distance < 0) if side == "L" else (distance > 0))
        return found

    return within


# -- labels ----------------------------------------------------------------------------------------------------------------


class WordDialect(Dialect):
    """What is said of words, and relations between them."""

    def label(self, reader: Reader) -> Label:
        found = [self._item(reader)]
        while reader.peek() == "&":
            place = reader.place
            reader.place += 1
            if reader.peek() in "![" or self.relation_at(reader.text, reader.place):
                reader.place = place  # it joins relations
                break
            found.append(self._item(reader))
        if len(found) == 1:
            return found[0]
        tests = [one.test for one in found if one.test is not None]
        return Label((lambda at: np.logical_and.reduce([test(at) for test in tests])) if tests else None)

    def _item(self, reader: Reader) -> Label:
        reader.skip()
        key = reader.match(_KEY)
        if key is not None:
            name, equals = (key[1], key[2]) if key[1] else (key[3], key[4])
            reader.place = key.end()
            among = self._value(reader)
            test = _of_column(name, among) if key[1] else _of_feature(name, among)
            return Label(test if equals == "=" else lambda at: ~test(at))
        sign = reader.match(_SIGN)
        if sign is not None and sign.group().endswith('"'):
            return Label(_of_column("form", self._value(reader)))
        if sign is not None:
            among, is_any = reader.among(reader.ignores_case())
            return Label(None if is_any else _any_column(among, among))
        text, _ = reader.text_or_name(_NAME, "a relation, a part of speech, or a form in quotes")
        if text in ("*", "__"):
            return Label(None)
        return Label(
            _any_column(equal(text), lambda texts: [one.partition(":")[0] == text or one == text for one in texts]),
            text,
        )

    def _value(self, reader: Reader) -> Among:
        reader.skip()
        ignores_case = reader.ignores_case()
        if reader.peek() == "/":
            return reader.expression(ignores_case).search
        return equal(reader.text_or_name(_NAME, "a value (those with special letters in quotes)")[0], ignores_case)

    def relation_at(self, text: str, place: int) -> bool:
        return _RELATION.match(text, place) is not None

    def relation(self, reader: Reader) -> Relation:
        match = reader.match(_RELATION)
        if match is None:
            reader.fail("a relation such as <, >, <<, . or $")
        begin, text = reader.place, match.group()
        reader.place = match.end()
        if reader.peek() == "@" or text.endswith("@"):
            reader.fail("L, R or a distance such as 2, 2-5 or 5- behind @ (of < and >)")
        if text[0] not in "<>" or text in _RELATIONS:
            return _RELATIONS[text]
        if match["least"] and match["most"] and int(match["least"]) > int(match["most"]):
            reader.place = begin
            reader.fail("a distance that grows, such as 2-5")
        return _depends_on(_within(match)) if text[0] == ">" else _is_head_of(_within(match))


WORDS = WordDialect()


def _of_column(name: str, among: Among) -> Test:
    return by_text(_COLUMNS.get(name, name), among)


def _of_feature(name: str, among: Among) -> Test:
    def has_it(texts: list[str]) -> list[bool]:
        return [_has_feature(text, name, among) for text in texts]

    return _of_column("feats", has_it)


def _has_feature(features: str, name: str, among: Among) -> bool:
    """Whether a feature has a wanted value; it may have several (``Case=Acc,Dat``)."""
    values = [value for key, _, value in (one.partition("=") for one in features.split("|")) if key == name]
    return any(any(among([value, *value.split(",")])) for value in values)


def _any_column(among: Among, among_relations: Among) -> Test:
    tests = [_of_column("upos", among), _of_column("xpos", among), _of_column("relation", among_relations)]
    return lambda at: np.logical_or.reduce([test(at) for test in tests])
