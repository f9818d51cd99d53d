"""Every command of the window: its title, keys, tip, need and action, in the order of the menus.

Those of the menus Drawing and Go stand in ``drawing_texts.py`` and ``go_texts.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from treecompare.app.window.command import Choice, Command, Entry, Menu, Need, Section, Switch, tr
from treecompare.app.window.commands import Commands
from treecompare.app.window.dependency_files import dependency_files
from treecompare.app.window.docks import Docks
from treecompare.app.window.drawing_commands import DrawingCommands
from treecompare.app.window.drawing_texts import drawing_entries
from treecompare.app.window.file_commands import FileCommands
from treecompare.app.window.go_texts import go_entries
from treecompare.app.window.gold_labels import gold_labels
from treecompare.app.window.lessons import Lessons, lesson_command, new_lesson_commands
from treecompare.app.window.opening_commands import OpeningCommands
from treecompare.app.window.pattern_commands import PatternCommands
from treecompare.app.window.session import Session
from treecompare.app.window.sides import SideCommands, side_commands
from treecompare.app.window.switches import choices
from treecompare.app.window.view_commands import ViewCommands
from treecompare.app.window.walk_commands import WalkCommands, walk_menu
from treecompare.comparison.settings import SETTINGS, Setting


@dataclass(frozen=True)
class Doers:
    """Who does what the commands say. Settings are told by name and value."""

    session: Session
    opener: OpeningCommands
    files: FileCommands
    looking: Commands
    drawing: DrawingCommands
    sides: SideCommands
    view: ViewCommands
    docks: Docks
    close: Callable[[], object]
    close_comparison: Callable[[], None]
    change_setting: Callable[[str, str], None]
    draw_mapping: Callable[[], None]
    set_average: Callable[[str], None]
    place_overview: Callable[[str], None]
    show_palette: Callable[[], object]
    show_shortcuts: Callable[[], object]
    patterns: PatternCommands
    lessons: Lessons
    walks: WalkCommands


@dataclass(frozen=True)
class Offered:
    """What a window offers: the menus of its bar, and what is in its tool bar."""

    menus: tuple[Menu, ...]
    toolbar: tuple[Entry, ...]


def offered(do: Doers) -> Offered:
    """The commands of a window, bound to those who do them."""
    mapping = Switch("mapping", lambda _: do.draw_mapping(), choices()["mapping"], Need.COMPARISON)
    part = Switch("part", lambda _: do.draw_mapping(), choices()["part"], Need.COMPARISON)
    labelled = Command(
        "labelled",
        tr("&Labelled"),
        do.draw_mapping,
        "L",
        tr("Compare labels too; otherwise only the shape of the trees"),
        is_on=True,
    )
    average = Switch("average", do.set_average, choices()["average"])
    settings = _settings(do)
    go, steps, palette = go_entries(do.looking, do.show_palette)
    view, inspector = _view(do)
    menus = (
        _file(do),
        _edit(do),
        go,
        _compare(do, average, settings),
        Menu(
            tr("&Drawing"),
            (mapping, None, part, None, labelled, None, *drawing_entries(do.drawing)),
            fill=do.drawing.show_marks,
        ),
        view,
        _help(do),
    )
    preterminals = settings["preterminals"]
    in_bar = Menu("", (*settings["params"].entries, Section(preterminals.title), *preterminals.entries))
    return Offered(menus, (*steps, None, average, None, in_bar, None, settings["sentences"], None, palette, inspector))


def _settings(do: Doers) -> dict[str, Menu]:
    """A menu for each setting that is declared with what the window offers, by name."""
    labels = gold_labels(do.looking.choose_gold_labels)
    further: dict[str, tuple[Entry, ...]] = {
        "with_dependencies": (None, dependency_files(do.opener.choose_dependencies)), "zero_cost": (None, labels),
    }  # fmt: skip
    return {
        one.name: Menu(one.title, (_switch(one, do), *further.get(one.name, ())))
        for one in SETTINGS.values()
        if one.offered
    }


def _switch(setting: Setting, do: Doers) -> Switch:
    need = Need.CROSSING if setting.name == "crossing_branches" else Need.NOTHING
    offered = tuple(Choice(one.value, one.title, tip=one.tip) for one in setting.offered)
    return Switch(setting.name, partial(do.change_setting, setting.name), offered, need)


def _file(do: Doers) -> Menu:
    return Menu(
        tr("&File"),
        (
            Command(
                "open_files",
                tr("&Open…"),
                do.opener.open_files,
                "Ctrl+O",
                tr("Choose the gold treebank, then the systems to compare with it"),
                need=Need.NOTHING,
            ),
            Command(
                "add_systems",
                tr("&Add systems…"),
                do.opener.add_systems,
                "Ctrl+Shift+O",
                tr("Choose more systems to compare with the gold"),
            ),
            None,
            Menu(tr("&Recent comparisons"), name="recent", fill=do.opener.fill_recent),
            Menu(tr("Sa&mple comparisons"), name="samples", fill=do.opener.fill_samples),
            None,
            *new_lesson_commands(do.lessons),
            None,
            Command(
                "save",
                tr("Save comparis&on"),
                do.files.save,
                "Ctrl+S",
                tr("Keep files, settings and notes in one file, under a name if there is none yet"),
            ),
            Command(
                "save_as",
                tr("&Save comparison as…"),
                do.files.save_as,
                "Ctrl+Shift+S",
                tr("Keep files, settings and notes in one file; what is typed is stored there at once"),
            ),
            Command(
                "export_table",
                tr("&Export table…"),
                do.looking.export_table,
                "Ctrl+E",
                tr("Save the table that has the focus as CSV, TSV or JSON"),
            ),
            None,
            Command(
                "compare_again",
                tr("Read files &again"),
                do.session.again,
                "F5",
                tr("Read all files again and compare them"),
            ),
            Command(
                "close_comparison",
                tr("&Close comparison"),
                do.close_comparison,
                "Ctrl+W",
                tr("Go back to the start page"),
            ),
            None,
            Command("close", tr("&Quit"), do.close, "Ctrl+Q", need=Need.NOTHING),
        ),
    )


def _edit(do: Doers) -> Menu:
    return Menu(
        tr("&Edit"),
        (
            Command("undo", tr("&Undo"), do.files.undo, "Ctrl+Z", tr("Take back what was typed last"), need=Need.UNDO),
            Command(
                "redo", tr("&Redo"), do.files.redo, "Ctrl+Shift+Z", tr("Do again what was taken back"), need=Need.REDO
            ),
            None,
            Command("copy", tr("&Copy"), do.looking.copy, "Ctrl+C", tr("Copy the selected rows as tab-separated text")),
            Command(
                "copy_sentence",
                tr("Copy &sentence"),
                do.looking.copy_sentence,
                tip=tr("Copy the words of the sentence"),
            ),
            Command(
                "copy_command",
                tr("Copy as c&ommand"),
                do.looking.copy_command,
                "Ctrl+Alt+C",
                tr("Copy the command that prints what has the focus: a table or the alignment"),
            ),
            Command(
                "copy_methods",
                tr("Copy &methods paragraph"),
                do.looking.copy_methods,
                tip=tr("Copy how these figures were made, in words for a paper, with signatures"),
            ),
            None,
            Command(
                "find",
                tr("&Find sentences"),
                do.looking.find,
                "Ctrl+F",
                tr("Go to the field that filters the sentences"),
            ),
            Command(
                "reset_filter",
                tr("&Reset filter"),
                do.looking.reset_filter,
                "Ctrl+Shift+F",
                tr("Show all sentences again"),
            ),
            None,
            Command(
                "keep_pattern", tr("&Keep pattern…"), do.patterns.keep, tip=tr("Keep the pattern of the filter by name")
            ),
            Menu(tr("Kept &patterns"), name="patterns", fill=do.patterns.fill),
            Command(
                "tag_shown",
                tr("&Tag sentences as phenomenon…"),
                do.patterns.tag_shown,
                tip=tr("Give all sentences that are shown a phenomenon"),
            ),
        ),
    )


def _compare(do: Doers, average: Switch, settings: Mapping[str, Menu]) -> Menu:
    return Menu(
        tr("&Compare"),
        (
            Menu(tr("&Columns"), name="measures"),
            Section(tr("System score")),
            average,
            None,
            *settings.values(),
            None,
            Command(
                "show_rankings",
                tr("Rankings under e&very measure"),
                do.looking.show_rankings,
                "Ctrl+Shift+V",
                tr("How the systems rank by roof and whole trees, E and T, Dice and Jaccard, pooled and mean"),
            ),
            Command(
                "show_deciles",
                tr("&Deciles of A by B"),
                do.looking.show_deciles,
                tip=tr("Tenths of the sentences under A by tenths under B"),
            ),
            Command(
                "show_labels",
                tr("Scores by &label"),
                do.looking.show_labels,
                tip=tr("Recall, precision and F1 per label, and which are confused"),
            ),
            Command(
                "show_statistics",
                tr("&Treebank statistics"),
                do.looking.show_statistics,
                tip=tr("What the treebanks are like"),
            ),
            None,
            lesson_command(do.lessons),
            walk_menu(do.walks),
            None,
            Command(
                "edit_label_costs",
                tr("La&bel costs of Leaf-Ancestor…"),
                do.looking.edit_label_costs,
                tip=tr("What replacing one label by another costs in a lineage"),
            ),
            Command(
                "edit_tree_costs",
                tr("Label c&osts of tree distance…"),
                do.looking.edit_tree_costs,
                tip=tr("What relabelling a node costs"),
            ),
            None,
            Command(
                "read_judgements",
                tr("Import p&henomena…"),
                do.files.read_judgements,
                tip=tr("Read a table of phenomena and judgements: sentence, phenomenon, and more"),
            ),
            Command(
                "save_judgements",
                tr("Save phenomena and &judgements…"),
                do.files.save_judgements,
                tip=tr("Write what was typed as a table"),
            ),
            Command(
                "choose_scheme",
                tr("Choose s&cheme…"),
                do.files.choose_scheme,
                tip=tr("Choose the phenomena and error classes on offer"),
            ),
            None,
            Command(
                "set_baseline",
                tr("&Baseline: this system"),
                do.looking.set_baseline,
                "Ctrl+B",
                tr("Compare the others with the chosen system"),
            ),
            *side_commands(do.sides),
            Command(
                "remove_system",
                tr("&Remove this system"),
                do.opener.remove_system,
                "Ctrl+Del",
                tr("Leave the chosen system out"),
            ),
            None,
            Command(
                "cancel",
                tr("&Stop"),
                do.session.cancel,
                "Esc",
                tr("Stop comparing; what is compared so far stays"),
                need=Need.WORK,
            ),
        ),
        fill=do.drawing.show_marks,
    )


def _view(do: Doers) -> tuple[Menu, Command]:
    """The menu, and what of it stands in the tool bar."""
    inspector = Command(
        "inspector",
        tr("&Inspector"),
        do.looking.open_inspector,
        "I",
        tr("Show or hide Explain, Words and Notes beside the drawing"),
        is_on=False,
    )
    menu = Menu(
        tr("&View"),
        (
            Menu(tr("&Panels"), name="parts"),
            inspector,
            Command(
                "only_drawing",
                tr("&Only the drawing"),
                do.docks.only_drawing,
                "Z",
                tr("Hide what stands beside the drawing, or show it again"),
            ),
            Menu(tr("O&verview"), (Switch("overview", do.place_overview, choices()["overview"]),)),
            Menu(tr("Columns of the s&entences"), name="columns"),
            Menu(tr("&Theme"), (Switch("theme", do.view.set_theme, choices()["theme"]),)),
            None,
            Command("larger_text", tr("&Larger text"), do.view.larger_text, "Ctrl++", need=Need.NOTHING),
            Command("smaller_text", tr("&Smaller text"), do.view.smaller_text, "Ctrl+-", need=Need.NOTHING),
            Command("usual_text", tr("&Default text size"), do.view.usual_text, "Ctrl+0", need=Need.NOTHING),
            None,
            Command(
                "usual_layout",
                tr("&Reset layout"),
                do.docks.usual_layout,
                tip=tr("Put all panels back where they were at first"),
            ),
            Command("full_screen", tr("&Full screen"), do.view.full_screen, "F11", need=Need.NOTHING),
        ),
    )
    return menu, inspector


def _help(do: Doers) -> Menu:
    return Menu(
        tr("&Help"),
        (
            Command(
                "show_help",
                tr("&The measures explained"),
                do.view.show_help,
                "F1",
                tr("What each measure counts, with its paper"),
                need=Need.NOTHING,
            ),
            Menu(tr("Help &pages"), name="pages", fill=do.view.fill_pages),
            Menu(tr("&Examples, step by step"), name="examples", fill=do.walks.fill_examples),
            Command(
                "show_shortcuts",
                tr("&Keyboard shortcuts"),
                do.show_shortcuts,
                "Ctrl+F1; ?",
                tr("Every key and what it does"),
                need=Need.NOTHING,
            ),
            Command(
                "show_log",
                tr("Show the &log file"),
                do.view.show_log,
                tip=tr("Where unexpected errors are written down"),
                need=Need.NOTHING,
            ),
            None,
            Command("show_about", tr("&About treecompare"), do.view.show_about, need=Need.NOTHING),
        ),
    )
