"""All edits between the paired sentences of two versions of a dependency treebank."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.version import QUIET, Forms, Version, Watch
from treecompare.extras.versions.words import ALONE, Row, Rows, Words
from treecompare.readers.conll import DependencyTreebank
from treecompare.trees.arcs import NO_HEAD, OUTSIDE, ROOT, UNATTACHED
from treecompare.trees.dependencies import Dependencies, EmptyNodes, Multiwords
from treecompare.trees.symbols import Symbols

_REFERENCE = re.compile(r"([0-9]+)(?:\.([0-9]+))?", re.ASCII)
_NOWHERE = -(10**12)
_ROOT, _UNATTACHED, _ALONE = -1, -2, -9


class Edge(NamedTuple):
    """An enhanced edge: what it comes from (equal for corresponding words and nodes), its relation, and how it is told."""

    mother: Hashable
    relation: str
    number: str
    form: str

    @property
    def told(self) -> str:
        """``number:form relation``."""
        return f"{self.number}:{self.form} {self.relation}"


@dataclass(frozen=True, eq=False)
class Side:
    """The sentences of one version, and for each word a number that corresponding words of both versions share."""

    sentences: Dependencies
    version: Version
    classes: NDArray[np.int32]
    nodes: dict[tuple[int, int, int], int]
    node_classes: dict[int, Hashable]

    def mothers(self, words: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """The number that stands for the mother of each word."""
        parents = self.sentences.parents[words]
        found: NDArray[np.int64] = self.classes[np.maximum(parents, 0)].astype(np.int64)
        found[parents == ROOT], found[parents == UNATTACHED] = _ROOT, _UNATTACHED
        outside = parents == OUTSIDE
        found[outside] = _NOWHERE - self.sentences.head[words][outside].astype(np.int64)
        return found

    def form(self, word: int) -> str:
        """The form of a word."""
        return self.sentences.symbols[self.sentences.form[word]]

    def mother_told(self, word: int) -> str:
        """The mother of a word as ``number:form``, ``_`` where it has none."""
        parent = int(self.sentences.parents[word])
        if parent == UNATTACHED:
            return "_"
        return f"{int(self.sentences.head[word])}:{'root' if parent == ROOT else self.form(parent) if parent >= 0 else '_'}"

    def position(self, word: int) -> str:
        """``left``: the word stands left of its mother; ``right``; ``root``; or ``_``, where it has none."""
        head = int(self.sentences.head[word])
        if head == NO_HEAD:
            return "_"
        return "root" if head == 0 else "left" if self.version.number(word) < head else "right"

    def edges(self, sentence: int, text: str) -> list[Edge]:
        """What DEPS of a word or an empty node says."""
        if text == "_":
            return []
        return [self._edge(sentence, *part.partition(":")[::2]) for part in text.split("|")]

    def _edge(self, sentence: int, number: str, relation: str) -> Edge:
        found = _REFERENCE.fullmatch(number)
        first, length = self.sentences.offsets[sentence], self.sentences.lengths[sentence]
        if found is not None and found[2] is not None:
            node = self.nodes.get((sentence, int(found[1]), int(found[2])))
            if node is not None:
                symbol = self.sentences.empty_nodes.columns[0, node]
                return Edge(self.node_classes[node], relation, number, self.sentences.symbols[symbol])
        elif found is not None and int(number) == 0:
            return Edge(_ROOT, relation, number, "root")
        elif found is not None and int(number) <= length:
            word = int(first) + int(number) - 1
            return Edge(int(self.classes[word]), relation, number, self.form(word))
        return Edge(("outside", number), relation, number, "_")


@dataclass(frozen=True, eq=False)
class References:
    """Both sides, and which empty nodes and multiword tokens pair (places in the columns of their treebanks)."""

    base: Side
    head: Side
    nodes: list[tuple[int, int]]
    tokens: list[tuple[int, int]]


def references(
    base: tuple[Dependencies, Version], head: tuple[Dependencies, Version], rows: Sequence[Row], words: Words
) -> References:
    """Words that are paired, or in the same unit of unpaired words, have the same number, the root is -1."""
    base_classes = np.where(words.base >= 0, words.base, _ALONE)
    head_classes = np.where(words.head >= 0, np.arange(len(words.head), dtype=np.int32), _ALONE)
    for number, unit in enumerate(words.units, 1):
        base_classes[list(unit.base)] = head_classes[list(unit.head)] = _ALONE - number
    nodes = _paired_nodes(base[0], head[0], rows, words)
    known = dict(nodes)
    sides = []
    for (sentences, version), classes, own, partner in (
        (base, base_classes, "base", known),
        (head, head_classes, "head", {h: h for h in known.values()}),
    ):
        places = _places(sentences)
        of_nodes: dict[int, Hashable] = {node: (own, node) for node in places.values()}
        of_nodes.update({node: ("paired", other) for node, other in partner.items()})
        sides.append(Side(sentences, version, classes, places, of_nodes))
    return References(sides[0], sides[1], nodes, _paired_tokens(base[0], head[0], words))


def sentences_of(rows: Multiwords | EmptyNodes) -> NDArray[np.int64]:
    """The sentence of each entry."""
    return np.repeat(np.arange(len(rows.offsets) - 1), np.diff(rows.offsets))


def _places(sentences: Dependencies) -> dict[tuple[int, int, int], int]:
    nodes = sentences.empty_nodes
    keys = zip(sentences_of(nodes).tolist(), nodes.after.tolist(), nodes.minor.tolist(), strict=True)
    return {key: place for place, key in enumerate(keys)}


def _paired_nodes(base: Dependencies, head: Dependencies, rows: Sequence[Row], words: Words) -> list[tuple[int, int]]:
    """Empty nodes that follow paired words, or open sentences of the same rank in their rows, as the k-th there."""
    if not (len(base.empty_nodes.after) and len(head.empty_nodes.after)):
        return []
    there: tuple[dict[Hashable, list[int]], dict[Hashable, list[int]]] = defaultdict(list), defaultdict(list)
    for side, (sentences, found) in enumerate(zip((base, head), there, strict=True)):
        ranks = {one: (number, rank) for number, row in enumerate(rows) for rank, one in enumerate(row.sides[side])}
        nodes = sentences.empty_nodes
        for node, (sentence, after) in enumerate(zip(sentences_of(nodes).tolist(), nodes.after.tolist(), strict=True)):
            word = int(sentences.offsets[sentence]) + after - 1
            follows = (word if side else int(words.base[word])) if after else ("opens", ranks[sentence])
            if follows != ALONE:
                found[follows].append(node)
    return [pair for key, nodes in there[0].items() for pair in zip(nodes, there[1].get(key, []), strict=False)]


def _paired_tokens(base: Dependencies, head: Dependencies, words: Words) -> list[tuple[int, int]]:
    """Multiword tokens whose first words are paired, and their last words."""

    def ends(sentences: Dependencies) -> tuple[list[int], list[int]]:
        before = sentences.offsets[sentences_of(sentences.multiwords)] - 1
        return (before + sentences.multiwords.first).tolist(), (before + sentences.multiwords.last).tolist()

    of_head = {pair: place for place, pair in enumerate(zip(*ends(head), strict=True))}
    of_base = [(int(words.base[first]), int(words.base[last])) for first, last in zip(*ends(base), strict=True)]
    return [(place, of_head[pair]) for place, pair in enumerate(of_base) if pair in of_head]


def how_moved(found: References, words: Words, word: int) -> str:
    """How the mother of a paired word of BASE moved; the first that holds.

    m is the old mother, q the new one (its word in BASE). ``attached``: the word had none; ``detached``: it has none now; ``up``: q
    is m's mother (or the word becomes the root and m was it); ``root``; ``new word``: q is not paired; ``elsewhere``: q was in
    another sentence; ``daughter`` of the word; ``below`` the word; ``higher``: above m; ``sister``: depended on m; ``lower``:
    under m; ``elsewhere``.
    """
    parents = found.base.sentences.parents
    m = int(parents[word])
    new = int(found.head.sentences.parents[words.base[word]])
    if UNATTACHED in (m, new):
        return "attached" if m == UNATTACHED else "detached"
    if new == ROOT:
        return "up" if m >= 0 and parents[m] == ROOT else "root"
    q = int(words.head[new]) if new >= 0 else -1
    if q < 0:
        return "new word"
    if m >= 0 and parents[m] == q:
        return "up"
    sentence_of = found.base.version.sentence_of
    if sentence_of[q] != sentence_of[word]:
        return "elsewhere"
    above_q = ancestors(parents, q)
    if word in above_q:
        return "daughter" if parents[q] == word else "below"
    if m >= 0 and q in ancestors(parents, m):
        return "higher"
    if parents[q] == m:
        return "sister"
    return "lower" if m in above_q else "elsewhere"


def ancestors(parents: np.ndarray[tuple[int], np.dtype[np.int64]], word: int) -> set[int]:
    """All words above a word; where heads run in a circle, the word itself too."""
    above: set[int] = set()
    word = int(parents[word])
    while word >= 0 and word not in above:
        above.add(word)
        word = int(parents[word])
    return above


def followed(found: References, words: Words, moved: Iterable[int], with_relation: set[int]) -> dict[int, int]:
    """For words (of BASE) whose edit of the head follows that of another: that other word.

    ``moved``: all whose mother changed; ``with_relation``: those whose relation changed as well. A word m *yields* to q if q was a
    dependent of m and now m depends on q. Then the edit of q follows m's if q now has the mother and the relation that m had, and
    so do those of m's other daughters that now depend on q with the relation that they had.
    """
    base, head = found.base.sentences, found.head.sentences
    daughters = defaultdict(list)
    for word in moved:
        daughters[int(base.parents[word])].append(word)
    follows: dict[int, int] = {}
    for m, of_m in daughters.items():
        if m < 0 or words.base[m] < 0:
            continue
        new = int(head.parents[words.base[m]])
        q = int(words.head[new]) if new >= 0 else -1
        if q < 0 or base.parents[q] != m:
            continue
        for word in of_m:
            partner = words.base[[word]]
            if word == q:
                same_mother = found.head.mothers(partner) == found.base.mothers(np.array([m]))
                if same_mother[0] and head.symbols[head.deprel[partner[0]]] == base.symbols[base.deprel[m]]:
                    follows[word] = m
            elif (
                word not in with_relation
                and head.parents[partner[0]] >= 0
                and words.head[head.parents[partner[0]]] == q
            ):
                follows[word] = m
    return follows


Keys = dict[str, str]
"""Value by key."""


@lru_cache(maxsize=100_000)
def features(text: str) -> Keys:
    """FEATS: the values of a key are a set, cut at commas, sorted."""
    return _grouped(text, lambda values: ",".join(sorted({part for value in values for part in value.split(",")})))


@lru_cache(maxsize=100_000)
def miscellaneous(text: str) -> Keys:
    """MISC: all values of a key, sorted; a part without ``=`` is a key with the empty value."""
    return _grouped(text, lambda values: "|".join(sorted(values)))


def _grouped(text: str, join: Callable[[list[str]], str]) -> Keys:
    found: dict[str, list[str]] = defaultdict(list)
    for part in text.split("|"):
        if part and part != "_":
            key, _, value = part.partition("=")
            found[key].append(value)
    return {key: join(values) for key, values in found.items()}


def comment_keys(comments: Iterable[bytes]) -> Keys:
    """``# key = value``, cut at the first ``=``; any other line is a key with the empty value. Without ``sent_id``."""
    found: dict[str, list[str]] = defaultdict(list)
    for comment in comments:
        key, _, value = comment.decode("utf-8").lstrip("#").partition("=")
        if key.strip() != "sent_id":
            found[key.strip()].append(value.strip())
    return {key: " | ".join(sorted(values)) for key, values in found.items()}


