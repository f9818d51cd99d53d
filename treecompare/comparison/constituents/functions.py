"""Trees prepared with their functions beside their labels, so that functions can be scored over constituents that match."""

from __future__ import annotations

from dataclasses import replace

from treecompare.comparison.constituents.pairs import Pairs
from treecompare.comparison.constituents.prepared import PreparedTrees
from treecompare.trees.edge_labels import with_functions


def function_pairs(comparison: PreparedTrees, system: int) -> Pairs:
    """The sentences of a system beside the gold's: labels and tags without functions, which are the column FUNCTION of both sides.

    Functions are what follows in a label and what stands on the edge above it, whether or not they count as part of the label.
    """
    separator = comparison.settings.function_separator
    bare = replace(comparison.preparation.parameters, keeps_functions=False, cuts_tags=True)
    return comparison.pairs_made(system, bare, lambda trees: with_functions(trees, separator))
