"""Explanations: the text and the figure agree for every measure, and read as the papers print them."""

from __future__ import annotations

import csv
import math
import random
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from tests.measures.test_properties import TRIED, crossing_file, random_file, treebank, with_f_2  # noqa: F401 - a fixture
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.lit import counted_mapping, counted_nodes
from treecompare.comparison.settings import Settings
from treecompare.measures import MEASURES, Counts, Measure, Ratio
from treecompare.measures.explain import Explanation, Formula, explain, lettered
from treecompare.measures.terms import symbolic, value, values, written
from treecompare.readers import parse, read
from treecompare.resources import samples

ALL = pytest.mark.parametrize("one", TRIED, ids=lambda one: one.key)


def random_counts(rng: random.Random) -> Counts:
    numbers = {one.name: rng.randint(0, 9) for one in fields(Counts)}
    changed = numbers["deleted"] + numbers["inserted"]
    numbers["cost"] = changed + (numbers["swapped"] if rng.random() < 0.5 else rng.randint(0, 8) / 4)
    return Counts(**numbers)


@ALL
def test_what_is_written_is_what_is_computed(one: Measure) -> None:
    form, rng = written(one.formula), random.Random(one.key)
    for _ in range(300 // stride(12)):
        counts = random_counts(rng)
        ratio, known = one.formula(counts), values(counts)
        denominator, numerator = value(form.denominator, known), value(form.numerator, known)
        assert denominator == ratio.denominator
        assert (denominator - numerator if form.is_complement else numerator) == ratio.numerator
        explanation = explain(one, counts, "s")
        if ratio.value is None:
            assert (explanation.value, explanation.shown) == ("–", "–")
            assert explanation.undefined.startswith(f"{ratio.numerator:g} / 0")
        else:
            assert explanation.shown == one.shown(ratio.value)


def worth(formula: Formula) -> float:
    """What a formula's line comes to, read as a person would."""
    text = formula.text.replace("·", "*").replace("−", "-").replace(",", "").replace("≤", "<=")
    if "?" in text:
        return float(eval(text.split("?")[0].replace(" = ", " == ")))
    return float(eval(text))


@ALL
def test_the_line_comes_to_the_score(one: Measure) -> None:
    rng = random.Random(one.key)
    for _ in range(200 // stride(8)):
        counts = random_counts(rng)
        explanation = explain(one, counts, "s")
        if explanation.numbers is not None:
            assert worth(explanation.numbers) == pytest.approx(one.formula(counts).value, abs=1e-12)


@ALL
def test_every_measure_speaks(one: Measure) -> None:
    """Its sentence names counts, its letters are those of its explanation, and every count says what it counts."""
    explanation = explain(one, Counts(*range(5, 16)), "s")
    assert explanation.words.endswith(".") and "{" not in explanation.words
    assert any(piece.meaning for piece in explanation.sentence)
    assert explanation.numbers is not None
    assert all(piece.meaning for piece in explanation.numbers.line if piece.text.strip().isdigit() and piece.count)
    if one.part.startswith(("e.", "t.")) and "." in one.key:
        assert one.explanation.startswith(symbolic(one.formula))
        assert lettered(one).text == symbolic(one.formula)


def test_formulas_are_those_of_the_papers() -> None:
    """Emms 2008, tables 1 and 2."""
    found = {one.key: lettered(one).text for one in MEASURES}
    assert found["e.roof.recall"] == "M / G"
    assert found["e.whole.precision"] == "M / T"
    assert found["e.roof.dice.unlabelled"] == "2·M / (G + T)"
    assert found["e.whole.jaccard"] == "M / (G + T − M)"
    assert found["t.whole.dice"] == "1 − (D + I + S) / ((G − W) + (T − W))"
    assert found["t.roof.jaccard.unlabelled"] == "1 − (D + I + S) / (D + S + M + I − W)"
    assert found["la"] == "(s₁ + s₂ + …) / W"
    assert found["complete"] == "1 if G = M and T = M, else 0"
    assert (found["crossing"], found["no-crossing"]) == ("C", "1 if C = 0, else 0")


def test_a_formula_that_cannot_be_written_says_so() -> None:
    with pytest.raises(TypeError, match="may contain counts and whole numbers"):
        written(lambda c: Ratio(c.matched + 0.5, c.gold))


def sample(key: str) -> ConstituentComparison:
    one = next(one for one in samples() if one.key == key)
    settings = Settings(params="none", preterminals="no") if "leaf" in key else Settings()
    return score(ConstituentComparison(read(one.gold), [read(system) for system in one.systems], settings))


@pytest.fixture(scope="module")
def emms() -> ConstituentComparison:
    return sample("worked-examples-emms")


@pytest.mark.parametrize(
    ("sentence", "key", "text"),
    [
        (0, "t.whole.dice", "1 − (1 + 1 + 2) / (6 + 6) = 0.67"),
        (0, "t.whole.jaccard", "1 − (1 + 1 + 2) / (1 + 2 + 6 + 1 − 3) = 0.43"),
        (0, "e.roof.recall", "1 / 3 = 0.33"),
        (0, "e.roof.dice", "2·1 / (3 + 3) = 0.33"),
        (0, "e.roof.jaccard", "1 / (3 + 3 − 1) = 0.20"),
        (0, "e.whole.dice", "2·3 / (6 + 6) = 0.50"),
        (0, "e.whole.jaccard", "3 / (6 + 6 − 3) = 0.33"),
        (1, "e.roof.dice", "2·1 / (4 + 4) = 0.25"),
        (1, "t.roof.dice", "1 − (1 + 1 + 0) / (4 + 4) = 0.75"),
        (2, "e.roof.dice", "2·3 / (3 + 3) = 1.00"),
        (2, "complete", "3 = 3 and 3 = 3? yes → 1"),
        (0, "complete", "3 = 1 and 3 = 1? no → 0"),
    ],
)
def test_emms_worked_examples(emms: ConstituentComparison, sentence: int, key: str, text: str) -> None:
    """Emms 2008, figures 1 and 2 (the published 0.66 is 2/3 cut off), and section 2."""
    assert explain_sentence(emms, 0, sentence, key).text == text


def test_emms_in_words(emms: ConstituentComparison) -> None:
    explanation = explain_sentence(emms, 0, 0, "t.whole.dice")
    assert explanation.words == (
        "Turning the gold tree into the system's tree costs 4: 1 node deleted, 1 inserted, 2 relabelled; "
        "in both trees together there are 12 nodes besides the words. Unchanged: 6 nodes, words included."
    )
    assert (explanation.fraction, explanation.shown) == ("8 / 12", "66.67")
    assert explanation.paper == "Emms 2008, table 2"
    assert explanation.signature == emms.table.sentence_signature("t.whole.dice")


def test_leaf_ancestor_word_by_word(shared: Path) -> None:
    """Sampson & Babarczy 2003: every word's score as printed, summed and divided."""
    text = (shared / "examples/sampson-babarczy.tsv").read_text("utf-8")
    rows = list(csv.DictReader((line for line in text.splitlines() if not line.startswith("#")), delimiter="\t"))
    settings = Settings(params="none", preterminals="no")
    for row in rows:
        comparison = score(ConstituentComparison(parse(row["gold"]), [parse(row["candidate"])], settings))
        explanation = explain_sentence(comparison, 0, 0, "la.initial")
        assert explanation.value == row["la_initial"]
        assert explanation.numbers is not None
        assert worth(explanation.numbers) == pytest.approx(float(row["la_initial"]), abs=1e-3)
        assert len([piece for piece in explanation.numbers.numerator if piece.count]) == comparison.table.lengths[0]


def check_nodes(comparison: ConstituentComparison, system: int, sentence: int, one: Measure) -> int:
    """Every count of the formula and of the sentence has as many nodes as it says; returns how many counts were checked."""
    explanation = explain_sentence(comparison, system, sentence, one.key)
    assert explanation.numbers is not None
    mapping = counted_mapping(comparison, system, sentence, one.part)
    assert mapping is not None
    checked = 0
    for piece in (*explanation.numbers.line, *explanation.sentence):
        if not piece.count:
            continue
        nodes = counted_nodes(comparison, mapping, one.part, piece.count)
        assert len(set(nodes)) == len(nodes)
        assert all(0 <= node < len(mapping.gold if side == "gold" else mapping.test) for side, node in nodes)
        sides = [sum(side == wanted for side, _ in nodes) for wanted in ("gold", "test")]
        if piece.count.startswith("word:"):
            assert min(sides) >= 1
            continue
        expected = int(piece.text.split(" ")[0].replace(",", ""))
        if piece.count in ("matched", "swapped", "relabelling", "moved"):
            assert sides == [expected, expected], (one.key, sentence, piece)
        elif piece.count == "cost":
            swapped = len(mapping.swapped)
            assert sum(sides) - swapped == expected, (one.key, sentence, piece)
        else:
            assert sum(sides) == expected, (one.key, sentence, piece)
            assert 0 in sides
        checked += 1
    return checked


def defined(comparison: ConstituentComparison, system: int, one: Measure) -> list[int]:
    """Sentences with a score that rests on counts: where nothing counts, some are 1 by definition."""
    scores, whole = comparison.table.scores(system, one.key), comparison.table.ratio(system, one.key).denominator
    return [index for index in range(len(scores)) if not math.isnan(scores[index]) and whole[index]]


@ALL
@pytest.mark.parametrize("labelled", ["labelled", "unlabelled"])
def test_as_many_nodes_as_the_count_says(
    one: Measure, labelled: str, random_comparisons: dict[str, ConstituentComparison]
) -> None:
    comparison = random_comparisons[f"{labelled}, crossing" if one.part.startswith("e.discontinuous") else labelled]
    sentences = defined(comparison, 0, one)
    assert len(sentences) > (15 if one.part.startswith("e.discontinuous") else 40)
    some = sentences[:: stride(8)]
    assert sum(check_nodes(comparison, 0, sentence, one) for sentence in some) >= len(some)


@pytest.fixture(scope="module")
def random_comparisons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ConstituentComparison]:
    """Under parameters of evalb with labels and without, with equal labels that are not transitive; other words here and there."""
    folder = tmp_path_factory.mktemp("parameters")
    costs = folder / "labels.costs"
    costs.write_text("NP VP 0.5\n", "utf-8")
    found = {}
    for name, number in (("labelled", 1), ("unlabelled", 0)):
        params = folder / f"{name}.prm"
        params.write_text(f"LABELED {number}\nEQ_LABEL NP VP\nEQ_LABEL VP PP\nEQ_LABEL N V\nEQ_LABEL V P\n", "utf-8")
        gold, test = random_file(seed=number + 5)
        test = "\n".join(
            line.replace("w3", "other") if row % 9 == 0 else line for row, line in enumerate(test.split("\n"))
        )
        settings = Settings(params=str(params), label_costs=str(costs))
        found[name] = score(ConstituentComparison(parse(gold), [parse(test)], settings))
        sides = [treebank(text) for text in crossing_file(seed=number + 5)]
        found[f"{name}, crossing"] = score(ConstituentComparison(sides[0], sides[1:], settings))
    return found


@pytest.fixture(scope="module")
def wsj(shared: Path) -> ConstituentComparison:
    folder = shared / "data/wsj-sample"
    systems = [read(str(folder / f"{name}.mrg")) for name in ("stanford-pcfg", "bllip")]
    return score(ConstituentComparison(read(str(folder / "gold.mrg")), systems))


@ALL
def test_as_many_nodes_as_the_count_says_in_real_trees(one: Measure, wsj: ConstituentComparison) -> None:
    if not wsj.table.has(one.part):
        why = "no branches cross" if one.part.startswith("e.discontinuous") else "none was given"
        assert why in explain_sentence(wsj, 0, 0, one.key).undefined.lower()
        return
    for sentence in defined(wsj, 0, one)[:: 12 * stride(8)]:
        check_nodes(wsj, 0, sentence, one)


@pytest.fixture(scope="module")
def potsdam(shared: Path) -> ConstituentComparison:
    folder = shared / "data/german-tiger"
    gold, system = (read(str(folder / f"pcc316.{name}.export")) for name in ("gold", "discodop-pcc"))
    return score(ConstituentComparison(gold, [system]))


@ALL
def test_as_many_nodes_as_the_count_says_where_branches_cross(one: Measure, potsdam: ConstituentComparison) -> None:
    if not potsdam.table.has(one.part):
        assert one.part == "la.custom"
        return
    crossing = [row for row in defined(potsdam, 0, one) if potsdam.pairs(0).gold.crossing[row]]
    assert sum(check_nodes(potsdam, 0, row, one) for row in crossing[::9]) > 5


@ALL
def test_systems(one: Measure, wsj: ConstituentComparison) -> None:
    table = wsj.table
    if not table.has(one.part):
        assert explain_system(wsj, 0, one.key, "pooled").value == "–"
        return
    scores = table.scores(1, one.key)
    for average in ("pooled", "mean"):
        explanation = explain_system(wsj, 1, one.key, average)
        expected = table.summary(1, one.key, average)
        assert explanation.shown == one.shown(expected)
        assert explanation.numbers is not None
        assert worth(explanation.numbers) == pytest.approx(expected, abs=1e-4)
        assert f"avg:{average}" in explanation.signature
        assert not any(piece.count for piece in (*explanation.numbers.line, *explanation.sentence))
        empty = np.isnan(scores) if average == "mean" else table.ratio(1, one.key).denominator == 0
        undefined = int(empty.sum())
        assert undefined == 0 or f"{undefined} sentence" in explanation.words


def test_pooled_is_what_it_says(wsj: ConstituentComparison) -> None:
    explanation = explain_system(wsj, 0, "e.roof.dice", "pooled")
    counts = wsj.table.part(0, "e.roof")
    gold, test, matched = (int(column.sum()) for column in (counts.gold, counts.test, counts.matched))
    assert explanation.text == f"2·{matched:,} / ({gold:,} + {test:,}) = {2 * matched / (gold + test):.2f}"
    assert explanation.symbolic.text == "2·ΣM / (ΣG + ΣT)"


def explained(gold: str, test: str, key: str, **settings: str) -> Explanation:
    return explain_sentence(score(ConstituentComparison(parse(gold), [parse(test)], Settings(**settings))), 0, 0, key)


@pytest.mark.parametrize(
    ("gold", "test", "key", "why"),
    [
        ("(S (N a))", "(())", "t.whole.dice", "No parse."),
        ("(S (N a) (N b))", "(S (N a) (N c))", "e.roof.dice", "this measure is defined for equal words only."),
        ("(N a)", "(N a)", "e.roof.dice", "0 / 0 has no value: neither tree has any constituents."),
        ("(N a)", "(N a)", "e.roof.recall", "0 / 0 has no value: the gold tree has no constituents."),
        ("(N a)", "(N a)", "e.roof.precision", "0 / 0 has no value: the system's tree has no constituents."),
        ("(N a)", "(N a)", "t.roof.jaccard", "0 / 0 has no value: neither tree has any nodes other than words."),
        ("(N a)", "(N a)", "la.custom", "This measure needs a table of label costs, and none was given."),
    ],
)
def test_why_there_is_no_score(gold: str, test: str, key: str, why: str) -> None:
    explanation = explained(gold, test, key, differing="skip")
    assert (explanation.value, explanation.shown, explanation.numbers) == ("–", "–", None)
    assert explanation.undefined.endswith(why)
    assert explanation.text.endswith("= –")


def test_missing_parse_that_counts_as_zero() -> None:
    explanation = explained("(S (N a))", "(())", "no-crossing", missing="zero")
    assert (explanation.value, explanation.shown, explanation.text) == ("0.00", "0.00", "1 if C = 0, else 0 = 0.00")
    assert "no parse" in explanation.undefined.lower()
    assert "scores 0" in explanation.undefined


def test_label_costs_show_in_the_sum(tmp_path: Path) -> None:
    """Relabelling counts with what it costs."""
    costs = tmp_path / "tree.costs"
    costs.write_text("NP VP 0.25\n", "utf-8")
    explanation = explained("(S (NP (N a) (N b)))", "(S (VP (N a) (N b)))", "t.whole.dice", tree_costs=str(costs))
    assert explanation.text == "1 − (0 + 0 + 0.25) / (4 + 4) = 0.97"
    assert "costs 0.25: 0 nodes deleted, 0 inserted, 1 relabelled" in explanation.words
