"""The command line, hundreds of times: by day in this process, at night each command in one of its own.

There the program is imported once, every command runs in a fork of that; so do by day those that paint, for which Qt has one
application. What depends on how Python starts (imports, streams of a shell, signals) is tried with real processes.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import io
import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any
from unittest import mock

from tests.conftest import is_nightly
from treecompare import __main__

SERVER = r"""
import csv, gc, importlib, json, os, pkgutil, signal, sys, traceback

import numpy, treecompare.__main__, treecompare.cli
for one in pkgutil.walk_packages(treecompare.__path__, "treecompare."):
    if ".window" not in one.name:
        importlib.import_module(one.name)
for name in ("agg", "pdf", "svg"):
    importlib.import_module(f"matplotlib.backends.backend_{name}")
for name in ("Gui", "Svg", "Widgets"):
    importlib.import_module(f"PySide6.Qt{name}")
treecompare.cli.parser()
gc.freeze()  # or each fork copies what it looks through

def run(task):
    for number, path in enumerate(task["streams"]):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY
        os.dup2(os.open(path, flags), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)
    os.chdir(task["folder"])
    os.environ.clear()
    os.environ.update(task["environment"])
    sys.argv = ["treecompare", *task["arguments"]]
    signal.alarm(60)
    try:
        status = treecompare.__main__.main()
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status or 0

for line in sys.stdin:
    child = os.fork()
    if not child:
        try:
            status = run(json.loads(line))
        except BaseException:
            status = 70
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(ended), flush=True)
"""


@functools.cache
def _server() -> subprocess.Popen[str]:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.kill)
    return server


class Paints(BaseException):
    """A command needs Qt's application."""


def _here(arguments: tuple[str, ...], given: str) -> subprocess.CompletedProcess[str]:
    """What a command says in this process. Raises Paints: it must not run here."""
    stdin, out, err = (io.TextIOWrapper(io.BytesIO(one), "utf-8") for one in (given.encode(), b"", b""))
    with (
        mock.patch.object(sys, "stdin", stdin),
        mock.patch.object(__main__, "_paint", mock.Mock(side_effect=Paints)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            status = __main__.main([*arguments])
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else int(error.code is not None)
        except Exception:
            traceback.print_exc()
            status = 1
        said = []
        for stream in (out, err):
            stream.flush()
            said.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return subprocess.CompletedProcess([sys.executable, *arguments], status, *said)


def treecompare(*arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command. ``given`` comes from standard input; else there is nothing to read."""
    if not is_nightly():
        with contextlib.suppress(Paints):
            return _here(arguments, given or "")
    if not hasattr(os, "fork"):
        command = [sys.executable, "-m", "treecompare", *arguments]
        return subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", check=False)
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("in", "out", "err")]
        for path in streams:
            path.write_text((given or "") if path.name == "in" else "", "utf-8")
        task = {
            "arguments": arguments, "environment": dict(os.environ), "folder": str(Path.cwd()),
            "streams": [str(path) for path in streams],
        }  # fmt: skip
        server = _server()
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(json.dumps(task) + "\n")
        server.stdin.flush()
        status = int(server.stdout.readline())
        out, err = (path.read_text("utf-8") for path in streams[1:])
    return subprocess.CompletedProcess([sys.executable, *arguments], status, out, err)


def as_json(*arguments: str) -> Any:
    """What a command prints as JSON."""
    done = treecompare(*arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
