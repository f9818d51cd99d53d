"""What users see of a comparison: its tables, single scores with what reproduces them, and pairs of analyses.

Options are keywords named as on the command line; those of the settings are in :mod:`treecompare.comparison.settings`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Literal, TypeAlias, get_args

from treecompare.analyses import errors, exports, rank_exports
from treecompare.analyses.catalogue import ANALYSES, analysis
from treecompare.analyses.errors import CountedErrors
from treecompare.analyses.methods import command_line, methods_paragraph
from treecompare.api.tables import Table, Tables
from treecompare.api.treebanks import Given, Source, one_of, sentence_index
from treecompare.comparison import base
from treecompare.comparison.files import Files, Opened
from treecompare.comparison.settings import REPORT_MEASURES, USUAL_MEASURES, Settings
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.errors import UsageError, counted, place_of
from treecompare.mappings.errors import Error, ErrorType
from treecompare.measures import MEASURES_OF, PROGRAM, Measure, chosen, measure
from treecompare.scores.result import ResultTable, Value, View, count_column, score_column, text_column
from treecompare.scores.set_notes import set_note
from treecompare.scores.significance import ITERATIONS, significance
from treecompare.scores.table import Average
from treecompare.trees.tree import KIND_NAMES, Tree

CHOICES = {
    "mapping": ("T", "E"), "part": ("whole", "roof"), "layout": ("mirrored", "side-by-side", "merged"), "theme": ("light", "dark"),
}  # fmt: skip

MAPPING = re.compile(r"([te])\.(whole|roof)(\.unlabelled)?")


class Pair:
    """Gold and system of one sentence. A notebook shows it drawn.

    ``sentence``: its number, from 1 (that of the first, where several are compared together); ``id``: its name; ``system``: that of
    the system. ``status``: scored, aligned (scored though words differ), partial (under some measures only) or skipped; ``reason``:
    why it is partial or skipped, empty where it is scored.

    Drawings take keywords named as the options of ``treecompare align``: ``mapping`` (T or E), ``part`` (whole or roof),
    ``labelled``, ``layout`` (mirrored, side-by-side or merged), ``elide`` (whether parts that are the same on both sides are
    left out), ``right_to_left``, ``theme`` (light or dark), ``golds`` (names of golds whose own trees are drawn above what several
    golds have in common), ``enhanced`` (of dependencies the basic tree and the enhanced graph).
    """

    def __init__(self, comparison: base.Comparison, system: int, index: int) -> None:
        self._comparison, self._system, self._index = comparison, system, index
        self.sentence, self.id = comparison.number_of(index), comparison.ids[index]
        self.system = comparison.table.systems[system]
        self.status = comparison.table.status_name(system, index)
        self.reason = comparison.table.reason(system, index)

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
                [found.operation("gold", node), KIND_NAMES[found.gold.kinds[node]], *_node(found.gold, node), *there]
            )
        for node in range(len(found.test)):
            if node not in found.gold_of_test:
                kind = KIND_NAMES[found.test.kinds[node]]
                rows.append([found.operation("test", node), kind, None, None, None, *_node(found.test, node)])
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
        if name in CHOICES:
            one_of(name, value, CHOICES[name])
        elif name == "golds":
            if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
                raise UsageError(f"golds is {value!r}; expected a list of their names")
        elif not isinstance(value, bool):
            raise UsageError(f"{name} is {value!r}; expected True or False")
    return Wanted(**given | {"golds": tuple(given.get("golds", ()))})


def _node(tree: Tree, node: int) -> list[Value]:
    """Label, first and last word (from 1) of a node; no words where it has none."""
    first, last = int(tree.starts[node]) + 1, int(tree.ends[node])
    return [tree.texts[node], *((first, last) if first <= last else (None, None))]


Averages: TypeAlias = Literal["pooled", "mean", "both"]
Keys: TypeAlias = str | Iterable[str]
"""Measures: ``all``, keys separated by commas, or several keys."""


def wanted_measures(comparison: base.Comparison, keys: Keys) -> tuple[base.Comparison, list[Measure]]:
    """The measures that keys name, and the comparison whose figures they are: ``all`` are those that the comparison has counts for,
    as on the command line.

    Raises:
        UsageError: there is no such measure.
    """
    text = keys if isinstance(keys, str) else ",".join(keys)
    named = chosen(text)
    if PROGRAM in text.split(","):
        comparison = comparison.as_program()
    return comparison, comparison.applying(named) if text == "all" else list(named)


def averages_of(average: Averages) -> tuple[Average, ...]:
    """The averages that are named: pooled, mean or both.

    Raises:
        UsageError: it is something else.
    """
    one_of("average", average, get_args(Averages))
    return exports.AVERAGES if average == "both" else (average,)


@dataclass(frozen=True)
class Score:
    """The score of a system under a measure.

    ``value``: a fraction, None where it is undefined; ``key``, ``title``: of the measure; ``average``: pooled or mean;
    ``signature``: what reproduces the figure; ``scored`` of ``sentences``: whose counts are in it.
    """

    value: float | None
    key: str
    title: str
    average: Average
    signature: str
    scored: int
    sentences: int
    shown: str = field(repr=False)

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value

    def __str__(self) -> str:
        return f"{self.title} {self.shown} ({self.scored:,} of {self.sentences:,} sentences) {self.signature}"


class Comparison:
    """A gold and its systems, compared: what :func:`treecompare.compare` gives.

    Sentences are numbered from 1, as they are printed. ``kind``: ``constituents``, ``dependencies``, ``lattices`` or ``schemes``.
    Whatever needs figures compares first where that has not been done; it may raise a TreecompareError.
    """

    def __init__(
        self,
        opened: Opened,
        given: Given,
        jobs: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        self._opened = opened
        self._given = given
        self._without_files = list(given.without_files)
        self._jobs = jobs
        self._progress = progress
        self._has_run = False

    def run(self) -> None:
        """Compares, unless that has been done.

        Raises:
            TreecompareError: the treebanks cannot be compared.
        """
        if self._has_run:
            return
        for step in self._opened.comparison.run(self._jobs):
            if self._progress is not None:
                self._progress(step.done, step.total)
        self._has_run = True

    @property
    def _compared(self) -> base.Comparison:
        self.run()
        return self._opened.comparison

    # -- what is compared ----------------------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """``constituents``, ``dependencies``, ``lattices`` or ``schemes``."""
        return self._opened.comparison.kind

    @property
    def gold(self) -> str:
        """The name of the gold; of several the first."""
        return str(self._opened.comparison.gold.name)

    @property
    def systems(self) -> list[str]:
        """The names of the systems."""
        return list(self._opened.comparison.table.systems)

    @property
    def ids(self) -> list[str]:
        """A name per sentence: its id where the gold has one, else its number."""
        return list(self._opened.comparison.ids)

    @property
    def settings(self) -> Settings:
        """What the comparison depends on apart from its treebanks: attributes named as the options."""
        return self._opened.comparison.settings

    @property
    def warnings(self) -> list[str]:
        """What there is to say of the files, of options that change nothing, and of comparing."""
        told = [f"{one.path}: {said}" for one in self._opened.treebanks.values() for said in one.unread_because]
        comparison, usual = self._opened.comparison, Settings()
        for name, kind in comparison.unused_settings.items():
            if getattr(comparison.settings, name) != getattr(usual, name):
                told.append(f"{name} is for {kind}; it changes nothing here")
        return told + [comparison.names().told(warning) for warning in comparison.warnings]

    def __repr__(self) -> str:
        state = "" if self._has_run else ", not run yet"
        sentences = counted(len(self.ids), "sentence")
        return f"<Comparison of {', '.join(self.systems)} with {self.gold}: {sentences}, {self.kind}{state}>"

    def _repr_html_(self) -> str:
        return self.overview()._repr_html_()

    def _system(self, system: int | str | None) -> int:
        """The place (from 0) of a system that is given by its name, or by its number from 1; None is the first.

        Raises:
            UsageError: there is none.
        """
        names = self.systems
        if isinstance(system, str):
            return place_of(system, names)
        if system is None:
            return 0
        if isinstance(system, bool) or not isinstance(system, int) or not 1 <= system <= len(names):
            raise UsageError(f"there is no system {system}; expected a name or a number from 1 to {len(names)}")
        return system - 1

    # -- others of it --------------------------------------------------------------------------------------------------

    def renamed(self, system: int | str, name: str) -> Comparison:
        """The same comparison with another name for a system (given by its name, or its number from 1). Nothing is read again;
        figures are made when one is first asked for.

        Raises:
            UsageError: there is no such system, or it is no name, or another system has it.
        """
        return self._other(self._opened.files.renamed(self._system(system), name))

    def with_gold(self, gold: Source, name: str = "") -> Comparison:
        """The same systems beside another gold: a treebank as for :func:`treecompare.compare`, or the name of a system, whose place
        the gold takes then. ``name``: of the gold, if not its file's. Figures are made when one is first asked for.

        Raises:
            ReadError: a file cannot be read.
            UsageError: there are several golds, the gold has a lattice or a segmentation of its own, or the treebanks cannot be
                compared.
        """
        files = self._opened.files
        if isinstance(gold, str) and gold in self.systems:
            return self._other(files.with_gold(files.systems[self._system(gold)][1], name))
        name, path = self._given.one(name, gold)
        return self._other(files.with_gold(path, name))

    def _other(self, files: Files) -> Comparison:
        return Comparison(self._given.open(files), self._given, self._jobs, self._progress)

    # -- figures -------------------------------------------------------------------------------------------------------

    def overview(self, measures: Keys | None = None, average: Average = "pooled") -> Table:
        """A row per system: how many sentences were scored, and its scores. A notebook shows this table of a comparison.

        Raises:
            UsageError: there is no such measure or average.
        """
        comparison = self._compared
        if measures is None:
            shown = comparison.applying(chosen(USUAL_MEASURES)) or [measure(key) for key in comparison.usual_keys]
        else:
            comparison, shown = wanted_measures(comparison, measures)
        table = comparison.table
        one_of("average", average, exports.AVERAGES)
        scores = [table.figures(one.key, average) for one in shown]
        rows: list[list[Value]] = [
            [name, *exports.coverage_cells(table, system), *(one[system] for one in scores)]
            for system, name in enumerate(table.systems)
        ]
        columns = (text_column("system"), *exports.coverage_columns(count_column), *map(score_column, shown))
        signatures = tuple(table.signature(one.key, average) for one in shown)
        note = set_note(table, [one.key for one in shown])
        return Table(ResultTable(f"Systems, scores {average}", columns, rows, note, signatures))

    def score(self, key: str, system: int | str | None = None, average: Average = "pooled") -> Score:
        """The score of a system (by its name, or its number from 1; the first by default) under a measure.

        Raises:
            UsageError: there is no such measure, system or average, or the comparison has no counts for the measure.
        """
        comparison, place, one = self._compared, self._system(system), measure(key)
        table = comparison.table
        if not table.has(one.part):
            raise UsageError(f"{key} ({one.title}) is not counted in this comparison of {comparison.kind}")
        value = table.summary(place, key, one_of("average", average, exports.AVERAGES))
        scored, signature = int(table.rows(place, key).sum()), table.signature(key, average, place)
        figure = None if math.isnan(value) else value
        return Score(figure, key, one.title, average, signature, scored, table.sentences, one.shown(value))

    def scores(self, measures: Keys = "all", average: Averages = "pooled") -> Table:
        """A row per score: ``system``, ``measure``, ``average``, ``sentences``, ``score``, ``signature``, ``coverage``.

        ``average``: pooled, mean or both. ``sentences`` says ``all``, or up to which length, where a parameter file has a
        CUTOFF_LEN.

        Raises:
            UsageError: there is no such measure or average.
        """
        return Table(exports.long_scores_table(*wanted_measures(self._compared, measures), averages_of(average)))

    def sentences(self, measures: Keys = "all", system: int | str | None = None) -> Table:
        """The scores of all sentences: a row per system (all, or one) and sentence, with a column per measure.

        Raises:
            UsageError: there is no such measure or system.
        """
        systems = None if system is None else [self._system(system)]
        return Table(exports.sentences_table(*wanted_measures(self._compared, measures), systems))

    def ranks(
        self,
        a: str | None = None,
        b: str | None = None,
        *,
        ties: str = "mean",
        average: Average = "pooled",
        limit: int | None = None,
        deciles: bool = False,
    ) -> Tables:
        """Systems and sentences ranked under two measures, largest differences of sentences first; as ``treecompare rank``.

        ``a``, ``b``: without them the usual ones of the kind. ``ties``: the rank that equal scores share, mean or smallest.
        ``limit``: only so many sentences of each system. ``deciles``: a cross-table of the tenths of both rankings as well.

        Raises:
            UsageError: there is no such measure, or fewer than ten sentences for deciles.
        """
        one_of("ties", ties, ("mean", "smallest"))
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
            raise UsageError(f"limit is {limit!r}; expected a number from 1")
        how = (*self._two_measures(a, b), ties, one_of("average", average, exports.AVERAGES), limit, deciles)
        return Tables(rank_exports.ranks_tables(self._compared, *how))

    def _two_measures(self, a: str | None, b: str | None) -> tuple[str, str]:
        usual_a, usual_b = self._compared.usual_keys
        return measure(a or usual_a).key, measure(b or usual_b).key

    def significance(
        self,
        measures: Keys = USUAL_MEASURES,
        average: Averages = "both",
        *,
        iterations: int = ITERATIONS,
        seed: int = 0,
    ) -> Tables:
        """Whether systems differ by more than chance: scores with intervals, then all pairs; as ``treecompare significance``.

        Raises:
            UsageError: there is one system only, or no such measure.
        """
        if len(self.systems) < 2:
            raise UsageError("there is only one system; expected at least two to compare")
        comparison, wanted = wanted_measures(self._compared, measures)
        keys = [one.key for one in wanted if comparison.table.has(one.part)]
        found = significance(comparison.table, keys, averages_of(average), iterations, seed)
        return Tables(exports.significance_tables(comparison, found))

    def report(
        self,
        report: str,
        system: int | str | None = None,
        *,
        a: str | None = None,
        b: str | None = None,
        average: Average = "pooled",
        measures: Keys = REPORT_MEASURES,
        variant: str = "la",
        where: str = "",
        sentence: int | str | None = None,
    ) -> Tables:
        """The tables of a report (:attr:`reports`), as ``treecompare report``.

        ``system``: for reports on one system, the first by default; ``a``, ``b``, ``measures``, ``variant``: measures that some
        reports are about; ``where``: the pattern of the report ``pattern``; ``sentence``: that of ``lineages``, by number or id,
        all without it.

        Raises:
            UsageError: there is no such report, system, measure or sentence, or the pattern is none.
        """
        comparison, shown = wanted_measures(self._compared, measures)
        wanted = analysis(report, self.kind)
        keys = tuple(one.key for one in shown if comparison.table.has(one.part))
        average = one_of("average", average, exports.AVERAGES)
        asked = self._system(system), *self._two_measures(a, b), average, keys, measure(variant).key
        view = View(*asked, pattern=where, sentence=-1 if sentence is None else self._row(sentence))
        return Tables(wanted.tables(comparison, view))

    @property
    def reports(self) -> dict[str, str]:
        """The reports that there are of comparisons of this kind, with what they show."""
        return {one.key: one.explanation for one in ANALYSES if self.kind in one.kinds}

    def errors(self, types: str | Iterable[str] | None = None, system: int | str | None = None) -> Table:
        """The errors one by one, a row each: ``system``, ``sentence``, ``id``, ``type``, ``kind``, ``label``, ``words``, ``source``
        and ``target`` (what it is attached to in the gold and in the system), ``height``, ``e_cost``,
        ``t_cost`` (of dependencies ``uas_cost``, ``las_cost``).

        ``types``: only these types, as ``treecompare errors --type`` names them; ``system``: only that system's.
        :meth:`report` of ``errors`` and :meth:`error_counts` count them.

        Raises:
            UsageError: there is no such type or system, or errors are not looked for in comparisons of this kind.
        """
        comparison = self._compared
        systems = None if system is None else [self._system(system)]
        return Table(errors.listed_errors(CountedErrors(comparison), self._types(types), systems))

    def error_counts(
        self,
        types: str | Iterable[str] | None = None,
        baseline: int | str | None = None,
        *,
        iterations: int = ITERATIONS,
        seed: int = 0,
    ) -> Table:
        """A row per system and type: ``errors``, ``opportunities``, ``rate``, the costs, and the ``difference``
        of the rate from the ``baseline`` (the first system by default) with ``p`` and ``p_holm``.

        Raises:
            UsageError: there is no such type or system, or errors are not looked for in comparisons of this kind.
        """
        comparison = self._compared
        wanted = self._types(types) or comparison.error_types
        counted = CountedErrors(comparison)
        return Table(errors.long_error_table(counted, wanted, self._system(baseline), iterations, seed))

    def _types(self, types: str | Iterable[str] | None) -> tuple[ErrorType, ...]:
        if types is None:
            return ()
        return errors.chosen_types(self._compared, types if isinstance(types, str) else ",".join(types))

    def skipped(self) -> Tables:
        """Sentences that were not scored, or only in part, and why."""
        return self.report("skipped")

    # -- one sentence --------------------------------------------------------------------------------------------------

    def pair(self, sentence: int | str, system: int | str | None = None) -> Pair:
        """What gold and system say of a sentence, given by its number from 1 or by its id; the first system by default.

        Raises:
            UsageError: there is no such sentence or system.
        """
        return Pair(self._compared, self._system(system), self._row(sentence))

    def _row(self, sentence: int | str) -> int:
        if isinstance(sentence, int) and not isinstance(sentence, bool) and sentence > 0:
            sentence = self._compared.row_of(sentence - 1) + 1
        return sentence_index(sentence, self.ids)

    # -- for a paper ---------------------------------------------------------------------------------------------------

    def command(self, command: str = "score", *options: str) -> str:
        """The command line that computes the same, ready for a shell: ``treecompare score gold.mrg a.mrg --params evalb``.

        Raises:
            UsageError: something was not read from a file.
        """
        if self._without_files:
            names = ", ".join(self._without_files)
            raise UsageError(f"{names}: not read from a file, so that no command can compare it; expected paths")
        return command_line(self._compared, command, options)

    def methods(
        self, measures: Keys = USUAL_MEASURES, average: Average = "pooled", baseline: int | str | None = None
    ) -> str:
        """What a paper has to say of how these figures were made, with their signatures.

        ``baseline``: the system that others were tested against.

        Raises:
            UsageError: there is no such measure or system.
        """
        comparison, wanted = wanted_measures(self._compared, measures)
        keys = [one.key for one in wanted if comparison.table.has(one.part)]
        place = None if baseline is None else self._system(baseline)
        return methods_paragraph(comparison, keys, one_of("average", average, exports.AVERAGES), place)
