"""Words as items: breakdowns and confusions, by hand and on real parsers, whose words can be opened."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.measures.test_words import GOLD, TEST, scores_of
from treecompare.analyses.by_category import largest_confusions
from treecompare.comparison.dependencies.items import COLUMNS, word_items
from treecompare.errors import UsageError
from treecompare.mappings.tokens import align
from treecompare.measures.words import WordScores, WordSettings
from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.scores.items import NONE, SAME, Grouped, Items

NO_COUNTERPART = "–"


def cells(grouped: Grouped) -> dict[tuple[str, str], int]:
    """Cells that are not empty, by their names."""
    names = [*grouped.names, NO_COUNTERPART]
    places = zip(*np.nonzero(grouped.cross), strict=True)
    return {(names[gold], names[test]): int(grouped.cross[gold, test]) for gold, test in places}


def opened(grouped: Grouped, gold: str, test: str) -> list[tuple[int, int, int]]:
    """Sentence, and place of the gold's and of the test's word, of a cell."""
    names, items = [*grouped.names, NO_COUNTERPART], grouped.items
    rows = grouped.cell(names.index(gold), names.index(test))
    columns = (one[rows].tolist() for one in (items.sentences, items.gold, items.test))
    return list(zip(*columns, strict=True))


def words(items: Items, by: str, name: str, missed: str | None = None) -> list[tuple[int, int]]:
    """Sentence and number of the gold's words of a category, or of the wrong ones."""
    grouped = items.by(by)
    rows = grouped.gold == grouped.names.index(name)
    found = items.found(0, "", rows if missed is None else rows & ~grouped.right(missed))
    return sorted((sentence, word) for sentence, marked in found.marks.items() for word in marked)


def test_confusions_open_their_words() -> None:
    table = word_items(scores_of(GOLD, TEST)).by("relation", "both")
    assert cells(table) == {
        ("root", "root"): 1, ("punct", "punct"): 1, ("obj", "obj"): 1, ("nsubj", "obj"): 1, ("root", "nsubj"): 1,
        ("punct", "root"): 1,
    }  # fmt: skip
    assert opened(table, "nsubj", "obj") == [(0, 0, 0)]
    assert opened(table, "punct", "root") == [(1, 5, 5)]
    assert opened(table, "obj", "root") == []
    names = [*table.names, NO_COUNTERPART]
    assert {(names[gold], names[test]) for gold, test in largest_confusions(table.cross, 10)} == {
        ("nsubj", "obj"), ("root", "nsubj"), ("punct", "root"),
    }  # fmt: skip


def test_words_without_counterpart_have_a_row_and_a_column() -> None:
    scores = scores_of([[("ab", 0, "root"), ("c", 1, "obj")]], [[("a", 0, "x"), ("b", 1, "y"), ("c", 1, "obj")]])
    table = word_items(scores).by("relation", "both")
    assert opened(table, "root", NO_COUNTERPART) == [(0, 0, NONE)]
    assert opened(table, NO_COUNTERPART, "y") == [(0, NONE, 1)]
    assert table.cross.sum() == 4
    rows = table.cell(len(table.names), table.names.index("y"))
    assert table.items.found(0, "", rows, rows).nodes == {0: [("test", 1)]}


def test_breakdowns() -> None:
    items = word_items(scores_of(GOLD, TEST))
    by_distance = items.by("distance")
    assert by_distance.names == ["to_root", "1", "2", "3-6", "7-..."]
    assert [side.tolist() for side in by_distance.counts()] == [[2, 3, 1, 0, 0], [2, 3, 1, 0, 0]]
    assert by_distance.counts(items.right("uas"))[0].tolist() == [1, 1, 0, 0, 0]
    assert words(items, "distance", "1", missed="uas") == [(0, 3), (1, 2)]
    assert words(items, "distance", "2") == [(0, 4)]
    directions = items.by("direction")
    assert directions.names == ["to_root", "left", "right", "self"] and directions.counts()[0].tolist() == [2, 3, 1, 0]
    assert items.by("length").counts()[0].tolist() == [6, 0, 0, 0, 0, 0]
    assert words(items, "head-upos", "root") == [(0, 2), (1, 1)]
    assert items.by("upos").names[0] == "PUNCT"
    with pytest.raises(UsageError, match="no such breakdown"):
        items.by("colour")


def flat(*relations: str) -> list[list[tuple[str, int, str, str]]]:
    """A sentence per word; relations and tags are the same."""
    return [[("w", 0, relation, relation)] for relation in relations]


def test_the_most_frequent_categories_come_first() -> None:
    """In the gold, then in the test, then by name, which is not the order of the file; bins stay in theirs."""
    items = word_items(scores_of(flat(*"dcbbaz"), flat(*"ccbbzx")))
    found = items.by("relation")
    assert found.names == ["b", "c", "z", "a", "d", "x"]
    assert [side.tolist() for side in found.counts()] == [[2, 1, 1, 1, 1, 0], [2, 2, 1, 0, 0, 1]]
    assert items.by("distance").names == ["to_root", "1", "2", "3-6", "7-..."]
    table = items.by("relation", "both")
    assert table.names == ["b", "c", "z", "a", "d", "x"]
    largest = [(table.names[gold], table.names[test]) for gold, test in largest_confusions(table.cross, 10)]
    assert largest == [("z", "x"), ("a", "z"), ("d", "c")]
    assert len(largest_confusions(table.cross, 1)) == 1


