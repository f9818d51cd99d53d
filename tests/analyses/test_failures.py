"""What parsers fail on: features of small sentences by hand, and a cause that was planted in a treebank."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.mappings.test_word_errors import conllu, scores
from treecompare.analyses.catalogue import analysis
from treecompare.analyses.failures import constituent_features, dependency_features, tree_word_features
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.mappings.tokens import align
from treecompare.measures.words import WordScores
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.conll import CONLLU
from treecompare.scores.associations import Feature
from treecompare.scores.result import View
from treecompare.trees.preparation import parameters, prepare, terminals
from treecompare.trees.tree import CONSTITUENT, WORD, Trees


def trees(text: str) -> Trees:
    return prepare(terminals(BRACKETS.read(text.encode(), "f", "f").trees, True), parameters("none"))


def values(features: list[Feature], item: int) -> dict[str, str]:
    """What is known of one item."""
    return {one.name: one.values[one.codes[item]] for one in features if one.codes[item] >= 0}


def test_features_of_constituents() -> None:
    given = trees(
        "(S (NP (DT the) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (NN it)))) (. .))\n(S (A a) (B b) (C c) (D d) (E e))\n"
    )
    nodes = np.flatnonzero(given.kinds == CONSTITUENT)
    features = constituent_features(given, nodes)
    labels = [given.symbols[label] for label in given.labels[nodes].tolist()]
    found = {label + str(place): values(features, place) for place, label in enumerate(labels)}
    assert labels == ["NP", "NP", "PP", "VP", "S", "S"]
    assert found["PP2"] == {
        "label": "PP", "mother": "VP", "daughters": "IN NP", "first daughter": "IN", "last daughter": "NP",
        "sister before": "VBD", "first word": "on", "first tag": "IN", "words": "2", "depth": "3", "words of the sentence": "5–9",
    }  # fmt: skip
    assert found["NP0"]["sister after"] == "VP" and "sister before" not in found["NP0"]
    assert found["S4"]["first daughter"] == "NP of several words" and "mother" not in found["S4"]
    assert found["S4"]["daughters"] == "NP VP ." and found["S5"]["daughters"] == "A B C D …"


def test_features_of_words_stay_within_their_sentence() -> None:
    given = trees("(S (NP (DT the) (NN cat)) (VP (VBD sat)))\n(S (NN yes))\n")
    words = np.flatnonzero(given.kinds == WORD)
    features = tree_word_features(given, words)
    assert values(features, 1) == {
        "word": "cat", "tag": "NN", "mother": "NP", "mother's mother": "S", "sister before": "DT", "tag before": "DT",
        "tag after": "VBD", "depth": "3", "words of the sentence": "3–4",
    }  # fmt: skip
    assert "tag after" not in values(features, 2) and "tag before" not in values(features, 3)
    assert values(features, 3)["mother"] == "S" and "mother's mother" not in values(features, 3)


def test_features_of_words_with_heads() -> None:
    found = scores("she 2 nsubj, saw 0 root, a 4 det, man 2 obj", "she 2 nsubj, saw 0 root, a 4 det, man 2 obj")
    features = dependency_features(found, np.arange(4))
    assert values(features, 0) == {
        "relation": "nsubj", "direction": "right", "distance": "1", "relation of the head": "root", "form": "she",
        "dependents": "0", "depth": "2", "words of the sentence": "3–4",
    }  # fmt: skip
    assert values(features, 1)["dependents"] == "2" and "relation of the head" not in values(features, 1)


SUBJECTS = (
    "(NP (DT the) (NN cat))",
    "(NP (DT a) (JJ red) (NN dog))",
    "(NP (NN milk))",
    "(NP (NNS dogs))",
    "(ADVP (RB now) (RB then))",
)


def treebank(seed: int) -> tuple[str, str]:
    """Sentences in which S under SBAR is missed where it begins with an NP of several words."""
    chance = random.Random(seed)
    sides: tuple[list[str], list[str]] = ([], [])
    for _ in range(400):
        subject = chance.choice(SUBJECTS)
        verb = chance.choice(["(VP (VB go))", "(VP (VB see) (NP (NN it)))", "(VP (VB run) (PP (IN on) (NP (NN it))))"])
        outer = chance.choice(["(NP (DT a) (NN man))", "(NP (PRP we))"])
        fails = "(DT" in subject and chance.random() < 0.8
        inner = (f"(S {subject} {verb})", f"{subject} {verb}")
        for side, clause in zip(sides, (inner[0], inner[fails]), strict=True):
            side.append(f"(S {outer} (VP (VB say) (SBAR (IN that) {clause})))")
    return "\n".join(sides[0]), "\n".join(sides[1])


def compared(seed: int) -> ConstituentComparison:
    sides = [BRACKETS.read(text.encode(), "f", "f") for text in treebank(seed)]
    return score(ConstituentComparison(sides[0], [sides[1]]))


@pytest.mark.parametrize("seed", range(3))
def test_the_planted_cause_is_first(seed: int) -> None:
    comparison = compared(seed)
    table = analysis("failures", "constituents").tables(comparison, View())[0]
    assert table.rows[0][0] in (
        f"{one}, first daughter NP of several words" for one in ("label S", "mother SBAR", "sister before IN")
    )
    assert len(table.rows) == 1 and table.rows[0][3] > 0.7
    found = table.found(0, 2)
    assert found is not None and len(found.sentences) == table.rows[0][2]
    wrong = [(sentence, node) for sentence, nodes in found.nodes.items() for side, node in nodes if side == "gold"]
    trees = comparison.pairs(0).gold
    assert sorted(found.nodes) == found.sentences.tolist() and len(wrong) == table.rows[0][2]
    assert all(trees[sentence].texts[node] == "S" for sentence, node in wrong)
    everything = table.found(0, 1)
    assert everything is not None and len(everything.sentences) == table.rows[0][1] and table.found(0, 0) is None
    missed = comparison.table.part(0, "e.roof")
    assert f"{(missed.gold - missed.matched).sum()} of {missed.gold.sum()} constituents" in table.note.replace(",", "")


def test_words_that_lose_are_those_below() -> None:
    table = analysis("failures", "constituents").tables(compared(1), View())[1]
    assert "Leaf-Ancestor" in table.title and table.rows
    found = table.found(0, 2)
    assert found is not None and sum(map(len, found.nodes.values())) == table.rows[0][2]
    for sentence, nodes in found.nodes.items():
        tree = compared(1).pairs(0).gold[sentence]
        assert all(side == "gold" and tree.kinds[node] == WORD for side, node in nodes)


def test_only_sentences_that_all_systems_have_count() -> None:
    gold, system = treebank(1)
    short = "\n".join(["(())", *system.split("\n")[1:]])
    sides = [BRACKETS.read(text.encode(), "f", "f") for text in (gold, system, short)]
    comparison = score(ConstituentComparison(sides[0], sides[1:]))
    tables = analysis("failures", "constituents").tables(comparison, View())
    assert comparison.table.part(0, "e.roof").gold[1:].sum() == int(
        tables[0].note.replace(",", "").split(" of ")[1].split()[0]
    )

    words = int(tables[1].note.replace(",", "").split(" of ")[1].split()[0])
    assert comparison.table.part(0, "la").gold[1:].sum() == words


def test_a_constituent_with_another_label_is_missed() -> None:
    gold, system = (f"(S (NP (DT the) (NN cat)) (VP (VB see) ({label} (NN it))))" for label in ("NP", "XP"))
    sides = [BRACKETS.read("\n".join(side).encode(), "f", "f") for side in ([gold] * 12 + [system] * 12, [system] * 24)]
    comparison = score(ConstituentComparison(sides[0], [sides[1]]))
    table = analysis("failures", "constituents").tables(comparison, View())[0]
    assert table.rows[0][0] == "label NP, mother VP" and table.rows[0][1:3] == [12, 12]
    assert table.signatures[0].startswith("e.roof.dice|") and "by:failures" in table.signatures[0]


def test_what_is_the_same_is_shortened_on_display_only() -> None:
    table = analysis("failures", "constituents").tables(compared(0), View())[0]
    exact, shown = table.exact()[1][-1], table.texts()[1][-1]
    assert exact.count("; ") > 2 and shown == "; ".join([*exact.split("; ")[:2], f"and {exact.count('; ') - 1} more"])
    column = table.columns[-1]
    assert [column.text(text) for text in (None, "a", "a; b", "a; b; c")] == ["–", "a", "a; b", "a; b; and 1 more"]
    assert [table.columns[5].text(p) for p in (0.0009, 0.001, 0.0499)] == ["<0.001", "0.001", "0.050"]


def test_neighbours_are_of_the_same_sentence() -> None:
    rows = "".join(
        f"{place}\t{form}\t_\t{tag}\t_\t_\t{head}\tx\t_\t_\n"
        for place, form, tag, head in [(1, "a", "A", 0), (2, "b", "B", 1)]
    )
    side = CONLLU.read(f"{rows}\n{rows}\n".encode(), "f", "f").sentences
    features = dependency_features(WordScores(side, side, align(side, side)), np.arange(4))
    assert values(features, 0)["part of speech after"] == "B" and "part of speech before" not in values(features, 0)
    assert values(features, 2)["part of speech after"] == "B" and "part of speech before" not in values(features, 2)


def test_heads_that_are_wrong_behind_a_verb() -> None:
    chance = random.Random(4)
    sides: tuple[list[str], list[str]] = ([], [])
    for _ in range(200):
        relation = chance.choice(["obl", "obj", "advmod"])
        fails = relation == "obl" and chance.random() < 0.7
        for side, head in zip(sides, (2, 1 if fails else 2), strict=True):
            rows = [("we", 2, "nsubj"), ("go", 0, "root"), ("far", head, relation), (".", 2, "punct")]
            side.append(
                "".join(
                    f"{place}\t{form}\t_\tX\t_\t_\t{at}\t{label}\t_\t_\n"
                    for place, (form, at, label) in enumerate(rows, 1)
                )
            )
    both = [CONLLU.read(("\n".join(side) + "\n").encode(), "f", "f") for side in sides]
    tables = analysis("word-failures", "dependencies").tables(score(DependencyComparison(both[0], [both[1]])), View())
    assert [row[0] for row in tables[0].rows] == ["relation obl"] and tables[1].rows == []
    assert [table.signatures[0].split("|")[0] for table in tables] == ["uas", "label-accuracy"]


def test_each_type_of_error_has_its_own_causes() -> None:
    comparison = compared(2)
    tables = analysis("error-causes", "constituents").tables(comparison, View())
    assert [table.title for table in tables] == ["Clause attachment, f"]
    table = tables[0]
    assert "first daughter NP of several words" in str(table.rows[0][0])
    errors = comparison.errors(0)
    concerned = {(sentence, node) for sentence, one in zip(errors.sentences.tolist(), errors, strict=True)
                 for side, node in (*one.nodes, *one.moved) if side == "gold"}  # fmt: skip
    assert f"{len(concerned)} of " in table.note and "are part of such an error" in table.note
    assert table.signatures[0].endswith("|by:clause")
    assert table.rows[0][2] == table.rows[0][1] * table.rows[0][3]


def test_causes_of_errors_of_words() -> None:
    gold, system = (
        [f"a 0 root, b 1 nsubj, c {head} obl" for head in heads] for heads in ([1] * 30, [2] * 15 + [1] * 15)
    )
    sides = [CONLLU.read(("\n".join(map(conllu, side)) + "\n").encode(), "f", "f") for side in (gold, system)]
    tables = analysis("word-error-causes", "dependencies").tables(
        score(DependencyComparison(sides[0], [sides[1]])), View()
    )
    assert [table.title for table in tables] == ["Obliques and nominal modifiers, f"]
    assert tables[0].rows[0][:3] == ["relation obl", 30, 15]
