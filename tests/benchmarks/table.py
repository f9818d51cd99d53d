"""The table of speeds: a row for everything that may not get slower, with its peers in the same run.

    python -m tests.benchmarks --table [WORD …]        # in some ten minutes; with words: rows that have one of them in their names
    python -m tests.benchmarks --table --against COMMIT [WORD …]   # that commit is built beside this tree, both are run by turns
    python -m tests.benchmarks --table --against COMMIT --may WORD     # rows that are meant to be slower

Each row is measured in a process of its own, by what stands in this tree, with the program of this tree or of the commit. Against a
commit a row's figure is the median of its rounds, and the status is 1 where one lost more than a tenth. What a row needs and this
machine has not (edist, treebanks in ``../shared``) is said in its place.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.timing import Figure, cpu

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
WSJ, EWT = SHARED / "wsj-sample-1394", SHARED / "ewt"
ROUNDS, MOST = 5, 1.1
"""How often both are measured, and how many times as slow a row may be."""
SCORE = ("-m", "treecompare", "score")
EVERYTHING = ("--format", "json")

Work = Callable[[Path], Iterator[Figure]]
ROWS: dict[str, Work] = {}
"""What measures a row, given a folder of its own."""


def row(name: str) -> Callable[[Work], Work]:
    """Names a row."""

    def named(work: Work) -> Work:
        ROWS[name] = work
        return work

    return named


# -- rows ------------------------------------------------------------------------------------------------------------------


def process(*arguments: str, runs: int = 1) -> tuple[float, float, float]:
    """Least wall-clock and CPU seconds, and peak memory in MB, of a Python process."""
    from tests.benchmarks.bench_changes import measured

    return tuple(map(min, zip(*(measured(*arguments) for _ in range(runs)), strict=True)))  # type: ignore[return-value]


def whole(*arguments: str, runs: int = 1) -> Iterator[Figure]:
    """What a process needs."""
    for title, value, unit in zip(("", "CPU", "memory"), process(*arguments, runs=runs), ("s", "s", "MB"), strict=True):
        yield Figure(title, value, unit)


def with_nltk(path: str, runs: int = 1) -> float:
    """CPU seconds in which nltk reads the trees of a file."""
    from nltk import Tree

    lines = Path(path).read_text("utf-8").splitlines()
    return cpu(lambda: [Tree.fromstring(line) for line in lines], runs) / 1000


def pairs_of_trees(gold: object, test: object, chosen: list[int], unit: float = 1000) -> Iterator[Figure]:
    """The tree mapping of pairs, and edist's."""
    from tests.benchmarks.bench_edits import counted, edist_time

    one = cpu(lambda: counted(gold, test, None, "auto"), 10) / len(gold)  # type: ignore[arg-type]
    yield Figure("a pair", unit * one, "µs")
    yield Figure("against edist", edist_time(gold, test, chosen, None) / one, "x")  # type: ignore[arg-type]


