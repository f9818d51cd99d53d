"""Labels of edges and secondary edges, drawn: in every arrangement and format, and that nothing covers anything."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path

import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from treecompare.cli import run_command
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.drawing import condensed
from treecompare.drawing.describe import as_text
from treecompare.drawing.edges import EDGE_ROOM, EDGE_SIZE, EdgeLabel, edge_texts, secondary_edges, shown_edges
from treecompare.drawing.latex import TIKZ_PREAMBLE, alignment_as_forest, document, scene_latex, scene_tikz
from treecompare.drawing.layout import ARRANGEMENTS, Drawing, layout
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.stacks import Head
from treecompare.drawing.style import BOX
from treecompare.drawing.tree_shape import edge_points
from treecompare.drawing.tree_stacks import TreeStack, lay_out_trees, tree_tiers
from treecompare.mappings.mapping import Mapping
from treecompare.readers import read_any
from treecompare.trees.tree import WORD

GOLD = """#BOS 1
Die\t--\tART\t--\tNK\t500
Regierung\t--\tNN\t--\tNK\t500
muss\t--\tVMFIN\t--\tHD\t502\tHD\t503
entscheiden\t--\tVVINF\t--\tHD\t501
und\t--\tKON\t--\tCD\t504
schweigen\t--\tVVINF\t--\tOC\t503
#500\t--\tNP\t--\tSB\t502\tSB\t503
#501\t--\tVP\t--\tOC\t502
#502\t--\tS\t--\tCJ\t504
#503\t--\tS\t--\tCJ\t504
#504\t--\tCS\t--\t--\t0
#EOS 1
"""
CROSSING = GOLD.replace("ART\t--\tNK\t500", "ART\t--\tLONGFUNCTION\t500").replace(
    "KON\t--\tCD\t504", "KON\t--\tCD\t501"
)
BOTH = [GOLD.replace("\tSB\t502", "\tOA\t502"), CROSSING]


def mappings(folder: Path, gold: str, *systems: str) -> list[Mapping]:
    paths = []
    for number, text in enumerate((gold, *systems)):
        paths.append(folder / f"{number}.export")
        paths[-1].write_text(text, "utf-8")
    first, *rest = (read_any(str(path)) for path in paths)
    comparison = ConstituentComparison(first, rest, Settings(params="none"))
    found = [comparison.mapping(system, 0, "T") for system in range(len(rest))]
    assert all(found)
    return [one for one in found if one is not None]


def label_texts(drawing: Drawing | TreeStack) -> list[str]:
    return sorted(label.text for label in drawing.on_edges)


def covered(drawing: Drawing | TreeStack) -> list[tuple[str, str]]:
    """What lies upon something else: labels of edges and of nodes; labels of secondary edges, too."""
    rooms = [(one.text, one.x, one.y, one.width, BOX - 6) for one in drawing.boxes if hasattr(one, "width")]
    labels = [*drawing.on_edges, *(curve.label for curve in drawing.secondary)]
    rooms += [(one.text, one.x, one.y, one.width, EDGE_SIZE) for one in labels]
    return [
        (a, b)
        for (a, x, y, wide, high), (b, x2, y2, wide2, high2) in combinations(rooms, 2)
        if abs(x - x2) < (wide + wide2) / 2 - 0.5 and abs(y - y2) < (high + high2) / 2 - 0.5
    ]


def is_on_line(drawing: Drawing | TreeStack, label: EdgeLabel) -> bool:
    """Whether a label stands in the middle of a piece of an edge that comes straight down."""
    for edge in drawing.edges:
        for (x, y), (x2, y2) in pairwise(edge_points(drawing, edge)):
            if x == x2 == label.x and min(y, y2) - 0.1 <= label.y <= max(y, y2) + 0.1:
                return True
    return False


def runs_through(drawing: Drawing | TreeStack, label: EdgeLabel) -> int:
    """How many edges but its own pass through a label."""
    count = 0
    for edge in drawing.edges:
        points = edge_points(drawing, edge)
        inside = 0
        for (x, y), (x2, y2) in pairwise(points):
            steps = int(hypot(x2 - x, y2 - y) / 2) + 2
            for step in range(steps + 1):
                px, py = x + (x2 - x) * step / steps, y + (y2 - y) * step / steps
                inside |= abs(px - label.x) < label.width / 2 - 1 and abs(py - label.y) < EDGE_SIZE / 2 - 1
        count += bool(inside)
    return count


@pytest.mark.parametrize("is_right_to_left", [False, True])
@pytest.mark.parametrize("condense", [(), condensed.BOTH])
@pytest.mark.parametrize("arrangement", [*ARRANGEMENTS, "stacked"])
@pytest.mark.parametrize("system", BOTH, ids=["continuous", "crossing"])
def test_every_label_stands_on_its_edge_and_covers_nothing(
    tmp_path: Path, system: str, arrangement: str, condense: tuple[str, ...], is_right_to_left: bool
) -> None:
    [mapping] = mappings(tmp_path, GOLD, system)
    is_stacked = arrangement == "stacked"
    drawing = layout(
        mapping, "side-by-side" if is_stacked else arrangement, elide=False, condense=condense, stacked=is_stacked,
        right_to_left=is_right_to_left,
    )  # fmt: skip
    check(drawing)
    texts = [text for tree in (mapping.gold, mapping.test) for text in edge_texts(tree) if text]
    if arrangement != "merged" and not condense:
        assert label_texts(drawing) == sorted(texts)
        assert len(drawing.secondary) == 4
    elif not condense:
        assert any("→" in text or "←" in text for text in label_texts(drawing)) == any(
            one.differs for one in drawing.on_edges
        )
        assert len(drawing.secondary) == 2


def check(drawing: Drawing | TreeStack) -> None:
    assert drawing.on_edges and drawing.edge_room == EDGE_ROOM
    assert not covered(drawing)
    for label in drawing.on_edges:
        assert is_on_line(drawing, label), label
        assert runs_through(drawing, label) == 1, label
    for curve in drawing.secondary:
        assert all(0 <= curve.at(part / 10)[0] <= drawing.width for part in range(11))
        assert all(0 <= curve.at(part / 10)[1] <= drawing.height for part in range(11))


def test_all_systems(tmp_path: Path) -> None:
    found = mappings(tmp_path, GOLD, *BOTH)
    tiers = tree_tiers(found[0].gold, found)
    stack = lay_out_trees([Head(name) for name in "gab"], tiers)
    check(stack)
    assert len(stack.secondary) == 6
    assert [one.text for one in stack.on_edges if one.differs] == ["NK", "SB", "OA", "LONGFUNCTION"]


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_real_sentences(shared: Path, arrangement: str) -> None:
    path = shared / "data/german-tiger/pcc316.gold.export"
    gold = read_any(str(path))
    comparison = ConstituentComparison(gold, [gold])
    for sentence in range(ARRANGEMENTS.index(arrangement), 60, len(ARRANGEMENTS) * stride(8)):
        mapping = comparison.mapping(0, sentence)
        assert mapping is not None
        drawing = layout(mapping, arrangement, elide=False)
        if drawing.on_edges:
            check(drawing)


def test_what_differs_is_marked(tmp_path: Path) -> None:
    [mapping] = mappings(tmp_path, GOLD, BOTH[0])
    drawing = layout(mapping, "side-by-side", elide=False)
    assert sorted(one.text for one in drawing.on_edges if one.differs) == ["OA", "SB"]
    assert 'font-weight="600" fill="#5c3685" text-anchor="middle">OA</text>' in picture_svg(drawing)
    merged = layout(mapping, "merged", elide=False)
    assert [one.text for one in merged.on_edges if one.differs] == ["SB→OA"]
    # a system without any labels of edges has none that differ
    bare = re.sub(r"\t[A-Z]+\t(\d+)", r"\t--\t\1", GOLD)
    [mapping] = mappings(tmp_path, GOLD, bare)
    assert not any(one.differs for one in layout(mapping, "merged", elide=False).on_edges)


@pytest.mark.parametrize(("labels", "secondary"), [(True, False), (False, True), (False, False)])
def test_they_can_be_left_out(tmp_path: Path, labels: bool, secondary: bool) -> None:
    [mapping] = mappings(tmp_path, GOLD, BOTH[0])
    drawing = layout(shown_edges(mapping, labels, secondary), elide=False)
    assert (bool(drawing.on_edges), bool(drawing.secondary)) == (labels, secondary)
    assert drawing.edge_room == (EDGE_ROOM if labels else 0)
    assert shown_edges(mapping, True, True) is mapping


def test_words_have_no_labels_of_their_own(tmp_path: Path) -> None:
    [mapping] = mappings(tmp_path, GOLD, GOLD)
    assert all(not text for node, text in enumerate(edge_texts(mapping.gold)) if mapping.gold.kinds[node] == WORD)


def test_as_text(tmp_path: Path) -> None:
    [mapping] = mappings(tmp_path, GOLD, GOLD)
    lines = [line[:40].rstrip() for line in as_text(mapping).splitlines()]
    assert "S [CJ]" in [line[2:].split("   ")[0] for line in lines]
    assert any(line.strip().startswith("ART [NK] Die") for line in lines)
    text = as_text(mapping)
    assert "gold: secondary edge SB from S (word 6) to NP (words 1 to 2)\n" in text
    assert text.count("secondary edge") == 4
    assert "[" not in as_text(shown_edges(mapping, False, False))


def test_as_forest_or_as_a_picture(tmp_path: Path) -> None:
    [mapping] = mappings(tmp_path, GOLD, GOLD)
    plain = shown_edges(mapping, True, False)
    made = alignment_as_forest(plain)
    assert made.count("edge label={node[treecompare edge]{SB}}") == 2 and "l sep=16pt" in made
    assert scene_latex(layout(plain, elide=False))[0].startswith("{\\centering\n\\begin{forest}")
    picture, preamble = scene_latex(layout(mapping, elide=False))
    assert preamble == TIKZ_PREAMBLE and picture.count("\\draw[gray, dash pattern") == 4
    assert "{SB};" in scene_tikz(layout(mapping, "merged", elide=False))


@pytest.mark.parametrize("secondary", [False, True])
def test_the_document_compiles(tmp_path: Path, secondary: bool) -> None:
    compiler = shutil.which("pdflatex")
    if compiler is None or subprocess.run(["kpsewhich", "forest.sty"], capture_output=True, check=False).returncode:
        pytest.skip("pdflatex with forest is not installed (Debian: texlive-latex-extra, texlive-pictures)")
    [mapping] = mappings(tmp_path, GOLD, BOTH[0])
    shown = shown_edges(mapping, True, secondary)
    body, preamble = scene_latex(layout(shown, "side-by-side", elide=False))
    (tmp_path / "a.tex").write_text(document(body, shown.gold.texts, "", preamble), "utf-8")
    command = [compiler, "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=100, check=False)
    assert run.returncode == 0, run.stdout.decode("latin-1")[-1500:]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("g", GOLD), ("s", BOTH[0])):
        (tmp_path / f"{name}.export").write_text(text, "utf-8")
    command = ["align", str(tmp_path / "g.export"), str(tmp_path / "s.export"), "--sentence", "1", "--params", "none"]

    def printed(*options: str) -> str:
        assert run_command([*command, *options]) == 0
        return capsys.readouterr().out

    assert "NP [SB]" in printed() and "secondary edge" in printed("--layout", "stacked")
    assert "NP [SB]" not in printed("--no-edge-labels") and "secondary" not in printed("--no-secondary-edges")
    assert "[SB]" not in printed("--layout", "stacked", "--no-edge-labels", "--no-secondary-edges")
    assert 'stroke-dasharray="5 3"' in printed("--format", "svg")
    for layout_ in ("mirrored", "stacked"):
        upright, slanted = (
            printed("--format", "svg", "--layout", layout_, *more) for more in ([], ["--slanted-edges"])
        )
        assert upright != slanted and len(upright) > len(slanted)  # bars have corners
    assert 'stroke-dasharray="5 3"' not in printed("--format", "svg", "--layout", "stacked", "--no-secondary-edges")
    nodes = json.loads(printed("--format", "json"))["gold_nodes"]
    edges = {node["label"]: (node.get("edge"), node.get("secondary_edges")) for node in nodes}
    mother = next(node["node"] for node in nodes if node["label"] == "S" and node["span"] == [5, 6])
    assert edges["NP"] == ("SB", [{"parent": mother, "edge": "SB"}]) and edges["Die"] == (None, None)
    stacked = json.loads(printed("--format", "json", "--layout", "stacked"))
    assert {node.get("edge") for node in stacked["systems"][0]["nodes"]} >= {"OA", None}


def test_trees_without_labels_of_edges_cost_no_room(tmp_path: Path) -> None:
    for name in "gs":
        (tmp_path / f"{name}.mrg").write_text("(S (NP (NN a)) (VP (VB b)))\n", "utf-8")
    gold, system = (read_any(str(tmp_path / f"{name}.mrg")) for name in "gs")
    mapping = ConstituentComparison(gold, [system]).mapping(0, 0)
    assert mapping is not None
    drawing = layout(mapping, elide=False)
    assert not drawing.edge_room and not drawing.on_edges and not secondary_edges(mapping.gold)


def test_edges_are_upright_unless_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "g.mrg").write_text("(S (NP (NN a)) (VP (VB b)))\n", "utf-8")
    gold = read_any(str(tmp_path / "g.mrg"))
    comparison = ConstituentComparison(gold, [gold])
    upright, slanted = (comparison.drawing(0, 0, one).scene() for one in (Wanted(), Wanted(slanted=True)))
    assert not upright.is_slanted and slanted.is_slanted
