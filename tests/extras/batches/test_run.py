from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
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
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.batches import pools as runs
from treecompare.extras.batches.job import Errors, Job, Result, done
from treecompare.extras.batches.manifest import Plan, read_manifest
from treecompare.extras.batches.pools import LocalPool, Pool, jobs_of, run
from treecompare.extras.batches.store import Store, jobs_left
from treecompare.extras.batches.tables import Board, changes, for_people
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


class Renewed(Pool):
    def __init__(self, fails: Callable[[Job], bool]) -> None:
        super().__init__(Here(fails), 2)
        self.fails, self.renewals = fails, 0

    def renew(self) -> None:
        self.executor, self.renewals = Here(self.fails), self.renewals + 1


def scored(path: Path, pool: Pool) -> list[Result]:
    """What a batch scores, by its keys: what comes at once comes in any order."""
    return in_order(Plan(read_manifest(str(path))), pool)


def in_order(plan: Plan, pool: Pool) -> list[Result]:
    return sorted((result for _, _, result in run(plan, pool) if result is not None), key=lambda one: one.key)


def figures(folder: Path) -> list[list[float]]:
    return [one.macro.tolist() for one in Board.of(str(folder / "task.batch")).standings]


def errors_of(folder: Path, system: str, treebank: str = "aa", preparation: str = "usual") -> dict[str, int]:
    found = Board.of(str(folder / "task.batch")).errors(preparation)[treebank]
    return {title: len(rows) for title, rows in found.found[system].items()}


def compared(tmp_path: Path, **systems: Path) -> Comparison:
    files = Files(str(tmp_path / "gold/aa.conllu"), tuple((name, str(path)) for name, path in systems.items()))
    found = opened(open_files(files)).comparison
    for _ in found.run(1):
        pass
    return found


def test_results_are_those_of_comparisons_and_are_kept(tmp_path: Path) -> None:
    results = scored(task(tmp_path), Pool(Here()))
    assert [one.key for one in results] == [("aa", "usual"), ("bb", "usual")]
    board = Board.of(str(tmp_path / "task.batch"))
    kept = [board.results[one.key] for one in results]
    assert json.dumps(kept) == json.dumps([one._replace(errors=None) for one in results])
    of = {name: tmp_path / f"out/{name}/aa.conllu" for name in ("good", "poor")}
    table = compared(tmp_path, **of).table
    for fact in board.results["aa", "usual"].facts:
        place = table.systems.index(fact.system)
        figure = table.figures(fact.measure, "pooled")[place]
        assert (fact.score, fact.sentences) == (figure, figure.sentences)
        assert fact.signature == table.signature(fact.measure, "pooled", place)
        assert type(fact.numerator) is int and fact.coverage == table.coverage(place)
    assert sum(errors_of(tmp_path, "poor").values()) == 3


def test_errors_are_kept_with_the_sentences_in_which_they_were_looked_for(tmp_path: Path) -> None:
    path = task(tmp_path)
    good, poor = (tmp_path / f"out/{name}/aa.conllu" for name in ("good", "poor"))
    good.write_text(conllu(5).rpartition("# sent_id")[0], "utf-8")
    poor.write_text("# sent_id" + conllu(3).split("# sent_id", 2)[2], "utf-8")
    scored(path, Pool(Here()))
    errors = Board.of(str(tmp_path / "task.batch")).errors("usual")["aa"]
    assert errors.unseen == {"good": [5], "poor": [0]} and errors.rows == [1] * 6
    for name, file in (("good", good), ("poor", poor)):
        alone = compared(tmp_path, **{name: file})
        counted = CountedErrors(alone)
        assert errors_of(tmp_path, name) == {one.title: counted.number(0, one.among) for one in alone.error_types}


def test_where_sentence_breaks_differ_errors_have_the_sentences_of_their_row(tmp_path: Path) -> None:
    errors = Errors([1, 2, 1], {"a": [0]}, {"a": {"x": [1, 1, 2]}})
    assert errors.seen("a") == {(1, 3): 1, (3, 4): 2} and errors.seen("b") == {(0, 1): 0, (1, 3): 1, (3, 4): 2}


