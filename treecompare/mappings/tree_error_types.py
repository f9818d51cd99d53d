"""The types of the errors of trees of constituents: what is wrong, and what it is about."""

from __future__ import annotations

from dataclasses import replace

from treecompare.mappings.errors import ErrorCost, ErrorSites, ErrorType, of_kind
from treecompare.trees.phrases import CLAUSE, COORDINATION, MODIFIER, NP, OTHER, PP, VP, phrases_of

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
