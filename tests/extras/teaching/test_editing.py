"""What each edit does, and how it is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from treecompare.errors import ReadError, UsageError
from treecompare.extras.teaching import drafts
from treecompare.extras.teaching.editors import LeavesEditor, SegmentsEditor, editor_of
from treecompare.extras.teaching.exercise import Exercise, of_texts, read_sentence, read_text, unbalanced
from treecompare.readers import DependencyTreebank, Treebank, read_any
from treecompare.readers.lattice_files import read_lattices
from treecompare.resources import samples
from treecompare.trees.annotations import ABSENT, Extras
from treecompare.trees.lattices import lattice_of

TREE = "(S (NP (D the) (N dog)) (VP (V saw) (NP (NP (D a) (N cat)) (PP (P in) (NP (N town))))) (. .))"
WORDS = (
    "1\tthe\t_\tDET\tDT\t_\t2\tdet\t2:det\t_\n2\tdog\t_\tNOUN\tNN\t_\t3\tnsubj\t3:nsubj|5:obj\t_\n"
    "3\tsaw\t_\tVERB\tVB\t_\t0\troot\t0:root\t_\n4\ta\t_\tDET\tDT\t_\t5\tdet\t5:det\t_\n5\tcat\t_\tNOUN\tNN\t_\t3\tobj\t3:obj\t_\n\n"
)
THE, D, DOG, N, NP, SAW, V, PP, OBJECT, VP, DOT, S = 0, 1, 2, 3, 4, 5, 6, 17, 18, 19, 21, 22
Work = Callable[[Any], Any]
ROOT, VERBAL = "S (the dog saw a …)", "VP (saw a cat in …)"
PREPOSITIONAL = "PP (in town) under NP (a cat in town); expected daughters of one node"
TOGETHER = "brackets keep the words of a constituent together"
SIGNS = "expected letters, digits and signs such as NP-SBJ"
ALL = "all that stands over its words; expected a constituent below the root"
NO_TAG = "no tag of its own; expected a bracket that holds only this word"
CIRCLE = "'a' → 'cat' → 'saw' → 'a'; make another word the root first"


def _trees(text: str = TREE) -> Treebank:
    found = read_sentence(text, "x")
    assert isinstance(found, Treebank)
    return found


def _words(text: str = WORDS) -> DependencyTreebank:
    found = read_sentence(text, "x")
    assert isinstance(found, DependencyTreebank)
    return found


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        (lambda t: drafts.move(t, PP, VP), TREE.replace("cat)) (PP", "cat))) (PP").replace("town)))))", "town))))")),
        (lambda t: drafts.move(t, DOG, S), TREE.replace("(D the) (N dog))", "(D the)) (N dog)")),
        (lambda t: drafts.move(t, DOT, VP), TREE.replace("))))) (. .))", ")))) (. .)))")),
        (lambda t: drafts.rename(t, NP, " NP-SBJ "), TREE.replace("(S (NP", "(S (NP-SBJ")),
        (lambda t: drafts.rename(t, S, ""), TREE.replace("(S (NP", "( (NP")),
        (lambda t: drafts.rename(t, drafts.tag_of(t, DOG), "NN"), TREE.replace("N dog", "NN dog")),
        (lambda t: drafts.insert(t, [VP, DOT], "X"), TREE.replace("(VP", "(X (VP") + ")"),
        (lambda t: drafts.insert(t, [S], "TOP"), f"(TOP {TREE})"),
        (lambda t: drafts.insert(t, [DOG], "X"), TREE.replace("(N dog)", "(X (N dog))")),
        (lambda t: drafts.insert(t, [DOG], "X", with_tags=False), TREE.replace("(N dog)", "(N (X dog))")),
        (lambda t: drafts.insert(t, [NP, DOT], "X", hidden={VP, VP - 1}), "(S (X" + TREE[2:] + ")"),
        (lambda t: drafts.delete(t, OBJECT), TREE.replace("(NP (NP", "(NP").replace("town)))))", "town))))")),
        (lambda t: drafts.delete(drafts.insert(t, [S], "TOP").treebank, S + 1), TREE),
        (lambda t: drafts.delete(_trees("(S (NP (X) (Y)) (V b))"), 0), "(S (NP (Y)) (V b))"),
        (lambda t: drafts.delete(_trees("(S (NP (X a)) (V b))"), 2), "(S (X a) (V b))"),
        (lambda t: drafts.delete(_trees("(S (NP (X a)) (V b))"), 1), "(S (NP a) (V b))"),
    ],
)  # fmt: skip
def test_what_trees_become(work: Work, expected: str) -> None:
    """The rest of the tree stays as it is."""
    edited = work(_trees())
    assert edited.treebank.trees[0].brackets() == expected
    assert all(0 <= node < len(edited.treebank.trees.labels) for node in edited.nodes)


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda t: drafts.move(t, VP, PP), "VP (saw a cat in …) cannot be moved into itself: PP (in town) is part of it"),
        (lambda t: drafts.move(t, VP, VP), "VP (saw a cat in …) cannot be moved into itself: it is part of it"),
        (lambda t: drafts.move(t, PP, THE), "'the' is a word; expected a constituent as the new mother"),
        (lambda t: drafts.move(t, PP, D), "D (the) is a part-of-speech tag; expected a constituent as the new mother"),
        (lambda t: drafts.move(t, VP, S), "VP (saw a cat in …) is a daughter of S (the dog saw a …) already"),
        (lambda t: drafts.move(t, 16 - 1, VP), "NP (town) would be left without words; delete it, or move it as a whole"),
        (lambda t: drafts.move(t, NP, PP), f"branches would cross: 'a' would come behind 'town'; {TOGETHER}"),
        (lambda t: drafts.move(t, 99, PP), "x has no node 99; expected one of 23"),
        (lambda t: drafts.rename(t, THE, "X"), "'the' is a word; words stay as they are"),
        (lambda t: drafts.rename(t, NP, " "), "the label is empty; expected one such as NP"),
        (lambda t: drafts.rename(t, NP, "N P"), f"the label 'N P' holds a blank; {SIGNS}"),
        (lambda t: drafts.rename(t, NP, "N("), f"the label 'N(' holds the bracket (; {SIGNS}"),
        (lambda t: drafts.insert(t, [], "X"), "expected at least one node to put a constituent over"),
        (lambda t: drafts.insert(t, [NP, PP], "X"), f"NP (the dog) is under {ROOT}, {PREPOSITIONAL}"),
        (lambda t: drafts.insert(t, [NP, DOT], "X"), f"{VERBAL} stands between them; expected daughters beside each other"),
        (lambda t: drafts.delete(t, THE), "'the' is a word; words stay as they are"),
        (lambda t: drafts.delete(t, S), f"{ROOT} is the root over 3 daughters; without it the sentence would have several roots"),
        (lambda t: drafts.delete(_trees("(X a)"), 1), f"X (a) is {ALL}"),
        (lambda t: drafts.delete(_trees("(S (NP (X)) (V b))"), 0), "NP () would be left without daughters; delete it first"),
        (lambda t: drafts.tag_of(_trees("(S a (V b))"), 0), f"'a' has {NO_TAG}"),
    ],
)  # fmt: skip
def test_what_trees_refuse(work: Work, said: str) -> None:
    """In one sentence."""
    with pytest.raises(UsageError) as error:
        work(_trees())
    assert str(error.value) == said


def test_what_is_left_out_goes_along() -> None:
    """A comma that no drawing shows is in nobody's way, and no more of them go than have to."""
    text = "(S (NP (N dogs)) (, ,) (VP (V bark) (PP (P at) (NP (N cats))) (, ,)) (. .))"
    exercise = of_texts(text, text)
    editor = editor_of(exercise)
    labels = [exercise.gold.trees.symbols[exercise.gold.trees.labels[node]] for node in editor.nodes["gold"]]  # type: ignore[union-attr]
    assert "," not in labels and "." not in labels
    verbal, other = ("gold", labels.index("VP")), ("gold", labels.index("PP"))
    subject, sentence = ("gold", labels.index("NP")), ("gold", labels.index("S"))
    moved = editor.move(subject, verbal).exercise.gold
    assert moved.written() == "(S (VP (NP (N dogs)) (, ,) (V bark) (PP (P at) (NP (N cats))) (, ,)) (. .))\n"
    moved = editor.move(other, sentence).exercise.gold
    assert moved.written() == "(S (NP (N dogs)) (, ,) (VP (V bark)) (PP (P at) (NP (N cats))) (, ,) (. .))\n"
    over = editor.insert([subject, verbal], "X")
    assert over.exercise.gold.written().startswith("(S (X (NP (N dogs)) (, ,) (VP")
    assert over.exercise.system is exercise.system
    assert editor_of(over.exercise).drawn(over.nodes) == [("gold", len(labels) - 1)]
    assert editor.targets(subject) == [verbal]


