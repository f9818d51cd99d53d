"""*Scoring…*: everything that figures depend on, in one sheet, with what a change would make of the figures before it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from treecompare.app.common import choosers as opening
from treecompare.app.common import fonts
from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.sheet import Sheet
from treecompare.app.session.preview import Preview, Previewed
from treecompare.comparison.setting import Setting, Value
from treecompare.comparison.settings import SETTINGS, Settings

MOST_SYSTEMS = 8
"""So many systems are previewed."""


def plain_title(text: str) -> str:
    """A title without the sign of its key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


class SettingBox(ElidedBox):
    """The values of a setting. ``chosen(setting, value)``: people chose one; where it asks for more, that."""

    chosen = Signal(object, str)

    def __init__(self, setting: Setting, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self.setSizeAdjustPolicy(ElidedBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for value in setting.offered:
            self.addItem(plain_title(value.title), value.value)
            self.setItemData(self.count() - 1, tip(value.tip), Qt.ItemDataRole.ToolTipRole)
        self.show_value(settings)
        self.activated.connect(self._choose)

    def show_value(self, settings: Settings) -> None:
        """Shows what is set; of a file its name."""
        value = settings.chosen(self.setting.name)
        place = self.findData(value)
        self.setCurrentIndex(place)
        choice: Value = self.setting.offered[place]
        own = getattr(settings, self.setting.name)
        text = plain_title(choice.title).rstrip("…").removeprefix("Choose a ")
        self.setItemText(place, f"{text}: {visible(str(own)).rpartition('/')[2]}" if choice.asks and own else text)
        self.setToolTip(tip(choice.tip))

    def _choose(self, place: int) -> None:
        choice = self.setting.offered[place]
        value = choice.value
        if choice.asks:
            value = opening.ask_value(self, self.setting, choice, "")
        self.chosen.emit(self.setting, value if value or not choice.asks else "\0")


class ScoringSheet(Sheet):
    """``applied(settings)``: people want these.

    ``now``: the figures of the systems by name; ``letter``: what figures these are. ``further``: a command on what else figures
    depend on.
    """

    applied = Signal(object)

    def __init__(
        self,
        window: QWidget,
        settings: Settings,
        offered: Sequence[Setting],
        said: str,
        preview: Preview | None,
        now: dict[str, str],
        letter: str,
        further: QAction,
    ) -> None:
        super().__init__("Scoring", said, window, 600)
        self._before = self.settings = settings
        self._now, self._preview = now, preview
        self.boxes: dict[str, SettingBox] = {}
        for one in offered:
            box = self.boxes[one.name] = SettingBox(one, settings)
            box.chosen.connect(self._changed)
            self.add_row(plain_title(one.title), box, one.help)
        if further.isVisible():
            title = plain_title(further.text())
            label = QLabel(f'<a href="#">{title}</a>')
            label.setToolTip(further.toolTip())
            label.setAccessibleName(title)
            label.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            label.linkActivated.connect(self.reject)
            label.linkActivated.connect(lambda: further.trigger())
            self.add_wide(label)
        self.heading = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.heading.setProperty("look", "strong")
        self.heading.setText(f"Effect on {letter}")
        self.effect = QLabel(textFormat=Qt.TextFormat.PlainText, objectName="muted")
        self.effect.setAccessibleName("Effect of the changes")
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(16)
        self.grid.setVerticalSpacing(2)
        self.grid.setColumnStretch(3, 1)
        self.figures: dict[str, tuple[QLabel, QLabel]] = {}
        for row, (name, figure) in enumerate(list(now.items())[:MOST_SYSTEMS]):
            labels = [QLabel(visible(text), textFormat=Qt.TextFormat.PlainText) for text in (name, figure, "")]
            for column, label in enumerate(labels):
                self.grid.addWidget(label, row, column)
            labels[2].setFont(fonts.strong(self.font()))
            self.figures[name] = labels[1], labels[2]
        if preview is not None:
            line = QHBoxLayout()
            line.addWidget(self.heading)
            line.addWidget(self.effect, 1)
            self.below.addLayout(line)
            self.below.addLayout(self.grid)
            preview.setParent(self)  # it goes with the sheet
            preview.done.connect(self._show)
        self.reset_button = self.add_button("Reset to standard", self._reset)
        self.foot.addStretch(1)
        self.add_button("Cancel", self.reject)
        self.apply_button = self.add_button("Apply", self._apply, is_main=True)
        self._show_state()

    # -- what is chosen ----------------------------------------------------------------------------------------------------

    def _changed(self, setting: Setting, value: str) -> None:
        if value != "\0":  # else people did not want to say
            self.settings = replace(self.settings, **{setting.name: setting.of(value)})
        self._follow()

    def _reset(self) -> None:
        usual: dict[str, Any] = {name: SETTINGS[name].usual for name in self.boxes}
        self.settings = replace(self.settings, **usual)
        self._follow()

    def _follow(self) -> None:
        for box in self.boxes.values():
            box.show_value(self.settings)
        self._show_state()
        if self._preview is None:
            return
        for _, after in self.figures.values():
            after.setText("")
        if self.settings == self._before:
            self._preview.drop()
            self.effect.setText("")
        else:
            self.effect.setText("computing…")
            self._preview.ask_for(self.settings)

    def _show_state(self) -> None:
        self.apply_button.setEnabled(self.settings != self._before)
        usual = all(getattr(self.settings, name) == SETTINGS[name].usual for name in self.boxes)
        self.reset_button.setEnabled(not usual)

    def _show(self, found: Previewed | None) -> None:
        if found is None or found.settings != self.settings:
            return
        for name, (before, after) in self.figures.items():
            figure = found.figures.get(name, "–")
            before.setText(self._now[name])
            after.setText(f"→ {figure}" if figure != self._now[name] else "=")
        changed = [name for name, figure in found.figures.items() if figure != self._now.get(name)]
        moved = [
            one for one, other in zip(_in_order(self._now), _in_order(found.figures), strict=False) if one != other
        ]
        said = f"another order: {', '.join(moved)}" if moved else "" if changed else "no figure changes"
        self.effect.setText(visible(found.why or said))

    def _apply(self) -> None:
        settings = self.settings
        self.accept()
        self.applied.emit(settings)

    def done(self, result: int) -> None:
        """Nobody waits for figures any more."""
        if self._preview is not None:
            self._preview.stop()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._preview is not None:
            self._preview.stop()
        super().closeEvent(event)


def _in_order(figures: Mapping[str, str]) -> list[str]:
    """The systems from the lowest figure to the highest; what is undefined is left out."""
    known = {name: float(figure.replace(",", "")) for name, figure in figures.items() if figure[-1:].isdigit()}
    return sorted(known, key=lambda name: (known[name], name))
