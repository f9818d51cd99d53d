"""Large treebanks are searched block by block, and nothing changes by it."""

from __future__ import annotations

import time

import pytest

from treecompare.analyses import searching
from treecompare.errors import UsageError
from treecompare.extras.queries.hits import Asked, as_query
from treecompare.readers import parse
from treecompare.trees import columns, expressions
from treecompare.trees.joined_patterns import compile_joined
from treecompare.trees.preparation import NONE

TREES = [
    "(S (NP (DT the) (NN man)) (VP (VBD saw) (NP (NP (DT a) (NN dog)) (PP (IN with) (NP (NNS eyes))))))",
    "(S (NP (PRP he)) (VP (VBD ran)))",
    "(())",
    "(TOP (S (NP (DT a) (NN cat)) (VP (VBD slept) (PP (IN on) (NP (DT the) (NN bed))))))",
]


def test_queries_of_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = {"np": "NP < DT", "pp": "VP << (PP=anchor > NP)", "not": "VP !< NP"}
    queries = [as_query(name, text) for name, text in patterns.items()]
    text = "\n".join(TREES * 5)
    whole = Asked(parse(text))
    monkeypatch.setattr(columns, "BLOCK_WORDS", 12)
    parts = Asked(parse(text))
    assert len(parts._blocks) > 5 and len(parts) == len(whole) == 20
    parts.ask(queries)
    for query in queries:
        assert parts.anchors(query).tolist() == whole.anchors(query).tolist() != []


@pytest.mark.parametrize("pattern", ["NP < DT", "NP=x < DT=y", "NP=x < DT  count by mother of x", "X"])
def test_patterns(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bank, compiled = parse("\n".join(TREES * 5)), compile_joined(pattern, "constituents")
    made = searching.match_table, searching.count_table
    whole = [one([bank], compiled, NONE).rows for one in made]
    monkeypatch.setattr(searching, "NODES", 25)
    assert [one([bank], compiled, NONE).rows for one in made] == whole
    assert searching.count_table([parse("")], compiled, NONE).rows[:1] == [["text", 0, 0, 0]][: not compiled.count_by]


SLOW = "(S (N " + "a" * 60 + "b{}))"


def test_a_query_has_its_seconds_once_and_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(TREES[:2] + [SLOW.format(number) for number in range(40)])
    pattern = "S << /(a|a)+$/"
    monkeypatch.setattr(searching, "NODES", 25)
    monkeypatch.setattr(columns, "BLOCK_WORDS", 12)
    monkeypatch.setattr(expressions.Allowance.__init__, "__defaults__", (0.2,))
    begun = time.process_time()
    with pytest.raises(UsageError, match=r"^after \d+ of 42 sentences of text: .*takes too long"):
        searching.count_table([parse(text)], compile_joined(pattern, "constituents"), NONE)
    with pytest.raises(UsageError, match=r"^slow: after \d+ of 42 sentences of .*takes too long"):
        Asked(parse(text)).ask([as_query("slow", pattern)])
    assert time.process_time() - begun < 1.5
