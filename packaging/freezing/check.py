"""Tries the frozen program as somebody would who has neither Python nor anything of this program: a fresh HOME, no PATH.

Every command over every format, the window offscreen and on a screen of its own (Xvfb), odd folders, and what happens where
something is missing. Fails on any traceback, missing library, warning of Qt or unexpected text.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from treecompare import __version__, resources

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from check_wheel import commands_of_extras  # it lies above

MOST_MEGABYTES = 170
MOST_COMPRESSED = 58
MOST_SECONDS = 1.2
"""Until the window is on the screen; the best of five starts, since other programs may take the processor."""
BAD = re.compile(
    r"Traceback|Error:|ImportError|ModuleNotFound|qt\.|QObject|cannot open shared object|Warning", re.IGNORECASE
)
NOT_MEANT = re.compile(r"This plugin does not support")


class Wrong(Exception):
    """What was found instead of what was expected."""


def check(into: Path, names: Sequence[str] = ()) -> None:
    """Tries all, or what is named; ends with status 1 and the list of what is wrong."""
    folder = into / "treecompare"
    if not program_of(folder).exists():
        sys.exit(f"{folder}: there is no frozen program; 'packaging/freeze' builds it")
    if not sys.platform.startswith("linux"):
        names = names or ("offscreen",)  # the others speak to X11 and to the files of Linux
    wrong = []
    with tempfile.TemporaryDirectory(prefix="bäre maschine ") as name:
        tries = Tries(folder, Path(name))
        for one in (
            tries.sizes, tries.libraries, tries.formats, tries.commands, tries.offscreen, tries.on_screen, tries.first_window,
            tries.odd_folder, tries.read_only_home, tries.full_disk, tries.no_screen, tries.no_plugin, tries.newer_comparison,
            tries.two_versions, tries.appimage,
        ):  # fmt: skip
            if names and one.__name__ not in names:
                continue
            started = time.monotonic()
            try:
                said = one() or ""
                print(
                    f"works   {one.__name__.replace('_', ' ')} ({time.monotonic() - started:.1f} s) {said}", flush=True
                )
            except (Wrong, OSError, subprocess.SubprocessError) as error:
                wrong.append(one.__name__)
                print(f"failed  {one.__name__.replace('_', ' ')}: {error}", flush=True)
        tries.end()
    if wrong:
        sys.exit(f"{len(wrong)} of the tries failed")


def program_of(folder: Path) -> Path:
    """The file that is started. ``folder``: that of the program; the app of macOS lies beside it."""
    if sys.platform == "darwin":
        return folder.with_suffix(".app") / "Contents" / "MacOS" / "treecompare"
    return folder / ("treecompare.exe" if sys.platform == "win32" else "treecompare")


class Tries:
    """The program, and a user who has just been made."""

    def __init__(self, folder: Path, work: Path) -> None:
        self.folder, self.work = folder, work
        self.program = program_of(folder)
        self.home = work / "home"
        self.home.mkdir()
        self.samples = folder / "_internal" / "treecompare" / "resources" / "samples"
        self._screen: subprocess.Popen[bytes] | None = None
        self.display = ""

    def environment(self, **more: str) -> dict[str, str]:
        """What a user has who was made a moment ago."""
        home = {"HOME": str(self.home), "PATH": str(self.work / "no programs"), "LANG": "C.UTF-8"}
        if sys.platform == "win32":  # which does not even start a program without the first of these
            home |= {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
            home |= {name: str(self.home) for name in ("USERPROFILE", "APPDATA", "LOCALAPPDATA")}
        return home | more

    def run(
        self, *arguments: str, status: int = 0, program: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs the program; its messages may hold nothing that is meant for programmers."""
        found = subprocess.run(
            [str(program or self.program), *arguments], env=self.environment(**more), capture_output=True, text=True, timeout=300,
            cwd=self.work, encoding="utf-8",
        )  # fmt: skip
        said = "\n".join(line for line in found.stderr.splitlines() if not NOT_MEANT.match(line))
        if found.returncode != status or BAD.search(said):
            raise Wrong(f"{' '.join(arguments)}: status {found.returncode}; {(found.stdout + said)[-2000:]}")
        return found

    def end(self) -> None:
        """The screen goes."""
        if self._screen is not None:
            self._screen.terminate()
            self._screen.wait()

    def screen(self) -> str:
        """The name of a screen of its own."""
        if self._screen is None:
            if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
                raise Wrong("expected Debian's packages xvfb and xdotool")
            read, write = os.pipe()
            command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]
            self._screen = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as told:
                self.display = f":{told.readline().strip()}"  # the whole line: Xvfb ends where nobody reads its end
        return self.display

    # -- what is tried -------------------------------------------------------------------------------------------------

    def sizes(self) -> str:
        """On disk and compressed, in megabytes."""
        size = sum(one.stat().st_size for one in self.folder.rglob("*") if one.is_file() and not one.is_symlink()) / 1e6
        packed = [one.stat().st_size / 1e6 for one in self.folder.parent.glob("treecompare-*.tar.xz")]
        if size > MOST_MEGABYTES or any(one > MOST_COMPRESSED for one in packed):
            raise Wrong(f"{size:.1f} MB, compressed {packed}; expected at most {MOST_MEGABYTES} and {MOST_COMPRESSED}")
        return f"{size:.1f} MB, compressed {packed}"

    def libraries(self) -> str:
        """Every file finds the libraries that it asks for, inside or on this machine."""
        inside = self.folder / "_internal"
        files = [one for one in inside.rglob("*.so*") if not one.is_symlink()]
        paths = f"{inside}:{inside}/PySide6/Qt/lib:{inside}/shiboken6"
        for one in files:
            said = subprocess.run(
                ["ldd", str(one)], capture_output=True, text=True, env={**os.environ, "LD_LIBRARY_PATH": paths}
            ).stdout
            lost = re.findall(r"(\S+) => not found", said)
            lost = [name for name in lost if not name.startswith("libwayland-")]  # of systems that have Wayland
            if lost:
                raise Wrong(f"{one.name} asks for {', '.join(lost)}")
        dangling = [one.name for one in self.folder.rglob("*") if one.is_symlink() and not one.exists()]
        if dangling:
            raise Wrong(f"links to nothing: {', '.join(dangling)}")
        return f"{len(files)} files"

    def formats(self) -> str:
        """Writes each format from a sample, reads it again, and scores it against itself."""
        gold, words = self.samples / "first-comparison" / "gold.mrg", self.samples / "dependencies" / "gold.conllu"
        help_text = self.run("convert", "--help").stdout
        names = re.search(r"--to \{([^}]*)\}", help_text)
        if names is None:
            raise Wrong("convert --help names no formats")
        tried = []
        for name in names[1].replace("\n", "").replace(" ", "").split(","):
            for source in (gold, words):
                written = self.work / f"written {name}{source.suffix}"
                found = subprocess.run(
                    [str(self.program), "convert", str(source), str(written), "--to", name], env=self.environment(),
                    capture_output=True, text=True, timeout=100,
                )  # fmt: skip
                if "Traceback" in found.stderr:
                    raise Wrong(found.stderr)
                if found.returncode == 0 and name not in ("text", "words"):
                    self.run(
                        "stats" if source is gold else "score",
                        *([str(written)] if source is gold else [str(written)] * 2),
                    )
                    tried.append(name)
        import gzip

        for name, data in (
            ("packed.mrg.gz", gzip.compress(gold.read_bytes())),
            ("wide.mrg", gold.read_text("utf-8").encode("utf-16")),
        ):
            (self.work / name).write_bytes(data)
            self.run("score", str(gold), str(self.work / name))
        if len(tried) < 4:
            raise Wrong(f"only {tried} could be written and read")
        return ", ".join(dict.fromkeys(tried)) + ", gz, UTF-16"

    def commands(self) -> str:
        """Each sample is scored; tables, plots, drawings; a command of each extra; what is imported late."""
        for sample in resources.samples():
            if sample.golds:
                continue  # several schemes are scored in the window
            here = self.samples / sample.key
            gold, *systems = (str(here / Path(one).name) for one in (sample.gold, *sample.systems))
            lattices = [word for one in sample.lattices for word in ("--lattice", str(here / Path(one).name))]
            if not self.run("score", gold, *systems, *lattices).stdout:
                raise Wrong(f"{sample.key}: no scores")
        files = [str(self.samples / "first-comparison" / "gold.mrg")]
        files += sorted(str(one) for one in (self.samples / "first-comparison").glob("*.mrg") if one.stem != "gold")
        self.run("significance", *files)
        self.run("report", "rankings", *files)
        for ending in ("svg", "pdf", "png"):
            self.run("plot", *files, "--output", str(self.work / f"plot.{ending}"))
            self._is_written(f"plot.{ending}")
        for ending in ("svg", "pdf", "png", "latex"):
            self.run(
                "align",
                *files[:2],
                "--sentence",
                "1",
                "--format",
                ending,
                "--output",
                str(self.work / f"pair.{ending}"),
            )
            self._is_written(f"pair.{ending}")
        self.run("--version")
        for words in commands_of_extras(self.samples, self.work):
            if not self.run(*words).stdout:
                raise Wrong(f"{words[0]}: prints nothing")
        return ""

    def _is_written(self, name: str) -> None:
        if (self.work / name).stat().st_size < 200:
            raise Wrong(f"{name}: is empty")

    def _selfcheck(self, **more: str) -> str:
        found = self.run("selfcheck", **more)
        has_all = re.search(r"\b([0-9]+) of \1 compiled kernels", found.stdout)
        if has_all is None or not found.stdout.endswith("Everything works.\n"):
            raise Wrong(found.stdout)
        return f"{found.stdout.count('works  ')} parts of the window"

    def offscreen(self) -> str:
        """The window, with all that it draws and stores, without a screen."""
        return self._selfcheck(QT_QPA_PLATFORM="offscreen")

    def on_screen(self) -> str:
        """The same on a screen."""
        return self._selfcheck(DISPLAY=self.screen())

    def first_window(self) -> str:
        """From the start to the window on the screen; then it is closed as its button does, and ends by itself."""
        import resource  # Windows has none

        times, processor = [], []
        for number in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            started = time.monotonic()
            process = self._start()
            times.append(time.monotonic() - started)
            if number == 4 and shutil.which("import"):
                time.sleep(1.5)
                picture = self.folder.parent / "first-window.png"
                environment = {**os.environ, "DISPLAY": self.display}
                subprocess.run(["import", "-window", "root", str(picture)], env=environment, check=True)
            self._close(process)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        told = f"{min(times):.2f} s at best, {sorted(times)[2]:.2f} s usually; {min(processor):.2f} s of the processor"
        load = os.getloadavg()[0]
        if load > (os.cpu_count() or 1):
            return f"{told}; not judged, since others use the processor (load {load:.1f})"
        if min(times) > MOST_SECONDS:
            raise Wrong(f"{told}; expected at most {MOST_SECONDS} s")
        return told

    def _tool(self, *arguments: str) -> list[str]:
        """What xdotool answers, in words."""
        environment = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(["xdotool", *arguments], env=environment, capture_output=True, text=True).stdout.split()

    def _windows(self) -> list[str]:
        return self._tool("search", "--onlyvisible", "--name", "treecompare")

    def _start(self, *arguments: str, **more: str) -> subprocess.Popen[str]:
        """Starts the program and waits for its window."""
        environment = self.environment(DISPLAY=self.screen()) | more
        process = subprocess.Popen([str(self.program), *arguments], env=environment, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 30
        while time.monotonic() < end and process.poll() is None:
            if self._windows():
                return process
            time.sleep(0.01)
        process.kill()
        raise Wrong(f"no window: {process.communicate()[1]}")

    def _close(self, process: subprocess.Popen[str]) -> None:
        """Leaves the dialogs and quits, by keyboard; the program has to end by itself and without a word."""
        end = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.5)
            for key in ("Escape", "ctrl+q"):
                for window in reversed(self._windows()):
                    self._tool("windowfocus", window, "key", key)
        process.kill()
        _, said = process.communicate()
        if process.returncode != 0 or BAD.search(said):
            raise Wrong(f"status {process.returncode}: {said}")

    def odd_folder(self) -> str:
        """The program itself in a folder with blanks and umlauts."""
        there = self.work / "Programme für Bäume" / "treecompare"
        shutil.copytree(self.folder, there, symlinks=True)
        self.run("score", *self._two(), program=there / "treecompare")
        return self._at(there / "treecompare")

    def _at(self, program: Path) -> str:
        found = self.run("selfcheck", program=program, QT_QPA_PLATFORM="offscreen")
        return f"{found.stdout.count('works  ')} parts of the window"

    def _two(self) -> list[str]:
        folder = self.samples / "first-comparison"
        return [str(folder / "gold.mrg"), next(str(one) for one in sorted(folder.glob("*.mrg")) if one.stem != "gold")]

    def read_only_home(self) -> None:
        """HOME is what nobody can make a folder in, not even root."""
        process = self._start("demo", HOME="/proc/nothing")
        time.sleep(3)
        self._close(process)
        self.run("plot", *self._two(), "--output", str(self.work / "without home.svg"), HOME="/proc/nothing")

    def full_disk(self) -> str:
        """What is written does not fit."""
        found = subprocess.run(
            [str(self.program), "convert", self._two()[0], "/dev/full", "--to", "brackets"],
            env=self.environment(),
            capture_output=True,
            text=True,
        )
        if found.returncode != 2 or found.stderr.count("\n") != 1:
            raise Wrong(f"status {found.returncode}: {found.stderr}")
        return found.stderr.strip()

    def _one_sentence(self, expected: str, *arguments: str, **more: str) -> str:
        said = self.run(*arguments, status=2, **more).stderr.strip()
        if expected not in said or "\n" in said:
            raise Wrong(f"{said!r}; expected {expected!r}")
        return said

    def no_screen(self) -> str:
        """A screen that does not answer, and none at all."""
        self._one_sentence("no screen answers at :4711", "demo", DISPLAY=":4711")
        return self._one_sentence("there is no screen", "demo")

    def no_plugin(self) -> str:
        """Qt without its plugins for screens."""
        there = self.work / "without plugin"
        shutil.copytree(self.folder, there, symlinks=True)
        for one in there.glob("_internal/PySide6/Qt/plugins/platforms/*"):
            one.unlink()
        try:
            found = subprocess.run(
                [str(there / "treecompare")],
                env=self.environment(DISPLAY=self.screen()),
                capture_output=True,
                text=True,
                timeout=60,
            )
        finally:
            shutil.rmtree(there)
        said = found.stderr.strip()
        if found.returncode != 2 or "\n" in said or "plugin for the screen" not in said:
            raise Wrong(f"status {found.returncode}: {said}")
        return said

    def newer_comparison(self) -> None:
        """Nothing of a file that a later version made is touched."""
        import sqlite3

        path = self.work / "of tomorrow.treecompare"
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE entries (a)")
            connection.execute("PRAGMA user_version = 99")
        before = path.read_bytes()
        process = self._start(str(path))
        time.sleep(2)
        windows = len(self._windows())
        self._close(process)
        if windows < 2:
            raise Wrong("nothing was said")
        if path.read_bytes() != before:
            raise Wrong("the file was changed")

    def two_versions(self) -> str:
        """Another copy beside it starts at the same time and uses the same settings."""
        other = self._start("demo")
        try:
            there = self.work / "Programme für Bäume" / "treecompare" / "treecompare"
            self.run("selfcheck", program=there, QT_QPA_PLATFORM="offscreen")
        finally:
            self._close(other)
        return __version__

    def appimage(self) -> str:
        """The one file: mounted where FUSE is there, unpacked elsewhere; nothing of it is left behind."""
        images = sorted(self.folder.parent.glob("*.AppImage"))
        if not images:
            raise Wrong("there is none; 'packaging/freeze' says what it needs to make one")
        place = self.work / "für kurze Zeit"
        place.mkdir()
        told = []
        for how, more in (("mounted", {"PATH": os.environ["PATH"]}), ("unpacked", {"APPIMAGE_EXTRACT_AND_RUN": "1"})):
            started = time.monotonic()
            self.run("--version", program=images[-1], TMPDIR=str(place), **more)
            told.append(f"{how} {time.monotonic() - started:.2f} s")
            self.run("selfcheck", program=images[-1], TMPDIR=str(place), QT_QPA_PLATFORM="offscreen", **more)
            end = time.monotonic() + 5
            while (left := list(place.iterdir())) and time.monotonic() < end:
                time.sleep(0.05)
            if left:
                raise Wrong(f"{how}: {left[0].name} is left behind")
        return f"{images[-1].stat().st_size / 1e6:.1f} MB, {', '.join(told)} until the version is printed"
