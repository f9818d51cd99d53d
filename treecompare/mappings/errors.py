"""Errors of an analysis: how it differs from the gold, each changed node in exactly one error.

Nothing but the types at the end knows what is compared: :mod:`treecompare.mappings.tree_errors` finds the errors of trees of
constituents. Words are sets, so that nothing needs them to stand together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled
from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.edge_labels import CLAUSE, COORDINATION, MODIFIER, NP, OTHER, PP, VP, phrases_of

Node = tuple[str, int]
"""``gold`` or ``test``, and the node's number in its tree."""


class Error(NamedTuple):  # made in tens of thousands: a frozen dataclass takes three times as long
    """One error of one sentence.

    ``kind``: what is wrong; ``what``: what it is wrong with, as a PP or a coordination. ``label``: of the node concerned, the
    gold's where the two differ; of nodes that moved together, all of theirs. ``words``: the gold's, from 0.
    ``source``, ``target``: the labels of what it is attached to in the gold and in the system's analysis, or the two labels
    where a label is wrong; ``source_node``, ``target_node``: these nodes, -1 for none. ``height``: ``high`` or ``low`` where the
    system attaches it to something larger or smaller, else empty. ``moved``: the nodes that moved, of both trees.
    ``nodes``: the changed nodes that belong to this error. ``first_cost``, ``second_cost``: what these cost under the two
    measures of the comparison's ``error_costs``. ``depth``: nodes above the place in the gold.
    """

    kind: str
    what: str
    label: str
    words: tuple[int, ...]
    source: str = ""
    target: str = ""
    source_node: int = -1
    target_node: int = -1
    height: str = ""
    moved: tuple[Node, ...] = ()
    nodes: tuple[Node, ...] = ()
    first_cost: int = 0
    second_cost: int = 0
    depth: int = 0


@dataclass(frozen=True)
class ErrorType:
    """Errors that are counted together: of some ``kinds``, with some ``whats`` (both empty: all).

    ``opportunity``: the name of what could have gone wrong so in :attr:`ErrorList.opportunities`; ``of``: the same for people.
    """

    key: str
    title: str
    explanation: str
    opportunity: str
    of: str
    kinds: frozenset[str] = frozenset()
    whats: frozenset[str] = frozenset()

    def has(self, error: Error) -> bool:
        """Whether an error is of this type."""
        return (not self.kinds or error.kind in self.kinds) and (not self.whats or error.what in self.whats)

    def among(self, errors: ErrorList) -> Mask:
        """Which of the errors are of this type; the list keeps the answer, so it is not to be changed."""
        if self not in errors.by_type:
            found = np.ones(len(errors), np.bool_)
            for name, wanted in (("kind", self.kinds), ("what", self.whats)):
                if wanted:
                    found &= np.isin(errors.texts(name), sorted(wanted))
            found.flags.writeable = False
            errors.by_type[self] = found
        return errors.by_type[self]


def of_kind(kind: str, title: str, explanation: str, items: str, side: str = "gold") -> ErrorType:
    """All errors of one kind, of which each of the ``items`` of a side (``words``, ``constituents``) could have been one."""
    return ErrorType(
        kind.replace(" ", "-"), title, explanation, f"{side} {items}", f"{items} of the {side}", frozenset({kind})
    )


@dataclass(frozen=True)
class ErrorCost:
    """What errors cost under a measure: the column of :class:`ErrorList`, its key in JSON and TSV, the name and a note for people.

    ``measure``: the key of the measure whose counts the costs add up to.
    """

    column: str
    key: str
    name: str
    measure: str
    note: str


@dataclass(frozen=True)
class ErrorSites:
    """A table from where to where: the columns of :class:`ErrorList` that hold gold and system."""

    title: str
    gold: str
    system: str
    note: str


TEXTS = ("kind", "what", "label", "source", "target", "height")
COUNTS = ("first_cost", "second_cost", "depth")