@row("tree mapping of real pairs")
def _real_pairs(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_edits import real_pairs

    gold, test = real_pairs()
    for one in pairs_of_trees(gold, test, list(range(0, len(gold), len(gold) // 300))):
        yield one
        if one.unit == "µs":
            yield Figure("14,496 pairs, one core", one.value * 14_496 / 1e6, "s")


@row("tree mapping of unrelated pairs")
def _unrelated_pairs(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.generated import unrelated_pairs

    return pairs_of_trees(*unrelated_pairs(2, 200), list(range(40)))


@row("tree mapping of dependency trees of 24 words")
def _dependency_trees(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_edits import dependency_trees, shifted

    trees = dependency_trees(22, 26)
    return pairs_of_trees(trees, shifted(trees), list(range(40)))


@row("all distances of 4,000 trees of 24 words, one core")
def _all_distances(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_edits import dependency_trees
    from treecompare.mappings.edits import all_distances

    trees = dependency_trees(22, 26)
    pairs = len(trees) * (len(trees) - 1) / 2
    yield Figure("", cpu(lambda: all_distances((trees.codes, trees.sizes, trees.offsets), 2)) / pairs * 8_000, "s")


@row("six systems x 2,416, every measure, command line")
def _six_systems(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_comparison import repeated

    files = repeated(folder, 2416, 6)
    yield from whole(*SCORE, *files, *EVERYTHING, runs=3)
    yield Figure("nltk reads the files", sum(map(with_nltk, files)), "s")


@row("plain score of six parsers")
def _plain_score(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_comparison import repeated

    gold, *systems = repeated(folder, 1394, 6)
    plain = process(*SCORE, gold, *systems, runs=3)[1]
    yield Figure("CPU", plain, "s")
    yield Figure("CPU against nltk's reading of the gold", plain / with_nltk(gold, 3), "of")
    listed = process(*SCORE, gold, *systems, "--format", "json", "--per-sentence", runs=3)[1]
    yield Figure("CPU of --format json --per-sentence against the plain table", listed / plain, "of")


@row("50,000 x 4, every measure")
def _large(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_comparison import repeated

    return whole(*SCORE, *repeated(folder, 50_000, 4), *EVERYTHING)


@row("1,000,000 x 1, command line")
def _million(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_comparison import repeated

    return whole(*SCORE, *repeated(folder, 1_000_000, 1))


@row("CoNLL-U, 100,000 x 1, every measure")
def _dependencies(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_scale import dependencies

    return whole(*SCORE, *dependencies(folder, 100_000))


@row("CoNLL-U, 100,000 x 1, --measures uas,las")
def _attachment(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_scale import dependencies

    return whole(*SCORE, *dependencies(folder, 100_000), "--measures", "uas,las")


def window(sentences: int, systems: int) -> Iterator[Figure]:
    """What is promised of a window."""
    from tests.benchmarks.bench_window import figures

    promised = ("all compared", "meanwhile", "find label", "the next place", "Stop", "memory")
    return (one for one in figures(sentences, systems) if one.title.startswith(promised))


@row("window, 50,000 x 4")
def _window(folder: Path) -> Iterator[Figure]:
    return window(50_000, 4)


@row("window, 1,000,000 x 1")
def _large_window(folder: Path) -> Iterator[Figure]:
    return window(1_000_000, 1)


@row("window to its first drawing")
def _first_drawing(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_comparison import repeated
    from tests.benchmarks.bench_processes import LABEL, WINDOW, once

    gold, *systems = repeated(folder, 1394, 6)
    for title, case in (("", (WINDOW, gold, *systems)), ("a label in a window of Qt", (LABEL,))):
        wall, used = map(min, zip(*(once(str(folder), *case) for _ in range(4)), strict=True))
        yield Figure(title, wall, "s")
        yield Figure(f"CPU {title}", used, "s")


@row("longest step of 15,000 sentences")
def _steps(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_steps import CASES, repeated, steps_of

    for title in (
        "constituents", "dependencies", "dependencies converted from constituents", "lattices", "lattices with many paths",
    ):  # fmt: skip
        case = CASES[title]
        for name in (*case.golds, *case.systems, *case.lattices):
            repeated(name, str(folder))
        yield Figure(title, max(step.cpu for step in steps_of(case.comparison(str(folder), {}))), "s")


@row("reading CoNLL-U")
def _conllu(folder: Path) -> Iterator[Figure]:
    import conllu

    from treecompare.readers.conll import CONLLU

    data = (EWT / "test.gold.conllu").read_bytes()
    ours = cpu(lambda: CONLLU.read(data, "gold", "gold"), 10)
    yield Figure("100,000 words", ours * 100_000 / CONLLU.read(data, "gold", "gold").sentences.words, "ms")
    yield Figure("against conllu", cpu(lambda: conllu.parse(data.decode()), 2) / ours, "x")


@row("13 measures of 1,000 UD sentences as a process")
def _process(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_dependencies import with_edges

    for title, keys, edges in (
        ("", "conll18", ("_", "_")), ("with ELAS and EULAS", "conll18,elas,eulas", ("{8}", "{6}:{7}")),
    ):  # fmt: skip
        files = [folder / f"{len(keys)}-{side}.conllu" for side in ("gold", "udpipe")]
        for file, edge in zip(files, edges, strict=True):
            source = EWT / file.name.replace(f"{len(keys)}-", "test.")
            with_edges(source, file, lambda columns, edge=edge: edge.format(*columns))
        yield Figure(f"CPU {title}", process(*SCORE, *map(str, files), "--measures", keys, runs=5)[1], "s")


@row("TedEval across schemes, 2,000 x 4")
def _schemes(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_schemes import treebanks
    from treecompare.comparison.base import score
    from treecompare.comparison.schemes.comparison import SchemeComparison
    from treecompare.comparison.schemes.targets import TEDEVAL_2011_PARTS, TEDEVAL_PARTS

    golds, systems = treebanks()
    for title, parts in (("", TEDEVAL_PARTS), ("tedeval2011", TEDEVAL_2011_PARTS)):
        took = cpu(lambda parts=parts: score(SchemeComparison(golds, systems, [0, 1, 0, 1], parts=parts)), 2)  # type: ignore[misc]
        yield Figure(title, took / 1000, "s")


@row("lattices, 2,000 x 4")
def _lattices(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_lattices import large

    yield Figure("", large() / 1000, "s")


@row("reading other formats")
def _formats(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_formats import figures

    return figures()


@row("words that differ: 3 in 100 characters, no breaks in common")
def _characters(folder: Path) -> Iterator[Figure]:
    from rapidfuzz.distance import Levenshtein

    from tests.benchmarks.bench_characters import cases, paired, text

    (gold, *_), *_, (test, length, first) = cases().values()
    yield Figure("", paired(text(gold, 20, 20), text(test, length, first)) / 1000, "s")
    yield Figure("rapidfuzz", cpu(lambda: Levenshtein.editops("".join(gold), "".join(test)), 1) / 1000, "s")


@row("joined patterns over 50,000 x 4")
def _patterns(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_joined_patterns import FEW, anew, large
    from tests.measures.test_properties import random_file
    from treecompare.readers import parse

    find, _ = large([parse(file).trees for file in random_file(seed=4, sentences=FEW)])
    yield Figure("", anew(find), "ms")
    yield Figure("again", cpu(find, 3), "ms")


@row("an edit in a lesson, 40 words")
def _edit(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_editing import figures

    return (one for one in figures() if one.title.startswith("constituents"))


@row("errors of six parsers")
def _errors(folder: Path) -> Iterator[Figure]:
    yield from whole("-m", "treecompare", "errors", *(str(WSJ / f"{name}.mrg") for name in _names()), runs=3)


@row("differences of seven systems")
def _differences(folder: Path) -> Iterator[Figure]:
    files = [str(WSJ / f"{name}.mrg") for name in (*_names(), "gold.raw")]
    yield from whole("-m", "treecompare", "report", "significance", *files, "--measures", "all", runs=3)


def _names() -> tuple[str, ...]:
    from tests.benchmarks.bench_comparison import SYSTEMS

    return ("gold", *SYSTEMS)


@row("a batch, one sentence by one system")
def _batch(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_batch import costs

    for title, errors in (("scored", False), ("with errors", True)):
        yield Figure(title, 1e6 * costs(errors)[0], "µs")


@row("two versions of 95 x 2,001 sentences")
def _versions(folder: Path) -> Iterator[Figure]:
    from tests.benchmarks.bench_changes import repeated

    return whole("-m", "treecompare", "diff", *map(str, repeated(folder, 95)), "--html", str(folder / "page.html"))


# -- both programs ---------------------------------------------------------------------------------------------------------


def measured_row(name: str, place: Path) -> list[Figure] | str:
    """A row's figures, with the program that lies in a folder; or what it could not do."""
    command = [sys.executable, "-m", "tests.benchmarks.table", name]
    found = subprocess.run(command, cwd=place, capture_output=True, text=True, env=_settings())
    if found.returncode:
        return (found.stderr.strip() or f"status {found.returncode}").splitlines()[-1]
    return [Figure(*one) for one in json.loads(found.stdout.splitlines()[-1])]


def _settings() -> dict[str, str]:
    return {
        **{name: one for name, one in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}, "QT_QPA_PLATFORM": "offscreen",
    }  # fmt: skip


def built(commit: str, folder: Path) -> Path:
    """A folder with the program of a commit, as it is installed, and this tree's benchmarks."""
    tree, site = folder / "tree", folder / "site"
    subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(tree)], check=True)
    hash_ = subprocess.run(["git", "rev-parse", commit], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    subprocess.run(["git", "checkout", "--quiet", hash_.strip()], cwd=tree, check=True)
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(tree)]
    subprocess.run(wheel, check=True)
    (made,) = folder.glob("*.whl")
    zipfile.ZipFile(made).extractall(site)
    (site / "tests").symlink_to(ROOT / "tests")
    return site


def median(rounds: list[list[Figure] | str]) -> list[Figure] | str:
    """The medians of a row's rounds; what went wrong, where it did."""
    wrong = next((one for one in rounds if isinstance(one, str)), None)
    if wrong is not None:
        return wrong
    together = zip(*(one for one in rounds if not isinstance(one, str)), strict=True)
    return [Figure(each[0].title, statistics.median(one.value for one in each), each[0].unit) for each in together]


def lost(name: str, now: list[Figure] | str, before: list[Figure] | str | None, may: bool) -> bool:
    """Prints a row; whether it lost more than a tenth."""
    if isinstance(now, str):
        print(f"{name}: – ({now})", flush=True)
        return False
    print(name if isinstance(before, list) or before is None else f"{name} (before: {before})")
    has_lost = False
    befores = {one.title: one.value for one in before} if isinstance(before, list) else {}
    for one in now:
        line = f"    {one.title:62}{one.written:>14}"
        if one.title in befores:
            was = Figure(one.title, befores[one.title], one.unit)
            loss = one.loss(was.value)
            is_slower = loss > MOST
            has_lost |= is_slower and not may
            line += (
                f"{was.written:>14}{loss:8.2f}{'  slower, as it may be' if may else '  SLOWER' if is_slower else ''}"
            )
        print(line, flush=True)
    return has_lost


def main(arguments: list[str]) -> int:
    """Prints the table; the status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks --table", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("words", nargs="*")
    parser.add_argument("--against")
    parser.add_argument("--may", action="append", default=[], metavar="WORD")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    wanted = parser.parse_args(arguments)
    names = [name for name in ROWS if not wanted.words or any(word in name for word in wanted.words)]
    slower = []
    with tempfile.TemporaryDirectory() as folder:
        places = [ROOT, built(wanted.against, Path(folder))] if wanted.against else [ROOT]
        for name in names:
            rounds = [
                [measured_row(name, place) for place in places] for _ in range(wanted.rounds if wanted.against else 1)
            ]
            now, *before = map(median, map(list, zip(*rounds, strict=True)))
            if lost(name, now, before[0] if before else None, any(word in name for word in wanted.may)):
                slower.append(name)
    if slower:
        print(f"slower by more than a tenth: {'; '.join(slower)}")
    return int(bool(slower))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as own:
        print(json.dumps([(one.title, one.value, one.unit) for one in ROWS[sys.argv[1]](Path(own))]))
