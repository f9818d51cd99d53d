"""Dependency sentences and what is wrong with their heads, against a naive look at each sentence."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.trees.arcs import NO_HEAD, OUTSIDE, ROOT, UNATTACHED, check, lift
from treecompare.trees.dependencies import Dependencies


def sentences_of(heads: list[list[int]]) -> Dependencies:
    return Dependencies.of([[(f"w{number}", head) for number, head in enumerate(one, 1)] for one in heads])


def ancestors(heads: list[int], word: int) -> tuple[list[int], bool]:
    """The words above a word (from 1), and whether they lead to the root."""
    found: list[int] = []
    while 1 <= word <= len(heads) and len(found) <= len(heads):
        word = heads[word - 1]
        found.append(word)
    return found, bool(found) and found[-1] == 0


def naive(heads: list[int]) -> list[tuple[bool, bool, bool, int, bool]]:
    """Per word: head outside, on a cycle, rootless, depth, not projective."""
    rows = []
    for word, head in enumerate(heads, 1):
        above, rooted = ancestors(heads, word)
        crossing = False
        if rooted and head:
            between = range(min(word, head) + 1, max(word, head))
            crossing = any(head not in ancestors(heads, one)[0] or not ancestors(heads, one)[1] for one in between)
        outside = not 0 <= head <= len(heads)
        rows.append((outside, word in above, not rooted, len(above) if rooted else 0, crossing))
    return rows


def test_a_word_without_a_head_is_attached_to_nothing_and_asks_for_no_root() -> None:
    sentences = Dependencies.of(
        [
            [("a", "_"), ("b", 3), ("c", 0), ("d", "_"), ("e", 3), ("f", 4)],  # d, and f below it, are under no arc
            [("a", 4), ("b", "_"), ("c", 0), ("d", 2)],
            [("a", "_")],
            [("a", 0)],
        ]
    )
    assert sentences.head.tolist()[0] == NO_HEAD and sentences.parents[:4].tolist() == [UNATTACHED, 2, ROOT, UNATTACHED]
    found = check(sentences)
    assert found.depths.tolist() == [0, 2, 1, 0, 2, 0, 0, 0, 1, 0, 0, 1]
    assert not found.non_projective.any() and not found.outside.any() and not found.on_cycle.any()
    assert found.irregular.tolist() == [] and found.is_whole.tolist() == [False, False, False, True]
    assert [found.reasons(one) for one in range(3)] == [
        ["2 words without a head"],
        ["1 word without a head"],
        ["1 word without a head"],
    ]
    assert lift(sentences).arcs.head.tolist() == sentences.head.tolist()
    assert sorted(sentences[0].graph().edges()) == [(0, 3), (3, 2), (3, 5), (4, 6)]
    again = CONLLU.read("".join(one.conllu() + "\n" for one in sentences).encode(), "f", "f")
    assert again.sentences.head.tolist() == sentences.head.tolist()
    assert again.warnings == ["4 of 12 words have no head"]


@given(
    st.lists(
        st.integers(1, 9).flatmap(lambda size: st.lists(st.integers(-1, size + 1), min_size=size, max_size=size)),
        max_size=5,
    )
)
def test_findings_are_those_of_a_naive_look(heads: list[list[int]]) -> None:
    found = check(sentences_of(heads))
    expected = [row for one in heads for row in naive(one)]
    columns = (found.outside, found.on_cycle, found.depths == 0, found.depths, found.non_projective)
    assert [tuple(row) for row in zip(*(column.tolist() for column in columns), strict=True)] == expected
    assert found.roots.tolist() == [one.count(0) for one in heads]
    irregular = [
        index
        for index, one in enumerate(heads)
        if any(row[0] or row[1] for row in naive(one)) or one.count(0) != 1
    ]  # fmt: skip
    assert found.irregular.tolist() == irregular
    assert all(bool(found.reasons(index)) == (index in irregular) for index in range(len(heads)))


@pytest.mark.parametrize(
    ("heads", "reasons"),
    [
        ([2, 0, 2], []),
        ([2, 1, 0], ["2 words on a cycle of heads"]),
        ([1, 0], ["1 word on a cycle of heads"]),
        ([2, 3, 2], ["2 words on a cycle of heads", "no root"]),
        ([0, 0, 1], ["2 roots"]),
        ([0, 7, -1], ["2 words with a head outside of the sentence"]),
    ],
)
def test_reasons(heads: list[int], reasons: list[str]) -> None:
    assert check(sentences_of([[0], heads])).reasons(1) == reasons


@pytest.mark.parametrize("step", [1, -1])
def test_a_chain_of_5000_heads(step: int) -> None:
    chain = list(range(5000))
    if step == -1:
        chain = [*range(2, 5001), 0]
    begun = time.process_time()
    found = check(sentences_of([chain, [0]]))
    assert time.process_time() - begun < 5
    assert found.depths.max() == 5000
    assert found.depths.all() and not found.non_projective.any() and not len(found.irregular)


def test_a_view_of_a_sentence() -> None:
    table = Dependencies.of([[("a", 2, "det", "DET"), ("dog", 0, "root", "NOUN")], [], [("No", 9)]])
    first, empty, last = table
    assert (
        first.words == ["a", "dog"] and first.relations == ["det", "root"] and first.column("upos") == ["DET", "NOUN"]
    )
    assert first.heads.tolist() == [2, 0] and first.text == "a dog" and first.sent_id is None
    assert len(empty) == 0 and empty.conllu() == "\n"
    assert last.relations == ["_"]
    assert table.parents.tolist() == [1, ROOT, OUTSIDE]
    assert table.numbers.tolist() == [1, 2, 1] and table.sentence_of.tolist() == [0, 0, 2]
    with pytest.raises(ValueError, match="read-only"):
        first.heads[0] = 1
    with pytest.raises(IndexError):
        table[3]


def test_nothing() -> None:
    found = check(Dependencies.of([]))
    assert len(found.depths) == len(found.roots) == 0
    assert found.irregular.dtype == np.int64


@given(
    st.lists(
        st.integers(1, 9).flatmap(lambda size: st.lists(st.integers(-1, size + 1), min_size=size, max_size=size)),
        max_size=4,
    )
)
def test_lifting_is_that_of_a_naive_look(heads: list[list[int]]) -> None:
    lifted = lift(sentences_of(heads))
    expected, lifts = [], []
    for given_heads in heads:
        one = list(given_heads)
        steps = 0
        while crossing := [word for word, row in enumerate(naive(one), 1) if row[4]]:
            word = min(crossing, key=lambda word, one=one: (abs(word - one[word - 1]), word))
            one[word - 1] = one[one[word - 1] - 1]
            steps += 1
        expected += one
        lifts.append(steps)
    assert lifted.arcs.head.tolist() == expected
    assert lifted.lifts.tolist() == lifts


def test_lifting_real_sentences(shared: Path) -> None:
    arcs = read_dependencies(shared / "data/hebrew-spmrl/dev.gold.conll").sentences
    before = check(arcs)
    lifted = lift(arcs)
    after = check(lifted.arcs)
    assert before.non_projective.any() and not after.non_projective.any()
    assert ((lifted.lifts > 0) == (before.counted(before.non_projective) > 0)).all()
    assert ((arcs.head == lifted.arcs.head) | (before.depths > 0)).all()
    assert not lift(lifted.arcs).lifts.any()


def test_enhanced_arcs_as_a_graph() -> None:
    read = CONLLU.read(
        b"1\ta\t_\tX\t_\t_\t0\troot\t0:root|1.1:dep:x\t_\n1.1\te\t_\tX\t_\t_\t_\t_\t1:ref\t_\n2\tb\t_\tX\t_\t_\t5\tdep\t_\t_\n\n",
        "a",
        "a",
    )
    (sentence,) = read.sentences
    basic, enhanced = sentence.graph(), sentence.graph(enhanced=True)
    assert sorted(basic.edges(data="relation")) == [(0, 1, "root"), (5, 2, "dep")]
    assert set(enhanced.edges(data="relation")) == {(0, 1, "root"), ("1.1", 1, "dep:x"), (1, "1.1", "ref")}
    assert basic.nodes[2]["form"] == "b" and enhanced.nodes["1.1"]["form"] == "e" and basic.nodes[5] == {}
    assert "1.1" not in basic


@pytest.mark.parametrize("deps", ["x", "1:", ":nsubj", "1.:x", "1:x|"])
def test_what_is_no_enhanced_dependency(deps: str) -> None:
    (sentence,) = CONLLU.read(f"1\ta\t_\tX\t_\t_\t0\troot\t{deps}\t_\n\n".encode(), "a", "a").sentences
    with pytest.raises(ValueError, match=r"DEPS of 1 is '.*'; expected a list like 4:nsubj\|8.1:conj:and"):
        sentence.graph(enhanced=True)


RICH = """\
# newdoc
# sent_id = r-1
#text=a  bc d
0.1	e	_	_	_	_	_	_	_	_
1	a	_	_	_	_	0	root	_	_
2-3	bc	_	_	_	_	_	_	_	SpaceAfter=No|X=1
2	b	_	_	_	_	1	x	2.1:y|0:root	_
2.1	f	_	_	_	_	_	_	1:conj:and	_
2.2	g	_	_	_	_	_	_	_	_
3	c	_	_	_	_	1	x	_	SpaceAfter=No
4	d	_	_	_	_	7	x	_	Y=SpaceAfter=No

