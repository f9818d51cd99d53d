"""All edits between the paired sentences of two versions of a dependency treebank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.columns import (
    Keys,
    changed_keys,
    comment_keys,
    features,
    miscellaneous,
    relation_without_subtype,
)
from treecompare.extras.versions.references import Edge, References, Side, followed, how_moved, sentences_of
from treecompare.extras.versions.rows import Rows
from treecompare.extras.versions.watch import QUIET, Watch
from treecompare.trees.dependencies import Dependencies, EmptyNodes, Multiwords
from treecompare.trees.symbols import Symbols

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
        """Its columns."""
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
        sides = self.base, self.head
        forms = [[side.sentences.symbols.texts[number] for number in side.sentences.form.tolist()] for side in sides]
        yield from units_edits(self.pairing, forms)
        yield from ((float(_BESIDE), edit) for edit in self._tokens())
        yield from ((float(2 * _BESIDE), edit) for edit in self._nodes())

    def _differ(self, name: str) -> Iterator[tuple[int, int]]:
        """Paired words whose symbols in a column are different texts."""
        base, head = (getattr(side.sentences, name) for side in (self.base, self.head))
        there = np.flatnonzero(base[self.paired] != self.translated[head[self.partners]])
        pairs = list(zip(self.paired[there].tolist(), self.partners[there].tolist(), strict=True))
        return self.watch.over(pairs, f"comparing {name.upper()}")

    def _edit(self, b: int, h: int, layer: str, key: str, old: str | None, new: str | None, **more: object) -> Edit:
        """An edit of a paired word."""
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
        moved = self.base.mothers(self.paired) != self.head.mothers(self.partners)
        renamed = base.deprel[self.paired] != self.translated[head.deprel[self.partners]]
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
        base, head = self.base.sentences, self.head.sentences
        differ = base.deps[self.paired] != self.translated[head.deps[self.partners]]
        basic = self.base.mothers(self.paired) != self.head.mothers(self.partners)
        basic |= base.deprel[self.paired] != self.translated[head.deprel[self.partners]]
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
        """Where paired multiword tokens or empty nodes stand, and their columns in both versions."""
        for b, h in pairs:
            sentences = tables[0].sentences[b], tables[1].sentences[h]
            place = int(self.row_of[0][sentences[0]]), *sentences, tables[0].told(b), tables[1].told(h)
            yield place, tables[0].texts(b), tables[1].texts(h)

    def _alone(self, layer: str, tables: tuple[_Entries, _Entries], pairs: Iterable[tuple[int, int]]) -> Iterator[Edit]:
        """What only one version has of rows with sentences in both."""
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


def units_edits(paired: Rows, forms: Sequence[Sequence[str]]) -> Iterator[tuple[float, Edit]]:
    """The units of unpaired words, each with its place among the words of BASE. ``forms``: of all words of both versions."""
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
                " ".join(texts[word] for word in of_side) or None,
            )
            for side, texts, of_side in zip(paired.sides, forms, (of_base, of_head), strict=True)
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
    """The edges that are not among the others, one for one."""
    there = Counter((edge.mother, edge.relation) for edge in others)
    left = []
    for edge in edges:
        same = edge.mother, edge.relation
        if there[same]:
            there[same] -= 1
        else:
            left.append(edge)
    return left