def changed_keys(base: Keys, head: Keys) -> list[tuple[str, str | None, str | None]]:
    """Key, value before, value after (None: not there) of all keys that differ, in the order of the keys."""
    return [
        (key, base.get(key), head.get(key))
        for key in sorted(base.keys() | head.keys())
        if base.get(key) != head.get(key)
    ]


def relation_without_subtype(relation: str) -> str:
    """What stands before the first colon."""
    return relation.partition(":")[0]


LAYERS = (
    "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "HEAD+DEPREL", "DEPS", "DEPS.mirror", "MISC", "COMMENT", "MWT",
    "EMPTY", "WORDS",
)  # fmt: skip
"""In the order in which they are told."""
MIRROR = "DEPS.mirror"
IN_REACH = frozenset(LAYERS[:9]) | {"MISC"}
"""What rules may explain, of paired words."""
_ORDER = {layer: place for place, layer in enumerate(LAYERS)}
_COLUMNS = ("form", "lemma", "upos", "xpos")
_BESIDE = 10**15


class Edit(NamedTuple):
    """One edit.

    ``row``: place of its row. ``base``, ``head``: sentences from 0. ``base_word``, ``head_word``: ``3``, ``3-4``, ``5.1``, units
    by ``+``, ``-`` for no word. ``key``: of FEATS, MISC, COMMENT; of DEPS ``rel``, ``head`` or ``edge``; else ``-``. ``old``,
    ``new``: None where it is not there. ``how``: HEAD: how it moved; DEPREL: ``subtype``; else ``-``. ``follows``: place of the
    word in BASE whose edit it follows, else -1. ``word``: place in BASE of a paired word, else -1. ``side``: where the word stood
    of its mother before and after. ``relations``: of DEPS edges before and after.
    """

    row: int
    base: int
    head: int
    base_word: str
    head_word: str
    layer: str
    key: str
    old: str | None
    new: str | None
    how: str = "-"
    follows: int = -1
    word: int = -1
    side: tuple[str, str] | None = None
    relations: tuple[str | None, str | None] = (None, None)

    @property
    def kind(self) -> str:
        """Whether it added, removed or changed something."""
        return "added" if self.old is None else "removed" if self.new is None else "changed"

    @property
    def values(self) -> str:
        """Before and after."""
        return f"{'_' if self.old is None else self.old} > {'_' if self.new is None else self.new}"


