"""Two versions as the window asks for them: one list, drawings, why, and what is said of places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.extras.versions.made import BASE, HEAD, Made, conllu, writes
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Versions
from treecompare.drawing.drawn import Space
from treecompare.errors import Cancelled, ReadError, TreecompareError, UsageError
from treecompare.extras.versions.entries import marks_path, read_marks
from treecompare.extras.versions.job import VersionsJob, VersionsOverview, _title, changes_told, opening
from treecompare.jobs.base import (
    NOTE,
    TO_NOTE,
    Ask,
    Choice,
    Copy,
    Doing,
    Done,
    Field,
    Go,
    Head,
    Later,
    Page,
    Pairs,
    Picture,
    Pictures,
    Places,
    Read,
    Save,
    Share,
    Shown,
    Text,
    own_number,
    tokens_of,
)

RULE, LEFT, OUTSIDE = 0, 1, 2
"""The places of these."""
SPACE = Space(410, 310, focuses=True)


@pytest.fixture(autouse=True)
def own_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks are kept in a folder of the test, which is not there yet."""
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "data" / "treecompare"))


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Writes two versions."""
    return writes(tmp_path)


@pytest.fixture
def trees(tmp_path: Path) -> Versions:
    """Two versions of constituents."""
    (tmp_path / "a.mrg").write_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n" * 2, "utf-8")
    head = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (XP (DT the) (NNS dog)) (VP (VBZ barks)))\n"
    (tmp_path / "b.mrg").write_text(head, "utf-8")
    return Versions(str(tmp_path / "a.mrg"), str(tmp_path / "b.mrg"))


def opened(versions: Versions) -> VersionsJob:
    job = opening(versions)(Cancel(), lambda _: None)
    assert isinstance(job, VersionsJob)
    return job


def listed(job: VersionsJob, find: str = "", order: str = "look") -> Places:
    return job.places(order, tokens_of(find, job.conditions()))


def sections(places: Places) -> dict[str, int]:
    assert sum(one.size for one in places.sections) == len(places.order) or not places.sections
    return {one.key: one.size for one in places.sections}


def rows(job: VersionsJob, find: str = "", order: str = "look") -> list[list[str]]:
    shown = listed(job, find, order)
    return [
        [text for one in shown.columns for text in (one.text(place), one.below(place) if one.below else "") if text]
        for place in shown.order.tolist()
    ]


def done(answers: Sequence[Any]) -> Done:
    (one,) = answers
    assert isinstance(one, Done)
    json.dumps([one.before, one.after])
    return one


def said(job: VersionsJob, place: int, kind: type[Any] = Text) -> list[str]:
    return [str(one[0] if kind is not Choice else one.title) for one in job.why(place) if isinstance(one, kind)]


def chosen(job: VersionsJob, place: int) -> list[str]:
    return [one.key for one in job.why(place) if isinstance(one, Choice) and one.is_chosen]


# -- the list --------------------------------------------------------------------------------------------------------------


def test_what_was_forgotten_comes_first(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    shown = listed(job)
    assert sections(shown) == {"left-over": 1, "outside": 1, "rules": 1} and shown.first == LEFT
    assert (job.title, shown.count, shown.foot) == ("old → new", "6 changes", "6 of 6 sentences")
    assert rows(job)[0] == ["1", "not so5", "still ADV", "○"]
    assert rows(job)[2] == ["1", "UPOS ADV → PART", *rows(job)[2][2:3], "5 of 6", "1 left"]
    assert shown.waits is not None and shown.waits.tolist() == [False, True, True]
    assert job.progress() == (0, 1, "0 of 1 looked at")
    assert {own_number(shown.columns, place) for place in (RULE, LEFT, OUTSIDE)} == {""}, "rules have many places"


def test_only_long_sections_are_folded_and_only_beside_what_was_left_over(made: Made) -> None:
    many = [f"# sent_id = t{n}; # note = a{n}; a{n}/2/x b{n}/0/root" for n in range(30)]
    other = [one.replace("note = a", "note = b") for one in many]  # which no rule explains
    job = opened(made([*BASE, *many], [*HEAD, *other]))
    assert {one.key: one.is_folded for one in listed(job).sections}["outside"]
    assert not any(one.is_folded for one in listed(job, "outside").sections)
    job = opened(made(many, other))
    assert not any(one.is_folded for one in listed(job).sections)


def test_orders(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    assert [one.key for one in job.orders()] == ["look", "places", "files"]
    assert list(sections(listed(job, order="places"))) == ["rules", "left-over", "outside"]
    before, after = "/x UPOS:ADV XPOS:A FEATS:A=1", "/y UPOS:PART XPOS:B FEATS:A=2"
    two = [f"not/2{before} so{n}/0/root" for n in range(4)] + [f"a/2/z XPOS:Q b{n}/0/root" for n in range(6)]
    several = [one.replace(before, after).replace("XPOS:Q", "XPOS:R") for one in two]
    both = opened(made(two, several))
    assert [row[-1] for row in rows(both, "rules")] == ["4 of 4", "6 of 6"]
    assert [row[-1] for row in rows(both, "rules", "places")] == ["6 of 6", "4 of 4"]
    assert listed(job, order="files").order.tolist() == [LEFT, OUTSIDE]


def test_several_files_are_sections_of_the_order_of_files(tmp_path: Path) -> None:
    for side, sentences in (("old", BASE), ("new", HEAD)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "b.conllu").write_text(conllu(*sentences), "utf-8")
        changed = "# sent_id = z; a/2/x b/0/root".replace("x", "x" if side == "old" else "z")
        (tmp_path / side / "a.conllu").write_text(conllu(changed), "utf-8")
    job = opened(Versions(str(tmp_path / "old"), str(tmp_path / "new")))
    assert sections(listed(job, order="files")) == {"file a.conllu": 1, "file b.conllu": 2}
    assert sections(listed(job, "file = B.con")) == {"left-over": 1, "outside": 1}
    assert sections(listed(job, "not file = b")) == {"outside": 1, "rules": 1}


def test_conditions(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    assert all(job.conditions().values())
    assert sections(listed(job, "rule = 1")) == {"left-over": 1, "covered 1": 5, "rules": 1}
    assert sections(listed(job)) == {"left-over": 1, "outside": 1, "rules": 1}  # the others are gone again
    assert sections(listed(job, "not rule = 1")) == {"outside": 1}
    assert sections(listed(job, "left-over")) == {"left-over": 1} and sections(listed(job, "rules")) == {"rules": 1}
    assert sections(listed(job, "SO5")) == {"left-over": 1, "outside": 1} and not sections(listed(job, "so4"))
    assert sections(listed(job, "rule = 1 so4")) == {"covered 1": 1} and sections(listed(job, "part")) == {"rules": 1}
    assert sections(listed(job, "number = 6")) == {"left-over": 1, "outside": 1} == sections(listed(job, "number > 5"))
    assert (
        not sections(listed(job, "number < 6"))
        and not sections(listed(job, "done"))
        and not sections(listed(job, "note"))
    )
    job.do([LEFT], "choose", "2")
    job.do([LEFT], "note", "an idiom")
    assert sections(listed(job, "purpose")) == {"left-over": 1} == sections(listed(job, "note = IDIOM"))
    assert sections(listed(job, "open")) == {"outside": 1} and not sections(listed(job, "note = other"))
    with pytest.raises(UsageError, match="there is no rule 7; expected one from 1 to 1"):
        listed(job, "rule = 7")
    with pytest.raises(UsageError, match="no number"):
        listed(job, "number > many")


def test_rules_open_their_places(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    assert job.do([RULE], "open") == [Go(find="rule = 1", place=LEFT)] == job.do([RULE], "link", "rule 1")
    assert job.do([LEFT], "link", "rule 1") == [Go(find="rule = 1")] and job.do([LEFT], "link", "nowhere") == []
    assert rows(job, "rule = 1")[0][1] == "not so5" and rows(job, "rule = 1")[1][1] == "not so0"
    with pytest.raises(UsageError, match="nothing is said of a rule"):
        job.do([RULE], "choose", "1")
    assert not marks_path().exists()
    assert job.do([OUTSIDE], "open") == []


def test_constituents_have_no_rules(trees: Versions) -> None:
    job = opened(trees)
    assert sections(listed(job)) == {"outside": 1, "constituents": 1} and listed(job).sections[0].title == "Changes"
    assert rows(job)[0] == ["the dog barks", "TAG NN → NNS", "○"]
    assert "2 constituents in one version only" in rows(job)[1][1]
    assert sections(listed(job, "changes")) == {"outside": 1} and [one.key for one in job.orders()] == ["look", "files"]
    (one,) = pictures(job, 0)
    assert lit_in(one) and one.layouts
    relabelled = next(box for box in one.drawn.boxes if box.text == "~XP" or "XP" in box.text)
    assert len(one.drawn.related(relabelled)) == 2 and "\n" in one.drawn.said(relabelled)
    assert job.progress() == (0, 2, "0 of 2 looked at")
    done(job.do([0], "choose", "1"))
    assert job.progress() == (1, 2, "1 of 2 looked at")


def test_nothing_changed(made: Made) -> None:
    job = opened(made(BASE, BASE))
    shown = listed(job)
    assert (len(shown.order), shown.first, shown.nothing) == (0, -1, "Nothing changed.") and job.progress() is None
    assert not listed(job, order="files").sections
    page = job.beside()[1][1]().picture(0).make(None, lambda _: None)  # type: ignore[union-attr]
    assert page.items[0] == "Nothing changed."


# -- the drawing -------------------------------------------------------------------------------------------------------------


def pictures(job: VersionsJob, place: int) -> Sequence[Picture]:
    """What is drawn of a place, laid out."""
    made = job.picture(place)
    found = made.parts if isinstance(made, Pictures) else [made]
    for one in found:
        one.drawn.lay_out(SPACE)
    return found


def lit_in(one: Picture) -> list[Any]:
    """The boxes that are lit at first."""
    return [box for place in one.light(one.lit).places if (box := one.drawn.shown_at(place)) is not None]


def test_the_place_is_drawn_and_below_it_one_where_the_rule_was_done(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    here, example = pictures(job, LEFT)
    assert {box.text for box in lit_in(here) if box.arc is None} == {"not"} and not here.light("else").places
    assert [text for _, text in here.drawn.tags()] == ["BEFORE", "AFTER"]
    assert (here.drawn.title, here.head) == ("s5, before and after", "")
    assert (example.head, example.head_beside) == ("Where rule 1 was done", "1 of 5 · line 2")
    assert job.do([LEFT], example.turn, -1) == [Shown(picture=True)]
    assert pictures(job, LEFT)[1].head_beside == "5 of 5 · line 18"
    job.do([LEFT], example.turn, 1)
    assert pictures(job, RULE)[0].head_beside == "1 of 5 · line 2" and len(pictures(job, OUTSIDE)) == 1


def test_boxes_say_what_they_are_and_what_belongs_to_them(made: Made) -> None:
    (one,) = pictures(opened(made(BASE, HEAD)), OUTSIDE)
    drawn = one.drawn
    word = next(box for box in drawn.boxes if box.text == "not")
    arc = next(box for box in drawn.boxes if box.text == "~x")
    lines = [line for line in drawn.said(word).split("\n") if not line.startswith("    ")]
    assert lines == ["1  not", "before: x ← so5", "after: y ← so5"]
    assert drawn.said(arc).startswith("before: not depends")
    assert [box.text for box in drawn.related(word)] == ["not", "~x", "~y"]
    assert {box.text for box in drawn.related(arc)} == {"not", "so5", "~x", "~y"}


def test_changed_tags_are_drawn_and_told_as_elsewhere(made: Made) -> None:
    """Of the word itself nothing changed; another one has another tag, so that the sentence is not identical."""
    base = [f"not/3/x UPOS:ADV am/3/y UPOS:AUX so{n}/0/root" for n in range(6)]
    head = [one.replace("UPOS:ADV", "UPOS:PART") for one in base[:5]] + [base[5].replace("UPOS:AUX", "UPOS:VERB")]
    job = opened(made(base, head))
    one = pictures(job, LEFT)[0]
    tags = [box.tag for box in one.drawn.boxes if box.arc is None]
    assert tags == ["ADV", "AUX → VERB", "X"] and one.drawn.telling.same_said == "The trees are the same"
    assert "Also in this sentence: am: UPOS AUX → VERB" in said(job, LEFT)
    assert "am: UPOS AUX → VERB" in said(job, OUTSIDE)


def test_what_changed_at_the_place_is_told_first_and_of_four_words(made: Made) -> None:
    """The rule was done at the last of six words that changed."""
    base = [" ".join([*(f"w{n}/7/x" for n in range(5)), "not/7/x UPOS:ADV", f"so{one}/0/root"]) for one in range(6)]
    head = [one.replace("UPOS:ADV", "UPOS:PART") for one in base]
    for n in range(5):
        head[0] = head[0].replace(f"w{n}/7/x", f"w{n}/7/x UPOS:N{n}")
    job = opened(made(base, head))
    told = changes_told(job.diff, job.listed.entries[RULE])
    assert [" ".join(str(one).split()[:5]) for one in told] == [
        "not: UPOS ADV → PART", "Also in this sentence: w0:", "w1: UPOS X → N1", "w2: UPOS X → N2", "… and 2 more words",
    ]  # fmt: skip


@pytest.mark.parametrize("value", ["nan", "inf", "1e400", "x"])
def test_what_is_no_number_is_told(made: Made, value: str) -> None:
    with pytest.raises(UsageError, match=f"'rule = {value}' has no number"):
        listed(opened(made(BASE, HEAD)), f"rule = {value}")


def test_a_title_has_once_what_both_names_begin_with() -> None:
    assert _title(["ewt_dev-r2.15", "ewt_dev-r2.16"]) == "ewt_dev r2.15 → r2.16"
    assert _title(["r2.15", "r2.16"]) == "r2.15 → r2.16" and _title(["old", "new"]) == "old → new"


def test_changed_edges_are_drawn_in_the_enhanced_graphs(made: Made) -> None:
    base = ["# sent_id = s; sue/2/nsubj DEPS:2:nsubj runs/0/root DEPS:0:root"]
    (one,) = pictures(opened(made(base, [base[0].replace("2:nsubj", "2:nsubj:outer")])), 0)
    assert [text for _, text in one.drawn.tags()] == ["BASIC", "ENHANCED"]
    assert "nsubj~nsubj:outer" in {box.text for box in lit_in(one)}
    (one,) = pictures(opened(made(base, [base[0].replace("/2/nsubj", "/2/obj")])), 0)
    assert [text for _, text in one.drawn.tags()] == ["BEFORE", "AFTER"]


def test_scripts_that_run_to_the_left_do_so(made: Made) -> None:
    base = ["כלב/2/x נובח/0/root"]
    (one,) = pictures(opened(made(base, [base[0].replace("/x", "/y")])), 0)
    assert one.drawn.scene.right_to_left
    one.drawn.is_right_to_left = False
    one.drawn.lay_out(SPACE)
    assert not one.drawn.scene.right_to_left


def test_long_sentences_fold_but_not_the_place(made: Made) -> None:
    long = " ".join(f"w{n}/1/x" for n in range(60))
    base = [f"a/0/root {long} not/1/x"]
    (one,) = pictures(opened(made(base, [base[0].replace("not/1/x", "not/1/y")])), 0)
    assert one.drawn.scene.width > 400
    one.drawn.folds = True
    one.drawn.lay_out(SPACE)
    assert one.drawn.scene.width <= 400 and any(box.text == "not" for box in one.drawn.boxes)


def test_sentences_of_one_version_are_told_in_words(made: Made) -> None:
    job = opened(made(BASE, [*BASE, "# sent_id = z; Quite/2/x new/0/root"]))
    assert sections(listed(job)) == {"sentences": 1} and rows(job)[0][1].startswith("added")
    with pytest.raises(UsageError, match=r"^Only in new\.conllu: Quite new$"):
        job.picture(0)
    assert "Nothing changed in this sentence." in said(job, 0)


# -- why ---------------------------------------------------------------------------------------------------------------------


def test_why_tells_the_rule_the_place_and_asks(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    heads = [(one.text, str(one.beside)) for one in job.why(LEFT) if isinstance(one, Head)]
    assert heads[:2] == [("Rule 1", "5 of 6, 1 left over"), ("Here: not", "")] and heads[-1] == ("Note", "")
    (pairs,) = (one for one in job.why(LEFT) if isinstance(one, Pairs))
    assert pairs.rows[0] == ("tag", "ADV → PART") and pairs.rows[-1][0] == "where"
    (share,) = (one for one in job.why(LEFT) if isinstance(one, Share))
    assert share.said == "rule 1 explains 83.33 % of 6 changes" and share.parts[0][0] == 5
    assert said(job, LEFT) == ["still ADV", "not: DEPREL x → y", "new.conllu:22 · s5"]
    assert chosen(job, LEFT) == ["0"] and said(job, LEFT, Field) == ["note"]
    assert not said(job, RULE, Choice) and said(job, RULE) == ["List its places"]
    assert not [one for one in job.why(OUTSIDE) if isinstance(one, Pairs)]
    assert TO_NOTE in job.commands() and job.do([LEFT], TO_NOTE.key) == [Ask(NOTE)] and job.why(LEFT)[-1] == NOTE
    with pytest.raises(UsageError, match="nothing is said of a rule"):
        job.do([RULE], TO_NOTE.key)


# -- what is said of places ----------------------------------------------------------------------------------------------------


def test_marks_survive_the_next_version(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    job.do([LEFT], "note", " an\nidiom ")
    step = done(job.do([LEFT], "choose", "2"))
    assert step.goes_on and step.title == "On purpose: 1 place" and chosen(job, LEFT) == ["2"]
    assert rows(job)[0][-2:] == ["=", "on purpose"] and listed(job).sections[0].beside == "1 of 1 looked at"
    assert job.progress() == (1, 1, "1 of 1 looked at") and not listed(job).waits[LEFT]  # type: ignore[index]
    assert job.do([LEFT], "note", "an idiom") == []

    # another sentence before it, another rule beside it
    name = job.name(LEFT)
    job = opened(made(["# sent_id = z; New/0/root", *BASE], ["# sent_id = z; New/0/root XPOS:Z", *HEAD]))
    place = job.place(name)
    assert rows(job)[0][-3:] == ["still ADV", "=", "on purpose"] and place == listed(job).order[0]
    assert job.place("nobody") == -1 and job.place(job.name(RULE)) == RULE
    assert not done(job.do([place], "again")).goes_on and rows(job)[0][-1] == "…"
    job.do([place], "note", "")
    assert "so5" not in marks_path().read_text("utf-8")


def test_what_was_said_is_taken_back_and_said_again(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    job.do([LEFT], "choose", "2")
    step = done(job.do([LEFT, RULE, OUTSIDE], "choose", "1"))
    assert step.title == "Done: 2 places" and len(step.before) == 2
    assert chosen(job, LEFT) == ["1"] == chosen(job, OUTSIDE)
    assert job.put(step.action, json.loads(json.dumps(step.before))) == LEFT
    assert chosen(job, LEFT) == ["2"] and chosen(job, OUTSIDE) == ["0"]
    job.put(step.action, step.after)
    assert chosen(job, OUTSIDE) == ["1"] and len(read_marks(marks_path())) == 2


def test_all_places_of_a_rule_are_asked_for_first(made: Made) -> None:
    base = [f"# sent_id = s{n}; not/2/x UPOS:ADV so{n}/0/root" for n in range(12)]
    job = opened(made(base, [one.replace("UPOS:ADV", "UPOS:PART") for one in base[:10]] + base[10:]))
    assert sections(listed(job))["left-over"] == 2 and said(job, LEFT)[-1] == "Same for all 2 of rule 1…"
    assert job.do([LEFT], "link", "alike") == [Shown(why=True)]
    assert "What about all 2 of rule 1?" in said(job, LEFT, Head) and not chosen(job, LEFT)
    assert "What about this place?" in said(
        job, LEFT + 1, Head
    )  # elsewhere only that place is asked about, also afterwards
    assert "What about this place?" in said(job, LEFT, Head)
    job.do([LEFT], "link", "alike")
    job.do([LEFT], "link", "alone")
    assert "What about this place?" in said(job, LEFT, Head)
    job.do([LEFT], "link", "alike")
    step = done(job.do([LEFT], "choose", "1"))
    assert step.title == "Done: 2 places" and job.progress() == (2, 2, "2 of 2 looked at")
    done(job.do([LEFT], "choose", "0"))
    assert job.progress() == (1, 2, "1 of 2 looked at")


def test_places_where_a_rule_was_done_are_marked_too(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    place = int(listed(job, "rule = 1 so3").order[0])
    done(job.do([place], "choose", "1"))
    assert [int(one) for one in listed(job, "rule = 1 done").order] == [place] and job.name(place) in read_marks(
        marks_path()
    )
    again = opened(made(BASE, HEAD))
    assert listed(again, "rule = 1 done").order.tolist() == [place] == [again.place(job.name(place))]


def test_what_other_windows_said_stays(made: Made) -> None:
    one, other = opened(made(BASE, HEAD)), opened(made(BASE, HEAD))
    one.do([LEFT], "choose", "1")
    other.do([OUTSIDE], "choose", "2")
    assert {mark.state for mark in read_marks(marks_path()).values()} == {"done", "on purpose"}
    assert chosen(other, LEFT) == ["1"]


def test_what_cannot_be_kept_is_refused_and_nothing_changes(made: Made, tmp_path: Path) -> None:
    job = opened(made(BASE, HEAD))
    (tmp_path / "data").write_text("no folder", "utf-8")
    with pytest.raises(TreecompareError, match="data"):
        job.do([LEFT], "choose", "1")
    assert chosen(job, LEFT) == ["0"] and job.progress() == (0, 1, "0 of 1 looked at")


def test_marks_that_cannot_be_read_are_told_and_not_overwritten(made: Made) -> None:
    marks_path().parent.mkdir(parents=True)
    marks_path().write_text("a\tb\n", "utf-8")
    job = opened(made(BASE, HEAD))
    assert listed(job).foot.startswith("Marks cannot be set: ") and "versions.tsv" in listed(job).foot
    with pytest.raises(ReadError):
        job.do([LEFT], "choose", "1")
    assert marks_path().read_text("utf-8") == "a\tb\n"


# -- for others ----------------------------------------------------------------------------------------------------------------


def text_of(answer: Any, form: str = "") -> str:
    text = answer.text(form) if isinstance(answer, Save) else answer.text
    return str(text.make(None, lambda _: None)) if isinstance(text, Later) else str(text)


def test_report_and_comment_leave_out_what_is_on_purpose(made: Made, tmp_path: Path) -> None:
    job = opened(made(BASE, HEAD))
    assert [one.title for one in job.commands() if "pull request" in one.about] == ["Comment"]
    assert {one.key for one in job.commands()} == {
        "report",
        "comment",
        "copy-place",
        "again",
        "mark",
        "save-marks",
        "read-marks",
    }
    assert "still ADV" in text_of(job.do([LEFT], "comment")[0])
    assert job.do([LEFT], "copy-place") == [Copy("the place", "new.conllu:22\tnot so5\tstill ADV")]
    job.do([LEFT], "choose", "2")
    (report,) = job.do([LEFT], "report")
    for form, sign in (("html", "<svg"), ("md", "# ")):
        text = text_of(report, form)
        assert "1 further place on purpose" in text and "still ADV" not in text and sign in text
    job.do([LEFT], "choose", "1")
    text = text_of(job.do([LEFT], "comment")[0])
    assert "further place" not in text and "still ADV" not in text
    job.do([LEFT], "choose", "2")

    (save,) = job.do([LEFT], "save-marks")
    (tmp_path / "accepted.tsv").write_text(text_of(save, "tsv"), "utf-8")
    marks_path().unlink()
    job = opened(made(BASE, HEAD))
    assert chosen(job, LEFT) == ["0"]
    (read,) = job.do([LEFT], "read-marks")
    assert isinstance(read, Read)
    step = done(job.do([LEFT], read.action, str(tmp_path / "accepted.tsv")))
    assert chosen(job, LEFT) == ["2"] and marks_path().exists()
    job.put(step.action, step.before)
    assert chosen(job, LEFT) == ["0"]
    (tmp_path / "bad.tsv").write_text("a\tb\n", "utf-8")
    with pytest.raises(ReadError, match=r"bad\.tsv"):
        job.do([LEFT], read.action, str(tmp_path / "bad.tsv"))


def test_the_overview_has_the_tables_and_what_is_said_first(made: Made) -> None:
    job = opened(made(BASE, HEAD))
    (own, same), (name, make) = job.beside()
    overview = make()
    assert (own, same(), name) == ("Changes", job, "Overview") and isinstance(overview, VersionsOverview)
    shown = overview.places("tables", ())
    for place in shown.order.tolist():
        page = overview.picture(place).make(None, lambda _: None)
        assert isinstance(page, Page) and page.items and overview.place(overview.name(place)) == place
    first = overview.picture(0).make(None, lambda _: None)
    assert first.items[0].startswith("6 sentences of 6 changed") and "Please look at 1 place" in str(first.items)
    assert overview.places("tables", tokens_of("files", ())).order.tolist() == [overview.place("Files")]
    assert overview.beside()[0][1]() is job and not overview.do([0], "open") and overview.why(0)


# -- opening -----------------------------------------------------------------------------------------------------------------


def test_opening_tells_what_it_does_and_ends_when_it_is_to(made: Made) -> None:
    versions, told = made(BASE, HEAD), list[Doing]()
    opening(versions)(Cancel(), told.append)
    assert told[0].what == "reading both versions" and told[-1].what == "listing places"
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        opening(versions)(cancel, told.append)
    Path(versions.head).unlink()
    with pytest.raises(ReadError, match=r"new\.conllu"):
        opening(versions)(Cancel(), told.append)


def test_layers_that_are_not_wanted_are_not_compared(made: Made) -> None:
    versions = made(BASE, HEAD)
    job = opened(Versions(versions.base, versions.head, ignored=("DEPREL",)))
    assert sections(listed(job)) == {"left-over": 1, "rules": 1}
