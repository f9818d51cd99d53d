"""Lattices: what is wrong with them, their paths, and which space-delimited word a word belongs to."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.comparison import hebrew
from tests.made import lexemes_of_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.readers.lattice_files import CONLLUL, SPMRL_LATTICE, read_lattices
from treecompare.trees.lattices import Lattice, Lattices, find_path, tokens_of

Arcs = list[tuple[int, int, str, str, int]]

BCLM: Arcs = [
    (0, 1, "B", "IN", 1), (0, 5, "BCL", "NN", 1), (1, 2, "H", "DEF", 1), (2, 5, "CL", "NN", 1), (1, 5, "CL", "NN", 1),
    (5, 6, "FL", "POSS", 2), (6, 7, "HM", "PRN", 2), (5, 7, "FLHM", "NN", 2),
    (7, 8, "H", "DEF", 3), (8, 9, "NEIM", "JJ", 3), (7, 9, "HNEIM", "VB", 3),
]  # fmt: skip
"""After figure 2 of Tsarfaty et al. 2012 (ACL)."""


def lattices(*sentences: Arcs) -> Lattices:
    rows = [
        "\n".join(f"{a}\t{b}\t{form}\t_\t{tag}\t{tag}\t_\t{token}" for a, b, form, tag, token in s) for s in sentences
    ]
    return SPMRL_LATTICE.read(("\n\n".join(rows) + "\n").encode(), "f", "f").lattices


def lattice(*arcs: tuple[int, int]) -> Lattice:
    return lattices([(a, b, f"w{a}", "T", 1) for a, b in arcs])[0]


@pytest.mark.parametrize(
    ("arcs", "problem"),
    [
        ([(0, 1), (1, 2), (2, 1), (2, 3)], "a cycle through the states 1, 2"),
        ([(0, 0), (0, 1)], "a cycle through the states 0"),
        ([(0, 1), (1, 1), (1, 2)], "a cycle through the states 1"),
        ([(0, 1), (2, 3)], "a gap: no path leads from state 0 beyond state 1, to the last state 3"),
        ([(0, 2), (1, 2), (2, 3)], "dangling: no path from state 0 leads to 1"),
        ([(0, 1), (0, 2), (2, 3)], "dangling: no path leads from 1 to state 3"),
    ],
)
def test_what_is_no_lattice_is_told(arcs: list[tuple[int, int]], problem: str) -> None:
    one = lattice(*arcs)
    assert one.problems == [problem]
    assert one.table.suspicious.tolist() == [0]


def paths_in(one: Lattice) -> int:
    """The number of paths from the first state to the last; 0 where there is a cycle."""
    graph = one.graph()
    if not networkx.is_directed_acyclic_graph(graph):
        return 0
    paths = dict.fromkeys(graph, 0) | {one.first: 1}
    for state in networkx.topological_sort(graph):
        for _, target in graph.out_edges(state):
            paths[target] += paths[state]
    return paths[one.last]


@pytest.mark.parametrize(
    "arcs", [[(0, 1)], [(0, 2), (0, 1), (1, 2)], [(3, 7), (7, 9), (3, 9)], [(0, 2), (2, 1), (1, 3)]]
)
def test_states_may_have_any_numbers(arcs: list[tuple[int, int]]) -> None:
    assert lattice(*arcs).problems == []


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=10))
def test_checks_and_paths_agree_with_networkx(arcs: list[tuple[int, int]]) -> None:
    one = lattice(*arcs)
    graph = one.graph()
    first, last = min(graph), max(graph)
    if not networkx.is_directed_acyclic_graph(graph):
        assert one.problems[0].startswith("a cycle")
        assert paths_in(one) == 0
        return
    on_a_path = (networkx.descendants(graph, first) | {first}) & (networkx.ancestors(graph, last) | {last})
    assert (one.problems == []) == (on_a_path == set(graph) and first != last)
    assert paths_in(one) == len(list(networkx.all_simple_edge_paths(graph, first, last)))
    if one.problems:
        assert one.table.suspicious.tolist() == [0]
    if one.table.single[0]:
        assert paths_in(one) == 1
        assert len(one) == graph.number_of_nodes() - 1


def test_the_graph_is_a_multigraph_that_carries_the_columns() -> None:
    graph = lattices(BCLM)[0].graph()
    assert isinstance(graph, networkx.MultiDiGraph)
    assert networkx.is_directed_acyclic_graph(graph)
    assert {data["form"] for _, _, data in graph.edges(data=True) if data["token"] == 3} == {"H", "NEIM", "HNEIM"}
    assert (graph.graph["first"], graph.graph["last"]) == (0, 9)


def test_the_number_of_paths_is_exact_however_large() -> None:
    width, words = 10, 60
    arcs = [(k, k + 1, f"w{j}", "T", k + 1) for k in range(words) for j in range(width)]
    assert paths_in(lattices(arcs)[0]) == 10**60


def test_repeated_arcs_are_kept() -> None:
    table = lattices([(0, 1, "a", "T", 1), (0, 1, "a", "T", 1), (0, 1, "a", "U", 1)], [(0, 1, "a", "T", 1)])
    assert table.lengths.tolist() == [3, 1]


SEVERAL = lattices(
    [(0, 1, "a", "T", 1), (1, 2, "b", "T", 2)], [(3, 5, "cd", "T", 1), (3, 4, "c", "U", 1), (4, 5, "d", "V", 1)], BCLM,
)  # fmt: skip


def forms(table: Lattices) -> list[list[str]]:
    return [[arc.form for arc in one.arcs] for one in table]


def test_sentences_are_numbered_from_0() -> None:
    assert len(SEVERAL) == 3
    assert [one.index for one in SEVERAL] == [0, 1, 2]
    for outside in (-1, 3):
        with pytest.raises(IndexError):
            SEVERAL[outside]


def test_some_sentences_of_a_file() -> None:
    middle = SEVERAL.part(1, 2)
    assert [arc[:4] for arc in middle[0].arcs] == [(0, 3, 5, "cd"), (1, 3, 4, "c"), (2, 4, 5, "d")]
    assert forms(SEVERAL.part(1, 3)) == forms(SEVERAL)[1:]
    assert (len(SEVERAL.part(1, 1)), len(SEVERAL.part(0, 3))) == (0, 3)
    chosen = SEVERAL.chosen(np.array([2, -1, 0, 2]))
    assert forms(chosen) == [forms(SEVERAL)[2], [], forms(SEVERAL)[0], forms(SEVERAL)[2]]
    assert [arc.token for arc in chosen[2].arcs] == [1, 2]
    assert [one.first for one in SEVERAL] == [0, 3, 0]
    assert [one.last for one in chosen] == [9, 0, 2, 9]


UL = """\
0-2	ab	_
0	1	a	a	X	X	_	_	_
1	2	b	b	X	X	_	_	_
2	3	c	c	X	X	_	_	_

