"""A treebank of any scheme, dependencies or brackets, in the forms in which TedEval compares it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import AnyTreebank
from treecompare.comparison.settings import SETTINGS, Settings, check_among
from treecompare.errors import ReadError, UsageError, counted
from treecompare.mappings.characters import Text
from treecompare.mappings.function_edits import EditTrees
from treecompare.mappings.sentence_pairing import Names, Paired, pair_sentences
from treecompare.mappings.tedeval_program import PROGRAMS, ProgramTrees, program_trees
from treecompare.measures.words import relation
from treecompare.readers import DependencyTreebank, Treebank, of_kind, of_one_kind
from treecompare.reading import label_rows, unescaped
from treecompare.trees.arcs import check
from treecompare.trees.characters import plain_forms as plain_texts
from treecompare.trees.characters import plain_word
from treecompare.trees.columns import blocks, collected, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.functions import (
    HEAD,
    PROGRAM_HEAD,
    WILDCARD,
    FunctionTrees,
    MultiFunctionTrees,
    from_constituents,
    from_dependencies,
    multifunction,
    named_functions,
)
from treecompare.trees.generalisation import collapsed, unary_sentences
from treecompare.trees.symbols import Shared, Symbols
from treecompare.trees.tree import WORD, Trees

Pair = tuple[str, str]
_OPEN = "\nhead"
"""The label of heads until they get their own, which relations may have, too: nothing in a file is called so."""


@dataclass(frozen=True)
class SchemeSettings:
    """How schemes are compared.

    ``profile``: ``paper``, or the program that is to be reproduced. ``nonprojective``: arcs that cross others are lifted, or their
    sentences refused. ``relations``: ``universal`` cuts relations at the colon, ``full`` does not. ``zero_cost``: pairs of labels
    whose relabelling is free in ``tedeval2011``, from a file called ``zero_cost_table``. ``unary``: whether ``tedeval2011``
    collapses nodes over the same words, or refuses their sentences. ``functions``: which labels of bracketed trees are functions,
    and how these are called: by the name of the treebank, "" for all; others than these are not nodes of function trees.
    """

    profile: str = "paper"
    nonprojective: str = "lift"
    relations: str = "universal"
    zero_cost: tuple[Pair, ...] = ()
    unary: str = "collapse"
    zero_cost_table: str = ""
    functions: tuple[tuple[str, tuple[Pair, ...]], ...] = ()

    def __post_init__(self) -> None:
        for option in ("profile", "nonprojective", "relations"):
            check_among(option, getattr(self, option), SETTINGS[option].allowed)
        check_among("unary", self.unary, ("collapse", "refuse"))
        if self.zero_cost and self.profile != "paper":
            raise UsageError(
                f"a table of labels without cost is not for the profile {self.profile}: that program relabels nothing"
            )
        if self.functions and self.profile != "paper":
            raise UsageError(
                f"a table of functions is not for the profile {self.profile}: there all labels are functions"
            )

    @classmethod
    def of(cls, settings: Settings, unary: str = "collapse") -> SchemeSettings:
        """Those among the settings of a comparison. Raises ReadError: the table of labels cannot be read."""
        zero_cost = read_zero_costs(settings.zero_cost) if settings.zero_cost else ()
        table = Path(settings.zero_cost).name if settings.zero_cost else ""
        return cls(settings.profile, settings.nonprojective, settings.relations, zero_cost, unary, table)

    @property
    def options(self) -> tuple[str, ...]:
        """For the signature of a figure: what is not at its default, and the profile."""
        found = [f"profile:{self.profile}"]
        for name, usual in (("nonprojective", "lift"), ("relations", "universal"), ("unary", "collapse")):
            if getattr(self, name) != usual:
                found.append(f"{name}:{getattr(self, name)}")
        if self.zero_cost:
            found.append(f"zero-cost:{self.zero_cost_table or len(self.zero_cost)}")
        for name, pairs in self.functions:
            found.append(f"functions:{name}={len(pairs)}" if name else f"functions:{len(pairs)}")
        return tuple(found)


def read_zero_costs(path: str) -> tuple[Pair, ...]:
    """Pairs of labels from a table of two columns, ``label label``; ``#`` begins a comment line, a label that begins with ``#`` is
    written ``\\#`` where it stands first. Raises ReadError: the file cannot be read, or a line has not two columns."""
    rows = label_rows(path, "expected a table of 'label label'", (2,), "2: label label")
    return tuple((one, other) for _, (one, other) in rows)


