"""Games with the class: guesses with ties and undefined scores, errors that are named, and the table of the hour."""

from __future__ import annotations

from decimal import Decimal

import pytest

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.lessons.games import MOST_LETTERS, NOBODY, FindTheErrors, GuessTheScore, Hour, ranks_of
from treecompare.mappings.errors import Error
from treecompare.measures import ALL_MEASURES
from treecompare.readers import parse

MEASURES = {one.key: one for one in ALL_MEASURES}
DICE = MEASURES["e.roof.dice"]
CROSSING = MEASURES["crossing"]
GOLD = "(S (NP I) (VP (V saw) (NP (NP (D the) (N man)) (PP (P with) (NP (D a) (N hat))))))"
SYSTEM = "(S (NP I) (VP (V saw) (NP (D the) (N man)) (PP (P with) (NP (D a) (A hat)))))"


def guessed(truth: float | None, **guesses: str) -> GuessTheScore:
    game = GuessTheScore("1, parser", DICE, truth)
    for name, text in guesses.items():
        game.guess(name, text)
    return game


def ranks(game: GuessTheScore) -> list[tuple[str, int | None]]:
    return [(place.guess.name, place.rank) for place in game.reveal()]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("75", "75.00"), ("75 %", "75.00"), ("75,5", "75.50"), ("0.75", "75.00"), (".75", "75.00"), ("0.75%", "0.75"),
        ("3/4", "75.00"), ("2 / 3", "66.67"), ("1", "1.00"), ("0", "0.00"), ("0.0", "0.00"), ("1.0", "1.00"), ("100.", "100.00"),
        ("−5", "-5.00"), ("–", None), ("-", None), ("Undefined", None), ("n/a", None),
    ],
)  # fmt: skip
def test_a_guess_is_read_as_scores_are_shown(text, value):
    assert guessed(0.5).read(text) == (None if value is None else Decimal(value))


def test_a_measure_that_is_no_percentage_takes_numbers_as_they_are():
    assert not CROSSING.percent
    game = GuessTheScore("1, parser", CROSSING, 2.0)
    assert [game.read(text) for text in ("2", "0.5", "1/2")] == [Decimal("2.00"), Decimal("0.50"), Decimal("0.50")]
    assert game.answer == "2.00"


@pytest.mark.parametrize(
    "text", ["", " ", "about 70", "1/0", "1e3", "nan", "inf", "7.5.1", "%", "٣", "1" * 30, "--5", "."]
)
def test_what_is_no_guess_is_refused(text):
    game = guessed(0.5)
    with pytest.raises(UsageError, match="is not a guess; expected a percentage"):
        game.guess("Anna", text)
    assert game.guesses == []


def test_the_nearest_wins_and_ties_share_a_place():
    game = guessed(0.75, Anna="70", Ben="80", Cem="74", Dora="90", Eva="76.00")
    assert game.places == []
    assert ranks(game) == [("Cem", 1), ("Eva", 1), ("Anna", 3), ("Ben", 3), ("Dora", 5)]
    assert [place.has_won for place in game.places] == [True, True, False, False, False]


def test_a_fraction_is_as_good_as_the_figure_that_is_shown():
    assert ranks(guessed(2 / 3, Anna="66.67", Ben="2/3", Cem="66.66")) == [("Anna", 1), ("Ben", 1), ("Cem", 3)]


def test_only_that_it_is_undefined_is_right_where_a_score_is_not_defined():
    for truth in (None, float("nan")):
        assert ranks(guessed(truth, Anna="0", Ben="–", Cem="100")) == [("Ben", 1), ("Anna", None), ("Cem", None)]
    assert ranks(guessed(0.0, Anna="–", Ben="50")) == [("Ben", 1), ("Anna", None)]
    assert ranks(guessed(0.0, Anna="–")) == [("Anna", None)]


def test_a_later_guess_replaces_an_earlier_one_and_none_comes_after_the_end():
    game = guessed(0.75, Anna="70")
    game.guess("  anna ", "75")
    assert [(one.name, one.shown) for one in game.guesses] == [("anna", "75.00")]
    game.guess("", "10")
    assert game.guesses[1].name == NOBODY
    game.reveal()
    with pytest.raises(UsageError, match="revealed already"):
        game.guess("Ben", "75")
    with pytest.raises(UsageError, match=f"at most {MOST_LETTERS}"):
        guessed(0.5).guess("x" * (MOST_LETTERS + 1), "75")


