"""Several analyses of the same sentences: which sentences stand for each other, and which words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise, product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError, as_far_as_compared, counted
from treecompare.folders import parts_of
from treecompare.mappings import tokens
from treecompare.mappings.characters import Text
from treecompare.mappings.sentence_pairing import Names, elsewhere_said, pair_sentences
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import AnyTreebank, are_of_kind, of_kind, say_the_same
from treecompare.reading import is_folder, is_pattern
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import sums_before
from treecompare.trees.preparation import without_traces
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Tree

MOST = 10
"""So many analyses are compared at most."""
MISSING = -1
"""In a row: this analysis has no tree of the sentence."""
Row = tuple[int, ...]
"""The sentence of each analysis, from 0, or MISSING."""
Words = tuple[str, ...]
ONE: Words = ("",)
"""The breaks of one sentence, whatever its words."""
Part = dict[int, list[int]]
"""By file the sentences that stand for those of the others."""


@dataclass(frozen=True, eq=False)
class Ballot:
    """A vote over a sentence. ``row``: of :class:`Several`; ``voters``: the analyses that voted; ``reason``: why there is no
    consensus, else empty; ``told``: who did not vote, and why."""

    row: int
    voters: tuple[int, ...]
    reason: str
    told: tuple[str, ...]


@dataclass(eq=False)
class Several:
    """Analyses of one kind. ``rows``: a sentence each, those of the first file in its order, then those that only others have.

    ``passages``: rows that are the same words under different sentence breaks; a row is a sentence of those files that break the
    passage alike. ``unread``: of rows of which nobody has a tree, a file and its sentence. ``alignment(first, second)``: two files
    of dependencies, as scores align them.
    """

    treebanks: Sequence[AnyTreebank]
    rows: list[Row]
    told: list[str]
    passages: list[tuple[int, ...]] = field(default_factory=list)
    unread: dict[int, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.alignment, self._pairing = cache(self._alignment), cache(self._paired)

    @classmethod
    def of(cls, treebanks: Sequence[AnyTreebank], most: int = MOST) -> Several:
        """Pairs the sentences as scores do, each file with those before it.

        Raises UsageError: too few, too many, of different kinds, an empty one, or no sentence in common.
        """
        if not 2 <= len(treebanks) <= most:
            raise UsageError(f"{counted(len(treebanks), 'analysis', 'analyses')} given; expected 2 to {most}")
        if not any(are_of_kind(treebanks, kind) for kind in (DependencyTreebank, Treebank)):
            kinds = ", ".join(f"{one.path}: {one.kind}" for one in treebanks)
            raise UsageError(f"analyses of different kinds: {kinds}; expected only dependencies or only constituents")
        for one in treebanks:
            if not one.has_words:
                raise UsageError(f"{one.path}: no tree was read; expected sentences with words")
        found = cls(treebanks, [], [])
        for part in found._parts():
            found._add(part)
        found._tell()
        return found

    def _parts(self) -> list[Part]:
        """The sentences that stand for each other: those with the same text in any two files first, then those that scores pair; no
        file has two of them, but where it breaks sentences otherwise than the first one."""
        part_of: list[dict[int, Part]] = [
            {at: {file: [at]} for at, text in enumerate(texts) if text or not file}
            for file, texts in enumerate(self._texts)
        ]
        two = [(other, file) for file in range(1, len(part_of)) for other in range(file)]
        for wants_same, (other, file) in product((True, False), two):
            if all(min(part) < file for part in part_of[file].values()):
                continue
            for first, second in self._pairs(other, file):
                texts = [[self._texts[of][at] for at in own] for of, own in ((other, first), (file, second))]
                if wants_same and texts[0] != texts[1]:
                    continue
                known = [part_of[other][at] for at in first if at in part_of[other]]
                taken = {which for part in known for which in part} - ({file} if other == 0 else set())
                here = [part_of[file][at] for at in second if at in part_of[file]]
                here = [part for part in here if not taken & part.keys()]
                for part in [*known[1:], *here] if known and here else ():
                    if part is not known[0]:
                        for which, sentences in part.items():
                            known[0].setdefault(which, []).extend(sentences)
                            part_of[which].update(dict.fromkeys(sentences, known[0]))
                        part.clear()
        for file, parts in enumerate(part_of):
            if file and all(min(part) == file for part in parts.values()):
                raise UsageError(
                    f"{self.treebanks[file].path} has no sentence in common with {self.treebanks[0].path}; "
                    "expected analyses of the same sentences"
                )
        return list({id(part): part for parts in part_of for part in parts.values()}.values())

    def _pairs(self, first: int, second: int) -> Iterator[tuple[range, range]]:
        for a, a_last, b, b_last in self._pairing(first, second)[0]:
            yield range(a, a_last), range(b, b_last)

    def _paired(self, first: int, second: int) -> tuple[list[list[int]], NDArray[np.uint8]]:
        """The units of two files in which words, of constituents characters, are paired; and how all were paired."""
        one, other = self.treebanks[first], self.treebanks[second]
        if isinstance(one, DependencyTreebank):
            alignment = self.alignment(first, second)
            units, ways = alignment.pairing.units, alignment.pairing.ways
            words = sums_before(alignment.test_of_gold != tokens.NONE)[one.sentences.offsets]
            shares = words[units[:, 0]] < words[units[:, 1]]
        else:
            names = Names(one.ids or ()), Names(other.ids or ())
            found = pair_sentences(self._tree_texts[first], self._tree_texts[second], names)
            units, ways, shares = found.groups, found.ways, found.same > 0
        return units[shares].tolist(), ways

    def _alignment(self, first: int, second: int) -> tokens.TokenAlignment:
        one, other = of_kind([self.treebanks[first], self.treebanks[second]], DependencyTreebank)
        return tokens.align(one.sentences, other.sentences, "align")

    def _add(self, part: Part) -> None:
        alike: dict[Words, dict[int, list[int]]] = {}
        for file in sorted(part):
            sentences = sorted(at for at in part[file] if self._texts[file][at])
            if sentences:
                breaks = tuple(self._texts[file][at] for at in sentences) if len(sentences) > 1 else ONE
                alike.setdefault(breaks, {})[file] = sentences
        if not alike:
            file = min(part)
            self.unread[len(self.rows)] = file, part[file][0]
        before = len(self.rows)
        for breaks, of in (alike or {ONE: {}}).items():
            for place in range(len(breaks)):
                self.rows.append(
                    tuple(of[file][place] if file in of else MISSING for file in range(len(self.treebanks)))
                )
        if len(alike) > 1:
            self.passages.append(tuple(range(before, len(self.rows))))

    def _tell(self) -> None:
        for number, one in enumerate(self.treebanks):
            lacks = len(self) - int(self.has[:, number].sum())
            if lacks:
                are = "is" if lacks == 1 else "are"
                self.told.append(f"{one.path}: {lacks:,} of {len(self):,} sentences {are} missing or cannot be read")
            equal = (two for two in self.treebanks[:number] if _are_equal(one, two))
            if (first := next(equal, None)) is not None:  # those between are equal to the first as well
                self.told.append(
                    as_far_as_compared(f"{one.path} is equal to {first.path}", [*first.unread, *one.unread])
                )
            if number:
                self.told.extend(elsewhere_said(self._pairing(0, number)[1], one.name))

    @cached_property
    def words(self) -> list[list[Words]]:
        """Per analysis and sentence the plain forms of its words."""
        return [words_of(one) for one in self.treebanks]

    @cached_property
    def _texts(self) -> list[list[str]]:
        """Per analysis and sentence its text; empty where there is none to pair it by."""
        if isinstance(self.treebanks[0], DependencyTreebank):
            return [["".join(one) for one in of_file] for of_file in self.words]
        return [[one.decode("utf-32-le", "surrogatepass") for one in text.texts] for text in self._tree_texts]

    @cached_property
    def _tree_texts(self) -> list[Text]:
        """Of constituents the words by which sentences are paired."""
        return [Text.of_trees(without_traces(one.trees)) for one in of_kind(self.treebanks, Treebank)]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> list[str]:
        """What the analyses are called."""
        return [one.name for one in self.treebanks]

    @cached_property
    def ids(self) -> list[str]:
        """The id of each row in the first file, else one that only other breaks of its passage have, else its number from 1."""
        ids = [_ids(one) for one in self.treebanks]
        there = [
            [(file, at) for file, at in enumerate(row) if at != MISSING] or [self.unread[number]]
            for number, row in enumerate(self.rows)
        ]
        firsts = [ids[0][of[0][1]] if of[0][0] == 0 else None for of in there]
        passage_of = {row: rows[0] for rows in self.passages for row in rows}
        taken = {name: passage_of.get(number, number) for number, name in enumerate(firsts) if name}
        found = []
        for number, (first, of) in enumerate(zip(firsts, there, strict=True)):
            own = passage_of.get(number, number)
            free = (name for file, at in of if (name := ids[file][at]) and taken.get(name, own) == own)
            found.append(first or next(free, str(number + 1)))
            taken.setdefault(found[-1], own)
        return found

    @cached_property
    def has(self) -> NDArray[np.bool_]:
        """Whether each analysis has the words of each row, ``[rows, analyses]``, under whatever sentence breaks."""
        found: NDArray[np.bool_] = np.array(self.rows, np.int64).reshape(len(self.rows), -1) != MISSING
        for rows in self.passages:
            found[list(rows)] = found[list(rows)].any(axis=0)
        return found

    def ballots(
        self, weights: Sequence[int], words: Sequence[Sequence[Words]], fault: Callable[[int, int], str] = lambda *_: ""
    ) -> Iterator[Ballot]:
        """The rows that are voted on, of a passage the sentences of those files that have most weight. Of a row those files vote
        that say the same ``words`` as those with most weight, but for those with a ``fault`` (of a file and its sentence)."""
        chosen: dict[int, Sequence[int]] = {}
        for rows in self.passages:
            of_files = {
                file: own
                for file in range(len(self.treebanks))
                if (own := tuple(number for number in rows if self.rows[number][file] != MISSING))
            }
            chosen |= dict.fromkeys(rows, of_files[most_weight(of_files, weights)[0]])
        for number, row in enumerate(self.rows):
            if number not in chosen.get(number, (number,)):
                continue
            said = {file: words[file][at] for file, at in enumerate(row) if at != MISSING and weights[file] > 0}
            said = {file: own for file, own in said.items() if own}
            others = (
                file for file in range(len(row)) if row[file] == MISSING and self.has[number, file] and weights[file]
            )
            same = most_weight(said, weights)
            why_not = dict.fromkeys(others, "other sentence breaks")
            why_not |= {file: "other words" for file in said if file not in same}
            why_not |= {file: why for file in same if (why := fault(file, row[file]))}
            voters = tuple(file for file in same if file not in why_not)
            reason = "" if voters else "no analysis of it is a tree" if said else "nobody who votes has it"
            yield Ballot(number, voters, reason, tuple(f"{self.names[file]}: {why}" for file, why in why_not.items()))

    @cached_property
    def together(self) -> list[tuple[int, list[list[int]]]]:
        """What stands for each other: the number of a row, and of each analysis its sentences; a passage is at its first row."""
        passage_of = {rows[0]: rows for rows in self.passages}
        further = {row for rows in self.passages for row in rows[1:]}
        return [
            (
                number,
                [
                    [at for row in passage_of.get(number, (number,)) if (at := self.rows[row][file]) != MISSING]
                    for file in range(len(self.treebanks))
                ],
            )
            for number in range(len(self.rows))
            if number not in further
        ]

    def aligned(self, sentences: Sequence[Sequence[int]]) -> list[list[int]]:
        """Per analysis of dependencies, the unit of each word of its ``sentences``: words of the same unit have the same number,
        from 0, in their order. Words without a partner have numbers, too."""
        words = [
            [word for at in own for word in of_file[at]] for own, of_file in zip(sentences, self.words, strict=True)
        ]
        there = [file for file, own in enumerate(words) if own]
        units: list[list[int]] = [[] for _ in words]
        order: list[int] = []
        for file in there:
            same = next((other for other in there if other < file and words[other] == words[file]), None)
            if same is not None:
                units[file] = units[same]
                continue
            partners = [self._partners(other, file, sentences) for other in there if other < file]
            taken: set[int] = set()
            at = -1
            for place in range(len(words[file])):
                known = (units[other][one[place]] for other, one in zip(there, partners, strict=False) if place in one)
                unit = next((one for one in known if one not in taken), len(order))
                if unit == len(order):
                    order.insert(at + 1, unit)
                at = order.index(unit)
                taken.add(unit)
                units[file].append(unit)
        ranks = {unit: rank for rank, unit in enumerate(order)}
        return [[ranks[unit] for unit in own] for own in units]

    def _partners(self, first: int, second: int, sentences: Sequence[Sequence[int]]) -> dict[int, int]:
        """Words of the second in its sentences that stand for words of the first in its sentences, counted from 0."""
        found = self.alignment(first, second).gold_of_test
        one, other = of_kind([self.treebanks[first], self.treebanks[second]], DependencyTreebank)
        places = {word: place for place, word in enumerate(_places(one, sentences[first]))}
        own = _places(other, sentences[second])
        return {at: places[word] for at, word in enumerate(found[own].tolist()) if word in places}


def most_weight(said: Mapping[int, Hashable], weights: Sequence[int]) -> list[int]:
    """The files that say what those with most weight say, of several the first; ``said``: by file, in their order."""
    by_said: dict[Hashable, list[int]] = {}
    for file, what in said.items():
        by_said.setdefault(what, []).append(file)
    return max(by_said.values(), key=lambda files: sum(weights[file] for file in files), default=[])


def chains_of(tree: Tree, nothing: str = "", without: int = -1) -> tuple[dict[int, list[str]], list[str]]:
    """The labels over each set of words (as bits), from the top, those of node ``without`` left out; and the tag of each word, or
    ``nothing``."""
    sets, texts = tree.word_sets, tree.texts
    chains: dict[int, list[str]] = {}
    tags = [nothing] * len(tree.word_nodes)
    for node, kind in reversed(list(enumerate(tree.kinds.tolist()))):
        if kind == CONSTITUENT and node != without and sets[node]:
            chains.setdefault(sets[node], []).append(texts[node])
        elif kind == PRETERMINAL and sets[node]:
            tags[sets[node].bit_length() - 1] = texts[node]
    return chains, tags


def _places(treebank: DependencyTreebank, sentences: Sequence[int]) -> list[int]:
    offsets = treebank.sentences.offsets
    return [word for at in sentences for word in range(int(offsets[at]), int(offsets[at + 1]))]


def _are_equal(one: AnyTreebank, other: AnyTreebank) -> bool:
    if not (one.has_labels_of(other) and one.has_words_of(other)):
        return False
    if not (isinstance(one, DependencyTreebank) and isinstance(other, DependencyTreebank)):
        return True
    sides, columns = (one.sentences, other.sentences), ("lemma", "upos", "xpos", "feats")
    symbols = [side.symbols for side in sides]
    return all(
        say_the_same(symbols[0], getattr(sides[0], name), symbols[1], getattr(sides[1], name)) for name in columns
    )


def words_of(treebank: AnyTreebank) -> list[Words]:
    """The plain forms of the words of each sentence."""
    table = treebank.symbols
    plain = plain_forms(table.texts)
    forms = treebank.forms.tolist()
    offsets = treebank.word_offsets.tolist()
    return [tuple(plain[form] for form in forms[a:b]) for a, b in pairwise(offsets)]


def _ids(treebank: AnyTreebank) -> list[str | None]:
    if isinstance(treebank, DependencyTreebank):
        return list(treebank.sentences.sent_ids)
    return list(treebank.ids) if treebank.ids is not None else [None] * len(treebank.table)


BLOCK = 100
"""So many sentences are a batch where the files say nothing of batches or documents."""
NONE_YET = "–"
"""The batch or document of sentences before the first that is named."""


def batches_of(several: Several) -> tuple[list[str], NDArray[np.int64], str]:
    """The names of batches, the batch of each row (from 0), and what they are: files, if an annotator has several; else
    ``# batch``, else ``# newdoc``, else blocks."""
    found = _numbered(several, [_files(one) for one in several.treebanks])
    if found is not None:
        return *found, "files"
    for key, said in (("batch", "comments # batch"), ("newdoc", "comments # newdoc")):
        found = _named(several, key)
        if found is not None:
            names, of_rows = found
            return names, of_rows, said
    of_rows = np.arange(len(several)) // BLOCK
    count = len(several)
    names = [f"{at + 1}-{min(at + BLOCK, count)}" for at in range(0, count, BLOCK)]
    return names, of_rows, f"blocks of {BLOCK} sentences"


