"""Measures over T-mappings: normalised tree distance (Emms 2008, table 2)."""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio
from treecompare.measures.terms import symbolic


def dice(c: Counts) -> Ratio:
    """1 − (D+I+S) / ((G−W) + (T−W)) (Emms 2008, table 2); each tree's own words are W."""
    size = (c.gold - c.words) + (c.test - c.test_words)
    return Ratio(size - c.cost, size)


def jaccard(c: Counts) -> Ratio:
    """1 − (D+I+S) / (D+S+M+I−W) (Emms 2008, table 2); W are the gold's words."""
    union = c.deleted + c.swapped + c.matched + c.inserted - c.words
    return Ratio(union - c.cost, union)


def move_dice(c: Counts) -> Ratio:
    """1 − (D+I+S − V) / ((G−W) + (T−W)): a node that moved costs 1, not 2 (Emms 2008, section 5, after Roark 2002)."""
    size = (c.gold - c.words) + (c.test - c.test_words)
    return Ratio(size - (c.cost - c.moved), size)


def _family() -> list[Measure]:
    measures = []
    for suffix in ("", ".unlabelled"):
        for part in ("whole", "roof"):
            for name, title, formula, compared_with in (
                ("dice", "T-Dice", dice, "in both trees together there are {denominator:node} besides the words"),
                (
                    "jaccard",
                    "T-Jaccard",
                    jaccard,
                    "the mapping joins the trees into {denominator:node} besides the gold words",
                ),
            ):
                measures.append(
                    Measure(
                        key=f"t.{part}.{name}{suffix}",
                        title=f"{title}, {part}{', unlabelled' if suffix else ''}",
                        paper="Emms 2008, table 2",
                        part=f"t.{part}{suffix}",
                        formula=formula,
                        explanation=(
                            f"{symbolic(formula)}: a least-cost mapping that keeps order and ancestry deletes D, inserts I, "
                            f"relabels S and matches M nodes; W words are counted among them"
                            f"{'' if part == 'whole' else '; part-of-speech tags are left out'}"
                            f"{'; labels count as equal' if suffix else ''}."
                        ),
                        equal_words=False,
                        # T-Jaccard subtracts the gold's words, so it is symmetric only where both have equally many
                        symmetric=name == "dice",
                        symmetric_over_words=True,
                        reading=(
                            "Turning the gold tree into the system's tree costs {cost}: {deleted:node} deleted, "
                            f"{{inserted}} inserted, {{swapped}} relabelled; {compared_with}. "
                            "Unchanged: {matched:node}, words included."
                        ),
                    )
                )
    return measures


_MOVES = Measure(
    key="t.move.dice",
    title="T-Dice with moves",
    paper="Emms 2008, section 5",
    part="t.move",
    formula=move_dice,
    explanation=(
        f"{symbolic(move_dice)}: T-Dice of whole trees, in which a deleted and an inserted node with the same label and the same "
        "words are one node that moved, and cost 1 together; V such pairs are counted."
    ),
    symmetric=True,
    reading=(
        "Turning the gold tree into the test tree costs {cost}: {deleted:node} deleted, {inserted} inserted, {swapped} relabelled. "
        "Of the deleted and inserted ones {moved:pair} have the same label and the same words: these moved, which saves 1 each. "
        "In both trees together there are {denominator:node} besides the words."
    ),
)

EDIT_MEASURES = (*_family(), _MOVES)
