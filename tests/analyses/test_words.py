"""Worst words, tags, lineages and constituents: they add up to what the table lacks, and agree word by word."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from tests.analyses.conftest import compared
from tests.conftest import stride
from tests.kernels import interpreted
from treecompare.analyses.words import MOST, word_tables
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.scores.result import View


@pytest.mark.parametrize("variant", ["la", "la.initial", "la.tags"])
def test_points_lost_add_up(wsj: ConstituentComparison, variant: str) -> None:
    for system in range(0, 3, stride(2)):
        counts = wsj.table.part(system, variant)
        rows = wsj.table.common().rows
        lost = counts.words[rows].sum() - counts.score[rows].sum()
        for table in word_tables(wsj, View(system, variant=variant)):
            rest = (
                float(table.note.split(" lose ")[1].split(" ")[0].replace(",", "")) if " lose " in table.note else 0.0
            )
            assert sum(row[3] for row in table.rows) + rest == pytest.approx(lost, abs=0.006)  # type: ignore[misc]
            assert [row[3] for row in table.rows] == sorted((row[3] for row in table.rows), reverse=True)  # type: ignore[type-var]


@pytest.mark.parametrize("variant", ["la", "la.initial", "la.tags"])
def test_points_lost_add_up_where_words_differ(variant: str) -> None:
    """A gold word that the system lacks loses a whole point; one that is cut, the mean of its parts."""
    gold = "(S (NP (NN a) (NN lost)) (VP (VB bcd) (X (NP (NN e)))))\n(S (NP (NN f) (NN gone)) (VP (VB g)))"
    test = "(S (NP (NN a)) (VP (VB b) (VB cd)) (NP (NN e)))\n(S (NP (NN %%%%) (NN f)) (VP (VB g)))"
    comparison = compared(gold, test)
    counts = comparison.table.part(0, variant)
    tables = word_tables(comparison, View(0, variant=variant))
    for table in tables:
        assert sum(row[3] for row in table.rows) == pytest.approx(counts.words.sum() - counts.score.sum())  # type: ignore[misc]
    words = {row[0]: row[1:] for row in tables[0].rows}
    assert words["lost#-"] == words["gone#-"] == [1, 0.0, 1.0]
    assert words["f"][2] == words["g"][2] == 0
    lineages = next(table for table in tables if table.title.startswith("Worst lineages"))
    assert {f"{one.gold or '∅'} : {one.test or '∅'}" for one in comparison.word_scores(0, 1, variant) or []} <= {
        row[0] for row in lineages.rows
    }


def test_every_entry_is_what_its_words_say(sample: ConstituentComparison) -> None:
    wanted: dict[str, dict[str, list[float]]] = {"word": defaultdict(list), "lineage": defaultdict(list)}
    where: dict[str, set[int]] = defaultdict(set)
    for sentence in np.flatnonzero(sample.table.common().rows).tolist():
        for one in sample.word_scores(1, sentence) or []:
            wanted["word"][one.word].append(one.score)
            wanted["lineage"][f"{one.gold or '∅'} : {one.test or '∅'}"].append(one.score)
            where[one.word].add(sentence)
    words, _, lineages, _ = word_tables(sample, View(1))
    for table, kind in ((words, "word"), (lineages, "lineage")):
        assert len(table.rows) == len(wanted[kind])
        for text, count, mean, lost in table.rows:
            scores = wanted[kind][str(text)]
            assert count == len(scores)
            assert mean == pytest.approx(np.mean(scores))
            assert lost == pytest.approx(len(scores) - sum(scores))
    for row, (text, *_) in enumerate(words.rows):
        found = words.found(row, 1)
        assert found is not None
        assert set(found.sentences.tolist()) == where[str(text)]


def test_the_readable_twin_says_the_same(sample: ConstituentComparison, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = [table.rows for table in word_tables(sample, View(2))]
    monkeypatch.setattr("treecompare.mappings.lineages.kernel", interpreted)
    assert [table.rows for table in word_tables(sample, View(2))] == fast


def test_without_tags_there_are_no_worst_tags(sample: ConstituentComparison) -> None:
    bare = score(
        ConstituentComparison(sample.gold, sample.systems[:1], replace(Settings(), preterminals="no", params="none"))
    )
    assert [table.title.split(",")[0] for table in word_tables(bare, View())] == [
        "Worst words", "Worst lineages", "Worst constituents",
    ]  # fmt: skip


def test_many_entries_are_told_with_separators() -> None:
    number = MOST + 1_100
    gold = "\n".join(f"(S (NP (N w{one})) (V v))" for one in range(number))
    tables = word_tables(compared(gold, gold.replace("NP", "XP")), View())
    assert any("1,101 more entries lose" in table.note for table in tables), [table.note for table in tables]