class _Entries:
    """The multiword tokens or the empty nodes of a version."""

    def __init__(self, of: Dependencies, table: Multiwords | EmptyNodes) -> None:
        self.sentences: list[int] = sentences_of(table).tolist()
        self._symbols, self._table = of.symbols.texts, table
        self._between = "-" if isinstance(table, Multiwords) else "."

    def told(self, entry: int) -> str:
        """Its number as files write it."""
        return f"{self._table.first[entry]}{self._between}{self._table.second[entry]}"

    def texts(self, entry: int) -> list[str]:
        return [self._symbols[number] for number in self._table.columns[:, entry].tolist()]


class Differences:
    """Finds the edits; ``paired`` says which sentences and words are paired."""

    def __init__(self, found: References, paired: Rows, watch: Watch = QUIET) -> None:
        self.found, self.pairing, self.watch = found, paired, watch
        self.rows, self.words, self.row_of = paired.rows, paired.words, paired.row_of
        self.base, self.head = found.base, found.head
        known = Symbols.of_distinct(list(self.base.sentences.symbols.texts))
        self.translated = known.numbers_of(self.head.sentences.symbols)
        self.paired = np.flatnonzero(self.words.base >= 0)
        self.partners = self.words.base[self.paired]
        self.moved = self.base.mothers(self.paired) != self.head.mothers(self.partners)
        self.renamed = self._differing("deprel")
        sides = self.base.sentences, self.head.sentences
        self.tokens = _Entries(sides[0], sides[0].multiwords), _Entries(sides[1], sides[1].multiwords)
        self.nodes = _Entries(sides[0], sides[0].empty_nodes), _Entries(sides[1], sides[1].empty_nodes)

    def all(self) -> list[Edit]:
        """All edits, row by row: of comments, of words in the order of BASE, of multiword tokens, of empty nodes."""
        found: list[tuple[tuple[float, int, str], Edit]] = []
        for place, edit in self._everything():
            found.append(((place, _ORDER[edit.layer], edit.key), edit))
        found.sort(key=lambda one: (one[1].row, one[0]))
        return [edit for _, edit in found]

    def _everything(self) -> Iterator[tuple[float, Edit]]:
        yield from ((-1.0, edit) for edit in self._comments())
        yield from ((float(edit.word), edit) for edit in self._columns())
        yield from ((float(edit.word), edit) for edit in self._heads())
        yield from ((float(edit.word), edit) for edit in self._word_edges())
        sides = self.base.sentences, self.head.sentences
        yield from units_edits(self.pairing, [(one.symbols, one.form) for one in sides])
        yield from ((float(_BESIDE), edit) for edit in self._tokens())
        yield from ((float(2 * _BESIDE), edit) for edit in self._nodes())

    def _differing(self, name: str) -> NDArray[np.bool_]:
        """Which paired words have symbols in a column that are different texts."""
        base, head = (getattr(side.sentences, name) for side in (self.base, self.head))
        return np.asarray(base[self.paired] != self.translated[head[self.partners]])

    def _differ(self, name: str) -> Iterator[tuple[int, int]]:
        there = np.flatnonzero(self._differing(name))
        pairs = list(zip(self.paired[there].tolist(), self.partners[there].tolist(), strict=True))
        return self.watch.over(pairs, f"comparing {name.upper()}")

    def _edit(self, b: int, h: int, layer: str, key: str, old: str | None, new: str | None, **more: object) -> Edit:
        version, other = self.base.version, self.head.version
        sentence = int(version.sentence_of[b])
        return Edit(
            int(self.row_of[0][sentence]), sentence, int(other.sentence_of[h]), str(version.number(b)), str(other.number(h)),
            layer, key, old, new, word=b, **more,  # type: ignore[arg-type]
        )  # fmt: skip

    # -- columns --------------------------------------------------------------------------------------------------------

    def _columns(self) -> Iterator[Edit]:
        base, head = self.base.sentences, self.head.sentences
        of_base, of_head = base.symbols.texts, head.symbols.texts
        for name in _COLUMNS:
            columns = getattr(base, name), getattr(head, name)
            for b, h in self._differ(name):
                values = _values(name, of_base[columns[0][b]], of_head[columns[1][h]])
                yield self._edit(b, h, name.upper(), "-", *values)
        for b, h in self._differ("feats"):
            for key, before, after in changed_keys(features(of_base[base.feats[b]]), features(of_head[head.feats[h]])):
                yield self._edit(b, h, "FEATS", key, before, after)
        for b, h in self._differ("misc"):
            keys = miscellaneous(of_base[base.misc[b]]), miscellaneous(of_head[head.misc[h]])
            one_is_part = bool(self.base.version.in_multiword[b] != self.head.version.in_multiword[h])
            for key, before, after in changed_keys(*keys):
                # where a multiword token begins or ends to be one, the blank behind it is told at another place
                if not (one_is_part and key == "SpaceAfter"):
                    yield self._edit(b, h, "MISC", key, before, after)

    # -- heads ----------------------------------------------------------------------------------------------------------

    def _heads(self) -> Iterator[Edit]:
        base, head = self.base.sentences, self.head.sentences
        moved, renamed = self.moved, self.renamed
        both = set(self.paired[moved & renamed].tolist())
        follows = followed(self.found, self.words, self.paired[moved].tolist(), both)
        for place in self.watch.over(np.flatnonzero(moved | renamed).tolist(), "comparing heads"):
            b, h = int(self.paired[place]), int(self.partners[place])
            relations = base.symbols[base.deprel[b]], head.symbols[head.deprel[h]]
            if not moved[place]:
                same = relation_without_subtype(relations[0]) == relation_without_subtype(relations[1])
                yield self._edit(b, h, "DEPREL", "-", *relations, how="subtype" if same else "-", relations=relations)
                continue
            told = self.base.mother_told(b), self.head.mother_told(h)
            if renamed[place]:
                told = f"{told[0]} {relations[0]}", f"{told[1]} {relations[1]}"
            yield self._edit(
                b, h, "HEAD+DEPREL" if renamed[place] else "HEAD", "-", *told, how=how_moved(self.found, self.words, b),
                follows=follows.get(b, -1), side=(self.base.position(b), self.head.position(h)), relations=relations,
            )  # fmt: skip

    # -- enhanced edges -------------------------------------------------------------------------------------------------

    def _word_edges(self) -> Iterator[Edit]:
        differ, basic = self._differing("deps"), self.moved | self.renamed
        # equal texts are equal edges only where all numbers stand for the same
        renumbered = ~self._as_numbered()[self.base.version.sentence_of[self.paired]]
        for place in self.watch.over(np.flatnonzero(differ | renumbered).tolist(), "comparing edges"):
            b, h = int(self.paired[place]), int(self.partners[place])
            edges = [
                side.edges(int(side.version.sentence_of[word]), side.sentences.symbols[side.sentences.deps[word]])
                for side, word in ((self.base, b), (self.head, h))
            ]
            changed = (_basic(self.base, b), _basic(self.head, h)) if basic[place] else None
            for one in edge_edits(edges[0], edges[1], changed):
                old, new = (None if edge is None else edge for edge in (one.old, one.new))
                yield self._edit(
                    b, h, MIRROR if one.is_mirror else "DEPS", "-" if one.is_mirror else one.key,
                    old and old.told, new and new.told, relations=(old and old.relation, new and new.relation),
                )  # fmt: skip

    def _as_numbered(self) -> NDArray[np.bool_]:
        """Sentences of BASE whose words and empty nodes have the numbers of those that they are paired with."""
        same = np.zeros(len(self.base.version), np.bool_)
        same[
            [row.base[0] for row, alike in zip(self.rows, self.words.one_by_one, strict=True) if alike and row.is_pair]
        ] = True
        for side, row_of in zip((self.base, self.head), self.row_of, strict=True):
            paired = {pair[side is self.head] for pair in self.found.nodes}
            for node, sentence in enumerate(self.nodes[side is self.head].sentences):
                row = self.rows[row_of[sentence]]
                if row.base and node not in paired:
                    same[list(row.base)] = False
        for b, h in self.found.nodes:
            if self.nodes[0].told(b) != self.nodes[1].told(h):
                same[self.nodes[0].sentences[b]] = False
        return same

    # -- what is not in both, or stands beside the words --------------------------------------------------------------------

    def _tokens(self) -> Iterator[Edit]:
        for place, old, new in self._beside(self.tokens, self.found.tokens):
            if old[0] != new[0]:
                yield Edit(*place, "MWT", "-", old[0], new[0])
            yield from _key_edits(place, "FEATS", features(old[4]), features(new[4]))
            yield from _key_edits(place, "MISC", miscellaneous(old[7]), miscellaneous(new[7]))
        yield from self._alone("MWT", self.tokens, self.found.tokens)

    def _nodes(self) -> Iterator[Edit]:
        for place, old, new in self._beside(self.nodes, self.found.nodes):
            for at, name in enumerate(_COLUMNS):
                if old[at] != new[at]:
                    yield Edit(*place, name.upper(), "-", *_values(name, old[at], new[at]))
            yield from _key_edits(place, "FEATS", features(old[4]), features(new[4]))
            edges = self.base.edges(place[1], old[6]), self.head.edges(place[2], new[6])
            for key, before, after, _ in edge_edits(*edges, None):
                relations = before and before.relation, after and after.relation
                yield Edit(*place, "DEPS", key, before and before.told, after and after.told, relations=relations)
            yield from _key_edits(place, "MISC", miscellaneous(old[7]), miscellaneous(new[7]))
        yield from self._alone("EMPTY", self.nodes, self.found.nodes)

    def _beside(
        self, tables: tuple[_Entries, _Entries], pairs: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[tuple[int, int, int, str, str], list[str], list[str]]]:
        for b, h in pairs:
            sentences = tables[0].sentences[b], tables[1].sentences[h]
            place = int(self.row_of[0][sentences[0]]), *sentences, tables[0].told(b), tables[1].told(h)
            yield place, tables[0].texts(b), tables[1].texts(h)

    def _alone(self, layer: str, tables: tuple[_Entries, _Entries], pairs: Iterable[tuple[int, int]]) -> Iterator[Edit]:
        paired = list(pairs)
        for at, table in enumerate(tables):
            known = {pair[at] for pair in paired}
            for entry, sentence in enumerate(table.sentences):
                number = int(self.row_of[at][sentence])
                row = self.rows[number]
                if entry in known or not (row.base and row.head):
                    continue
                form = table.texts(entry)[0]
                if at == 0:
                    yield Edit(number, sentence, row.head[0], table.told(entry), "-", layer, "-", form, None)
                else:
                    yield Edit(number, row.base[0], sentence, "-", table.told(entry), layer, "-", None, form)

    def _comments(self) -> Iterator[Edit]:
        sides = self.base.sentences, self.head.sentences
        if not all(len(side.comment_offsets) == len(side) + 1 for side in sides):
            return
        offsets = [side.comment_offsets.tolist() for side in sides]
        for number, row in enumerate(self.rows):
            if row.is_pair:
                b, h = row.base[0], row.head[0]
                lines = (
                    sides[0].comments[slice(*offsets[0][b : b + 2])],
                    sides[1].comments[slice(*offsets[1][h : h + 2])],
                )
                if lines[0] != lines[1]:
                    place = number, b, h, "-", "-"
                    yield from _key_edits(place, "COMMENT", comment_keys(lines[0]), comment_keys(lines[1]))


