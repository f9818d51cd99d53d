"""Lines, words and constituents as jp-evalb pairs and counts them, on small files worked out by hand."""

from __future__ import annotations

import random
from dataclasses import astuple
from pathlib import Path

import numpy as np
import pytest

from tests.oracles.test_jp_evalb_program import totals as totals_of
from treecompare.errors import Cancelled
from treecompare.mappings.jp_evalb import Group, edit_distance, exact, group_lines, index_words, jp_evalb
from treecompare.readers import parse

PAGE = Path(__file__).resolve().parents[2] / "resources" / "help" / "jp-evalb.md"
END = "(S (NP (N the)) (VP (V end)))"


def counted(gold: str, test: str, evalb: bool = False) -> Group:
    """The first group, of files that agree in their last line (the program stops else)."""
    run = jp_evalb(*(parse(f"{text}\n{END}\n").trees for text in (gold, test)), evalb)
    assert not run.stops
    return run.groups[0]


def exactly(gold: str, test: str) -> Group:
    return exact(*(parse(f"{text}\n{END}\n").trees for text in (gold, test)))[0]


def examples() -> list[str]:
    return [line.strip() for line in PAGE.read_text("utf-8").splitlines() if line.startswith("    (")]


@pytest.mark.parametrize(("number", "expected"), [(0, [(3, 4, 3), (2, 4, 3)]), (1, [(4, 6, 7), (6, 6, 7)])])
def test_examples_of_the_page(number: int, expected: list[tuple[int, int, int]]) -> None:
    gold, test = examples()[2 * number : 2 * number + 2]
    for group, figures in zip((counted(gold, test), exactly(gold, test)), expected, strict=True):
        assert (group.matched, group.gold, group.test) == figures
        assert (group.gold_lines, group.test_lines) == ((0,), (0,))


PLAIN = "(S (NP (D the) (N dog)) (VP (V saw) (NP (N it))))"


@pytest.mark.parametrize(
    ("gold", "test", "matched", "of_gold", "of_test"),
    [
        (PLAIN, PLAIN, 4, 4, 4),
        # the outermost TOP is none of the gold's, TOP and S1 none of the system's
        (f"(TOP {PLAIN})", f"(TOP {PLAIN})", 4, 4, 4),
        (f"(S1 {PLAIN})", f"(S1 {PLAIN})", 4, 5, 4),
        # functions are cut at the hyphen, and what begins with one is no constituent
        ("(S (NP-SBJ-1 (N a)) (VP (V b)))", "(S (NP (N a)) (VP-X (V b)))", 3, 3, 3),
        ("(S (-X (N a)) (VP (V b)))", "(S (-X (N a)) (VP (V b)))", 2, 2, 2),
        # a bracket over nothing but words is none, over one word it is its tag
        ("(S (NP the dog) (VP (V ran)))", "(S (NP the dog) (VP (V ran)))", 2, 2, 2),
        # several brackets of one label over the same words match once
        ("(S (NP (NP (N a))) (VP (V b)))", "(S (NP (NP (N a))) (VP (V b)))", 3, 4, 4),
        ("(S (NP (N a)) (VP (V b)))", "(S (NP (NP (N a))) (VP (V b)))", 3, 3, 4),
        # the label counts, and so do the first and the last word
        ("(S (NP (N a)) (VP (V b) (N c)))", "(S (PP (N a)) (VP (V b) (N c)))", 2, 3, 3),
        ("(S (X (N a) (N b)) (Y (N c) (N d)))", "(S (X (N a)) (Y (N b) (N c) (N d)))", 1, 3, 3),
    ],
)
def test_constituents(gold: str, test: str, matched: int, of_gold: int, of_test: int) -> None:
    found = counted(gold, test)
    assert (found.matched, found.gold, found.test) == (matched, of_gold, of_test)
    assert found.is_complete == (matched == of_gold == of_test)


def test_every_constituent_of_the_exact_alignment_matches_as_often_as_it_is_there() -> None:
    twice, once = "(TOP (S (NP (NP (N a))) (VP (V b))))", "(S1 (S (NP (N a)) (VP-X (V b))))"
    assert (exactly(twice, twice).matched, exactly(twice, twice).gold) == (4, 4)
    assert [getattr(exactly(twice, once), name) for name in ("matched", "gold", "test")] == [3, 4, 3]
    # S1 is a constituent of the gold
    assert [getattr(exactly(once, twice), name) for name in ("matched", "gold", "test")] == [3, 4, 4]