class ErrorList(Sequence[Error]):
    """The errors of a system, by sentence, with columns to count by.

    ``sentences``: the sentence of each, ascending. ``analysed``: which sentences were looked at. ``opportunities``: per name of
    what could go wrong, how often it could, per sentence. ``more``: further columns of texts. ``by_type``: which are of a type, as
    far as that was asked.
    """

    def __init__(
        self,
        errors: Sequence[Error],
        sentences: Numbers,
        analysed: Mask,
        opportunities: dict[str, Numbers],
        more: dict[str, NDArray[np.str_]] | None = None,
    ) -> None:
        self._errors = list(errors)
        self.sentences = sentences
        self.analysed = analysed
        self.opportunities = opportunities
        self.by_type: dict[ErrorType, Mask] = {}
        self._columns: dict[str, NDArray[np.str_] | Numbers] = dict(more or {})

    def __len__(self) -> int:
        return len(self._errors)

    def __getitem__(self, index: int) -> Error:  # type: ignore[override]
        return self._errors[index]

    def __iter__(self) -> Iterator[Error]:
        return iter(self._errors)

    def of(self, sentence: int) -> list[Error]:
        """The errors of one sentence."""
        first, last = np.searchsorted(self.sentences, [sentence, sentence + 1]).tolist()
        return self._errors[first:last]

    def texts(self, name: str) -> NDArray[np.str_]:
        """One of TEXTS, or of the further columns, an entry per error."""
        if name not in self._columns:
            assert name in TEXTS
            self._columns[name] = np.array([getattr(one, name) for one in self._errors], np.str_)
        return self._columns[name]  # type: ignore[return-value]

    def numbers(self, name: str) -> Numbers:
        """One of COUNTS, an entry per error."""
        assert name in COUNTS
        if name not in self._columns:
            self._columns[name] = np.array([getattr(one, name) for one in self._errors], np.int64)
        return self._columns[name]  # type: ignore[return-value]

    def per_sentence(self, chosen: Mask | None = None, cost: str = "") -> Numbers:
        """How many errors each sentence has, or what they cost; ``chosen``: only these errors."""
        weights = self.numbers(cost) if cost else np.ones(len(self), np.int64)
        if chosen is not None:
            weights = weights * chosen
        return np.bincount(self.sentences, weights, len(self.analysed)).astype(np.int64)

    def positions(self, chosen: Mask) -> Iterator[tuple[int, Error]]:
        """The chosen errors, each with its sentence."""
        for place in np.flatnonzero(chosen).tolist():
            yield int(self.sentences[place]), self._errors[place]


class ErrorSearch:
    """Errors that are looked for in blocks of sentences: what is found stays when nobody waits for the rest, and who asks next goes
    on where it ended."""

    def __init__(self, blocks: Callable[[], Iterator[ErrorList]]) -> None:
        self._begun, self._turn = blocks, Lock()
        self._blocks, self._found = blocks(), list[ErrorList]()

    def all(self, cancel: NDArray[np.int32] | None = None) -> ErrorList:
        """All of them; whoever asks meanwhile waits for the same. Raises Cancelled: ``cancel[0] != 0``."""
        with self._turn:
            try:
                for block in self._blocks:
                    self._found.append(block)
                    if cancel is not None and cancel[0]:
                        break
                else:
                    self._found = [joined(self._found)]
                    return self._found[0]
            except BaseException:  # it has ended, and not with the last block
                self._blocks, self._found = self._begun(), []
                raise
            raise Cancelled


def joined(parts: Iterable[ErrorList]) -> ErrorList:
    """Lists of consecutive blocks of sentences as one."""
    found = list(parts)
    if len(found) == 1:
        return found[0]
    starts = np.cumsum([0, *(len(part.analysed) for part in found)])
    names = found[0].opportunities
    return ErrorList(
        [error for part in found for error in part],
        np.concatenate([part.sentences + start for part, start in zip(found, starts.tolist(), strict=False)]),
        np.concatenate([part.analysed for part in found]),
        {name: np.concatenate([part.opportunities[name] for part in found]) for name in names},
    )


# -- types of the errors of trees of constituents ----------------------------------------------------------------------

MOVED, RETAGGED, MISSING, EXTRA, UNARY_MISSING, UNARY_EXTRA, LABEL, TAG, SPAN, ORDER, UNALIGNED = (
    "moved", "retagged", "missing", "extra", "unary-missing", "unary-extra", "label", "tag", "span", "order", "word",
)  # fmt: skip
HIGH, LOW = "high", "low"
NP_INTERNAL, SINGLE_WORD = "NP-internal", "single word"
_ATTACHED = frozenset({MOVED, RETAGGED, MISSING, EXTRA, SPAN})


