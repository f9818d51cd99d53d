"""Queries in texts that a system parsed and nobody annotated, by group (period, genre, file): found, corrected, drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.treebank_files import check_any_words, read_treebank
from treecompare.drawing.interval_plots import counts_by_group
from treecompare.errors import ReadError, UsageError, counted
from treecompare.extras.queries.analysis import trust_of
from treecompare.extras.queries.figures import FEW, Corrected, Counts, corrected
from treecompare.extras.queries.hits import Asked
from treecompare.extras.queries.named import NamedQuery
from treecompare.extras.queries.tables import people_tables
from treecompare.extras.queries.trust import SAME_KIND, Trusted, length_warning
from treecompare.folders import natural
from treecompare.readers import Treebank, of_one_kind
from treecompare.reading import read_lines, unpacked_name
from treecompare.scores.plotting import Plot, draw_on
from treecompare.scores.result import ResultTable, Value, count_column, number_column, text_column

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from treecompare.drawing.figures import Numbers, PlotStyle
    from treecompare.drawing.plots import Drawn

POOLED = "pooled"
ONE_RATIO = (
    "One ratio of the gold stands for groups that have none of their own: were the parser worse on one of these, it would look "
    "like a change of the language."
)


@dataclass(frozen=True)
class Group:
    """A query in the text of a group. ``own``: whether the ratio is that of the group, which needs 20 hits in its gold;
    ``has_gold``: whether the gold has any sentence of it."""

    name: str
    sentences: int
    words: int
    made: Corrected
    own: bool
    has_gold: bool = True

    def per_thousand(self, number: float | None) -> float | None:
        """So many hits per 1,000 sentences."""
        return None if number is None or not self.sentences else 1000 * number / self.sentences


def read_groups(path: str) -> dict[str, str]:
    """A table of files (or beginnings of ids), a tab, the group. Raises ReadError: a line has no tab, or a name stands twice."""
    found: dict[str, str] = {}
    for number, line in enumerate(
        read_lines(path, "expected a table: a file or the beginning of an id, a tab, its group"), 1
    ):
        line = line.rstrip("\r\n")
        if not line.strip() or line.startswith("#"):
            continue
        name, tab, group = line.partition("\t")
        if not tab or not group.strip():
            raise ReadError(
                path, number, f"expected a file or the beginning of an id, a tab and its group, found '{line[:40]}'"
            )
        if name in found:
            raise ReadError(path, number, f"'{name[:40]}' has a group above already; expected each once")
        found[name] = group.strip()
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


def groups_by_file(ids: Sequence[str], names: Sequence[str]) -> list[str]:
    """The same where each file is a group, by its name: that with which the id begins, capital letters or small (ids of
    1275.morkin.nar-his.psd begin with 1275.MORKIN.NAR-HIS)."""
    small = {name.casefold(): name for name in names}
    return groups_of([one.casefold() for one in ids], small)


@dataclass(frozen=True, eq=False)
class Text:
    """Text that a system parsed, without a gold; ``groups``: of each of its sentences, empty for none."""

    asked: Asked
    groups: Sequence[str]


def by_group(
    found: Trusted, query: int, system: int, texts: Sequence[Text], gold: Sequence[str], order: Sequence[str] = ()
) -> list[Group]:
    """A query in each group of texts; ``gold``: the groups of the gold's sentences. In the order of their names, those of ``order``
    first."""
    here = np.concatenate([np.array(one.groups, dtype=object) for one in texts])
    hits = np.concatenate([found.hits(query, one.asked) for one in texts])
    words = np.concatenate([one.asked.trees.word_counts for one in texts])
    there = np.array(gold, dtype=object)
    rows = []
    names = {*here.tolist()} - {""}
    for name in [*(one for one in order if one in names), *sorted(names - {*order}, key=natural)]:
        mine = np.flatnonzero(here == name)
        in_gold = there == name
        own: Counts = found.counts(query, system, in_gold)
        is_own = int(own.gold.sum()) >= FEW
        calibration = own if is_own else found.counts(query, system)
        made = corrected(calibration, int(hits[mine].sum()), len(mine), found.resamples, found.seed)
        rows.append(Group(name, len(mine), int(words[mine].sum()), made, is_own, bool(in_gold.any())))
    return rows


def said_of(groups: Sequence[Group]) -> str:
    """What may be said of the first and the last of some groups; empty where one of them has no interval. Of groups with fewer
    than FEW hits no difference is claimed: the intervals do not know how far few hits vary."""
    ends = [
        [one.per_thousand(value) for value in (one.made.estimate, one.made.predicted_low, one.made.predicted_high)]
        for one in (groups[0], groups[-1])
    ] if len(groups) > 1 else []  # fmt: skip
    if not ends or None in ends[0] or None in ends[1]:
        return ""
    (a, low_a, high_a), (b, low_b, high_b) = ends
    one, other = groups[0].name, groups[-1].name
    figures = f"{a:.0f} [{low_a:.0f}, {high_a:.0f}] in {one}, {b:.0f} [{low_b:.0f}, {high_b:.0f}] in {other}"
    is_apart = low_a > high_b or low_b > high_a  # type: ignore[operator]
    few = [end.name for end in (groups[0], groups[-1]) if end.made.found < FEW]
    may_be = "overlap: the parser's errors may be all of the difference"
    if is_apart and few:
        may_be = (
            f"do not overlap, but with fewer than {FEW} hits in {' and '.join(few)} chance may be all of the difference"
        )
    elif is_apart:
        may_be = "do not overlap: the difference is more than the parser's errors explain"
    return f"Per 1,000 sentences: {figures}. The prediction intervals {may_be}."


def caveats(groups: Sequence[Group], gold: Asked | None = None) -> list[str]:
    """What limits what may be said of groups; ``gold``: whose sentences are compared with theirs."""
    few = [one.name for one in groups if one.made.found < FEW]
    told = [f"Fewer than {FEW} hits in {', '.join(few)}: there chance is more than the interval says."] if few else []
    lengths = [length_warning(one.name, one.words, one.sentences, gold) for one in groups] if gold is not None else []
    told += filter(None, lengths)
    return [*told, *([] if all(one.own for one in groups) else [ONE_RATIO]), SAME_KIND]


def group_table(found: Trusted, texts: Sequence[Sequence[Text]], gold: Sequence[str]) -> ResultTable:
    """A row per query, system and group: what the system finds, and what is to be expected, per 1,000 sentences as well.
    ``texts``: of each system."""
    rows: list[list[Value]] = []
    for query, named in enumerate(found.queries):
        for system, name in enumerate(found.trust.names):
            for one in by_group(found, query, system, texts[system], gold) if texts[system] else ():
                rows.append([named.name, name, *group_row(one)])
    columns = (text_column("query"), text_column("system"), *GROUP_COLUMNS)
    return ResultTable(
        "By group", columns, rows,
        f"A difference between groups that is smaller than the difference of their ratios is not a finding. {SAME_KIND}",
        (found.signature,),
    )  # fmt: skip


GROUP_COLUMNS = (
    text_column("group"), count_column("sentences"), count_column("found"),
    *(number_column(title, 1) for title in ("corrected", "found per 1,000", "corrected per 1,000", "from", "to")),
    text_column("ratio"),
)  # fmt: skip
"""What is said of a group, behind its query and system."""


def group_row(one: Group) -> list[Value]:
    """The same of one group."""
    made = one.made
    ends = [one.per_thousand(end) for end in (made.found, made.estimate, made.predicted_low, made.predicted_high)]
    return [
        one.name, one.sentences, made.found, made.estimate, *ends,
        "its own" if one.own else f"{POOLED}: under {FEW} hits in its gold" if one.has_gold else f"{POOLED}: no gold of it",
    ]  # fmt: skip


def group_plot(query: str, system: str, groups: Sequence[Group], signature: str, gold: Asked | None = None) -> Plot:
    """Hits of a query per 1,000 sentences in each group; ``gold``: see :func:`caveats`. Raises UsageError: there are no groups."""
    if not groups:
        raise UsageError(f"{query}: no sentence belongs to a group; expected a table of groups that fits the ids")
    title = f"{query}, found by {system}"
    said = said_of(groups)
    return Plot(
        title,
        tuple(filter(None, (said, " ".join(caveats(groups, gold))))),
        (signature,),
        f"{title}. {said}",
        partial(_drawn, groups),
    )


def _drawn(groups: Sequence[Group], axes: Axes, style: PlotStyle) -> Drawn:
    def column(values: Sequence[float | None]) -> Numbers:
        """So many per 1,000 sentences of each group."""
        rates = [one.per_thousand(value) for one, value in zip(groups, values, strict=True)]
        return np.array([np.nan if one is None else one for one in rates])

    made = [one.made for one in groups]
    found, estimates = column([one.found for one in made]), column([one.estimate for one in made])
    lows, highs = column([one.predicted_low for one in made]), column([one.predicted_high for one in made])
    texts = [
        f"{one.name}: {one.made.found:,} found in {one.sentences:,} sentences"
        + ("" if one.made.estimate is None else f", {one.made.estimate:,.0f} expected")
        for one in groups
    ]
    names = [one.name for one in groups]
    return counts_by_group(axes, names, found, estimates, lows, highs, "Hits per 1,000 sentences", texts, style)


def write_group_plots(path: str, found: Trusted, texts: Sequence[Sequence[Text]], gold: Sequence[str]) -> list[str]:
    """Writes a plot per query and system that has ``texts``, as SVG, PDF or PNG by the ending of the path: to this path where it is
    one plot, else with query and system in each name. Returns the files. Raises TreecompareError: one cannot be written."""
    from treecompare.drawing.figures import check_path, new_figure, save

    ending = check_path(path)
    wanted = [
        (query, system) for query in range(len(found.queries)) for system, some in enumerate(texts) if some
    ]  # fmt: skip
    files: list[str] = []
    for query, system in wanted:
        name, of = found.queries[query].name, found.trust.names[system]
        made = group_plot(
            name, of, by_group(found, query, system, texts[system], gold), found.signature, found.trust.gold
        )
        figure = new_figure()
        draw_on(figure, made)
        own = re.sub(r"[^\w.+]+", "-", f"{name}-{of}").strip("-.")[:80]
        one = path if len(wanted) == 1 else f"{path[: -len(ending)]}-{own}{ending}"
        files.append(one if one not in files else f"{one[: -len(ending)]}-{len(files) + 1}{ending}")
        save(figure, files[-1])
    return files


@dataclass(frozen=True, eq=False)
class CountedTexts:
    """The texts of one system of a comparison, read. ``found``: the queries in the gold and in that system alone."""

    found: Trusted
    texts: list[Text]
    of_gold: list[str]
    order: list[str]

    @cached_property
    def sentences(self) -> int:
        """How many there are in all texts."""
        return sum(len(one.asked) for one in self.texts)

    @cached_property
    def without_group(self) -> int:
        """How many sentences belong to no group, and are not counted."""
        return sum(not group for one in self.texts for group in one.groups)

    def in_gold(self, query: int) -> str:
        """What the system finds of a query in the gold."""
        (cell,) = self.found.cells[query]
        one, name = cell.span, self.found.trust.names[0]
        said = f"In the gold: {counted(one.gold, 'hit')}; {name} finds {one.system:,}, {one.both:,} of them right"
        shares = [
            f"{of} {100 * figure.value:.0f} % [{100 * figure.low:.0f}, {100 * figure.high:.0f}]"
            for of, figure in (("precision", one.precision), ("recall", one.recall))
            if figure.value is not None and figure.low is not None and figure.high is not None
        ]
        few = f" Fewer than {FEW} hits in the gold say little." if one.gold < FEW else ""
        return f"{said} ({', '.join(shares)}).{few}" if shares else f"{said}.{few}"

    def all_in_gold(self) -> ResultTable:
        """The same of every query, as people read it."""
        table = people_tables(self.found)[0]
        kept = [place for place, column in enumerate(table.columns) if column.title != "system"]
        rows = [[row[place] for place in kept] for row in table.rows]
        return replace(table, columns=tuple(table.columns[place] for place in kept), rows=rows)

    def groups(self, query: int) -> list[Group]:
        """A query in each group; none where there are no texts."""
        return [] if not self.texts else by_group(self.found, query, 0, self.texts, self.of_gold, self.order)


def count_texts(
    comparison: ConstituentComparison, system: int, queries: Sequence[NamedQuery], paths: Sequence[str], table: str = ""
) -> CountedTexts:
    """Reads texts of a system. ``table``: of groups; empty: each file is one. Raises TreecompareError: a file cannot be read, or
    holds no constituents."""
    trust = trust_of(comparison, [system])
    stems = [Path(unpacked_name(path)).stem for path in paths]
    banks = [of_one_kind(read_treebank(path, "", None), Treebank) for path in paths]
    for bank in banks:
        check_any_words(bank)
    names = comparison.gold.sentence_names
    if table:
        groups = read_groups(table)
        texts = [Text(trust.asked(bank), groups_of_text(bank, groups)) for bank in banks]
        return CountedTexts(
            Trusted(trust, queries), texts, groups_of(names, groups), list(dict.fromkeys(groups.values()))
        )
    texts = [Text(trust.asked(bank), [stem] * len(bank.trees)) for bank, stem in zip(banks, stems, strict=True)]
    return CountedTexts(Trusted(trust, queries), texts, groups_by_file(names, stems), [])
