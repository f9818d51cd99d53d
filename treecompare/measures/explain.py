"""A score explained: the measure's formula, the same with the counts filled in, and what they say in one sentence."""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from treecompare.measures.dependencies import EDGE_PARTS
from treecompare.measures.measure import JUDGED_PART, Counts, Measure, Ratio
from treecompare.measures.terms import (
    SYMBOLS,
    Condition,
    Count,
    Difference,
    Piece,
    Term,
    Written,
    bracketed,
    leaves,
    pieces,
    value,
    values,
    written,
)

MOST_WORDS = 40
"""Up to this many words, each word's score is shown as a summand of its own."""

CONTENT_PARTS = ("clas", "mlas", "blex")
"""Parts that count content words only, which are known by their relations."""
_NODES = {
    "e.roof": "constituents",
    "e.whole": "constituents and tags",
    "e.discontinuous": "discontinuous constituents",
    "e.sets": "spans of two words or more",
    "t.whole": "nodes (constituents, tags and words)",
    "t.roof": "nodes (constituents and words)",
    "t.move": "nodes (constituents, tags and words)",
    "tags": "part-of-speech tags",
    "tokens": "tokens",
    "tedeval.lattice": "nodes (constituents and lexemes, not the root)",
    "segeval": "lexemes",
    "tedeval": "labels over spans",
    "tedeval2011": "nodes (without the root)",
    "sentences": "sentences",
    "judged": "judgements",
    "functions": "functions of matched nodes",
    "functions.same": "nodes that match without functions",
    **dict.fromkeys(CONTENT_PARTS, "content words"),
    **dict.fromkeys(EDGE_PARTS, "enhanced edges"),
}


_FUNCTION_TREES = ("tedeval", "tedeval2011")
_OVER_LATTICES = ("tedeval.lattice", "segeval")


def _nodes(part: str) -> str:
    return _NODES.get(part.removesuffix(".unlabelled"), "words")


def meaning(part: str, count: str) -> str:
    """What a count of that part counts."""
    if "-" in count:
        left, _ = count.split("-")
        return f"{meaning(part, left)}, without its words"
    nodes = _nodes(part)
    if part == JUDGED_PART:
        return "judgements that it is correct" if count == "matched" else "judgements on this parse"
    if part.removesuffix(".unlabelled") in _FUNCTION_TREES and count in ("gold", "test", "deleted", "inserted"):
        return {
            "gold": f"{nodes} of what the golds have in common",
            "test": f"{nodes} of the system",
            "deleted": f"deleted: {nodes} of the system that the golds lack and that are not a scheme difference",
            "inserted": f"added: {nodes} of the golds that the system lacks and that are not a scheme difference",
        }[count]
    if part.removesuffix(".unlabelled") in _OVER_LATTICES and count in ("matched", "deleted", "inserted"):
        return {
            "matched": f"kept: {nodes} that both trees have",
            "deleted": f"deleted: {nodes} of the system that the gold lacks",
            "inserted": f"added: {nodes} of the gold that the system lacks",
        }[count]
    lacking = "have no counterpart"
    return {
        "gold": f"{nodes} of the gold tree",
        "test": f"{nodes} of the system's tree",
        "matched": f"matched: {nodes} that both trees have",
        "words": "words of the gold tree",
        "test_words": "words of the system's tree",
        "swapped": "relabelled: nodes that correspond under different labels",
        "relabelling": "relabelled: nodes that correspond under different labels",
        "deleted": f"deleted: {nodes} of the gold tree that {lacking} in the system's tree",
        "inserted": f"inserted: {nodes} of the system's tree that {lacking} in the gold tree",
        "crossing": "constituents of the system's tree that overlap a gold one, neither containing the other",
        "moved": "moved: pairs of a deleted and an inserted node with the same label and the same words",
        "cost": "deleted, inserted and relabelled nodes",
        "score": "the words' scores added up",
        "forgiven": "operations that the annotation scheme accounts for",
    }[count]


@dataclass(frozen=True)
class Formula:
    """Numerator over denominator, subtracted from 1 where ``is_complement``; no denominator where nothing is divided."""

    numerator: tuple[Piece, ...]
    denominator: tuple[Piece, ...] = ()
    is_complement: bool = False

    @property
    def sign(self) -> str:
        """What separates the formula and its value: an arrow after a question."""
        return " → " if self.numerator[-1].text.startswith("?") else " = "

    @property
    def line(self) -> tuple[Piece, ...]:
        """On one line: ``1 − (1 + 1 + 2) / (6 + 6)``."""
        shown = [Piece("1 − ")] if self.is_complement else []
        if not self.denominator:
            return (*shown, *self.numerator)
        return (*shown, *bracketed([*self.numerator]), Piece(" / "), *bracketed([*self.denominator]))

    @property
    def text(self) -> str:
        """The line as text."""
        return "".join(piece.text for piece in self.line)


