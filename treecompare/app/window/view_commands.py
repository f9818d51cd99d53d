"""Commands on the window as a whole: theme, text size, full screen, help."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from treecompare.app.common import fonts, preferences
from treecompare.app.common.errors import log_path
from treecompare.app.common.list_sheet import Offer
from treecompare.app.common.theme import THEMES, apply_theme
from treecompare.app.session.start_page import window_icon
from treecompare.app.shell.command import Choice, Need, command, switch
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.shell.panes import Panes


class ViewCommands(QObject):
    """Theme and text size are those of the application, remembered from one start to the next. ``keys`` tells menu, title and keys
    of each command."""

    def __init__(self, window: FrameWindow, docks: Panes, keys: Callable[[], Iterable[tuple[str, str, str]]]) -> None:
        super().__init__(window)
        self.window = window
        self.docks = docks
        self._keys = keys
        theme = preferences.text("theme", THEMES[0])
        self.theme = theme if theme in THEMES else THEMES[0]

    @switch("theme", Choice("system", "As the &system"), Choice("light", "&Light"), Choice("dark", "&Dark"))
    def set_theme(self, theme: str) -> None:
        """Light, dark, or as the system has it."""
        self.theme = theme
        preferences.store("theme", theme)
        self.apply_theme()

    def apply_theme(self) -> None:
        """Light or dark, as chosen or as the system has it now."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_theme(application, self.theme)
            self.window.setWindowIcon(window_icon(self.window.palette()))

    @command("&Larger text", "Ctrl++; Ctrl+=", need=Need.NOTHING)
    def larger_text(self) -> None:
        self.change_text_size(preferences.number("text_size", 0) + 1)

    @command("&Smaller text", "Ctrl+-", need=Need.NOTHING)
    def smaller_text(self) -> None:
        self.change_text_size(preferences.number("text_size", 0) - 1)

    @command("&Default text size", "Ctrl+0", need=Need.NOTHING)
    def usual_text(self) -> None:
        self.change_text_size(0)

    def change_text_size(self, steps: int) -> None:
        """So many pixels larger than usual."""
        steps = min(max(steps, fonts.LEAST_STEPS), fonts.MOST_STEPS)
        application, before = QApplication.instance(), QApplication.font()
        if isinstance(application, QApplication):
            fonts.dress(application, steps)
        if QApplication.font() != before:
            self.apply_theme()  # under a style sheet only this makes widgets look at the font again
            self.docks.fit_soon()
        if steps != preferences.number("text_size", 0):
            preferences.store("text_size", steps)

    @command("&Full screen", "F11", need=Need.NOTHING)
    def full_screen(self) -> None:
        self.window.setWindowState(self.window.windowState() ^ Qt.WindowState.WindowFullScreen)

    @command(
        "&Help", "F1", "What each measure counts, how the window is used; all pages can be searched", need=Need.NOTHING
    )
    def show_help(self) -> None:
        from treecompare.app.frame.help import MEASURES

        self.show_page(MEASURES)

    def pages(self) -> list[Offer]:
        """The help pages; the palette finds them by the commands of the command line that they tell of, too."""
        from treecompare.app.frame.help import commands_on, help_pages

        return [
            Offer(title, "", partial(self.show_page, name), synonyms=" ".join(commands_on(name)))
            for name, title in help_pages().items()
        ]

    def show_page(self, name: str) -> None:
        """A page of the help, in its window."""
        from treecompare.app.frame.help import show_page

        show_page(self.window, name)

    @command("&Keyboard shortcuts", "Ctrl+F1; ?", "Every key and what it does", need=Need.NOTHING)
    def show_shortcuts(self) -> None:
        """Every key: those of each command, and those of lists, drawings and notes."""
        from treecompare.app.frame.help import KEYS_PAGE

        self.show_page(KEYS_PAGE)

    @command("&About treecompare", need=Need.NOTHING)
    def show_about(self) -> None:
        from treecompare.app.frame.help import show_about

        show_about(self.window)

    @command("&Log", tip="Where unexpected errors are written down", need=Need.NOTHING)
    def show_log(self) -> None:
        """Opens the log file, or says that there is none."""
        path = log_path()
        if path.exists():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
        else:
            self.window.tell(f"No log yet: {path}")
