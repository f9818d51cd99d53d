"""Scenes as they are painted: lines are sharp on pixels of any scale, everything is there in both themes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.conftest import stride
from tests.drawing.test_scene import scenes
from tests.window.frame.test_contrast import contrast
from treecompare.drawing.scene import Group, Label, Mark, PlainScene, Rect, Stroke
from treecompare.drawing.style import LIGHT, LINE, MARKS, THEMES, Theme, rim
from treecompare.window.drawings.painted import Painted
from treecompare.window.drawings.pictures import Picture

pytestmark = pytest.mark.usefixtures("qapp")


def painted(marks: list[Mark], scale: float, x: float = 0.0) -> QImage:
    image = QImage(120, 120, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.translate(x, x)
    painter.scale(scale, scale)
    Painted(PlainScene(50, 50, marks), LIGHT)(painter)
    painter.end()
    return image


def dark_columns(image: QImage) -> list[int]:
    """How dark each column of pixels is at half height, where it is dark at all."""
    found = [255 - image.pixelColor(x, 30).lightness() for x in range(image.width())]
    return [one for one in found if one > 25]


@pytest.mark.parametrize("scale", [0.7, 1.0, 1.3, 2.0])
@pytest.mark.parametrize("begins", [0.0, 0.25, 0.6])
@pytest.mark.parametrize("place", [10.0, 10.3, 10.5, 10.8])
def test_upright_lines_are_sharp_and_slanting_ones_stay(scale: float, begins: float, place: float) -> None:
    width = 2.0 if scale == 1.0 else 1.0 / scale
    upright = painted([Stroke((place, 1.0), ((place, 45.0), (place + 20, 45.0)), width=width)], scale, begins)
    wanted = round(width * scale)
    assert len(dark_columns(upright)) == wanted
    box = painted([Group(0.1, 0.0, [Rect(place, 1, 20, 44, ink="line", line=width)])], scale, begins)
    assert len(dark_columns(box)) == 2 * wanted
    slanting = painted([Stroke((place, 1.0), ((place + 0.4, 45.0),), width=width)], scale, begins)
    assert len(dark_columns(slanting)) >= wanted


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_scene_is_painted_in_the_colours_of_its_theme(theme: Theme) -> None:
    for name, scene in scenes().items():
        image = QImage(round(scene.width), round(scene.height), QImage.Format.Format_RGB32)
        image.fill(QColor(theme.background))
        painter = QPainter(image)
        Painted(scene, theme)(painter)
        painter.end()
        pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[:, : image.width()]
        seen = {QColor(number).name() for number in np.unique(pixels).tolist()}
        changed = {box.operation for box in scene.boxes} & {"deleted", "inserted", "swapped"}
        has_grounds = name not in ("arcs", "lattice", "two heads")
        for operation in changed:
            assert theme.text[operation] in seen or theme.fill[operation] in seen, (name, operation)
            assert not has_grounds or theme.fill[operation] in seen, (name, operation)
        assert len(seen) > 10, name


def pieces(mark: Stroke) -> Iterator[tuple[float, float, float, float]]:
    """The straight pieces of a line."""
    at = mark.start
    for step in mark.steps:
        if len(step) == 2 and abs(step[0] - at[0]) + abs(step[1] - at[1]) > 4:
            yield (*at, *step)  # type: ignore[misc]
        at = step[-2:]  # type: ignore[assignment]


@pytest.mark.parametrize("ratio", [1.25, 1.0, 2.0, 1.5][:: stride(2)])
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_lines_have_contrast_in_the_pixels_of_any_screen(theme: Theme, ratio: float) -> None:
    """As they are seen, not as their colour is: a line between two pixels is half as dark on each."""
    number = 0
    for (name, scene), zoom in product(scenes().items(), (0.82, 1.0, 1.13, 1.35)):
        image = QImage(
            *(int(side * zoom * ratio) + 9 for side in (scene.width, scene.height)), QImage.Format.Format_RGB32
        )
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(theme.background))
        painter = QPainter(image)
        painter.translate(2.3, 1.6)
        painter.scale(zoom, zoom)
        Painted(scene, theme)(painter)
        painter.end()
        for mark in scene.marks:
            if not isinstance(mark, Stroke) or mark.dash or mark.ink not in (LINE, *map(rim, MARKS)):
                continue
            for x1, y1, x2, y2 in pieces(mark):
                if x1 != x2 and y1 != y2:
                    continue
                best = 0.0
                for part in (0.06, 0.3, 0.5, 0.7, 0.94):  # a label may stand on it
                    x, y = (
                        ((x1 + (x2 - x1) * part) * zoom + 2.3) * ratio,
                        ((y1 + (y2 - y1) * part) * zoom + 1.6) * ratio,
                    )
                    for across in (-1, 0, 1):
                        at = int(x) + across * (x1 == x2), int(y) + across * (y1 == y2)
                        best = max(best, contrast(image.pixelColor(*at).name(), theme.background))
                assert best >= 3, (name, zoom, mark, best)
                number += 1
    assert number > 500


def test_it_is_painted_anew_at_another_scale_and_on_paper() -> None:
    scene = PlainScene(40, 40, [Stroke((10.3, 0), ((10.3, 40),)), Label(20, 20, "word")])
    ready = Painted(scene, LIGHT)
    for scale in (1.0, 1.7, 1.0):
        image = QImage(90, 90, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.scale(scale, scale)
        ready(painter)
        painter.end()
        if scale == 1.0:
            assert len(dark_columns(image)) >= 1 and 255 - image.pixelColor(10, 5).lightness() > 100
    assert Picture(scene).pdf().startswith(b"%PDF")


@pytest.mark.parametrize("place", [0.0, 0.4, 0.8])
def test_only_what_is_seen_is_painted_and_nothing_of_it_is_missing(place: float) -> None:
    for name, scene in scenes().items():
        seen = QRectF(place * scene.width, place * scene.height, scene.width / 4, scene.height / 4)
        images = []
        for wanted in (None, seen):
            image = QImage(round(scene.width), round(scene.height), QImage.Format.Format_RGB32)
            image.fill(QColor("white"))
            painter = QPainter(image)
            painter.setClipRect(seen)
            Painted(scene, LIGHT)(painter, wanted)
            painter.end()
            images.append(image)
        assert images[0] == images[1], name
    words = PlainScene(4000, 20, [Label(20 + 40 * number, 10, "word") for number in range(99)])
    done: list[QRectF] = []

    class Counting(QPainter):
        def drawText(self, *given: object) -> None:  # type: ignore[override]
            done.append(given[0])  # type: ignore[arg-type]

    image = QImage(400, 20, QImage.Format.Format_RGB32)
    painter = Counting(image)
    Painted(words, LIGHT)(painter, QRectF(0, 0, 400, 20))
    painter.end()
    assert 9 <= len(done) < 15