@dataclass(frozen=True)
class Explanation:
    """How a score comes about.

    ``symbolic``: the formula with the papers' letters; ``numbers``: with this sentence's counts, None where it is undefined.
    ``fraction``: numerator and denominator ("8 / 12"); ``value``: the score as papers print it ("0.67"); ``shown``: as the
    tables show it ("66.67"); "–" where undefined, and then ``undefined`` says why. ``sentence``: the explanation in plain words.
    """

    key: str
    title: str
    paper: str
    symbolic: Formula
    signature: str
    numbers: Formula | None = None
    fraction: str = ""
    value: str = "–"
    shown: str = "–"
    sentence: tuple[Piece, ...] = ()
    undefined: str = ""

    @property
    def text(self) -> str:
        """The arithmetic on one line, as the papers write it: ``1 − (1 + 1 + 2) / (6 + 6) = 0.67``."""
        if self.numbers is None:
            return f"{self.symbolic.text} = {self.value}"
        return f"{self.numbers.text}{self.numbers.sign}{self.value}"

    @property
    def words(self) -> str:
        """The sentence as text; where the score is undefined, why."""
        return "".join(piece.text for piece in self.sentence) or self.undefined


def lettered(measure: Measure) -> Formula:
    """The formula with letters: ``2·M / (G + T)``."""
    form = written(measure.formula)
    return _formula(form, lambda term: _letters(term, measure.part), partial(_case, part=measure.part))


def explain(
    measure: Measure, counts: Counts, signature: str, word_scores: Sequence[float] | None = None
) -> Explanation:
    """The score of one sentence. ``word_scores`` are shown one by one in place of their sum."""
    form, known = written(measure.formula), values(counts)
    ratio = measure.formula(counts)
    score = ratio.value

    def show(term: Count | Difference) -> list[Piece]:
        if term.name == "score" and word_scores is not None:
            return _words(word_scores)
        return [_number(term.name, value(term, known), measure.part, True)]

    def case(condition: Condition) -> list[Piece]:
        return [*pieces(condition, show), Piece("? yes" if value(condition, known) else "? no")]

    made = partial(Explanation, measure.key, measure.title, measure.paper, signature=signature)
    if score is None:
        nothing = f"{number(ratio.numerator)} / 0 has no value: {_why_nothing(form, measure)}."
        return made(symbolic=lettered(measure), undefined=nothing)
    known |= {"numerator": ratio.numerator, "denominator": ratio.denominator}
    return made(
        symbolic=lettered(measure),
        numbers=_formula(form, show, case),
        fraction=f"{number(ratio.numerator)} / {number(ratio.denominator)}" if form.has_fraction else "",
        value=printed(measure, score) if form.has_fraction else number(score),
        shown=measure.shown(score),
        sentence=tuple(_reading(measure, known, True)),
    )


def explain_pooled(
    measure: Measure, sums: Mapping[str, Any], total: Ratio, sentences: int, left_out: int, signature: str
) -> Explanation:
    """The pooled score of a system: ``sums`` of the counts of the ``sentences`` that have a score, ``total`` of their ratios."""
    form = written(measure.formula)
    sentences = sentences if form.has_fraction else total.denominator  # those of a row may count one by one
    made = partial(Explanation, measure.key, measure.title, measure.paper, signature=signature)
    over = (Piece("n", meaning="sentences that have a score"),)
    case = partial(_case, part=measure.part)
    if isinstance(form.numerator, Condition):
        condition = pieces(form.numerator, lambda term: _letters(term, measure.part))
        shape = Formula((Piece("sentences where "), *condition), over)
    else:
        shape = _formula(form, lambda term: _letters(term, measure.part, "Σ"), case, over)
    if total.value is None:
        return made(symbolic=shape, undefined=_NO_SENTENCE)

    def show(term: Count | Difference) -> list[Piece]:
        return [_number(term.name, value(term, sums), measure.part, False)]

    counted = (Piece(number(sentences), meaning="sentences that have a score"),)
    of_sentences, others = _with_noun(sentences, "sentence"), _left_out(left_out)
    if isinstance(form.numerator, Condition):
        fulfilled = Piece(number(total.numerator), meaning="sentences that fulfil the condition")
        numbers = Formula((fulfilled,), counted)
        reading = [Piece(f"Of {of_sentences}, {fulfilled.text} fulfil it{others}.")]
    else:
        numbers = _formula(form, show, case, counted)
        added = Piece(f"{of_sentences} added up, then divided{others}. ")
        reading = [added, *_reading(measure, {**sums, **vars(total)}, False)]
    return made(
        symbolic=shape,
        numbers=numbers,
        fraction=f"{number(total.numerator)} / {number(total.denominator)}",
        value=printed(measure, total.value),
        shown=measure.shown(total.value),
        sentence=tuple(reading),
    )


