"""The run: nothing lost, rows in batches, cancelled at once, the same with any number of threads."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.measures.test_properties import random_file
from treecompare import resources
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.constituents import run
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.kernels import compiled_kernel
from treecompare.readers import parse, read
from treecompare.scores.ranks import disagreeing, system_ranks
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, WAITING


def large_pair(words: int) -> tuple[str, str]:
    """A long sentence and quite another analysis of it, for which the band of the kernel is no help."""
    gold = f"(S {' '.join(f'(NP (NN w{i}) (PP (IN x{i})))' for i in range(words // 2))})"
    test = f"(S {' '.join(f'(VP (VB w{i}) (XP (YP (IN x{i}))))' for i in range(words // 2))})"
    return gold, test


def test_rows_come_in_batches_and_all_of_them() -> None:
    gold, test = random_file(seed=4, sentences=3000)
    comparison = ConstituentComparison(parse(gold), [parse(test), parse(gold)])
    seen = np.zeros((2, 3000), np.int64)
    steps = []
    for progress in comparison.run():
        seen[progress.system, progress.first : progress.last] += 1
        assert (comparison.table.statuses[progress.system, progress.first : progress.last] != WAITING).all()
        assert progress.total == 6000
        steps.append(progress.done)
    assert (seen == 1).all()
    assert steps == sorted(steps)
    assert steps[-1] == 6000
    assert len(steps) > 4


@pytest.mark.skipif(
    compiled_kernel("mappings._edits") is None,
    reason="without the compiled kernel a long sentence takes seconds to give way",
)
def test_a_run_is_cancelled_within_a_third_of_a_second() -> None:
    """Of what all its threads take: other programs may be at work."""
    gold, test = large_pair(4000)
    comparison = ConstituentComparison(parse("\n".join([gold] * 6)), [parse("\n".join([test] * 6))])
    cancel = Cancel()
    begun: list[float] = []

    def stop() -> None:
        begun.append(time.process_time())
        cancel.set()

    timer = threading.Timer(0.4, stop)
    timer.start()
    for _ in comparison.run(cancel=cancel):
        pass
    ended = time.process_time()
    timer.cancel()
    assert begun, "the work was over before it could be cancelled"
    assert ended - begun[0] < 0.3 * (os.cpu_count() or 1)
    assert (comparison.table.statuses == WAITING).any()


@pytest.mark.skipif(
    compiled_kernel("mappings._edits") is None,
    reason="without the compiled kernel a long sentence takes seconds to give way",
)
def test_leaving_the_loop_ends_the_work() -> None:
    gold, test = large_pair(4000)
    comparison = ConstituentComparison(parse("\n".join([gold] * 6)), [parse("\n".join([test] * 6))])
    running = comparison.run()
    next(running)
    begun = time.process_time()
    running.close()
    assert time.process_time() - begun < 0.5 * (os.cpu_count() or 1)


class Interrupted(ThreadPoolExecutor):
    """Somebody interrupts the program just when the third piece of work was submitted."""

    submitted: ClassVar[list[Future[Any]]] = []

    def submit(self, *given: Any, **named: Any) -> Future[Any]:
        future = super().submit(*given, **named)
        self.submitted.append(future)
        if len(self.submitted) == 3:
            raise KeyboardInterrupt
        return future


@pytest.mark.skipif(
    compiled_kernel("mappings._edits") is None,
    reason="without the compiled kernel a long sentence takes seconds to give way",
)
def test_an_interrupt_while_work_is_submitted_ends_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what was submitted and not noted yet: a sentence takes some seconds here."""
    gold, test = large_pair(4000)
    comparison = ConstituentComparison(parse("\n".join([gold] * 6)), [parse("\n".join([test] * 6))])
    monkeypatch.setattr(run, "ThreadPoolExecutor", Interrupted)
    Interrupted.submitted.clear()
    cancel = Cancel()
    begun = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        for _ in comparison.run(jobs=2, cancel=cancel):
            begun = time.process_time()
    assert time.process_time() - begun < 2
    assert cancel.is_set() and len(Interrupted.submitted) == 3
    assert all(future.done() for future in Interrupted.submitted)
    assert (comparison.table.statuses == WAITING).all()


def test_leaving_the_loop_sets_cancel() -> None:
    gold, test = random_file(seed=4, sentences=3000)
    cancel = Cancel()
    running = ConstituentComparison(parse(gold), [parse(test)]).run(jobs=1, cancel=cancel)
    while not next(running).done:
        assert not cancel.is_set()
    running.close()
    assert cancel.is_set()
    assert not [one for one in threading.enumerate() if one.name.startswith("ThreadPoolExecutor")]


GOLD = "(S (N a) (V b))\n(S (N a)\n(S (N a) (V b))\n(S (N a) (V b))\n(())\n(S (N a) (V b))\n(S (N a))\n(S (N a) (. .))"
TEST = "(S (N a) (V b))\n(S (N a))\n(())\n(S (N a)))\n(S (N a))\n(S (N a) (V c))\n(S (N a) (V b))\n(S (. .))\n(S (N b))"


