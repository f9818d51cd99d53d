"""Measures of constituents.

Over E-mappings: evalb's precision and recall, their Dice and Jaccard (Emms 2008, table 1), what else evalb prints in its summary
(Sekine & Collins 1997), and grammatical functions over what matches without them (Blaheta & Charniak 2000). Over T-mappings:
normalised tree distance (Emms 2008, table 2). Leaf-Ancestor (Sampson & Babarczy 2003): the mean similarity of the words' lineages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from treecompare.measures.measure import Counts, Measure, Ratio, dice, precision, recall
from treecompare.measures.terms import symbolic


def jaccard(c: Counts) -> Ratio:
    """M / (G + T − M) (Emms 2008, table 1)."""
    return Ratio(c.matched, c.gold + c.test - c.matched)


_PARTS = {
    "roof": "constituents only",
    "whole": "constituents and part-of-speech tags",
    "discontinuous": "discontinuous constituents only",
}


@dataclass(frozen=True)
class SpanFormula:
    """An entry of the family: one formula, for constituents and for whole trees, with labels and without.

    ``swaps_with``: the name whose scores it gives where gold and test change places. ``reading``: as that of a Measure, with
    ``{0}`` for what is counted ("constituent") and ``{1}`` for when two of them agree.
    """

    name: str
    title: str
    formula: Callable[[Counts], Ratio]
    reading: str
    paper: str = "Emms 2008, table 1"
    symmetric: bool = False
    swaps_with: str | None = None


_FORMULAS = (
    SpanFormula(
        "recall", "recall", recall,
        "Of the gold's {{gold:{0}}} the system has {{matched}}, {1}; it lacks {{deleted}}.",
        swaps_with="precision",
    ),
    SpanFormula(
        "precision", "precision", precision,
        "Of the system's {{test:{0}}} the gold has {{matched}}, {1}; it lacks {{inserted}}.",
        swaps_with="recall",
    ),
    SpanFormula(
        "dice", "E-Dice", dice,
        "The gold has {{gold:{0}}}, the system {{test}}; they share {{matched}}, {1}. So {{numerator}} of {{denominator}} "
        "matched; unmatched: {{deleted}} in the gold, {{inserted}} in the system.",
        symmetric=True,
    ),
    SpanFormula(
        "jaccard", "E-Jaccard", jaccard,
        "Together, gold and test have {{denominator}} different {0}s. Shared, {1}: {{matched}}; only in the gold: {{deleted}}; "
        "only in the system: {{inserted}}.",
        symmetric=True,
    ),
)  # fmt: skip


def span_family(formulas: Sequence[SpanFormula]) -> list[Measure]:
    """The measures of these formulas over every part, with labels and without."""
    measures = []
    for suffix, how, words in (
        ("", "label and span", "with the same label over the same words"),
        (".unlabelled", "span, whatever the label", "over the same words, whatever the label"),
    ):
        for part, what in _PARTS.items():
            for entry in formulas:
                measures.append(
                    Measure(
                        key=f"e.{part}.{entry.name}{suffix}",
                        title=f"{entry.title}, {part}{', unlabelled' if suffix else ''}",
                        paper=entry.paper,
                        part=f"e.{part}{suffix}",
                        formula=entry.formula,
                        explanation=(
                            f"{symbolic(entry.formula)} over {what}: M nodes agree in {how}, "
                            "of G in the gold tree and T in the system's tree."
                        ),
                        symmetric=entry.symmetric,
                        swaps_with=f"e.{part}.{entry.swaps_with}{suffix}" if entry.swaps_with else None,
                        reading=_reading(entry, part, words),
                    )
                )
    return measures


def _reading(entry: SpanFormula, part: str, words: str) -> str:
    # drawings, and tree distance, count words as nodes, too
    is_whole = part == "whole"
    what = {"whole": "node", "discontinuous": "discontinuous constituent"}.get(part, "constituent")
    return entry.reading.format(what, words) + " Words are not counted." * is_whole


def _of_sets(key: str, entry: SpanFormula) -> Measure:
    return Measure(
        key=key,
        title=f"sets of spans, {'F1' if entry.name == 'dice' else entry.title}",
        paper="Shen et al. 2018",
        part="e.sets",
        formula=entry.formula,
        explanation=(
            f"{symbolic(entry.formula)} over the different spans of two words or more without the whole sentence, labels ignored: "
            "M spans are in both trees, of G in the gold tree and T in the system's tree."
        ),
        symmetric=entry.symmetric,
        swaps_with=f"e.sets.{entry.swaps_with}" if entry.swaps_with else None,
        nothing_is_one=entry.name == "dice",
        reading=entry.reading.format("span", "over the same words, whatever the label"),
    )


_RECALL, _PRECISION, _DICE, *_ = _FORMULAS
SET_MEASURES = (_of_sets("e.sets", _DICE), _of_sets("e.sets.recall", _RECALL), _of_sets("e.sets.precision", _PRECISION))
"""Those by which unsupervised parsing is scored. In the mean a sentence without gold spans is 1 if the system has none, too."""
SPAN_MEASURES = (*span_family(_FORMULAS), *SET_MEASURES)


def crossing(c: Counts) -> Ratio:
    """Test constituents that strictly overlap a gold constituent, per sentence."""
    return Ratio(c.crossing, 0 * c.crossing + 1)


def no_crossing(c: Counts) -> Ratio:
    """1 for a sentence without crossing brackets."""
    return Ratio((c.crossing == 0) * 1, 0 * c.crossing + 1)


def two_or_less_crossing(c: Counts) -> Ratio:
    """1 for a sentence with at most two crossing brackets."""
    return Ratio((c.crossing <= 2) * 1, 0 * c.crossing + 1)


def complete(c: Counts) -> Ratio:
    """1 for a sentence whose constituents all match; so for one without any constituents."""
    return Ratio(((c.gold == c.matched) & (c.test == c.matched)) * 1, 0 * c.matched + 1)


_EVALB = "evalb (Sekine & Collins 1997)"

EVALB_MEASURES = (
    Measure(
        "crossing", "Crossing brackets", _EVALB, "e.roof", crossing,
        "Constituents of the system's tree that overlap a gold constituent, neither containing the other; mean per sentence.",
        higher_is_better=False, percent=False, identity_is_one=False,
        reading="The system's tree has {crossing:bracket} crossing a gold one: they overlap, and neither contains the other.",
    ),
    Measure("complete", "Complete match", _EVALB, "e.roof", complete,
            "The share of sentences whose constituents all agree in label and span.", symmetric=True,
            reading="The gold has {gold:constituent}, the system {test}; both have {matched}. Complete: all three are the same."),
    Measure("no-crossing", "No crossing", _EVALB, "e.roof", no_crossing,
            "The share of sentences without crossing brackets.", symmetric=True,
            reading="The system's tree has {crossing:bracket} crossing a gold one; without any the score is 1, otherwise 0."),
    Measure("two-or-less-crossing", "2 or less crossing", _EVALB, "e.roof", two_or_less_crossing,
            "The share of sentences with at most two crossing brackets.",
            reading="The system's tree has {crossing:bracket} crossing a gold one; with at most two the score is 1, otherwise 0."),
    Measure("tagging", "Tagging accuracy", _EVALB, "tags", recall,
            "The share of words whose part-of-speech tag is the gold one.", symmetric=True,
            reading="Of {gold:tag} in the gold, the system has {matched}; {deleted} differ."),
)  # fmt: skip


def tree_dice(c: Counts) -> Ratio:
    """1 − (D+I+S) / ((G−W) + (T−W)) (Emms 2008, table 2); each tree's own words are W."""
    size = (c.gold - c.words) + (c.test - c.test_words)
    return Ratio(size - c.cost, size)


