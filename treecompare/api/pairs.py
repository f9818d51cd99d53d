"""What gold and system say of one sentence: drawn, scored, and mapped node by node."""

from __future__ import annotations

import math
import re
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from treecompare.api.tables import Table
from treecompare.comparison.base import Comparison
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.errors import Error
from treecompare.measures import MEASURES_OF
from treecompare.scores.result import ResultTable, Value, count_column, text_column
from treecompare.trees.tree import KIND_NAMES, Tree

CHOICES = {
    "mapping": ("T", "E"), "part": ("whole", "roof"), "layout": ("mirrored", "side-by-side", "merged"), "theme": ("light", "dark"),
}  # fmt: skip

MAPPING = re.compile(r"([te])\.(whole|roof)(\.unlabelled)?")


class Pair:
    """Gold and system of one sentence. A notebook shows it drawn.

    Drawings take keywords named as the options of ``treecompare align``: ``mapping`` (T or E), ``part`` (whole or roof),
    ``labelled``, ``layout`` (mirrored, side-by-side or merged), ``elide`` (whether parts that are the same on both sides are
    left out), ``right_to_left``, ``theme`` (light or dark), ``golds`` (names of golds whose own trees are drawn above what several
    golds have in common), ``enhanced`` (of dependencies the basic tree and the enhanced graph).
    """

    def __init__(self, comparison: Comparison, system: int, index: int) -> None:
        self._comparison = comparison
        self._system = system
        self._index = index

    @property
    def sentence(self) -> int:
        """The number of the sentence, from 1; of the first, where several are compared together."""
        return self._comparison.number_of(self._index)

    @property
    def id(self) -> str:
        """The name of the sentence."""
        return self._comparison.ids[self._index]

    @property
    def system(self) -> str:
        """The name of the system."""
        return self._comparison.table.systems[self._system]

    @property
    def status(self) -> str:
        """``scored``, ``aligned`` (scored though words differ), ``partial`` (under some measures only) or ``skipped``."""
        return self._comparison.table.status_name(self._system, self._index)

    @property
    def reason(self) -> str:
        """Why the sentence is partial or skipped; empty where it is scored."""
        return self._comparison.table.reason(self._system, self._index)

    @property
    def words(self) -> list[str]:
        """The words of the gold, as they are compared."""
        trees = self._comparison.pattern_trees(self._system)
        if trees is not None:
            return trees[0][self._index].words
        return self._comparison.treebanks()[0][0].words_of(self._index)

    @property
    def scores(self) -> dict[str, float | None]:
        """The scores of the sentence by the keys of measures, fractions; None where one is undefined."""
        table = self._comparison.table
        found = {}
        for one in self._comparison.applying(MEASURES_OF[self._comparison.kind]):
            value = float(table.scores(self._system, one.key)[self._index])
            found[one.key] = None if math.isnan(value) else value
        return found

    @property
    def counts(self) -> dict[str, dict[str, float]]:
        """What the scores are made of, by the part that is counted: ``counts["t.whole"]["matched"]``."""
        return self._comparison.table.counts(self._system, slice(self._index, self._index + 1))[0]

    def mapping(self, part: str = "t.whole") -> Table:
        """Which node of the gold stands for which of the system, a row per node or pair: ``t.whole``, ``e.roof``, and with
        ``.unlabelled`` behind it.

        Columns: ``operation`` (matched, swapped, deleted, inserted), ``kind`` (constituent, tag, word), ``gold`` and ``system``
        (labels, None where there is no node), and the first and last word of each.

        Raises:
            UsageError: there is no such mapping, here or at all.
        """
        match = MAPPING.fullmatch(part)
        if match is None:
            raise UsageError(
                f"there is no mapping '{part}'; expected t.whole, t.roof, e.whole or e.roof, or one of them with .unlabelled"
            )
        found = self.drawing(mapping=match[1].upper(), part=match[2], labelled=not match[3]).nodes()
        rows: list[list[Value]] = []
        for node in range(len(found.gold)):
            other = found.test_of_gold.get(node)
            there = [None] * 3 if other is None else _node(found.test, other)
            rows.append(
                [found.operation_on_gold(node), KIND_NAMES[found.gold.kinds[node]], *_node(found.gold, node), *there]
            )
        for node in range(len(found.test)):
            if node not in found.gold_of_test:
                kind = KIND_NAMES[found.test.kinds[node]]
                rows.append([found.operation_on_test(node), kind, None, None, None, *_node(found.test, node)])
        columns = (
            text_column("operation"), text_column("kind"),
            text_column("gold"), count_column("first", "gold_first"), count_column("last", "gold_last"),
            text_column("system"), count_column("first", "system_first"), count_column("last", "system_last"),
        )  # fmt: skip
        return Table(
            ResultTable(f"{part}: {self._comparison.sentence_title(self._system, self._index)}", columns, rows)
        )

    def errors(self) -> list[Error]:
        """The errors of the sentence: objects with ``kind``, ``what``, ``label``, ``words`` (from 0), ``source`` and ``target``,
        ``nodes``, ``first_cost`` and ``second_cost`` (under E and T, of dependencies UAS and LAS).

        Raises:
            UsageError: errors are not looked for in comparisons of this kind.
        """
        return self._comparison.errors(self._system).of(self._index)

    # -- drawn ---------------------------------------------------------------------------------------------------------

    def svg(self, **wanted: Any) -> str:
        """Both analyses as SVG.

        Raises:
            UsageError: the sentence cannot be drawn, or not like that.
        """
        return self.written("svg", **wanted)

    def text(self, **wanted: Any) -> str:
        """Both analyses as text.

        Raises:
            UsageError: the sentence cannot be drawn.
        """
        return self.written("text", **wanted)

    def latex(self, **wanted: Any) -> str:
        """Both analyses as LaTeX.

        Raises:
            UsageError: the sentence cannot be drawn, or not in LaTeX.
        """
        return self.written("latex", **wanted)

    def written(self, format: str, **wanted: Any) -> str:
        """Both analyses in a format of ``treecompare align`` that is text: ``document``, ``brackets``, ``json`` and others.

        Raises:
            UsageError: the sentence cannot be drawn, or not in that format.
        """
        return self.drawing(**wanted).written(format)

    def drawing(self, **wanted: Any) -> SentenceDrawing:
        """What there is to draw, for :meth:`written`.

        Raises:
            UsageError: the sentence cannot be drawn, or not like that.
        """
        return self._comparison.drawing(self._system, self._index, _wanted(wanted))

    def __repr__(self) -> str:
        return f"<Pair: sentence {self.sentence} ({self.id}), {self.system}: {self.status}>"

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg()
        except UsageError:
            return None  # what cannot be drawn is told by its repr


def _wanted(given: dict[str, Any]) -> Wanted:
    """How a sentence is to be drawn.

    Raises:
        UsageError: there is no such keyword, or it cannot have that value.
    """
    known = [one.name for one in fields(Wanted)]
    for name, value in given.items():
        if name not in known:
            [nearest] = get_close_matches(name, known, 1, cutoff=0)
            raise UsageError(f"there is no option '{name}'; expected one like {nearest}")
        if name in CHOICES and value not in CHOICES[name]:
            raise UsageError(f"{name} is {value!r}; expected {' or '.join(CHOICES[name])}")
        if name == "golds":
            if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
                raise UsageError(f"golds is {value!r}; expected a list of their names")
        elif name not in CHOICES and not isinstance(value, bool):
            raise UsageError(f"{name} is {value!r}; expected True or False")
    return Wanted(**given | {"golds": tuple(given.get("golds", ()))})


def _node(tree: Tree, node: int) -> list[Value]:
    """Label, first and last word (from 1) of a node; no words where it has none."""
    first, last = int(tree.starts[node]) + 1, int(tree.ends[node])
    return [tree.texts[node], *((first, last) if first <= last else (None, None))]
