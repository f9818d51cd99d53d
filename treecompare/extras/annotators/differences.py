"""Where two or three analyses of the same sentences differ: (sentence, unit, field), with the value of each.

Values are texts, so that they can be stored and compared whatever their kind: an arc is ``HEAD:DEPREL``, a tag or lemma is
itself, a feature has its values joined by commas (nothing: it is not there), the nodes over a set of words are their labels
from the top, with blanks between them (nothing: there is no node).

A sentence is compared where all analyses have it with the same words; every other one is told with its reason.

Of constituents traces are removed, and the outermost wrapper (TOP, ROOT, S1, VROOT, nothing) is off; labels are as they stand in
the file, with the label of the edge above, if there is one, behind a colon: ``NP:Subj``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError, counted
from treecompare.extras.annotators.several import MISSING, Row, Several, chains_of
from treecompare.measures.words import absent_columns
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.trees.arcs import NO_HEAD, head_of_text, head_text
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import entries
from treecompare.trees.edge_labels import edge_column, labels_with_edges, without_edges
from treecompare.trees.preparation import WRAPPERS, Parameters, has_preterminals, prepare, terminals, without_traces
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import Trees

EDGE_MARK = ":"
"""Between a label and that of its edge."""
_UNWRAPPED = Parameters("nodes", cuts_labels=False, deletes_words=False, strips=frozenset(WRAPPERS))


@dataclass(frozen=True, eq=False)
class NodeChains:
    """``trees``: prepared; a sentence is given by its place from 0. ``has_edges``: whether labels have edges behind them."""

    trees: Trees
    has_edges: bool

    def words_of(self, sentence: int) -> list[str]:
        """The words, without traces."""
        return self.trees[sentence].words

    def chains_in(self, sentence: int) -> dict[int, str]:
        """By the words of a set, as bits, the labels of its nodes from the top, with blanks between them."""
        return {words: " ".join(labels) for words, labels in chains_of(self.trees[sentence])[0].items()}

    def tags_in(self, sentence: int) -> list[str]:
        """The tag of each word; empty for a word without."""
        return chains_of(self.trees[sentence])[1]


def node_chains(treebank: Treebank) -> NodeChains:
    """Nodes and tags of a treebank."""
    marked = terminals(treebank.trees, has_preterminals(treebank.trees))
    trees = prepare(without_traces(marked), _UNWRAPPED)
    if edge_column(trees) is None:
        return NodeChains(trees, False)
    labels = labels_with_edges(trees, trees.labels, trees.symbols, EDGE_MARK)
    return NodeChains(without_edges(replace(trees, labels=labels)), True)


ARC, UPOS, XPOS, LEMMA, NODES = "arc", "upos", "xpos", "lemma", "nodes"
FEATS = "feats."
"""What names of fields of features begin with."""
LEAST, MOST = 2, 3
"""So many analyses are decided between."""
_COLUMNS = (UPOS, XPOS, LEMMA)


class Place(NamedTuple):
    """What a decision is about. ``sentence``: of the file that a comparison counts by, from 0. ``unit``: the number of a word,
    from 1, or the words of a set: ``3-5,8``. ``field``: ARC, UPOS, XPOS (also the tags of constituents), LEMMA, ``feats.NAME``
    or NODES."""

    sentence: int
    unit: str
    field: str


class Kind(NamedTuple):
    """Differences of the same kind: field, the values of the files, and of an arc the part of speech of its word.

    Of arcs a value is the number of the first file that has the same head, and the relation: ``1:nmod``, ``2:obl``.
    """

    field: str
    values: tuple[str, ...]
    tag: str = ""


class Difference(NamedTuple):
    """``values``: of each file, in their order."""

    place: Place
    values: tuple[str, ...]
    kind: Kind


def arc_value(head: int, relation: str) -> str:
    """An arc as a value."""
    return f"{head_text(head)}:{relation}"


def arc_of(value: str) -> tuple[int, str]:
    """Head (NO_HEAD where it is ``_``) and relation of such a value. Raises UsageError: it is none."""
    head, colon, relation = value.partition(":")
    is_head = (head.isascii() and head.isdigit() and len(head) < 7) or head == head_text(NO_HEAD)
    if not (colon and is_head and relation):
        raise UsageError(f"'{value[:40]}' is not an arc; expected HEAD:RELATION, as 3:nsubj")
    return head_of_text(head), relation


def unit_of(words: int) -> str:
    """The text of a set of words, given as bits: word ``k`` of the sentence, from 0, is ``1 << k``."""
    begins, ends = words & ~(words << 1), words & ~(words >> 1)
    firsts, lasts = ([at + 1 for at in range(words.bit_length()) if one >> at & 1] for one in (begins, ends))
    return ",".join(f"{a}" if a == b else f"{a}-{b}" for a, b in zip(firsts, lasts, strict=True))


def words_in(unit: str) -> int:
    """The set of words that such a text stands for."""
    found = 0
    for part in unit.split(","):
        first, _, last = part.partition("-")
        found |= (1 << int(last or first)) - (1 << (int(first) - 1))
    return found


def order_of(place: Place) -> tuple[int, int, int, str, str]:
    """Places as they follow each other: by sentence, first word, larger sets first, field."""
    first, _, rest = place.unit.replace("-", ",").partition(",")
    last = int(rest.rpartition(",")[2] or first)
    return place.sentence, int(first), -last, place.field, place.unit


def features_of(text: str) -> dict[str, str]:
    """FEATS as a map from names to values: several are joined by commas, an item without ``=`` is a name with the value ``+``."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for item in text.split("|") if text not in ("_", "") else ():
        name, equals, value = item.partition("=")
        found[name].update(value.split(",") if equals else ("+",))
    return {name: ",".join(sorted(values)) for name, values in found.items()}


