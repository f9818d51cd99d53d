"""Crossing branches in the window: kept, raised or split by a menu, grey where none cross."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import shown, space
from treecompare.analyses.catalogue import analysis
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

GOLD = [
    "(S (VP (PROAV 0=darüber) (VVINF 3=nachdenken)) (VMFIN 1=muss) (PIS 2=man))",
    "(S (NP (ART 0=ein) (NN 1=Mann) (S (PRELS 3=der) (VVFIN 4=lacht))) (VVFIN 2=kommt))",
    "(S (PPER 0=sie) (VVFIN 1=lacht))",
]
SYSTEM = [
    "(S (PROAV 0=darüber) (VMFIN 1=muss) (PIS 2=man) (VP (VVINF 3=nachdenken)))",
    GOLD[1],
    "(S (NP (PPER 0=sie)) (VVFIN 1=lacht))",
]
WHOLE = ["(S (PPER sie) (VVFIN lacht))"]


def write(path: Path, trees: list[str]) -> str:
    path.write_text("\n".join(trees) + "\n", "utf-8")
    return str(path)


@pytest.fixture
def crossing(tmp_path: Path) -> Files:
    return Files(write(tmp_path / "gold.dbr", GOLD), (("", write(tmp_path / "system.dbr", SYSTEM)),))


@pytest.fixture
def whole(tmp_path: Path) -> Files:
    return Files(write(tmp_path / "gold.mrg", WHOLE), (("", write(tmp_path / "system.mrg", WHOLE)),))


@pytest.fixture
def crossed(qtbot: QtBot, window: MainWindow, crossing: Files) -> MainWindow:
    compare(qtbot, window, crossing)
    return window


def choose(qtbot: QtBot, window: MainWindow, way: str) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.actions_.switches["crossing_branches"][way].trigger()


def is_offered(window: MainWindow) -> bool:
    """Whether crossing branches can be resolved in Scoring."""
    sheet = window.sheets.scoring()
    assert sheet is not None
    offers = "crossing_branches" in sheet.boxes
    sheet.reject()
    return offers


@pytest.mark.parametrize(
    ("way", "said", "counts", "signed"),
    [
        ("raise", "crossing branches raised", "nodes raised: 2", "crossing-branches:raise|heads:tiger"),
        ("split", "crossing branches split", "parts added where constituents were split: 2", "crossing-branches:split|heads:tiger"),
    ],
)  # fmt: skip
def test_branches_are_resolved_and_the_window_says_so(
    qtbot: QtBot, crossed: MainWindow, way: str, said: str, counts: str, signed: str
) -> None:
    assert is_offered(crossed)
    assert crossed.actions_.chosen("crossing_branches") == "keep"
    assert "branches" not in crossed.toolbar.details and not crossed.docks["systems"].notice
    comparison = crossed.session.comparison
    assert comparison is not None and comparison.table.has("e.discontinuous")

    choose(qtbot, crossed, way)
    comparison = crossed.session.comparison
    assert comparison is not None
    assert crossed.toolbar.details.endswith(said)
    assert [counts in one for one in comparison.warnings] == [True, False]
    assert "warning" in crossed.docks["systems"].notice and counts in "\n".join(crossed.session.comparison.warnings)
    assert signed in comparison.table.signature("e.whole.dice")
    assert f"--crossing-branches {way}" in space(crossed).as_command()
    assert not comparison.table.has("e.discontinuous")
    assert is_offered(crossed)  # they crossed before

    choose(qtbot, crossed, "keep")
    assert "branches" not in crossed.toolbar.details


def test_only_sentences_with_discontinuous_constituents(qtbot: QtBot, crossed: MainWindow, whole: Files) -> None:
    bar = space(crossed).sentences.filter_bar
    assert not bar.discontinuous.isHidden() and shown(crossed) == [0, 1, 2]
    bar.discontinuous.click()
    assert shown(crossed) == [0, 1] and [chip.property("said") for chip in bar.chips] == ["Discontinuous"]
    assert "discontinuous constituents" in space(crossed).sentences.model.as_table().note
    bar.reset()
    assert shown(crossed) == [0, 1, 2] and not bar.discontinuous.isChecked()
    assert bar.repeat() and shown(crossed) == [0, 1]
    choose(qtbot, crossed, "raise")
    assert shown(crossed) == [0, 1, 2] and bar.discontinuous.isHidden()
    compare(qtbot, crossed, whole)
    assert bar.discontinuous.isHidden()


def test_discontinuous_constituents_are_counted(qtbot: QtBot, crossed: MainWindow) -> None:
    comparison = crossed.session.comparison
    assert comparison is not None
    counts, labels = analysis("discontinuous").tables(comparison, space(crossed).view())
    gold, system = counts.rows
    # VP, and NP with its relative clause; of the system the latter only, which is also in the gold
    assert (gold[1], gold[3], gold[5]) == (2, 2, None) and (system[1], system[3], system[5]) == (1, 1, 1)
    assert gold[2] == 2 / 6 and gold[4] == 2 / 3
    assert labels.rows == [["NP", 1, 1], ["VP", 1, 0]]
    assert comparison.table.discontinuous[0].sum(axis=0)[:3].tolist() == [gold[1], system[1], system[5]]
    found = labels.found(1, 1)
    assert found is not None and found.sentences.tolist() == [0] and labels.found(1, 2).sentences.tolist() == []
    [(side, node)] = found.nodes[0]
    assert side == "gold" and comparison.pairs(0).gold[0].texts[node] == "VP"
    choose(qtbot, crossed, "raise")
    counts, labels = analysis("discontinuous").tables(crossed.session.comparison, space(crossed).view())
    assert (
        [row[1] for row in counts.rows] == [0, 0]
        and "no constituent is discontinuous" in counts.note
        and not labels.rows
    )


def test_it_is_not_offered_where_nothing_crosses_and_the_palette_says_why(
    qtbot: QtBot, crossed: MainWindow, whole: Files, crossing: Files
) -> None:
    compare(qtbot, crossed, whole)
    assert not is_offered(crossed)
    assert not any(one.isEnabled() for one in crossed.actions_.actions_of("crossing_branches"))
    palette = crossed.show_palette()
    palette.field.setText("crossing branches")
    found = next(one for one in palette.found if one.title.startswith("Raise"))
    assert found.shown == "Crossing branches: Raise non-head parts"
    assert found.missing == "no branches cross in these treebanks"
    palette.close()
    compare(qtbot, crossed, crossing)
    assert is_offered(crossed)


def test_it_is_offered_before_anything_is_open_and_hidden_where_it_means_nothing(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, crossing: Files
) -> None:
    window.actions_.switches["crossing_branches"]["raise"].trigger()
    compare(qtbot, window, crossing)
    assert window.toolbar.details.endswith("crossing branches raised")
    line = "{}\t{}\t_\tX\tX\t_\t{}\tdep\t_\t_\n"
    words = write(tmp_path / "words.conllu", [line.format(1, "a", 2) + line.format(2, "b", 0)])
    compare(qtbot, window, Files(words, (("", words),)))
    assert not is_offered(window)


def test_three_discontinuous_treebanks_are_open_in_seconds(qtbot: QtBot, window: MainWindow, shared: Path) -> None:
    folder = shared / "data/german-tiger"
    gold, *systems = (str(folder / f"pcc316.{name}.export") for name in ("gold", "discodop-pcc", "discodop-squoia"))
    begun = time.process_time()
    compare(qtbot, window, Files(gold, tuple(("", path) for path in systems)))
    assert window.session.is_compared and time.process_time() - begun < 10
