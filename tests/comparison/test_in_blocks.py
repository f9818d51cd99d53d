"""Large files are counted block by block: with the same counts, reasons and drawings, and nothing prepared is kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.conftest import stride
from tests.measures.test_properties import random_file
from treecompare.analyses.exports import scores_object
from treecompare.analyses.statistics import pairing_tables
from treecompare.comparison.base import Cancel, Hits, score
from treecompare.comparison.constituents import prepared
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.errors import mothers
from treecompare.comparison.settings import Settings
from treecompare.mappings import edits
from treecompare.measures import chosen
from treecompare.readers import Treebank, parse
from treecompare.scores.result import View
from treecompare.scores.table import WAITING

SENTENCES = 60


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is large, and a block has few sentences."""
    monkeypatch.setattr(prepared, "MANY_NODES", 1)
    monkeypatch.setattr(prepared, "BLOCK_NODES", 300)


def files(broken: Sequence[int] = (), changed: Sequence[int] = (), short: int = 0) -> list[Treebank]:
    """A gold and two systems, which agree by chance; the second has broken and changed sentences, and fewer."""
    gold, test = (text.strip().split("\n") for text in random_file(seed=5, sentences=SENTENCES))
    _, other = (text.strip().split("\n") for text in random_file(seed=5, sentences=SENTENCES))
    for place in broken:
        other[place] = "(S (NP"
    for place in changed:
        other[place] = "(S (X changed) (X words))"
    texts = [gold, test, other[: SENTENCES - short]]
    assert all(len(lines) >= SENTENCES - short for lines in texts)
    return [
        parse("\n".join(lines) + "\n").with_fields(name=name)
        for lines, name in zip(texts, ("gold", "a", "b"), strict=True)
    ]


def compared(treebanks: list[Treebank], settings: Settings) -> ConstituentComparison:
    found = score(ConstituentComparison(treebanks[0], treebanks[1:], settings), 2)
    found.count_on_demand(["t.move"])
    return found


CASES = {
    "in order": ({}, Settings(), True),
    "broken": ({"broken": [3, 40]}, Settings(), True),
    "zero": ({"broken": [3, 40]}, Settings(missing="zero"), True),
    "short": ({"short": 7}, Settings(), False),
    "skip": ({"changed": [17], "short": 7, "broken": [3]}, Settings(differing="skip"), True),
    "lengths": ({"broken": [50]}, Settings(max_length=6), True),
    "changed": ({"changed": [17]}, Settings(), False),
}