def units_edits(paired: Rows, forms: Sequence[tuple[Symbols, NDArray[np.int32]]]) -> Iterator[tuple[float, Edit]]:
    """The units of unpaired words, each with its place among the words of BASE. ``forms``: the symbols of both versions, and those
    that their words are."""
    base, head, rows, words = paired.base, paired.head, paired.rows, paired.words
    for row, of_base, of_head in words.units:
        # a unit that BASE lacks is told behind the word that it follows
        before = words.head[: of_head[0]][-200:] if of_head else np.zeros(0, np.int64)
        place = float(of_base[0]) if of_base else float(before.max(initial=-1)) + 0.5
        b = int(base.sentence_of[of_base[0]]) if of_base else rows[row].base[0]
        h = int(head.sentence_of[of_head[0]]) if of_head else rows[row].head[0]
        told = [
            (
                "+".join(str(side.number(word)) for word in of_side) or "-",
                " ".join(symbols[numbers[word]] for word in of_side) or None,
            )
            for side, (symbols, numbers), of_side in zip(paired.sides, forms, (of_base, of_head), strict=True)
        ]
        yield place, Edit(row, b, h, told[0][0], told[1][0], "WORDS", "-", told[0][1], told[1][1])


def _basic(side: Side, word: int) -> Edge:
    relation = side.sentences.symbols[side.sentences.deprel[word]]
    return Edge(int(side.mothers(np.array([word]))[0]), relation, "", "")


