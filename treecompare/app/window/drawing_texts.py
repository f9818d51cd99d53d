"""The commands of the Drawing menu: title, keys, tip and action of each."""

from __future__ import annotations

from treecompare.app.window.command import Command, Entry, tr
from treecompare.app.window.drawing_commands import DrawingCommands


def drawing_entries(do: DrawingCommands) -> tuple[Entry, ...]:
    """What stands in the menu below the choice of a mapping."""
    return (
        Command(
            "draw_other",
            tr("What the o&ther measure counts"),
            do.draw_other,
            "X",
            tr("Draw what measure A counts, or what B does"),
        ),
        None,
        Command(
            "mirrored",
            tr("&Mirrored"),
            do.mirrored,
            "M",
            tr("Gold above, system below, one row of words"),
            is_on=True,
        ),
        Command(
            "side_by_side",
            tr("&Side by side"),
            do.side_by_side,
            "S",
            tr("Gold left, system right; one above the other where they are too wide"),
            is_on=False,
        ),
        Command(
            "merged",
            tr("M&erged"),
            do.merged,
            "G",
            tr("One tree: the gold's, with the inserted nodes put in"),
            is_on=False,
        ),
        Command(
            "all_systems",
            tr("&All systems"),
            do.all_systems,
            "A",
            tr("The gold and all systems, one below the other over the same words; again: one system"),
            is_on=False,
        ),
        Command(
            "fold",
            tr("&Fold identical parts"),
            do.fold,
            "F",
            tr("Fold or unfold what is the same in both trees"),
            is_on=True,
        ),
        Command(
            "left_out",
            tr("Left-&out words"),
            do.left_out,
            "Ctrl+Shift+L",
            tr("Show the punctuation and traces of the gold that the preparation leaves out, in grey"),
            is_on=False,
        ),
        Command(
            "edge_labels",
            tr("Lab&els on edges"),
            do.edge_labels,
            tip=tr("Draw grammatical functions on the edges of trees that have some; again: not"),
            is_on=True,
        ),
        Command(
            "secondary_edges",
            tr("Secondar&y edges"),
            do.secondary_edges,
            tip=tr("Draw edges to further mothers, dashed, in trees that have some; again: not"),
            is_on=True,
        ),
        Command("next_change", tr("&Next change"), do.next_change, ".", tr("The next change within this sentence")),
        Command(
            "previous_change",
            tr("Pre&vious change"),
            do.previous_change,
            ",",
            tr("The change before within this sentence"),
        ),
        Command(
            "list_changes",
            tr("List of &changes"),
            do.list_changes,
            "C",
            tr("Show or hide the changes as text"),
            is_on=False,
        ),
        Command(
            "right_to_left",
            tr("Words from &right to left"),
            do.right_to_left,
            "Ctrl+Shift+R",
            tr("For Hebrew or Arabic; again: back"),
            is_on=False,
        ),
        None,
        Command("larger_drawing", tr("&Larger drawing"), do.larger_drawing, "+"),
        Command("smaller_drawing", tr("Smaller &drawing"), do.smaller_drawing, "-"),
        Command("fit_drawing", tr("F&it into the window"), do.fit_drawing, "0"),
        Command("fit_width", tr("Fit wi&dth"), do.fit_width, "9"),
        Command("natural_size", tr("&100 %"), do.natural_size, "1"),
        None,
        Command(
            "copy_drawing",
            tr("Co&py the drawing"),
            do.copy_drawing,
            "Ctrl+Shift+C",
            tr("Copy the drawing as a picture"),
        ),
        Command(
            "save_drawing",
            tr("Save the dra&wing…"),
            do.save_drawing,
            "Ctrl+Shift+E",
            tr("Save the drawing as SVG, PDF, PNG or LaTeX"),
        ),
        Command(
            "copy_latex",
            tr("Copy as LaTe&X"),
            do.copy_latex,
            "Ctrl+Alt+X",
            tr("Copy the drawing as LaTeX for a paper"),
        ),
        Command(
            "save_handout",
            tr("Save a &hand-out…"),
            do.save_handout,
            "Ctrl+Alt+P",
            tr("A page with the drawing of this sentence and all its scores, as PDF"),
        ),
    )
