"""Every kind of comparison answers every question, and whoever goes from one to another sees nothing of the one before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QTableWidget,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import links_of, space
from tests.conftest import stride
from treecompare import resources
from treecompare.app.kinds import KINDS, KindView
from treecompare.app.panes.measure_choice import groups
from treecompare.app.panes.systems_model import PARTIAL_COLUMN
from treecompare.app.window.window import MainWindow
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.files import Files, open_files
from treecompare.comparison.lit import drawn_for, lit
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.drawing.drawn import Space, Telling
from treecompare.drawing.sentence import DEFAULT, SentenceDrawing, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.errors import Error
from treecompare.measures import MEASURES_OF, measure
from treecompare.scores.table import PARTIAL

LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"
TREES = "(S (NP (D the) (N dog)) (VP (V barked) (ADV {})))\n"
CONSTITUENTS, DEPENDENCIES, LATTICES, SCHEMES = "constituents", "dependencies", "lattices", "schemes"
EVERY_SWITCH = (*(kind for pair in combinations(KINDS, 2) for kind in pair), next(iter(KINDS)))
"""From each kind to each other one, once; by day from one to another and back."""


def sample(key: str) -> Files:
    found = next(one for one in resources.samples() if one.key == key)
    return Files(found.gold, tuple(("", path) for path in found.systems), lattices=found.lattices)


@pytest.fixture
def opened_as(tmp_path: Path) -> dict[str, Files]:
    """A comparison of each kind."""
    for name, relation in (("gold.A", "nsubj"), ("gold.B", "SBJ"), ("parse.A", "obj")):
        text = LINE.format(1, "it", 2, relation) + LINE.format(2, "rains", 0, "root") + "\n"
        (tmp_path / f"{name}.conllu").write_text(text * 2, "utf-8")
    first, second, parse = (str(tmp_path / f"{name}.conllu") for name in ("gold.A", "gold.B", "parse.A"))
    return {
        CONSTITUENTS: sample("first-comparison"),
        DEPENDENCIES: sample("dependencies"),
        LATTICES: sample("words-that-differ"),
        SCHEMES: Files(first, (("", parse),), (("", second),)),
    }


# -- what panes show ---------------------------------------------------------------------------------------------------


def cells(view: QAbstractItemView) -> list[str]:
    model = view.model()
    if isinstance(view, QListView):
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    shown = [
        column for column in range(model.columnCount()) if not getattr(view, "isColumnHidden", lambda _: False)(column)
    ]
    heads = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in shown]
    return heads + [str(model.index(row, column).data()) for row in range(model.rowCount()) for column in shown]


def said(widget: QWidget) -> Any:
    """What a widget says; None if that kind of widget says nothing."""
    if isinstance(widget, QComboBox):
        return [widget.itemText(item) for item in range(widget.count())], widget.currentText()
    if isinstance(widget, QAbstractItemView):
        return cells(widget)
    if isinstance(widget, QTabBar):
        return [widget.tabText(tab) for tab in range(widget.count())]
    if isinstance(widget, QLineEdit):
        return widget.text(), widget.placeholderText()
    if isinstance(widget, QPlainTextEdit):
        return widget.toPlainText()
    if isinstance(widget, QToolButton | QCheckBox):
        return widget.text(), widget.isChecked(), widget.isEnabled()
    return widget.text() if isinstance(widget, QLabel) else None


def shown(window: MainWindow) -> dict[str, list[str]]:
    """All that is to be seen, pane by pane; pictures as SVG with the number of their lights."""
    views = space(window)
    found = {}
    for name, pane in {
        **{name: dock.widget() for name, dock in window.docks.items()},
        "picture": views.pictures,
    }.items():
        texts = [
            (type(one).__name__, said(one))
            for one in pane.findChildren(QWidget)
            # the field and the list of a choice are told with it
            if one.isVisibleTo(pane) and not isinstance(one.parent(), QComboBox | QAbstractItemView | QLineEdit)
        ]
        found[name] = sorted(repr(one) for one in texts if one[1] is not None)
    found["picture"] += [views.drawing_view.drawn.svg(), repr(len(views.drawing_view.canvas.lights.lit))]
    found["titles"] = [window.windowTitle(), *(dock.windowTitle() for dock in window.docks.values())]
    found["status"] = [window.toolbar.details]
    found["chosen"] = [card.key for card in views.explain.cards]
    return found


def open_all(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    """Opens files, brings every pane to the front, and waits until all is computed."""
    compare(qtbot, window, files)
    views = space(window)
    for name in window.docks:
        window.show_dock(name)
        qtbot.wait(20)
    qtbot.waitUntil(lambda: not views.counting.is_busy and not views.tests.work.is_busy, timeout=20_000)
    qtbot.wait(50)  # widgets that were given up are gone


def is_of_now(window: MainWindow) -> bool:
    """Whether all panes are about the comparison that was opened just now, before anything is computed for it."""
    views, comparison = space(window), window.session.comparison
    panes = (views.systems.model, views.sentences, views.explain, views.notes)
    return (
        all(pane.comparison is comparison for pane in panes)
        and views.sentences.model.rows.comparison is comparison
        and views.view_shown.picture.shown.comparison is comparison
    )


def use(qtbot: QtBot, window: MainWindow) -> None:
    """Leaves traces in every pane."""
    views = space(window)
    card = views.explain.cards[0]
    if pieces := links_of(card):
        card.numbers.linkActivated.emit(str(next(at for at, piece in enumerate(pieces) if piece.count)))
    space(window).set_mapping("T", "whole", True)  # that choice stays
    tables = views.word_pages.currentWidget().findChildren(QTableView)
    if tables and tables[0].model().rowCount():
        tables[0].selectRow(0)
    views.sentences.step(1)
    bar = views.sentences.filter_bar
    bar.where.setCurrentIndex(bar.where.findData("labels"))
    bar.text.setText("NP|nsubj")
    bar.regex.setChecked(True)
    bar.status.setCurrentIndex(bar.status.count() - 1)
    QTest.keyClick(bar.text, Qt.Key.Key_Return)


LARGE = (2400, 1600)
"""A window that has room for every drawing, so that none is folded."""


@pytest.mark.timeout(400)
def test_nothing_is_left_of_another_kind(qtbot: QtBot, opened_as: dict[str, Files]) -> None:
    tried = [*KINDS][:: stride(2)]
    fresh = {}
    for kind, files in ((one, opened_as[one]) for one in tried):
        own = MainWindow()
        qtbot.addWidget(own)
        own.resize(*LARGE)
        own.show()
        open_all(qtbot, own, files)
        fresh[kind] = shown(own)
        own.close()
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(*LARGE)
    window.show()
    before = ""
    at_once: list[bool] = []
    window.session.opened.connect(lambda _: at_once.append(is_of_now(window)))
    for kind in EVERY_SWITCH if len(tried) == len(KINDS) else (*tried, tried[0]):
        open_all(qtbot, window, opened_as[kind])
        assert at_once.pop(), f"{kind} after {before}, before it is compared"
        now = shown(window)
        for pane, texts in now.items():
            others = [one for one in texts if one not in fresh[kind][pane]]
            assert not others, f"{pane} of {kind} after {before}"
            assert texts == fresh[kind][pane], f"{pane} of {kind} after {before}"
        for other, view in space(window).kinds.items():
            tables = view.words.findChildren(QTableView)
            if other != kind:
                assert view.picture.view.drawing is None and not view.picture.counts.text(), (other, kind)
                assert all(table.model().rowCount() == 0 for table in tables), (other, kind)
        use(qtbot, window)
        before = kind
    assert len({*pairwise(EVERY_SWITCH)}) == len(KINDS) * (len(KINDS) - 1)
    window.close()


def test_explain_offers_the_measures_of_the_kind_even_if_they_have_the_same_names(
    qtbot: QtBot, window: MainWindow, opened_as: dict[str, Files]
) -> None:
    compare(qtbot, window, opened_as[LATTICES])
    views = space(window)
    for picker, key in ((views.sentences.picker_a, "las"), (views.sentences.picker_b, "uas")):
        picker.choose(key)
    compare(qtbot, window, opened_as[DEPENDENCIES])
    assert (views.sentences.key_a, views.sentences.key_b) == ("las", "uas")
    assert [card.key for card in views.explain.cards] == ["las", "uas"]
    assert views.sentences.picker_a.findData("tedeval.lattice") < 0


def entries(box: QComboBox) -> list[str]:
    return [box.itemText(item) for item in range(box.count())]


def test_the_filter_names_what_there_is(
    qtbot: QtBot, window: MainWindow, opened_as: dict[str, Files], tmp_path: Path
) -> None:
    """Over lattices labels are those of the treebanks: of constituents or of words."""
    trees = sample("words-that-differ")
    for name, tree in (("gold", TREES.format("loudly")), ("parse", TREES.format("loudly").replace("ADV", "X"))):
        (tmp_path / f"{name}.mrg").write_text(tree, "utf-8")
    same = Files(str(tmp_path / "gold.mrg"), (("", str(tmp_path / "parse.mrg")),), segmentations=())
    bar_texts = {}
    for name, files, settings in (
        ("sample", trees, Settings()),
        ("words", opened_as[DEPENDENCIES], Settings(over_lattices=True)),
        ("trees", same, Settings(over_lattices=True)),
        ("schemes", opened_as[SCHEMES], Settings()),
        ("dependencies", opened_as[DEPENDENCIES], Settings()),
        ("constituents", opened_as[CONSTITUENTS], Settings()),
    ):
        with qtbot.waitSignal(window.session.ended, timeout=20_000):
            window.files.open_with(files, settings)
        bar = space(window).sentences.filter_bar
        bar_texts[name] = entries(bar.where)[1], "words differ" in entries(bar.status), len(entries(bar.where))
        systems, comparison = space(window).systems, window.session.comparison
        is_shown = not systems.all_measures.isColumnHidden(PARTIAL_COLUMN)
        has_some = any(comparison.table.words_differ(one).any() for one in range(len(comparison.systems)))
        assert is_shown == has_some and (comparison.can_be_partial or not is_shown), name
    assert bar_texts == {
        "sample": ("in labels", True, 3),
        "words": ("in relations", True, 3),
        "trees": ("in labels", True, 3),
        "schemes": ("in relations", False, 3),
        "dependencies": ("in relations", False, 4),
        "constituents": ("in labels", True, 4),
    }


# -- every question ----------------------------------------------------------------------------------------------------


def compared(files: Files) -> Comparison:
    comparison = None
    for step in open_files(files, Settings()):
        comparison = getattr(step, "comparison", comparison)
    assert comparison is not None
    for _ in comparison.run():
        pass
    return comparison


def questions(base: type) -> set[str]:
    return {
        name
        for name, one in vars(base).items()
        if not name.startswith("_") and (callable(one) or isinstance(one, property))
    }


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_answers_every_question_of_a_comparison(kind: str, opened_as: dict[str, Files]) -> None:
    comparison = compared(opened_as[kind])
    assert comparison.kind == kind

    def pattern_trees() -> bool:
        assert bool(comparison.pattern_kind) == KINDS[kind].choices.has_patterns
        return (comparison.pattern_trees(0) is not None) == (kind == CONSTITUENTS)

    def found() -> bool:
        if comparison.pattern_kind:
            pattern = comparison.compiled("gold: *=x  system: x")
            return (
                bool(comparison.find(pattern, 0).matches.any()) and len(comparison.pattern_sides(["gold"], 0).of) == 1
            )
        with pytest.raises(UsageError, match="patterns are for constituents and dependencies"):
            comparison.compiled("gold: NP")
        with pytest.raises(UsageError, match="patterns are for constituents and dependencies"):
            comparison.pattern_sides([], 0)
        return True

    def errors() -> bool:
        if comparison.error_types:
            told = comparison.error_kinds and comparison.error_sites and len(comparison.error_costs) == 2
            return len(comparison.errors(0).analysed) == comparison.sentences and bool(told)
        with pytest.raises(UsageError, match="errors are not looked for"):
            comparison.errors(0)
        return True

    def stacked() -> bool:
        if comparison.can_be_stacked:
            comparison.check_stack()
            return len(comparison.stacked(0).heads) == len(comparison.systems) + 1
        for work in (comparison.check_stack, lambda: comparison.stacked(0)):
            with pytest.raises(UsageError, match="for constituents and dependencies"):
                work()
        return True

    def undrawable() -> bool:
        with pytest.raises(UsageError):
            comparison.check_sentence(comparison.sentences)
        return True

    def called() -> bool:
        if comparison.needs_gold:
            with pytest.raises(UsageError, match="several golds"):
                comparison.call_by_names()
            return comparison.is_gold
        comparison.call_by_names()
        names, comparison.is_gold = comparison.names(0), True
        return (names.first, names.second) == (comparison.gold.name, comparison.table.systems[0])

    table = comparison.table
    drawn = comparison.drawn(0, 0, DEFAULT, Telling())
    drawn.lay_out(Space(900, 600))
    answers = {
        "table": table.statuses.shape == (len(comparison.systems), comparison.sentences),
        "preparation": comparison.preparation is not None,
        "warnings": isinstance(comparison.warnings, list),
        "prepare": list(comparison.prepare(Cancel())) == [],
        "count": isinstance(comparison.count(1, Cancel()), Iterator),
        "run": isinstance(comparison.run(1), Iterator),
        "call_by_names": called(),
        "names": comparison.names(0).is_gold,
        "sentence_pairing": len(comparison.sentence_pairing(0).rows) >= comparison.sentences,
        "usual_keys": comparison.usual_keys == KINDS[kind].choices.a_and_b or kind == DEPENDENCIES,
        "texts": len(comparison.texts()) == comparison.sentences and all(comparison.texts()),
        "evalb_lengths": len(comparison.evalb_lengths) == comparison.sentences,
        "treebanks": len(comparison.treebanks()) > len(comparison.systems),
        "head": comparison.head()["gold"] == comparison.gold.path,
        "command": comparison.command("score")[0] == "treecompare",
        "prepared": comparison.prepared().endswith("."),
        "tags": comparison.tags in (True, False, None),
        "same_words": len(comparison.same_words(0)) == comparison.sentences,
        "sentence_title": comparison.systems[0].name in comparison.sentence_title(0, 0),
        "check_sentence": undrawable(),
        "sentences_of": comparison.sentences_of(0, 0) == ([0], [0]),
        "number_of": comparison.number_of(0) == 1,
        "numbers_of": comparison.numbers_of(0) == "1",
        "gold_sentences": comparison.gold_sentences == len(comparison.gold_texts()),
        "row_of": comparison.row_of(0) == 0,
        "gold_texts": comparison.gold_texts()[0] == comparison.texts()[0],
        "sentence_names": comparison.sentence_names()[comparison.ids[0]] == comparison.sentence_names()["1"] == 0,
        "other_texts": comparison.other_texts() == [],
        "drawing": isinstance(comparison.drawing(0, 0), SentenceDrawing),
        "drawn": bool(drawn.scene.boxes) and all(map(drawn.said, drawn.scene.boxes)),
        "takes_long": not comparison.takes_long(0, 0),
        "number_title": comparison.number_title(0).startswith("Sentence 1"),
        "drawn_title": comparison.drawn_title(0, 0).endswith(comparison.table.systems[0]),
        "sentences_with": comparison.sentences_with(0, "labels", lambda numbers, _: np.unique(numbers).tolist()).any(),
        "label_sorts": set(comparison.label_sorts()) <= {"constituents", "relations"}
        and bool(comparison.label_sorts()),
        "discontinuous": comparison.discontinuous(0).tolist() == [False] * comparison.sentences,
        "pattern_trees": pattern_trees(),
        "compiled": found(),
        "find": found(),
        "pattern_sides": found(),
        "patterns_look_at": bool(comparison.patterns_look_at()) == (kind == CONSTITUENTS),
        "errors": errors(),
        "errors_of": not comparison.error_types or comparison.errors_of(0, 0) == list(comparison.errors(0).of(0)),
        "errors_in": comparison.errors_in(0, 0)
        == (len(comparison.errors(0).of(0)) if comparison.error_types else None),
        "stacked": stacked(),
        "check_stack": stacked(),
        "error_words": " ".join(comparison.error_words(0, 0)) == comparison.texts()[0],
        "extra_words": comparison.extra_words(0, 0, Error("missing", "other", "", ())) == [],
        "word_scores": comparison.word_scores(0, 0) is None or kind == CONSTITUENTS,
        "word_counts": [
            count >= len(text.split()) for count, text in zip(comparison.word_counts(), comparison.texts(), strict=True)
        ]
        == [True] * comparison.sentences,
        "words_drawn": sum(map(len, comparison.words_drawn(0, 0, 1, 1))) == 1,
        "occurrences_drawn": comparison.occurrences_drawn(0, 0) == ([], []),
        "left_out_punctuation": bool(comparison.left_out_punctuation) == (kind == CONSTITUENTS),
        "unused_settings": comparison.unused_settings.keys()
        == {name for name, one in SETTINGS.items() if one.kinds and kind not in one.kinds}
        | ({"enhancements"} if kind == DEPENDENCIES else set()),
        "count_on_demand": comparison.count_on_demand([]) is None,
        "not_counted": comparison.not_counted([]) == [],
        "follow": comparison.follow(comparison) is None,
        "applying": comparison.applying(MEASURES_OF[kind]) != [],
        "as_program": comparison.as_program().kind == kind and not table.as_program,
        "only_asked": comparison.only_asked("e.sets") == (kind == CONSTITUENTS),
        # of columns that nobody filled in there are none
        "items": sum(len(comparison.items(0, what)) for what in comparison.item_keys) > 0 or not comparison.item_keys,
    }
    assert answers.keys() == questions(Comparison)
    parts = [measure(one.key).part for one in comparison.applying(MEASURES_OF[kind])]
    assert any(lit(comparison, 0, 0, part, "gold", DEFAULT, drawn) for part in parts)
    assert drawn_for(comparison, "la.tags" if kind == CONSTITUENTS else "las", DEFAULT) == DEFAULT
    assert [name for name, is_right in answers.items() if not is_right] == []
    assert comparison.can_be_partial or not (table.statuses == PARTIAL).any()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_answers_every_question_of_the_window(
    qtbot: QtBot, window: MainWindow, kind: str, opened_as: dict[str, Files]
) -> None:
    compare(qtbot, window, opened_as[kind])
    view, comparison = space(window).view_shown, window.session.comparison
    assert type(view) is KINDS[kind]
    choices, known = view.choices, {*window.actions_.by_name, *window.actions_.switches}
    view.show_sentence(comparison, 0, 0, Wanted())
    drawn = view.picture.view.drawing is not None
    view.update_sentence()
    view.show_error(None)
    for work in (lambda: view.light_count("", ""), lambda: view.light_found([], []), view.stop):
        work()
    answers = {
        "words_title": window.docks["words"].windowTitle() == view.words_title(),
        "show_sentence": drawn,
        "update_sentence": view.picture.view.drawing is not None,
        "light_count": view.picture.view.lit() == [],
        "light_found": view.picture.view.lit() == [],
        "words_as_nodes": len(view.words_as_nodes([1])) == 2 * (kind == DEPENDENCIES),
        "show_error": not view.picture.view.canvas.lights.edges,
        "variant": view.variant() == "la",
        "drawing_options": all(isinstance(one, str) for one in view.drawing_options(Wanted())),
        "arrangement": set(view.arrangement()) == ({"target", "own_golds"} if kind == "schemes" else set()),
        "arrange": view.arrange(view.arrangement()) is None,
        "forget": view.forget() is None,
        "panels": view.picture in view.panels and (view.stack is not None) == comparison.can_be_stacked,
        "shown": view.shown is view.picture,
        "attached": not view.attached(Error("missing", "other", "", ())),
        "hidden_settings": view.hidden_settings(comparison) == view.beside | comparison.unused_settings.keys(),
        "can_be_asked_for": view.can_be_asked_for(comparison, "las") == (kind == CONSTITUENTS),
        "lacks_dependencies": [view.lacks_dependencies(comparison, {"las"}) for _ in range(2)]
        == [kind == "constituents", False],
        "stop": True,
        "discard": True,
    }
    signals = {"stackWanted", "mappingWanted", "viewChanged", "figuresChanged", "nodesPinned", "likeWanted"}
    assert answers.keys() == questions(KindView) - signals
    assert [name for name, is_right in answers.items() if not is_right] == []
    keys = {one.key for one in choices.measures}
    assert {*choices.columns, *choices.a_and_b} <= keys
    assert {one.key for _, family in groups(choices) for one in family} == keys
    assert view.beside <= known


def test_choices_of_kinds_are_remembered_apart() -> None:
    assert len({kind.choices.suffix for kind in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize("kind", [*KINDS][:: stride(2)])
def test_words_follow_the_theme_while_it_runs(
    qtbot: QtBot, window: MainWindow, opened_as: dict[str, Files], kind: str
) -> None:
    compare(qtbot, window, opened_as[kind])
    window.actions_.turn("theme", "light")
    window.show_dock("words")
    table: QTableWidget = space(window).view_shown.words.table  # type: ignore[attr-defined]

    def colours() -> list[str]:
        items = [table.item(row, column) for row in range(table.rowCount()) for column in range(table.columnCount())]
        return [brush.color().name() for one in items if one for brush in (one.foreground(), one.background())]

    for system in range(space(window).systems.model.rowCount()):
        if len(set(colours())) == 1:  # nothing differs
            space(window).systems.choose(system)
    assert len(set(colours())) > 1
    table.selectRow(0)
    light = colours()
    try:
        window.actions_.turn("theme", "dark")
        qtbot.waitUntil(lambda: colours() != light)
        assert not (set(colours()) & set(light)) - {"#000000"}
        assert [index.row() for index in table.selectionModel().selectedRows()] == [0]
    finally:
        window.actions_.turn("theme", "light")
    qtbot.waitUntil(lambda: colours() == light)