def _values(column: str, old: str, new: str) -> tuple[str | None, str | None]:
    """``_`` says that a column has no value; as a form it is a word."""
    if column == "form":
        return old, new
    return None if old == "_" else old, None if new == "_" else new


def _key_edits(place: tuple[int, int, int, str, str], layer: str, base: Keys, head: Keys) -> Iterator[Edit]:
    for key, old, new in changed_keys(base, head):
        yield Edit(*place, layer, key, old, new)


class EdgeEdit(NamedTuple):
    """``key``: ``rel`` (the relation changed), ``head`` (the mother), ``edge`` (removed or added). ``is_mirror``: the edge only
    says again what changed in the basic tree."""

    key: str
    old: Edge | None
    new: Edge | None
    is_mirror: bool = False


def edge_edits(base: Sequence[Edge], head: Sequence[Edge], basic: tuple[Edge, Edge] | None) -> list[EdgeEdit]:
    """What changed between the edges of a word; ``basic``: its basic edge in both versions, if that changed.

    Edges with corresponding mothers and the same relation are the same. Of what is left, the first lost and the first new edge that
    are the basic ones (or with a subtype more) mirror the basic edit. The others pair by equal mothers, then by equal relations,
    first with first.
    """
    lost, new = _without(base, head), _without(head, base)
    edits = []
    if basic is not None:
        mirrors = [
            next((edge for edge in edges if edge.mother == of.mother and _is(edge.relation, of.relation)), None)
            for edges, of in zip((lost, new), basic, strict=True)
        ]
        if mirrors[0] is not None and mirrors[1] is not None:
            edits.append(EdgeEdit("edge", mirrors[0], mirrors[1], is_mirror=True))
            lost.remove(mirrors[0])
            new.remove(mirrors[1])
    keys: tuple[tuple[str, Callable[[Edge], object]], ...] = (
        ("rel", lambda edge: edge.mother),
        ("head", lambda edge: edge.relation),
    )
    for name, key in keys:
        for edge in list(lost):
            partner = next((other for other in new if key(other) == key(edge)), None)
            if partner is not None:
                edits.append(EdgeEdit(name, edge, partner))
                lost.remove(edge)
                new.remove(partner)
    return edits + [EdgeEdit("edge", edge, None) for edge in lost] + [EdgeEdit("edge", None, edge) for edge in new]