def labels_from(settings: Settings, golds: Sequence[str]) -> dict[int, int]:
    """Golds by their numbers, each with the one whose labels its nodes get, too. ``golds``: their names. Raises UsageError: what is
    asked for is not a gold, or the same one."""
    pairs = {f"{one}={other}": (one, other) for one in golds for other in golds if one != other}
    wanted = settings.labels_from.split("\n") if settings.labels_from else []
    for one in wanted:
        if one not in pairs:
            raise UsageError(f"labels of one gold in another, {one}: expected GOLD=OTHER, two of {', '.join(golds)}")
    return {golds.index(to): golds.index(of) for to, of in (pairs[one] for one in wanted)}


def read_functions(path: str) -> tuple[Pair, ...]:
    """Labels that are functions, and how these are called, from lines ``label`` or ``label function``; ``#`` begins a comment line,
    a label that begins with ``#`` is written ``\\#``. Raises ReadError: the file cannot be read, a line has more columns, a label
    two names, or there is none."""
    found: dict[str, str] = {}
    said = "a label, or a label and its function"
    for number, (label, *called) in label_rows(path, "expected a table of 'label function'", (1, 2), said):
        function = unescaped(called[0]) if called else label
        if found.setdefault(label, function) != function:
            raise ReadError(path, number, f"'{label[:20]}' is {found[label][:20]} above; expected each label once")
    if not found:
        raise ReadError(path, 0, "names no function; expected a label in each line, or a label and its function")
    return tuple(found.items())


