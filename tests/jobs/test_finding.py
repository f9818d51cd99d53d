"""What the palette lists, without a window: what was chosen lately first, options below their headings, sentences last."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.jobs.test_compare import of_sample
from tests.window.frame.toy import Toy
from treecompare.comparison.settings import Value
from treecompare.jobs.base import Choosing, Column, Command, Go, Later, Pick, Places, Token, tokens_of
from treecompare.jobs.finding import (
    BEGIN,
    COMMANDS,
    RECENT,
    Entry,
    Found,
    commands_beside,
    commands_of,
    entries_of,
    entry_of,
    found_by,
    options_of,
    ranked,
    sentences_of,
)
from treecompare.jobs.wanted import LESSONS, SAMPLES, cards, offers
from treecompare.resources import samples, versions_samples, walk_files

MOST = 40


def entry(title: str) -> Entry:
    return Entry(title, "", lambda: None)


def test_what_was_chosen_lately_is_offered_first() -> None:
    made = [entry(f"Command {number}") for number in range(60)]
    found = Found(lambda: made, lambda _typed, _most: ()).listed("", [made[50].key, "gone"], MOST)
    assert [one.title for one in found] == ["Command 50", *(f"Command {number}" for number in range(BEGIN))]
    assert [one.group for one in found[:2]] == [RECENT, COMMANDS]


def test_a_number_means_a_sentence_and_words_a_command_before_one() -> None:
    sentence = Entry("The 12 dogs", "12", lambda: None, group="Sentences")
    found = Found(lambda: [entry("12 dogs")], lambda _typed, _most: [sentence])
    for typed, first in (("12", sentence.title), ("dogs", "12 dogs")):
        assert found.listed(typed, (), MOST)[0].title == first and len(found.listed(typed, (), MOST)) == 2


def test_a_sentence_has_its_own_number_whatever_its_place_in_the_list() -> None:
    toy = Toy()
    shown = toy.places("back", ())
    assert isinstance(shown, Places)
    own = replace(
        shown, columns=[Column("number", "No.", "number", 4, lambda place: f"{1000 + place:,}"), *shown.columns]
    )
    for listed, typed, number in ((shown, "24", "24"), (own, "1013", "1,013"), (own, "word13", "1,013")):
        found = sentences_of(listed, "Sentences", lambda _: None, typed, MOST)
        assert [one.about for one in found] == [number]
    assert not sentences_of(own, "Sentences", lambda _: None, "24", MOST)


def test_a_comma_parts_conditions_and_stays_where_it_is_meant() -> None:
    known = ("open", "rule", "tag")
    rule, still = Token("rule", ":", "a b"), Token("open")
    for text, wanted in {
        'rule:"a b", open': [rule, still],
        'open, rule:"a b"': [still, rule],
        '"a b", open, dog,': [still, Token("", "", "a b dog")],
        "dog , cat, open": [still, Token("", "", "dog , cat")],
        "tag:, open": [Token("tag", ":", ","), still],
        'tag:",", open': [Token("tag", ":", ","), still],
    }.items():
        assert tokens_of(text, known) == wanted, text


def test_options_stand_below_their_headings_where_they_are_alone() -> None:
    done: list[tuple[str, str]] = []

    def do(*told: str) -> None:
        done.append(told)  # type: ignore[arg-type]

    pick = Pick(
        "a",
        "A",
        [("", "E-mapping"), ("e", "E-Dice"), ("", "T-mapping"), ("t", "T-Dice")],
        "t",
        figures=lambda: {"e": "84.1"},
    )
    found = list(options_of(pick, do, is_alone=True))
    assert [(one.group, one.title, one.about, one.is_on) for one in found] == [
        ("E-mapping", "E-Dice", "84.1  E-mapping", False), ("T-mapping", "T-Dice", "T-mapping", True),
    ]  # fmt: skip
    found[1].run()
    assert done == [("a", "t")] and {one.group for one in options_of(pick, do)} == {COMMANDS}
    assert Found(lambda: found).hint == "One of these"


def test_a_command_says_its_key_and_whether_it_can_be_done() -> None:
    assert entry_of(Command("find", "Find", lambda: None)).keys == "/"
    assert entry_of(Command("x", "X", lambda: None, can=False, menu="Export")).shown == "Export: X"
    assert entry_of(Command("x", "X", lambda: None, can=False)).missing


def test_a_command_is_found_by_what_its_sheet_asks() -> None:
    job, done = of_sample("first-comparison"), list[str]()
    found = [*found_by(commands_of(job, done.append))]
    title = ranked("punctuation", found)[0].shown
    assert title == "Scoring: Preparation of the trees" and "Standard with punctuation" in ranked(title, found)[0].about
    assert ranked("label costs", found)[0].menu == "Scoring"
    ranked("head rules", found)[0].run()
    assert done == ["scoring"]
    asked = Choosing("", "Letters & signs", (Value("", "None"), Value("x", "Some")), about="not said")
    entries = found_by([Command("x", "Sheet…", lambda: None, can=False, fields=lambda: [asked])])
    assert [(one.shown, one.about, one.missing) for one in entries] == [
        ("Sheet…", "", "not now"), ("Sheet: Letters & signs", "None, Some", "not now"),
    ]  # fmt: skip


def test_what_is_shipped_is_found_by_the_card_of_the_start_page() -> None:
    offered = offers([], lambda _: None, lambda _: None)
    titles = {one.key: one.title for one in (*samples(), *versions_samples(), *walk_files())}
    for one in cards():
        found = [entry.title for entry in ranked(one.title, offered) if entry.group in (SAMPLES, LESSONS)]
        assert one.why_not or found[0] == titles[one.sample], one.title


def test_a_job_gives_its_orders_boxes_conditions_and_sentences() -> None:
    toy, went = Toy(), list[Any]()
    made = entries_of(toy, "back", 2, went.append, lambda *_: None, went.append)
    found = {(one.menu, one.title): one for one in made}
    assert found["Order", "From the end"].is_on
    found["Order", "From the end"].run()
    found["Find", "even"].run()
    shown = toy.places(toy.orders()[0].key, ())
    assert isinstance(shown, Places)
    (sentence,) = sentences_of(shown, "Sentences", went.append, "word13", MOST)
    sentence.run()
    assert went == [Go(order="back"), "even", Go(place=13)]
    assert not sentences_of(shown, "Sentences", went.append, "w", MOST)  # a letter is no word yet


def test_what_only_another_tab_can_do_is_found_and_says_where() -> None:
    """Also where that tab has to be made first; who waits for one is told later what it can do."""
    toy, done = Toy(), list[tuple[int, str]]()
    (_, make), (name, make_other) = toy.beside()
    other = make_other()
    assert isinstance(other, Toy)
    other.commands = lambda: [Command("say", "Say"), Command("only", "Only there", menu="Export", about="TSV")]  # type: ignore[method-assign]
    late = ("Late", lambda: Later("Making…", lambda *_: toy))
    (found,) = commands_beside(toy, [(toy.view, make), late, (name, make_other)], lambda *told: done.append(told))
    assert (found.shown, found.about) == ("Export: Only there", "Overview · TSV")
    found.run()
    assert done == [(2, "only")]


def test_a_number_is_found_however_far_behind() -> None:
    """Words are looked for only as long as nobody waits."""
    toy = Toy(50_000)
    shown, went = toy.places("file", ()), list[Any]()
    assert isinstance(shown, Places)
    sentences_of(shown, "Sentences", went.append, "48211", MOST)[0].run()
    assert went == [Go(place=48210)]
    assert sentences_of(shown, "Sentences", went.append, "9" * 5000, MOST) == []