def _is(relation: str, basic: str) -> bool:
    return relation == basic or relation.startswith(basic + ":")


def _without(edges: Sequence[Edge], others: Sequence[Edge]) -> list[Edge]:
    there = Counter((edge.mother, edge.relation) for edge in others)
    left = []
    for edge in edges:
        same = edge.mother, edge.relation
        if there[same]:
            there[same] -= 1
        else:
            left.append(edge)
    return left


# -- what changed between two versions of a treebank of any kind -------------------------------------------------------

TableRows = list[list[str]]
Count = tuple[str, str, int]
"""What, which, and how many."""


def cell(value: str | None) -> str:
    r"""A value as a cell: ``_`` where it is not there, ``\_`` for a value that is ``_``; tabs as ``\t``."""
    if value is None:
        return "_"
    return "\\_" if value == "_" else value.replace("\t", "\\t").replace("\n", "\\n")


def counts_of(what: str, which: Iterable[str]) -> list[Count]:
    """How often each is there, the most frequent first."""
    counts = Counter(which)
    return [(what, one, counts[one]) for one in sorted(counts, key=lambda one: (-counts[one], one))]


def place_cells(edit: Edit) -> list[str]:
    """Where an edit is: its row, sentences and words, from 1."""
    sentences = (edit.row, edit.base, edit.head)
    return [*("-" if one < 0 else str(one + 1) for one in sentences), edit.base_word, edit.head_word]


