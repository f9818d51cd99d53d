"""A sentence across annotation schemes, drawn in every format: its function trees, errors, scheme differences; as ``tedeval2011``
compares it, trees with one label per span and ``*``, and the scripts between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from treecompare.comparison.schemes.files import SchemeFile
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scheme_layout import SchemeDrawing, layout_schemes, schemes_as_object, schemes_as_text
from treecompare.drawing.schemes import SchemeTrees
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.function_edits import EditTrees, edit_operations, zero_costs
from treecompare.mappings.functions import RELABEL, Operation
from treecompare.trees.functions import FunctionTrees
from treecompare.trees.generalisation import generalise_wildcards
from treecompare.trees.multifunction import MultiFunctionTree, multifunction


@dataclass(frozen=True)
class FunctionsDrawing(SentenceDrawing):
    """``trees``: the golds of a target, what they have in common, and the system. ``score``: the sentence's, with its counts."""

    of: ClassVar = "function trees"

    trees: SchemeTrees
    operations: list[Operation]
    score: str
    system: str
    wanted: Wanted
    title: str
    names: Names = PLAIN

    def as_object(self) -> dict[str, Any]:
        """The trees, and the operations that turn the system's into what it is compared with; ``error``: whether one is counted."""
        operations = [
            {"kind": one.kind, "first": one.start + 1, "last": one.end, "label": one.label, "error": one.is_charged}
            | ({"new": one.new} if one.kind == RELABEL else {})
            | ({"is_word": True} if one.is_word else {})
            for one in self.operations
        ]
        return {**schemes_as_object(self.trees), "operations": operations, "score": self.score}

    def scene(self) -> SchemeDrawing:
        own = [place for place in self.trees.own_golds if self.trees.trees[place].name in self.wanted.golds]
        return layout_schemes(self.trees, own, right_to_left=self.wanted.right_to_left)

    def text(self) -> str:
        lines = "\n".join(operation_lines(self.operations, self.trees.words)) or "  no differences"
        return f"{schemes_as_text(self.trees)}\n\n{self.system}: {self.score}\n{lines}"


def operation_lines(found: Sequence[Operation], words: Sequence[str]) -> list[str]:
    """Operations for people: what, which words, and whether it is an error or a scheme difference."""
    lines = []
    for one in found:
        shown = f"{one.kind} {one.shown or 'node'} over {one.start + 1}–{one.end}"
        lines.append(f"  {'error ' if one.is_charged else 'scheme'}  {shown}: {' '.join(words[one.start : one.end])}")
    return lines


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