"""


def test_a_sentence_is_written_as_it_was_read() -> None:
    plain = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    one, other = CONLLU.read((RICH + plain).encode(), "f", "f").sentences
    assert one.conllu() == RICH[:-1] and other.conllu() == plain[:-1]
    assert Dependencies.of([[("a", 0, "root")]])[0].conllu() == plain[:-1]


def test_what_comments_say() -> None:
    one, other = CONLLU.read((RICH + RICH.replace("# sent_id = r-1\n#text=a  bc d\n", "")).encode(), "f", "f").sentences
    assert one.comments == ["# newdoc", "# sent_id = r-1", "#text=a  bc d"]
    assert (one.sent_id, one.text, one.comment("text"), one.comment("newdoc")) == ("r-1", "a  bc d", "a  bc d", None)
    assert (other.sent_id, other.comment("text")) == (None, None)
    assert other.text == "a bcd"  # put together: of a token of several words its own SpaceAfter counts
    ids = "# sent_id_old = x\n# sent_id = b\n# old sent_id = y\n"
    words = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    table = CONLLU.read((words + ids + words + words + "# sent_id=c = d\n" + words).encode(), "f", "f").sentences
    assert table.sent_ids == [None, "b", None, "c = d"]


def test_tokens_and_empty_nodes() -> None:
    (one,) = CONLLU.read(RICH.encode(), "f", "f").sentences
    assert [(node.id, node.after, node.minor, node.columns[0], node.head) for node in one.empty_nodes] == [
        ("0.1", 0, 1, "e", "_"), ("2.1", 2, 1, "f", "_"), ("2.2", 2, 2, "g", "_"),
    ]  # fmt: skip
    (several,) = one.multiwords
    assert (several.first, several.last, several.form, several.misc, several.head) == (
        2,
        3,
        "bc",
        "SpaceAfter=No|X=1",
        "_",
    )
    table = one.table
    texts = table.symbols.texts
    assert [texts[number] for number in (*table.multiwords.form, *table.multiwords.misc)] == ["bc", "SpaceAfter=No|X=1"]


def test_what_stands_beside_words_stays_with_its_sentence() -> None:
    """Chosen, joined with files of other symbols, and numbered anew."""
    rich = CONLLU.read(RICH.encode(), "f", "f").sentences
    plain = CONLLU.read(b"1\tother\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "f", "f").sentences
    both = Dependencies.joined([plain, rich])
    for one in (both.chosen([1, -1, 0]), both.chosen([1, 1]).with_own_symbols(), Dependencies.joined([rich, plain])):
        assert [several.form for several in one[0].multiwords] == ["bc"]
        assert [(node.id, node.columns[0]) for node in one[0].empty_nodes] == [("0.1", "e"), ("2.1", "f"), ("2.2", "g")]
        assert one[0].conllu() == rich[0].conllu()
    assert both[0].multiwords == both[0].empty_nodes == []


def test_words_without_a_root_have_no_place_in_preorder() -> None:
    """Here the first two, on a cycle."""
    words = Dependencies.of([[("a", 2, "x"), ("b", 1, "y"), ("c", 0, "root"), ("d", 3, "z")]])
    found = check(words)
    assert [column.tolist() for column in found.walk] == [[-1, -1, 0, 1], [0, 0, 2, 1]]
    assert [column.tolist() for column in found.extents] == [[0, 1, 2, 3], [0, 1, 3, 3]]


def test_a_subtree_reaches_from_its_first_to_its_last_word_in_the_file() -> None:
    """Of the second sentence, whose second word has a gap: d is between c and what hangs under it."""
    words = Dependencies.of(
        [[("a", 0, "x")], [("b", 0, "x"), ("c", 1, "x"), ("d", 1, "x"), ("e", 2, "x"), ("f", 4, "x")]]
    )
    found = check(words)
    assert [column.tolist() for column in found.extents] == [
        [0, 1, 2, 3, 4, 5],
        [0, 5, 5, 3, 5, 5],
    ]
    assert np.flatnonzero(found.non_projective).tolist() == [4]
