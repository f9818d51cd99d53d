"""Texts that depend on numbers, on each other, or on the direction of a script."""

from __future__ import annotations

import re
from datetime import date

from PySide6.QtGui import QColor, QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space
from treecompare import resources
from treecompare.app.common.elided import elided
from treecompare.app.common.wording import day_said
from treecompare.app.frame.help import _INTRODUCTION
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.drawing.style import DARK, DELETED, INSERTED, LIGHT, SWAPPED
from treecompare.trees.characters import POP, RIGHT_TO_LEFT


def test_the_end_of_a_run_is_told_in_words(qtbot: QtBot, window: MainWindow) -> None:
    sample = next(one for one in resources.samples() if one.key == "dependencies")
    compare(qtbot, window, Files(sample.gold, (("", sample.systems[0]),)))
    assert "12 sentences and 1 system compared in" in window.messages.text()


def test_a_long_name_of_a_sentence_does_not_widen_the_explain_pane(compared: MainWindow) -> None:
    views = space(compared)
    compared.show_dock("explain")
    width = views.explain.minimumSizeHint().width()
    views.explain.about.setText(300 * "n")
    assert views.explain.minimumSizeHint().width() == width
    assert views.sentences.filter_bar.text.minimumWidth() > 60


def test_the_help_names_the_colours_of_the_drawing() -> None:
    named = {"orange": range(15, 46), "green": range(90, 181), "blue": range(205, 291)}
    said = re.findall(r"<b>(deleted|inserted|relabelled)</b> nodes \((\w+)", _INTRODUCTION)
    assert [kind for kind, _ in said] == ["deleted", "inserted", "relabelled"]
    for status, (_, colour) in zip((DELETED, INSERTED, SWAPPED), said, strict=True):
        assert all(QColor(theme.text[status]).hue() in named[colour] for theme in (LIGHT, DARK))


def test_days_are_said_as_people_say_them() -> None:
    today = date(2026, 1, 1)
    said = [day_said(day, today) for day in (today, date(2025, 12, 31), date(2025, 12, 30), date(2026, 1, 2))]
    assert said == ["today", "yesterday", "30 December 2025", "2 January"]
    assert day_said(date(2026, 3, 5), date(2026, 11, 24)) == "5 March"


def test_dots_stand_at_the_end_of_a_text_from_right_to_left(qtbot: QtBot) -> None:
    letters, text = QFontMetrics(QFont()), "אבג דהו זחט " * 5
    cut = elided(letters, text, 60)
    assert cut.startswith(RIGHT_TO_LEFT + "אבג") and cut.endswith("…" + POP)
    assert elided(letters, "אב", 600) == "אב" and elided(letters, "a longer text", 40).endswith("…")
