"""The check that the frozen program carries: it finds what works, and what does not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, qWarning

from treecompare import resources
from treecompare.cli import run_command
from treecompare.window.common import preferences
from treecompare.window.frame.program import FrameWindow

FREEZING = str(Path(__file__).parents[3] / "packaging" / "freezing")
sys.path.insert(0, FREEZING)
try:
    import selfcheck
finally:
    sys.path.remove(FREEZING)


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first, and the one of dependencies that networkx is tried on."""
    kept = [one for one in resources.samples() if one.key in ("first-comparison", "dependencies")]
    monkeypatch.setattr(resources, "samples", lambda: kept)


@pytest.fixture(autouse=True)
def settings_as_before(tmp_path: Path):
    yield
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))


def test_everything_works_here_and_nothing_is_left(
    few_samples: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    preferences.store("folder", "of the user")
    assert selfcheck.show_tried(selfcheck.tried()) == 0
    said = capsys.readouterr()
    assert said.err == "" and said.out.endswith("Everything works.\n")
    tried = [line.removeprefix("works  ") for line in said.out.splitlines()[:-1]]
    assert len(tried) == 8 and "drawing of dependencies" in tried and "note that is kept" in tried
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))
    assert preferences.text("folder") == "of the user" and preferences.recent() == []
    assert not (tmp_path / "data").exists()


def test_what_does_not_work_is_told(
    few_samples: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def warn(self: FrameWindow, key: str) -> None:
        qWarning("of the toolkit")
        opened(self, key)

    def fail(*_: object) -> None:
        raise RuntimeError("of the program")

    opened = FrameWindow.open_sample
    monkeypatch.setattr(FrameWindow, "open_sample", warn)
    monkeypatch.setattr(selfcheck, "check", fail)
    assert selfcheck.show_tried(selfcheck.tried()) == 1
    said = capsys.readouterr()
    assert (
        "failed  sample first-comparison" in said.out
        and "failed  drawing of first-comparison" in said.out
        and "works  closing" in said.out
    )
    assert "Qt: of the toolkit" in said.err and "RuntimeError: of the program" in said.err
    assert "Everything works" not in said.out


def test_files_that_are_not_what_their_name_says_are_told(tmp_path: Path):
    path = tmp_path / "a.pdf"
    for content in (None, b"", b"%PDF-", b"x" * 900):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(selfcheck.Wrong, match=r"a\.pdf"):
            selfcheck.check(path)
    path.write_bytes(b"%PDF-1.4" + b"x" * 900)
    selfcheck.check(path)


def test_the_command_says_what_is_done_instead(capsys: pytest.CaptureFixture[str]):
    assert run_command(["selfcheck"]) == 2
    assert "selfcheck is no command any more; treecompare demo" in capsys.readouterr().err


def test_kernels_that_are_missing_are_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TREECOMPARE_PURE", "1")
    tries = selfcheck.tried()
    what, wrong = next(iter(tries))
    tries.close()  # type: ignore[attr-defined]
    assert (
        what.startswith("libraries, 0 of 6 compiled kernels; large treebanks take longer: install again") and not wrong
    )
