"""What a release is made of: its notes and checksums, and workflows that call what is there."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from treecompare import __version__

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="not a checkout")
sys.path.insert(0, str(ROOT / "packaging"))
try:
    import releasing
finally:
    sys.path.remove(str(ROOT / "packaging"))

LOG = "# Changes\n\n## 0.3.0, 2027-01-05\n\n- Much.\n- More.\n\n## 0.2.0, not yet released\n\n- Old.\n\n## 0.1.0\n"


def test_the_notes_have_what_changed_in_that_version_only():
    assert releasing.changes(LOG, "0.3.0") == "- Much.\n- More."


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("0.4.0", "has no section on 0.4.0"),
        ("0.1.0", "has no section on 0.1.0"),
        ("0.2.0", "'## 0.2.0, not yet released'; expected the day of the release"),
    ],
)
def test_what_is_not_ready_is_one_sentence(version: str, expected: str):
    with pytest.raises(SystemExit, match=re.escape(expected)):
        releasing.changes(LOG, version)


def test_checksums_and_notes_name_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    names = [
        "treecompare-1-windows-amd64.zip", "treecompare-1-macos-arm64.zip", "treecompare-1-x86_64.AppImage",
        "treecompare_1_amd64.deb", "treecompare-1-linux-x86_64.tar.xz", "treecompare_treebanks-1-cp311-cp311-win_amd64.whl",
        "treecompare_treebanks-1.tar.gz",
    ]  # fmt: skip
    for name in names:
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(releasing, "changes", lambda log, of: f"changes of {of}, see [why](../resources/help/why.md)")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://server")
    monkeypatch.setenv("GITHUB_REPOSITORY", "we/treecompare")
    monkeypatch.setattr(sys, "argv", ["releasing.py", f"v{__version__}", str(tmp_path)])
    releasing.main()
    notes = capsys.readouterr().out
    assert [notes.count(f"`{name}`") for name in names] == [1] * len(names)
    assert f"changes of {__version__}" in notes
    assert f"(https://server/we/treecompare/blob/v{__version__}/resources/help/why.md)" in notes
    assert (tmp_path / "SHA256SUMS").read_text().splitlines() == [
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in sorted(names)
    ]
    releasing.main()  # once more: the sums are not summed


def test_a_tag_of_another_version_is_refused(tmp_path: Path):
    command = [sys.executable, str(ROOT / "packaging" / "releasing.py"), "v99.0", str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 1
    assert found.stderr == f"the tag is v99.0, the version {__version__}; expected v{__version__}\n"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_what_is_there_and_say_nothing_long(path: Path):
    text = path.read_text("utf-8")
    called = set(re.findall(r"packaging/[\w./]+", text))
    assert called and [name for name in called if not (ROOT / name).exists()] == []
    scripts = re.findall(r"^( +)run: \|\n((?:\1 +.*\n)+)", text, re.MULTILINE)
    assert all(script.count("\n") <= 4 for _, script in scripts), "what is longer belongs into packaging"
    assert "permissions:\n  contents: read\n" in text


def test_tests_wheels_and_metadata_speak_of_the_same_pythons():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = [one.rpartition(" ")[2] for one in project["project"]["classifiers"] if re.search(r":: 3\.\d+$", one)]
    tested = set(re.findall(r'"(3\.\d+)"', (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")))
    built = project["tool"]["cibuildwheel"]["build"]
    assert sorted(tested) == named == ["3.11", "3.12", "3.13", "3.14"]
    assert built == f"cp3{{{','.join(one.removeprefix('3.') for one in named)}}}-*"
