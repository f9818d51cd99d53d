"""Tree distance over function trees beside LAS: the figures of ``treecompare tedeval``, sentence by sentence."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import numpy as np
import pytest

from treecompare.comparison.dependencies import DependencyComparison, compare, score_dependencies
from treecompare.comparison.function_scores import FUNCTION_PARTS
from treecompare.comparison.ranks import compare_ranks
from treecompare.comparison.schemes import SchemeComparison, score_schemes
from treecompare.comparison.settings import Settings
from treecompare.readers import DependencyTreebank, read_any
from treecompare.readers.conllu import CONLLU

Word = tuple[str, int, str]


def treebank(*sentences: list[Word], name: str = "test", ids: str = "") -> DependencyTreebank:
    lines = []
    for number, words in enumerate(sentences):
        if ids:
            lines.append(f"# sent_id = {ids[number]}")
        lines += [
            "\t".join((str(place), form, "_", "X", "_", "_", str(head), relation, "_", "_"))
            for place, (form, head, relation) in enumerate(words, 1)
        ]
        lines.append("")
    return CONLLU.read("\n".join(lines).encode(), name, name)


def scored(
    gold: DependencyTreebank, test: DependencyTreebank, settings: Settings | None = None
) -> DependencyComparison:
    comparison = compare(gold, [test], settings)
    assert isinstance(comparison, DependencyComparison)
    return score_dependencies(comparison)


GOLD: list[Word] = [
    ("sie", 2, "nsubj"),
    ("sieht", 0, "root"),
    ("den", 4, "det"),
    ("Hund", 2, "obj"),
    ("nachts", 2, "obl"),
]
OTHER: list[Word] = [
    ("sie", 2, "nsubj"),
    ("sieht", 0, "root"),
    ("den", 4, "det"),
    ("Hund", 2, "obl"),
    ("nachts", 4, "nmod"),
]
FLAT: list[Word] = [("ja", 0, "root")]


def test_figures_by_hand() -> None:
    """The gold has nsubj, hd, det, hd, obj and obl; the test nsubj, hd, det, hd, nmod and obl over three words."""
    table = scored(treebank(GOLD), treebank(OTHER)).table
    counts = table.part(0, "tedeval")
    found = [int(getattr(counts, name)[0]) for name in ("gold", "test", "matched", "deleted", "inserted")]
    assert found == [6, 6, 4, 2, 2]
    assert table.scores(0, "tedeval")[0] == 8 / 12
    assert table.signature("tedeval").startswith("tedeval|relations:universal|nonprojective:lift|v:")


@pytest.mark.parametrize("part", FUNCTION_PARTS)
@pytest.mark.parametrize(
    ("gold", "test"),
    [("ewt/test.gold.conllu", "ewt/test.malt-eager.conllu"),
     ("wsj-sample-1394/dep/gold.SD.conllu.gz", "wsj-sample-1394/dep/bllip.SD.conllu.gz")],
)  # fmt: skip
def test_the_same_figures_as_across_schemes(part: str, gold: str, test: str, shared: Path) -> None:
    sides = [read_any(shared / "data" / name) for name in (gold, test)]
    table = scored(*sides).table  # type: ignore[arg-type]
    schemes = score_schemes(SchemeComparison(sides[:1], sides[1:], [0], parts=(part,))).tables[0,]
    assert np.array_equal(table.scores(0, part), schemes.scores(0, part), equal_nan=True)
    assert np.isfinite(table.scores(0, part)).sum() > 1300


def test_sentences_are_paired_as_for_the_other_measures() -> None:
    """By sent_id; a sentence that the system does not have has no score, or lacks everything."""
    gold = treebank(GOLD, FLAT, OTHER, ids="abc")
    test = treebank(OTHER, GOLD, ids="ca")
    table = scored(gold, test).table
    for part in FUNCTION_PARTS:
        assert table.scores(0, part)[[0, 2]].tolist() == [1.0, 1.0]
        assert np.isnan(table.scores(0, part)[1])
    zeroed = scored(treebank(GOLD, OTHER, ids="ab"), treebank(GOLD, ids="a"), Settings(missing="zero")).table
    for part in FUNCTION_PARTS:
        assert zeroed.scores(0, part).tolist() == [1.0, 0.0]
    assert zeroed.summary(0, "tedeval", "pooled") == 12 / 18


def test_one_word_is_the_same_as_one_word() -> None:
    table = scored(treebank(FLAT), treebank(FLAT)).table
    assert [table.scores(0, part)[0] for part in FUNCTION_PARTS] == [1.0] * 4
    assert table.part(0, "tedeval").gold[0] == 0


def test_what_cannot_be_compared_says_why() -> None:
    cycle: list[Word] = [
        ("sie", 2, "nsubj"),
        ("sieht", 1, "root"),
        ("den", 4, "det"),
        ("Hund", 2, "obj"),
        ("nachts", 2, "obl"),
    ]
    comparison = scored(treebank(GOLD, GOLD), treebank(cycle, GOLD))
    assert np.isnan(comparison.table.scores(0, "tedeval")[0])
    assert comparison.table.scores(0, "uas")[0] == 4 / 5
    found = comparison.function_scores(0)
    assert found is not None
    assert list(found.reasons) == [0]
    assert "cycle" in found.reasons[0]


def test_crossing_arcs_are_lifted_and_counted_or_refused() -> None:
    crossing: list[Word] = [("a", 3, "det"), ("b", 4, "x"), ("c", 4, "nsubj"), ("d", 0, "root")]
    lifted = scored(treebank(crossing), treebank(crossing))
    assert lifted.table.scores(0, "tedeval")[0] == 1.0
    found = lifted.function_scores(0)
    assert found is not None
    assert found.lifts.tolist() == [[1], [1]]
    refused = scored(treebank(crossing), treebank(crossing), Settings(nonprojective="refuse"))
    assert np.isnan(refused.table.scores(0, "tedeval")[0])
    assert "nonprojective:refuse" in refused.table.signature("tedeval")
    assert refused.table.scores(0, "las")[0] == 1.0


def test_words_that_are_aligned_are_the_same_words() -> None:
    """Composed or not."""
    umlaut: list[Word] = [("Hüte", 2, "nsubj"), ("fallen", 0, "root")]
    other = [(unicodedata.normalize("NFD", form), head, label) for form, head, label in umlaut]
    table = scored(treebank(umlaut), treebank(other)).table
    assert [table.scores(0, part)[0] for part in FUNCTION_PARTS] == [1.0] * 4


def test_las_ranks_against_tree_distance() -> None:
    table = scored(treebank(GOLD, GOLD, FLAT), treebank(GOLD, OTHER, FLAT)).table
    compared = compare_ranks(table, 0, "las", "tedeval")
    assert compared.kendall.pairs == 3
