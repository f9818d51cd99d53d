"""Agreement as tables for people: headline, all together, each against each, features, whole trees, batches, and what differs.

Annotators who corrected the same analysis: what they changed, and how far they agree where they did.
An analysis that both were given is no voice: where neither touched it they agree with it, not with each other.

The tables of agreement that scripts compare: file names, columns and ways of writing values stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, compress, permutations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError, counted, named
from treecompare.extras.annotators.agreed import CONSTITUENTS, TITLES, Agreement
from treecompare.extras.annotators.figures import NONE, Category, Interval, Pair, means
from treecompare.extras.annotators.several import MISSING
from treecompare.extras.annotators.tallies import (
    ALPHA,
    DICE,
    FLEISS,
    KAPPA,
    POOLED,
    SHARE,
    Layer,
    Places,
    Two,
    nowhere,
    opened,
)
from treecompare.extras.annotators.tallies import Value as Figure
from treecompare.extras.annotators.tree_alpha import DISTANCES, TreeAlphas
from treecompare.extras.annotators.word_units import ARC_CATEGORIES, TAG_CATEGORIES, absent_said
from treecompare.scores.result import (
    Behind,
    Column,
    Fact,
    ResultTable,
    Value,
    count_column,
    cross_column,
    interval_columns,
    number_column,
    share_column,
    text_column,
)

Rows = list[list[str]]
ALL = "all"
_OF_PAIRS = ("relation", "relation_without_subtype", "head_offset", "head_index", "offset_and_relation")
_FEATURES = (
    "set", "who", "feature", "words", "either", "first", "second", "equal", "dice", "percent", "kappa", "alpha",
)  # fmt: skip


def digits(value: Fraction | float | None, times: int = 1) -> str:
    """A figure with six decimals."""
    return "undefined" if value is None else f"{float(value * times):.6f}"


def script_tables(found: Agreement, called: str = "-") -> dict[str, Rows]:
    """``alpha``, and of dependencies ``overlap``, ``features`` and ``confusion``; ``called``: what the set of files is called."""
    if not found.is_dependencies:
        return {"alpha": _tree_rows(found.trees) + [row for two in found.pairs for row in _of_spans(found, two)]}
    confusion = [["who", "category", "first", "second", "words"]]
    alpha = _tree_rows(found.trees)
    for two in found.pairs:
        alpha += _of_pair(found, two)
        for name in ("relation", "upos"):
            confusion += [[found.called(two), name, *pair, str(count)] for pair, count in confused(found, two, name)]
    return {
        "overlap": _overlap(found, called), "features": _feature_rows(found, called), "alpha": alpha, "confusion": confusion
    }  # fmt: skip


def confused(found: Agreement, two: Two, column: str) -> list[tuple[tuple[str, str], int]]:
    """What two say of the same words, where it is not the same, and how often; the most frequent first."""
    layer = layer_of(found, column)
    codes, texts = layer.category.codes[list(two)][:, found.rows_differing(layer, two)], layer.category.texts
    counts = Counter((texts[one], texts[other]) for one, other in codes.T.tolist())
    return sorted(counts.items(), key=lambda one: (-one[1], str(one[0])))


def layer_of(found: Agreement, name: str) -> Layer:
    """The layer of that name."""
    return next(one for one in found.layers if one.name == name)


def _tree_rows(found: TreeAlphas | None) -> Rows:
    if found is None:
        return []
    rows = [[ALL, "units", str(found.units)], [ALL, "values", str(found.values)]]
    for name, one in found.alphas.items():
        rows += [
            [ALL, f"observed.{name}", digits(one.observed)],
            [ALL, f"expected.{name}", digits(one.expected)],
            [ALL, f"alpha.{name}", digits(one.value)],
        ]
    return rows


def _figures(who: str, name: str, pair: Pair) -> Rows:
    return [[who, f"agreement.{name}", digits(pair.share, 100)], [who, f"kappa.{name}", digits(pair.kappa)]]


def _overlap(found: Agreement, called: str) -> Rows:
    rows: Rows = [["set", "who", "measure", "value"]]
    for name in (*ARC_CATEGORIES, *TAG_CATEGORIES):
        layer = layer_of(found, name)
        together, pairs = layer.together, []
        rows += [
            [called, ALL, f"units_of_all.{name}", str(together.units_of_all)],
            [called, ALL, f"units_of_two.{name}", str(together.units_of_two)],
            [called, ALL, f"fleiss.{name}", digits(together.fleiss)],
            [called, ALL, f"alpha.{name}", digits(together.alpha)],
        ]
        for two in found.pairs:
            pairs.append(layer.pair(two))
            rows.append([called, found.called(two), f"units.{name}", str(pairs[-1].units)])
            rows += [[called, *row] for row in _figures(found.called(two), name, pairs[-1])]
        plain, pooled, _ = means(pairs)
        rows += [
            [called, ALL, f"kappa_mean.{name}", digits(plain)],
            [called, ALL, f"kappa_pooled.{name}", digits(pooled)],
        ]
    return rows


def _of_pair(found: Agreement, two: Two) -> Rows:
    who, voices = found.called(two), [found.voices[one] for one in two]
    relation, words = layer_of(found, "relation"), found.several.words
    differing = sum(
        len(words[voices[0]][row[voices[0]]]) != len(words[voices[1]][row[voices[1]]])
        for row in found.several.rows
        if all(row[one] != MISSING for one in voices)
    )
    rows = [[who, "words", str(relation.pair(two).units)], [who, "sentences_of_different_length", str(differing)]]
    for name in _OF_PAIRS:
        rows += _figures(who, name, layer_of(found, name).pair(two))
    for value in found.words.relations(*voices):
        only = found.words.only("relation", value)
        layer = Layer(only.name, only.name, found.of_voices(only), relation.rows, relation.given)
        rows += _figures(who, only.name, layer.pair(two))
    return rows


def _feature_rows(found: Agreement, called: str) -> Rows:
    """A row per feature, and one for the whole of them."""
    rows: Rows = [list(_FEATURES)]
    of_name = {one.name: one for one in (*found.features, layer_of(found, "feats"))}
    for two in found.pairs:
        names = found.words.feature_names(*(found.voices[one] for one in two))
        for name in (*names, "feats"):
            layer, (first, second) = of_name[name], two
            codes, both = layer.category.codes, layer.both(two)
            has = found.of_voices(found.words.has_feature(name)).codes == 1
            counts = [int((both & has[one]).sum()) for one in two]
            either = int((both & (has[first] | has[second])).sum())
            equal = int((both & has[first] & has[second] & (codes[first] == codes[second])).sum())
            dice = Fraction(2 * equal, sum(counts)) if sum(counts) else None
            pair, alpha = layer.pair(two), Category(name, codes[[first, second]][:, both]).alpha
            rows.append([
                called, found.called(two), name, str(pair.units), str(either), *map(str, counts), str(equal),
                digits(dice, 100), digits(pair.share, 100), digits(pair.kappa), digits(alpha),
            ])  # fmt: skip
    return rows


def _of_spans(found: Agreement, two: Two) -> Rows:
    who, nodes, tag = found.called(two), layer_of(found, CONSTITUENTS), layer_of(found, "tag")
    both, first, second = nodes.both(two), *(found.voices[one] for one in two)
    rows = [
        [who, "spans", str(nodes.pair(two).units)], [who, "words", str(tag.pair(two).units)],
        [who, "sentences", str(len(np.unique(tag.rows[tag.both(two)])))],
        [who, "sentences_of_different_length", str(found.spans.differing[first, second])],
        *_figures(who, "span", nodes.pair(two)), *_figures(who, "tag", tag.pair(two)),
    ]  # fmt: skip
    said = nodes.category.of_units(both)
    for label in found.spans.frequent((first, second), np.flatnonzero(both)):
        rows += _figures(who, f"label={label}", said.mapped(label, partial(_has, label)).pair(*two))
    return rows


def _has(label: str, text: str) -> str:
    return str(label in text.split("+"))


KINDS = ("both kept", "only first", "only second", "same change", "different changes")
"""What two annotators did to a unit."""


@dataclass(frozen=True, eq=False)
class Changed:
    """A pair of annotators (places in the names) in one layer of all files. ``units``: of each of KINDS; ``over_changed``: over the
    units that either changed; ``over_all``: over those and what both kept."""

    layer: Layer
    two: tuple[int, int]
    units: tuple[NDArray[np.int64], ...]
    over_changed: Pair
    over_all: Pair

    @property
    def counts(self) -> tuple[int, ...]:
        """How many units, as KINDS."""
        return tuple(map(len, self.units))


@dataclass(frozen=True, eq=False)
class Corrected:
    """An annotator in one layer of all files: of ``units`` those at ``places`` were changed. ``kept`` of ``wrong``: faults that
    stayed; ``spoilt`` of ``right``: what was right before; None where nothing was adjudicated."""

    layer: Layer
    annotator: int
    units: int
    places: NDArray[np.int64]
    kept: int | None = None
    wrong: int | None = None
    spoilt: int | None = None
    right: int | None = None

    @property
    def changed(self) -> int:
        """How many units were."""
        return len(self.places)


def layers_of_all(found: Agreement) -> list[Layer]:
    """What all files say, whether they are voices or not."""
    if found.is_dependencies:
        return [Layer(name, title, found.words.category(name), found.words.rows) for name, title in TITLES.items()]
    files = list(range(len(found.several.treebanks)))
    spans, words = (np.array(one, np.int64) for one in (found.spans.span_rows, found.spans.word_rows))
    return [
        Layer(CONSTITUENTS, CONSTITUENTS, found.spans.nodes(files), spans),
        Layer("tag", "tags", found.spans.tag(files), words),
    ]


def changes(found: Agreement) -> tuple[list[Changed], list[Corrected]]:
    """Of each layer and pair, and of each layer and annotator. Raises UsageError: there is no pre-annotation."""
    pre, gold = found.asked.pre, found.asked.adjudicated
    if pre is None:
        raise UsageError("nothing was changed: there is no pre-annotation")
    of_pairs, of_people = [], []
    for layer in layers_of_all(found):
        codes = layer.category.codes
        given = codes[pre]
        for first, second in combinations(range(len(found.voices)), 2):
            one, other = codes[found.voices[first]], codes[found.voices[second]]
            there = (one != NONE) & (other != NONE) & (given != NONE)
            a, b, p = one[there], other[there], given[there]
            kinds = (
                (a == p) & (b == p), (a != p) & (b == p), (a == p) & (b != p), (a != p) & (a == b),
                (a != p) & (b != p) & (a != b),
            )  # fmt: skip
            units = tuple(np.flatnonzero(there)[one] for one in kinds)
            touched = ~kinds[0]
            of_pairs.append(Changed(layer, (first, second), units, Pair.of(a[touched], b[touched]), Pair.of(a, b)))
        for place, file in enumerate(found.voices):
            own = codes[file]
            both = (own != NONE) & (given != NONE)
            count, changed = int(both.sum()), np.flatnonzero(both & (own != given))
            if gold is None:
                of_people.append(Corrected(layer, place, count, changed))
                continue
            true = codes[gold]
            known = both & (true != NONE)
            wrong, right = known & (given != true), known & (given == true)
            of_people.append(
                Corrected(
                    layer, place, count, changed, int((wrong & (own == given)).sum()), int(wrong.sum()),
                    int((right & (own != true)).sum()), int(right.sum()),
                )
            )  # fmt: skip
    return of_pairs, of_people


def pre_tables(found: Agreement, places: Places) -> list[ResultTable]:
    """What was changed of it: by two people, and by each."""
    of_pairs, of_people = changes(found)
    name = found.several.names[found.asked.pre or 0]
    return [_changes_of_pairs(found, of_pairs, name, places), _changes_of_people(found, of_people, name, places)]


def _changes_of_pairs(found: Agreement, of_pairs: Sequence[Changed], name: str, places: Places) -> ResultTable:
    rows: list[list[Value | Fact]] = []
    for one in of_pairs:
        two, title = (found.voices[one.two[0]], found.voices[one.two[1]]), one.layer.title
        behind = (
            opened(places, one.layer, units, two, f"{title}: {kind}")
            for kind, units in zip(KINDS, one.units, strict=True)
        )
        exact = (value for pair in (one.over_changed, one.over_all) for value in (pair.share, pair.kappa))
        parts = [None if value is None else float(value) for value in exact]
        names = [found.names[place] for place in one.two]
        rows.append([*names, title, *map(Fact, one.counts, behind), one.over_changed.units, *parts])
    columns = (
        text_column("first"), text_column("second"), text_column("what"), *map(count_column, KINDS),
        count_column("changed", key="changed"), share_column("% equal where changed", key="share_changed"),
        number_column("kappa where changed", 4, key="kappa_changed"), share_column("% equal", key="share"),
        number_column("kappa", 4),
    )  # fmt: skip
    note = f"{name} is no voice: what both kept of it says nothing of their agreement. Look at where one of them changed it."
    return ResultTable.of(f"Changes of {name}", columns, rows, note)


def _changes_of_people(found: Agreement, of_people: Sequence[Corrected], name: str, places: Places) -> ResultTable:
    rows = []
    for who in of_people:
        two, name_of = (found.asked.pre or 0, found.voices[who.annotator]), found.names[who.annotator]
        behind = opened(places, who.layer, who.places, two, f"{who.layer.title}: changed by {name_of}")
        row: list[Value] = [name_of, who.layer.title, who.units, who.changed, _share(who.changed, who.units)]
        if found.asked.adjudicated is not None:
            row += [_share(who.kept, who.wrong), who.wrong, _share(who.spoilt, who.right), who.right]
        rows.append(Fact.each(row, behind))
    columns = [
        text_column("annotator"), text_column("what"), count_column("units"), count_column("changed"),
        share_column("% changed", key="rate"),
    ]  # fmt: skip
    said = ""
    if found.asked.adjudicated is not None:
        columns += [
            share_column("errors kept, %", key="kept"), count_column("of wrong ones", key="wrong"),
            share_column("spoilt, %", key="spoilt"), count_column("of right ones", key="right"),
        ]  # fmt: skip
        said = f"Right is what {found.several.names[found.asked.adjudicated]} says."
    return ResultTable.of(f"Who changed {name}", columns, rows, said)


def _share(part: int | None, whole: int | None) -> float | None:
    return None if part is None or not whole else part / whole


CROSSED = 12
"""So many values are in a cross-table."""
LISTED = 200
"""So many rows are in a list of what differs."""
CALLED = {KAPPA: "kappa", SHARE: "% equal", DICE: "Dice", ALPHA: "alpha", FLEISS: "Fleiss", POOLED: "kappa by units"}
PERCENT = (SHARE, DICE)


def interval_text(interval: Interval | None, is_percent: bool = False) -> str | None:
    """``0.951 to 0.971``."""
    if interval is None:
        return None
    if is_percent:
        return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"
    return f"{interval.low:.3f} to {interval.high:.3f}"


class Part(float):
    """A part of 1, which people see in percent, in a column of figures of several kinds."""


def mixed_column(title: str, digits: int, key: str = "") -> Column:
    """A column of parts and of figures beyond chance; ``digits``: decimals of the latter."""

    def shown(value: float) -> str:
        return f"{100 * value:.{digits - 2}f} %" if isinstance(value, Part) else f"{value:.{digits}f}"

    return Column(title, shown, key=key)


def _mixed(name: str, *values: float | None) -> list[Value]:
    """Values of a figure, for such columns."""
    return [None if value is None else Part(value) if name in PERCENT else value for value in values]


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def headline(found: Agreement) -> list[tuple[str, str, Figure, Layer | None]]:
    """The figures to look at first, by kind: what, which figure, its value; None: of whole trees.

    Dependencies: relations beyond chance (alpha where not everybody has every sentence, else kappa), heads, labelled arcs.
    Constituents: Dice; kappa only of tags, and of labels over words that both have.
    """
    beyond = ALPHA if found.is_partial else KAPPA
    wanted = (
        [("relation", beyond), ("head_offset", SHARE), ("offset_and_relation", SHARE)]
        if found.is_dependencies
        else [(CONSTITUENTS, DICE), ("label", beyond), ("tag", beyond)]
    )
    of_name = {one.layer.name: one for one in found.figures}
    rows: list[tuple[str, str, Figure, Layer | None]] = [
        (of_name[name].layer.title, figure, of_name[name].of_all[figure], of_name[name].layer)
        for name, figure in wanted
    ]
    if found.trees is not None:
        alpha = found.trees.alphas["plain"]
        rows.append(("whole trees", ALPHA, Figure(alpha.value, alpha.interval), None))
    return rows


def headline_told(found: Agreement) -> list[tuple[str, str]]:
    """The same in words: what and which figure, its value."""
    return [(f"{what}, {CALLED[name]}", figure_text(name, figure.value)) for what, name, figure, _ in headline(found)]


def figure_text(name: str, value: float | None) -> str:
    """A figure for people: percent of parts, four decimals of what is beyond chance."""
    if value is None:
        return "–"
    return f"{100 * value:.2f} %" if name in PERCENT else f"{value:.4f}"


def people_tables(found: Agreement, places: Places = nowhere) -> list[ResultTable]:
    """All tables that there is something for."""
    tables = [_headline(found, places), _together(found, places)]
    if len(found.voices) > 2:
        tables += [_matrix(found, name, figure, places) for name, figure in _of_matrices(found)]
        tables.append(_pairs(found, places))
    if found.trees is not None:
        tables += _trees(found, found.trees, places)
    if not found.asked.is_quick and found.features:
        tables += [one for one in [_features(found, places)] if one.rows]
    if not found.asked.is_quick and len(found.batches) > 1:
        tables += [_batches(found, places), _drift(found, places)]
    if found.asked.pre is not None:
        tables += pre_tables(found, places)
    return [*tables, *_differing(found, places)]


def _opens(places: Places, text: str) -> str:
    """What is said only where cells can be opened."""
    return "" if places is nowhere else text


def _differ(found: Agreement, places: Places, layer: Layer, two: Two | None) -> Behind:
    who = "annotators" if two is None else " and ".join(found.names[one] for one in two)
    return opened(places, layer, found.rows_differing(layer, two), two, f"{layer.title}: {who} differ")


def _differ_in(found: Agreement, places: Places, layer: Layer, sentences: NDArray[np.bool_], text: str) -> Behind:
    """Where any two annotators differ in some of the sentences."""
    units = found.rows_differing(layer, None)
    return opened(places, layer, units[sentences[layer.rows[units]]], None, text)


def _headline(found: Agreement, places: Places) -> ResultTable:
    rows = []
    by_layer = {one.layer.name: one for one in found.figures}
    for what, name, figure, layer in headline(found):
        units = (
            found.trees.units if layer is None and found.trees else by_layer[layer.name].units_of_two if layer else 0
        )
        values = what, CALLED[name], *_mixed(name, figure.value, *_ends(figure.interval)), units
        rows.append(Fact.each(values, None if layer is None else _differ(found, places, layer, None)))
    columns = (
        text_column("what"), text_column("figure"), mixed_column("value", 4), mixed_column("95 % from", 3, "low"),
        mixed_column("to", 3, "high"), count_column("units"),
    )  # fmt: skip
    return ResultTable.of("Agreement", columns, rows, " ".join(_notes(found)))


def _notes(found: Agreement) -> list[str]:
    notes = [f"Of {', '.join(found.names)}."]
    if len(found.voices) > 2:
        notes.append("% equal, Dice and kappa are means over pairs.")
    if found.is_partial:
        notes.append("Not all annotators have all sentences: look at alpha.")
    if found.trees is not None and found.trees.is_estimated:
        notes.append("Alpha over whole trees is an estimate; its interval tells where the exact figure is.")
    if differing := found.differing_words:
        notes.append(f"{counted(differing, 'sentence')} with other words; words pair as in scores.")
    if passages := found.passages:
        only = "" if found.is_dependencies else ", compared between those who break it alike"
        breaks = named([_breaks(found, rows) for rows in passages], separator="; ")
        notes.append(f"{counted(len(passages), 'passage')} with other sentence breaks{only}: {breaks}.")
    if alone := found.alone_rows:
        are = "is" if len(alone) == 1 else "are"
        notes.append(
            f"{counted(len(alone), 'sentence')} that fewer than two have {are} not compared: {_ids(found, alone)}."
        )
    if found.alone:
        notes.append(f"{counted(found.alone, 'word')} without a partner {'is' if found.alone == 1 else 'are'} no unit.")
    if not found.is_dependencies and (many := found.differing_lengths):
        notes.append(
            f"{counted(many, 'pair')} of trees with different numbers of words {'is' if many == 1 else 'are'} left out."
        )
    if found.respelt:
        notes.append(f"Other characters: {counted(found.respelt, 'word')}, counted as the same.")
    if absent := absent_said(found.names, [found.several.treebanks[one] for one in found.voices]):
        notes.append(f"Not compared: {', '.join(absent)}.")
    if found.asked.given:
        notes.append(f"Only words of which both say the same {found.asked.given}.")
    one_value = [one.title for one in found.layers if one.category.has_one_value]
    if one_value:
        notes.append(f"Only one category: {', '.join(one_value)}.")
    if found.resamples is not None and found.has_intervals:
        what = "documents" if found.resamples.are_documents else "sentences"
        notes.append(f"95 %: bootstrap over {found.resamples.count:,} {what}.")
    return notes


def _breaks(found: Agreement, rows: Sequence[int]) -> str:
    """Who breaks a passage into which sentences: ``s1, s2 of anne and bert, s3 of carl``."""
    of_whom: dict[str, list[int]] = {}
    for row in rows:
        there = [found.several.rows[row][voice] != MISSING for voice in found.voices]
        of_whom.setdefault(" and ".join(compress(found.names, there)), []).append(row)
    return ", ".join(f"{_ids(found, own)} of {names}" for names, own in of_whom.items() if names)


def _ids(found: Agreement, rows: Sequence[int]) -> str:
    """The ids of rows."""
    return named([found.several.ids[row] for row in rows])


def _with_ends(figure: Figure) -> list[Value]:
    return [figure.value, *_ends(figure.interval)]


def _figure_columns(names: Sequence[str]) -> list[Column]:
    """A column for each figure and for its interval."""
    columns: list[Column] = []
    for name in names:
        one = share_column(CALLED[name], key=name) if name in PERCENT else number_column(CALLED[name], 4, key=name)
        columns += [one, *interval_columns(CALLED[name], name in PERCENT, (f"{name}_low", f"{name}_high"))]
    return columns


def _names(figures: Iterable[Container[str]]) -> list[str]:
    """Which figures any of these have."""
    kept = list(figures)
    return [name for name in (DICE, SHARE, KAPPA, POOLED, FLEISS, ALPHA) if any(name in one for one in kept)]


def _values(layer: Layer, figures: Mapping[str, Figure], names: Sequence[str]) -> list[Value]:
    """Of each figure its value and the ends of its interval. Over sets of words only parts that are equal mean anything."""
    found: list[Value] = []
    for name in names:
        is_there = name in figures and (layer.name != CONSTITUENTS or name == DICE)
        found += _with_ends(figures[name]) if is_there else [None] * 3
    return found


def _together(found: Agreement, places: Places) -> ResultTable:
    many = len(found.voices) > 2
    names = _names(one.of_all for one in found.figures)
    rows = []
    for one in found.figures:
        row: list[Value] = [one.layer.title, one.units_of_two]
        row += [one.units_of_all, one.fewest, one.left_out] if many else []
        values = [*row, *_values(one.layer, one.of_all, names)]
        rows.append(Fact.each(values, _differ(found, places, one.layer, None)))
    units = "words" if found.is_dependencies else "units"
    columns = [text_column("what"), count_column(units)]
    if many:
        columns += [
            count_column("of all", key="units_of_all"), count_column("fewest of a pair", key="fewest"),
            count_column("pairs left out", key="left_out"),
        ]  # fmt: skip
    note = "A figure beyond chance is undefined where only one value occurs."
    if many:
        note = (
            "Fleiss: over what all have. alpha: over what two or more have; where annotators overlap in part, look at it. "
            "Pairs are left out of means where only one value occurs."
        )
    if not found.is_dependencies:
        note += " Look at Dice of constituents: kappa over sets of words means nothing, as no set is none for both."
    note += _opens(places, " A click opens the sentences in which any two differ.")
    title = "All together" if many else "All figures"
    return ResultTable.of(title, [*columns, *_figure_columns(names)], rows, note)


def _of_matrices(found: Agreement) -> list[tuple[str, str]]:
    if found.is_dependencies:
        return [("relation", KAPPA), ("head_offset", SHARE), ("offset_and_relation", SHARE)]
    return [(CONSTITUENTS, DICE), ("tag", KAPPA)]


def _matrix(found: Agreement, name: str, figure: str, places: Places) -> ResultTable:
    """Each annotator against each."""
    one = next(one for one in found.figures if one.layer.name == name)
    rows: list[list[Value | Fact]] = [[who, *[None] * len(found.names)] for who in found.names]
    for two, figures in one.of_pairs.items():
        for first, second in permutations(two):
            rows[first][second + 1] = Fact(figures[figure].value, _differ(found, places, one.layer, two))
    made = [share_column(who) if figure in PERCENT else number_column(who, 4) for who in found.names]
    title = f"Each against each: {one.layer.title}, {CALLED[figure]}"
    note = _opens(places, "A click opens the sentences in which these two differ.")
    return ResultTable.of(title, (text_column("annotator"), *made), rows, note)


def _pairs(found: Agreement, places: Places) -> ResultTable:
    names = _names(figures for one in found.figures for figures in one.of_pairs.values())
    rows = []
    for two in found.pairs:
        for one in found.figures:
            who = [found.names[place] for place in two]
            values = *who, one.layer.title, one.units[two], *_values(one.layer, one.of_pairs[two], names)
            rows.append(Fact.each(values, _differ(found, places, one.layer, two)))
    columns = (text_column("first"), text_column("second"), text_column("what"), count_column("units"))
    return ResultTable.of("Pairs", (*columns, *_figure_columns(names)), rows)


def _trees(found: Agreement, trees: TreeAlphas, places: Places) -> list[ResultTable]:
    titles = {"plain": "plain (advised)", "diff": "less the difference of sizes", "norm": "by the sum of sizes"}
    rows: list[list[Value]] = []
    for name in DISTANCES:
        one = trees.alphas[name]
        rows.append([
            titles[name], one.value, *_ends(one.interval), one.observed, one.expected, one.share, *_with_ends(one.within),
            one.values_by_length or None,
        ])  # fmt: skip
    columns = (
        text_column("squared tree distance", key="distance"), number_column("alpha", 4),
        *interval_columns("alpha", False, ("alpha_low", "alpha_high")),
        number_column("observed", 4), number_column("expected", 4), share_column("explained by length, %", key="share"),
        number_column("alpha within length", 4), *interval_columns("within", False, ("within_low", "within_high")),
        count_column("trees with others as long"),
    )  # fmt: skip
    lead = "The expected distance is that of a sample of pairs. " if trees.is_estimated else ""
    note = (
        f"{lead}{counted(trees.values, 'tree')} of {counted(trees.units, 'sentence')}. Sentences of other lengths are far apart, "
        "so that values are high: within length, only trees of equally many words are compared with those of other sentences."
    )
    tables = [ResultTable("Alpha over whole trees", columns, rows, note=note)]
    if trees.left_out:
        ids, names = found.several.ids, found.several.names
        title, layer, left = "Trees left out of alpha", found.layers[0], []
        for tree in trees.left_out:
            units = np.flatnonzero(layer.rows == tree.row)[:1]
            values = ids[tree.row], names[tree.file], tree.reason
            left.append(Fact.each(values, opened(places, layer, units, None, title)))
        tables.append(ResultTable.of(title, map(text_column, ("sentence", "annotator", "reason")), left))
    return tables


def _features(found: Agreement, places: Places) -> ResultTable:
    rows: list[tuple[int, list[Value | Fact]]] = []
    for one in found.of_features:
        has = found.of_voices(found.words.has_feature(one.layer.name)).codes == 1
        for two in found.pairs:
            figures, both = one.of_pairs[two], one.layer.both(two)
            either = int((both & (has[two[0]] | has[two[1]])).sum())
            if not either:
                continue
            differing = len(found.rows_differing(one.layer, two))
            pair = [found.names[place] for place in two] if len(found.voices) > 2 else []
            values: list[Value] = [
                *pair, one.layer.title, either, differing, *_with_ends(figures[DICE]), figures[SHARE].value,
                *_with_ends(figures[KAPPA]), *([] if len(found.voices) > 2 else _with_ends(one.of_all[ALPHA])),
            ]  # fmt: skip
            rows.append((differing, Fact.each(values, _differ(found, places, one.layer, two))))
    rows.sort(key=lambda row: -row[0])
    who = (text_column("first"), text_column("second")) if len(found.voices) > 2 else ()
    columns = (
        *who, text_column("feature"), count_column("words that have it", key="either"), count_column("differ"),
        *_figure_columns((DICE,)), share_column(CALLED[SHARE], key=SHARE),
        *_figure_columns((KAPPA,) if who else (KAPPA, ALPHA)),
    )  # fmt: skip
    note = "Dice: over words that have the feature. Most words have none on both sides, which makes % equal high."
    return ResultTable.of("Features", columns, [row for _, row in rows], note)


def _batches(found: Agreement, places: Places) -> ResultTable:
    layers = {one.name: one for one in found.layers}
    names = [name for name in _names(one.of_all for one in found.figures) if name != POOLED]
    rows = []
    for batch in found.batches:
        for one in batch.figures:
            text = f"{one.layer.title}: annotators differ: {batch.name}"
            figures = _values(one.layer, one.of_all, names)[::3]
            values = batch.name, batch.sentences, one.layer.title, one.units_of_two, *figures
            rows.append(Fact.each(values, _differ_in(found, places, layers[one.layer.name], batch.rows, text)))
        if batch.trees is not None:
            alpha = *[None] * (len(names) - 1), batch.trees.alphas["plain"].value
            whole = layers["offset_and_relation" if found.is_dependencies else CONSTITUENTS]
            behind = _differ_in(found, places, whole, batch.rows, f"Other trees: {batch.name}")
            values = batch.name, batch.sentences, "whole trees", batch.trees.units, *alpha
            rows.append(Fact.each(values, behind))
    columns = [text_column("batch"), count_column("sentences"), text_column("what"), count_column("units")]
    columns += _figure_columns(names)[::3]
    note = f"Batches are {found.batched_by}."
    note += _opens(places, " A click opens the sentences of the batch in which any two differ.")
    return ResultTable.of("Batches", columns, rows, note)


def _drift(found: Agreement, places: Places) -> ResultTable:
    rows: list[list[Value | Fact]] = []
    titled = {one.title: one for one in found.layers}
    for one in found.drift:
        behind = [
            _differ_in(found, places, titled[one.layer], half, f"{one.layer}: annotators differ: {where}")
            for half, where in zip(found.halves or (), ("first half", "last half"), strict=False)
        ]
        for name, change in one.change.items():
            if change.value is not None and (name in PERCENT or one.layer != CONSTITUENTS):
                before, after, *others = _mixed(
                    name, one.first[name], one.last[name], change.value, *_ends(change.interval)
                )
                rows.append([one.layer, CALLED[name], *map(Fact, (before, after), behind), *others])
    titles = ("first half", "last half", "drift", "95 % from", "to")
    keys = ("first half", "last half", "drift", "drift_low", "drift_high")
    columns = (
        text_column("what"), text_column("figure"),
        *(mixed_column(title, 4, key) for title, key in zip(titles, keys, strict=True)),
    )  # fmt: skip
    count = len(found.batches)
    middle = "; the one in the middle is in neither half" if count % 2 else ""
    note = f"The last {count // 2} of {count} batches minus the first {count // 2}{middle}. Batches are {found.batched_by}."
    note += _opens(places, " A click on a half opens its sentences in which any two differ.")
    return ResultTable.of("Drift", columns, rows, note)


def _differing(found: Agreement, places: Places) -> list[ResultTable]:
    """What two say of the same units: cross-tables of two annotators, else one list."""
    name = "relation" if found.is_dependencies else "label"
    layers = [layer_of(found, name), layer_of(found, "upos" if found.is_dependencies else "tag")]
    if len(found.voices) == 2:
        return [_cross(found, one, places) for one in layers if one.both((0, 1)).any()]
    rows: list[tuple[int, list[Value], Behind]] = []
    for layer in layers:
        texts = layer.category.texts
        for two in found.pairs:
            units = found.rows_differing(layer, two)
            first, second = layer.category.codes[two[0], units], layer.category.codes[two[1], units]
            names = [found.names[place] for place in two]
            for (a, b), many in Counter(zip(first.tolist(), second.tolist(), strict=True)).items():
                here = units[(first == a) & (second == b)]
                behind = opened(places, layer, here, two, f"{names[0]}: {texts[a]}, {names[1]}: {texts[b]}")
                rows.append((many, [*names, layer.title, texts[a], texts[b], many], behind))
    rows.sort(key=lambda row: (-row[0], str(row[1])))
    note = f"The {LISTED} most frequent of {len(rows):,}." if len(rows) > LISTED else ""
    columns = *map(text_column, ("first", "second", "what", "first has", "second has")), count_column("times")
    shown = [Fact.each(values, behind) for _, values, behind in rows[:LISTED]]
    return [ResultTable.of("What differs", columns, shown, note)]


def _cross(found: Agreement, layer: Layer, places: Places) -> ResultTable:
    """What the first says, down, by what the second says of the same units, across; those that differ most often."""
    both = layer.both((0, 1))
    units = np.flatnonzero(both)
    first, second = layer.category.codes[0, units], layer.category.codes[1, units]
    differ = first != second
    times = np.bincount(np.concatenate((first[differ], second[differ])), minlength=len(layer.category.texts))
    order = [one for one in np.argsort(-times, kind="stable").tolist() if times[one]][:CROSSED]
    rows: list[list[Value | Fact]] = []
    texts = layer.category.texts
    for a in order:
        here = first == a
        rows.append([texts[a], int(here.sum())])
        for b in order:
            there, text = units[here & (second == b)], f"{found.names[0]}: {texts[a]}, {found.names[1]}: {texts[b]}"
            rows[-1].append(Fact(len(there), opened(places, layer, there, (0, 1), text)))
    columns = (text_column(found.names[0]), count_column("all"), *(cross_column(texts[one]) for one in order))
    note = f"{found.names[0]} down, {found.names[1]} across; {int(differ.sum()):,} differ."
    note += _opens(places, " A click opens the places.")
    return ResultTable.of(f"What differs: {layer.title}", columns, rows, note)
