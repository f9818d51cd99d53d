"""Light and dark, as the system has it or as chosen: own palettes, since not every platform gives one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

THEMES = ("system", "light", "dark")

_ROLES = {
    #                    light      dark
    "Window": ("#f4f5f7", "#25292f"),
    "WindowText": ("#1d2430", "#e4e7ec"),
    "Base": ("#ffffff", "#16181c"),
    "AlternateBase": ("#f7f8fa", "#1b1e23"),
    "Text": ("#1d2430", "#e4e7ec"),
    "PlaceholderText": ("#616a79", "#9aa2af"),
    "Button": ("#ffffff", "#31363e"),
    "ButtonText": ("#1d2430", "#e4e7ec"),
    "BrightText": ("#ffffff", "#ffffff"),
    "Highlight": ("#2f6fb3", "#2f6fb3"),
    "HighlightedText": ("#ffffff", "#ffffff"),
    "ToolTipBase": ("#ffffff", "#31363e"),
    "ToolTipText": ("#1d2430", "#e4e7ec"),
    "Link": ("#1f62a8", "#7db6f0"),
    "LinkVisited": ("#1f62a8", "#7db6f0"),
    "Light": ("#ffffff", "#343941"),
    "Midlight": ("#eceef2", "#2f343b"),
    "Mid": ("#c9ced6", "#4d545f"),
    "Dark": ("#a9b0bb", "#121417"),
    "Shadow": ("#8e96a3", "#0b0c0e"),
    "Accent": ("#2f6fb3", "#5f9fe0"),
}
STYLE_COLOURS = {
    #          light      dark
    "line": ("#dfe2e8", "#3d434c"),
    "hover": ("#e6e9ee", "#31363e"),
    "accent": ("#1f62a8", "#7db6f0"),
    "muted": ("#5b6574", "#a3abb8"),
    "fault": ("#b3261e", "#ff9a8f"),
    "banner": ("#fdf0d2", "#423822"),
}
_DISABLED = {"WindowText": ("#a2a9b4", "#6a727e"), "Text": ("#a2a9b4", "#6a727e"), "ButtonText": ("#a2a9b4", "#6a727e")}

_STYLE = """
QToolTip {{ color: {text}; background: {raised}; border: 1px solid {line}; padding: 4px; }}
QToolBar {{ border: 0; border-bottom: 1px solid {line}; padding: 4px 6px; spacing: 3px; background: {window}; }}
QToolBar QToolButton {{ padding: 4px 9px; border: 1px solid transparent; border-radius: 5px; }}
QToolBar QToolButton:hover {{ background: {hover}; }}
QToolBar QToolButton:checked {{ background: {raised}; border-color: {line}; color: {accent}; }}
QToolBar QToolButton:focus {{ border-color: {accent}; }}
QToolBar QLabel {{ color: {muted}; padding: 0 2px 0 4px; }}
QStackedWidget QToolBar {{ border: 0; padding: 0; spacing: 1px; }}
QStackedWidget QToolBar QToolButton {{ padding: 3px 5px; }}
QToolBar QToolButton#qt_toolbar_ext_button {{ padding: 0; }}
QTabBar::tab {{ padding: 4px 7px; border: 1px solid transparent; border-bottom-width: 2px; background: transparent;
    color: {muted}; }}
QTabBar::tab:selected {{ color: {accent}; border-bottom-color: {accent}; font-weight: 600; }}
QTabBar#results::tab:selected, PaneGroup QTabBar::tab:selected {{ font-weight: 400; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:focus {{ background: {hover}; border-color: {accent}; }}
QTabWidget::pane {{ border: 0; border-top: 1px solid {line}; }}
PaneGroup#inspector[over="true"] {{ border-left: 2px solid {line}; }}
QDockWidget {{ font-weight: 600; }}
QDockWidget::title {{ padding: 6px 8px; background: {window}; border: 0; }}
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; margin: 2px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QScrollArea#cards, Canvas {{ border: 1px solid transparent; }}
QScrollArea#cards:focus, Canvas:focus {{ border-color: {accent}; }}
QTableView {{ border: 0; border-top: 1px solid {line}; gridline-color: {window}; outline: 0; }}
QTableView#still {{ border: 0; border-right: 1px solid {line}; }}
QTableView::item {{ padding: 0 3px; border: 0; }}
QHeaderView {{ background: {window}; border: 0; }}
QHeaderView::section {{ background: {window}; color: {muted}; border: 0; border-bottom: 1px solid {line};
    padding: 3px 4px; font-weight: 500; }}
