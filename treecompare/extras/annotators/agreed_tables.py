"""Agreement as tables for people: headline, all together, each against each, features, whole trees, batches, and what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import compress, permutations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted, named
from treecompare.extras.annotators.agreed import CONSTITUENTS, Agreement
from treecompare.extras.annotators.corrected import corrected_tables
from treecompare.extras.annotators.figures import Interval
from treecompare.extras.annotators.several import MISSING
from treecompare.extras.annotators.tallies import (
    ALPHA,
    DICE,
    FLEISS,
    KAPPA,
    POOLED,
    SHARE,
    Layer,
    Two,
)
from treecompare.extras.annotators.tallies import Value as Figure
from treecompare.extras.annotators.tree_alpha import DISTANCES, TreeAlphas
from treecompare.extras.annotators.word_units import absent_said
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


def people_tables(found: Agreement) -> list[ResultTable]:
    """All tables that there is something for."""
    tables = [_headline(found), _together(found)]
    if len(found.voices) > 2:
        tables += [_matrix(found, name, figure) for name, figure in _of_matrices(found)]
        tables.append(_pairs(found))
    if found.trees is not None:
        tables += _trees(found, found.trees)
    if not found.asked.is_quick and found.features:
        tables += [one for one in [_features(found)] if one.rows]
    if not found.asked.is_quick and len(found.batches) > 1:
        tables += [_batches(found), _drift(found)]
    if found.asked.pre is not None:
        tables += corrected_tables(found, found.asked.pre)
    return [*tables, *_differing(found)]


def _opens(found: Agreement, text: str) -> str:
    """What is said only where cells can be opened."""
    return text if found.opens is not None else ""


def _differ(found: Agreement, layer: Layer, two: Two | None) -> Behind:
    who = "annotators" if two is None else " and ".join(found.names_of(two))
    return found.opened(layer, layer.differing(two), two, f"{layer.title}: {who} differ")


def _differ_in(found: Agreement, layer: Layer, sentences: NDArray[np.bool_], text: str) -> Behind:
    units = layer.differing(None)
    return found.opened(layer, units[sentences[layer.rows[units]]], None, text)


def _headline(found: Agreement) -> ResultTable:
    rows = []
    by_layer = {one.layer.name: one for one in found.figures}
    for what, name, figure, layer in headline(found):
        units = (
            found.trees.units if layer is None and found.trees else by_layer[layer.name].units_of_two if layer else 0
        )
        values = what, CALLED[name], *_mixed(name, figure.value, *_ends(figure.interval)), units
        rows.append(Fact.each(values, None if layer is None else _differ(found, layer, None)))
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


def _together(found: Agreement) -> ResultTable:
    many = len(found.voices) > 2
    names = _names(one.of_all for one in found.figures)
    rows = []
    for one in found.figures:
        row: list[Value] = [one.layer.title, one.units_of_two]
        row += [one.units_of_all, one.fewest, one.left_out] if many else []
        values = [*row, *_values(one.layer, one.of_all, names)]
        rows.append(Fact.each(values, _differ(found, one.layer, None)))
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
    note += _opens(found, " A click opens the sentences in which any two differ.")
    title = "All together" if many else "All figures"
    return ResultTable.of(title, [*columns, *_figure_columns(names)], rows, note)


def _of_matrices(found: Agreement) -> list[tuple[str, str]]:
    if found.is_dependencies:
        return [("relation", KAPPA), ("head_offset", SHARE), ("offset_and_relation", SHARE)]
    return [(CONSTITUENTS, DICE), ("tag", KAPPA)]


def _matrix(found: Agreement, name: str, figure: str) -> ResultTable:
    """Each annotator against each."""
    one = next(one for one in found.figures if one.layer.name == name)
    rows: list[list[Value | Fact]] = [[who, *[None] * len(found.names)] for who in found.names]
    for two, figures in one.of_pairs.items():
        for first, second in permutations(two):
            rows[first][second + 1] = Fact(figures[figure].value, _differ(found, one.layer, two))
    made = [share_column(who) if figure in PERCENT else number_column(who, 4) for who in found.names]
    title = f"Each against each: {one.layer.title}, {CALLED[figure]}"
    note = _opens(found, "A click opens the sentences in which these two differ.")
    return ResultTable.of(title, (text_column("annotator"), *made), rows, note)


def _pairs(found: Agreement) -> ResultTable:
    names = _names(figures for one in found.figures for figures in one.of_pairs.values())
    rows = []
    for two in found.pairs:
        for one in found.figures:
            who = found.names_of(two)
            values = *who, one.layer.title, one.units[two], *_values(one.layer, one.of_pairs[two], names)
            rows.append(Fact.each(values, _differ(found, one.layer, two)))
    columns = (text_column("first"), text_column("second"), text_column("what"), count_column("units"))
    return ResultTable.of("Pairs", (*columns, *_figure_columns(names)), rows)


def _trees(found: Agreement, trees: TreeAlphas) -> list[ResultTable]:
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
            left.append(Fact.each(values, found.opened(layer, units, None, title)))
        tables.append(ResultTable.of(title, map(text_column, ("sentence", "annotator", "reason")), left))
    return tables


def _features(found: Agreement) -> ResultTable:
    rows: list[tuple[int, list[Value | Fact]]] = []
    for one in found.of_features:
        has = found.of_voices(found.words.has_feature(one.layer.name)).codes == 1
        for two in found.pairs:
            figures, both = one.of_pairs[two], one.layer.both(two)
            either = int((both & (has[two[0]] | has[two[1]])).sum())
            if not either:
                continue
            differing = len(one.layer.differing(two))
            pair = found.names_of(two) if len(found.voices) > 2 else []
            values: list[Value] = [
                *pair, one.layer.title, either, differing, *_with_ends(figures[DICE]), figures[SHARE].value,
                *_with_ends(figures[KAPPA]), *([] if len(found.voices) > 2 else _with_ends(one.of_all[ALPHA])),
            ]  # fmt: skip
            rows.append((differing, Fact.each(values, _differ(found, one.layer, two))))
    rows.sort(key=lambda row: -row[0])
    who = (text_column("first"), text_column("second")) if len(found.voices) > 2 else ()
    columns = (
        *who, text_column("feature"), count_column("words that have it", key="either"), count_column("differ"),
        *_figure_columns((DICE,)), share_column(CALLED[SHARE], key=SHARE),
        *_figure_columns((KAPPA,) if who else (KAPPA, ALPHA)),
    )  # fmt: skip
    note = "Dice: over words that have the feature. Most words have none on both sides, which makes % equal high."
    return ResultTable.of("Features", columns, [row for _, row in rows], note)


def _batches(found: Agreement) -> ResultTable:
    layers = {one.name: one for one in found.layers}
    names = [name for name in _names(one.of_all for one in found.figures) if name != POOLED]
    rows = []
    for batch in found.batches:
        for one in batch.figures:
            text = f"{one.layer.title}: annotators differ: {batch.name}"
            figures = _values(one.layer, one.of_all, names)[::3]
            values = batch.name, batch.sentences, one.layer.title, one.units_of_two, *figures
            rows.append(Fact.each(values, _differ_in(found, layers[one.layer.name], batch.rows, text)))
        if batch.trees is not None:
            alpha = *[None] * (len(names) - 1), batch.trees.alphas["plain"].value
            whole = layers["offset_and_relation" if found.is_dependencies else CONSTITUENTS]
            behind = _differ_in(found, whole, batch.rows, f"Other trees: {batch.name}")
            values = batch.name, batch.sentences, "whole trees", batch.trees.units, *alpha
            rows.append(Fact.each(values, behind))
    columns = [text_column("batch"), count_column("sentences"), text_column("what"), count_column("units")]
    columns += _figure_columns(names)[::3]
    note = f"Batches are {found.batched_by}."
    note += _opens(found, " A click opens the sentences of the batch in which any two differ.")
    return ResultTable.of("Batches", columns, rows, note)


def _drift(found: Agreement) -> ResultTable:
    rows: list[list[Value | Fact]] = []
    titled = {one.title: one for one in found.layers}
    for one in found.drift:
        behind = [
            _differ_in(found, titled[one.layer], half, f"{one.layer}: annotators differ: {where}")
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
    note += _opens(found, " A click on a half opens its sentences in which any two differ.")
    return ResultTable.of("Drift", columns, rows, note)


def _differing(found: Agreement) -> list[ResultTable]:
    name = "relation" if found.is_dependencies else "label"
    layers = [found.layer(name), found.layer("upos" if found.is_dependencies else "tag")]
    if len(found.voices) == 2:
        return [_cross(found, one) for one in layers if one.both((0, 1)).any()]
    rows: list[tuple[int, list[Value], Behind]] = []
    for layer in layers:
        texts = layer.category.texts
        for two in found.pairs:
            units = layer.differing(two)
            first, second = layer.category.codes[two[0], units], layer.category.codes[two[1], units]
            names = found.names_of(two)
            for (a, b), many in Counter(zip(first.tolist(), second.tolist(), strict=True)).items():
                here = units[(first == a) & (second == b)]
                behind = found.opened(layer, here, two, f"{names[0]}: {texts[a]}, {names[1]}: {texts[b]}")
                rows.append((many, [*names, layer.title, texts[a], texts[b], many], behind))
    rows.sort(key=lambda row: (-row[0], str(row[1])))
    note = f"The {LISTED} most frequent of {len(rows):,}." if len(rows) > LISTED else ""
    columns = *map(text_column, ("first", "second", "what", "first has", "second has")), count_column("times")
    shown = [Fact.each(values, behind) for _, values, behind in rows[:LISTED]]
    return [ResultTable.of("What differs", columns, shown, note)]


def _cross(found: Agreement, layer: Layer) -> ResultTable:
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
            rows[-1].append(Fact(len(there), found.opened(layer, there, (0, 1), text)))
    columns = (text_column(found.names[0]), count_column("all"), *(cross_column(texts[one]) for one in order))
    note = f"{found.names[0]} down, {found.names[1]} across; {int(differ.sum()):,} differ."
    note += _opens(found, " A click opens the places.")
    return ResultTable.of(f"What differs: {layer.title}", columns, rows, note)
