"""What the window promises (tests/promises.tsv): each test of it is listed, and none goes before something else answers it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
LIST = TESTS / "promises.tsv"


def listed() -> list[list[str]]:
    """Promise, test, and what answers it where the test is gone: another test, a contract's command, or "goes" and why."""
    heading, *lines = LIST.read_text("utf-8").splitlines()
    assert heading == "promise\ttest\tanswer"
    rows = [line.split("\t") for line in lines]
    return [one for one in rows if not one[1].startswith("extras/") or (TESTS / one[1]).parent.is_dir()]


@cache
def functions(path: Path) -> set[str]:
    """The tests of a file, with the names that the list calls them by."""
    tree = ast.parse(path.read_text("utf-8"))
    names = (one.name for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_"))
    return {f"{path.relative_to(TESTS)}::{name}" for name in names}


def test_every_promise_is_kept_or_answered() -> None:
    """A line begins with what it promises; it is never shortened, for what is promised is not forgotten."""
    rows = listed()
    assert len({test for _, test, _ in rows}) == len(rows)
    paths = [*(TESTS / "window").rglob("test_*.py"), *TESTS.glob("extras/**/window/test_*.py")]
    there = {name for path in paths for name in functions(path)}
    assert not there - {test for _, test, _ in rows}, "a test of the window that is not in the list"
    open_ = [(promise, test) for promise, test, answer in rows if test not in there and not answer]
    assert not open_, "promises whose test is gone, and nothing answers them"
    assert all(len(promise.split()) > 2 for promise, _, _ in rows)


def test_every_answer_is_there() -> None:
    """An answer is a test that there is, a command of the contracts, or "goes: " and the reason."""
    commands = {line.split("\t")[1] for line in (TESTS / "contracts/samples.tsv").read_text("utf-8").splitlines()}
    for promise, _, answer in listed():
        if "::" in answer:
            path = TESTS / answer.partition("::")[0]
            assert path.is_file(), (promise, answer)
            assert answer in functions(path), (promise, answer)
        elif answer:
            assert answer in commands or answer.startswith("goes: "), (promise, answer)
