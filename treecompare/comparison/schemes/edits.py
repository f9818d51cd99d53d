"""A sentence as ``tedeval2011`` compares it: trees with one label per span and ``*``, and the scripts between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from treecompare.comparison.schemes.files import SchemeFile
from treecompare.errors import UsageError
from treecompare.mappings.function_edits import EditTrees, edit_operations, zero_costs
from treecompare.mappings.functions import Operation
from treecompare.trees.functions import FunctionTrees
from treecompare.trees.generalisation import generalise_wildcards
from treecompare.trees.multifunction import MultiFunctionTree, multifunction


@dataclass(frozen=True)
class EditedSentence:
    """``golds``: the trees of the golds of a target, by their numbers; ``scripts``: what turns each into ``common``, what they
    have in common; ``operations``: what turns ``parse`` into it."""

    golds: Mapping[int, MultiFunctionTree]
    scripts: Mapping[int, list[Operation]]
    common: MultiFunctionTree
    parse: MultiFunctionTree
    operations: list[Operation]


def edited_sentence(
    golds: Mapping[int, SchemeFile], native: int, parse: SchemeFile, sentence: int, labelled: bool
) -> EditedSentence:
    """A sentence (from 0) that all these files have; ``native``: the number of the gold whose differences are not counted. Raises
    UsageError: a file has no tree of that form, because nodes over the same words are refused."""
    settings, symbols = parse.settings, parse.symbols

    def of(file: SchemeFile) -> FunctionTrees:
        found = file.collapsed.part(sentence, sentence + 1)
        if not found.trees.word_counts[0]:
            raise UsageError(
                f"{file.name}: sentence {sentence + 1} cannot be compared: several nodes stand over the same words"
            )
        return found

    own = {number: of(file) for number, file in golds.items()}
    common = own[native] if len(own) == 1 else generalise_wildcards([*own.values()], settings.zero_cost)
    costs = zero_costs(settings.zero_cost, symbols) if labelled else None
    trees = {number: EditTrees.of(one.trees, labelled) for number, one in own.items()}
    target = trees[native] if len(own) == 1 else EditTrees.of(common.trees, labelled)
    tree = of(parse)
    return EditedSentence(
        {number: multifunction(one)[0] for number, one in own.items()},
        {number: edit_operations(one, target, target, costs) for number, one in trees.items()},
        multifunction(common)[0],
        multifunction(tree)[0],
        edit_operations(EditTrees.of(tree.trees, labelled), trees[native], target, costs),
    )
