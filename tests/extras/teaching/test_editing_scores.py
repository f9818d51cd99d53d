"""A system's tree is edited into the gold's: every step has the scores of files with these trees, the last has the best of all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from treecompare.comparison.base import AnyTreebank, score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.extras.teaching import drafts
from treecompare.extras.teaching.exercise import Exercise, of_texts, read_sentence
from treecompare.measures import ALL_MEASURES, measure
from treecompare.readers import DependencyTreebank, Treebank, read_any
from treecompare.readers.lattice_files import read_lattices
from treecompare.resources import Sample, samples
from treecompare.trees.tree import WORD, Trees

SAMPLES = {one.key: one for one in samples()}
CROSSING = (
    "(ROOT (S (VP (NP (ART 0=den) (NN 1=Hund)) (VVPP 4=gesehen)) (VAFIN 2=hat) (NP (PPER 3=sie))) ($. 5=.))",
    "(ROOT (S (NP (ART 0=den) (NN 1=Hund)) (VP (VAFIN 2=hat) (NP (PPER 3=sie)) (VVPP 4=gesehen))) ($. 5=.))",
)


def _file_scores(exercise: Exercise, folder: Path) -> dict[str, float]:
    """The scores of files with the trees of an exercise."""
    paths = []
    for number, one in enumerate((exercise.gold, exercise.system)):
        paths.append(folder / f"{number}.{'mrg' if isinstance(one, Treebank) else 'conllu'}")
        paths[-1].write_text(one.written(), "utf-8")
    lattices = []
    for file in exercise.lattices:
        lattices.append(folder / "words.lattice")
        rows = [
            f"{arc.source}\t{arc.target}\t{arc.form}\t{arc.lemma}\t{arc.tag}\t{arc.xpos}\t{arc.feats}\t{arc.token}\n"
            for arc in file.lattices[0].arcs
        ]
        lattices[-1].write_text("".join(rows) + "\n", "utf-8")
    files = Files(str(paths[0]), (("", str(paths[1])),), lattices=tuple(map(str, lattices)))
    return _scores(score(opened(open_files(files, exercise.settings)).comparison))


def _scores(comparison: object) -> dict[str, float]:
    table = comparison.table  # type: ignore[attr-defined]
    return {
        one.key: float(table.scores(0, one.key)[0])
        for one in comparison.applying(ALL_MEASURES)  # type: ignore[attr-defined]
        if table.exists(0, 0, one.part) and one.part != "judged"
    }


def _check(exercise: Exercise, steps: Iterator[AnyTreebank], folder: Path) -> int:
    """Every step has the scores of its files (by day: every fourth), the last one is as good as can be; how many there were."""
    count, last = 0, exercise
    for treebank in steps:
        last = exercise.with_side("test", treebank)
        count += 1
        if count % stride(4):
            continue
        found, expected = _scores(last.comparison), _file_scores(last, folder)
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            np.testing.assert_equal(found[key], value, err_msg=f"{key} at step {count}")
    final = _scores(last.comparison)
    assert len(final) > 4
    for key, value in final.items():
        if not measure(key).identity_is_one:
            assert value == 0 or measure(key).higher_is_better, key
        elif not np.isnan(value):
            assert value == 1, key
    return count


def _one(treebank: Treebank, sentence: int) -> Treebank:
    return Treebank(
        treebank.name, treebank.path, treebank.format, treebank.trees.part(sentence, sentence + 1).with_own_symbols(),
        treebank.lines[sentence : sentence + 1],
    )  # fmt: skip


def _into(treebank: Treebank, gold: Trees) -> Iterator[Treebank]:
    """The tree of a treebank, edited into another one over the same words: taken apart, put together, renamed."""
    wanted = gold[0]
    while True:
        tree = treebank.trees[0]
        inner = [
            node for node in range(len(tree) - 1)
            if tree.kinds[node] != WORD and [tree.kinds[one] for one in tree.children[node]] != [WORD]
        ]  # fmt: skip
        if not inner:
            break
        treebank = drafts.delete(treebank, inner[0]).treebank
        yield treebank
    for word, wanted_word in zip(range(len(wanted.words)), wanted.word_nodes.tolist(), strict=True):
        tag = wanted.texts[wanted.parents[wanted_word]]
        node = int(treebank.trees[0].word_nodes[word])
        if treebank.trees[0].texts[drafts.tag_of(treebank, node)] != tag:
            treebank = drafts.rename(treebank, drafts.tag_of(treebank, node), tag).treebank
            yield treebank
    for node in range(len(wanted) - 1):
        below = wanted.children[node]
        if wanted.kinds[node] == WORD or [wanted.kinds[one] for one in below] == [WORD]:
            continue
        tree = treebank.trees[0]
        words = wanted.word_sets[node]
        root = len(tree) - 1
        over = [one for one in tree.children[root] if tree.word_sets[one] & words]
        treebank = drafts.insert(treebank, over, wanted.texts[node]).treebank
        yield treebank
    root = len(treebank.trees[0]) - 1
    if treebank.trees[0].texts[root] != wanted.texts[-1]:
        treebank = drafts.rename(treebank, root, wanted.texts[-1]).treebank
        yield treebank


@pytest.mark.parametrize("params", ["standard", "none"])
@pytest.mark.parametrize("name", ["attach-high", "attach-low", "unary-and-labels"])
def test_trees_of_constituents(name: str, params: str, tmp_path: Path) -> None:
    """Each sentence of the first sample, whatever is left out of it."""
    sample = SAMPLES["first-comparison"]
    gold = read_any(sample.gold)
    system = read_any(next(path for path in sample.systems if name in path))
    assert isinstance(gold, Treebank) and isinstance(system, Treebank)
    steps = 0
    for sentence in (0, 5):
        first, second = _one(gold, sentence), _one(system, sentence)
        exercise = Exercise((first,), second, Settings(params=params))
        steps += _check(exercise, _into(second, first.trees), tmp_path)
    assert steps > 10


def test_crossing_branches(tmp_path: Path) -> None:
    """Where the format has them, branches cross in between, too."""
    exercise = of_texts(*CROSSING)
    assert exercise.gold.trees.crossing.all() and not exercise.system.trees.crossing.any()  # type: ignore[union-attr]
    assert _check(exercise, _into(exercise.system, exercise.gold.trees), tmp_path) > 3  # type: ignore[union-attr, arg-type]


def test_a_phrase_that_moves(tmp_path: Path) -> None:
    """One step from the wrong attachment to the right one."""
    exercise = of_texts(
        "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN dog))))) (. .))",
        "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man))) (PP (IN with) (NP (DT a) (NN dog)))) (. .))",
    )
    tree = exercise.system.trees[0]  # type: ignore[union-attr]
    phrase = tree.texts.index("PP")
    outer = tree.parents[tree.parents[tree.texts.index("DT")]]
    moved = drafts.move(exercise.system, phrase, outer).treebank  # type: ignore[arg-type]
    assert moved.written(is_indented=True) == exercise.gold.written(is_indented=True)
    assert _check(exercise, iter([exercise.system, moved]), tmp_path) == 2


def _arcs_into(treebank: DependencyTreebank, gold: DependencyTreebank) -> Iterator[DependencyTreebank]:
    """Dependencies edited into others over the same words, from the root down."""
    wanted = gold.sentences[0]
    heads = wanted.heads.tolist()
    todo = [word for word, head in enumerate(heads) if head == 0]
    while todo:
        word = todo.pop(0)
        now = treebank.sentences[0]
        if heads[word] == 0 and now.heads[word] != 0:
            treebank = drafts.make_root(treebank, word).treebank
            yield treebank
        elif heads[word] != now.heads[word]:
            treebank = drafts.attach(treebank, word, heads[word] - 1).treebank
            yield treebank
        for column, change in (
            ("deprel", drafts.relate),
            ("upos", lambda *given: drafts.tag(*given, "upos")),
            ("xpos", lambda *given: drafts.tag(*given, "xpos")),
        ):
            text = wanted.column(column)[word]
            if treebank.sentences[0].column(column)[word] != text:
                treebank = change(treebank, word, text).treebank
                yield treebank
        todo += [one for one, head in enumerate(heads) if head == word + 1]


@pytest.mark.parametrize("name", ["attach-high", "attach-low", "labels"])
def test_dependencies(name: str, tmp_path: Path) -> None:
    """Each sentence of the sample."""
    sample = SAMPLES["dependencies"]
    texts = [
        Path(path).read_text("utf-8").strip("\n").split("\n\n")
        for path in (sample.gold, next(path for path in sample.systems if name in path))
    ]
    steps = 0
    for gold, system in zip(*texts, strict=True):
        exercise = of_texts(gold + "\n\n", system + "\n\n")
        steps += _check(exercise, _arcs_into(exercise.system, exercise.gold), tmp_path)  # type: ignore[arg-type]
    assert steps > 3


def test_another_root(tmp_path: Path) -> None:
    """The root is exchanged for a word that depends on a word that depends on it."""
    rows = "1\ta\t_\tX\t_\t_\t{}\t{}\t_\t_\n2\tb\t_\tX\t_\t_\t{}\t{}\t_\t_\n3\tc\t_\tX\t_\t_\t{}\t{}\t_\t_\n\n"
    exercise = of_texts(rows.format(2, "obj", 3, "obl", 0, "root"), rows.format(0, "root", 1, "obj", 2, "obl"))
    assert _check(exercise, _arcs_into(exercise.system, exercise.gold), tmp_path) == 5  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["gold-input", "predicted-input", "raw-input"])
def test_trees_over_a_lattice(name: str, tmp_path: Path) -> None:
    """Segments that differ first, along paths of the lattice where it has them; then the tree over them."""
    sample: Sample = SAMPLES["words-that-differ"]
    gold, system = read_any(sample.gold), read_any(next(path for path in sample.systems if name in path))
    assert isinstance(gold, Treebank) and isinstance(system, Treebank)
    lattices = read_lattices(sample.lattices[0])
    steps = 0
    for sentence in range(0, len(gold.trees), stride(3)):
        first, second = _one(gold, sentence), _one(system, sentence)
        lattice = lattices.chosen(np.array([sentence]))
        exercise = Exercise((first,), second, lattices=(lattice,))

        def way_to_gold(second: Treebank = second, first: Treebank = first) -> Iterator[Treebank]:
            wanted = {
                one.token: one.now
                for word in first.trees[0].word_nodes.tolist()
                for one in [drafts.analyses(first, lattice.lattices[0], word)]  # noqa: B023
            }
            now = second
            for token, way in wanted.items():
                for word in now.trees[0].word_nodes.tolist():
                    known = drafts.analyses(now, lattice.lattices[0], word)  # noqa: B023
                    if known.token == token and known.now != way:
                        now = drafts.take(now, lattice.lattices[0], word, way).treebank  # noqa: B023
                        yield now
                        break
            yield from _into(now, first.trees)

        steps += _check(exercise, way_to_gold(), tmp_path)
    assert steps > 20


def test_a_step_that_is_not_allowed_changes_nothing() -> None:
    """What refuses leaves the treebank as it was, to the byte."""
    treebank = read_sentence("(S (NP (D the) (N dog)) (VP (V barked)))", "x")
    assert isinstance(treebank, Treebank)
    before = [column.tobytes() for column in (treebank.trees.labels, treebank.trees.kinds, treebank.trees.sizes)]
    for node, mother in ((4, 6), (4, 4), (0, 1), (6, 4)):
        with pytest.raises(UsageError):
            drafts.move(treebank, node, mother)
    assert before == [
        column.tobytes() for column in (treebank.trees.labels, treebank.trees.kinds, treebank.trees.sizes)
    ]
