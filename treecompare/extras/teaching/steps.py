"""The scripts of a sentence: what its scores count, step by step.

A module beside this one for each: the T edit script, the E-mapping, Leaf-Ancestor, UAS and LAS, TedEval across schemes and over
lattices. None of them computes a mapping of its own; the last step of each states the score as the table has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from treecompare.comparison.base import Comparison
from treecompare.extras.teaching.attachment_steps import attachment_scripts
from treecompare.extras.teaching.edit_steps import edit_scripts
from treecompare.extras.teaching.function_steps import function_scripts
from treecompare.extras.teaching.lattice_steps import lattice_scripts
from treecompare.extras.teaching.lineage_steps import lineage_scripts
from treecompare.extras.teaching.script import Script
from treecompare.extras.teaching.span_steps import span_scripts
from treecompare.scores.table import PARTIAL

SCRIPTS: dict[str, tuple[Callable[[Any, int, int], list[Script]], ...]] = {
    "constituents": (edit_scripts, span_scripts, lineage_scripts),
    "dependencies": (attachment_scripts,),
    "schemes": (function_scripts,),
    "lattices": (lattice_scripts,),
}
"""What makes the scripts, by the kind of the comparison."""


def scripts(comparison: Comparison, system: int, sentence: int) -> list[Script]:
    """The scripts of a sentence that is scored; none where nothing is counted. Their steps are made when they are asked for. Raises
    UsageError: there is no such sentence."""
    comparison.check_sentence(sentence)
    makers = SCRIPTS[comparison.kind]
    if comparison.table.zeroed[system, sentence]:  # it has no parse, or other words
        makers = (edit_scripts,) if comparison.table.statuses[system, sentence] == PARTIAL else ()
    return [one for make in makers for one in make(comparison, system, sentence)]
