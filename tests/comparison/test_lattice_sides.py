"""Dependencies whose words differ: where their space-delimited words come from, what is lifted, which table answers."""

from __future__ import annotations

import numpy as np

from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.measures import measure
from treecompare.readers import DependencyTreebank, read_content
from treecompare.readers.lattice_files import SegmentationFile
from treecompare.scores.table import SCORED, SKIPPED

Word = str
"""``form/head/relation``, or ``2-3:form`` for a token of several words."""


def conllu(name: str, *sentences: str) -> DependencyTreebank:
    lines = []
    for sentence in sentences:
        number = 0
        for word in sentence.split():
            if ":" in word:
                numbers, form = word.split(":")
                lines.append(f"{numbers}\t{form}" + "\t_" * 8)
                continue
            number += 1
            form, head, relation = word.split("/")
            lines.append(f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_")
        lines.append("")
    treebank = read_content("\n".join([*lines, ""]).encode(), f"{name}.conllu", "conllu", name)
    assert isinstance(treebank, DependencyTreebank)
    return treebank


def segments(name: str, *sentences: str) -> SegmentationFile:
    rows = [[(word.replace(":", ""), word) for word in sentence.split()] for sentence in sentences]
    return SegmentationFile(name, name, rows, np.arange(1, len(rows) + 1))


CUT = "1-2:ab a/0/root b/1/x c/1/y"
WHOLE = "ab/0/root c/1/y"
PLAIN = "p/0/root q/1/x"


def test_tokens_of_several_words_say_what_belongs_together() -> None:
    found = score(LatticeComparison(conllu("g", PLAIN, CUT), [conllu("s", PLAIN, WHOLE)], Segmentations()))
    assert found.table.statuses.tolist() == [[SCORED, SCORED]]
    assert found.table.scores(0, "tedeval.lattice")[0] == 1 and 0 < found.table.scores(0, "tedeval.lattice")[1] < 1
    # a | b | c against ab | c: one of five segments on both sides
    assert found.table.scores(0, "segeval.unlabelled").tolist() == [1.0, 1 - 3 / 5]
    assert found.table.part(0, "segeval", slice(1, 2)).gold.tolist() == [3]
    assert found.table.changed(0)[0] == 0 and found.table.changed(0)[1] > 0


def test_other_measures_answer_row_by_row() -> None:
    gold, more = conllu("g", PLAIN, CUT), conllu("s", PLAIN, WHOLE, PLAIN)
    found = score(LatticeComparison(gold, [more], Segmentations(), with_others=True))
    part = measure("las").part
    assert found.table.has(part) and found.table.sentences == 2
    assert found.table.part(0, part, slice(0, 1)).gold.tolist() == [2]
    assert len(found.table.part(0, part).gold) == len(found.table.exist(0, part)) == 2
    assert found.table.exist(0, part, slice(1, 2)).shape == (1,)
    assert not found.table.exist(0, "nothing", slice(0, 1)).any()
    assert any("1 sentence" in warning for warning in found.warnings)


def test_arcs_that_cross_are_lifted_and_told() -> None:
    crossing = "a/3/x b/4/y c/0/root d/3/z"
    found = score(LatticeComparison(conllu("g", PLAIN, crossing), [conllu("s", PLAIN, crossing)], Segmentations()))
    told = [warning for warning in found.warnings if "lifted" in warning]
    assert told == [f"{name}: 1 arc in 1 sentence is not projective and was lifted" for name in "gs"]
    assert not any("lifted" in warning for warning in score(
        LatticeComparison(conllu("g", PLAIN), [conllu("s", PLAIN)], Segmentations())
    ).warnings)  # fmt: skip


def test_every_sentence_is_asked_for_its_segmentation() -> None:
    gold = conllu("g", "a/1/x", "a/0/root b/1/x", "c/0/root", "d/0/root")
    test = conllu("s", "a/0/root", "ab/0/root", "c/0/root", "d/0/root")
    files = [segments("gs", "a", "a:b", "x", "d"), segments("ss", "a", "ab", "c")]
    found = score(LatticeComparison(gold, [test], Segmentations(files=files)))
    assert found.table.statuses.tolist() == [[SKIPPED, SCORED, SKIPPED, SKIPPED]]
    reasons = [found.table.reason(0, sentence) for sentence in range(4)]
    assert "on a cycle" in reasons[0] and reasons[1] == ""
    assert "the segmentation does not fit: line 3, the segmentation has 'x' where the tree has 'c'" in reasons[2]
    assert "ss has no segmentation of this sentence" in reasons[3]
