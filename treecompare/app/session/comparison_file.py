"""The comparison file behind the window: what is kept, with a signal for everything that happens to it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from treecompare.app.common import preferences
from treecompare.saved.kept import Event, Kept


class ComparisonFile(Kept, QObject):
    """A signal for each kind of :class:`Event`, which carries what it is about."""

    changed = Signal(object)
    failed = Signal(object)
    refused = Signal(object)
    told = Signal(str)
    walkChanged = Signal(object)
    decisionsChanged = Signal(object)
    comparedWanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        QObject.__init__(self, parent)
        Kept.__init__(self)

    def hear(self, event: Event) -> None:
        """Tells it at once."""
        signals = {
            "changed": self.changed, "failed": self.failed, "refused": self.refused, "told": self.told, "walk": self.walkChanged,
            "decisions": self.decisionsChanged, "compared": self.comparedWanted,
        }  # fmt: skip
        signals[event.kind].emit(event.what)

    def save_as(self, path: str) -> None:
        """Goes on in a file of that name, which is known from now on. Raises TreecompareError: it cannot be written."""
        super().save_as(path)
        if self.named is not None:
            preferences.add_known(path)
