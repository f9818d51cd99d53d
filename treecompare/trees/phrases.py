"""What labels and tags name: sorts of phrases (Penn treebanks, historical ones; NeGra, TIGER, their kin); punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterable
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


TAGSETS = {
    "Penn Treebank": ", . : `` ''",
    "STTS (German)": "$, $. $( $-LRB- $LRB $*LRB*",
    "Universal Dependencies": "PUNCT",
    "Penn Chinese Treebank": "PU",
    "French Treebank": "PONCT",
    "Alpino": "punct",
    "CGN (Dutch)": "LET let",
    "Hebrew Treebank": "yy*",
    "SPMRL, PCEEC, Arabic Treebank": "PUNC",
    "Penn parsed corpora of historical English, IcePaHC": ". , \" '",
    "CGELBank": "Punct",
    "BNC, Kainoki": "PUN PUL PUR PUQ PU",
    "Stockholm-Umeå Corpus": "MAD MID PAD",
    "Składnica": "interp",
    "SQUOIA": "F F$",
    "EAGLES (Spanish, Catalan)": (
        "Faa Fat Fc Fca Fct Fd Fe Fg Fh Fia Fit Fla Flt Fp Fpa Fpt Fra Frc Fs Ft Fx Fz "
        "faa fat fc fca fct fd fe fg fh fia fit fla flt fp fpa fpt fra frc fs ft fx fz"
    ),
}
"""Each with its tags. A star at the end stands for any letters; brackets in words (-LRB-) count as words, as they do in evalb."""

_PUNCTUATION = {tag: place for place, tag in enumerate(dict.fromkeys(" ".join(TAGSETS.values()).split()))}
_BEGINS = tuple(tag[:-1] for tag in _PUNCTUATION if tag.endswith("*"))
_FURTHER = re.compile(r"(?<=[A-Za-z.,(])[-:=#|(].*", re.DOTALL)
"""What stands behind a tag: functions, morphology, arguments (``PUNCT-punct``, ``$,:-``, ``PONCT##…##``, ``LET()``)."""


def is_punctuation(tag: str) -> bool:
    """Whether a tag says that its word is punctuation, in whatever tagset."""
    return tag in _PUNCTUATION or tag.startswith(_BEGINS) or _FURTHER.sub("", tag) in _PUNCTUATION


def in_order(tags: Iterable[str]) -> list[str]:
    """Tags of punctuation as the tagsets have them; others last."""
    return sorted(tags, key=lambda tag: (_PUNCTUATION.get(tag, len(_PUNCTUATION)), tag))