def test_encodings_that_are_asked_for_go_with_the_jobs(tmp_path: Path) -> None:
    path = task(tmp_path)
    plain = [job.recipe for job in jobs_of(Plan(read_manifest(str(path))))]
    for name in ("gold/aa", "out/poor/aa"):
        (tmp_path / f"{name}.conllu").write_text(conllu().replace("dogs", "dögs"), "iso-8859-1")
    with rules(encodings={"aa": "iso-8859-1", "good": "koi8-r"}) as asked:
        jobs = jobs_of(Plan(read_manifest(str(path))))
    assert {"aa", "good", "poor", "bb"} <= asked
    of_aa, of_bb = jobs
    assert not done(of_aa).failed.get("poor")  # outside of the rules, as on a worker
    assert [one for _, one in of_aa.encodings] == ["iso-8859-1", "koi8-r", "iso-8859-1"]
    assert of_bb.encodings == ((of_bb.entry.there[0][1], "koi8-r"),)
    again = jobs_of(Plan(read_manifest(str(path))))
    assert [job.recipe in plain for job in jobs] == [False, False] and [job.recipe for job in again] == plain
    assert "not UTF-8" in done(again[0]).failed["poor"]


def test_a_system_without_heads_has_no_errors_beside_others(tmp_path: Path) -> None:
    path = task(tmp_path)
    scored(path, Pool(Here()))
    shutil.copy(tmp_path / "task.batch", tmp_path / "before.batch")
    poor = tmp_path / "out/poor/aa.conllu"
    poor.write_text(re.sub(r"\t\d+(\t\w+\t_\t_\n)", r"\t_\1", conllu(3)), "utf-8")
    scored(path, Pool(Here()))
    now = Board.of(str(tmp_path / "task.batch"))
    assert "LAS: undefined, for poor has no HEAD." in dict(now.results["aa", "usual"].notes)["las"]
    assert [fact.is_undefined for fact in now.results["aa", "usual"].facts] == [False, True] * 2
    assert np.isnan(now.standings[0].macro[1]) and now.standings[0].systems == ["good", "poor"]
    tables = {one.title: one for one in changes(Board.of(str(tmp_path / "before.batch")), now)}
    assert {row[0] for row in tables["Errors by type"].rows} == {"good"}
    assert "poor" not in {row[1] for row in tables["LAS, before and now"].rows}


def test_a_lost_parse_has_no_errors_to_win(tmp_path: Path) -> None:
    path = task(tmp_path)
    scored(path, Pool(Here()))
    shutil.copy(tmp_path / "task.batch", tmp_path / "before.batch")
    (tmp_path / "out/poor/aa.conllu").write_text("# sent_id" + conllu(3).split("# sent_id", 2)[2], "utf-8")
    scored(path, Pool(Here()))
    stores = (str(tmp_path / f"{name}.batch") for name in ("before", "task"))
    [table] = [one for one in changes(*map(Board.of, stores)) if one.title == "Errors by type"]
    assert [row[2:] for row in table.rows if row[0] == "poor"] == [[2, 2, 0]]
    assert "Counted on 17 of 18 sentences, for each system those that it has before and now." in table.note


def test_what_counts_as_zero_is_not_covered(tmp_path: Path) -> None:
    usual = task(tmp_path).read_text("utf-8")
    path = task(tmp_path, usual + '[preparations.zero]\nmissing = "zero"\n')
    (tmp_path / "out/poor/aa.conllu").write_text("# sent_id" + conllu(3).split("# sent_id", 2)[2], "utf-8")
    scored(path, Pool(Here()))
    board = Board.of(str(tmp_path / "task.batch"))
    standing = board.standings[0]
    assert (standing.key, standing.preparation) == ("las", "zero")
    assert standing.scores[0].tolist() == [18 / 19, 30 / (19 + 17)]  # of two words nothing is found
    [covered] = [one for one in for_people(board) if one.title == "Coverage, %"]
    assert covered.rows == [["aa", 1, 5 / 6], ["bb", 1, 0]]