def written_features(features: dict[str, str], first: str) -> str:
    """Such a map as FEATS, in the order of ``first`` where it has a name, else by names; ``_`` if it is empty."""
    known = list(features_of(first))
    is_sorted = known == sorted(known, key=str.casefold)
    there = {name: value for name, value in features.items() if value}
    names = [
        *(one for one in known if one in there),
        *sorted((one for one in there if one not in known), key=str.casefold),
    ]
    if is_sorted:
        names.sort(key=str.casefold)
    return "|".join(name if there[name] == "+" else f"{name}={there[name]}" for name in names) or "_"


@dataclass(frozen=True, eq=False)
class Analyses:
    """Two or three files of the same kind, with the sentences that all of them have with the same words.

    ``rows``: per such sentence its place in each file; ``keys``: by which sentence of a comparison's first file it is known, which
    need not be one of these. ``skipped``: the other sentences of the first file, and the reason why they are not compared;
    ``missing``: how many sentences of the others found no partner, by file.
    """

    names: tuple[str, ...]
    treebanks: tuple[AnyTreebank, ...]
    rows: list[tuple[int, ...]]
    keys: list[int] = field(default_factory=list)
    skipped: dict[int, str] = field(default_factory=dict)
    missing: dict[str, int] = field(default_factory=dict)

    @property
    def first(self) -> AnyTreebank:
        """The file whose format and sentences the result has."""
        return self.treebanks[0]

    @property
    def paths(self) -> list[str]:
        """The files, which no result is written over."""
        return [one.path for one in self.treebanks if one.path]

    @property
    def is_dependencies(self) -> bool:
        """Whether words depend on words; else there are constituents."""
        return isinstance(self.first, DependencyTreebank)

    @cached_property
    def row_of(self) -> dict[int, int]:
        """The place in ``rows`` of each sentence that is compared, by its key."""
        return {key: place for place, key in enumerate(self.keys)}

    @cached_property
    def key_of(self) -> dict[int, int]:
        """The keys of the sentences of the first file that are compared."""
        return {row[0]: key for row, key in zip(self.rows, self.keys, strict=True)}

    @cached_property
    def chains(self) -> tuple[NodeChains, ...]:
        """Of constituents: nodes and tags of each file."""
        return tuple(node_chains(one) for one in self.treebanks if isinstance(one, Treebank))

    def words_of(self, key: int) -> list[str]:
        """The words of a sentence that is compared, without traces."""
        return self.words_in_file(0, self.rows[self.row_of[key]][0])

    def words_in_file(self, place: int, sentence: int) -> list[str]:
        """The words of a sentence of a file, without traces; both from 0."""
        treebank = self.treebanks[place]
        return treebank.words_of(sentence) if self.is_dependencies else self.chains[place].words_of(sentence)

    def differences(self) -> list[Difference]:
        """All of them, as they follow each other."""
        found = _of_dependencies(self) if self.is_dependencies else _of_constituents(self)
        return sorted(found, key=lambda one: order_of(one.place))