def test_labels_are_edited_as_the_file_has_them() -> None:
    """A drawing shows NP, the file has NP-SBJ-1."""
    exercise = of_texts("(TOP (S (NP-SBJ-1 (N dogs)) (VP (V bark))))", "(S (NP (N dogs)) (VP (V bark)))")
    editor = editor_of(exercise)
    mapping = exercise.comparison.mapping(0, 0)  # type: ignore[attr-defined]
    place = ("gold", mapping.gold.texts.index("NP"))
    assert editor.text(place) == "NP-SBJ-1" and editor.text(("gold", 0)) == "N"
    made = editor.rename(place, "NP-OBJ")
    assert made.exercise.gold.written() == "(TOP (S (NP-OBJ (N dogs)) (VP (V bark))))\n"
    assert made.said == "NP-SBJ-1 renamed NP-OBJ"
    roof = editor_of(exercise, "roof")
    assert len(roof.nodes["gold"]) == len(editor.nodes["gold"]) - 2
    with pytest.raises(UsageError):
        editor.text(("gold", 40))
    with pytest.raises(UsageError, match="on the same side"):
        editor.move(place, ("test", 6))
    with pytest.raises(UsageError, match="of one tree"):
        editor.insert([place, ("test", 1)], "X")


@pytest.mark.parametrize(
    ("work", "heads", "relations"),
    [
        (lambda t: drafts.attach(t, 1, 4), [2, 5, 0, 5, 3], ["det", "nsubj", "root", "det", "obj"]),
        (lambda t: drafts.make_root(t, 4), [2, 3, 5, 5, 0], ["det", "nsubj", "obj", "det", "root"]),
        (lambda t: drafts.make_root(t, 3), [2, 3, 4, 0, 3], ["det", "nsubj", "det", "root", "obj"]),
        (lambda t: drafts.relate(t, 1, " obl:x "), [2, 3, 0, 5, 3], ["det", "obl:x", "root", "det", "obj"]),
    ],
)  # fmt: skip
def test_what_arcs_become(work: Work, heads: list[int], relations: list[str]) -> None:
    """The enhanced graph keeps the arcs that are no basic ones."""
    sentence = work(_words()).treebank.sentences[0]
    assert sentence.heads.tolist() == heads and sentence.relations == relations
    for deps, head, relation in zip(sentence.column("deps"), heads, relations, strict=True):
        assert f"{head}:{relation}" in deps.split("|")
    assert "5:obj" in sentence.column("deps")[1]


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda t: drafts.attach(t, 4, 3), "'cat' cannot depend on 'a', which depends on it: 'a' → 'cat' → 'a'"),
        (lambda t: drafts.attach(t, 2, 3), f"'saw' cannot depend on 'a', which depends on it: {CIRCLE}"),
        (lambda t: drafts.attach(t, 1, 1), "'dog' cannot be its own head"),
        (lambda t: drafts.attach(t, 1, 2), "'dog' depends on 'saw' already"),
        (lambda t: drafts.attach(t, 9, 2), "there is no word 10; expected one of 5"),
        (lambda t: drafts.attach(t, 1, 9), "a word can only be attached within its sentence"),
        (lambda t: drafts.make_root(t, 2), "'saw' is the root already"),
        (lambda t: drafts.relate(t, 1, ""), "the relation is empty; expected one such as nsubj"),
        (lambda t: drafts.relate(t, 1, "a b"), "the relation 'a b' holds a blank; expected one such as nsubj"),
        (lambda t: drafts.tag(t, 1, " "), "the tag is empty; expected one such as NOUN"),
    ],
)  # fmt: skip
def test_what_arcs_refuse(work: Work, said: str) -> None:
    """In one sentence, with the circle that would be there."""
    with pytest.raises(UsageError) as error:
        work(_words())
    assert str(error.value) == said


