"""Where commands stand: the menus of the window, by the names of the commands. What grows (measures, tables, samples, lessons, help
pages) is a sheet or a page; what has no place here is found in the palette."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QMenu

from treecompare.app.shell.command import Choice, Entry, Menu, Need, Switch
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


OF_EXTRAS = frozenset({
    "two_versions", "open_batch", "paper_says", "trust_in_queries", "adjudicate", "check_gold", "open_lesson", "new_lesson",
    "lesson_from_grammar", "lessons_list", "add_to_walk", "edit_walk", "start_walk", "present",
})  # fmt: skip
"""Commands that are not there where their extra is not installed."""


def offered(menus: Iterable[Menu], commands: Container[str]) -> list[Menu]:
    """The menus without what extras would add that are not installed; a menu that held nothing else is not there."""

    def there(entries: Sequence[Entry]) -> tuple[Entry, ...]:
        return tuple(one for one in entries if one not in OF_EXTRAS or one in commands)

    found = (replace(one, entries=there(one.entries)) for one in menus)
    return [one for one in found if any(one.entries)]


def menus(fill: Mapping[str, Callable[[QMenu], None]]) -> tuple[Menu, ...]:
    """The menus of a window, from left to right. ``fill``: what brings ``recent`` up to date, and the marks of those that show how
    the drawing is (``marks``)."""
    return (
        Menu(
            "&File",
            (
                "open_files", "add_systems", "two_annotators", "two_versions", "open_batch",
                Menu("&Recent", name="recent", fill=fill["recent"]), None,
                "save", "save_as", "export_table", "save_report", "compare_again", None, "settings", None,
                "close_comparison", "close",
            ),
        ),
        Menu(
            "&Edit",
            (
                "undo", "redo", None,
                Menu(
                    "&Copy",
                    (
                        "copy", "copy_sentence", "copy_drawing", "copy_latex", "copy_brackets", "copy_command",
                        "copy_methods",
                    ),
                ),
                None, "find", "repeat_filter", "reset_filter", "saved_patterns", None, "mark", "show_marked",
            ),
        ),
        Menu(
            "&Go",
            (
                "next_sentence", "previous_sentence", "next_change", "previous_change", "next_like", "previous_like",
                "next_system", "previous_system", None, "next_open", "go_to_sentence", "show_overview", "overview",
                "sort",
                "palette",
            ),
        ),
        Menu(
            "&Compare",
            (
                "scoring", "columns", "other_average", "paper_says", "trust_in_queries", None,
                "set_baseline", "remove_system", None, "no_gold", "swap_sides", "adjudicate", "check_gold", None, "cancel",
            ),
            fill=fill["marks"],
        ),
        Menu(
            "&Drawing",
            (
                "draw_other", "roof", "labelled", None, "mirrored", "side_by_side", "merged", "all_systems",
                "system_against_system", None, "fold", "left_out", "edge_labels", "secondary_edges", "right_to_left",
                "only_differing", None, "larger_drawing", "smaller_drawing", "fit_drawing", None, "list_changes",
                "save_drawing", "save_handout",
            ),
            fill=fill["marks"],
        ),
        Menu(
            "&View",
            (
                "inspector", "only_drawing", None, "larger_text", "smaller_text",
                "usual_text", None, "usual_layout", "full_screen",
            ),
            name="view",
        ),
        Menu(
            "&Teach",
            (
                "open_lesson", "new_lesson", "lesson_from_grammar", "lessons_list", None, "add_to_walk", "edit_walk",
                "start_walk", None, "present",
            ),
        ),
        Menu(
            "&Help",
            ("show_help", "show_shortcuts", "samples", None, "report_problem", "show_log", "show_about"),
        ),
    )  # fmt: skip
