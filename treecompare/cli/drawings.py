"""One pair of trees with their mapping, in every format."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.cli.lattices import lattice_text
from treecompare.cli.options import add_input, natural
from treecompare.cli.work import read_compared
from treecompare.errors import TreecompareError, UsageError
from treecompare.trees.visible import visible_lines

if TYPE_CHECKING:
    from treecompare.comparison.comparison import Comparison
    from treecompare.comparison.dependencies import Compared, DependencyComparison
    from treecompare.drawing.arcs import ArcDrawing
    from treecompare.mappings.mapping import Mapping

PAINTED = ("pdf", "png", "handout")


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    align = command("align", _align, "one pair of trees with their mapping, drawn")
    add_input(align, several=False)
    align.add_argument("--sentence", type=natural, required=True, metavar="N", help="number of the sentence, from 1")
    align.add_argument(
        "--mapping", choices=("T", "E"), default="T", help="tree distance or same label and span (default: T)"
    )
    align.add_argument(
        "--part", choices=("whole", "roof"), default="whole", help="with or without tags (default: whole)"
    )
    align.add_argument("--unlabelled", action="store_true", help="labels count as equal")
    align.add_argument(
        "--layout",
        choices=("mirrored", "side-by-side", "merged"),
        default="mirrored",
        help="of pictures (default: mirrored)",
    )
    align.add_argument("--whole-trees", action="store_true", help="draw identical parts too, instead of dots")
    align.add_argument("--right-to-left", action="store_true", help="draw words from right to left")
    align.add_argument("--theme", choices=("light", "dark"), default="light", help="colours of SVG (default: light)")
    align.add_argument(
        "--format", choices=("text", "svg", "pdf", "png", "latex", "document", "brackets", "json", "handout"), default="text",
        help="latex: a forest environment, document: one that compiles by itself, handout: a page with all scores (PDF)",
    )  # fmt: skip
    align.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")


def _align(options: argparse.Namespace) -> int:
    from treecompare.comparison import export
    from treecompare.comparison.dependencies import DependencyComparison
    from treecompare.comparison.lattices import LatticeComparison

    comparison = read_compared(options)
    sentence = options.sentence - 1
    if isinstance(comparison, DependencyComparison):
        _write_arcs(options, comparison)
        return 0
    if isinstance(comparison, LatticeComparison):
        _write(options, lattice_text(options, comparison))
        return 0
    mapping = export.checked_mapping(comparison, 0, sentence, options.mapping, options.part, not options.unlabelled)
    if options.format in PAINTED:
        _paint(options, comparison, mapping)
        return 0
    _write(options, _text(options, comparison, mapping))
    return 0


def _write(options: argparse.Namespace, text: str) -> None:
    if options.format == "text":
        text = visible_lines(text)
    if options.output:
        try:
            Path(options.output).write_text(text + "\n", "utf-8")
        except OSError as error:
            raise TreecompareError(f"{options.output}: cannot be written: {error.strerror}") from error
    else:
        print(text)


def _write_arcs(options: argparse.Namespace, comparison: DependencyComparison) -> None:
    """Both analyses of a sentence of a dependency treebank."""
    from treecompare.comparison.dependency_arcs import arcs_of

    comparison.score_system(0)
    drawing = arcs_of(comparison, 0, options.sentence - 1, options.right_to_left)
    title = f"{comparison.ids[options.sentence - 1]}, {comparison.systems[0].name}"
    if options.format in PAINTED:
        _paint(options, comparison, drawing, title)
    else:
        _write(options, _arcs_text(options, comparison, drawing, title))


def _arcs_text(options: argparse.Namespace, comparison: DependencyComparison, drawing: ArcDrawing, title: str) -> str:
    from treecompare.drawing.arc_output import arcs_as_latex, arcs_as_svg, arcs_as_text, arcs_document

    if options.format == "text":
        return arcs_as_text(drawing)
    if options.format == "svg":
        return arcs_as_svg(drawing, options.theme, title)
    if options.format == "latex":
        return arcs_as_latex(drawing)
    if options.format == "document":
        return arcs_document(drawing, f"{title}\n{comparison.table.signature('las')}").rstrip("\n")
    if options.format == "json":
        arcs = [
            {
                "side": arc.side,
                "word": arc.word + 1,
                "head": arc.head + 1,
                "relation": arc.relation,
                "operation": arc.operation,
            }
            for arc in drawing.arcs
        ]
        return json.dumps({"words": [one.word for one in drawing.columns], "arcs": arcs}, ensure_ascii=False, indent=1)
    raise UsageError(f"'{options.format}' is for constituents; expected another format for dependencies")


def _text(options: argparse.Namespace, comparison: Comparison, mapping: Mapping) -> str:
    from treecompare.comparison import export
    from treecompare.drawing.latex import alignment_as_forest, document
    from treecompare.drawing.layout import layout
    from treecompare.drawing.svg import as_svg
    from treecompare.drawing.text import as_text

    sentence = options.sentence - 1
    if options.format == "json":
        found = export.mapping_object(comparison, 0, sentence, mapping)
        return json.dumps(found, ensure_ascii=False, indent=1)
    if options.format == "svg":
        drawing = layout(mapping, options.layout, elide=not options.whole_trees, right_to_left=options.right_to_left)
        return as_svg(drawing, options.theme)
    if options.format == "brackets":
        return f"{mapping.gold.brackets()}\n{mapping.test.brackets()}"
    if options.format in ("latex", "document"):
        if options.layout == "merged":
            raise UsageError("LaTeX has no merged layout; expected mirrored or side-by-side")
        body = alignment_as_forest(mapping, options.layout)
        if options.format == "latex":
            return body
        name = f"sentence {options.sentence} of {comparison.gold.name}, {comparison.systems[0].name}"
        signature = comparison.table.signature(f"{mapping.kind.lower()}.{options.part}.dice")
        return document(body, [*mapping.gold.texts, *mapping.test.texts], f"{name}\n{signature}").rstrip("\n")
    return as_text(mapping)


def _paint(options: argparse.Namespace, comparison: Compared, drawn: Mapping | ArcDrawing, title: str = "") -> None:
    """PNG and PDF come from the window's painter, which the program's start hands in as ``options.paint``."""
    if options.output is None and sys.stdout.isatty():
        raise UsageError(f"{options.format} is not for a terminal; expected --output FILE")
    if options.output is not None:
        options.paint(options, comparison, drawn, options.output, title)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture"
        options.paint(options, comparison, drawn, str(path), title)
        sys.stdout.buffer.write(path.read_bytes())
