"""How much of the window the drawing has, for every kind of comparison, with the inspector open and closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import drawing_share, left_column, sized, space
from treecompare import resources
from treecompare.app.panes.sentences_table import MOST_WIDTH
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

WORD = "{}\tword{}\t_\tNOUN\tNN\t_\t{}\t{}\t_\t_\n"


def large_treebank(folder: Path) -> Files:
    """Two thousand sentences with long names, all three signs in the legend, large counts below the drawing."""
    paths = []
    for name in ("gold", "test.malt-eager", "test.udpipe"):
        path = folder / f"{name}.conllu"
        words = [
            WORD.format(one, one, (one - 1) if name == "gold" or one % 4 or one < 3 else one - 2,
                        ("root" if one == 1 else "x" if name == "gold" or one % 5 else "y"))
            for one in range(1, 40)
        ]  # fmt: skip
        blocks = (
            f"# sent_id = weblog-blogspot.com_marketview_20050511222700_ENG_20050511_222700-{place:04}\n"
            + "".join(words)
            for place in range(2000)
        )
        path.write_text("\n".join([*blocks, ""]), "utf-8")
        paths.append(str(path))
    return Files(paths[0], tuple(("", path) for path in paths[1:]))


@pytest.mark.parametrize("kind", ["large", *(one.key for one in resources.samples())])
def test_every_kind_leaves_the_drawing_its_room(qtbot: QtBot, window: MainWindow, tmp_path: Path, kind: str) -> None:
    if kind == "large":
        compare(qtbot, window, large_treebank(tmp_path))
    else:
        with qtbot.waitSignal(window.session.ended, timeout=20_000):
            window.open_sample(kind)
    window.panes.usual_layout()
    centre, shares = space(window).centre, {}
    for size, is_open in (((1600, 1000), True), ((1600, 1000), False), ((1280, 800), False), ((1280, 800), True)):
        sized(window, *size)
        window.panes.usual_layout()
        centre.open_inspector(is_open)
        QTest.qWait(30)
        shares[size[0], is_open] = drawing_share(centre)
        if (size[0], is_open) == (1600, True):
            # beside the widest left column that other treebanks may have
            missing = (MOST_WIDTH - left_column(window)) * space(window).drawing_view.canvas.height()
            shares[1600, True] -= missing / (1600 * 1000)
        assert left_column(window) >= 380
    least = {(1600, True): 0.42, (1600, False): 0.55, (1280, False): 0.45, (1280, True): 0.3}
    assert {place: share for place, share in shares.items() if share < least[place]} == {}


def test_tables_need_no_scroll_bars_after_another_size(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    files = large_treebank(tmp_path)
    for path in tmp_path.glob("*.conllu"):  # its words are as wide as words get
        path.write_text(path.read_text("utf-8").replace("word", "ROOM"), "utf-8")
    compare(qtbot, window, files)
    window.panes.usual_layout()
    for size in ((1280, 800), (1600, 1000), (1280, 800)):
        sized(window, *size)
        QTest.qWait(30)
        assert space(window).sentences.table.horizontalScrollBar().maximum() == 0
        assert space(window).systems.table.verticalScrollBar().maximum() == 0