def analyses_of(names: Sequence[str], treebanks: Sequence[AnyTreebank], anchor: AnyTreebank | None = None) -> Analyses:
    """Pairs the sentences of the files with those of the first.

    ``anchor``: the treebank whose sentences are the keys; None: the first of these.

    Raises UsageError: there are fewer than two files or more than three, they are of different kinds, two are called the same
    or are the same file, one has no sentences, or no sentence has the same words in all.
    """
    if not LEAST <= len(treebanks) <= MOST:
        raise UsageError(f"{counted(len(treebanks), 'analysis', 'analyses')}; expected two or three to decide between")
    for treebank in treebanks:
        if not isinstance(treebank, (DependencyTreebank, Treebank)):
            raise UsageError(f"{treebank.path} holds {treebank.kind}; expected dependencies or constituents")
        if treebank.kind != treebanks[0].kind:
            what = f"{treebank.path} holds {treebank.kind}, {treebanks[0].path} {treebanks[0].kind}"
            raise UsageError(f"{what}; expected files of one kind")
    for called, times in Counter(one.path for one in treebanks).items():
        if times > 1:
            raise UsageError(f"{called} is given {times} times; expected different files")
    for called, times in Counter(names).items():
        if times > 1:
            raise UsageError(f"'{called}' is the name of {times} analyses; expected different names")
    for treebank in treebanks:
        if not treebank.has_words:
            raise UsageError(
                f"{treebank.path} has no sentences with words; expected an analysis of those of {names[0]}"
            )
    made = Analyses(tuple(names), tuple(treebanks), [])
    others = range(1, len(treebanks))
    several = Several.of(treebanks)
    alike = {row[0]: _alike(made, several, row) for row in several.rows if row[0] != MISSING}
    keys = _keys(made, anchor)
    for sentence in range(treebanks[0].count):
        row = alike.get(sentence, (sentence, *(MISSING for _ in others)))
        if min(row) >= 0 and (key := keys.get(sentence, -1)) >= 0:
            made.rows.append(row)
            made.keys.append(key)
        else:
            made.skipped[sentence] = _reason(made, row, made.words_in_file(0, sentence))
    if not made.rows:
        other = treebanks[-1].path
        what = f"no sentence of {treebanks[0].path} has the same words in {other}"
        raise UsageError(f"{what}; expected analyses of the same sentences")
    for place in others:
        if left := treebanks[place].count - sum(row[place] != MISSING for row in alike.values()):
            made.missing[names[place]] = left
    return made


def _alike(analyses: Analyses, several: Several, row: Row) -> Row:
    """A row without the sentences whose words are not those of the first file, one by one."""

    def words(file: int, at: int) -> Sequence[str]:
        return several.words[file][at] if analyses.is_dependencies else plain_forms(analyses.words_in_file(file, at))

    first = words(0, row[0])
    return tuple(at if at != MISSING and words(file, at) == first else MISSING for file, at in enumerate(row))


def _keys(analyses: Analyses, anchor: AnyTreebank | None) -> dict[int, int]:
    if anchor is None or anchor is analyses.first:
        return {sentence: sentence for sentence in range(analyses.first.count)}
    both = Analyses(("", ""), (analyses.first, anchor), [])
    several = Several.of(both.treebanks)
    rows = [_alike(both, several, row) for row in several.rows if row[0] != MISSING]
    return {row[0]: row[1] for row in rows if row[1] != MISSING}


