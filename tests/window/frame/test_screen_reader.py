"""What a screen reader is told, read from outside through AT-SPI as one does: the drawing with its nodes, the rows of tables."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.window.frame.screens import screen

PYTHON, BUS = "/usr/bin/python3", "/usr/libexec/at-spi-bus-launcher"
"""Debian's, for which it packages the bindings (python3-gi, gir1.2-atspi-2.0), and its accessibility bus (at-spi2-core)."""
BINDINGS = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"

READER = (
    BINDINGS
    + """
import json, sys, time

def children(one, most=100):
    # each is asked for in a call from process to process; tables have thousands
    return [child for child in map(one.get_child_at_index, range(min(one.get_child_count(), most))) if child is not None]

def below(one):
    for child in children(one):
        yield child
        yield from below(child)

def told(one):
    box = one.get_extents(Atspi.CoordType.SCREEN)
    return {"role": one.get_role_name(), "name": one.get_name(), "said": one.get_description(), "place": [box.x, box.y]}

def window():
    for application in children(Atspi.get_desktop(0)):
        for one in children(application):
            inside = list(below(one))
            if any(part.get_role_name() == "canvas" and part.get_child_count() for part in inside):
                return inside
    return None

Atspi.init()
end, found = time.monotonic() + 40, None
while found is None:
    assert time.monotonic() < end, "no window with a drawing"
    time.sleep(0.3)
    found = window()
canvas = next(one for one in found if one.get_role_name() == "canvas" and one.get_child_count())
tables = [one for one in found if one.get_role_name() == "table" and one.get_state_set().contains(Atspi.StateType.SHOWING)]
cells = {one.get_name(): [inside.get_name() for inside in children(one)] for one in tables}
print(json.dumps({"canvas": told(canvas), "boxes": [told(one) for one in children(canvas, 1000)], "tables": cells,
                  "said": [one.get_description() for one in found]}))
"""
)

INSIDE = """
import os, subprocess, sys
bus = subprocess.Popen([sys.argv[1], "--launch-immediately"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
program = subprocess.Popen([sys.executable, "-m", "treecompare", "demo"])
try:
    sys.exit(subprocess.run([sys.argv[2], "-c", sys.argv[3]], timeout=50).returncode)
finally:
    program.kill()
    bus.kill()
"""


def lacking() -> list[str]:
    found = [one for one in ("Xvfb", "dbus-run-session", BUS, PYTHON) if shutil.which(one) is None]
    if not found and subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True, check=False).returncode:
        found = ["gir1.2-atspi-2.0 and python3-gi"]
    return found


def test_a_drawing_is_read_from_outside(tmp_path: Path) -> None:
    if needed := lacking():
        pytest.skip(f"needs {', '.join(needed)}")
    with screen("1280x800", manager="") as name:
        own = {
            "DISPLAY": name, "QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path),
        }  # fmt: skip
        done = subprocess.run(
            ["dbus-run-session", "--", sys.executable, "-c", INSIDE, BUS, PYTHON, READER],
            env={**os.environ, **own}, capture_output=True, text=True, timeout=80, check=False,
        )  # fmt: skip
    if "could not load the Qt platform plugin" in done.stderr.lower():
        pytest.skip("Qt finds no libraries for X here")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert found["canvas"]["name"].startswith("Drawing")
    boxes = [(one["role"], one["name"], one["said"]) for one in found["boxes"]]
    gold_only = [(role, said) for role, name, said in boxes if name.endswith("<")]
    system_only = [(role, said) for role, name, said in boxes if name.startswith(">")]
    assert gold_only and all(said.endswith("deleted, costs 1") for _, said in gold_only)
    assert system_only and all(said.endswith("inserted, costs 1") for _, said in system_only)
    assert ("table cell", "constituent") in [(role, said[:11]) for role, said in gold_only]
    words = [one for one in found["boxes"] if one["role"] == "label" and one["said"].startswith("word ")]
    firsts = [one for one in words if f"word {one['name']}, word 1: {one['name']}, costs nothing" == one["said"]]
    assert firsts and firsts[0]["place"][0] == min(one["place"][0] for one in words)
    lowest = max(one["place"][1] for one in words)
    assert any(one["place"][1] < lowest for one in found["boxes"] if one["role"] == "table cell")
    assert not [said for said in found["said"] if "<" in said]  # no markup is read out
    assert any("Old dogs" in cell for cells in found["tables"].values() for cell in cells)
