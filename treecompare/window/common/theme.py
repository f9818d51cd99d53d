"""The one palette of the window, light and dark, as the system has it or as chosen; ``resources/style/window.qss`` uses it.

Ratios of contrast are in the design and tested. A colour means the same in both themes.
"""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from PySide6.QtCore import QDir, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from treecompare import resources
from treecompare.drawing.colours import DARK, LIGHT, Colours
from treecompare.window.common import fonts


def colours_of(of: QPalette) -> Colours:
    """The colours that go with those of a widget."""
    ground = of.color(QPalette.ColorRole.Base)
    if ground.alpha() == 0:  # a button without a ground, as a style sheet makes it: transparent black
        text = of.color(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText)
        return LIGHT if text.lightness() < 128 else DARK
    return LIGHT if ground.lightness() > 128 else DARK


def is_dark(choice: str) -> bool:
    """Whether that choice means dark here and now."""
    if choice == "system":
        return QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return choice == "dark"


def palette(dark: bool) -> QPalette:
    """The same colours as Qt's roles."""
    these, role = DARK if dark else LIGHT, QPalette.ColorRole
    roles = {
        role.Window: these.paper, role.WindowText: these.text, role.Base: these.paper, role.AlternateBase: these.surface,
        role.Text: these.text, role.PlaceholderText: these.muted, role.Button: these.paper, role.ButtonText: these.text,
        role.BrightText: these.on_accent, role.Highlight: these.selection, role.HighlightedText: these.text,
        role.ToolTipBase: these.paper, role.ToolTipText: these.text, role.Link: these.accent, role.LinkVisited: these.accent,
        role.Light: these.paper, role.Midlight: these.surface, role.Mid: these.hairline, role.Dark: these.border,
        role.Shadow: these.border, role.Accent: these.accent,
    }  # fmt: skip
    made = QPalette()
    for one, colour in roles.items():
        made.setColor(one, QColor(colour))
    for one in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, one, QColor(these.disabled))
    return made


def style_sheet(dark: bool) -> str:
    """How widgets look in these colours, and in the size of text that people chose."""
    sizes = {name: fonts.pixels(size) for name, size in _SIZES.items()}
    QDir.setSearchPaths("style", [str(resources.path("style"))])  # in the sheet itself a folder could hold any sign
    named = asdict(DARK if dark else LIGHT)
    template = Template(resources.path("style/window.qss").read_text("utf-8"))
    return template.substitute(named, **sizes, theme="dark" if dark else "light")


_SIZES = {"small": fonts.SMALL, "normal": fonts.TEXT, "heading": fonts.HEADING, "title": fonts.TITLE}
LOOK = "look"
"""The property of the application that has the style sheet of its windows."""


def apply_theme(application: QApplication, choice: str) -> None:
    """Gives the whole program that look, but for windows that have a look of their own."""
    dark = is_dark(choice)
    colours = palette(dark)
    if application.palette() != colours:
        application.setPalette(colours)
    application.setProperty(LOOK, style_sheet(dark))
    for window in application.topLevelWidgets():
        if not window.testAttribute(Qt.WidgetAttribute.WA_SetPalette):
            dress(window)


def dress(window: QWidget) -> None:
    """Gives a window the look of the program. One with a parent has that of its parent.

    The style sheet is the windows', not the application's: under one of the application Qt styles a widget, and all that is in it,
    anew whenever it is put into another one, four times until it is where it belongs.
    """
    sheet = QApplication.instance().property(LOOK) or ""  # type: ignore[union-attr]
    if window.parentWidget() is None and window.styleSheet() != sheet:  # all that is in it is styled anew
        window.setStyleSheet(sheet)
