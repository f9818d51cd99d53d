"""The pages of the help: those that are made of measures and keys, those that are shipped; and the About page."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QTextCursor, QTextDocument
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
from treecompare.app.common.errors import log_path
from treecompare.app.common.plain import tip
from treecompare.app.common.wording import key_named
from treecompare.jobs.keys import KEYS, keys_of
from treecompare.registry import is_here

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

    def __init__(self, pages: list[Page], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.pages = pages
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
        self.browser = QTextBrowser(openExternalLinks=True)
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


MEASURES, KEYS_PAGE, LOG = "measures-here", "keys", "log"
"""Names of the pages that are made."""

_INTRODUCTION = """
<h2>How trees are compared</h2>
<p>Every score comes from a <b>mapping</b> between the gold tree and the system's: which node stands for which.</p>
<p><b>E</b>, same label and span: a node stands for the node with the same label over the same words. This is what
precision and recall (evalb) count.</p>
<p><b>T</b>, tree distance: the cheapest way to turn one tree into the other by deleting, inserting and relabelling
nodes (each costs 1), keeping the order of words and who is above whom. Words are nodes, too.</p>
<p>In the drawing: <b>deleted</b> nodes (orange, &lt;) are in the gold tree only; <b>inserted</b> nodes (green, &gt;) in
the system's only;
<b>relabelled</b> nodes (blue or violet, dotted link) stand for each other under different labels; matched nodes are plain.</p>
<p>The <b>roof</b> is the tree without words and part-of-speech tags; the <b>whole</b> tree has the tags.</p>
<h2>One figure for a system</h2>
<p><b>Pooled</b>: add up over all sentences, then divide; long sentences weigh more. <b>Mean</b>: the mean of the
sentences' scores. Beware of names: Emms and Tsarfaty call pooled “macro” and the mean “micro”; others do it the other
way round.</p>
<p>A score of a sentence that is not defined (0 of 0) is shown as “–” and adds nothing to either.</p>
<h2>Ranks</h2>
<p>Rank 1 is the best; equal scores share their mean rank. The <b>rank difference</b> of a sentence is its rank under
measure A minus its rank under measure B: far from 0, the two measures see the parse quite differently. <b>↑</b> and
<b>↓</b> in the systems table mark ranks that are better or worse than under measure A.</p>
<h2>Keys</h2>
<p>Letters are commands in lists and drawings; elsewhere they are text. <b>Ctrl+K</b> finds any command, measure,
system, sentence or help page by a few letters; <b>?</b> lists all keys.</p>
<p>Files that are dropped on the window are added as systems, unless one of them is called gold, ref or key: then they
are opened as a new comparison.</p>
"""


def help_text() -> str:
    """The page as HTML; the measures come from their one list."""
    from treecompare.measures import ALL_MEASURES
    from treecompare.measures.sources import PAPERS, PEERS, peers_of

    parts = [_INTRODUCTION, "<h2>The measures</h2>"]
    for one in ALL_MEASURES:
        better = "higher is better" if one.higher_is_better else "lower is better"
        also = ", ".join(peer.program for peer in peers_of(one))
        parts.append(
            f"<p><b>{html.escape(one.title)}</b> &nbsp;<code>{html.escape(one.key)}</code><br>{html.escape(one.explanation)}"
            f"<br><i>{html.escape(one.paper)}; {better}{html.escape(f'; also in {also}' if also else '')}</i></p>"
        )
    parts.append("<h2>Other programs, and what they do otherwise</h2>")
    for peer in PEERS:
        parts.append(
            f"<p><b>{html.escape(f'{peer.program} {peer.version}'.strip())}</b>: {html.escape(peer.differs)}</p>"
        )
    parts.append("<h2>Papers</h2>")
    parts += [f"<p>{html.escape(full)}</p>" for full in PAPERS.values()]
    return "".join(parts)


def help_pages() -> dict[str, str]:
    """The pages that are shipped: the title of each, by its file's name without suffix."""
    files = sorted(resources.path("help").glob("*.md"))
    return {file.stem: _first_line(file).lstrip("# ").rstrip() for file in files if is_here(file.name)}


@cache
def commands_on(page: str) -> list[str]:
    """The commands of the command line that a shipped page shows, in order of the alphabet."""
    text = resources.path(f"help/{page}.md").read_text("utf-8")
    return sorted(set(re.findall(r"(?:^    |`)treecompare ([a-z]+)\b", text, re.MULTILINE)))


def _first_line(file: Path) -> str:
    with file.open(encoding="utf-8") as lines:
        return lines.readline()


def pages() -> list[Page]:
    """All pages of the help: what the measures count, the keys, those that are shipped, and what went wrong."""
    shipped = (Page(name, title) for name, title in help_pages().items())
    first = sorted(shipped, key=lambda one: one.name != "window")  # most people come for it
    return [
        first[0],
        Page(MEASURES, "What the measures count", help_text),
        Page(KEYS_PAGE, "Keyboard", keys_text),
        *first[1:],
        Page(LOG, "What went wrong", log_text),
    ]


def show_page(parent: QWidget, name: str) -> QTextBrowser:
    """Shows a page in the help window, which is opened beside that of the program if it is not there."""
    there = (one for one in parent.findChildren(HelpWindow) if one.isVisible())
    return (next(there, None) or HelpWindow(pages(), parent)).show_page(name)


def keys_text() -> str:
    """The keys of all jobs as HTML."""
    rows = [(", ".join(map(key_named, keys_of(key))), one.said) for key, one in KEYS.items()]
    answers = ("Digits, E", "An answer where Why asks")
    cells = "".join(
        f"<tr><td><b>{html.escape(keys)}</b>&nbsp;&nbsp;&nbsp;</td><td>{html.escape(said)}</td></tr>"
        for keys, said in (*rows, answers, *HERE)
    )
    said = "<h2>Keyboard</h2><p>Letters are commands in lists and drawings, text where one types.</p>"
    return f"{said}<table cellpadding='2'>{cells}</table>"


HERE = (
    ("Arrow keys, in a list", "The next row, or the one before"),
    ("Arrow keys, in the drawing", "From node to node"),
    ("Tab", "The next part of the window that takes keys"),
)
"""Keys that act only where they are pressed."""
MOST_LOG = 40_000
"""Characters of the end of the log that are shown."""


def log_text() -> str:
    """What the program noted of faults, the newest last."""
    try:
        said = log_path().read_text("utf-8", "replace")[-MOST_LOG:]
    except OSError:
        said = ""
    kept = f"<p>Kept in {html.escape(str(log_path()))}; nothing of it is sent anywhere.</p>"
    return f"<h2>What went wrong</h2>{kept}<pre>{html.escape(said) or 'Nothing so far.'}</pre>"
