"""The plots pane: measure against measure with a lasso, systems under several measures, how often a score occurs, scores by length.

matplotlib is imported, and every picture drawn, in a background thread: the window stays alive while 50,000 points are drawn.
"""

from __future__ import annotations

import textwrap
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from treecompare.analyses.methods import command_line
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.errors import show_error
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import tip
from treecompare.app.common.saving import ask_where_to_save
from treecompare.app.common.worker import Worker
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.app.panes.plot_bar import PlotBar
from treecompare.app.panes.plot_drawing import Wish, draw, image_of_pixels
from treecompare.app.panes.plot_view import Picture, PlotView
from treecompare.comparison.base import Comparison
from treecompare.drawing.figures import PNG_DPI, Mask, PlotStyle, rendered, save, within
from treecompare.errors import TreecompareError
from treecompare.measures import measure
from treecompare.scores.plotting import OF_SENTENCES, Choice, Plot, figure_for
from treecompare.scores.ranks import beside
from treecompare.scores.result import View
from treecompare.writing import file_name

PAUSE = 60
"""Milliseconds in which several reasons to draw become one."""
LONG_PAUSE = 1000
LETTERS = 80
"""How much of a sentence a tooltip shows."""


class PlotsPanel(FirstStop, Panel):
    """Plots of the comparison; the measures A and B, the system and the filter come from outside.

    ``sentenceWanted``: a point was clicked; ``sentenceStepped``: the keyboard went to one. ``sentencesChosen``: a lasso was
    drawn, a bool per sentence; None: it was taken back. ``drawn``: a new picture is shown, or the reason why there is none.
    ``saved``: a plot was written into that file.
    """

    sentenceStepped = Signal(int)
    sentencesChosen = Signal(object)
    drawn = Signal()
    saved = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self.sentences: list[str] = []
        """The words of each sentence, for tooltips."""
        self._system, self._key_a, self._key_b = 0, "e.whole.dice", "t.whole.dice"
        self._baseline = 0
        self._sentence = -1
        self._shown: tuple[Any, ...] = ()
        self._filter: Mask | None = None
        self._lasso: Mask | None = None
        self._is_stale = True
        self._worker: Worker | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._begin)
        self._later = QTimer(self, singleShot=True, interval=LONG_PAUSE)
        self._later.timeout.connect(self.refresh)

        self.save_button = QPushButton("Save…", toolTip="Save the plot as SVG, PDF or PNG")
        self.save_button.clicked.connect(self.ask_and_save)
        self.copy_button = QPushButton("Copy", toolTip="Copy the plot as a picture")
        self.copy_button.clicked.connect(self.copy_image)
        self.bar = PlotBar(self.save_button, self.copy_button)

        self.view = PlotView()
        self.view.setAccessibleName("Plot")
        self.view.resized.connect(self.refresh)
        self.view.chosen.connect(self._choose)
        self.view.stepped.connect(self._step_to)
        self.view.surrounded.connect(self._surround)
        self.view.hovered.connect(self._tell)
        self.note = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.note.setContentsMargins(24, 24, 24, 24)
        self.hint = ElidedLabel()
        self.hint.setObjectName("muted")
        self.hint.setContentsMargins(10, 3, 10, 5)
        layout = self._lines = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.note, 1)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.hint)
        self._follow_kind()
        self._say("Open treebanks to see their scores as plots.")
        self.bar.kind.currentIndexChanged.connect(self._follow_kind)
        self.bar.changed.connect(self._forget_picture)
        self.bar.changed.connect(self.refresh)
        self.first_stop = self.view

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """The scores of the system under measures A and B, and the sentence among them."""
        view, comparison = looked_at.view, looked_at.comparison
        self.sentences = looked_at.texts
        self.bar.offer_presets(looked_at.choices.has_presets)
        names = comparison.names(view.system) if comparison is not None else None
        shown = comparison, view.system, view.key_a, view.key_b, names
        if shown != self._shown:
            self._shown = shown
            self.show_scores(*shown[:4])
        if view.baseline != self._baseline:
            self._baseline = view.baseline
            self._offer_systems()
            if self.kind == "pair":
                self._forget_picture()
                self.refresh()
        self.mark(view.sentence)

    def show_scores(self, comparison: Comparison | None, system: int, key_a: str, key_b: str) -> None:
        """Shows a system's scores under two measures, and all systems'."""
        are_others = comparison is not self.comparison or system != self._system
        if comparison is not self.comparison:
            self._filter = None
            self._sentence = -1
            self._clear_lasso()
            self.view.show_picture(None)  # its points are another comparison's sentences
        elif (system, key_a, key_b) != (self._system, self._key_a, self._key_b):
            if system != self._system:
                self._clear_lasso()
            self._forget_picture()
        self.comparison, self._system, self._key_a, self._key_b = comparison, system, key_a, key_b
        if comparison is not None:
            self.bar.call(comparison.names(system))
        if are_others:
            self._offer_systems()
        self.refresh()

    def _offer_systems(self) -> None:
        """The systems beside this one, the baseline at first."""
        if self.comparison is not None:
            other = beside(self.comparison.table, self._system, self._baseline)
            self.bar.offer_systems(
                self.comparison.table.systems, self._system, self._system if other is None else other
            )

    def _forget_picture(self) -> None:
        """Something else is to be seen: until it is drawn nothing is, and nothing is saved or copied."""
        self.view.show_picture(None)
        self._enable(False)

    def update_figures(self, are_others: bool = False) -> None:
        """More sentences were compared: they are drawn about once a second; figures that are others at once."""
        if are_others:
            self.refresh()
        elif not self._later.isActive():
            self._later.start()

    def show_filter(self, mask: Mask | None) -> None:
        """Greys all sentences but these."""
        if not _is_same(mask, self._filter):
            self._filter = None if mask is None else mask.copy()
            if self.kind in OF_SENTENCES:
                self.refresh()

    def mark(self, sentence: int) -> None:
        """Rings the sentence that was chosen elsewhere, -1 for none. Only the ring is drawn."""
        self._sentence = sentence
        self.view.mark(self._point_of(sentence))

    def choice(self) -> Choice:
        """Which plot the fields ask for."""
        choice = self.bar.choice(self._system, self._key_a, self._key_b)
        if self.comparison is None:
            return choice
        choice = replace(choice, stands_out=True)
        return replace(choice, called=self.comparison.names(choice.system if choice.is_of_one else None))

    def as_command(self, comparison: Comparison, view: View) -> str:
        """The plot."""
        return command_line(comparison, "plot", self.options())

    def options(self) -> list[str]:
        """The options of the command that draws the same plot."""
        choice = self.choice()
        measures = ["--preset", choice.preset] if choice.preset else ["--a", choice.key_a, "--b", choice.key_b]
        found = ["--kind", choice.kind, *measures]
        if choice.kind == "length" or (choice.kind == "systems" and not choice.preset):
            found += ["--average", "both" if len(choice.averages) > 1 else choice.averages[0]]
        if self.comparison is not None and choice.is_of_one:
            found += ["--system", self.comparison.table.systems[self._system]]
        if self.comparison is not None and choice.kind == "pair":
            found += ["--against", self.comparison.table.systems[choice.other]]
        return [*found, "--output", f"{self.proposed_name()}.svg"]

    def proposed_name(self) -> str:
        """What a file with this plot may be called."""
        choice = self.choice()
        parts = [choice.kind, *(measure(key).title for key in dict.fromkeys((choice.key_a, choice.key_b)))]
        if self.comparison is not None and choice.is_of_one:
            parts.insert(0, self.comparison.table.systems[self._system])
        return file_name(" ".join(parts))

    def _follow_kind(self) -> None:
        if self.kind not in OF_SENTENCES:
            self._clear_lasso()
        self._show_hint()

    @property
    def kind(self) -> str:
        """The kind of plot that is chosen."""
        return str(self.bar.kind.currentData())

    def _show_hint(self) -> None:
        if self.kind not in OF_SENTENCES:
            text = "Hover for values."
        elif self._lasso is None:
            text = (
                "Click a point, or drag around several (Shift: rectangle). Keys: ← → go from point to point, Enter opens one, "
                "Space begins and ends a rectangle."
            )
        else:
            number = int(self._lasso.sum())
            text = f"Sentences chosen: {number:,}. Esc or a double click clears the selection."
        self.hint.setText(text)

    def _point_of(self, sentence: int) -> int:
        picture = self.view.picture
        if picture is None or picture.sentences is None or sentence < 0:
            return -1
        at = int(np.searchsorted(picture.sentences, sentence))
        return at if at < len(picture.sentences) and picture.sentences[at] == sentence else -1

    def _inside(self) -> Mask | None:
        if self._filter is None or self._lasso is None:
            return self._lasso if self._filter is None else self._filter
        return self._filter & self._lasso

    # -- drawing -------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draws again soon; as long as nobody looks, not at all."""
        self._is_stale = True
        if self.isVisible():
            self._pause.start()

    @property
    def is_busy(self) -> bool:
        """Whether a plot is being drawn, or soon will be."""
        return self._worker is not None or self._pause.isActive()

    def _begin(self) -> None:
        # one thread at a time: when it ends, it is seen whether something else is wanted by then
        if not self._is_stale or self._worker is not None or not self.isVisible():
            return
        if self.comparison is None:
            self._is_stale = False
            self._say("Open treebanks to see their scores as plots.")
            return
        if not self.view.isVisible():  # it has its size only when it is shown
            self.note.hide()
            self.view.show()
            self.hint.show()
            self._lines.activate()
        self._is_stale = False
        size = self.view.size()
        style = PlotStyle(theme_of(self.palette()), self._points())
        wish = Wish(
            self.comparison, self.choice(), self._inside(), style,
            (max(size.width(), 160), max(size.height(), 120)), float(self.logicalDpiX()), self.devicePixelRatioF(),
        )  # fmt: skip

        def steps(_worker: Worker) -> Generator[Any, None, tuple[Wish, Plot, Picture]]:
            yield from ()
            return wish, *draw(wish)

        self._worker = Worker(steps)
        self._worker.succeeded.connect(self._show)
        self._worker.failed.connect(self._fail)
        self._worker.finished.connect(self._forget)
        self._worker.start()

    def _points(self) -> float:
        font = self.font()
        return float(font.pointSizeF() if font.pointSizeF() > 0 else 72 * font.pixelSize() / self.logicalDpiY())

    def _show(self, result: tuple[Wish, Plot, Picture]) -> None:
        wish, made, picture = result
        if wish.comparison is not self.comparison or wish.choice != self.choice():
            return
        self.view.show_picture(picture)
        self.view.mark(self._point_of(self._sentence))
        self.view.setAccessibleDescription(made.description)
        self._enable(True)
        self.drawn.emit()

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, TreecompareError):
            self._say(str(error)[0].upper() + str(error)[1:] + ".")
        else:
            self._say(f"This plot cannot be drawn: {error}")
            show_error(self, error)
        self.drawn.emit()

    def _say(self, text: str) -> None:
        self.view.show_picture(None)
        self.view.hide()
        self.hint.hide()
        self.note.setText(text)
        self.note.show()
        self._enable(False)

    def _enable(self, is_drawn: bool) -> None:
        self.save_button.setEnabled(is_drawn)
        self.copy_button.setEnabled(is_drawn)

    def _forget(self) -> None:
        self._worker = None
        if self._is_stale and self.isVisible():
            self._pause.start()

    def stop(self) -> None:
        """Begins no other drawing; one under way ends by itself."""
        self._pause.stop()
        self._later.stop()
        self._is_stale = False

    # -- pointing ------------------------------------------------------------------------------------------------------

    def _choose(self, point: int) -> None:
        picture = self.view.picture
        if picture is not None and picture.sentences is not None:
            sentence = int(picture.sentences[point])
            self.mark(sentence)
            self.sentenceWanted.emit(sentence)

    def _step_to(self, point: int) -> None:
        picture = self.view.picture
        if picture is not None and picture.sentences is not None:
            self._sentence = int(picture.sentences[point])
            self._tell(point, self.view.mapToGlobal(QPointF(*picture.points[point]).toPoint()))
            self.sentenceStepped.emit(self._sentence)

    def _surround(self, corners: NDArray[np.float64] | None) -> None:
        picture = self.view.picture
        if corners is None:
            if self._lasso is not None:
                self._clear_lasso()
                self.refresh()
            return
        if picture is None or picture.sentences is None or self.comparison is None:
            return
        mask = np.zeros(self.comparison.table.sentences, np.bool_)
        mask[picture.sentences[within(picture.points, corners)]] = True
        if self._filter is not None and self._lasso is None:
            mask &= self._filter
        if mask.any():
            self._lasso = mask
            self._show_hint()
            self.sentencesChosen.emit(mask)
            self.refresh()

    def _clear_lasso(self) -> None:
        if self._lasso is not None:
            self._lasso = None
            self._show_hint()
            self.sentencesChosen.emit(None)

    def tooltip_of(self, point: int) -> str:
        """Number, id, words and both scores of a point, or what a mark stands for."""
        picture, comparison = self.view.picture, self.comparison
        if picture is None or comparison is None:
            return ""
        if picture.sentences is None:
            return picture.texts[point]
        sentence = int(picture.sentences[point])
        words = self.sentences[sentence]
        name = comparison.ids[sentence]
        number = comparison.numbers_of(sentence)
        lines = [
            "Sentence {}".format(number if name == number else f"{number} · {name}"),
            textwrap.shorten(words, LETTERS, placeholder=" …") if " " in words[:LETTERS] else words[:LETTERS],
        ]
        for title, (key, scores) in picture.scores.items():
            lines.append(f"{title}: {measure(key).shown(float(scores[sentence]))}")
        others = self.view.at_one_place(point) - 1
        if others:
            lines.append(f"and {others} more at the same place")
        return "\n".join(lines)

    def _tell(self, point: int, place: QPoint) -> None:
        if point < 0:
            QToolTip.hideText()
        else:
            QToolTip.showText(place, tip(self.tooltip_of(point)), self.view)

    # -- output --------------------------------------------------------------------------------------------------------

    def _figure(self) -> Any:
        assert self.comparison is not None
        chosen = [self._sentence] if self._sentence >= 0 else []
        return figure_for(
            self.comparison.table, self.choice(), inside=self._inside(), chosen=chosen, names=self.comparison.ids
        )

    def save(self, path: str) -> None:
        """Writes the plot as SVG, PDF or PNG, by the ending of the name, on white.

        Raises:
            TreecompareError: the file cannot be written, or the ending is another.
        """
        if self.comparison is not None:
            save(self._figure(), path)

    def ask_and_save(self) -> None:
        """Asks for a name and saves."""
        if self.comparison is None:
            return
        kinds = (("SVG", "svg"), ("PDF", "pdf"), ("PNG", "png"))
        path = ask_where_to_save(self, "Save plot", kinds, self.proposed_name())
        if path:
            try:
                self.save(path)
                self.saved.emit(path)
            except TreecompareError as error:
                show_error(self, error)

    def copy_image(self) -> None:
        """Puts the plot on the clipboard, on white."""
        if self.comparison is not None:
            try:
                figure = self._figure()
            except TreecompareError as error:  # the picture may be one of before: another is being drawn
                show_error(self, error)
                return
            figure.set_dpi(PNG_DPI)
            QGuiApplication.clipboard().setImage(image_of_pixels(rendered(figure)))

    # -- the widget ----------------------------------------------------------------------------------------------------

    def showEvent(self, event: object) -> None:
        """Draws what was not drawn while nobody looked."""
        super().showEvent(event)  # type: ignore[arg-type]
        if self._is_stale:
            self._pause.start()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme means other colours, another font other sizes."""
        super().changeEvent(event)
        # under a style sheet a new font comes as a change of style
        looks = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if event.type() in looks and hasattr(self, "hint"):
            self.refresh()


def _is_same(one: Mask | None, other: Mask | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.shape == other.shape and bool((one == other).all())
