"""Deciding between annotators: the window for it, on the comparison that is open, whose file keeps what is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.notice import Notice
from treecompare.app.common.plain import visible
from treecompare.app.common.wording import key_named
from treecompare.app.common.worker import Newest
from treecompare.app.shell.command import WITH_ERRORS, command
from treecompare.app.window.annex import Annex
from treecompare.errors import counted

if TYPE_CHECKING:
    from treecompare.app.frame.window import Window
    from treecompare.extras.annotators.adjudication import Adjudication
    from treecompare.extras.annotators.differences import Place
    from treecompare.extras.annotators.job import DecideJob
    from treecompare.extras.annotators.kept import Store
    from treecompare.readers.treebank import AnyTreebank
    from treecompare.saved.opening import Opened

NAME = "decide/name"
"""The preference by which name decisions are listed."""
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
        self.decided_in: Window | None = None
        """The window that is open."""
        self.job: DecideJob | None = None
        self._is_own = False
        self._sentence = -1
        """The sentence at which the window is to begin; -1: as it was left."""
        self._work = Newest(self)
        self._work.done.connect(self._show)
        self._work.failed.connect(lambda error: show_error(self.window, error))
        self.files.file.decisionsChanged.connect(self._take)
        self.session.opened.connect(self._begin)
        self.line = Notice("Dismiss (decisions stay)")
        self.line.add_button("Decide…", f"Go on, difference by difference ({key_named('Ctrl+Shift+D')})", self._go_on)
        self._go_on_with: Callable[[bool], object] = self.adjudicate

    def _go_on(self) -> None:
        self._go_on_with(False)

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
    def adjudicate(self, begins_here: bool = True) -> None:
        """Opens the window in which differences are decided; asks for the analyses if more than three are open.

        ``begins_here``: at the sentence that is looked at; else where one was last time."""
        from treecompare.extras.annotators.kept import STATE, remembered, treebanks_in

        files = self.session.files
        if files is None:
            return
        if self.decided_in is not None:
            self.decided_in.raise_()
            self.decided_in.activateWindow()
            return
        named = treebanks_in(files, self.session.treebanks)
        self._sentence = self._looked_at() if begins_here else -1
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
    def check_gold(self, begins_here: bool = True) -> None:
        """Opens the window on the places where the first analysis may be wrong."""
        from treecompare.extras.annotators.checked_gold import checked_gold
        from treecompare.extras.annotators.kept import treebanks_in

        files = self.session.files
        if files is None:
            return
        self.closed()
        self._sentence = self._looked_at() if begins_here else -1
        named = treebanks_in(files, self.session.treebanks)
        self._work.ask(lambda _cancel: checked_gold(named))

    def _looked_at(self) -> int:
        return int(self.files.place().get("sentence", -1))

    def decide(self, named: dict[str, AnyTreebank], between: Sequence[str]) -> None:
        """Finds the differences of some analyses in the background, and opens the window."""
        from treecompare.extras.annotators.adjudication import Adjudication
        from treecompare.extras.annotators.kept import STATE, analyses_in

        if len(named) > 2:
            self.files.file.keep({STATE: {"between": list(between)}})
        self._work.ask(lambda _cancel: Adjudication(analyses_in(named, between)))

    def _show(self, made: Adjudication) -> None:
        from treecompare.app.frame.commands import Command
        from treecompare.app.frame.window import Window
        from treecompare.extras.annotators.job import DecideJob
        from treecompare.extras.annotators.told import none_said

        if not made.differences:
            self.window.tell(none_said(made.analyses))
            return
        job = self.job = DecideJob(made, self._store(made))
        self.line.say("")
        tables = Command("agreement", "All tables of agreement", "Compare", lambda: self.tableWanted.emit("annotators"))
        window = self.decided_in = Window(lambda: [tables])
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.setWindowIcon(self.window.windowIcon())
        window.helpWanted.connect(self.window.view.show_page)  # type: ignore[attr-defined]
        window.destroyed.connect(lambda: self._forget(window))
        window.show()
        window.show_job(job, place=self._begins_at(job))
        window.list.setFocus()

    def _store(self, made: Adjudication) -> Store:
        from treecompare.extras.annotators.checked_gold import CheckedGold
        from treecompare.extras.annotators.kept import Store, as_keys

        file = self.files.file
        return Store(
            lambda: {tuple(key): text for key, text in file.decisions().items()},  # type: ignore[misc]
            lambda changes, what: self._alone(lambda: file.write_decisions(as_keys(changes), what)),
            lambda is_undo: self._alone(file.undo if is_undo else file.redo),
            lambda: (file.history.last(file.project, None)[0], file.history.next(file.project)),
            None if isinstance(made, CheckedGold) else lambda *said: self._judge(made, *said),
            preferences.text(NAME),
            lambda name: preferences.store(NAME, name),
        )

    def _begins_at(self, job: DecideJob) -> int:
        """The difference in the sentence that is looked at in the main window, or after it; -1: as it was left."""
        sentences = self.files.file.sentences_in(self._sentence)
        return job.near(sentences[0]) if sentences else -1

    def _alone(self, do: Callable[[], Any]) -> Any:
        """What is changed from here is not taken again."""
        self._is_own = True
        try:
            return do()
        finally:
            self._is_own = False

    def _judge(self, made: Adjudication, place: Place, is_sentence: bool, said: str) -> None:
        """A judgement on both analyses: on the whole sentence, or on the words of a difference as an occurrence of its field."""
        from treecompare.extras.annotators.kept import judged

        changes = judged(made.names, place, self.files.file.row_of(place.sentence), is_sentence, said)
        self.files.file.write(changes, f"Judged sentence {place.sentence + 1}")

    def _take(self, _keys: object) -> None:
        """Something was decided elsewhere, or undone in the main window."""
        if self.decided_in is not None and self.job is not None and not self._is_own and self.job.take():
            self.decided_in.refresh()

    def _forget(self, gone: Window) -> None:
        if self.decided_in is gone:
            self.decided_in = self.job = None

    def closed(self) -> None:
        """Closes the window: another comparison is open, or none."""
        self._work.drop()
        self.line.say("")
        if self.decided_in is not None:
            window, self.decided_in = self.decided_in, None
            window.close()