def test_words_are_tagged_in_the_drawn_column() -> None:
    """Universal tags where the file has any."""
    editor = editor_of(of_texts(WORDS, WORDS.replace("DET", "_").replace("NOUN", "_").replace("VERB", "_")))
    gold, system = editor.retag(("gold", 1), "PROPN"), editor.retag(("test", 1), "NNP")  # type: ignore[attr-defined]
    assert gold.exercise.gold.sentences[0].column("upos")[1] == "PROPN"
    assert system.exercise.system.sentences[0].column("xpos")[1] == "NNP"
    assert [editor.tag((side, 1)) for side in ("gold", "test")] == ["NOUN", "NN"]  # type: ignore[attr-defined]
    assert [one.said for one in editor.others(("gold", 1))] == ["make it the root"]
    assert not editor.others(("gold", 2))
    with pytest.raises(UsageError, match="no constituents"):
        editor.insert([("gold", 1)], "NP")


def _hebrew(sentence: int = 0) -> tuple[Exercise, Any]:
    sample = next(one for one in samples() if one.key == "words-that-differ")
    gold, raw = (
        read_sentence(read_any(path).written().splitlines()[sentence], "x")
        for path in (sample.gold, next(one for one in sample.systems if "raw" in one))
    )
    lattices = read_lattices(sample.lattices[0])
    return Exercise((gold,), raw, lattices=(lattices.chosen(np.array([sentence])),)), lattices.lattices[sentence]  # type: ignore[arg-type]