0-2	dé	_
0	1	d	d	X	X	_	_	_
1	2	e	e	X	X	_	_	_
"""


def test_space_delimited_words_stay_with_their_sentences() -> None:
    two = CONLLUL.read(UL.encode(), "f", "f").lattices
    assert [one.tokens for one in two] == [["ab", "c"], ["dé"]]
    assert [one.tokens for one in two.part(1, 2)] == [["dé"]]
    assert [one.tokens for one in two.chosen(np.array([1, -1, 0]))] == [["dé"], [], ["ab", "c"]]
    assert [one.tokens for one in SEVERAL] == [["", ""], [""], ["", "", ""]]


def spelt(table: Lattices) -> list[list[str]]:
    symbols, offsets = table.spelt
    texts = [table.symbols.texts[symbol] for symbol in symbols.tolist()]
    return [texts[first:last] for first, last in itertools.pairwise(offsets.tolist())]


def test_what_spells_a_sentence() -> None:
    two = CONLLUL.read(UL.encode(), "f", "f").lattices
    assert spelt(two) == [["ab", "c"], ["dé"]]  # its space-delimited words
    assert spelt(SEVERAL) == [["a", "b"], ["cd"], ["BCL", "FLHM", "HNEIM"]]  # else the longest arcs
    assert spelt(SEVERAL.chosen(np.array([-1, 2, -1, 0]))) == [[], ["BCL", "FLHM", "HNEIM"], [], ["a", "b"]]
    mixed = replace(two, tokens=replace(two.tokens, forms=np.where(np.arange(3) == 1, -1, two.tokens.forms)))
    assert spelt(mixed) == [["a", "b", "c"], ["dé"]]  # one of its words is not written


def test_what_leads_nowhere_spells_nothing_and_gaps_are_jumped() -> None:
    back_and_forth = [
        (0, 1, "a", "T", 1),
        (1, 0, "x", "T", 1),
        (1, 1, "y", "T", 1),
        (1, 3, "b", "T", 1),
        (2, 3, "z", "T", 1),
    ]
    gap = [(4, 5, "c", "T", 1), (6, 7, "d", "T", 1)]
    same = [(1, 2, "e", "T", 1), (1, 2, "f", "T", 1)]
    backwards = [(2, 1, "g", "T", 1)]
    round_about = [(0, 1, "i", "T", 1), (1, 1, "j", "T", 1)]
    assert spelt(lattices(back_and_forth, gap, same, backwards, [(0, 1, "h", "T", 1)], round_about)) == [
        ["a", "b"], ["c", "d"], ["e"], [], ["h"], ["i"],
    ]  # fmt: skip


def test_hebrew_gold_paths_and_the_analysers_lattices(shared: Path) -> None:
    folder = shared / "data" / "hebrew-spmrl"
    ambiguous = hebrew.ambiguous().lattices
    gold = read_lattices(folder / "dev.gold.lattices").lattices
    assert gold.single.all()
    paths = [[arc.lexeme for arc in one.arcs] for one in gold]
    found = [find_path(one, words) for one, words in zip(ambiguous, paths, strict=True)]
    # 375 of 500 gold paths by form and tag; the rest is laid out as the gold's own numbers say
    assert sum(one.on_lattice for one in found) == 375
    assert sum(one.by_form for one in found) == 434
    laid_out = [tokens_of(one, words, way) for one, words, way in zip(ambiguous, paths, found, strict=True)]
    assert laid_out == [[arc.token for arc in one.arcs] for one in gold]
    assert max(paths_in(one) for one in ambiguous) == 6961776980335553856035475279360000000000
    assert np.count_nonzero([bool(ambiguous[int(place)].problems) for place in ambiguous.suspicious]) == 17


def test_words_of_dependencies_have_their_universal_tag_or_else_the_other() -> None:
    def tags(upos: str) -> list[str]:
        rows = f"1\ta\t_\t{upos}\tNN\t_\t0\troot\t_\t_\n2\tb\t_\t_\tVB\t_\t1\tx\t_\t_\n\n"
        found = lexemes_of_dependencies(CONLLU.read(rows.encode(), "f", "f").sentences).trees
        return [tag for _, tag in found.words(0)]

    assert tags("NOUN") == ["NOUN", "_"]
    assert tags("_") == ["NN", "VB"]
