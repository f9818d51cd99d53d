"""Deciding between annotators: the window for it, on the comparison that is open, whose file keeps what is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import visible
from treecompare.app.common.wording import key_named
from treecompare.app.common.worker import Newest
from treecompare.app.shell.command import WITH_ERRORS, command
from treecompare.app.shell.notice import Notice
from treecompare.app.window.annex import Annex
from treecompare.errors import counted

if TYPE_CHECKING:
    from treecompare.app.decide.decide_window import DecideWindow
    from treecompare.extras.annotators.adjudication import Adjudication, Change
    from treecompare.extras.annotators.decisions import Entry
    from treecompare.extras.annotators.differences import Place
    from treecompare.readers.treebank import AnyTreebank
    from treecompare.saved.opening import Opened

MOST = 3
"""So many analyses can be decided between."""


class ChooseAnalyses(QDialog):
    """Asks for two or three of the analyses that are open."""

    def __init__(self, names: Sequence[str], chosen: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Decide between")
        self.boxes = {name: QCheckBox(visible(name).replace("&", "&&")) for name in names}
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Decide")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(QLabel("Choose two or three analyses."))
        for name, box in self.boxes.items():
            box.setChecked(name in chosen)
            box.toggled.connect(self._check)
            layout.addWidget(box)
        layout.addWidget(self.buttons)
        self._check()

    def _check(self) -> None:
        count = len(self.chosen())
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(2 <= count <= MOST)

    def chosen(self) -> list[str]:
        """Their names."""
        return [name for name, box in self.boxes.items() if box.isChecked()]


class DecideCommands(Annex):
    """Opens the window; it closes with the comparison. ``line``: where a comparison that is opened tells that it can be decided
    in it."""

    line: Notice

    def __init__(self, *of_window: Any) -> None:
        super().__init__(*of_window)
        self.decided_in: DecideWindow | None = None
        """The window that is open."""
        self._work = Newest(self)
        self._work.done.connect(self._show)
        self._work.failed.connect(lambda error: show_error(self.window, error))
        self.files.file.decisionsChanged.connect(self._take)
        self.session.opened.connect(self._begin)
        self.line = Notice("Dismiss (decisions stay)")
        self.line.add_button("Decide…", f"Go on, difference by difference ({key_named('Ctrl+Shift+D')})", self._go_on)
        self._go_on_with: Callable[[], object] = self.adjudicate

    def _go_on(self) -> None:
        self._go_on_with()

    def _begin(self, opened: Opened) -> None:
        """Another comparison is open; if it is the one of before, nobody needs to be told again."""
        self.closed()
        if opened.request.goes_on or opened.comparison.kind not in WITH_ERRORS:
            return
        text = "No analysis is gold: decide the differences one by one." if opened.files.no_gold else ""
        self._go_on_with = self.adjudicate
        if self.files.file.decisions():
            own, checked = self._counts(opened)
            found = own or checked
            text = f"This comparison has {counted(found, 'decision', 'decisions')}." if found else text
            self._go_on_with = self.adjudicate if own or not checked else self.check_gold
        self.line.say(text)

    def _counts(self, opened: Opened) -> tuple[int, int]:
        """How much is decided between the annotators that are open, and of a check of the gold."""
        from treecompare.extras.annotators.kept import decided_in, treebanks_in

        return decided_in(self.files.file.decisions(), treebanks_in(opened.files, opened.treebanks))

    @command(
        "Deci&de…",
        "Ctrl+Shift+D",
        "Decide between two or three annotators, difference by difference; the result is a treebank",
        kinds=WITH_ERRORS,
    )
    def adjudicate(self) -> None:
        """Opens the window in which differences are decided; asks for the analyses if more than three are open."""
        from treecompare.extras.annotators.kept import STATE, remembered, treebanks_in

        files = self.session.files
        if files is None:
            return
        if self.decided_in is not None:
            self.decided_in.raise_()
            self.decided_in.activateWindow()
            return
        named = treebanks_in(files, self.session.treebanks)
        between = [one for one in remembered({STATE: self.files.file.stored(STATE)}) if one in named]
        if len(named) <= 2:
            self.decide(named, list(named))
            return
        dialog = ChooseAnalyses(list(named), between or list(named)[:MOST], self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.decide(named, dialog.chosen()))
        dialog.open()

    @command(
        "C&heck the gold…",
        tip="Decide where the gold may be wrong: all systems have the same other value, or the same words vary",
        kinds=WITH_ERRORS,
    )
    def check_gold(self) -> None:
        """Opens the window on the places where the first analysis may be wrong."""
        from treecompare.extras.annotators.checked_gold import checked_gold
        from treecompare.extras.annotators.kept import treebanks_in

        files = self.session.files
        if files is None:
            return
        self.closed()
        named = treebanks_in(files, self.session.treebanks)
        self._work.ask(lambda _cancel: checked_gold(named))

    def decide(self, named: dict[str, AnyTreebank], between: Sequence[str]) -> None:
        """Finds the differences of some analyses in the background, and opens the window."""
        from treecompare.extras.annotators.adjudication import Adjudication
        from treecompare.extras.annotators.kept import STATE, analyses_in

        if len(named) > 2:
            self.files.file.keep({STATE: {"between": list(between)}})
        self._work.ask(lambda _cancel: Adjudication(analyses_in(named, between)))

    def _show(self, made: Adjudication) -> None:
        from treecompare.app.decide.decide_window import DecideWindow
        from treecompare.app.window.help import add_help
        from treecompare.extras.annotators.checked_gold import CheckedGold
        from treecompare.extras.annotators.kept import Store
        from treecompare.extras.annotators.told import none_said, not_in_all_said, skipped_said

        if not made.differences:
            self.window.tell(none_said(made.analyses))
            return
        file, is_check = self.files.file, isinstance(made, CheckedGold)
        store = Store(
            self._entries, self._write, file.undo, file.redo,
            None if is_check else lambda place, whole, said: self._judge(made, place, whole, said),
        )  # fmt: skip
        in_order = "All agree, then what varies" if is_check else ""
        self.line.say("")
        window = self.decided_in = DecideWindow(
            made, store, f"{file.name} (check)" if is_check and file.name else file.name, in_order
        )
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.setWindowIcon(self.window.windowIcon())
        add_help(window, "adjudication", self.window)
        window.destroyed.connect(self._forget)
        window.agreementWanted.connect(self._open_agreement)
        window.show()
        told = skipped_said(made.analyses.skipped)
        if isinstance(made, CheckedGold) and made.only_varying:
            told += f" {not_in_all_said(made.only_varying)}"
        window.statusBar().showMessage(told.strip())

    def _entries(self) -> dict[Entry, str]:
        return {tuple(key): text for key, text in self.files.file.decisions().items()}  # type: ignore[misc]

    def _write(self, changes: Sequence[Change], what: str) -> None:
        from treecompare.extras.annotators.kept import as_keys

        self.files.file.write_decisions(as_keys(changes), what)

    def _judge(self, made: Adjudication, place: Place, is_sentence: bool, said: str) -> None:
        """A judgement on both analyses: on the whole sentence, or on the words of a difference as an occurrence of its field."""
        from treecompare.extras.annotators.kept import judged

        changes = judged(made.names, place, self.files.file.row_of(place.sentence), is_sentence, said)
        self.files.file.write(changes, f"Judged sentence {place.sentence + 1}")

    def _take(self, keys: Sequence[tuple[str, int, str, str]]) -> None:
        if self.decided_in is not None:
            self.decided_in.take([tuple(key) for key in keys])  # type: ignore[misc]

    def _open_agreement(self) -> None:
        """All tables of agreement, in the main window, which comes to the front."""
        self.tableWanted.emit("annotators")
        self.window.raise_()
        self.window.activateWindow()

    def _forget(self) -> None:
        self.decided_in = None

    def closed(self) -> None:
        """Closes the window: another comparison is open, or none."""
        self._work.drop()
        self.line.say("")
        if self.decided_in is not None:
            window, self.decided_in = self.decided_in, None
            window.close()
