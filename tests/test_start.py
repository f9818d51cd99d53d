"""How the program starts: frozen, where Qt is missing, and as a window after commands that painted."""

from __future__ import annotations

import builtins
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from treecompare.__main__ import main
from treecompare.resources import samples

REAL_IMPORT = builtins.__import__


def without_window(error: ImportError, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, *arguments: Any, **named: Any) -> Any:
        if name.startswith("treecompare.window"):
            raise error
        return REAL_IMPORT(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (
            ImportError("libEGL.so.1: cannot open shared object file: No such file or directory"),
            "the library libEGL.so.1, which this system lacks; on Debian or Ubuntu: sudo apt install libegl1",
        ),
        (
            ImportError("/lib/libc.so.6: version `GLIBC_2.38' not found (required by /x/libQt6Core.so.6)"),
            "need the C library glibc 2.38 or newer, which is newer than that of this system",
        ),
        (
            ImportError("DLL load failed while importing QtCore: The specified module could not be found."),
            "cannot be loaded: DLL load failed while importing QtCore: The specified module could not be found; expected",
        ),
        (
            ImportError("dlopen(/x/QtGui.abi3.so): Library not loaded: @rpath/QtGui\n  Reason: built for macOS 13"),
            "cannot be loaded: dlopen(/x/QtGui.abi3.so): Library not loaded: @rpath/QtGui; expected",
        ),
        (ModuleNotFoundError("No module named 'PySide6'", name="PySide6"), "pip install PySide6-Essentials"),
        (ModuleNotFoundError("No module named 'PySide6'", name="PySide6.QtSvg"), "pip install PySide6-Essentials"),
    ],
)
def test_without_qt_there_is_one_sentence(
    error: ImportError, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    without_window(error, monkeypatch)
    assert main(["demo"]) == 2
    said = capsys.readouterr().err
    assert expected in said and said.count("\n") == 1
    first = samples()[0]
    align = ["align", first.gold, first.systems[0], "--sentence", "1", "--format", "pdf", "--output", "a.pdf"]
    assert main(align) == 2
    said = capsys.readouterr().err
    assert expected in said and said.count("\n") == 1


def test_another_module_that_is_missing_is_a_fault_of_the_program(monkeypatch: pytest.MonkeyPatch):
    without_window(ModuleNotFoundError("No module named 'numpy'", name="numpy"), monkeypatch)
    with pytest.raises(ModuleNotFoundError):
        main(["demo"])


def test_a_frozen_program_first_asks_whether_it_is_a_helper_process(monkeypatch: pytest.MonkeyPatch):
    """Else a library that starts a process opens another window."""

    class Helper(Exception):
        pass

    def is_helper() -> None:
        raise Helper

    monkeypatch.setattr(multiprocessing, "freeze_support", is_helper)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(Helper):
        main(["measures"])


MOST_FOR_SCORE = 71
"""So many modules a plain table of trees takes in, packages and the start counted."""
NOT_FOR_TABLES = {
    "treecompare.mappings._edits_twin",
    "treecompare.analyses.catalogue",
    "treecompare.analyses.patterns",
    "treecompare.window",
    "treecompare.comparison.beside",
    "treecompare.comparison.hits",
    "treecompare.comparison.lattices",
    "treecompare.comparison.explain",
    "treecompare.extras.teaching.exercise",
    "treecompare.readers.lattice_files",
    "treecompare.saved",
    "treecompare.trees.joined_patterns",
    "treecompare.trees.lattices",
    "treecompare.trees.pattern_syntax",
    "PySide6",
    "matplotlib",
    "networkx",
    "nltk",
    "scipy",
    "tomllib",
}
OF_DEPENDENCIES = {
    "treecompare.comparison.dependencies",
    "treecompare.comparison.schemes",
    "treecompare.mappings.tokens",
    "treecompare.measures.enhanced",
    "numpy.ma",
}
OF_ERRORS = {f"treecompare.mappings.{name}" for name in ("accounts", "tree_errors")}
OF_CONSTITUENTS = {"treecompare.comparison.constituents", "treecompare.mappings.tree_errors"}


@pytest.mark.parametrize("command", ["score", "rank", "errors"])
@pytest.mark.parametrize(
    ("sample", "others"),
    [("first-comparison", OF_DEPENDENCIES), ("dependencies", OF_CONSTITUENTS)],
)
def test_a_plain_table_takes_in_only_what_it_needs(command: str, sample: str, others: set[str]) -> None:
    """Neither drawing nor search nor other kinds of comparison: half of the time of a small table was their import."""
    files = next(one for one in samples() if one.key == sample)
    code = (
        "import os, sys; from treecompare.__main__ import main; main(sys.argv[1:]);"
        "print(*sys.modules, f'threads:{os.environ.get(\"OPENBLAS_NUM_THREADS\")}', file=sys.stderr)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", code, command, files.gold, *files.systems],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    taken_in = set(done.stderr.split())
    assert "treecompare.comparison.base" in taken_in
    # threads that multiply no matrices would spin for a tenth of a second
    assert ("threads:1" in taken_in) == (command != "errors")
    unwanted = NOT_FOR_TABLES | others | (OF_ERRORS if command != "errors" else set())
    assert sorted(taken_in & unwanted) == []
    drawing = {one for one in taken_in if one.startswith("treecompare.drawing.")}
    assert drawing <= {"treecompare.drawing.names", "treecompare.drawing.sentence"}
    if (command, sample) == ("score", "first-comparison"):
        ours = [one for one in taken_in if one.partition(".")[0] == "treecompare"]
        assert len(ours) <= MOST_FOR_SCORE, sorted(ours)


OPENED = """
import builtins, sys
import treecompare.window.frame.application, treecompare.jobs.compare, treecompare.jobs.opening, treecompare.jobs.overview
assert builtins.__import__ is builtins.__orig_import__
print(*sys.modules)
"""


def test_a_window_of_trees_takes_in_no_other_kind_and_leaves_imports_alone() -> None:
    """While trees are read one waits for both; Qt would read the source of each module that follows it."""
    done = subprocess.run([sys.executable, "-c", OPENED], capture_output=True, text=True, check=True)
    others = {f"treecompare.comparison.{kind}.comparison" for kind in ("dependencies", "lattices", "schemes")}
    assert others.isdisjoint(done.stdout.split())


PAINTED = """
import sys
from pathlib import Path
from treecompare.__main__ import main
assert main([*sys.argv[2:], "--output", sys.argv[1]]) == 0
assert Path(sys.argv[1]).stat().st_size > 1_000

from PySide6.QtWidgets import QApplication
from treecompare.window.common.screen import application
from treecompare.window.frame.application import new_window
assert isinstance(application(), QApplication)
new_window().show()
"""


@pytest.mark.parametrize("form", ["handout", "png"])
def test_a_window_may_follow_a_picture(form: str, tmp_path: Path) -> None:
    """In one process, as notebooks and these tests are."""
    sample = next(one for one in samples() if one.key == "first-comparison")
    command = ["align", sample.gold, sample.systems[0], "--sentence", "1", "--format", form]
    environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "DISPLAY")}
    own = {key: str(tmp_path) for key in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    subprocess.run(
        [sys.executable, "-c", PAINTED, str(tmp_path / "painted"), *command],
        check=True,
        env={**environment, **own},
        timeout=100,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of the cache is another one there")
def test_a_plot_says_nothing_of_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    """matplotlib would tell at length of its cache."""
    sample = next(one for one in samples() if one.key == "first-comparison")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "MPL"))}
    done = subprocess.run(
        [sys.executable, "-m", "treecompare", "plot", sample.gold, sample.systems[0], "--output", str(tmp_path / "a.svg")],
        env=environment | {"HOME": "/proc/nothing"}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "") and (tmp_path / "a.svg").stat().st_size > 1_000
