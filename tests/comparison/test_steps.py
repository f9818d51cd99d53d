"""Every kind: making a comparison costs nothing, and its run ends soon wherever it is told to."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.bench_schemes import changed, sentence, treebank
from tests.conftest import stride
from tests.kernels import interpreted
from tests.mappings.test_word_errors import conllu
from tests.measures.test_properties import crossing_file, random_file
from tests.measures.test_properties import treebank as treebank_of
from treecompare.comparison.base import Cancel, Comparison, Progress, score
from treecompare.comparison.constituents import run
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.crossing import CrossingBranches
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.lattices import segmented
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.settings import Settings
from treecompare.mappings import characters, function_edits
from treecompare.measures import MEASURES_OF
from treecompare.measures.tedeval import SCHEME_PARTS
from treecompare.readers import DependencyTreebank, Treebank, parse
from treecompare.readers.conll import CONLLU
from treecompare.scores.table import WAITING
from treecompare.trees import columns


@cache
def trees(sentences: int) -> tuple[Treebank, Treebank]:
    gold, test = random_file(seed=5, sentences=sentences)
    return parse(gold), parse(test)


@cache
def words(sentences: int) -> tuple[DependencyTreebank, ...]:
    """A gold, the same in another scheme, and a parse."""
    rng = random.Random(6)
    some = [sentence(rng) for _ in range(min(sentences, 200))]
    gold = (some * (sentences // len(some) + 1))[:sentences]
    return tuple(
        treebank(name, [changed(rng, one, share) for one in gold]) for name, share in (("A", 0), ("B", 0.3), ("s", 0.1))
    )


def constituents(sentences: int) -> Comparison:
    gold, test = trees(sentences)
    return ConstituentComparison(gold, [test])


@cache
def crossing_trees(sentences: int) -> tuple[Treebank, Treebank]:
    gold, test = crossing_file(seed=5, sentences=sentences)
    return treebank_of(gold), treebank_of(test)


def crossing(sentences: int) -> Comparison:
    gold, test = crossing_trees(sentences)
    return ConstituentComparison(gold, [test], Settings(crossing_branches="raise"))


def dependencies(sentences: int) -> Comparison:
    gold, _, test = words(sentences)
    return DependencyComparison(gold, [test])


def lattices(sentences: int) -> Comparison:
    gold, test = trees(sentences)
    return LatticeComparison(gold, [test], with_others=True)


def schemes(sentences: int) -> Comparison:
    *golds, test = words(sentences)
    return SchemeComparison(golds, [test], [0], parts=SCHEME_PARTS)


KINDS = pytest.mark.parametrize(
    "make", [constituents, crossing, dependencies, lattices, schemes], ids=lambda make: make.__name__
)


@KINDS
def test_making_a_comparison_takes_no_longer_for_a_large_treebank(make: Callable[[int], Comparison]) -> None:
    make(5_000)  # treebanks are read, modules imported
    times = []
    for _ in range(3):
        begun = time.process_time()
        made = make(5_000)
        times.append(time.process_time() - begun)
    assert made.sentences == 5_000
    assert min(times) < 0.05


@KINDS
def test_a_run_ends_one_step_after_it_is_cancelled(make: Callable[[int], Comparison]) -> None:
    """Cancelled at each of its steps, before it begins too."""
    steps = sum(1 for _ in make(12).run(jobs=1))
    assert steps > 1
    for last in range(0, steps + 1, stride(3)):
        cancel = Cancel()
        if last == 0:
            cancel.set()
        more = 0
        running: Iterator[Progress] = make(12).run(jobs=1, cancel=cancel)
        for step, _ in enumerate(running, 1):
            more += cancel.is_set()
            if step == last:
                cancel.set()
        assert more <= 1, f"{more} steps after it was cancelled at step {last} of {steps}"


@KINDS
def test_each_sentence_is_told_as_often_as_the_others(make: Callable[[int], Comparison]) -> None:
    """Once by what counts it: what waits for the newest sentences misses none."""
    told = Counter(sentence for one in make(12).run(jobs=1) for sentence in range(one.first, one.last))
    assert sorted(told) == list(range(12)) and len(set(told.values())) == 1


@pytest.mark.parametrize("kind", [ConstituentComparison, DependencyComparison, LatticeComparison])
def test_a_run_ends_while_sentences_are_aligned(
    kind: Callable[..., Comparison], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of the longest step there is, without an error; the next run does all of it."""
    gold, test = (
        [CONLLU.read(f"{conllu(text)}\n".encode(), text, text) for text in ("ab 0 root", "ac 0 root")]
        if kind is DependencyComparison
        else [parse("(S (A ab))"), parse("(S (A a) (B c))")]
    )
    comparison, stopped, begun = kind(gold, [test]), Cancel(), []

    def align_blocks(*given: Any) -> int:
        begun.append(given)
        stopped.set()
        return interpreted("characters").align_blocks(*given)

    with monkeypatch.context() as patch:
        patch.setattr(characters, "kernel", lambda name: SimpleNamespace(align_blocks=align_blocks, MOST_POINTS=1000))
        for _ in comparison.run(jobs=1, cancel=stopped):
            assert not begun
    assert len(begun) == 1
    score(comparison)
    assert (comparison.table.statuses != WAITING).all()


@pytest.mark.parametrize("make", [constituents, crossing, lattices, schemes], ids=lambda make: make.__name__)
def test_no_step_does_all_sentences_at_once(make: Callable[[int], Comparison], monkeypatch: pytest.MonkeyPatch) -> None:
    """With blocks of about two sentences five times the sentences take about five times the steps, and all have their figures."""
    monkeypatch.setattr(columns, "BLOCK_WORDS", 50)
    monkeypatch.setattr(function_edits, "BLOCK", 2)
    monkeypatch.setattr(segmented, "STEP", 2)
    monkeypatch.setattr(run, "BATCH_NODES", 100)
    few, many = (make(sentences // stride(2)) for sentences in (20, 100))
    steps = [sum(1 for _ in one.run(jobs=1)) for one in (few, many)]
    assert steps[1] > 2 * steps[0]  # some steps are taken once
    whole = make(100 // stride(2))
    monkeypatch.undo()
    score(whole)
    for one in MEASURES_OF[many.kind]:
        if whole.table.has(one.part):
            found, expected = (table.scores(0, one.key) for table in (many.table, whole.table))
            np.testing.assert_array_equal(found, expected, one.key)


@KINDS
def test_a_run_is_whole_and_tells_more_and_more(make: Callable[[int], Comparison]) -> None:
    comparison = make(12)
    told = list(comparison.run(jobs=1))
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert told[-1].done == told[-1].total
    assert not np.any(comparison.table.statuses == WAITING)


@pytest.mark.parametrize("way", ["keep", "raise", "split"])
def test_crossing_branches_are_resolved_some_sentences_at_a_time(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same trees and the same counts as all at once."""
    treebanks = crossing_trees(40)
    whole, parts = (CrossingBranches(treebanks, way) for _ in range(2))
    assert sum(1 for _ in whole.making()) == 2
    monkeypatch.setattr(columns, "BLOCK_WORDS", 500)
    assert sum(1 for _ in parts.making()) > 8
    assert sum(1 for _ in parts.making()) == 0
    assert whole.warnings() == parts.warnings()
    for number in range(2):
        one, other = whole.trees(number), parts.trees(number)
        assert [tree.brackets() for tree in one] == [tree.brackets() for tree in other]
        assert [tree.word_sets for tree in one] == [tree.word_sets for tree in other]