@pytest.mark.parametrize(
    ("test", "crossing"),
    [
        ("(S (A (N a) (N b)) (B (N c) (N d)))", 0),
        ("(S (N a) (A (N b) (N c)) (N d))", 1),  # begins within A and ends within B
        ("(S (A (N a) (B (N b) (N c))) (N d))", 2),  # a b c and b c
        ("(S (A (N a) (N b) (B (N c))) (N d))", 1),  # a b c reaches into B
        ("(S (N a) (A (B (N b)) (N c) (N d)))", 1),  # b c d begins within A
    ],
)
def test_crossing_constituents_of_the_system(test: str, crossing: int) -> None:
    gold = "(S (A (N a) (N b)) (B (N c) (N d)))"
    assert counted(gold, test).crossing == exactly(gold, test).crossing == crossing
    assert counted("(TOP (N a) (N b) (N c) (N d))", test).crossing == 0


def test_tags_are_right_wherever_they_are_but_with_evalb_by_place() -> None:
    gold, test = "(S (A x) (B y) (A x))", "(S (A x) (C y) (A x))"
    assert (counted(gold, test).words, counted(gold, test).correct_tags) == (3, 2)
    assert counted(gold, gold, evalb=True).correct_tags == 3
    assert exactly(gold, test).correct_tags == 2
    # the program pairs (tag, word) as a bag, -evalb one by one
    moved_gold, moved_test = "(S (A x) (B x))", "(S (B x) (A x))"
    assert counted(moved_gold, moved_test).correct_tags == 2
    assert counted(moved_gold, moved_test, evalb=True).correct_tags == 0
    assert exactly(moved_gold, moved_test).correct_tags == 0
    # a word with a bracket beside it has an empty tag
    assert counted("(S (X a (N b)) (V c))", "(S (X (A a) (N b)) (V c))").correct_tags == 2
    assert counted("(S (X a (N b)) (V c))", "(S (Y a (N b)) (V c))").correct_tags == 3


def test_evalb_deletes_with_all_that_is_below() -> None:
    gold = "(TOP (S (NP (N a)) (, ,) (VP (V b) (NP (-NONE- *T*))) (. .)))"
    test = "(TOP (S (NP (N a)) (VP (V b)) (. .) (`` ``) (: ;)))"
    found = counted(gold, test, evalb=True)
    assert (found.matched, found.gold, found.test, found.words, found.correct_tags) == (3, 3, 3, 2, 2)
    assert found.length == 5  # two words and three deleted
    assert counted(gold, gold).words == 5
    # the outermost bracket is deleted only where it has several daughters, and then nothing is left
    assert counted("(TOP (S (N a) (V b)))", "(S (N a) (V b))", evalb=True).gold == 1
    both = "(TOP (S (N a)) (S (V b)))"
    assert (counted(both, both, evalb=True).words, counted(both, both, evalb=True).length) == (0, 1)
    assert counted(both, both).words == 2
    # brackets that are left without words are none, however many stand over each other
    empty = "(TOP (S (NP (N a)) (VP (V b) (A (B (C (-NONE- *T*)))))))"
    assert counted(empty, empty, evalb=True).gold == 3


def test_the_length_counts_what_is_deleted_in_the_line_of_the_groups_number() -> None:
    """A fault of the program that its figures show: groups and lines are numbered alike only while each group is a line."""
    gold = "(S (N a) (V b) (. .))\n(S (N c) (V d))\n(S (N e) (V f) (, ,) (. .))\n" + END
    test = "(S (S (N a) (V b) (. .)) (S (N c) (V d)))\n(S (N e) (V f) (, ,) (. .))\n" + END
    run = jp_evalb(parse(gold).trees, parse(test).trees, evalb=True)
    assert [one.gold_lines for one in run.groups] == [(0, 1), (2,), (3,)]
    assert [one.length for one in run.groups] == [5, 2, 4]


def test_evalb_leaves_out_groups_with_other_numbers_of_words() -> None:
    found = counted("(S (N ca) (N n't) (. .))", "(S (N can't) (. .))", evalb=True)
    assert astuple(found) == ((0,), (0,), 3, *[0] * 6, False, True, True)
    run = jp_evalb(*(parse(f"{one}\n{END}").trees for one in ("(S (N ca) (N n't))", "(S (N can't))")), evalb=True)
    totals = totals_of(run)
    assert (totals.groups, totals.errors, totals.gold, totals.complete, totals.uncrossed) == (2, 1, 3, 1, 1)


@pytest.mark.parametrize(
    ("gold", "test", "matched"),
    [
        ("(S (ADVP (R a)) (V b))", "(S (PRT (R a)) (V b))", 2),
        ("(S (PRT (R a)) (V b))", "(S (ADVP (R a)) (V b))", 2),
        ("(S (ADVP (R a)) (V b))", "(S (R a) (PRT (V b)))", 1),
        ("(S (ADVP (R a)) (V b))", "(S (NP (R a)) (V b))", 1),
        (
            "(S (ADVP (PRT (R a))) (V b))",
            "(S (NP (R a)) (V b))",
            2,
        ),  # so does the program: it looks at both sides together
    ],
)
def test_adverbs_and_particles_are_the_same_to_evalb(gold: str, test: str, matched: int) -> None:
    assert counted(gold, test, evalb=True).matched == matched
    assert counted(gold, test).matched == 1


