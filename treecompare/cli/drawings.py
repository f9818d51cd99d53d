"""One pair of trees with their mapping, in every format."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from treecompare.cli.comparing import asked_parts, golds_and_systems, read_compared, row_of
from treecompare.cli.options import by_ending, command
from treecompare.cli.printing import put
from treecompare.errors import UsageError
from treecompare.trees.characters import visible_lines
from treecompare.writing import write_file

PAINTED = ("pdf", "png", "handout")
ENDINGS = {
    ".svg": ("svg",), ".pdf": ("pdf", "handout"), ".png": ("png",), ".tex": ("document", "latex"), ".json": ("json",),
    ".txt": ("text", "brackets", "json", "latex", "document"),
}  # fmt: skip
"""What files hold that end so; the first if nobody says."""


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


@command("align", {"fold": names_of_folds, "unfold": unfolded})
def _align(options: argparse.Namespace) -> int:
    """One pair of trees with their mapping, drawn; or all systems under the gold.

    {input}
    --sentence N!: number of the sentence, from 1
    --mapping T|E = T: tree distance or same label and span (default: T)
    --part whole|roof = whole: with or without tags (default: whole)
    --unlabelled: labels count as equal
    --layout mirrored|side-by-side|merged|stacked|lattice: of pictures (default: mirrored; of several systems stacked: one below
        the other under the gold); lattice: no trees
    --a KEY: stacked: the measure whose score stands beside each name
    --whole-trees: draw identical parts too, instead of dots
    --fold WHAT: trees: what is folded, in LaTeX, too: parts that are the same, runs of them, chains of nodes, as 'parts,runs'
    --unfold NODES: trees: what is not, by nodes of the gold from 0, as the window's Copy as command writes it: '12,r15,c3'
    --no-edge-labels: do not draw the labels of edges
    --no-secondary-edges: do not draw secondary edges
    --slanted-edges: draw edges of trees slanted, as in many papers
    --measures KEYS: several golds: tedeval2011 draws its trees and operations
    --draw-golds GOLDS = "": several golds: the own trees of GOLD or GOLD+GOLD are drawn, too
    --enhanced: dependencies: the basic tree above the words, the enhanced graph below
    --right-to-left: draw words from right to left
    --theme light|dark = light: colours of SVG (default: light)
    --format text|svg|pdf|png|latex|document|brackets|json|handout: latex: a forest environment, document: one that compiles by
        itself, handout: a page with all scores, as PDF (default: by the ending of FILE, else text)
    --output FILE: write to a file instead of standard output
    """
    from treecompare.comparison.base import score
    from treecompare.drawing.sentence import Wanted
    from treecompare.measures import measure
    from treecompare.measures.tedeval import TEDEVAL_2011_PARTS

    count = len(golds_and_systems(options)[1])
    layout = options.layout or ("stacked" if count > 1 else "mirrored")
    is_stacked = layout == "stacked"
    if not is_stacked and count > 1:
        raise UsageError(f"--layout {layout} draws one system, not {count}; several are drawn stacked")
    if options.a is not None:
        if not is_stacked:
            raise UsageError("--a is for --layout stacked: elsewhere no score is shown")
        measure(options.a)
    form = form_of(options.format, options.output)
    comparison = read_compared(options)
    if layout == "lattice" and comparison.kind != "lattices":
        raise UsageError("--layout lattice is for words that differ; expected --lattice or --segmentation")
    if is_stacked:
        comparison.check_stack()
    if form == "handout" or is_stacked or options.golds:
        score(comparison, options.jobs)
    wanted = Wanted(
        options.mapping, options.part, not options.unlabelled, layout, not options.whole_trees, options.right_to_left,
        options.theme, edge_labels=not options.no_edge_labels, secondary_edges=not options.no_secondary_edges,
        enhanced=options.enhanced, slanted=options.slanted_edges, fold=options.fold or (), opened=options.unfold or frozenset(),
        golds=tuple(name.strip() for name in options.draw_golds.split("+") if name.strip()),
        relabels=bool(options.measures) and set(asked_parts(options.measures)) <= {*TEDEVAL_2011_PARTS},
    )  # fmt: skip
    row = row_of(options.sentence, comparison)
    drawing = comparison.stacked(row, wanted, options.a or "") if is_stacked else comparison.drawing(0, row, wanted)
    content: str | bytes
    if form in PAINTED:  # by the window's painter, which the program's start hands in
        if options.output is None and sys.stdout.isatty():
            raise UsageError(f"{form} is not for a terminal; expected --output FILE")
        content = options.paint(comparison, row, drawing, form)
    else:
        text = drawing.written(form)
        content = f"{visible_lines(text) if form == 'text' else text}\n"
    if options.output:
        write_file(options.output, content)
    else:
        put(content)
    return 0


def form_of(given: str | None, output: str | None) -> str:
    """The format of a drawing: as given, else by the ending, else text. Raises UsageError: the ending is of another, or of none."""
    if given is None:
        return (by_ending(output or "", ENDINGS, "--format") or ("text",))[0]
    ending = Path(output or "").suffix.lower()
    if given not in ENDINGS.get(ending, (given,)):
        raise UsageError(f"{output}: --format {given} is not for files that end in {ending}; expected one of the two")
    return given
