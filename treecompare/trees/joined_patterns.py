"""Patterns over trees in the notation of TGrep2 (``NP < PP``, ``VP << (NP $.. PP)``, ``/^NP/ !> S``), over several trees of a
sentence joined by variables: ``gold: PP=x > NP  system: x > VP``.

A pattern describes a node by its relations to other nodes, which are patterns in turn. Only the existence of such nodes
matters, so every relation (:mod:`treecompare.trees.tree_relations`) is a semi-join: from the nodes that match on its right to those
that match on its left, in a few numpy operations over the columns of a whole file.

Labels: ``NP``, ``NP|VP``, ``/regular expression/``, ``"label or word"`` (for those with special letters), ``*`` any node, ``i@np``
in any case. Words are leaves. Relations join with each other by juxtaposition or ``&``, by ``|``, in ``[ ]``; ``!`` negates one.

Each part names its tree: ``gold``, ``system`` (``test`` is the same), or the name of a system, in quotes where it has blanks.
``=x`` behind a label calls a node x; x alone, in another tree, is the node over the same words with the same label. ``NP=x``
in the other tree asks for that label in place of the same one, ``*=x`` for any. x, y and z need no ``=`` if they stand in
several parts. ``!`` before a part: there is no such node. A part that shares no variable only says that the sentence has such
a node. ``count by x, mother of x`` at the end says how hits are counted.

What a pattern finds in one file: the nodes that match, or the nodes that its variables stand for, a row per way to match.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled, UsageError
from treecompare.trees.columns import Mask, Numbers, ranges, sorted_rows
from treecompare.trees.pattern_syntax import (
    SEPARATORS,
    Among,
    Dialect,
    Formula,
    Label,
    Node,
    Not,
    PatternError,
    Reader,
    Related,
    Relation,
    Some,
    Test,
    by_text,
    equal,
    nodes_of,
    variables_of,
)
from treecompare.trees.tree_relations import RELATIONS, mother_of_nth, nth_daughter_of
from treecompare.trees.word_patterns import WORDS

MOST_DIGITS = 9
SPECIAL = "()[]|&!<>$.,=:;\"/@%'^"
_SPELT = {f"{relation}{last}": f"{relation}-" for relation in ("<", ">", "<<", ">>") for last in "'`"} | {"%": "$"}
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
        text = _SPELT.get(match.group(), match.group())
        number = 0 if text in RELATIONS else int(text[1:])
        if text not in RELATIONS and number == 0:
            reader.fail("a daughter's number other than 0")
        reader.place = match.end()
        if text in RELATIONS:
            return RELATIONS[text][0]
        return mother_of_nth(number) if text[0] == "<" else nth_daughter_of(number)


TREES = TreeDialect()


def _labelled(among: Among) -> Test:
    return by_text("labels", among)


GOLD, SYSTEM, EITHER = "gold", "system", ""
"""The trees that have names of their own; EITHER is that of a part that names none."""
DIALECTS: dict[str, Dialect] = {"constituents": TREES, "dependencies": WORDS}
_ALIASES = {"test": SYSTEM}
_HEAD = re.compile(r'(!\s*)?(?:"((?:[^"\\]|\\.)*)"|([\w.+-]+)):(?=(\s|$)?)')
_COUNT = re.compile(r"count\s+by\b")
_USUAL = re.compile(r"[xyz]\d*")
_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True)
class Part:
    """A pattern and its tree. ``place``: where it begins in the text. ``is_negated``: there must be no such node."""

    side: str
    node: Node
    place: int
    is_negated: bool

    @property
    def variables(self) -> list[str]:
        """The names of its nodes."""
        return variables_of(self.node)

    def is_labelled(self, variable: str) -> bool:
        """Whether a label is asked for of that variable here."""
        return any(one.variable == variable and not one.is_reference for one in nodes_of(self.node))

    @property
    def is_everything(self) -> bool:
        """Whether any node matches."""
        return self.node.test is None and not self.node.formulas


@dataclass(frozen=True)
class CountBy:
    """What hits are counted by: ``mother of x in gold``. ``steps``: from the outermost. ``side``: empty for all trees."""

    variable: str
    steps: tuple[str, ...] = ()
    side: str = ""

    @property
    def text(self) -> str:
        """As it was written."""
        return " of ".join((*self.steps, self.variable)) + (f" in {self.side}" if self.side else "")


STEPS = {
    "constituents": {
        "label": "the label (that of x itself if none is given)",
        "mother": "the mother", "words": "the words", "first": "the first word", "last": "the last word",
        "length": "the number of words", "daughters": "the labels of the daughters",
    },
    "dependencies": {
        "relation": "the relation (that of x itself if none is given)",
        "head": "the head", "form": "the form", "lemma": "the lemma",
        "upos": "the UPOS", "xpos": "the XPOS", "feats": "the features",
        "distance": "words from the head", "direction": "the side on which the head stands: left or right",
    },
}  # fmt: skip
"""What stands before ``of`` behind ``count by``, in each kind of treebank. Only mothers and heads can be followed by more."""
NODE_STEPS = {"constituents": "mother", "dependencies": "head"}


@dataclass(frozen=True)
class Joined:
    """A pattern as it was written, in parts. ``kind``: constituents or dependencies."""

    text: str
    kind: str
    parts: tuple[Part, ...]
    count_by: tuple[CountBy, ...] = ()

    @property
    def variables(self) -> list[str]:
        """The names of nodes in the parts that are not negated, in the order in which they occur."""
        return list(dict.fromkeys(name for part in self.parts if not part.is_negated for name in part.variables))

    @property
    def sides(self) -> list[str]:
        """The trees that are named, in the order of the text; both if a part names none."""
        found: list[str] = []
        for part in self.parts:
            found += [GOLD, SYSTEM] if part.side == EITHER else [part.side]
        return list(dict.fromkeys(found))

    @property
    def joins_trees(self) -> bool:
        """Whether a node of one tree is looked for in another, or is not to be there."""
        return any(part.is_negated for part in self.parts) or any(
            len({part.side for part in self.parts if name in part.variables}) > 1 for name in self.variables
        )

    @property
    def only_gold(self) -> bool:
        """Whether it says nothing of systems: a part that names no tree is then taken for one on the gold."""
        return all(part.side in (GOLD, EITHER) for part in self.parts)

    def sides_of(self, variable: str) -> list[str]:
        """The trees in which a variable has a node."""
        sides = (part.side for part in self.parts if not part.is_negated and variable in part.variables)
        return list(dict.fromkeys(sides))

    def check_names(self, systems: Sequence[str]) -> None:
        """Whether all systems that are named are there. Raises PatternError: one is not."""
        for part in self.parts:
            if part.side not in (GOLD, SYSTEM, EITHER, *systems):
                offered = ", ".join([GOLD, SYSTEM, *map(quoted, systems)])
                what = f"there is no system '{part.side}'; expected one of {offered}"
                raise PatternError(self.text, part.place, what)

    def on_gold(self) -> Joined:
        """The same with the parts that name no tree asked of the gold."""
        parts = tuple(Part(part.side or GOLD, part.node, part.place, part.is_negated) for part in self.parts)
        return Joined(self.text, self.kind, parts, self.count_by)


_TURNED = re.compile(r'"(?:[^"\\]|\\.)*"|/(?:[^/\\]|\\.)*/|[<>]', re.DOTALL)
_OTHER = {"<": ">", ">": "<"}


def turned(text: str) -> str:
    """A pattern over words as it was written before ``<`` and ``>`` meant there what they mean in trees, or back."""
    return _TURNED.sub(lambda found: _OTHER.get(found[0], found[0]), text)


def about_turning(text: str, kind: str) -> str:
    """What is said of a pattern over words that asks for heads or dependents; empty for others."""
    if kind != "dependencies" or (other := turned(text)) == text:
        return ""
    return (
        "pattern: A > B: A depends on B, A < B: B depends on A, as in trees; "
        f"it was the other way round before, and what this said then is now written: {other}"
    )


def quoted(name: str) -> str:
    """The name of a system as patterns have it."""
    return name if re.fullmatch(r"[\w.+-]+", name) else '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'


@dataclass(frozen=True)
class _Head:
    side: str
    first: int
    """Where the head begins, the pattern behind it, and where that ends."""
    begin: int
    end: int
    is_negated: bool


@lru_cache(maxsize=64)
def compile_joined(text: str, kind: str = "constituents") -> Joined:
    """Parses a pattern over one or several trees. Raises PatternError: it is none; says where in the whole text, and what was
    expected."""
    dialect = DIALECTS[kind]
    heads, counted = _heads(text)
    known: frozenset[str] = frozenset()
    readers: list[Reader] = []
    for _ in range(2):  # x may stand before the part in which it gets its label
        readers = [Reader(dialect, text, head.begin, head.end, known) for head in heads]
        nodes = [reader.read() for reader in readers]
        plain = Counter(name for reader in readers for name in reader.plain if _USUAL.fullmatch(name))
        captured = set[str]().union(*(reader.captured for reader in readers))
        known = frozenset(captured | {name for name, number in plain.items() if number > 1})
    parts = tuple(Part(head.side, node, head.first, head.is_negated) for head, node in zip(heads, nodes, strict=True))
    joined = Joined(text, kind, parts, _count_by(text, counted, kind, parts))
    _check(joined)
    return joined


def _heads(text: str) -> tuple[list[_Head], int]:
    """The parts of a text, and where ``count by`` begins; the end of the text where it does not."""
    starts: list[tuple[str, int, int, bool]] = []
    place, counted = 0, len(text)
    while place < len(text):
        is_start = place == 0 or text[place - 1] in SEPARATORS
        if is_start and _COUNT.match(text, place) and text[:place].strip():
            counted = place
            break
        head = _HEAD.match(text, place) if is_start else None
        if head is not None:
            name = head[3] or re.sub(r"\\(.)", r"\1", head[2] or "")
            if head[4] is not None or name in (GOLD, SYSTEM, *_ALIASES):
                starts.append((_ALIASES.get(name, name), place, head.end(), head[1] is not None))
                place = head.end()
                continue
        letter = text[place]
        if letter in '"/':
            end = place + 1
            while end < len(text) and text[end] != letter:
                end += 1 + (text[end] == "\\")
            place = end
        place += 1
    first = starts[0][1] if starts else counted
    if text[:first].strip() or not starts:
        starts.insert(0, (EITHER, 0, 0, False))
    ends = [begin for _, begin, _, _ in starts[1:]] + [counted]
    return [_Head(*one[:3], end, one[3]) for one, end in zip(starts, ends, strict=True)], counted


def _count_by(text: str, place: int, kind: str, parts: Iterable[Part]) -> tuple[CountBy, ...]:
    """What stands behind ``count by``."""
    match = _COUNT.match(text, place)
    if match is None:
        return ()
    variables = {name for part in parts if not part.is_negated for name in part.variables}
    found = []
    begin = match.end()
    for piece in text[begin:].split(","):
        words = [(one.group(), begin + one.start()) for one in _WORD.finditer(piece)]
        found.append(_one_count(text, words, begin + len(piece), kind, variables, list(parts)))
        begin += len(piece) + 1
    return tuple(found)


def _one_count(
    text: str, words: list[tuple[str, int]], end: int, kind: str, variables: set[str], parts: list[Part]
) -> CountBy:
    """``mother of x in gold``, word by word."""
    steps: list[str] = []
    while len(words) > 1 and words[1][0] == "of":
        step, place = words[0]
        allowed = [NODE_STEPS[kind]] if steps else [*STEPS[kind]]
        if step not in allowed:
            raise PatternError(text, place, f"expected {_or(allowed)} before 'of'; found '{step}'")
        steps.append(step)
        words = words[2:]
    name, place = words[0] if words else ("", end)
    if name not in variables:
        found = f"'{name}'" if name else "the end"
        offered = (
            f"a variable ({', '.join(sorted(variables))})" if variables else "a pattern with a variable, such as NP=x"
        )
        raise PatternError(text, place, f"expected {offered}; found {found}")
    side = ""
    rest = words[1:]
    if rest and rest[0][0] == "in":
        written = " ".join(word for word, _ in rest[1:]).strip('"')
        side = _ALIASES.get(written, written)
        sides = list(dict.fromkeys(part.side for part in parts if name in part.variables and not part.is_negated))
        if side not in sides:
            raise PatternError(
                text, rest[1][1] if rest[1:] else end, f"expected a tree in which {name} stands ({_or(sides)})"
            )
        rest = []
    if rest:
        raise PatternError(text, rest[0][1], f"expected ',' or the end; found '{rest[0][0]}'")
    return CountBy(name, tuple(steps), side)


def _or(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _check(joined: Joined) -> None:
    """What can be said of a pattern without any tree. Raises PatternError: it matches everything, or its parts cannot be joined."""
    positive = [part for part in joined.parts if not part.is_negated]
    shared = Counter(name for part in joined.parts for name in part.variables)
    for part in joined.parts:
        if part.side == EITHER and any(shared[name] > 1 for name in part.variables):
            what = "which tree is this? expected gold:, system: or the name of a system before it"
            rest = joined.text[part.place :]
            raise PatternError(joined.text, part.place + len(rest) - len(rest.lstrip()), what)
    is_joined = any(count > 1 for count in shared.values()) or joined.count_by
    if positive == [*joined.parts] and not is_joined and all(part.is_everything for part in positive):
        what = "matches every node; expected a label or a relation that not all have"
        raise PatternError(joined.text, positive[0].node.place, what)


# -- what a pattern finds in one file ----------------------------------------------------------------------------------

MOST_AT_ONCE = 4_000_000
"""So many pairs of nodes are looked at together."""
MOST_ROWS = 20_000_000
Cancel = NDArray[np.int32] | None


def mask_of(node: Node, at: Any) -> Mask:
    """Which nodes of a file match; variables count as any node would."""
    found = None if node.test is None else node.test(at)
    for formula in node.formulas:
        holds = truth(formula, at)
        found = holds if found is None else found & holds
    return np.ones(len(at.node), np.bool_) if found is None else found


def truth(formula: Formula, at: Any) -> Mask:
    """Of which nodes of a file a formula holds."""
    if isinstance(formula, Related):
        return formula.relation.mask(at, mask_of(formula.right, at))
    if isinstance(formula, Not):
        return ~truth(formula.formula, at)
    join = np.logical_and if formula.is_all else np.logical_or
    holds: Mask = join.reduce([truth(one, at) for one in formula.formulas])
    return holds


@dataclass(frozen=True, eq=False)
class Rows:
    """A row per way to match: ``focus``, the node that the pattern is about, and the nodes of its variables."""

    focus: Numbers
    bound: dict[str, Numbers]


def rows_of(node: Node, at: Any, allowed: Mapping[str, Mask] | None = None, cancel: Cancel = None) -> Rows:
    """All ways in which a pattern matches in a file. ``allowed``: the nodes that references can stand for, where that is known.
    Raises Cancelled: ``cancel[0]`` is no longer 0; UsageError: there are too many."""
    check(cancel)
    wanted = (allowed or {}).get(node.variable) if node.is_reference else None
    free: list[Formula] = []
    joined: list[Formula] = []
    for formula in _flat(node.formulas):
        has_variables = any(one.variable for one in nodes_of(Node(None, 0, formulas=(formula,))))
        (joined if has_variables else free).append(formula)
    found = mask_of(Node(node.test, node.place, formulas=tuple(free)), at)
    focus = np.flatnonzero(found if wanted is None else found & wanted)
    rows = Rows(focus, {node.variable: focus} if node.variable else {})
    for formula in joined:
        assert isinstance(formula, Related)  # the reader lets variables stand nowhere else
        right = rows_of(formula.right, at, allowed, cancel)
        rows = _joined(rows, right, formula, at, cancel)
    return rows


def _flat(formulas: Sequence[Formula]) -> Iterator[Formula]:
    for one in formulas:
        if isinstance(one, Some) and one.is_all:
            yield from _flat(one.formulas)
        else:
            yield one


def _joined(left: Rows, right: Rows, related: Related, at: Any, cancel: Cancel) -> Rows:
    relation = related.relation
    keys = relation.left_key(at, left.focus), relation.right_key(at, right.focus)
    both = [name for name in right.bound if name in left.bound]
    parts: list[tuple[Numbers, Numbers]] = []
    number = 0
    for i, j in matched(*keys, cancel):
        keep = relation.holds(at, left.focus[i], right.focus[j])
        for name in both:
            keep &= left.bound[name][i] == right.bound[name][j]
        parts.append((i[keep], j[keep]))
        number += len(parts[-1][0])
        check_number(number)
    i, j = (np.concatenate(column) for column in zip(*parts, strict=True))
    bound = {name: nodes[i] for name, nodes in left.bound.items()}
    bound |= {name: nodes[j] for name, nodes in right.bound.items()}
    focus = left.focus[i]
    if not related.right.variable:  # one row for all nodes that have no name
        chosen = distinct([focus, *bound.values()])
        focus, bound = focus[chosen], {name: nodes[chosen] for name, nodes in bound.items()}
    return Rows(focus, bound)


def distinct(columns: Sequence[Numbers]) -> Numbers:
    """The places of rows of which no two are equal, in their order."""
    if len(columns) == 1:
        return np.sort(np.unique(columns[0], return_index=True)[1])
    order, is_new = sorted_rows(*columns)
    return np.sort(order[is_new])


def matched(left: Numbers, right: Numbers, cancel: Cancel = None) -> Iterator[tuple[Numbers, Numbers]]:
    """The places of equal numbers in both, block by block; numbers below 0 are equal to none.

    Raises UsageError: there are more of them than there may be hits; Cancelled: ``cancel[0]`` is no longer 0.
    """
    order = np.argsort(right, kind="stable")
    order = order[np.searchsorted(right[order], 0) :]
    ordered = right[order]
    begins, ends = (np.searchsorted(ordered, left, side) for side in ("left", "right"))
    counts = np.where(left < 0, 0, ends - begins)
    made = np.cumsum(counts)
    check_number(int(made[-1]) if len(made) else 0, "pairs of nodes to look at")
    blocks = made // MOST_AT_ONCE
    firsts = np.flatnonzero(np.diff(blocks, prepend=-1)).tolist() or [0]
    for first, last in zip(firsts, [*firsts[1:], len(left)], strict=True):
        check(cancel)
        here = slice(first, last)
        i = np.repeat(np.arange(first, last), counts[here])
        yield i, order[ranges(begins[here], begins[here] + counts[here])]


def check(cancel: Cancel) -> None:
    """Ends the work if nobody waits for it. Raises Cancelled: it is to end."""
    if cancel is not None and cancel[0]:
        raise Cancelled


def check_number(number: int, what: str = "hits") -> None:
    """Whether so many hits can be kept. Raises UsageError: they cannot."""
    if number > MOST_ROWS:
        raise UsageError(f"pattern: more than {MOST_ROWS:,} {what}; expected labels or relations that leave fewer")
