from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.extras.batches.made import conllu, task
from treecompare.analyses.errors import CountedErrors
from treecompare.comparison.files import Files, open_files, opened
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.batches import pool as pool_module
from treecompare.extras.batches.figures import Board
from treecompare.extras.batches.job import Job, Result, done
from treecompare.extras.batches.manifest import read_manifest
from treecompare.extras.batches.plan import planned
from treecompare.extras.batches.pool import LocalPool
from treecompare.extras.batches.rows import packed
from treecompare.extras.batches.run import GivenPool, Pool, jobs_of, run
from treecompare.extras.batches.since import Since
from treecompare.extras.batches.store import Store, jobs_left
from treecompare.reading import rules


class Here(Executor):
    """Works in this thread; ``fails`` says of which jobs it loses its worker."""

    def __init__(self, fails: Callable[[Job], bool] = lambda job: False) -> None:
        self.fails, self.broken = fails, False

    def submit(self, fn: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if self.broken:
            raise BrokenProcessPool("broken")
        future: Future[Any] = Future()
        if self.fails(arguments[0]):
            self.broken = True
            future.set_exception(BrokenProcessPool("a process ended"))
        else:
            future.set_result(fn(*arguments, **named))
        return future


class Renewed(GivenPool):
    def __init__(self, fails: Callable[[Job], bool]) -> None:
        super().__init__(Here(fails), 2)
        self.fails, self.renewals = fails, 0

    def renew(self) -> None:
        self.executor, self.renewals = Here(self.fails), self.renewals + 1


def scored(path: Path, pool: Pool) -> tuple[list[Result], Store]:
    plan = planned(read_manifest(str(path)))
    store = Store(plan.manifest.results, make=True)
    return [step.result for step in run(plan, store, pool) if step.result is not None], store


def figures(store: Store) -> list[list[float]]:
    board = Board.of(store)
    return [board.standing(key, "usual").macro.tolist() for key in board.keys]


def test_results_are_those_of_single_comparisons_and_are_kept(tmp_path: Path) -> None:
    path = task(tmp_path)
    results, store = scored(path, GivenPool(Here()))
    assert sorted(one.key for one in results) == [
        ("aa", "good", "usual"),
        ("aa", "poor", "usual"),
        ("bb", "good", "usual"),
    ]
    kept = store.results()
    for result in results:
        files = Files(result.files[0].path, (("", result.files[1].path),))
        single = opened(open_files(files)).comparison
        for _ in single.run(1):
            pass
        for key in ("las", "uas"):
            of = kept[result.key].measured[key]
            assert of.numerators.sum() / of.denominators.sum() == single.table.summary(0, key, "pooled")
            assert of.signature == single.table.signature(key, "pooled", 0)
        assert list(kept[result.key].ids) == single.ids and kept[result.key].machine
    assert sum(int(one.sum()) for one in kept["aa", "poor", "usual"].errors.values()) == 3


def test_errors_are_counted_on_the_sentences_that_all_have(tmp_path: Path) -> None:
    """good is wrong in the first five sentences and lacks the last one; poor is wrong in the first three and lacks the first."""
    path = task(tmp_path)
    (tmp_path / "out/good/aa.conllu").write_text(conllu(5).rpartition("# sent_id")[0], "utf-8")
    (tmp_path / "out/poor/aa.conllu").write_text("# sent_id" + conllu(3).split("# sent_id", 2)[2], "utf-8")
    board = Board.of(scored(path, GivenPool(Here()))[1])
    table = board.table("aa", "usual")
    assert table is not None
    counts, note = table.errors()
    assert [sum(of[place] or 0 for of in counts.values()) for place in (0, 1)] == [4, 2]
    assert note == "On 4 of 6 sentences that all have."
    files = Files(
        str(tmp_path / "gold/aa.conllu"),
        tuple((name, str(tmp_path / f"out/{name}/aa.conllu")) for name in ("good", "poor")),
    )
    together = opened(open_files(files)).comparison
    for _ in together.run(1):
        pass
    counted = CountedErrors(together)
    assert counts == {one.title: [counted.number(place, one.among) for place in (0, 1)] for one in together.error_types}


def test_encodings_that_are_asked_for_go_with_the_jobs(tmp_path: Path) -> None:
    path = task(tmp_path)
    plain = [job.recipe for job in jobs_of(planned(read_manifest(str(path))))]
    for name in ("gold/aa", "out/poor/aa"):
        (tmp_path / f"{name}.conllu").write_text(conllu().replace("dogs", "dögs"), "iso-8859-1")
    with rules(encodings={"aa": "iso-8859-1", "good": "koi8-r"}) as asked:
        jobs = jobs_of(planned(read_manifest(str(path))))
    assert {"aa", "good", "poor", "bb"} <= asked
    by_key = {job.key[:2]: job for job in jobs}
    assert not done(by_key["aa", "poor"]).failure  # outside of the rules, as on a worker
    assert [one for _, one in by_key["aa", "good"].encodings] == ["iso-8859-1", "koi8-r"]
    assert by_key["bb", "good"].encodings == ((by_key["bb", "good"].path, "koi8-r"),)
    assert [job.recipe in plain for job in jobs] == [False, False, False]
    assert [job.recipe for job in jobs_of(planned(read_manifest(str(path))))] == plain
    assert "not UTF-8" in done(jobs_of(planned(read_manifest(str(path))))[1]).failure


def test_a_system_without_heads_has_no_errors_beside_others(tmp_path: Path) -> None:
    path = task(tmp_path)
    scored(path, GivenPool(Here()))[1].close()
    shutil.copy(tmp_path / "task.batch", tmp_path / "before.batch")
    poor = tmp_path / "out/poor/aa.conllu"
    poor.write_text(re.sub(r"\t\d+(\t\w+\t_\t_\n)", r"\t_\1", conllu(3)), "utf-8")
    board = Board.of(scored(path, GivenPool(Here()))[1])
    table = board.table("aa", "usual")
    assert table is not None
    assert board.results["aa", "poor", "usual"].measured["las"].undefined == "poor has no HEAD"
    counts, note = table.errors()
    assert [sum(of[0] or 0 for of in counts.values()), {of[1] for of in counts.values()}] == [1, {None}]
    assert note == "No errors are counted where a system has no parse; sentences left out: 6 of poor."
    files = Files(
        str(tmp_path / "gold/aa.conllu"), (("good", str(tmp_path / "out/good/aa.conllu")), ("poor", str(poor)))
    )
    together = opened(open_files(files)).comparison
    for _ in together.run(1):
        pass
    counted = CountedErrors(together)
    assert counts == {one.title: [counted.number(place, one.among) for place in (0, 1)] for one in together.error_types}
    assert "poor has no HEAD" in counted.note and counted.compared.tolist() == [True, False]
    since = Since(Board.of(Store(str(tmp_path / "before.batch"))), board).errors("usual")
    assert {row[0] for row in since.rows} == {"good"}
    assert "Less than half is scored before or now, no errors are counted: poor on aa." in since.note


def test_a_lost_parse_has_no_errors_to_win(tmp_path: Path) -> None:
    path = task(tmp_path)
    scored(path, GivenPool(Here()))[1].close()
    shutil.copy(tmp_path / "task.batch", tmp_path / "before.batch")
    (tmp_path / "out/poor/aa.conllu").write_text("# sent_id" + conllu(3).split("# sent_id", 2)[2], "utf-8")
    now = Board.of(scored(path, GivenPool(Here()))[1])
    since = Since(Board.of(Store(str(tmp_path / "before.batch"))), now)
    table = since.errors("usual")
    assert [row[2:] for row in table.rows if row[0] == "poor"] == [[2, 2, 0]]
    assert "poor on aa: On 5 of 6 sentences that all have." in table.note


def test_what_counts_as_zero_is_not_covered(tmp_path: Path) -> None:
    usual = task(tmp_path).read_text("utf-8")
    path = task(tmp_path, usual + '[preparations.zero]\nmissing = "zero"\n')
    (tmp_path / "out/poor/aa.conllu").write_text("# sent_id" + conllu(3).split("# sent_id", 2)[2], "utf-8")
    standing = Board.of(scored(path, GivenPool(Here()))[1]).standing("las", "zero")
    assert standing.scores[0].tolist() == [18 / 19, 30 / (19 + 17)]  # of two words nothing is found
    assert standing.coverage[0].tolist() == [1, 5 / 6]


def test_only_what_changed_is_scored_again(tmp_path: Path) -> None:
    path = task(tmp_path)
    scored(path, GivenPool(Here()))[1].close()
    poor = tmp_path / "out/poor/aa.conllu"
    os.utime(poor, (1, 1))
    again, store = scored(path, GivenPool(Here()))
    assert not again  # another date, the same content
    before = figures(store)
    poor.write_text(conllu(1), "utf-8")
    again, store = scored(path, GivenPool(Here()))
    assert [one.key for one in again] == [("aa", "poor", "usual")] and figures(store) != before
    (tmp_path / "gold/bb.conllu").write_text(conllu(2), "utf-8")
    assert [one.key for one in scored(path, GivenPool(Here()))[0]] == [("bb", "good", "usual")]
    path.write_text(path.read_text("utf-8").replace("las,uas", "las"), "utf-8")
    assert len(scored(path, GivenPool(Here()))[0]) == 3


def test_what_cannot_be_read_stops_nothing_and_is_tried_again(tmp_path: Path) -> None:
    path = task(tmp_path)
    poor = tmp_path / "out/poor/aa.conllu"
    poor.write_text("nothing\n", "utf-8")
    results, store = scored(path, GivenPool(Here()))
    failure = store.results()["aa", "poor", "usual"].failure
    assert len(results) == 3 and failure.startswith(str(poor)) and "\n" not in failure
    assert ("aa", "poor") in [(one.treebank, one.system) for one, _ in Board.of(store).unscored]
    poor.write_text(conllu(), "utf-8")
    again, store = scored(path, GivenPool(Here()))
    assert [one.key for one in again] == [("aa", "poor", "usual")] and not again[0].failure


def test_lost_workers_lose_nothing_and_a_job_that_ends_them_is_given_up(tmp_path: Path) -> None:
    path = task(tmp_path)
    lost: list[Job] = []

    def sometimes(job: Job) -> bool:
        lost.append(job)
        return len(lost) in (1, 3)

    pool = Renewed(sometimes)
    results, store = scored(path, pool)
    assert len(results) == 3 and not any(one.failure for one in results) and pool.renewals == 2
    whole = figures(store)
    (tmp_path / "task.batch").unlink()
    results, store = scored(path, Renewed(lambda job: job.system == "poor"))
    failed = [one for one in results if one.failure]
    assert len(results) == 3 and [one.key[1] for one in failed] == ["poor"]
    assert failed[0].failure.endswith("3 workers ended while scoring it; perhaps it needs more memory")
    again, store = scored(path, GivenPool(Here()))
    assert len(again) == 1 and figures(store) == whole


def test_an_executor_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    path = task(tmp_path)
    with pytest.raises(TreecompareError, match="lost its workers; what is scored so far is kept"):
        scored(path, GivenPool(Here(lambda job: job.treebank == "bb"), 1))
    store = Store(str(tmp_path / "task.batch"))
    assert len(store.results()) == 2
    with ThreadPoolExecutor(2) as executor:
        assert len(scored(path, GivenPool(executor))[0]) == 1
    with pytest.raises(TreecompareError, match="takes no more work"):
        (tmp_path / "task.batch").unlink()
        scored(path, GivenPool(executor))


def test_a_full_disk_ends_the_batch_and_what_is_done_stays(tmp_path: Path) -> None:
    path = task(tmp_path)
    plan = planned(read_manifest(str(path)))
    store = Store(plan.manifest.results, make=True)
    with pytest.raises(TreecompareError) as raised:
        for step in run(plan, store, GivenPool(Here(), 1)):
            if step.done == 1:
                [[pages]] = store._connection.execute("PRAGMA page_count")
                store._connection.execute(f"PRAGMA max_page_count={pages}")
    assert "the disk is full; what is scored so far is kept" in str(raised.value)
    store.close()
    store = Store(plan.manifest.results)
    assert len(store.results()) == 1 and len(jobs_left(jobs_of(plan), store)) == 2


def test_other_files_are_no_results(tmp_path: Path) -> None:
    path = tmp_path / "a.batch"
    with pytest.raises(ReadError, match="there is no such file"):
        Store(str(path))
    path.write_text("no database, but long enough to be one" * 100, "utf-8")
    with pytest.raises(TreecompareError, match="is damaged or no file of results"):
        Store(str(path))
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE t (x)")
    with pytest.raises(ReadError, match="is another file"):
        Store(str(path), make=True)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON plan BEGIN DELETE FROM plan; END", "other tables than a batch"),
        ("CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT n FROM c", "other tables than"),
        ("DROP TABLE errors", "other tables than a batch"),
        ("PRAGMA user_version = 1", "holds results in form 1; expected form 2"),
        ("PRAGMA journal_mode = WAL", "write-ahead log; expected a batch"),
        ("UPDATE results SET reasons = '{'", "reasons are '{', not JSON"),
        (f"UPDATE results SET files = '{'[' * 100_000}'", "not JSON"),
        ("UPDATE results SET files = '[[1, 2, 3, 4]]'", "the path of a file is 1; expected a text"),
        ("UPDATE results SET seconds = 9e999", "a time is inf; expected seconds"),
        ("UPDATE results SET finished = -1", "a time is -1"),
        ("UPDATE results SET gold_counts = x'3c69380078'", "sentences of the gold end in the middle"),
        ("UPDATE results SET gold_counts = 7", "sentences of the gold are 7; expected packed numbers"),
        ("UPDATE results SET lengths = scored", "lengths are bits"),
        ("UPDATE measured SET key = 'xyzzy' WHERE key = 'las'", "a measure is 'xyzzy', which this version does not know"),
        ("UPDATE measured SET exist = numerators", "where a measure exists are numbers; expected bits"),
        ("UPDATE about SET value = '[]' WHERE name = 'preparations'", "preparations are []; expected settings by their names"),
        ("UPDATE names SET ids = x'00'", "ids of sentences end in the middle"),
        ("UPDATE plan SET path = CAST(x'61ff' AS TEXT)", "is damaged or no file of results"),
    ],
)  # fmt: skip
def test_results_from_anybody_are_refused_in_one_sentence(tmp_path: Path, statement: str, said: str) -> None:
    scored(task(tmp_path), GivenPool(Here()))[1].close()
    path = str(tmp_path / "task.batch")
    with closing(sqlite3.connect(path)) as other:
        other.executescript(statement)
    with pytest.raises(TreecompareError) as told:
        Board.of(Store(path))
    assert str(told.value).startswith(path) and said in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (np.full(6, np.nan), "hold nan to nan"), (np.full(6, -1), "denominators hold -1 to -1; expected 0 to"),
        (np.full(6, 1e300), "denominators hold 1e+300"), (np.ones(7, np.int64), "denominators are 7; expected 6"),
        (np.ones(6, np.complex128), "of the type b'<c16'"), (np.ones(6, np.bool_), "are bits; expected numbers"),
    ],
)  # fmt: skip
def test_counts_from_anybody_are_counts(tmp_path: Path, numbers: np.ndarray, said: str) -> None:
    scored(task(tmp_path), GivenPool(Here()))[1].close()
    path = str(tmp_path / "task.batch")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE measured SET denominators = ?", (packed(numbers),))
    with pytest.raises(TreecompareError) as told:
        Board.of(Store(path))
    assert said in str(told.value)


