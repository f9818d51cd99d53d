"""What is drawn: the mapping that measure A counts, or that of B."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from treecompare.app.drawings.control_bar import DRAWN
from treecompare.app.drawings.picture_view import PictureView
from treecompare.comparison.constituents.counted import WantedMapping, mapping_of, mapping_said
from treecompare.measures import measure


def shortly(drawn: WantedMapping) -> str:
    """A mapping in a word or two, where a tooltip says the rest."""
    return "tree distance" if drawn[0] == "T" else "spans"


class DrawnBy(QObject):
    """Says which measure's mapping is drawn, and switches: ``chosen(letter)``. What is neither A's nor B's is said in words."""

    chosen = Signal(str)

    def __init__(self, view: PictureView) -> None:
        super().__init__(view)
        self.mappings: dict[str, WantedMapping | None] = {}
        self.now: WantedMapping = ("T", "whole", True)
        self.letter = "B"
        """Whose mapping is drawn; empty if it is neither's."""
        self._bar = view.controls
        self.label = self._bar.drawn_label
        self.buttons = {letter: view.add_button(letter, "", True, DRAWN) for letter in "AB"}
        for letter, button in self.buttons.items():
            button.setProperty("short", letter)
            button.triggered.connect(lambda _=False, letter=letter: self.chosen.emit(letter))

    def show_measures(self, a: str, b: str) -> None:
        """Measures A and B are others."""
        self.mappings = {"A": mapping_of(a), "B": mapping_of(b)}
        titles = {"A": measure(a).title, "B": measure(b).title}
        for letter, button in self.buttons.items():
            mapping = self.mappings[letter]
            button.setText(f"{letter} {shortly(mapping)}" if mapping is not None else letter)
            button.setEnabled(mapping is not None)
            tip = "Draw what {0} counts: {1} (x: the other one)"
            none = "{0} counts no nodes of these trees, so that it has no drawing of its own"
            button.setToolTip(
                tip.format(letter, titles[letter]) if mapping is not None else none.format(titles[letter])
            )
        self.show_drawn(self.now)

    def show_drawn(self, drawn: WantedMapping) -> None:
        """That mapping is drawn now."""
        self.now = drawn
        whose = [letter for letter, mapping in self.mappings.items() if mapping == drawn]
        if self.letter not in whose:
            self.letter = whose[-1] if whose else ""
        for letter, button in self.buttons.items():
            button.setChecked(letter == self.letter)
        self.label.setText("Drawn" if self.letter else f"Drawn: {mapping_said(drawn)}")
        self._bar.arrange()