def test_equal_values_share_a_place():
    assert ranks_of([(2.0,), (1.0,), (2.0,), (3.0,)]) == [2, 1, 2, 4]


# -- errors --------------------------------------------------------------------------------------------------------------


def hunt() -> FindTheErrors:
    comparison = score(ConstituentComparison(parse(GOLD), [parse(SYSTEM)], Settings(params="none")))
    return FindTheErrors("1, parser", comparison.errors(0).of(0), comparison.error_types, comparison.error_words(0, 0))


def test_a_place_with_an_error_is_found_with_its_type():
    game = hunt()
    assert [game.type_of(error) for error in game.errors] == ["PP attachment", "Tag"]
    assert game.state == "0 of 2 errors found"
    for number, error in enumerate(game.errors):
        for node in (*error.nodes, *error.moved):
            assert hunt().name_place("Anna", [node], "PP").errors == (number,)
    first = game.name_place("Anna", [game.errors[0].nodes[0]], "NP")
    assert (first.errors, first.new, first.text) == ((0,), (0,), "Yes, an error: PP attachment.")
    again = game.name_place("Ben", [game.errors[0].nodes[0]], "NP")
    assert (again.errors, again.new) == ((0,), ())
    assert again.text == "Yes, an error: PP attachment. Anna found it before."
    assert not game.is_over
    assert game.name_place("Ben", [("gold", 99)], "hat", word=6).new == (1,)
    assert game.finders == {0: "Anna", 1: "Ben"}
    assert game.is_over
    assert game.state == "2 of 2 errors found"


def test_what_the_system_lacks_is_found_where_its_parts_hang():
    game = hunt()
    error = game.errors[0]
    assert {side for side, _ in error.nodes} == {"gold"}
    assert game.name_place("Anna", [("test", error.target_node)], "VP").errors == (0,)
    assert not game.name_place("Anna", [("gold", 99)], "VP").is_hit


def test_a_place_without_an_error_is_a_miss_and_one_beside_it_is_near():
    game = hunt()
    error = game.errors[0]
    assert game.name_place("Anna", [("gold", 0)], "I", word=0).text == "No error here."
    assert 2 * len(error.words) > len(game.words)
    assert game.name_place("Anna", [("gold", 99)], "with", word=4).text.startswith("Near")
    tag = game.errors[1]
    assert game.name_place("Anna", [("gold", 99)], "hat", word=6).errors == (1,)
    assert {side for side, _ in tag.nodes} == {"gold", "test"}
    assert [one.is_hit for one in game.named] == [False, False, True]


def test_an_error_of_most_of_the_sentence_is_not_at_each_of_its_words():
    comparison = score(ConstituentComparison(parse("(S (A a) (B b) (C c))"), [parse("(T (A a) (B b) (C c))")]))
    game = FindTheErrors("1", comparison.errors(0).of(0), comparison.error_types, comparison.error_words(0, 0))
    assert len(game.errors) == 1
    assert not game.name_place("", [("gold", 99)], "b", word=1).is_hit
    assert game.name_place("", [game.errors[0].nodes[0]], "S").is_hit
    assert game.is_over
    assert game.state == "1 of 1 error found"


def test_an_error_of_half_of_the_sentence_is_at_each_of_its_words():
    words = ["a", "b", "c", "d"]
    for of_error, is_hit in (((1, 2), True), ((1, 2, 3), False)):
        game = FindTheErrors("1", [Error("tag", "", "X", of_error)], (), words)
        assert game.name_place("", [("gold", 99)], "b", word=1).is_hit == is_hit


