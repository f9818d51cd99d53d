"""The middle of the window: the drawing of a sentence with its counts below, or why there is nothing to draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from treecompare.app.common.plain import visible_lines
from treecompare.app.common.wording import SHOW_ALL, no_match
from treecompare.app.common.worker import Newest
from treecompare.app.drawings.picture_view import PictureView
from treecompare.comparison.lit import lit
from treecompare.drawing.drawn import Attached, Drawn, Place
from treecompare.drawing.names import names_in_corners
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.errors import UsageError
from treecompare.scores.table import WAITING
from treecompare.trees.characters import unbroken

MOST_ANSWERED = 20_000
"""Letters of an answer that are shown."""


class Asked(NamedTuple):
    """A sentence of a system (-1: none), and how it is wanted drawn."""

    comparison: Any
    system: int
    sentence: int
    wanted: Wanted


class PicturePanel(QWidget):
    """A view with its counts below, or a sentence that says why there is nothing to draw.

    A sentence that takes long is drawn in the background. ``allWanted``: the filter that hides every sentence is to go; ``drawn``:
    what is drawn, a :class:`Drawn`, or None.
    """

    allWanted = Signal()
    drawn = Signal(object)
    patience: ClassVar[str] = "These trees are large; their alignment is being computed…"
    """What is said meanwhile."""

    view: Any
    """The drawing: some :class:`PictureView`."""

    def __init__(self, view: PictureView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.is_waiting = False
        """Whether the sentence was not compared yet when it was to be drawn."""
        self.is_done = False
        """Whether it is drawn, or cannot be."""
        self.shown = Asked(None, 0, -1, DEFAULT)
        """What is drawn, or will be once it is compared."""
        self._attached: Attached | None = None
        self._lighting: Callable[[], None] | None = None
        """Lights what was asked for last."""
        self.looked_for: tuple[list[tuple[str, int]], Sequence[tuple[str, int]]] | None = None
        """The nodes that the sentence is looked at for, and others that are not to be folded either."""
        self.work = Newest(self)
        self.work.done.connect(self._show)
        self.work.failed.connect(self._failed)
        self.counts = view.foot.counts
        self.note = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setWordWrap(True)
        self.clear_filter = QPushButton(SHOW_ALL)
        self.clear_filter.clicked.connect(self.allWanted)
        self._said = QWidget()
        said = QVBoxLayout(self._said)
        said.setContentsMargins(24, 24, 24, 24)
        said.addStretch(1)
        said.addWidget(self.note)
        said.addWidget(self.clear_filter, 0, Qt.AlignmentFlag.AlignHCenter)
        self.answer = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.answer.setAccessibleName("What was answered")
        self.answer.setMaximumHeight(240)
        said.addWidget(self.answer, 3)
        said.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._said, 1)
        layout.addWidget(view, 1)
        self._say(self.invitation())

    def drawn_of(self, comparison: Any, system: int, sentence: int, wanted: Wanted, cancel: Any = None) -> Drawn:
        """What is drawn of a sentence that is compared.

        Raises:
            UsageError: it cannot be drawn.
        """
        found: Drawn = comparison.drawn(system, sentence, wanted, self.view.telling, cancel and cancel.flag)
        return found

    def takes_long(self, comparison: Any, system: int, sentence: int) -> bool:
        """Whether it is found in the background."""
        return bool(comparison.takes_long(system, sentence))

    def _show(self, drawn: Drawn | None) -> None:
        if drawn is None:
            return
        self.is_done = True
        self._show_view(True)
        self.view.show_drawing(drawn)
        self.light_again()
        self.show_counts(drawn.details())
        self.drawn.emit(drawn)

    def _failed(self, error: BaseException) -> None:
        self.is_done = True
        if isinstance(error, UsageError):
            self._say_why(str(error))
        else:
            self._say(str(error))

    def invitation(self) -> str:
        """What is said as long as no sentence is chosen."""
        return "Choose a sentence to see it drawn."

    def show_sentence(self, comparison: Any, system: int, sentence: int, wanted: Wanted = DEFAULT) -> None:
        """Draws a sentence (-1: none), or says why it cannot be drawn. ``wanted``: how, as far as there is a choice."""
        self.shown = Asked(comparison, system, sentence, wanted)
        self._attached = self._lighting = self.looked_for = None
        self.is_done = False
        self.work.drop()
        self.drawn.emit(None)
        if comparison is not None and sentence >= 0:
            self._call(comparison, system)
        self.is_waiting = False
        if comparison is None:
            self._say(self.invitation())
        elif sentence < 0:
            self._say(no_match())
            self.clear_filter.show()
        # before that the background work may still be preparing the system
        elif comparison.table.statuses[system, sentence] == WAITING:
            self.is_waiting = True
            self._say("This sentence has not been compared yet.")
        else:
            try:
                if self.takes_long(comparison, system, sentence):
                    self._say(self.patience)
                    self.work.ask(partial(self.drawn_of, comparison, system, sentence, wanted))
                else:
                    self._show(self.drawn_of(comparison, system, sentence, wanted))
            except UsageError as error:
                self._failed(error)

    def _call(self, comparison: Any, system: int) -> None:
        gold, systems = comparison.gold.name, comparison.table.systems
        self.view.telling.names = gold, systems[system]
        self.view.telling.in_corners = names_in_corners(gold, systems, system, comparison.is_gold)
        self.view.call(comparison.names(system))

    def update_sentence(self) -> None:
        """Draws the sentence as soon as it is compared."""
        if self.is_waiting:
            self.show_sentence(*self.shown)

    def light(self, nodes: list[Place], is_about: bool = False) -> None:
        """Lights nodes or words, be they folded or not, now or as soon as they are drawn. ``is_about``: they come into view."""
        self.looked_for = None
        self._light(lambda: self.view.highlight(self.view.drawn.places_of(nodes), is_about))

    def light_count(self, part: str, count: str, is_about: bool = False) -> None:
        """Lights what a count of a part of the score table stands for, in the same way; with empty texts nothing."""
        self.looked_for = None
        self._light(lambda: self.view.highlight(self._counted(part, count) if count else [], is_about))

    def _counted(self, part: str, count: str) -> list[Any]:
        comparison, system, sentence, wanted = self.shown
        return lit(comparison, system, sentence, part, count, wanted, self.view.drawn)

    def _light(self, lighting: Callable[[], None]) -> None:
        self._lighting = lighting
        if self.view.drawing is not None:
            lighting()

    def light_again(self) -> None:
        """Lights what was asked for before it was drawn."""
        if self._lighting is not None:
            self._lighting()
        self.view.show_attachment(self._attached)

    def attach(self, attached: Attached | None) -> None:
        """Shows what something is attached to, now or as soon as it is drawn."""
        self._attached = attached
        self.view.show_attachment(attached)

    def show_nodes(self, nodes: list[tuple[str, int]], also: Sequence[tuple[str, int]] = ()) -> None:
        """Lights what the sentence is looked at for and brings it into view; neither that nor ``also`` is folded."""
        self.looked_for = nodes, also
        self._light(lambda: self.view.show_nodes(nodes, also))

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.work.stop()

    def show_counts(self, text: str) -> None:
        """What else is said of the sentence, where one points at its counts."""
        self.counts.setText("The gold is hidden." if self.view.telling.hides_gold else unbroken(text))

    def _show_view(self, is_shown: bool) -> None:
        self._said.setVisible(not is_shown)
        self.view.setVisible(is_shown)
        self.view.controls.setEnabled(is_shown)

    def _say(self, text: str) -> None:
        self.view.show_drawing(None)
        self._show_view(False)
        self.counts.clear()
        self.note.setText(visible_lines(text))
        self.clear_filter.hide()
        self.answer.hide()

    def _say_why(self, text: str) -> None:
        """Says why a sentence is not drawn; of raw output also what was answered, and which repair would read it."""
        comparison, system, sentence, _ = self.shown
        outcomes = comparison.outcomes.get(system) if comparison is not None else None
        if outcomes is None:
            self._say(text)
            return
        level, answer = outcomes.reads(sentence), outcomes.text_of(sentence)
        more = f"\nRepair at level {level} would read it: Scoring…, Repair of raw output." if level else ""
        self._say(f"{text}{more}" + ("\nWhat was answered:" if answer else ""))
        self.answer.setPlainText(visible_lines(answer[:MOST_ANSWERED]))
        self.answer.setVisible(bool(answer))
