"""Lattices: what is wrong with them, their paths, and which space-delimited word a word belongs to."""

from __future__ import annotations

from pathlib import Path

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treecompare.readers.conllu import CONLLU
from treecompare.readers.lattices import read_lattices
from treecompare.readers.lattices_spmrl import SPMRL_LATTICE
from treecompare.trees.lattice_paths import _path_between, find_path, lattice_of, tokens_of
from treecompare.trees.lattices import Lattice, Lattices
from treecompare.trees.lexemes import lexemes_of_dependencies

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
        ([(0, 1), (2, 3)], "a gap: no path leads from state 0 beyond state 1, to the last state 3"),
        ([(0, 2), (1, 2), (2, 3)], "dangling: no path from state 0 leads to 1"),
        ([(0, 1), (0, 2), (2, 3)], "dangling: no path leads from 1 to state 3"),
    ],
)
def test_what_is_no_lattice_is_told(arcs: list[tuple[int, int]], problem: str) -> None:
    one = lattice(*arcs)
    assert one.problems == [problem]
    assert one.table.suspicious.tolist() == [0]


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
        assert one.path_count == 0
        return
    on_a_path = (networkx.descendants(graph, first) | {first}) & (networkx.ancestors(graph, last) | {last})
    assert (one.problems == []) == (on_a_path == set(graph) and first != last)
    assert one.path_count == len(list(networkx.all_simple_edge_paths(graph, first, last)))
    if one.problems:
        assert one.table.suspicious.tolist() == [0]
    if one.table.single[0]:
        assert one.path_count == 1
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
    assert lattices(arcs)[0].path_count == 10**60


def test_a_sentence_is_looked_for_among_the_paths() -> None:
    one = lattices(BCLM)[0]
    gold = [("B", "IN"), ("H", "DEF"), ("CL", "NN"), ("FL", "POSS"), ("HM", "PRN"), ("H", "DEF"), ("NEIM", "JJ")]
    found = find_path(one, gold)
    assert found.on_lattice and found.off == -1
    assert [one.arcs[number].lexeme for number in found.arcs] == gold
    other_tag = find_path(one, [*gold[:-1], ("NEIM", "NN")])
    assert (other_tag.on_lattice, other_tag.by_form, other_tag.off) == (False, True, 6)
    assert other_tag.arcs[-1] == -1 and -1 not in other_tag.arcs[:-1]
    other_word = find_path(one, [*gold[:3], ("XX", "NN")])
    assert (other_word.on_lattice, other_word.by_form, other_word.off) == (False, False, 3)
    too_short = find_path(one, gold[:3])
    assert (too_short.on_lattice, too_short.off) == (False, 2)
    assert not find_path(one, []).on_lattice


def test_words_off_the_lattice_are_laid_out_with_least_damage() -> None:
    one = lattices(BCLM)[0]
    on = [("B", "IN"), ("CL", "NN"), ("FL", "POSS"), ("HM", "PRN"), ("HNEIM", "VB")]
    assert tokens_of(one, on) == [1, 1, 2, 2, 3]
    assert tokens_of(one, [("B", "IN"), ("CL", "JJ"), ("FL", "X"), ("HM", "PRN"), ("HNEIM", "VB")]) == [1, 1, 2, 2, 3]
    assert tokens_of(one, [("BCL", "NN"), ("FLHM", "NN"), ("H", "DEF"), ("NE", "JJ"), ("IM", "JJ")]) == [1, 2, 3, 3, 3]
    assert tokens_of(one, [("BCL", "NN"), ("FLHM", "NN")]) is None  # three space-delimited words need three words


def test_a_lattice_is_built_from_two_segmentations() -> None:
    gold = [[("B", "IN"), ("H", "DEF"), ("CL", "NN")], [("FL", "POSS"), ("HM", "PRN")], [("!", "PUNCT")]]
    test = [[("B", "IN"), ("CL", "NN")], [("FL", "POSS"), ("HM", "PRN")], [("!", "PUNCT")]]
    built = lattice_of([gold, test])[0]
    assert built.problems == []
    assert built.path_count == 2
    for side in (gold, test):
        words = [lexeme for word in side for lexeme in word]
        assert find_path(built, words).on_lattice
        assert tokens_of(built, words) == [number for number, word in enumerate(side, 1) for _ in word]
    with pytest.raises(ValueError, match="equally many"):
        lattice_of([gold, test[:2]])


def test_repeated_arcs_are_counted_and_kept() -> None:
    table = lattices([(0, 1, "a", "T", 1), (0, 1, "a", "T", 1), (0, 1, "a", "U", 1)], [(0, 1, "a", "T", 1)])
    assert table.repeated.tolist() == [1, 0]
    assert table.lengths.tolist() == [3, 1]


def test_hebrew_gold_paths_and_the_analysers_lattices(shared: Path) -> None:
    folder = shared / "data" / "hebrew-spmrl"
    ambiguous = read_lattices(folder / "dev.ambiguous.lattices.gz").lattices
    gold = read_lattices(folder / "dev.gold.lattices").lattices
    assert gold.single.all()
    paths = [[arc.lexeme for arc in one.arcs] for one in gold]
    found = [find_path(one, words) for one, words in zip(ambiguous, paths, strict=True)]
    # 375 of 500 gold paths by form and tag; the rest is laid out as the gold's own numbers say
    assert sum(one.on_lattice for one in found) == 375
    assert sum(one.by_form for one in found) == 434
    laid_out = [tokens_of(one, words, way) for one, words, way in zip(ambiguous, paths, found, strict=True)]
    assert laid_out == [[arc.token for arc in one.arcs] for one in gold]
    assert max(one.path_count for one in ambiguous) == 6961776980335553856035475279360000000000
    assert np.count_nonzero([bool(ambiguous[int(place)].problems) for place in ambiguous.suspicious]) == 17


def test_words_of_dependencies_have_their_universal_tag_or_else_the_other() -> None:
    def tags(upos: str) -> list[str]:
        rows = f"1\ta\t_\t{upos}\tNN\t_\t0\troot\t_\t_\n2\tb\t_\t_\tVB\t_\t1\tx\t_\t_\n\n"
        found = lexemes_of_dependencies(CONLLU.read(rows.encode(), "f", "f").sentences).trees
        return [tag for _, tag in found.words(0)]

    assert tags("NOUN") == ["NOUN", "_"]
    assert tags("_") == ["NN", "VB"]


def test_a_word_of_two_lexemes_goes_along_the_arcs_that_spell_it() -> None:
    lexemes = [("H", "DEF"), ("CL", "NN")]
    arcs = [(a, b, form, tag) for a, b, form, tag, _ in BCLM]
    assert _path_between(arcs, 1, 5, lexemes) == [(1, 2, "H", "DEF"), (2, 5, "CL", "NN")]
    assert _path_between(arcs, 1, 5, lexemes[:1]) is None
    assert _path_between(arcs, 1, 5, []) is None
