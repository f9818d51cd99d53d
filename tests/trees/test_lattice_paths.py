"""Sentences as paths of a lattice: which arcs, which space-delimited words, and lattices built from segmentations."""

from __future__ import annotations

import pytest

from treecompare.trees.lattices import (
    Lexeme,
    PathArc,
    _path_between,
    arcs_with_paths,
    find_path,
    lattice_of,
    tokens_of,
    with_kept,
)

from .test_lattices import BCLM, lattices, paths_in


def test_a_sentence_is_looked_for_among_the_paths() -> None:
    one = lattices(BCLM)[0]
    gold = [("B", "IN"), ("H", "DEF"), ("CL", "NN"), ("FL", "POSS"), ("HM", "PRN"), ("H", "DEF"), ("NEIM", "JJ")]
    found = find_path(one, gold)
    assert found.on_lattice and found.off == -1
    assert [one.arcs[number].lexeme for number in found.arcs] == gold
    other_tag = find_path(one, [*gold[:-1], ("NEIM", "NN")])
    assert (other_tag.on_lattice, other_tag.by_form, other_tag.off) == (False, True, 6)
    assert other_tag.arcs[-1] == -1 and -1 not in other_tag.arcs[:-1]
    other_word = find_path(one, [*gold[:3], ("XX", "NN")])
    assert (other_word.on_lattice, other_word.by_form, other_word.off) == (False, False, 3)
    too_short = find_path(one, gold[:3])
    assert (too_short.on_lattice, too_short.off) == (False, 2)
    assert not find_path(one, []).on_lattice


def test_words_off_the_lattice_are_laid_out_with_least_damage() -> None:
    one = lattices(BCLM)[0]
    on = [("B", "IN"), ("CL", "NN"), ("FL", "POSS"), ("HM", "PRN"), ("HNEIM", "VB")]
    assert tokens_of(one, on) == [1, 1, 2, 2, 3]
    assert tokens_of(one, [("B", "IN"), ("CL", "JJ"), ("FL", "X"), ("HM", "PRN"), ("HNEIM", "VB")]) == [1, 1, 2, 2, 3]
    assert tokens_of(one, [("BCL", "NN"), ("FLHM", "NN"), ("H", "DEF"), ("NE", "JJ"), ("IM", "JJ")]) == [1, 2, 3, 3, 3]
    assert tokens_of(one, [("BCL", "NN"), ("FLHM", "NN")]) is None  # three space-delimited words need three words


def test_a_lattice_is_built_from_two_segmentations() -> None:
    gold = [[("B", "IN"), ("H", "DEF"), ("CL", "NN")], [("FL", "POSS"), ("HM", "PRN")], [("!", "PUNCT")]]
    test = [[("B", "IN"), ("CL", "NN")], [("FL", "POSS"), ("HM", "PRN")], [("!", "PUNCT")]]
    built = lattice_of([gold, test])[0]
    assert built.problems == []
    assert paths_in(built) == 2
    for side in (gold, test):
        words = [lexeme for word in side for lexeme in word]
        assert find_path(built, words).on_lattice
        assert tokens_of(built, words) == [number for number, word in enumerate(side, 1) for _ in word]
    with pytest.raises(ValueError, match="equally many"):
        lattice_of([gold, test[:2]])


def test_a_word_of_two_lexemes_goes_along_the_arcs_that_spell_it() -> None:
    lexemes = [("H", "DEF"), ("CL", "NN")]
    arcs = [(a, b, form, tag) for a, b, form, tag, _ in BCLM]
    assert _path_between(arcs, 1, 5, lexemes) == [(1, 2, "H", "DEF"), (2, 5, "CL", "NN")]
    assert _path_between(arcs, 1, 5, lexemes[:1]) is None
    assert _path_between(arcs, 1, 5, []) is None


def test_of_several_paths_the_one_whose_arcs_come_first() -> None:
    one = lattices([(0, 1, "a", "T", 1), (0, 1, "a", "T", 1), (1, 2, "b", "U", 1), (1, 2, "b", "V", 1)])[0]
    assert find_path(one, [("a", "T"), ("b", "V")]).arcs == (0, 3)
    assert find_path(one, [("a", "T"), ("b", "X")]).arcs == (0, -1)
    assert find_path(one, [("a", "X"), ("b", "V")]).arcs == (-1, -1)  # the first arc of that form has the other tag


def test_words_behind_the_end_are_off() -> None:
    one = lattices([(0, 1, "a", "T", 1), (1, 2, "b", "T", 1)])[0]
    found = find_path(one, [("a", "T"), ("b", "T"), ("c", "T")])
    assert (found.arcs, found.by_form, found.off, found.on_lattice) == ((-1, -1, -1), False, 2, False)
    nothing = find_path(one, [])
    assert (nothing.arcs, nothing.by_form, nothing.off) == ((), False, 0)


