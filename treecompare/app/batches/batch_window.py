"""A batch in a window: its tables, and what changed since another one; a click opens a comparison."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import title, visible, visible_lines
from treecompare.app.common.saving import save_table
from treecompare.app.common.theme import dress
from treecompare.app.common.worker import Newest
from treecompare.app.panes.result_model import ResultModel
from treecompare.app.panes.result_page import ResultPage
from treecompare.errors import TreecompareError, counted
from treecompare.extras.batches.figures import Board
from treecompare.extras.batches.manifest import SUFFIX
from treecompare.extras.batches.tables import changes, for_people, warnings_table
from treecompare.scores.result import ResultTable

LEAST = 640, 440
MS_SHOWN = 4_000
FILTER = f"Results of batches (*.{SUFFIX})"


class Opens(NamedTuple):
    """A comparison, and where to look in it: ``system`` empty for none in particular."""

    treebank: str
    preparation: str
    system: str = ""


def tables_of(board: Board, before: Board | None) -> list[ResultTable]:
    """The tables of a batch, without empty ones; ``before``: with what changed from another one. Raises TreecompareError: nothing
    is in both."""
    found = [*(changes(before, board) if before is not None else ()), *for_people(board), warnings_table(board)]
    return [one for one in found if one.rows]


def opens(board: Board, table: ResultTable, row: int, column: int) -> Opens | None:
    """The comparison that a cell stands for; None where it stands for none, or for one of which no file is there."""
    titles = [one.title for one in table.columns]
    values = {title: table.rows[row][titles.index(title)] for title in titles}  # a system may be called "treebank", too
    of_title = [name for name in board.preparations if table.title.endswith(f" ({name})")]
    preparation = str(values.get("preparation") or [*of_title, *board.preparations, ""][0])
    head = titles[column]
    system = head if head in board.systems else str(values.get("system") or "")
    entry = board.plan.get((str(values.get("treebank") or ""), preparation))
    if entry is None or not entry.there:
        return None
    return Opens(entry.treebank, preparation, system if system in dict(entry.there) else "")


class BatchWindow(QMainWindow):
    """``another``: another batch is to be opened. ``comparisonWanted``: the Board and the :class:`Opens` of a comparison."""

    another = Signal()
    comparisonWanted = Signal(object, object)

    def __init__(self, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Window)
        dress(self)
        self.path, self.before = path, ""
        self.board: Board | None = None
        self.has_before = False
        self.setWindowTitle(title(f"Batch {Path(path).stem}"))
        self._reading = Newest(self)
        self._reading.done.connect(self._show_board)
        self._reading.failed.connect(self._failed)
        self._make()
        self._add_menus()
        room = self.screen().availableSize()
        self.setMinimumSize(*LEAST)
        self.resize(min(1280, room.width() * 95 // 100), min(800, room.height() * 9 // 10))
        self.read_again()

    # -- making ----------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        self.lead = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.lead.setWordWrap(True)
        self.lead.setAccessibleName("Summary")
        self.lead.setContentsMargins(12, 10, 12, 6)
        self.tabs = QTabBar(expanding=False, usesScrollButtons=True)
        self.tabs.setAccessibleName("What is shown")
        self.tabs.currentChanged.connect(lambda _: self._show())
        self.waiting = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.waiting.setWordWrap(True)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.waiting)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.lead)
        column.addWidget(self.tabs)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(whole)
        self.statusBar().setSizeGripEnabled(False)

    def _add_menus(self) -> None:
        self.commands: dict[str, QAction] = {}
        menu = self.menuBar().addMenu("&File")
        for entry in (
            ("&Batch of treebanks…", "Ctrl+Alt+B", self.another.emit),
            ("What changed &since…", "", self.ask_before),
            ("Read &again", "Ctrl+R", self.read_again), None,
            ("&Export table…", "Ctrl+E", self.save),
            ("&Copy", "Ctrl+C", self.copy), None,
            ("C&lose", "Ctrl+W", self.close),
        ):  # fmt: skip
            if entry is None:
                menu.addSeparator()
                continue
            name, keys, do = entry
            action = self.commands[name.replace("&", "").rstrip("…")] = QAction(name, self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda *_, do=do: do())
            menu.addAction(action)

    # -- what is read ----------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether something is read."""
        return self._reading.is_busy

    def read_again(self) -> None:
        """Reads the results anew: a batch that still runs has more of them."""
        path, before = self.path, self.before
        self._say("Reading the results…")

        def read(_cancel: object) -> tuple[Board, list[ResultTable], bool]:
            board = Board.of(path)
            return board, tables_of(board, Board.of(before) if before else None), bool(before)

        self._reading.ask(read)

    def ask_before(self) -> None:
        """Asks for the results of an older batch and shows what changed since."""
        path, _ = QFileDialog.getOpenFileName(self, "What changed since", preferences.text("folder"), FILTER)
        if path:
            self.show_since(path)

    def show_since(self, path: str) -> None:
        """Shows what changed since the results in a file."""
        self.before = path
        self.read_again()

    @Slot(object)
    def _show_board(self, found: tuple[Board, list[ResultTable], bool]) -> None:
        board, tables, has_before = found
        shown = self.tabs.tabText(self.tabs.currentIndex())
        wanted = tables[0].title if has_before and not self.has_before else shown
        self.board, self.has_before = board, has_before
        self.setWindowTitle(title(f"Batch {board.name}"))
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for page in self.pages.findChildren(ResultPage):
            self.pages.removeWidget(page)
            page.deleteLater()
        for table in tables:
            self.tabs.addTab(visible(table.title))
            page = ResultPage(table)
            page.view.clicked.connect(self._clicked)
            page.view.activated.connect(self._clicked)
            self.pages.addWidget(page)
        titles = [one.title for one in tables]
        self.tabs.setCurrentIndex(titles.index(wanted) if wanted in titles else 0)
        self.tabs.blockSignals(False)
        done = len(board.entries) - len(board.unscored)
        said = (
            f"{counted(len(board.treebanks), 'treebank')}, {counted(len(board.systems), 'system')}: {done:,} of "
            f"{counted(len(board.entries), 'comparison')} scored. A click on a figure opens its comparison."
        )
        self.lead.setText(visible_lines(said))
        if board.keys:
            self._show()
        else:
            self._say("Nothing is scored yet. Ctrl+R reads again.")

    # -- what is shown -----------------------------------------------------------------------------------------------------

    @property
    def page(self) -> ResultPage | None:
        """The table that is shown."""
        page = self.pages.currentWidget()
        return page if isinstance(page, ResultPage) else None

    def _show(self) -> None:
        """Shows the chosen table; the first page is what is said while there is none."""
        if self.tabs.count():
            self.pages.setCurrentIndex(1 + self.tabs.currentIndex())

    def _say(self, text: str) -> None:
        self.waiting.setText(visible_lines(text))
        self.pages.setCurrentWidget(self.waiting)

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        model = index.model()
        if self.board is None or not isinstance(model, ResultModel):
            return
        found = opens(self.board, model.table, model.row(index), index.column())
        if found is not None:
            self.statusBar().showMessage(visible(f"Opening {found.treebank}…"), MS_SHOWN)
            self.comparisonWanted.emit(self.board, found)

    # -- for others ------------------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Puts the chosen rows, or all, on the clipboard as tab-separated text."""
        page = self.page
        if page is not None:
            chosen = sorted({index.row() for index in page.view.selectionModel().selectedIndexes()})
            QGuiApplication.clipboard().setText(page.model.tsv(chosen or range(page.model.rowCount())))
            self.statusBar().showMessage(f"Copied: {counted(len(chosen) or page.model.rowCount(), 'row')}.", MS_SHOWN)

    def save(self) -> None:
        """Saves the table that is shown."""
        if self.page is not None:
            save_table(self, self.page.model.table, lambda said: self.statusBar().showMessage(visible(said), MS_SHOWN))

    @Slot(object)
    def _failed(self, error: BaseException) -> None:
        if self.board is not None and not self.has_before:
            self.before = ""
        self._say(f"{error}." if isinstance(error, TreecompareError) else "")
        if self.board is not None:
            self._show()
        if self.board is not None or not isinstance(error, TreecompareError):
            show_error(self, error)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends what is being computed."""
        self._reading.stop()
        super().closeEvent(event)
