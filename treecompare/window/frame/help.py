"""The window of the help, beside the others: its pages, and what is looked for in them."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QSplitter, QTextBrowser, QTextEdit, QWidget

from treecompare.jobs.help import COPY, Section, found, pages
from treecompare.jobs.report import report
from treecompare.window.common.layouts import column
from treecompare.window.common.plain import tip
from treecompare.window.frame.bar import key_named

LIST = 250
"""Width of the list, in pixels."""


class HelpWindow(QWidget):
    """One for each main window, with which it closes. The list has all ``pages``, or the ``places`` where all words typed are."""

    def __init__(self, parent: Any) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.pages, self._parent = pages(key_named), parent
        self.places: list[Section] = []
        self._sections: list[Section] = []
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.results = QListWidget(accessibleName="Pages", horizontalScrollBarPolicy=off)  # tips have what is cut
        said = "Search the help"
        self.field = QLineEdit(placeholderText=said, clearButtonEnabled=True, accessibleName=said)
        self.field.textChanged.connect(lambda _: self._list())
        self.field.returnPressed.connect(lambda: self._show_row(self.results.currentRow()))
        self.results.currentRowChanged.connect(self._show_row)
        self.browser = QTextBrowser(openLinks=False, anchorClicked=self._follow, sourceChanged=self._follow_link)
        self.windowTitleChanged.connect(self.browser.setAccessibleName)
        self.browser.document().setDocumentMargin(18)
        left = QWidget()
        column(left, self.field, (self.results, 1), margins=(12, 12, 12, 12), gap=8)
        parts = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        parts.addWidget(left)
        parts.addWidget(self.browser)
        parts.setStretchFactor(1, 1)
        parts.setSizes([LIST, 10 * LIST])
        column(self, parts, gap=8)
        for keys, do in (("Esc", self._back), ("Ctrl+F", self.field.setFocus), ("Ctrl+W", self.close)):
            QShortcut(QKeySequence(keys), self, do)
        for keys, rows in (("Up", -1), ("Down", 1)):  # they go through the list while letters go into the field
            step, here = partial(self._step, rows), Qt.ShortcutContext.WidgetShortcut
            QShortcut(QKeySequence(keys), self.field, step, context=here)
        room = self.screen().availableGeometry()
        self.resize(min(960, room.width() * 9 // 10), min(680, room.height() * 9 // 10))
        beside = parent.window().frameGeometry()
        self.move(min(beside.right() + 8, room.right() - self.width()), max(beside.top(), room.top()))
        self._list()

    def show_page(self, name: str) -> QTextBrowser:
        """Shows a page from its beginning, in front of the other windows."""
        self.field.clear()
        row = next(row for row, one in enumerate(self.pages) if one.name == name)
        self.results.setCurrentRow(row)
        self._show_row(row)
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus()
        return self.browser

    def _follow(self, url: QUrl) -> None:
        if url.toString() == COPY:
            QGuiApplication.clipboard().setText(report())
            self._parent.messages.tell("Copied.")
        elif url.isRelative() or url.isLocalFile():
            self.browser.setSource(url)
        else:
            QDesktopServices.openUrl(url)

    def _follow_link(self, url: QUrl) -> None:
        name = url.fileName().removesuffix(".md")
        for page in self.pages:
            if page.made is None and page.name == name:
                self.setWindowTitle(page.title)

    def _back(self) -> None:
        """Escape: all pages again, then the window closes."""
        if self.field.text():
            self.field.clear()
        else:
            self.close()

    def _step(self, rows: int) -> None:
        self.results.setCurrentRow(min(max(self.results.currentRow() + rows, 0), self.results.count() - 1))

    # -- searching -------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        typed = self.field.text().strip()
        if typed and not self._sections:
            self._sections = [section for page in self.pages for section in page.sections()]
        every = [Section(page, page.title, 0) for page in self.pages]
        self.places = found(self._sections, typed) if typed else every
        self.results.blockSignals(True)
        self.results.clear()
        for one in self.places:
            item = QListWidgetItem(one.title if one.title == one.page.title else f"{one.title}\n{one.page.title}")
            item.setToolTip(tip(f"{one.page.title}: {one.title}" if typed else one.title))
            self.results.addItem(item)
        if not self.places:
            item = QListWidgetItem("Nothing found")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.results.addItem(item)
        self.results.blockSignals(False)
        if typed and self.places:
            self.results.setCurrentRow(0)
        else:
            self.browser.setExtraSelections([])

    def _show_row(self, row: int) -> None:
        if not 0 <= row < len(self.places):
            return
        place, document = self.places[row], self.browser.document()
        if place.page.made is None:
            self.browser.setSource(QUrl.fromLocalFile(str(place.page.file())))
        else:
            self.browser.setHtml(place.page.made())
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)
        self.setWindowTitle(place.page.title)
        if place.number:
            blocks = map(document.findBlockByNumber, range(document.blockCount()))
            heading = [one for one in blocks if one.blockFormat().headingLevel()][place.number]
            top = document.documentLayout().blockBoundingRect(heading).top()
            self.browser.verticalScrollBar().setValue(int(top) - 8)
        self._light()

    def _light(self) -> None:
        """The words that are looked for have a ground of their own."""
        selections = []
        for word in self.field.text().split():
            cursor = self.browser.document().find(word)
            while not cursor.isNull():
                one = QTextEdit.ExtraSelection()
                one.cursor = cursor
                one.format.setBackground(self.palette().highlight())
                one.format.setForeground(self.palette().highlightedText())
                selections.append(one)
                cursor = self.browser.document().find(word, cursor)
        self.browser.setExtraSelections(selections)


def show_page(parent: QWidget, name: str) -> QTextBrowser:
    """Shows a page in the help window, which is opened beside that of the program if it is not there."""
    there = (one for one in parent.findChildren(HelpWindow) if one.isVisible())
    return (next(there, None) or HelpWindow(parent)).show_page(name)
