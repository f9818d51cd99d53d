"""An edit in a lesson, at 40 words: until the new trees are scored, until a formula is filled in, until it is drawn.

Milliseconds of CPU time, the least of several runs; the goal for scores and formula is 50 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

import numpy as np

from tests.benchmarks.timing import Figure, cpu, show
from treecompare.comparison.explain import explain_sentence
from treecompare.drawing.drawn import Space, Telling
from treecompare.drawing.sentence import DEFAULT
from treecompare.extras.teaching.editors import Step, editor_of
from treecompare.extras.teaching.exercise import Exercise, of_texts
from treecompare.measures import ALL_MEASURES
from treecompare.readers import Treebank, read_any
from treecompare.readers.lattice_files import LatticeFile
from treecompare.resources import samples
from treecompare.trees.lattices import lattice_of

WORDS, RUNS = 40, 7
WITH_PUNCTUATION = 46
"""Words of the constituents, of which the preparation leaves so many out."""


def _constituents() -> Exercise:
    """Sentences of the sample under one root, until there are enough words; the system errs in each."""
    sample = next(one for one in samples() if one.key == "first-comparison")
    texts = []
    for path in (sample.gold, sample.systems[0]):
        treebank = read_any(path)
        assert isinstance(treebank, Treebank)
        trees, words = [], 0
        for tree in treebank.trees:
            if words < WITH_PUNCTUATION:
                trees.append(tree.brackets())
                words += len(tree.words)
        texts.append(f"(TOP (S {' '.join(trees)}))")
    return of_texts(*texts)


def _dependencies() -> Exercise:
    """Words in a chain, but some of the system's."""
    rows = [
        f"{one}\tw{one}\t_\tX\t_\t_\t{one - 1}\t{'root' if one == 1 else 'dep'}\t_\t_\n" for one in range(1, WORDS + 1)
    ]
    wrong = [row.replace(f"\t{one}\tdep", f"\t{one // 2 or 1}\tobj") for one, row in enumerate(rows)]
    return of_texts("".join(rows) + "\n", "".join(wrong) + "\n")


def _lattice() -> Exercise:
    """The constituents, two leaves in each space-delimited word, over a lattice that holds each word in one piece, too."""
    plain = _constituents()
    gold = plain.gold
    assert isinstance(gold, Treebank)
    tree = gold.trees[0]
    lexemes = [(tree.texts[word], tree.texts[tree.parents[word]]) for word in tree.word_nodes.tolist()]
    apart = [lexemes[place : place + 2] for place in range(0, len(lexemes), 2)]
    whole = [[("".join(form for form, _ in word), "X")] for word in apart]
    lattices = LatticeFile("words", "words", "spmrl-lattice", lattice_of([apart, whole]), np.ones(1, np.int64))
    return Exercise(plain.golds, plain.system, lattices=(lattices,))


def _edits(exercise: Exercise) -> Iterator[Step]:
    """A node of the system, here and there."""
    editor = editor_of(exercise)
    places = [("test", node) for node in range(len(editor.nodes["test"]))]
    movable = next((place, targets) for place in places if len(targets := editor.targets(place)) > 1)
    for target in cycle(movable[1]):
        yield editor.move(movable[0], target)


def figures() -> Iterator[Figure]:
    """Each kind of trees."""

    def taken(title: str, work: Callable[[], object]) -> Figure:
        return Figure(title, cpu(work, RUNS), "ms")

    for kind, exercise in (
        ("constituents", _constituents()), ("dependencies", _dependencies()), ("lattice", _lattice()),
    ):  # fmt: skip
        words = exercise.comparison.texts()[0].split()
        edits = _edits(exercise)
        key = exercise.comparison.usual_keys[0]

        def scored(edits: Iterator[Step] = edits) -> Exercise:
            made = next(edits)
            _ = made.exercise.comparison
            return made.exercise

        def explained(scored: Callable[[], Exercise] = scored, key: str = key) -> None:
            found = scored().comparison
            for one in found.applying(ALL_MEASURES):
                if one.part != "judged":
                    found.table.scores(0, one.key)
            explain_sentence(found, 0, 0, key)

        yield taken(f"{kind}, {len(words)} words: edited and scored", scored)
        yield taken(f"{kind}: all measures and a formula", explained)
        place = ("test", len(editor_of(exercise).nodes["test"]) // 2)
        yield taken(
            f"{kind}: where a node can go",
            lambda place=place, exercise=exercise: editor_of(exercise).targets(place),
        )
        yield taken(
            f"{kind}: both as text",
            lambda exercise=exercise: [
                exercise.gold.written(is_indented=True),
                exercise.system.written(is_indented=True),
            ],
        )

        def drawn(edits: Iterator[Step] = edits) -> None:
            comparison = next(edits).exercise.comparison
            found = comparison.drawn(0, 0, DEFAULT, Telling())
            found.lay_out(Space(900.0, 600.0))

        yield taken(f"{kind}: edited, scored, drawn", drawn)


if __name__ == "__main__":
    show(figures())
