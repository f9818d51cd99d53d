"""In which order Tab goes through the window."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QWidget

from treecompare.app.shell.toolbar import TopBar
from treecompare.app.window.workspace import Workspace


def order_tabs(space: Workspace, toolbar: TopBar) -> None:
    """Tab goes from the tool bar to the systems, the filter, the sentences, the drawing's bar and the drawing, then to the rest."""
    bar = space.sentences.filter_bar
    pictures = [panel.view for view in space.kinds.values() for panel in view.panels]
    order: list[QWidget] = [
        toolbar.back, toolbar.on, toolbar.system, space.sentences.picker_a, toolbar.swap, space.sentences.picker_b,
        *toolbar.average.buttons.values(), toolbar.scoring, toolbar.search, toolbar.inspector, space.systems.table, bar.text,
        bar.more_button,
        bar.reset_button, *bar.fields, bar.chip, space.sentences.table, space.layout.tabs,
        *(stop for one in pictures for stop in one.controls.stops()), *(one.canvas for one in pictures),
        *(one.list for one in pictures),
    ]  # fmt: skip
    for one, other in pairwise(order):
        QWidget.setTabOrder(one, other)