@dataclass(frozen=True, eq=False)
class AnyChanges:
    """All that changed. Of a kind of treebank there is a subclass, and what else depends on the kind is in a ``Kind``."""

    found: Rows
    edits: list[Edit]

    def keeping(self, keep: Callable[[str, str], bool]) -> Self:
        """Only the edits of these layers and keys."""
        kept = [edit for edit in self.edits if keep(edit.layer, edit.key)]
        return self if len(kept) == len(self.edits) else replace(self, edits=kept)

    @cached_property
    def edits_of_row(self) -> Counter[int]:
        """How many edits each row has, those of DEPS.mirror too."""
        return Counter(edit.row for edit in self.edits)

    @cached_property
    def statuses(self) -> list[str]:
        """What became of the sentences of each row."""
        rows = range(len(self.found.rows))
        return [self.found.status(row, self.edits_of_row[row] + self.changed_nodes(row)) for row in rows]

    @cached_property
    def flags(self) -> list[list[str]]:
        """The flags of each row."""
        return [self.found.flags(row) for row in range(len(self.found.rows))]

    @property
    def paired_words(self) -> int:
        """How many words are in both."""
        return int(np.count_nonzero(self.found.words.base >= 0))

    @cached_property
    def changed_words(self) -> Counter[int]:
        """How many words of each row have an edit: words that are in both, whatever their units."""
        words = {(edit.row, edit.word) for edit in self.edits if edit.word >= 0}
        return Counter(row for row, _ in words)

    def changed_nodes(self, row: int) -> int:
        """How many constituents of a row only one version has."""
        return 0


@dataclass(frozen=True, eq=False)
class DependencyChanges(AnyChanges):
    """What changed between two versions of dependencies."""

    base: DependencyTreebank
    head: DependencyTreebank


def changes_between(base: DependencyTreebank, head: DependencyTreebank, watch: Watch = QUIET) -> DependencyChanges:
    """What changed from BASE to HEAD. Raises Cancelled: ``watch`` ended it."""
    forms = Forms()
    versions = [Version.of_dependencies(one.sentences, one.sentences.sent_ids, forms) for one in (base, head)]
    found = Rows.of(versions[0], versions[1], watch, (base, head))
    known = references((base.sentences, versions[0]), (head.sentences, versions[1]), found.rows, found.words)
    return DependencyChanges(found, Differences(known, found, watch).all(), base, head)
