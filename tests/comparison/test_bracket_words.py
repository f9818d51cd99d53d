"""Brackets as words that are not escaped are read by the words of the other side, wherever its sentence stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from treecompare.comparison.constituents.crossing import with_words_of_others
from treecompare.readers import parse

GOLD = [
    "(S (NP (D the) (N dog)) (V barks) (. :-RRB-))",
    *(f"(S (NP (N w{number})) (V runs))" for number in range(20)),
    "(S (NP (D the) (N man)) (V left) (. :-LRB-))",
]


@pytest.mark.parametrize("order", [range(22), range(21, -1, -1), (*range(11, 22), *range(11))])
@pytest.mark.parametrize("is_gold", [True, False])
def test_the_other_sides_sentence_is_found_in_any_order(order: tuple[int, ...], is_gold: bool) -> None:
    escaped = parse("\n".join(GOLD))
    lines = [GOLD[place].replace(":-RRB-", ":)").replace(":-LRB-", ":(") for place in order]
    bare = replace(parse("\n".join(lines)), name="bare")
    treebanks = with_words_of_others(*((bare, [escaped]) if is_gold else (escaped, [bare])))[0]
    found = treebanks[0 if is_gold else 1]
    assert not found.problems
    assert [found.words_of(place)[-1] for place in map([*order].index, (0, 21))] == [":)", ":("]


def test_one_treebank_alone_stays_as_it_is() -> None:
    alone = parse("(S (PP ( --) (IN in) (N town)))")
    assert alone.unescaped and with_words_of_others(alone, []) == ([alone], [])
