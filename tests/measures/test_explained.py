"""Texts of explanations: what counts mean, how numbers are printed, figures of a whole system."""

from __future__ import annotations

from dataclasses import fields

import pytest

from treecompare.measures import ALL_MEASURES, MEASURES, Counts, Measure, Ratio, measure
from treecompare.measures.explain import (
    Explanation,
    explain,
    explain_mean,
    explain_pooled,
    lettered,
    meaning,
    number,
    printed,
)
from treecompare.measures.terms import values

DICE = measure("e.roof.dice")
LA = measure("la")
ALL_NODES = "nodes (constituents, tags and words)"


@pytest.mark.parametrize(
    ("part", "count", "told"),
    [
        ("e.roof", "gold", "constituents of the gold tree"),
        ("e.whole", "test", "constituents and tags of the system's tree"),
        ("e.roof.unlabelled", "matched", "matched: constituents that both trees have"),
        ("t.whole", "deleted", "deleted: " + ALL_NODES + " of the gold tree that have no counterpart in the system's tree"),
        ("e.roof", "inserted", "inserted: constituents of the system's tree that have no counterpart in the gold tree"),
        ("t.roof", "gold-words", "nodes (constituents and words) of the gold tree, without its words"),
        ("las", "gold", "words of the gold tree"),
        ("clas", "gold", "content words of the gold tree"),
        ("tedeval", "gold", "labels over spans of what the golds have in common"),
        ("tedeval.unlabelled", "test", "labels over spans of the system"),
        ("tedeval", "matched", "matched: labels over spans that both trees have"),
        (
            "tedeval2011", "deleted",
            "deleted: nodes (without the root) of the system that the golds lack and that are not a scheme difference",
        ),
        (
            "tedeval", "inserted",
            "added: labels over spans of the golds that the system lacks and that are not a scheme difference",
        ),
    ],
)  # fmt: skip
def test_what_counts_mean(part: str, count: str, told: str) -> None:
    assert meaning(part, count) == told


def test_every_count_of_every_measure_has_a_meaning() -> None:
    for one in ALL_MEASURES:
        for name in [*(field.name for field in fields(Counts)), "relabelling"]:
            assert meaning(one.part, name)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (3, "3"),
        (12345, "12,345"),
        (2.0, "2"),
        (0.5, "0.5"),
        (1.25, "1.25"),
        (1.0004, "1."),
        (1 / 3, "0.333"),
        (-2, "-2"),
    ],
)
def test_numbers(amount: float, text: str) -> None:
    assert number(amount) == text


def test_scores_as_papers_print_them() -> None:
    assert printed(DICE, 2 / 3) == "0.67"
    assert printed(LA, 2 / 3) == "0.667"
    crossing = measure("crossing")
    assert (printed(crossing, 2.0), printed(crossing, 1.234)) == ("2", "1.23")


def pooled(
    key: str, sums: dict[str, float], numerator: float, denominator: float, sentences: int = 3, left_out: int = 0
) -> Explanation:
    return explain_pooled(measure(key), sums, Ratio(numerator, denominator), sentences, left_out, "s")


def test_pooled_figures() -> None:
    sums = {"gold": 1000, "test": 1200, "matched": 900, "deleted": 100, "inserted": 300}
    told = pooled("e.roof.dice", sums, 1800, 2200)
    assert told.symbolic.text == "2·ΣM / (ΣG + ΣT)"
    assert told.text == "2·900 / (1,000 + 1,200) = 0.82"
    assert (told.fraction, told.value, told.shown) == ("1,800 / 2,200", "0.82", "81.82")
    assert told.words.startswith("3 sentences added up, then divided. ")
    assert all(not piece.count for piece in told.sentence)  # nothing to click on
    assert "1 sentence added up, then divided; 2 sentences without a score left out. " in pooled(
        "e.roof.dice", {"gold": 4, "test": 4, "matched": 1, "deleted": 3, "inserted": 3}, 2, 8, 1, 2
    ).words  # fmt: skip


def test_pooled_conditions_and_means_of_counts() -> None:
    complete = pooled("complete", {}, 1, 4, 4, 1)
    assert complete.symbolic.text.startswith("sentences where ")
    assert (complete.numbers.text if complete.numbers else "", complete.fraction, complete.value) == (
        "1 / 4",
        "1 / 4",
        "0.25",
    )
    assert complete.words == "Of 4 sentences, 1 fulfil it; 1 sentence without a score left out."
    crossing = pooled("crossing", {"crossing": 6}, 6, 4, 4)
    assert (crossing.fraction, crossing.value) == ("6 / 4", "1.50")
    assert crossing.symbolic.text == "ΣC / n"


