"""Small grammars: what is read, what is refused, and that all analyses are found, each once."""

from __future__ import annotations

from math import comb

import pytest

from treecompare.comparison.base import Cancel
from treecompare.errors import Cancelled, ReadError, UsageError
from treecompare.lessons.grammar import MOST_TREES, MOST_WORDS, Analyses, analyses, read_grammar, shipped
from treecompare.trees.writing import bracket_line

TELESCOPE = """# Telescopes
# sentence: I saw the man with the telescope
S -> NP VP
VP -> V NP | VP PP
NP → 'I' | D N | NP PP
PP -> P NP
D -> "the"
N -> 'man' | 'telescope'
V -> 'saw'
P -> 'with'
"""


def lines(found: Analyses) -> list[str]:
    return [bracket_line(tree) for tree in found.trees]


def catalan(number: int) -> int:
    return comb(2 * number, number) // (number + 1)


def test_an_ambiguous_sentence_has_all_its_analyses():
    grammar = read_grammar(TELESCOPE)
    assert (grammar.title, grammar.start, grammar.sentences) == (
        "Telescopes", "S", ("I saw the man with the telescope",)
    )  # fmt: skip
    found = analyses(grammar, grammar.sentences[0])
    assert found.total == 2
    assert lines(found) == [
        "(S (NP I) (VP (V saw) (NP (NP (D the) (N man)) (PP (P with) (NP (D the) (N telescope))))))",
        "(S (NP I) (VP (VP (V saw) (NP (D the) (N man))) (PP (P with) (NP (D the) (N telescope)))))",
    ]


def test_words_stay_as_they_are_typed():
    found = analyses(read_grammar(TELESCOPE), "I saw The man")
    assert lines(found) == ["(S (NP I) (VP (V saw) (NP (D The) (N man))))"]


def test_ten_thousand_analyses_are_counted_and_the_first_hundred_are_built():
    found = analyses(read_grammar("S -> S S | 'a'"), " ".join("a" * 12))
    assert found.total == catalan(11) == 58_786
    assert len(found.trees) == MOST_TREES == len(set(lines(found)))
    every = analyses(read_grammar("S -> S S | 'a'"), "a a a a a a", most=1000)
    assert every.total == len(every.trees) == len(set(lines(every))) == catalan(5)


def test_rules_of_many_parts_are_kept_whole_and_counted():
    grammar = read_grammar("S -> S S | S S S | 'a'")
    counts = [0, 1]
    for words in range(2, 10):
        two = sum(counts[first] * counts[words - first] for first in range(1, words))
        three = sum(
            counts[one] * counts[other] * counts[words - one - other]
            for one in range(1, words)
            for other in range(1, words - one)
        )
        counts.append(two + three)
        assert analyses(grammar, " ".join("a" * words)).total == two + three
    found = analyses(read_grammar("S -> 'x' A 'y' A | 'z'\nA -> 'a'"), "x a y a")
    assert lines(found) == ["(S x (A a) y (A a))"]


def test_left_recursion_and_chains_of_single_parts_are_fine():
    grammar = read_grammar("S -> S 'b' | A\nA -> B\nB -> 'a'")
    assert lines(analyses(grammar, "a b b")) == ["(S (S (S (A (B a))) b) b)"]


def test_a_word_may_be_called_as_a_category():
    assert read_grammar("S -> A\nA -> 'S'").words == {"S"}
    assert lines(analyses(read_grammar("S -> 'S'"), "S")) == ["(S S)"]
    assert lines(analyses(read_grammar("S -> 'S' | 'S' S"), "S S")) == ["(S S (S S))"]
    assert lines(analyses(read_grammar("S -> A 'A'\nA -> 'S' | 'A'"), "A A")) == ["(S (A A) A)"]
    with pytest.raises(ReadError, match="B has no rule of its own"):
        read_grammar("S -> 'B' | B")
    with pytest.raises(UsageError, match="finds no S over all 2 words; the longest it finds: S over 'B'"):
        analyses(read_grammar("S -> 'B'"), "B B")


def test_the_same_rule_twice_is_one_rule():
    grammar = read_grammar("S -> 'a' | 'a'\nS -> 'a'\n% start S\n")
    assert analyses(grammar, "a").total == 1


def test_a_line_names_the_category_of_sentences():
    assert lines(analyses(read_grammar("% start B\nA -> B\nB -> 'a'"), "a")) == ["(B a)"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 0, "there is no rule"),
        ("# only a comment\n\n", 0, "there is no rule"),
        ("S -> NP\nNP", 2, "'NP' is no rule"),
        ("S -> NP VP\nVP -> 'x'", 1, "NP has no rule of its own"),
        ("S -> 'a", 1, "does not end"),
        ("S -> | 'a'", 1, "nothing stands on the right"),
        ("S -> 'a' |", 1, "nothing stands on the right"),
        ("S ->", 1, "nothing stands on the right"),
        ("S -> 'a b'", 1, "not one word"),
        ("S -> ''", 1, "not one word"),
        ("S(x) -> 'a'", 1, "is no category"),
        ("S -> 'a' [0.5]", 1, "is no category"),
        ("S -> 'a'\n%start Q", 2, "the category of sentences, Q, has no rule"),
        ("S -> S", 1, "S -> S leads back"),
        ("S -> A 'x'\nA -> B\nB -> C | 'y'\nC -> A", 4, "A -> B -> C -> A leads back"),
    ],
)
def test_what_is_no_grammar_is_refused_with_its_line(text, line, said):
    with pytest.raises(ReadError) as found:
        read_grammar(text)
    assert found.value.line == line
    assert said in found.value.reason


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("", "there is no sentence"),
        ("a " * (MOST_WORDS + 1), f"at most {MOST_WORDS}"),
        ("I saw the cat and the dog", "does not know 'cat', 'and', 'dog'; expected a rule such as N -> 'cat'"),
        ("I saw the man.", "leave out punctuation"),
        ("saw the man", "finds no S over all 3 words; the longest it finds: VP over 'saw the man'"),
    ],
)
def test_what_cannot_be_analysed_is_said(sentence, said):
    with pytest.raises(UsageError) as found:
        analyses(read_grammar(TELESCOPE), sentence)
    assert said in str(found.value)


def test_too_many_ways_are_refused_and_a_stop_ends_the_work():
    grammar = read_grammar("S -> S S | S S S | S S S S | 'a'")
    with pytest.raises(UsageError, match="in more than 500,000 ways"):
        analyses(grammar, "a " * 60)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        analyses(grammar, "a a", cancel)


def test_shipped_grammars_analyse_their_sentences_in_several_ways():
    found = shipped()
    assert len(found) == 3
    assert len({title for title, _ in found}) == 3
    for title, text in found:
        grammar = read_grammar(text)
        assert title
        assert len(grammar.sentences) >= 2
        for sentence in grammar.sentences:
            assert analyses(grammar, sentence).total > 1