def test_a_worker_of_another_version_scores_nothing(tmp_path: Path) -> None:
    job = jobs_of(planned(read_manifest(str(task(tmp_path)))))[0]
    assert "expected 0.1 as where the batch was started" in done(replace(job, version="0.1")).failure


def test_a_batch_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """Really: with processes, of which one is killed first, and then the program; its processes end with it."""
    path = task(tmp_path)
    for number in range(6):
        for folder in ("gold", "out/good", "out/poor"):
            wrong = 40 * number if folder == "out/poor" else 0
            (tmp_path / f"{folder}/c{number}.conllu").write_text(conllu(wrong, ["the dogs bark"] * 2000), "utf-8")
    command = [sys.executable, "-m", "treecompare", "batch", str(path), "--jobs", "1"]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    results = tmp_path / "task.batch"
    for wanted in (1, 4):
        # it only runs while nobody looks, so that it is not at its end before this test has seen it
        while _number(results) < wanted:
            os.killpg(first.pid, signal.SIGCONT)
            time.sleep(0.01)
            os.killpg(first.pid, signal.SIGSTOP)
        workers = _children(first.pid)
        if wanted == 1:
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
    first.kill()
    first.wait()
    os.killpg(first.pid, signal.SIGCONT)
    _wait(lambda: not any(map(_is_running, workers)))
    before = _number(results)
    assert 4 <= before < 15 and workers
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert second.returncode == 1 and "poor on bb (usual): not scored: the system has no file" in second.stderr
    interrupted = Store(str(results))
    assert len(interrupted.results()) == 15 and not any(one.failure for one in interrupted.results().values())
    kept = figures(interrupted)
    results.unlink()
    assert figures(scored(path, GivenPool(Here()))[1]) == kept


