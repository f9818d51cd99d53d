"""The types of the errors of trees of constituents: what is wrong, and what it is about."""

from __future__ import annotations

from treecompare.mappings.errors import ErrorCost, ErrorSites, ErrorType
from treecompare.trees.phrases import (
    CLAUSE,
    COORDINATION,
    MODIFIER,
    NP,
    OTHER,
    PP,
    VP,
)

MOVED, MISSING, EXTRA, UNARY_MISSING, UNARY_EXTRA, LABEL, TAG, SPAN, ORDER, UNALIGNED = (
    "moved", "missing", "extra", "unary-missing", "unary-extra", "label", "tag", "span", "order", "word",
)  # fmt: skip
HIGH, LOW = "high", "low"
NP_INTERNAL, SINGLE_WORD = "NP-internal", "single word"
_ATTACHED = frozenset({MOVED, MISSING, EXTRA, SPAN})


def _attachment(what: str, title: str, of: str, opportunity: str, explanation: str) -> ErrorType:
    return ErrorType(what.replace(" ", "-"), title, explanation, opportunity, of, _ATTACHED, frozenset({what}))


def _kind(kind: str, title: str, of: str, opportunity: str, explanation: str) -> ErrorType:
    return ErrorType(kind, title, explanation, opportunity, of, frozenset({kind}))


_UNARY = (
    _kind(
        UNARY_MISSING, "Unary node missing", "constituents of the gold", "gold constituents",
        "The gold has a constituent over the words of another one, or over a single word, that the system lacks.",
    ),
    _kind(
        UNARY_EXTRA, "Unary node extra", "constituents of the system", "system constituents",
        "The system has a constituent over the words of another one, or over a single word, that the gold lacks.",
    ),
)  # fmt: skip
_LABELS = (
    _kind(
        LABEL,
        "Label",
        "constituents of the gold",
        "gold constituents",
        "Both trees have a constituent over these words, with different labels.",
    ),
    _kind(TAG, "Tag", "tags of the gold", "gold tags", "The word has another part-of-speech tag."),
)
_RARE = (
    _kind(
        ORDER, "Order of unary nodes", "constituents of the gold", "gold constituents",
        "Two constituents over the same words stand in the other order.",
    ),
    _kind(
        UNALIGNED, "Words that differ", "words of the gold", "gold words",
        "A word that the other side does not have, with what stands over it alone.",
    ),
)  # fmt: skip
TREE_ERROR_TYPES = (
    _attachment(PP, "PP attachment", "PPs of the gold that are attached", "gold PP", "A prepositional phrase."),
    _attachment(NP, "NP attachment", "NPs of the gold that are attached", "gold NP", "A noun phrase."),
    _attachment(VP, "VP attachment", "VPs of the gold that are attached", "gold VP", "A verb phrase."),
    _attachment(CLAUSE, "Clause attachment", "clauses of the gold that are attached", "gold clause", "S, SBAR and their kin."),
    _attachment(
        MODIFIER, "Modifier attachment", "adverb and adjective phrases of the gold that are attached", "gold modifier",
        "An adverb or adjective phrase, or an adverb.",
    ),
    _attachment(
        COORDINATION, "Coordination", "coordinating words of the gold", "gold coordination",
        "Conjuncts, with what joins them or beside it.",
    ),
    _attachment(
        NP_INTERNAL, "NP structure", "NPs of the gold that are attached", "gold NP",
        "How the words of a noun phrase are grouped.",
    ),
    _attachment(SINGLE_WORD, "Single word", "words of the gold", "gold words", "A word that is no phrase."),
    _attachment(OTHER, "Other attachment", "other constituents of the gold that are attached", "gold other", "Anything else."),
    *_UNARY,
    *_LABELS,
    *_RARE,
)  # fmt: skip
"""What errors are about: each error is of exactly one of these types."""
TREE_ERROR_KINDS = (
    _kind(
        MOVED, "Moved", "constituents of the gold", "gold constituents",
        "Both trees have it, attached to different constituents.",
    ),
    _kind(
        MISSING, "Constituent missing", "constituents of the gold", "gold constituents",
        "The gold has a constituent that the system lacks; what stands in it hangs on the next one above.",
    ),
    _kind(
        EXTRA, "Constituent extra", "constituents of the system", "system constituents",
        "The system has a constituent that the gold lacks; what stands in it hangs on the next one above.",
    ),
    _kind(
        SPAN, "Other words", "constituents of the gold", "gold constituents",
        "The constituent has other words, and nothing that moved explains it.",
    ),
    *_UNARY,
    *_LABELS,
    *_RARE,
)  # fmt: skip
"""What is wrong: each error is of exactly one of these, too."""
TREE_ERROR_COSTS = (
    ErrorCost(
        "e_cost", "e_cost", "E", "e.whole.dice", "Constituents and tags without counterpart of the same label and words."
    ),
    ErrorCost("t_cost", "t_cost", "T", "t.whole.dice", "Nodes that the tree distance deletes, inserts or relabels."),
)  # fmt: skip
TREE_ERROR_SITES = (
    ErrorSites(
        "From where to where", "source", "target",
        "Labels of what it is attached to in the gold and in the system; of a wrong label, the two labels.",
    ),
)  # fmt: skip
