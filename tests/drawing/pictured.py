"""The pictures that are stored beside this file, as they are drawn now.

python -m tests.drawing.pictured        # stores them anew: look at what changed before it is committed
"""

from __future__ import annotations

from pathlib import Path

from tests.comparison.test_enhanced import BASIC, GAPPING
from tests.comparison.test_enhanced import compared as compared_graphs
from tests.drawing.framed_svg import picture_svg
from tests.drawing.test_arcs import random_arcs
from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.drawing.test_lattice_trees import example as example_trees
from tests.drawing.test_lattices import example
from tests.drawing.test_schemes import compared, drawn
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import arcs_as_text
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.describe import as_text, changes, summary
from treecompare.drawing.latex import alignment_as_forest, scene_tikz
from treecompare.drawing.lattice_drawing import layout_lattice
from treecompare.drawing.lattice_tree_layout import layout_lattice_trees
from treecompare.drawing.lattice_trees import lattice_as_text, lattice_trees_as_text
from treecompare.drawing.layout import ARRANGEMENTS, layout
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.scheme_layout import layout_schemes, schemes_as_text
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.trees_drawn import DIRECTIONS, box_showing, step

FOLDER = Path(__file__).with_name("pictures")
PAIRS = {
    "trees": (GOLD_TREE, TEST_TREE),
    "forest": ("(A x) (B (C y) (C z))", "(S (A x) (B y) z)"),
    "words": ("(S (X (A a)) (N b) c)", "(S (N a) (Y (A d) c))"),
}


def _trees() -> dict[str, str]:
    pictures = {}
    for name, pair in PAIRS.items():
        mapping = mapping_of(*pair, params="none")
        edits = mapping_of(*pair, kind="E", params="none") if name == "trees" else mapping
        texts = [as_text(mapping), as_text(edits), *changes(mapping).values(), summary(edits)]
        pictures[f"{name}.txt"] = "\n\n".join(texts)
        pictures[f"{name}.tex"] = "\n".join(
            alignment_as_forest(mapping, arrangement) for arrangement in ARRANGEMENTS[:2]
        )
        for arrangement in ARRANGEMENTS:
            for elide in (True, False) if name == "trees" else (False,):
                drawing = layout(mapping, arrangement, elide, right_to_left=name == "words")
                folded = "-folded" if elide else ""
                pictures[f"{name}-{arrangement}{folded}.svg"] = picture_svg(drawing, title="A & b" if folded else "")
                nodes = [
                    (side, node)
                    for side, tree in ((GOLD, mapping.gold), (TEST, mapping.test))
                    for node in range(len(tree))
                ]
                shown = {node: box_showing(drawing, node) for node in nodes}
                steps = [
                    f"{side} {node}: {box.side} {box.node}; "
                    + " ".join(
                        "{} {}".format(*step(drawing, (box.side, box.node), direction)) for direction in DIRECTIONS
                    )
                    for (side, node), box in shown.items()
                    if box is not None
                ]
                pictures[f"{name}-{arrangement}{folded}-steps.txt"] = "\n".join(steps)
    return pictures


def _arcs() -> dict[str, str]:
    pictures = {}
    for seed in (3, 4):
        drawing = layout_arcs(*random_arcs(seed), right_to_left=seed == 3)
        pictures[f"arcs-{seed}.svg"] = picture_svg(drawing, title="A & b" if seed == 3 else "")
        pictures[f"arcs-{seed}-bare.svg"] = scene_svg(drawing, "dark")
        pictures[f"arcs-{seed}.txt"] = arcs_as_text(drawing)
        pictures[f"arcs-{seed}.tex"] = drawing.own_latex()[0]
    return pictures


def _graphs() -> dict[str, str]:
    drawing = compared_graphs(GAPPING, BASIC).drawing(0, 0, Wanted(enhanced=True))
    return {
        f"graphs.{name}": drawing.written(form) for name, form in (("svg", "svg"), ("txt", "text"), ("tex", "latex"))
    }


def _lattices() -> dict[str, str]:
    pictures = {}
    for sentence in (0, 3, 4):
        arcs = example(sentence)
        pictures[f"lattice-{sentence}.txt"] = lattice_as_text(arcs, ["a", "b"])
        pictures[f"lattice-{sentence}.svg"] = picture_svg(
            layout_lattice(arcs, ["a", "b"], sentence == 3, width=300), title="A & b" * (sentence == 3)
        )
        pictures[f"lattice-{sentence}-all.svg"] = scene_svg(layout_lattice(arcs, width=None, others=None))
        trees = example_trees(sentence)
        pictures[f"lattice-trees-{sentence}.txt"] = lattice_trees_as_text(trees, "the score")
        pictures[f"lattice-trees-{sentence}.svg"] = picture_svg(
            layout_lattice_trees(trees, right_to_left=sentence == 3), title="A & b", note="the score"
        )
        everything = layout_lattice_trees(trees, elide=False, all_arcs=True)
        pictures[f"lattice-trees-{sentence}-all.svg"] = scene_svg(everything, "dark")
        pictures[f"lattice-trees-{sentence}.tex"] = scene_tikz(everything)
        pictures[f"lattice-{sentence}-few.svg"] = picture_svg(layout_lattice(arcs, others=0), "dark")
    return pictures


def _schemes() -> dict[str, str]:
    pictures = {}
    for name, drawing in (
        ("labelled", drawn()),
        ("unlabelled", drawn(labelled=False)),
        ("in-common", layout_schemes(compared(), right_to_left=True)),
    ):
        pictures[f"schemes-{name}.txt"] = schemes_as_text(drawing.of)
        pictures[f"schemes-{name}.svg"] = picture_svg(drawing, title="A & b" if name == "labelled" else "")
        pictures[f"schemes-{name}-bare.svg"] = scene_svg(drawing, "dark")
    return pictures


def pictures() -> dict[str, str]:
    """File names and contents of all of them."""
    return {**_trees(), **_arcs(), **_graphs(), **_lattices(), **_schemes()}


def main() -> None:
    for file in FOLDER.iterdir():
        file.unlink()
    for name, text in pictures().items():
        (FOLDER / name).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
