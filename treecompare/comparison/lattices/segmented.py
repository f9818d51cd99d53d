"""A treebank whose words need not be those of another: its trees over lexemes, and the space-delimited word of each lexeme."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.lattices.pairing import NOWHERE, paired_lattices, paired_segmentations
from treecompare.errors import counted
from treecompare.readers import AnyTreebank, DependencyTreebank, Treebank, of_one_kind
from treecompare.readers.lattice_rows import LatticeFile
from treecompare.readers.segmentations import SegmentationFile, tokens_of
from treecompare.trees.arcs import blocks, ranges
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.lattices import Lattices, find_path
from treecompare.trees.lattices import tokens_of as lattice_tokens
from treecompare.trees.lexemes import LexemeFunctionTrees, LexemeTrees, lexemes_in_blocks, lexemes_of_trees
from treecompare.trees.preparation import NONE, prepare, terminals

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
        parts, trees_of = [], of_one_kind(treebank, Treebank).trees
        for first, last in blocks(trees_of.word_counts):
            ready = prepare(terminals(trees_of.part(first, last), preterminals), NONE)
            parts.append(lexemes_of_trees(ready))
            yield
        trees = LexemeTrees.joined(parts)
        reasons = dict.fromkeys(np.flatnonzero(np.diff(trees.word_offsets) == 0).tolist(), "no tree")
    else:
        made_parts = []
        for made_part in lexemes_in_blocks(treebank.sentences, nonprojective):
            made_parts.append(made_part)
            yield
        made = LexemeFunctionTrees.joined(made_parts)
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
    words = ranges(trees.word_offsets[places], trees.word_offsets[places + 1])
    arcs = ranges(lattices.offsets[places], lattices.offsets[places + 1])
    of_lattice = trees.symbols.found_of(lattices.symbols)
    leaf = trees.is_lexeme
    differs = (trees.labels[leaf][words] != of_lattice[lattices.form[arcs]]) | (
        trees.tags[leaf][words] != of_lattice[lattices.tag[arcs]]
    )
    easy[lattices.sentence_of[arcs[differs]]] = False
    found: NDArray[np.bool_] = easy
    return found
