"""Variation nuclei of one treebank: the same words with the same neighbours, annotated differently; and whole sentences like that.

Dickinson & Meurers 2003 (tags, constituents); Boyd, Dickinson & Meurers 2008 (relations).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.readers import AnyTreebank, DependencyTreebank, Treebank, of_one_kind
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, share_column, text_column
from treecompare.trees.arcs import sums_before
from treecompare.trees.preparation import WITH_PUNCTUATION, has_preterminals, prepare, terminals
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison

Numbers = NDArray[np.int64]
EDGE = -1
"""The word before the first and after the last one of a sentence."""
NONE = -1
"""The value of a stretch of words that is not annotated: no constituent, no relation."""
NOTHING = "none"
"""The text of that value."""
MOST = 1000
"""So many rows are shown of each table."""
SHOWN_WORDS = 8
"""So many words are shown on either side of what varies."""
PLACES = 3
"""So many places are named of the rarest value."""


@dataclass(frozen=True, eq=False)
class Line:
    """The words of all sentences, one after the other, with an edge before, between and after sentences.

    ``codes``: int64, a word each, EDGE for an edge; ``sentence``: of each place; ``first``, ``last``: the edges around it.
    """

    texts: Sequence[str]
    codes: Numbers
    sentence: Numbers
    first: Numbers
    last: Numbers

    @classmethod
    def of(cls, texts: Sequence[str], words: NDArray[np.int32], offsets: Numbers) -> Line:
        """``words``: symbols; ``offsets``: where each sentence begins, and one more."""
        counts = np.diff(offsets)
        sentence = np.append(np.repeat(np.arange(len(counts)), counts + 1), len(counts))
        edges = offsets + np.arange(len(offsets))
        codes = np.full(len(sentence), EDGE, np.int64)
        codes[np.delete(np.arange(len(codes)), edges)] = words
        return cls(texts, codes, sentence, edges[sentence], edges[np.minimum(sentence + 1, len(counts))])

    def words(self, start: int, end: int) -> str:
        """The words at these places, without edges."""
        return " ".join(self.texts[code] for code in self.codes[start:end].tolist() if code != EDGE)


@dataclass(frozen=True, eq=False)
class Layer:
    """What is annotated: stretches of words from ``starts``, ``lengths`` words long, with the ``values`` that ``texts`` names.

    ``of_pairs``: of the first and the last word of the stretch, so that what stands between them is context.
    """

    name: str
    starts: Numbers
    lengths: Numbers
    values: Numbers
    texts: Sequence[str]
    of_pairs: bool = False


@dataclass(eq=False)
class Nuclei:
    """What varies: an entry of ``places`` (first words), ``values`` and ``groups`` per occurrence, one of ``lengths`` and
    ``contexts`` (words that are equal besides) per nucleus."""

    places: list[Numbers] = field(default_factory=list)
    values: list[Numbers] = field(default_factory=list)
    groups: list[Numbers] = field(default_factory=list)
    lengths: list[Numbers] = field(default_factory=list)
    contexts: list[Numbers] = field(default_factory=list)
    number: int = 0

    def add(self, places: Numbers, values: Numbers, ids: Numbers, length: int, contexts: Numbers) -> None:
        """Occurrences; those of equal ``ids`` are one nucleus. ``contexts``: per occurrence."""
        if not len(places):
            return
        known, firsts, groups = np.unique(ids, return_index=True, return_inverse=True)
        self.places.append(places)
        self.values.append(values)
        self.groups.append(groups + self.number)
        self.lengths.append(np.full(len(known), length))
        self.contexts.append(contexts[firsts])
        self.number += len(known)


def nuclei(line: Line, layer: Layer) -> Nuclei:
    """All stretches that occur twice with equal neighbours and different values. Each occurrence is in the nucleus in which most
    of its neighbours on either side are equal, an edge of the sentence being a neighbour, too."""
    found = Nuclei()
    at = np.flatnonzero(line.codes != EDGE)
    ids = _numbered(line.codes[at - 1], line.codes[at])
    order = np.argsort(layer.lengths, kind="stable")
    lengths = layer.lengths[order]
    for length in range(1, int(lengths.max(initial=0)) + 1):
        ids = _numbered(ids, line.codes[at + length])
        often = np.bincount(ids)[ids] > 1
        at, ids = at[often], ids[often]
        if not len(at):
            break
        first, last = np.searchsorted(lengths, (length, length + 1))
        if first < last:
            here = order[first:last]
            annotated = np.full(len(line.codes), NONE, np.int64)
            annotated[layer.starts[here]] = layer.values[here]
            values = annotated[at]
            varies = _varying(ids, values)
            _widen(line, found, at[varies], ids[varies], values[varies], length, length - 2 if layer.of_pairs else 0)
        inside = line.codes[at + length] != EDGE
        at, ids = at[inside], ids[inside]
    return found


def _widen(line: Line, found: Nuclei, at: Numbers, ids: Numbers, values: Numbers, length: int, between: int) -> None:
    """Compares one more word on either side as long as something varies; then enters what varies, the widest first."""
    levels: list[tuple[Numbers, Numbers, Numbers]] = []
    here = np.arange(len(at))
    while len(here):
        width, own = len(levels) + 1, at[here]
        before, after = np.minimum(width, own - line.first[own] - 1), np.minimum(width, line.last[own] - own - length)
        levels.append((here, ids, before + after + between))
        left = line.codes[np.maximum(own - width - 1, line.first[own])]
        right = line.codes[np.minimum(own + length + width, line.last[own])]
        wider = _numbered(_numbered(ids, left), right)
        goes_on = _varying(wider, values[here]) & ((before == width) | (after == width))
        here, ids = here[goes_on], wider[goes_on]
    left_over = np.ones(len(at), np.bool_)
    for here, ids, contexts in reversed(levels):
        waits = left_over[here]
        here, ids, contexts = here[waits], ids[waits], contexts[waits]
        varies = _varying(ids, values[here])
        here = here[varies]
        left_over[here] = False
        found.add(at[here], values[here], ids[varies], length, contexts[varies])


def _numbered(ids: Numbers, codes: Numbers) -> Numbers:
    """A number per entry from 0, equal where both are equal."""
    if not len(ids):
        return ids
    numbers: Numbers = np.unique(ids * (int(codes.max()) + 2) + codes + 1, return_inverse=True)[1]
    return numbers


def _varying(ids: Numbers, values: Numbers) -> NDArray[np.bool_]:
    """Entries whose number stands with several values."""
    if not len(ids):
        return np.zeros(0, np.bool_)
    groups, order = np.unique(ids, return_inverse=True)[1], np.argsort(ids, kind="stable")
    firsts = np.flatnonzero(np.diff(ids[order], prepend=ids[order[0]] - 1))
    ordered = values[order]
    varies: NDArray[np.bool_] = np.minimum.reduceat(ordered, firsts) != np.maximum.reduceat(ordered, firsts)
    return varies[groups]


# -- what is annotated -------------------------------------------------------------------------------------------------


def word_layers(bank: DependencyTreebank) -> tuple[Line, list[Layer]]:
    """Both tags of each word, and the relations of pairs of words, with the direction to the head."""
    words = bank.sentences
    texts = words.symbols.texts
    line = Line.of(texts, words.form, words.offsets)
    places = np.flatnonzero(line.codes != EDGE)
    ones = np.ones(len(places), np.int64)
    layers = [
        Layer(name, places, ones, getattr(words, name).astype(np.int64), texts)
        for name in ("upos", "xpos")
        if (getattr(words, name) != words.symbols.find("_")).any()
    ]
    bound = np.flatnonzero((words.parents >= 0) & (words.parents != np.arange(words.words)))
    own, head = places[bound], places[words.parents[bound]]
    values = 2 * words.deprel[bound].astype(np.int64) + (head < own)
    named = [f"{text} {arrow}" for text in texts for arrow in ("→", "←")]
    layers.append(Layer("relation", np.minimum(own, head), abs(own - head) + 1, values, named, of_pairs=True))
    return line, layers


def tree_layers(bank: Treebank) -> tuple[Line, list[Layer]]:
    """The tag of each word, and the labels over stretches of words, from the top. Functions and empty categories are left out;
    constituents whose words stand apart, too."""
    trees = prepare(terminals(bank.trees, has_preterminals(bank.trees)), WITH_PUNCTUATION)
    texts = trees.symbols.texts
    line = Line.of(texts, trees.labels[trees.word_nodes], sums_before(trees.word_counts))
    sentences, (starts, ends) = trees.sentence_of, trees.hulls
    lengths = ends - starts
    edges = np.flatnonzero(line.codes == EDGE)
    tags = np.flatnonzero((trees.kinds == PRETERMINAL) & (lengths == 1))
    at = edges[sentences] + 1 + starts
    layers = [Layer("tag", at[tags], lengths[tags], trees.labels[tags].astype(np.int64), texts)]
    is_node = (trees.kinds == CONSTITUENT) & (lengths > 0) & ~trees.crossing[sentences]
    chains: dict[tuple[int, int], str] = {}
    for node in np.flatnonzero(is_node)[::-1].tolist():
        key = int(at[node]), int(lengths[node])
        chains[key] = f"{chains[key]}+{texts[trees.labels[node]]}" if key in chains else texts[trees.labels[node]]
    names = list(dict.fromkeys(chains.values()))
    codes = {name: code for code, name in enumerate(names)}
    spans = np.array(list(chains), np.int64).reshape(-1, 2)
    values = np.array([codes[one] for one in chains.values()], np.int64)
    layers.append(Layer("constituent", spans[:, 0], spans[:, 1], values, names))
    return line, layers


@dataclass(frozen=True)
class Varied:
    """An occurrence that has not the most frequent value of its nucleus, ``other``. ``first``: its first word, from 1, ``length``
    words long; ``sentence``: from 0."""

    layer: str
    sentence: int
    first: int
    length: int
    value: str
    other: str


def varied(bank: AnyTreebank) -> list[Varied]:
    """All of a treebank, those with most equal words around them first, then those whose value has the smallest share."""
    line, layers = (
        word_layers(bank) if isinstance(bank, DependencyTreebank) else tree_layers(of_one_kind(bank, Treebank))
    )
    out: list[tuple[int, float, int, Varied]] = []
    for layer in layers:
        found = nuclei(line, layer)
        if not found.number:
            continue
        places, values, groups = (np.concatenate(one) for one in (found.places, found.values, found.groups))
        lengths, contexts = np.concatenate(found.lengths), np.concatenate(found.contexts)
        order = np.lexsort((places, groups))
        bounds = np.searchsorted(groups[order], np.arange(found.number + 1))
        for group in range(found.number):
            its = order[bounds[group] : bounds[group + 1]]
            own = values[its].tolist()
            times = Counter(own)
            usual = max(times, key=lambda one: (times[one], -own.index(one)))
            other = layer.texts[usual] if usual != NONE else NOTHING
            for place, value in zip(places[its].tolist(), own, strict=True):
                if value != usual:
                    text = layer.texts[value] if value != NONE else NOTHING
                    sentence, first = int(line.sentence[place]), place - int(line.first[place])
                    one = Varied(layer.name, sentence, first, int(lengths[group]), text, other)
                    out.append((-int(contexts[group]), times[value] / len(own), place, one))
    out.sort(key=lambda one: one[:3])
    return [one for *_, one in out]


# -- tables ------------------------------------------------------------------------------------------------------------


def variation_of(
    bank: AnyTreebank, ids: Sequence[str], most: int = MOST, lengths: NDArray[Any] | None = None
) -> list[ResultTable]:
    """A table per layer, and the sentences that stand twice. ``ids``: a name per sentence; ``most``: rows of each;
    ``lengths``: words of each sentence as they are numbered for people: only where all words are there, cells mark some.

    Raises UsageError: it holds neither dependencies nor constituents.
    """
    line, layers = (
        word_layers(bank) if isinstance(bank, DependencyTreebank) else tree_layers(of_one_kind(bank, Treebank))
    )
    words = np.diff(np.flatnonzero(line.codes == EDGE)) - 1
    numbered = np.zeros(len(words), np.bool_) if lengths is None else lengths == words
    tables = [_table(line, layer, ids, most, numbered) for layer in layers]
    return [*tables, _twice(line, layers, ids, most)]


def variation_tables(comparison: DependencyComparison | ConstituentComparison, view: View) -> list[ResultTable]:
    """The same of the gold of a comparison."""
    return variation_of(comparison.gold, comparison.ids, lengths=comparison.table.lengths)


def _table(line: Line, layer: Layer, ids: Sequence[str], most: int, numbered: NDArray[np.bool_]) -> ResultTable:
    columns = (
        count_column("context"), text_column("words"), text_column("values"), text_column("rarest"),
        count_column("times"), count_column("of"), share_column("%", "share"), text_column("where"),
    )  # fmt: skip
    title = f"Variation: {layer.name}"
    note = "Each row: the same words with the same neighbours, annotated differently. context: words that are equal besides."
    if layer.of_pairs:
        note += " A relation is of the first word in brackets and the last one; the arrow leads from the dependent to its head."
    found = nuclei(line, layer)
    if not found.number:
        return ResultTable(title, columns, [], note)
    places, values, groups = (np.concatenate(one) for one in (found.places, found.values, found.groups))
    lengths, contexts = np.concatenate(found.lengths), np.concatenate(found.contexts)
    of = np.bincount(groups)
    kinds, times = np.unique(groups * (len(layer.texts) + 1) + values + 1, return_counts=True)
    rarest = np.full(found.number, len(line.codes))
    np.minimum.at(rarest, kinds // (len(layer.texts) + 1), times)
    firsts = np.full(found.number, len(line.codes))
    np.minimum.at(firsts, groups, places)
    ranked = np.lexsort((lengths, firsts, rarest / of, -contexts))[:most]
    order = np.lexsort((places, groups))
    bounds = np.searchsorted(groups[order], np.arange(found.number + 1))
    rows: list[list[Value]] = []
    behind: list[tuple[dict[str, Numbers], str]] = []
    for group in ranked.tolist():
        its = order[bounds[group] : bounds[group + 1]]
        by_value: dict[str, list[int]] = {}
        for place, value in zip(places[its].tolist(), values[its].tolist(), strict=True):
            by_value.setdefault(layer.texts[value] if value != NONE else NOTHING, []).append(place)
        counts = sorted(by_value, key=lambda one: (-len(by_value[one]), by_value[one][0]))
        rare, length = counts[-1], int(lengths[group])
        where = [_where(line, place, ids) for place in by_value[rare][:PLACES]]
        rows.append(
            [
                int(contexts[group]), _shown(line, by_value[rare][0], length),
                ", ".join(f"{one} {len(by_value[one]):,}" for one in counts), rare, len(by_value[rare]), len(its),
                len(by_value[rare]) / len(its), ", ".join(where),
            ]
        )  # fmt: skip
        behind.append(({one: np.array(of_value) for one, of_value in by_value.items()}, rare))

    def sentences(row: int, column: int) -> Found | None:
        by_value, rare = behind[row]
        chosen = {rare: by_value[rare]} if column in (3, 4, 7) else by_value
        at = np.concatenate(list(chosen.values()))
        marks: dict[int, dict[int, str]] = {}
        for value, of_value in chosen.items():
            for place in of_value[numbered[line.sentence[of_value]]].tolist():
                own = marks.setdefault(int(line.sentence[place]), {})
                first = place - int(line.first[place])
                last = first + int(lengths[ranked[row]]) - 1
                own.update(dict.fromkeys({first, last} if layer.of_pairs else range(first, last), "") | {last: value})
        return Found(np.unique(line.sentence[at]), None, f"{layer.name}: {rows[row][1]}", marks)

    return ResultTable(title, columns, rows, f"{note} {_of_all(found.number, len(rows))}".strip(), found=sentences)


def _where(line: Line, place: int, ids: Sequence[str]) -> str:
    return f"{ids[line.sentence[place]]}:{place - line.first[place]}"


def _of_all(number: int, shown: int) -> str:
    return f"The first {shown:,} of {number:,}." if shown < number else ""


def _shown(line: Line, place: int, length: int) -> str:
    """The words in brackets, with those around them."""
    first, last = int(line.first[place]), int(line.last[place])
    start, end = max(first + 1, place - SHOWN_WORDS), min(last, place + length + SHOWN_WORDS)
    parts = [
        "…" if start > first + 1 else "", line.words(start, place), f"[{line.words(place, place + length)}]",
        line.words(place + length, end), "…" if end < last else "",
    ]  # fmt: skip
    return " ".join(filter(None, parts))


def _twice(line: Line, layers: Sequence[Layer], ids: Sequence[str], most: int) -> ResultTable:
    """The sentences with the same words and different annotations, the longest first."""
    found = sorted(_versions(line, layers), key=lambda one: (-one[0], one[1][0]))
    rows: list[list[Value]] = [
        [
            length, line.words(line.first[start] + 1, line.last[start]), len(of), number,
            ", ".join(ids[one] for one in of[:PLACES]) + (", …" if len(of) > PLACES else ""),
        ]
        for length, of, number, start in found[:most]
    ]  # fmt: skip
    columns = (
        count_column("length"), text_column("words"), count_column("sentences"), count_column("analyses"), text_column("where"),
    )  # fmt: skip
    return ResultTable(
        "Variation: the same sentence annotated differently", columns, rows, _of_all(len(found), len(rows)),
        found=lambda row, column: Found(np.array(found[row][1]), None, f"the same words: {rows[row][1]}"),
    )  # fmt: skip


def _versions(line: Line, layers: Sequence[Layer]) -> Iterator[tuple[int, list[int], int, int]]:
    """Length, sentences, number of different annotations, and the first place."""
    edges = np.flatnonzero(line.codes == EDGE).tolist()
    same: dict[bytes, list[int]] = {}
    for sentence, (first, last) in enumerate(pairwise(edges)):
        if last - first > 1:
            same.setdefault(line.codes[first + 1 : last].tobytes(), []).append(sentence)
    several = [of for of in same.values() if len(of) > 1]
    if not several:
        return
    sorts = []
    for layer in layers:
        order = np.lexsort((layer.values, layer.lengths, layer.starts))
        columns = np.stack((layer.starts - line.first[layer.starts], layer.lengths, layer.values), axis=1)[order]
        sorts.append((columns, np.searchsorted(layer.starts[order], edges)))
    for of in several:
        analyses = {
            tuple(columns[bounds[one] : bounds[one + 1]].tobytes() for columns, bounds in sorts) for one in of
        }  # fmt: skip
        if len(analyses) > 1:
            yield edges[of[0] + 1] - edges[of[0]] - 1, of, len(analyses), edges[of[0]] + 1
