"""What repair made is marked wherever it is drawn: arcs and brackets that nobody answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.extras.raw.test_systems import GOLD, WORDS, files
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.extras.raw.candidates import bracketed, made_brackets, words_of

FIRST, SECOND = GOLD.split("\n")[:2]


def compared(arguments: list[str], repair: str = "close", swapped: bool = False) -> Comparison:
    path = arguments[1].partition("=")[2]
    wanted = Files(arguments[0], (("m", path),), swapped=path if swapped else "")
    return score(opened(open_files(wanted, Settings(repair=repair, params="none"))).comparison)


@pytest.mark.parametrize(
    ("text", "closed", "others", "expected"),
    [
        ("(S (A a) (B (C c)))", 0, 0, 0),
        ("(S (A a) (B (C c)))", 2, 0, 2),
        ("(S (A a) (B (C c) (D )))", 3, 0, 2),  # D holds no word
        ("( (A a) (B b))", 0, 1, 1),
        ("( (A a) (B b))", 1, 1, 2),
    ],
)
def test_the_brackets_that_end_last_were_made(text: str, closed: int, others: int, expected: int) -> None:
    assert made_brackets(text, closed, others) == expected


def test_an_empty_bracket_beside_a_trace_makes_no_word_of_it() -> None:
    assert words_of("(S (-NONE- * (NP )) (A a))") == words_of(bracketed("(S (-NONE- * (NP )) (A a))")) == ("a",)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (FIRST, []),
        (FIRST[:-1], ["S"]),
        ("(S (NP (DT The) (NN dog)) (VP (VBZ barks) (. .", ["S", "VP", "."]),
        (FIRST.replace("dog))", "dog)))"), ["S"]),  # one that would have ended the tree is left out
        (FIRST + ")", []),  # ends nothing
    ],
)  # fmt: skip
def test_brackets_that_repair_made_have_a_star_in_every_drawing(
    tmp_path: Path, answer: str, expected: list[str]
) -> None:
    comparison = compared(files(tmp_path, answer, SECOND))
    for layout in ("mirrored", "merged", "side-by-side"):
        drawing = comparison.drawing(0, 0, Wanted(layout=layout, elide=True))
        scene = drawing.scene()
        starred = {box.text.strip("<>~").rstrip("*") for box in scene.boxes if "*" in box.text}
        assert starred == set(expected) and scene.repaired == len(expected)
        assert any("made by repair" in entry.text for row in scene.foot() for entry in row) == bool(expected)
        for form in ("text", "svg", "latex"):
            assert ("S*" in drawing.written(form)) == bool(expected)
    assert ("S*" in comparison.stacked(0, DEFAULT).written("svg")) == bool(expected)
    assert compared(files(tmp_path, FIRST, SECOND)).drawing(0, 0, DEFAULT).scene().repaired == 0


def test_what_repair_made_is_not_folded_with_what_is_the_same(tmp_path: Path) -> None:
    gold = "(S (NX (DT The) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))))\n"
    comparison = compared(files(tmp_path, gold[:-4].replace("NX", "NY"), gold=gold))
    scene = comparison.drawing(0, 0, Wanted(elide=True)).scene()
    assert {box.text for box in scene.boxes if "*" in box.text} == {"S*", "VP*", "NP*"}


def test_arcs_that_repair_made_have_a_star_on_either_side(tmp_path: Path) -> None:
    answer = WORDS.replace("\t2\tnsubj\t_\t_", "\t9\tnsubj\t_\tGloss=sie").replace("\t2\tadvmod", "\t0\tadvmod")
    arguments = files(tmp_path, answer, gold=WORDS)
    comparison = compared(arguments)
    assert comparison.outcomes[0].answers[0].made == (1, 3)
    for wanted in (Wanted(), Wanted(width=150.0)):
        scene = comparison.drawing(0, 0, wanted).scene()
        assert {arc.word for arc in scene.arcs if arc.is_made} == {0, 2} and scene.repaired == 2
        assert {box.text for box in scene.boxes if box.arc and box.arc.is_made} == {"nsubj*", "advmod*"}
    for form in ("text", "svg", "latex"):
        written = comparison.drawing(0, 0, DEFAULT).written(form)
        assert "nsubj*" in written and "root*" not in written
    turned = compared(arguments, swapped=True)
    assert {arc.side for arc in turned.drawing(0, 0, DEFAULT).scene().arcs if arc.is_made} == {"gold"}
    assert compared(arguments, "none").drawing(0, 0, DEFAULT).scene().repaired == 0


def test_what_was_in_misc_stays_there(tmp_path: Path) -> None:
    answer = WORDS.replace("\t2\tnsubj\t_\t_", "\t9\tnsubj\t_\tGloss=sie")
    written = compared(files(tmp_path, json.dumps({"id": 1, "output": answer}), gold=WORDS)).systems[0].written()
    assert "\tGloss=sie|Made=Repair\n" in written and written.count("Made=Repair") == 1
