"""Parsers compared across annotation schemes: as every kind of comparison is spoken to, and a sentence drawn in every format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.answered import full_path
from treecompare.comparison.base import AnyTreebank, Counted, Hits, labelled_rows
from treecompare.comparison.schemes.files import Pair, SchemeFile, SchemeSettings, labels_from
from treecompare.comparison.schemes.targets import ScoredTargets
from treecompare.comparison.sentence_texts import tree_texts, treebank_texts
from treecompare.comparison.settings import Settings
from treecompare.drawing.drawn import Telling
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scheme_layout import (
    Edits,
    SchemeDrawing,
    SchemesDrawn,
    SchemeTrees,
    compared_trees,
    layout_schemes,
    schemes_as_object,
    schemes_as_text,
)
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.function_edits import RELABEL, EditTrees, Operation, edit_operations, operations, zero_costs
from treecompare.measures import measure
from treecompare.measures.tedeval import SCHEME_PARTS, TEDEVAL_2011_PARTS
from treecompare.readers import DependencyTreebank
from treecompare.scores.table import SCORED, Mask
from treecompare.trees.functions import FunctionTrees, MultiFunctionTree, multifunction
from treecompare.trees.generalisation import generalise_wildcards


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


USUAL = ("tedeval", "tedeval.unlabelled", "tedeval2011", "tedeval2011.unlabelled")


class SchemeComparison(ScoredTargets):
    """Golds and systems of several annotation schemes over the same sentences; see :class:`ScoredTargets`."""

    needs_gold = "several golds are compared"

    @property
    def tags(self) -> bool | None:
        """One gold with tags may stand beside another scheme without them."""
        return None

    def prepared(self) -> str:
        *most, last = (gold.name for gold in self.golds)
        golds = f"{', '.join(most)} and {last}" if most else last
        lifts = self.scheme_settings.nonprojective == "lift"
        return (
            f"Trees of the schemes {golds} were turned into function trees; parses were compared with "
            f"{self.target_name(self.target)}, and scheme differences were not counted; non-projective "
            f"{'arcs were lifted' if lifts else 'sentences were left out'}."
        )

    def compared_said(self) -> list[str]:
        settings = self.settings
        schemes = [settings.profile] if settings.profile != "paper" else []
        schemes += ["sentences with non-projective arcs left out"] if settings.nonprojective == "refuse" else []
        schemes += ["labels {}".format(settings.labels_from.replace("\n", ", "))] if settings.labels_from else []
        return ["function trees", *schemes, *settings.words_said]

    def command(self, command: str, options: Sequence[str] = (), systems: Iterable[int] | None = None) -> list[str]:
        """With all golds."""
        names = [one.name for one in self.golds]
        words = ["treecompare", *command.split()]
        for one in self.golds:
            words += ["--gold", f"{one.name}={full_path(one.path)}"]
        for system in range(len(self.systems)) if systems is None else systems:
            one = self.systems[system]
            words.append(f"{one.name}={full_path(one.path)}@{names[self.native[system]]}")
        for gold, other in self.labels_from.items():
            words += ["--labels-from", f"{names[gold]}={names[other]}"]
        for option, files in (("--labels-from", self.system_labels), ("--dependencies-of", self.dependencies)):
            for system, file in files.items():
                words += [option, f"{self.systems[system].name}={full_path(file.path)}"]
        schemes, usual = self.scheme_settings, SchemeSettings()
        if self.settings.zero_cost:
            words += ["--zero-cost", full_path(self.settings.zero_cost)]
        for name in ("profile", "nonprojective", "relations", "unary"):
            if getattr(schemes, name) != getattr(usual, name):
                words += [f"--{name}", getattr(schemes, name)]
        if self.settings.punctuation != Settings().punctuation:
            words += ["--punctuation", self.settings.punctuation]
        if self.settings.sentences != Settings().sentences:
            words += ["--sentences", self.settings.sentences]
        if self.target != self.targets[-1]:
            words += ["--target", "+".join(names[gold] for gold in self.target)]
        return [*words, *options]

    def treebanks(self) -> list[tuple[AnyTreebank, int | None]]:
        systems = enumerate(self._given[self._number_of_golds :])
        return [(one, None) for one in self._given[: self._number_of_golds]] + [(one, place) for place, one in systems]

    def follow(self, before: Counted) -> None:
        """Keeps the target when the same golds are compared again."""
        if isinstance(before, SchemeComparison):
            same_golds = [gold.path for gold in before.golds] == [gold.path for gold in self.golds]
            if same_golds and before.target in self.targets:
                self.target = before.target

    def sentences_with(self, system: int, where: str, hits: Hits) -> Mask:
        """In any gold or the system, as their files have them: relations, or labels of constituents."""
        found = np.zeros(self.sentences, np.bool_)
        for file in (*self.golds, self.systems[system]):
            order = np.arange(file.treebank.count) if file.order is None else file.order
            found[: len(order)] |= labelled_rows(file.treebank, order, where, hits)
        return found

    @property
    def usual_keys(self) -> tuple[str, str]:  # type: ignore[override]
        """Two that are counted, with labels if all files have functions."""
        files = [self.golds[self.labels_from.get(gold, gold)] for gold in range(len(self.golds))]
        files += [self.system_labels.get(system, one) for system, one in enumerate(self.systems)]
        labelled = all(one.has_labels for one in files)
        fitting = [key for key in USUAL if key in self.parts and (labelled or key.endswith(".unlabelled"))]
        first, *others = fitting or self.parts
        return first, (others or [first])[0]

    def texts(self) -> list[str]:
        if isinstance(self.gold, DependencyTreebank):
            return treebank_texts(self.gold)
        return tree_texts(self.golds[0].functions.trees)  # without traces

    # -- one sentence ------------------------------------------------------------------------------------------------------------

    def drawn(
        self, system: int, sentence: int, wanted: Wanted, telling: Telling, cancel: NDArray[np.int32] | None = None
    ) -> SchemesDrawn:
        # a parser without functions is compared without labels only
        is_labelled = wanted.labelled and bool(self.table.exist(system, "tedeval").any())
        how = is_labelled, wanted.relabels
        key = f"tedeval{'2011' if wanted.relabels else ''}{'' if is_labelled else '.unlabelled'}"
        if wanted.relabels and not self.table.exist(system, key)[sentence]:  # trees of 2011 are counted last
            raise UsageError("TedEval 2011 has not compared this sentence yet.")
        return SchemesDrawn(
            telling=telling, title=self.drawn_title(system, sentence), trees=self.function_trees(system, sentence, *how),
            operations=self.operations(system, sentence, *how), differs=self._differs(system, sentence),
            score=f"{measure(key).title}: {self.score_in_words(system, sentence, key)}",
        )  # fmt: skip

    def drawing(self, system: int, sentence: int, wanted: Wanted) -> FunctionsDrawing:
        """Against the target; it must be scored."""
        key = f"tedeval{'2011' if wanted.relabels else ''}{'' if wanted.labelled else '.unlabelled'}"
        name, how = self.systems[system].name, (wanted.labelled, wanted.relabels)
        trees = self.function_trees(system, sentence, *how)
        own = {trees.trees[place].name: place for place in trees.own_golds}
        if unknown := [gold for gold in wanted.golds if gold not in own]:
            expected = " or ".join(own) or "none: one gold is always drawn"
            raise UsageError(f"there is no gold '{unknown[0]}' to be drawn by itself; expected {expected}")
        return FunctionsDrawing(
            trees, self.operations(system, sentence, *how), self.score_in_words(system, sentence, key), name, wanted,
            f"{self.ids[sentence]}: {name}",
        )  # fmt: skip

    def function_trees(self, system: int, sentence: int, labelled: bool = True, relabels: bool = False) -> SchemeTrees:
        """The golds of the target, what they have in common, and a parse, ready to be drawn. The target must be scored.
        ``relabels``: the trees and operations of Tsarfaty et al. 2011, not of 2012. Raises UsageError: there is no such sentence,
        or it cannot be compared; says why."""
        target, native = self.target, self._native_of(system, sentence)
        words = self.golds[native].functions.trees[sentence].words
        names = [self.golds[gold].name for gold in target]
        of_common, of_parse = self.target_name(target), self.systems[system].name
        if relabels:
            found = self._edited(system, sentence, labelled)
            return compared_trees(
                words, [*zip(names, found.golds.values(), strict=True)], (of_common, found.common),
                (of_parse, found.parse), found.golds[native], labelled,
                Edits.of([*found.scripts.values()], found.operations),
            )  # fmt: skip
        golds = [(name, self.gold_trees(gold)[sentence]) for name, gold in zip(names, target, strict=True)]
        common = of_common, self.generalised(target)[sentence]
        parse = of_parse, self.system_trees(system)[sentence]
        return compared_trees(words, golds, common, parse, self.gold_trees(native)[sentence], labelled)

    def operations(self, system: int, sentence: int, labelled: bool = True, relabels: bool = False) -> list[Operation]:
        """What turns a parse into what the golds of the target have in common, and whether it is an error. Raises UsageError: as
        :meth:`function_trees`."""
        if relabels:
            return self._edited(system, sentence, labelled).operations
        own = self.gold_trees(self._native_of(system, sentence))[sentence]
        parse = self.system_trees(system)[sentence]
        return operations(parse, own, self.generalised(self.target)[sentence], labelled)

    def _edited(self, system: int, sentence: int, labelled: bool) -> EditedSentence:
        golds = {gold: self.golds[gold] for gold in self.target}
        return edited_sentence(golds, self._native_of(system, sentence), self.systems[system], sentence, labelled)

    def score_in_words(self, system: int, sentence: int, key: str) -> str:
        """A sentence's score: ``1 − (2 + 1) / (12 + 13) = 88.00; 4 scheme differences not counted``; "–" where undefined."""
        table, one, row = self.table, measure(key), slice(sentence, sentence + 1)
        if not table.exist(system, key, row)[0]:
            return "–"
        counts = table.counts(system, row)[0][key]
        score = one.shown(float(table.scores(system, key)[sentence]))
        forgiven = int(table.part(system, key, row).forgiven[0])
        swapped = [counts["swapped"]] if one.part in TEDEVAL_2011_PARTS else []
        charged = " + ".join(map(str, [counts["deleted"], counts["inserted"], *swapped]))
        shown = f"1 − ({charged}) / ({counts['gold']} + {counts['test']}) = {score}"
        return f"{shown}; {forgiven} scheme difference{'' if forgiven == 1 else 's'} not counted"

    def _native_of(self, system: int, sentence: int) -> int:
        self.check_sentence(sentence)
        if self.scheme_settings.profile != "paper":
            raise UsageError(
                f"what the profile {self.scheme_settings.profile} counts cannot be drawn; expected the profile paper"
            )
        native, name = self.native_in(system, self.target), self.systems[system].name
        if native is None:
            raise UsageError(f"{name}: its gold is not part of {self.target_name(self.target)}")
        if self.table.statuses[system, sentence] != SCORED:
            reason = self.table.reason(system, sentence)
            raise UsageError(f"{name}: sentence {sentence + 1} cannot be compared: {reason}")
        return native


