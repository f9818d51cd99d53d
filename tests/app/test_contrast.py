"""Colours that stand on each other can be told apart: text 4.5:1, edges of drawings 3:1, in both themes."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem

from treecompare.app.common.theme import STYLE_COLOURS, accent, muted, palette
from treecompare.app.drawings.lights import LightsItem, Lit
from treecompare.drawing.figures import _COLOURS as PLOTS
from treecompare.drawing.style import DARK, LIGHT, Theme

TEXT, EDGE = 4.5, 3.0
ROLE, GROUP = QPalette.ColorRole, QPalette.ColorGroup
SEEN_AS = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira, Fernandes 2009, table 1, severity 1.0; of linear colours."""


def linear(colour: str) -> list[float]:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]


def contrast(one: str, other: str) -> float:
    """As WCAG has it: from 1 to 21."""
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in (linear(one), linear(other)))
    return light[1] / light[0]


def pairs(dark: bool) -> list[tuple[str, str, str]]:
    """Every text of the window with every ground that it stands on."""
    made = palette(dark)

    def of(role: QPalette.ColorRole, group: QPalette.ColorGroup = GROUP.Active) -> str:
        return made.color(group, role).name()

    style = {name: colours[dark] for name, colours in STYLE_COLOURS.items()}
    grounds = {
        "window": of(ROLE.Window),
        "base": of(ROLE.Base),
        "rows": of(ROLE.AlternateBase),
        "raised": of(ROLE.Button),
    }
    texts = {
        "text": of(ROLE.Text), "button": of(ROLE.ButtonText), "muted": muted(made).name(), "link": of(ROLE.Link),
        "mark": accent(made).name(), "accent": style["accent"], "quiet": style["muted"], "fault": style["fault"],
    }  # fmt: skip
    found = [(f"{text} on {ground}", texts[text], grounds[ground]) for text in texts for ground in grounds]
    found += [(f"{text} on hover", texts[text], style["hover"]) for text in ("text", "accent", "quiet")]
    found += [(f"{text} on banner", texts[text], style["banner"]) for text in ("text", "accent")]
    found += [("tooltip", of(ROLE.ToolTipText), of(ROLE.ToolTipBase))]
    for group in (GROUP.Active, GROUP.Inactive):
        found.append((f"chosen row {group.name}", of(ROLE.HighlightedText, group), of(ROLE.Highlight, group)))
    return found


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_can_be_read_on_what_it_stands_on(dark: bool) -> None:
    faint = {name: round(contrast(text, ground), 2) for name, text, ground in pairs(dark)}
    assert {name: ratio for name, ratio in faint.items() if ratio < TEXT} == {}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_drawings_can_be_seen(theme: Theme) -> None:
    assert contrast(theme.line, theme.background) >= EDGE
    assert contrast(theme.quiet, theme.background) >= TEXT
    for operation, text in theme.text.items():
        assert min(contrast(text, theme.fill[operation]), contrast(text, theme.background)) >= TEXT, operation


def channels(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def lit(colour: str, theme: Theme) -> str:
    """A colour of the paper as it is seen where it is lit."""
    pairs = zip(channels(colour), channels(theme.selection), strict=True)
    return "#" + "".join(f"{max(a, b) if theme is DARK else a * b // 255:02x}" for a, b in pairs)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_what_is_lit_can_still_be_read(theme: Theme) -> None:
    for text in (theme.text["matched"], theme.quiet):
        assert contrast(lit(text, theme), lit(theme.background, theme)) >= TEXT
    assert contrast(theme.accent, theme.background) >= EDGE  # frames and arrows
    assert all(contrast(one, theme.background) >= EDGE for one in theme.border.values())
    assert distance(lit(theme.background, theme), theme.background, "all cones") >= 8


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_glow_is_painted_as_it_is_tested(qapp: QApplication, theme: Theme) -> None:
    lights = LightsItem()
    lights.set_theme(theme)
    for has_ground in (False, True):
        lights.show_lights([Lit(QRectF(10, 10, 60, 40), False, has_ground)], [])
        for colour in (theme.background, theme.fill["swapped"], theme.text["swapped"], theme.quiet):
            image = QImage(80, 60, QImage.Format.Format_RGB32)
            image.fill(QColor(colour))
            painter = QPainter(image)
            lights.paint(painter, QStyleOptionGraphicsItem())
            painter.end()
            seen, wanted = (
                channels(image.pixelColor(40, 30).name()),
                channels(colour if has_ground else lit(colour, theme)),
            )
            assert max(abs(one - other) for one, other in zip(seen, wanted, strict=True)) <= 1, (theme.name, colour)
            assert distance(image.pixelColor(40, 8).name(), theme.accent, "all cones") < 30


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_what_stands_beside_names_can_be_read(theme: Theme) -> None:
    assert min(contrast(theme.quiet, theme.band), contrast(theme.text["matched"], theme.band)) >= TEXT
    assert distance(theme.band, theme.background, "all cones") >= 2  # it is seen


def distance(one: str, other: str, eyes: str) -> float:
    """How far two colours are in CIELAB (1976) for people with such eyes."""

    def lab(colour: str) -> tuple[float, float, float]:
        r, g, b = (
            min(max(sum(a * c for a, c in zip(row, linear(colour), strict=True)), 0.0), 1.0) for row in SEEN_AS[eyes]
        )
        xyz = (
            (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047, 0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
            (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
        )  # fmt: skip
        x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in xyz)
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


def test_the_simulation_is_that_of_the_paper() -> None:
    """Red and green of one lightness fall together without green cones, blue and green without blue ones."""
    assert distance("#a05050", "#5f6f50", "deuteranopia") < 0.4 * distance("#a05050", "#5f6f50", "all cones")
    assert distance("#0072b2", "#00845f", "tritanopia") < 0.3 * distance("#0072b2", "#00845f", "all cones")
    assert distance("#ffffff", "#000000", "protanopia") == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize("eyes", SEEN_AS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_operations_differ_for_everyone(theme: Theme, eyes: str) -> None:
    looks = theme.text, theme.fill, theme.border
    for one, other in itertools.combinations(theme.text, 2):
        text, fill, border = (distance(look[one], look[other], eyes) for look in looks)
        if "matched" in (one, other):  # which has neither ground nor frame
            assert max(text, fill, border) >= 16, (one, other)
        else:
            assert text >= 20 and fill >= 9 and border >= 20, (one, other, text, fill, border)


@pytest.mark.parametrize("eyes", SEEN_AS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_lines_of_plots_differ_for_everyone(theme: Theme, eyes: str) -> None:
    for one, other in itertools.combinations(PLOTS[theme.name], 2):
        assert QColor(one).isValid() and distance(one, other, eyes) >= 20, (one, other)
    assert min(contrast(one, theme.background) for one in PLOTS[theme.name]) >= EDGE
