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

from treecompare.trees.pattern_syntax import SEPARATORS, Among, Dialect, Label, Reader, Relation, Test, by_text, equal
from treecompare.trees.tree_relations import RELATIONS, mother_of_nth, nth_daughter_of

MOST_DIGITS = 9
SPECIAL = "()[]|&!<>$.,=:;\"/@%'^"
_ALIASES = {f"{relation}{last}": f"{relation}-" for relation in ("<", ">", "<<", ">>") for last in "'`"} | {"%": "$"}
_RELATION = re.compile(r"<<[,'`-]?|>>[,'`-]?|[<>]-?\d+|[<>][,'`:-]?|\$\.\.|\$,,|\$[.,]?|%|\.\.|,,|\.|,")
_NAME = re.compile(f"[^{re.escape(SEPARATORS + SPECIAL)}]+")


class TreeDialect(Dialect):
    """Labels and words, and relations in a tree."""

    def label(self, reader: Reader) -> Label:
        reader.skip()
        ignores_case = reader.ignores_case()
        if reader.peek() == "/":
            among, is_any = reader.among(ignores_case)
            return Label(None if is_any else _labelled(among))
        text, is_name = reader.text_or_name(_NAME, "a label (those with special letters in quotes)")
        if is_name and text in ("*", "__"):
            return Label(None)
        return Label(_labelled(equal(text, ignores_case)), "" if ignores_case or not is_name else text)

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


def _labelled(among: Among) -> Test:
    return by_text(lambda at: (at.trees.labels, at.trees.symbols.texts, at.used), among)
