"""Reading as users of the library do it: paths, texts, objects of nltk and conllu; and out again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import conllu
import networkx
import nltk
import pytest

import treecompare as tc
from treecompare import resources

FIRST = resources.path("samples/first-comparison")
ARCS = resources.path("samples/dependencies")
WORDS = resources.path("samples/words-that-differ")

ENHANCED = """# sent_id = s
1	Sue	Sue	PROPN	_	_	2	nsubj	2:nsubj	_
2	likes	like	VERB	_	_	0	root	0:root	_
3	tea	tea	NOUN	_	_	2	obj	2:obj	_
4	and	and	CCONJ	_	_	5	cc	4.1:cc	_
4.1	likes	like	VERB	_	_	_	_	2:conj:and	_
5	Bob	Bob	PROPN	_	_	2	conj	4.1:nsubj	_

1	Go	go	VERB	_	_	0	root	_	_
"""


def test_a_path_is_text_or_a_path() -> None:
    one, other = tc.read(str(FIRST / "gold.mrg")), tc.read(FIRST / "gold.mrg", name="mine")
    assert (one.name, other.name, one.kind, one.format, len(one)) == ("gold", "mine", "constituents", "brackets", 80)
    assert one.path == other.path == str(FIRST / "gold.mrg")
    assert one.words(3) == other.words("3") == ["Old", "dogs", "sleep", "soundly", "."]
    assert tc.read(one) is one


def test_text_is_read_by_its_content() -> None:
    for path, kind in (
        (FIRST / "gold.mrg", "constituents"), (ARCS / "gold.conllu", "dependencies"), (WORDS / "words.lattice", "lattices"),
    ):  # fmt: skip
        read, file = tc.read(text=path.read_text("utf-8")), tc.read(path)
        assert (read.kind, file.kind, read.format, len(read)) == (kind, kind, file.format, len(file))
        assert read.ids == file.ids
        assert read.words(1) == file.words(1)
    assert tc.read(text="(S (NP I)\n (VP see))\n\n(S x)\n", name="two").name == "two"


def test_problems_name_sentence_and_line() -> None:
    read = tc.read(text="(S (NP I) (VP see))\n(S (NP I\n(S x)\n")
    assert [tuple(one) for one in read.problems] == [
        (2, 2, "2 brackets are not closed; expected a balanced tree on one line")
    ]
    comparison = tc.compare(read, read)
    assert comparison.warnings[0] == f"text: 1 of 3 sentences cannot be read: line 2, {read.problems[0].reason}"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(S (NP I))", "trees as text are given as tc.read(text=…)"),
        ("(S\n x)", "trees as text are given as tc.read(text=…)"),
        ("no-such.mrg", "no-such.mrg: there is no such file; expected a text file of trees"),
        (b"gold.mrg", "bytes is not a treebank"),
        ("-", "standard input is not read here"),
        (7, "int is not a treebank"),
        ([7], "item 1 is of the type int; expected trees of nltk or sentences of conllu"),
        (["gold.mrg"], "item 1 is of the type str"),
        (nltk.Tree("S", ["x"]), "one sentence (Tree) is not a treebank; expected a list of sentences"),
        ([nltk.Tree("S", ["x"]), nltk.Tree("S", [("x", "NN")])], "tree 2 has the leaf ('x', 'NN'); expected a word as text"),
        ([nltk.Tree("S", ["x"]), "y"], "item 2 is of the type str; expected a tree of nltk"),
        (conllu.parse(ENHANCED)[0], "one sentence (TokenList) is not a treebank"),
        ([conllu.TokenList([])], "sentence 1"),
        ([conllu.TokenList([{"id": 1, "form": "x"}])], "2 columns; expected 10"),
    ],
    ids=lambda one: str(one)[:30] if isinstance(one, str) else type(one).__name__,
)  # fmt: skip
def test_what_is_no_treebank_is_told_in_one_sentence(source: object, message: str) -> None:
    with pytest.raises(tc.TreecompareError) as caught:
        tc.read(source)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_source_and_text_exclude_each_other() -> None:
    for given in ({}, {"source": "a.mrg", "text": "(S x)"}):
        with pytest.raises(tc.UsageError, match=r"either a source .* or text="):
            tc.read(**given)  # type: ignore[arg-type]
    with pytest.raises(tc.UsageError, match="text= is of the type int; expected str"):
        tc.read(text=7)  # type: ignore[arg-type]
    with pytest.raises(tc.UsageError, match="there is no format 'xml'"):
        tc.read(text="(S x)", format="xml")
    with pytest.raises(tc.ReadError, match="is not a text file"):
        tc.read(text="(S \0)")


def test_a_tree_that_holds_itself_is_refused() -> None:
    tree = nltk.Tree("S", [])
    tree.append(tree)
    with pytest.raises(tc.ReadError, match="tree 1 is nested deeper than 5,000"):
        tc.read([tree])


def test_trees_of_nltk_come_in_and_go_out() -> None:
    gold = tc.read(FIRST / "gold.mrg")
    trees = gold.to_nltk()
    assert trees[2] == nltk.Tree.fromstring(
        (FIRST / "gold.mrg").read_text().splitlines()[2], remove_empty_top_bracketing=False
    )
    again = tc.read(tree for tree in trees)
    assert again.to_nltk() == trees
    system = FIRST / "attach-low.mrg"
    figures = [str(tc.compare(one, system).scores(average="both")) for one in (gold, again, trees, iter(trees))]
    assert len(set(figures)) == 1
    assert len(tc.read([])) == 0 and tc.read([]).warnings


def test_sentences_of_conllu_give_the_figures_of_their_file() -> None:
    text = (ARCS / "gold.conllu").read_text("utf-8")
    read = tc.read(conllu.parse(text))
    assert (read.kind, read.ids) == ("dependencies", tc.read(ARCS / "gold.conllu").ids)
    systems = [ARCS / "labels.conllu"]
    one, other = tc.compare(ARCS / "gold.conllu", systems), tc.compare(conllu.parse(text), systems)
    assert str(one.scores(average="both")) == str(other.scores(average="both"))
    enhanced = tc.read(conllu.parse(ENHANCED))
    assert enhanced.graph("s", enhanced=True).has_edge("4.1", 5)


def test_a_sentence_of_conllu_with_line_ends_in_a_field_is_refused() -> None:
    [sentence, _] = conllu.parse(ENHANCED)
    sentence[0]["form"] = "Sue\n\nSue"
    with pytest.raises(tc.ReadError, match=r"expected fields without line ends|columns"):
        tc.read([sentence])


# -- graphs ------------------------------------------------------------------------------------------------------------


def test_dependencies_are_graphs() -> None:
    read = tc.read(ARCS / "gold.conllu")
    graph = read.graph("arcs-1")
    assert networkx.is_arborescence(networkx.DiGraph(graph))
    assert sorted(graph.edges(data="relation"))[:2] == [(0, 2, "root"), (2, 1, "nsubj")]
    assert (graph.nodes[2]["form"], graph.nodes[2]["upos"], graph.nodes[0]) == ("gave", "VERB", {})
    cycle = tc.read(
        text="1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n3\tc\t_\tX\t_\t_\t9\tdep\t_\t_\n"
    )
    graph = cycle.graph(1)
    assert [set(one) for one in networkx.simple_cycles(networkx.DiGraph(graph))] == [{1, 2}]
    assert {frozenset(one) for one in networkx.weakly_connected_components(graph)} == {
        frozenset({0}), frozenset({1, 2}), frozenset({3, 9}),
    }  # fmt: skip


def test_enhanced_dependencies_are_graphs_with_empty_nodes() -> None:
    read = tc.read(text=ENHANCED)
    graph = read.graph("s", enhanced=True)
    assert set(graph.edges(data="relation")) == {
        (2, 1, "nsubj"), (0, 2, "root"), (2, 3, "obj"), ("4.1", 4, "cc"), (2, "4.1", "conj:and"), ("4.1", 5, "nsubj"),
    }  # fmt: skip
    assert graph.nodes["4.1"]["form"] == "likes"
    assert "4.1" not in read.graph("s")
    with pytest.raises(tc.UsageError, match="text: sentence 2 has no enhanced dependencies"):
        read.graph(2, enhanced=True)
    with pytest.raises(tc.UsageError, match="enhanced dependencies are in CoNLL-U"):
        tc.read(WORDS / "words.lattice").graph(1, enhanced=True)
    bad = tc.read(text=ENHANCED.replace("2:obj", "two:obj"))
    with pytest.raises(
        tc.ReadError, match=r"^text:1: sentence 1: DEPS of 3 is 'two:obj'; expected a list like 4:nsubj"
    ):
        bad.graph(1, enhanced=True)


def test_lattices_are_graphs_in_order() -> None:
    read = tc.read(WORDS / "words.lattice")
    assert read.kind == "lattices"
    for sentence in range(1, len(read) + 1):
        graph = read.graph(sentence)
        order = list(networkx.topological_sort(graph))
        assert (order[0], order[-1]) == (graph.graph["first"], graph.graph["last"])
    assert ("BCL", "NNP", 1) in {(one["form"], one["tag"], one["token"]) for *_, one in read.graph(1).edges(data=True)}


def test_what_has_no_graph_or_no_trees_says_so() -> None:
    with pytest.raises(tc.UsageError, match="holds constituents; expected dependencies or lattices"):
        tc.read(FIRST / "gold.mrg").graph(1)
    with pytest.raises(tc.UsageError, match="holds dependencies; only trees of constituents become trees of nltk"):
        tc.read(ARCS / "gold.conllu").to_nltk()
    for sentence in (0, 13, -1, True, 1.0, None):
        with pytest.raises(tc.UsageError, match="expected an id or a number from 1 to 12"):
            tc.read(ARCS / "gold.conllu").graph(sentence)  # type: ignore[arg-type]
    with pytest.raises(tc.UsageError, match="there is no sentence called 'arcs-99'"):
        tc.read(ARCS / "gold.conllu").graph("arcs-99")
    twice = tc.read(text=ENHANCED.split("\n\n")[0] + "\n\n" + ENHANCED.split("\n\n")[0] + "\n")
    with pytest.raises(tc.UsageError, match="several sentences are called 's'"):
        twice.graph("s")


def test_nltk_and_networkx_are_imported_only_where_they_are_asked_for(tmp_path: Path) -> None:
    program = (
        "import sys, treecompare as tc\n"
        f"read = tc.read({str(ARCS / 'gold.conllu')!r}); trees = tc.read({str(FIRST / 'gold.mrg')!r})\n"
        "comparison = tc.compare(trees, trees); str(comparison.scores()); comparison.pair(1).svg()\n"
        "slow = ['nltk', 'networkx', 'conllu', 'pandas', 'polars', 'matplotlib', 'PySide6', 'treecompare.cli']\n"
        "print([one for one in slow if one in sys.modules])\n"
        "read.graph(1); trees.to_nltk(); print([one for one in slow if one in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path
    )
    first, then = done.stdout.splitlines()
    assert first == "[]"
    assert {"nltk", "networkx"} <= set(eval(then)) and "PySide6" not in then
