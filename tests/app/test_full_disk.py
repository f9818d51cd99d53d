"""Whatever a window saves on a disk that is full: the old file stays, one sentence is told, nothing is left behind."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPageLayout, QPainter
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs, space
from treecompare.app.drawings.in_memory import pdf_of, png_of
from treecompare.app.drawings.pictures import Picture
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import PHENOMENON
from treecompare.errors import TreecompareError
from treecompare.saved.project import Key

if sys.platform != "win32":
    import resource

OLD = b"(S (NP (DT the) (NN dog)) (VP (VBD barked)))\n" * 400


@contextmanager
def no_room() -> Iterator[None]:
    """No file of this process may get longer than 64 bytes."""
    before, writes = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # nor does Python itself leave half a module
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = writes


Saving = Callable[[], object]


def saves(qtbot: QtBot, window: MainWindow) -> Iterator[tuple[str, Saving]]:
    """Every command that asks for a file to write, with each ending that it has."""
    qtbot.waitUntil(lambda: space(window).drawing_view.drawing is not None)
    yield from ((ending, window.drawing.save_drawing) for ending in ("svg", "pdf", "png", "tex"))
    yield "pdf", window.drawing.save_handout
    yield from ((ending, window.commands.export_table) for ending in ("csv", "tsv", "json"))
    for sentence in range(9):
        window.session.comparison.judgements.put(PHENOMENON, sentence, "", "PPN", "yes")  # type: ignore[union-attr]
    yield "tsv", window.files.save_judgements
    window.files.file.keep({})  # what is saved without room is then the file that was chosen
    yield "treecompare", window.files.save_as


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limits on files")
def test_what_is_saved_on_a_full_disk_destroys_nothing(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    names: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder / names[-1]), ""))
    tried = 0
    for number, (ending, save) in enumerate(saves(qtbot, compared)):
        names.append(f"{number}.{ending}")
        path = folder / names[-1]
        path.write_bytes(OLD)
        before = sorted(folder.iterdir())
        with no_room():
            save()
        texts = [box.text() for box in dialogs()]
        assert len(texts) == 1 or ending == "treecompare"  # what is typed cannot be stored there either
        for box in dialogs():
            box.reject()
        qtbot.waitUntil(lambda: not dialogs())
        reason = (
            "cannot be written (disk I/O error)" if ending == "treecompare" else "cannot be written: File too large"
        )
        told = next((text for text in texts if reason in text), "")
        assert told, (names[-1], texts)
        assert "\n" not in told and str(path) in told, (names[-1], told)
        assert path.read_bytes() == OLD, f"{names[-1]} was damaged"
        assert sorted(folder.iterdir()) == before, "a file was left behind"
        save()
        assert not dialogs()
        assert path.read_bytes() != OLD, f"{names[-1]} is not what was saved"
        tried += 1
    assert tried == 10


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limits on files")
def test_what_is_rescued_on_a_full_disk_leaves_nothing(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    damaged, into = folder / "damaged.treecompare", folder / "rescued.treecompare"
    chosen = damaged
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    compared.files.file.write([(Key("note", sentence), f"note {sentence}") for sentence in range(9)], "note")
    compared.files.save_as()
    compared.close_comparison()
    whole = damaged.read_bytes()
    damaged.write_bytes(cut := bytes(512) + whole[512:])
    chosen = into
    for is_full in (True, False):
        compared.open_comparison(Files(str(damaged), ()))
        [box] = dialogs()
        rescue = next(one for one in box.buttons() if "Rescue" in one.text())
        with no_room() if is_full else nullcontext():
            rescue.click()
        assert damaged.read_bytes() == cut
        if is_full:
            [box] = dialogs()
            assert box.text().startswith(f"{into}: cannot be used (disk I/O error)") and "\n" not in box.text()
            box.reject()
            qtbot.waitUntil(lambda: not dialogs())
            assert list(folder.iterdir()) == [damaged], "a file was left behind"
    qtbot.waitUntil(lambda: compared.session.comparison is not None and not compared.session.is_busy, timeout=20_000)
    assert compared.files.file.named == into
    assert len(compared.session.comparison.judgements.notes) == 9  # type: ignore[union-attr]


def test_what_qt_cannot_write_is_told(tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Picture(10.0, 10.0, lambda painter: None, "")
    image = picture.image()
    failing = {
        "PDF": (QPainter, "end", lambda: pdf_of(picture.paint, QPageLayout())),
        "PNG": (QImage, "save", lambda: png_of(image)),
    }

    for form, (kind, name, make) in failing.items():
        assert len(make()) > 50
        usual = getattr(kind, name)
        with monkeypatch.context() as patched:
            patched.setattr(kind, name, lambda *given, usual=usual: [usual(*given), False][1])
            with pytest.raises(TreecompareError, match=f"the {form} cannot be written"):
                make()
