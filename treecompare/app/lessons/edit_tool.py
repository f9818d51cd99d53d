"""Editing in the drawing of a lesson, with the mouse and by keyboard.

A node is dragged onto its new mother, a word or its arc onto a new head; M does the same by keyboard: walk there, Enter. What can
be done to a node stands in the Edit menu and in its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QToolTip

from treecompare.app.common.plain import caption, tip
from treecompare.app.common.wording import key_named
from treecompare.app.drawings.canvas import Canvas
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.lessons.edit_gestures import EditGestures
from treecompare.app.lessons.handles import Handles, handles_of
from treecompare.app.lessons.hiding import Hiding
from treecompare.app.lessons.lesson import Lesson
from treecompare.app.lessons.target_lights import TargetLights
from treecompare.drawing.style import LIGHT
from treecompare.errors import UsageError
from treecompare.extras.teaching.editors import Editor, Made, NoEditor, Other, Place, editor_of
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise

LEAST_WIDTH = 96


class LabelEdit(QLineEdit):
    """Enter takes what is written, Escape or a click elsewhere leaves all as it was. What is refused is told, and stays written."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas.viewport())
        self._canvas = canvas
        self._take: Callable[[str], None] | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName("Label")
        self.returnPressed.connect(self._taken)
        self.hide()

    def ask(self, rect: QRectF, text: str, take: Callable[[str], None], hint: str = "") -> None:
        """Asks for a label at a place of the drawing; ``take`` is given it and may raise UsageError."""
        self._take = take
        self.setPlaceholderText(hint)
        self.setText(text)
        self.selectAll()
        seen = self._canvas.seen_rect(rect)
        width = max(LEAST_WIDTH, int(seen.width()) + 24, self.fontMetrics().horizontalAdvance(text) + 32)
        room = self._canvas.viewport().rect()
        self.resize(min(width, room.width()), self.sizeHint().height())
        centre = seen.center().toPoint()
        self.move(
            max(min(centre.x() - self.width() // 2, room.width() - self.width()), 0),
            max(min(centre.y() - self.height() // 2, room.height() - self.height()), 0),
        )
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def give_up(self) -> None:
        """Leaves all as it was."""
        self._take = None
        if self.isVisible():
            had_focus = self.hasFocus()
            self.hide()
            if had_focus:
                self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _taken(self) -> None:
        take = self._take
        if take is None:
            return
        try:
            take(self.text())
        except UsageError as error:
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), tip(str(error)), self)
            self.setToolTip(tip(str(error)))
            return
        QToolTip.hideText()
        self.setToolTip("")
        self.give_up()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up; no key reaches the drawing."""
        if event.key() == Qt.Key.Key_Escape:
            self.give_up()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A click elsewhere gives up."""
        super().focusOutEvent(event)
        if (
            event.reason() != Qt.FocusReason.PopupFocusReason
            and event.reason() != Qt.FocusReason.ActiveWindowFocusReason
        ):
            self.give_up()


class EditTool(QObject):
    """Edits what a lesson window draws."""

    def __init__(self, lesson: Lesson, hiding: Hiding) -> None:
        super().__init__(lesson.window())
        self._lesson, self._hiding = lesson, hiding
        self._gestures = EditGestures(self, self)
        self._handles: Handles | None = None
        self._editor: Editor | None = None
        self._moved: list[Place] = []
        """What is being moved: a node, or those that a box stands for."""
        self._targets: dict[Place, tuple[Place, QRectF]] = {}
        """Where it can go: which of them, and where that is drawn."""
        self._marked: list[Place] = []
        self._shown: Exercise | None = None
        self.lights: TargetLights | None = None
        self.label: LabelEdit | None = None
        self.commands: dict[str, QAction] = {}
        self._add_commands()
        lesson.drawn.connect(self._follow)
        lesson.exerciseChanged.connect(self._light_changes)
        self._follow()
        self._shown = lesson.exercise
        self._history = lesson.history

    # -- commands --------------------------------------------------------------------------------------------------------

    def _add_commands(self) -> None:
        menu = "&Edit"
        for name, title, keys, work, said in (
            ("move", "&Move…", "Shift+M", self.begin_move, "Then walk to the new mother or head, and Enter"),
            ("rename", "Re&name", "F2", self.rename, "The label, or the relation of a word"),
            ("tag", "&Tag", "Shift+P", self.retag, "The part of speech of a word"),
            ("root", "Make it the &root", "Shift+R", self.make_root, "What was the root depends on it"),
            ("insert", "&Insert over it…", "Ins; Shift+I", self.insert, "A constituent over the marked nodes"),
            ("delete", "&Delete", "Del; Shift+D", self.delete, "A constituent; its daughters go to its mother"),
            ("mark", "Mar&k", "Ctrl+Space; Shift+A", self.mark, "Nodes that a constituent is to be put over"),
        ):
            action = self._lesson.add_command(menu, title, work, tip=said)
            action.setShortcuts([QKeySequence(one.strip()) for one in keys.split(";")])
            # keys of lists and drawings: they act where the drawing has the focus only
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self.commands[name] = action
        self.others_menu = self._lesson.menu(menu).addMenu("&Other analysis of the word")
        self.others_menu.aboutToShow.connect(self._fill_others)
        self.others_menu.menuAction().setVisible(False)

    def _follow(self) -> None:
        """Other trees are drawn, perhaps in another drawing."""
        view = self._lesson.panel.view
        self.give_up()
        self._editor = None
        self._marked = []
        if self._handles is None or self._handles.view is not view:
            self._take_view()
        if self.lights is not None:
            self.lights.mark([])
        editor = editor_of(self._lesson.shown, self._lesson.wanted.part)
        for name in ("insert", "delete", "mark"):
            self.commands[name].setVisible(editor.has_constituents)
        for name in ("tag", "root"):
            self.commands[name].setVisible(editor.has_relations)
        self.others_menu.menuAction().setVisible(bool(self._lesson.shown.lattices) and editor.has_constituents)

    def _take_view(self) -> None:
        view = self._lesson.panel.view
        self._handles = handles_of(self._lesson.comparison.kind, view)
        canvas = view.canvas
        self._gestures.watch(canvas)
        canvas.addActions(list(self.commands.values()))
        view.menuOpens.connect(self._fill_menu)
        self.lights = TargetLights()
        canvas.scene().addItem(self.lights)
        self.label = LabelEdit(canvas)
        if view.elide is not None and view.elide.isChecked():
            view.elide.setChecked(False)  # what is folded cannot be taken hold of

    @property
    def editor(self) -> Editor:
        """How what is drawn can be edited."""
        if self._editor is None:
            hiding, shown, part = self._hiding, self._lesson.shown, self._lesson.wanted.part
            # the system stands on both sides then: its nodes are not those of the gold
            self._editor = NoEditor(shown, part, hiding.why_fixed) if hiding.hides_gold else editor_of(shown, part)
        return self._editor

    @property
    def handles(self) -> Handles:
        """What can be taken hold of."""
        assert self._handles is not None
        return self._handles

    def here(self) -> list[Place]:
        """The nodes that are pointed at or walked to; of a word that both sides share the system's first."""
        return sorted(self.handles.here(), key=lambda place: place[0] != TEST)

    def _lit(self) -> list[Place]:
        """The node that is lit, if it is one alone; perhaps in both trees, that of the system first."""
        boxes = self._lesson.panel.view.lit()
        found = [place for box in boxes for place in self.handles.nodes_of(box)]
        is_one = len({place[0] for place in found}) == len(found)
        return sorted(found, key=lambda place: place[0] != TEST) if is_one else []

    def _one(self) -> Place | None:
        if self._hiding.hides_gold:
            self.tell(self._hiding.why_fixed)
            return None
        found = self.here() or self._lit()
        if not found:
            self.tell("Point at a node first, or walk to it with the arrow keys.")
            return None
        return found[0]

    def invite(self) -> None:
        """Says what can be done with the mouse, until something else is said."""
        if not isinstance(self.editor, NoEditor):
            what = "a word or its arc onto another head" if self.editor.has_relations else "a node to where it belongs"
            rename, save = key_named("F2"), key_named("Ctrl+S")
            self._lesson.statusBar().showMessage(f"Drag {what}, {rename} renames it; {save} saves the lesson.")

    def tell(self, text: str, at: QPoint | None = None) -> None:
        """Says something in the status bar; ``at``: and there, on the screen."""
        self._lesson.say(text)
        if at is not None:
            QToolTip.showText(at, tip(text), self._lesson.panel.view.canvas)

    def _try(self, work: Callable[[], Made], at: QPoint | None = None) -> bool:
        """Does something to the trees, or tells why it cannot be done."""
        try:
            made = work()
        except UsageError as error:
            self.tell(str(error), at)
            return False
        return self._make(made)

    def _make(self, made: Made) -> bool:
        self._shown = None  # what it is about is lit, not all that differs
        if not self._lesson.show_exercise(made.exercise, made.said):
            self._shown = self._lesson.exercise
            return False
        places = self.editor.drawn(made.nodes)
        self._lesson.panel.show_nodes(places)
        if places:
            view = self._lesson.panel.view
            found = view.drawn.places_of(places[:1])
            if found:
                view.go_to(found[0])
            QToolTip.hideText()
        self._shown = self._lesson.exercise
        self._lesson.say(self._said(made))
        return True

    def _said(self, made: Made) -> str:
        return f"{made.said[:1].upper() + made.said[1:]} ({key_named('Ctrl+Z')}: undo)"

    def _light_changes(self, exercise: Exercise) -> None:
        """What differs from the trees before is lit, whoever changed them; of another sentence nothing is. Of the many nodes that
        change with one word those are that can be seen: nothing could be folded beside all of them, and nothing lit is folded."""
        before, self._shown = self._shown, exercise
        is_same = self._history is self._lesson.history
        self._history = self._lesson.history
        if before is None or before is exercise or not is_same or before.comparison.kind != exercise.comparison.kind:
            return
        if self._hiding.hides_gold:
            return
        part, panel = self._lesson.wanted.part, self._lesson.panel
        changed = editor_of(exercise, part).changed(editor_of(before, part))
        seen = [one for one in changed if any(map(panel.view.drawn.is_seen, panel.view.drawn.places_of([one])))]
        if seen:
            panel.light(seen, is_about=True)
        else:
            panel.show_nodes(changed)

    # -- moving ----------------------------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether something is being moved."""
        return bool(self._moved)

    def begin_move(self) -> None:
        """Takes hold of the node that is pointed at; the targets are lit."""
        if self._one() is None:
            return
        if self.hold(self.here()):
            self.tell("Choose the new parent (Tab: next place), Enter; Esc cancels.")
        else:
            self.tell("There is no other place for it.")

    def hold(self, places: Sequence[Place], whatever: bool = False) -> bool:
        """Takes hold of nodes of which one is to be moved; False where none can go anywhere, and they are not held ``whatever``."""
        self._targets = {}
        for place in places:
            for target in self._where(place):
                rect = self.handles.rect(target)
                if rect is not None and target not in self._targets:
                    self._targets[target] = place, rect
        if not self._targets and not whatever:
            return False
        self._moved = list(places)
        assert self.lights is not None
        self.lights.is_dark = self._is_dark()
        bow = self.handles.bow(next((one for one, _ in self._targets.values()), places[0]))
        self.lights.show_move(self._rect_of_moved(), [rect for _, rect in self._targets.values()], bow)
        return True

    def _where(self, place: Place) -> list[Place]:
        try:
            return self.editor.targets(place)
        except UsageError:
            return []

    def _rect_of_moved(self) -> QRectF | None:
        return next((rect for rect in map(self.handles.rect, self._moved) if rect is not None), None)

    def give_up(self) -> None:
        """Lets go of what is held and of what is being written."""
        self._moved, self._targets = [], {}
        self._gestures.forget()
        if self.lights is not None:
            self.lights.show_move(None)
        if self.label is not None:
            self.label.give_up()

    def drop(self, places: Sequence[Place], at: QPoint | None = None) -> None:
        """Moves what is held to one of the nodes, or tells why not."""
        moved, targets = list(self._moved), dict(self._targets)
        self.give_up()
        target = next((place for place in places if place in targets), None)
        if target is not None:
            self._try(lambda: self.editor.move(targets[target][0], target), at)
        elif places:
            pairs = [(one, place) for one in moved for place in places if one[0] == place[0]] or [(moved[0], places[0])]
            self._try(lambda: self.editor.move(*pairs[0]), at)

    def step_to_target(self, direction: int) -> None:
        """To the next place where it can go, in the direction of reading."""
        view = self._lesson.panel.view
        order = sorted(self._targets, key=lambda place: (self._targets[place][1].x(), self._targets[place][1].y()))
        if not order:
            return
        now = [place for place in self.here() if place in order]
        at = order.index(now[0]) + direction if now else (0 if direction > 0 else -1)
        found = view.drawn.places_of([order[at % len(order)]])
        if found:
            view.go_to(found[0])
            self.point_at_here()

    def target_rect(self, places: Sequence[Place]) -> QRectF | None:
        """Where the first of these nodes that what is held can go to is drawn; None where it can go to none of them."""
        return next((self._targets[place][1] for place in places if place in self._targets), None)

    def point_at_here(self) -> None:
        """By keyboard the line leads to where one is."""
        assert self.lights is not None
        here = self.here()
        target = self.target_rect(here)
        rect = target if target is not None else next(map(self.handles.rect, here), None)
        self.lights.point(rect.center() if rect is not None else None, target)

    # -- other commands ----------------------------------------------------------------------------------------------------

    def rename(self) -> None:
        """Writes another label where the node stands; of a word of dependencies its relation."""
        if (place := self._one()) is not None:
            self._ask_label(place)

    def retag(self) -> None:
        """Writes another tag of a word."""
        if (place := self._one()) is not None:
            self._ask_tag(place)

    def _ask_tag(self, place: Place) -> None:
        self._ask(place, self.editor.tag, self.editor.retag, self.handles.rect(place))

    def _ask_label(self, place: Place) -> None:
        self._ask(place, self.editor.text, self.editor.rename, self.handles.label_rect(place))

    def _ask(
        self, place: Place, now: Callable[[Place], str], change: Callable[[Place, str], Made], rect: QRectF | None
    ) -> None:
        assert self.label is not None
        try:
            text = now(place)
        except UsageError as error:
            self.tell(str(error))
            return

        def take(written: str) -> None:
            if written.strip() != text:
                self._make(change(place, written))

        if rect is not None:
            self.label.ask(rect, text, take)

    def make_root(self) -> None:
        """Makes a word the root."""
        if (place := self._one()) is not None:
            self._do_other(place, "It is the root already.")

    def _do_other(self, place: Place, none: str) -> None:
        others = self._others(place)
        if others:
            self._try(others[0].work)
        else:
            self.tell(none)

    def _others(self, place: Place) -> list[Other]:
        try:
            return self.editor.others(place)
        except UsageError:
            return []

    def mark(self) -> None:
        """Marks the node that is pointed at, or takes the mark away."""
        if (place := self._one()) is not None:
            self.toggle_mark(place)

    def toggle_mark(self, place: Place) -> None:
        """Marks a node for what is done to several."""
        if place in self._marked:
            self._marked.remove(place)
        else:
            self._marked.append(place)
        self._show_marks()

    def add_marks(self, places: Sequence[Place]) -> None:
        """Marks nodes that are not marked yet."""
        for place in places:
            if place not in self._marked:
                self._marked.append(place)
        self._show_marks()

    def unmark(self) -> None:
        """Takes all marks away."""
        self._marked = []
        self._show_marks()

    @property
    def marked(self) -> list[Place]:
        """The nodes that are marked."""
        return list(self._marked)

    def _is_dark(self) -> bool:
        return theme_of(self._lesson.panel.view.palette()) is not LIGHT

    def _show_marks(self) -> None:
        assert self.lights is not None
        self.lights.is_dark = self._is_dark()
        self.lights.mark([rect for rect in map(self.handles.rect, self._marked) if rect is not None])

    def insert(self) -> None:
        """Asks for the label of a constituent over the marked nodes, or over the one that is pointed at."""
        assert self.label is not None
        place = self._marked[0] if self._marked else self._one()
        if place is None:
            return
        places = self._marked or [place]
        try:
            self.editor.insert(places, "X")  # whether it can be done, before anyone writes
        except UsageError as error:
            self.tell(str(error))
            return
        area = QRectF()
        for one in places:
            area = area.united(self.handles.rect(one) or QRectF())
        self.label.ask(area, "", lambda text: self._inserted(list(places), text), "label")

    def _inserted(self, places: list[Place], label: str) -> None:
        self._make(self.editor.insert(places, label))

    def delete(self) -> None:
        """Takes the constituent out that is pointed at."""
        if (place := self._one()) is not None:
            self._try(lambda: self.editor.delete(place))

    # -- menus -------------------------------------------------------------------------------------------------------------

    def _fill_menu(self, menu: QMenu) -> None:
        """The menu of a node begins with what can be done to it; where a box stands for both sides, side by side."""
        places = self.here()
        if not places:
            return
        actions: list[QAction] = []
        telling = self._lesson.panel.view.telling
        if len(places) == 1:
            actions += self._actions(menu, places[0])
        else:
            for place in places:
                inner = QMenu(caption(telling.gold if place[0] == GOLD else telling.system), menu)
                inner.addActions(self._actions(inner, place))
                actions.append(inner.menuAction())
        first = menu.actions()[0] if menu.actions() else None
        separator = QAction(menu, separator=True)
        for action in (*actions, separator):
            menu.insertAction(first, action) if first is not None else menu.addAction(action)

    def _actions(self, menu: QMenu, place: Place) -> list[QAction]:
        found = []
        works: dict[str, Callable[[], None]] = {
            "move": lambda: self._begin_move_of(place),
            "rename": lambda: self._ask_label(place),
            "tag": lambda: self._ask_tag(place),
            "root": lambda: self._do_other(place, ""),
            "insert": self.insert if place in self._marked else lambda: self._insert_over(place),
            "delete": lambda: self._try_delete(place),
            "mark": lambda: self.toggle_mark(place),
        }
        for name, command in self.commands.items():
            if command.isVisible():
                action = QAction(command.text(), menu)
                action.triggered.connect(lambda _=False, work=works[name]: work())
                found.append(action)
        others = [] if self.editor.has_relations else self._others(place)
        if others:
            inner = QMenu(self.others_menu.title(), menu)
            self._add_others(inner, others)
            found.append(inner.menuAction())
        return found

    def _begin_move_of(self, place: Place) -> None:
        if self.hold([place]):
            self.tell("Click where it belongs, or walk there and Enter; Escape gives up.")
        else:
            self.tell("There is no other place for it.")

    def _insert_over(self, place: Place) -> None:
        self._marked = [place]
        self.insert()
        self._marked = []

    def _try_delete(self, place: Place) -> None:
        self._try(lambda: self.editor.delete(place))

    def _fill_others(self) -> None:
        self.others_menu.clear()
        found = [other for place in self.here() for other in self._others(place)]
        if not found:
            self.others_menu.addAction("Point at a segment first").setEnabled(False)
        self._add_others(self.others_menu, found)

    def _add_others(self, menu: QMenu, others: Sequence[Other]) -> None:
        for other in others:
            menu.addAction(caption(other.said)).triggered.connect(partial(self._take_other, other))

    def _take_other(self, other: Other, _checked: bool = False) -> None:
        self._try(other.work)