class SchemeFile:
    """A gold or a system. ``symbols`` are shared by all files of a comparison, and so are their sentences: those of ``reference``.

    Sentences pair by what they say (by number where the TedEval program is reproduced and there are as many), unless ``order`` is
    given: the place of each sentence in the file, -1 for none; ``extra``: how many sentences the reference does not have.
    ``reasons``: why a sentence (from 0) has no function tree. Everything is made when it is first asked for; :meth:`making` does it
    step by step.
    """

    def __init__(
        self,
        treebank: AnyTreebank,
        settings: SchemeSettings,
        symbols: Symbols,
        reference: SchemeFile | None = None,
        order: NDArray[np.int64] | None = None,
    ) -> None:
        self.treebank, self.settings, self.symbols = treebank, settings, symbols
        self.name, self.path = treebank.name, treebank.path
        self.is_dependencies = isinstance(treebank, DependencyTreebank)
        self._reference, self._given_order = reference, order

    @cached_property
    def order(self) -> NDArray[np.int64] | None:
        """The place of each sentence in the file; None where they are the same."""
        paired = self._paired
        order = self._given_order if paired is None else paired.partner
        is_same = order is None or np.array_equal(order, np.arange(len(self.own.trees)))
        return None if is_same else order

    @cached_property
    def _paired(self) -> Paired | None:
        reference = self._reference
        if reference is None or self._given_order is not None:
            return None
        if self.is_program and reference.sentences == len(self.own.trees):
            return None
        texts = [Text.of_symbols(self.symbols, *one) for one in (reference.words, _words(self.own.trees))]
        ids = Names(reference.treebank.ids or ()), Names(self.treebank.ids or ())
        return pair_sentences(texts[0], texts[1], ids)

    @property
    def ways(self) -> NDArray[np.uint8]:
        """How the sentences were paired with those of the reference."""
        return np.zeros(0, np.uint8) if self._paired is None else self._paired.ways

    @property
    def extra(self) -> int:
        """How many sentences the reference does not have."""
        return 0 if self.order is None else len(self.own.trees) - int((self.order >= 0).sum())

    @cached_property
    def reasons(self) -> dict[int, str]:
        """Why sentences have no function tree."""
        reasons = dict(self.own.reasons)
        for index, problem in self.treebank.problems.items():
            reasons[index] = f"cannot be read, line {problem.line}: {problem.reason}"
        if self.order is None:
            return reasons
        places = enumerate(self.order.tolist())
        return {
            sentence: reasons[place] if place >= 0 else "is missing"
            for sentence, place in places
            if place < 0 or place in reasons
        }

    @property
    def sentences(self) -> int:
        """How many sentences there are."""
        return len(self.functions.trees)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Words per sentence, in the file's own order; without traces."""
        if isinstance(self.treebank, DependencyTreebank):
            return self.treebank.sentences.lengths
        return self.functions.trees.word_counts

    @property
    def kind(self) -> str:
        """``dependencies`` or ``brackets``."""
        return "dependencies" if self.is_dependencies else "brackets"

    @property
    def is_program(self) -> bool:
        """Whether the TedEval program is to be reproduced."""
        return self.settings.profile in PROGRAMS

    @property
    def has_labels(self) -> bool:
        """Whether labels can be compared: brackets without functions are compared without labels only."""
        return self.is_program or self.functions.has_functions

    def making(self, form: str) -> Iterator[None]:
        """Makes one of the forms ``own``, ``multifunction`` and ``collapsed`` block by block, with what it is made of; nothing
        where it is there."""
        if form in self.__dict__:
            return
        if form != "own":
            yield from self.making("own")
        self.__dict__[form] = yield from collected(self._parts(form))

    def _made(self, form: str) -> Any:
        for _ in self.making(form):
            pass
        return self.__dict__[form]

    def _parts(self, form: str) -> Iterator[FunctionTrees | MultiFunctionTrees]:
        if form == "own":
            yield from self._converted()
        else:
            is_collapsed = form == "collapsed"  # one label per span, heads labelled ``*``
            source, change = (
                (self._called(WILDCARD), self._collapsed) if is_collapsed else (self.functions, multifunction)
            )
            for limits in blocks(source.trees.word_counts):
                yield change(source.part(*limits))

    def _converted(self) -> Iterator[FunctionTrees]:
        treebank = self.treebank
        if not isinstance(treebank, DependencyTreebank):
            constituents = of_one_kind(treebank, Treebank)
            functions = self._function_names(constituents)
            for limits in blocks(constituents.lengths):
                trees = constituents.trees.part(*limits)
                if functions is not None:
                    trees = named_functions(trees, functions)
                yield from_constituents(trees, self.symbols, self.is_program or functions is not None)
            return
        change = relation if self.settings.relations == "universal" and not self.is_program else str
        for first, last in blocks(treebank.sentences.lengths):
            part, how = treebank.sentences.part(first, last), self.settings.nonprojective
            yield from_dependencies(part, self.symbols, _OPEN, how, self.is_program, change)

    def _function_names(self, treebank: Treebank) -> dict[str, str] | None:
        """Which labels are functions; None where these stand behind dashes. Raises UsageError: none of them occurs."""
        given = dict(self.settings.functions)
        pairs = given.get(self.name, given.get(""))
        if pairs is None:
            return None
        labels = treebank.trees.labels[treebank.trees.kinds != WORD]
        if not {label for label, _ in pairs} & {treebank.trees.symbols[one] for one in np.unique(labels).tolist()}:
            raise UsageError(
                f"{self.name}: no node is labelled {' or '.join(label for label, _ in pairs[:3])}; "
                "expected the functions of the table in these trees"
            )
        return dict(pairs)

    def _called(self, head: str) -> FunctionTrees:
        trees, lifts, reasons = self.own.trees, self.own.lifts, self.own.reasons
        if self.is_dependencies:
            labels = trees.labels
            is_head = labels == self.symbols.number(_OPEN)
            trees = trees.changed(labels=np.where(is_head, np.int32(self.symbols.number(head)), labels))
        if self.order is not None:
            trees, lifts = trees.chosen(self.order.tolist()), np.append(lifts, 0)[self.order]
        return FunctionTrees(trees, lifts, reasons)

    @cached_property
    def own(self) -> FunctionTrees:
        """The function trees in the file's own order; in those of dependencies heads are :data:`_OPEN`."""
        return cast(FunctionTrees, self._made("own"))

    @cached_property
    def functions(self) -> FunctionTrees:
        """The function trees."""
        return self._called(PROGRAM_HEAD if self.is_program else HEAD)

    def raised(self) -> str:
        """In how many sentences constituents were raised, for function trees are made of spans: empty where no branches cross."""
        crossing = sum(int(one.trees.crossing.sum()) for one in of_kind([self.treebank], Treebank))
        return f"crossing branches raised in {counted(crossing, 'sentence')}" if crossing else ""

    def lifted(self, sentences: Sequence[int] | None = None) -> str:
        """How many arcs were lifted, in how many sentences (of all, or of those): empty where none was."""
        lifts = self.functions.lifts if sentences is None else self.functions.lifts[list(sentences)]
        return lifted_said(lifts) if lifts.any() else ""

    @cached_property
    def reordered(self) -> int:
        """Where sentences pair by number: how many have not the words of the reference's sentence, but those of another one that
        differs."""
        reference = self._reference
        if reference is None or not self.is_program or self.order is not None:
            return 0
        texts = [_texts(*one.words) for one in (reference, self)]
        differing = [(ours, theirs) for ours, theirs in zip(*texts, strict=True) if ours != theirs]
        elsewhere = {ours for ours, _ in differing if ours}
        return sum(theirs in elsewhere for _, theirs in differing)

    @cached_property
    def several_roots(self) -> int:
        """How many sentences of dependencies have several roots."""
        of_words = of_kind([self.treebank], DependencyTreebank)
        return sum(int((check(one.sentences).roots > 1).sum()) for one in of_words)

    @cached_property
    def multifunction(self) -> MultiFunctionTrees:
        """Labels by span (Tsarfaty et al. 2012)."""
        return cast(MultiFunctionTrees, self._made("multifunction"))

    @cached_property
    def program(self) -> ProgramTrees:
        """As the TedEval program sees them."""
        return program_trees(self.functions, self.settings.profile)

    @cached_property
    def collapsed(self) -> FunctionTrees:
        """One label per span, heads labelled ``*`` (Tsarfaty et al. 2011)."""
        return cast(FunctionTrees, self._made("collapsed"))

    def _collapsed(self, functions: FunctionTrees) -> FunctionTrees:
        found = collapsed(functions)
        if self.settings.unary == "refuse":
            refused = set(unary_sentences(functions))
            kept = [-1 if sentence in refused else sentence for sentence in range(len(found.trees))]
            found = FunctionTrees(found.trees.chosen(kept), found.lifts, found.reasons)
        return found

    def edit_trees(self, labelled: bool) -> EditTrees:
        """Ready for tree distance."""
        return EditTrees.of(self.collapsed.trees, labelled)

    @cached_property
    def words(self) -> Words:
        """Words as symbols, without the escapes of bracketed files; and where each sentence's begin."""
        return _words(self.functions.trees)