QHeaderView::section:hover {{ color: {text}; }}
#page {{ background: {window}; }}
#muted {{ color: {muted}; }}
QCommandLinkButton {{ border: 1px solid {line}; border-radius: 8px; background: {raised}; padding: 10px; text-align: left; }}
QCommandLinkButton:hover, QCommandLinkButton:focus {{ border-color: {accent}; }}
QHeaderView::up-arrow, QHeaderView::down-arrow {{ subcontrol-origin: margin; subcontrol-position: top center;
    width: 9px; height: 9px; }}
QLineEdit#find {{ border: 1px solid {line}; border-radius: 4px; padding: 3px 5px; background: {base}; }}
QLineEdit#find:focus {{ border-color: {accent}; }}
QLineEdit#find[fault="true"] {{ border-color: #d0453a; }}
#fault {{ color: {fault}; }}
QToolButton#phenomenon {{ border: 1px solid {line}; border-radius: 3px; padding: 2px 6px; background: {raised}; }}
QToolButton#phenomenon:checked {{ border-color: {accent}; color: {accent}; background: {hover}; }}
QToolButton#phenomenon:focus {{ border: 2px solid {accent}; padding: 1px 5px; }}
#chip {{ border: 1px solid {accent}; border-radius: 9px; padding: 2px 8px; color: {accent}; background: {base}; }}
#chip:hover {{ background: {hover}; }}
QFrame#palette {{ background: {window}; border: 1px solid {accent}; border-radius: 8px; }}
QFrame#palette QLineEdit {{ border: 1px solid {line}; border-radius: 4px; padding: 5px 7px; background: {base}; }}
QFrame#palette QTreeView {{ border: 0; background: {base}; outline: 0; }}
QFrame#palette QTreeView::item {{ padding: 3px 4px; }}
QLabel#thumbnail {{ border: 1px solid {line}; border-radius: 6px; padding: 2px; background: #ffffff; }}
QLabel#thumbnail:hover {{ border-color: {accent}; }}
QToolBar#banner {{ background: {banner}; padding: 1px 2px; }}
QFrame#banner, QFrame#banner QLabel {{ background: {banner}; color: {text}; padding: 0; }}
QFrame#banner QToolButton {{ color: {accent}; padding: 2px 8px; text-decoration: underline; }}
QToolBar#walkLine {{ padding: 1px 2px; }}
QFrame#walkLine, QFrame#walkLine QLabel {{ color: {text}; padding: 0; }}
QFrame#walkLine QToolButton {{ color: {accent}; padding: 2px 8px; text-decoration: underline; }}
QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QStatusBar {{ border-top: 1px solid {line}; }}
QStatusBar::item {{ border: 0; }}
"""


def is_dark(choice: str) -> bool:
    """Whether that choice means dark here and now."""
    if choice == "system":
        return QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return choice == "dark"


def palette(dark: bool) -> QPalette:
    """The program's palette."""
    made = QPalette()
    for name, colours in _ROLES.items():
        role = getattr(QPalette.ColorRole, name, None)
        if role is not None:
            made.setColor(role, QColor(colours[dark]))
    for name, colours in _DISABLED.items():
        made.setColor(QPalette.ColorGroup.Disabled, getattr(QPalette.ColorRole, name), QColor(colours[dark]))
    made.setColor(QPalette.ColorGroup.Inactive, QPalette.ColorRole.Highlight, QColor(("#c5d9ee", "#2b4561")[dark]))
    made.setColor(QPalette.ColorGroup.Inactive, QPalette.ColorRole.HighlightedText, QColor(_ROLES["Text"][dark]))
    return made


def muted(of: QPalette) -> QColor:
    """The colour of secondary text."""
    return of.color(QPalette.ColorRole.PlaceholderText)


def accent(of: QPalette) -> QColor:
    """The colour of marks that ask for a look."""
    return QColor("#b5540a") if of.color(QPalette.ColorRole.Base).lightness() > 128 else QColor("#f0a45d")


def apply_theme(application: QApplication, choice: str) -> None:
    """Gives the whole program that look."""
    _dress(application, is_dark(choice))


def apply_to(window: QWidget, dark: bool | None) -> None:
    """Gives one window a look of its own; None: that of the program again."""
    if dark is None:
        window.setPalette(QPalette())
        window.setStyleSheet("")
    else:
        _dress(window, dark)


def _dress(whom: QApplication | QWidget, dark: bool) -> None:
    made, role = palette(dark), QPalette.ColorRole
    whom.setPalette(made)
    whom.setStyleSheet(
        _STYLE.format(
            text=made.color(role.WindowText).name(),
            base=made.color(role.Base).name(),
            window=made.color(role.Window).name(),
            raised=made.color(role.Button).name(),
            **{name: colours[dark] for name, colours in STYLE_COLOURS.items()},
        )
    )
