"""Alignment of words: against the shared task's rules word by word, and where those give up."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from tests.kernels import interpreted, kernel_and_twin, needs_kernel
from tests.measures.shared_task import counterparts, evaluate, load
from treecompare.mappings import tokens
from treecompare.mappings.sentence_pairing import MOVED
from treecompare.mappings.tokens import NONE, TokenAlignment, align
from treecompare.measures.dependencies import DEPENDENCY_PARTS, EDGE_PARTS
from treecompare.measures.words import WordScores
from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.trees.dependencies import Dependencies

implementation = kernel_and_twin(tokens, "characters")


def parse(text: str) -> Dependencies:
    return CONLLU.read(text.encode(), "f", "f").sentences


def sentences(*given: str, ids: str = "") -> Dependencies:
    """Flat sentences of words between blanks; ``ids`` gives each a letter as sent_id, "-" none."""
    blocks = []
    for place, words in enumerate(given):
        comment = f"# sent_id = {ids[place]}\n" if ids and ids[place] != "-" else ""
        rows = [f"{n}\t{word}\t_\tX\t_\t_\t{int(n > 1)}\tdep\t_\t_\n" for n, word in enumerate(words.split(), 1)]
        blocks.append(comment + ("".join(rows) or "broken\tline\n") + "\n")
    return parse("".join(blocks))


def differ(token: int, gold: str, test: str) -> str:
    return f"the texts differ: token {token} is '{gold}' in the gold, token {token} is '{test}' in the system"


def pairs(found: TokenAlignment) -> list[tuple[int, int]]:
    return list(zip(*(side.tolist() for side in found.matched), strict=True))


# -- random files over the same characters ------------------------------------------------------------------------------


@st.composite
def conllu(draw: st.DrawFn, characters: str, graphs: bool = False, outside: bool = True) -> str:
    """Some tokens, words and sentences over these characters, with random heads, labels and tags.

    ``graphs``: and with enhanced graphs, of which some edges come from ``outside`` of the sentence.
    """
    place, number, lines, blocks, forms = 0, 1, [], [], []

    def row(form: str) -> list[str]:
        upos, relation = (
            draw(st.sampled_from(["X", "Y"])),
            draw(st.sampled_from(["root", "case", "obj", "obj:x", "punct"])),
        )
        lemma, feats = (
            draw(st.sampled_from(["_", "l", "m"])),
            draw(st.sampled_from(["_", "Case=Nom", "Foo=1|Case=Nom", "Case=Acc"])),
        )
        return [form, lemma, upos, "_", feats, "HEAD", relation, "DEPS" if graphs else "_", "_"]

    def edges(last: int, empty: list[str]) -> str:
        heads = st.sampled_from([*map(str, range(last + 1)), *empty, *([str(last + 1), "1.9"] if outside else [])])
        relations = st.sampled_from(["root", "obj", "obl:in", "obl:at", "conj>nsubj:x"])
        found = draw(st.lists(st.tuples(heads, relations), max_size=3))
        return "|".join(f"{head}:{relation}" for head, relation in found) or "_"

    while place < len(characters):
        size = draw(st.integers(1, 3))
        token = characters[place : place + size]
        place += size
        if draw(st.integers(0, 2)) == 0:
            parts = draw(st.lists(st.sampled_from(["a", "b", "A", "ab", token]), min_size=1, max_size=4))
            lines.append([f"{number}-{number + len(parts) - 1}", token, *["_"] * 8])
            forms += parts
        else:
            parts = [token]
        for part in parts:
            lines.append([str(number), *row(part)])
            number += 1
        if draw(st.integers(0, 3)) == 0 or place >= len(characters):
            first, second = f"{number - 1}.1", f"{number - 1}.2"
            empty = draw(st.sampled_from([[], [], [first], [first, second]])) if graphs else []
            lines += [[node, "e", *["_"] * 6, "DEPS", "_"] for node in empty]
            for line in lines:
                if "HEAD" in line:
                    line[6] = str(draw(st.integers(0, number - 1)))
                if "DEPS" in line:
                    line[8] = edges(number - 1, empty)
            blocks.append("".join("\t".join(line) + "\n" for line in lines))
            number, lines = 1, []
    return "\n".join(blocks) + "\n"


@settings(max_examples=300 // stride(6))
@given(st.data())
def test_every_count_is_the_shared_tasks(data: st.DataObject) -> None:
    characters = data.draw(st.text("abA", min_size=1, max_size=24))
    gold_text, test_text = data.draw(conllu(characters)), data.draw(conllu(characters))
    gold, test = parse(gold_text), parse(test_text)
    plain_gold, plain_test = load(gold_text), load(test_text)
    found = align(gold, test)
    assert not found.reasons and not found.extra and found.aligned.all()
    expected = counterparts(plain_gold, plain_test)
    assert pairs(found) == [(plain_gold.words.index(g), plain_test.words.index(t)) for g, t in expected.items()]
    assert found.gold_of_test[found.matched[1]].tolist() == found.matched[0].tolist()
    scores = WordScores(gold, test, found)
    plain = evaluate(plain_gold, plain_test)
    for part in DEPENDENCY_PARTS:
        counts = scores.part(part)
        got = tuple(int(getattr(counts, name).sum()) for name in ("gold", "test", "matched", "words"))
        assert got == plain[part], part
        assert (counts.matched <= np.minimum(counts.gold, counts.words)).all()


@settings(max_examples=60 // stride(3))
@given(st.data())
def test_edges_of_enhanced_graphs(data: st.DataObject) -> None:
    characters = data.draw(st.text("abA", min_size=1, max_size=12))
    gold_text, test_text = (data.draw(conllu(characters, graphs=True)) for _ in range(2))
    gold, test = parse(gold_text), parse(test_text)
    scores, plain = WordScores(gold, test, align(gold, test)), evaluate(load(gold_text), load(test_text))
    for part in EDGE_PARTS:
        counts = scores.part(part)
        assert (
            tuple(int(getattr(counts, name).sum()) for name in ("gold", "test", "matched", "words")) == plain[part]
        ), part


@settings(max_examples=100 // stride(4))
@given(st.data())
def test_the_kernel_and_its_twin_agree(data: st.DataObject) -> None:
    compiled = needs_kernel("characters")
    characters = data.draw(st.text("abA", min_size=1, max_size=20))
    gold, test = parse(data.draw(conllu(characters))), parse(data.draw(conllu(characters)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "kernel", lambda name: compiled)
        first = align(gold, test)
        patch.setattr(tokens, "kernel", interpreted)
        second = align(gold, test)
    for name in ("test_of_gold", "gold_of_test", "sentence_of_test", "tokens", "breaks", "partner"):
        assert getattr(first, name).tolist() == getattr(second, name).tolist(), name


@settings(max_examples=50 // stride(2))
@given(st.data())
def test_a_file_with_itself(data: st.DataObject) -> None:
    text = data.draw(conllu(data.draw(st.text("abA", min_size=1, max_size=20)), graphs=True, outside=False))
    gold = parse(text)
    scores = WordScores(gold, gold, align(gold, gold))
    for part in DEPENDENCY_PARTS:
        counts = scores.part(part)
        assert counts.gold.tolist() == counts.test.tolist() == counts.matched.tolist() == counts.words.tolist()


# -- where the shared task's program gives up ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "test", "partner", "reasons"),
    [
        (["a b", "c d", "e"], ["a b", "c x", "e"], [0, 1, 2], {1: differ(2, "d", "x")}),
        (["a b", "c d", "e"], ["a b", "e"], [0, NONE, 1], {1: "the system has no such sentence"}),
        (["a", "c d", "e", "f"], ["a", "e", "f"], [0, NONE, 1, 2], {1: "the system has no such sentence"}),
        (["a", "e"], ["a", "x", "y", "e"], [0, 3], {}),
        (["a", "b c", "d", "e"], ["a", "b", "c d", "e"], [0, 1, 2, 3], {}),
        (["a", "b c", "x", "d", "e"], ["a", "b", "c", "y", "d", "e"], [0, 1, 3, 4, 5], {2: differ(1, "x", "y")}),
        (["a", "x", "b", "c"], ["a", "y", "b c"], [0, 1, 2, 2], {1: differ(1, "x", "y")}),
        (["a", "", "c"], ["a", "b", "c"], [0, 1, 2], {1: "the gold sentence has no words"}),
        (["a", "b", "c"], ["a", "", "c"], [0, 1, 2], {1: "no parse"}),
        (["a", "b c"], ["a", "b c d"], [0, 1], {1: "the texts differ: nothing is left in the gold, token 3 is 'd' in the system"}),
        (["a", "b"], ["a", "\u200b"], [0, 1], {1: "the system sentence has only characters that are not compared"}),
        (["ab c d"], ["a bc x"], [0], {0: differ(3, "d", "x")}),
        (["a"], [], [NONE], {0: "the system has no such sentence"}),
        ([], ["a"], [], {}),
        (["a", "a", "a"], ["b", "b", "b"], [0, 1, 2], dict.fromkeys(range(3), differ(1, "a", "b"))),
    ],
)  # fmt: skip
def test_one_sentence_that_differs_does_not_lose_the_file(
    implementation: str, gold: list[str], test: list[str], partner: list[int], reasons: dict[int, str]
) -> None:
    found = align(sentences(*gold), sentences(*test))
    assert found.reasons == reasons
    assert found.partner.tolist() == partner
    assert np.flatnonzero(~found.aligned).tolist() == list(reasons)
    counts = found.breaks[:, 0]
    assert counts.tolist() == [int(index not in reasons) for index in range(len(gold))]
    words = [len(text.split()) if index not in reasons else 0 for index, text in enumerate(gold)]
    scores = WordScores(sentences(*gold), sentences(*test), found).part("words")
    assert scores.matched.tolist() == words == scores.gold.tolist()


def test_sentences_of_the_system_alone(implementation: str) -> None:
    found = align(sentences("a", "e"), sentences("a", "x", "e", "f"))
    assert found.extra == dict.fromkeys((1, 3), "the gold has no such sentence")
    assert found.aligned.all()


@pytest.mark.parametrize("ids", [("abc", "bca"), ("abc", "aab"), ("aba", "abc"), ("abc", "xyz"), ("---", "abc")])
def test_sentences_in_another_order(implementation: str, ids: tuple[str, str]) -> None:
    gold = sentences("one", "two two", "three", ids=ids[0])
    found = align(gold, sentences("two two", "three", "one", ids=ids[1]))
    assert (
        found.partner.tolist() == [2, 0, 1]
        and found.aligned.all()
        and np.count_nonzero(found.pairing.ways == MOVED) == 1
    )
    assert pairs(found) == [(0, 3), (1, 0), (2, 1), (3, 2)] and not found.warnings
    assert found.sentence_of_test.tolist() == [1, 1, 2, 0]
    lacking = align(gold, sentences("two two", "x", "one", ids=ids[1]))
    assert lacking.partner.tolist() == [2, 0, NONE]
    assert lacking.reasons == {2: "the system has no such sentence"} and list(lacking.extra) == [1]


def test_other_sentence_breaks_go_before_ids(implementation: str) -> None:
    """The system numbers its own sentences."""
    found = align(sentences("a b", "c", "d", ids="123"), sentences("a", "b c", "d", ids="123"))
    assert found.aligned.all() and found.warnings == [
        "sentence breaks differ; where they do, words are aligned across them"
    ]
    assert pairs(found) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert found.breaks.tolist() == [[1, 2, 0], [1, 0, 0], [1, 1, 1]]
    assert found.tokens[:, 2].tolist() == [2, 1, 1]
    assert found.sentence_of_test.tolist() == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("gold", "test", "shown"),
    [
        (
            "un été naïve 한국어",
            unicodedata.normalize("NFD", "un été naïve 한국어"),
            (3, 2, "été", "e U+0301 te U+0301"),
        ),
        ("a ( b ) \u201cc\u201d 1/2", "A -LRB- b \\) ''c'' 1\\/2", (5, 1, "a", "A")),
        ("a dogs b", "a \ufeffdogs b", (1, 2, "dogs", "U+FEFF dogs")),
        ("a do\u200bgs b", "a dogs b", (1, 2, "do U+200B gs", "dogs")),
        ("well-known a_b _", "well\u2011known a\u00a0b _", (2, 1, "well-known", "well U+2011 known")),
    ],
)
def test_words_that_are_only_written_otherwise_are_the_same(
    implementation: str, gold: str, test: str, shown: tuple[int, int, str, str]
) -> None:
    sides = [
        parse(
            "".join(f"{n}\t{word}\t_\tX\t_\t_\t{int(n > 1)}\tdep\t_\t_\n" for n, word in enumerate(one.split(" "), 1))
        )
        for one in (gold, test)
    ]
    found = align(*sides)
    words = len(gold.split(" "))
    assert pairs(found) == [(place, place) for place in range(words)] and not found.reasons
    assert found.tokens.tolist() == [[words] * 3] and found.breaks.tolist() == [[1, 1, 1]] and not found.differs.any()
    number, word, form, other = shown
    assert len(found.respelt) == number and found.respelt[0] == word - 1
    [warning] = found.warnings
    assert warning == (
        f"other characters: {number} {'words' if number > 1 else 'word'}, counted as the same; first sentence 1, word {word}: "
        f"'{form}' in the gold, '{other}' in the system"
    )
    assert pairs(align(*sides[::-1])) == pairs(found) and not align(sides[1], sides[1]).warnings


def test_the_program_decides_where_both_files_have_the_same_characters(implementation: str) -> None:
    """Plain forms would make these tokens the same."""
    found = align(sentences("'' '"), sentences("' ''"))
    assert not pairs(found) and found.aligned.all() and found.tokens.tolist() == [[2, 2, 0]]


@pytest.mark.parametrize(
    ("gold", "test", "paired", "exact"),
    [
        ("the dog ran", "the dgo ran", "0-0 1-1 2-2", "0-0 2-2"),
        ("the dog ran", "the cat ran off", "0-0 1-1 2-2", "0-0 2-2"),
        ("the dog barks here", "the cat meows here", "0-0 1-1 2-2 3-3", "0-0 3-3"),
        ("the dog barks here", "the dgo here", "0-0 3-2", "0-0 3-2"),  # two and one
        ("the colour", "the color", "0-0 1-1", "0-0"),
        ("here it is so x", "here i tis so y", "0-0 3-3 4-4", "0-0 3-3"),  # the same text, cut elsewhere
        ("a b", "c d", "0-0 1-1", ""),
        ("a tokens of one wordlets z", "a tokens wordlets z", "0-0 1-1 4-2 5-3", "0-0 1-1 4-2 5-3"),
    ],
)
def test_words_with_other_characters(implementation: str, gold: str, test: str, paired: str, exact: str) -> None:
    for words, expected in (("all", paired), ("exact", exact)):
        found = align(sentences(gold, "q"), sentences(test, "q"), "align", words=words)
        last = len(gold.split()), len(test.split())
        assert " ".join(f"{g}-{t}" for g, t in pairs(found)[:-1]) == expected and pairs(found)[-1] == last
        assert len(found.respelt) == len(set(paired.split()) - set(exact.split())) * (words == "all")
        assert found.differs.tolist() == [True, False] and found.aligned.all()


def test_a_token_of_several_words_with_other_characters_adds_nothing(implementation: str) -> None:
    several, word = "1-2\t{}\t_\t_\t_\t_\t_\t_\t_\t_\n", "\t{}\t_\tX\t_\t_\t0\tx\t_\t_\n"
    rows = several + "".join(f"{number}{word}" for number in (1, 2, 3))
    gold, test = parse(rows.format("zum", "zu", "dem", "Haus")), parse(rows.format("zun", "zu", "den", "hauss"))
    found = align(gold, test, "align")
    assert pairs(found) == [(0, 0)] and found.tokens.tolist() == [[2, 2, 0]] and found.breaks.tolist() == [[1, 1, 0]]
    test = parse(rows.format("zum", "zu", "dem", "hauss"))
    found = align(gold, test, "align")
    assert pairs(found) == [(0, 0), (1, 1), (2, 2)] and found.respelt.tolist() == [2]
    assert found.tokens.tolist() == [[2, 2, 2]] and found.breaks.tolist() == [[1, 1, 1]]


def test_within_a_token_of_several_words_underscores_tell_one_from_another(implementation: str) -> None:
    """Whatever the files hold besides."""
    several, word = "1-2\tofit\t_\t_\t_\t_\t_\t_\t_\t_\n", "\t{}\t_\tX\t_\t_\t0\tx\t_\t_\n"
    rows = several + "".join(f"{number}{word}" for number in (1, 2)) + "\n"
    gold, test = rows.format("of_", "_it"), rows.format("_of", "_it")
    for more in ("", "1\tx\t_\tX\t_\t_\t0\tx\t_\t_\n"):
        assert pairs(align(parse(gold), parse(test + more))) == [(1, 1)]


def test_blanks_in_forms_do_not_count(implementation: str) -> None:
    gold = parse("1\t1 000\t_\tX\t_\t_\t0\troot\t_\t_\n2\ta\u00a0b\t_\tX\t_\t_\t0\troot\t_\t_\n")
    found = align(gold, sentences("1000 a b"))
    assert pairs(found) == [(0, 0)] and found.aligned.all()


@pytest.mark.parametrize("missing", [5, 300])
def test_many_missing_sentences_in_a_row(implementation: str, missing: int) -> None:
    gold = [f"w{number} x" for number in range(1000)]
    test = [*gold[:400], *gold[400 + missing :]]
    found = align(sentences(*gold), sentences(*test))
    assert list(found.reasons.values()) == ["the system has no such sentence"] * missing
    assert not found.aligned[400 : 400 + missing].any() and found.aligned.sum() == 1000 - missing
    differing = [*gold[:400], *("y" for _ in range(missing)), *gold[400 + missing :]]
    assert align(sentences(*gold), sentences(*differing)).aligned.sum() == 1000 - missing
    assert align(sentences(*test), sentences(*gold)).aligned.all()


NEW = [f"g{place}" for place in range(14)]
OTHER = [f"t{place}" for place in range(14)]


@pytest.mark.parametrize(
    ("gold", "test", "partner"),
    [
        # of those that are there once in either file, as many as are in the same order, and the gold's first
        ([*NEW, "far", "x", "near"], [*OTHER, "near", *(f"u{n}" for n in range(30)), "far"], {14: 45}),
        ([*NEW, "farther", "x", "near"], [*OTHER, "near", *(f"u{n}" for n in range(30)), "farther"], {14: 45}),
        # what is there twice is no anchor, but it is found between the others
        ([*NEW, "twice", "x", "near"], [*OTHER, "twice", *"abc", "twice", "near"], {14: 14, 16: 19}),
        ([*NEW, "twice", "twice", "near"], [*OTHER, "twice", *"abcd", "near"], {14: 14, 16: 19}),
    ],
)
def test_files_go_on_with_the_texts_that_both_have(gold: list[str], test: list[str], partner: dict[int, int]) -> None:
    found = align(sentences(*gold), sentences(*test))
    assert {one: int(found.partner[one]) for one in np.flatnonzero(found.aligned).tolist()} == partner


@pytest.mark.parametrize(
    ("gold", "test", "partner"),
    [
        # where more than half of the smaller file's are there, the others have only moved; half is not enough
        (["p", "b", "a"], ["r", "a", "b"], {1: 2, 2: 1}),
        (["p", "s", "b", "a"], ["r", "a", "b"], {2: 2, 3: 1}),
        (["p", "s", "b", "a"], ["r", "a", "b", "t"], {2: 2}),
        # as many of both as can be
        (["p", "q", "a"], ["r", "a", "a", "z"], {2: 2}),
        (["p", "q", "r", "a"], ["s", "a"], {3: 1}),
        (["p", "a"], ["q", "r", "s", "a"], {1: 3}),
    ],
)
def test_as_few_sentences_as_can_be_are_left_out(gold: list[str], test: list[str], partner: dict[int, int]) -> None:
    found = align(sentences(*gold), sentences(*test))
    assert {one: int(found.partner[one]) for one in np.flatnonzero(found.aligned).tolist()} == partner


def test_a_whole_file_in_one_sentence(implementation: str) -> None:
    many = [f"w{number} x" for number in range(2000)]
    found = align(sentences(*many), sentences(" ".join(many)))
    assert found.aligned.all() and len(pairs(found)) == 4000
    assert found.breaks.sum(axis=0).tolist() == [2000, 1, 0]


def test_sentences_with_other_characters_are_aligned_where_that_is_asked_for(implementation: str) -> None:
    """A covert article that only the test writes; and a sentence that is the same."""
    gold = Dependencies.of([[("in", 2, "case"), ("House", 0, "root")], [("yes", 0, "root")]])
    test = Dependencies.of([[("in", 3, "case"), ("the", 3, "det"), ("house", 0, "root")], [("yes", 0, "root")]])
    assert align(gold, test).aligned.tolist() == [False, True]
    assert align(gold, test, "align").respelt.tolist() == [1]
    found = align(gold, test, "align")
    assert found.aligned.tolist() == [True, True]
    assert found.test_of_gold.tolist() == [0, 2, 3]
    assert found.gold_of_test.tolist() == [0, -1, 1, 2]
    assert found.sentence_of_test.tolist() == [0, 0, 0, 1]
    assert found.tokens.tolist() == [[2, 3, 2], [1, 1, 1]]
    assert found.breaks.tolist() == [[1, 1, 0], [1, 1, 1]]
    assert found.partner.tolist() == [0, 1]
    assert found.reasons == {} and found.differs.tolist() == [True, False]
    assert found.warnings[-1] == (
        "1 sentence with another text, whose words are still aligned, first sentence 1: the texts differ: "
        "token 2 is 'House' in the gold, token 2 is 'the' in the system"
    )
    counts = WordScores(gold, test, found).part("las")
    assert [column.tolist() for column in (counts.gold, counts.test, counts.matched)] == [[2, 1], [3, 1], [2, 1]]


def test_missing_and_empty_sentences_stay_so_where_others_are_aligned() -> None:
    found = align(sentences("a", "b", "c", "d"), sentences("x", "", "c"), "align")
    assert found.aligned.tolist() == [True, False, True, False]
    assert found.test_of_gold.tolist() == [0, -1, 1, -1]
    assert found.partner.tolist() == [0, 1, 2, -1]
    assert found.reasons == {1: "no parse", 3: "the system has no such sentence"}


def test_sentence_breaks_and_characters_that_differ(implementation: str) -> None:
    """Words are counted with the gold sentence of their counterpart, others with that of the word before them."""
    sides = sentences("q", "a b", "c d e"), sentences("q", "a", "x c", "D f E")
    skipped = align(*sides)
    reason = "the texts differ: token 2 is 'b' in the gold, token 1 is 'x' in the system"
    assert skipped.reasons == {1: reason, 2: reason} and skipped.aligned.tolist() == [True, False, False]
    found = align(*sides, "align")
    assert found.aligned.all() and not found.reasons
    assert found.test_of_gold.tolist() == [0, 1, NONE, 3, 4, 6]
    assert found.sentence_of_test.tolist() == [0, 1, 1, 2, 2, 2, 2]
    assert found.partner.tolist() == [0, 1, 2]
    assert found.tokens.tolist() == [[1, 1, 1], [2, 2, 1], [3, 4, 3]]
    assert found.breaks.tolist() == [[1, 1, 1], [1, 2, 0], [1, 1, 0]]
    assert found.warnings[-1].startswith(
        "2 sentences with another text, whose words are still aligned, first sentence 2"
    )


def test_files_that_differ_too_much(implementation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treecompare.mappings.characters.MOST_EDITS", 3)
    found = align(sentences("a", "abcd", "b"), sentences("a", "wxyz", "b"), "align")
    assert found.reasons == {1: "the files differ too much here to be aligned"} and found.aligned.sum() == 2
    assert found.extra == {1: "the files differ too much here to be aligned"}


def test_a_sentence_without_words_within_a_longer_one(implementation: str) -> None:
    found = align(sentences("a", "", "b", "c"), sentences("a b", "d"))
    reason = "there is a sentence without words between those that belong together"
    assert found.reasons == dict.fromkeys(range(3), reason) | {3: differ(1, "c", "d")}
    found = align(sentences("a", "", "b", "c"), sentences("a b", "d"), "align")
    assert found.aligned.tolist() == [True, False, True, True]
    assert found.reasons == {1: "the gold sentence has no words"}


def test_hebrew_segments_of_yap(shared: Path) -> None:
    """The files do not say which segments are one token, and YAP writes articles that the gold does not have."""
    folder = shared / "data" / "hebrew-spmrl"
    gold, test = (read_dependencies(folder / f"dev.{name}.conll").sentences for name in ("gold", "yap"))
    assert align(gold, test).aligned.sum() == 323
    found = align(gold, test, "align")
    assert found.aligned.all()
    words = WordScores(gold, test, found).part("words")
    assert words.matched.sum() > 0.95 * words.gold.sum()