@dataclass(frozen=True)
class Across:
    """How files are compared across schemes, beyond their settings: what ``tedeval`` is asked.

    ``follows``: the gold of each system. ``parts``: what is counted. ``unary``, ``functions``: see :class:`SchemeSettings`.
    ``labels``: paths of files of the same parses, whose labels systems get, by the number of the system.
    """

    follows: Sequence[int]
    parts: Sequence[str] = SCHEME_PARTS
    unary: str = "collapse"
    functions: tuple[tuple[str, tuple[Pair, ...]], ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)

    def compared(
        self,
        golds: Sequence[AnyTreebank],
        systems: Sequence[AnyTreebank],
        settings: Settings,
        labels: Mapping[int, AnyTreebank],
        dependencies: Mapping[int, DependencyTreebank],
    ) -> SchemeComparison:
        """The comparison of these files. ``labels``: what was read of those; ``dependencies``: the same parses as dependencies; by
        the number of the system. Raises UsageError: as :class:`SchemeComparison`."""
        schemes = replace(SchemeSettings.of(settings, self.unary), functions=self.functions)
        of_golds = labels_from(settings, [one.name for one in golds])
        return SchemeComparison(
            golds, systems, self.follows, schemes, settings, self.parts, of_golds, labels, dependencies
        )