def _attachment(
    what: str, title: str, of: str, opportunity: str, explanation: str, kinds: frozenset[str] = _ATTACHED
) -> ErrorType:
    return ErrorType(what.replace(" ", "-"), title, explanation, opportunity, of, kinds, frozenset({what}))


def _attached(what: str, title: str, explanation: str, sort: str = "") -> ErrorType:
    """Of phrases of a sort: each of the gold could have been attached wrongly, unless it is the whole sentence."""
    sort = sort or what
    return _attachment(what, title, f"{phrases_of(sort)} of the gold that are attached", f"gold {sort}", explanation)


_UNARY = (
    of_kind(
        UNARY_MISSING, "Unary node missing",
        "The gold has a constituent over the words of another one, or over a single word, that the system lacks.", "constituents",
    ),
    of_kind(
        UNARY_EXTRA, "Unary node extra",
        "The system has a constituent over the words of another one, or over a single word, that the gold lacks.",
        "constituents", "system",
    ),
)  # fmt: skip
_ANOTHER_TAG = of_kind(
    RETAGGED, "Word with another tag",
    "A word has another tag and is attached to another constituent. The tag itself is an error of its own.", "words",
)  # fmt: skip
_LABELS = (
    of_kind(LABEL, "Label", "Both trees have a constituent over these words, with different labels.", "constituents"),
    of_kind(TAG, "Tag", "The word has another part-of-speech tag.", "tags"),
)
_RARE = (
    of_kind(
        ORDER, "Order of unary nodes", "Two constituents over the same words stand in the other order.", "constituents"
    ),
    of_kind(
        UNALIGNED,
        "Words that differ",
        "A word that the other side does not have, with the nodes that are only over it.",
        "words",
    ),
)
TREE_ERROR_TYPES = (
    _attached(PP, "PP attachment", "A prepositional phrase."),
    _attached(NP, "NP attachment", "A noun phrase."),
    _attached(VP, "VP attachment", "A verb phrase."),
    _attached(CLAUSE, "Clause attachment", "S, SBAR and their kin."),
    _attached(MODIFIER, "Modifier attachment", "An adverb or adjective phrase, or an adverb."),
    _attachment(
        COORDINATION, "Coordination", "coordinating words and CONJP of the gold", "gold coordination",
        "Conjuncts, with what joins them or beside it.",
    ),
    _attached(NP_INTERNAL, "NP structure", "How the words of a noun phrase are grouped.", NP),
    _attachment(
        SINGLE_WORD, "Single word", "words of the gold", "gold words", "A word that is not a phrase.", _ATTACHED - {RETAGGED}
    ),
    replace(_ANOTHER_TAG, key="retagged-word", whats=frozenset({SINGLE_WORD, OTHER})),
    _attachment(
        OTHER, "Other attachment", "other constituents of the gold that are attached", "gold other", "Anything else.",
        _ATTACHED - {RETAGGED},
    ),
    *_UNARY,
    *_LABELS,
    *_RARE,
)  # fmt: skip
"""What errors are about: each error is of exactly one of these types."""
TREE_ERROR_KINDS = (
    of_kind(MOVED, "Moved", "Both trees have it with the same label, attached to different constituents.", "constituents"),
    _ANOTHER_TAG,
    of_kind(
        MISSING, "Constituent missing",
        "The gold has a constituent that the system lacks; its parts are attached to the next one above.", "constituents",
    ),
    of_kind(
        EXTRA, "Constituent extra",
        "The system has a constituent that the gold lacks; its parts are attached to the next one above.",
        "constituents", "system",
    ),
    of_kind(SPAN, "Other words", "The constituent has other words, and nothing that moved explains it.", "constituents"),
    *_UNARY,
    *_LABELS,
    *_RARE,
)  # fmt: skip
"""What is wrong: each error is of exactly one of these, too."""
TREE_ERROR_COSTS = (
    ErrorCost(
        "first_cost", "e_cost", "E", "e.whole.dice", "Constituents and tags without counterpart of the same label and words."
    ),
    ErrorCost("second_cost", "t_cost", "T", "t.whole.dice", "Nodes that the tree distance deletes, inserts or relabels."),
)  # fmt: skip
TREE_ERROR_SITES = (
    ErrorSites(
        "From where to where", "source", "target",
        "Labels of what it is attached to in the gold and in the system; of a wrong label, the two labels.",
    ),
)  # fmt: skip
