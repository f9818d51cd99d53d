"""Measures: mapping + normaliser + key + title + source. ``MEASURES`` is the one tuple that everything iterates.

To add one: write its formula beside its family, and add its entry to the family's tuple.
"""

from __future__ import annotations

from treecompare.errors import UsageError
from treecompare.measures.edits import EDIT_MEASURES
from treecompare.measures.evalb import EVALB_MEASURES
from treecompare.measures.lineages import LINEAGE_MEASURES
from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio
from treecompare.measures.spans import SPAN_MEASURES

__all__ = ["MEASURES", "Counts", "Measure", "Ratio", "chosen", "measure"]

MEASURES: tuple[Measure, ...] = (*SPAN_MEASURES, *EDIT_MEASURES, *EVALB_MEASURES, *LINEAGE_MEASURES)

_BY_KEY = {one.key: one for one in MEASURES}


def measure(key: str) -> Measure:
    """The measure of that key.

    Raises:
        UsageError: there is none.
    """
    try:
        return _BY_KEY[key]
    except KeyError:
        raise UsageError(f"{key}: no such measure; 'treecompare measures' lists them") from None


def chosen(keys: str) -> tuple[Measure, ...]:
    """The measures of a list like ``t.whole.dice,e.roof.``: keys, prefixes that name a family, or ``all``.

    Raises:
        UsageError: an entry names nothing.
    """
    if keys == "all":
        return MEASURES
    found: dict[str, Measure] = {}
    for key in (part.strip() for part in keys.split(",")):
        if not key:
            continue
        family = [one for one in MEASURES if one.key == key or (key.endswith(".") and one.key.startswith(key))]
        for one in family or [measure(key)]:
            found[one.key] = one
    if not found:
        raise UsageError("no measure chosen; expected 'all' or keys separated by commas")
    return tuple(found.values())
