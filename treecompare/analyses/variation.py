"""Where a gold may be wrong: variation nuclei (the same words with the same neighbours, annotated differently), and what all
systems deny.

Dickinson & Meurers 2003 (tags, constituents); Boyd, Dickinson & Meurers 2008 (relations).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.sentences import places_in_gold
from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError, counted, named
from treecompare.mappings.moves import SharedSpans
from treecompare.readers import AnyTreebank, DependencyTreebank, Treebank, of_one_kind
from treecompare.scores.result import (
    Fact,
    Facts,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    share_column,
    text_column,
)
from treecompare.scores.table import Numbers
from treecompare.trees.arcs import OUTSIDE, ROOT, UNATTACHED
from treecompare.trees.columns import sums_before
from treecompare.trees.preparation import WITH_PUNCTUATION, has_preterminals, prepare, terminals
from treecompare.trees.symbols import Shared
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison


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


@dataclass(frozen=True, eq=False)
class Nuclei:
    """What varies: an entry of ``places`` (first words), ``values`` and ``groups`` per occurrence, one of ``lengths`` and
    ``contexts`` (words that are equal besides) per nucleus."""

    places: Numbers
    values: Numbers
    groups: Numbers
    lengths: Numbers
    contexts: Numbers

    @cached_property
    def occurrences(self) -> list[Numbers]:
        """The occurrences of each nucleus, in the order of the file."""
        order = np.lexsort((self.places, self.groups))
        return np.split(order, np.searchsorted(self.groups[order], np.arange(len(self.lengths) + 1)))[1:-1]


def nuclei(line: Line, layer: Layer) -> Nuclei:
    """All stretches that occur twice with equal neighbours and different values. Each occurrence is in the nucleus in which most
    of its neighbours on either side are equal, an edge of the sentence being a neighbour, too."""
    found, number = [(np.zeros(0, np.int64),) * 5], 0
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
            for places, own, groups, contexts in _widen(
                line, at[varies], ids[varies], values[varies], length, length - 2 if layer.of_pairs else 0
            ):
                found.append((places, own, groups + number, np.full(len(contexts), length), contexts))
                number += len(contexts)
        inside = line.codes[at + length] != EDGE
        at, ids = at[inside], ids[inside]
    return Nuclei(*map(np.concatenate, zip(*found, strict=True)))


def _widen(
    line: Line, at: Numbers, ids: Numbers, values: Numbers, length: int, between: int
) -> Iterator[tuple[Numbers, Numbers, Numbers, Numbers]]:
    """Compares one more word on either side as long as something varies; then tells what varies, the widest first:
    places, values, groups from 0, and the contexts of these."""
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
        if len(here):
            _, firsts, groups = np.unique(ids[varies], return_index=True, return_inverse=True)
            yield at[here], values[here], groups, contexts[varies][firsts]


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


def _layers(bank: AnyTreebank) -> tuple[Line, list[Layer]]:
    return word_layers(bank) if isinstance(bank, DependencyTreebank) else tree_layers(of_one_kind(bank, Treebank))


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
    line, layers = _layers(bank)
    out: list[tuple[int, float, int, Varied]] = []
    for layer in layers:
        found = nuclei(line, layer)
        for its, length, context in zip(found.occurrences, found.lengths, found.contexts, strict=True):
            own = found.values[its].tolist()
            times = Counter(own)
            usual = max(times, key=lambda one: (times[one], -own.index(one)))
            other = layer.texts[usual] if usual != NONE else NOTHING
            for place, value in zip(found.places[its].tolist(), own, strict=True):
                if value != usual:
                    text = layer.texts[value] if value != NONE else NOTHING
                    sentence, first = int(line.sentence[place]), place - int(line.first[place])
                    one = Varied(layer.name, sentence, first, int(length), text, other)
                    out.append((-int(context), times[value] / len(own), place, one))
    out.sort(key=lambda one: one[:3])
    return [one for *_, one in out]


# -- tables ------------------------------------------------------------------------------------------------------------


def variation_of(
    bank: AnyTreebank, most: int = MOST, lengths: NDArray[Any] | None = None, rows: NDArray[Any] | None = None
) -> list[ResultTable]:
    """A table per layer, and the sentences that stand twice. ``most``: rows of each table; ``rows``: the row of each sentence in a
    comparison; ``lengths``: words of each row as they are numbered for people: only where all words are there, cells mark some.

    Raises UsageError: it holds neither dependencies nor constituents.
    """
    line, layers = _layers(bank)
    words = np.diff(np.flatnonzero(line.codes == EDGE)) - 1
    rows = np.arange(len(words)) if rows is None else rows
    numbered = np.zeros(len(words), np.bool_) if lengths is None else lengths[rows] == words
    tables = [_table(line, layer, bank.sentence_names, most, rows, numbered) for layer in layers]
    return [*tables, _twice(line, layers, bank.sentence_names, most, rows)]


def variation_tables(comparison: DependencyComparison | ConstituentComparison, view: View) -> list[ResultTable]:
    """The same of the gold of a comparison."""
    rows = np.fromiter(map(comparison.row_of, range(comparison.gold.count)), np.int64)
    return variation_of(comparison.gold, lengths=comparison.table.lengths, rows=rows)


def _table(
    line: Line, layer: Layer, ids: Sequence[str], most: int, row_of: NDArray[Any], numbered: NDArray[np.bool_]
) -> ResultTable:
    columns = (
        count_column("context"), text_column("words"), text_column("values"), text_column("rarest"),
        count_column("times"), count_column("of"), share_column("%", "share"), text_column("where"),
    )  # fmt: skip
    title = f"Variation: {layer.name}"
    note = "Each row: the same words with the same neighbours, annotated differently. context: words that are equal besides."
    if layer.of_pairs:
        note += " A relation is of the first word in brackets and the last one; the arrow leads from the dependent to its head."
    found = nuclei(line, layer)
    if not len(found.lengths):
        return ResultTable(title, columns, [], note)
    kinds, times = np.unique(found.groups * (len(layer.texts) + 1) + found.values + 1, return_counts=True)
    rarest, firsts = np.full((2, len(found.lengths)), len(line.codes))
    np.minimum.at(rarest, kinds // (len(layer.texts) + 1), times)
    np.minimum.at(firsts, found.groups, found.places)
    ranked = np.lexsort((found.lengths, firsts, rarest / np.bincount(found.groups), -found.contexts))[:most]

    def behind(values: dict[str, list[int]], length: int, words: str) -> Found:
        marks: dict[int, dict[int, str]] = {}
        for value, at in values.items():
            for place in (place for place in at if numbered[line.sentence[place]]):
                first = place - int(line.first[place])
                last = first + length - 1
                own = marks.setdefault(int(row_of[line.sentence[place]]), {})
                own.update(dict.fromkeys({first, last} if layer.of_pairs else range(first, last), "") | {last: value})
        sentences = np.unique(row_of[line.sentence[[place for at in values.values() for place in at]]])
        return Found(sentences, None, f"{layer.name}: {words}", marks)

    rows: list[list[Value | Fact]] = []
    for group in ranked.tolist():
        its, by_value = found.occurrences[group], dict[str, list[int]]()
        for place, value in zip(found.places[its].tolist(), found.values[its].tolist(), strict=True):
            by_value.setdefault(layer.texts[value] if value != NONE else NOTHING, []).append(place)
        counts = sorted(by_value, key=lambda one: (-len(by_value[one]), by_value[one][0]))
        rare, length = counts[-1], int(found.lengths[group])
        number, words = len(by_value[rare]), _shown(line, by_value[rare][0], length)
        every, few = partial(behind, by_value, length, words), partial(behind, {rare: by_value[rare]}, length, words)
        told = ", ".join(f"{one} {len(by_value[one]):,}" for one in counts)
        where = [f"{ids[line.sentence[one]]}:{one - line.first[one]}" for one in by_value[rare][:PLACES]]
        rows.append([
            *Fact.each((int(found.contexts[group]), words, told), every), *Fact.each((rare, number), few),
            *Fact.each((len(its), number / len(its)), every), Fact(", ".join(where), few),
        ])  # fmt: skip
    return ResultTable.of(title, columns, rows, f"{note} {_of_all(len(found.lengths), len(rows))}".strip())


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


def _twice(line: Line, layers: Sequence[Layer], ids: Sequence[str], most: int, row_of: NDArray[Any]) -> ResultTable:
    """The sentences with the same words and different annotations, the longest first."""
    found = sorted(_versions(line, layers), key=lambda one: (-one[0], one[1][0]))
    rows: list[list[Value | Fact]] = []
    for length, of, number, start in found[:most]:
        words = line.words(line.first[start] + 1, line.last[start])
        where = ", ".join(ids[one] for one in of[:PLACES]) + (", …" if len(of) > PLACES else "")
        behind = Found(np.unique(row_of[of]), None, f"the same words: {words}")
        rows.append(Fact.each((length, words, len(of), number, where), behind))
    columns = (
        count_column("length"), text_column("words"), count_column("sentences"), count_column("analyses"), text_column("where"),
    )  # fmt: skip
    title = "Variation: the same sentence annotated differently"
    return ResultTable.of(title, columns, rows, _of_all(len(found), len(rows)))


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


# -- where all systems say the same, and the gold says something else --------------------------------------------------

Key = tuple[int, int, int]
"""A stretch of words, a label, and how many nodes below are the same."""


@dataclass(frozen=True)
class Place:
    """A place in a sentence (from 0): ``word`` from 1 or 0, ``words`` there, what the gold says and what all systems say, with
    (``first``, ``other``) and without (``kind``) what is only true of the place. ``node``: as :attr:`Found.nodes` has it."""

    what: str
    sentence: int
    word: int
    words: str
    first: str
    other: str
    kind: tuple[str, str, str]
    node: tuple[str, int] | None = None


def check_tables(comparison: DependencyComparison | ConstituentComparison, view: View) -> list[ResultTable]:
    """Heads with relations, and tags, of words that all systems have; or labels over stretches of words, and tags, of sentences."""
    return agreed_tables(comparison)


def agreed_tables(comparison: Comparison, most: int = MOST) -> list[ResultTable]:
    """The same of whatever is compared; ``most``: rows of each table. Raises UsageError: neither dependencies nor constituents."""
    if comparison.kind not in ("constituents", "dependencies"):
        raise UsageError(f"{comparison.kind} are compared; a gold of constituents or dependencies can be checked")
    found: Any = comparison
    if comparison.kind == "dependencies":
        return _tables(found, word_places(found), most, found.subtypes_said())
    return _tables(found, node_places(found), most)


def word_places(comparison: DependencyComparison) -> tuple[list[Place], NDArray[np.bool_]]:
    """In the order of the file, heads before tags of the same word; and which sentences all systems have."""
    gold, systems = comparison.gold.sentences, range(len(comparison.systems))
    tests = [comparison.systems[one].sentences for one in systems]
    alignments = [comparison.scores[one].alignment for one in systems]
    there, compared = np.ones(gold.words, np.bool_), np.ones(comparison.sentences, np.bool_)
    for one, alignment in zip(systems, alignments, strict=True):
        rows = comparison.table.rows(one, "las") & alignment.aligned
        compared &= rows
        there &= comparison.scores[one].within(rows).gold_scored & (alignment.test_of_gold >= 0)
    words = np.flatnonzero(there)
    counterparts = [alignment.test_of_gold[words] for alignment in alignments]
    heads = []
    for test, alignment, of in zip(tests, alignments, counterparts, strict=True):
        parents = test.parents[of]
        inside = alignment.gold_of_test[np.maximum(parents, 0)]
        heads.append(np.where(parents == ROOT, ROOT, np.where((parents >= 0) & (inside >= 0), inside, OUTSIDE)))

    def column(name: str, read: Callable[[str], str] = str) -> tuple[Numbers, list[Numbers]]:
        shared = Shared(read)
        codes = [shared.of(one.symbols, getattr(one, name))[0] for one in (gold, *tests)]
        return codes[0][words], [one[of] for one, of in zip(codes[1:], counterparts, strict=True)]

    def same(values: Sequence[Numbers]) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.logical_and.reduce([one == values[0] for one in values])
        return found

    own, relations = column("deprel", comparison.compared)
    own_heads = gold.parents[words]
    is_other = same(heads) & same(relations) & (heads[0] != OUTSIDE) & (own_heads != OUTSIDE)
    is_other &= (own_heads != heads[0]) | (own != relations[0])
    found: list[tuple[int, int, Place]] = []
    texts = gold.symbols.texts

    def head(place: int) -> str:
        if place == UNATTACHED:
            return "none"
        return "root" if place == ROOT else f"{texts[gold.form[place]]} ({gold.numbers[place]})"

    def add(order: int, at: int, what: str, first: str, other: str, kind: tuple[str, str, str]) -> None:
        word = int(words[at])
        sentence, number = int(gold.sentence_of[word]), int(gold.numbers[word])
        found.append((word, order, Place(what, sentence, number, texts[gold.form[word]], first, other, kind)))

    for at in np.flatnonzero(is_other).tolist():
        mine, its = (
            comparison.compared(side.symbols.texts[side.deprel[word]])
            for side, word in ((gold, words[at]), (tests[0], counterparts[0][at]))
        )
        moved = own_heads[at] != heads[0][at]
        kind = "head and relation" if moved and mine != its else "head" if moved else "relation"
        first, other = f"{mine} < {head(own_heads[at])}", f"{its} < {head(heads[0][at])}"
        add(0, at, kind, first, other, (kind, mine, its))
    for order, name in enumerate(("upos", "xpos"), 1):
        own, tags = column(name)
        for at in np.flatnonzero(same(tags) & (tags[0] != own)).tolist():
            mine = texts[getattr(gold, name)[words[at]]]
            its = tests[0].symbols.texts[getattr(tests[0], name)[counterparts[0][at]]]
            if "_" not in (mine, its):
                add(order, at, name, mine, its, (name, mine, its))
    return [place for _, _, place in sorted(found, key=lambda one: one[:2])], compared


def node_places(comparison: ConstituentComparison) -> tuple[list[Place], NDArray[np.bool_]]:
    """In the order of the file; and which sentences are compared: not those where a system has other words, or its preparation
    leaves other words of the gold, because places are told by words that all have."""
    systems = range(len(comparison.systems))
    pairs, labels = [comparison.pairs(one) for one in systems], comparison.labels()
    rows = np.ones(comparison.sentences, np.bool_)
    for one in systems:
        rows &= (
            comparison.table.rows(one, "e.roof.dice") & ~comparison.table.zeroed[one] & ~comparison.table.aligned[one]
        )
        rows &= pairs[one].gold.word_counts == pairs[0].gold.word_counts
        rows &= pairs[one].gold.word_counts == pairs[one].test.word_counts
    width = int(pairs[0].gold.word_counts.max(initial=0)) + 1
    sides = [(pairs[0].gold, pairs[0].gold_alone), *((one.test, one.test_alone) for one in pairs)]
    found: list[tuple[tuple[int, int, int, int], Place]] = []
    for what, kind in (("constituent", CONSTITUENT), ("tag", PRETERMINAL)):
        known: list[dict[Key, tuple[int, str]]] = []
        spans: list[SharedSpans] = []
        for trees, alone in sides:
            of = SharedSpans.of(trees, alone)
            nodes = np.flatnonzero((trees.kinds == kind) & rows[of.sentences] & of.has_words)
            keys, codes, texts = of.keys(width)[nodes], labels.codes(trees)[nodes], trees.symbols.texts
            named = [texts[one] for one in trees.labels[nodes].tolist()]
            times: Counter[tuple[int, int]] = Counter()
            own: dict[Key, tuple[int, str]] = {}
            for key, code, node, name in zip(keys.tolist(), codes.tolist(), nodes.tolist(), named, strict=True):
                own[key, code, times[key, code]] = node, name
                times[key, code] += 1
            known.append(own)
            spans.append(of)
        gold, first, others = known[0], known[1], known[2:]
        extra = [key for key in first if key not in gold and all(key in one for one in others)]
        missed = [key for key in gold if not any(key in one for one in known[1:])]
        over: dict[int, list[Key]] = {}
        for key in missed:
            over.setdefault(key[0], []).append(key)
        changes: list[tuple[Key | None, Key | None]] = []
        for key in extra:
            same = over.get(key[0])
            changes.append((same.pop(0) if same else None, key))
        if kind == CONSTITUENT:
            changes += [(key, None) for left in over.values() for key in left]
        for mine, its in changes:
            side, node = (0, gold[mine][0]) if mine else (1, first[its][0]) if its else (0, 0)
            sentence, start, end = (int(getattr(spans[side], name)[node]) for name in ("sentences", "starts", "ends"))
            texts_of = gold[mine][1] if mine else NOTHING, first[its][1] if its else NOTHING
            trees = sides[side][0]
            covered = pairs[0].gold[sentence].words[start:end]
            place = Place(
                what, sentence, start + 1, " ".join(covered), *texts_of, (what, *texts_of),
                ("test" if side else "gold", node - int(trees.offsets[sentence])),
            )  # fmt: skip
            found.append(((sentence, start, -end, kind), place))
    return [place for _, place in sorted(found, key=lambda one: one[0])], rows


def _tables(
    comparison: Comparison,
    found_places: tuple[Sequence[Place], NDArray[np.bool_]],
    most: int = MOST,
    subtypes: str = "",
) -> list[ResultTable]:
    """How often the gold has one value and all systems another; and each place, the rarest kinds first: what systems get wrong as a
    rule says little of the gold. Places of kinds that are as frequent stay in the order of the file. ``subtypes``: what is said of
    them."""
    places, compared = found_places
    systems, in_file = len(comparison.systems), places_in_gold(comparison)
    note = (
        f"Places where all {systems} systems agree on something else."
        if systems > 1
        else "Only one system: every difference."
    )
    if any(place.node for place in places):
        note += " Each label counts by itself, without its function; what is decided are whole values."
    is_long = comparison.table.left_out
    longest = f"they are longer than {comparison.settings.max_length} words"
    for why, left in (("a system lacks them or has other words", ~compared & ~is_long), (longest, ~compared & is_long)):
        if len(rows := np.flatnonzero(left).tolist()):
            names = named([comparison.ids[one] for one in rows])
            note += f" Not compared, as {why}: {counted(len(rows), 'sentence')} ({names})."
    note += subtypes
    kinds = Counter(place.kind for place in places)
    ranked = sorted(kinds, key=lambda one: (-kinds[one], one))
    by_kind: dict[tuple[str, str, str], list[Place]] = {}
    for place in places:
        by_kind.setdefault(place.kind, []).append(place)
    shown = sorted(places, key=lambda one: kinds[one.kind])[:most]

    def found(of: Sequence[Place], text: str) -> Found:
        marks: dict[int, dict[int, str]] = {}
        nodes: dict[int, list[tuple[str, int]]] = {}
        for place in of:
            if place.node is None:
                marks.setdefault(place.sentence, {})[place.word] = place.other
            else:
                nodes.setdefault(place.sentence, []).append(place.node)
        return Found(np.unique([place.sentence for place in of]), 0, text, marks, nodes)

    often: Facts = [
        Fact.each((*kind, kinds[kind]), partial(found, by_kind[kind], "{}: {} → {}".format(*kind)))
        for kind in ranked[:most]
    ]
    each: Facts = [
        Fact.each(
            (
                one.what, comparison.ids[one.sentence], one.word, one.words, one.first, one.other, kinds[one.kind],
                in_file(one.sentence, one.word),
            ),
            partial(found, [one], f"{one.first} → {one.other}"),
        )
        for one in shown
    ]  # fmt: skip
    heads = text_column("what"), text_column("gold"), text_column("systems")
    columns = (
        heads[0], text_column("sentence"), count_column("word"), text_column("words"), *heads[1:], count_column("as often"),
        text_column("where"),
    )  # fmt: skip
    rare = "What is rare comes first, for what systems have as a rule says little of the gold."
    rare += f" The first {len(shown):,} of {len(places):,}." if len(shown) < len(places) else ""
    return [
        ResultTable.of("All agree on another value: how often", (*heads, count_column("places")), often, note),
        ResultTable.of("All agree on another value: places", columns, each, rare),
    ]