@pytest.mark.parametrize(
    ("of_error", "words", "place"),
    [
        ((0,), 7, "at the beginning"), ((0, 1), 7, "at the beginning"), ((2,), 7, "in the middle"), ((4,), 7, "in the middle"),
        ((5,), 7, "at the end"), ((1, 2, 3, 4, 5, 6), 7, "in the middle"), ((1,), 2, "anywhere in the sentence"),
    ],
)  # fmt: skip
def test_hints_tell_in_which_third_of_the_sentence_an_error_is(of_error: tuple[int, ...], words: int, place: str):
    game = FindTheErrors("1", [Error("tag", "", "X", of_error)], (), ["w"] * words)
    assert game.hint().startswith("Still") and place in game.hint()


def test_hints_tell_more_and_more_and_only_of_what_is_left():
    game = hunt()
    found = [game.hint() for _ in range(8)]
    assert found[0].startswith("Still to be found: ")
    assert "1 × PP attachment" in found[0] and "1 × Tag" in found[0]
    assert len(set(found)) == len(game.hints) >= 3
    assert found[-1] == game.hints[-1]
    for error in game.errors:
        game.name_place("Anna", [(*error.nodes, *error.moved)[0]], "")
    assert game.is_over
    assert game.hint() == "There is nothing left to find."


def test_everything_is_revealed_at_the_end():
    game = hunt()
    game.name_place("Anna", [game.errors[0].nodes[0]], "")
    told = game.reveal()
    assert len(told) == 2
    assert told[0].endswith("found by Anna") and told[1].endswith("not found")
    assert any("with a hat" in line for line in told)
    with pytest.raises(UsageError, match="revealed already"):
        game.name_place("Anna", [("gold", 0)], "")


def test_a_sentence_without_errors_is_over_at_once():
    game = FindTheErrors("1", [], (), ["a"])
    assert game.is_over
    assert game.state == "0 of 0 errors found"
    assert game.reveal() == []


# -- the hour ------------------------------------------------------------------------------------------------------------


def test_the_table_of_the_hour_counts_both_games():
    hour = Hour()
    assert hour.is_empty
    first = guessed(0.75, Anna="70", Ben="76")
    hour.begin(first)
    assert not hour.is_empty
    assert [(row[1], row[2], row[3]) for row in hour.table()] == [("Anna", "0", "0"), ("Ben", "0", "0")]
    assert [row[-1] for row in hour.answers()] == ["", ""]
    first.reveal()
    second = hunt()
    hour.begin(second)
    second.name_place("ANNA", [second.errors[0].nodes[0]], "NP")
    second.name_place("Anna", [second.errors[1].nodes[0]], "N")
    second.name_place("Cem", [("gold", 0)], "I", word=0)
    assert hour.table() == [
        ("1", "Anna", "2", "1", "0", "5.00", "2", "0"),
        ("2", "Ben", "1", "1", "1", "1.00", "0", "0"),
        ("3", "Cem", "0", "0", "0", "–", "0", "1"),
    ]
    assert [row[0] for row in hour.answers()] == ["Guess the score"] * 2 + ["Find the error"] * 3
    assert [row[-1] for row in hour.answers()][:2] == ["5.00 away from 75.00", "1.00 away from 75.00; nearest"]
    assert hour.names() == ["Anna", "Ben", "Cem"]
    hour.clear()
    assert (hour.table(), hour.answers(), hour.is_empty) == ([], [], True)


def test_equal_points_go_by_the_distance_and_equal_ones_share_a_place():
    hour = Hour()
    for guesses in ({"Anna": "70", "Ben": "80", "Cem": "50"}, {"Cem": "75", "Anna": "20", "Ben": "20"}):
        game = guessed(0.75, **guesses)
        hour.begin(game)
        game.reveal()
    assert [(row[0], row[1]) for row in hour.table()] == [("1", "Cem"), ("2", "Anna"), ("2", "Ben")]


def test_rounds_that_nobody_played_are_forgotten():
    hour = Hour()
    for _ in range(3):
        hour.begin(guessed(0.5))
    assert len(hour.rounds) == 1


def test_exact_and_undefined_guesses_are_told():
    hour = Hour()
    for truth in (0.75, None):
        game = guessed(truth, Anna="75", Ben="–")
        hour.begin(game)
        game.reveal()
    assert [row[-1] for row in hour.answers()] == [
        "exact; nearest", "wrong; it is 75.00", "wrong; it is –", "exact; nearest",
    ]  # fmt: skip