@pytest.mark.parametrize("case", [*CASES][:: stride(2)])
def test_blocks_change_nothing(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds, settings, is_in_blocks = CASES[case]
    whole = compared(files(**kinds), settings)
    assert not whole.in_blocks
    monkeypatch.setattr(prepared, "MANY_NODES", 1)
    monkeypatch.setattr(prepared, "BLOCK_NODES", 300)
    found = compared(files(**kinds), settings)
    assert found.in_blocks == is_in_blocks
    assert bool(found._pairs) != is_in_blocks
    if is_in_blocks:
        assert len(found.limits()) > 3
    measures = whole.applying(chosen("all"))
    assert measures == found.applying(chosen("all"))
    assert scores_object(found, measures, True) == scores_object(whole, measures, True)
    assert found.warnings == whole.warnings
    assert found.ids == whole.ids
    for system in (0, 1):
        assert found.table.reasons(system) == whole.table.reasons(system)
        assert (found.table.statuses[system] == whole.table.statuses[system]).all()
        for row in (0, 3, 17, 40, 59)[:: stride(2)]:
            assert found.words_as_written(system, row) == whole.words_as_written(system, row)
            assert found.sentences_of(system, row) == whole.sentences_of(system, row)
            assert found.table.reason(system, row) == whole.table.reason(system, row)
            assert found.gold_tree(row).texts == whole.gold_tree(row).texts
            assert found.spelt_lineages(system, row) == whole.spelt_lineages(system, row)
            assert found.left_out(system, row) == whole.left_out(system, row)
            assert found.words_drawn(system, row, 2, 3) == whole.words_drawn(system, row, 2, 3)
            assert found.errors_in(system, row) == whole.errors_in(system, row)
            assert found.size_of(system, row) == whole.size_of(system, row)
            for kind in "ET":
                ours, theirs = found.mapping(system, row, kind), whole.mapping(system, row, kind)
                assert (ours and (ours.pairs, ours.counts)) == (theirs and (theirs.pairs, theirs.counts))
        for where, label in (("labels", "NP"), ("tags", "N")):
            masks = [one.sentences_with(system, where, wanting(label)) for one in (found, whole)]
            assert masks[0].any() and (masks[0] == masks[1]).all()
        assert list(found.errors(system)) == list(whole.errors(system)) != []
        assert mothers(found, system) == mothers(whole, system)
    assert found.word_counts() == whole.word_counts()
    assert found.left_out_punctuation == whole.left_out_punctuation
    assert found.texts() == whole.texts()
    assert bool(found._pairs) != is_in_blocks


@pytest.mark.parametrize("nodes", [1, 4_000_000])
def test_moved_nodes_are_counted_with_the_rest_where_they_are_wanted(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = compared(files(broken=[3, 40]), Settings()).table.columns["moved"]
    monkeypatch.setattr(prepared, "MANY_NODES", nodes)
    monkeypatch.setattr(prepared, "BLOCK_NODES", 300)
    gold, *systems = files(broken=[3, 40])
    found = ConstituentComparison(gold, systems, on_demand=False)
    assert (score(found, 2).table.columns["moved"] == -1).all()
    found = ConstituentComparison(gold, systems, on_demand=False)
    found.wanted = ["t.move"]
    monkeypatch.setattr(found, "_count_moves", None)  # nobody prepares the trees once more
    assert (score(found, 2).table.columns["moved"] == counted).all() and counted.any()
    assert found.not_counted(["t.move"]) == []


def test_a_large_pair_of_a_block_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what threads find out."""
    monkeypatch.setattr(edits, "LIMIT", 200)
    whole = compared(files(), Settings())
    monkeypatch.setattr(prepared, "MANY_NODES", 1)
    monkeypatch.setattr(prepared, "BLOCK_NODES", 300)
    found = compared(files(), Settings())
    for system in (0, 1):
        assert found.table.reasons(system) == whole.table.reasons(system) != {}


@pytest.mark.parametrize("case", ["broken", "zero"])
def test_what_needs_all_trees_is_the_same(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds, settings, _ = CASES[case]
    whole = compared(files(**kinds), settings)
    monkeypatch.setattr(prepared, "MANY_NODES", 1)
    monkeypatch.setattr(prepared, "BLOCK_NODES", 300)
    found = compared(files(**kinds), settings)
    assert found.in_blocks and not found._pairs
    pattern = "gold: NP=x  !system: x"
    for system in (0, 1):
        ours, theirs = (one.items(system, "nodes").by("label") for one in (found, whole))
        assert ours.names == theirs.names and (ours.cross == theirs.cross).all()
        hits, wanted = (one.find(one.compiled(pattern), system) for one in (found, whole))
        assert len(hits) and hits.rows.tolist() == wanted.rows.tolist()
        assert [hits.lit(row) for row in range(SENTENCES)] == [wanted.lit(row) for row in range(SENTENCES)]


def test_a_block_without_any_parse_is_no_other_text(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"broken": range(30, 55)}
    whole = compared(files(**kinds), Settings())
    monkeypatch.setattr(prepared, "MANY_NODES", 1)
    monkeypatch.setattr(prepared, "BLOCK_NODES", 300)
    found = compared(files(**kinds), Settings())
    assert found.in_blocks and len(found.limits()) > 3
    assert found.table.reasons(1) == whole.table.reasons(1)
    assert scores_object(found, chosen("t."), True) == scores_object(whole, chosen("t."), True)


def wanting(label: str) -> Hits:
    """Nodes with that label."""
    return lambda numbers, texts: [number for number in np.unique(numbers).tolist() if texts[number] == label]


@pytest.mark.usefixtures("blocks")
def test_labels_are_noted_as_blocks_are_counted_and_not_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    treebanks = files(broken=[3, 40])
    seen, unseen = (ConstituentComparison(treebanks[0], treebanks[1:], on_demand=one) for one in (False, True))
    assert len(score(seen, 2).limits()) > 3 and score(unseen, 2).in_blocks and not unseen._labelled
    asked = [("labels", "NP"), ("tags", "N"), ("labels", "nowhere")]
    masks = [unseen.sentences_with(1, where, wanting(label)).tolist() for where, label in asked]
    assert [any(mask) and not all(mask) for mask in masks] == [True, True, False]
    monkeypatch.setattr(seen, "counted_block", None)  # nothing is prepared again
    assert [seen.sentences_with(1, where, wanting(label)).tolist() for where, label in asked] == masks


@pytest.mark.usefixtures("blocks")
def test_rows_appear_as_they_are_counted_and_a_stop_is_felt() -> None:
    comparison = ConstituentComparison(files(broken=[3])[0], files(broken=[3])[1:])
    cancel = Cancel()
    seen = 0
    for step in comparison.run(1, cancel):
        if step.last > step.first:
            seen += step.last - step.first
            assert (comparison.table.statuses[step.system, step.first : step.last] != WAITING).all()
            assert step.done <= step.total == 2 * SENTENCES
        if seen >= SENTENCES // 2:
            cancel.set()
    waiting = (comparison.table.statuses == WAITING).sum(axis=1)
    assert waiting.min() > 0
    assert waiting.max() < SENTENCES
    assert comparison.table.reason(1, 3).startswith("the parse cannot be read")


def test_a_sentence_without_a_parse_is_paired_as_in_a_small_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def paired() -> list[list[object]]:
        gold, _, broken = files(broken=(7, 30))
        comparison = ConstituentComparison(gold, [broken])
        assert [*comparison.prepare()] and comparison.in_blocks == (prepared.MANY_NODES == 1)
        return [list(row) for row in pairing_tables(comparison, View())[1].rows]

    whole = paired()
    monkeypatch.setattr(prepared, "MANY_NODES", 1)
    monkeypatch.setattr(prepared, "BLOCK_NODES", 300)
    assert paired() == whole and [row[1] for row in whole] == ["8", "31"]
