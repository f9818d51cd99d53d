"""A place of two versions: the rule that it is about, the sentence before and after, and what changed in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.plain import visible_lines
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.kinds import KINDS, KindView
from treecompare.app.versions.rich_delegate import rich_markup
from treecompare.comparison.base import Comparison
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.style import reads_right_to_left
from treecompare.errors import TreecompareError, counted
from treecompare.extras.versions.entries import Entry, of_edits
from treecompare.extras.versions.examples import pair_of
from treecompare.extras.versions.places import address, sentence_id
from treecompare.extras.versions.rules import Family
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.wording import conditions_in_words, effect_in_words
from treecompare.scores.rich import Rich, strong

MOST_WORDS = 4
"""Of so many words of a sentence it is told what changed."""
ALSO = "Also in this sentence: "


class PlaceView(QWidget):
    """Shows one place at a time; the drawing is that of the kind of treebank."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: KindView | None = None
        self._pair: Comparison | None = None
        self.rule, self.said = _told("Rule"), _told("What changed in this sentence")
        self.where = ElidedLabel()
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.where.setAccessibleName("Place")
        self.nothing = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.nothing.setContentsMargins(24, 24, 24, 24)
        self._drawing = QVBoxLayout()
        self._drawing.setSpacing(0)
        below = QVBoxLayout()
        below.setContentsMargins(12, 6, 12, 6)
        for label in (self.rule, self.where, self.said):
            below.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._drawing, 1)
        column.addWidget(self.nothing, 1)
        column.addLayout(below)

    def show_kind(self, kind: str) -> None:
        """Draws treebanks of this kind from now on."""
        if type(self._view) is KINDS[kind]:
            return
        if self._view is not None:
            self._view.stop()
            for gone in (self._view.picture.view.controls, *self._view.panels, self._view.words):
                gone.hide()
                gone.deleteLater()
            self._view.deleteLater()
        self._view = KINDS[kind](self)
        for button in self._view.stack_buttons:
            button.setVisible(False)
        panel = self._view.picture
        self._drawing.addWidget(panel.view.controls)
        self._drawing.addWidget(panel, 1)

    def drawings(self) -> list[PicturePanel]:
        """What draws: one, once it is known of which kind the treebanks are."""
        return [self._view.picture] if self._view is not None else []

    def show_entry(self, diff: Diff, entry: Entry | None) -> None:
        """Shows a place, or that none is chosen."""
        self.rule.setVisible(entry is not None and entry.family is not None)
        if entry is None:
            self.where.setText("")
            self.said.clear()
            self._say(f"{diff.so_far('Nothing changed')}." if diff.is_unchanged else "Nothing is listed here.")
            return
        if entry.family is not None:
            self.rule.setText(rich_markup(_rule_in_words(entry.rank, entry.family)))
        of = sentence_id(diff, entry.place)
        self.where.setText(f"{address(diff, entry.place)}{f' · {of}' if of else ''}")
        self.said.setText("<br>".join(map(rich_markup, _changes(diff, entry))))
        row = diff.changes.found.rows[entry.row]
        if all(row.sides):
            self._draw(diff, entry)
        else:
            words = " ".join(diff.changes.found.sides[entry.place.side].words_of(entry.place.sentence))
            self._say(f"Only in {diff.names[entry.place.side]}:\n\n{words}")

    def _say(self, why: str) -> None:
        self.nothing.setText(visible_lines(why))
        self._show_drawing(False)

    def _show_drawing(self, is_drawn: bool) -> None:
        assert self._view is not None
        for widget in (self._view.picture, self._view.picture.view.controls):
            widget.setVisible(is_drawn)
        self.nothing.setVisible(not is_drawn)

    def _draw(self, diff: Diff, entry: Entry) -> None:
        assert self._view is not None
        base, row = diff.changes.found.base, diff.changes.found.rows[entry.row]
        try:
            self._pair = pair_of(diff.kind.sides(diff.changes, entry.row))
        except TreecompareError as error:
            self._say(str(error))
            return
        self._show_drawing(True)
        if _layers(entry) == {"DEPS"}:  # in the basic trees nothing differs
            self._view.picture.show_graphs()
        is_changed = any(edit.row == entry.row for edit in diff.edits)
        self._view.picture.view.telling.same_said = "The trees are the same" if is_changed else "Identical"
        is_right_to_left = reads_right_to_left(base.words_of(row.base[0]))
        self._view.show_sentence(self._pair, 0, 0, Wanted(right_to_left=is_right_to_left))
        self._view.light_found([], [base.number(word) for word in entry.words])

    def stop(self) -> None:
        """Ends what is being computed."""
        if self._view is not None:
            self._view.stop()


def _told(name: str) -> QLabel:
    label = QLabel(textFormat=Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setAccessibleName(name)
    return label


def _layers(entry: Entry) -> set[str]:
    """What an entry is about, as HEAD and DEPS."""
    if not entry.edits and entry.family is not None:
        return {atom.layer for atom in entry.family.effect}
    return {layer for edit in entry.edits for layer in edit.layer.split("+")}


def _changes(diff: Diff, entry: Entry) -> list[str]:
    """What changed in the sentence, word by word: first what was done at the place itself."""
    found = of_edits(diff, [edit for edit in diff.edits if edit.row == entry.row])
    found.sort(key=lambda one: not _is_there(entry, one))
    here = sum(_is_there(entry, one) for one in found) if entry.place.first else -1
    told: list[str] = []
    for number, one in enumerate(found[:MOST_WORDS]):
        words = diff.changes.found.sides[one.place.side].words_of(one.place.sentence)[: one.place.last]
        about = " ".join(words[max(one.place.first - 1, 0) :])
        told.append(Rich(ALSO if number == here else "", strong(about), ": " if about else "", one.what))
    more = len(found) - MOST_WORDS
    return [*told, *([f"… and {counted(more, 'more word')}"] if more > 0 else [])] or [
        "Nothing changed in this sentence."
    ]


def _is_there(entry: Entry, other: Entry) -> bool:
    """Whether another entry is about the same place."""
    return other.place == entry.place or bool(set(other.words) & set(entry.words))


def _rule_in_words(rank: int, family: Family) -> str:
    done = len(family.covered)
    of = done + len(family.left_over) + len(family.otherwise)
    counts = f" ({done:,} of {of:,})"
    return Rich(strong(f"Rule {rank}: "), effect_in_words(family), f" {conditions_in_words(family)}{counts}")
