"""The tables of agreement that scripts compare: file names, columns and ways of writing values stay."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial

import numpy as np

from treecompare.extras.annotators.agreed import CONSTITUENTS, Agreement
from treecompare.extras.annotators.figures import Category, Pair, means
from treecompare.extras.annotators.several import MISSING
from treecompare.extras.annotators.tallies import Layer, Two
from treecompare.extras.annotators.tree_alpha import TreeAlphas
from treecompare.extras.annotators.word_units import ARC_CATEGORIES, TAG_CATEGORIES

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
    layer = found.layer(column)
    codes, texts = layer.category.codes[list(two)][:, layer.differing(two)], layer.category.texts
    counts = Counter((texts[one], texts[other]) for one, other in codes.T.tolist())
    return sorted(counts.items(), key=lambda one: (-one[1], str(one[0])))


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
        layer = found.layer(name)
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
    relation, words = found.layer("relation"), found.several.words
    differing = sum(
        len(words[voices[0]][row[voices[0]]]) != len(words[voices[1]][row[voices[1]]])
        for row in found.several.rows
        if all(row[one] != MISSING for one in voices)
    )
    rows = [[who, "words", str(relation.pair(two).units)], [who, "sentences_of_different_length", str(differing)]]
    for name in _OF_PAIRS:
        rows += _figures(who, name, found.layer(name).pair(two))
    for value in found.words.relations(*voices):
        only = found.words.only("relation", value)
        layer = Layer(only.name, only.name, found.of_voices(only), relation.rows, relation.given)
        rows += _figures(who, only.name, layer.pair(two))
    return rows


def _feature_rows(found: Agreement, called: str) -> Rows:
    """A row per feature, and one for the whole of them."""
    rows: Rows = [list(_FEATURES)]
    of_name = {one.name: one for one in (*found.features, found.layer("feats"))}
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
    who, nodes, tag = found.called(two), found.layer(CONSTITUENTS), found.layer("tag")
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
