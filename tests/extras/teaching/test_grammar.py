"""Small grammars: what is read, what is refused, and that all analyses are found, each once."""

from __future__ import annotations

import random
from math import comb

import pytest

from tests.conftest import stride
from treecompare.comparison.base import Cancel
from treecompare.errors import Cancelled, ReadError, UsageError
from treecompare.extras.teaching import grammar as chart
from treecompare.extras.teaching.grammar import MOST_TREES, MOST_WORDS, Analyses, analyses, read_grammar, shipped
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
        ("S -> NP\nNP", 2, "'NP' is not a rule"),
        ("S -> NP VP\nVP -> 'x'", 1, "NP has no rule of its own"),
        ("S -> 'a", 1, "does not end"),
        ("S -> | 'a'", 1, "nothing stands on the right"),
        ("S -> 'a' |", 1, "nothing stands on the right"),
        ("S ->", 1, "nothing stands on the right"),
        ("S -> 'a b'", 1, "not one word"),
        ("S -> ''", 1, "not one word"),
        ("S(x) -> 'a'", 1, "is not a category"),
        ("S -> 'a' [0.5]", 1, "is not a category"),
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


def test_long_sentences_are_counted_where_all_is_ambiguous():
    for words in (20, MOST_WORDS):
        found = analyses(read_grammar("S -> S S | 'a'"), "a " * words)
        assert (found.total, len(found.trees)) == (catalan(words - 1), MOST_TREES)
    assert catalan(59) == 405_944_995_127_576_985_730_643_443_367_112


def dense(count: int) -> str:
    """A grammar whose categories all may stand beside each other."""
    pairs = [f"S -> A{one} A{other}" for one in range(count) for other in range(count)]
    return "\n".join(pairs + [f"A{one} -> 'a' | A{one} A{one}" for one in range(count)])


def test_too_many_steps_are_refused(monkeypatch):
    assert chart.MOST_STEPS == 2_000_000
    monkeypatch.setattr(chart, "MOST_STEPS", 2_000_000 // stride(10))
    more = rf"in more than {chart.MOST_STEPS:,} steps; expected a shorter sentence or fewer rules"
    with pytest.raises(UsageError, match=more):
        analyses(read_grammar(dense(60)), "a " * 60)


def test_numbers_of_a_thousand_digits_are_refused():
    """Fifty layers of ten categories, each of which may stand above every one of the next."""
    layers = [f"L{layer}x{one} -> " + " | ".join(f"L{layer + 1}x{other}" for other in range(10))
              for layer in range(49) for one in range(10)]  # fmt: skip
    words = [f"L49x{one} -> 'a' | S" for one in range(10)]
    with pytest.raises(ReadError, match="leads back"):
        read_grammar("\n".join(["S -> L0x0 L0x0", "S -> L0x0", *layers, *words]))
    words = [f"L49x{one} -> 'a' | S S" for one in range(10)]
    with pytest.raises(UsageError, match="the number of analyses has more than 1,000 digits"):
        analyses(read_grammar("\n".join(["S -> L0x0", *layers, *words])), "a " * 15)


def test_a_stop_ends_the_work_at_once():
    """Whatever it is doing: between the stop and the end stand at most as many steps as there are rules."""

    class Later(Cancel):
        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            return self.asked > after

    grammar = read_grammar(dense(60))
    for after in (0, 10, 5_000, 20_000):
        cancel = Later()
        with pytest.raises(Cancelled):
            analyses(grammar, "a " * 60, cancel)
        assert cancel.asked == after + 1
    chain = "\n".join(f"C{number} -> C{number + 1}" for number in range(4_000)) + "\nC4000 -> 'a'"
    after = 6_000
    with pytest.raises(Cancelled):
        analyses(read_grammar(chain), "a", Later())


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("S -> 'a'\nS -> " + "S " * 20_000, 2, "more than 100 parts stand on the right of S ->"),
        ("S -> 'a'\n" + "S -> S S\n" * 5_000, 5001, "there are more than 5,000 rules"),
        ("S -> " + "'a' | " * 100_000 + "'a'", 1, "there are more than 5,000 rules"),
        ("S -> 'a'\n" + "S -> " + "S " * 100 + "\n", 0, ""),
        ("S -> 'a'\n" + ("S -> " + "S " * 100 + "\n") * 200, 201, "there are more than 20,000 parts"),
        ("#" * 1_000_001, 0, "there are 1,000,001 letters; expected a small grammar"),
    ],
)
def test_grammars_that_are_too_large_are_refused_as_they_are_read(text, line, said):
    if not said:
        assert read_grammar(text).rules
        return
    with pytest.raises(ReadError) as found:
        read_grammar(text)
    assert found.value.line == line
    assert said in found.value.reason


def test_long_chains_are_counted_but_not_built():
    chain = "\n".join(f"C{number} -> C{number + 1}" for number in range(998))
    assert lines(analyses(read_grammar(f"{chain}\nC998 -> 'a'"), "a"))[0].count("(") == 999
    chain = "\n".join(f"C{number} -> C{number + 1}" for number in range(4_899))
    with pytest.raises(UsageError, match="an analysis has more than 1,000 constituents"):
        analyses(read_grammar(f"{chain}\nC4899 -> 'a'"), "a")
    with pytest.raises(ReadError, match="leads back"):
        read_grammar(f"{chain}\nC4899 -> 'a' | C0")
    fan = "S -> " + " | ".join(f"C{number}" for number in range(2_400))
    fan += "".join(f"\nC{number} -> 'a'" for number in range(2_400))
    assert analyses(read_grammar(fan), "a").total == 2_400


@pytest.mark.parametrize("seed", range(30))
def test_the_analyses_are_those_of_nltk(seed):
    """Its chart parser builds every tree; here they are counted, and built by their places."""
    nltk = pytest.importorskip("nltk")
    rng = random.Random(seed)
    names = ["S", "A", "B", "C"]
    rules = {f"{name} -> 'a' | 'b'" for name in names} | {"S -> A S", "S -> S B"}
    for _ in range(rng.randrange(2, 9)):
        parts = [rng.choice([*names, *names, "'a'", "'b'"]) for _ in range(rng.choice((1, 2, 2, 3, 4)))]
        name = rng.choice(names)
        # alone only below those before it: else analyses have no end
        if len(parts) > 1 or parts[0][0] == "'" or names.index(parts[0]) > names.index(name):
            rules.add(f"{name} -> {' '.join(parts)}")
    text = "\n".join(["% start S", *sorted(rules)])
    words = rng.choices("ab", k=rng.randrange(1, 6))
    parser = nltk.ChartParser(nltk.CFG.fromstring("\n".join(sorted(rules, key=lambda one: one[0] != "S"))))
    wanted = {" ".join(str(tree).split()) for tree in parser.parse(words)}
    if not wanted:
        with pytest.raises(UsageError, match="the grammar finds no S"):
            analyses(read_grammar(text), " ".join(words))
        return
    found = analyses(read_grammar(text), " ".join(words), most=100_000)
    assert set(lines(found)) == wanted
    assert (found.total, len(found.trees)) == (len(wanted), len(wanted))


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