def documents_of(several: Several) -> NDArray[np.int64] | None:
    """The document of each row (``# newdoc``), from 0; None where no file has any."""
    found = _named(several, "newdoc")
    return None if found is None else found[1]


def halves(batches: int, of_rows: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
    """The rows of the first and of the last ⌊b/2⌋ of b batches, of which the middle one may be in neither; None for one batch."""
    half = batches // 2
    return (of_rows < half, of_rows >= batches - half) if half else None


def _named(several: Several, key: str) -> tuple[list[str], NDArray[np.int64]] | None:
    """Names as they first occur, and the place of each row's; None where no comment names any."""
    return _numbered(several, [_of_file(one, key) for one in several.treebanks])


def _files(treebank: AnyTreebank) -> Sequence[str]:
    """Of each sentence the file in which it stands; empty where that is one file. Lines begin anew in each of them."""
    if not (is_folder(treebank.path) or is_pattern(treebank.path)):
        return ()
    number = np.cumsum(np.diff(treebank.lines, prepend=0) <= 0)
    names = [Path(one).name for one in parts_of(treebank.path)]
    if not len(number) or len(names) != int(number[-1]) + 1 or len(set(names)) < len(names):
        names = [f"file {one + 1}" for one in range(int(number.max(initial=-1)) + 1)]
    return [names[one] for one in number.tolist()]


def _numbered(several: Several, of_files: Sequence[Sequence[str]]) -> tuple[list[str], NDArray[np.int64]] | None:
    """The same of names that are given per file and sentence, of the first file that has any."""
    if not any(of_files):
        return None
    places: dict[str, int] = {}
    out = np.zeros(len(several), np.int64)
    for number, row in enumerate(several.rows):
        known = (of_file[at] for at, of_file in zip(row, of_files, strict=True) if at != MISSING and of_file)
        out[number] = places.setdefault(next(known, NONE_YET), len(places))
    return list(places), out


def _of_file(treebank: AnyTreebank, key: str) -> Sequence[str]:
    """Of each sentence the name that was said last; empty where the file says none."""
    if not isinstance(treebank, DependencyTreebank) or not any(
        key.encode() in one for one in treebank.sentences.comments
    ):
        return ()
    found = list(_last_said(treebank, key))
    return found if any(one != NONE_YET for one in found) else ()


def _last_said(treebank: DependencyTreebank, key: str) -> Iterator[str]:
    table = treebank.sentences
    last, number = NONE_YET, 0
    for first, end in pairwise(table.comment_offsets.tolist()):
        for comment in table.comments[first:end]:
            name, equals, value = comment.lstrip(b"#").decode("utf-8", "replace").partition("=")
            words = name.split()
            if words[:1] == [key] and len(words) <= 2 and (equals or key == "newdoc"):
                number += 1
                last = value.strip() or str(number)
        yield last
