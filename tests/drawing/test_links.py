"""Dotted arrows and edges run beside labels and words, never through them."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from tests.drawing.test_drawing import mapping_of
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.columns import Box
from treecompare.drawing.layout import ARRANGEMENTS, Drawing, layout
from treecompare.drawing.style import BOX
from treecompare.drawing.tree_shape import edge_points
from treecompare.readers import parse

Point = tuple[float, float]
TWO_TREES = ("mirrored", "side-by-side")


def crosses(box: Box, one: Point, other: Point) -> bool:
    """Whether a stretch that is level or upright runs through the text of a box (labels have 3 points of room at least)."""
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    half = box.width / 2 - 3
    return left < box.x + half and right > box.x - half and top < box.y + BOX / 2 and bottom > box.y - BOX / 2


def drawings(arrangement: str, elide: bool) -> Iterator[Drawing]:
    gold, test = random_file(seed=11, sentences=60, unary=0.3)
    comparison = ConstituentComparison(parse(gold), [parse(test)])
    for sentence in range(60 // stride(3)):
        for part in ("whole", "roof"):
            mapping = comparison.mapping(0, sentence, "T", part)
            assert mapping is not None
            yield layout(mapping, arrangement, elide)


@pytest.mark.parametrize("arrangement", TWO_TREES)
@pytest.mark.parametrize("elide", [True, False])
def test_links_cross_no_label(arrangement: str, elide: bool) -> None:
    links = 0
    for drawing in drawings(arrangement, elide):
        for link in drawing.links:
            links += 1
            ends = (drawing.boxes[link.parent], drawing.boxes[link.child])
            assert crosses_nothing(drawing, link.course, ends)
            for (x, y), box in zip((link.course[0], link.course[-1]), ends, strict=True):
                assert box.contains(x, y)
    assert links > 50 // stride(3)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_bars_and_drops_cross_no_label(arrangement: str) -> None:
    bars = 0
    for drawing in drawings(arrangement, elide=False):
        for edge in drawing.edges:
            points = edge_points(drawing, edge)
            bars += len(points) == 4
            if len(points) > 2:
                ends = (drawing.boxes[edge.parent], drawing.boxes[edge.child])
                assert crosses_nothing(drawing, tuple(points[-3:] if len(points) == 4 else points[-2:]), ends)
    assert bars > 50 // stride(3)


def crosses_nothing(drawing: Drawing, course: tuple[Point, ...], ends: tuple[Box, Box]) -> bool:
    hit = [
        box.text
        for box in drawing.boxes
        if box not in ends and any(crosses(box, one, other) for one, other in itertools.pairwise(course))
    ]
    assert not hit, hit
    return True


def test_a_dashed_line_leads_from_gold_to_test() -> None:
    mapping = mapping_of("(S (A x) (B (C y) (D z)))", "(S (A x) (E (C y) (D z)))")
    for arrangement in TWO_TREES:
        drawing = layout(mapping, arrangement, elide=False)
        (link,) = drawing.links
        assert (drawing.boxes[link.parent].text, drawing.boxes[link.child].text) == ("~B", "~E")
        assert (link.mark.start, link.mark.steps[-1]) == (link.course[0], link.course[-1])
        assert link.mark.dash and len(link.mark.steps) == 2 * (len(link.course) - 2) + 1


def test_links_in_one_gap_are_told_apart() -> None:
    mapping = mapping_of("(S (A (B (C (N x) (N y)))) (N z))", "(S (D (E (F (N x) (N y)))) (N z))")
    drawing = layout(mapping, elide=False)
    lanes = [link.course[1][0] for link in drawing.links]
    assert len(lanes) == len(set(lanes)) == 3


def test_the_background_has_the_size_of_the_drawing() -> None:
    """Qt's reader takes 100 % for 100 points."""
    root = ET.fromstring(picture_svg(layout(mapping_of("(S (A x) (B y))", "(S (A x) (C y))")), "dark"))
    background = next(element for element in root if element.tag.endswith("rect"))
    assert abs(float(background.get("width", "")) - float(root.get("width", ""))) < 1
    assert abs(float(background.get("height", "")) - float(root.get("height", ""))) < 1
