"""What figures would be under other settings: the open treebanks are compared again in the background, and nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from treecompare.app.common.worker import Newest
from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, TreecompareError

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank
    from treecompare.scores.table import Average


@dataclass(frozen=True)
class Previewed:
    """The figures of each system by name, as they are shown; and how sentences would be prepared. ``why``: why there are none."""

    settings: Settings
    figures: dict[str, str]
    why: str = ""


class Preview(Newest):
    """``done`` carries a :class:`Previewed`."""

    def __init__(
        self, files: Files, treebanks: dict[str, AnyTreebank], key: str, average: Average, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._files, self._treebanks, self._key, self._average = files, treebanks, key, average

    def ask_for(self, settings: Settings) -> None:
        """Computes the figures under these settings; what was asked for before is given up."""

        def compute(cancel: Any) -> Previewed:
            try:
                return Previewed(settings, self._figures(settings, cancel))
            except Cancelled:
                raise
            except (TreecompareError, MemoryError) as error:
                return Previewed(settings, {}, str(error) or "there is not enough memory")

        self.ask(compute)

    def _figures(self, settings: Settings, cancel: Any) -> dict[str, str]:
        from treecompare.comparison import files
        from treecompare.measures import measure

        one = measure(self._key)
        for step in files.open_files(self._files, settings, cancel, self._treebanks, is_lenient=True, on_demand=False):
            if isinstance(step, files.Opened):
                comparison = step.comparison
                for _ in comparison.run(cancel=cancel):
                    pass
                if cancel.is_set():
                    raise Cancelled
                if missing := comparison.not_counted([one.part]):
                    comparison.count_on_demand(missing)
                if self._key not in {known.key for known in comparison.applying((one,))}:
                    return {}
                figures = comparison.table.figures(self._key, self._average)
                return {name: one.shown(figure) for name, figure in zip(comparison.table.systems, figures, strict=True)}
        raise Cancelled