def test_every_sentence_has_a_status_and_a_reason() -> None:
    table = score(ConstituentComparison(parse(GOLD), [parse(TEST)], Settings(differing="skip"))).table
    assert [(int(table.statuses[0, i]), table.reason(0, i)) for i in range(table.sentences)] == [
        (SCORED, ""),
        (
            SKIPPED,
            "the gold tree cannot be read: line 2, 1 bracket is not closed; expected a balanced tree on one line",
        ),
        (SKIPPED, "no parse"),
        (
            SKIPPED,
            "the parse cannot be read: line 4, a bracket is closed that was not opened; expected a balanced tree on one line",
        ),
        (SKIPPED, "the gold tree has no words"),
        (PARTIAL, "the words differ: word 2 is 'b' in the gold, 'c' in the system"),
        (PARTIAL, "the words differ: gold has 1, system has 2"),
        (SKIPPED, "preparation leaves no words of the parse"),
        (SKIPPED, "the gold has no such sentence"),
    ]
    assert table.reasons(0) == {
        "the words differ": 2,
        "the gold tree cannot be read": 1,
        "no parse": 1,
        "the parse cannot be read": 1,
        "the gold tree has no words": 1,
        "preparation leaves no words of the parse": 1,
        "the gold has no such sentence": 1,
    }


def test_a_shorter_and_an_empty_system_lose_nothing() -> None:
    comparison = score(ConstituentComparison(parse("(S (N a))\n(S (N b))"), [parse("(S (N a))"), parse("")]))
    table = comparison.table
    assert table.statuses.tolist() == [[SCORED, SKIPPED], [SKIPPED, SKIPPED]]
    assert table.reason(0, 1) == table.reason(1, 0) == "the system has no such sentence"
    assert np.isnan(table.summary(1, "t.whole.dice", "pooled"))
    assert comparison.warnings == ["text: the file is empty; expected at least one tree"]


@pytest.mark.skipif(
    compiled_kernel("mappings._edits") is None, reason="without the compiled kernel a long sentence takes minutes"
)
def test_a_two_thousand_word_sentence_is_scored() -> None:
    gold, test = large_pair(2000)
    table = score(ConstituentComparison(parse(gold), [parse(test)])).table
    assert table.statuses[0, 0] == SCORED
    assert table.counts(0, slice(0, 1))[0]["t.whole"]["words"] == 2000


def test_trees_too_large_for_a_tree_distance_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from treecompare.mappings import edits

    monkeypatch.setattr(edits, "LIMIT", 100)
    gold, test = large_pair(20)
    table = score(ConstituentComparison(parse(gold + "\n(S (N a))"), [parse(test + "\n(X (N a))")])).table
    assert table.statuses.tolist() == [[PARTIAL, SCORED]]
    assert table.reason(0, 0) == "the trees are too large for a tree distance"
    assert np.isnan(table.scores(0, "t.whole.dice")[0])


def test_nothing_to_compare() -> None:
    with pytest.raises(UsageError, match="expected a gold treebank and at least one system"):
        ConstituentComparison(parse("(S (N a))"), [])
    with pytest.raises(UsageError, match="missing is 'no'; expected skip or zero"):
        Settings(missing="no")


@pytest.fixture(scope="module")
def sample() -> ConstituentComparison:
    first = resources.samples()[0]
    return score(ConstituentComparison(read(first.gold), [read(path) for path in first.systems]))


def test_the_shipped_systems_rank_differently_under_e_and_t(sample: ConstituentComparison) -> None:
    """As Emms found for real parsers: here the order is turned round."""
    ranks = system_ranks(sample.table, ["e.whole.dice", "t.whole.dice", "e.roof.dice", "t.roof.dice"], "pooled")
    order = dict(zip(sample.table.systems, ranks.tolist(), strict=True))
    assert order["unary-and-labels"] == [1, 3, 1, 3]
    assert order["attach-low"] == [3, 1, 3, 1]
    assert len(disagreeing(sample.table, "e.whole.dice", "t.whole.dice", "pooled")) == 3
    assert sample.sentences >= 60


def test_the_papers_examples_give_the_papers_figures() -> None:
    """Emms 2008: figures 1 and 2, the attachment error, the reversed ancestry."""
    emms = next(one for one in resources.samples() if one.key == "worked-examples-emms")
    table = score(ConstituentComparison(read(emms.gold), [read(emms.systems[0])])).table
    counts = table.counts(0, slice(None))
    first = counts[0]
    assert {name: first["e.roof"][name] for name in ("gold", "test", "deleted", "matched", "inserted")} == {
        "gold": 3, "test": 3, "deleted": 2, "matched": 1, "inserted": 2,
    }  # fmt: skip
    assert (first["e.whole"]["gold"], first["e.whole"]["deleted"], first["e.whole"]["matched"]) == (6, 3, 3)
    whole = first["t.whole"]
    assert (whole["deleted"], whole["swapped"], whole["matched"] - whole["words"], whole["inserted"]) == (1, 2, 3, 1)
    assert table.scores(0, "t.whole.dice")[0] == pytest.approx(2 / 3)
    assert table.scores(0, "e.roof.dice")[1] == 0.25
    assert table.scores(0, "t.roof.dice")[1] == 0.75
    assert (counts[2]["e.roof"]["deleted"], counts[2]["t.whole"]["cost"]) == (0, 2)
