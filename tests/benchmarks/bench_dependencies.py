"""Reading CoNLL-U against the package conllu, scoring against the shared task's program where it is at hand, and 40,000 sentences.

Then 1,000 sentences as whole processes, without and with enhanced graphs. Programs that are not distributed here are named by
``CONLL18_UD_EVAL=/path/to/conll18_ud_eval.py`` and ``UDEVAL=/path/to/eval.py`` (of the tools of Universal Dependencies).
"""

from __future__ import annotations

import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from tests.benchmarks.bench_processes import MAIN, NUMPY, ROUNDS, once
from tests.benchmarks.timing import cpu
from tests.measures.shared_task import evaluate, load
from treecompare.comparison.dependencies.items import word_items
from treecompare.mappings.tokens import align
from treecompare.measures.dependencies import DEPENDENCY_PARTS
from treecompare.measures.words import WordScores
from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.trees.arcs import check

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
SENTENCES = 40_000


def score(gold: Path, test: Path, everything: bool = True) -> str:
    """Both files read, aligned, counted; and with ``everything`` the heads checked and the relations confused."""
    sides = [read_dependencies(path) for path in (gold, test)]
    for side in sides if everything else ():
        check(side.sentences)
    alignment = align(sides[0].sentences, sides[1].sentences)
    scores = WordScores(sides[0].sentences, sides[1].sentences, alignment)
    counts = {part: scores.part(part) for part in DEPENDENCY_PARTS}
    if everything:
        assert word_items(scores).by("relation", "both").cross.any()
    las = counts["las"]
    return (
        f"{len(sides[0].sentences):,} sentences, {sides[0].sentences.words:,} words, {alignment.aligned.sum():,} aligned, "
        f"LAS {200 * las.matched.sum() / (las.gold.sum() + las.test.sum()):.2f}"
    )


def repeated(path: Path, out: Path) -> None:
    """The sentences of a file again and again, with new ids."""
    blocks = read_dependencies(path).sentences
    texts = [sentence.conllu() for sentence in blocks]
    with out.open("w", encoding="utf-8") as file:
        for number in range(SENTENCES):
            lines = [line for line in texts[number % len(texts)].splitlines() if not line.startswith("# sent_id")]
            file.write(f"# sent_id = s{number}\n" + "\n".join(lines) + "\n\n")


def large(gold: Path, test: Path) -> None:
    """In a process of its own, for its memory."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("gold.conllu", "test.conllu")]
        for source, target in zip((gold, test), paths, strict=True):
            repeated(source, target)
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.bench_dependencies", *map(str, paths)],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        print(done.stdout, end="")


def with_edges(path: Path, out: Path, edge: Callable[[list[str]], str]) -> None:
    """The first 1,000 sentences of a file with these texts in DEPS, without empty nodes."""
    lines: list[str] = []
    for sentence in islice(read_dependencies(path).sentences, 1000):
        for line in sentence.conllu().splitlines():
            columns = line.split("\t")
            if len(columns) == 10 and columns[0].isdigit():
                columns[8] = edge(columns)
            if "." not in columns[0] or line.startswith("#"):
                lines.append("\t".join(columns))
        lines.append("")
    out.write_text("\n".join([*lines, ""]), "utf-8")


def processes(gold: Path, test: Path) -> None:
    """Medians of whole processes, in turn; the system's graphs are its basic trees."""
    with tempfile.TemporaryDirectory() as folder:
        plain, graphs = (
            [Path(folder) / f"{side}-{kind}.conllu" for side in ("gold", "test")] for kind in ("plain", "graphs")
        )
        for source, target in zip((gold, test), plain, strict=True):
            with_edges(source, target, lambda columns: "_")
        with_edges(gold, graphs[0], lambda columns: columns[8])
        with_edges(test, graphs[1], lambda columns: f"{columns[6]}:{columns[7]}")
        keys = "conll18,elas,eulas"
        cases: dict[str, tuple[str, ...]] = {
            NUMPY: ("import numpy",),
            "13 measures, no graphs": (MAIN, "score", *map(str, plain), "--measures", "conll18"),
            "13 measures, ELAS and EULAS": (MAIN, "score", *map(str, graphs), "--measures", keys),
            "the same as udeval counts": (MAIN, "score", *map(str, graphs), "--measures", keys, "--enhancements", "0"),
        }
        if program := os.environ.get("UDEVAL"):
            run = "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
            cases["udeval"] = (run, program, "-v", *map(str, graphs))
        taken: dict[str, list[tuple[float, float]]] = {title: [] for title in cases}
        for _ in range(1 + ROUNDS):  # the first round warms up
            for title, case in cases.items():
                taken[title].append(once(*case))
    print("1,000 sentences as a process, wall-clock and CPU seconds:")
    for title, each in taken.items():
        wall, used = map(statistics.median, zip(*each[1:], strict=True))
        print(f"  {title:44}{wall:6.2f}{used:6.2f}")


def main() -> None:
    if len(sys.argv) == 3:
        begun, begun_cpu = time.perf_counter(), time.process_time()
        told = score(Path(sys.argv[1]), Path(sys.argv[2]))
        seconds, seconds_cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{told}: {seconds:.2f} s ({seconds_cpu:.2f} s CPU), {memory:.0f} MB")
        return
    gold, test = DATA / "ewt" / "test.gold.conllu", DATA / "ewt" / "test.udpipe.conllu"
    if not gold.is_file():
        print("there is no folder 'shared' beside the checkout")
        return
    data = gold.read_bytes()
    ours = cpu(lambda: CONLLU.read(data, "gold", "gold"), runs=10)
    words = CONLLU.read(data, "gold", "gold").sentences.words
    print(f"reading {words:,} words: treecompare {ours:.1f} ms, {100_000 / words * ours:.0f} ms for 100,000")
    if importlib.util.find_spec("conllu"):
        import conllu

        theirs = cpu(lambda: conllu.parse(data.decode("utf-8")), runs=2)
        print(f"  conllu {theirs:.0f} ms, {theirs / ours:.0f}x")
    pairs = {
        "the same tokens": (gold, test),
        "other tokens": tuple(DATA / "hebrew-spmrl" / f"dev.ud.{name}.conllu" for name in ("gold", "udpipe")),
    }
    program = os.environ.get("CONLL18_UD_EVAL")
    for name, (one, other) in pairs.items():
        ours = cpu(lambda one=one, other=other: score(one, other, everything=False), runs=5)
        plain = cpu(
            lambda one=one, other=other: evaluate(load(one.read_text("utf-8")), load(other.read_text("utf-8"))), 2
        )
        print(f"read and score, {name}: {ours:.0f} ms; the rules in plain Python {plain:.0f} ms, {plain / ours:.0f}x")
        if program:
            spec = importlib.util.spec_from_file_location("conll18_ud_eval", program)
            assert spec and spec.loader
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            theirs = cpu(
                lambda one=one, other=other, module=module: module.evaluate(
                    module.load_conllu_file(str(one)), module.load_conllu_file(str(other))
                ),
                runs=2,
            )
            print(f"  the shared task's program {theirs:.0f} ms, {theirs / ours:.0f}x")
    processes(gold, test)
    print("everything, files read, heads checked and relations confused:")
    large(gold, test)
    large(*pairs["other tokens"])


if __name__ == "__main__":
    main()
