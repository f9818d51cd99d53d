"""Sentences as text: what is written is read again as the same."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from treecompare.readers import parse
from treecompare.readers.brackets import BRACKETS, as_written
from treecompare.readers.conll import CONLLU
from treecompare.readers.conllx import CONLLX
from treecompare.trees.tree import TreeBuilder, Trees
from treecompare.trees.writing import bracket_line, conllu_lines, conllx_lines, fits_brackets, indented_brackets

TEXTS = st.text("aB-=|$#.,ß\u00a0", min_size=1, max_size=4)
LABELS = TEXTS | st.just("")


@st.composite
def treebanks(draw: st.DrawFn) -> Trees:
    """Sentences of one tree, now and then of several; with empty labels, brackets without words, bare words."""
    build = TreeBuilder()

    def bracket(depth: int) -> None:
        build.open(draw(LABELS))
        for _ in range(draw(st.integers(0, 3))):
            if depth < 4 and draw(st.booleans()):
                bracket(depth + 1)
            else:
                build.word(draw(TEXTS))
        build.close()

    for _ in range(draw(st.integers(1, 5))):
        for _ in range(draw(st.sampled_from([1, 1, 1, 2]))):
            bracket(0)
        build.end_sentence()
    return build.trees()


def texts(trees: Trees) -> list[list[tuple[str, int, int]]]:
    return [list(zip(tree.texts, tree.kinds.tolist(), tree.sizes.tolist(), strict=True)) for tree in trees]


@given(treebanks())
def test_brackets_come_back(trees: Trees) -> None:
    assert all(fits_brackets(tree) for tree in trees)
    text = "".join(bracket_line(tree) + "\n" for tree in trees)
    found = parse(text)
    assume(not any("blanks between brackets and their labels" in one for one in found.warnings))  # which is told
    assert texts(as_written(found).trees) == texts(trees)


@given(treebanks())
def test_indented_brackets_come_back(trees: Trees) -> None:
    # without a line that goes on indented nothing shows that a file is indented; a tree that needs several lines does
    build = parse("(S (NP (NN a)) (VP (VB b)))\n").trees
    text = "".join(indented_brackets(tree) + "\n" for tree in (*build, *trees))
    assert texts(as_written(parse(text)).trees)[1:] == texts(trees)


def test_words_outside_of_brackets_come_back() -> None:
    """As Alpino has them, below a root that is no node."""
    build = TreeBuilder()
    for words in (("0",), ("0", "is")):
        for word in words:
            build.word(word)
        if len(words) > 1:
            build.open("VP")
            build.word("it")
            build.close()
        build.end_sentence()
    trees = build.trees()
    lines = [bracket_line(tree) for tree in trees]
    assert lines == [indented_brackets(tree) for tree in trees] == ["( 0)", "( 0 is (VP it))"]
    again = parse("".join(f"{line}\n" for line in lines)).trees
    assert [tree.words for tree in again] == [tree.words for tree in trees]
    assert [bracket_line(tree) for tree in again] == lines


def test_how_indented_brackets_look() -> None:
    tree = parse("( (S (NP (DT a) (NN b)) (VP (VB c) (NP (NN d)) (. .))))").trees[0]
    assert indented_brackets(tree).splitlines() == [
        "(", "  (S", "    (NP (DT a) (NN b))", "    (VP (VB c)", "      (NP (NN d))", "      (. .))))",
    ]  # fmt: skip


def test_what_brackets_cannot_hold() -> None:
    build = TreeBuilder()
    build.open("$(")
    build.word("a (b)")
    build.close()
    build.end_sentence()
    build.end_sentence()
    build.open("")
    build.word("")
    build.close()
    build.end_sentence()
    trees = build.trees()
    assert [bracket_line(tree) for tree in trees] == ["($-LRB- a_-LRB-b-RRB-)", "(())", "( _)"]
    assert [indented_brackets(tree) for tree in trees] == ["($-LRB- a_-LRB-b-RRB-)", "(())", "( _)"]
    assert [fits_brackets(tree) for tree in trees] == [False, True, False]


RICH = """# sent_id = a
# text = vámonos al mar
1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tvamos\tir\tVERB\tV\tMood=Imp|Number=Plur\t0\troot\t0:root\tA=b
2\tnos\tnosotros\tPRON\tP\t_\t1\tobj\t1:obj\t_
2.1\tx\t_\tVERB\t_\t_\t_\t_\t1:conj\t_
3\tmar azul\tmar\tNOUN\tN\t_\t1\tobl\t1:obl\t_

"""


def test_conllu_keeps_everything() -> None:
    read = CONLLU.read(RICH.encode(), "a", "a")
    assert "".join(map(conllu_lines, read.sentences)) == RICH


def test_conllx_keeps_what_it_can() -> None:
    read = CONLLU.read(RICH.encode(), "a", "a")
    assert conllx_lines(read.sentences[0]) == (
        "1\tvamos\tir\tVERB\tV\tMood=Imp|Number=Plur\t0\troot\t_\t_\n2\tnos\tnosotros\tPRON\tP\t_\t1\tobj\t_\t_\n"
        "3\tmar_azul\tmar\tNOUN\tN\t_\t1\tobl\t_\t_\n\n"
    )
    text = "1\ta\t_\tX\tY\t_\t2\tdet\t3\tp\n2\tb\t_\tX\tY\t_\t0\troot\t0\tq\n\n"
    sentence = CONLLX.read(text.encode(), "a", "a").sentences[0]
    assert conllx_lines(sentence, keeps_phead=True) == text
    assert conllu_lines(sentence, keeps_graph=False) == text.replace("\t3\tp", "\t_\t_").replace("\t0\tq", "\t_\t_")


FIELDS = st.text("ab:|=1.ß", min_size=1, max_size=4)
WORDS = st.lists(st.tuples(FIELDS, st.integers(0, 5), FIELDS, FIELDS), min_size=1, max_size=5)


@given(st.lists(WORDS, min_size=1, max_size=4), st.sampled_from([CONLLU, CONLLX]))
def test_dependencies_come_back(sentences: list[list[tuple[str, int, str, str]]], reader: object) -> None:
    from treecompare.trees.dependencies import COLUMNS, Dependencies

    table = Dependencies.of(sentences)
    write = conllu_lines if reader is CONLLU else conllx_lines
    text = "".join(map(write, table))
    back = reader.read(text.encode(), "a", "a")  # type: ignore[attr-defined]
    assert not back.problems
    for one, other in zip(table, back.sentences, strict=True):
        assert one.heads.tolist() == other.heads.tolist()
        assert all(one.column(name) == other.column(name) for name in COLUMNS)


def test_readers_agree_with_the_names_of_formats() -> None:
    assert [BRACKETS.name, CONLLU.name, CONLLX.name] == ["brackets", "conllu", "conllx"]