@pytest.mark.parametrize(("words", "is_short"), [(40, True), (41, False)])
def test_short_groups_have_forty_words_at_most(words: int, is_short: bool) -> None:
    line = f"(S {' '.join(f'(N w{number})' for number in range(words))})"
    assert counted(line, line).is_short is counted(line, line, evalb=True).is_short is is_short
    longer = f"(S {line} (N more))"
    assert counted(line, longer, evalb=True).is_error and counted(line, longer, evalb=True).is_short is is_short
    run = jp_evalb(*(parse(f"{line}\n{END}").trees for _ in range(2)))
    assert (totals_of(run).groups, totals_of(run, only_short=True).groups) == (2, 1 + is_short)


def test_totals_of_several_groups() -> None:
    gold = [
        "(S (A (N a) (N b)) (B (N c) (N d)))",
        "(S (A (N e) (N f)) (B (N g) (N h)) (C (N i) (N j)) (D (N k) (N l)))",
        PLAIN,
    ]
    test = [
        "(S (N a) (A (N b) (N c)) (N d))",
        "(S (N e) (A (N f) (N g)) (B (N h) (N i)) (C (N j) (N k)) (X l))",
        PLAIN,
    ]
    run = jp_evalb(*(parse("\n".join([*lines, END])).trees for lines in (gold, test)))
    totals = totals_of(run)
    assert [one.crossing for one in run.groups] == [1, 3, 0, 0]
    assert (totals.groups, totals.errors, totals.uncrossed, totals.hardly_crossed, totals.complete) == (4, 0, 2, 3, 2)
    assert (totals.matched, totals.gold, totals.test, totals.crossing) == (
        1 + 1 + 4 + 3,
        3 + 5 + 4 + 3,
        2 + 4 + 4 + 3,
        4,
    )
    assert (totals.words, totals.correct_tags) == (4 + 8 + 4 + 2, 4 + 7 + 4 + 2)


# -- lines ---------------------------------------------------------------------------------------------------------------------


def grouped(gold: str, test: str) -> tuple[list[str], bool]:
    """Lines separated by ``|``; groups as ``0:0``, ``0-1:0``."""
    groups, stops = group_lines(*([line.split() for line in text.split("|")] for text in (gold, test)))
    return [":".join("-".join(str(line) for line in side) for side in group) for group in groups], stops


@pytest.mark.parametrize(
    ("gold", "test", "groups", "stops"),
    [
        ("a b|c d|e f", "a b|c d|e f", ["0:0", "1:1", "2:2"], False),
        ("A b|e", "a B|e", ["0:0", "1:1"], False),
        # the shorter side takes its next line until what follows is the same
        ("a b c d|e f|g", "a b|c d|e f|g", ["0:0-1", "1:2", "2:3"], False),
        ("a b|c d|e f|g", "a b c d|e f|g", ["0-1:0", "2:1", "3:2"], False),
        ("a|b|c|x y|z", "a b c|x y|z", ["0-1-2:0", "3:1", "4:2"], False),
        # of equal length are one group although the next lines differ
        ("ab|zz|e f g", "cd|yy|e f g", ["0:0", "1:1", "2:2"], False),
        # nothing that agrees follows: a side with one line left takes all of the other
        ("aaaa", "b|c|d", ["0:0-1-2"], True),
        ("a|b|c", "dddd", ["0-1-2:0"], True),
        # the same in other clothes
        ("`` ca n't ''|e", '" can not "|e', ["0:0", "1:1"], False),
        ("a|b|c", "a|b", ["0:0", "1:1"], True),
        ("a", "a|b|c|d", ["0:0"], True),
    ],
)
def test_which_lines_are_put_together(gold: str, test: str, groups: list[str], stops: bool) -> None:
    assert grouped(gold, test) == (groups, stops)


def test_lines_that_are_nearly_equal_need_lines_that_agree_behind_them() -> None:
    lines = [["abcdefghijklmnopqrst"], ["same"]]
    near, far = [["abcdefghijklmnopqXYZ"], ["same"]], [["abcdefghijklmnopWXYZ"], ["same"]]
    assert group_lines(lines, near) == ([((0,), (0,)), ((1,), (1,))], False)  # 3 of 20 edits
    assert group_lines(lines, far) == ([((0,), (0,)), ((1,), (1,))], False)  # 4: one line each, for the next agree
    assert group_lines([*lines, ["x"]], [*near[:1], ["other", "words"], ["x"]])[0][0] == ((0,), (0,))
    # with 3 of 20 edits the lines agree by themselves, with 4 they are joined to what follows
    gold = [["abcdefghijklmnopqrst"], ["u", "v"], ["w"]]
    for changed, first in (("abcdefghijklmnopqXYZ", (0,)), ("abcdefghijklmnopWXYZ", (0, 1))):
        test = [[changed, "u"], ["v"], ["w"]]
        assert group_lines([[gold[0][0], "u"], ["v"], ["w"]], test)[0][0] == ((0,), (0,))
        assert group_lines(gold, [[changed + "uv"], ["w"]])[0][0] == ((0, 1), (0,)), first


