"""Parts of files, joined ones, and numbers for texts: what every kind of column promises."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trees.test_lattices import UL
from treecompare.mappings.function_edits import EditTrees
from treecompare.readers import parse
from treecompare.readers.lattice_files import CONLLUL
from treecompare.trees import columns as in_blocks
from treecompare.trees.arcs import OUTSIDE, ROOT, Arcs
from treecompare.trees.characters import visible, visible_lines
from treecompare.trees.columns import blocks, gathered, joined_offsets, ranges
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.edge_labels import is_coordinator, sort_of
from treecompare.trees.functions import (
    FunctionTrees,
    MultiFunctionTrees,
    Rows,
    from_constituents,
    from_dependencies,
    multifunction,
)
from treecompare.trees.lattices import Lattices, LexemeTrees, lexemes_of_trees
from treecompare.trees.preparation import terminals
from treecompare.trees.symbols import Shared, Symbols
from treecompare.trees.tree import TreeBuilder, Trees, parent_numbers

# -- trees -----------------------------------------------------------------------------------------------------------------

TREES = ["(S (A x) (B y z))", "", "(A x) (B y)", "(C (D w))"]


@pytest.fixture(scope="module")
def trees() -> Trees:
    return parse("\n".join(filter(None, TREES))).trees.chosen([0, -1, 1, 2])


def shown(trees: Trees) -> list[str]:
    return [tree.brackets() for tree in trees]


def test_trees_by_their_numbers(trees: Trees) -> None:
    assert len(trees) == 4 and shown(trees) == TREES
    assert [one.brackets() for one in trees[1:3]] == TREES[1:3]
    assert [one.brackets() for one in trees[::-2]] == TREES[::-2]
    assert trees[-4].brackets() == TREES[0] and trees[3].brackets() == TREES[3]
    for outside in (4, -5):
        with pytest.raises(IndexError, match="there are 4 trees, numbered from 0"):
            trees[outside]
    assert trees[0].label(0) == "x" and trees[0].label(5) == "S"


def test_parts_of_trees(trees: Trees) -> None:
    assert shown(trees.part(1, 3)) == TREES[1:3]
    assert shown(trees.part(2, 2)) == []
    assert shown(Trees.joined([trees.part(2, 4), trees.part(0, 1)])) == [*TREES[2:], TREES[0]]
    assert shown(Trees.joined([trees])) == TREES
    nodes, offsets = trees.places([2, -1, 3])
    assert nodes.tolist() == [6, 7, 8, 9, 10, 11, 12] and offsets.tolist() == [0, 4, 4, 7]
    assert trees.sentence_of.tolist() == [0] * 6 + [2] * 4 + [3] * 3
    assert trees.totals(trees.sizes == 2).tolist() == [1, 0, 2, 1]
    assert trees.word_counts.tolist() == [3, 0, 2, 1]


def test_mothers_of_all_nodes(trees: Trees) -> None:
    assert parent_numbers(trees).tolist() == [1, 5, 4, 4, 5, -1, 7, -1, 9, -1, 11, 12, -1]
    for first, tree in zip(trees.offsets.tolist(), trees, strict=False):
        own = [one + first if one >= 0 else -1 for one in tree.parents]
        assert parent_numbers(trees)[first : first + len(tree)].tolist() == own


def test_a_forest_stands_under_a_root_in_nltk(trees: Trees) -> None:
    nltk = pytest.importorskip("nltk")
    assert trees[2].to_nltk() == nltk.Tree("", [nltk.Tree("A", ["x"]), nltk.Tree("B", ["y"])])
    assert trees[1].to_nltk() == nltk.Tree("", [])
    word = TreeBuilder()
    word.word("alone")
    word.end_sentence()
    assert word.trees()[0].to_nltk() == nltk.Tree("", ["alone"])
    with pytest.raises(ValueError, match="tree 2 has the leaf 3; expected a word as text"):
        Trees.from_nltk([nltk.Tree("A", ["x"]), nltk.Tree("A", [3])])
    endless = nltk.Tree("A", [])
    endless.append(endless)
    with pytest.raises(ValueError, match=r"tree 1 is nested deeper than .*; expected the tree of a sentence"):
        Trees.from_nltk([endless])


# -- dependencies ----------------------------------------------------------------------------------------------------------

ARCS = Arcs(np.array([2, 0, 4, 1, 0, -1], np.int32), np.array([0, 3, 3, 6]))


def test_heads_as_places() -> None:
    assert len(ARCS) == 3 and ARCS.words == 6
    assert ARCS.lengths.tolist() == [3, 0, 3]
    assert ARCS.sentence_of.tolist() == [0, 0, 0, 2, 2, 2]
    assert ARCS.numbers.tolist() == [1, 2, 3, 1, 2, 3]
    assert ARCS.parents.tolist() == [1, ROOT, OUTSIDE, 3, ROOT, OUTSIDE]
    last = Arcs(np.array([3, 3, 0], np.int32), np.array([0, 3]))
    assert last.parents.tolist() == [2, 2, ROOT]  # the last word of the sentence
    some = ARCS.chosen(np.array([2, 0, 1]))
    assert gathered(ARCS.offsets, np.array([2, 0, 1])).tolist() == [3, 4, 5, 0, 1, 2]
    assert (some.head.tolist(), some.offsets.tolist()) == ([1, 0, -1, 2, 0, 4], [0, 3, 6, 6])


def test_ranges_one_after_the_other() -> None:
    assert ranges(np.array([3, 0, 7]), np.array([5, 0, 8])).tolist() == [3, 4, 7]
    assert gathered(np.array([0, 2, 2, 5]), np.array([2, 0, 1])).tolist() == [2, 3, 4, 0, 1]


def test_sentences_by_their_numbers() -> None:
    words = Dependencies.of([[("a", 2, "x", "N"), ("b", 0)], [], [("c", 0, "root")]])
    assert len(words) == 3 and words.words == 3
    assert [one.words for one in words] == [["a", "b"], [], ["c"]]
    assert [len(one) for one in words] == [2, 0, 1]
    assert words[0].relations == ["x", "_"] and words[0].column("upos") == ["N", "_"]
    assert words[0].column("lemma") == ["_", "_"] and words[2].heads.tolist() == [0]
    assert words.sentence_of.tolist() == [0, 0, 2] and words.numbers.tolist() == [1, 2, 1]
    assert [(one.multiwords, one.empty_nodes, one.comments) for one in words] == [([], [], [])] * 3
    for column in (words.multiwords.offsets, words.empty_nodes.offsets, words.comment_offsets):
        assert column.tolist() == [0, 0, 0, 0]
    for outside in (-1, 3):
        with pytest.raises(IndexError):
            words[outside]
    with pytest.raises(ValueError, match="read-only"):
        words.head[0] = 1
    part = words.part(1, 3)
    assert [one.words for one in part] == [[], ["c"]] and part.lengths.tolist() == [0, 1]
    assert part[1].multiwords == part[1].empty_nodes == []


# -- trees of functions ----------------------------------------------------------------------------------------------------

CROSSING = [("a", 3, "x"), ("b", 4, "y"), ("c", 0, "root"), ("d", 3, "z")]


def test_parts_of_function_trees() -> None:
    bad = [("a", 2, "x"), ("b", 1, "y")]
    found = from_dependencies(Dependencies.of([CROSSING, bad, [("e", 0, "root")], bad]))
    assert list(found.reasons) == [1, 3] and found.lifts.tolist() == [1, 0, 0, 0]
    parts = [found.part(0, 1), found.part(1, 3), found.part(3, 4)]
    assert [list(one.reasons) for one in parts] == [[], [0], [0]]
    assert [list(found.part(0, last).reasons) for last in (1, 2, 3)] == [[], [1], [1]]
    joined = FunctionTrees.joined(parts)
    assert (shown(joined.trees), joined.lifts.tolist(), joined.reasons) == (
        shown(found.trees), found.lifts.tolist(), found.reasons,
    )  # fmt: skip
    assert FunctionTrees.joined([found.part(0, 2), found.part(2, 4)]).reasons == found.reasons
    assert found.has_functions
    assert not from_constituents(parse("(S (NP (N a)) (VP (V b)))").trees).has_functions


def test_parts_of_multifunction_trees() -> None:
    found = multifunction(
        from_dependencies(Dependencies.of([CROSSING, [("e", 0, "root")], [("f", 0, "r"), ("g", 1, "o")]]))
    )
    parts = [found.part(0, 1), found.part(1, 3)]
    assert [len(one) for one in (found, *parts)] == [3, 1, 2]
    joined = MultiFunctionTrees.joined(parts)
    assert len(MultiFunctionTrees.joined([found])) == 3
    for name in ("lengths", "roots"):
        assert getattr(joined, name).tolist() == getattr(found, name).tolist()
    for name in ("constraints", "nodes"):
        one, other = getattr(joined, name), getattr(found, name)
        assert (one.spans.tolist(), one.labels.tolist()) == (other.spans.tolist(), other.labels.tolist())
        assert one.sentences.max() == 2 and getattr(parts[1], name).sentences.tolist() == [
            sentence - 1 for sentence in other.sentences.tolist() if sentence >= 1
        ]


def test_pairs_of_span_and_label() -> None:
    rows = Rows(np.array([1, 2, (1 << 32) + 1, (3 << 32) + 5]), np.array([7, 0, 7, 2]))
    other = Rows(np.array([1, 2, (1 << 32) + 1]), np.array([7, 1, 7]))
    nothing = Rows(np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert rows.sentences.tolist() == [0, 0, 1, 3]
    assert [mask.tolist() for mask in rows.within([other, nothing, rows])] == [
        [True, False, True, False], [False] * 4, [True] * 4,
    ]  # fmt: skip
    assert rows.counted(4).tolist() == [2, 1, 0, 1]
    assert rows.counted(5, np.array([True, False, False, True])).tolist() == [1, 0, 0, 1, 0]
    some = rows.chosen(np.array([False, True, True, False]))
    assert (some.spans.tolist(), some.labels.tolist()) == ([2, (1 << 32) + 1], [0, 7])
    assert rows.part(1, 3).spans.tolist() == [1]
    assert rows.part(1, 4).spans.tolist() == [1, (2 << 32) + 5]
    joined = Rows.joined([rows.part(0, 1), rows.part(1, 4)], [1, 3])
    assert (joined.spans.tolist(), joined.labels.tolist()) == (rows.spans.tolist(), rows.labels.tolist())


def test_parts_of_trees_over_lexemes(trees: Trees) -> None:
    found = lexemes_of_trees(terminals(trees, True))
    parts = [found.part(0, 2), found.part(2, 4)]
    assert [len(one) for one in parts] == [2, 2]
    joined = LexemeTrees.joined(parts)
    assert joined.offsets.tolist() == found.offsets.tolist()
    assert joined.labels.tolist() == found.labels.tolist()
    assert [joined.words(place) for place in range(4)] == [found.words(place) for place in range(4)]
    assert parts[1].words(1) == [("w", "D")]


def test_columns_of_other_symbols_are_joined_by_their_texts() -> None:
    """Whatever kind of columns: symbols that are not declared would be texts of the other part."""
    trees = [parse(text).trees for text in ("(S (A x) (B y z))", "(T (NP (A q)) (B r))\n(S (B x))")]
    lexemes = [lexemes_of_trees(terminals(one, True)) for one in trees]
    edited = [EditTrees.of(from_constituents(one).trees, True) for one in trees]
    lattices = [
        CONLLUL.read(one.encode(), "f", "f").lattices for one in (UL, UL.replace("ab", "qq").replace("dé", "x"))
    ]
    assert all(first.symbols is not second.symbols for first, second in (trees, lexemes, edited, lattices))
    both = LexemeTrees.joined(lexemes)
    assert [both.words(n) for n in range(3)] == [one.words(n) for one in lexemes for n in range(len(one))]
    own = both.with_own_symbols()
    assert [own.words(n) for n in range(3)] == [both.words(n) for n in range(3)]
    several = EditTrees.joined(edited)
    named = [(one.symbols[code if code >= 0 else -1 - code], code < 0) for one in edited for code in one.codes.tolist()]
    codes = several.codes.tolist()
    assert [(several.symbols[code if code >= 0 else -1 - code], code < 0) for code in codes] == named
    all_of_them = Lattices.joined(lattices)
    apart = [(sentence.tokens, [arc.form for arc in sentence.arcs]) for one in lattices for sentence in one]
    assert [(sentence.tokens, [arc.form for arc in sentence.arcs]) for sentence in all_of_them] == apart
    assert [sentence.tokens for sentence in all_of_them.part(1, 3)] == [tokens for tokens, _ in apart[1:3]]


# -- blocks, numbers, texts ------------------------------------------------------------------------------------------------


def test_blocks_of_about_so_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_blocks, "BLOCK_WORDS", 10)
    assert blocks(np.array([], np.int64)) == [(0, 0)]
    assert blocks(np.array([3])) == [(0, 1)]
    assert blocks(np.array([4, 3, 4, 3])) == [(0, 2), (2, 4)]
    assert blocks(np.array([30, 1, 2])) == [(0, 3)]
    assert blocks(np.array([14, 1])) == [(0, 2)]  # the first is longer than a block
    assert blocks(np.zeros(12, np.int64)) == [(0, 9), (9, 12)]  # a sentence without words is work, too
    found = blocks(np.arange(20))
    assert [first for first, _ in found[1:]] == [last for _, last in found[:-1]]
    assert (found[0][0], found[-1][1]) == (0, 20)
    assert joined_offsets([np.array([0, 2, 5]), np.array([0]), np.array([0, 1])]).tolist() == [0, 2, 5, 6]


def test_numbers_of_symbols() -> None:
    one, other = Symbols(["a", "b", "a"]), Symbols.of_distinct(["b", "c"])
    assert len(one) == 2 and [one[0], one[1]] == ["a", "b"]
    assert (one.find("b"), one.find("c"), other.find("c")) == (1, None, 1)
    assert one.found_of(other).tolist() == [1, -1]
    assert one.numbers_of(other).tolist() == [1, 2] and one.texts == ["a", "b", "c"]
    assert other.number("b") == 0 and other.number("new") == 2


def test_texts_that_are_compared_by_what_is_left_of_them() -> None:
    first, second = Symbols(["Ab", "b", "unused", "AB"]), Symbols(["ab", "c", "B"])
    asked: list[str] = []

    def change(text: str) -> str:
        asked.append(text)
        return text.casefold()

    shared = Shared(change)
    codes = shared.of(first, np.array([0, 1, 3, 0]), np.array([1]))
    assert [one.tolist() for one in codes] == [[0, 1, 0, 0], [1]]
    assert asked == ["Ab", "b", "AB"]  # each once, and only what occurs
    assert shared.of(second, np.array([2, 1, 0]))[0].tolist() == [1, 2, 0]
    assert shared.texts == ["ab", "b", "c"]
    assert shared.mask(lambda text: text > "ab").tolist() == [False, True, True]
    plain = Shared()
    assert plain.of(first, np.array([3, 0]))[0].tolist() == [1, 0] and plain.texts == ["Ab", "AB"]
    spared = Shared(change, unchanged=lambda texts: "A" not in texts)
    asked.clear()
    assert spared.of(Symbols(["x", "y"]), np.array([0, 1]))[0].tolist() == [0, 1] and asked == []
    assert spared.of(first, np.array([0]))[0].tolist() == [2] and asked == ["Ab"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é", "plain é"), ("a\x00b\x1f", "a␀b␟"), ("\x7f", "␡"), ("\x80\x9f", "��"), ("\x85\u2028\u2029", "␤␤␤"),
        ("\u202a\u202e\u2066\u2069", "����"), ("\u200f\u05d0", "\u200f\u05d0"), ("\ud800\udfff", "��"),
        ("\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0010ffff", "������"), ("\u2029\u202f\u2065\u206a", "␤\u202f\u2065\u206a"),
    ],
)  # fmt: skip
def test_what_cannot_be_seen_has_a_symbol(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_lines_stay_lines() -> None:
    assert visible_lines("a\nb\tc\n") == "a\nb␉c\n"
    assert visible_lines("plain") == "plain"
    assert visible("a\nb") == "a␊b"


def test_sorts_of_phrases() -> None:
    labels = ["PP-LOC", "WHPP", "NP-SBJ-1", "VZ", "SBAR", "ADVP", "UCP", "X", "-NONE-", ""]
    assert [sort_of(label) for label in labels] == [
        "PP", "PP", "NP", "VP", "clause", "modifier", "coordination", "other", "other", "other",
    ]  # fmt: skip
    historical = ["IP-MAT-SPE", "CP-REL-1", "WNP", "WPP", "WADVP", "NP-OB1"]
    assert [sort_of(label) for label in historical] == ["clause", "clause", "NP", "PP", "modifier", "NP"]
    assert is_coordinator("CONJ")
    assert [is_coordinator(label) for label in ("CC", "CC-1", "KON", "NP", "CCX")] == [True, True, True, False, False]
