"""A sentence that is copied scores as it does among others; trees that are typed score as files with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from treecompare.comparison.base import score
from treecompare.comparison.files import Files, Opened, open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, UsageError
from treecompare.extras.teaching.exercise import of_sentence, of_texts, read_sentence
from treecompare.measures import ALL_MEASURES
from treecompare.resources import Sample, samples
from treecompare.scores.table import PARTIAL, SCORED

SAMPLES = {one.key: one for one in samples()}
GOLD, SYSTEM = "(S (NP (D the) (N dog)) (VP (V barked)))", "(S (D the) (VP (N dog) (V barked)))"


def _opened(files: Files, settings: Settings | None = None) -> Opened:
    found = opened(open_files(files, settings))
    score(found.comparison)
    return found


def _sample(sample: Sample, settings: Settings | None = None) -> Opened:
    return _opened(sample_files(sample), settings)


def _scores(comparison: object, system: int) -> list[dict[str, float]]:
    """Of each row, by measure."""
    table = comparison.table  # type: ignore[attr-defined]
    measures = [one for one in comparison.applying(ALL_MEASURES) if one.part != "judged"]  # type: ignore[attr-defined]
    scores = {one.key: table.scores(system, one.key).tolist() for one in measures}
    return [
        {one.key: scores[one.key][row] for one in measures if table.exists(system, row, one.part)}
        for row in range(table.sentences)
    ]


@pytest.mark.parametrize(
    ("key", "settings"),
    # head rules are there for the tags of one of them
    [*((key, Settings()) for key in sorted(SAMPLES)), ("first-comparison", Settings(with_dependencies="auto"))],
    ids=[*sorted(SAMPLES), "dependencies-beside"],
)
def test_a_copied_sentence_has_the_scores_of_the_original(key: str, settings: Settings) -> None:
    """Under every measure, in every kind of comparison."""
    found = _sample(SAMPLES[key], settings)
    comparison = found.comparison
    compared = 0
    for system in range(len(comparison.systems)):
        for row, expected in enumerate(_scores(comparison, system)):
            every = (3 if settings.with_dependencies is not None else 1) * stride(1 + comparison.sentences // 4)
            if row % every or comparison.table.statuses[system, row] not in (SCORED, PARTIAL):
                continue
            exercise = of_sentence(found.files, found.treebanks, comparison, system, row)
            copied = _scores(exercise.comparison, 0)[exercise.row]
            for name, value in expected.items():
                if name in copied:
                    np.testing.assert_equal(copied[name], value, err_msg=f"{name} of sentence {row + 1}")
                else:  # whether a treebank has functions is asked of all of it
                    assert "no grammatical functions" in exercise.comparison.table.lacking(name, 0, 0)
            compared += len(expected)
    assert compared


def test_a_copy_has_only_its_own_symbols_and_keeps_its_name() -> None:
    """What is done with each label then takes no time, in whatever corpus the sentence stood."""
    found = _sample(SAMPLES["first-comparison"])
    exercise = of_sentence(found.files, found.treebanks, found.comparison, 1, 2)
    trees = exercise.system.trees  # type: ignore[union-attr]
    assert sorted(trees.symbols.texts) == sorted({text for tree in trees for text in tree.texts})
    assert exercise.system.name == found.comparison.table.systems[1]
    assert exercise.title == found.comparison.sentence_title(1, 2)


def test_typed_trees_score_as_files_with_them(tmp_path: Path) -> None:
    """In brackets as in CoNLL-U."""
    dependencies = [
        f"1\tdogs\t_\tNOUN\t_\t_\t2\t{relation}\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
        for relation in ("nsubj", "obj")
    ]
    for gold, system in ((GOLD, SYSTEM), tuple(dependencies)):
        for name, text in (("a", gold), ("b", system)):
            (tmp_path / name).write_text(text, "utf-8")
        files = _opened(Files(str(tmp_path / "a"), (("", str(tmp_path / "b")),))).comparison
        exercise = of_texts(gold, system)
        assert _scores(exercise.comparison, 0)[0] == _scores(files, 0)[0]
        assert exercise.comparison.kind == files.kind


def test_what_is_no_sentence_is_told() -> None:
    """With the side and the line."""
    with pytest.raises(ReadError, match="gold"):
        of_texts("nothing", SYSTEM)
    with pytest.raises(ReadError, match=r"^system: 2 sentences; expected one"):
        of_texts(GOLD, f"{SYSTEM}\n{SYSTEM}")
    with pytest.raises(ReadError, match="here:1: 2 brackets are not closed"):
        read_sentence("(S\n (NP", "here")


def test_a_missing_parse_is_told(tmp_path: Path) -> None:
    """There is nothing to work on."""
    (tmp_path / "a").write_text(f"{GOLD}\n{GOLD}\n", "utf-8")
    (tmp_path / "b").write_text(f"{SYSTEM}\n(())\n", "utf-8")
    found = _opened(Files(str(tmp_path / "a"), (("", str(tmp_path / "b")),)))
    with pytest.raises(UsageError, match="expected a sentence with scores"):
        of_sentence(found.files, found.treebanks, found.comparison, 0, 1)