def test_segments_become_one_and_several_again() -> None:
    """As far as the lattice allows."""
    exercise, lattice = _hebrew()
    gold = exercise.gold
    assert isinstance(gold, Treebank)
    node = gold.trees[0].texts.index
    phrase = drafts.take(gold, lattice, node("FL"), [("FLHM", "NN")])
    assert "(PP (NN FLHM))" in phrase.treebank.trees[0].brackets()
    parts = drafts.take(phrase.treebank, lattice, phrase.nodes[0], [("FL", "POSS"), ("HM", "PRN")])
    assert "(PP (POSS FL) (PRN HM))" in parts.treebank.trees[0].brackets()
    with pytest.raises(UsageError, match="does not analyse this word as X"):
        drafts.take(gold, lattice, node("FL"), [("X", "Y")])
    with pytest.raises(UsageError, match="is a constituent"):
        drafts.analyses(gold, lattice, len(gold.trees[0]) - 1)


def test_constituents_that_lose_all_segments_go() -> None:
    """Three segments over two phrases become one."""
    exercise, lattice = _hebrew()
    gold = exercise.gold
    assert isinstance(gold, Treebank)
    taken = drafts.take(gold, lattice, 0, [("BCL", "NNP")])
    text = taken.treebank.trees[0].brackets()
    assert text.startswith("(TOP (PP (NNP BCL) (NP (NP (NP (PP (POSS FL)") and [
        taken.treebank.trees[0].texts[one] for one in taken.nodes
    ] == ["BCL"]


