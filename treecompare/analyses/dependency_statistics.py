"""What a treebank of dependencies is like (Kübler et al. 2008, table 1, as far as it applies), and its crossing branches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.confusions import share
from treecompare.comparison.dependencies.edge_items import ENHANCEMENTS, enhancements
from treecompare.readers import DependencyTreebank
from treecompare.scores.result import Found, ResultTable, Value, count_column, number_column, share_column, text_column
from treecompare.trees.enhanced import graphs, word_edges_of
from treecompare.trees.heads import Heads, check, lift

_COLUMNS = (
    text_column("treebank"), count_column("sentences"), number_column("mean length"), count_column("longest"),
    count_column("words"), count_column("tokens"), count_column("relations"), count_column("UPOS tags"),
    count_column("XPOS tags"), number_column("mean depth"), count_column("deepest"), number_column("mean arc length"),
    count_column("non-projective arcs"), share_column("of arcs, %", key="non-projective arcs, share"),
    count_column("non-projective sentences"), share_column("of sentences, %", key="non-projective sentences, share"),
    count_column("lifts"), count_column("no trees"),
)  # fmt: skip
_NOTE = (
    "Depth: arcs from the deepest word of a sentence up to the root, the root counting 1; arc length: words from a word to "
    "its head. Non-projective: between a word and its head stands a word that the head does not dominate. Lifts: how often "
    "a head is replaced by its head until no arc is non-projective (Nivre & Nilsson 2005). No trees: several roots, none, a "
    "cycle, or a head outside."
)


def dependency_statistics_tables(
    treebanks: Sequence[DependencyTreebank], systems: Sequence[int | None] | None = None
) -> list[ResultTable]:
    """The trees of treebanks, and the enhanced graphs of those that have some.

    ``systems`` says which system each is (None: a gold), else the first is the gold.
    """
    systems = systems or [None, *range(len(treebanks) - 1)]
    tables = [dependency_statistics_table(treebanks, systems)]
    both = [(one, system) for one, system in zip(treebanks, systems, strict=True) if one.sentences.is_enhanced]
    return [*tables, graph_statistics_table(*map(list, zip(*both, strict=True)))] if both else tables


def dependency_statistics_table(
    treebanks: Sequence[DependencyTreebank], systems: Sequence[int | None] | None = None
) -> ResultTable:
    """A row per treebank; ``systems`` says which system each is (None: a gold), else the first is the gold.

    Sentences without words are not counted, shares are of arcs that are not from the root.
    """
    systems = systems or [None, *range(len(treebanks) - 1)]
    found = [check(one.sentences.arcs) for one in treebanks]
    places = {column.title: place for place, column in enumerate(_COLUMNS)}

    def sentences(row: int, column: int) -> Found | None:
        if column == places["no trees"]:
            return Found(found[row].irregular, systems[row], "heads that make no tree")
        if column in (places["non-projective arcs"], places["non-projective sentences"]):
            crossing = np.flatnonzero(found[row].per_sentence["non_projective"])
            return Found(crossing, systems[row], "non-projective arcs")
        return None

    return ResultTable(
        "Statistics of the treebanks",
        _COLUMNS,
        [_row(one, heads) for one, heads in zip(treebanks, found, strict=True)],
        _NOTE,
        ("statistics|dependencies",),
        found=sentences,
    )


_GRAPH_COLUMNS = (
    text_column("treebank"), count_column("sentences"), count_column("with enhanced edges", "sentences with enhanced edges"),
    count_column("edges"), count_column("empty nodes"), number_column("edges per node", key="edges per node"),
    count_column("several roots"), count_column("no root"), count_column("cycles"), count_column("several parts"),
    *(count_column(name) for name in ENHANCEMENTS),
)  # fmt: skip


def graph_statistics_table(treebanks: Sequence[DependencyTreebank], systems: Sequence[int | None]) -> ResultTable:
    """The enhanced graphs of treebanks, a row each; ``systems``: see :func:`dependency_statistics_tables`."""
    rows: list[list[Value]] = []
    found: list[list[NDArray[np.int64]]] = []
    for one in treebanks:
        words = one.sentences
        seen, edges = graphs(words), word_edges_of(words)
        there = seen.edges > 0
        odd = [
            np.flatnonzero(there & which) for which in (seen.roots > 1, seen.roots == 0, seen.cyclic, seen.parts > 1)
        ]
        kinds = np.bincount(enhancements(edges, words), minlength=len(ENHANCEMENTS)).tolist()
        total, nodes = int(seen.edges.sum()), int(seen.nodes[there].sum())
        rows.append([
            one.name, int((words.lengths > 0).sum()), int(there.sum()), total, len(words.empty_nodes.after), share(total, nodes),
            *map(len, odd), *kinds,
        ])  # fmt: skip
        found.append(odd)
    names = [column.title for column in _GRAPH_COLUMNS]
    first = names.index("several roots")

    def sentences(row: int, column: int) -> Found | None:
        if not first <= column < first + len(found[row]):
            return None
        return Found(found[row][column - first], systems[row], f"enhanced graphs: {names[column]}")

    return ResultTable(
        "Enhanced graphs of the treebanks", _GRAPH_COLUMNS, rows,
        "Edges of words and empty nodes, as they are written; sentences whose graph has several roots, none, a cycle, or parts "
        "that are not connected. Types of enhancement: of the edges of words, empty nodes collapsed, by the basic tree.",
        ("statistics|enhanced",), found=sentences,
    )  # fmt: skip


def _row(treebank: DependencyTreebank, heads: Heads) -> list[Value]:
    words = treebank.sentences
    arcs = words.arcs
    sentences = int((words.lengths > 0).sum())
    several = words.multiwords
    tokens = words.words - int((several.last.astype(np.int64) - several.first).sum())
    hanging = np.flatnonzero(arcs.parents >= 0)
    length = int(np.abs(arcs.parents[hanging] - hanging).sum())
    crossing, lifts = int(heads.non_projective.sum()), int(lift(arcs).lifts.sum())
    crossed = int((heads.per_sentence["non_projective"] > 0).sum())
    deepest = depths_per_sentence(treebank, heads)
    kinds = [_different(treebank, column) for column in (words.deprel, words.upos, words.xpos)]
    return [
        treebank.name, sentences, share(words.words, sentences), int(words.lengths.max(initial=0)), words.words, tokens, *kinds,
        share(int(deepest.sum()), sentences), int(deepest.max(initial=0)), share(length, len(hanging)),
        crossing, share(crossing, len(hanging)), crossed, share(crossed, sentences), lifts, len(heads.irregular),
    ]  # fmt: skip


def depths_per_sentence(treebank: DependencyTreebank, heads: Heads) -> NDArray[np.int64]:
    """The depth of the deepest word of each sentence; 0 where none is under a root."""
    deepest = np.zeros(len(treebank.sentences), np.int64)
    np.maximum.at(deepest, treebank.sentences.sentence_of, heads.depths)
    return deepest


def _different(treebank: DependencyTreebank, column: NDArray[np.int32]) -> int:
    """How many different texts a column has; ``_`` is none."""
    return len({treebank.sentences.symbols[symbol] for symbol in np.unique(column).tolist()} - {"_"})


def sentence_table(treebank: DependencyTreebank) -> ResultTable:
    """A row per sentence: words, depth, arcs that are non-projective, lifts, and what is wrong with the heads."""
    sentences = treebank.sentences
    heads = check(sentences.arcs)
    columns = (
        sentences.lengths, depths_per_sentence(treebank, heads), heads.per_sentence["non_projective"], lift(sentences.arcs).lifts,
    )  # fmt: skip
    ids = treebank.ids or [None] * len(sentences)
    rows: list[list[Value]] = []
    for index, numbers in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        problem = treebank.problems.get(index)
        wrong = problem.reason if problem else ", ".join(heads.reasons(index))
        rows.append([index + 1, ids[index] or str(index + 1), *numbers, wrong])
    return ResultTable(
        f"Sentences of {treebank.name}",
        (
            count_column("number"), text_column("sentence"), count_column("words"), count_column("depth"),
            count_column("non-projective arcs"), count_column("lifts"), text_column("heads"),
        ),
        rows,
        _NOTE,
        ("statistics|dependencies",),
    )  # fmt: skip
