"""The walk bar of a lesson: what is said to a step, large enough for the last row, and the way through the steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from treecompare import resources
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import caption, file_name, visible
from treecompare.app.common.saving import ask_where_to_save
from treecompare.app.drawings.canvas import Fit
from treecompare.app.lessons.long_text import LongText
from treecompare.app.lessons.presenting import FOLLOWS
from treecompare.app.lessons.walk_pages import Page, page_of, save_pages
from treecompare.errors import TreecompareError
from treecompare.lessons.stages import Stages
from treecompare.lessons.walks import WalkStep, walk

LARGE = 20
"""Pixels of the text, at least: it is read from the last row."""
AHEAD = 300
"""Milliseconds until the next step is prepared."""
SHORT = 60
"""Letters of a step in the list of steps."""


class WalkBar(QWidget):
    """Hidden as long as no walk is given. ``stepShown(int)``: that step, from 1, is shown now.

    ``window``: the lesson window, which imports this module. The keys are those of presenters: Page Up and Page Down, Alt and the
    arrows.
    """

    stepShown = Signal(int)

    def __init__(self, window: Any) -> None:
        super().__init__(window)
        self.window_ = window
        self.stages: Stages | None = None
        self._hidden: tuple[str, ...] = ()
        """What the step that is shown hides."""
        self.number = 0
        """The step that is shown, from 1; 0 for none."""
        self.setObjectName("walkBar")
        self.title = QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self._room = LongText(Qt.AlignmentFlag.AlignVCenter)
        self.text = self._room.label
        self.back = self._button("◂", self.tr("The step before (Page Up)"), self.previous)
        self.on = self._button("▸", self.tr("The next step (Page Down)"), self.next)
        self.list = QToolButton()
        self.list.setToolTip(self.tr("All steps"))
        self.list.setAccessibleName(self.tr("Steps of the walk"))
        self.list.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.list)
        self.menu.aboutToShow.connect(self._fill)
        self.list.setMenu(self.menu)
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.list)
        for one in (self.text, self.back, self.on):
            one.setProperty(FOLLOWS, True)
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(self.back, 0, Qt.AlignmentFlag.AlignVCenter)  # else the row is no higher than they are
        middle.addWidget(self._room, 1)
        middle.addWidget(self.on, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(2)
        column.addLayout(top)
        column.addLayout(middle)
        window.above.addWidget(self)
        self._add_commands()
        self._set_font()
        self.hide()

    def _button(self, sign: str, tip: str, action: Callable[[], None]) -> QToolButton:
        button = QToolButton(text=sign, toolTip=tip, objectName="walkArrow")
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _=False: action())
        return button

    def _add_commands(self) -> None:
        window, menu = self.window_, self.window_.tr("&Walk")
        self.commands: list[QAction] = [
            window.add_command(menu, self.tr("&Next step"), self.next, "PgDown; Alt+Right"),
            window.add_command(menu, self.tr("&Previous step"), self.previous, "PgUp; Alt+Left"),
            window.add_command(menu, self.tr("&First step"), lambda: self.go(1), "Alt+Home"),
            window.add_command(menu, self.tr("&Last step"), lambda: self.go(self._last), "Alt+End"),
            window.add_command(menu, self.tr("&This step again"), lambda: self.go(self.number), "Alt+Up"),
            window.add_command(menu, self.tr("&End the walk"), self.end),
            window.add_command(menu, self.tr("Save the &walk as PDF…"), self.save_walk),
        ]
        window.add_command(menu, self.tr("&Save this page…"), self.save_page, "Ctrl+S")
        window.menu(menu).addSeparator()
        self.walks = QMenu(self.tr("&Walks"), window)
        self.walks.aboutToShow.connect(self._fill_walks)
        window.menu(menu).addMenu(self.walks)
        self._enable()

    # -- going through the steps -----------------------------------------------------------------------------------------

    @property
    def _last(self) -> int:
        return len(self.stages) if self.stages is not None else 0

    def give(self, stages: Stages, number: int = 1) -> None:
        """Gives a walk, from a step on."""
        self.stages, self.number = stages, 0
        self.title.setText(visible(stages.walk.title))
        self.show()
        self.go(number)
        self.window_.panel.view.canvas.setFocus()

    def end(self) -> None:
        """The trees stay, the walk goes."""
        self.stages, self.number = None, 0
        self.hide()
        self._hide(())
        self._show_measures(True)
        self._enable()

    def next(self) -> None:
        """One step on."""
        self.go(self.number + 1)

    def previous(self) -> None:
        """One step back."""
        self.go(self.number - 1)

    def go(self, number: int) -> None:
        """Shows a step; trees that were changed since it began are put back, which can be undone.

        A step whose trees are not there says so in place of its text.
        """
        stages = self.stages
        if stages is None or not 1 <= number <= len(stages):
            return
        self.number = number
        step, window = stages.step(number), self.window_
        try:
            exercise = stages.exercise(number)
            _ = exercise.comparison
            said = stages.text(number)
        except TreecompareError as error:
            said = self.tr("This step cannot be shown: {0}").format(error)
            self._say(said)
            return
        window.steps.leave()
        self._hide(step.hidden)
        window.wanted = step.view
        if window.history.original is not exercise:
            window.open_exercise(exercise)
        elif window.exercise is not exercise:
            window.to_original()
        self._say(said)
        self._arrange(step)
        if step.script:
            window.steps.open_script(step.script, step.script_step - 1)
        self.stepShown.emit(number)

    def _hide(self, wanted: tuple[str, ...]) -> None:
        """Hides what a step hides, and shows what only the step before did."""
        hiding, before, self._hidden = self.window_.hiding, self._hidden, wanted
        for name, command in (("names", hiding.names_command), ("gold", hiding.gold_command)):
            if (name in wanted or name in before) and command.isChecked() != (name in wanted):
                command.trigger()

    def _arrange(self, step: WalkStep) -> None:
        """Measures, and how the trees are drawn."""
        stages = self.stages
        assert stages is not None
        window, view = self.window_, self.window_.panel.view
        if measures := stages.measures(self.number):
            window.measures.choose(measures)
            window.measures.explain(measures[0])
        self._show_measures(bool(step.measures))
        window.setWindowTitle(visible(f"{stages.walk.title} – {self.list.text()}"))
        if view.elide is not None and view.elide.isChecked() != step.view.elide:
            view.elide.setChecked(step.view.elide)
        if hasattr(view, "set_arrangement") and view.arrangement != step.view.layout:
            view.set_arrangement(step.view.layout)
        window.draw_mapping(step.view.mapping, step.view.part, step.view.labelled)
        view.fit_as(Fit.ALL)  # nobody scrolls while others look on
        QTimer.singleShot(AHEAD, self, self._prepare)

    def _show_measures(self, is_shown: bool) -> None:
        """Where nothing stands beside the drawing, it has all of the width."""
        side = self.window_.side
        self.window_.measures.setVisible(is_shown)
        beside = (side.widget(place) for place in range(side.count()))
        side.setVisible(any(one is not None and not one.isHidden() for one in beside))

    def _prepare(self) -> None:
        """The trees of the next step, before they are asked for."""
        if self.stages is not None and self.number < self._last:
            with suppress(TreecompareError):
                _ = self.stages.exercise(self.number + 1).comparison

    def _say(self, text: str) -> None:
        self.text.setText(visible(text))
        self.text.setAccessibleName(visible(text))
        self.list.setText(self.tr("{0} of {1}").format(self.number, self._last))
        self._fit()
        self._enable()

    def _enable(self) -> None:
        is_on, last = self.stages is not None, self._last
        on, back, first, end, again, stop, save = self.commands
        for command, is_there in (
            (on, self.number < last), (back, self.number > 1), (first, self.number > 1), (end, self.number < last),
            (again, is_on), (stop, is_on), (save, is_on),
        ):  # fmt: skip
            command.setEnabled(is_on and is_there)
        self.on.setEnabled(on.isEnabled())
        self.back.setEnabled(back.isEnabled())
        self.window_.steps.enable()

    def _fill(self) -> None:
        self.menu.clear()
        for number, step in enumerate(self.stages.walk.steps if self.stages is not None else (), 1):
            said = step.text if len(step.text) <= SHORT else f"{step.text[:SHORT].rpartition(' ')[0]} …"
            action = self.menu.addAction(caption(f"{number}  {visible(said)}"))
            action.setCheckable(True)
            action.setChecked(number == self.number)
            action.triggered.connect(lambda _=False, number=number: self.go(number))

    def _fill_walks(self) -> None:
        self.walks.clear()
        for one in resources.walk_files():
            action = self.walks.addAction(caption(one.title))
            action.setStatusTip(one.about)
            action.triggered.connect(lambda _=False, key=one.key: self.give(Stages(walk(key))))

    # -- files -----------------------------------------------------------------------------------------------------------

    def page(self) -> Page:
        """What is shown now, as a page: the trees as they were changed in class, too."""
        window, stages = self.window_, self.stages
        exercise = window.shown
        head, place, text = (
            (stages.walk.title, self.list.text(), self.text.text()) if stages is not None else ("", "", "")
        )
        keys = () if window.measures.isHidden() else window.measures.keys
        picture = window.panel.view.picture()
        return Page(head, place, text, exercise.title, picture, exercise.comparison, exercise.row, keys)

    def save_page(self) -> None:
        """Asks for a file and writes what is shown: text, drawing, measures with their formulas."""
        name = f"{self.title.text()} {self.number}" if self.stages is not None else self.window_.windowTitle()
        self._save(self.tr("Save this page"), (("SVG", "svg"), ("PDF", "pdf")), name, lambda: [self.page()])

    def save_walk(self) -> None:
        """Asks for a file and writes the walk, a page for each step."""
        stages = self.stages
        if stages is not None:
            pages = (page_of(stages, number) for number in range(1, len(stages) + 1))
            self._save(self.tr("Save the walk"), (("PDF", "pdf"),), stages.walk.title, lambda: pages)

    def _save(
        self, title: str, kinds: Sequence[tuple[str, str]], name: str, pages: Callable[[], Iterable[Page]]
    ) -> None:
        path = ask_where_to_save(self.window_, title, kinds, file_name(name))
        if path:
            try:
                save_pages(path, pages())
                self.window_.say(self.tr("Saved: {0}").format(path))
            except TreecompareError as error:
                show_error(self.window_, error)

    # -- size ------------------------------------------------------------------------------------------------------------

    def _set_font(self) -> None:
        font = QFont(self.font())
        size = self._size = max(LARGE, round(self.fontInfo().pixelSize() * 1.5))
        font.setPixelSize(size)
        self.text.setFont(font)
        font.setPixelSize(round(size * 1.3))
        for button in (self.back, self.on):
            button.setFont(font)
            button.setMinimumSize(round(size * 1.8), round(size * 2.4))
        self._fit()

    def _fit(self) -> None:
        if self.stages is not None:
            texts = [self.text.text(), *(visible(step.text) for step in self.stages.walk.steps)]
            self._room.fit(texts, self._size, LARGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower bar has more lines."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """The text follows the size of the window's."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "commands"):
            self._set_font()
