"""The pages of the help: those that are made of measures and keys, those that are shipped; and the About page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from treecompare import resources
from treecompare.jobs import help as made
from treecompare.jobs.report import report
from treecompare.window.common.plain import tip
from treecompare.window.frame.menus import key_named

MOST = 60
"""So many places are listed."""
LIST = 250
"""Width of the list, in pixels."""


@dataclass(frozen=True)
class Page:
    """A page by its name and title; ``html`` makes it, where it is no shipped file."""

    name: str
    title: str
    html: Callable[[], str] | None = None

    def show_in(self, browser: QTextBrowser) -> None:
        """Shows it from its beginning."""
        if self.html is None:
            browser.setSource(QUrl.fromLocalFile(str(resources.path(f"help/{self.name}.md"))))
        else:
            browser.setHtml(self.html())
        browser.moveCursor(QTextCursor.MoveOperation.Start)

    def document(self) -> QTextDocument:
        """What is shown, to be searched."""
        found = QTextDocument()
        if self.html is None:
            found.setMarkdown(resources.path(f"help/{self.name}.md").read_text("utf-8"))
        else:
            found.setHtml(self.html())
        return found


@dataclass(frozen=True)
class Section:
    """What stands under a heading of a page, in small letters; ``block``: the number of the heading's block."""

    page: Page
    title: str
    block: int
    text: str


def sections_of(page: Page) -> Iterator[Section]:
    """The sections of a page, in their order."""
    title, start = page.title, 0
    texts: list[str] = []
    document = page.document()
    for number in range(document.blockCount()):
        block = document.findBlockByNumber(number)
        if block.blockFormat().headingLevel() and number:
            yield Section(page, title, start, "\n".join(texts).casefold())
            title, start, texts = block.text(), number, []
        texts.append(block.text())
    yield Section(page, title, start, "\n".join(texts).casefold())