def laid_out(arcs: list[tuple[int, int, str, str, int]], *words: str) -> list[int] | None:
    return tokens_of(lattices(arcs)[0], [(word, "T") for word in words])


def test_damage_is_weighed() -> None:
    two = [(0, 1, "ab", "T", 1), (1, 2, "cd", "T", 2)]
    assert laid_out(two, "ab", "c", "d") == [1, 2, 2]  # the first is spelt
    assert laid_out(two, "a", "b", "cd") == [1, 1, 2]
    assert laid_out(two, "a", "b", "c", "d") == [1, 1, 2, 2]  # as long as the words
    assert laid_out(two, "a", "bc", "d") == [1, 2, 2]  # both cuts miss by one letter: the earlier
    tie = [(0, 2, "a", "T", 1), (0, 1, "a", "X", 1), (1, 2, "b", "X", 1), (2, 3, "z", "T", 2)]
    assert laid_out(tie, "a", "b", "c") == [1, 2, 2]  # other tags and a word too many cost the same: the earlier
    other_tag = [(0, 1, "a", "X", 1), (1, 2, "b", "T", 1), (0, 2, "ab", "T", 1), (2, 3, "b", "T", 2)]
    assert laid_out(other_tag, "a", "b", "c") == [1, 1, 2]  # segments alone are worth something


def test_a_word_gets_two_words_more_than_its_longest_path() -> None:
    two = [(0, 1, "abcdefgh", "T", 1), (1, 2, "x", "T", 2)]
    assert laid_out(two, "a", "b", "c", "y") == [1, 1, 1, 2]
    assert laid_out(two, *"abcyyy") == [1, 1, 1, 2, 2, 2]
    assert laid_out(two, *"abcyyyz") is None
    assert laid_out(two, "y") is None


def test_words_of_a_path_have_its_tokens_and_none_where_they_are_not_written() -> None:
    written = [(0, 1, "a", "T", 1), (1, 2, "b", "T", 2)]
    assert laid_out(written, "a", "b") == [1, 2]
    unwritten = [(0, 1, "a", "T", 1), (1, 2, "b", "T", 0)]
    assert laid_out(unwritten, "a", "b") is None
    assert laid_out(unwritten, "a", "x") is None


def test_built_lattices_share_the_arcs_of_equal_segmentations() -> None:
    one, other = [("ab", "X")], [("a", "X"), ("b", "X")]
    arcs = lattice_of([[one, one], [other, one], [one, one]])[0].arcs
    assert [(arc.source, arc.target, arc.form, arc.token) for arc in arcs] == [
        (0, 2, "ab", 1), (0, 1, "a", 1), (1, 2, "b", 1), (2, 3, "ab", 2),
    ]  # fmt: skip
    assert {(arc.lemma, arc.xpos, arc.feats, arc.misc) for arc in arcs} == {("_", "_", "_", "_")}
    three = lattice_of([[other], [[("a", "Y"), ("b", "Y")]]])[0]
    assert [arc[1:3] for arc in three.arcs] == [(0, 1), (1, 3), (0, 2), (2, 3)]  # states of their own
    assert three.tokens == [""]
    gap = lattice_of([[one, [], other], [one, [], one]])[0]
    assert [(arc.source, arc.target, arc.token) for arc in gap.arcs] == [(0, 1, 1), (1, 2, 3), (2, 3, 3), (1, 3, 3)]
    assert len(gap.tokens) == 3
    assert len(lattice_of([])[0]) == len(lattice_of([[], []])[0]) == 0


# -- arcs with who uses them -----------------------------------------------------------------------------------------------


def side(*words: tuple[Lexeme, int]) -> list[tuple[Lexeme, int]]:
    return list(words)


def shown(arcs: list[PathArc]) -> list[str]:
    """Each arc with its word, g (gold), t (test), ``+`` where it was added, and how often it is there."""
    return [
        f"{a.source}-{a.target} {a.form}/{a.tag}:{a.token} {'g' * a.gold}{'t' * a.test}{'+' * (not a.in_lattice)}{a.times}"
        for a in arcs
    ]


AB: Lexeme = ("ab", "X")
A, B, C = ("a", "X"), ("b", "X"), ("c", "X")


def test_arcs_tell_who_uses_them() -> None:
    arcs = [(0, 2, "ab", "X", 1), (0, 1, "a", "X", 1), (1, 2, "b", "X", 1), (2, 3, "c", "X", 2), (2, 3, "c", "X", 2)]
    found = arcs_with_paths(lattices(arcs)[0], side((AB, 1), (C, 2)), side((A, 1), (B, 1), (C, 2)))
    assert shown(found) == ["0-2 ab/X:1 g1", "0-1 a/X:1 t1", "1-2 b/X:1 t1", "2-3 c/X:2 gt2"]


