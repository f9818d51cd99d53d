"""Measures of grammatical functions, over the constituents and tags that match without them (Blaheta & Charniak 2000)."""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.spans import dice, precision, recall
from treecompare.measures.terms import symbolic

FUNCTION_PART, SAME_PART = "functions", "functions.same"
_PAPER = "Blaheta & Charniak 2000"
_READING = "The gold has {gold:function} on the nodes that match, the system {test}; they share {matched}."


_OVER = "over the constituents and tags that match without their functions."

FUNCTION_MEASURES = (
    Measure(
        "functions.dice", "Functions, F1", _PAPER, FUNCTION_PART, dice,
        f"{symbolic(dice)}: functions M that gold and system both have, of the gold's G and the system's T, {_OVER}",
        symmetric=True, reading=_READING,
    ),
    Measure(
        "functions.recall", "Functions, recall", _PAPER, FUNCTION_PART, recall,
        f"{symbolic(recall)}: functions M that gold and system both have, of the gold's G, {_OVER}",
        swaps_with="functions.precision", reading=_READING,
    ),
    Measure(
        "functions.precision", "Functions, precision", _PAPER, FUNCTION_PART, precision,
        f"{symbolic(precision)}: functions M that gold and system both have, of the system's T, {_OVER}",
        swaps_with="functions.recall", reading=_READING,
    ),
    Measure(
        "functions.accuracy", "Functions, accuracy", _PAPER, SAME_PART, recall,
        f"{symbolic(recall)}: nodes M on which gold and system have the same functions, or both none, of the G that match without "
        "their functions.",
        symmetric=True, reading="{gold:node} match without functions; {matched} have the same functions, or none.",
    ),
)  # fmt: skip
