"""What is marked in the drawing of a sentence with several golds is what its scores count."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.comparison.test_schemes import ON, SUNDAY, WRONG, brackets, dependencies
from tests.conftest import stride
from treecompare.comparison.base import AnyTreebank, score
from treecompare.comparison.lit import scheme_words
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.schemes.targets import Target
from treecompare.drawing.scheme_layout import SCHEME, SchemeTrees
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.measures import measure
from treecompare.measures.tedeval import SCHEME_PARTS
from treecompare.readers import read_any
from treecompare.scores.table import SCORED


def marked(trees: SchemeTrees) -> dict[str, int]:
    """What a drawing says of each count: its marks on the system's tree and on what it is compared with."""
    found = {
        place: Counter(node.operation for node in trees.trees[place].nodes if not node.is_root)
        for place in (trees.target, trees.parse)
    }
    target, parse = found[trees.target], found[trees.parse]
    assert target[MATCHED] == parse[MATCHED]
    assert not target[INSERTED] and not parse[DELETED]
    return {
        "gold": target[MATCHED] + target[DELETED] + target[SCHEME],
        "test": parse[MATCHED] + parse[INSERTED] + parse[SCHEME],
        "matched": target[MATCHED],
        "deleted": parse[INSERTED],
        "inserted": target[DELETED],
        "forgiven": target[SCHEME] + parse[SCHEME],
    }


def check(found: SchemeComparison, target: Target, step: int = 1) -> int:
    """Compares marks with counts in every ``step``-th sentence; how many drawings that were."""
    found.target, drawn = target, 0
    for system in range(len(found.systems)):
        for labelled in (True, False):
            part = "tedeval" if labelled else "tedeval.unlabelled"
            counts = found.table.part(system, part)
            forgiven = counts.forgiven
            there = found.table.exist(system, part)
            for sentence in range(0, found.sentences, step):
                if there[sentence] and found.native_in(system, target) is not None:
                    shown = marked(found.function_trees(system, sentence, labelled))
                    names = ("gold", "test", "matched", "deleted", "inserted")
                    counted = {name: int(getattr(counts, name)[sentence]) for name in names}
                    assert shown == {**counted, "forgiven": int(forgiven[sentence])}, (target, system, sentence, part)
                    drawn += 1
    return drawn


@pytest.fixture
def two(tmp_path: Path) -> SchemeComparison:
    golds = [dependencies(tmp_path, "A", ON, ON), dependencies(tmp_path, "B", SUNDAY, ON)]
    systems = [dependencies(tmp_path, "a", WRONG, ON), dependencies(tmp_path, "b", SUNDAY, ON)]
    return score(SchemeComparison(golds, systems, [0, 1], parts=SCHEME_PARTS))


def test_marks_are_counts(tmp_path: Path, two: SchemeComparison) -> None:
    assert [check(two, target) for target in two.targets] == [8, 8, 8]
    loves = "1\tJohn\t2\tsbj\n2\tloves\t0\troot\n3\tMary\t2\tobj\n"
    tree = "(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))"
    wrong = "(S-root (X (NP-obj (NN-hd John)) (V-hd loves)) (NP (NN Mary)))"
    golds = [dependencies(tmp_path, "D", loves), brackets(tmp_path, "P", tree)]
    across = SchemeComparison(golds, [brackets(tmp_path, "p", wrong)], [1], labels_from={1: 0})
    assert sum(check(score(across), target) for target in across.targets) == 6


def test_marks_are_counts_on_real_sentences(shared: Path) -> None:
    folder = shared / "data/wsj-sample-1394"

    def some(name: str) -> AnyTreebank:
        return read_any(str(folder / name)).of_sentences(range(0, 1394, 5 * stride(3)))

    def dep(name: str) -> AnyTreebank:
        return some(f"dep/{name}.conllu.gz")

    golds = [dep(f"gold.{scheme}") for scheme in ("SD", "UD", "P2M")]
    systems = [dep("malt-eager.P2M"), dep("bllip.SD"), dep("malt-eager.UD")]
    found = score(SchemeComparison(golds, systems, [2, 0, 1], parts=("tedeval", "tedeval.unlabelled")))
    everything = found.targets[-1]
    assert check(found, everything) == 2 * int((found.table.statuses == SCORED).sum()) > 1_400 // stride(3)
    for target in found.targets[:-1]:
        assert check(found, target, step=8) > 60 // stride(3)
    both = score(
        SchemeComparison([golds[0], some("gold.raw.mrg")], [systems[1], some("bllip.mrg")], [0, 1], labels_from={1: 0})
    )
    assert check(both, (0, 1)) > 500 // stride(3)


def test_words_of_attachment_scores(two: SchemeComparison) -> None:
    two.target = (0,)
    for system in (0, 1):
        for sentence in (0, 1):
            counts = two.table.counts(system, slice(sentence, sentence + 1))[0]
            for part in ("las", "uas"):
                for count in ("gold", "test", "matched"):
                    words = scheme_words(two, system, sentence, part, count)
                    assert len(words) == counts[part][count] and set(words) <= {0, 1, 2}
    assert scheme_words(two, 0, 0, "uas", "matched") == [0, 1]
    two.target = (0, 1)
    assert scheme_words(two, 0, 0, "uas", "matched") == []


def test_words_of_attachment_scores_are_those_of_the_same_sentence(tmp_path: Path) -> None:
    other = "1\trained\t0\troot\n2\tagain\t1\tadvmod\n"
    golds = [dependencies(tmp_path, "A", ON, other)]
    found = score(SchemeComparison(golds, [dependencies(tmp_path, "a", other)], [0], parts=SCHEME_PARTS))
    assert scheme_words(found, 0, 1, "las", "matched") == [0, 1] and scheme_words(found, 0, 0, "las", "gold") == []


def test_own_trees_of_golds_are_drawn_where_they_are_wanted(two: SchemeComparison) -> None:
    shared_only, with_b = (two.drawing(0, 0, Wanted(golds=golds)).written("svg") for golds in ((), ("B",)))
    assert "A + B (in common)" in shared_only and "B (gold)" not in shared_only
    assert "B (gold)" in with_b and "A (gold)" not in with_b
    for wanted in (Wanted(theme="dark"), Wanted(right_to_left=True)):
        assert two.drawing(0, 0, wanted).written("svg") != shared_only
    with pytest.raises(UsageError, match="there is no gold 'C' to be drawn by itself; expected A or B"):
        two.drawing(0, 0, Wanted(golds=("C",)))
    two.target = (0,)
    with pytest.raises(UsageError, match="expected none: one gold is always drawn"):
        two.drawing(0, 0, Wanted(golds=("A",)))


def test_a_drawing_as_json(two: SchemeComparison) -> None:
    told = json.loads(two.drawing(0, 0, DEFAULT).written("json"))
    assert [one["name"] for one in told["trees"]] == ["A", "B", "A + B", "a"]
    assert told["operations"][0] == {"kind": "add", "first": 2, "last": 3, "label": "tmod", "error": True}
    assert told["score"].startswith("1 − (1 + 1) / (2 + 3) = 60.00")


def test_what_a_program_counts_is_not_drawn(two: SchemeComparison) -> None:
    files = [one.treebank for one in (*two.golds, *two.systems)]
    found = score(SchemeComparison(files[:2], files[2:], [0, 1], SchemeSettings(profile="tedeval-2.1")))
    assert measure("tedeval").part in found.parts
    with pytest.raises(
        UsageError, match=r"what the profile tedeval-2\.1 counts cannot be drawn; expected the profile paper"
    ):
        found.drawing(0, 0, DEFAULT)
