"""The first sentence opened from a cell of a table shows what the cell counts, whatever the table and the system."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import sized, space
from tests.conftest import stride
from treecompare.analyses.catalogue import analysis
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

PARTS = 40
LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"


def long_trees(folder: Path) -> Files:
    """Long sentences of which the second half of the last constituents is another in each system."""

    def tree(label: str) -> str:
        parts = [f"(NP (D the) (N word{one}))" for one in range(PARTS)]
        parts += [f"({label} (D a) (N thing{one}))" for one in range(12)]
        return "(S " + " ".join(parts) + ")"

    gold = write(folder / "gold.mrg", [tree("PP")] * 4)
    return Files(
        gold,
        tuple(("", write(folder / f"{name}.mrg", [tree(label)] * 4)) for name, label in (("x", "XP"), ("y", "NP"))),
    )


def long_arcs(folder: Path) -> Files:
    """The same with words of another relation, and in the system one word more."""

    def lines(relation: str, last: str) -> str:
        words = [f"word{one}" for one in range(PARTS)] + [f"thing{one}" for one in range(12)] + ([last] if last else [])
        of = ("a" if word.startswith("word") else relation for word in words)
        return "".join(
            LINE.format(number + 1, word, number, one if number else "root")
            for number, (word, one) in enumerate(zip(words, of, strict=True))
        )

    paths = []
    for name, relation, last in (("gold", "b", ""), ("x", "c", "more"), ("y", "d", "")):
        path = folder / f"{name}.conllu"
        path.write_text((lines(relation, last) + "\n") * 4, "utf-8")
        paths.append(str(path))
    return Files(paths[0], (("", paths[1]), ("", paths[2])))


@pytest.mark.parametrize("kind", ["trees", "dependencies"][:: stride(2)])
def test_every_cell_that_counts_nodes_shows_them(qtbot: QtBot, window: MainWindow, tmp_path: Path, kind: str) -> None:
    sized(window, 1280, 800)
    compare(qtbot, window, long_trees(tmp_path) if kind == "trees" else long_arcs(tmp_path))
    views = space(window)
    wanted = ("failures", "words", "labels") if kind == "trees" else ("word-failures", "confusion", "breakdown")
    tried = 0
    for key in wanted:
        for table in analysis(key).tables(window.session.comparison, views.view()):  # type: ignore[arg-type]
            cells = ((row, column) for row in range(len(table.rows)) for column in range(1, len(table.columns)))
            found = [one for row, column in cells if table.found and (one := table.found(row, column)) is not None]
            for cell in [one for one in found if len(one.sentences)][: 3 - stride(2)]:
                window.show_dock("scores")
                QApplication.processEvents()
                views.show_found(cell)
                QTest.qWait(20)
                canvas = views.drawing_view.canvas
                seen = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
                lit = [rect for rect, *_ in canvas.lights.lit]
                assert any(seen.contains(rect) for rect in lit), (key, table.title, cell.text)
                tried += 1
    assert tried > 8 // stride(2)


def test_nodes_of_one_system_are_not_lit_in_another(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """Systems number their nodes each on its own; a number may not even exist in the other one's tree."""
    gold = write(tmp_path / "gold.mrg", ["(S (NP (D a) (N b)) (VP (V c)))"] * 3)
    deep = write(tmp_path / "deep.mrg", ["(S (X (Y (Z (NP (D a) (N b))))) (VP (V c)))"] * 3)
    flat = write(tmp_path / "flat.mrg", ["(S (D a) (N b) (V c))"] * 3)
    compare(qtbot, window, Files(gold, (("", deep), ("", flat))))
    views = space(window)
    table = analysis("labels").tables(window.session.comparison, views.view())[0]  # type: ignore[arg-type]
    names = [row[0] for row in table.rows]
    for label in ("X", "S"):  # only in the deep trees; with a number that the flat ones lack
        cell = table.found(names.index(label), 2)
        assert cell is not None
        views.systems.choose(0)
        views.show_found(cell)
        assert views.alignment.view.lit()
        views.systems.choose(1)
        assert views.alignment.view.lit() == []


def test_words_that_only_the_system_has_are_shown(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    compare(qtbot, window, long_arcs(tmp_path))
    views = space(window)
    cross = analysis("confusion").tables(window.session.comparison, views.view())[1]  # type: ignore[arg-type]
    row, column = len(cross.rows) - 1, [one.title for one in cross.columns].index("c")
    assert cross.rows[row][column] == 4
    cell = cross.found(row, column)  # type: ignore[misc]
    assert cell is not None
    views.show_found(cell)
    assert "more" in [box.text for box in views.drawing_view.lit()]