class HelpWindow(QWidget):
    """One for each main window, with which it closes. The list has all pages, or the places where all words typed are."""

    def __init__(self, pages: list[Page], parent: Any) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.pages, self._parent = pages, parent
        self._sections: list[Section] = []
        self.results = QListWidget()
        self.field = QLineEdit(placeholderText="Search the help", clearButtonEnabled=True)
        self.field.setAccessibleName("Search the help")
        self.field.textChanged.connect(lambda _: self._list())
        self.field.returnPressed.connect(lambda: self._show_row(self.results.currentRow()))
        self.field.installEventFilter(self)
        self.results.setAccessibleName("Pages")
        self.results.setHorizontalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )  # what is cut is whole in its tip
        self.results.currentRowChanged.connect(self._show_row)
        self.browser = QTextBrowser(openLinks=False)
        self.browser.anchorClicked.connect(self._follow)
        self.browser.document().setDocumentMargin(18)
        self.browser.sourceChanged.connect(self._follow_link)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.results, 1)
        parts = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        parts.addWidget(left)
        parts.addWidget(self.browser)
        parts.setStretchFactor(1, 1)
        parts.setSizes([LIST, 10 * LIST])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(parts)
        for keys, do in (("Esc", self._back), ("Ctrl+F", self.field.setFocus), ("Ctrl+W", self.close)):
            QShortcut(QKeySequence(keys), self, do)
        room = self.screen().availableGeometry()
        self.resize(min(960, room.width() * 9 // 10), min(680, room.height() * 9 // 10))
        beside = parent.window().frameGeometry()
        self.move(min(beside.right() + 8, room.right() - self.width()), max(beside.top(), room.top()))
        self._list()

    def show_page(self, name: str) -> QTextBrowser:
        """Shows a page from its beginning, in front of the other windows."""
        page = next(one for one in self.pages if one.name == name)
        self.field.clear()
        self.results.setCurrentRow(self.pages.index(page))
        self._show(page)
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus()
        return self.browser

    def _show(self, page: Page) -> None:
        page.show_in(self.browser)
        self._call(page)

    def _call(self, page: Page) -> None:
        self.browser.setAccessibleName(page.title)
        self.setWindowTitle(page.title)

    def _follow(self, url: QUrl) -> None:
        """A link was chosen: to copy the report, to another page, or out of the help."""
        if url.toString() == made.COPY:
            QGuiApplication.clipboard().setText(report())
            self._parent.messages.tell("Copied.")
        elif url.isRelative() or url.isLocalFile():
            self.browser.setSource(url)
        else:
            QDesktopServices.openUrl(url)

    def _follow_link(self, url: QUrl) -> None:
        """A link led to another page."""
        name = url.fileName().removesuffix(".md")
        for page in self.pages:
            if page.html is None and page.name == name:
                self._call(page)

    def _back(self) -> None:
        """Escape: all pages again, then the window closes."""
        if self.field.text():
            self.field.clear()
        else:
            self.close()

    # -- searching -------------------------------------------------------------------------------------------------------

    def found(self) -> list[Section]:
        """The places where all words are that were typed, those first that have them in their title; none if nothing was."""
        words = self.field.text().casefold().split()
        if not words:
            return []
        if not self._sections:
            self._sections = [section for page in self.pages for section in sections_of(page)]
        hits = [one for one in self._sections if all(word in one.text for word in words)]
        hits.sort(key=lambda one: -sum(word in one.title.casefold() for word in words))  # stable: pages stay together
        return hits[:MOST]

    def _list(self) -> None:
        self._places = self.found()
        self.results.blockSignals(True)
        self.results.clear()
        if self._places or self.field.text().strip():
            for one in self._places:
                item = QListWidgetItem(one.title if one.title == one.page.title else f"{one.title}\n{one.page.title}")
                item.setToolTip(tip(f"{one.page.title}: {one.title}"))
                self.results.addItem(item)
            if not self._places:
                item = QListWidgetItem("Nothing found")
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                self.results.addItem(item)
        else:
            for page in self.pages:
                item = QListWidgetItem(page.title)
                item.setToolTip(tip(page.title))
                self.results.addItem(item)
        self.results.blockSignals(False)
        if self._places:
            self.results.setCurrentRow(0)
        else:
            self.browser.setExtraSelections([])

    def _show_row(self, row: int) -> None:
        if self._places and 0 <= row < len(self._places):
            place = self._places[row]
            self._show(place.page)
            block = self.browser.document().findBlockByNumber(place.block)
            top = self.browser.document().documentLayout().blockBoundingRect(block).top()
            self.browser.verticalScrollBar().setValue(int(top) - 8)
            self._light()
        elif not self._places and not self.field.text().strip() and 0 <= row < len(self.pages):
            self._show(self.pages[row])

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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down go through the list while letters go into the field."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self.results.setCurrentRow(min(max(self.results.currentRow() + step, 0), self.results.count() - 1))
                return True
        return super().eventFilter(watched, event)


def pages() -> list[Page]:
    """All pages of the help: what the measures count, the keys, those that are shipped, and what went wrong."""
    shipped = (Page(name, title) for name, title in made.help_pages().items())
    first = sorted(shipped, key=lambda one: one.name != "window")  # most people come for it
    return [
        first[0],
        Page(made.MEASURES, "What the measures count", made.help_text),
        Page(made.KEYS_PAGE, "Keyboard", partial(made.keys_text, key_named)),
        *first[1:],
        Page(made.LOG, "Report a problem", made.log_text),
        Page(made.ABOUT, "About treecompare", made.about_text),
    ]


def show_page(parent: QWidget, name: str) -> QTextBrowser:
    """Shows a page in the help window, which is opened beside that of the program if it is not there."""
    there = (one for one in parent.findChildren(HelpWindow) if one.isVisible())
    return (next(there, None) or HelpWindow(pages(), parent)).show_page(name)