def test_words_on_no_path_get_arcs_and_states_of_their_own() -> None:
    one = lattices([(0, 1, "ab", "X", 1), (1, 2, "c", "X", 2)])[0]
    both = side((A, 1), (B, 1), (C, 2))
    assert shown(arcs_with_paths(one, both, side((AB, 1), (C, 2)))) == [
        "0-1 ab/X:1 t1", "0-3 a/X:1 g+1", "3-1 b/X:1 g+1", "1-2 c/X:2 gt1",
    ]  # fmt: skip
    assert shown(arcs_with_paths(one, both, both)) == [  # they share what was added
        "0-1 ab/X:1 1", "0-3 a/X:1 gt+1", "3-1 b/X:1 gt+1", "1-2 c/X:2 gt1",
    ]  # fmt: skip
    other_tag = side((("ab", "Y"), 1), (("c", "X"), 2))
    assert shown(arcs_with_paths(one, other_tag, both)) == [
        "0-1 ab/X:1 1", "0-1 ab/Y:1 g+1", "0-3 a/X:1 t+1", "3-1 b/X:1 t+1", "1-2 c/X:2 gt1",
    ]  # fmt: skip
    again = side((A, 1), (B, 1), (A, 2), (A, 2), (A, 2))
    assert shown(arcs_with_paths(one, again, [])) == [
        "0-1 ab/X:1 1", "0-3 a/X:1 g+1", "3-1 b/X:1 g+1",
        "1-2 c/X:2 1", "1-4 a/X:2 g+1", "4-5 a/X:2 g+1", "5-2 a/X:2 g+1",
    ]  # fmt: skip


def test_without_a_lattice_one_is_built_from_both() -> None:
    assert shown(arcs_with_paths(None, side((AB, 1), (C, 2)), side((A, 1), (B, 1), (C, 2)))) == [
        "0-2 ab/X:1 g1", "0-1 a/X:1 t1", "1-2 b/X:1 t1", "2-3 c/X:2 gt1",
    ]  # fmt: skip
    assert shown(arcs_with_paths(None, side((AB, 0)), side((A, 0), (B, 0)))) == [  # all one word
        "0-2 ab/X:0 g1", "0-1 a/X:0 t1", "1-2 b/X:0 t1",
    ]  # fmt: skip
    assert shown(arcs_with_paths(None, side((A, 1)), side((C, 3)))) == ["0-1 a/X:1 g1", "1-2 c/X:3 t1"]
    assert arcs_with_paths(None, [], []) == []


def test_a_built_lattice_parts_and_meets_at_what_both_have() -> None:
    gold, test = side((A, 1), (AB, 1), (C, 1), (B, 2)), side((A, 1), (B, 1), (C, 1), (B, 2))
    assert shown(arcs_with_paths(None, gold, test, [(0, 0), (2, 2), (3, 3)])) == [
        "0-1 a/X:1 gt1", "1-2 ab/X:1 g1", "1-2 b/X:1 t1", "2-3 c/X:1 gt1", "3-4 b/X:2 gt1",
    ]  # fmt: skip
    found = arcs_with_paths(None, gold, test, [(0, 0), (2, 2), (3, 3)])
    assert [(arc.gold_word, arc.test_word) for arc in found] == [(0, 0), (1, -1), (-1, 1), (2, 2), (3, 3)]


def test_what_is_kept_is_what_the_score_counts() -> None:
    one = lattices([(0, 1, "a", "X", 1), (1, 3, "b", "X", 1), (0, 3, "b", "X", 1), (3, 4, "c", "X", 2)])[0]
    arcs = arcs_with_paths(one, side((A, 1), (B, 1), (C, 2)), side((B, 1), (C, 2)))
    assert [arc.kept for arc in with_kept(arcs, [(1, 0), (2, 1)])] == [False, True, True, True]
    # an arc on both paths whose lexemes are not kept as a pair is one of each tree
    assert [(arc.form, arc.gold, arc.test, arc.kept) for arc in with_kept(arcs, [(2, 0)])] == [
        ("a", True, False, False), ("b", True, False, False), ("b", False, True, True),
        ("c", True, False, True), ("c", False, True, False),
    ]  # fmt: skip


def test_words_of_a_space_delimited_word_that_the_lattice_lacks() -> None:
    one = lattices([(0, 1, "a", "X", 1)])[0]
    found = arcs_with_paths(one, side((A, 1), (B, 2), (C, 2)), side((A, 1)))
    assert shown(found)[0] == "0-1 a/X:1 gt1"
    assert [(arc.form, arc.token, arc.in_lattice) for arc in found[1:]] == [("b", 2, False), ("c", 2, False)]
    assert found[1].target == found[2].source > 1
