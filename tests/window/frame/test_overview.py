"""The overview in the window of jobs: pages made in the background, cells and plots that lead to sentences, boxes that give way."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from tests.conftest import let_pass
from tests.window.frame.conftest import Open, settle
from tests.window.frame.toy import _plotted, a_table
from treecompare.comparison.base import score
from treecompare.comparison.files import open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.drawing.figures import PlotStyle
from treecompare.jobs import base
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.overview import OverviewJob
from treecompare.resources import samples
from treecompare.window.common.plain import tip
from treecompare.window.frame.page import TOP, PlotView, TableView
from treecompare.window.frame.window import Window

Look = Callable[[str], None]


@pytest.fixture(scope="module")
def job() -> CompareJob:
    comparison = score(opened(open_files(sample_files(samples()[0]))).comparison)
    return CompareJob(comparison, overview=OverviewJob)


@pytest.fixture
def window(open_window: Open, job: CompareJob) -> Window:
    shown = open_window(job)
    shown.show_tab(1)
    return shown


@pytest.fixture
def look(qtbot: QtBot, window: Window) -> Look:
    """Goes to an entry, and waits until its page is there."""

    def at(key: str) -> None:
        assert window.job is not None
        window.go(base.Go(place=window.job.place(key)))
        qtbot.waitUntil(lambda: not window._drawing.isActive())
        qtbot.waitUntil(lambda: window.centre.currentWidget() is window.page and not window.is_busy, timeout=20_000)
        qtbot.waitUntil(lambda: not window.page._waiting)

    return at


def test_a_cell_opens_its_sentences_and_back_leads_here(qtbot: QtBot, window: Window, look: Look) -> None:
    look("errors")
    table = window.page.findChildren(TableView)[0]
    found = table.model.table.found(0, 2)
    assert found is not None
    table.view.clicked.emit(table.model.index(0, 2))
    assert window.job is not None and window.job.view == "Sentences"
    assert sorted(window.list.places_model.shown.order.tolist()) == sorted(found.sentences.tolist())
    assert window.listing.field.text() == f'chosen "{found.text}"' and window.job.system == 1  # type: ignore[attr-defined]
    assert window.focusWidget() is window.list  # arrows go through its sentences
    window.listing.field.put(f"{window.listing.field.text()} length > 3")
    window.back()  # of what was typed since
    assert window.job.view == "Sentences" and window.listing.field.text() == f'chosen "{found.text}"'
    window.back()
    assert window.job.view == "Overview" and window.job.name(window.place) == "errors"


def test_who_comes_back_sees_the_page_as_it_was(window: Window, look: Look) -> None:
    """At once, and at its place: it is not counted, nor made, once more."""
    look("errors")
    inside, bar = window.page.widget(), window.page.verticalScrollBar()
    bar.setValue(40)
    table = window.page.findChildren(TableView)[0]
    table.view.clicked.emit(table.model.index(0, 2))
    settle(window)
    assert window.centre.currentWidget() is window.drawings
    window.back()
    settle(window)
    assert window.centre.currentWidget() is window.page and not window.is_busy
    assert window.page.widget() is inside and bar.value() == 40


def test_keys_go_from_point_to_point_of_a_plot(
    qtbot: QtBot, window: Window, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is ringed and told as by the mouse; the plot stays where it is, and Return makes the list of one."""
    look("concordance")
    plot, told = window.page.findChildren(PlotView)[0], list[str]()
    monkeypatch.setattr("treecompare.window.frame.page.announce", lambda _, said: told.append(said))
    qtbot.waitUntil(lambda: plot.plotted is not None, timeout=20_000)
    before, points = plot.plotted, plot.plotted.points  # type: ignore[union-attr]
    assert before is not None and plot._band.isHidden()
    window.list.setFocus()
    for _ in range(60):
        if not plot.hasFocus():
            QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert plot.hasFocus() and not plot._band.isHidden() and len(told) == 1
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left):
        QTest.keyClick(plot, key)
    assert told == [before.said(*points[at]) for at in (0, 1, 2, 1, 0, -1)] and len(set(told)) == 4
    assert plot._band.geometry().contains(QPoint(*points[-1])) and QToolTip.text() == tip(told[-1])
    assert plot.plotted is before
    plot._band.hide()
    plot._show(before)  # as where it has another width
    assert not plot._band.isHidden() and plot._band.geometry().contains(QPoint(*points[-1]))
    found = before.found(*points[-1], *points[-1])
    QTest.keyClick(plot, Qt.Key.Key_Return)
    assert window.job is not None and window.job.view == "Sentences" and plot._band.isHidden()
    assert window.list.places_model.shown.order.tolist() == found.sentences.tolist()


