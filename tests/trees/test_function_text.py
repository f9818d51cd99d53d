"""Function trees as text are read back as what they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import stride
from treecompare.comparison.schemes.files import SchemeFile, SchemeSettings
from treecompare.comparison.schemes.function_operations import FunctionFiles, as_brackets
from treecompare.readers import parse, read_any
from treecompare.trees.functions import MultiFunctionTree, are_functions, from_constituents, multifunction
from treecompare.trees.symbols import Symbols


def read(text: str) -> list[MultiFunctionTree]:
    trees = multifunction(from_constituents(parse(text).trees))
    return [trees[sentence] for sentence in range(len(trees))]


def test_all_labels_of_a_node_are_functions() -> None:
    (tree,) = read("(root (hd|sbj John) (prd loves) (hd|obj Mary))")  # Tsarfaty et al. 2012, figure 1c
    assert tree.root == {"root"}
    assert tree.nodes == {(0, 1): {"hd", "sbj"}, (1, 2): {"prd"}, (2, 3): {"hd", "obj"}}
    (tree,) = read("(∅ (∅ a) (a-BAR-b|-LRB- c))")
    assert (tree.root, tree.nodes) == (frozenset(), {(0, 1): frozenset(), (1, 2): {"a|b", "("}})


@pytest.mark.parametrize(
    "text", ["(S (ADVP|PRT (RB a)) (VP b))", "(ROOT (S (NP-SBJ a)))", "(S (NN-hd a))", "(root (NN a))", "(TOP (hd a))"]
)
def test_labels_of_treebanks_are_no_function_trees(text: str) -> None:
    assert not are_functions(parse(text).trees)


@pytest.mark.parametrize("name", ["gold.raw.mrg", "gold.mrg", "dep/gold.SD.conllu.gz", "dep/gold.P2M.conllu.gz"])
def test_what_is_printed_is_read_back(shared: Path, name: str) -> None:
    files = FunctionFiles([read_any(shared / "data" / "wsj-sample-1394" / name)], SchemeSettings())
    text = "\n".join(as_brackets(result) for result in files.results("show", range(files.sentences))) + "\n"
    again = SchemeFile(replace(parse(text), name="again"), SchemeSettings(), Symbols())
    given = files.files[0].multifunction
    assert again.reasons == {}
    some = range(0, files.sentences, stride(3))
    assert all(again.multifunction[sentence] == given[sentence] for sentence in some)
