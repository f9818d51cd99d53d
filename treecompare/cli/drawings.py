"""One pair of trees with their mapping, in every format."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.cli.options import add_input, natural
from treecompare.cli.work import read_compared
from treecompare.errors import TreecompareError, UsageError
from treecompare.trees.visible import visible_lines

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.drawing.sentence import SentenceDrawing

PAINTED = ("pdf", "png", "handout")


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    align = command("align", _align, "one pair of trees with their mapping, drawn; or all systems under the gold")
    add_input(align, several=True)
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
        choices=("mirrored", "side-by-side", "merged", "stacked", "lattice"),
        help="of pictures (default: mirrored; of several systems stacked: one below the other under the gold); lattice: no trees",
    )
    align.add_argument("--a", metavar="KEY", help="stacked: the measure whose score stands beside each name")
    align.add_argument("--whole-trees", action="store_true", help="draw identical parts too, instead of dots")
    align.add_argument("--no-edge-labels", action="store_true", help="do not draw the labels of edges")
    align.add_argument("--no-secondary-edges", action="store_true", help="do not draw secondary edges")
    align.add_argument("--right-to-left", action="store_true", help="draw words from right to left")
    align.add_argument("--theme", choices=("light", "dark"), default="light", help="colours of SVG (default: light)")
    align.add_argument(
        "--format", choices=("text", "svg", "pdf", "png", "latex", "document", "brackets", "json", "handout"), default="text",
        help="latex: a forest environment, document: one that compiles by itself, handout: a page with all scores (PDF)",
    )  # fmt: skip
    align.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")


def _align(options: argparse.Namespace) -> int:
    from treecompare.comparison.base import score
    from treecompare.drawing.sentence import Wanted
    from treecompare.measures import measure

    layout = options.layout or ("stacked" if len(options.systems) > 1 else "mirrored")
    is_stacked = layout == "stacked"
    if not is_stacked and len(options.systems) > 1:
        raise UsageError(f"--layout {layout} draws one system, not {len(options.systems)}; several are drawn stacked")
    if options.a is not None:
        if not is_stacked:
            raise UsageError("--a is for --layout stacked: elsewhere no score is shown")
        measure(options.a)
    comparison = read_compared(options)
    if layout == "lattice" and comparison.kind != "lattices":
        raise UsageError("--layout lattice is for words that differ; expected --lattice or --segmentation")
    if is_stacked:
        comparison.check_stack()
    if options.format == "handout" or is_stacked:
        score(comparison, options.jobs)
    wanted = Wanted(
        options.mapping, options.part, not options.unlabelled, layout, not options.whole_trees, options.right_to_left,
        options.theme, edge_labels=not options.no_edge_labels, secondary_edges=not options.no_secondary_edges,
    )  # fmt: skip
    row = comparison.row_of(options.sentence - 1)
    drawing = comparison.stacked(row, wanted, options.a or "") if is_stacked else comparison.drawing(0, row, wanted)
    if options.format in PAINTED:
        _paint(options, comparison, drawing)
    else:
        write(drawing.written(options.format), options)
    return 0


def write(text: str, options: argparse.Namespace) -> None:
    """A drawing, into the file ``--output`` or on standard output.

    Raises:
        TreecompareError: the file cannot be written.
    """
    if options.format == "text":
        text = visible_lines(text)
    if options.output:
        try:
            Path(options.output).write_text(text + "\n", "utf-8")
        except OSError as error:
            raise TreecompareError(f"{options.output}: cannot be written: {error.strerror}") from error
    else:
        print(text)


def _paint(options: argparse.Namespace, comparison: Comparison, drawing: SentenceDrawing) -> None:
    """PNG and PDF come from the window's painter, which the program's start hands in as ``options.paint``."""
    if options.output is None and sys.stdout.isatty():
        raise UsageError(f"{options.format} is not for a terminal; expected --output FILE")
    sentence = comparison.row_of(options.sentence - 1)
    if options.output is not None:
        options.paint(comparison, sentence, drawing, options.format, options.output)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture"
        options.paint(comparison, sentence, drawing, options.format, str(path))
        sys.stdout.buffer.write(path.read_bytes())
