"""Nodes above single words that carry a function, as Kübler et al. 2008 put into TIGER trees."""

from __future__ import annotations

from pathlib import Path

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import read, read_content
from treecompare.readers.treebank import Treebank
from treecompare.trees.annotations import EDGE
from treecompare.trees.conversion import FUNCTIONS, PHRASES, without_crossing
from treecompare.trees.crossing import RAISE, RAISE_WITH_FUNCTION_NODES
from treecompare.trees.tree import WORD, Tree

ROWS = [
    "Darüber\t--\tPROAV\t--\tOP\t500",
    "will\t--\tVMFIN\t--\tHD\t501",
    "er\t--\tPPER\t--\tSB\t501\tSB\t500",
    "oft\t--\tADV\t--\tMO\t500",
    "reden\t--\tVVINF\t--\tHD\t500",
    ".\t--\t$.\t--\t--\t0",
    "#500\t--\tVP\t--\tOC\t501",
    "#501\t--\tS\t--\t--\t0",
]


def export(*rows: str) -> Treebank:
    text = "#FORMAT 4\n#BOS 1\n" + "\n".join(rows) + "\n#EOS 1\n"
    found = read_content(text.encode(), "gold.export")
    assert isinstance(found, Treebank) and not found.problems
    return found


def edge(tree: Tree, node: int) -> str:
    assert tree.extras is not None
    number = int(tree.extras.columns[EDGE][node])
    return tree.symbols[number] if number >= 0 else ""


def test_a_node_takes_over_the_function_of_its_word() -> None:
    found = without_crossing(export(*ROWS).trees, RAISE_WITH_FUNCTION_NODES)
    tree = found.trees[0]
    assert tree.brackets() == (
        "(S (PP (PROAV Darüber)) (VMFIN will) (NP (PPER er)) (VP (ADV oft) (VVINF reden))) ($. .)"
    )
    assert (found.sentences, found.changed, found.added) == (1, 1, 2)
    edges = {text: edge(tree, node) for node, text in enumerate(tree.texts)}
    assert (edges["PP"], edges["PROAV"], edges["NP"], edges["PPER"]) == ("OP", "HD", "SB", "HD")
    assert (edges["ADV"], edges["VP"], edges["er"]) == ("MO", "OC", "")
    # the secondary edge goes on from the tag to the VP
    assert tree.extras is not None and tree.extras.secondary is not None
    ((daughter, mother, label),) = tree.extras.secondary.tolist()
    assert (tree.texts[daughter], tree.texts[mother], tree.symbols[label]) == ("PPER", "VP", "SB")


def test_sentences_without_crossing_branches_get_nodes_too_and_trees_without_edge_labels_none() -> None:
    whole = [row.replace("OP\t500", "OP\t501") for row in ROWS]
    found = without_crossing(export(*whole).trees, RAISE_WITH_FUNCTION_NODES)
    assert (found.sentences, found.changed, found.added) == (0, 0, 2)
    bare = ["\t".join([*row.split("\t")[:4], "--", row.split("\t")[5]]) for row in ROWS]
    found = without_crossing(export(*bare).trees, RAISE_WITH_FUNCTION_NODES)
    assert (found.changed, found.added) == (1, 0)


def test_a_comparison_says_how_many_nodes_were_added() -> None:
    bare = read_content(b"(VROOT (S (PROAV A) (VMFIN b)) ($. .))", "system")
    gold = export(
        "A\t--\tPROAV\t--\tOP\t500", "b\t--\tVMFIN\t--\tHD\t500", ".\t--\t$.\t--\t--\t0", "#500\t--\tS\t--\t--\t0"
    )
    assert isinstance(bare, Treebank)
    settings = Settings(crossing_branches="raise-with-function-nodes", params="none")
    comparison = score(ConstituentComparison(gold, [bare], settings))
    assert comparison.warnings == [
        "gold: nodes added above tags that carry a function: 1",
        "system: no edge labels, so that no nodes were added above tags",
    ]
    assert comparison.table.counts(0, slice(0, 1))[0]["e.roof"]["deleted"] == 1
    assert "|crossing-branches:raise-with-function-nodes|heads:tiger|" in comparison.table.signature("e.roof.dice")
    assert "got a node of their own (Kübler et al. 2008), with the head rules tiger." in comparison.prepared()


def test_the_potsdam_commentary_corpus(shared: Path) -> None:
    """Counted in the file: words whose edge has such a label and whose tag has a phrase; nothing else changes."""
    path = shared / "data/german-tiger/pcc316.gold.export"
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if not line.startswith(("#", "%"))]
    expected = sum(row[4] in FUNCTIONS and row[2] in PHRASES for row in rows)
    gold = read(path).trees
    raised, found = (without_crossing(gold, way) for way in (RAISE, RAISE_WITH_FUNCTION_NODES))
    assert found.added == expected == 328
    assert (found.sentences, found.changed, found.attached) == (raised.sentences, raised.changed, raised.attached)
    assert len(found.trees.labels) == len(raised.trees.labels) + expected
    for one, other in zip(raised.trees, found.trees, strict=True):
        assert one.words == other.words
        assert with_phrases(one) == other.brackets()


def with_phrases(tree: Tree) -> str:
    """The brackets, written from the top with a phrase around each tag that carries a function."""

    def written(node: int) -> str:
        if tree.kinds[node] == WORD:
            return tree.texts[node]
        text = f"({tree.texts[node]} {' '.join(map(written, tree.children[node]))})"
        is_tag = [tree.kinds[child] for child in tree.children[node]] == [WORD]
        if is_tag and edge(tree, node) in FUNCTIONS and tree.texts[node] in PHRASES:
            return f"({PHRASES[tree.texts[node]]} {text})"
        return text

    return " ".join(map(written, tree.roots))