def test_a_drawing_over_a_lattice_is_edited() -> None:
    """A segment and its tag are one node; the root is not drawn; other paths are offered."""
    exercise, _ = _hebrew()
    editor = editor_of(exercise)
    assert isinstance(editor, SegmentsEditor)
    mapping = exercise.comparison.trees(0, 0).mapping  # type: ignore[attr-defined]
    for side, tree in (("gold", mapping.gold), ("test", mapping.test)):
        trees = exercise.side(side).trees  # type: ignore[union-attr]
        assert [trees.symbols[trees.labels[node]] for node in editor.nodes[side]] == [*tree.texts, "TOP"]
    place = ("test", mapping.test.texts.index("HNEIM"))
    assert [one.said for one in editor.others(place)] == ["H/DEF NEIM/JJ", "H/DEF NEIM/NN"]
    made = editor.others(place)[0].work()
    assert made.said == "H/DEF NEIM/JJ" and len(editor_of(made.exercise).drawn(made.nodes)) == 2
    assert "(DEF H) (JJ NEIM)" in made.exercise.system.written()
    assert editor.text(place) == "VB"
    phrase = next(one for one in range(len(mapping.test)) if mapping.test.texts[one] == "PP")
    assert not editor.others(("test", phrase))


def test_a_lattice_without_words_is_no_help() -> None:
    """Nothing is offered, and the reason is told."""
    exercise, _ = _hebrew()
    gold = exercise.gold
    assert isinstance(gold, Treebank)
    with pytest.raises(UsageError, match="does not say"):
        drafts.analyses(gold, lattice_of([])[0], 0)


def test_what_can_only_be_typed() -> None:
    """Trees of several schemes are drawn as something else; so are constituents scored as dependencies."""
    from treecompare.comparison.settings import Settings

    exercise = of_texts(TREE, TREE, Settings(params="none", as_dependencies="collins"))
    editor = editor_of(exercise)
    assert editor.why and not editor.targets(("gold", 0))
    for work in (
        lambda: editor.move(("gold", 0), ("gold", 1)), lambda: editor.text(("gold", 0)), lambda: editor.delete(("gold", 0)),
        lambda: editor.rename(("gold", 0), "X"), lambda: editor.insert([("gold", 0)], "X"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match="edit them as text"):
            work()


def test_dependencies_over_a_lattice_by_their_words() -> None:
    """Their leaves are words."""
    from treecompare.comparison.settings import Settings

    exercise = of_texts(WORDS, WORDS.replace("\tobj\t", "\tobl\t"), Settings(over_lattices=True))
    editor = editor_of(exercise)
    assert isinstance(editor, LeavesEditor)
    mapping = exercise.comparison.trees(0, 0).mapping  # type: ignore[attr-defined]
    place, head = (("test", mapping.test.texts.index(word)) for word in ("dog", "cat"))
    made = editor.move(place, head)
    assert made.exercise.system.sentences[0].heads.tolist() == [2, 5, 0, 5, 3]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("(S (NP a)", "x:1: 1 bracket is not closed; expected a balanced tree", 0),
        ("(S\n  a))", "x:1: a bracket is closed that was not opened; expected a balanced tree", 7),
        ("", "x: there is no tree; expected brackets or CoNLL-U", -1),
        ("(S a)\n(S b)", "x:2: 2 sentences; expected one", -1),
        ("(S )", "x:1: the tree has no words; expected some", -1),
        (WORDS, "x:1: these are dependencies; expected constituents, as they were", -1),
        ("(" * 200_001, "x: 200,001 letters; expected the text of a sentence", 200_000),
    ],
)  # fmt: skip
def test_what_is_typed_and_cannot_be_read(text: str, said: str, place: int) -> None:
    """The line is told, and where the bracket stands."""
    with pytest.raises(ReadError) as error:
        read_text(text, _trees())
    assert str(error.value) == said and unbalanced(text) == place


def test_the_bracket_that_nothing_closes() -> None:
    """In a text that is indented it is the one that should have been closed before the next line."""
    text = _trees().written(is_indented=True)
    assert unbalanced(text) == -1
    for bracket in ("(NP (D the)", "(VP", "(PP"):
        opens = text.index(bracket)
        depth, closes = 0, 0
        for closes in range(opens, len(text)):
            depth += {"(": 1, ")": -1}.get(text[closes], 0)
            if not depth:
                break
        wrong = unbalanced(text[:closes] + text[closes + 1 :])
        assert 0 <= wrong <= opens, bracket
    assert unbalanced("(S\n  (NP (D the)\n  (VP (V saw)))") == 5
    assert unbalanced("(S\n(NP (D the))") == 0 and unbalanced("(S (NP") == 3


