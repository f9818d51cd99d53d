"""Queries in texts that a system parsed and nobody annotated, by group (period, genre, file): found, corrected, drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import check_any_words, read_treebank
from treecompare.drawing.plots import counts_by_group
from treecompare.errors import Cancelled, ReadError, UsageError, counted
from treecompare.extras.queries.analysis import queries_of, trust_of
from treecompare.extras.queries.hits import Asked, NamedQuery, are_queries, entries, read_queries
from treecompare.extras.queries.trust import FEW, SAME_KIND, Cell, Corrected, Trusted, corrected, length_warning
from treecompare.folders import natural
from treecompare.readers import Treebank, of_one_kind
from treecompare.reading import unpacked_name
from treecompare.scores.plotting import Plot, draw_on
from treecompare.scores.result import ResultTable, Value, View, count_column, number_column, text_column

__all__ = ["are_queries", "page", "queries_of", "read_queries"]

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from treecompare.drawing.figures import PlotStyle
    from treecompare.drawing.plots import Drawn

ONE_RATIO = (
    "One ratio of the gold stands for groups that have none of their own: were the parser worse on one of these, it would look "
    "like a change of the language."
)


@dataclass(frozen=True)
class Group:
    """A query in the text of a group. ``own``: whether the ratio is its own, with FEW hits; ``has_gold``: the gold has some."""

    name: str
    words: int
    made: Corrected
    own: bool
    has_gold: bool = True

    @property
    def rates(self) -> list[float | None]:
        """Hits per 1,000 sentences: those found, those to be expected, and the ends of the prediction interval."""
        numbers = self.made.found, *self.made.predicted[:3]
        return [None if one is None else 1000 * one / self.made.sentences for one in numbers]

    @property
    def row(self) -> list[Value]:
        """What GROUP_COLUMNS say of it."""
        without = f"under {FEW} hits in its gold" if self.has_gold else "no gold of it"
        ratio = "its own" if self.own else f"pooled: {without}"
        return [self.name, self.made.sentences, self.made.found, self.made.predicted.value, *self.rates, ratio]


GROUP_COLUMNS = (
    text_column("group"), count_column("sentences"), count_column("found"),
    *(number_column(title, 1) for title in ("corrected", "found per 1,000", "corrected per 1,000", "from", "to")),
    text_column("ratio"),
)  # fmt: skip


def read_groups(path: str) -> dict[str, str]:
    """A table of files (or beginnings of ids), a tab, the group. Raises ReadError: a line has no tab, or a name stands twice."""
    wanted = "a file or the beginning of an id, a tab"
    found: dict[str, str] = {}
    for number, name, group in entries(path, f"a table: {wanted}, its group", f"{wanted} and its group"):
        if name in found:
            raise ReadError(path, number, f"'{name[:40]}' has a group above already; expected each once")
        found[name] = group
    return found


def groups_of(ids: Sequence[str], groups: Mapping[str, str]) -> list[str]:
    """The group of each sentence: that of the longest beginning of its id; empty where there is none."""
    names = sorted(groups, key=len, reverse=True)
    return [next((groups[name] for name in names if one.startswith(name)), "") for one in ids]


def groups_of_text(text: Treebank, groups: Mapping[str, str]) -> list[str]:
    """The same of a text: by ids, else by the name of its file. A sentence that has only a number belongs where its file does."""
    (of_file,) = groups_of([Path(unpacked_name(text.path)).stem], groups)
    names = text.sentence_names
    found = groups_of(names, groups)
    return [of_file if of_file and (not one or name.isdigit()) else one for name, one in zip(names, found, strict=True)]


@dataclass(frozen=True, eq=False)
class CountedTexts:
    """Texts that systems parsed. ``found``: the queries in the gold and in these systems; ``texts``: of each system, with the group
    of each sentence, empty for none; ``gold``: these of the gold; ``order``: groups before others, which follow by their names."""

    found: Trusted
    texts: Sequence[Sequence[tuple[Asked, list[str]]]]
    gold: Sequence[str]
    order: Sequence[str] = ()

    @classmethod
    def by_table(cls, found: Trusted, texts: Sequence[Sequence[Asked]], groups: Mapping[str, str]) -> CountedTexts:
        """Texts of each system, their groups by a table as :func:`read_groups` has it."""
        made = [[(one, groups_of_text(one.treebank, groups)) for one in some] for some in texts]
        return cls(found, made, groups_of(found.trust.gold.treebank.sentence_names, groups))

    def groups(self, cell: Cell) -> list[Group]:
        """A query of a system in each group; none where the system has no texts. Raises UsageError: the query takes too long."""
        texts = self.texts[cell.compared.system]
        here = np.array([group for _, groups in texts for group in groups], dtype=object)
        there = np.array(self.gold, dtype=object)
        if not (names := {*here.tolist()} - {""}):
            return []
        hits = np.concatenate([self.found.hits(cell, asked) for asked, _ in texts])
        words = np.concatenate([asked.trees.word_counts for asked, _ in texts])
        groups = []
        for name in [*(one for one in self.order if one in names), *sorted(names - {*self.order}, key=natural)]:
            mine, in_gold = here == name, there == name
            own = self.found.counts(cell, in_gold)
            is_own = bool(own[:, 0].sum() >= FEW)
            made = corrected(own if is_own else self.found.counts(cell), hits[mine], self.found.resamples)
            groups.append(Group(name, int(words[mine].sum()), made, is_own, bool(in_gold.any())))
        return groups

    @property
    def left_out(self) -> list[tuple[str, int]]:
        """The names of texts, and how many of their sentences belong to no group, and are not counted."""
        return [(asked.treebank.name, groups.count("")) for some in self.texts for asked, groups in some]

    def table(self) -> ResultTable:
        """A row per query, system and group: what the system finds, and what is to be expected, per 1,000 sentences as well."""
        rows: list[list[Value]] = [[*cell.head, *one.row] for cell in self.found.every for one in self.groups(cell)]
        columns = (text_column("query"), text_column("system"), *GROUP_COLUMNS)
        said = "A difference between groups that is smaller than the difference of their ratios is not a finding."
        return ResultTable("By group", columns, rows, f"{said} {SAME_KIND}", (self.found.signature,))

    def write_plots(self, path: str) -> list[str]:
        """Writes a plot per query and system that has texts, as SVG, PDF or PNG by the ending of the path: to this path where it is
        one plot, else with query and system in each name. Returns the files. Raises TreecompareError: one cannot be written."""
        from treecompare.drawing.figures import check_path, new_figure, save

        ending = check_path(path)
        stem = path[: -len(ending)]
        wanted = [cell for cell in self.found.every if self.texts[cell.compared.system]]
        files: list[str] = []
        for cell in wanted:
            figure = new_figure()
            draw_on(figure, group_plot(self.found, cell, self.groups(cell)))
            own = re.sub(r"[^\w.+]+", "-", "-".join(map(str, cell.head))).strip("-.")[:80]
            one = path if len(wanted) == 1 else f"{stem}-{own}{ending}"
            files.append(one if one not in files else f"{stem}-{own}-{len(files) + 1}{ending}")
            save(figure, files[-1])
        return files


def count_texts(
    comparison: ConstituentComparison, view: View, queries: Sequence[NamedQuery], paths: Sequence[str], table: str = ""
) -> CountedTexts:
    """Reads texts of the system that is looked at. ``table``: of groups; empty: each file is one. Raises TreecompareError: a file
    cannot be used; Cancelled: nobody waits any more."""
    found, asked = Trusted(trust_of(comparison, [view.system]), queries), []
    for path in paths:
        if view.cancel is not None and view.cancel[0]:
            raise Cancelled
        check_any_words(bank := of_one_kind(read_treebank(path, "", None), Treebank))
        asked.append(found.trust.asked(bank))
    if table:
        groups = read_groups(table)
        return replace(CountedTexts.by_table(found, [asked], groups), order=list(dict.fromkeys(groups.values())))
    stems = [Path(unpacked_name(path)).stem for path in paths]
    texts = [(one, [stem] * len(one)) for one, stem in zip(asked, stems, strict=True)]
    ids = [one.casefold() for one in comparison.gold.sentence_names]  # of 1275.morkin.nar-his.psd: 1275.MORKIN.NAR-HIS
    return CountedTexts(found, [texts], groups_of(ids, {stem.casefold(): stem for stem in stems}))


def in_gold(cell: Cell) -> str:
    """What a system finds of a query in the gold."""
    one = cell.span
    said = f"In the gold: {counted(one.gold, 'hit')}; {cell.compared.name} finds {one.system:,}, {one.both:,} of them right"
    shares = [
        f"{of} {100 * figure.value:.0f} % [{100 * figure.low:.0f}, {100 * figure.high:.0f}]"
        for of, figure in (("precision", one.precision), ("recall", one.recall))
        if figure.value is not None and figure.low is not None and figure.high is not None
    ]
    few = f" Fewer than {FEW} hits in the gold say little." if one.gold < FEW else ""
    return f"{said} ({', '.join(shares)}).{few}" if shares else f"{said}.{few}"


def said_of(groups: Sequence[Group]) -> str:
    """What may be said of the first and the last of some groups; empty where one of them has no interval. Of groups with fewer
    than FEW hits no difference is claimed: the intervals do not know how far few hits vary."""
    ends = [groups[0], groups[-1]] if len(groups) > 1 else []
    rates = [[rate for rate in one.rates[1:] if rate is not None] for one in ends]
    if not all(len(one) == 3 for one in rates) or not rates:
        return ""
    figures = [f"{a:.0f} [{b:.0f}, {c:.0f}] in {one.name}" for one, (a, b, c) in zip(ends, rates, strict=True)]
    few = [one.name for one in ends if one.made.found < FEW]
    (_, low, high), (_, other_low, other_high) = rates
    may_be = "overlap: the parser's errors may be all of the difference"
    if low > other_high or other_low > high:
        may_be = "do not overlap: the difference is more than the parser's errors explain"
        if few:
            where = f"with fewer than {FEW} hits in {' and '.join(few)}"
            may_be = f"do not overlap, but {where} chance may be all of the difference"
    return f"Per 1,000 sentences: {', '.join(figures)}. The prediction intervals {may_be}."


def caveats(groups: Sequence[Group], gold: Asked | None = None) -> list[str]:
    """What limits what may be said of groups; ``gold``: whose sentences are compared with theirs."""
    few = [one.name for one in groups if one.made.found < FEW]
    told = [f"Fewer than {FEW} hits in {', '.join(few)}: there chance is more than the interval says."] if few else []
    told += [length_warning(one.name, one.words, one.made.sentences, gold) for one in groups if gold is not None]
    return [*filter(None, told), *([] if all(one.own for one in groups) else [ONE_RATIO]), SAME_KIND]


def group_plot(found: Trusted, cell: Cell, groups: Sequence[Group]) -> Plot:
    """Hits of a query per 1,000 sentences in each group. Raises UsageError: there are no groups."""
    query, system = cell.head
    if not groups:
        raise UsageError(f"{query}: no sentence belongs to a group; expected a table of groups that fits the ids")
    title, said = f"{query}, found by {system}", said_of(groups)
    notes = tuple(filter(None, (said, " ".join(caveats(groups, found.trust.gold)))))
    return Plot(title, notes, (found.signature,), f"{title}. {said}", partial(_drawn, groups))


def _drawn(groups: Sequence[Group], axes: Axes, style: PlotStyle) -> Drawn:
    found, estimates, lows, highs = np.array([one.rates for one in groups], np.float64).T
    names, texts = [one.name for one in groups], []
    for one in groups:
        expected = one.made.predicted.value
        said = "" if expected is None else f", {expected:,.0f} expected"
        texts.append(f"{one.name}: {one.made.found:,} found in {one.made.sentences:,} sentences{said}")
    return counts_by_group(axes, names, found, estimates, lows, highs, "Hits per 1,000 sentences", texts, style)


def page(
    comparison: ConstituentComparison, view: View, query: str, kept: dict[Any, Any]
) -> list[Plot | ResultTable | str]:
    """What the overview says of a query in the texts of a system, by group; empty: of the first query.

    ``kept``: what was counted before. Raises TreecompareError: a file cannot be used, or the query takes too long; Cancelled.
    """
    asked, name = comparison.questions, comparison.systems[view.system].name
    paths, queries = asked.texts.get(name, ()), queries_of(comparison, view)
    if not paths or not queries:
        texts = (
            f"Open texts that {name} parsed and nobody annotated: what it finds there is corrected by these figures."
        )
        return [texts if queries else "There are no queries."]
    key = view.system, paths, asked.groups, *((one.name, one.text) for one in queries)
    if key not in kept:
        kept[key] = count_texts(comparison, view, queries, paths, asked.groups)
    counts: CountedTexts = kept[key]
    wanted = query if query in [one.name for one in queries] else queries[0].name
    cell = next(one for one in counts.found.every if one.head[0] == wanted)
    groups, said = counts.groups(cell), in_gold(cell)
    if not groups:
        return [said, "No sentence of the texts belongs to a group."]
    left_out = sum(number for _, number in counts.left_out)
    note = f"{counted(left_out, 'sentence')} of the texts: in no group, not counted." if left_out else ""
    signature = (counts.found.signature,)
    table = ResultTable(f"{wanted}, by group", GROUP_COLUMNS, [one.row for one in groups], note, signature)
    return [said, group_plot(counts.found, cell, groups), table]
