"""Where commands stand: the menus of the window, by the names of the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtWidgets import QMenu

from treecompare.app.shell.command import Choice, Entry, Menu, Need, Section, Switch
from treecompare.comparison.settings import SETTINGS


def setting_switches(change: Callable[[str, str], object]) -> dict[str, Switch]:
    """The switches of the settings that are declared with what the window offers, by name; ``change`` is told name and value."""
    found = {}
    for one in SETTINGS.values():
        if one.offered:
            choices = tuple(Choice(value.value, value.title, tip=value.tip) for value in one.offered)
            need = Need.CROSSING if one.name == "crossing_branches" else Need.NOTHING
            found[one.name] = Switch(one.name, partial(change, one.name), choices, need)
    return found


def menus(fill: Mapping[str, Callable[[QMenu], None]]) -> tuple[Menu, ...]:
    """The menus of a window, from left to right. ``fill``: what brings those that grow up to date, by their names, and the marks of
    those that show how the drawing is (``marks``)."""
    return (
        Menu(
            "&File",
            (
                "open_files", "add_systems", "two_versions", None,
                Menu("&Recent comparisons", name="recent", fill=fill["recent"]),
                Menu("Sa&mple comparisons", name="samples", fill=fill["samples"]), None,
                "new_lesson", "lesson_from_grammar", None, "save", "save_as", "export_table", "save_report", None,
                "compare_again", "close_comparison", None, "close",
            ),
        ),
        Menu(
            "&Edit",
            (
                "undo", "redo", None, "copy", "copy_sentence", "copy_command", "copy_methods", None, "find", "reset_filter", None,
                "keep_pattern", Menu("Kept &patterns", name="patterns", fill=fill["patterns"]), "tag_shown",
            ),
        ),
        Menu(
            "&Go",
            (
                "next_sentence", "previous_sentence", "first_sentence", "next_difference", "previous_difference", "next_like",
                "previous_like", "next_open", "go_to_sentence", None, "next_system", "previous_system", None, "drawing",
                "show_overview",
                "sort", None, "palette",
            ),
        ),
        Menu(
            "&Compare",
            (
                Menu("&Columns", name="measures"), Section("System score"), "average", None, *_settings(), None,
                "show_rankings", "show_deciles", "show_labels", "show_statistics", None,
                "open_lesson", Menu("Wal&k of this comparison", ("add_to_walk", "edit_walk", "start_walk")), None,
                "edit_label_costs", "edit_tree_costs", "show_warnings", None,
                "read_judgements", "save_judgements", "choose_scheme", None,
                "set_baseline", "no_gold", "swap_sides", "remove_system", None, "cancel",
            ),
            fill=fill["marks"],
        ),
        Menu(
            "&Drawing",
            (
                "mapping", None, "part", None, "labelled", None, "draw_other", None, "mirrored", "side_by_side", "merged",
                "all_systems", "fold", "left_out", "edge_labels", "secondary_edges", "next_change", "previous_change",
                "list_changes", "right_to_left", None, "larger_drawing", "smaller_drawing", "fit_drawing", "fit_width",
                "natural_size", None, "copy_drawing", "save_drawing", "copy_latex", "save_handout",
            ),
            fill=fill["marks"],
        ),
        Menu(
            "&View",
            (
                Menu("&Panels", name="parts"), "inspector", "only_drawing", Menu("O&verview", ("overview",)),
                Menu("Columns of the s&entences", name="columns"), Menu("&Theme", ("theme",)), None, "larger_text",
                "smaller_text", "usual_text", None, "usual_layout", "full_screen",
            ),
        ),
        Menu(
            "&Help",
            (
                "show_help", Menu("Help &pages", name="pages", fill=fill["pages"]),
                Menu("&Examples, step by step", name="examples", fill=fill["examples"]), "show_shortcuts", "show_log",
                None, "show_about",
            ),
        ),
    )  # fmt: skip


_FURTHER: dict[str, tuple[Entry, ...]] = {
    "with_dependencies": (None, "dependency_files"), "zero_cost": (None, "gold_labels"),
}  # fmt: skip
"""What stands below the choices of a setting."""


def _settings() -> tuple[Menu, ...]:
    """A menu for each setting that is declared with what the window offers."""
    offered = (one for one in SETTINGS.values() if one.offered)
    return tuple(Menu(one.title, (one.name, *_FURTHER.get(one.name, ()))) for one in offered)
