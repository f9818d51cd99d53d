"""*Trust in queries…*: a query in texts that a system parsed, by period, as found and as corrected by the gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLabel, QPushButton, QTableWidgetItem, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import tip, visible, visible_lines
from treecompare.app.common.plain_table import Refit, fit_columns, label_columns, plain_table
from treecompare.app.common.saving import ask_where_to_save
from treecompare.app.common.sheet import MARGIN, Sheet
from treecompare.app.common.worker import Newest
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.panes.plot_drawing import image_of_pixels
from treecompare.app.panes.plot_view import Picture, PlotView
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.questions import Questions
from treecompare.drawing.figures import PlotStyle, new_figure, rendered, save
from treecompare.drawing.names import short_names
from treecompare.errors import TreecompareError, counted
from treecompare.extras.queries.analysis import queries_of
from treecompare.extras.queries.groups import (
    GROUP_COLUMNS,
    CountedTexts,
    Group,
    caveats,
    count_texts,
    group_plot,
    in_gold,
    said_of,
)
from treecompare.extras.queries.named import NamedQuery
from treecompare.folders import SUFFIXES, natural
from treecompare.scores.plotting import Plot, draw_on
from treecompare.scores.result import Column, Value, View
from treecompare.writing import file_name

EACH_FILE, TABLE = "Each file is a group", "By a table…"
NO_TEXTS = "Choose texts that {} parsed and nobody annotated: what it finds there is corrected by this."
PAUSE = 80
LEAST_PLOT, LOWEST_PLOT, AROUND_PLOT = 200, 60, 440
"""Heights of the plot, and on low screens, and of all else in the sheet, so that its buttons are on the screen."""
LEAST_TABLE, MOST_LINES = 120, 6
"""Pixels of the table; so many lines of it are seen."""


@dataclass(frozen=True)
class _Answer:
    """A query in the texts of a system: its groups, and their plot where there are some."""

    counted: CountedTexts
    groups: list[Group]
    said: str
    plot: Plot | None


class TrustSheet(Sheet):
    """``asked(questions)``: other files were chosen. ``tablesWanted``: all figures are to be seen."""

    asked = Signal(object)
    tablesWanted = Signal()

    def __init__(self, window: QWidget, comparison: ConstituentComparison, view: View) -> None:
        said = "How often is a construction in text that nobody annotated, and how sure is that?"
        super().__init__("Trust in queries", said, window, 940)
        self._comparison, self._view = comparison, view
        self._queries: list[NamedQuery] = []
        self._counted: dict[tuple[object, ...], CountedTexts] = {}
        self.answered: _Answer | None = None
        self.work = Newest(self)
        self.work.done.connect(self._show)
        self.work.failed.connect(self._fail)
        self.drawing = Newest(self)
        self.drawing.done.connect(self._show_picture)
        self.drawing.failed.connect(self._fail)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._compute)
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self._draw)

        self.query, self.system = QComboBox(), QComboBox()
        self.query.setAccessibleName("Query")
        self.query.setMinimumWidth(220)
        names = short_names(comparison.gold.name, [one.name for one in comparison.systems])
        self.system.addItems(list(map(visible, names)))
        self.system.setCurrentIndex(max(view.system, 0))
        self.files = ElidedLabel()
        self.open_button = self._button(
            "Open queries…", "Choose files of queries: a name, a tab and a pattern a line", self._open
        )
        self.add_row("Query", self._line(self.query, self.open_button, self.files))
        self.add_row("System", self._line(self.system))
        self.texts = ElidedLabel()
        self.groups = QComboBox()
        self.groups.setAccessibleName("Groups")
        self.groups.activated.connect(self._choose_groups)
        self.choose_button = self._button(
            "Choose texts…", "Files that this system parsed, without a gold: one or several", self._choose_texts
        )
        self.add_row("Texts", self._line(self.choose_button, self.texts, self.groups))
        self.area.setFixedHeight(self.rows.sizeHint().height() + 4)

        self.plot = PlotView()
        self.plot.setAccessibleName("Hits per 1,000 sentences by group")
        self.plot.setMinimumHeight(
            min(LEAST_PLOT, max(self.screen().availableSize().height() - AROUND_PLOT, LOWEST_PLOT))
        )
        self.plot.resized.connect(self._soon.start)
        self.plot.hovered.connect(lambda point, _: self._point_at(point))
        self.answer = QLabel(objectName="answer", textFormat=Qt.TextFormat.PlainText)
        self.answer.setWordWrap(True)
        self.answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.notes = QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.notes.setWordWrap(True)
        self.table = plain_table([one.title for one in GROUP_COLUMNS], "Groups")
        self.table.setMinimumHeight(LEAST_TABLE)
        self.table.itemSelectionChanged.connect(self._choose_query)
        Refit(self.table, lambda: fit_columns(self.table))
        self.below.addWidget(self.answer)
        self.below.addWidget(self.plot, 1)
        self.below.addWidget(self.table)
        self.below.addWidget(self.notes)

        self.save_button = self.add_button("Save plot…", self._save)
        self.add_button("All figures", self._show_tables)
        self.foot.addStretch(1)
        self.add_button("Close", self.reject)
        self.query.currentIndexChanged.connect(self._pause.start)
        self.system.currentIndexChanged.connect(self._follow)
        self.finished.connect(self._stop)
        self._fill_queries()
        self._follow()

    def _button(self, text: str, said: str, do: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip(said))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: do())  # type: ignore[operator]
        return button

    def _line(self, *widgets: QWidget) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        for one in widgets:
            row.addWidget(one, 1 if isinstance(one, ElidedLabel) else 0)
        if not any(isinstance(one, ElidedLabel) for one in widgets):
            row.addStretch(1)
        line.setFocusProxy(widgets[0])
        return line

    def sizeHint(self) -> QSize:
        """Higher than its rows, if the screen is: the plot takes what is free."""
        room = self.screen().availableSize()
        return QSize(super().sizeHint().width(), min(860, room.height() * 9 // 10))

    # -- what is chosen ----------------------------------------------------------------------------------------------------

    @property
    def questions(self) -> Questions:
        """What the comparison is asked."""
        return self._comparison.questions

    @property
    def _name(self) -> str:
        return self._comparison.systems[self.system.currentIndex()].name

    @property
    def _paths(self) -> tuple[str, ...]:
        return tuple(self.questions.texts.get(self._name, ()))

    def _ask(self, questions: Questions) -> None:
        self.asked.emit(questions)
        self._comparison.questions = questions
        self._follow()

    def _fill_queries(self) -> None:
        before = self.query.currentText()
        try:
            self._queries = queries_of(self._comparison, self._view)
        except TreecompareError as error:
            self._queries = []
            show_error(self, error)
        self.query.blockSignals(True)
        self.query.clear()
        self.query.addItems([visible(one.name) for one in self._queries])
        for place, one in enumerate(self._queries):
            self.query.setItemData(place, tip(one.text), Qt.ItemDataRole.ToolTipRole)
        texts = [one.text for one in self._queries]
        is_kept = not before and self._view.pattern in texts  # the pattern that is looked for may have a name
        self.query.setCurrentIndex(texts.index(self._view.pattern) if is_kept else max(self.query.findText(before), 0))
        self.query.blockSignals(False)
        names = [Path(path).name for path in self.questions.files]
        self.files.setText(visible(f"of {', '.join(names)}") if names else "")

    def _open(self) -> None:
        paths = self._ask_for_files("Files of queries", "Queries (*.tsv *.txt)")
        if paths:
            self.open_queries(paths)

    def open_queries(self, paths: Sequence[str]) -> None:
        """Asks the queries of these files in place of those before; says what is wrong with one that cannot be read."""
        from treecompare.extras.queries.named import read_queries

        try:
            for path in paths:
                read_queries(path)
        except TreecompareError as error:
            show_error(self, error)
            return
        self._ask(replace(self.questions, files=tuple(paths)))
        self._fill_queries()

    def _choose_texts(self) -> None:
        endings = " ".join(f"*.{one}" for one in (*SUFFIXES, "txt", "gz"))
        paths = self._ask_for_files(f"Texts that {self._name} parsed", f"Treebanks ({endings})")
        if paths:
            self.choose_texts(paths)

    def choose_texts(self, paths: Sequence[str]) -> None:
        """Counts in these texts of the system that is chosen, in place of those before."""
        texts = {**self.questions.texts, self._name: tuple(sorted(paths, key=natural))}
        self._ask(replace(self.questions, texts=texts))

    def _choose_groups(self, place: int) -> None:
        if place == self.groups.count() - 1:
            (path, *_) = self._ask_for_files(
                "A table: file or beginning of an id, tab, group", "Tables (*.tsv *.txt)"
            ) or [""]
            if not path:
                self._follow()
                return
            self._ask(replace(self.questions, groups=path))
        elif place == 0:
            self._ask(replace(self.questions, groups=""))

    def _ask_for_files(self, title: str, kinds: str) -> list[str]:
        start = preferences.text("folder") or str(Path(self._comparison.gold.path).absolute().parent)
        paths, _ = QFileDialog.getOpenFileNames(self, title, start, f"{kinds};;All files (*)")
        if paths:
            preferences.store("folder", str(Path(paths[0]).parent))
        return paths

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Says what is chosen, and counts."""
        paths = self._paths
        names = ", ".join(Path(path).name for path in paths)
        self.texts.setText(visible(f"{counted(len(paths), 'file')}: {names}" if paths else "none yet"))
        self.texts.setToolTip(tip("\n".join(paths)))
        table = self.questions.groups
        choices = [EACH_FILE, *([visible(Path(table).name)] if table else []), TABLE]
        self.groups.clear()
        self.groups.addItems(choices)
        self.groups.setCurrentIndex(1 if table else 0)
        self.groups.setVisible(bool(paths))
        self._pause.start()

    def _compute(self) -> None:
        self._clear()
        if not self._queries:
            self.work.drop()
            self._say("There are no queries.")
            return
        self._say("Counting…")
        comparison, system, query = self._comparison, self.system.currentIndex(), self.query.currentIndex()
        queries, questions, paths, known = self._queries, self.questions, self._paths, self._counted

        def compute(_cancel: object) -> _Answer:
            place = system, questions.files, paths, questions.groups
            if place not in known:
                known[place] = count_texts(comparison, system, queries, paths, questions.groups)
            found = known[place]
            (cell,) = found.found.cells[query]
            groups = found.groups(cell)
            plot = group_plot(found.found, cell, groups) if groups else None
            return _Answer(found, groups, in_gold(cell), plot)

        self.work.ask(compute)

    def _draw(self) -> None:
        """Draws the plot as large as it is shown; its title and notes stand above it."""
        if self.answered is None or self.answered.plot is None or not self.plot.isVisible():
            return
        made, size = replace(self.answered.plot, title="", notes=(), signatures=()), self.plot.size()
        style = PlotStyle(theme_of(self.palette()), float(max(self.font().pointSizeF(), 8)))
        dpi, scale = float(self.logicalDpiX()), self.devicePixelRatioF()

        def draw(_cancel: object) -> Picture:
            figure = new_figure(max(size.width(), 320) / dpi, max(size.height(), 160) / dpi, dpi * scale)
            drawn = draw_on(figure, made, style)
            image = image_of_pixels(rendered(figure))
            points = drawn.pixels() / scale
            points[:, 1] = image.height() / scale - points[:, 1]
            return Picture(image, points, None, drawn.texts, style.selected, {})

        self.drawing.ask(draw)

    def _clear(self) -> None:
        self.answered = None
        self.table.setRowCount(0)
        self.plot.show_picture(None)
        self.plot.setVisible(bool(self._paths))
        self.table.setVisible(bool(self._queries))
        self.save_button.setEnabled(False)

    def _show_picture(self, picture: Picture | None) -> None:
        if picture is not None and self.answered is not None:
            self.plot.show_picture(picture)

    def _stop(self) -> None:
        for timer in (self._pause, self._soon):
            timer.stop()
        for work in (self.work, self.drawing):
            work.drop()

    def _show(self, drawn: _Answer | None) -> None:
        if drawn is None:
            return
        self.answered = drawn
        self._soon.start()
        said, notes = [drawn.said], list[str]()
        if drawn.plot is None:
            said.append(
                NO_TEXTS.format(self._name) if not self._paths else "No sentence of the texts belongs to a group."
            )
        else:
            self.plot.setAccessibleDescription(drawn.plot.description)
            said += [*filter(None, [said_of(drawn.groups)])]
            notes += caveats(drawn.groups, drawn.counted.found.trust.gold)
        if left_out := sum(number for _, number in drawn.counted.left_out):
            notes.append(f"{counted(left_out, 'sentence')} of the texts: in no group, not counted.")
        self._say("\n".join(said), " ".join(notes))
        if self._paths:
            self._fill(GROUP_COLUMNS, [one.row for one in drawn.groups])
        else:
            every = drawn.counted.in_gold()
            self._fill(every.columns, every.rows)
            self.table.selectRow(self.query.currentIndex())
        self.save_button.setEnabled(drawn.plot is not None)

    def _fill(self, columns: Sequence[Column], rows: Sequence[Sequence[Value]]) -> None:
        """Fills the table: groups; or all queries in the gold, where there are no texts."""
        self.table.setColumnCount(len(columns))
        figures = [place for place, one in enumerate(columns) if one.is_number]
        label_columns(self.table, [one.title for one in columns], figures)
        self.table.setRowCount(len(rows))
        for row, values in enumerate(rows):
            for place, (column, value) in enumerate(zip(columns, values, strict=True)):
                item = QTableWidgetItem(visible(column.text(value)))
                item.setToolTip(tip(column.text(value)))
                if place in figures:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, place, item)
        fit_columns(self.table)
        lines = min(len(rows), MOST_LINES) * self.table.verticalHeader().defaultSectionSize()
        head, bar = (
            one.sizeHint().height() for one in (self.table.horizontalHeader(), self.table.horizontalScrollBar())
        )
        self.table.setMinimumHeight(max(lines + head + bar, LEAST_TABLE))

    def _fail(self, error: BaseException) -> None:
        self._clear()
        if isinstance(error, TreecompareError):
            self._say(f"{error}.")
        else:
            self._say("This cannot be counted.")
            show_error(self, error)

    def _say(self, text: str, notes: str = "") -> None:
        for label, said in ((self.answer, text), (self.notes, notes)):
            label.setText(visible_lines(said))
            label.setVisible(bool(said))
            label.setMinimumHeight(max(label.heightForWidth(self.width() - 2 * MARGIN), 0))

    def _choose_query(self) -> None:
        """A row of the queries in the gold was chosen."""
        rows = self.table.selectionModel().selectedRows()
        if rows and not self._paths and rows[0].row() < self.query.count():
            self.query.setCurrentIndex(rows[0].row())

    def _point_at(self, point: int) -> None:
        if self.answered is not None and 0 <= point < len(self.answered.groups):
            self.table.selectRow(point)

    def _show_tables(self) -> None:
        self.tablesWanted.emit()
        self.accept()

    def _save(self) -> None:
        if self.answered is None:
            return
        name = file_name(f"{self.query.currentText()} {self._name}")
        path = ask_where_to_save(self, "Save plot", (("SVG", "svg"), ("PDF", "pdf"), ("PNG", "png")), name)
        if path:
            try:
                self.save(path)
            except TreecompareError as error:
                show_error(self, error)

    def save(self, path: str) -> None:
        """Writes the plot with its notes. Raises TreecompareError: it cannot be written."""
        if self.answered is not None and self.answered.plot is not None:
            figure = new_figure()
            draw_on(figure, self.answered.plot)
            save(figure, path)
