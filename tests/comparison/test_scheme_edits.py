"""A sentence as TedEval of 2011 compares it: the operations and marks that are shown are those that are counted."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.comparison.test_schemes import ON, SUNDAY, WRONG, brackets, dependencies
from tests.conftest import SHARED, stride
from treecompare.comparison.base import AnyTreebank, score
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.drawing.scheme_layout import SCHEME
from treecompare.drawing.sentence import Wanted
from treecompare.errors import UsageError
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.measures.tedeval import TEDEVAL_2011_PARTS
from treecompare.readers import read_any

DATA = SHARED / "data" / "wsj-sample-1394" / "dep"
RELABELS = Wanted(relabels=True)


def check(comparison: SchemeComparison, system: int, sentence: int) -> None:
    """Operations add up to the counts of the score, and so do the marks of the drawing."""
    for labelled, part in ((True, "tedeval2011"), (False, "tedeval2011.unlabelled")):
        counts = comparison.table.part(system, part, slice(sentence, sentence + 1))
        found = comparison.operations(system, sentence, labelled, relabels=True)
        charged = Counter(one.kind for one in found if one.is_charged)
        expected = [int(one[0]) for one in (counts.deleted, counts.inserted, counts.swapped)]
        assert [charged[kind] for kind in ("delete", "add", "relabel")] == expected
        assert len(found) - sum(expected) == comparison.table.part(system, part).forgiven[sentence]
        trees = comparison.function_trees(system, sentence, labelled, relabels=True)
        marks = Counter(
            (place - trees.parse, node.operation) for place, one in enumerate(trees.trees) for node in one.nodes
        )
        assert len(trees.counted(trees.parse)) == counts.test[0] and len(trees.counted(trees.target)) == counts.gold[0]
        assert [marks[0, INSERTED], marks[-1, DELETED], marks[0, SWAPPED]] == expected
        assert marks[-1, SWAPPED] == expected[2] and not marks[0, DELETED] and not marks[-1, INSERTED]
        assert marks[0, SCHEME] == sum(not one.is_charged and one.kind != "add" for one in found)


@pytest.fixture
def two(tmp_path: Path) -> SchemeComparison:
    golds = [dependencies(tmp_path, "A", ON, ON), dependencies(tmp_path, "B", SUNDAY, SUNDAY)]
    systems = [dependencies(tmp_path, "a", WRONG, ON), dependencies(tmp_path, "b", WRONG, SUNDAY)]
    return score(SchemeComparison(golds, systems, [0, 1], parts=TEDEVAL_2011_PARTS))


def test_a_sentence_with_wildcards_and_relabellings(two: SchemeComparison) -> None:
    """EMNLP 2011, figure 1 and (4): what is right in the system's own scheme is forgiven."""
    assert two.drawing(0, 1, RELABELS).written("text").splitlines()[-2:] == [
        "a: 1 − (0 + 0 + 0) / (4 + 4) = 100.00; 1 scheme difference not counted",
        "  scheme  relabel *→prep over 2–2: on",
    ]
    text = two.drawing(0, 0, RELABELS).written("text").splitlines()
    assert text[-4:] == [
        "",
        "a: 1 − (0 + 1 + 1) / (4 + 3) = 71.43; 0 scheme differences not counted",
        "  error   add tmod over 2–3: on Sunday",
        "  error   relabel tmod→prep over 2–2: on",
    ]
    trees = [" ".join(line.split()) for line in text[:-5]]
    assert trees == [
        "A (gold)", "root arrive on Sunday", "* arrive", "tmod on Sunday", "(*→prep) on", "pobj Sunday", "",
        "B (gold)", "root arrive on Sunday", "* arrive", "tmod on Sunday", "prep on", "(*→pobj) Sunday", "",
        "A + B (in common)", "root arrive on Sunday", "* arrive", "tmod< on Sunday", "~prep on", "pobj Sunday", "",
        "a (system)", "root arrive on Sunday", "* arrive", "~tmod→prep on", "pobj Sunday", "",
    ]  # fmt: skip
    assert text[-5] == "x< missing node; ~x relabelled node; (x) scheme difference (not counted)"
    for target in two.targets:
        two.target = target
        for system in (0, 1):
            for sentence in (0, 1):
                check(two, system, sentence)