def test_only_what_changed_is_scored_again(tmp_path: Path) -> None:
    path = task(tmp_path)
    scored(path, Pool(Here()))
    poor = tmp_path / "out/poor/aa.conllu"
    os.utime(poor, (1, 1))
    assert not scored(path, Pool(Here()))  # another date, the same content
    before = figures(tmp_path)
    poor.write_text(conllu(1), "utf-8")
    assert [one.key for one in scored(path, Pool(Here()))] == [("aa", "usual")] and figures(tmp_path) != before
    (tmp_path / "gold/bb.conllu").write_text(conllu(2), "utf-8")
    assert [one.key for one in scored(path, Pool(Here()))] == [("bb", "usual")]
    (tmp_path / "out/poor/bb.conllu").write_text(conllu(2), "utf-8")
    assert [one.key for one in scored(path, Pool(Here()))] == [("bb", "usual")]
    path.write_text(path.read_text("utf-8").replace("las,uas", "las"), "utf-8")
    assert len(scored(path, Pool(Here()))) == 2


@pytest.mark.parametrize("content", ["nothing\n", None])
def test_what_cannot_be_read_stops_nothing_and_is_tried_again(tmp_path: Path, content: str | None) -> None:
    path = task(tmp_path)
    poor = tmp_path / "out/poor/aa.conllu"
    plan = Plan(read_manifest(str(path)))
    poor.write_text(content, "utf-8") if content else poor.unlink()
    results = in_order(plan, Pool(Here()))
    failure = results[0].failed["poor"]
    assert len(results) == 2 and failure.startswith(str(poor)) and "\n" not in failure
    assert {fact.system for fact in results[0].facts} == {"good"} and list(results[0].failed) == ["poor"]
    assert (("aa", "poor", "usual"), failure) in Board.of(str(tmp_path / "task.batch")).unscored
    again = in_order(plan, Pool(Here()))
    assert [one.key for one in again] == [("aa", "usual")] and again[0].failed == results[0].failed
    poor.write_text(conllu(), "utf-8")
    again = scored(path, Pool(Here()))
    assert [one.key for one in again] == [("aa", "usual")] and not again[0].failed


def test_a_gold_that_cannot_be_read_is_told_of_all_systems(tmp_path: Path) -> None:
    path = task(tmp_path)
    (tmp_path / "gold/aa.conllu").write_text("nothing\n", "utf-8")
    results = scored(path, Pool(Here()))
    assert [sorted(one.failed) for one in results] == [["good", "poor"], []] and "gold/aa.conllu" in results[0].failed[
        "good"
    ]


def test_lost_workers_lose_nothing_and_a_job_that_ends_them_is_given_up(tmp_path: Path) -> None:
    path = task(tmp_path)
    lost: list[Job] = []

    def sometimes(job: Job) -> bool:
        lost.append(job)
        return len(lost) in (1, 3)

    pool = Renewed(sometimes)
    results = scored(path, pool)
    assert len(results) == 2 and not any(one.failed for one in results) and pool.renewals == 2
    whole = figures(tmp_path)
    (tmp_path / "task.batch").unlink()
    results = scored(path, Renewed(lambda job: job.entry.treebank == "aa"))
    [failed] = [one for one in results if one.failed]
    assert len(results) == 2 and failed.key[0] == "aa" and list(failed.failed) == ["good", "poor"]
    assert failed.failed["poor"].endswith("3 workers ended while scoring it; perhaps it needs more memory")
    assert len(scored(path, Pool(Here()))) == 1 and figures(tmp_path) == whole


