"""What sort of phrase a label names, in the Penn treebanks, also of historical languages, and in NeGra, TIGER and their kin."""

from __future__ import annotations

from functools import lru_cache

from treecompare.trees.edge_labels import split_label

PP, NP, VP, CLAUSE, MODIFIER, COORDINATION, OTHER = "PP", "NP", "VP", "clause", "modifier", "coordination", "other"

_SORTS = {
    PP: ("PP", "WHPP", "WPP"),
    NP: ("NP", "NX", "NAC", "NML", "QP", "WHNP", "PN", "MPN", "NM", "WNP"),
    VP: ("VP", "VZ"),
    CLAUSE: ("S", "SBAR", "SBARQ", "SINV", "SQ", "RRC", "IP", "CP"),
    MODIFIER: (
        "ADVP",
        "ADJP",
        "WHADVP",
        "WHADJP",
        "WHAVP",
        "RB",
        "RBR",
        "RBS",
        "AP",
        "AVP",
        "AA",
        "MTA",
        "ADV",
        "PRT",
        "WADVP",
        "WADJP",
    ),
    COORDINATION: ("UCP", "CNP", "CPP", "CVP", "CS", "CAP", "CAVP", "CO", "CAC", "CCP", "CVZ", "CH"),
}
_SORT_OF = {label: sort for sort, labels in _SORTS.items() for label in labels}
_TAGS = frozenset({"RB", "RBR", "RBS", "ADV"})
_COORDINATORS = frozenset({"CC", "CONJP", "KON", "CCONJ", "CONJ"})


def phrases_of(sort: str) -> str:
    """The labels of the phrases of a sort, for people: ``PP, WHPP``."""
    return ", ".join(label for label in _SORTS[sort] if label not in _TAGS)


@lru_cache(maxsize=10_000)
def sort_of(label: str) -> str:
    """PP, NP, VP, clause, modifier, coordination or other; functions such as ``-SBJ`` do not matter."""
    return _SORT_OF.get(_category(label), OTHER)


@lru_cache(maxsize=10_000)
def is_coordinator(label: str) -> bool:
    """Whether it is the label of words that join two conjuncts."""
    return _category(label) in _COORDINATORS


def _category(label: str) -> str:
    return split_label(label)[0] or label
