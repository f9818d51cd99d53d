"""The merged tree: no node is lost, what nests is part of the tree, what crosses hangs below."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.layout import Drawing, layout
from treecompare.mappings.mapping import Mapping
from treecompare.readers import parse, read
from treecompare.trees.tree import WORD


def check(mapping: Mapping, elide: bool) -> Drawing:
    """Every node has exactly one box; edges lead down; labels of one height do not overlap."""
    drawing = layout(mapping, "merged", elide)
    if not elide:
        for side, tree in ((GOLD, mapping.gold), (TEST, mapping.test)):
            for node in range(len(tree)):
                assert drawing.box_of((side, node)) is not None, (side, node)
        labels = [box for box in drawing.boxes if box.kind != WORD]
        expected = {(GOLD, node) for node in range(len(mapping.gold)) if mapping.gold.kinds[node] != WORD}
        expected |= {
            (TEST, node)
            for node in range(len(mapping.test))
            if mapping.test.kinds[node] != WORD and node not in mapping.gold_of_test
        }
        assert sorted((box.side, box.node) for box in labels) == sorted(expected)
    words = max(box.y for box in drawing.boxes if box.kind == WORD)
    for edge in drawing.edges:
        above, below = drawing.boxes[edge.parent], drawing.boxes[edge.child]
        assert above.y < below.y or above.y > words  # what crosses hangs below the words
    rows: dict[float, list[tuple[float, float]]] = {}
    for box in drawing.boxes:
        if box.y <= words:
            rows.setdefault(round(box.y, 3), []).append((box.x - box.width / 2, box.x + box.width / 2))
    for spans in rows.values():
        spans.sort()
        for one, other in itertools.pairwise(spans):
            assert one[1] <= other[0] + 0.5
    mothers = [edge.child for edge in drawing.edges if drawing.boxes[edge.parent].y < words]
    assert len(mothers) == len(set(mothers))
    picture_svg(drawing)
    return drawing


@pytest.mark.parametrize("kind", ["T", "E"])
@pytest.mark.parametrize("seed", range(0, 12, stride(6)))
def test_no_node_is_lost(seed: int, kind: str) -> None:
    gold, bad = random_file(seed=seed, sentences=25)
    comparison = ConstituentComparison(parse(gold), [parse(bad)])
    for sentence in range(25):
        for part in ("whole", "roof"):
            mapping = comparison.mapping(0, sentence, kind, part)
            if mapping is not None:
                for elide in (False, True):
                    check(mapping, elide)


def test_no_node_of_real_parses_is_lost(shared: Path) -> None:
    folder = shared / "data/wsj-sample"
    comparison = ConstituentComparison(read(str(folder / "gold.mrg")), [read(str(folder / "bikel-collins2.mrg"))])
    for sentence in random.Random(1).sample(range(600), 60 // stride(3)):
        mapping = comparison.mapping(0, sentence)
        if mapping is not None:
            for elide in (False, True):
                check(mapping, elide)


def test_a_relabelled_node_shows_both_labels() -> None:
    drawing = check(mapping_of(GOLD_TREE, TEST_TREE), elide=False)
    texts = [box.text for box in drawing.boxes]
    assert "~NP→XP" in texts
    assert "NP<" in texts
    assert not drawing.links
    leftwards = layout(mapping_of(GOLD_TREE, TEST_TREE), "merged", False, right_to_left=True)
    assert "~NP←XP" in [box.text for box in leftwards.boxes]


def test_an_inserted_node_takes_over_its_daughters() -> None:
    mapping = mapping_of("(S (A a) (B b) (C c))", "(S (A a) (X (B b) (C c)))")
    drawing = check(mapping, elide=False)
    inserted = next(index for index, box in enumerate(drawing.boxes) if box.text == ">X")
    below = [drawing.boxes[edge.child].text for edge in drawing.edges if edge.parent == inserted]
    above = [drawing.boxes[edge.parent].text for edge in drawing.edges if edge.child == inserted]
    assert (above, sorted(below)) == (["S"], ["B", "C"])


def test_what_crosses_hangs_below_its_words() -> None:
    mapping = mapping_of("(S (X (A a) (B b)) (C c))", "(S (A a) (Y (B b) (C c)))")
    if mapping.counts["swapped"]:  # E never relabels
        mapping = mapping_of("(S (X (A a) (B b)) (C c))", "(S (A a) (Y (B b) (C c)))", "E")
    drawing = check(mapping, elide=False)
    inserted = next(box for box in drawing.boxes if box.text == ">Y")
    words = max(box.y for box in drawing.boxes if box.kind == WORD)
    assert inserted.y > words
    ends = [drawing.boxes[edge.child].text for edge in drawing.edges if drawing.boxes[edge.parent] is inserted]
    assert ends == ["b", "c"]


def test_unary_chains_keep_the_order_of_both_trees() -> None:
    mapping = mapping_of("(S (A (N a)))", "(S (A (X (Y (N a)))))")
    drawing = check(mapping, elide=False)
    height = {box.text: -box.y for box in drawing.boxes}
    assert height["S"] > height["A"] > height[">X"] > height[">Y"] > height["N"]
