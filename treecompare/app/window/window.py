"""The main window: a start page, then a comparison in docks. It only connects; session and workspace do the work."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFileDialog,
    QLabel,
    QMainWindow,
    QMessageBox,
    QStackedWidget,
    QStatusBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from treecompare import resources
from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import caption, lines, tip, title, visible
from treecompare.app.common.theme import THEMES, apply_theme
from treecompare.app.common.wording import number_of
from treecompare.app.window import opening
from treecompare.app.window.actions import Actions
from treecompare.app.window.commands import Commands
from treecompare.app.window.file_commands import FileCommands
from treecompare.app.window.keyboard import Keyboard
from treecompare.app.window.progress import ProgressWidget
from treecompare.app.window.session import Opened, Session
from treecompare.app.window.start_page import StartPage, window_icon
from treecompare.comparison.files import Files, OpeningError, guess, has_own_golds, is_comparison_file, usual_role
from treecompare.comparison.settings import Settings

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace
    from treecompare.saved.project import Project

LAYOUT_VERSION = 2
LOWEST_PANE = 280
NEEDS_COMPARISON = (
    "copy_command", "copy_methods", "save_as", "undo", "redo", "read_judgements", "save_judgements", "choose_scheme",
    "edit_label_costs", "edit_tree_costs", "export_table", "show_rankings", "show_deciles", "show_labels", "show_statistics",
    "add_systems", "compare_again", "close_comparison", "copy", "find", "reset_filter", "next_sentence", "previous_sentence",
    "first_sentence", "next_difference", "previous_difference",
    "go_to_sentence", "next_system", "previous_system", "remove_system", "mapping",
    "part", "labelled", "usual_layout", "mirrored", "side_by_side", "merged", "fold", "list_changes", "right_to_left",
    "larger_drawing", "smaller_drawing", "fit_drawing", "copy_drawing", "save_drawing", "copy_latex", "save_handout",
)  # fmt: skip


class _StatusBar(QStatusBar):
    """Says everything in one line that hides nothing."""

    def showMessage(self, text: str, timeout: int | None = None) -> None:
        """As Qt has it."""
        super().showMessage(visible(text), timeout or 0)


class MainWindow(QMainWindow):
    """The program's only window. Methods without arguments are the commands of :mod:`treecompare.app.window.actions`."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(self)
        self.session.reading.connect(lambda item: self.progress.show_reading(item.number, item.of, item.name))
        self.session.opened.connect(self._opened)
        self.session.progressed.connect(self._progressed)
        self.session.ended.connect(self._ended)
        self.session.failed.connect(self._failed)
        self.settings = Settings()
        self._title = ""
        self.workspace: Workspace | None = None
        self.docks: dict[str, QDockWidget] = {}
        self._areas: dict[str, Qt.DockWidgetArea] = {}
        # the sentences keep their height when a pane opens below the trees
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.commands = Commands(self)
        self.files = FileCommands(self)
        self.keyboard = Keyboard(self)

        self.setAcceptDrops(True)
        self.setWindowIcon(window_icon(self.palette()))
        self.pages = QStackedWidget()
        self.start_page = StartPage()
        self.start_page.openWanted.connect(self.open_files)
        self.start_page.sampleWanted.connect(self.open_sample)
        self.start_page.recentWanted.connect(self.open_comparison)
        self.pages.addWidget(self.start_page)
        self.setCentralWidget(self.pages)
        self.actions_ = Actions(self)
        self.actions_.recent_menu.aboutToShow.connect(self.commands.fill_recent)
        self.actions_.samples_menu.aboutToShow.connect(self.commands.fill_samples)
        self._add_toolbar()
        self._add_status_bar()
        theme = preferences.text("theme", THEMES[0])
        if theme in THEMES:
            self.actions_.choose("theme", theme)
        if preferences.text("average") == "mean":
            self.actions_.choose("average", "mean")
        self.commands.change_text_size(preferences.number("text_size", 0))
        screen = self.screen().availableSize()
        self.resize(min(1500, screen.width() * 92 // 100), min(950, screen.height() * 92 // 100))
        self.restoreGeometry(preferences.state("geometry"))
        self._show_settings()
        self._show_start()

    # -- parts -----------------------------------------------------------------------------------------------------------

    def _add_toolbar(self) -> None:
        self.toolbar = QToolBar(self.tr("Switches"), objectName="switches")
        self.addToolBar(self.toolbar)
        self.actions_.fill_toolbar(self.toolbar)

    def _add_status_bar(self) -> None:
        bar = _StatusBar()
        self.setStatusBar(bar)
        self.preparation = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.preparation.setToolTip(self.tr("How sentences were prepared and compared"))
        self.notes = QToolButton(autoRaise=True)
        self.notes.clicked.connect(self._show_notes)
        self.progress = ProgressWidget()
        self.progress.stopped.connect(self.session.cancel)
        for widget in (self.progress, self.notes, self.preparation):
            bar.addPermanentWidget(widget)

    def ready_workspace(self) -> Workspace:
        """The views; made when they are needed first, since they need numpy."""
        if self.workspace is None:
            from treecompare.app.panes.systems_panel import fill_measures_menu
            from treecompare.app.window.workspace import Workspace

            space = self.workspace = Workspace(self.session, self)
            space.set_average("mean" if self.actions_.chosen("average") == "mean" else "pooled")
            space.systemChanged.connect(self._name_sentences_dock)
            space.mappingWanted.connect(self._switch_mapping)
            space.systems.removeWanted.connect(self.leave_out)
            space.words.costsWanted.connect(self.commands.edit_label_costs)
            space.tables.saveWanted.connect(self.commands.save_table)
            self.files.connect_workspace(space)
            self.pages.addWidget(space.centre)
            area = Qt.DockWidgetArea
            self._add_dock("systems", self.tr("Systems"), space.systems, area.TopDockWidgetArea)
            self._add_dock("sentences", self.tr("Sentences"), space.sentences, area.LeftDockWidgetArea)
            for name, title, widget in (
                ("words", self.tr("Words"), space.word_pages),
                ("explain", self.tr("Explain"), space.explain),
                ("plots", self.tr("Plots"), space.plots),
                ("tables", self.tr("Tables"), space.tables),
                ("notes", self.tr("Notes"), space.notes),
            ):
                self._add_dock(name, title, widget, area.BottomDockWidgetArea)
            self._stack_bottom()
            self.actions_.parts_menu.addAction(self.toolbar.toggleViewAction())
            menu = self.actions_.measures_menu
            menu.aboutToShow.connect(lambda: fill_measures_menu(menu, space.systems))
            fill_measures_menu(menu, space.systems)
        return self.workspace

    def _add_dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> None:
        """The docks' shortcuts are Ctrl+1, Ctrl+2, … in the order in which they are added."""
        dock = QDockWidget(title, self, objectName=name)
        dock.setWidget(widget)
        self.keyboard.watch(dock)
        self.addDockWidget(area, dock)
        action = QAction(title, self, checkable=True)
        action.setShortcut(f"Ctrl+{len(self.docks) + 1}")
        action.triggered.connect(lambda: self._call_dock(name))
        dock.visibilityChanged.connect(action.setChecked)
        self.actions_.parts_menu.addAction(action)
        self.docks[name] = dock
        self._areas[name] = area

    def _stack_bottom(self) -> None:
        """The panes at the bottom share one place, below the trees, and wait until someone wants them."""
        bottom = [
            dock for name, dock in self.docks.items() if self._areas[name] == Qt.DockWidgetArea.BottomDockWidgetArea
        ]
        for one, other in pairwise(bottom):
            self.tabifyDockWidget(one, other)
        for dock in bottom:
            dock.hide()

    def _call_dock(self, name: str) -> None:
        """Brings a pane to the front with the keyboard in it; one that has it already goes."""
        dock, focus = self.docks[name], QApplication.focusWidget()
        if dock.isVisible() and focus is not None and dock.isAncestorOf(focus):
            dock.hide()
        else:
            self.show_dock(name)
            dock.widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_dock(self, name: str) -> None:
        """Brings a pane to the front; one that would come up too low to read gets two fifths of the height."""
        dock = self.docks[name]
        dock.show()
        dock.raise_()
        if not dock.isFloating() and dock.height() < LOWEST_PANE:
            self._set_height(dock, self.height() * 2 // 5)

    def _set_height(self, dock: QDockWidget, height: int) -> None:
        """Qt complains where a dock is not in the window, or is to be of no height."""
        if dock.isVisible() and not dock.isFloating():
            self.resizeDocks([dock], [max(height, 1)], Qt.Orientation.Vertical)

    def usual_layout(self) -> None:
        """Puts the docks where they are at first."""
        for name, dock in self.docks.items():
            dock.setFloating(False)
            # side by side, if only for a moment, the panes at the bottom would widen the window
            dock.setVisible(self._areas[name] != Qt.DockWidgetArea.BottomDockWidgetArea)
            self.addDockWidget(self._areas[name], dock)
        self._stack_bottom()
        self.toolbar.show()
        self.fit_systems()
        self.resizeDocks([self.docks["sentences"]], [self.width() * 52 // 100], Qt.Orientation.Horizontal)

    def fit_systems(self) -> None:
        """Makes the systems dock as high as its table."""
        if self.workspace is not None and self.is_comparing:
            dock = self.docks["systems"]
            height = self.workspace.systems.wanted_height() + dock.height() - self.workspace.systems.height()
            self._set_height(dock, height)

    # -- start page or comparison ----------------------------------------------------------------------------------------

    @property
    def is_comparing(self) -> bool:
        """Whether a comparison is shown, not the start page."""
        return self.pages.currentIndex() == 1

    def _show_start(self) -> None:
        self._store_layout()
        self.start_page.refresh()
        self.pages.setCurrentIndex(0)
        for part in (*self.docks.values(), self.toolbar):
            part.hide()
        self.start_page.setFocus()
        self.notes.hide()
        self.actions_.enable(NEEDS_COMPARISON, False)
        self.actions_.enable(["cancel"], self.session.is_busy)
        self.show_title()

    def _show_comparison(self) -> None:
        if self.is_comparing:
            return
        self.pages.setCurrentIndex(1)
        self.actions_.enable(NEEDS_COMPARISON, True)
        if not self.restoreState(preferences.state("layout"), LAYOUT_VERSION):
            self.usual_layout()
        self.ready_workspace().sentences.table.setFocus()

    def _store_layout(self) -> None:
        if self.is_comparing:
            preferences.store("layout", self.saveState(LAYOUT_VERSION))

    def close_comparison(self) -> None:
        """Back to the start page."""
        self.files.close()
        self.session.close()
        self.progress.hide()
        self._show_start()
        if self.workspace is not None:
            self.workspace.stop()
            self.workspace.show_comparison()
        self._show_settings()

    # -- opening ---------------------------------------------------------------------------------------------------------

    def open_files(self) -> None:
        """Asks for a gold and systems and opens them."""
        files = opening.ask_for_comparison(self)
        if files is not None:
            self.open_comparison(files)

    def open_comparison(self, files: Files) -> None:
        """Reads the files in the background and shows them."""
        if files.is_saved:
            self.files.open(files.gold)
        else:
            before, settings = self.session.comparison, self.settings
            if before is not None:
                settings = self.ready_workspace().view_of(before).settings_for_others(settings)
            self.open_with(files, settings)

    def open_with(self, files: Files, settings: Settings, project: Project | None = None) -> None:
        """Reads the files and compares them under these settings; ``project``: the comparison file that names them."""
        self.files.drop_question()
        self.session.open(files, settings, project)
        self.actions_.enable(["cancel"], True)

    def open_sample(self, key: str) -> None:
        """Opens a shipped comparison."""
        sample = next((one for one in resources.samples() if one.key == key), None)
        if sample is not None:
            systems = tuple(("", path) for path in sample.systems)
            self.open_comparison(Files(sample.gold, systems, lattices=sample.lattices))

    def open_dropped(self, paths: list[str]) -> None:
        """A new comparison, if one file is named like a gold; people are asked with several golds, or where nothing is open;
        else more systems for the open one."""
        saved = [path for path in paths if is_comparison_file(path)]
        if saved:
            self.files.open(saved[0])
            return
        files = guess(paths)
        if files is None and self.session.files is not None and not has_own_golds(paths):
            self.add_paths(paths)
            return
        if files is None and len(paths) == 1:
            files = opening.ask_for_systems(self, paths[0])
        elif files is None:
            files = opening.RolesDialog.ask(paths, self)
        if files is not None:
            self.open_comparison(files)

    def add_paths(self, paths: list[str]) -> None:
        """Adds systems to the comparison."""
        files = self.session.files
        if files is None:
            return
        new = [path for path in paths if path not in files.paths]
        roles = {path: usual_role(path) for path in new}
        if new:
            systems = [("", path) for path in new if roles[path] in ("system", "gold")]
            beside = {role: [path for path in new if roles[path] == role] for role in ("lattice", "segmentation")}
            self.session.with_files(
                replace(
                    files,
                    systems=(*files.systems, *systems),
                    lattices=(*files.lattices, *beside["lattice"]),
                    segmentations=(*files.segmentations, *beside["segmentation"]),
                )
            )

    def leave_out(self, system: int) -> None:
        """Leaves a system out of the comparison."""
        files = self.session.files
        if files is None or len(files.systems) < 2:
            self.statusBar().showMessage(self.tr("The last system cannot be removed."), 4000)
            return
        self.session.with_files(replace(files, systems=files.systems[:system] + files.systems[system + 1 :]))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere."""
        if opening.dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Opens what was dropped."""
        event.acceptProposedAction()
        self.open_dropped(opening.dropped_files(event.mimeData()))

    # -- what the session tells --------------------------------------------------------------------------------------------

    def _opened(self, opened: Opened) -> None:
        self.settings = opened.comparison.settings
        self.files.begin(opened)
        space = self.ready_workspace()
        space.show_comparison()
        self._show_comparison()
        without = space.view_shown.unused_commands
        self.actions_.show(sorted({*chain(*(one.unused_commands for one in space.kinds.values()))} - without), True)
        self.actions_.show(sorted(without), False)
        if space.systems.height() < space.systems.wanted_height():
            self.fit_systems()
        self.docks["words"].setWindowTitle(space.view_shown.words_title())
        self._show_settings()
        self.progress.begin()
        self.actions_.enable(["cancel"], True)
        names = opened.comparison.table.systems
        what = names[0] if len(names) == 1 else self.tr("{0} systems").format(len(names))
        self._title = self.tr("{0}, {1}").format(Path(opened.files.gold).name, what)
        self.files.opened(opened)
        self._count_notes(opened.comparison.warnings)
        if opened.errors:
            show_error(self, opened.errors, self.tr("Some files could not be opened; the others were."))

    def _count_notes(self, warnings: Sequence[str]) -> None:
        self.notes.setText(self.tr("Remarks: {0}").format(len(warnings)))
        self.notes.setToolTip(tip("\n".join(warnings[:10])))
        self.notes.setVisible(bool(warnings))

    def show_title(self) -> None:
        """What is open, and under which name it is saved."""
        name = self.files.file.name
        parts = [f"{name} – {self._title}" if name else self._title] if self.is_comparing else []
        self.setWindowTitle(title(" – ".join([*parts, "treecompare"])))

    def _progressed(self, progress: Any) -> None:
        self.progress.show_progress(progress.done, progress.total)
        if self.workspace is not None:
            self.workspace.refresh_soon()

    def _ended(self, is_complete: bool) -> None:
        self.progress.hide()
        self.actions_.enable(["cancel"], False)
        if self.workspace is not None and self.is_comparing:
            self.workspace.update_rows(is_end=True)
            if self.session.comparison is not None:
                self._count_notes(self.session.comparison.warnings)  # some things are seen in comparing only
            if self.session.settings is not None and self.settings != self.session.settings:
                self.settings = self.session.settings  # others were wanted, but nothing was opened with them
                self._show_settings()
            if not is_complete and self.session.is_compared:
                self.statusBar().showMessage(self.tr("Stopped; nothing else was opened."), 15_000)
            elif not is_complete:
                self.statusBar().showMessage(
                    self.tr("Stopped before all sentences were compared; F5 compares them again.")
                )
            else:
                self._tell_end()

    def _tell_end(self) -> None:
        comparison = self.session.comparison
        if comparison is not None:
            text = self.tr("{0} and {1} compared in {2:.1f} seconds.")
            sentences = number_of(comparison.sentences, self.tr("sentence"), self.tr("sentences"))
            systems = number_of(len(comparison.systems), self.tr("system"), self.tr("systems"))
            seconds = time.monotonic() - self.session.started
            self.statusBar().showMessage(text.format(sentences, systems, seconds), 15_000)

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, OpeningError):
            show_error(self, error.errors, self.tr("Nothing could be opened."))
        else:
            show_error(self, error)
        self.settings = self.session.settings or Settings()
        self._show_settings()

    def _show_settings(self) -> None:
        self.actions_.show_settings(self.settings)
        comparison = self.session.comparison
        self.preparation.setVisible(comparison is not None)
        if comparison is not None:
            view = self.ready_workspace().view_of(comparison)
            self.preparation.setText(view.status_text(comparison, self.settings))

    def _show_notes(self) -> None:
        comparison = self.session.comparison
        if comparison is not None:
            box = QMessageBox(
                QMessageBox.Icon.Information, self.tr("Remarks"), lines("\n\n".join(comparison.warnings)), parent=self
            )
            box.setTextFormat(Qt.TextFormat.PlainText)
            box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            box.open()

    def _name_sentences_dock(self, system: int) -> None:
        comparison = self.session.comparison
        if comparison is not None:
            name = comparison.table.systems[system]
            self.docks["sentences"].setWindowTitle(self.tr("Sentences – {0}").format(caption(name)))

    # -- switches ----------------------------------------------------------------------------------------------------------

    def switched(self, group: str, value: str) -> None:
        """A switch was set."""
        if group in {one.name for one in fields(Settings)}:
            titles = {
                "file": (self.tr("Choose an evalb parameter file"), "*.prm;;*"),
                "rules": (self.tr("Choose a file of head rules"), "*.txt;;*"),
            }
            if value in titles:
                title, kinds = titles[value]
                value, _ = QFileDialog.getOpenFileName(self, title, preferences.text("folder"), kinds)
                if not value:
                    self._show_settings()
                    return
            self.change_settings(self._settings_with(group, value))
        elif group == "average":
            preferences.store("average", value)
            if self.workspace is not None:
                self.workspace.set_average("mean" if value == "mean" else "pooled")
        elif group == "theme":
            preferences.store("theme", value)
            self.apply_theme()
        elif self.workspace is not None:
            mapping, part = self.actions_.chosen("mapping"), self.actions_.chosen("part")
            self.workspace.set_mapping(mapping, part, self.actions_.labelled.isChecked())

    def change_settings(self, settings: Settings) -> None:
        """Compares again under other settings."""
        self.settings = settings
        self._show_settings()
        self.session.change(settings)

    def _switch_mapping(self, mapping: str, part: str, is_labelled: bool) -> None:
        """Draws that mapping; the switches follow."""
        self.actions_.choose("mapping", mapping)
        self.actions_.choose("part", part)
        with QSignalBlocker(self.actions_.labelled):
            self.actions_.labelled.setChecked(is_labelled)
        self.switched("mapping", mapping)

    def _settings_with(self, group: str, value: str) -> Settings:
        found = bool(value) if group == "over_lattices" else value or None
        request = self.session.request
        before = request.settings if request is not None and request.settings is not None else self.settings
        return replace(before, **{group: found})  # type: ignore[arg-type]

    def apply_theme(self) -> None:
        """Light or dark, as chosen or as the system has it now."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_theme(application, self.actions_.chosen("theme"))
            self.setWindowIcon(window_icon(self.palette()))

    # -- the end ---------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remembers the window's state; background work is told to end but not waited for."""
        self._store_layout()
        preferences.store("geometry", self.saveGeometry())
        self.files.close()
        self.hide()
        self.session.stop()
        if self.workspace is not None:
            self.workspace.stop()
        event.accept()
