"""Deciding between annotators as a job of the window: what is listed, drawn, said and asked, and what an answer does."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, arc, conllu, decide
from tests.extras.annotators.test_adjudication import CHAIN_A, CHAIN_B, NODES_A, NODES_B
from treecompare.drawing.drawn import Space
from treecompare.errors import UsageError
from treecompare.extras.annotators.adjudication import Adjudication, Change, Refused
from treecompare.extras.annotators.checked_gold import checked_gold
from treecompare.extras.annotators.differences import NODES
from treecompare.extras.annotators.job import NAME, DecideJob, _letters
from treecompare.jobs import base
from treecompare.jobs.base import Choice, Done, Go, Heat, Places, Row, Say, Share, Text, tokens_of
from treecompare.jobs.remembered import Remembered
from treecompare.readers import read_any
from treecompare.saved.rows import Key
from treecompare.scores.rich import pieces_of

LABEL_A, LABEL_B = BANK_A, (*BANK_A[:5], ("Lisbon", "PROPN", 4, "obl"))


class File:
    """Keeps decisions as a comparison that is open does; ``steps``: titles of what was stored."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.judged: list[tuple[Key, str]] = []
        self.known = {NAME: ""}
        self.memory = Remembered(lambda key: self.known[key], self.known.__setitem__)
        self._values: list[dict[Key, str]] = [{}]
        self._undone: list[dict[Key, str]] = []

    def entries(self, *_kinds: str) -> dict[Key, str]:
        return dict(self._values[-1])

    def write_entries(self, changes: Sequence[Change], title: str) -> None:
        self.steps.append(title)
        now = self.entries() | dict(changes)  # type: ignore[operator]
        self._values.append({key: text for key, text in now.items() if text is not None})

    def turn(self, is_undo: bool) -> None:
        taken, given = (self._values, self._undone) if is_undo else (self._undone, self._values)
        given.append(taken.pop())

    def row_of(self, sentence: int) -> int:
        return sentence

    def write(self, changes: Sequence[tuple[Key, str]], _title: str) -> None:
        self.judged += changes


class Sentences(base.Job):
    """In place of the job of a comparison, beside which differences are decided."""

    kind, title, view, of_file = "compare", "", "Sentences", frozenset[str]()

    def __init__(self, kept: File) -> None:
        self.kept = kept

    def turn(self, is_undo: bool) -> Sequence[base.Answer]:
        self.kept.turn(is_undo)
        return [Go(place=7), Say("Undone" if is_undo else "Redone")]

    orders = places = picture = why = do = None  # type: ignore[assignment]


def job(made: Adjudication, file: File | None = None, judges: bool = False) -> DecideJob:
    sentences: Any = Sentences(file or File())
    return DecideJob(made, sentences, judges, lambda: datetime(2026, 5, 1, 14, 2))


def four(folder: Path) -> Adjudication:
    """Two kinds of differences: the first and the third are of one, the others of another."""
    return adjudication(folder, conllu(BANK_A, LABEL_A, BANK_A, LABEL_A), conllu(BANK_B, LABEL_B, BANK_B, LABEL_B))


def listed(of: DecideJob, order: str = "place", find: str = "") -> Places:
    found = of.places(order, tokens_of(find, of.conditions()))
    assert isinstance(found, Places)
    return found


def rows(of: DecideJob, order: str = "place", find: str = "") -> list[int]:
    return [int(place) for place in listed(of, order, find).order]


def choices(of: DecideJob, place: int) -> dict[str, Choice]:
    return {one.key: one for one in of.why(place) if isinstance(one, Choice)}


def links(blocks: Sequence[Any]) -> dict[str, str]:
    """What leads somewhere in paragraphs and headings, by its text."""
    texts = [text for one in blocks if isinstance(one, Text | base.Head) for text in one if isinstance(text, str)]
    return {piece.text: piece.to for text in texts for piece in pieces_of(text) if piece.to}


def fold(of: DecideJob, place: int, title: str) -> Sequence[Any]:
    return next(one for one in of.why(place) if isinstance(one, base.Fold) and one.title == title).blocks()


