"""The editor of one's own walk: its steps in their order, the text and the measures of each; all is kept as it is typed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.bar import add_heading
from treecompare.app.common.plain import caption, visible
from treecompare.app.common.wording import key_named
from treecompare.app.lessons.own_walk import OwnWalk
from treecompare.errors import TreecompareError
from treecompare.extras.teaching.stages import filled
from treecompare.saved.walks import LONGEST_TEXT, MOST_STEPS, StoredStep

TYPING_PAUSE = 800
"""Milliseconds after which what was typed is kept."""


class WalkEditor(QDialog):
    """``startWanted(int)``: the walk is to be given from that step on, counted from 1."""

    startWanted = Signal(int)

    def __init__(self, own: OwnWalk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own = own
        self.setWindowTitle("Walk of this comparison")
        room = self.screen().availableSize()
        self.resize(min(860, room.width() * 9 // 10), min(540, room.height() * 8 // 10))
        self._steps: list[StoredStep] = []
        self._stages = own.stages([])
        self._shown = ""
        """The name of the step whose text is in the field."""
        self.list = QListWidget()
        self.list.setAccessibleName("Steps")
        self.list.setWordWrap(True)
        self.list.currentRowChanged.connect(self._choose)
        self.add = self._button("&Add the chosen sentence", self.add_step)
        self.add.setToolTip("A step on the sentence and system that are chosen in the window, drawn as it is there")
        self.up = self._button("▴", lambda: self.move_step(-1), f"Move the step up ({key_named('Alt+Up')})")
        self.down = self._button("▾", lambda: self.move_step(1), f"Move the step down ({key_named('Alt+Down')})")
        self.remove = self._button("&Delete", self.delete_step)
        self.undo = self._button("&Undo", self._undo)
        self.about = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("Text of the step")
        self.text.setPlaceholderText("Text of this step, in a sentence or two")
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._typed)
        self.preview = QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.preview.setWordWrap(True)
        self.preview.setAccessibleName("The text as it is shown")
        self.measures = self._menu_button("Measures", self._fill_measures)
        self.measures.setToolTip("The measures beside the drawing")
        self.figure = self._menu_button("Insert a figure", self._fill_figures)
        self.figure.setToolTip("A score that is filled in when the step is shown, such as {la}")
        self.hidden = self._menu_button("Hide", self._fill_hidden)
        self.hidden.setToolTip("What the class is not to see in this step")
        self.view = self._button("Draw as in the &window", self.take_view)
        self.view.setToolTip("The step is drawn as its sentence is drawn in the window now")
        self.start = self._button("&Start here", self._start)
        self.close_button = self._button("Close", self.close)
        self._lay_out()
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(self.store_typed)
        for keys, do in (("Alt+Up", lambda: self.move_step(-1)), ("Alt+Down", lambda: self.move_step(1))):
            QShortcut(QKeySequence(keys), self, activated=do)
        QShortcut(QKeySequence.StandardKey.Delete, self.list, activated=self.delete_step).setContext(
            Qt.ShortcutContext.WidgetShortcut
        )
        QShortcut(QKeySequence.StandardKey.Undo, self.list, activated=self._undo).setContext(
            Qt.ShortcutContext.WidgetShortcut
        )
        own.changed.connect(self.refresh)
        self.refresh()

    def _button(self, title: str, do: object, tip: str = "") -> QPushButton:
        button = QPushButton(title, autoDefault=False)
        if tip:
            button.setToolTip(tip)
            button.setAccessibleName(tip)
        button.clicked.connect(lambda _=False: do())  # type: ignore[operator]
        return button

    def _menu_button(self, title: str, fill: object) -> QToolButton:
        button = QToolButton(text=title)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(button)
        menu.aboutToShow.connect(fill)
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        def row(*widgets: QWidget | None) -> QHBoxLayout:
            made = QHBoxLayout()
            for one in widgets:
                made.addWidget(one) if one is not None else made.addStretch(1)
            return made

        left, right = QWidget(), QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 4, 0)
        column.addWidget(self.list, 1)
        for button in (self.up, self.down):
            button.setMaximumWidth(44)
        column.addLayout(row(self.up, self.down, self.remove, self.undo, None))
        column = QVBoxLayout(right)
        column.setContentsMargins(4, 0, 0, 0)
        column.addWidget(self.about)
        column.addWidget(self.text, 1)
        column.addWidget(self.preview)
        column.addLayout(row(self.measures, self.figure, self.hidden, self.view, None))
        halves = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        halves.addWidget(left)
        halves.addWidget(right)
        halves.setSizes([340, 520])
        layout = QVBoxLayout(self)
        layout.addWidget(halves, 1)
        layout.addLayout(row(self.add, None, self.start, self.close_button))

    # -- what is shown ---------------------------------------------------------------------------------------------------

    @property
    def current(self) -> StoredStep | None:
        """The chosen step."""
        row = self.list.currentRow()
        return self._steps[row] if 0 <= row < len(self._steps) else None

    def refresh(self) -> None:
        """Shows the walk as it is kept; what is being typed stays."""
        typed = self.text.toPlainText() if self._pause.isActive() else None
        name, row, self._steps = self._shown, self.list.currentRow(), self.own.steps
        self._stages = self.own.stages(self._steps)
        names = [step.name for step in self._steps]
        with QSignalBlocker(self.list):
            self.list.clear()
            self.list.addItems([self._line(place, step) for place, step in enumerate(self._steps, 1)])
            self.list.setCurrentRow(names.index(name) if name in names else min(max(row, 0), len(names) - 1))
        self._show_step()
        if typed is not None and self._shown == name:
            with QSignalBlocker(self.text):
                self.text.setPlainText(typed)

    def _line(self, place: int, step: StoredStep) -> str:
        said = " ".join(step.text.split()) or self.own.words_of(step)
        said = said if len(said) <= 60 else f"{said[:60]}…"
        return visible(f"{place}  Sentence {step.sentence + 1}, {step.system}: {said}")

    def _show_step(self) -> None:
        step = self.current
        self._pause.stop()
        self._shown = step.name if step is not None else ""
        with QSignalBlocker(self.text):
            if self.text.toPlainText() != (step.text if step is not None else ""):
                self.text.setPlainText(step.text if step is not None else "")
        if step is not None:
            words = self.own.words_of(step) or "this sentence is not there"
            about = f"Sentence {step.sentence + 1} · {step.system}\n{words}"
        else:
            about = "No step yet. Choose a sentence and a system in the window, then add them here."
        self.about.setText("\n".join(map(visible, about.split("\n"))))
        for widget in (self.text, self.measures, self.figure, self.hidden, self.view, self.remove, self.start):
            widget.setEnabled(step is not None)
        row = self.list.currentRow()
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self._steps) - 1)
        self.undo.setEnabled(bool(self.own.files.undoable))
        self._show_preview()

    def _show_preview(self) -> None:
        """The text with its figures; where it is too long or its sentence is not there, that."""
        step, text = self.current, self.text.toPlainText()
        said = ""
        if len(text) > LONGEST_TEXT:
            said = f"Too long: the first {LONGEST_TEXT:,} characters are kept."
        elif step is not None:
            try:
                exercise = self._stages.exercise(self.list.currentRow() + 1)
                shown = filled(text, exercise, self._stages.exercise)
                said = f"Shown as: {shown}" if shown != text else ""
            except TreecompareError as error:
                said = f"This step cannot be shown: {error}"
        self.preview.setText(visible(said))
        self.preview.setVisible(bool(said))

    # -- editing ---------------------------------------------------------------------------------------------------------

    def _choose(self, row: int) -> None:
        if self._pause.isActive():
            before, self._shown = self._shown, self._steps[row].name if 0 <= row < len(self._steps) else ""
            self._store(before)
        self._show_step()

    def _typed(self) -> None:
        self._pause.start()
        self._show_preview()

    def store_typed(self) -> None:
        """Keeps what is being typed."""
        self._store(self._shown)

    def _store(self, name: str) -> None:
        self._pause.stop()
        text = self.text.toPlainText()[:LONGEST_TEXT]
        steps = [replace(one, text=text) if one.name == name else one for one in self.own.steps]
        self._write(steps, "text of a step of the walk")

    def _write(self, steps: list[StoredStep], what: str) -> None:
        if steps != self.own.steps:
            self.own.write(steps, what)

    def _change(self, what: str, **changes: object) -> None:
        """Changes the chosen step."""
        self.store_typed()
        shown = self._shown
        steps = [replace(one, **changes) if one.name == shown else one for one in self.own.steps]  # type: ignore[arg-type]
        self._write(steps, what)

    def add_step(self) -> bool:
        """Adds a step on what is chosen in the window, behind the chosen step; False where nothing is chosen."""
        self.store_typed()
        new, steps = self.own.step_now(), self.own.steps
        if new is None or len(steps) >= MOST_STEPS:
            self.about.setText(
                "Choose a sentence in the window first." if new is None else f"A walk has at most {MOST_STEPS} steps."
            )
            return False
        place = self.list.currentRow() + 1 if steps else 0
        self._shown = new.name
        self._write([*steps[:place], new, *steps[place:]], "a new step of the walk")
        self.text.setFocus()
        return True

    def delete_step(self) -> None:
        """Deletes the chosen step; Undo brings it back."""
        self._pause.stop()
        row = self.list.currentRow()
        self._write([one for place, one in enumerate(self._steps) if place != row], "a step of the walk, deleted")

    def move_step(self, by: int) -> None:
        """Moves the chosen step up or down."""
        self.store_typed()
        row, steps = self.list.currentRow(), self.own.steps
        if 0 <= row < len(steps) and 0 <= row + by < len(steps):
            steps.insert(row + by, steps.pop(row))
            self._write(steps, "order of the walk")

    def take_view(self) -> None:
        """Draws the step as the window draws sentences now."""
        now = self.own.step_now()
        if now is not None:
            self._change("drawing of a step of the walk", view=now.view)

    def _undo(self) -> None:
        self.store_typed()
        self.own.undo()

    def _start(self) -> None:
        self.store_typed()
        self.startWanted.emit(self.list.currentRow() + 1)

    def _fill_measures(self) -> None:
        menu, step = self.measures.menu(), self.current
        menu.clear()
        for title, family in self.own.measures():
            add_heading(menu, title)
            for one in family:
                action = menu.addAction(caption(one.title))
                action.setCheckable(True)
                action.setChecked(step is not None and one.key in step.measures)
                action.toggled.connect(lambda on, key=one.key: self._toggle(key, on))

    def _toggle(self, key: str, is_on: bool) -> None:
        step = self.current
        if step is not None:
            keys = (*step.measures, key) if is_on else tuple(one for one in step.measures if one != key)
            self._change("measures of a step of the walk", measures=keys)

    def _fill_hidden(self) -> None:
        menu, step = self.hidden.menu(), self.current
        menu.clear()
        for name, title in (("names", "Names"), ("gold", "The gold")):
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(step is not None and name in step.hidden)
            action.toggled.connect(lambda on, name=name: self._toggle_hidden(name, on))

    def _toggle_hidden(self, name: str, is_on: bool) -> None:
        step = self.current
        if step is not None:
            others = tuple(one for one in step.hidden if one != name)
            self._change("what a step of the walk hides", hidden=(*others, name) if is_on else others)

    def _fill_figures(self) -> None:
        menu = self.figure.menu()
        menu.clear()
        for title, family in self.own.measures():
            add_heading(menu, title)
            for one in family:
                action = menu.addAction(caption(f"{one.title}  {{{one.key}}}"))
                action.triggered.connect(lambda _=False, key=one.key: self._insert(key))

    def _insert(self, key: str) -> None:
        self.text.insertPlainText(f"{{{key}}}")
        self.text.setFocus()

    # -- the end ---------------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """Whoever goes back to the window has typed what there is to type."""
        super().changeEvent(event)
        is_left = event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow()
        if is_left and hasattr(self, "_pause") and self._pause.isActive():
            self.store_typed()

    def done(self, result: int) -> None:
        """Keeps what is being typed, however the editor is closed."""
        self.store_typed()
        super().done(result)