def test_what_is_missed_of_a_category() -> None:
    """Wrong head, wrong relation, either, and a counterpart in another category are four things."""
    gold = [[("a", 2, "x", "N"), ("b", 0, "root", "V"), ("c", 2, "x", "N"), ("d", 2, "x", "N"), ("e", 2, "x", "N")]]
    test = [[("a", 2, "x", "N"), ("b", 0, "root", "V"), ("c", 1, "x", "N"), ("d", 2, "y", "N"), ("e", 2, "x", "M")]]
    items = word_items(scores_of(gold, test))
    for missed, wrong in {"uas": [3], "label-accuracy": [4], "las": [3, 4], SAME: [5]}.items():
        assert [word for _, word in words(items, "upos", "N", missed)] == wrong
    assert [word for _, word in words(items, "upos", "N")] == [1, 3, 4, 5]


def test_words_of_the_test_are_counted_with_the_length_of_the_gold_sentence() -> None:
    """The system cuts eleven words into two sentences."""
    row = ("w", 0, "r", "X")
    by_length = word_items(scores_of([[row] * 11, [row]], [[row] * 5, [row] * 6, [row]])).by("length")
    assert [side.tolist() for side in by_length.counts()] == [[1, 11, 0, 0, 0, 0]] * 2


@pytest.mark.parametrize(
    ("length", "name"),
    [
        (1, "1-10"), (10, "1-10"), (11, "11-20"), (20, "11-20"), (21, "21-30"), (31, "31-40"), (41, "41-60"), (60, "41-60"),
        (61, "61-..."),
    ],
)  # fmt: skip
def test_bins_of_lengths(length: int, name: str) -> None:
    found = word_items(scores_of([flat("r")[0] * length], [flat("r")[0] * length])).by("length")
    assert dict(zip(found.names, found.counts()[0].tolist(), strict=True))[name] == length


@pytest.mark.parametrize(
    ("head", "distance", "direction"),
    [
        (0, "to_root", "to_root"), (8, "self", "self"), (7, "1", "left"), (9, "1", "right"), (6, "2", "left"),
        (5, "3-6", "left"), (2, "3-6", "left"), (14, "3-6", "right"), (1, "7-...", "left"), (15, "7-...", "right"),
    ],
)  # fmt: skip
def test_bins_of_distances_and_directions(head: int, distance: str, direction: str) -> None:
    """Word 8 of 15 has that head; a word that is its own head is in the nearest bin."""
    rows = [("w", 8 if place != 7 else head, "r", "X") for place in range(15)]
    items = word_items(scores_of([rows], [rows]))
    for by, name in (("distance", "1" if distance == "self" else distance), ("direction", direction)):
        assert (0, 8) in words(items, by, name)


def test_words_whose_counterpart_is_not_scored_are_counted_and_confused_with_nothing() -> None:
    """A quote that is punctuation in one file and a symbol in the other, where punctuation does not count."""
    gold, test = [[("``", 2, "punct"), ("a", 0, "root")]], [[('"', 2, "punct"), ("a", 0, "root")]]
    for sides, numbers in (((gold, test), (2, 1)), ((test, gold), (1, 2))):
        scores = scores_of(*sides, punctuation="ignore")
        scores = WordScores(
            scores.gold, scores.test, align(scores.gold, scores.test, "align"), WordSettings("ignore")
        )  # fmt: skip
        items = word_items(scores)
        counts = scores.part("las")
        assert (items.in_gold.sum(), items.in_test.sum()) == (counts.gold[0], counts.test[0]) == numbers
        assert items.by("relation").cross[:-1].sum() == numbers[0]


@cache
def hebrew(shared: Path, punctuation: str) -> tuple[WordScores, Items]:
    gold, test = (
        read_dependencies(shared / f"data/hebrew-spmrl/dev.ud.{side}.conllu").sentences for side in ("gold", "udpipe")
    )
    scores = WordScores(gold, test, align(gold, test), WordSettings(punctuation))
    return scores, word_items(scores)


@pytest.mark.parametrize("by", COLUMNS)
@pytest.mark.parametrize("punctuation", ["count", "ignore"])
def test_breakdowns_and_confusions_add_up(shared: Path, by: str, punctuation: str) -> None:
    """On a real parser with tokens of its own: categories sum to the measure; a row of a confusion is its breakdown."""
    scores, items = hebrew(shared, punctuation)
    found, table = items.by(by), items.by(by, "both")
    in_gold, in_test = found.counts()
    for part in ("uas", "las", "label-accuracy"):
        counts = scores.part(part)
        assert [in_gold.sum(), in_test.sum(), found.counts(items.right(part))[0].sum()] == [
            counts.gold.sum(), counts.test.sum(), counts.matched.sum(),
        ]  # fmt: skip
    sums = [dict(zip(table.names, table.cross.sum(axis=axis).tolist(), strict=False)) for axis in (1, 0)]
    diagonal = dict(zip(table.names, np.diag(table.cross).tolist(), strict=False))
    agreeing, right = found.counts(found.right(SAME))[0], found.counts(items.right("las"))[0]
    for place, name in enumerate(found.names):
        assert (sums[0].get(name, 0), sums[1].get(name, 0), diagonal.get(name, 0)) == (
            in_gold[place], in_test[place], agreeing[place],
        )  # fmt: skip
        assert len(words(items, by, name)) == in_gold[place]
        assert len(words(items, by, name, missed="las")) == in_gold[place] - right[place]
    for one, other in largest_confusions(table.cross, 5):
        assert table.cell(one, other).sum() == table.cross[one, other]


def test_nothing_at_all() -> None:
    empty = CONLLU.read(b"", "f", "f").sentences
    items = word_items(WordScores(empty, empty, align(empty, empty)))
    for by in COLUMNS:
        assert items.by(by).cross.sum() == items.by(by).counts()[0].sum() == 0
