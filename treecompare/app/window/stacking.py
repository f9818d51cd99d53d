"""Whether one system is drawn, or all one below the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QApplication, QStackedWidget

from treecompare.app.common import preferences
from treecompare.app.kinds import KindView


class Stacking:
    """Switches the drawings of all kinds of comparison, as far as they have such a one; it is remembered.

    ``kinds``: those that were added (:meth:`add`); ``parts``: the drawings, their bars and feet, of which one each is in front;
    ``shown``: what kind is looked at; ``key``: measure A; ``draw`` draws the chosen sentence anew.
    """

    def __init__(
        self,
        kinds: Mapping[str, KindView],
        parts: tuple[QStackedWidget, QStackedWidget, QStackedWidget],
        shown: Callable[[], KindView],
        key: Callable[[], str],
        draw: Callable[[], None],
    ) -> None:
        self._kinds, self._parts = kinds, parts
        self._shown, self._key, self._draw = shown, key, draw
        self._is_wanted = False

    def add(self, kind: KindView) -> None:
        """The drawings of a kind, with what is around them, are among those of which one is in front."""
        kind.is_stacked = self._is_wanted
        for panel in kind.panels:
            for part, widget in zip(self._parts, (panel, panel.view.controls, panel.view.foot), strict=True):
                part.addWidget(widget)

    @property
    def is_on(self) -> bool:
        """Whether all systems are drawn."""
        return self._shown().shown is self._shown().stack

    def set(self, is_stacked: bool) -> None:
        """Draws all systems, or one."""
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self._parts[0].isAncestorOf(focus)
        self._is_wanted = is_stacked
        for kind in self._kinds.values():
            kind.is_stacked = is_stacked
        preferences.store("all_systems", "yes" if is_stacked else "")
        self.show_panel(self._shown())
        self.show_score()
        if not is_stacked:
            self._draw()
        if had_focus:
            self._shown().shown.view.canvas.setFocus()

    def show_panel(self, kind: KindView) -> None:
        """Brings the drawing of a kind that is looked at to the front."""
        view = kind.shown.view
        for part, widget in zip(self._parts, (kind.shown, view.controls, view.foot), strict=True):
            part.setCurrentWidget(widget)

    def take_measure(self) -> None:
        """What is drawn next shows the scores of measure A."""
        for kind in self._kinds.values():
            if kind.stack is not None:
                kind.stack.key = self._key()

    def show_score(self) -> None:
        """The score beside each name is that of measure A."""
        self.take_measure()
        if self.is_on:
            self._draw()