def test_a_picture_has_the_marks(two: SchemeComparison) -> None:
    picture = two.drawing(0, 0, RELABELS).written("svg")
    assert ">~tmod→prep<" in picture and ">relabelled node<" in picture
    latex = two.drawing(0, 0, RELABELS).written("latex")
    assert r"tmod$\to$prep" in latex and "draw=treecompare-swapped" in latex


def test_labels_that_cost_nothing_are_no_operation(tmp_path: Path) -> None:
    loves = "1\tJohn\t2\tsub\n2\tloves\t0\troot\n3\tMary\t2\tobj\n"
    golds = [dependencies(tmp_path, "A", loves), dependencies(tmp_path, "B", loves.replace("sub", "sbj"))]
    given = SchemeSettings(zero_cost=(("sub", "sbj"),))
    systems = [dependencies(tmp_path, "a", loves.replace("obj", "sub"))]
    found = score(SchemeComparison(golds, systems, [0], given, parts=TEDEVAL_2011_PARTS))
    check(found, 0, 0)
    assert [one.shown for one in found.operations(0, 0, relabels=True)] == ["sub→obj"]


def test_a_word_that_no_mapping_has_in_both_trees_has_a_box(tmp_path: Path) -> None:
    """To have x in both would take more: A, B and C would be deleted and added."""
    golds = [brackets(tmp_path, "G", "(S-r (A-a (N s) (B-b (N t) (C-c (N u) (N v) (N x)))) (N y))")]
    systems = [brackets(tmp_path, "g", "(S-r (A-a (N s) (B-b (N t) (C-c (N u) (N v)))) (N x) (N y))")]
    found = score(SchemeComparison(golds, systems, [0], parts=TEDEVAL_2011_PARTS))
    check(found, 0, 0)
    text = found.drawing(0, 0, RELABELS).written("text")
    told = [line for line in text.splitlines() if "the word" in line]
    assert told == ["  error   delete the word over 5–5: x", "  error   add the word over 5–5: x"]
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "x< x" in lines and ">x x" in lines


def test_several_nodes_over_the_same_words_may_be_refused(tmp_path: Path) -> None:
    golds = [brackets(tmp_path, "A", "(S-a (X-b (X-c (N u) (N v))) (N w))")]
    systems = [brackets(tmp_path, "a", "(S-a (X-b (N u) (N v)) (N w))")]
    for unary in ("collapse", "refuse"):
        given = SchemeSettings(unary=unary)
        found = score(SchemeComparison(golds, systems, [0], given, parts=TEDEVAL_2011_PARTS))
        if unary == "collapse":
            check(found, 0, 0)
            assert [one.shown for one in found.operations(0, 0, relabels=True)] == ["b→b+c"]
        else:
            with pytest.raises(UsageError, match="A: sentence 1 cannot be compared: several nodes stand over the same"):
                found.drawing(0, 0, RELABELS)


@cache
def whole(file: str, name: str) -> AnyTreebank:
    return read_any(str(DATA / f"{file}.conllu.gz"), name=name)


@pytest.mark.skipif(not DATA.is_dir(), reason="there is no folder 'shared' beside the checkout")
@pytest.mark.parametrize("pairs", [(), (("dobj", "obj"), ("nsubjpass", "nsubj"), ("nmod", "prep"))])
def test_parsers_of_several_schemes(pairs: tuple[tuple[str, str], ...]) -> None:
    names = ("SD", "UD", "P2M")
    some = [*range(0, 1394, 311 * stride(2)), 510]  # 510: words that are deleted and added
    golds = [whole(f"gold.{one}", one).of_sentences(some) for one in names]
    systems = [whole(f"malt-eager.{one}", f"malt.{one}").of_sentences(some) for one in names]
    given = SchemeSettings(zero_cost=pairs)
    comparison = score(SchemeComparison(golds, systems, [0, 1, 2], given, parts=TEDEVAL_2011_PARTS))
    for target in ((0,), (0, 1), (0, 1, 2)):
        comparison.target = target
        for system in target:
            for sentence in range(len(some)):
                check(comparison, system, sentence)