def _reason(analyses: Analyses, row: Sequence[int], words: Sequence[str]) -> str:
    problem = analyses.first.problems.get(row[0])
    if problem is not None:
        return problem.said
    if not words:
        return "has no words"
    names = [name for name, place in zip(analyses.names, row, strict=True) if place < 0]
    return f"not in {' and '.join(names) or 'the first file'} with the same words"


# -- dependencies ----------------------------------------------------------------------------------------------------------


def _of_dependencies(analyses: Analyses) -> Iterator[Difference]:
    tables = [one.sentences for one in analyses.treebanks if isinstance(one, DependencyTreebank)]
    first = tables[0]
    chosen = np.array(analyses.rows, np.int64)
    places = [entries(one.offsets, chosen[:, place])[0] for place, one in enumerate(tables)]
    offsets = entries(first.offsets, chosen[:, 0])[1]
    sentence_of = np.repeat(np.array(analyses.keys, np.int64), np.diff(offsets))
    numbers = first.numbers[places[0]]
    common = Symbols.of_distinct(list(first.symbols.texts))
    known = [common.numbers_of(one.symbols) for one in tables]
    texts = [one.symbols.texts for one in tables]

    def column(name: str) -> list[NDArray[np.int32]]:
        return [own[getattr(one, name)[at]] for own, one, at in zip(known, tables, places, strict=True)]

    def text(name: str, place: int, word: int) -> str:
        return str(texts[place][getattr(tables[place], name)[places[place][word]]])

    def differs(columns: Sequence[NDArray[Any]]) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.logical_or.reduce([one != columns[0] for one in columns[1:]])
        return found

    absent = [absent_columns(one) for one in tables]
    tag = XPOS if UPOS in absent[0] else UPOS
    heads = [one.head[at].astype(np.int64) for one, at in zip(tables, places, strict=True)]
    for word in np.flatnonzero(differs(heads) | differs(column("deprel"))).tolist():
        arcs = [(int(heads[place][word]), text("deprel", place, word)) for place in range(len(tables))]
        values = tuple(arc_value(*one) for one in arcs)
        ranks = [next(rank for rank, other in enumerate(arcs, 1) if other[0] == one[0]) for one in arcs]
        kind = Kind(ARC, tuple(f"{rank}:{one[1]}" for rank, one in zip(ranks, arcs, strict=True)), text(tag, 0, word))
        yield Difference(Place(int(sentence_of[word]), str(int(numbers[word])), ARC), values, kind)
    for name in _COLUMNS:
        if any(name in of_file for of_file in absent):
            continue
        for word in np.flatnonzero(differs(column(name))).tolist():
            values = tuple(text(name, place, word) for place in range(len(tables)))
            yield Difference(Place(int(sentence_of[word]), str(int(numbers[word])), name), values, Kind(name, values))
    if not any("feats" in of_file for of_file in absent):
        for word in np.flatnonzero(differs(column("feats"))).tolist():
            maps = [features_of(text("feats", place, word)) for place in range(len(tables))]
            for name in sorted({name for one in maps for name in one}):
                values = tuple(one.get(name, "") for one in maps)
                if len(set(values)) > 1:
                    place = Place(int(sentence_of[word]), str(int(numbers[word])), FEATS + name)
                    yield Difference(place, values, Kind(FEATS + name, values))


# -- constituents ----------------------------------------------------------------------------------------------------------


def _of_constituents(analyses: Analyses) -> Iterator[Difference]:
    for key, row in zip(analyses.keys, analyses.rows, strict=True):
        chains = [of.chains_in(place) for of, place in zip(analyses.chains, row, strict=True)]
        for words in {words for one in chains for words in one}:
            values = tuple(one.get(words, "") for one in chains)
            if len(set(values)) > 1:
                yield Difference(Place(key, unit_of(words), NODES), values, Kind(NODES, values))
        tags = [of.tags_in(place) for of, place in zip(analyses.chains, row, strict=True)]
        for number, values in enumerate(zip(*tags, strict=True), 1):
            if len(set(values)) > 1:
                yield Difference(Place(key, str(number), XPOS), values, Kind(XPOS, values))
