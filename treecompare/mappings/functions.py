"""What it takes to turn a parse into the generalised gold, and what of it is forgiven (Tsarfaty et al. 2012, section 3.3).

Operations are anchored in spans, so that least-cost scripts are differences of sets: ES(x, gen) deletes (label, span) of x that gen
does not have, and adds those of gen that x does not have. An operation that also turns the native gold into gen is forgiven:
it reflects the annotation scheme, not an error.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.multifunction import Constraint, MultiFunctionTree, Rows, Span

Counted = NDArray[np.int64]

DELETE, ADD, RELABEL = "delete", "add", "relabel"


@dataclass(frozen=True, eq=False)
class FunctionCounts:
    """Per sentence: pairs of the parse (``test``) and of the generalisation (``gold``), how many both have (``matched``), the
    operations that are charged (``deleted``, ``inserted``, ``swapped``) and those that are forgiven; ``sizes`` of the native gold.
    """

    gold: Counted
    test: Counted
    matched: Counted
    deleted: Counted
    inserted: Counted
    swapped: Counted
    forgiven: Counted

    @property
    def error(self) -> Counted:
        """Charged operations."""
        return self.deleted + self.inserted + self.swapped


def count_functions(parse: Rows, native: Rows, generalisation: Rows, sentences: int) -> FunctionCounts:
    """The counts of all sentences: |ES(parse, gen) \\ ES(native, gen)| and what belongs to it."""
    in_generalisation, in_native = parse.within([generalisation, native])
    in_parse, wanted = generalisation.within([parse, native])
    forgiven = parse.counted(sentences, ~in_generalisation & in_native)
    forgiven += generalisation.counted(sentences, ~in_parse & ~wanted)
    return FunctionCounts(
        gold=generalisation.counted(sentences),
        test=parse.counted(sentences),
        matched=parse.counted(sentences, in_generalisation),
        deleted=parse.counted(sentences, ~in_generalisation & ~in_native),
        inserted=generalisation.counted(sentences, ~in_parse & wanted),
        swapped=np.zeros(sentences, np.int64),
        forgiven=forgiven,
    )


@dataclass(frozen=True, order=True)
class Operation:
    """``delete`` a (start, end, label) of the parse or ``add`` one of the generalisation; ``relabel`` one of the parse: it becomes
    a node labelled ``new`` over ``place``, a span of the generalisation. ``is_word``: no node over a word but the word itself,
    where no mapping that keeps ancestry has it in both trees."""

    kind: str
    start: int
    end: int
    label: str
    forgiven: bool
    new: str = ""
    place: Span | None = None
    is_word: bool = False

    @property
    def shown(self) -> str:
        """The label, or ``SBJ→OBJ``; ``the word``."""
        if self.is_word:
            return "the word"
        return f"{self.label}→{self.new}" if self.kind == RELABEL else self.label

    @property
    def is_charged(self) -> bool:
        """Whether it counts as an error."""
        return not self.forgiven


def operations(
    parse: MultiFunctionTree, native: MultiFunctionTree, generalisation: MultiFunctionTree, labelled: bool = True
) -> list[Operation]:
    """The operations that turn a parse into the generalisation, in the order of the sentence."""

    def constraints(tree: MultiFunctionTree) -> frozenset[Constraint]:
        return tree.constraints() if labelled else frozenset((*span, "") for span in tree.spans())

    from_parse, from_native, wanted = constraints(parse), constraints(native), constraints(generalisation)
    found = [Operation(DELETE, *one, forgiven=one in from_native) for one in from_parse - wanted]
    found += [Operation(ADD, *one, forgiven=one not in from_native) for one in wanted - from_parse]
    return sorted(found, key=lambda one: (one.start, -one.end, one.kind == ADD, one.label))