def lifted_said(lifts: NDArray[np.int64]) -> str:
    """How many arcs were lifted, in how many sentences; ``lifts``: of each."""
    return f"{counted(int(lifts.sum()), 'non-projective arc')} lifted in {counted(int(np.count_nonzero(lifts)), 'sentence')}"


def plain_forms(sentences: Dependencies) -> Dependencies:
    """The same sentences with words as they are written in texts: ``(`` for ``-LRB-``."""
    plain = sentences.symbols.changed(sentences.form, plain_word)
    return sentences if np.array_equal(plain, sentences.form) else replace(sentences, form=plain)


Words = tuple[NDArray[np.int64], NDArray[np.int64]]


def _words(trees: Trees) -> Words:
    offsets = sums_before(trees.word_counts)
    return trees.labels[trees.word_nodes].astype(np.int64), offsets


def _texts(words: NDArray[np.int64], offsets: NDArray[np.int64]) -> list[bytes]:
    limits = zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
    return [words[first:last].tobytes() for first, last in limits]


def word_differences(one: SchemeFile, other: SchemeFile) -> dict[int, str]:
    """Sentences that both files have and whose words differ, with the first difference in words; under the profiles of the program
    TedEval words are as they are written, else those are the same that are only written otherwise."""
    (words, offsets), (their_words, their_offsets) = one.words, other.words
    lengths, their_lengths = np.diff(offsets), np.diff(their_offsets)
    both = (lengths > 0) & (their_lengths > 0)
    found = {}
    for sentence in np.flatnonzero(both & (lengths != their_lengths)).tolist():
        found[sentence] = (
            f"the words differ: {one.name} has {lengths[sentence]}, {other.name} has {their_lengths[sentence]}"
        )
    same = both & (lengths == their_lengths)
    ours, theirs = words[np.repeat(same, lengths)], their_words[np.repeat(same, their_lengths)]
    of = np.repeat(np.flatnonzero(same), lengths[same])
    differs = ours != theirs
    if one.settings.profile == "paper" and differs.any():
        used = np.unique(np.concatenate((ours[differs], theirs[differs])))
        plain = np.zeros(len(one.symbols), np.int64)
        plain[used] = Shared().numbers(plain_texts([one.symbols[number] for number in used.tolist()]))
        differs[differs] = plain[ours[differs]] != plain[theirs[differs]]
    places = np.flatnonzero(differs)
    for place in places[np.unique(of[places], return_index=True)[1]].tolist():
        sentence = int(of[place])
        number = place - int(np.searchsorted(of, sentence)) + 1
        texts = one.symbols.texts
        found[sentence] = (
            f"the words differ: word {number} is '{texts[ours[place]]}' in {one.name}, "
            f"'{texts[theirs[place]]}' in {other.name}"
        )
    return found


def what_is_wrong(why: str) -> str:
    """Why a file has no function tree, as what is said of a gold or a parse."""
    if why == "the tree has no words":
        return "has no words"
    return why if why.startswith(("is ", "cannot ")) else f"has no function tree, {why}"
