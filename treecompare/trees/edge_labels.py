"""What labels and tags name: grammatical functions, which follow in a label (``NP-SBJ``, ``NX:ON``) or stand on the edge;
sorts of phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.annotations import ABSENT, EDGE, Extras
from treecompare.trees.symbols import PIECE, Symbols, distinct
from treecompare.trees.tree import CONSTITUENT, WORD, Trees

DASH = "-"
"""What functions follow unless something else is said."""
NO_FUNCTION = ("", "-", "--", "_")
"""Edge labels that say nothing."""


def edge_column(trees: Trees) -> NDArray[np.int32] | None:
    """The edge label above each node that is not a word, -1 where nothing is said; None where no node has any."""
    column = None if trees.extras is None else trees.extras.columns.get(EDGE)
    if column is None:
        return None
    said = (column >= 0) & (trees.kinds != WORD)
    for text in NO_FUNCTION:
        if (number := trees.symbols.find(text)) is not None:
            said &= column != number
    return np.where(said, column, -1).astype(np.int32) if said.any() else None


def labels_with_edges(
    trees: Trees, labels: NDArray[np.int32], symbols: Symbols, separator: str = DASH
) -> NDArray[np.int32]:
    """These labels of all nodes, with the labels of their edges behind them: ``NP-SB``. ``symbols`` grow."""
    edges = edge_column(trees)
    if edges is None:
        return labels
    pairs, which = np.unique(np.stack((labels, edges)), axis=1, return_inverse=True)
    numbers = [
        symbols.number(f"{symbols[label]}{separator}{symbols[edge]}") if edge >= 0 else label
        for label, edge in pairs.T.tolist()
    ]
    return np.array(numbers, np.int32)[which.reshape(-1)]


def without_edges(trees: Trees) -> Trees:
    """The trees without the labels of their edges: where these are part of the labels already."""
    extras = trees.extras
    if extras is None or EDGE not in extras.columns:
        return trees
    columns = {name: column for name, column in extras.columns.items() if name != EDGE}
    rest = replace(extras, columns=columns)
    if rest.positions is None and rest.are_positions:
        return replace(trees, extras=None)
    return replace(trees, extras=rest)


def has_functions(trees: Trees, separator: str = DASH, is_historical: bool = False) -> bool:
    """Whether some label or edge says a function; ``is_historical``: see :func:`split_label`."""
    if edge_column(trees) is not None:
        return True
    known: set[int] = set()
    for first in range(0, len(trees.labels), PIECE):
        here = slice(first, first + PIECE)
        may = _may_have_functions(trees.kinds[here], is_historical)
        new = set(distinct(trees.labels[here][may]).tolist()) - known
        if any(split_label(trees.symbols[one], separator, is_historical)[1] for one in new):
            return True
        known |= new
    return False


def _may_have_functions(kinds: NDArray[np.int8], is_historical: bool) -> NDArray[np.bool_]:
    """Tags of historical corpora have cases, which are no functions."""
    may: NDArray[np.bool_] = kinds == CONSTITUENT if is_historical else kinds != WORD
    return may


FUNCTION = "function"
"""The name of a column of :func:`with_functions`."""


def with_functions(trees: Trees, separator: str = DASH, is_historical: bool = False) -> Trees:
    """The trees with their functions as a further column: what follows in the label of a node, and the label of its edge.

    Several are joined by blanks, as a set in the order of their letters. ``is_historical``: see :func:`split_label`.
    """
    edges = edge_column(trees)
    below = np.full(len(trees.labels), -1, np.int32) if edges is None else edges
    pairs, which = np.unique(np.stack((trees.labels, below)), axis=1, return_inverse=True)
    which = which.reshape(-1)
    has = _may_have_functions(trees.kinds, is_historical)
    is_inner = np.bincount(which, has, pairs.shape[1]) > 0
    numbers = np.full(pairs.shape[1], ABSENT, np.int32)
    for place in np.flatnonzero(is_inner).tolist():
        label, edge = pairs[:, place].tolist()
        found = {
            *split_label(trees.symbols[label], separator, is_historical)[1],
            *([trees.symbols[edge]] if edge >= 0 else []),
        }
        if found:
            numbers[place] = trees.symbols.number(" ".join(sorted(found)))
    column = np.where(has, numbers[which], ABSENT).astype(np.int32)
    extras = trees.extras or Extras()
    return replace(trees, extras=replace(extras, columns={**extras.columns, FUNCTION: column}))


def _after(separator: str) -> str:
    return f"(?<=.)(?:{re.escape(separator)})"


def split_label(label: str, separator: str = DASH, is_historical: bool = False) -> tuple[str, list[str]]:
    """Category and grammatical functions of a label: ``NP-SBJ-1`` is NP and SBJ; indices and gaps (``=2``) are left out.

    Labels that begin with a dash (``-NONE-``, ``-LRB-``) are categories. ``separator``: what functions follow; with
    another one than the dash (``NX:ON``) dashes belong to the category (``R-SIMPX``). ``is_historical``: of a Penn parsed
    historical corpus, ``IP-SUB-SPE-1`` is IP-SUB and SPE.
    """
    at = "(?<=.)[-=#]" if separator == DASH else _after(separator)
    if is_historical and separator == DASH:
        label = _HISTORICAL_INDEX.sub("", label)
        category = historical(label)
        rest = re.split("[-=]+", label[len(category) :])[1:]
        return category, [part for part in rest if part not in NO_FUNCTION]
    category, *rest = re.split(f"{at}+", label.strip("#")) if not label.startswith("-") else [label]
    return category, [part for part in rest if part not in NO_FUNCTION and not part.isdigit()]


_CLAUSES = (
    "IP-(?:MAT|SUB|INF|IMP|SMC|PPL|ABS)|CP-QUE-(?:MAT|SUB)|CP-(?:QUE|REL|THT|ADV|CMP|DEG|FRL|CAR|EOP|CLF|EXL|TMC)"
)
"""In Penn parsed historical corpora the first part behind IP and CP is category: a relative clause is no other kind of question."""
_CATEGORY = re.compile(f"(?:{_CLAUSES})(?![^-=])|.[^-=]*", re.DOTALL)
_HISTORICAL_INDEX = re.compile("(?<=.)[-=](?:[0-9]+|X+|T+|NaN)(?![^-=])")
"""Numbers, and what annotators wrote where they were in doubt."""


def historical(label: str, keeps_functions: bool = False) -> str:
    """A label of a Penn parsed historical corpus without its functions and index, or without its index only: ``IP-SUB-SPE-1`` is
    IP-SUB, or IP-SUB-SPE."""
    if keeps_functions:
        return _HISTORICAL_INDEX.sub("", label)
    found = _CATEGORY.match(label)
    return found[0] if found else label


def cutter(cut_at: str, separator: str, keeps_functions: bool) -> re.Pattern[str]:
    """What is cut from labels: all from one of ``cut_at`` on, or from the separator; where functions are kept, indices only.

    What says nothing (``NX:-``) goes in any case.
    """
    if separator != DASH:
        return re.compile(_after(separator) + ("(?:--?|_)?$" if keeps_functions else ".*"), re.DOTALL)
    if keeps_functions:
        return re.compile(r"(?<=.)[-=][0-9]+")
    return re.compile(f"[{re.escape(cut_at)}].*", re.DOTALL)


# -- sorts of phrases, and punctuation ---------------------------------------------------------------------------------

PP, NP, VP, CLAUSE, MODIFIER, COORDINATION, OTHER = "PP", "NP", "VP", "clause", "modifier", "coordination", "other"

_SORTS = {
    PP: "PP WHPP WPP",
    NP: "NP NX NAC NML QP WHNP PN MPN NM WNP",
    VP: "VP VZ",
    CLAUSE: "S SBAR SBARQ SINV SQ RRC IP CP",
    MODIFIER: "ADVP ADJP WHADVP WHADJP WHAVP RB RBR RBS AP AVP AA MTA ADV PRT WADVP WADJP",
    COORDINATION: "UCP CNP CPP CVP CS CAP CAVP CO CAC CCP CVZ CH",
}
_SORT_OF = {label: sort for sort, labels in _SORTS.items() for label in labels.split()}
_TAGS = frozenset({"RB", "RBR", "RBS", "ADV"})
_COORDINATORS = frozenset({"CC", "CONJP", "KON", "CCONJ", "CONJ"})


def phrases_of(sort: str) -> str:
    """The labels of the phrases of a sort, for people: ``PP, WHPP``."""
    return ", ".join(label for label in _SORTS[sort].split() if label not in _TAGS)


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
