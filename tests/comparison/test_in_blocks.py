"""Large files are counted block by block: with the same counts, reasons and drawings, and nothing prepared is kept."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.measures.test_properties import random_file
from treecompare.analyses.exports import scores_object
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.constituents import in_blocks
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.measures import chosen
from treecompare.readers import Treebank, parse
from treecompare.scores.table import WAITING

SENTENCES = 60


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is large, and a block has few sentences."""
    monkeypatch.setattr(in_blocks, "MANY_NODES", 1)
    monkeypatch.setattr(in_blocks, "BLOCK_NODES", 300)


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
    "changed": ({"changed": [17]}, Settings(), False),
    "skip": ({"changed": [17], "short": 7, "broken": [3]}, Settings(differing="skip"), True),
    "lengths": ({"broken": [50]}, Settings(max_length=6), True),
}


@pytest.mark.parametrize("case", CASES)
def test_blocks_change_nothing(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds, settings, is_in_blocks = CASES[case]
    whole = compared(files(**kinds), settings)
    assert not whole.in_blocks
    monkeypatch.setattr(in_blocks, "MANY_NODES", 1)
    monkeypatch.setattr(in_blocks, "BLOCK_NODES", 300)
    found = compared(files(**kinds), settings)
    assert found.in_blocks == is_in_blocks
    assert bool(found._pairs) != is_in_blocks
    if is_in_blocks:
        assert len(in_blocks.blocks_of(found)) > 3
    measures = whole.applying(chosen("all"))
    assert measures == found.applying(chosen("all"))
    assert scores_object(found, measures, True) == scores_object(whole, measures, True)
    assert found.warnings == whole.warnings
    assert found.ids == whole.ids
    for system in (0, 1):
        assert found.table.reasons(system) == whole.table.reasons(system)
        assert (found.table.statuses[system] == whole.table.statuses[system]).all()
        for row in (0, 3, 17, 40, 59):
            assert found.words_as_written(system, row) == whole.words_as_written(system, row)
            assert found.sentences_of(system, row) == whole.sentences_of(system, row)
            assert found.table.reason(system, row) == whole.table.reason(system, row)
            assert found.gold_tree(row).texts == whole.gold_tree(row).texts
            assert found.spelt_lineages(system, row) == whole.spelt_lineages(system, row)
            for kind in "ET":
                ours, theirs = found.mapping(system, row, kind), whole.mapping(system, row, kind)
                assert (ours and (ours.pairs, ours.counts)) == (theirs and (theirs.pairs, theirs.counts))
    assert bool(found._pairs) != is_in_blocks
    assert found.texts() == whole.texts()


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
