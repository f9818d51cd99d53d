"""The five examples of the help page on trees whose branches cross: every number there, and each of them by hand."""

from __future__ import annotations

import math
import re

import pytest

from treecompare import resources
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import read_content
from treecompare.readers.treebank import Treebank

PAGE = resources.path("help/measures.md").read_text("utf-8")
SECTION = re.search(r"^## Trees whose branches cross\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
ROWS = [
    [cell.strip() for cell in row.strip("|").split("|")]
    for row in (SECTION[1] if SECTION else "").splitlines()
    if row.startswith("| {")
]
WORDS = ("(PROAV 0=darüber)", "(VMFIN 1=muss)", "(PIS 2=man)", "(VVINF 3=nachdenken)")


def with_vp(words: set[int]) -> Treebank:
    """The sentence with a VP over some of its words."""
    inside = " ".join(WORDS[word] for word in sorted(words))
    parts = [
        f"(VP {inside})" if word == min(words) else WORDS[word]
        for word in range(4)
        if word not in words or word == min(words)
    ]
    found = read_content(f"(S {' '.join(parts)})".encode(), "text")
    assert isinstance(found, Treebank)
    return found


def compared(words: set[int], way: str = "keep") -> ConstituentComparison:
    return score(ConstituentComparison(with_vp({0, 3}), [with_vp(words)], Settings(crossing_branches=way)))


def shown(comparison: ConstituentComparison, key: str) -> str:
    found = comparison.table.summary(0, key, "pooled")
    return "–" if math.isnan(found) else f"{100 * found:.2f}"


def test_the_page_has_five_examples() -> None:
    assert [row[0] for row in ROWS] == ["{0, 3}", "{3}", "{0, 2, 3}", "{2, 3}", "{1, 2}"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_number_of_the_page(row: list[str]) -> None:
    words = {int(word) for word in re.findall(r"\d", row[0])}
    kept, raised, split = (compared(words, way) for way in ("keep", "raise", "split"))
    edits = kept.table.counts(0, slice(0, 1))[0]["t.whole"]
    recall, precision = (shown(kept, f"e.discontinuous.{name}") for name in ("recall", "precision"))
    assert row == [
        row[0], shown(kept, "e.roof.dice"), str(int(kept.table.part(0, "e.roof").crossing[0])), f"{recall}, {precision}",
        f"{edits['cost']:g}, {shown(kept, 't.whole.dice')}", shown(kept, "la"),
        shown(raised, "e.roof.dice"), shown(split, "e.roof.dice"),
    ]  # fmt: skip


BY_HAND: list[tuple[str, float, float, list[float]]] = [
    # VP of the system; E-Dice of S and VP; nodes that T deletes and inserts, over 12; per word edits of lineages over their lengths
    ("{0, 3}", 4 / 4, 0 / 12, [0, 0, 0, 0]),
    ("{3}", 2 / 4, 4 / 12, [1 / 5, 1 / 3, 0, 1 / 7]),
    ("{0, 2, 3}", 2 / 4, 4 / 12, [0, 0, 1 / 3, 0]),
    ("{2, 3}", 2 / 4, 6 / 12, [1 / 5, 1 / 3, 2 / 4, 0]),
    ("{1, 2}", 2 / 4, 6 / 12, [1 / 5, 1 / 5, 2 / 4, 1 / 5]),
]


@pytest.mark.parametrize(
    ("words", "dice", "edits", "lineages"), BY_HAND, ids=lambda one: one if isinstance(one, str) else ""
)
def test_by_hand(words: str, dice: float, edits: float, lineages: list[float]) -> None:
    table = compared({int(word) for word in re.findall(r"\d", words)}).table
    assert table.summary(0, "e.roof.dice", "pooled") == pytest.approx(dice)
    assert table.summary(0, "t.whole.dice", "pooled") == pytest.approx(1 - edits)
    assert table.summary(0, "la", "pooled") == pytest.approx(1 - sum(lineages) / 4)


def test_what_the_page_says_of_lineages_and_of_raising() -> None:
    comparison = compared({3})
    spelt = [
        tuple(
            " ".join(part for part in side if part)
            for side in zip(*((one, other) for one, other, _ in word), strict=True)
        )
        for word in comparison.word_edits(0, 0)
    ]
    assert spelt == [("[ VP S", "[ S"), ("[ S", "S"), ("S", "S"), ("VP S ]", "[ VP S ]")]
    assert SECTION is not None
    assert all(f"`{one}`" in SECTION[1] for pair in spelt for one in pair)
    raised, split = (compared({0, 3}, way).pairs(0).gold[0] for way in ("raise", "split"))
    plain = [re.sub(r"\((?:PROAV|VMFIN|PIS|VVINF) (\w+)\)", r"\1", tree.brackets()) for tree in (raised, split)]
    assert all(f"`{one}`" in SECTION[1] for one in plain), plain
    ordered = compared({0, 3}).pairs(0).gold[0].brackets()
    assert re.findall(r"[a-zü]+", ordered) == ["muss", "man", "darüber", "nachdenken"]
