"""Words that differ: both trees of a pair get one common row of atoms, and the other mappings stay as they are.

An atom is a run of characters that both sides have and that no word break of either side splits. A word that both sides have is
one atom; ``can't`` beside ``ca n't`` is two. A word of which the other side has nothing has no *width*: it stays a word of its own
tree, equal to no other. An atom carries the gold's form in both trees: ``form``, or ``form#2`` for the second atom of a word that
is cut; a word without width is ``form#-`` in the gold and ``form#+`` in the system.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.characters import Text, units_of_pairs
from treecompare.mappings.sentence_pairing import BY_PLACE, BY_TEXT, NO_NAMES, Names, Paired, pair_sentences
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import Mask, Numbers, ranges, sums_before
from treecompare.trees.symbols import Shared, Symbols
from treecompare.trees.tree import Trees, sums_below

JOINED = "‿"
"""Stands between the atoms of one word."""
LOST, INVENTED = "#-", "#+"
"""What is written behind words without width, of the gold and of the system."""


class PlainForms:
    """The plain form of each symbol of a table that grows, as text and as a number that equal forms share."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols, self._forms = symbols, Shared()
        self.texts = self._forms.texts
        self._known = np.zeros(0, np.int32)

    def codes(self) -> NDArray[np.int32]:
        """Per symbol the number of its plain form, an index of ``texts``."""
        if new := self._symbols.texts[len(self._known) :]:
            numbers = self._forms.numbers(plain_forms(new)).astype(np.int32)
            self._known = np.concatenate((self._known, numbers))
        return self._known


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a file, in order.

    ``nodes``: their places in the columns of the trees. ``codes``: numbers of their plain forms. ``sentences``: the first word of
    each sentence, and one more. ``deleted``: those that the preparation deletes by their own tags. ``taking_part``: those that are
    aligned; the others have no width.
    """

    trees: Trees
    nodes: Numbers
    codes: NDArray[np.int32]
    sentences: Numbers
    deleted: Mask
    taking_part: Mask

    @classmethod
    def of(cls, trees: Trees, forms: PlainForms, deleted: Mask, left_out: Mask) -> Words:
        """The words of ``trees``; ``deleted`` and ``left_out`` have an entry per node."""
        nodes = trees.word_nodes
        counts = sums_before(trees.word_counts)
        return cls(trees, nodes, forms.codes()[trees.labels[nodes]], counts, deleted[nodes], ~left_out[nodes])

    def counts(self, mask: Mask) -> Numbers:
        """Per sentence, how many of its words are in ``mask``."""
        running = sums_before(mask)
        return running[self.sentences[1:]] - running[self.sentences[:-1]]

    def text(self, forms: PlainForms) -> Text:
        """The characters of the words that take part."""
        offsets = sums_before(self.counts(self.taking_part))
        return Text.of(forms.texts, self.codes[self.taking_part], offsets)

    def characters(self, forms: PlainForms) -> Numbers:
        """The first character of each word, counted over the words that take part, and one more."""
        lengths = np.fromiter(map(len, forms.texts), np.int64, len(forms.texts))
        return sums_before(np.where(self.taking_part, lengths[self.codes], 0))


@dataclass(frozen=True, eq=False)
class Side:
    """One side of two files whose words are aligned.

    Per word: ``first`` atom, how many ``atoms`` (0: no width), and whether it is ``kept`` by the preparation. ``begins``: per
    character of the words that take part, whether it is the first of an atom; ``has_counterpart``: whether the other side has it;
    None where no word is cut.
    """

    words: Words
    first: Numbers
    atoms: Numbers
    kept: Mask
    begins: Mask | None = None
    has_counterpart: Mask | None = None

    def as_written(self, sentence: int, forms: PlainForms) -> list[str]:
        """The words of a sentence that are kept, one text per atom: ``can‿ ‿not`` where the other side has two words."""
        words = self.words
        found = []
        for word in range(*words.sentences[sentence : sentence + 2].tolist()):
            if not self.kept[word]:
                continue
            text = words.trees.symbols[int(words.trees.labels[words.nodes[word]])]
            found += [text] if self.atoms[word] < 2 else self._pieces(word, text, forms)
        return found

    def _pieces(self, word: int, text: str, forms: PlainForms) -> list[str]:
        assert self.begins is not None
        first, last = self.words.characters(forms)[word : word + 2].tolist()
        cuts = (np.flatnonzero(self.begins[first:last])[1:]).tolist()
        text = text if len(text) == last - first else forms.texts[int(self.words.codes[word])]
        ends = [*cuts, len(text)]
        pieces = [text[begin:end] for begin, end in zip([0, *cuts], ends, strict=True)]
        return [f"{JOINED * (k > 0)}{piece}{JOINED * (k < len(pieces) - 1)}" for k, piece in enumerate(pieces)]


@dataclass(frozen=True, eq=False)
class Aligned:
    """Two files, word by word and sentence by sentence.

    ``units``, ``ways``, ``edits``: as the groups, ways and edits of :class:`Paired`. ``given_up``: units of blocks that are too
    different. ``share``: how many of the test's characters are the gold's; what the test lacks lowers its coverage and makes it no
    other text. ``is_plain``: all sentences that both files have stand in order and have the same words. ``forms``: the symbol of
    each atom's form.
    """

    gold: Side
    test: Side
    units: Numbers
    ways: NDArray[np.uint8]
    edits: Numbers
    given_up: Mask
    share: float = 1.0
    is_plain: bool = False
    forms: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))


def aligned_words(
    gold: Words,
    test: Words,
    forms: PlainForms,
    gold_decides: bool,
    names: tuple[Names, Names] = (NO_NAMES, NO_NAMES),
    cancel: NDArray[np.int32] | None = None,
    in_place: bool = False,
) -> Aligned:
    """Aligns two files. ``gold_decides``: what the gold deletes goes on both sides, by place; else each side's own deletions go
    before anything is aligned (the caller leaves them out) and nothing more. ``in_place``: as :func:`pair_sentences` has it.
    """
    plain = aligned_in_order(gold, test, gold_decides, forms)
    if plain is not None:
        return plain
    sides_ = gold.text(forms), test.text(forms)
    found = pair_sentences(*sides_, names, cancel, _texts_without_traces(test, forms), in_place)
    before = _positions_before(found, sides_)
    widths = found.gold, found.test
    starts, ends = zip(
        *(_positions(*one, forms) for one in zip((gold, test), before, widths, strict=True)), strict=True
    )
    length = int(found.gold.sum())
    gone = np.zeros(length, np.bool_)
    if gold_decides:
        change = np.zeros(length + 1, np.int64)
        np.add.at(change, starts[0][gold.deleted], 1)
        np.add.at(change, ends[0][gold.deleted], -1)
        gone = np.cumsum(change)[:length] > 0
    is_break = np.zeros(length + 1, np.bool_)
    for start, end in zip(starts, ends, strict=True):
        is_break[start[end > start]] = True
    begins = ~gone & is_break[:length]  # what is gone ends with a word of the gold
    atoms_before = sums_before(begins)
    left_before = sums_before(~gone)
    sides = []
    for words, width, own, start, end in zip((gold, test), widths, before, starts, ends, strict=True):
        first_of_atom = np.zeros(len(width), np.bool_)
        first_of_atom[width] = begins[own[:-1][width]]
        atoms = atoms_before[end] - atoms_before[start]
        if words is gold or not gold_decides:
            dropped = words.deleted
        else:
            dropped = np.where(end > start, left_before[end] == left_before[start], words.deleted)
        sides.append(
            Side(words, atoms_before[start], np.where(dropped, np.int64(0), atoms), ~dropped, first_of_atom, width)
        )
    share = 1.0 if in_place else found.share(*sides_)
    result = Aligned(sides[0], sides[1], found.groups, found.ways, found.edits, found.unaligned, share)
    return replace(result, forms=_atom_forms(result.gold, int(atoms_before[-1])))


def aligned_in_order(gold: Words, test: Words, gold_decides: bool, forms: PlainForms) -> Aligned | None:
    """Without any search, where every sentence that has words on both sides has the same ones; else None.

    Traces of the system are left aside here: they are not words that the gold has.
    """
    sentences = len(gold.trees)
    if sentences != len(test.trees):
        return None
    takes_part = [words.taking_part & ~(words.deleted & (words is test) & _are_traces(words)) for words in (gold, test)]
    counts = [words.counts(mask) for words, mask in zip((gold, test), takes_part, strict=True)]
    in_both = (counts[0] > 0) & (counts[1] > 0)
    if (counts[0] != counts[1])[in_both].any() or all((one > 0)[~in_both].any() for one in counts):
        return None  # what stands alone in one file may be elsewhere in the other
    chosen = [
        mask & np.repeat(in_both, np.diff(words.sentences))
        for words, mask in zip((gold, test), takes_part, strict=True)
    ]
    if (gold.codes[chosen[0]] != test.codes[chosen[1]]).any():
        return None
    test_deleted = test.deleted.copy()
    if gold_decides:
        test_deleted[chosen[1]] = gold.deleted[chosen[0]]
    sides = []
    for words, mask, deleted in ((gold, chosen[0], gold.deleted), (test, chosen[1], test_deleted)):
        has_width = mask & ~deleted
        before: Numbers = sums_before(has_width)
        sides.append(Side(words, before[:-1], has_width.astype(np.int64), ~deleted))
    at = np.arange(sentences)
    units = units_of_pairs(np.stack((at, at), axis=1))
    edits = np.zeros(sentences, np.int64)
    if not in_both.all():  # a sentence beside an empty one
        for words in (gold, test):
            alone = words.taking_part & ~np.repeat(in_both, np.diff(words.sentences))
            texts = map(forms.texts.__getitem__, words.codes[alone].tolist())
            lengths = np.zeros(len(words.codes), np.int64)
            lengths[alone] = [len("".join(text.split())) for text in texts]
            edits += np.diff(sums_before(lengths)[words.sentences])
    ways = np.where(in_both, BY_TEXT, BY_PLACE).astype(np.uint8)
    result = Aligned(sides[0], sides[1], units, ways, edits, np.zeros(sentences, np.bool_), is_plain=True)
    return replace(result, forms=_atom_forms(result.gold, int(sides[0].atoms.sum())))


def _are_traces(words: Words) -> Mask:
    tags = words.trees.labels[np.minimum(words.nodes + 1, len(words.trees.labels) - 1)]
    number = words.trees.symbols.find("-NONE-")
    return np.zeros(len(words.nodes), np.bool_) if number is None else tags == number


def _texts_without_traces(words: Words, forms: PlainForms) -> list[bytes] | None:
    """What the sentences of a file say, where some of its words are traces; else None."""
    traces = _are_traces(words) & words.taking_part
    return replace(words, taking_part=words.taking_part & ~traces).text(forms).texts if traces.any() else None


def _positions_before(found: Paired, texts: tuple[Text, Text]) -> tuple[Numbers, Numbers]:
    """Per character of either side, and at the end: how many positions are before it on the axis that both share, in the gold's
    order."""
    gold, test = sums_before(found.gold), sums_before(found.test)
    units = found.groups[found.groups[:, 2] < found.groups[:, 3]]
    begins = texts[1].begins
    shifts = gold[texts[0].begins[units[:, 0]]] - test[begins[units[:, 2]]]
    if shifts.any():
        order = np.argsort(units[:, 2])
        lengths = begins[units[:, 3]] - begins[units[:, 2]]
        test = test + np.append(np.repeat(shifts[order], lengths[order]), 0)
    return gold, test


def _positions(words: Words, before: Numbers, width: Mask, forms: PlainForms) -> tuple[Numbers, Numbers]:
    """First and last position of each word on the common axis; equal where it has no width."""
    own, limits = sums_before(width), words.characters(forms)
    starts, ends = limits[:-1], limits[1:]
    return before[starts], before[starts] + own[ends] - own[starts]


def _atom_forms(gold: Side, atoms: int) -> NDArray[np.int32]:
    symbols = gold.words.trees.symbols
    forms = np.zeros(atoms, np.int32)
    words = np.flatnonzero(gold.atoms > 0)
    own = gold.words.trees.labels[gold.words.nodes]
    forms[gold.first[words]] = own[words]
    for word in words[gold.atoms[words] > 1].tolist():
        text, first = symbols[own[word]], int(gold.first[word])
        for place in range(int(gold.atoms[word])):
            forms[first + place] = symbols.number(f"{text}#{place + 1}")
    return forms


def refined(trees: Trees, side: Side, forms: NDArray[np.int32], mark: str, paired: Mask) -> tuple[Trees, Mask | None]:
    """The prepared trees with atoms in place of words, and per node whether it is a word without width (None: there is none).

    ``trees`` hold the words of ``side`` that are kept. ``mark`` is written behind words without width, in sentences that are
    ``paired`` with others; the words of the rest stay as they are.
    """
    atoms, first = side.atoms[side.kept], side.first[side.kept]
    nodes = trees.word_nodes
    labels = trees.labels.copy()
    has_width = atoms > 0
    labels[nodes[has_width]] = forms[first[has_width]]
    without = nodes[~has_width & np.repeat(paired, trees.word_counts)]
    if len(without):
        labels[without] = trees.symbols.changed(labels[without], lambda text: text + mark)
    alone = np.zeros(len(labels), np.bool_)
    alone[without] = True
    if not (atoms > 1).any():
        # the same trees where nothing differs: what is known of them need not be computed for each system anew
        is_same = np.array_equal(labels, trees.labels)
        return trees if is_same else replace(trees, labels=labels), alone if len(without) else None
    times = np.ones(len(labels), np.int64)
    times[nodes[has_width]] = atoms[has_width]
    running, sizes = sums_before(times), sums_below(trees, times)
    sizes[nodes] = 1
    labels = np.repeat(labels, times)
    # the further atoms of a word that is cut follow its first
    cut = atoms > 1
    begins = running[nodes[cut]]
    labels[ranges(begins, begins + atoms[cut])] = forms[ranges(first[cut], first[cut] + atoms[cut])]
    whole = Trees(
        trees.symbols,
        labels,
        np.repeat(trees.kinds, times),
        np.repeat(sizes, times).astype(np.int32),
        running[trees.offsets],
        None if trees.extras is None else trees.extras.taken(np.repeat(np.arange(len(times)), times), len(times)),
    )
    return whole, np.repeat(alone, times) if len(without) else None