def explain_mean(measure: Measure, scores: Sequence[float], score: float, left_out: int, signature: str) -> Explanation:
    """``score``, the mean of a system's sentence scores (only those that are defined)."""
    shape = Formula(
        (Piece("score₁"), Piece(" + "), Piece("score₂"), Piece(" + "), Piece("…")),
        (Piece("n", meaning="sentences that have a score"),),
    )
    made = partial(Explanation, measure.key, measure.title, measure.paper, signature=signature)
    if not len(scores):
        return made(symbolic=shape, undefined=_NO_SENTENCE)
    total = math.fsum(scores)
    worth = f"Each of {_with_noun(len(scores), 'sentence')} weighs the same, however long it is{_left_out(left_out)}."
    return made(
        symbolic=shape,
        numbers=Formula(
            (Piece(f"{total:,.2f}", meaning="the sentences' scores added up"),),
            (Piece(number(len(scores)), meaning="sentences that have a score"),),
        ),
        fraction=f"{total:,.2f} / {len(scores):,}",
        value=printed(measure, score),
        shown=measure.shown(score),
        sentence=(Piece(worth),),
    )


_NO_SENTENCE = "no sentence has a score, so there is nothing to divide by."


def _left_out(number_left_out: int) -> str:
    return f"; {_with_noun(number_left_out, 'sentence')} without a score left out" if number_left_out else ""


def number(amount: float) -> str:
    """A count with thousands separated; a sum of costs or scores with up to three decimals."""
    if float(amount).is_integer():
        return f"{int(amount):,}"
    return f"{amount:,.3f}".rstrip("0")


def printed(measure: Measure, score: float) -> str:
    """The score as the papers print it: two decimals; Leaf-Ancestor three; a mean number of brackets as it is."""
    if not measure.percent:
        return f"{score:.2f}".removesuffix(".00")
    decimals = 3 if "score" in written(measure.formula).counts else 2
    return f"{score:.{decimals}f}"


def _formula(
    form: Written,
    show: Callable[[Count | Difference], list[Piece]],
    case: Callable[[Condition], list[Piece]],
    over: tuple[Piece, ...] = (),
) -> Formula:
    """The formula in pieces. ``over``: the denominator where the formula divides by nothing."""

    def side(term: Term) -> tuple[Piece, ...]:
        return tuple(case(term) if isinstance(term, Condition) else pieces(term, show))

    below = side(form.denominator) if form.has_fraction else over
    return Formula(side(form.numerator), below, form.is_complement)


def _case(condition: Condition, part: str) -> list[Piece]:
    return [Piece("1 if "), *pieces(condition, lambda term: _letters(term, part)), Piece(", else 0")]


def _letters(term: Count | Difference, part: str, before: str = "") -> list[Piece]:
    if isinstance(term, Difference):
        left, right = (_letters(count, part, before)[0] for count in (term.left, term.right))
        return [Piece("("), left, Piece(" − "), right, Piece(")")]
    what = meaning(part, term.name)
    if term.name == "score" and not before:
        return [Piece("s₁", meaning=what), Piece(" + "), Piece("s₂", meaning=what), Piece(" + "), Piece("…")]
    return [Piece(before + SYMBOLS[term.name], meaning=what)]


def _number(name: str, amount: float, part: str, is_clickable: bool) -> Piece:
    return Piece(number(amount), name if is_clickable and name != "score" else "", meaning(part, name))


def _words(scores: Sequence[float]) -> list[Piece]:
    shown: list[Piece] = []
    for place, score in enumerate(scores):
        shown += [Piece(" + ")] if shown else []
        shown.append(Piece(f"{score:.3f}", f"word:{place}", f"the score of word {place + 1}"))
    return shown


def _why_nothing(form: Written, measure: Measure) -> str:
    """Why the denominator is 0, from the counts in it."""
    if measure.part in CONTENT_PARTS:
        return "no word has a relation that content words have in Universal Dependencies"
    counted = {leaf.name for leaf in leaves(form.denominator)}
    nodes = _nodes(measure.part).replace(" and ", " or ")
    if "words" in counted and counted != {"words"}:
        nodes = "nodes other than words"
    sides = {frozenset({"gold"}): "the gold tree has no", frozenset({"test"}): "the system's tree has no"}
    return f"{sides.get(frozenset(counted), 'neither tree has any')} {nodes}"


def _with_noun(amount: float, noun: str | None) -> str:
    """ "1 node", "2 nodes"."""
    return f"{number(amount)} {noun}{'' if amount == 1 else 's'}" if noun else number(amount)


def _reading(measure: Measure, known: Mapping[str, Any], is_clickable: bool) -> list[Piece]:
    """The measure's reading with the numbers filled in; ``{gold:node}`` becomes "12 nodes"."""
    read_out: list[Piece] = []
    for text, name, noun, _ in string.Formatter().parse(measure.reading):
        read_out += [Piece(text)] if text else []
        if name is None:
            continue
        shown = _with_noun(known[name], noun)
        if name in ("numerator", "denominator"):
            read_out.append(Piece(shown))
        else:
            has_nodes = is_clickable and name != "score"
            read_out.append(Piece(shown, name if has_nodes else "", meaning(measure.part, name)))
    return read_out