def test_an_empty_line_of_the_gold_stops_the_program_beside_one_with_words() -> None:
    assert group_lines([[], ["a"]], [["b"], ["a"]]) == ([((0,), (0,)), ((1,), (1,))], True)
    assert group_lines([[], ["a"]], [[], ["a"]]) == ([((0,), (0,)), ((1,), (1,))], False)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("", "", 0),
        ("", "ab", 2),
        ("ab", "", 2),
        ("kitten", "sitting", 3),
        ("a" * 200, "a" * 150 + "b" * 50, 50),
        ("İß", "iß", 1),
    ],
)
def test_edit_distance(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other) == distance


def plain_distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, 1):
        before, row = row, [place]
        for column, its in enumerate(other, 1):
            row.append(min(before[column] + 1, row[-1] + 1, before[column - 1] + (character != its)))
    return row[-1]


def test_edit_distance_of_random_texts() -> None:
    dice = random.Random(7)
    for _ in range(300):
        one, other = ("".join(dice.choices("abc", k=dice.randrange(80))) for _ in range(2))
        assert edit_distance(one, other) == plain_distance(one, other)


# -- words ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "test", "indices", "stops"),
    [
        ("a b c", "A B C", ([0, 1, 2], [0, 1, 2]), False),
        ("ca n't go", "can't go", ([0, 0, 1], [0, 1]), False),
        ("can't go", "ca n't go", ([0, 1], [0, 0, 1]), False),
        ("a b c", "x", ([0, 0, 0], [0]), False),
        ("x", "a b c", ([0], [0, 0, 0]), False),
        ("a b", "a", ([0, 0], [0]), False),
        ("a", "a b", ([0], [0, 0]), True),
        ("", "a b", ([], [0, 1]), False),
        ("a b", "", ([0, 1], []), False),
        ("a xx b", "a y b", ([0, 1, 2], [0, 1, 2]), False),
        # as many characters left on both sides: one word each
        ("ab cd", "xy zw", ([0, 1], [0, 1]), False),
        # the side with more characters left goes on
        ("a bc d e", "abc d e", ([0, 0, 1, 2], [0, 1, 2]), False),
        ("abc d e", "a bc d e", ([0, 1, 2], [0, 0, 1, 2]), False),
        ("a b", "c d e", ([0, 1], [0, 0, 1]), False),
        ("a b cc", "xxx y", ([0, 0, 0], [0, 0]), True),
        ("xxx y", "a b cc", ([0, 0], [0, 0, 0]), True),
    ],
)
def test_indices_of_words(gold: str, test: str, indices: tuple[list[int], list[int]], stops: bool) -> None:
    assert index_words(gold.split(), test.split()) == (*indices, stops)


# -- the exact alignment -------------------------------------------------------------------------------------------------------


def test_the_exact_alignment_has_every_line_in_a_group() -> None:
    gold = "(S (NP (N dogs)) (VP (V bark)))\n(S (NP (N cats)) (VP (V sleep)))\n(S (NP (N fish)) (VP (V swim)))"
    test = "(S (S (NP (N dogs)) (VP (V bark))) (S (NP (N cats)) (VP (V sleep))))"
    first, second = exact(parse(gold).trees, parse(test).trees)
    assert (first.gold_lines, first.test_lines, second.gold_lines, second.test_lines) == ((0, 1), (0,), (2,), ())
    assert (first.matched, first.gold, first.test, first.words, first.correct_tags, first.length) == (6, 6, 7, 4, 4, 4)
    assert (second.matched, second.gold, second.test, second.words, second.correct_tags) == (0, 3, 0, 2, 0)
    assert exact(parse("").trees, parse("").trees) == []


def test_words_that_one_side_lacks_match_nothing() -> None:
    found = exactly("(S (NP (N dogs)) (X (Y zz)) (VP (V bark)))", "(S (NP (N dogs)) (VP (V bark)))")
    assert (found.matched, found.gold, found.test, found.correct_tags) == (3, 4, 3, 2)


def test_the_exact_alignment_can_be_cancelled() -> None:
    gold, test = (parse(f"(S {' '.join(f'(N {letter * 9}{n})' for n in range(99))})").trees for letter in "ab")
    with pytest.raises(Cancelled):
        exact(gold, test, np.ones(1, np.int32))