def test_constituents_typed_over_dependencies() -> None:
    """The other way round, too."""
    with pytest.raises(ReadError, match="these are constituents; expected dependencies"):
        read_text(TREE, _words())


def test_text_takes_the_place_of_a_side() -> None:
    """With its name; the other side stays."""
    exercise = of_texts(TREE, TREE)
    other = exercise.with_side("test", read_text("(X (Y the) dog)", exercise.side("test")))
    assert (
        other.gold is exercise.gold
        and other.system.name == "system"
        and other.system.written(is_indented=True) == "(X (Y the) dog)\n"
    )
    words = of_texts(WORDS, WORDS)
    assert read_text(words.gold.written(), words.gold).written(is_indented=True) == WORDS


def test_no_more_goes_along_than_has_to() -> None:
    """Of what is left out before a node the nearest goes first."""
    text = "(S (Y (N a) (. .)) (VP (, ,) (X (P at) (N c)) (V b)))"
    exercise = of_texts(text, text)
    editor = editor_of(exercise)
    texts = exercise.comparison.mapping(0, 0).gold.texts  # type: ignore[attr-defined]
    moved = editor.move(("gold", texts.index("X")), ("gold", texts.index("S"))).exercise.gold
    assert moved.written() == "(S (Y (N a) (. .)) (, ,) (X (P at) (N c)) (VP (V b)))\n"


@pytest.mark.parametrize(
    ("text", "node", "mother"),
    [
        ("(ROOT (S (VP (E) (T 0=a)) (S (T 1=b) (T 2=c)) (T 3=d)))", 2, 10),
        ("(ROOT (S (VP (E) (T 0=a) (T 1=b)) (T 2=c) (T 3=d)))", 0, 4),
    ],
)
def test_empty_brackets_among_crossing_branches(text: str, node: int, mother: int) -> None:
    """Sisters stand in the order of their first words, those without words last: as they are read again."""
    edited = drafts.move(_trees(text), node, mother, with_tags=False).treebank
    tree = edited.trees[0]
    again = read_text(edited.written(is_indented=True), edited)
    assert isinstance(again, Treebank) and again.trees[0].brackets() == tree.brackets()
    for daughters in tree.children:
        starts = [int(tree.starts[one]) for one in daughters if tree.starts[one] < tree.ends[one]]
        assert starts == sorted(starts)


def test_what_trees_have_besides_stays_with_its_nodes() -> None:
    """Edge labels and secondary edges; of a new node nothing is said."""
    treebank = _trees("(S (A a) (B b) (C c))")
    trees = treebank.trees
    edge = np.array([trees.symbols.number(f"e{node}") for node in range(7)], np.int32)
    extras = Extras(None, {"edge": edge}, np.array([[1, 5, trees.symbols.number("x")]]))
    edited = drafts.insert(replace(treebank, trees=replace(trees, extras=extras)), [3, 5], "X").treebank.trees
    assert edited.extras is not None
    said = ["" if one == ABSENT else edited.symbols[one] for one in edited.extras.columns["edge"].tolist()]
    assert said == ["e0", "e1", "e2", "e3", "e4", "e5", "", "e6"]
    assert edited.extras.secondary is not None and edited.extras.secondary[:, :2].tolist() == [[1, 5]]
    deleted = drafts.delete(replace(treebank, trees=replace(trees, extras=extras)), 1).treebank.trees
    assert deleted.extras is not None and deleted.extras.secondary is not None and not len(deleted.extras.secondary)


def test_a_mother_that_would_hold_only_what_is_left_out_is_refused() -> None:
    """In the drawing it would be gone."""
    text = "(S (VP (X (N a) (N c)) (, ,)) (V b))"
    exercise = of_texts(text, text)
    texts = exercise.comparison.mapping(0, 0).gold.texts  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match=r"VP .* would be left without words"):
        editor_of(exercise).move(("gold", texts.index("X")), ("gold", texts.index("S")))


