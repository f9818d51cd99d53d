"""The public interface as a whole: what it offers, what it costs, and how it is typed."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import treecompare as tc
from treecompare.registry import is_here

ROOT = Path(__file__).parents[2]

USER = """
import pathlib
import treecompare as tc

comparison = tc.compare("gold.mrg", {"a": pathlib.Path("a.mrg"), "b": tc.read("b.mrg")}, params="evalb", lazy=True)
several: tc.Comparison = tc.compare([("SD", "sd.conllu"), ("UD", "ud.conllu")], ["x.conllu"], follows=["SD"])
score: tc.Score = tc.score("gold.mrg", "a.mrg", "e.roof.dice", average="mean")
value: float = float(score)
for row in comparison.scores("all"):
    print(row.system, row["score"])
table: tc.Table = comparison.overview()
pair: tc.Pair = comparison.pair(sentence=17, system="a")
drawn: str = pair.svg(layout="merged")
scores: dict[str, float | None] = pair.scores
keys: list[str] = [one.key for one in tc.measures()]
try:
    tc.read(text="(S x)")
except tc.ReadError as error:
    print(error.line)
"""


def test_everything_offered_is_there_and_described() -> None:
    assert set(tc.__all__) <= set(dir(tc))
    for name in filter(is_here, tc.__all__):
        value = getattr(tc, name)
        assert name == "__version__" or value.__doc__
        if inspect.isclass(value):
            public = [
                one
                for key, one in vars(value).items()
                if not key.startswith("_") and (callable(one) or isinstance(one, property))
            ]
            assert all(one.__doc__ for one in public)
    with pytest.raises(AttributeError, match="module 'treecompare' has no attribute 'compair'"):
        _ = tc.compair  # type: ignore[attr-defined]


def test_measures_is_a_package_and_a_function() -> None:
    module = importlib.import_module("treecompare.measures")
    assert tc.measures() == list(module.ALL_MEASURES)
    [dice] = [one for one in tc.measures() if one.key == "e.roof.dice"]
    assert dice.title and dice.paper and dice.explanation and isinstance(dice, tc.Measure)
    program = "import treecompare.measures as package, treecompare as tc; tc.read; print(len(tc.measures()), len(package.MEASURES))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout.split()[0]) == len(tc.measures())


def test_importing_costs_nothing() -> None:
    program = (
        "import sys, time; before = set(sys.modules); start = time.process_time(); import treecompare\n"
        "print(time.process_time() - start, *sorted(set(sys.modules) - before))"
    )
    runs = []
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
        seconds, *modules = done.stdout.split()
        assert modules == ["__future__", "treecompare"] or modules == ["treecompare"]
        runs.append(float(seconds))
    assert min(runs) < 0.010


@pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="not a checkout")
def test_types_are_shipped() -> None:
    assert (ROOT / "treecompare" / "py.typed").exists()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert settings["package-data"]["treecompare"] == ["py.typed"]


WRONG = {
    "tc.compair('a', 'b')": 'Module has no attribute "compair"',
    "tc.score('a', 'b', 7)": 'Argument 3 to "score" has incompatible type "int"',
    "tc.score('a', 'b', 'la', average='macro')": "incompatible type \"Literal['macro']\"",
    "pair.svgg()": '"Pair" has no attribute "svgg"',
}


def test_mypy_sees_the_types_as_a_user_would(tmp_path: Path) -> None:
    """What is wrong is wrong there, and nothing else is. Types that the check of the program has found are not looked for again."""
    (tmp_path / "user.py").write_text(USER + "".join(f"{line}\n" for line in WRONG))
    config, kept = str(ROOT / "pyproject.toml"), str(ROOT / ".mypy_cache")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", config, "--cache-dir", kept, "user.py"],
        capture_output=True, text=True, cwd=tmp_path, timeout=110,
        env={"PATH": "/usr/bin:/bin", "MYPYPATH": str(ROOT)},
    )  # fmt: skip
    told = [line.split(": ", 2) for line in done.stdout.splitlines() if ": error: " in line]
    first = USER.count("\n") + 1
    assert [place for place, *_ in told] == [f"user.py:{first + number}" for number in range(len(WRONG))], done
    assert all(wanted in said for wanted, (*_, said) in zip(WRONG.values(), told, strict=True)), done.stdout
