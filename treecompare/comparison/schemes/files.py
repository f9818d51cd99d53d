"""A treebank of any scheme, dependencies or brackets, in the forms in which TedEval compares it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import AnyTreebank
from treecompare.errors import ReadError, UsageError
from treecompare.mappings.function_edits import EditTrees
from treecompare.mappings.tedeval_program import PROGRAMS, ProgramTrees, program_trees
from treecompare.measures.words import relation
from treecompare.readers import DependencyTreebank
from treecompare.reading import read_lines, unescaped, words_of
from treecompare.trees.functions import (
    HEAD,
    PROGRAM_HEAD,
    WILDCARD,
    FunctionTrees,
    from_constituents,
    from_dependencies,
)
from treecompare.trees.generalisation import collapsed, unary_sentences
from treecompare.trees.lifting import Lifted, lift
from treecompare.trees.multifunction import MultiFunctionTrees, multifunction
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD

PROFILES = ("paper", *PROGRAMS)
Pair = tuple[str, str]


@dataclass(frozen=True)
class SchemeSettings:
    """How schemes are compared.

    ``profile``: ``paper``, or the program that is to be reproduced. ``nonprojective``: arcs that cross others are lifted, or their
    sentences refused. ``relations``: ``universal`` cuts relations at the colon, ``full`` does not. ``zero_cost``: pairs of labels
    whose relabelling is free in ``tedeval2011``. ``unary``: whether ``tedeval2011`` collapses nodes over the same words, or refuses
    their sentences.
    """

    profile: str = "paper"
    nonprojective: str = "lift"
    relations: str = "universal"
    zero_cost: tuple[Pair, ...] = ()
    unary: str = "collapse"

    def __post_init__(self) -> None:
        for option, value, allowed in (
            ("profile", self.profile, PROFILES),
            ("nonprojective", self.nonprojective, ("lift", "refuse")),
            ("relations", self.relations, ("universal", "full")),
            ("unary", self.unary, ("collapse", "refuse")),
        ):
            if value not in allowed:
                raise UsageError(f"--{option} is '{value}'; expected {', '.join(allowed[:-1])} or {allowed[-1]}")
        if self.zero_cost and self.profile != "paper":
            raise UsageError(f"--zero-cost is not for the profile {self.profile}: that program relabels nothing")

    @property
    def options(self) -> tuple[str, ...]:
        """For the signature of a figure: what is not at its default, and the profile."""
        found = [f"profile:{self.profile}"]
        for name, usual in (("nonprojective", "lift"), ("relations", "universal"), ("unary", "collapse")):
            if getattr(self, name) != usual:
                found.append(f"{name}:{getattr(self, name)}")
        if self.zero_cost:
            found.append(f"zero-cost:{len(self.zero_cost)}")
        return tuple(found)


def read_zero_costs(path: str) -> tuple[Pair, ...]:
    """Pairs of labels from a table of two columns, ``label label``; ``#`` begins a comment line, a label that begins
    with ``#`` is written ``\\#`` where it stands first.

    Raises:
        ReadError: the file cannot be read, or a line has not two columns.
    """
    pairs = []
    for number, line in enumerate(read_lines(path, "expected a table of 'label label'"), 1):
        fields = words_of(line)
        if not fields or fields[0].startswith("#"):
            continue
        if len(fields) != 2:
            raise ReadError(path, number, f"{len(fields)} columns; expected 2: label label")
        pairs.append((unescaped(fields[0]), fields[1]))
    return tuple(pairs)


def lifted_arcs(treebank: AnyTreebank, settings: SchemeSettings) -> Lifted | None:
    """The arcs of dependencies, made projective where the settings say so."""
    if not isinstance(treebank, DependencyTreebank) or settings.nonprojective != "lift":
        return None
    return lift(treebank.sentences.arcs)


class SchemeFile:
    """A gold or a system. ``symbols`` are shared by all files of a comparison, and so are their sentences: those of ``reference``.

    A file with as many sentences is paired by order, any other by its words, unless ``order`` is given: the place of each sentence
    in the file, -1 for none; ``extra``: how many sentences the reference does not have. ``reasons``: why a sentence (from 0) has
    no function tree. ``lifted``: :func:`lifted_arcs` of the treebank, where they are known already.
    """

    def __init__(
        self,
        treebank: AnyTreebank,
        settings: SchemeSettings,
        symbols: Symbols,
        reference: SchemeFile | None = None,
        order: NDArray[np.int64] | None = None,
        lifted: Lifted | None = None,
    ) -> None:
        self._lifted = lifted
        self.treebank, self.settings, self.symbols = treebank, settings, symbols
        self.name, self.path = treebank.name, treebank.path
        self.is_dependencies = isinstance(treebank, DependencyTreebank)
        self.order: NDArray[np.int64] | None = None
        self.extra = 0
        reasons = dict(self.functions.reasons)
        for index, problem in treebank.problems.items():
            reasons[index] = f"cannot be read, line {problem.line}: {problem.reason}"
        if reference is not None and order is None and reference.sentences != self.sentences:
            order = paired_sentences(reference.words, self.words)
        in_order = order is None or np.array_equal(order, np.arange(self.sentences))
        if order is not None and not in_order:
            self.order = order
            self.extra = self.sentences - int((self.order >= 0).sum())
            for form in ("functions", "words"):
                self.__dict__.pop(form, None)  # they were made in the file's own order
            places = enumerate(self.order.tolist())
            reasons = {
                sentence: reasons[place] if place >= 0 else "is missing"
                for sentence, place in places
                if place < 0 or place in reasons
            }
        self.reasons = reasons

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

    def _converted(self, head: str) -> FunctionTrees:
        treebank = self.treebank
        if isinstance(treebank, DependencyTreebank):
            change = relation if self.settings.relations == "universal" and not self.is_program else str
            found = from_dependencies(
                treebank.sentences, self.symbols, head, self.settings.nonprojective, self.is_program, change,
                lifted=self._lifted,
            )  # fmt: skip
        else:
            found = from_constituents(treebank.trees, self.symbols, self.is_program)
        if self.order is None:
            return found
        lifts = np.append(found.lifts, 0)[self.order]
        return FunctionTrees(found.trees.chosen(self.order.tolist()), lifts, found.reasons)

    @cached_property
    def functions(self) -> FunctionTrees:
        """The function trees."""
        return self._converted(PROGRAM_HEAD if self.is_program else HEAD)

    def lifted(self, sentences: Sequence[int] | None = None) -> str:
        """How many arcs were lifted, in how many sentences (of all, or of those): empty where none was."""
        lifts = self.functions.lifts if sentences is None else self.functions.lifts[list(sentences)]
        return f"{lifts.sum()} non-projective arcs lifted in {np.count_nonzero(lifts)} sentences" if lifts.any() else ""

    @cached_property
    def multifunction(self) -> MultiFunctionTrees:
        """Labels by span (Tsarfaty et al. 2012)."""
        return multifunction(self.functions)

    @cached_property
    def program(self) -> ProgramTrees:
        """As the TedEval program sees them."""
        return program_trees(self.functions, self.settings.profile)

    @cached_property
    def wildcards(self) -> FunctionTrees:
        """The function trees with heads labelled ``*``."""
        return self._converted(WILDCARD) if self.is_dependencies else self.functions

    @cached_property
    def collapsed(self) -> FunctionTrees:
        """One label per span, heads labelled ``*`` (Tsarfaty et al. 2011)."""
        functions = self.wildcards
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
        trees = self.functions.trees
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(trees.word_counts)))
        return trees.labels[trees.kinds == WORD].astype(np.int64), offsets


Words = tuple[NDArray[np.int64], NDArray[np.int64]]


def paired_sentences(reference: Words, other: Words) -> NDArray[np.int64]:
    """For each sentence of a file the place of the same one in another, -1 where it has none.

    Sentences of the same words are paired in order. Between two such pairs as many on one side as on the other are paired by
    order: their words differ. Others have no counterpart.
    """
    texts = []
    for words, offsets in (reference, other):
        limits = zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
        texts.append([words[first:last].tobytes() for first, last in limits])
    order = np.full(len(texts[0]), -1, np.int64)
    matcher = SequenceMatcher(None, texts[0], texts[1], autojunk=False)
    for kind, first, last, their_first, their_last in matcher.get_opcodes():
        if kind == "equal" or last - first == their_last - their_first:
            order[first:last] = np.arange(their_first, their_last)
    return order


def word_differences(one: SchemeFile, other: SchemeFile) -> dict[int, str]:
    """Sentences that both files have and whose words differ, with the first difference in words."""
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
    for place in _firsts(of, ours != theirs):
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


def _firsts(of: NDArray[np.int64], differs: NDArray[np.bool_]) -> Sequence[int]:
    """The first place that differs, of each sentence that has one."""
    places = np.flatnonzero(differs)
    _, first = np.unique(of[places], return_index=True)
    firsts: list[int] = places[first].tolist()
    return firsts