def scene_of(picture: base.Picture) -> Any:
    """It, as it is drawn where there is room."""
    picture.drawn.lay_out(Space(900, 600))
    return picture.drawn.scene


def done(answers: Sequence[Any]) -> Done:
    return next(one for one in answers if isinstance(one, Done))


def test_differences_are_listed_in_orders_and_by_conditions(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    assert [one.title for one in of.orders()][:4] == ["Order of the file", "Open first", "By kind", "By label pair"]
    found = listed(of)
    assert [column.text(0) for column in found.columns] == ["1", "Lisbon", "○"]
    assert [column.below(1) for column in found.columns if column.below] == ["nmod / obl", ""]
    assert found.lines == 2 and found.count == "4 open of 4" and of.progress() == (0, 4, "0 of 4 decided")
    of.do([0], "choose", "1")
    of.do([1], "choose", "0")
    assert rows(of, "open") == [2, 3, 0, 1] and listed(of).first == 2
    assert rows(of, "frequency") == [1, 3, 0, 2] and rows(of, "labels") == [0, 1, 2, 3]
    sections = listed(of, "frequency").sections
    assert [(one.title, one.size, one.beside) for one in sections] == [
        ("nmod / obl, same head, PROPN", 2, "kind 1 · 1 open"), ("nmod / obl, another head, PROPN", 2, "kind 2 · 1 open")
    ]  # fmt: skip
    expected = {
        "open": [2, 3], "decided": [0], "neither": [1], "by:a": [0], "by:curator": [0, 1], "not open": [0, 1],
        "both": [0, 2], "label": [1, 3], "head": [], "tag": [], "kind = 2": [0, 2], "sentence > 2": [2, 3],
        "first:nmod second:obl": [0, 1, 2, 3], "first:obl": [], "opened": [0, 2], "label open": [3], "note": [],
    }  # fmt: skip
    assert {find: rows(of, find=find) for find in expected} == expected
    assert listed(of, "frequency", "kind = 2").sections[0].size == 2 and not listed(of, "frequency", "head").sections
    assert listed(of, find="feature").nothing == "No matching differences."
    with pytest.raises(UsageError, match="there is no kind 3; expected a number from 1 to 2"):
        of.places("place", tokens_of("kind = 3", of.conditions()))


def test_kinds_that_occur_once_stand_together(tmp_path: Path) -> None:
    other = (*BANK_A[:3], ("offices", "NOUN", 3, "iobj"), *BANK_A[4:])
    twice, once = (BANK_A, BANK_A, BANK_A, BANK_A), (BANK_B, BANK_B, LABEL_B, other)
    of = job(adjudication(tmp_path, conllu(*twice), conllu(*once)))
    for order, titles in (
        ("frequency", ["nmod / obl, another head, PROPN", "Only once"]),
        ("labels", ["nmod / obl", "Only once"]),
    ):
        sections = listed(of, order).sections
        assert [one.title for one in sections] == titles and sum(one.size for one in sections) == 4
        assert len({one.key for one in sections}) == 2


def test_a_step_in_a_long_list_is_short(tmp_path: Path) -> None:
    """It takes as long as in a list of a hundredth: the machine may do much else."""
    shortest = []
    for count in (50, 5_000):
        of = job(adjudication(tmp_path, conllu(*[BANK_A] * count), conllu(*[BANK_B] * count)))
        assert len(rows(of)) == count
        times = []
        for place in range(9):
            begin = time.thread_time()
            of.do([place], "choose", "1")
            of.why(place + 1)
            of.picture(place + 1)
            times.append(time.thread_time() - begin)
        shortest.append(min(times))
    assert shortest[1] < 10 * shortest[0] + 0.005


def test_a_triage_comes_later(tmp_path: Path) -> None:
    of = job(adjudication(tmp_path, *map(conllu, (BANK_A, BANK_B, LABEL_B))))
    found = of.places("triage", [])
    assert isinstance(found, base.Later)
    assert [int(place) for place in found.make(None, print).order] == rows(of, "triage") == [0]


def test_an_answer_is_kept_and_taken_back(tmp_path: Path) -> None:
    file = File()
    file.known[NAME] = "Zoë"
    of = job(four(tmp_path), file)
    assert {key: (one.title, one.detail) for key, one in choices(of, 0).items()} == {
        "1": ("a", "nmod of offices"), "2": ("b", "obl of opened"), "0": ("Neither", "stays undecided"),
        "e": ("Other…", "any head, relation"),
    }  # fmt: skip
    step = done(of.do([0], "choose", "2"))
    assert step.title == "Lisbon: b" and step.goes_on and choices(of, 0)["2"].is_chosen
    assert [column.text(0) for column in listed(of).columns][-1] == "b ✓"
    assert [column.below(0) for column in listed(of).columns if column.below][-1] == "Zoë, 14:02"
    assert of.turn(True)[-1] == Go(place=0) and of.made.decided == 0
    assert of.turn(False)[-1] == Go(place=0) and of.made.decisions[arc(1, 6)].file == "b"
    assert file.steps == ["Lisbon: b"] and len(file.entries()) == 1
    assert links(of.why(0))["Open again"] == "reopen"
    of.do([0], "link", "reopen")
    assert of.made.decided == 0 and "Open again" not in links(of.why(0))


def test_several_are_decided_in_one_step(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    step = done(of.do([0, 2, 3], "choose", "1"))
    assert step.title == "3 differences: a" and of.made.decided == 3
    assert [one.number for one in of.made.decisions.values()] == [1, 2, 3]
    of.turn(True)
    assert of.made.decided == 0
    answers = of.do([0, 1, 2, 3], "choose", "2")
    assert answers[-1] == Say("All decided. Write result…")


def test_what_is_refused_changes_nothing(tmp_path: Path) -> None:
    of = job(adjudication(tmp_path, conllu(CHAIN_A), conllu(CHAIN_B)))
    of.do([0], "choose", "2")
    first = choices(of, 1)["1"]
    assert first.why_not.startswith("This makes a cycle: c → b → c")
    assert links(of.why(1))["b"] == "place:0" and of.do([1], "earlier") == [Go(place=0)]
    before = dict(of.made.stored)
    with pytest.raises(Refused, match="This makes a cycle"):
        of.do([2, 1], "choose", "1")  # the first of both could be decided
    assert of.made.stored == before and of.made.decided == 1
    assert of.do([0], "earlier") == [Say("No decision stands in the way of this one.")]


def test_labels_that_are_used_nowhere_are_named(tmp_path: Path) -> None:
    of = job(adjudication(tmp_path, NODES_A, NODES_B, ending="mrg"))
    place = next(n for n, one in enumerate(of.made.differences) if one.place.field == NODES)
    said = "XQ and YQ are used nowhere else in these files."
    assert of.do([place], "other", "XQ YQ")[-1] == Say(said)
    assert Text(said, "alarm") in of.why(place)
    assert values_at(of, place).endswith(" → XQ YQ")
    of.do([place], "choose", "1")
    assert "→" not in values_at(of, place) and said not in [one.text for one in of.why(place) if isinstance(one, Text)]


def values_at(of: DecideJob, place: int) -> str:
    """The second line of a difference in the list."""
    below = listed(of).columns[1].below
    assert below is not None
    return below(place)


def test_where_values_differ_that_are_no_arcs_the_word_has_both(tmp_path: Path) -> None:
    """And nothing is lit of arcs that are the same."""
    other = (*BANK_A[:5], ("Lisbon", "NOUN", 4, "nmod"))
    of = job(adjudication(tmp_path, conllu(BANK_A), conllu(other)))
    [difference] = of.made.differences
    assert difference.place.field == "upos"
    both, result = of.picture(0).parts
    assert [box.tag for box in scene_of(both).boxes if box.text == "Lisbon"] == ["PROPN ≠ NOUN"]
    assert [box.tag for box in scene_of(result).boxes if box.text == "Lisbon"] == ["PROPN\u00a0?"]
    assert both.light("here").places and not both.light("here").marks
    of.do([0], "choose", "2")
    assert [box.tag for box in scene_of(of.picture(0).parts[1]).boxes if box.text == "Lisbon"] == ["NOUN"]


def test_other_values_are_typed_or_dragged(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    [asked] = of.do([0], "choose", "e")
    assert isinstance(asked, base.Ask) and asked.field.key == "other" and asked.field.text == "4:nmod"
    answers = of.do([0], "other", "bank nmdo")
    assert done(answers).goes_on and answers[-1] == Say("nmdo is used nowhere else in these files.")
    assert choices(of, 0)["e"] == Choice("e", "Other…", "nmdo of bank", is_chosen=True)
    with pytest.raises(UsageError, match="there is no word 9"):
        of.do([1], "other", "9:obl")
    result = of.picture(1).parts[-1]
    words = {box.text: box for box in scene_of(result).boxes if box.arc is None}
    there, asked = of.do([1], "drag", (words["Lisbon"], words["bank"]))
    assert there == Go(place=1) and isinstance(asked, base.Ask) and asked.field.text == "2:nmod"
    assert of.do([1], "drag", (words["bank"], words["Lisbon"])) == [
        Say("All analyses have the same head and relation there.")
    ]
    assert of.do([1], "box", words["Lisbon"]) == []  # it is looked at


def test_a_rule_says_what_it_would_decide_and_is_revoked(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    assert of.why(0) and links(of.why(0)) == {
        "Same choice for all 2 of this kind…": "rule", "list them": "find:kind = 2"
    }  # fmt: skip
    of.do([0], "choose", "2")
    of.why(1)  # the next one
    assert "b again for 1 more of the last kind…" in links(of.why(1))
    of.do([1], "link", "rule")
    [row] = [one for one in of.why(1) if isinstance(one, Row)]
    assert (row.title, row.below) == ("Always b", "decides 1 difference")
    assert "Not now" in links(of.why(1))
    answers = of.do([1], "link", row.to)
    assert answers[-1] == Say("Rule 1: 1 difference decided.") and not done(answers).goes_on
    assert of.made.decided == 2 and rows(of, find="rule = 1") == [2] and rows(of, find="by:b") == [0, 2]
    decided = fold(of, 1, "What was decided")
    assert links(decided) == {"Revoke": "revoke:1"}
    revoked = of.do([1], "link", "revoke:1")
    assert revoked[-1] == Go(place=2) and of.made.decided == 1
    of.turn(True)
    assert of.made.decided == 2
    of.do([3], "rule")
    both = [one for one in of.why(3) if isinstance(one, Row)]
    assert [(one.title, one.below) for one in both] == [
        ("Always a", "decides 2 differences"), ("Always b", "decides 2 differences")
    ]  # fmt: skip
    of.do([3], "link", "no-rule")
    assert not [one for one in of.why(3) if isinstance(one, Row)]


def test_a_rule_counts_where_no_tree_would_be_left(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(CHAIN_A, CHAIN_A), conllu(CHAIN_B, CHAIN_B))
    kind = made.differences[made.index[arc(1, 3)]].kind
    decide(made, arc(1, 2), "b")
    assert made.would_decide(kind, "a") == (4, 1)
    made.put(made.rule_for(arc(1, 3), "a"))
    assert (len(made.decided_by(1)), made.refused_by(1)) == (4, 1)


def test_a_note_says_who_wrote_it_and_when(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    step = done(of.do([0], "note", "guideline 4.2"))
    assert not step.goes_on and of.do([0], "note", "guideline 4.2") == []
    of.do([0], "name", "Zoë")
    of.do([0], "choose", "2")
    *_, head, field = of.why(0)
    assert head == base.Head("Note", "Zoë · 2026-05-01 14:02")
    assert base.TO_NOTE in of.commands() and of.do([0], base.TO_NOTE.key) == [base.Ask(base.NOTE)]
    assert isinstance(field, base.Field) and field.text == "guideline 4.2"
    [row] = fold(of, 0, "What was decided")
    [share] = [one for one in of.why(0) if isinstance(one, Share)]
    assert [one[:2] for one in share.parts] == [(0, "a"), (1, "b"), (3, "Undecided")]
    assert row == Row("place:0", "Lisbon: b, obl of opened", below="14:02 · Zoë · “guideline 4.2”")
    assert of.do([3], "link", row.to) == [Go(place=0)] and rows(of, find="note") == [0]
    assert of.place(of.name(2)) == 2 and of.place("x|6|arc") == -1


def test_cells_of_agreement_list_their_differences(tmp_path: Path) -> None:
    of = job(adjudication(tmp_path, *map(conllu, (BANK_A, BANK_B, LABEL_B))))
    [later] = [one for one in of.why(0) if isinstance(one, base.Later)]
    figures, about, names, heat, other = later.make(None, print)
    assert "subtypes" in about.text  # beside figures of the comparison, which leave them out
    assert isinstance(figures, base.Pairs) and figures.rows[0][0].startswith("relation")
    assert isinstance(heat, Heat) and names.text == "a ↓ b →" and other.title == "a ↓ c →"
    size, to = heat.cells[0][1]
    assert (heat.rows, size, to) == (["nmod", "obl"], 1, 'find:first:"nmod" second:"obl"')
    assert heat.cells[1][0] == (None, "")
    [go] = of.do([0], "link", to)
    assert isinstance(go, Go) and go.find is not None and rows(of, find=go.find) == [0]
    assert any(one is figures for one in of.why(0))  # it is counted once


def test_the_table_of_agreement_has_fewer_values_if_they_are_wide() -> None:
    """Capitals are wider; a column of the window would cut the last ones."""
    assert sum(map(_letters, ("ADV", "ATR", "APP"))) == 12
    assert sum(map(_letters, ("adv", "nmod"))) == 7


def test_analyses_stand_above_the_result(tmp_path: Path) -> None:
    of = job(adjudication(tmp_path, *map(conllu, (BANK_A, BANK_B, LABEL_B))))
    pair, third, result = of.picture(0).parts
    assert pair.drawn.telling.names == ("a", "b") and third.head == "c"
    assert pair.drawn.title == "The bank opened offices in Lisbon"
    assert (result.head, result.head_beside) == ("Result", "dotted: undecided, the consensus stands until then")
    scene = scene_of(pair)
    assert pair.light(pair.lit).places and pair.drag and not pair.steps
    label = next(box for box in scene.boxes if box.arc is not None and box.arc.relation == "obl")
    assert "Lisbon depends on opened as obl" in pair.drawn.said(label)
    of.do([0], "choose", "1")
    assert of.picture(0).parts[-1].head_beside == "decided"


def test_constituents_are_decided_and_written(tmp_path: Path) -> None:
    of = job(adjudication(tmp_path, NODES_A, NODES_B, ending="mrg"))
    pair, result = of.picture(0).parts
    assert pair.layouts and not pair.drag and not result.layouts
    assert any("?" in box.text for box in scene_of(result).boxes)
    scene = scene_of(pair)
    other = next(box for box in scene.boxes if box.operation == "deleted")
    assert of.do([0], "box", other) == [Go(place=1)]
    assert rows(of, find="node") == [0, 1]
    of.do([0], "choose", "2")
    with pytest.raises(Refused, match="would cross VP"):
        of.do([1], "choose", "1")
    of.do([1], "choose", "2")
    [save] = of.do([1], "write:result")
    assert isinstance(save, base.Save) and save.formats == [("Constituents", "mrg")] and save.text("mrg") == NODES_B


def test_results_are_written(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    of.do([0], "choose", "2")
    [save] = of.do([0], "write:result")
    assert isinstance(save, base.Save) and "# adjudicated = 1/1" in str(save.text("conllu"))
    assert save.also == "3 differences undecided, where a’s stands" and save.sources == of.made.analyses.paths
    written = {}
    for command in of.commands():
        if command.key.startswith("write:"):
            [found] = of.do([0], command.key)
            assert isinstance(found, base.Save)
            written[f"{found.name}.{found.formats[0][1]}"] = str(found.text(found.formats[0][1]))
    assert list(written) == ["adjudicated.conllu", "provenance.tsv", "a.html", "a.tsv", "b.html", "b.tsv"]
    assert written["a.tsv"].count("\n") == 2 and "<html" in written["b.html"]


def test_that_notes_are_not_in_the_result_is_said(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    said = "notes on decisions are not in it, but in the table of differences"
    for is_noted in (False, True):
        [saving] = of.do([0], "write:result")
        assert isinstance(saving, base.Save) and (said in saving.also) == is_noted
        of.do([0], "note", "guideline 4.2")


def test_judging_decides_nothing(tmp_path: Path) -> None:
    file = File()
    of = job(four(tmp_path), file, judges=True)
    assert of.do([0], "judge:second") == [Say("Lisbon: second right.")]
    assert of.do([1], "judge:both-sentence") == [Say("Sentence 2: both acceptable.")]
    assert [(key.sentence, key.system, key.phenomenon, said) for key, said in file.judged] == [
        (0, "a", "arc\x1f6-6", "no"), (0, "b", "arc\x1f6-6", "yes"), (1, "a", "", "yes"), (1, "b", "", "yes")
    ] and of.made.decided == 0  # fmt: skip
    assert not [one for one in job(of.made).commands() if one.key.startswith("judge")]


def test_a_gold_is_checked(tmp_path: Path) -> None:
    for name, text in (("gold", conllu(BANK_A, BANK_A)), ("a", conllu(BANK_B, BANK_B)), ("b", conllu(BANK_B, BANK_A))):
        (tmp_path / f"{name}.conllu").write_text(text, "utf-8")
    of = job(checked_gold({name: read_any(str(tmp_path / f"{name}.conllu")) for name in ("gold", "a", "b")}))
    assert of.orders()[0].title == "All agree, then what varies" and rows(of) == [0]
    assert [one.title for one in choices(of, 0).values()][:2] == ["gold", "proposed"]
    assert not [one for one in of.why(0) if isinstance(one, base.Later)]


def test_the_file_takes_steps_back_and_shows_what_changed(tmp_path: Path) -> None:
    """Also those of who has the same file open."""
    file = File()
    of, other = job(four(tmp_path), file), job(four(tmp_path), file)
    of.do([0], "choose", "1")
    of.do([2], "choose", "2")
    assert other.take() == [arc(1, 6), arc(3, 6)] and other.made.decided == 2 and other.take() == []
    assert of.turn(True) == [Say("Undone"), base.ANEW, Go(place=2)] and of.made.decided == 1
    assert of.turn(False) == [Say("Redone"), base.ANEW, Go(place=2)] and of.made.decided == 2
    assert job(four(tmp_path), file).made.decided == 2
    of.do([0], "name", " Ann ")
    assert of.by == file.known[NAME] == "Ann"


def test_one_begins_at_the_sentence_that_was_looked_at(tmp_path: Path) -> None:
    same = (BANK_A, BANK_A, BANK_A, BANK_A)
    of = job(adjudication(tmp_path, conllu(*same), conllu(BANK_A, BANK_B, BANK_A, BANK_B)))
    assert [of.place(str(sentence)) for sentence in range(1, 5)] == [0, 0, 1, 1] and of.place("5") == -1
    of.do([0], "choose", "1")
    assert of.place("2") == 0  # what was decided there can be looked at


def test_a_note_is_asked_for_where_it_stands(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    [asked] = of.do([0], "mark")
    assert isinstance(asked, base.Ask) and asked.field.key == of.why(0)[-1].key  # type: ignore[union-attr]


def test_the_foot_leads_to_the_result(tmp_path: Path) -> None:
    of = job(four(tmp_path))
    [piece] = pieces_of(listed(of).foot)
    assert [type(one) for one in of.do([0], "link", piece.to)] == [base.Save]