def test_what_lost_two_workers_runs_alone_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody else's work is lost with it: both treebanks end each worker that they get."""

    class Lost(Executor):
        def submit(self, fn: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(BrokenProcessPool("a process ended"))
            return future

    at_once: list[int] = []
    waited = runs.wait
    monkeypatch.setattr(runs, "wait", lambda running, *more: at_once.append(len(running)) or waited(running, *more))
    results = scored(task(tmp_path), Pool(Lost(), 2))
    assert at_once == [2, 2, 1, 1] and [one.key[0] for one in results if one.failed] == ["aa", "bb"]


def test_an_executor_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    path = task(tmp_path)
    with pytest.raises(TreecompareError, match="lost its workers; what is scored so far is kept"):
        scored(path, Pool(Here(lambda job: job.entry.treebank == "bb"), 1))
    assert len(Board.of(str(tmp_path / "task.batch")).results) == 1
    with ThreadPoolExecutor(2) as executor:
        assert len(scored(path, Pool(executor))) == 1
    (tmp_path / "task.batch").unlink()
    with pytest.raises(TreecompareError, match="takes no more work"):
        scored(path, Pool(executor))


def test_a_full_disk_ends_the_batch_and_what_is_done_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(read_manifest(str(task(tmp_path))))
    put, sizes = Store.put, iter((99, 0))

    def full(store: Store, result: Result) -> None:
        [[pages]] = store._connection.execute("PRAGMA page_count")
        store._connection.execute(f"PRAGMA max_page_count={pages + next(sizes)}")
        put(store, result._replace(machine="x" * 9000))

    monkeypatch.setattr(Store, "put", full)
    with pytest.raises(TreecompareError, match="the disk is full; what is scored so far is kept"):
        list(run(plan, Pool(Here(), 1)))
    store = Store(plan.manifest.results)
    assert len(store.read()[3]) == len(jobs_left(jobs_of(plan), store)) == 1
    store.close()


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
        ("DROP TABLE plan", "other tables than a batch"),
        ("PRAGMA user_version = 2", "(form 2); expected the batch to be run again, with another file for its results"),
        ("PRAGMA journal_mode = WAL", "write-ahead log; expected a batch"),
        ("UPDATE results SET said = '{'", "a result is '{', not JSON"),
        (f"UPDATE results SET said = '{'[' * 100_000}'", "not JSON"),
        ("UPDATE results SET said = '[]'", "a result is []"),
        ("UPDATE results SET said = json_set(said, '$[0]', 7)", "a result is [7,"),
        ("UPDATE results SET said = json_set(said, '$[1][0][0]', char(0))", "a result is ["),
        ("UPDATE results SET said = replace(said, '\"las\"', '\"xyzzy\"')", "'xyzzy' is no measure of this version"),
        ("UPDATE results SET said = json_set(said, '$[6]', 9e999)", "a result is"),
        ("UPDATE results SET said = json_set(said, '$[3][0][2]', '1')", "a result is ["),
        ("UPDATE results SET key = '7' WHERE key LIKE '%aa%'", "a key is 7"),
        ("UPDATE plan SET said = '[\"a\", [], []]'", "its plan is ['a', [], []]"),
        ("UPDATE plan SET said = CAST(x'61ff' AS TEXT)", "is damaged or no file of results"),
        ("UPDATE results SET errors = x'00'", "errors end in the middle"),
        ("UPDATE results SET errors = 7", "errors end in the middle"),
        (f"UPDATE results SET errors = x'{zlib.compress(b'[1]').hex()}'", "a list of errors is [1]"),
        (f"UPDATE results SET errors = x'{zlib.compress(bytes([255])).hex()}'", "errors cannot be unpacked"),
        (f"UPDATE results SET errors = x'{zlib.compress(b'[[-1], {}, {}]').hex()}'", "of fewer than no sentences"),
    ],
)  # fmt: skip
def test_results_from_anybody_are_refused_in_one_sentence(tmp_path: Path, statement: str, said: str) -> None:
    scored(task(tmp_path), Pool(Here()))
    path = str(tmp_path / "task.batch")
    shutil.copy(path, before := str(tmp_path / "before.batch"))
    with closing(sqlite3.connect(path)) as other:
        other.executescript(statement)
    with pytest.raises(TreecompareError) as told:
        changes(Board.of(before), Board.of(path))
    assert said in str(told.value) and "\n" not in str(told.value)
    assert str(told.value).startswith(path)


def test_what_sqlite_cannot_say_of_a_damaged_file_is_said_in_one_sentence(tmp_path: Path) -> None:
    """Its messages name tables, whose letters may be damaged, too."""
    scored(task(tmp_path), Pool(Here()))
    path = tmp_path / "task.batch"
    content = path.read_bytes()
    assert b"sqlite_autoindex_results_1" in content
    path.write_bytes(content.replace(b"sqlite_autoindex_results_1", b"\xc1qlite_autoindex_results_1"))
    with pytest.raises(TreecompareError, match=r"task\.batch: is damaged or no file of results"):
        Store(str(path))


def test_errors_of_a_damaged_file_are_of_any_rows_without_a_fault(tmp_path: Path) -> None:
    for rows in ([], [-1, 1 << 60], [1] * 9):
        errors = Errors(rows, {"a": [7, -1]}, {"a": {"x": [99, -5]}})
        assert all(end > first for first, end in errors.seen("a"))


