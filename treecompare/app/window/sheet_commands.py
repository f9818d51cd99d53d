"""Commands that open a sheet: how it is scored, which columns there are, settings, lessons, samples; and the warnings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from treecompare.app.common import fonts, preferences, report
from treecompare.app.common.bar import Segment
from treecompare.app.common.boxes import NumberBox, keep_still
from treecompare.app.common.errors import add_copy, log_path, put_texts
from treecompare.app.common.sheet import Sheet
from treecompare.app.session.session import Session
from treecompare.app.shell.command import Need, command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.window.view_commands import ViewCommands
from treecompare.comparison.settings import SETTINGS, Settings

if TYPE_CHECKING:
    from treecompare.app.shell.actions import Actions
    from treecompare.app.window.columns_sheet import ColumnsSheet
    from treecompare.app.window.scoring_sheet import ScoringSheet
    from treecompare.app.window.workspace import Workspace


@dataclass(frozen=True)
class Wish:
    """Something that is chosen once and holds from then on: ``choices`` are values with their titles."""

    title: str
    choices: Sequence[tuple[str, str]]
    now: Callable[[], str]
    change: Callable[[str], object]
    tip: str = ""


class SettingsSheet(Sheet):
    """Everything is done at once. ``steps``: by how many pixels text is larger than usual; ``resize`` changes that."""

    def __init__(
        self, window: QWidget, wishes: Sequence[Wish], steps: Callable[[], int], resize: Callable[[int], object]
    ) -> None:
        super().__init__("Settings", "", window, 480)
        self._wishes, self._steps = wishes, steps
        self.actions_: dict[str, dict[str, QAction]] = {}
        for wish in wishes:
            group = QActionGroup(self)
            found = self.actions_[wish.title] = {}
            for value, title in wish.choices:
                action = found[value] = QAction(title, self, checkable=True)
                group.addAction(action)
                action.triggered.connect(lambda _=False, wish=wish, value=value: wish.change(value))
            self.add_row(wish.title, Segment(found.values()), wish.tip)
        self.pixels = NumberBox(
            minimum=fonts.TEXT + fonts.LEAST_STEPS, maximum=fonts.TEXT + fonts.MOST_STEPS, suffix=" px"
        )
        keep_still(self.pixels)
        self.pixels.valueChanged.connect(lambda size: resize(size - fonts.TEXT))
        self.add_row("Text size", self.pixels)
        self.foot.addStretch(1)
        self.add_button("Close", self.accept, is_main=True)
        self.show_now()

    def show_now(self) -> None:
        """As everything is."""
        for wish in self._wishes:
            action = self.actions_[wish.title].get(wish.now())
            if action is not None:
                action.setChecked(True)
        with QSignalBlocker(self.pixels):
            self.pixels.setValue(fonts.TEXT + self._steps())


class SheetCommands(QObject):
    """``space`` tells the views; ``actions`` the actions of commands, once they are made."""

    def __init__(
        self,
        window: FrameWindow,
        session: Session,
        view: ViewCommands,
        space: Callable[[], Workspace],
        actions: Callable[[], Actions],
        settings: Callable[[], Settings],
        change: Callable[[Settings], object],
    ) -> None:
        super().__init__(window)
        self.window, self.session, self.view = window, session, view
        self._space, self._actions = space, actions
        self._settings, self._change = settings, change

    @command("&Scoring…", tip="How sentences are prepared and compared, and what a change would do to the figures")
    def scoring(self) -> ScoringSheet | None:
        from treecompare.analyses.methods import prepared_said
        from treecompare.app.session.preview import Preview
        from treecompare.app.window.scoring_sheet import ScoringSheet
        from treecompare.measures import measure

        comparison, files, space = self.session.comparison, self.session.files, self._space()
        if comparison is None or files is None:
            return None
        view, key, model = space.view_shown, space.sentences.key_a, space.systems.model
        hidden = view.hidden_settings(comparison)
        offered = [one for one in SETTINGS.values() if one.offered and one.name not in hidden]
        if not comparison.has_crossing_branches and comparison.settings.crossing_branches == "keep":
            offered = [one for one in offered if one.name != "crossing_branches"]
        if not comparison.outcomes:
            offered = [one for one in offered if one.name != "repair"]
        one = measure(key)
        now = {
            name: one.shown(model.score(system, key)) for system, name in enumerate(comparison.table.systems)
        }  # fmt: skip
        preview = Preview(files, self.session.treebanks, key, model.average) if self.session.is_compared else None
        beside = self._actions().by_name["dependency_files"]
        said = "\n".join(filter(None, (prepared_said(comparison, self._settings()), model.note())))
        sheet = ScoringSheet(
            self.window, self._settings(), offered, said, preview, now, f"A, {one.title}, {model.average}", beside
        )
        sheet.applied.connect(self._change)
        sheet.open()
        return sheet

    @command("&Columns…", tip="Measures of the systems, columns of the sentences")
    def columns(self) -> ColumnsSheet:
        from treecompare.app.window.columns_sheet import ColumnsSheet

        space = self._space()
        sheet = ColumnsSheet(self.window, space.systems, space.sentences.table)
        sheet.open()
        return sheet

    @command("Se&ttings…", "Ctrl+,", "Theme, text size, and how the program begins", need=Need.NOTHING, name="settings")
    def show_settings(self) -> SettingsSheet:
        from treecompare.app.drawings.picture_view import SLANTED, slants_edges

        actions = self._actions()
        wishes = (
            Wish(
                "Theme", (("system", "As the system"), ("light", "Light"), ("dark", "Dark")),
                lambda: self.view.theme, partial(actions.turn, "theme"),
            ),
            Wish(
                "Scores of systems", (("pooled", "Pooled"), ("mean", "Mean")),
                lambda: preferences.text("average", "pooled"), partial(actions.turn, "average"),
                "Pooled: sum over all sentences, then divide. Mean: mean of the sentences' scores",
            ),
            Wish(
                "Edges of trees", (("upright", "Upright"), (SLANTED, "Slanted")),
                lambda: SLANTED if slants_edges() else "upright", self._draw_edges,
                "Straight down and across, or slanted, as in many papers",
            ),
        )  # fmt: skip
        sheet = SettingsSheet(
            self.window, wishes, lambda: preferences.number("text_size", 0), self.view.change_text_size
        )
        sheet.open()
        return sheet

    def _draw_edges(self, how: str) -> None:
        from treecompare.app.drawings.picture_view import EDGES, PictureView

        preferences.store(EDGES, how)
        for view in QApplication.allWidgets():  # lessons have windows of their own
            if isinstance(view, PictureView):
                view.lay_out()

    @command("&Warnings", tip="What the files and their comparison gave reason to say")
    def show_warnings(self) -> None:
        comparison = self.session.comparison
        if comparison is None or not comparison.warnings:
            self.window.tell("There are no warnings.")
            return
        box = QMessageBox(QMessageBox.Icon.Information, "Warnings", "", parent=self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        put_texts(box, [*map(comparison.names().told, comparison.warnings)])
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    @command("&Report a problem", tip="What to send to whoever mends the program", need=Need.NOTHING)
    def report_problem(self) -> None:
        """Copies what says which program runs where, and what was done with it last."""
        box = QMessageBox(QMessageBox.Icon.Information, "Report a problem", report.about(), parent=self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(
            "Say what you did and what you expected, and add the report: version, system and the last commands, "
            "nothing of your treebanks or folders.\n\n"
            f"Unexpected errors are also in {log_path()}."
        )
        add_copy(box, report.report)
        box.addButton(QMessageBox.StandardButton.Close)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
