"""A recent comparison on the start page: what it is called, when it was open last."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from treecompare.app.common import fonts, preferences
from treecompare.app.common.choosers import OF_THEIR_OWN
from treecompare.app.common.elided import elided
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.preferences import Recent
from treecompare.app.common.theme import muted
from treecompare.app.common.wording import moment_said
from treecompare.comparison.answered import file_of
from treecompare.comparison.files import Versions
from treecompare.reading import exists

HEIGHT, GAP = 46, 8


def title_of(recent: Recent) -> str:
    """What it is called in lists."""
    if isinstance(recent, Versions):
        newer = recent.head or "the files as they are"
        base, head = (recent.base, newer) if recent.repository else (Path(recent.base).name, Path(newer).name)
        return f"{base} → {head}"
    return Path(recent.gold).name


def describe(recent: Recent) -> str:
    """A line that tells one from another."""
    if isinstance(recent, Versions):
        return f"Two versions — {recent.repository or _near(_folder(recent))}"
    if recent.is_saved:
        return str(_folder(recent))
    if recent.gold.endswith(OF_THEIR_OWN):
        return f"{'Lesson' if recent.gold.endswith('.toml') else 'Batch'} — {_near(_folder(recent))}"
    return f"{_systems(recent)} — {_near(_folder(recent))}"


def _folder(recent: Recent) -> Path:
    if isinstance(recent, Versions):
        return Path(recent.repository or Path(recent.base).parent)
    return Path(recent.gold).parent


def _near(folder: Path) -> Path:
    return Path(folder.parent.name) / folder.name


def _systems(recent: Recent) -> str:
    names = [] if isinstance(recent, Versions) else [name or Path(path).name for name, path in recent.systems]
    return ", ".join(names[:3]) + (f" + {len(names) - 3}" if len(names) > 3 else "")


def titles(recent: list[Recent]) -> list[str]:
    """What they are called; where two are called the same, with as much more as tells them apart: folders, then systems."""
    plain = found = list(map(title_of, recent))
    folders = list(map(_folder, recent))
    for more in (
        [one.name for one in folders],
        [str(_near(one)) for one in folders],
        [": ".join(filter(None, (one.name, _systems(files)))) for one, files in zip(folders, recent, strict=True)],
    ):
        twice = {one for one in found if found.count(one) > 1}
        found = [
            f"{title} – {add}" if one in twice else one for one, title, add in zip(found, plain, more, strict=True)
        ]
    return found


def missing(recent: Recent) -> str:
    """What is not where it was, in a sentence; empty where all is there. Asks the disk, which may take long."""
    paths = [recent.repository] if isinstance(recent, Versions) and recent.repository else recent.paths
    gone = [path for path in map(file_of, filter(None, paths)) if path and not exists(path)]
    if not gone:
        return ""
    more = f" and {len(gone) - 1:,} more" if len(gone) > 1 else ""
    return f"Not there any more: {Path(gone[0]).name}{more}"


class RecentRow(QPushButton):
    """One of them, to be opened again."""

    def __init__(self, title: str, files: Recent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.about, self.files = visible(title), visible(describe(files)), files
        at = preferences.opened_at(files)
        self.when = moment_said(at, datetime.now()) if at is not None else ""
        self.setProperty("look", "row")
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tip("\n".join(map(visible, filter(None, files.paths)))))
        self.setAccessibleName(f"Open {self.title} again")
        self.tell(self.about)

    def tell(self, about: str) -> None:
        """The second line."""
        self.about = visible(about)
        self.setAccessibleDescription(", ".join(filter(None, (self.about, self.when))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Two lines, at the right when it was."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        room = self.rect().adjusted(GAP, 6, -GAP, -6)
        upper, lower = room.adjusted(0, 0, 0, -room.height() // 2), room.adjusted(0, room.height() // 2, 0, 0)
        sides = Qt.AlignmentFlag
        painter.setPen(muted(self.palette()))
        painter.setFont(fonts.sized(self.font(), fonts.SMALL))
        painter.drawText(upper, int(sides.AlignRight | sides.AlignVCenter), self.when)
        upper.setRight(upper.right() - painter.fontMetrics().horizontalAdvance(self.when) - GAP)
        for line, text, font, ink in (
            (lower, self.about, self.font(), muted(self.palette())),
            (upper, self.title, fonts.sized(self.font(), weight=fonts.MEDIUM), self.palette().windowText().color()),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            text = elided(painter.fontMetrics(), text, line.width())
            painter.drawText(line, int(sides.AlignLeft | sides.AlignVCenter), text)
        painter.end()
