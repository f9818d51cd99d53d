"""What is cut ends in an ellipsis: in closed boxes, in heads of tables."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open
from tests.window.frame.toy import Toy
from treecompare.scores.rich import Rich, strong
from treecompare.window.common import theme
from treecompare.window.common.elided import ElidedBox, Said


@pytest.mark.parametrize(("width", "is_cut"), [(400, False), (120, True)])
def test_the_text_of_a_closed_box_ends_in_an_ellipsis(qtbot: QtBot, width: int, is_cut: bool) -> None:
    boxes = []
    for kind in (ElidedBox, QComboBox):
        box = kind()
        qtbot.addWidget(box)
        box.addItem("TedEval, unlabelled, of all sentences")
        box.resize(width, 28)
        box.show()
        boxes.append(box)
    assert boxes[0].shown().endswith("…") == is_cut
    assert (boxes[0].grab().toImage() != boxes[1].grab().toImage()) == is_cut


def test_boxes_that_may_be_narrow_are_such(open_window: Open) -> None:
    boxes = [box for box in open_window(Toy()).findChildren(QComboBox) if not box.isEditable()]
    others = [box.accessibleName() for box in boxes if not isinstance(box, ElidedBox) and box.minimumContentsLength()]
    assert boxes and others == []


@pytest.mark.parametrize("count", [2, 8, 14])
def test_a_list_that_drops_down_is_as_wide_as_its_texts_and_cuts_no_row(
    qtbot: QtBot, qapp: QApplication, count: int
) -> None:
    theme.apply_theme(qapp, "light")
    box = ElidedBox()
    qtbot.addWidget(box)
    theme.dress(box)
    box.addItems([f"a text that is wider than its box, number {number}" for number in range(count)])
    box.setFixedWidth(90)
    box.show()
    box.showPopup()
    qtbot.wait(20)
    view = box.view()
    rows = [view.visualRect(box.model().index(row, 0)) for row in range(min(count, box.maxVisibleItems()))]
    assert view.viewport().height() == rows[-1].bottom() + 1
    assert view.viewport().width() >= view.sizeHintForColumn(0)
    box.hidePopup()


def test_a_line_on_a_button_is_plain_text_that_nobody_selects(qtbot: QtBot) -> None:
    """Rich text is laid out three times as slowly; it is there for signs alone."""
    said = Said()
    qtbot.addWidget(said)
    said.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    said.say("AT&T <b>_x")
    assert (said.textFormat(), said.text()) == (Qt.TextFormat.PlainText, "AT&T <b>_\u200bx")
    assert said.textInteractionFlags() == Qt.TextInteractionFlag.NoTextInteraction
    said.say(Rich(strong("S"), "&P"))
    assert said.textFormat() == Qt.TextFormat.RichText and said.text() == "<b>S</b>&amp;P"
