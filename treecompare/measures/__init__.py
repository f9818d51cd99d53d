"""Measures: mapping + normaliser + key + title + source. Everything else iterates ``ALL_MEASURES``, or ``MEASURES_OF`` a kind.

To add one: write its formula beside its family, and add its entry to the family's tuple.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from types import ModuleType

from treecompare.errors import UsageError
from treecompare.measures.constituents import (
    EDIT_MEASURES,
    EVALB_MEASURES,
    FUNCTION_MEASURES,
    LINEAGE_MEASURES,
    SPAN_MEASURES,
)
from treecompare.measures.dependencies import DEPENDENCY_MEASURES, EDGE_PARTS
from treecompare.measures.measure import JUDGED_MEASURES, Counts, Measure, Ratio
from treecompare.measures.tedeval import LATTICE_MEASURES, SCHEME_MEASURES

__all__ = [
    "ALL_MEASURES",
    "BESIDE_MEASURES",
    "DEPENDENCY_MEASURES",
    "FUNCTION_MEASURES",
    "JUDGED_MEASURES",
    "LATTICE_MEASURES",
    "MEASURES",
    "MEASURES_OF",
    "PRESETS",
    "SCHEME_MEASURES",
    "Counts",
    "Measure",
    "Ratio",
    "by_family",
    "chosen",
    "measure",
]

BESIDE_MEASURES = tuple(one for one in DEPENDENCY_MEASURES if "." not in one.key and one.part not in EDGE_PARTS)
"""Those of dependencies that are set beside measures of constituents: F1 only, of trees."""

MEASURES: tuple[Measure, ...] = (*SPAN_MEASURES, *EDIT_MEASURES, *EVALB_MEASURES, *LINEAGE_MEASURES)
"""Those of trees of constituents."""

ALL_MEASURES: tuple[Measure, ...] = (
    *MEASURES, *FUNCTION_MEASURES, *DEPENDENCY_MEASURES, *SCHEME_MEASURES, *LATTICE_MEASURES, *JUDGED_MEASURES,
)  # fmt: skip
"""Those of trees of constituents, of their functions, of dependencies, of function trees across schemes, of trees whose words
differ, and what people judged; a score table says which it :meth:`has`."""

MEASURES_OF: dict[str, tuple[Measure, ...]] = {
    "constituents": (*MEASURES, *FUNCTION_MEASURES, *BESIDE_MEASURES, *JUDGED_MEASURES),
    "dependencies": (*DEPENDENCY_MEASURES, *SCHEME_MEASURES, *JUDGED_MEASURES),
    "schemes": (
        *(entry for entry in DEPENDENCY_MEASURES if entry.key in ("uas", "las")), *SCHEME_MEASURES, *JUDGED_MEASURES,
    ),
    "lattices": (*LATTICE_MEASURES, *DEPENDENCY_MEASURES, *SCHEME_MEASURES, *MEASURES, *JUDGED_MEASURES),
}  # fmt: skip
"""By what is compared; a table says which of them it :meth:`has`."""

PRESETS: dict[str, tuple[str, tuple[str, ...]]] = {
    "geig-labelled": ("GEIG, labelled", ("e.roof.recall", "e.roof.precision", "e.roof.dice")),
    "geig-unlabelled": (
        "GEIG, unlabelled",
        ("e.roof.recall.unlabelled", "e.roof.precision.unlabelled", "e.roof.dice.unlabelled", "crossing"),
    ),
    "evalb": (
        "evalb's summary",
        (
            "e.roof.recall", "e.roof.precision", "e.roof.dice", "complete", "crossing", "no-crossing", "two-or-less-crossing",
            "tagging",
        ),
    ),
    "emms-3": ("Emms 2008, table 3", ("e.roof.recall", "e.roof.precision", "e.roof.dice", "e.roof.jaccard")),
    "emms-4": ("Emms 2008, table 4", ("e.whole.dice", "t.whole.dice", "e.whole.jaccard", "t.whole.jaccard")),
    "conll18": (
        "The shared task of 2018",
        (
            "tokens", "words", "sentences", "upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas", "blex",
        ),
    ),
    "leaf-ancestor": ("Leaf-Ancestor and GEIG", ("la", "e.roof.dice", "e.roof.dice.unlabelled")),
}  # fmt: skip
"""Named choices of measures: title and keys. GEIG is what Sampson & Babarczy 2003 compare Leaf-Ancestor with."""

PROGRAM = "conll18"
"""The choice that asks for the figures of a program, also where a column is blank."""
_BY_KEY = {entry.key: entry for entry in ALL_MEASURES}


def measure(key: str) -> Measure:
    """The measure of that key. Raises UsageError: there is none."""
    try:
        return _BY_KEY[key]
    except KeyError:
        raise UsageError(f"{key[:40]}: no such measure; 'treecompare measures' lists them") from None


def chosen(keys: str) -> tuple[Measure, ...]:
    """The measures of a list like ``t.whole.dice,e.roof.``: keys, prefixes that name a family, presets, or ``all``. Raises
    UsageError: an entry names nothing."""
    if keys == "all":
        return ALL_MEASURES
    by_key: dict[str, Measure] = {}
    for key in (part.strip() for part in keys.split(",")):
        if not key:
            continue
        if key in PRESETS:
            by_key |= {name: measure(name) for name in PRESETS[key][1]}
            continue
        family = [
            entry
            for entry in ALL_MEASURES
            if entry.key == key
            or (key.endswith(".") and entry.key.startswith(key) and (key != "e." or entry.part != "e.sets"))
        ]
        for entry in family or [measure(key)]:
            by_key[entry.key] = entry
    if not by_key:
        raise UsageError("no measure chosen; expected 'all' or keys separated by commas")
    return tuple(by_key.values())


def by_family(measures: Iterable[Measure], is_of_words: bool = False) -> list[tuple[str, list[Measure]]]:
    """Measures family by family, each with a title; the first is that of the first measure. ``is_of_words``: families of measures
    of words need not say that they are."""
    found: dict[str, list[Measure]] = {}
    for one in measures:
        found.setdefault(_family(one, is_of_words), []).append(one)
    return list(found.items())


@cache
def _family(one: Measure, is_of_words: bool) -> str:
    if one in LATTICE_MEASURES or one in SCHEME_MEASURES:
        return "TedEval and SegEval"
    if one in JUDGED_MEASURES:
        return "Judgements"
    if one in DEPENDENCY_MEASURES:
        ends = {"precision": "Precision", "recall": "Recall", "aligned": "Of aligned words"}
        title = ends.get(one.key.rpartition(".")[2] if "." in one.key else "", "F1")
        return title if is_of_words else f"Dependencies: {title}"
    if one.key.startswith("e.discontinuous"):
        return "Discontinuous constituents (E)"
    titles = {"e": "Same label and span (E)", "t": "Tree distance (T)"}
    family = titles.get(one.key.partition(".")[0], "Others")
    return f"{family}, unlabelled" if one.key.endswith(".unlabelled") else family


class _CallableModule(ModuleType):
    """``treecompare.measures`` is this package and, in the public interface, a function: a package cannot hold both names apart."""

    def __call__(self) -> list[Measure]:
        """All measures."""
        return list(ALL_MEASURES)


sys.modules[__name__].__class__ = _CallableModule
