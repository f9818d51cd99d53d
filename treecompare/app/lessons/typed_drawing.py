"""The drawing beside what is typed: the trees as they were last read, and what measures make of them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from treecompare.app.kinds import KINDS, KindView
from treecompare.app.lessons.measures_panel import score_of
from treecompare.app.panes.measure_choice import shown_measures
from treecompare.comparison.constituents.counted import mapping_of
from treecompare.drawing.sentence import Wanted
from treecompare.extras.teaching.exercise import Exercise
from treecompare.measures import measure


class TypedDrawing(QWidget):
    """An exercise drawn as the window draws it; what is drawn stays, and is told to be old, while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: KindView | None = None
        """The drawing of the kind that was drawn last."""
        self.hint = QLabel(
            "The trees are drawn here while you type.",
            alignment=Qt.AlignmentFlag.AlignCenter,
            textFormat=Qt.TextFormat.PlainText,
        )
        self.hint.setWordWrap(True)
        self.old = QLabel("As it was when both could be read.", textFormat=Qt.TextFormat.PlainText)
        self.scores = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.scores.setWordWrap(True)
        self.scores.setContentsMargins(12, 4, 12, 0)  # below the counts of changes
        drawn = QWidget()
        self._column = QVBoxLayout(drawn)
        self._column.setContentsMargins(0, 0, 0, 0)
        for label in (self.old, self.scores):
            self._column.addWidget(label)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(drawn)

    def draw(self, exercise: Exercise | None) -> None:
        """Draws the trees; None: they cannot be read now."""
        if exercise is not None:
            comparison = exercise.comparison
            if self.view is None or type(self.view) is not KINDS[comparison.kind]:
                self._take_view(KINDS[comparison.kind](self))
            assert self.view is not None
            key = self.view.choices.a_and_b[0]
            mapping = mapping_of(key)  # the one that the lesson opens with
            self.view.show_sentence(comparison, 0, exercise.row, Wanted(*mapping) if mapping is not None else Wanted())
            self.view.picture.view.call_sentence(exercise.title)
            shown = [
                (measure(key), score_of(comparison, key, exercise.row)) for key in shown_measures(self.view.choices)
            ]
            self.scores.setText("     ".join(f"{one.title} {one.shown(score)}" for one, score in shown))
            self._pages.setCurrentIndex(1)
        self.old.setVisible(exercise is None)

    def _take_view(self, view: KindView) -> None:
        if self.view is not None:
            self.view.discard()
        self.view = view
        view.picture.view.controls.hide()
        self._column.insertWidget(1, view.picture, 1)
        view.picture.show()

    def stop(self) -> None:
        """Ends what is being computed."""
        if self.view is not None:
            self.view.stop()
