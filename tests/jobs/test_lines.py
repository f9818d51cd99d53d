"""Blocks of Why as lines, and texts as rich text."""

from __future__ import annotations

import re

import pytest

from treecompare.drawing.colours import DARK
from treecompare.jobs.base import Choice, Head, Pairs, Text
from treecompare.jobs.lines import LONG, question_first, rich_markup
from treecompare.scores.rich import Rich, link, quiet


def test_long_words_may_be_broken_behind_signs() -> None:
    """Else the relation of an answer is cut where four stand beside each other."""
    assert rich_markup("compound:prt <of> a_b\nc", DARK) == "compound:&#8203;prt &lt;of&gt; a_&#8203;b<br>c"
    assert rich_markup(Rich(link("a:b", "to:c_d")), DARK).startswith('<a href="to:c_d"')


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("too high · E 1, T 12", "too high · E~1, T~12"),
        ("7 words · 0 wrong relations", "7~words · 0~wrong relations"),
        ("cost 0.5, words only", "cost 0.5, words only"),
        ("in 2012 with 1,394 dogs, 5 % of 3 4 5", "in 2012~with 1,394~dogs, 5~% of 3 4 5"),
        (Rich("turned; ", link("0", "a"), " inserted, ", quiet("12"), " in all"), "turned; 0~inserted, 12~in all"),
    ],
)
def test_numbers_stay_with_their_words(text: str, wanted: str) -> None:
    assert re.sub("<[^>]*>", "", rich_markup(text, DARK)).replace("\u00a0", "~") == wanted


def test_a_question_comes_first_with_its_answers() -> None:
    one, two, head, own, last = Choice("1", "One"), Choice("2", "Two"), Head("Which?"), Head("Rule"), Text("that")
    assert question_first([own, last, head, one, two, last]) == [head, one, two, own, last, last]
    assert question_first([head, one]) == [head, one]
    for stays in ([], [last], [own, last, one, two], [own, last, head]):
        assert question_first(stays) == stays


def test_a_question_that_comes_first_says_what_it_is_about() -> None:
    """In the line of the heading, whose rows are below the answers."""
    of, rows, head, one = (
        Head("Rule 1"),
        Pairs([("tag", "ADV → PART"), ("where", "form “to”")]),
        Head("Which?"),
        Choice("1", "One"),
    )
    asked, *rest = question_first([of, rows, head, one])
    assert asked.text == "Which?  Rule 1: tag ADV → PART, where form “to”" and rest == [one, of, rows]


def test_what_can_be_copied_has_signs_in_long_words_only() -> None:
    """A relation that is copied is found again."""
    text = f"nsubj:pass a_b {'a_' * 20}"
    assert rich_markup(text, DARK, LONG) == f"nsubj:pass a_b {'a_&#8203;' * 20}"
