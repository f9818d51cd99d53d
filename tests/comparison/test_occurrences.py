"""Several occurrences of a phenomenon in a sentence: places, tables, counts, and where their words are drawn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.suites import judgement_tables, phenomenon_tables
from treecompare.cli import run_command
from treecompare.comparison.judgements import (
    CORRECT,
    ERROR_CLASS,
    NO,
    PHENOMENON,
    WHOLE,
    YES,
    Edit,
    Judgements,
    SaidOfSentence,
    Scheme,
    as_lines,
    changes_of,
    checked_place,
    judgement_rows,
    marked,
    moved,
    occurrence,
    phenomena_on_offer,
    read_judgements,
    shown_mark,
    span_of,
    taken_away,
    untagged,
)
from treecompare.errors import ReadError, UsageError
from treecompare.scores.result import View

IDS = [str(number) for number in range(1, 9)]
WORDS = [7] * 8
THREE = "5\tPPN\ts1\tB\tno\n5\tPPN\ts1\t\tyes\n5\tPPN\ts1\tA\tno\n"


def read(tmp_path: Path, text: str) -> Judgements:
    path = tmp_path / "suite.tsv"
    path.write_text(text, "utf-8")
    return read_judgements(str(path), IDS, words=WORDS)


def test_three_lines_of_a_sentence_are_three_occurrences(tmp_path: Path) -> None:
    trees = "\n".join(["(S (N a))"] * 8)
    comparison = compared(trees, trees)
    comparison.judgements = read(tmp_path, THREE)
    correct, classes = judgement_tables(comparison, View())
    assert correct.rows == [["PPN", 1, 3, 1, 3]]
    assert classes.rows == [["PPN", "A", 1], ["PPN", "B", 1]]
    for row, column in ((0, 1), (0, 2), (0, 3), (0, 4)):
        found = correct.found(row, column)
        assert found is not None and found.sentences.tolist() == [4]
    (scores,) = phenomenon_tables(comparison, View(keys=("la",)))
    assert {(row[1], *row[-2:]) for row in scores.rows} == {("PPN", 1, 3), ("ALL", 1, 3)}


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, suite = tmp_path / "gold.mrg", tmp_path / "suite.tsv"
    gold.write_text("(S (N a) (N b))\n" * 5, "utf-8")
    suite.write_text(THREE.replace("s1", "gold"), "utf-8")
    report = ["report", "judgements", str(gold), str(gold), "--phenomena", str(suite), "--format", "tsv"]
    assert run_command(report) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "PPN\t1\t3\t1\t3" in lines and {"PPN\tA\t1", "PPN\tB\t1"} <= set(lines)
    suite.write_text("5\tPPN\tgold\tA\tno\t2-3\n", "utf-8")
    assert run_command(report) == 2
    told = capsys.readouterr().err
    assert told.strip().endswith(f"{suite}:1: the words 2-3 are outside of the sentence; expected words from 1 to 2")


def test_lines_of_two_systems_are_of_the_same_occurrences(tmp_path: Path) -> None:
    found = read(tmp_path, "5\tPPN\n" + THREE + THREE.replace("s1", "s2") + "5\tPPV\ts1\t\tno\n")
    assert found.occurrences("PPN") == 3 and found.occurrences("PPV") == 1 and found.occurrences("ERC") == 0
    assert found.correct == {
        (4, system, mark): is_right
        for system in ("s1", "s2")
        for mark, is_right in zip(found.marks_in(4, "PPN"), (False, True, False), strict=True)
    } | {(4, "s1", "PPV"): False}


def test_numbers_spans_and_lines_without_either(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "sentence\tphenomenon\tsystem\tclass\tcorrect\toccurrence\n"
        "1\tPPN\t\t\t\t6-7\n1\tPPN\t\t\t\t2 – 5\n1\tPPN\t\t\t\t2\n1\tPPN\n1\tPPN\n2\tPPN\t\t\t\t4-4\n",
    )
    assert found.places_in(0, "PPN") == ["", "2", "3", "2-5", "6-7"]  # the lines without: those that are not told yet
    assert found.spans(0) == [(2, 5), (6, 7)] and found.spans(1) == [(4, 4)] and found.spans(2) == []
    assert found.places_in(1, "PPN") == ["4-4"] and found.occurrences("PPN") == 6
    assert found.phenomena == {"PPN": {0, 1}}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1\tPPN\t\t\t\t3-8", r"suite.tsv:1: the words 3-8 are outside of the sentence; expected words from 1 to 7"),
        ("1\tPPN\t\t\t\t0-2", r"'0-2' is not an occurrence; expected a number, like 2, or a span of words, like 3-5"),
        ("1\tPPN\t\t\t\t5-3", "'5-3' is not an occurrence"),
        ("1\tPPN\t\t\t\tfirst", "'first' is not an occurrence"),
        ("1\t\ts1\t\tno\t2", r"suite.tsv:1: the occurrence '2' is of no phenomenon; expected one in column 2"),
        ("1\tPPN\ts1\t\tno\t2\n1\tPPN\ts1\t\tyes\t2", r"suite.tsv:2: line 1 tells of this occurrence of s1 already"),
        ("1\tPPN\n1\tPPN\t\t\t\t1", r"suite.tsv:2: line 1 tells of this occurrence already"),
        ("1\tPPN\ts1\tA\tno\t2\tmore", r"suite.tsv:1: 7 columns; expected 'sentence phenomenon'.* up to four more"),
    ],
)
def test_what_cannot_be_is_told_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read(tmp_path, line)


@pytest.mark.parametrize("seed", range(20))
def test_what_is_entered_and_taken_away_goes_round(tmp_path: Path, seed: int) -> None:
    draw, found = random.Random(seed), Judgements()
    there: set[tuple[int, str, str]] = set()
    for _ in range(60):
        place = draw.randrange(3), draw.choice(["A", "B", "x 2", "#"]), draw.choice(["", "2", "3", "1-2", "4-7"])
        is_there = draw.random() < 0.6
        found.put(PHENOMENON, place[0], "", marked(*place[1:]), "yes" if is_there else None)
        (there.add if is_there else there.discard)(place)
        assert sum(map(found.occurrences, found.phenomena)) == len(there)
        assert {""} not in found.places.values()  # the first alone is said in one way only
        assert {
            (one, name, where)
            for name, some in found.phenomena.items()
            for one in some
            for where in found.places_in(one, name)
        } == there
    for sentence, name, where in there:
        found.put(CORRECT, sentence, "s1", marked(name, where), "no")
    found.put(ERROR_CLASS, 0, "s2", "", "C")
    again = Judgements()
    for change in changes_of(found):
        again.put(*change)
    assert again == found
    path = str(tmp_path / "suite.tsv")
    Path(path).write_text(as_lines(judgement_rows(found, IDS)), "utf-8")
    assert read_judgements(path, IDS, words=WORDS) == found
    for change in changes_of(found):
        again.put(*change[:4], None)
    assert again == Judgements()


def test_the_column_is_there_only_where_it_is_needed() -> None:
    found = Judgements({"PPN": {0}}, correct={(0, "s1", "PPN"): True})
    assert judgement_rows(found, IDS)[0][-1] == "correct"
    found.put(PHENOMENON, 0, "", marked("PPN", "3-4"), "yes")
    assert judgement_rows(found, IDS)[0][-1] == "occurrence"


@pytest.mark.parametrize(
    ("mark", "name", "place", "shown"),
    [
        ("PPN", "PPN", "", "PPN"),
        (marked("PPN", "1"), "PPN", "", "PPN"),
        (marked("PPN", "12"), "PPN", "12", "PPN 12"),
        (marked("a 2", "3-5"), "a 2", "3-5", "a 2 words 3–5"),
        (marked("a", "4-4"), "a", "4-4", "a word 4"),
        # what strangers' files may hold is a name like any other
        ("PPN\x1f5-3", "PPN\x1f5-3", "", "PPN\x1f5-3"),
        ("PPN\x1f1", "PPN\x1f1", "", "PPN\x1f1"),
        ("\x1f2", "\x1f2", "", "\x1f2"),
        ("PPN\x1f12345678901", "PPN\x1f12345678901", "", "PPN\x1f12345678901"),
    ],
)
def test_marks(mark: str, name: str, place: str, shown: str) -> None:
    assert occurrence(mark) == (name, place) and shown_mark(mark) == shown
    assert span_of("3-5") == (3, 5) and span_of("2") is None and span_of("") is None


def test_a_place_that_is_typed() -> None:
    assert [checked_place(text, 7) for text in ("1", "2", "3-5", "3 – 7", "7-7")] == ["", "2", "3-5", "3-7", "7-7"]
    with pytest.raises(UsageError, match="the words 3-8 are outside"):
        checked_place("3-8", 7)


def test_an_occurrence_moves_with_what_is_said_of_it(tmp_path: Path) -> None:
    found = read(tmp_path, THREE)
    for change in moved(found, 4, marked("PPN", "3"), "2-4", 7):
        found.put(*change)
    assert found.places_in(4, "PPN") == ["", "2", "2-4"]
    assert found.classes == {(4, "s1", "PPN"): "B", (4, "s1", marked("PPN", "2-4")): "A"}
    assert found.correct[4, "s1", marked("PPN", "2-4")] is False and len(found.correct) == 3
    assert moved(found, 4, marked("PPN", "2-4"), "2-4", 7) == []
    assert moved(found, 4, "PPN", "", 7) == []
    with pytest.raises(UsageError, match=r"PPN words 2–4 is there already; expected words of its own"):
        moved(found, 4, "PPN", "2-4", 7)
    for change in moved(found, 4, marked("PPN", "2-4"), "", 7):  # its words are not known any more
        found.put(*change)
    assert found.places_in(4, "PPN") == ["", "2", "3"]
    for change in taken_away(found, 4, "PPN"):
        found.put(*change)
    assert found.places_in(4, "PPN") == ["2", "3"] and found.next_place(4, "PPN") == ""
    assert (4, "s1", "PPN") not in found.correct and len(found.correct) == 2


GOLD = "(S (NP (-NONE- *)) (`` ``) (NP (DT the) (NN dog)) (, ,) (VP (VBD cannot) (NP (NN bark))) (. .))"


@pytest.mark.parametrize("params", ["standard", "evalb", "none", "spmrl"])
@pytest.mark.parametrize("differing", ["auto", "skip"])
def test_words_in_the_drawing_of_trees(params: str, differing: str) -> None:
    """Numbers are those of the file without traces, whatever the preparation leaves out."""
    gold = GOLD if params == "standard" or differing == "skip" else GOLD.replace("(NP (-NONE- *)) ", "")
    comparison = compared(gold, gold, params=params, differing=differing)
    assert list(comparison.word_counts()) == [7]
    tree = comparison.pairs(0).gold[0]

    def drawn(first: int, last: int) -> list[str]:
        nodes, words = comparison.words_drawn(0, 0, first, last)
        assert not words and {side for side, _ in nodes} <= {"gold"}
        return [tree.symbols[tree.labels[node]] for _, node in nodes]

    assert drawn(2, 3) == ["the", "dog"] and drawn(5, 6) == ["cannot", "bark"]
    is_left_out = params in ("standard", "evalb")
    assert drawn(3, 5) == ["dog", "cannot"] if is_left_out else ["dog", ",", "cannot"]
    assert drawn(4, 4) == ([] if is_left_out else [","])


def test_a_word_that_the_system_cuts_is_lit_as_a_whole() -> None:
    comparison = compared(GOLD, GOLD.replace("(VBD cannot)", "(VBD can) (RB not)"))
    tree = comparison.pairs(0).gold[0]
    nodes, _ = comparison.words_drawn(0, 0, 5, 6)
    assert [tree.symbols[tree.labels[node]] for _, node in nodes] == ["cannot#1", "cannot#2", "bark"]
    comparison.judgements.put(PHENOMENON, 0, "", marked("PPN", "5-6"), "yes")
    assert comparison.occurrences_drawn(0, 0) == (nodes, [])
    comparison.judgements.put(PHENOMENON, 0, "", marked("PPN", "5-6"), None)
    assert comparison.occurrences_drawn(0, 0) == ([], [])


def test_lines_without_a_number_go_past_all_that_are_told(tmp_path: Path) -> None:
    numbered = "".join(f"1\tPPN\ts1\t\tyes\t{number}\n" for number in (1, 2, 3, 5))
    found = read(tmp_path, numbered + "1\tPPN\ts1\t\tno\n" * 2)
    assert found.places_in(0, "PPN") == ["", "2", "3", "4", "5", "6"]
    assert [found.correct[0, "s1", mark] for mark in found.marks_in(0, "PPN")] == [True] * 3 + [False, True, False]


def test_edits_of_a_sentence_are_called_and_put() -> None:
    found = Judgements()
    said = SaidOfSentence(found, 4, "5", "bllip")

    def put(edit: Edit) -> str:
        for change in edit.changes:
            found.put(*change)
        return edit.what

    found.put(PHENOMENON, 4, "", "RC", YES)
    assert said.title("RC") == "RC"
    second = said.one_more("RC")
    assert put(second) == "RC 2 on sentence 5" and said.marks() == [WHOLE, "RC", second.changes[0][3]]
    assert [said.title(mark) for mark in said.marks()] == ["the sentence", "RC 1", "RC 2"]
    assert put(said.placed("RC", "3-4", 9)) == "words of RC on sentence 5" and not said.is_only("RC")
    with pytest.raises(UsageError, match="outside of the sentence"):
        said.placed("RC", "8-12", 9)
    assert put(said.judged(NO, "RC")) == "judgement on sentence 5" and said.verdict("RC") == NO and not said.verdict()
    assert (
        put(said.classed("wrong head", "RC")) == "error class of sentence 5" and said.error_class("RC") == "wrong head"
    )
    scheme = Scheme("s", {"RC": "relative clause"}, {"RC": {"gap": "no gap"}})
    assert said.classes("RC", scheme) == {"gap": "no gap", "wrong head": ""}
    found.put(PHENOMENON, 0, "", "PPN", YES)
    assert phenomena_on_offer(scheme, found) == ["RC", "PPN"]
    assert put(said.noted("Look")) == "note on sentence 5" and said.note == "Look" and not said.noted("Look").changes
    for change in untagged(found, 4, "RC"):
        found.put(*change)
    assert said.marks() == [WHOLE]