@pytest.mark.parametrize("limit", ["MOST_ERRORS", "MOST_ROWS"])
def test_errors_that_are_too_many_are_neither_kept_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    path = task(tmp_path)
    scored(path, Pool(Here()))
    monkeypatch.setattr(f"treecompare.extras.batches.store.{limit}", 5)
    board = Board.of(str(tmp_path / "task.batch"))
    with pytest.raises(TreecompareError, match=r"task\.batch: is damaged or no file of results \(errors "):
        board.errors("usual")
    (tmp_path / "task.batch").unlink()
    scored(path, Pool(Here()))
    again = Board.of(str(tmp_path / "task.batch"))
    assert again.errors("usual") == {} and len(again.results["aa", "usual"].facts) == 4


def test_two_programs_may_make_a_file_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, connect = str(tmp_path / "a.batch"), sqlite3.connect

    def late(*arguments: Any, **named: Any) -> sqlite3.Connection:
        monkeypatch.undo()
        Store(path, make=True).close()
        return connect(*arguments, **named)

    monkeypatch.setattr(sqlite3, "connect", late)
    with closing(Store(path, make=True)) as store:
        assert store.read() == ("", {}, [], {})


def test_what_fails_with_a_consensus_is_told_of_whose_fault_it_is(tmp_path: Path) -> None:
    """A system that cannot be read takes no other with it; where only one is left the consensus is what fails."""
    systems = "".join(f'{name} = {{ aa = "out/{name}/aa.conllu" }}\n' for name in ("good", "poor", "third"))
    path = task(tmp_path, f'treebanks = "gold/aa.conllu"\n[systems]\n{systems}both = "consensus:"\n')
    (tmp_path / "out/third").mkdir()
    shutil.copy(tmp_path / "out/good/aa.conllu", tmp_path / "out/third/aa.conllu")
    (tmp_path / "out/poor/aa.conllu").write_text("nothing\n", "utf-8")
    [result] = scored(path, Pool(Here()))
    assert [*result.failed] == ["poor"] and {fact.system for fact in result.facts} == {"good", "third", "both"}
    (tmp_path / "out/third/aa.conllu").write_text("nothing\n", "utf-8")
    [result] = scored(path, Pool(Here()))
    assert {*result.failed} == {"poor", "third", "both"} and {fact.system for fact in result.facts} == {"good"}


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = jobs_of(Plan(read_manifest(str(task(tmp_path)))))[0]

    def fails(*_: Any) -> Any:
        raise PermissionError(13, "Permission denied", "other.tsv")

    monkeypatch.setattr("treecompare.extras.batches.job.open_files", fails)
    assert done(job).failed["good"] == "other.tsv: Permission denied"


def test_a_worker_of_another_version_scores_nothing(tmp_path: Path) -> None:
    job = jobs_of(Plan(read_manifest(str(task(tmp_path)))))[0]
    failed = done(replace(job, version="0.1")).failed
    assert list(failed) == ["good", "poor"] and "expected 0.1 as where the batch was started" in failed["good"]


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
    for wanted in (1, 3):
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
    assert 3 <= before < 8 and workers
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert second.returncode == 1 and "poor on bb (usual): not scored: the system has no file" in second.stderr
    board, kept = Board.of(str(results)), figures(tmp_path)
    assert len(board.results) == 8 and not any(one.failed for one in board.results.values())
    results.unlink()
    scored(path, Pool(Here()))
    assert figures(tmp_path) == kept


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
        monkeypatch.setattr(pool, "executor", Here(lambda _: True))
        monkeypatch.setattr(pool, "_made", Here)
        monkeypatch.setattr(Here, "submit", _broken)
        with pytest.raises(TreecompareError, match="no process that scores can be started; expected if __name__"):
            scored(task(tmp_path), pool)
    finally:
        monkeypatch.undo()
        pool.close()
    assert not Board.of(str(tmp_path / "task.batch")).results


def _broken(executor: Here, fn: Any, *_: Any) -> Future[Any]:
    if fn is not int:
        raise BrokenProcessPool("ended")
    future: Future[Any] = Future()
    future.set_exception(BrokenProcessPool("ended"))
    return future
