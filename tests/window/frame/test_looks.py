"""What is seen of the frame in both themes: who has the keyboard, text that can be read; none is too small or cut by a frame."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontInfo, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QWidget

from tests.conftest import let_pass
from tests.window.frame.conftest import Open, settle
from tests.window.frame.samples import KINDS
from tests.window.frame.test_contrast import EDGE, contrast, of_widget, pixels
from tests.window.frame.test_done import go
from tests.window.frame.test_window import stops
from tests.window.frame.toy import Toy
from treecompare.drawing.drawn import LEAST_TEXT
from treecompare.window.common.theme import apply_theme

SIGNS = 3
"""Letters that a text has at least to be measured: a sign is no text."""
FAINT = 3.0
"""Of thin letters, which are fainter than their colour."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_has_the_keyboard_is_seen(qapp: QApplication, open_window: Open, theme: str) -> None:
    """Each stop of Tab has another picture with the keyboard than without, and the pixels that differ stand out."""
    toy = Toy()
    toy.gate.set()
    window = open_window(toy)
    apply_theme(qapp, theme)
    go(window, 2)
    let_pass(30)
    faint = []
    for one in stops(window):
        if window.columns.right.isAncestorOf(one):
            window.why.ensureWidgetVisible(one)
        frame = one.rect().adjusted(-2, -2, 2, 2).translated(one.mapTo(window, QPoint()))
        other: QWidget = window.bar.menu_button if one is not window.bar.menu_button else window.list
        pictures = []
        for focus in (other, one):
            focus.setFocus(Qt.FocusReason.TabFocusReason)
            window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as pressing Tab does
            QApplication.processEvents()
            pictures.append(window.grab(frame).toImage())
        before, after = (pixels(one) for one in pictures)
        pairs = np.unique(np.stack([before, after])[:, before != after], axis=1).T.tolist()
        if not any(contrast(f"#{old:06x}", f"#{new:06x}") >= EDGE for old, new in pairs):
            faint.append((type(one).__name__, one.accessibleName()))
    assert not faint


@pytest.mark.parametrize("kind", ["toy", "constituents", "decide", "versions", "overview"])
def test_texts_can_be_read(qapp: QApplication, open_window: Open, kind: str) -> None:
    window = open_window(KINDS[kind]())
    for theme in ("light", "dark"):
        apply_theme(qapp, theme)
        settle(window)
        labels = [one for one in window.findChildren(QLabel) if not one.visibleRegion().isEmpty() and one.isEnabled()]
        measured = {one.accessibleName() or one.text(): of_widget(one) for one in labels if len(one.text()) >= SIGNS}
        assert len(measured) > 3
        assert not [(theme, *seen) for seen in measured.items() if contrast(*seen[1]) < FAINT]


def test_no_text_is_too_small(open_window: Open) -> None:
    toy = Toy()
    toy.gate.set()
    window = open_window(toy, 800, 600, steps=-4)
    for place in range(6):
        go(window, place)
        small = {
            f"{type(one).__name__} {one.accessibleName()}": QFontInfo(one.font()).pixelSize()
            for one in window.findChildren(QWidget)
            if QFontInfo(one.font()).pixelSize() < LEAST_TEXT
        }
        assert not small


def test_the_wheel_changes_no_closed_box(open_window: Open) -> None:
    window = open_window(KINDS["constituents"]())
    box = window.drawings.layouts
    assert box.count() > 1
    for turned in (-120, 120):
        place = QPointF(box.rect().center())
        wheel = QWheelEvent(
            place, box.mapToGlobal(place), QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(box, wheel)
        assert box.currentIndex() == 0


def test_the_frame_of_the_keyboard_cuts_no_letter(open_window: Open) -> None:
    """A tab is as large with it as without, and so is its text."""
    window = open_window(KINDS["constituents"]())
    tab = window.bar.tabs.buttons[1]
    window.list.setFocus()
    size = tab.sizeHint()
    tab.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    assert tab.sizeHint() == size and tab.width() >= size.width()


def test_letters_are_text_where_one_types(open_window: Open) -> None:
    toy = Toy()
    window = open_window(toy)
    note = next(one for one in window.why.findChildren(QPlainTextEdit) if one.isVisible())
    for field, now in ((note, note.toPlainText), (window.listing.field, window.listing.field.text)):
        field.setFocus()
        QTest.keyClicks(field, "jx1?e.")
        assert now() == "jx1?e." and window.columns.shows_why and not toy.marks