def _wait(there: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not there():
        assert time.monotonic() < end
        time.sleep(0.01)


def _is_running(process: int) -> bool:
    try:
        return bool(
            Path(f"/proc/{process}/cmdline").read_bytes()
        )  # of one that has ended and was not waited for: empty
    except OSError:
        return False


def _number(results: Path) -> int:
    try:
        with sqlite3.connect(f"file:{results}?mode=ro", uri=True, timeout=0.01) as file:
            number: int = file.execute("SELECT count(*) FROM results").fetchone()[0]
            return number
    except sqlite3.Error:
        return 0


def _children(process: int) -> list[int]:
    """The processes that score: those that were spawned, without the one that keeps track of resources."""
    found = subprocess.run(
        ["pgrep", "-P", str(process), "-f", "spawn_main"], capture_output=True, text=True, check=False
    )
    return [int(one) for one in found.stdout.split()]


def test_processes_that_cannot_be_started_are_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a script starts a batch when its processes import it."""
    pool = LocalPool(1)
    try:
        monkeypatch.setattr(pool, "_executor", Here(lambda _: True))
        monkeypatch.setattr(Here, "submit", lambda self, fn: _raised(BrokenProcessPool("ended")))
        with pytest.raises(TreecompareError, match="no process that scores can be started; expected if __name__"):
            scored(task(tmp_path), pool)
    finally:
        monkeypatch.undo()
        pool.end()
    assert not Store(str(tmp_path / "task.batch")).results()


def _raised(error: Exception) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


def test_processes_take_no_notice_of_ctrl_c_from_the_beginning() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        process = pool_module._Context().Process(target=int)
        process.start()
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)  # long before it has read its first module
        process.join(60)
        assert process.exitcode == 0 and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
