"""Every text of a drawing at 100 % is large enough and stands out from what is behind it, in both themes; so does every line."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from tests.drawing.framed_svg import picture_svg
from tests.drawing.test_arcs import random_arcs
from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.drawing.test_lattices import example
from tests.drawing.test_schemes import drawn
from tests.window.frame.test_contrast import EDGE, TEXT, contrast
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import Arc
from treecompare.drawing.condensed import BOTH
from treecompare.drawing.lattice_drawing import layout_lattice
from treecompare.drawing.layout import ARRANGEMENTS, layout
from treecompare.drawing.style import THEMES, Theme

SMALLEST = 9.0
OPERATIONS = ("matched", "deleted", "inserted", "swapped")


def pictures(theme: str) -> Iterator[tuple[str, str]]:
    mapping = mapping_of(GOLD_TREE, TEST_TREE)
    for arrangement in ARRANGEMENTS:
        for is_condensed in (False, True):
            drawing = layout(
                mapping, arrangement, is_condensed, condense=BOTH if is_condensed else (), left_out=((1, ","),)
            )
            yield f"trees {arrangement} {is_condensed}", picture_svg(drawing, theme, "a title")
    columns, arcs = random_arcs(3)
    arcs = [Arc(arc.side, arc.word, arc.head, arc.relation, OPERATIONS[place % 4]) for place, arc in enumerate(arcs)]
    yield "arcs", picture_svg(layout_arcs(columns, arcs), theme, "a title")
    for sentence in (0, 3, 4):
        yield f"lattice {sentence}", picture_svg(layout_lattice(example(sentence), ["a", "b"]), theme)
    for is_labelled in (True, False):
        yield f"schemes {is_labelled}", picture_svg(drawn(is_labelled), theme)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_texts_can_be_read_and_lines_be_seen(theme: Theme) -> None:
    faint: set[tuple[str, str, str, float]] = set()
    kinds = 0
    for name, svg in pictures(theme.name):
        kinds += 1
        fills = {theme.background, *theme.fill.values()}
        for element in ET.fromstring(svg).iter():
            tag = element.tag.rpartition("}")[2]
            if tag == "text":
                assert float(element.attrib["font-size"]) >= SMALLEST, (name, element.text)
                fill = element.attrib["fill"]
                operation = next((one for one, ink in theme.text.items() if ink == fill), None)
                grounds = {theme.background} if operation is None else {theme.background, theme.fill[operation]}
                worst = min(contrast(fill, ground) for ground in grounds)
                if worst < TEXT:
                    faint.add((name, element.text or "", fill, round(worst, 2)))
            elif (ink := element.attrib.get("stroke", "none")) != "none":
                assert re.fullmatch(r"#[0-9a-f]{6}", ink), (name, ink)
                opacity = float(element.attrib.get("stroke-opacity", element.attrib.get("opacity", "1")))
                if contrast(ink, theme.background) < EDGE or opacity < 1:
                    faint.add((name, tag, ink, round(contrast(ink, theme.background), 2)))
            elif tag == "rect":
                assert element.attrib["fill"] in fills or element.attrib["fill"].startswith("url("), (
                    name,
                    element.attrib,
                )
    assert kinds == 12 and faint == set()
