"""The checklist of an evaluation: what it says follows from the comparison."""

from __future__ import annotations

from pathlib import Path

import treecompare as tc
from treecompare.analyses.catalogue import analysis
from treecompare.comparison.base import score
from treecompare.comparison.files import compare_files
from treecompare.comparison.settings import Settings
from treecompare.readers import parse
from treecompare.scores.result import View

FIRST = "(S (NP (DT the) (NN dog)) (VP (VBD ran)))"
SECOND = "(S (NP (PRP she)) (VP (VBD left)))"
THIRD = "(S (NP (PRP it)) (VP (VBD was) (ADVP (RB so))))"
GOLD = "\n".join((FIRST, SECOND, THIRD))
LACKS_ONE = "\n".join((FIRST, "(())", THIRD))
OTHER_WORDS = "\n".join((FIRST, SECOND, THIRD.replace("it", "It").replace("so", "soo")))


def answers(*systems: str, settings: Settings | None = None, average: str = "pooled") -> dict[str, str]:
    treebanks = [parse(one).with_fields(name=f"s{number}") for number, one in enumerate((GOLD, *systems))]
    comparison = score(compare_files(treebanks[:1], treebanks[1:], settings=settings))
    view = View(key_a="e.roof.dice", key_b="t.whole.dice", average=average)  # type: ignore[arg-type]
    [table] = analysis("checklist").tables(comparison, view)
    return dict(table.rows)  # type: ignore[arg-type]


def test_missing_parses() -> None:
    found = answers(LACKS_ONE)
    assert found["Sentences"] == "3" and found["Sentences scored"] == "s1 2"
    assert found["Sentences without a usable parse"] == "s1 1; left out, shown and counted"
    assert answers(LACKS_ONE, settings=Settings(missing="zero"))["Sentences without a usable parse"].endswith(
        "; counted as 0"
    )
    assert answers(GOLD)["Sentences without a usable parse"] == "none"


def test_other_words() -> None:
    assert answers(OTHER_WORDS)["Sentences with other words"] == "s1 1; aligned"
    assert answers(GOLD)["Sentences with other words"] == "none"
    skipped = answers(OTHER_WORDS, settings=Settings(params="evalb"))["Sentences with other words"]
    assert skipped == "s1 1; without scores that need equal words"


def test_which_sentences_and_averages() -> None:
    two = answers(GOLD, LACKS_ONE)
    assert two["Sentences that figures rest on"] == "the 2 that all systems have" and "Holm" in two["Significance"]
    assert (
        answers(GOLD, LACKS_ONE, settings=Settings(sentences="own"))["Sentences that figures rest on"]
        == "each system's own"
    )
    one = answers(GOLD, average="mean", settings=Settings(max_length=3))
    assert one["Average"] == "mean of the sentences' scores" and one["Longest sentences"] == "3 words after preparation"
    assert one["Sentences"] == "3" and "Significance" not in one
    assert answers(GOLD, settings=Settings(max_length=2))["Sentences"] == "1"


def test_it_is_in_the_library(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text(GOLD)
    [table] = tc.compare(str(tmp_path / "gold.mrg"), str(tmp_path / "gold.mrg")).report("checklist")
    assert table[0]["question"] == "Program"
