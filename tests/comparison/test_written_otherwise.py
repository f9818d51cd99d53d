"""Dependencies whose words or columns are written otherwise: what is the same, what is counted, and what a blank column says."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from treecompare.api.comparison import wanted_measures
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.settings import Settings
from treecompare.readers.conll import CONLLU
from treecompare.scores.set_notes import set_note

# form, lemma, UPOS, XPOS, FEATS, head
GOLD = "İki iki NUM x Case=Nom 2|café café NOUN x Name=é 0|( ( PUNCT x _ 2|Ha_Noi Ha_Noi PROPN x _ 2"
KEYS = ("words", "uas", "las", "lemmas", "ufeats", "upos", "xpos", "alltags", "mlas", "blex")


def compared(gold: str, *systems: str, **settings: str) -> DependencyComparison:
    """Sentences between `` / ``, words between ``|``, columns between blanks."""
    treebanks = []
    for name, text in zip("gabc", (gold, *systems), strict=False):
        blocks = []
        for sentence in text.split(" / "):
            rows = [word.split(" ") for word in sentence.split("|")]
            lines = ["\t".join([str(n), *row[:5], row[5], "dep", "_", "_"]) for n, row in enumerate(rows, 1)]
            blocks.append("\n".join([*lines, "", ""]))
        treebanks.append(CONLLU.read("".join(blocks).encode(), name, name))
    return score(DependencyComparison(treebanks[0], treebanks[1:], Settings(params="none", **settings)))


def figures(comparison: DependencyComparison, system: int = 0) -> dict[str, float | None]:
    found = {key: comparison.table.summary(system, key, "pooled") for key in KEYS}
    return {key: None if np.isnan(value) else value for key, value in found.items()}


def test_words_written_otherwise_are_counted_everywhere_alike() -> None:
    other = unicodedata.normalize("NFD", GOLD).replace("( (", "-LRB- (").replace("Ha_Noi Ha_Noi", "Ha\u00a0Noi Ha_Noi")
    found = compared(GOLD, other, GOLD.replace("café café", "cafè café").replace("İki iki", "three iki"))
    assert figures(found) == dict.fromkeys(KEYS, 1.0) == figures(found, 1)
    table = found.table
    assert [table.number_respelt(system) for system in (0, 1)] == [4, 2]
    assert "|respelt:4|" in table.signature("las", system=0) and "|respelt:4+2|" in table.signature("las")
    assert table.told(0, 0) == "other characters: 4 words"
    assert "Other characters: 4 words of a, 2 words of b." in set_note(table, ["las"])
    # under plain forms the words of the first are the same, those of the second are not
    assert table.aligned.tolist() == [[False], [True]] and table.number_aligned(1) == 1
    exact = compared(GOLD, GOLD.replace("café café", "cafè café"), words="exact")
    assert exact.table.part(0, "words").matched.tolist() == [3] and not exact.table.respelt.any()
    assert "words:exact" in exact.table.signature("las")


def test_lemmas_that_differ_in_case_alone_are_wrong_and_told() -> None:
    found = compared(GOLD, GOLD.replace("café café", "café Café").replace("İki iki", "İki bir"))
    assert found.table.part(0, "lemmas").matched.tolist() == [2]
    assert [one for one in found.warnings if "lemma" in one] == [
        "a: 1 lemma counted as wrong for case, quotes, hyphens, blanks or escapes alone"
    ]


def without(text: str, column: int) -> str:
    rows = [word.split(" ") for word in text.split("|")]
    return "|".join(" ".join([*row[:column], "_", *row[column + 1 :]]) for row in rows)


@pytest.mark.parametrize(
    ("column", "one", "both"),
    [(1, {"lemmas", "blex"}, {"lemmas", "blex"}), (2, {"upos", "alltags", "mlas"}, {"upos", "alltags", "mlas"}),
     (3, {"xpos", "alltags"}, {"xpos", "alltags"}), (4, {"ufeats", "alltags", "mlas"}, {"ufeats", "alltags"})],
)  # fmt: skip
def test_a_column_that_a_file_leaves_blank_is_no_result(column: int, one: set[str], both: set[str]) -> None:
    blank = without(GOLD, column)
    name = ["", "LEMMA", "UPOS", "XPOS", "FEATS"][column]
    for gold, system, undefined, why in (
        (GOLD, blank, one, f"a has no {name}"), (blank, GOLD, one, f"g has no {name}"),
        (blank, blank, both, f"gold and system have no {name}"),
    ):  # fmt: skip
        found = compared(gold, system)
        assert {key for key, value in figures(found).items() if value is None} == undefined
        key = min(undefined)
        assert found.table.lacking(key, 0, 0) == why and f": undefined, for {why}." in set_note(found.table, [key])
        program = wanted_measures(found, "conll18")[0]
        assert (
            isinstance(program, DependencyComparison)
            and None not in figures(program).values()
            and None in figures(found).values()
        )
        assert "as in the program conll18_ud_eval" in set_note(program.table, [key])
        signed = [one.table.signature(key, "pooled") for one in (program, found)]
        assert ["|blank:compared|" in one for one in signed] == [True, False]
        assert wanted_measures(found, "las")[0] is found


def test_tedeval_takes_words_for_the_same_that_are_only_written_otherwise() -> None:
    found = compared(GOLD, unicodedata.normalize("NFD", GOLD), GOLD.replace("café café", "cafe café"))
    assert found.table.summary(0, "tedeval", "pooled") == 1.0
    assert found.table.lacking("tedeval", 1, 0).startswith("the words differ: word 2 is 'café' in g")
