"""What comparisons of constituents answer about rows, names, words, counts, lineages and drawings of a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.comparison.test_aligned import GOOD, JOINED, TWO, compared
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.lit import counted_mapping, counted_nodes, drawn_as
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.errors import Cancelled, UsageError
from treecompare.mappings.mapping import Mapping
from treecompare.measures.explain import MOST_WORDS
from treecompare.readers import parse


@pytest.fixture(scope="module")
def joined() -> ConstituentComparison:
    """Three gold sentences; the first system joins the last two, the second has one wrong label in the last."""
    return compared(TWO, JOINED, GOOD)


def test_rows_of_several_sentences_have_their_numbers_and_names(joined: ConstituentComparison) -> None:
    assert [joined.number_of(row) for row in range(2)] == [1, 2]
    assert [joined.numbers_of(row) for row in range(2)] == ["1", "2+3"]
    assert joined.gold_sentences == 3
    assert [joined.row_of(sentence) for sentence in range(5)] == [0, 1, 1, 3, 4]
    assert joined.sentence_names() == {"1": 0, "2": 1, "3": 1, "2+3": 1}
    assert joined.sentences_of(0, 1) == ([1, 2], [1]) and joined.sentences_of(1, 1) == ([1, 2], [1, 2])
    assert joined.gold_texts() == ["a1 b1", "c1 d1", "e1 f1"] and joined.texts() == ["a1 b1", "c1 d1 e1 f1"]
    assert joined.sentence_title(1, 1) == "2+3, text"
    with pytest.raises(UsageError, match="there is no sentence 3; expected a number from 1 to 3"):
        joined.check_sentence(2)
    joined.check_sentence(1)


def test_how_sentences_were_paired(joined: ConstituentComparison) -> None:
    found = joined.sentence_pairing(0)
    assert (found.units.tolist(), found.edits.tolist(), found.rows.tolist()) == (
        [[0, 1, 0, 1], [1, 3, 1, 2]], [0, 0], [0, 1],
    )  # fmt: skip
    plain = compared(TWO, GOOD + "\n(S (A q))", differing="skip")
    found = plain.sentence_pairing(0)
    assert found.units.tolist() == [[0, 1, 0, 1], [1, 2, 1, 2], [2, 3, 2, 3], [3, 3, 3, 4]]
    assert (found.edits.tolist(), found.rows.tolist()) == ([0] * 4, [0, 1, 2, -1])
    assert plain.ids == ["1", "2", "3", "4"] and plain.texts() == ["a1 b1", "c1 d1", "e1 f1", "q"]


def test_the_command_names_files_by_their_names_unless_they_have_others() -> None:
    gold, one = parse("(S (A a))"), replace(parse("(S (A a))"), name="mine")
    found = ConstituentComparison(gold, [one, gold], Settings("none"))
    path = str(Path.cwd() / "text")
    assert found.command("score", ["--x"]) == [
        "treecompare", "score", path, f"mine={path}", path, "--params", "none", "--x",
    ]  # fmt: skip
    assert found.command("report rankings", systems=[1]) == [
        "treecompare", "report", "rankings", path, path, "--params", "none",
    ]  # fmt: skip
    assert found.head()["params"] == "none" and found.head()["gold"] == "text"
    assert found.prepared() == (
        "Trees were prepared not at all, save that outermost brackets without a label or labelled VROOT were removed; "
        "a node over one word was taken as a part-of-speech tag."
    )
    bare = ConstituentComparison(gold, [one], Settings(preterminals="no"))
    assert bare.prepared().endswith("a node over one word was taken as a constituent.")


def test_outermost_brackets_that_count_are_told_where_they_differ() -> None:
    gold, test = "(TOP (S (A a)))", "(S1 (S (A a)))"
    assert ConstituentComparison(parse(gold), [parse(test)]).warnings == []
    (told,) = ConstituentComparison(parse(gold), [replace(parse(test), name="s")], Settings("none")).warnings
    assert told == "outermost brackets differ and count as constituents under 'none' (text: TOP; s: S1)"
    (told,) = ConstituentComparison(parse(gold), [replace(parse("(S (A a))"), name="s")], Settings("none")).warnings
    assert told.endswith("(text: TOP; s: none)")
    assert ConstituentComparison(parse(gold), [parse(gold)], Settings("none")).warnings == []


def test_costs_of_labels_that_no_treebank_has_are_told(tmp_path: Path) -> None:
    for name, text in (("trees", "A Q 1\nQ R 1\n"), ("lineages", "A B 1\n")):
        (tmp_path / name).write_text(text, "utf-8")
    many = tmp_path / "many"
    many.write_text("".join(f"A X{number:02} 1\n" for number in range(11)), "utf-8")

    def told(**given: str) -> list[str]:
        settings = Settings(**{name: str(tmp_path / path) for name, path in given.items()})
        return ConstituentComparison(parse("(S (A a))"), [parse("(S (B a))")], settings).warnings

    assert told(tree_costs="trees", label_costs="lineages") == [
        f"{tmp_path / 'trees'}: costs of labels that no treebank has: Q, R"
    ]
    assert told(tree_costs="many")[0].endswith(": X00, X01, X02, X03, X04, X05, X06, X07, X08, X09, …")


# -- counts and what they stand for ------------------------------------------------------------------------------------------


def test_the_nodes_behind_each_count_are_as_many_as_it_says() -> None:
    gold = "(S (NP (D the) (N dog)) (VP (V saw) (NP (N it)) (PP (P at) (NP (N home)))))"
    test = "(S (NP (D the) (J dog)) (VP (V saw) (X (NP (N it)) (P at)) (NP (N home))))"
    found = compared(gold, test)
    for part in ("e.roof", "e.whole", "e.whole.unlabelled", "t.whole", "t.roof", "t.whole.unlabelled", "tags"):
        counts = found.table.counts(0, slice(None))[0][part]
        mapping = counted_mapping(found, 0, 0, part)
        assert mapping is not None and mapping.kind == ("T" if part.startswith("t.") else "E")
        for count, number in counts.items():
            nodes = counted_nodes(found, mapping, part, count)
            sides = 2 if count in ("matched", "swapped") else 1
            expected = number * sides
            if count == "cost":  # a relabelled node is one on each side
                expected += counts.get("swapped", 0)
            if part == "tags" or count != "crossing":
                assert len(nodes) == expected, (part, count)
    roof = counted_mapping(found, 0, 0, "e.roof")
    assert roof is not None
    (crossing,) = counted_nodes(found, roof, "e.roof", "crossing")
    assert crossing[0] == "test" and roof.test.texts[crossing[1]] == "X"


def tags_of(found: list[tuple[str, int]], mapping: Mapping) -> list[str]:
    return [f"{side} {(mapping.gold if side == 'gold' else mapping.test).texts[node]}" for side, node in found]


def test_tags_that_agree_and_those_that_do_not() -> None:
    found = compared("(S (D the) (N dog) (V ran))", "(S (D the) (J dog) (V ran))")
    mapping = counted_mapping(found, 0, 0, "tags")
    assert mapping is not None
    expected = {
        "gold": ["gold D", "gold N", "gold V"], "test": ["test D", "test J", "test V"],
        "matched": ["gold D", "gold V", "test D", "test V"], "deleted": ["gold N"], "inserted": ["test J"],
    }  # fmt: skip
    for count, nodes in expected.items():
        assert tags_of(counted_nodes(found, mapping, "tags", count), mapping) == nodes


def test_a_word_lights_up_with_all_that_is_above_it(joined: ConstituentComparison) -> None:
    mapping = joined.checked_mapping(1, 1, DEFAULT)
    assert tags_of(counted_nodes(joined, mapping, "la", "word:3"), mapping) == [
        "gold f1", "gold VB", "gold VP", "gold S", "test f1", "test VB", "test NP", "test S",
    ]  # fmt: skip
    assert counted_nodes(joined, mapping, "la", "word:4") == []
    assert counted_nodes(joined, mapping, "t.whole", "cost") == [("gold", 12), ("test", 12)]
    assert len(counted_nodes(joined, mapping, "t.whole", "gold-words")) == 10
    lost = compared("(S (A a) (B b))", "(S (B b))")
    mapping = lost.checked_mapping(0, 0, DEFAULT)
    assert tags_of(counted_nodes(lost, mapping, "la", "word:0"), mapping) == ["gold a", "gold A", "gold S"]


def test_which_mapping_shows_the_counts_of_a_part() -> None:
    now = "E", "roof", False
    assert [drawn_as(part, now) for part in ("la", "la.tags", "tags", "e.roof", "t.whole.unlabelled")] == [
        ("E", "roof", False), ("E", "whole", False), ("E", "whole", True), ("E", "roof", True), ("T", "whole", False),
    ]  # fmt: skip


def test_how_a_lineage_becomes_that_of_the_system(joined: ConstituentComparison) -> None:
    assert joined.word_edits(1, 1, words=[3])[0] == [
        ("[", "[", 0.0),
        ("VP", "NP", 2.0),
        ("S", "S", 0.0),
        ("]", "]", 0.0),
    ]
    assert joined.word_edits(1, 1, "la.tags", [3])[0][0] == ("VB", "VB", 0.0)
    words = joined.word_scores(1, 1)
    assert words is not None
    assert [(one.word, one.gold, one.test, one.score, one.weight) for one in words][2:] == [
        ("e1", "NP ] [ S", "NP ] [ S", 1.0, 1.0), ("f1", "[ VP S ]", "[ NP S ]", 0.75, 1.0),
    ]  # fmt: skip
    lost = compared("(S (A a) (B b))", "(S (B b))")
    assert lost.word_edits(0, 0, words=[0]) == [[]] and lost.word_edits(0, 0, words=[1])[0][-1] == ("]", "]", 0.0)
    skipped = compared("(S (A a) (B b))", "(S (B b))", differing="skip")
    assert skipped.word_scores(0, 0) is None and skipped.word_edits(0, 0, words=[0]) == []


# -- scores explained ----------------------------------------------------------------------------------------------------------


def test_scores_that_are_not_there_say_why() -> None:
    gold = "(S (A a) (B b))\n(S (A c))\n(S (A d))"
    waiting = ConstituentComparison(parse(gold), [parse(gold)])
    assert explain_sentence(waiting, 0, 0, "la").undefined == "This sentence has not been compared yet."
    assert explain_system(waiting, 0, "la", "pooled").undefined.startswith("no sentence has a score")
    found = score(ConstituentComparison(parse(gold), [parse("(S (A a))\n(())\n(S (A d))")], Settings(differing="skip")))
    differ = "The words differ: gold has 2, system has 1"
    assert (
        explain_sentence(found, 0, 0, "e.roof.dice").undefined
        == f"{differ}; this measure is defined for equal words only."
    )
    assert explain_sentence(found, 0, 0, "t.whole.dice").undefined == ""
    assert explain_sentence(found, 0, 1, "t.whole.dice").undefined == "No parse."
    for key in ("la.custom", "las"):
        told = explain_sentence(found, 0, 2, key).undefined
        assert told == explain_system(found, 0, key, "mean").undefined and told.endswith(".") and told[0].isupper()
    assert "table of label costs" in explain_system(found, 0, "la.custom", "pooled").undefined


def test_what_a_baseline_cannot_have_is_not_worked_out() -> None:
    found = compared(TWO, GOOD)
    found.table.baselines = frozenset({0})
    for key in ("e.whole.dice", "la"):
        sentence, pooled = explain_sentence(found, 0, 0, key), explain_system(found, 0, key, "pooled")
        assert sentence.numbers is None and sentence.undefined.startswith("A baseline has no labels")
        assert sentence.undefined == pooled.undefined == explain_system(found, 0, key, "mean").undefined
    assert explain_sentence(found, 0, 0, "e.whole.dice.unlabelled").numbers is not None


def test_a_missing_parse_that_scores_zero_says_so() -> None:
    found = compared("(S (A a))\n(S (B b))", "(())\n(S (B b))", missing="zero")
    told = explain_sentence(found, 0, 0, "la")
    assert (told.undefined, told.value, told.shown) == (
        "No parse; by your setting such a sentence scores 0.", "0.000", "0.00",
    )  # fmt: skip


def test_words_are_shown_one_by_one_up_to_a_number() -> None:
    for words, is_apart in ((MOST_WORDS, True), (MOST_WORDS + 1, False)):
        text = f"(S {' '.join(f'(N w{place})' for place in range(words))})"
        told = explain_sentence(compared(text, text), 0, 0, "la").text
        assert (told.count("1.000 + ") == words - 1) is is_apart


def test_pooled_and_mean_scores_of_a_system(joined: ConstituentComparison) -> None:
    assert explain_system(joined, 1, "e.whole.dice", "pooled").fraction == "28 / 30"
    assert explain_system(joined, 1, "e.whole.dice", "mean").fraction == "1.90 / 2"
    assert explain_system(joined, 1, "t.whole.dice", "pooled").text == "1 − (0 + 0 + 1) / (15 + 15) = 0.97"
    assert explain_system(joined, 1, "la", "pooled").fraction == "5.75 / 6"
    complete = explain_system(joined, 1, "complete", "pooled")
    assert (complete.fraction, complete.words) == ("1 / 2", "Of 2 sentences, 1 fulfil it.")
    # a sentence that is skipped is left out, and said to be
    partly = compared(TWO, GOOD.replace("(S (NP (NN a1)) (VP (VB b1)))", "(())", 1))
    for average, fraction in (("pooled", "18 / 20"), ("mean", "1.80 / 2")):
        told = explain_system(partly, 0, "e.whole.dice", average)  # type: ignore[arg-type]
        assert told.fraction == fraction and "1 sentence without a score left out" in told.words


# -- drawings ------------------------------------------------------------------------------------------------------------------


def test_a_sentence_in_every_format(joined: ConstituentComparison) -> None:
    drawn = joined.drawing(1, 1, DEFAULT)
    assert list(drawn.writers()) == ["text", "svg", "latex", "document", "brackets", "json"]
    assert drawn.written("brackets").splitlines()[1] == "(S (NP (NN c1)) (VP (VB d1))) (S (NP (NN e1)) (NP (VB f1)))"
    assert "~" in drawn.written("text")
    assert drawn.written("svg").startswith("<svg") and "\\begin{forest}" in drawn.written("latex")
    assert drawn.nodes().counts["swapped"] == 1
    told = json.loads(drawn.written("json"))
    assert (told["mapping"], told["deleted"], told["inserted"], told["swapped"], told["cost"]) == (
        "T",
        [],
        [],
        [[12, 12]],
        1,
    )
    assert told["gold_nodes"][2] == {"node": 2, "label": "NP", "kind": "constituent", "span": [0, 1], "parent": 6}
    assert told["test_nodes"][12]["label"] == "NP" and told["gold_nodes"][13]["parent"] is None
    assert [12, 12] in told["pairs"] and [12, 12] not in told["matched"] and len(told["matched"]) == 13
    with pytest.raises(
        UsageError, match="constituents are drawn as text, svg, latex, document, brackets or json, not as 'x'"
    ):
        drawn.written("x")
    assert "\\begin{tikzpicture}" in joined.drawing(1, 1, Wanted(layout="merged")).written("latex")


def test_words_are_no_nodes_of_an_e_mapping() -> None:
    found = compared("(S (A a) (B b))", "(S (A a) (C b))")
    told = json.loads(found.drawing(0, 0, Wanted(mapping="E")).written("json"))
    assert (told["deleted"], told["inserted"], told["pairs"]) == ([3], [3], [[0, 0], [1, 1], [2, 2], [4, 4]])
    assert told["matched"] == [[1, 1], [4, 4]] and told["counts"]["gold"] == 3
    roof = json.loads(found.drawing(0, 0, Wanted(mapping="E", part="roof")).written("json"))
    assert [one["label"] for one in roof["gold_nodes"]] == ["a", "b", "S"]
    loose = json.loads(found.drawing(0, 0, Wanted(mapping="E", labelled=False)).written("json"))
    assert loose["deleted"] == []


def test_errors_are_found_and_looking_for_them_can_be_stopped() -> None:
    found = compared("(S (NP (N a)) (VP (V b) (N c)))", "(S (NP (N a)) (VP (V b)) (N c))")
    assert [one.label for one in found.errors(0)] == ["N"]
    cancel = np.zeros(1, np.int32)
    again = compared("(S (NP (N a)) (VP (V b) (N c)))", "(S (NP (N a)) (VP (V b)) (N c))")
    assert list(again.errors(0, cancel)) == list(found.errors(0))
    cancel[0] = 1
    with pytest.raises(Cancelled):
        compared("(S (N a))", "(S (V a))").errors(0, cancel)
