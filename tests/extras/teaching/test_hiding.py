"""What is hidden from a class is nowhere in what is compared for it."""

from __future__ import annotations

from dataclasses import replace

from treecompare import resources
from treecompare.comparison.base import score
from treecompare.comparison.files import Files, Opened, open_files
from treecompare.extras.teaching.exercise import Exercise, of_sentence, of_texts, without_gold, without_names
from treecompare.trees.writing import bracket_line

GOLD = "(S (NP I) (VP (V saw) (NP (NP (D the) (N man)) (PP (P with) (NP (D a) (N hat))))))"
SYSTEM = "(S (NP I) (VP (V saw) (NP (D the) (N man)) (PP (P with) (NP (D a) (A hat)))))"


def sample(key: str) -> Exercise:
    one = next(sample for sample in resources.samples() if sample.key == key)
    files = Files(one.gold, tuple(("", path) for path in one.systems), golds=tuple(("", path) for path in one.golds),
                  lattices=one.lattices)  # fmt: skip
    opened = [item for item in open_files(files) if isinstance(item, Opened)][-1]
    return of_sentence(opened.files, opened.treebanks, score(opened.comparison), 0, 0)


def test_names_that_say_nothing_stand_in_for_those_of_files() -> None:
    exercise = of_texts(GOLD, SYSTEM, title="1, Charniak", gold_name="ptb", system_name="Charniak")
    hidden = without_names(exercise)
    assert (hidden.gold.name, hidden.gold.path, hidden.system.name, hidden.system.path) == (
        "gold", "gold", "system", "system",
    )  # fmt: skip
    assert hidden.title == ""
    assert "Charniak" not in " ".join(hidden.comparison.command("score") + hidden.comparison.table.systems)
    for key in exercise.comparison.usual_keys:
        assert hidden.comparison.table.scores(0, key)[0] == exercise.comparison.table.scores(0, key)[0]
    neither = without_names(replace(exercise, is_gold=False))
    assert (neither.comparison.names(0).first, neither.comparison.names(0).second) == ("A", "B")
    assert [one.name for one in without_names(sample("tsarfaty-2011")).golds] == ["gold 1", "gold 2", "gold 3"]


def test_without_the_gold_the_system_stands_on_both_sides() -> None:
    hidden = without_gold(of_texts(GOLD, SYSTEM))
    assert bracket_line(hidden.gold.trees[0]) == bracket_line(hidden.system.trees[0]) == SYSTEM
    assert len(hidden.comparison.errors(0)) == 0


def test_the_gold_of_any_kind_with_one_gold_can_be_hidden() -> None:
    for key in ("first-comparison", "dependencies", "words-that-differ"):
        exercise = sample(key)
        hidden = without_gold(exercise)
        assert hidden.comparison.kind == exercise.comparison.kind
        for measure in hidden.comparison.usual_keys:
            assert hidden.comparison.table.scores(0, measure)[0] == 1
