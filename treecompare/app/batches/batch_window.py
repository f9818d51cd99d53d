"""A batch in a window: treebanks x systems under each measure, ranks, coverage, differences; a click opens a comparison."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.batches.views import Opens, Shown, Tab, opens, tabs_of
from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import tip, title, visible, visible_lines
from treecompare.app.common.saving import save_table
from treecompare.app.common.theme import dress
from treecompare.app.common.worker import Newest
from treecompare.app.panes.result_model import ResultModel
from treecompare.app.panes.result_page import ResultPage
from treecompare.errors import TreecompareError, counted
from treecompare.extras.batches.figures import Board
from treecompare.extras.batches.manifest import SUFFIX
from treecompare.extras.batches.since import Since
from treecompare.extras.batches.store import Store
from treecompare.measures import measure
from treecompare.scores.result import ResultTable

LEAST = 640, 440
MS_SHOWN = 4_000
FILTER = f"Results of batches (*.{SUFFIX})"
WAITING = "Computing…"
MS_BETWEEN = 300
"""Milliseconds after which is said anew how far it has come."""


def read_board(path: str) -> Board:
    """What a file of results holds. Raises TreecompareError: it is none."""
    store = Store(path)
    try:
        return Board.of(store)
    finally:
        store.close()


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
        self.since: Since | None = None
        self._tabs: list[Tab] = []
        self._known: dict[tuple[str, Shown | None], ResultPage] = {}
        self.setWindowTitle(title(f"Batch {Path(path).stem}"))
        self._reading, self._counting = Newest(self), Newest(self)
        for newest, done in (
            (self._reading, self._show_board),
            (self._counting, self._show_table),
        ):
            newest.done.connect(done)
            newest.failed.connect(self._failed)
        self._done = 0.0
        """Which part of what is computed is done."""
        self._telling = QTimer(self, interval=MS_BETWEEN)
        self._telling.timeout.connect(self._tell_done)
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
        self.measures, self.preparations = QComboBox(), QComboBox()
        choices = QHBoxLayout()
        choices.setContentsMargins(12, 10, 12, 6)
        choices.addWidget(self.lead, 1)
        for box, name in ((self.measures, "Measure"), (self.preparations, "Preparation")):
            box.setAccessibleName(name)
            box.setToolTip(tip(name))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.currentIndexChanged.connect(lambda _: self._show())
            choices.addWidget(box)
        self.tabs = QTabBar(expanding=False, usesScrollButtons=True)
        self.tabs.setAccessibleName("What is shown")
        self.tabs.currentChanged.connect(lambda _: self._show())
        self.waiting = QLabel(WAITING, textFormat=Qt.TextFormat.PlainText)
        self.waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.waiting.setWordWrap(True)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.waiting)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(choices)
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
        """Whether something is read, computed or written."""
        return any(one.is_busy for one in (self._reading, self._counting))

    def read_again(self) -> None:
        """Reads the results anew: a batch that still runs has more of them."""
        path, before = self.path, self.before
        self._say("Reading the results…")

        def read(_cancel: object) -> tuple[Board, Since | None]:
            board = read_board(path)
            return board, Since(read_board(before), board) if before else None

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
    def _show_board(self, found: tuple[Board, Since | None]) -> None:
        self._counting.stop()
        board, since = found
        before = self._shown_now, self.tabs.tabText(self.tabs.currentIndex()), self.since is not None
        self.board, self.since = board, since
        self.setWindowTitle(title(f"Batch {board.name}"))
        self._forget_pages()
        self._tabs = tabs_of(board, since)
        keys = [key for key in board.keys if any(board.standing(key, one).treebanks for one in board.preparations)]
        for box, values in (
            (self.measures, [(measure(key).title, key) for key in keys]),
            (self.preparations, [(visible(name), name) for name in board.preparations]),
        ):
            box.blockSignals(True)
            box.clear()
            for text, value in values:
                box.addItem(text, value)
            place = box.findData(before[0].key if box is self.measures else before[0].preparation)
            box.setCurrentIndex(max(place, 0))
            box.blockSignals(False)
        self.preparations.setVisible(len(board.preparations) > 1)
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for tab in self._tabs:
            self.tabs.addTab(tab.title)
        titles = [one.title for one in self._tabs]
        wanted = "Since: treebanks" if since is not None and not before[2] else before[1]
        self.tabs.setCurrentIndex(titles.index(wanted) if wanted in titles else 0)
        self.tabs.blockSignals(False)
        self.lead.setText(visible_lines(self._leading()))
        if keys:
            self._show()
        else:
            self._say("Nothing is scored yet. Ctrl+R reads again.")

    def _leading(self) -> str:
        board = self.board
        assert board is not None
        done = len(board.plan) - len(board.unscored)
        said = (
            f"{counted(len(board.treebanks), 'treebank')}, {counted(len(board.systems), 'system')}: {done:,} of "
            f"{counted(len(board.plan), 'comparison')} scored."
        )
        since = f" Since {self.since.before.name}." if self.since is not None else ""
        return f"{said}{since} A click on a figure opens its comparison."

    # -- what is shown -----------------------------------------------------------------------------------------------------

    @property
    def _shown_now(self) -> Shown:
        return Shown(self.measures.currentData() or "", self.preparations.currentData() or "")

    @property
    def page(self) -> ResultPage | None:
        """The table that is shown."""
        page = self.pages.currentWidget()
        return page if isinstance(page, ResultPage) else None

    def _show(self) -> None:
        """Shows the chosen tab, and computes it first if need be."""
        place = self.tabs.currentIndex()
        if self.board is None or not 0 <= place < len(self._tabs):
            return
        tab, shown = self._tabs[place], self._shown_now
        key = (tab.title, shown if tab.depends else None)
        if key in self._known:
            self._counting.drop()
            self.pages.setCurrentWidget(self._known[key])
            return
        self._say(WAITING)
        self._done = 0.0

        def tell(part: float) -> None:  # called in another thread
            self._done = part

        self._counting.ask(lambda cancel: (key, tab.make(shown, cancel.flag, tell)))
        self._telling.start()

    def _tell_done(self) -> None:
        """Says how far what is computed has come."""
        if not self._counting.is_busy:
            self._telling.stop()
        elif self._done:
            self.waiting.setText(f"{WAITING} {round(100 * self._done)} %")

    @Slot(object)
    def _show_table(self, found: tuple[tuple[str, Shown | None], ResultTable] | None) -> None:
        if found is None:
            return
        key, table = found
        page = self._known[key] = ResultPage(table)
        page.view.clicked.connect(self._clicked)
        page.view.activated.connect(self._clicked)
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)

    def _forget_pages(self) -> None:
        for page in self._known.values():
            self.pages.removeWidget(page)
            page.deleteLater()
        self._known.clear()

    def _say(self, text: str) -> None:
        self.waiting.setText(visible_lines(text))
        self.pages.setCurrentWidget(self.waiting)

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        model = index.model()
        if self.board is None or not isinstance(model, ResultModel):
            return
        preparation = self._shown_now.preparation
        found: Opens | None = opens(self.board, model.table, model.row(index), index.column(), preparation)
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
        is_of_before = self.sender() is self._reading and self.board is not None
        if is_of_before and self.since is None:
            self.before = ""
        self._say(f"{error}." if isinstance(error, TreecompareError) else "")
        if self.board is not None:
            self._show()
        if self.board is not None or not isinstance(error, TreecompareError):
            show_error(self, error)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends what is being computed."""
        for one in (self._reading, self._counting):
            one.stop()
        super().closeEvent(event)
