"""A treebank whose words need not be those of another: its trees over lexemes, and the space-delimited word of each lexeme.

Sentences of two treebanks, or of one and its lattices, stand for each other by their characters, however these are segmented.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.mappings.characters import LEAST_ALIKE, Alignment, Text, align_whole
from treecompare.mappings.sentence_pairing import Names, pair_sentences, partners, ways_of
from treecompare.mappings.tokens import Surface, all_count, characters
from treecompare.readers import AnyTreebank, DependencyTreebank, Treebank, of_one_kind
from treecompare.readers.lattice_files import SEPARATOR, LatticeFile, SegmentationFile, tokens_of
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import blocks, collected, ranges, same_rows
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.lattices import (
    Lattices,
    LexemeTrees,
    find_path,
    lexemes_in_blocks,
    lexemes_of_trees,
)
from treecompare.trees.lattices import tokens_of as lattice_tokens
from treecompare.trees.preparation import NONE, prepare, terminals
from treecompare.trees.symbols import Shared, Symbols

Numbers = NDArray[np.int64]
Ways = NDArray[np.uint8]
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class Paired:
    """A system beside the gold.

    ``texts``: of both. ``units``, ``ways``: as :class:`treecompare.comparison.base.SentencePairing` has them. ``share``: how
    many of the system's characters are the gold's.
    """

    sentences: int
    texts: tuple[Text, Text]
    units: Numbers
    ways: Ways
    share: float

    @cached_property
    def partner(self) -> Numbers:
        """The system's sentence for each of the gold's, NOWHERE where there is none or sentence breaks differ."""
        return partners(self.units, self.sentences)

    @cached_property
    def across(self) -> list[int]:
        """The sentences of the gold where sentence breaks differ."""
        several = self.units[_has_several(self.units), :2].tolist()
        return [sentence for first, last in several for sentence in range(first, last)]

    @cached_property
    def edits(self) -> Numbers:
        """Characters that differ, per unit."""
        gold, test = self.texts
        found = np.zeros(len(self.units), np.int64)
        for place, (g, g_last, t, t_last) in enumerate(self.units.tolist()):
            if b"".join(gold.texts[g:g_last]) != b"".join(test.texts[t:t_last]):
                found[place] = _edits(align_whole(gold.part(g, g_last), test.part(t, t_last)))
        return found


def paired_treebanks(gold: AnyTreebank, test: AnyTreebank, cancel: NDArray[np.int32] | None = None) -> Paired:
    """The sentences of a system beside those of the gold. Both are of one kind. Raises Cancelled: ``cancel[0] != 0``."""
    both = _text(gold), _text(test)
    ours, its = (Names(one.ids or (), one.documents) for one in (gold, test))
    found = pair_sentences(*both, (ours, its), cancel)
    return Paired(len(both[0]), both, *_apart(both, found.groups, found.ways), found.share(*both))


def _has_several(units: Numbers) -> NDArray[np.bool_]:
    sizes = units[:, 1::2] - units[:, ::2]
    has_both, several = (sizes > 0).all(axis=1), (sizes > 1).any(axis=1)
    return np.logical_and(has_both, several)


def _apart(both: tuple[Text, Text], units: Numbers, ways: Ways) -> tuple[Numbers, Ways]:
    """The units, and how they were paired, but where one sentence stands beside several, and fewer characters differ if it stands
    beside one of them alone: the file lacks the others, and what is aligned with them belongs to that one."""
    several = _has_several(units)
    if not several.any():
        return units, ways
    gold, test = both
    found, found_ways = [units[~several]], [ways[~several]]
    for unit in units[several].tolist():
        g, g_last, t, t_last = unit
        pieces = [unit]
        if g_last - g == 1 or t_last - t == 1:
            pairs = [(one, other) for one in range(g, g_last) for other in range(t, t_last)]
            alone = [align_whole(gold.part(one, one + 1), test.part(other, other + 1)) for one, other in pairs]
            edits = [_edits(one) for one in alone]
            best = edits.index(min(edits))
            together = align_whole(gold.part(g, g_last), test.part(t, t_last))
            longer = max(len(alone[best].gold), len(alone[best].test))
            if edits[best] < _edits(together) and LEAST_ALIKE * alone[best].matched >= longer:
                one, other = pairs[best]
                pieces = [[one, one + 1, other, other + 1]]
                pieces += [[place, place + 1, other, other] for place in range(g, g_last) if place != one]
                pieces += [[one, one, place, place + 1] for place in range(t, t_last) if place != other]
        found.append(np.array(pieces))
        found_ways.append(ways_of(found[-1], np.zeros(len(pieces), np.bool_)))
    everything, all_ways = np.concatenate(found), np.concatenate(found_ways)
    order = np.lexsort((everything[:, 2], everything[:, 0]))
    return everything[order], all_ways[order]


def _edits(found: Alignment) -> int:
    return int(found.edits.sum())


# -- lattices and segmentations --------------------------------------------------------------------------------------------


def paired_lattices(treebank: AnyTreebank, lattices: Lattices, cancel: NDArray[np.int32] | None = None) -> Numbers:
    """The lattice of each sentence, NOWHERE where there is none: one that can be read has at least a third of the characters."""
    symbols, forms, offsets = _forms(treebank)
    spelt, limits = lattices.spelt
    if np.array_equal(offsets, limits) and (symbols.found_of(lattices.symbols)[spelt] == forms).all():
        return np.arange(len(lattices))  # as after disambiguation
    text, other = _text(treebank), Text.of_symbols(lattices.symbols, spelt, limits)
    found = pair_sentences(text, other, cancel=cancel)
    ends, other_ends = text.begins[found.groups[:, :2]], other.begins[found.groups[:, 2:]]
    sizes = np.concatenate((np.diff(ends), np.diff(other_ends)), axis=1)
    fits = (LEAST_ALIKE * found.same >= sizes.max(axis=1)) | (sizes[:, 1] == 0) | _has_several(found.groups)
    return partners(_apart((text, other), found.groups[fits], found.ways[fits])[0], len(text))


def paired_segmentations(
    treebank: AnyTreebank, file: SegmentationFile, cancel: NDArray[np.int32] | None = None
) -> Numbers:
    """The sentence of a segmentation file for each of a treebank, NOWHERE where there is none."""
    words = [[written for _, written in one] for one in file.sentences]
    numbers = {text: number for number, text in enumerate({text for one in words for text in one})}
    of_words = np.array([numbers[text] for one in words for text in one], np.int64)
    limits = np.array([0, *accumulate(map(len, words))])
    text = Text.of_symbols(*_forms(treebank), SEPARATOR)
    other = Text.of([one.replace(SEPARATOR, "") for one in plain_forms(list(numbers))], of_words, limits)
    found = pair_sentences(text, other, cancel=cancel)
    return partners(_apart((text, other), found.groups, found.ways)[0], len(text))


def _text(treebank: AnyTreebank) -> Text:
    """The characters of a treebank; of words that are written as one, those of the whole."""
    if isinstance(treebank, DependencyTreebank):
        return Surface.of(treebank.sentences, Shared(characters, all_count)).text
    return Text.of_symbols(*_forms(treebank))


def _forms(treebank: AnyTreebank) -> tuple[Symbols, NDArray[np.int32], Numbers]:
    return treebank.symbols, treebank.forms, treebank.word_offsets


LATTICE, SEGMENTATION, MULTIWORDS, NOTHING = "lattice", "segmentation", "multiwords", "none"
"""Where the space-delimited words come from; without any all leaves of a sentence belong to one word."""

STEP = 100
"""Sentences that are looked at one by one before a run can be ended."""


@dataclass(eq=False)
class Segmented:
    """``trees``: empty where a sentence cannot be used, ``reasons`` says why. ``source``: one of LATTICE and its kin.

    ``off``: trees that are not paths in their lattice, by sentence, with what is off. ``surfaces``: the space-delimited words as
    written, one list per sentence, where the source says so. ``counts``: space-delimited words per sentence. ``lattices``: one per
    sentence, empty where there is none; None without a lattice file. ``unpaired``: what is told of lattices and segmentations that
    are missing, or of no sentence.
    """

    name: str
    trees: LexemeTrees
    reasons: dict[int, str]
    source: str
    counts: NDArray[np.int64]
    off: dict[int, str] = field(default_factory=dict)
    surfaces: list[list[str]] | None = None
    lattices: Lattices | None = None
    warnings: list[str] = field(default_factory=list)
    unpaired: list[str] = field(default_factory=list)

    def chosen(self, sentences: NDArray[np.int64]) -> Segmented:
        """Some sentences, in that order; NOWHERE gives an empty one, without a reason."""
        if np.array_equal(sentences, np.arange(len(self.trees))):
            return self
        places = list(enumerate(sentences.tolist()))
        return replace(
            self,
            trees=self.trees.chosen(sentences),
            reasons={here: self.reasons[there] for here, there in places if there in self.reasons},
            counts=np.where(sentences < 0, 0, np.append(self.counts, 0)[sentences]),
            off={here: self.off[there] for here, there in places if there in self.off},
            surfaces=None
            if self.surfaces is None
            else [self.surfaces[there] if there >= 0 else [] for _, there in places],
            lattices=None if self.lattices is None else self.lattices.chosen(sentences),
        )


def segmenting(
    treebank: AnyTreebank,
    lattice: LatticeFile | None = None,
    segmentation: SegmentationFile | None = None,
    preterminals: bool = True,
    nonprojective: str = "lift",
    cancel: NDArray[np.int32] | None = None,
) -> Generator[None, None, Segmented]:
    """A treebank over lexemes. Space-delimited words come from the segmentation file, else from multiword tokens where CoNLL-U has
    any, else from the lattice; a lattice is looked into in any case, and trees that are not paths in it are noted.

    Yields between blocks of sentences.

    Raises Cancelled: ``cancel[0] != 0``.
    """
    warnings = []
    multiwords = None
    if segmentation is None and isinstance(treebank, DependencyTreebank) and treebank.format == "conllu":
        several = treebank.sentences
        multiwords = several if len(several.multiwords.first) or lattice is None else None
    if not isinstance(treebank, DependencyTreebank):
        of = of_one_kind(treebank, Treebank).trees
        ready = (prepare(terminals(of.part(*here), preterminals), NONE) for here in blocks(of.word_counts))
        trees = yield from collected(map(lexemes_of_trees, ready))
        reasons = dict.fromkeys(np.flatnonzero(np.diff(trees.word_offsets) == 0).tolist(), "no tree")
    else:
        made = yield from collected(lexemes_in_blocks(treebank.sentences, nonprojective))
        trees, reasons = made.trees, made.reasons
        reasons |= dict.fromkeys(np.flatnonzero(treebank.sentences.lengths == 0).tolist(), "no tree")
        if made.lifts.any():
            where = (
                f"{counted(int(made.lifts.sum()), 'arc')} in {counted(int(np.count_nonzero(made.lifts)), 'sentence')}"
            )
            are = "is not projective and was" if made.lifts.sum() == 1 else "are not projective and were"
            warnings.append(f"{treebank.name}: {where} {are} lifted")
    for place, problem in treebank.problems.items():
        reasons[place] = problem.said
    nothing = np.zeros(len(trees), np.int64)
    found = Segmented(treebank.name, trees, reasons, NOTHING, nothing, warnings=warnings)
    if lattice is not None:
        places = paired_lattices(treebank, lattice.lattices, cancel)
        yield
        found.unpaired += _unpaired(found.name, "lattice", lattice.name, places, len(lattice.lattices))
        chosen = lattice.chosen(places)
        found.lattices = chosen.lattices
        yield from _over_lattice(found, chosen, assigns=segmentation is None and multiwords is None)
    if segmentation is not None:
        places = paired_segmentations(treebank, segmentation, cancel)
        yield
        found.unpaired += _unpaired(found.name, "segmentation", segmentation.name, places, len(segmentation.sentences))
        yield from _over_segmentation(found, segmentation.chosen(places))
    elif multiwords is not None:
        yield from _over_multiwords(found, multiwords)
    elif lattice is None:
        _enter(found, NOTHING, np.zeros(int(trees.word_offsets[-1]), np.int32), {})
    return found


def unfitting(
    treebank: AnyTreebank, beside: LatticeFile | SegmentationFile, cancel: NDArray[np.int32] | None = None
) -> list[str]:
    """What to say, if anything, before lattices or segmentations are looked into: that they are of other sentences than a treebank.

    Raises Cancelled: ``cancel[0] != 0``.
    """
    if isinstance(beside, SegmentationFile):
        places, what, there = paired_segmentations(treebank, beside, cancel), "segmentation", len(beside.sentences)
    else:
        places, what, there = paired_lattices(treebank, beside.lattices, cancel), "lattice", len(beside.lattices)
    return _unpaired(treebank.name, what, "", places, there)


def _unpaired(name: str, what: str, file: str, places: NDArray[np.int64], there: int) -> list[str]:
    """What to say, if anything, where a file lacks sentences of the treebank called ``name``, or has others; ``there``: its own
    number. ``file``: what it is called, empty where that need not be said."""
    before = f"{file}: " if file else ""
    lacking = np.flatnonzero(places == NOWHERE)
    more = there - (len(places) - len(lacking))
    if there and len(lacking) == len(places):
        return [f"{before}no {what} fits a sentence of {name}; is it of another text or language?"]
    told = []
    if there and len(lacking) == 1:
        told.append(f"no {what} for sentence {lacking[0] + 1} of {name}")
    elif there and len(lacking):
        told.append(f"no {what} for {len(lacking):,} sentences of {name}; the first is sentence {lacking[0] + 1}")
    if more:
        told.append(f"{counted(more, what)} of sentences that {name} does not have")
    return [f"{before}{', and '.join(told)}"] if told else []


def _enter(found: Segmented, source: str, tokens: NDArray[np.int32], bad: dict[int, str]) -> None:
    """Enters the space-delimited words of all lexemes; sentences with a reason in ``bad`` cannot be used."""
    trees = found.trees.with_tokens(tokens)
    found.reasons |= {place: reason for place, reason in bad.items() if place not in found.reasons}
    kept = np.arange(len(trees))
    kept[[place for place in found.reasons if place < len(trees)]] = -1
    found.trees = trees = trees.chosen(kept)
    found.source = source
    found.counts = np.zeros(len(trees), np.int64)
    sentence_of = np.repeat(np.arange(len(trees)), np.diff(trees.offsets))
    np.maximum.at(found.counts, sentence_of, trees.tokens)


def _over_multiwords(found: Segmented, sentences: Dependencies) -> Iterator[None]:
    begins = np.ones(sentences.words, np.int64)
    several = sentences.multiwords
    starts = np.repeat(sentences.offsets[:-1], np.diff(several.offsets))
    begins[ranges(starts + several.first, starts + several.last)] = 0
    running = np.cumsum(begins)
    before = np.concatenate((np.zeros(1, np.int64), running))[sentences.offsets[:-1]]
    tokens = running - before[sentences.sentence_of]
    usable = np.diff(found.trees.word_offsets) > 0
    _enter(found, MULTIWORDS, tokens[usable[sentences.sentence_of]].astype(np.int32), {})
    found.surfaces = []
    for place in range(len(sentences)):
        found.surfaces.append(_surface(sentences, place))
        if place % STEP == STEP - 1:
            yield


def _surface(sentences: Dependencies, place: int) -> list[str]:
    words: list[str] = sentences[place].words
    for one in reversed(sentences[place].multiwords):
        words[one.first - 1 : one.last] = [one.form]
    return words


def _over_segmentation(found: Segmented, file: SegmentationFile) -> Iterator[None]:
    trees = found.trees
    tokens = np.zeros(int(trees.word_offsets[-1]), np.int32)
    bad = {}
    for place in range(len(trees)):
        if place % STEP == STEP - 1:
            yield
        if place in found.reasons:
            continue
        if place in file.problems:
            bad[place] = f"the segmentation {file.problems[place].said}"
            continue
        if not file.sentences[place]:
            bad[place] = f"{file.name} has no segmentation of this sentence"
            continue
        of = tokens_of([form for form, _ in trees.words(place)], file.sentences[place])
        if isinstance(of, str):
            bad[place] = f"the segmentation does not fit: line {file.lines[place]}, {of}"
            continue
        tokens[trees.word_offsets[place] : trees.word_offsets[place + 1]] = of
    _enter(found, SEGMENTATION, tokens, bad)
    found.surfaces = [[word or written.replace(":", "") or written for word, written in one] for one in file.sentences]


def _over_lattice(found: Segmented, file: LatticeFile, assigns: bool) -> Iterator[None]:
    """Looks for the trees in their lattices; ``assigns``: takes the space-delimited words from there."""
    trees, lattices = found.trees, file.lattices
    tokens = np.zeros(int(trees.word_offsets[-1]), np.int32)
    bad: dict[int, str] = {}
    broken: set[int] = set()
    easy = np.zeros(len(trees), np.bool_)
    for first, last in blocks(lattices.lengths):
        part = lattices.part(first, last)
        broken |= {first + place for place in part.suspicious.tolist()}
        easy[first:last] = _spelt(trees.part(first, last), part)
        yield
    for place in range(len(trees)):
        if place % STEP == STEP - 1:
            yield
        here = slice(*trees.word_offsets[place : place + 2].tolist())
        if place in found.reasons:
            continue
        if place in file.problems:
            bad[place] = f"the lattice {file.problems[place].said}"
        elif not len(lattices[place]):
            bad[place] = f"{file.name} has no lattice of this sentence"
        elif easy[place]:
            tokens[here] = lattices.token[lattices.offsets[place] : lattices.offsets[place + 1]]
        else:
            lattice = lattices[place]
            problems = lattice.problems if place in broken else []
            if problems and not problems[0].startswith("dangling"):
                bad[place] = f"no usable lattice: line {file.lines[place]}, {'; '.join(problems)}"
                continue
            words = trees.words(place)
            way = find_path(lattice, words)
            if not way.on_lattice:
                form, tag = words[way.off]
                what = "only its segments are a path" if way.by_form else "no path"
                found.off[place] = f"{what}: word {way.off + 1} '{form}' with the tag '{tag}' is off"
            of = lattice_tokens(lattice, words, way) if assigns else None
            if of is not None:
                tokens[here] = of
            elif assigns:
                bad[place] = "the lattice does not say which space-delimited word is which"
    if assigns:
        _enter(found, LATTICE, tokens, bad)
    else:
        found.off |= bad
    if found.off:
        first, number = min(found.off), len(found.off)
        what = (
            f"{number:,} trees are not paths in {file.name} and are scored with arcs of their own; the first is"
            if number > 1
            else f"one tree is not a path in {file.name} and is scored with arcs of its own:"
        )
        found.warnings.append(f"{found.name}: {what} sentence {first + 1}: {found.off[first]}")
    if len(broken):
        found.warnings.append(f"{file.name}: {_told(lattices, file, sorted(broken))}")


def _told(lattices: Lattices, file: LatticeFile, broken: list[int]) -> str:
    first, number = broken[0], len(broken)
    what = (
        f"{number:,} lattices have states out of place; the first is"
        if number > 1
        else "one lattice has states out of place:"
    )
    return f"{what} sentence {first + 1}, line {file.lines[first]}: {'; '.join(lattices[first].problems)}"


def _spelt(trees: LexemeTrees, lattices: Lattices) -> NDArray[np.bool_]:
    """Sentences whose lattice is one path that spells the tree's words with their tags; looked at for all of them at once."""
    easy = lattices.single & (np.diff(trees.word_offsets) == lattices.lengths)
    # a path's arcs stand in their order in a file that was written from one; else the search decides
    out_of_order = np.zeros(len(lattices.source), np.bool_)
    out_of_order[1:] = (lattices.source[1:] != lattices.target[:-1]) & (
        lattices.sentence_of[1:] == lattices.sentence_of[:-1]
    )
    easy &= np.bincount(lattices.sentence_of[out_of_order | (lattices.token == 0)], minlength=len(trees)) == 0
    places = np.flatnonzero(easy)
    of_lattice, leaf = trees.symbols.found_of(lattices.symbols), trees.is_lexeme
    words = np.stack((trees.labels[leaf], trees.tags[leaf]))
    arcs = of_lattice[np.stack((lattices.form, lattices.tag))]
    rows = np.stack((places, places + 1), axis=1)
    easy[places] = same_rows(words, arcs, trees.word_offsets[rows], lattices.offsets[rows])
    found: NDArray[np.bool_] = easy
    return found
