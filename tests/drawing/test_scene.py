"""Every layout is a scene; a picture has room for what stands around it; a word may have several heads."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

import pytest

from tests.drawing.test_arcs import random_arcs
from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.drawing.test_lattice_trees import example as example_trees
from tests.drawing.test_lattices import example
from tests.drawing.test_schemes import drawn
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import BESIDE, GOLD, TEST, Arc, ArcDrawing, Column, arcs_as_text
from treecompare.drawing.latex import scene_tikz
from treecompare.drawing.lattice_drawing import layout_lattice
from treecompare.drawing.lattice_tree_layout import layout_lattice_trees
from treecompare.drawing.layout import ARRANGEMENTS, layout
from treecompare.drawing.names import Names
from treecompare.drawing.scene import Dot, Entry, Group, Label, Mark, PlainScene, Rect, Scene, Stroke, framed, picture
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.stacked import arc_tiers, lay_out_arcs
from treecompare.drawing.stacks import Head
from treecompare.drawing.style import DARK, LIGHT, estimated_width
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED


def scenes() -> dict[str, Scene]:
    mapping = mapping_of(GOLD_TREE, TEST_TREE)
    found: dict[str, Scene] = {one: layout(mapping, one) for one in ARRANGEMENTS}
    found["arcs"] = layout_arcs(*random_arcs(4))
    found["lattice"] = layout_lattice(example(3), ["a", "b"])
    found["lattice trees"] = layout_lattice_trees(example_trees(3))
    return {**found, "schemes": drawn(), "two heads": two_heads()}


def flat(marks: Iterable[Mark], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Mark, float, float]]:
    for mark in marks:
        if isinstance(mark, Group):
            yield from flat(mark.marks, x + mark.x, y + mark.y)
        else:
            yield mark, x, y


@pytest.mark.parametrize("name", [*ARRANGEMENTS, "arcs", "lattice", "lattice trees", "schemes", "two heads"])
def test_every_layout_is_a_scene_within_its_size(name: str) -> None:
    scene = scenes()[name]
    for one in (scene, picture(scene, "A title", note="a note")):
        for mark, x, y in flat(one.marks):
            if isinstance(mark, Label):
                half = estimated_width(mark.text, mark.size) / 2
                middle = x + mark.x + {"start": half, "middle": 0.0, "end": -half}[mark.anchor]
                assert middle - half >= -1 and middle + half <= one.width + 1, mark
                assert 0 <= y + mark.y <= one.height, mark
            elif isinstance(mark, Rect):
                assert x + mark.x >= 0 and x + mark.x + mark.width <= one.width + 1, mark
    texts = [mark.text for mark, _, _ in flat(scene.marks) if isinstance(mark, Label)]
    assert {box.text for box in scene.boxes} <= set(texts) | {""}


def test_names_stand_in_the_corners_that_the_scene_has_for_them() -> None:
    def tags(scene: Scene, names: Names) -> list[str]:
        return [mark.text for mark, *_ in flat(picture(scene, names=names, system="s").marks) if _is_tag(mark)]

    def _is_tag(mark: Mark) -> bool:
        return isinstance(mark, Label) and mark.weight == 600 and mark.text in ("GOLD", "s", "anne", "bert")

    for scene in scenes().values():
        assert tags(scene, Names()) == ["GOLD", "s"][: len(scene.corners)]
        assert tags(scene, Names("anne", "bert")) == ["anne", "bert"][: len(scene.corners)]


def test_all_marks_are_written() -> None:
    marks: list[Mark] = [
        Stroke((0, 0), ((5, 0), (6, 0, 6, 5), (6, 6, 7, 7, 8, 8)), DELETED, 2.0, (4.0, 2.0), is_round=True),
        Stroke((0, 0), ((5, 5), (5, 0)), "", fill=INSERTED, is_closed=True),
        Rect(1, 2, 30, 10, "paper", "line", radius=4), Dot(5, 5, 2), Label(3, 4, "a<b", 9.5, SWAPPED, "end", 700, room=8),
    ]  # fmt: skip
    svg = scene_svg(PlainScene(50, 20, [Group(10, 5, marks)], said="all"), "dark")
    assert 'd="M0.0 0.0L5.0 0.0Q6.0 0.0 6.0 5.0C6.0 6.0 7.0 7.0 8.0 8.0" fill="none"' in svg
    assert f'stroke="{DARK.text[DELETED]}" stroke-width="2" stroke-dasharray="4 2" stroke-linecap="round"' in svg
    assert f'Z" fill="{DARK.text[INSERTED]}"/>' in svg and f'rx="4" fill="{DARK.background}"' in svg
    assert "<title>all</title>" in svg and "a&lt;b" in svg and "<circle" in svg and "translate(10.0 5.0)" in svg
    assert list(PlainScene(50, 20, []).foot()) == []
    latex = scene_tikz(PlainScene(50, 20, [Group(10, 5, marks)]))
    assert "(10.0, 5.0) -- (15.0, 5.0) .. controls (15.7, 5.0) and (16.0, 6.7) .. (16.0, 10.0)" in latex
    assert "dash pattern=on 2.9pt off 1.4pt" in latex and "\\fill[fill=treecompare-inserted]" in latex
    assert "anchor=east, font=\\tiny\\bfseries, text=treecompare-swapped, fill=white" in latex
    assert LIGHT.colours["deleted ground"] == LIGHT.fill[DELETED]


def test_a_legend_makes_a_picture_wider_and_higher() -> None:
    small = PlainScene(10, 10, ())
    wide = framed(small, foot=[[Entry("word " * 40)], [Entry("x")]])
    assert wide.width > estimated_width("word " * 40, 12) and wide.height == 10 + 2 * 18 + 8
    assert framed(small).height == 10


# -- several heads -----------------------------------------------------------------------------------------------------------------


def two_heads(right_to_left: bool = False) -> ArcDrawing:
    words = ("she", "wants", "to", "sing", "and", "dance")
    columns = [Column(word, "X", gold=place, test=place) for place, word in enumerate(words)]
    both = [
        (0, 1, "nsubj"),
        (0, 3, "nsubj"),
        (0, 5, "nsubj"),
        (1, -1, "root"),
        (3, 1, "xcomp"),
        (5, 3, "conj"),
        (5, 1, "xcomp"),
    ]
    arcs = [Arc(GOLD, *one, MATCHED) for one in [*both, (4, 5, "cc"), (2, 3, "mark"), (3, 0, "x"), (3, 5, "y")]]
    return layout_arcs(columns, [*arcs, *(Arc(TEST, *one, MATCHED) for one in both)], right_to_left)


@pytest.mark.parametrize("right_to_left", [False, True])
def test_arcs_of_several_heads_end_beside_each_other(right_to_left: bool) -> None:
    drawing = two_heads(right_to_left)
    tips: dict[tuple[str, int], list[tuple[float, float]]] = {}
    starts: dict[tuple[str, int], list[float]] = {}
    for piece, curve in zip(drawing.pieces, drawing.curves, strict=True):
        arc = drawing.arcs[piece.arc]
        assert curve.tip is not None
        from_left = arc.head >= 0 and drawing.centres[arc.head] < drawing.centres[arc.word]
        tips.setdefault((arc.side, arc.word), []).append((curve.tip[0], piece.height * (1 if from_left else -1)))
        if arc.head >= 0:
            starts.setdefault((arc.side, arc.head), []).append(curve.points[0][0])
    assert [len(tips[GOLD, word]) for word in (0, 3, 5)] == [3, 3, 2]
    for (side, word), found in tips.items():
        ends = sorted(x for x, _ in found)
        assert sum(ends) / len(ends) == pytest.approx(drawing.centres[word])
        for one, other in itertools.pairwise(sorted([*ends, *starts.get((side, word), [])])):
            assert other - one >= BESIDE - 0.01
        # nearer words end further out, so that no arc crosses another of the same word
        left = [height for _, height in sorted(found) if height > 0]
        right = [-height for _, height in sorted(found) if height < 0]
        assert left == sorted(left) and right == sorted(right, reverse=True)


def test_all_heads_are_told() -> None:
    drawing = two_heads()
    assert "2 nsubj, 4 nsubj, 6 nsubj" in re.sub(" +", " ", arcs_as_text(drawing))
    assert drawing.own_latex()[0].count("\\depedge") == 16
    columns, tiers = arc_tiers(drawing.columns, [drawing, drawing])
    stack = lay_out_arcs([Head("gold"), Head("one"), Head("other")], columns, tiers)
    assert [len(tier.arcs_of[0]) if tier is not None else 0 for tier in tiers] == [3, 3, 3]
    labels = [box.text for box in stack.boxes if getattr(box, "arc", None) is not None and box.first == 0]
    assert labels == ["nsubj"] * 9
    said = stack.said_of(next(box for box in stack.boxes if box.text == "she"))
    assert said.count("nsubj ← ") == 9 and "one: nsubj ← dance" in said
