"""Small pictures of comparisons that were left, in light and dark, for the list of recent ones; where that fails there is none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QImage, QImageReader, QPainter

from treecompare.app.common import preferences
from treecompare.app.common.preferences import Recent
from treecompare.app.drawings.in_memory import png_of
from treecompare.comparison.files import Files
from treecompare.errors import TreecompareError
from treecompare.writing import write_file

if TYPE_CHECKING:
    from treecompare.app.drawings.pictures import Picture

WIDTH, HEIGHT = 136, 76
THEMES = ("light", "dark")
"""Of which each has a picture."""
SHARP = 2
"""Pixels per point."""
LEAST_SCALE = 0.3
"""What is larger than its place is cut rather than made smaller than this."""
LARGEST = 40_000_000
"""Square points of a drawing that is painted while the window closes."""


def _folder() -> Path:
    return preferences.folder() / "thumbnails"


def path_of(files: Recent, theme: str = "light") -> Path:
    """Where the picture of a comparison in one of the ``THEMES`` is kept."""
    paths = "\0".join(str(Path(path).absolute()) for path in files.paths)
    name = hashlib.sha256(paths.encode(errors="surrogateescape")).hexdigest()[:32]
    return _folder() / f"{name}-{theme}.png"


def keep(files: Files, draw: Callable[[str], Picture | None]) -> None:
    """Keeps the pictures of a comparison, which is drawn in a theme; those of comparisons that are no longer in the list go."""
    try:
        for theme in THEMES:
            picture = draw(theme)
            if picture is None or not 0 < picture.width * picture.height < LARGEST:
                return
            fitting = min(WIDTH / picture.width, HEIGHT / picture.height)
            drawn = picture.image(SHARP * min(max(fitting, LEAST_SCALE), 1.0))
            path = path_of(files, theme)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, png_of(_framed(drawn, picture.ground)))
        _forget({path_of(one, theme) for one in (files, *preferences.recent()) for theme in THEMES})
    except (OSError, TreecompareError):
        pass  # the list does without


def _framed(drawn: QImage, ground: str) -> QImage:
    """The middle of its height, where the words are, from the first one on."""
    small = QImage(WIDTH * SHARP, HEIGHT * SHARP, QImage.Format.Format_RGB32)
    small.fill(QColor(ground))
    painter = QPainter(small)
    left = max((small.width() - drawn.width()) // 2, 0)
    painter.drawImage(left, (small.height() - drawn.height()) // 2, drawn)
    painter.end()
    return small


def is_there(files: Recent, theme: str) -> bool:
    """Whether there is a picture of a comparison."""
    return QImageReader(str(path_of(files, theme))).canRead()


def image_of(files: Recent, theme: str) -> QImage:
    """The picture of a comparison; none if it has gone."""
    return QImage(str(path_of(files, theme)))


def forget_all() -> None:
    """No picture is kept any more."""
    _forget(set())


def _forget(kept: set[Path]) -> None:
    for path in _folder().glob("*.png"):
        if path not in kept:
            path.unlink(missing_ok=True)
