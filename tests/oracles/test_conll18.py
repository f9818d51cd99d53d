"""conll18_ud_eval.py 1.2, every figure of every run.

Where that program gives up, the figures cannot be compared; what must hold instead is listed in BETTER. Besides, it reads a line
with an empty node inside of a token of several words as one of its words; here empty nodes may stand anywhere. It aligns the whole
file in one go, so that after a token that it could not align it may take a word of one sentence for a word of the next; here
words are aligned between the sentence breaks that both files have. (No run here has either.) Words that are written otherwise are
other words to it. Blanks in the words of a token of several words count there and do not here.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import SHARED
from tests.measures.shared_task import evaluate, load
from treecompare.mappings.tokens import align
from treecompare.measures import Counts
from treecompare.measures.dependencies import DEPENDENCY_PARTS, aligned_accuracy
from treecompare.measures.measure import dice, precision, recall
from treecompare.measures.words import WordScores
from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU, DependencyTreebank
from treecompare.trees.arcs import check

ORACLES = SHARED / "oracles" / "conll18"
PARTS = {
    "Tokens": "tokens", "Sentences": "sentences", "Words": "words", "UPOS": "upos", "XPOS": "xpos", "UFeats": "ufeats",
    "AllTags": "alltags", "Lemmas": "lemmas", "UAS": "uas", "LAS": "las", "CLAS": "clas", "MLAS": "mlas", "BLEX": "blex",
}  # fmt: skip
FORMULAS = {"precision": precision, "recall": recall, "f1": dice, "aligned_accuracy": aligned_accuracy}

# the program ends with an error and no figures; here: the sentence is scored (words right in LAS), or it is not (why);
# what is said about the file or the sentence
BETTER = {
    "blank_lines_double": (2, "line 3: 1 superfluous empty line"),
    "err_bad_id": (None, "line 2: ID is '3'; expected 2"),
    "err_comment_inside": (2, "line 2: 1 comment stands inside of a sentence"),
    "err_cycle": (1, "2 words on a cycle of heads"),
    "err_empty_form": (None, "line 3: FORM is empty; expected a word"),
    "err_head_not_number": (1, "1 of 2 words has no head"),
    "err_head_outside": (1, "1 word with a head outside of the sentence"),
    "err_nine_columns": (None, "line 2: 9 columns; expected 10"),
    "err_no_final_blank": (2, ""),
    "err_no_root": (0, "no root"),
    "err_text_differs": (
        2,
        "other characters: 1 word, counted as the same; first sentence 1, word 2: 'b' in the gold, 'B' ",
    ),
    "err_two_roots": (1, "2 roots"),
}


def runs() -> list[str]:
    return sorted(path.parent.name for path in ORACLES.glob("*/expected.tsv"))


def files(folder: Path) -> tuple[DependencyTreebank, DependencyTreebank]:
    return read_dependencies(folder / "gold.conllu", "conllu"), read_dependencies(folder / "system.conllu", "conllu")


def summed(counts: Counts) -> Counts:
    return Counts(*(int(getattr(counts, name).sum()) for name in ("gold", "test", "matched", "words")))


@pytest.mark.parametrize("name", runs() or [pytest.param("", id="none")])
def test_figures(shared: Path, name: str) -> None:
    folder = shared / "oracles" / "conll18" / name
    gold, test = files(folder)
    assert not gold.problems and not test.problems
    scores = WordScores(gold.sentences, test.sentences, align(gold.sentences, test.sentences))
    assert not scores.alignment.reasons and not scores.alignment.extra
    expected: dict[str, dict[str, str]] = defaultdict(dict)
    for line in (folder / "expected.tsv").read_text("utf-8").splitlines():
        metric, field, value = line.split("\t")
        expected[metric][field] = value
    assert set(expected) == set(PARTS)
    for metric, fields in expected.items():
        counts = summed(scores.part(PARTS[metric]))
        got = {"correct": counts.matched, "gold": counts.gold, "system": counts.test, "aligned": counts.words}
        got = {field: str(value) for field, value in got.items()}
        # the program prints 0.00 where there is nothing to divide by
        got |= {field: f"{100 * (formula(counts).value or 0):.2f}" for field, formula in FORMULAS.items()}
        assert {field: got[field] for field in fields} == fields, metric


@pytest.mark.parametrize("name", runs() or [pytest.param("", id="none")])
def test_the_rules_in_plain_python_have_these_figures_too(shared: Path, name: str) -> None:
    """So that they may serve as an oracle for random treebanks (tests/mappings/test_tokens.py)."""
    folder = shared / "oracles" / "conll18" / name
    plain = evaluate(*(load((folder / f"{side}.conllu").read_text("utf-8")) for side in ("gold", "system")))
    fields = {"gold": 0, "system": 1, "correct": 2, "aligned": 3}
    checked = 0
    for line in (folder / "expected.tsv").read_text("utf-8").splitlines():
        metric, field, value = line.split("\t")
        if field in fields:
            assert str(plain[PARTS[metric]][fields[field]]) == value, (metric, field)
            checked += 1
    assert checked > 40


@pytest.mark.parametrize("name", BETTER)
def test_where_the_program_gives_up_the_rest_is_scored(shared: Path, name: str) -> None:
    right, said = BETTER[name]
    folder = shared / "oracles" / "conll18" / name
    assert (folder / "error.txt").is_file()
    gold, test = files(folder)
    alignment = align(gold.sentences, test.sentences)
    counts = summed(WordScores(gold.sentences, test.sentences, alignment).part("las"))
    assert (counts.matched if alignment.aligned.all() else None) == right
    heads = [check(side.sentences) for side in (gold, test)]
    told = [
        *gold.warnings,
        *test.warnings,
        *(f"line {problem.line}: {problem.reason}" for problem in test.problems.values()),
        *(reason for one in heads for sentence in one.irregular for reason in one.reasons(int(sentence))),
        *alignment.reasons.values(),
        *alignment.warnings,
    ]
    assert any(one.startswith(said) for one in told) if said else not told


def test_every_broken_sentence_leaves_the_others_their_scores(shared: Path) -> None:
    """All broken systems and one good one as a single file: the good sentences are scored, each bad one has its reason."""
    folders = [shared / "oracles" / "conll18" / name for name in (*sorted(BETTER), "same_tokens")]
    texts = {
        side: b"\n\n".join((folder / f"{side}.conllu").read_bytes().strip(b"\n") for folder in folders) + b"\n"
        for side in ("gold", "system")
    }
    gold, test = (CONLLU.read(text, side, side) for side, text in texts.items())
    alignment = align(gold.sentences, test.sentences)
    unscored = [name for name, (right, _) in sorted(BETTER.items()) if right is None]
    assert len(alignment.reasons) == len(unscored) == len(test.problems)
    alone = files(folders[-1])
    scores = WordScores(gold.sentences, test.sentences, alignment)
    alone_scores = WordScores(alone[0].sentences, alone[1].sentences, align(alone[0].sentences, alone[1].sentences))
    count = len(alone[0].sentences)
    for part in DEPENDENCY_PARTS:
        for name in ("gold", "test", "matched", "words"):
            ours, theirs = getattr(scores.part(part), name)[-count:], getattr(alone_scores.part(part), name)
            assert ours.tolist() == theirs.tolist(), (part, name)
