"""One pair of trees with their mapping, in every format."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.cli.options import add_input, natural
from treecompare.cli.printing import put
from treecompare.cli.work import read_compared
from treecompare.errors import UsageError
from treecompare.trees.characters import visible_lines
from treecompare.writing import write_file, write_files

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.drawing.sentence import SentenceDrawing

PAINTED = ("pdf", "png", "handout")
ENDINGS = {
    ".svg": ("svg",), ".pdf": ("pdf", "handout"), ".png": ("png",), ".tex": ("document", "latex"), ".json": ("json",),
    ".txt": ("text", "brackets", "json", "latex", "document"),
}  # fmt: skip
"""What files hold that end so; the first if nobody says."""


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
    align.add_argument(
        "--fold", type=names_of_folds, default=(), metavar="WHAT",
        help="trees: what is folded, in LaTeX, too: parts that are the same, runs of them, chains of nodes, as 'parts,runs'",
    )  # fmt: skip
    align.add_argument(
        "--unfold", type=unfolded, default=frozenset(), metavar="NODES",
        help="trees: what is not, by nodes of the gold from 0, as the window's Copy as command writes it: '12,r15,c3'",
    )  # fmt: skip
    align.add_argument("--no-edge-labels", action="store_true", help="do not draw the labels of edges")
    align.add_argument("--no-secondary-edges", action="store_true", help="do not draw secondary edges")
    align.add_argument("--slanted-edges", action="store_true", help="draw edges of trees slanted, as in many papers")
    align.add_argument(
        "--enhanced", action="store_true", help="dependencies: the basic tree above the words, the enhanced graph below"
    )
    align.add_argument("--right-to-left", action="store_true", help="draw words from right to left")
    align.add_argument("--theme", choices=("light", "dark"), default="light", help="colours of SVG (default: light)")
    align.add_argument(
        "--format", choices=("text", "svg", "pdf", "png", "latex", "document", "brackets", "json", "handout"),
        help="latex: a forest environment, document: one that compiles by itself, handout: a page with all scores, as PDF "
        "(default: by the ending of FILE, else text)",
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
    options.format = form_of(options.format, options.output)
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
        enhanced=options.enhanced, slanted=options.slanted_edges, fold=options.fold, opened=options.unfold,
    )  # fmt: skip
    row = comparison.row_of(options.sentence - 1)
    drawing = comparison.stacked(row, wanted, options.a or "") if is_stacked else comparison.drawing(0, row, wanted)
    if options.format in PAINTED:
        _paint(options, comparison, drawing)
    else:
        write(drawing.written(options.format), options)
    return 0


def names_of_folds(text: str) -> tuple[str, ...]:
    """The argument of ``--fold``."""
    from treecompare.drawing.condensed import FOLDS

    names = tuple(text.split(","))
    if not set(names) <= set(FOLDS):
        raise argparse.ArgumentTypeError(f"expected some of {', '.join(FOLDS)}, found '{text}'")
    return names


def unfolded(text: str) -> frozenset[int]:
    """The argument of ``--unfold``."""
    from treecompare.drawing.condensed import opened_from

    try:
        return opened_from(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected nodes, as '12,r15,c3', found '{text}'") from error


def write(text: str, options: argparse.Namespace) -> None:
    """A drawing, into the file ``--output`` or on standard output. Raises TreecompareError: the file cannot be written."""
    if options.format == "text":
        text = visible_lines(text)
    if options.output:
        write_file(options.output, f"{text}\n")
    else:
        put(f"{text}\n")


def write_svgs(path: str | None, systems: Sequence[str], drawn: Sequence[SentenceDrawing]) -> list[Path]:
    """Writes a drawing of each system as SVG, with its name in that of the file where there are several; returns the files. Raises
    TreecompareError: a file cannot be written."""
    if not path:
        return []
    first = Path(path)
    paths = [first]
    if len(systems) > 1:
        paths = [first.with_name(f"{first.stem}-{name.replace('/', '-')}{first.suffix}") for name in systems]
    write_files({one: drawing.written("svg") for one, drawing in zip(paths, drawn, strict=True)})
    return paths


def form_of(given: str | None, output: str | None) -> str:
    """The format of a drawing: as given, else by the ending of the file; text where nothing says it. Raises UsageError: the ending
    is of another format, or of none."""
    ending = Path(output or "").suffix.lower()
    expected = ENDINGS.get(ending)
    if given is not None and expected is not None and given not in expected:
        raise UsageError(f"{output}: --format {given} is not for files that end in {ending}; expected one of the two")
    if given is None and ending and expected is None:
        raise UsageError(f"{output}: unknown ending; expected {', '.join(ENDINGS)}, or --format")
    return given or (expected[0] if expected else "text")


def _paint(options: argparse.Namespace, comparison: Comparison, drawing: SentenceDrawing) -> None:
    """PNG and PDF come from the window's painter, which the program's start hands in as ``options.paint``."""
    if options.output is None and sys.stdout.isatty():
        raise UsageError(f"{options.format} is not for a terminal; expected --output FILE")
    sentence = comparison.row_of(options.sentence - 1)
    painted = options.paint(comparison, sentence, drawing, options.format)
    if options.output is not None:
        write_file(options.output, painted)
    else:
        put(painted)