@pytest.mark.parametrize(
    ("sums", "sentences"), [({"gold": 0, "test": 0, "matched": 0}, 2), ({"gold": 1, "test": 1, "matched": 1}, 0)]
)
def test_nothing_to_divide_by(sums: dict[str, float], sentences: int) -> None:
    told = pooled("e.roof.dice", sums, 0, 0, sentences)
    assert told.undefined == told.words == "no sentence has a score, so there is nothing to divide by."
    assert (told.value, told.numbers, told.text) == ("–", None, "2·ΣM / (ΣG + ΣT) = –")


def test_means() -> None:
    told = explain_mean(DICE, [0.5, 1.0, 0.75], 0.75, 1, "s")
    assert told.symbolic.text == "(score₁ + score₂ + …) / n"
    assert (told.text, told.fraction, told.shown) == ("2.25 / 3 = 0.75", "2.25 / 3", "75.00")
    assert told.words == (
        "Each of 3 sentences weighs the same, however long it is; 1 sentence without a score left out."
    )
    one = explain_mean(DICE, [0.5], 0.5, 0, "s")
    assert one.words == "Each of 1 sentence weighs the same, however long it is."
    assert (
        explain_mean(DICE, [], float("nan"), 2, "s").undefined
        == "no sentence has a score, so there is nothing to divide by."
    )


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("e.roof.recall", "0 / 0 has no value: the gold tree has no constituents."),
        ("e.roof.precision", "0 / 0 has no value: the system's tree has no constituents."),
        ("e.roof.dice", "0 / 0 has no value: neither tree has any constituents."),
        ("e.whole.dice", "0 / 0 has no value: neither tree has any constituents or tags."),
        ("t.whole.jaccard", "0 / 0 has no value: neither tree has any nodes other than words."),
        ("la", "0 / 0 has no value: neither tree has any words."),
        ("clas", "0 / 0 has no value: no word has a relation that content words have in Universal Dependencies."),
    ],
)
def test_why_there_is_no_value(key: str, why: str) -> None:
    told = explain(measure(key), Counts(0, 0, 0), "s")
    assert (told.undefined, told.words, told.value, told.numbers) == (why, why, "–", None)


def test_words_of_leaf_ancestor_are_summands() -> None:
    counts = Counts(gold=2, test=2, matched=2, words=2, score=1.5)
    told = explain(LA, counts, "s", [1.0, 0.5])
    assert told.numbers is not None and told.numbers.text == "(1.000 + 0.500) / 2"
    assert [piece.count for piece in told.numbers.numerator] == ["word:0", "", "word:1"]
    assert [piece.meaning for piece in told.numbers.numerator if piece.count] == [
        "the score of word 1",
        "the score of word 2",
    ]
    assert lettered(LA).text.startswith("(s₁ + s₂ + …) / ")
    whole = explain(LA, counts, "s")
    assert whole.numbers is not None and whole.numbers.text == "1.5 / 2"


def test_counts_can_be_clicked_where_nodes_stand_behind_them() -> None:
    counts = Counts(gold=4, test=3, matched=2, deleted=2, inserted=1)
    clickable, plain = explain(DICE, counts, "s"), explain_pooled(DICE, values(counts), Ratio(4, 7), 1, 0, "s")
    for told, names in ((clickable, {"matched", "gold", "test"}), (plain, set())):
        assert told.numbers is not None
        assert {piece.count for piece in told.numbers.line if piece.count} == names
    assert not any(piece.count for piece in plain.sentence)
    assert plain.words.endswith(clickable.words)
    for piece in clickable.sentence:
        assert not piece.count or piece.meaning == meaning("e.roof", piece.count)


def test_conditions_are_questions() -> None:
    yes, no = (explain(measure("complete"), Counts(2, 2, matched), "s") for matched in (2, 1))
    assert yes.text.endswith("? yes → 1") and no.text.endswith("? no → 0")
    assert lettered(measure("complete")).text.startswith("1 if ")


def test_measures_of_trees_can_all_be_asked() -> None:
    def told(one: Measure) -> Explanation:
        return explain(one, Counts(5, 5, 3, words=2, test_words=2, cost=4, deleted=2, inserted=2, score=1.5), "s")

    assert all(told(one).words.endswith(".") for one in MEASURES)