@pytest.mark.parametrize("part", ["errors/From where to where", "concordance/Kendall distance of measures"])
def test_a_table_within_a_page_that_was_chosen_by_name_is_in_view(qtbot: QtBot, window: Window, part: str) -> None:
    """Also below a plot, which is drawn later; who scrolls stays where that leads."""
    key, _, begins = part.partition("/")

    def top() -> int:
        made = window.page.findChildren(TableView)
        found = (one for one in made if one.isVisible() and one.model.table.title.startswith(begins))
        table = next(found, None)
        return -1 if table is None else table.mapTo(window.page, QPoint(0, 0)).y()

    window.show_tab(0)
    window.do(f"table:{part}")
    assert window.job is not None and window.job.name(window.place) == key
    bar = window.page.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0 and not window.is_busy, timeout=20_000)
    qtbot.waitUntil(lambda: all(one.plotted for one in window.page.findChildren(PlotView)), timeout=20_000)
    is_end = bar.value() == bar.maximum()
    assert 0 <= top() < (window.page.height() if is_end else 2 * TOP)
    bar.setValue(3)
    window.page._go_to_first()
    assert bar.value() == 3
    for _ in range(2):  # nothing is left of one that was at the top
        window.page.show_page(base.Page("", ["", a_table(), *["a paragraph"] * 30], at=1))
        qtbot.waitUntil(lambda: not window.page._waiting and bar.maximum() > 0)
    window.do(f"table:{part}")  # once more, from the same page
    qtbot.waitUntil(lambda: bar.value() > 3 and 0 <= top() < window.page.height(), timeout=20_000)
    window.do(f"table:{key}")
    window.show_picture()
    qtbot.waitUntil(lambda: not window.is_busy and not window.page._waiting and bar.value() == 0, timeout=20_000)


def test_a_plot_is_drawn_in_the_background_and_leads_to_its_sentences(qtbot: QtBot, window: Window, look: Look) -> None:
    look("concordance")
    plot = window.page.findChildren(PlotView)[0]
    qtbot.waitUntil(lambda: plot.plotted is not None, timeout=20_000)
    qtbot.waitUntil(lambda: plot.height() == round(plot.pixmap().deviceIndependentSize().height()))
    QTest.mousePress(plot, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    QTest.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(plot.width() - 2, plot.height() - 2))
    assert window.job is not None and window.job.view == "Sentences"
    assert len(window.list.places_model.shown.order) == 79


def test_answers_come_into_the_list_as_soon_as_they_are_counted(qtbot: QtBot, window: Window, look: Look) -> None:
    look("labels")
    model = window.list.places_model
    qtbot.waitUntil(lambda: model.shown.sections[0].said.startswith("attach-low, under"), timeout=20_000)
    heading = model.index(0, 0)
    assert str(heading.data()).startswith("Which system is better? attach-low, under")
    rows = [row for row in range(model.rowCount()) if model.section_at(row) is None]
    assert window.list.rowHeight(0) > window.list.rowHeight(rows[0])


def test_what_is_estimated_first_is_replaced(qtbot: QtBot, window: Window, look: Look, job: CompareJob) -> None:
    shown: list[list[str]] = []
    real = window.page.show_page
    window.page.show_page = lambda page: (shown.append([str(page.then)]), real(page))  # type: ignore[method-assign, assignment]
    look("annotators")
    qtbot.waitUntil(lambda: len(shown) == 2, timeout=30_000)
    assert "Exact figures" in shown[0][0] and shown[1] == ["None"]


def test_boxes_give_way_one_by_one(qtbot: QtBot, window: Window, look: Look) -> None:
    look("systems")
    seen = {}
    for width in (1900, 1000, 800):
        window.resize(width, 700)
        let_pass(20)
        seen[width] = [key for key, box in window.bar.picks.items() if box.isVisible()]
    assert seen[1900] == list(window.bar.picks) and len(seen[1900]) > len(seen[1000]) > len(seen[800])
    assert seen[800] and seen[1000][: len(seen[800])] == seen[800] == seen[1900][: len(seen[800])]
    window.bar.menu.aboutToShow.emit()
    behind = [one.text() for one in window.bar.menu.actions() if one.menu() is not None]
    assert len(behind) == len(seen[1900]) - len(seen[800])
    for box in window.bar.picks.values():
        if box.isVisible():
            assert box.geometry().right() < window.bar.tabs.geometry().left()


def test_columns_are_as_wide_as_their_texts(window: Window, look: Look) -> None:
    look("systems")
    (table,) = window.page.findChildren(TableView)
    view = table.view
    assert view.horizontalScrollBar().maximum() > 0 == view.verticalScrollBar().maximum()
    for column in range(table.model.columnCount()):
        texts = [str(table.model.index(row, column).data()) for row in range(table.model.rowCount())]
        assert max(map(view.fontMetrics().horizontalAdvance, texts)) < view.columnWidth(column)


def test_a_page_is_as_high_as_its_texts_need(qtbot: QtBot, window: Window, look: Look) -> None:
    look("errors")
    for width in (1280, 800):
        window.resize(width, 600)
        let_pass(60)
        for table in window.page.findChildren(TableView):
            layout = table.layout()
            assert layout is not None and table.height() >= layout.totalHeightForWidth(table.width()), width


def test_a_plot_that_becomes_wider_is_drawn_one_after_the_other(qtbot: QtBot) -> None:
    gate, widths = Event(), list[float]()

    def draw(width: float, scale: float, style: PlotStyle) -> base.Plotted:
        widths.append(width)
        gate.wait(5)
        return _plotted(width, scale, style)

    plot = PlotView(base.Plot(draw, said="A plot"))
    qtbot.addWidget(plot)
    plot.resize(400, 300)
    plot.show()
    for width in range(420, 800, 20):
        plot.resize(width, 300)
        let_pass(1)
    assert widths == [400]
    gate.set()
    qtbot.waitUntil(lambda: plot.pixmap().width() == 780)
    assert widths == [400, 780]
