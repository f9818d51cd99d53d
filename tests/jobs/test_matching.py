"""What is found by a few letters comes in an order that people expect; what can be done before what cannot."""

from __future__ import annotations

from treecompare.jobs.finding import Entry, fit, ranked


def entry(title: str, about: str = "", missing: str = "") -> Entry:
    return Entry(title, about, lambda: None, "", missing)


def test_a_start_is_better_than_a_word_than_its_inside_than_initials_than_letters() -> None:
    titles = ["rank difference", "the rank", "frankly", "rough and noisy kinds", "ra then k"]
    fits = [fit("rank", title) for title in titles]
    assert fits == sorted(fits, reverse=True) and len(set(fits)) == 5 and fits[-1] > 0
    assert fit("rank", "narrow kin") == 0 and fit("rank", "") == 0 and fit("rank", "k n a r") == 0
    assert fit("rank", "rank a") > fit("rank", "rank difference")


def test_whole_words_are_better_than_beginnings_than_insides_wherever_they_stand() -> None:
    titles = ["note", "notes", "the other note", "the other notes", "keynote", "keynotes of all other days"]
    fits = [fit("note", title) for title in titles]
    assert fits == sorted(fits, reverse=True) and len(set(fits)) == 6
    assert fit("e-dice", "e-dice, roof") > fit("e-dice", "e-dices") > fit("e-dice", "the-dice")


def test_choices_of_a_menu_keep_their_order_but_for_the_one_that_is_made_already() -> None:
    def choice(title: str, is_on: bool = False) -> Entry:
        return Entry(title, "Compare ▸ Dependency scores", lambda: None, menu="Dependency scores", is_on=is_on)

    entries = [choice("None", True), choice("By the head rules of somebody"), choice("By a file"), entry("From files")]
    found = [one.shown for one in ranked("dependency scores", [*entries, entry("Scores by label")])]
    prefix = "Dependency scores: "
    assert found == [f"{prefix}By the head rules of somebody", f"{prefix}By a file", f"{prefix}None"]
    assert ranked("scores", [*entries, entry("Scores by label")])[0].title == "Scores by label"


def test_what_is_called_otherwise_elsewhere_is_found_by_that_name() -> None:
    entries = [entry("Agreement", "Overview"), Entry("How far people agree", "", lambda: None, synonyms="adjudicate")]
    assert [one.title for one in ranked("adjudicate", entries)] == ["How far people agree"]


def test_what_makes_what_is_open_go_comes_after_what_fits_as_well() -> None:
    entries = [Entry("Errors of a parser", "", lambda: None, replaces=True), entry("Errors by type")]
    assert [one.title for one in ranked("errors", entries)] == ["Errors by type", "Errors of a parser"]
    assert ranked("parser", entries)[0].replaces


def test_words_that_hyphens_join_are_found_without_them() -> None:
    entries = [entry("Right to left"), entry("E-Dice, right")]
    assert [one.title for one in ranked("right-to-left", entries)] == ["Right to left"]
    assert [one.title for one in ranked("e-dice", entries)] == ["E-Dice, right"]


def test_commands_with_keys_come_before_their_like() -> None:
    entries = [entry("Note here", "Columns"), Entry("Notes", "Panels", lambda: None, "Ctrl+7")]
    assert [one.title for one in ranked("note", entries)] == ["Notes", "Note here"]


def test_what_is_called_as_was_typed_comes_first() -> None:
    export = Entry("Report…", "", lambda: None, menu="Export")
    others = [Entry("Reports", "", lambda: None, "Ctrl+R"), Entry("How", "", lambda: None, synonyms="report")]
    for typed in ("report", "Report…", "report...", "Export: Report…", "Export: Report"):
        assert ranked(typed, [*others, export])[0] is export


def test_the_word_of_a_heading_finds_all_below_it() -> None:
    lessons = [Entry(title, "", lambda: None, group="Lessons", replaces=True) for title in ("Attachment", "Two golds")]
    found = ranked("lesson", [entry("2 or less crossing"), entry("Samples and lessons…"), *lessons])
    assert [one.title for one in found] == ["Samples and lessons…", "2 or less crossing", "Attachment", "Two golds"]


def test_the_best_come_first_and_what_can_be_done_before_what_cannot() -> None:
    entries = [
        entry("Find sentences", "Edit"), entry("Undo", "Edit", "nothing"), entry("Undone", "Edit"), entry("Sort by", "Undo"),
    ]  # fmt: skip
    assert [one.title for one in ranked("undo", entries)] == ["Undone", "Undo", "Sort by"]
    assert [one.title for one in ranked("edit und", entries)] == ["Undone", "Undo"]
    assert ranked("", entries)[0].title == "Find sentences" and len(ranked("", entries)) == 4
    assert ranked("zzz", entries) == []
    several = [entry("Trust in queries"), entry("Save drawing")]
    assert [one.title for one in ranked("query", several)] == ["Trust in queries"]
    assert [one.title for one in ranked("drawings", several)] == ["Save drawing"]