def tree_jaccard(c: Counts) -> Ratio:
    """1 − (D+I+S) / (D+S+M+I−W) (Emms 2008, table 2); W are the gold's words."""
    union = c.deleted + c.swapped + c.matched + c.inserted - c.words
    return Ratio(union - c.cost, union)


def move_dice(c: Counts) -> Ratio:
    """1 − (D+I+S − V) / ((G−W) + (T−W)): a node that moved costs 1, not 2 (Emms 2008, section 5, after Roark 2002)."""
    size = (c.gold - c.words) + (c.test - c.test_words)
    return Ratio(size - (c.cost - c.moved), size)


def _tree_family() -> list[Measure]:
    measures = []
    for suffix in ("", ".unlabelled"):
        for part in ("whole", "roof"):
            for name, title, formula, compared_with in (
                ("dice", "T-Dice", tree_dice, "in both trees together there are {denominator:node} besides the words"),
                (
                    "jaccard",
                    "T-Jaccard",
                    tree_jaccard,
                    "the mapping joins the trees into {denominator:node} besides the gold words",
                ),
            ):
                sizes = ", of G in the gold tree and T in the system's tree" if name == "dice" else ""
                measures.append(
                    Measure(
                        key=f"t.{part}.{name}{suffix}",
                        title=f"{title}, {part}{', unlabelled' if suffix else ''}",
                        paper="Emms 2008, table 2",
                        part=f"t.{part}{suffix}",
                        formula=formula,
                        explanation=(
                            f"{symbolic(formula)}: a least-cost mapping that keeps order and ancestry deletes D, inserts I, "
                            f"relabels S and matches M nodes{sizes}; W words are counted among them"
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
        "words are one node that moved, and cost 1 together; V such pairs are counted, the other letters as there."
    ),
    symmetric=True,
    reading=(
        "Turning the gold tree into the test tree costs {cost}: {deleted:node} deleted, {inserted} inserted, {swapped} relabelled. "
        "Of the deleted and inserted ones {moved:pair} have the same label and the same words: these moved, which saves 1 each. "
        "In both trees together there are {denominator:node} besides the words."
    ),
)

EDIT_MEASURES = (*_tree_family(), _MOVES)


def leaf_ancestor(c: Counts) -> Ratio:
    """Sum of the word scores over words (Sampson & Babarczy 2003, section 4); the sum is a double."""
    return Ratio(c.score, c.words)


_PAPER = "Sampson & Babarczy 2003, section 4"
_TEXT = (
    "Mean over the words of 1 − distance / (length + length) of their lineages, the labels from the word up to the root with "
    "brackets where constituents begin and end. Leaving out or adding a label costs 1, "
)

LINEAGE_MEASURES = tuple(
    Measure(
        key,
        title,
        _PAPER,
        key,
        leaf_ancestor,
        _TEXT + text,
        symmetric=True,
        ignores_names=key in ("la", "la.tags"),
        reading="Each of {words:word} has a score between 0 and 1: how similar its path to the root is in both trees. "
        "Their sum is {score}, at best {denominator}.",
    )
    for key, title, text in (
        ("la", "Leaf-Ancestor", "replacing it 2."),
        ("la.initial", "Leaf-Ancestor, initials", "replacing it 0.5 if both begin with the same letter, otherwise 2."),
        (
            "la.custom",
            "Leaf-Ancestor, own costs",
            "replacing it costs what your table of label costs says, otherwise 2.",
        ),
        ("la.tags", "Leaf-Ancestor with tags", "replacing it 2; part-of-speech tags belong to the lineages."),
    )
)


FUNCTION_PART, SAME_PART = "functions", "functions.same"
_FUNCTIONS_OF = "Blaheta & Charniak 2000"
_READING = "The gold has {gold:function} on the nodes that match, the system {test}; they share {matched}."


_OVER = "over the constituents and tags that match without their functions."

FUNCTION_MEASURES = (
    Measure(
        "functions.dice", "Functions, F1", _FUNCTIONS_OF, FUNCTION_PART, dice,
        f"{symbolic(dice)}: functions M that gold and system both have, of the gold's G and the system's T, {_OVER}",
        symmetric=True, reading=_READING,
    ),
    Measure(
        "functions.recall", "Functions, recall", _FUNCTIONS_OF, FUNCTION_PART, recall,
        f"{symbolic(recall)}: functions M that gold and system both have, of the gold's G, {_OVER}",
        swaps_with="functions.precision", reading=_READING,
    ),
    Measure(
        "functions.precision", "Functions, precision", _FUNCTIONS_OF, FUNCTION_PART, precision,
        f"{symbolic(precision)}: functions M that gold and system both have, of the system's T, {_OVER}",
        swaps_with="functions.recall", reading=_READING,
    ),
    Measure(
        "functions.accuracy", "Functions, accuracy", _FUNCTIONS_OF, SAME_PART, recall,
        f"{symbolic(recall)}: nodes M on which gold and system have the same functions, or both none, of the G that match without "
        "their functions.",
        symmetric=True, reading="{gold:node} match without functions; {matched} have the same functions, or none.",
    ),
)  # fmt: skip