def test_what_is_left_out_at_the_ends_stays() -> None:
    """Only what stands between goes into a new constituent."""
    text = "(S (` `) (NP (N a)) (, ,) (VP (V b)) (. .))"
    exercise = of_texts(text.replace("`", "``"), text.replace("`", "``"))
    texts = exercise.comparison.mapping(0, 0).gold.texts  # type: ignore[attr-defined]
    made = editor_of(exercise).insert([("gold", texts.index("NP")), ("gold", texts.index("VP"))], "X")
    assert made.exercise.gold.written() == "(S (`` ``) (X (NP (N a)) (, ,) (VP (V b))) (. .))\n"


def test_enhanced_arcs_stand_in_the_order_of_their_heads() -> None:
    """As the format wants it."""
    words = _words(WORDS.replace("3:nsubj|5:obj", "3:nsubj|4:obj"))
    assert drafts.attach(words, 1, 4).treebank.sentences[0].column("deps")[1] == "4:obj|5:nsubj"


@pytest.mark.parametrize(("word", "offered"), [(0, [2, 3, 4]), (1, [3, 4]), (2, []), (3, [0, 1, 2])])
def test_heads_that_are_offered(word: int, offered: list[int]) -> None:
    """All but the word, its head, and what depends on it, directly or not."""
    assert drafts.heads(_words(), word) == offered


def test_one_segment_in_place_of_several_constituents() -> None:
    """Those that are left with nothing go; the most similar analysis is told first."""
    ways = [[("a", "X"), ("b", "Y")]], [[("ab", "Z")]], [[("a", "X"), ("b", "Q")]]
    lattice, treebank = lattice_of(ways)[0], _trees("(S (NP (X a)) (VP (NP (Y b))))")
    found = drafts.analyses(treebank, lattice, 0)
    assert found.others == ((("a", "X"), ("b", "Q")), (("ab", "Z"),))
    merged = drafts.take(treebank, lattice, 0, found.others[1]).treebank
    assert merged.trees[0].brackets() == "(S (NP (Z ab)))"
    apart = drafts.take(merged, lattice, 0, [("a", "X"), ("b", "Y")]).treebank
    assert apart.trees[0].brackets() == "(S (NP (X a) (Y b)))"


def test_a_segment_before_the_first() -> None:
    """It stands before what was there."""
    ways = [[("b", "Y")], [("c", "Z")]], [[("a", "X"), ("b", "Y")], [("c", "Z")]]
    lattice, treebank = lattice_of(ways)[0], _trees("(S (NP (Y b)) (Z c))")
    found = drafts.analyses(treebank, lattice, 0)
    taken = drafts.take(treebank, lattice, 0, found.others[0])
    assert taken.treebank.trees[0].brackets() == "(S (NP (X a) (Y b)) (Z c))" and taken.nodes == (0,)


@pytest.mark.parametrize("forms", ["abc", "efc"])
def test_a_segment_behind_two_others(forms: str) -> None:
    """Whether these stay or become others."""
    three = list(zip(forms, "XYZ", strict=True))
    lattice = lattice_of(([[("a", "X"), ("b", "Y")], [("d", "W")]], [three, [("d", "W")]]))[0]
    treebank = _trees("(S (NP (X a) (Y b)) (W d))")
    found = drafts.analyses(treebank, lattice, 0)
    taken = drafts.take(treebank, lattice, 0, found.others[0]).treebank
    assert taken.trees[0].brackets() == "(S (NP (X {}) (Y {}) (Z {})) (W d))".format(*forms)


def test_brackets_typed_over_crossing_branches_may_cross_again() -> None:
    """The format stays the one that keeps them."""
    treebank = _trees("(S (A 0=a) (VP (X 1=b) (Y 3=d)) (Z 2=c))")
    assert treebank.trees.crossing.all() and treebank.written() == "(S (A 0=a) (VP (X 1=b) (Y 3=d)) (Z 2=c))\n"
    typed = read_text("(S (A a) (VP (X b)) (Z c) (Y d))", treebank)
    assert typed.format == "discbrackets" and isinstance(typed, Treebank)
    assert drafts.move(
        typed, typed.trees[0].texts.index("Y"), typed.trees[0].texts.index("VP")
    ).treebank.trees.crossing.all()
