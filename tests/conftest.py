"""Fixtures that all tests share."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

for _name, _examples in (("by day", 25), ("at night", 100)):  # other programs' work is no fault of a test
    settings.register_profile(_name, deadline=None, max_examples=_examples)
settings.load_profile("by day")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    # settings and comparison files are written through to the disk with every step, which takes longer than most tests
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with papers' figures, oracles and real treebanks; it lies beside the checkout where there is one."""
    if not SHARED.is_dir():
        pytest.skip("there is no folder 'shared' beside the checkout: published figures and real data are not at hand")
    return SHARED


NIGHTLY = Path(__file__).parent / "nightly.tsv"
"""Tests of facts that have a quick form, too: how each is called, and where that form stands."""


def nightly() -> dict[str, str]:
    """What is in the list, without its heading."""
    lines = NIGHTLY.read_text("utf-8").splitlines()[1:]
    return dict(line.split("\t", 1) for line in lines)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run the tests of tests/nightly.tsv, too")


def is_nightly() -> bool:
    """Whether all is tried, as at night."""
    return _CHOSEN["nightly"]


def stride(quick: int) -> int:
    """How far apart the cases of a loop over real data are: all are tried at night, else every so many."""
    return 1 if is_nightly() else quick


def let_pass(milliseconds: int) -> None:
    """Does what a window has to do, for so long. ``QTest.qWait`` keeps Python to itself: what runs beside it hardly goes on."""
    from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


_CHOSEN = {"nightly": False}


def pytest_configure(config: pytest.Config) -> None:
    """Objects of windows live long: fewer rounds of the collector go through all of them. Every core has a worker: threads that
    multiply small matrices only wait for each other."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy asks as it is imported
    _CHOSEN["nightly"] = config.getoption("--nightly")
    if _CHOSEN["nightly"]:
        settings.load_profile("at night")
    gc.set_threshold(50_000, 20, 50)


WINDOWS = {"window"}
"""Folders with tests of windows."""
FIRST = ("tests/window/", "tests/extras/", "tests/contracts/", "tests/trials/")
"""What takes longest comes first, so that no core waits for another in the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the tests of the list out, unless they are asked for, all or by name. Those of the window say nothing of what the
    offscreen platform cannot do without a window manager."""
    for item in items:
        if WINDOWS & {*item.path.parts}:
            of_platform = r"This plugin does not support (propagateSizeHints|raise|grabbing)"
            item.add_marker(pytest.mark.qt_log_ignore(of_platform, extend=True))
    if any("::" in one for one in config.args):
        return  # in the order in which they were asked for
    items.sort(
        key=lambda one: next((place for place, begin in enumerate(FIRST) if one.nodeid.startswith(begin)), len(FIRST))
    )
    if config.getoption("--nightly"):
        return
    left_out = nightly()
    later = [one for one in items if {one.nodeid, one.nodeid.partition("[")[0]} & {*left_out}]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [one for one in items if one not in later]
