"""The commands of the Go menu: title, keys, tip and action of each."""

from __future__ import annotations

from collections.abc import Callable

from treecompare.app.window.command import Command, Menu, Need, tr
from treecompare.app.window.commands import Commands


def go_entries(do: Commands, show_palette: Callable[[], object]) -> tuple[Menu, tuple[Command, Command], Command]:
    """The menu, and what of it stands in the tool bar: the sentence before, the next one, and the palette."""
    palette = Command(
        "palette",
        tr("Command &palette…"),
        show_palette,
        "Ctrl+K",
        tr("Find a command, table, plot, system, sentence or help page by a few letters"),
        need=Need.NOTHING,
    )
    following = Command(
        "next_sentence",
        tr("&Next sentence"),
        do.next_sentence,
        "J; Alt+Down",
        tr("The next row of the sentences table"),
    )
    previous = Command(
        "previous_sentence", tr("&Previous sentence"), do.previous_sentence, "K; Alt+Up", tr("The row before")
    )
    menu = Menu(
        tr("&Go"),
        (
            following,
            previous,
            Command("first_sentence", tr("&First sentence"), do.first_sentence, "Ctrl+Home", tr("The first row")),
            Command(
                "next_difference",
                tr("Next &difference"),
                do.next_difference,
                "N",
                tr("The next sentence whose two analyses differ"),
            ),
            Command(
                "previous_difference",
                tr("Previous d&ifference"),
                do.previous_difference,
                "P",
                tr("The sentence before whose two analyses differ"),
            ),
            Command(
                "next_like",
                tr("Next sentence &like this one"),
                do.next_like,
                "Shift+N",
                tr(
                    "The next sentence of the list with the same errors and the same labels; else with errors of the same types; "
                    "else with one of them. If an error is chosen in Errors: with an error like that one"
                ),
            ),
            Command(
                "previous_like",
                tr("Previous sentence li&ke this one"),
                do.previous_like,
                "Shift+P",
                tr("The sentence before with the same errors, or errors of the same types"),
            ),
            Command(
                "next_open",
                tr("Next &open sentence"),
                do.next_open,
                "Ctrl+J",
                tr("The next sentence of the list that differs and is not judged yet"),
            ),
            Command(
                "go_to_sentence",
                tr("&Go to sentence…"),
                do.go_to_sentence,
                "Ctrl+G",
                tr("Choose a sentence by its number"),
            ),
            None,
            Command(
                "next_system",
                tr("Next &system"),
                do.next_system,
                "Ctrl+Down",
                tr("Show the sentences of the next system"),
            ),
            Command(
                "previous_system",
                tr("Previous s&ystem"),
                do.previous_system,
                "Ctrl+Up",
                tr("Show the sentences of the system before"),
            ),
            None,
            Command(
                "show_overview",
                tr("Sentence or &overview"),
                do.show_overview,
                "V",
                tr("From the sentence to all measures, plots and tables, and back"),
            ),
            Command(
                "sort",
                tr("So&rt by…"),
                do.sort,
                "O",
                tr("Sort the table that has the focus, or the sentences, by one of its columns"),
            ),
            None,
            palette,
        ),
    )
    return menu, (previous, following), palette
