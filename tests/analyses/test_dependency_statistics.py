"""Statistics of dependency treebanks: counted by hand, and on a real one."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from treecompare.analyses.statistics import dependency_statistics_table, sentence_table
from treecompare.cli import run_command
from treecompare.readers import DependencyTreebank, read_dependencies
from treecompare.trees.arcs import check, lift
from treecompare.trees.dependencies import Dependencies

# in the first, the arc from 4 to 2 goes over 3, which 4 does not dominate; the second has two roots; the third no words
SENTENCES = [
    [("a", 3, "x", "A"), ("b", 4, "y", "B"), ("c", 0, "root", "A"), ("d", 3, "x", "A")],
    [("a", 0, "root", "A"), ("b", 0, "root", "B")],
    [],
]


def treebank() -> DependencyTreebank:
    return DependencyTreebank("t", "t", "conllu", Dependencies.of(SENTENCES), np.array([1, 6, 9]))


def test_counts_by_hand() -> None:
    table = dependency_statistics_table([treebank()])
    row = dict(zip((column.name for column in table.columns), table.rows[0], strict=True))
    assert row == {
        "treebank": "t", "sentences": 2, "mean length": 3.0, "longest": 4, "words": 6, "tokens": 6, "relations": 3,
        "UPOS tags": 2, "XPOS tags": 0, "mean depth": 2.0, "deepest": 3, "mean arc length": 5 / 3,
        "non-projective arcs": 1, "non-projective arcs, share": 1 / 3, "non-projective sentences": 1,
        "non-projective sentences, share": 0.5, "lifts": 1, "no trees": 1,
    }  # fmt: skip
    titles = [column.title for column in table.columns]
    for title, sentences in (("non-projective arcs", [0]), ("no trees", [1]), ("non-projective sentences", [0])):
        found = table.found(0, titles.index(title))
        assert found is not None and found.sentences.tolist() == sentences and found.system is None


def test_where_no_word_is_under_a_root() -> None:
    """Its depth is 0; where no sentence has words, the longest has none."""
    for sentence, longest in (([("a", 2, "x", "A"), ("b", 1, "y", "B")], 2), ([], 0)):
        words = Dependencies.of([sentence])
        table = dependency_statistics_table([DependencyTreebank("t", "t", "conllu", words, np.array([1, 4]))])
        row = dict(zip((column.name for column in table.columns), table.rows[0], strict=True))
        assert (row["longest"], row["deepest"]) == (longest, 0)


def test_each_sentence() -> None:
    rows = sentence_table(treebank()).rows
    assert rows == [[1, "1", 4, 3, 1, 1, ""], [2, "2", 2, 1, 0, 0, "2 roots"], [3, "3", 0, 0, 0, 0, ""]]


def test_lifting_leaves_nothing_non_projective(shared: Path) -> None:
    words = read_dependencies(shared / "data/ewt/test.gold.conllu").sentences
    crossing = check(words).non_projective.sum()
    assert crossing > 0 and check(lift(words).arcs).non_projective.sum() == 0


def test_on_the_command_line(shared: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    gold = str(shared / "data/ewt/test.gold.conllu")
    trees = str(shared / "data/wsj-sample/gold.mrg")
    assert run_command(["stats", trees, gold, "--format", "csv"]) == 0
    constituents, dependencies = capsys.readouterr().out.split("\n\n")[:2]
    assert "non-terminals per terminal" in constituents and "non-projective arcs" in dependencies
    assert run_command(["stats", gold, "--per-sentence", "--format", "csv"]) == 0
    assert len(capsys.readouterr().out.strip().split("\n")) > 2077
    assert run_command(["stats", trees, "--per-sentence"]) == 2
    assert run_command(["report", "statistics", gold, gold]) == 0
    assert "lifts" in capsys.readouterr().out
