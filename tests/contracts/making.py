"""What a contract gives: status, both streams and the files that are written, made in this process."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from PySide6.QtCore import QBuffer, QPointF
from PySide6.QtGui import QFont, QPageLayout, QPaintDevice, QPaintEngine, QTextItem
from PySide6.QtWidgets import QApplication

from tests.conftest import SHARED
from tests.contracts.library import printed
from tests.contracts.listed import Contract, folder_of_samples
from treecompare.__main__ import main
from treecompare.window.common import fonts
from treecompare.window.drawings import pictures

MANIFEST = """treebanks = ["{treebank}/gold.mrg", "dependencies/gold.conllu"]
systems = "{treebank}/attach-{system}.*"
results = "out/results.batch"
measures = "e.whole.dice,t.whole.dice,la,uas,las"
"""


@contextlib.contextmanager
def folder_of_contracts(path: Path) -> Iterator[Path]:
    """A folder with copies of the samples and the treebanks beside the project, to work in; lines are 100 columns wide."""
    for one in Path(folder_of_samples()).iterdir():
        if one.is_dir():
            shutil.copytree(one, path / one.name)
    (path / "manifest.toml").write_text(MANIFEST, "utf-8")
    for name in ("data", "oracles") if SHARED.is_dir() else ():
        (path / name).symlink_to(SHARED / name)
    before = Path.cwd()
    with mock.patch.dict(os.environ, {"COLUMNS": "100", "QT_QPA_PLATFORM": "offscreen"}):
        os.chdir(path)
        application = QApplication.instance() or QApplication([])
        assert isinstance(application, QApplication)
        font = QFont(application.font())
        fonts.dress(application)  # as the program does that draws first
        try:
            yield path
        finally:
            application.setFont(font)
            os.chdir(before)


def made(contract: Contract, folder: Path) -> str:
    """The output as one text: status, streams, files in the order of their names."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2)]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]), pages_as_texts():
        try:
            of_library = contract.arguments[0] == "library"
            status: object = printed(*contract.arguments[1:]) if of_library else main([*contract.arguments])
        except SystemExit as end:
            status = end.code
    parts = [f"status {status}"]
    for name, stream in zip(("output", "errors"), streams, strict=True):
        stream.flush()
        parts.append(f"== {name}\n{stream.buffer.getvalue().decode()}")  # type: ignore[attr-defined]
    for path in sorted(one for one in out.rglob("*") if one.is_file()):
        parts.append(f"== {path.relative_to(folder).as_posix()}\n{content(path)}")
    text = "\n".join(parts).replace(str(folder), "FOLDER")
    return _WHEN.sub("WHEN", text) if any(one in text for one in _MARKS) else text


_MARKS = (socket.gethostname(), " UTC", "of work")
"""Without one of them nothing is to be found, which takes long in all the digits of a table."""
_HOST = re.escape(socket.gethostname())
_WHEN = re.compile(
    rf"[\d.e-]+,?\s+1[789]\d{{8}}\.\d+,?\s+\"?{_HOST}\b|[\d.]+</td><td>{_HOST}\b"
    r"|\d+ s</b><span>of work|\d{4}-\d\d-\d\d \d\d:\d\d UTC"
)
"""How long a batch took, when, and where."""


def content(path: Path) -> str:
    return path.read_bytes().decode() if path.suffix != ".batch" else "results"


@contextlib.contextmanager
def pages_as_texts() -> Iterator[None]:
    """Plots and PDFs are written as what is drawn in them."""

    def savefig(figure: Figure, file: io.BytesIO, **_: object) -> None:
        file.write(described(figure).encode())

    with mock.patch.object(Figure, "savefig", savefig), mock.patch.object(pictures, "QPdfWriter", Recorder):
        yield


def described(figure: Figure) -> str:
    """Texts, numbers and order of what a figure shows; three digits of each number."""
    lines = []
    for axes in figure.axes:
        lines.append(f"axes {_numbers(axes.get_xlim())}, {_numbers(axes.get_ylim())}")
        lines += [f"{kind} {one}" for one, kind in _drawn(axes)]
        lines += [one.get_text() for one in (*axes.get_xticklabels(), *axes.get_yticklabels())]
    return "\n".join([*lines, *(one.get_text() for one in figure.texts)])


def _drawn(axes: Axes) -> Iterator[tuple[str, str]]:
    """What stands on the axes, in the order in which it is drawn, and its kind."""
    for one in axes.get_children():
        kind = type(one).__name__
        if isinstance(one, Text):
            yield f"{one.get_text()!r} {_numbers(one.get_position())}", kind
        elif isinstance(one, Line2D):
            yield f"{one.get_label()} {_numbers(one.get_xydata())}", kind
        elif isinstance(one, Collection):
            paths = [part.vertices for part in one.get_paths()] if not len(one.get_offsets()) else []
            yield f"{one.get_label()} {_numbers([*map(np.ravel, (one.get_offsets(), *paths))])}", kind
        elif isinstance(one, Patch):
            yield _numbers(one.get_extents().transformed(axes.transData.inverted()).get_points()), kind
        elif isinstance(one, Axis):
            yield one.get_label_text(), kind
        elif isinstance(one, Legend):
            yield " | ".join(text.get_text() for text in one.get_texts()), kind


def _numbers(values: Any) -> str:
    """Three digits of each number, of masked ones ``nan``; of a list of arrays one after the other."""
    parts = values if isinstance(values, list) else [values]
    flat = [np.ravel(np.ma.filled(np.ma.asarray(one, float), np.nan)) for one in parts]
    return " ".join(f"{one + 0:.3g}" for part in flat for one in part.tolist())


class Recorder(QPaintDevice):
    """In place of a PDF: what its pages say, a line for each text that is painted."""

    def __init__(self, buffer: QBuffer) -> None:
        super().__init__()
        self._engine = Texts(buffer)

    def paintEngine(self) -> QPaintEngine:
        return self._engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        of = QPaintDevice.PaintDeviceMetric
        return {of.PdmWidth: 1000, of.PdmHeight: 1000, of.PdmNumColors: 2**24, of.PdmDepth: 32}.get(
            metric, 72 if "Dpi" in metric.name else 1
        )

    def setResolution(self, _: int) -> None: ...

    def setCreator(self, _: str) -> None: ...

    def setPageLayout(self, _: QPageLayout) -> None: ...

    def setTitle(self, title: str) -> None:
        self._engine.write(f"title {title}")


class Texts(QPaintEngine):
    def __init__(self, buffer: QBuffer) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self._buffer = buffer

    def write(self, text: str) -> None:
        self._buffer.write(f"{text}\n".encode())

    def begin(self, _: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, _: object) -> None: ...

    def drawTextItem(self, _: QPointF, item: QTextItem) -> None:
        self.write(item.text())

    def drawPath(self, *_: object) -> None: ...

    def drawPolygon(self, *_: object) -> None: ...

    def drawPixmap(self, *_: object) -> None: ...

    def drawImage(self, *_: object) -> None: ...
