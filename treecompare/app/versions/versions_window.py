"""What changed between two versions: lists of places at the left, the drawing before and after at the right, marks below it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import file_name, tip, title, visible, visible_lines
from treecompare.app.common.saving import ask_where_to_save
from treecompare.app.common.theme import dress
from treecompare.app.common.worker import Newest, Worker
from treecompare.app.versions.comparing import Doing, Found, comparing
from treecompare.app.versions.place_view import PlaceView
from treecompare.app.versions.places_list import PlacesList
from treecompare.app.versions.rich_delegate import rich_markup
from treecompare.comparison.files import Versions
from treecompare.errors import TreecompareError
from treecompare.extras.versions.entries import Entry
from treecompare.extras.versions.marks import (
    DONE,
    ON_PURPOSE,
    OPEN,
    Mark,
    Marks,
    accepted,
    joined,
    marks_path,
    read_marks,
    write_marks,
)
from treecompare.extras.versions.places import address, words_around
from treecompare.extras.versions.report import comment, lead, report
from treecompare.extras.versions.versions import Diff
from treecompare.pages.html import as_html
from treecompare.pages.markdown import as_markdown
from treecompare.writing import write_file

LEAST = 640, 440
LEFT, LEAST_LEFT = 560, 260
"""Width of the lists, at first and at least, in pixels."""
SECONDS_BEFORE_GUESSING = 1.0
MS_SHOWN = 4_000
"""What the status bar says is seen for so many milliseconds."""


class VersionsWindow(QMainWindow):
    """``another``: two other versions are to be compared. ``shown``: the changes are listed."""

    another = Signal()
    shown = Signal()

    def __init__(self, versions: Versions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Window)
        dress(self)
        self.setWindowTitle("Two versions")
        self.versions = versions
        self.diff: Diff | None = None
        self.marks: Marks = {}
        self._worker: Worker | None = None
        self._doing, self._since = "", 0.0
        self._page = Newest(self)
        """Makes the text of a report or a comment."""
        self._page.failed.connect(self._show_error)
        self._page.done.connect(lambda do: do())
        self.lead = QLabel(textFormat=Qt.TextFormat.RichText)
        self.list, self.place = PlacesList(), PlaceView()
        self._make()
        self._add_menus()
        room = self.screen().availableSize()
        self.setMinimumSize(*LEAST)
        self.resize(min(1280, room.width() * 95 // 100), min(800, room.height() * 9 // 10))
        self.compare()

    # -- making ----------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        self.lead.setWordWrap(True)
        self.lead.setContentsMargins(12, 10, 12, 6)
        self.lead.setAccessibleName("Summary")
        self.list.chosen.connect(self._show_entry)
        self.list.marked.connect(self.mark)
        self.list.stepped.connect(self.next_open)
        left, right = QWidget(), QWidget()
        for side, widgets in ((left, (self.lead, self.list)), (right, (self.place, self._marks_row()))):
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for place, widget in enumerate(widgets):
                column.addWidget(widget, int((place == 1) == (side is left)))
        left.setMinimumWidth(LEAST_LEFT)
        columns = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        columns.addWidget(left)
        columns.addWidget(right)
        columns.setStretchFactor(1, 1)
        columns.setSizes([LEFT, 720])
        self.pages = QStackedWidget()
        self.pages.addWidget(self._waiting())
        self.pages.addWidget(columns)
        self.setCentralWidget(self.pages)
        self.statusBar().setSizeGripEnabled(False)

    def _marks_row(self) -> QWidget:
        self.buttons: dict[str, QPushButton] = {}
        self.note = QLineEdit(placeholderText="Note")
        self.note.setAccessibleName("Note to this place")
        self.note.editingFinished.connect(self._store_note)
        self.note.returnPressed.connect(self.list.table.setFocus)
        next_open = QPushButton("Next open")
        next_open.setToolTip("The next place of the list without a mark (N)")
        next_open.clicked.connect(lambda: self.next_open())
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(12, 0, 12, 10)
        for state, caption, said in (
            (DONE, "Done", "It was forgotten, and is mended (1)"),
            (ON_PURPOSE, "On purpose", "It is as it should be (2)"),
        ):
            button = self.buttons[state] = QPushButton(caption, checkable=True)
            button.setToolTip(said)
            button.clicked.connect(lambda on, state=state: self.mark(state if on else OPEN))
            layout.addWidget(button)
        layout.addWidget(self.note, 1)
        layout.addWidget(next_open)
        return row

    def _waiting(self) -> QWidget:
        self.doing = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.doing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.doing.setWordWrap(True)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName("Progress")
        self.bar.setFixedWidth(360)
        self.stop_button = QPushButton("Stop")
        self.stop_button.clicked.connect(self.stop)
        waiting = QWidget()
        column = QVBoxLayout(waiting)
        column.addStretch(1)
        column.addWidget(self.doing)
        for widget in (self.bar, self.stop_button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return waiting

    def _add_menus(self) -> None:
        self.commands: dict[str, QAction] = {}
        for menu, entries in (
            ("&File", (
                ("Two &versions…", "Ctrl+Alt+V", self.another.emit), ("Compare &again", "Ctrl+R", self.compare), None,
                ("&Report…", "", self.save_report), ("Copy for a co&mment", "Ctrl+Shift+C", self.copy_comment),
                ("&Copy this place", "Ctrl+C", self.copy_place), None,
                ("&Save marks…", "Ctrl+S", self.save_marks), ("R&ead marks…", "", self.read_marks), None,
                ("C&lose", "Ctrl+W", self.close),
            )),
            ("&Go", (
                ("&Next open place", "Ctrl+J", self.next_open), ("&Previous open place", "", lambda: self.next_open(-1)),
            )),
            ("&Mark", (
                ("&Done", "", lambda: self.mark(DONE)), ("On &purpose", "", lambda: self.mark(ON_PURPOSE)),
                ("&Open again", "", lambda: self.mark(OPEN)),
            )),
        ):  # fmt: skip
            made = self.menuBar().addMenu(menu)
            for entry in entries:
                if entry is None:
                    made.addSeparator()
                    continue
                name, keys, do = entry
                action = self.commands[name.replace("&", "").rstrip("…")] = QAction(name, self)
                action.setShortcut(QKeySequence(keys))
                action.triggered.connect(lambda *_, do=do: do())
                made.addAction(action)

    # -- comparing -------------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether the versions are being compared, or a page is being made."""
        return self._worker is not None or self._page.is_busy

    def compare(self) -> None:
        """Reads both versions and compares them."""
        self.stop()
        versions = self.versions
        worker = self._worker = Worker(lambda worker: comparing(worker, versions))
        worker.progressed.connect(self._tell_progress)
        worker.succeeded.connect(self._compared)
        worker.failed.connect(self._failed)
        worker.finished.connect(self._ended)
        self.stop_button.show()
        self.bar.show()
        self._tell_progress(Doing("reading both versions"))
        self.pages.setCurrentIndex(0)
        self._enable()
        worker.start()

    def stop(self) -> None:
        """Ends the comparison; what was listed before stays."""
        if self._worker is not None:
            self._worker.stop()
            self._worker = None
            self._say_why("Stopped. Ctrl+R compares again.")
            self.pages.setCurrentIndex(1 if self.diff is not None else 0)

    def _say_why(self, why: str) -> None:
        self.doing.setText(visible_lines(why))
        self.bar.hide()
        self.stop_button.hide()

    @Slot(object)
    def _tell_progress(self, doing: Doing) -> None:
        what, now = doing.what.partition(" (")[0], time.monotonic()
        if what != self._doing:
            self._doing, self._since = what, now
        spent = now - self._since
        left = ""
        if doing.share > 0.05 and spent > SECONDS_BEFORE_GUESSING:
            left = f" · {spent * (1 - doing.share) / doing.share:.0f} seconds left"
        self.doing.setText(f"{doing.what[0].upper()}{doing.what[1:]}{left}")
        self.bar.setRange(0, 100 if doing.share else 0)
        self.bar.setValue(round(100 * doing.share))

    @Slot(object)
    def _compared(self, found: Found | None) -> None:
        if self.sender() is not self._worker or found is None:
            return
        diff = self.diff = found.diff
        try:
            self.marks = read_marks(marks_path(), is_needed=False)
        except TreecompareError as error:
            show_error(self, error)
        self.setWindowTitle(title(f"{diff.names[0]} → {diff.names[1]}"))
        self.lead.setText("<br>".join(map(rich_markup, lead(diff))))
        self.lead.setToolTip(tip(diff.remarks))
        self.place.show_kind(diff.base.treebank.kind)
        self.pages.setCurrentIndex(1)
        self.list.show_changes(found, self.marks)
        self.list.table.setFocus()
        self._enable()
        self.shown.emit()

    @Slot(object)
    def _failed(self, error: BaseException) -> None:
        if self.sender() is not self._worker:
            return
        said = f"{error}.\n\nCtrl+R tries again, Ctrl+Alt+V asks for other versions."
        is_expected = isinstance(error, TreecompareError)
        self._say_why(said if is_expected else "")
        self.pages.setCurrentIndex(1 if self.diff is not None else 0)
        if self.diff is not None or not is_expected:
            self._show_error(error)

    @Slot(object)
    def _show_error(self, error: BaseException) -> None:
        show_error(self, error)

    @Slot()
    def _ended(self) -> None:
        if self.sender() is self._worker:
            self._worker = None
            self._enable()

    def _enable(self) -> None:
        for name, command in self.commands.items():
            command.setEnabled(name in ("Two versions", "Compare again", "Close") or self.diff is not None)

    # -- marks -----------------------------------------------------------------------------------------------------------

    @Slot(object)
    def _show_entry(self, entry: Entry | None) -> None:
        if self.diff is not None:
            self._show_mark()
            self.place.show_entry(self.diff, entry)

    @property
    def _mark(self) -> Mark:
        """What is said of the chosen place."""
        return self.marks.get(self.list.key, Mark())

    def _show_mark(self) -> None:
        can_be_said = bool(self.list.key)
        for state, button in self.buttons.items():
            button.setEnabled(can_be_said)
            button.setChecked(self._mark.state == state)
        self.note.setEnabled(can_be_said)
        self.note.setText(self._mark.note)

    def mark(self, state: str) -> None:
        """Says of the chosen place that it is done, on purpose, or open again."""
        self._store(state, self.note.text())

    def _store_note(self) -> None:
        if self.note.text() != self._mark.note:
            self._store(self._mark.state, self.note.text())

    def _store(self, state: str, note: str) -> None:
        entry, key = self.list.entry, self.list.key
        if self.diff is None or entry is None or not key:
            return
        words = words_around(self.diff, entry.place)
        rule = entry.family.effect_told if entry.family is not None else entry.what
        said = {key: Mark(state, " ".join(note.split()), address(self.diff, entry.place), words, rule)}
        # another window may have said something of other places
        self._keep(lambda: joined([read_marks(marks_path(), is_needed=False), said]))

    def _keep(self, marks: Callable[[], Marks]) -> None:
        """Stores all marks and shows them."""
        try:
            known = marks()
            marks_path().parent.mkdir(parents=True, exist_ok=True)
            write_marks(marks_path(), known)
        except (TreecompareError, OSError) as error:
            show_error(self, error)
            return
        self.marks = known
        self.list.show_marks(known)
        self._show_mark()

    def next_open(self, step: int = 1) -> None:
        """The next place without a mark, or the one before."""
        if not self.list.next_open(step):
            self.statusBar().showMessage("No open place in this list.", MS_SHOWN)

    def save_marks(self) -> None:
        """Writes the marks of these places into a table, which can be kept beside the treebank."""
        path = ask_where_to_save(self, "Save marks", (("Table", "tsv"),), "accepted.tsv")
        if path:
            keys = {key for one in self.list.lists for key in one.keys}
            said = {key: mark for key, mark in self.marks.items() if key in keys}
            self._write(path, lambda: write_marks(path, said))

    def read_marks(self) -> None:
        """Adds the marks of a table."""
        path, _ = QFileDialog.getOpenFileName(self, "Read marks", preferences.text("folder"), "Tables (*.tsv)")
        if path:
            self._keep(lambda: joined([read_marks(marks_path(), is_needed=False), read_marks(path)]))

    # -- for others ------------------------------------------------------------------------------------------------------

    @property
    def _told(self) -> Diff:
        """What changed, without what is on purpose."""
        assert self.diff is not None
        return replace(self.diff, accepted=accepted(self.marks))

    def save_report(self) -> None:
        """Writes the page for reviewers."""
        if self.diff is None:
            return
        name = file_name(f"{self.diff.names[0]} {self.diff.names[1]}")
        path = ask_where_to_save(self, "Save a report", (("Page", "html"), ("Markdown", "md")), name)
        if path:
            told, is_markdown = self._told, path.endswith(".md")

            def made(_cancel: object) -> Callable[[], None]:
                text = as_markdown(comment(told)) if is_markdown else as_html(report(told))
                return lambda: self._write(path, lambda: write_file(path, text))

            self.statusBar().showMessage("Making the report…")
            self._page.ask(made)

    def copy_comment(self) -> None:
        """Puts Markdown for a comment on the clipboard."""
        if self.diff is not None:
            told = self._told

            def made(_cancel: object) -> Callable[[], None]:
                text = as_markdown(comment(told))
                return lambda: self._copy(text, "Markdown for a comment")

            self._page.ask(made)

    def copy_place(self) -> None:
        """Puts file, line, words and what stands or was done there on the clipboard."""
        entry = self.list.entry
        if self.diff is not None and entry is not None:
            words = words_around(self.diff, entry.place)
            self._copy("\t".join(filter(None, (address(self.diff, entry.place), words, entry.what))), "the place")

    def _copy(self, text: str, what: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.statusBar().showMessage(f"Copied: {what}.", MS_SHOWN)

    def _write(self, path: str, write: Callable[[], None]) -> None:
        try:
            write()
        except TreecompareError as error:
            show_error(self, error)
        else:
            self.statusBar().showMessage(visible(f"Saved {path}"), MS_SHOWN)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends what is being computed."""
        self._store_note()
        if self._worker is not None:
            self._worker.stop()
            self._worker = None
        self._page.stop()
        self.place.stop()
        super().closeEvent(event)
