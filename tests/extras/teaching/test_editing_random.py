"""Whatever is done to trees, they stay trees over the same words; what is undone is what was there, to the byte."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from treecompare.errors import UsageError
from treecompare.extras.teaching import drafts
from treecompare.extras.teaching.drafts import Edited
from treecompare.extras.teaching.editors import editor_of
from treecompare.extras.teaching.exercise import Exercise, of_texts, read_sentence, read_text
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.trees.arcs import check
from treecompare.trees.tree import CONSTITUENT, WORD

LABELS = st.sampled_from(["NP", "VP-X", "S=1", "é", "  ADJP ", "", "A B", "(", "TOP"])


@st.composite
def brackets(draw: st.DrawFn, with_places: bool = False) -> str:
    """A tree; ``with_places``: its branches may cross."""
    words = draw(st.integers(1, 7))
    parts = [f"(T{draw(st.integers(0, 2))} {{{place}}}w{place})" for place in range(words)]
    while len(parts) > 1 or draw(st.integers(0, 3)) == 3:
        first = draw(st.integers(0, len(parts) - 1))
        last = draw(st.integers(first, min(first + 2, len(parts) - 1)))
        label = draw(st.sampled_from(["S", "NP", "VP", "", "-NONE-"]))
        empty = draw(st.sampled_from(["", "", "(E)"])) if label == "VP" else ""
        parts[first : last + 1] = [f"({label} {empty}{' '.join(parts[first : last + 1])})"]
    text = f"(ROOT {parts[0]})"
    places = draw(st.permutations(range(words))) if with_places else range(words)
    return text.format(*(f"{place}=" if with_places else "" for place in places))


def _columns(treebank: Any) -> list[bytes]:
    if isinstance(treebank, Treebank):
        trees, extras = treebank.trees, treebank.trees.extras
        found = [trees.labels, trees.kinds, trees.sizes, trees.offsets]
        found += [extras.positions] if extras is not None and extras.positions is not None else []
        return [*(column.tobytes() for column in found), "\n".join(trees.symbols.texts).encode()]
    words = treebank.sentences
    found = [words.head, words.deprel, words.upos, words.xpos, words.deps, words.offsets]
    return [*(column.tobytes() for column in found), "\n".join(words.symbols.texts).encode()]


def _check_tree(treebank: Treebank, before: Treebank) -> None:
    tree = treebank.trees[0]
    assert tree.words == before.trees[0].words
    assert len(tree.roots) == 1 and int(tree.sizes[-1]) == len(tree)
    assert all(kind in (WORD, CONSTITUENT) for kind in tree.kinds.tolist())
    for node, daughters in enumerate(tree.children):
        assert int(tree.sizes[node]) == 1 + sum(int(tree.sizes[one]) for one in daughters)
    empty = [node for node in range(len(tree)) if tree.kinds[node] != WORD and tree.sizes[node] == 1]
    assert len(empty) <= sum(text == "E" for text in before.trees[0].texts)
    if treebank.format == "brackets":
        assert not tree.is_crossing
    starts = [[int(tree.starts[one]) for one in some if tree.starts[one] < tree.ends[one]] for some in tree.children]
    assert all(some == sorted(some) for some in starts)


def _edit(data: st.DataObject, treebank: Treebank) -> Edited | None:
    nodes = st.integers(0, len(treebank.trees.labels) - 1)
    what = data.draw(st.sampled_from(["move", "rename", "insert", "delete", "retag"]))
    try:
        if what == "move":
            return drafts.move(treebank, data.draw(nodes), data.draw(nodes), data.draw(st.booleans()))
        if what == "rename":
            return drafts.rename(treebank, data.draw(nodes), data.draw(LABELS))
        if what == "retag":
            return drafts.rename(treebank, drafts.tag_of(treebank, data.draw(nodes)), data.draw(LABELS))
        if what == "delete":
            return drafts.delete(treebank, data.draw(nodes))
        chosen = data.draw(st.lists(nodes, max_size=3))
        return drafts.insert(treebank, chosen, data.draw(LABELS), data.draw(st.booleans()))
    except UsageError as error:
        assert str(error)
        return None


@given(st.data(), st.booleans())
@settings(max_examples=150 // stride(4))
def test_edits_keep_trees_whole(data: st.DataObject, crosses: bool) -> None:
    """Also: what was there before is never changed, and what is written is read again as the same."""
    first = read_sentence(data.draw(brackets(crosses)), "x")
    assert isinstance(first, Treebank)
    treebank, known = first, [(first, _columns(first))]
    for _ in range(data.draw(st.integers(1, 8))):
        edited = _edit(data, treebank)
        if edited is None:
            continue
        treebank = edited.treebank
        _check_tree(treebank, first)
        known.append((treebank, _columns(treebank)))
        again = read_text(treebank.written(is_indented=True), treebank)
        assert isinstance(again, Treebank) and again.trees[0].brackets() == treebank.trees[0].brackets()
        np.testing.assert_array_equal(again.trees[0].ranks, treebank.trees[0].ranks)
    for one, columns in known:
        assert _columns(one) == columns


@given(st.data(), st.booleans())
@settings(max_examples=60 // stride(3))
def test_what_is_offered_can_be_done(data: st.DataObject, crosses: bool) -> None:
    """The mothers that are offered are those that are not refused."""
    treebank = read_sentence(data.draw(brackets(crosses)), "x")
    assert isinstance(treebank, Treebank)
    node = data.draw(st.integers(0, len(treebank.trees.labels) - 1))
    with_tags = data.draw(st.booleans())
    possible = []
    for mother in range(len(treebank.trees.labels)):
        try:
            drafts.move(treebank, node, mother, with_tags)
        except UsageError:
            continue
        possible.append(mother)
    assert drafts.mothers(treebank, node, with_tags) == possible


@st.composite
def arcs(draw: st.DrawFn) -> DependencyTreebank:
    """Words that depend on each other in a tree with one root."""
    order = draw(st.permutations(range(1, draw(st.integers(1, 7)) + 1)))
    heads = {word: 0 if not place else order[draw(st.integers(0, place - 1))] for place, word in enumerate(order)}
    relations = {word: draw(st.sampled_from(["nsubj", "obj", "det"])) for word in heads}
    rows = [
        f"{word}\tw{word}\t_\tX\tY\t_\t{heads[word]}\t{relations[word]}\t{heads[word]}:{relations[word]}\t_"
        for word in sorted(heads)
    ]
    found = read_sentence("\n".join(rows) + "\n\n", "x")
    assert isinstance(found, DependencyTreebank)
    return found


@given(st.data())
@settings(max_examples=150 // stride(4))
def test_arcs_stay_a_tree(data: st.DataObject) -> None:
    """With one root and no circle; the enhanced graph keeps the arcs of the tree; heads that are offered are allowed."""
    treebank = data.draw(arcs())
    known = [(treebank, _columns(treebank))]
    for _ in range(data.draw(st.integers(1, 8))):
        words = st.integers(0, treebank.sentences.words - 1)
        word, other = data.draw(words), data.draw(words)
        text = data.draw(st.sampled_from(["nsubj", "obl:x", "", "a b", "é"]))
        what = data.draw(st.sampled_from(["attach", "root", "relate", "tag"]))
        try:
            if what == "attach":
                is_offered = other in drafts.heads(treebank, word)
                try:
                    treebank = drafts.attach(treebank, word, other).treebank
                except UsageError:
                    assert not is_offered
                    continue
                assert is_offered
            elif what == "root":
                treebank = drafts.make_root(treebank, word).treebank
            elif what == "relate":
                treebank = drafts.relate(treebank, word, text).treebank
            else:
                treebank = drafts.tag(treebank, word, text, "xpos").treebank
        except UsageError:
            continue
        known.append((treebank, _columns(treebank)))
        assert not len(check(treebank.sentences).irregular)
        sentence = treebank.sentences[0]
        basic = [f"{h}:{r}" for h, r in zip(sentence.heads.tolist(), sentence.relations, strict=True)]
        assert sentence.column("deps") == basic
    for one, columns in known:
        assert _columns(one) == columns


@given(st.data())
@settings(max_examples=40 // stride(4))
def test_a_drawing_is_edited_and_what_it_was_made_of_stays(data: st.DataObject) -> None:
    """Through the drawing of prepared trees; so the exercises before are what undoing goes back to."""
    text = data.draw(brackets())
    exercises = [of_texts(text, text)]
    states = [_written(exercises[0])]
    for _ in range(data.draw(st.integers(1, 5))):
        editor = editor_of(exercises[-1], data.draw(st.sampled_from(["whole", "roof"])))
        side = data.draw(st.sampled_from(["gold", "test"]))
        if not editor.nodes[side]:
            break
        place = (side, data.draw(st.integers(0, len(editor.nodes[side]) - 1)))
        targets = editor.targets(place)
        try:
            made = (
                editor.move(place, data.draw(st.sampled_from(targets)))
                if targets
                else editor.insert([place], "X")
                if data.draw(st.booleans())
                else editor.delete(place)
            )
        except UsageError:
            assert not targets
            continue
        other = "test" if side == "gold" else "gold"
        assert made.exercise.side(other) is exercises[-1].side(other)
        exercises.append(made.exercise)
        states.append(_written(made.exercise))
        _ = made.exercise.comparison
    assert [_written(one) for one in exercises] == states


def _written(exercise: Exercise) -> list[object]:
    """What files with the trees hold, and their columns; tables of symbols grow where trees are compared."""
    return [[one.written(is_indented=True), *_columns(one)[:-1]] for one in (exercise.gold, exercise.system)]
