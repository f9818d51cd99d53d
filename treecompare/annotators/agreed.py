"""The agreement of several annotators: all figures, as tables for people and as those that scripts compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from treecompare.annotators.figures import Category, means
from treecompare.annotators.several import Several
from treecompare.annotators.span_units import Spans, spans_of
from treecompare.annotators.tree_alpha import TreeAlphas, as_compared, tree_alphas
from treecompare.annotators.word_units import ARC_CATEGORIES, TAG_CATEGORIES, WordUnits
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import of_kind
from treecompare.scores.result import ResultTable, count_column, number_column, share_column, text_column

Rows = list[list[str]]
ALL = "all"


@dataclass(frozen=True, eq=False)
class Agreement:
    """``tables``: those that scripts compare; ``results``: for people; ``methods``: what was computed, in words."""

    tables: dict[str, Rows]
    results: list[ResultTable]
    methods: str


def digits(value: Fraction | float | None, times: int = 1) -> str:
    """A figure with six decimals, as scripts compare it."""
    return "undefined" if value is None else f"{float(value * times):.6f}"


def agreement(several: Several, jobs: int = 1, given: str = "-", with_trees: bool = True) -> Agreement:
    """All figures; ``given``: what the set of files is called in tables. ``with_trees``: alpha over whole trees as
    well. Raises MemoryError: too many trees for all distances."""
    if isinstance(several.treebanks[0], DependencyTreebank):
        return _of_words(several, jobs, given, with_trees)
    return _of_spans(several, jobs, with_trees)


def _pairs(several: Several) -> Iterator[tuple[int, int, str]]:
    for first, second in combinations(range(len(several.names)), 2):
        yield first, second, f"{several.names[first]}~{several.names[second]}"


def _trees(found: TreeAlphas | None) -> Rows:
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


def _figures(who: str, category: Category) -> Rows:
    pair = category.pair(0, 1)
    return [
        [who, f"agreement.{category.name}", digits(pair.share, 100)],
        [who, f"kappa.{category.name}", digits(pair.kappa)],
    ]


def _of_words(several: Several, jobs: int, given: str, with_trees: bool) -> Agreement:
    units = WordUnits.of(several)
    trees = tree_alphas(several, jobs=jobs) if with_trees else None
    categories = {name: units.category(name) for name in (*ARC_CATEGORIES, *TAG_CATEGORIES)}
    overlap: Rows = [["set", "who", "measure", "value"]]
    shown: list[list[object]] = []
    for name, category in categories.items():
        overlap.append([given, ALL, f"units_of_all.{name}", str(category.units_of_all)])
        overlap.append([given, ALL, f"units_of_two.{name}", str(category.units_of_two)])
        overlap.append([given, ALL, f"fleiss.{name}", digits(category.fleiss)])
        overlap.append([given, ALL, f"alpha.{name}", digits(category.alpha)])
        pairs = []
        for first, second, who in _pairs(several):
            pair = category.pair(first, second)
            pairs.append(pair)
            overlap.append([given, who, f"units.{name}", str(pair.units)])
            overlap.append([given, who, f"agreement.{name}", digits(pair.share, 100)])
            overlap.append([given, who, f"kappa.{name}", digits(pair.kappa)])
            shown.append([who, name, pair.units, pair.share, pair.kappa, None, None])
        plain, pooled, _ = means(pairs)
        overlap.append([given, ALL, f"kappa_mean.{name}", digits(plain)])
        overlap.append([given, ALL, f"kappa_pooled.{name}", digits(pooled)])
        shown.append([ALL, name, category.units_of_two, None, plain, category.fleiss, category.alpha])
    alpha, features = _trees(trees), _feature_rows(several, units, given)
    confusion = [["who", "category", "first", "second", "words"]]
    for first, second, who in _pairs(several):
        relation = categories["relation"].pair(first, second)
        alpha.append([who, "words", str(relation.units)])
        alpha.append([who, "sentences_of_different_length", str(_differing(several, first, second))])
        for name in ("relation", "relation_without_subtype", "head_offset", "head_index", "offset_and_relation"):
            alpha += _figures(who, Category(name, categories[name].codes[[first, second]]))
        for value in units.relations(first, second):
            only = units.only("relation", value)
            alpha += _figures(who, Category(only.name, only.codes[[first, second]]))
        for name in ("relation", "upos"):
            sides = units.columns[name][first], units.columns[name][second]
            counts = Counter(pair for pair in zip(*sides, strict=True) if None not in pair and pair[0] != pair[1])
            order = sorted(counts.items(), key=lambda one: (-one[1], str(one[0])))
            confusion += [[who, name, str(a), str(b), str(count)] for (a, b), count in order]
    if trees is not None:
        shown.append([ALL, "whole trees", trees.units, None, None, None, trees.alphas["plain"].value])
    columns = [
        text_column("who"), text_column("what"), count_column("units"), share_column("% equal", key="share"),
        number_column("kappa", 4), number_column("Fleiss", 4, key="fleiss"), number_column("alpha", 4),
    ]  # fmt: skip
    rows = [[float(one) if isinstance(one, Fraction) else one for one in row] for row in shown]
    result = ResultTable(f"Agreement of {', '.join(several.names)}", tuple(columns), rows, note=METHODS)  # type: ignore[arg-type]
    tables = {"overlap": overlap, "features": features, "alpha": alpha, "confusion": confusion}
    return Agreement(tables, [result], METHODS)


METHODS = (
    "Units are words. kappa: Cohen's (1960), over the words that both have; in rows of all, its plain mean over pairs. "
    "Fleiss: Fleiss' kappa (1971), over the words that all have. alpha: Krippendorff's (2004) for nominal data, over the "
    "words that two or more have; of whole trees: with the squared tree distance, plain (Skjærholt 2014)."
)


def _differing(several: Several, first: int, second: int) -> int:
    words = several.words
    return sum(
        len(words[first][row[first]]) != len(words[second][row[second]])
        for row in several.rows
        if row[first] >= 0 and row[second] >= 0
    )


def _feature_rows(several: Several, units: WordUnits, given: str) -> Rows:
    """A row per feature, and one for the whole of them."""
    heads = [
        "set",
        "who",
        "feature",
        "words",
        "either",
        "first",
        "second",
        "equal",
        "dice",
        "percent",
        "kappa",
        "alpha",
    ]
    rows = [heads]
    for first, second, who in _pairs(several):
        for name in (*units.feature_names(first, second), "feats"):
            whole = units.category("feats") if name == "feats" else units.feature(name)
            column = units.columns["feats"] if name == "feats" else None
            texts = column or [[None if code < 0 else str(code) for code in codes.tolist()] for codes in whole.codes]
            rows.append([given, who, name, *_feature_figures(whole, texts, units, first, second, name)])
    return rows


def _feature_figures(
    whole: Category, texts: Sequence[Sequence[str | None]], units: WordUnits, first: int, second: int, name: str
) -> list[str]:
    category = Category(name, whole.codes[[first, second]])
    pair = category.pair(0, 1)
    sides = units.columns["feats"][first], units.columns["feats"][second]
    has = [[one is not None and _has(one, name) for one in side] for side in sides]
    both_there = [a is not None and b is not None for a, b in zip(*sides, strict=True)]
    counts = [sum(there and one for there, one in zip(both_there, side, strict=True)) for side in has]
    either = sum(there and (a or b) for there, a, b in zip(both_there, *has, strict=True))
    equal = sum(
        there and a and b and texts[first][at] == texts[second][at]
        for at, (there, a, b) in enumerate(zip(both_there, *has, strict=True))
    )
    dice = Fraction(2 * equal, sum(counts)) if sum(counts) else None
    figures = [digits(dice, 100), digits(pair.share, 100), digits(pair.kappa), digits(category.alpha)]
    return [str(pair.units), str(either), *map(str, counts), str(equal), *figures]


def _has(canonical: str, name: str) -> bool:
    return canonical != "none" and (
        name == "feats" or any(one.partition("=")[0] == name for one in canonical.split("|"))
    )


def _of_spans(several: Several, jobs: int, with_trees: bool) -> Agreement:
    prepared = as_compared(of_kind(several.treebanks, Treebank))
    trees = tree_alphas(several, prepared, jobs) if with_trees else None
    alpha = _trees(trees)
    rows: list[list[str | int | float | None]] = []
    for first, second, who in _pairs(several):
        spans = spans_of(several, prepared, first, second)
        alpha += _span_rows(who, spans)
        for category, units in ((spans.span, len(spans.first)), (spans.tag, spans.words)):
            pair = category.pair(0, 1)
            dice = 2 * spans.equal / spans.nodes if category.name == "span" and spans.nodes else None
            share = None if pair.share is None else float(pair.share)
            rows.append([who, category.name, units, dice, share, None if pair.kappa is None else float(pair.kappa)])
    if trees is not None:
        rows.append([ALL, "whole trees: alpha", trees.units, None, None, trees.alphas["plain"].value])
    columns = (
        text_column("who"), text_column("what"), count_column("units"), share_column("Dice, %", key="dice"),
        share_column("% equal", key="share"), number_column("kappa or alpha", 4, key="kappa"),
    )  # fmt: skip
    note = (
        "Look at Dice of labelled constituents: no unit of kappa over spans is none for both, so it may be far below 0."
    )
    return Agreement(
        {"alpha": alpha}, [ResultTable(f"Agreement of {', '.join(several.names)}", columns, rows, note=note)], note
    )


def _span_rows(who: str, spans: Spans) -> Rows:
    rows = [
        [who, "spans", str(len(spans.first))], [who, "words", str(spans.words)], [who, "sentences", str(spans.sentences)],
        [who, "sentences_of_different_length", str(spans.differing)], *_figures(who, spans.span), *_figures(who, spans.tag),
    ]  # fmt: skip
    for label in spans.frequent():
        rows += _figures(who, spans.label(label))
    return rows
