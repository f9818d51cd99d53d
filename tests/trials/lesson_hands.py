"""A hand without aims in lesson windows: every kind of comparison, walks, steps, presenting, texts, and the edit tool."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

NONE = Qt.KeyboardModifier.NoModifier
HELD = [Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier]
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
MOST_LESSONS = 3
KEYS = [
    Qt.Key[f"Key_{name}"] for name in (
        *"MMMTRIK", "F2", "Delete", "Insert", "Up", "Down", "Left", "Right", "Up", "Down", "Left", "Right", "Return", "Return",
        "Escape", "Tab", "Backtab", "Space", "Space", "Backspace", "Home", "End", "PageUp", "PageDown", "PageDown", "Plus", "Minus",
        "0", "F5",
    )
]  # fmt: skip
LABELS = ("NP", "VP", "X", "", "  ", "(", "nsubj", "NP-SBJ", "é", "<b>x", "𝒜" * 40, "S")
SIZES = ((300, 200), (640, 480), (800, 600), (1180, 760), (1900, 1000))
TREES = (
    "(S (NP (D the) (N dog)) (VP (V barked)))",
    "(S (D the) (VP (N dog) (V barked)))",
    "(S (NP (D the) (N dog)) (VP (VP (VP (VP (VP (VP (V barked))))))))",
    "(S (NP (D the) (N dog) (PP (P with) (NP (D the) (N hat)))) (VP (V barked) (PP (P at) (NP (D the) (N big) (N cat)))))",
    "(S (NP (NP (D the) (N dog)) (PP (P with) (NP (D the) (N hat)))) "
    "(VP (VP (V barked)) (PP (P at) (NP (D the) (N big) (N cat)))))",
    "(X (-NONE- *T*) (NP-SBJ (NN a)) (, ,) (VP (VB b) (NP (-NONE- *))) (. .))",
    "(S (A 0=a) (B 2=c) (C 1=b))",
    "(S (VP 0=a 2=c) (NP 1=b))",
    "(W word)",
)  # fmt: skip
WORDS = (
    "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
    "1\tdogs\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\tbark\t_\tVERB\t_\t_\t1\tobj\t_\t_\n\n",
    "1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tdogs\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
)
TYPED = ("(", ")", " ", "x", "(X ", "NP", "\n", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n", "\x00", "𝒜", "שלום")
GRAMMARS = (
    ("S -> NP VP\nNP -> 'I' | D N | NP PP\nVP -> V NP | VP PP\nPP -> P NP\n"
     "D -> 'the'\nN -> 'man' | 'hat'\nV -> 'saw'\nP -> 'with'\n",
     "I saw the man with the hat"),
    ("N -> N N | 'a'\n", "a a a a"), ("S ->", "a"), ("", ""),
)  # fmt: skip


class Monkey(Protocol):
    """Whose hands these are."""

    draw: random.Random
    window: Any
    treebanks: list[Any]

    def tell(self, what: object) -> None: ...
    def spin(self, milliseconds: int) -> None: ...
    def name(self, widget: QWidget | None) -> str: ...
    def some_file(self) -> str: ...


class LessonHands:
    """Acts in the lesson windows of a monkey's window; opens one where there is none."""

    def __init__(self, monkey: Monkey) -> None:
        self.monkey, self.draw = monkey, monkey.draw
        self.lesson: Any = None
        """The window that is acted in."""
        self.ways: dict[Callable[[], object], int] = {
            self._command: 14, self._key: 24, self._mouse: 22, self._drag: 16, self._click: 12, self._type: 6, self._write_label: 6,
            self._walk: 5, self._step: 5, self._fold: 4, self._arrange: 4, self._resize: 3, self._context_menu: 3, self._text: 4,
            self._undo: 6, self._present: 2, self._hide: 3, self._close: 1,
        }  # fmt: skip

    @property
    def windows(self) -> list[Any]:
        """The lessons that are open."""
        return [one for one in self.monkey.window.extras["walks"].lessons.windows if one.isVisible()]

    def act(self) -> None:
        """Does something in a lesson window."""
        self.lesson = self.draw.choice(self.windows)
        if self.lesson.isMinimized():
            self.lesson.showNormal()
        way = self.draw.choices(list(self.ways), list(self.ways.values()))[0]
        self.monkey.tell(way.__name__.strip("_"))
        self._reach(way)

    def _reach(self, way: Callable[[], object]) -> None:
        """Does it; what this hand reaches for may have closed meanwhile, which is no fault, what the window reaches for may not."""
        try:
            way()
        except RuntimeError as error:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            is_own = trace is not None and trace.tb_frame.f_code.co_filename == __file__
            if not is_own or "already deleted" not in str(error):
                raise

    # -- opening ---------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Opens a lesson, or two."""
        if len(self.windows) >= MOST_LESSONS:
            self.windows[0].close()
        ways = (
            self._sentence,
            self._shipped,
            self._step_of_walk,
            self._typed,
            self._typed_words,
            self._own_walk,
            self._dialog,
        )
        way = self.draw.choice(ways)
        self.monkey.tell(way.__name__.strip("_"))
        self._reach(way)

    def _sentence(self) -> None:
        if self.monkey.window.workspace is None or not self.monkey.window.is_comparing:
            self._shipped()
            return
        self.monkey.window.extras["walks"].lessons.open_sentence()

    def _shipped(self) -> None:
        from treecompare import resources

        key = self.draw.choice(resources.walk_files()).key
        self.monkey.tell(key)
        self.monkey.window.extras["walks"].open_example(key)

    def _step_of_walk(self) -> None:
        """The trees of a step as a lesson: they are of every kind of comparison."""
        from treecompare import resources
        from treecompare.extras.teaching.stages import Stages
        from treecompare.extras.teaching.walks import walk

        key = self.draw.choice(resources.walk_files()).key
        stages = Stages(walk(key))
        number = self.draw.randint(1, len(stages))
        self.monkey.tell(f"{key} {number}")
        self.monkey.window.extras["walks"].lessons.open(stages.exercise(number))

    def _typed(self) -> None:
        self._of_texts(self.draw.choice(TREES), self.draw.choice(TREES))

    def _typed_words(self) -> None:
        self._of_texts(self.draw.choice(WORDS), self.draw.choice((*WORDS, TREES[0])))

    def _of_texts(self, gold: str, system: str) -> None:
        from treecompare.errors import TreecompareError
        from treecompare.extras.teaching.exercise import of_texts

        self.monkey.tell(f"{gold!r} {system!r}")
        try:
            exercise = of_texts(gold, system)
            _ = exercise.comparison
        except TreecompareError:
            return
        self.monkey.window.extras["walks"].lessons.open(exercise)

    def _own_walk(self) -> None:
        window = self.monkey.window
        if window.workspace is None or not window.is_comparing:
            self._shipped()
            return
        for _ in range(self.draw.randint(0, 2)):
            window.extras["walks"].add()
            self.monkey.spin(1)
        window.extras["walks"].start()

    def _dialog(self) -> None:
        from treecompare.app.lessons.grammar_dialog import GrammarDialog
        from treecompare.app.lessons.new_lesson import NewLessonDialog

        lessons = self.monkey.window.extras["walks"].lessons
        if self.draw.random() < 0.5:
            lessons.new()
            for dialog in self._shown(NewLessonDialog):
                for field in dialog.fields.values():
                    field.setPlainText(self.draw.choice(TREES))
                dialog.accept()
            return
        lessons.from_grammar()
        for dialog in self._shown(GrammarDialog):
            grammar, sentence = self.draw.choice(GRAMMARS)
            dialog.grammar.setPlainText(grammar)
            dialog.sentence.setText(sentence)
            dialog.analyse()
            self.monkey.spin(self.draw.choice([0, 100]))
            for side in ("gold", "system"):
                if dialog not in self._shown(GrammarDialog):
                    return  # it was closed meanwhile
                dialog.choose(side, self.draw.randint(0, 3))
            if dialog.isVisible():
                dialog.accept()

    def _shown(self, kind: type) -> list[Any]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()]

    # -- commands and keys -----------------------------------------------------------------------------------------------

    def _actions(self, menu: QMenu) -> list[QAction]:
        menu.aboutToShow.emit()
        found = []
        for action in menu.actions():
            inner = action.menu()
            found += self._actions(inner) if isinstance(inner, QMenu) else [action]  # type: ignore[redundant-expr]
        return found

    def _command(self) -> None:
        menus = [action.menu() for action in self.lesson.menuBar().actions()]
        actions = [
            one for one in self._actions(self.draw.choice(menus)) if one.isEnabled() and one.isVisible() and one.text()
        ]
        if actions:
            action = self.draw.choice(actions)
            self.monkey.tell(action.text())
            action.trigger()

    def _key(self) -> None:
        canvas = self.lesson.panel.view.canvas
        if self.draw.random() < 0.8:
            canvas.setFocus()
        self._press_key(self.draw.choice(KEYS), self.draw.choice([NONE] * 6 + HELD))

    def _press_key(self, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
        focus = self.lesson.focusWidget()
        self.monkey.tell(f"{key.name} {held.name} in {self.monkey.name(focus)}")
        self.lesson.activateWindow()
        self.monkey.spin(1)
        handle = self.lesson.windowHandle()
        if handle is not None and handle.isVisible():
            QTest.keyClick(handle, key, held)  # the whole way, through shortcuts

    # -- the mouse ---------------------------------------------------------------------------------------------------------

    def _place(self) -> QPoint:
        """Somewhere in the drawing, mostly on what can be taken hold of."""
        view = self.lesson.panel.view
        canvas, drawing = view.canvas, view.drawing
        room = canvas.viewport().rect()
        boxes = drawing.boxes if drawing is not None else ()
        if boxes and self.draw.random() < 0.85:
            place = canvas.seen_rect(view.rect_of(self.draw.choice(boxes))).center().toPoint()
            if room.contains(place):
                return QPoint(place)
        return QPoint(self.draw.randint(0, max(room.width() - 1, 0)), self.draw.randint(0, max(room.height() - 1, 0)))

    def _mouse(self) -> None:
        """Moves and clicks in the drawing, as the system tells them to the window."""
        canvas = self.lesson.panel.view.canvas
        if not canvas.isVisible():
            return
        for _ in range(self.draw.randint(1, 3)):
            place = self._place()
            click = self.draw.choice(
                [QTest.mouseMove, QTest.mouseMove, QTest.mouseClick, QTest.mouseClick, QTest.mouseDClick]
            )
            held = self.draw.choice([NONE] * 4 + HELD)
            self.monkey.tell(f"{click.__name__} {held.name} {place.x()}, {place.y()}")
            self._do(click, place, held)

    def _do(self, click: Any, place: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
        """By way of the window, so that the mouse also enters and leaves; or to the drawing itself."""
        viewport, handle = self.lesson.panel.view.canvas.viewport(), self.lesson.windowHandle()
        if not viewport.isVisible() or handle is None:
            return
        target, point = handle, viewport.mapTo(self.lesson, place)
        if self.draw.random() < 0.3:
            target, point = viewport, place
        if not QRect(QPoint(), target.size()).contains(point):
            return  # a window may be larger than the screen
        if click is QTest.mouseMove:
            click(target, point)
        else:
            click(target, LEFT, held, point)

    def _drag(self) -> None:
        """Drags a node to another, or lets go of it elsewhere, or does something else before."""
        if not self.lesson.panel.view.canvas.isVisible():
            return
        start, end = self._place(), self._place()
        self.monkey.tell(f"{start.x()}, {start.y()} to {end.x()}, {end.y()}")
        self._do(QTest.mousePress, start)
        for part in (0.3, 0.7, 1.0):
            self._do(QTest.mouseMove, start + QPoint(round(part * (end - start).x()), round(part * (end - start).y())))
        if self.draw.random() < 0.15:
            self._undo()
        if self.draw.random() < 0.9:
            self._do(QTest.mouseRelease, end)

    def _click(self) -> None:
        widgets = [
            one
            for one in self.lesson.findChildren(QWidget)
            if one.isVisible() and one.isEnabled() and not one.isWindow()
        ]
        widget = self.draw.choice(widgets)
        place = QPoint(
            self.draw.randint(0, max(widget.width() - 1, 0)), self.draw.randint(0, max(widget.height() - 1, 0))
        )
        self.monkey.tell(self.monkey.name(widget))
        self.draw.choice([QTest.mouseClick, QTest.mouseClick, QTest.mouseDClick])(widget, LEFT, NONE, place)

    def _context_menu(self) -> None:
        """Points at something, opens its menu and takes an entry, or none."""
        view, place = self.lesson.panel.view, self._place()
        self._do(QTest.mouseMove, place)
        if not view.isVisible():
            return
        from PySide6.QtGui import QContextMenuEvent

        viewport = view.canvas.viewport()
        QApplication.sendEvent(
            view,
            QContextMenuEvent(QContextMenuEvent.Reason.Mouse, viewport.mapTo(view, place), viewport.mapToGlobal(place)),
        )
        for menu in [one for one in view.findChildren(QMenu) if one.isVisible()]:
            actions = [one for one in self._actions(menu) if one.isEnabled() and one.text()]
            if actions and self.draw.random() < 0.8:
                action = self.draw.choice(actions)
                self.monkey.tell(action.text())
                action.trigger()
            menu.close()

    # -- typing ------------------------------------------------------------------------------------------------------------

    def _write_label(self) -> None:
        """Renames, tags or inserts, and writes a label where one is asked for."""
        tool = self.lesson.edit_tool
        self._do(QTest.mouseMove, self._place())
        name = self.draw.choice(["rename", "tag", "insert", "delete", "mark", "root"])
        if tool.commands[name].isEnabled():
            self.monkey.tell(name)
            tool.commands[name].trigger()
        if tool.label.isVisible():
            text = self.draw.choice(LABELS)
            self.monkey.tell(repr(text))
            tool.label.setText(text)
            self.draw.choice(
                [tool.label.returnPressed.emit, tool.label.returnPressed.emit, tool.label.give_up, lambda: None]
            )()

    def _text(self) -> None:
        """Shows the texts or hides them."""
        self.lesson.texts.command.trigger()

    def _type(self) -> None:
        """Types into the text of a side, and perhaps waits until it is read."""
        texts = self.lesson.texts
        if texts.isHidden():
            texts.command.trigger()
        text = self.draw.choice(list(texts.texts.values()))
        cursor = text.edit.textCursor()
        cursor.setPosition(self.draw.randint(0, len(text.edit.toPlainText().encode("utf-16-le")) // 2))
        text.edit.setTextCursor(cursor)
        way = self.draw.random()
        if way < 0.3:
            said = self.draw.choice((*TREES, *WORDS))
            self.monkey.tell(repr(said))
            text.edit.setPlainText(said)
        elif way < 0.8:
            said = self.draw.choice(TYPED)
            self.monkey.tell(repr(said))
            text.edit.insertPlainText(said)
        else:
            text.edit.textCursor().deletePreviousChar()
        if self.draw.random() < 0.6:
            text.read()
        else:
            self.monkey.spin(self.draw.choice([0, 130]))

    # -- what lessons have besides -----------------------------------------------------------------------------------------

    def _walk(self) -> None:
        """Through a walk, or another one."""
        walk = self.lesson.walk
        if walk.stages is None or self.draw.random() < 0.1:
            walk.walks.aboutToShow.emit()
            action = self.draw.choice(walk.walks.actions())
        else:
            action = self.draw.choice([one for one in walk.commands[:6] if one.isEnabled()])
        self.monkey.tell(action.text())
        action.trigger()

    def _step(self) -> None:
        """Through the steps of a score, or those of another one."""
        steps = self.lesson.steps
        if steps.script is None or self.draw.random() < 0.2:
            found = steps.found()
            if found:
                name = self.draw.choice(found).name
                self.monkey.tell(name)
                steps.open_script(name, self.draw.randint(1, 6))
            return
        bar = steps.bar
        way = self.draw.choice([bar.next, bar.next, bar.back, bar.first, bar.last, bar.again, steps.leave])
        self.monkey.tell(way.__name__)
        way()

    def _fold(self) -> None:
        fold = self.lesson.panel.view.elide
        if fold is not None:
            self.monkey.tell(not fold.isChecked())
            fold.trigger()

    def _arrange(self) -> None:
        """Another of the buttons above the drawing."""
        controls = [
            one
            for one in self.lesson.panel.view.controls.actions()
            if one.isEnabled() and one.isVisible() and one.text()
        ]
        if controls:
            action = self.draw.choice(controls)
            self.monkey.tell(action.text())
            action.trigger()

    def _undo(self) -> None:
        lesson = self.lesson
        way = self.draw.choice([lesson.undo, lesson.undo, lesson.undo, lesson.redo, lesson.redo, lesson.to_original])
        self.monkey.tell(way.__name__)
        way()

    def _present(self) -> None:
        self.lesson.classroom.presenting.toggle()

    def _hide(self) -> None:
        hiding = self.lesson.hiding
        command = self.draw.choice([hiding.names_command, hiding.gold_command, hiding.score_command])
        if command.isEnabled():
            self.monkey.tell(command.text())
            command.trigger()

    def _resize(self) -> None:
        size = self.draw.choice(SIZES)
        self.monkey.tell(size)
        if not self.lesson.isFullScreen():
            self.lesson.resize(*size)

    def _close(self) -> None:
        self.lesson.close()
