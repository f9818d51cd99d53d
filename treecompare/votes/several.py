"""Several analyses of the same sentences: which sentences stand for each other, and which words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError, counted
from treecompare.mappings import tokens
from treecompare.mappings.characters import LEAST_ALIKE, Text
from treecompare.mappings.sentence_pairing import Names, pair_sentences
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import AnyTreebank, are_of_kind, of_kind
from treecompare.trees.arcs import sums_before
from treecompare.trees.forms import plain_forms
from treecompare.trees.preparation import without_traces

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


@dataclass(frozen=True, eq=False)
class Several:
    """Analyses of one kind. ``rows``: a sentence each, those of the first file in its order, then those that only others have.

    ``passages``: rows that are the same words under different sentence breaks; a row is a sentence of those files that break the
    passage alike. ``unread``: of rows of which nobody has a tree, a file and its sentence.
    """

    treebanks: Sequence[AnyTreebank]
    rows: list[Row]
    told: list[str]
    passages: list[tuple[int, ...]] = field(default_factory=list)
    unread: dict[int, tuple[int, int]] = field(default_factory=dict)
    _alignments: dict[tuple[int, int], tokens.TokenAlignment] = field(default_factory=dict)

    @classmethod
    def of(cls, treebanks: Sequence[AnyTreebank], least: int = 2, most: int = MOST) -> Several:
        """Pairs the sentences as scores do, each file with those before it.

        Raises UsageError: too few, too many, of different kinds, an empty one, or no sentence in common.
        """
        if not least <= len(treebanks) <= most:
            raise UsageError(f"{counted(len(treebanks), 'analysis', 'analyses')} given; expected {least} to {most}")
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
        """The sentences that stand for each other: of each file beside those before it, those with the same text first."""
        parts: list[Part] = [{0: [at]} for at in range(len(self._texts[0]))]
        part_of: list[dict[int, Part]] = [dict(enumerate(parts)), *({} for _ in self.treebanks[1:])]
        for file, texts in list(enumerate(self._texts))[1:]:
            own = part_of[file]
            for wants_same, other in product((True, False), range(file)):
                if len(own) == sum(map(bool, texts)):
                    break
                for first, second in self._pairs(other, file):
                    here = [at for at in second if texts[at] and at not in own]
                    known = [part_of[other][at] for at in first if at in part_of[other]]
                    if not here or not known or (other and any(file in part for part in known)):
                        continue
                    if wants_same and [self._texts[other][at] for at in first] != [texts[at] for at in second]:
                        continue
                    for part in known[1:]:
                        if part is not known[0]:
                            for which, sentences in part.items():
                                known[0].setdefault(which, []).extend(sentences)
                                part_of[which].update(dict.fromkeys(sentences, known[0]))
                            part.clear()
                    known[0].setdefault(file, []).extend(here)
                    own.update(dict.fromkeys(here, known[0]))
            if not own or not any(self._have_common(other, file) for other in range(file)):
                raise UsageError(
                    f"{self.treebanks[file].path} has no sentence in common with {self.treebanks[0].path}; "
                    "expected analyses of the same sentences"
                )
            for at, text in enumerate(texts):
                if text and at not in own:
                    own[at] = {file: [at]}
                    parts.append(own[at])
        return [part for part in parts if part]

    def _pairs(self, first: int, second: int) -> Iterator[tuple[range, range]]:
        """The sentences of two files that stand for each other, as scores pair them; not where nothing of them would be."""
        if isinstance(self.treebanks[0], DependencyTreebank):
            pairing = self._alignment(first, second).pairing
            units, edits = pairing.units, pairing.edits
        else:
            one, other = of_kind([self.treebanks[first], self.treebanks[second]], Treebank)
            names = Names(one.ids or ()), Names(other.ids or ())
            found = pair_sentences(_text_of(one), _text_of(other), names)
            units, edits = found.groups, found.edits
        lengths = [sums_before(np.fromiter(map(len, self._texts[file]), np.int64)) for file in (first, second)]
        sizes = [of[units[:, at + 1]] - of[units[:, at]] for of, at in zip(lengths, (0, 2), strict=True)]
        alike = LEAST_ALIKE * (np.maximum(*sizes) - edits) >= np.maximum(*sizes)
        for (a, a_last, b, b_last), are_alike in zip(units.tolist(), alike.tolist(), strict=True):
            if are_alike or (a_last - a == b_last - b == 1 and len(self.words[first][a]) == len(self.words[second][b])):
                yield range(a, a_last), range(b, b_last)

    def _have_common(self, first: int, second: int) -> bool:
        """Whether a word of one file stands for one of the other; of constituents, whether sentences do."""
        if isinstance(self.treebanks[0], DependencyTreebank):
            return bool((self._alignment(first, second).gold_of_test != tokens.NONE).any())
        return True

    def _alignment(self, first: int, second: int) -> tokens.TokenAlignment:
        """Two files of dependencies, as scores align them."""
        if (first, second) not in self._alignments:
            one, other = of_kind([self.treebanks[first], self.treebanks[second]], DependencyTreebank)
            self._alignments[first, second] = tokens.align(one.sentences, other.sentences, "align")
        return self._alignments[first, second]

    def _add(self, part: Part) -> None:
        """The rows of sentences that stand for each other."""
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
                self.told.append(f"{one.path}: no tree for {lacks:,} of {len(self):,} sentences")
            equal = (two for two in self.treebanks[:number] if one.has_labels_of(two) and one.has_words_of(two))
            if (first := next(equal, None)) is not None:  # those between are equal to the first as well
                unread = [str(at + 1) for at, many in enumerate(one.lengths.tolist()) if not many]
                but = f", but for what is not compared: {counted(len(unread), 'sentence')} ({named(unread)})"
                self.told.append(f"{one.path} is equal to {first.path}{but if unread else ''}")

    @cached_property
    def words(self) -> list[list[Words]]:
        """Per analysis and sentence the plain forms of its words."""
        return [_words_of(one) for one in self.treebanks]

    @cached_property
    def _texts(self) -> list[list[str]]:
        """Per analysis and sentence its text; empty where there is none to pair it by."""
        if isinstance(self.treebanks[0], DependencyTreebank):
            return [["".join(one) for one in of_file] for of_file in self.words]
        return [
            [one.decode("utf-32-le", "surrogatepass") for one in _text_of(treebank).texts]
            for treebank in of_kind(self.treebanks, Treebank)
        ]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> list[str]:
        """What the analyses are called."""
        return [one.name for one in self.treebanks]

    @cached_property
    def ids(self) -> list[str]:
        """The id of each row, else its number from 1."""
        ids = [_ids(one) for one in self.treebanks]
        found = []
        for number, row in enumerate(self.rows):
            there = [(file, at) for file, at in enumerate(row) if at != MISSING] or [
                self.unread.get(number, (0, MISSING))
            ]
            known = (ids[file][at] for file, at in there if at != MISSING)
            found.append(next(filter(None, known), str(number + 1)))
        return found

    @cached_property
    def has(self) -> NDArray[np.bool_]:
        """Whether each analysis has the words of each row, ``[rows, analyses]``, under whatever sentence breaks."""
        found: NDArray[np.bool_] = np.array(self.rows, np.int64).reshape(len(self.rows), -1) != MISSING
        for rows in self.passages:
            found[list(rows)] = found[list(rows)].any(axis=0)
        return found

    def ballots(self, weights: Sequence[int]) -> Iterator[tuple[int, Row, list[str]]]:
        """The rows that are voted on, and who does not vote; of a passage the sentences of those files that have most weight."""
        chosen: dict[int, Sequence[int]] = {}
        for rows in self.passages:
            by_files: dict[tuple[bool, ...], list[int]] = {}
            for number in rows:
                by_files.setdefault(tuple(at != MISSING for at in self.rows[number]), []).append(number)
            votes = {files: sum(one for one, here in zip(weights, files, strict=True) if here) for files in by_files}
            chosen |= dict.fromkeys(rows, by_files[max(votes, key=votes.__getitem__)])
        for number, row in enumerate(self.rows):
            if number in chosen.get(number, (number,)):
                others = (
                    file for file, at in enumerate(row) if at == MISSING and self.has[number, file] and weights[file]
                )
                yield number, row, [f"{self.names[file]}: other sentence breaks" for file in others]

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

    def word_rows(self, row: Row) -> dict[int, Words]:
        """The words of each analysis that has a row."""
        return {file: self.words[file][at] for file, at in enumerate(row) if at != MISSING}

    def aligned(self, sentences: Sequence[Sequence[int]]) -> list[list[int]]:
        """Per analysis of dependencies, the unit of each word of its ``sentences``: words of the same unit have the same number,
        from 0, in their order. Words without a partner have numbers, too."""
        words = [
            [word for at in own for word in of_file[at]]
            for own, of_file in zip(sentences, self.words, strict=True)
        ]  # fmt: skip
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
        found = self._alignment(first, second).gold_of_test
        one, other = of_kind([self.treebanks[first], self.treebanks[second]], DependencyTreebank)
        places = {word: place for place, word in enumerate(_places(one, sentences[first]))}
        own = _places(other, sentences[second])
        return {at: places[word] for at, word in enumerate(found[own].tolist()) if word in places}


def named(names: Sequence[str], most: int = 10) -> str:
    """Names in a line, of many the first."""
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def _places(treebank: DependencyTreebank, sentences: Sequence[int]) -> list[int]:
    """The words of sentences, as they stand in the columns."""
    offsets = treebank.sentences.offsets
    return [word for at in sentences for word in range(int(offsets[at]), int(offsets[at + 1]))]


def _text_of(treebank: Treebank) -> Text:
    """The words of trees without traces, by which sentences are paired."""
    trees = without_traces(treebank.trees)
    return Text.of(plain_forms(trees.symbols.texts), trees.labels[trees.word_nodes], sums_before(trees.word_counts))


def _words_of(treebank: AnyTreebank) -> list[Words]:
    table = treebank.symbols
    plain = plain_forms(table.texts)
    forms = treebank.forms.tolist()
    offsets = treebank.word_offsets.tolist()
    return [tuple(plain[form] for form in forms[a:b]) for a, b in pairwise(offsets)]


def _ids(treebank: AnyTreebank) -> list[str | None]:
    if isinstance(treebank, DependencyTreebank):
        return list(treebank.sentences.sent_ids)
    return list(treebank.ids) if treebank.ids is not None else [None] * len(treebank.table)
